"""The public functions. What is heavy (msgspec, pandas, widgets) is imported when it is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from cardlab.games import find_game
from cardlab.position import Position, read_position
from cardlab.position import start as _start
from cardlab.rulebook import Rulebook, read_rulebook

if TYPE_CHECKING:
    from os import PathLike

    import pandas

    from cardlab.cases import Smallest
    from cardlab.game import Game
    from cardlab.playing.match import Match
    from cardlab.quiz.answers import Answers
    from cardlab.quiz.class_table import ClassTable
    from cardlab.quiz.exercise import Exercise
    from cardlab.quiz.grading import Grade
    from cardlab.quiz.handout import Handout
    from cardlab.quiz.quiz import Asked, Quiz
    from cardlab.quiz.sheet import Sheet
    from cardlab.replay import Replay
    from cardlab.replay.annotate import Annotator
    from cardlab.replay.recorder import Recorder
    from cardlab.replay.search import Found
    from cardlab.scratch.table import Scratch


class GameFace:
    """A game as its users meet it: its presets, and positions to start from."""

    def __init__(self, engine: Game) -> None:
        self.engine = engine
        """The rules engine (`cardlab.game.Game`)."""

    @property
    def name(self) -> str:
        return self.engine.name

    @property
    def title(self) -> str:
        return self.engine.title

    @property
    def presets(self) -> Mapping[str, Any]:
        """The named options, each following a source."""
        return self.engine.presets

    @property
    def settings(self) -> list[dict[str, Any]]:
        """Every option as plain data for a form, with labels in every language; see `cardlab.playing.settings.settings`."""
        from cardlab.playing.settings import settings

        return settings(self.engine)

    @property
    def rulebook(self) -> Rulebook:
        return read_rulebook(self.engine.name)

    def start(
        self,
        players: int | Sequence[str] = 2,
        preset: str | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        deck: Sequence[str] | None = None,
        starter: int | None = None,
    ) -> Position:
        """The position before the first action; see `cardlab.position.start` for what each argument does."""
        return _start(self.engine, players, preset, options=options, seed=seed, deck=deck, starter=starter)

    def __repr__(self) -> str:
        return f"cardlab.game({self.name!r})"


def game(name: str) -> GameFace:
    """The game of that name or alias ("skyjo", "skip-bo"), in any case. UnknownName lists the known ones."""
    return GameFace(find_game(name))


def position(text: str, names: Sequence[str] | None = None) -> Position:
    """The position that one line of text says (`replays/FORMAT.md`). InvalidPosition points at the column of what is wrong."""
    return read_position(text, names)


def rulebook(name: str) -> Rulebook:
    """The rules of that game by id, with the sources they stand in: `rulebook("skipbo")["skipbo.build.start"]`."""
    return read_rulebook(find_game(name).name)


def smallest(rule: str, preset: str | None = None, lang: str | None = None, *, verdict: str | None = None) -> Smallest:
    """A small position, and an action in it that the rule decides: `smallest("skipbo.build.max_four")`; see `cardlab.cases.smallest`."""
    from cardlab.cases import smallest as find

    return find(rule, preset, lang, verdict=verdict)


def load(path: str | PathLike[str]) -> Replay:
    """The replay in that file. Whatever is wrong with single lines stands in `replay.problems`; ReplayError only where no replay
    can be made of it (no header, a newer major version, limits passed)."""
    from cardlab.replay import load as read

    return read(path)


def loads(text: str | bytes) -> Replay:
    """The replay that the text of a file says; as `load`."""
    from cardlab.replay import loads as read

    return read(text)


def load_all(paths: str | PathLike[str] | Sequence[str | PathLike[str]], progress: bool | None = None) -> pandas.DataFrame:
    """The plies of many games as one pandas frame; see `cardlab.replay.frames.load_all`."""
    from cardlab.replay.frames import load_all as read

    return read(paths, progress)


def search(paths: str | PathLike[str] | Sequence[str | PathLike[str]], text: str = "", **more: str) -> Found:
    """Look through the moves, the notes and the rules of games; see `cardlab.replay.search.search`."""
    from cardlab.replay.search import search as find

    return find(paths, text, **more)


def play(
    game: str | None = None,
    preset: str | None = None,
    *,
    seat: int | str = 0,
    players: int | Sequence[str] = 2,
    options: Mapping[str, Any] | None = None,
    bots: str | Sequence[str] = "sensible",
    seed: int | None = None,
    file: str | PathLike[str] | None = None,
    resume: str | PathLike[str] | None = None,
    **more: Any,
) -> Match:
    """Play a real game against the bots, from one seat, written to a file as it goes; or go on with the match in the file `resume`.

    `players`: how many seats, bots counted, or their names. `seat`: yours, by number or name. `bots`: sensible, random or first, and in
    Skip-Bo planning, one for all or one for each other seat. `options`: changes to the preset, by dotted name;
    `cardlab.game(…).settings` lists them. `seed`: the same seed and the same actions give the same match; one of its own if left out.
    `file`: a new file (FileExistsError where there is one); if left out one in the current folder, named by the game and the day.
    In a notebook the match shows itself as a table to play at; with neither `preset` nor `options` a small form asks for them first.
    `more`: `title`, `language`, and `clock` (what tells seconds, `time.monotonic`). OptionsError names the option that cannot be, alone
    or together with others."""
    from cardlab.playing.begin import play as begin

    return begin(
        game, preset, seat=seat, players=players, options=options, bots=bots, seed=seed, file=file, resume=resume, **more,
    )  # fmt: skip


def record(
    game: str,
    seats: Sequence[str] = ("Ana", "Leo"),
    preset: str | None = None,
    *,
    file: str | PathLike[str],
    options: Mapping[str, Any] | None = None,
    title: str = "",
    language: str = "en",
    sees: Sequence[int | str] | None = None,
    tags: Sequence[str] = (),
    **more: Any,
) -> Recorder:
    """Begin the file (FileExistsError where there is one) and record a match into it as it happens; `cardlab.resume` goes on later.

    `sees`: the seats, by number or name, whose hands the one who writes can see; the others' stay unknown until a card is played.
    The deck is unknown, unless `deck` (faces, "?" where one is not known) or `seed` (chance is drawn by the computer) is given.
    `author`, `starter` and `clock` as in `cardlab.replay.recorder.Recorder`, which comes back."""
    from cardlab.replay.begin import record as begin

    return begin(
        game, seats, preset, file=file, options=options, title=title, language=language, sees=sees, tags=tags, **more,
    )  # fmt: skip


def resume(file: str | PathLike[str], **more: Any) -> Recorder:
    """Go on recording where the file stops, finished or broken off; `more` as in `cardlab.record`. ReplayError where it cannot be
    played to its end, or where somebody else is writing it."""
    from cardlab.replay.recorder import Recorder

    return Recorder(file, **more)


def scratch(
    thing: Position | Replay | str | PathLike[str],
    ply: int | None = None,
    *,
    branch: str | None = None,
    seat: int | None = None,
    spoilers: bool = True,
    language: str | None = None,
    checked: bool = True,
    quiz: Quiz | None = None,
    **more: Any,
) -> Scratch:
    """A scratch table, on which to play on freely from a position: `replay.at(12)`, a replay and a ply (of a `branch`), a position text, a
    game by name (`players`, `preset`, `options`, `deck`, `seed`, `starter` as in `cardlab.position.start`), or the file that a scratch
    table was saved in.

    `seat`: whose eyes it is seen with; what that seat cannot see has no face on the table, and is asked for when it is turned. `spoilers`
    False does the same for what nobody at the table can see. `checked` False takes a position text although something about it cannot
    be. `quiz`: its questions that stand on this position are asked on the table, answered by pointing as well; what nobody at the table can
    see is hidden, and while a question is open nothing can be tried out in the page, unless the question lets it (`trying`)."""
    from cardlab.scratch.origin import scratch as begin

    look: dict[str, Any] = {"seat": seat, "spoilers": spoilers, "language": language}
    if quiz is not None:
        from cardlab.quiz.on_table import scratch_that_asks

        return scratch_that_asks(quiz, begin, thing, ply, look, branch=branch, checked=checked, **more)
    return begin(thing, ply, branch=branch, checked=checked, **look, **more)


def ask(on: Replay | Annotator | Position | str, kind: str, ply: int = 0, **fields: Any) -> Exercise:
    """Ask something about a ply of a replay, or about a position (or its text). Through `replay.annotate(…)` the question is written into
    the game or the layer; else it is an exercise for `cardlab.quiz`.

        cardlab.ask(replay, "play", 12, accept=["legal", "from=stock"], hints=["Look at the stock first."], tries=3)
        cardlab.ask(pen, "legal", 12, action="H7>B1", text={"en": "May Ana lay the 7?", "es": "…"}, feedback={"yes": "Look at B1."})

    `kind`: play, legal, rule, score or next. `fields` are those of a question line: `action` (which it is about), `right` (answers) and
    `accept` (what the rules accept: `cardlab.quiz.criteria.ACCEPT`), `choices`, `text`, `hints`, `feedback` by answer ("*" for all
    others), `tries`, `trying` (whether moves may be tried out on a scratch table meanwhile), `seat` (whose eyes), `about` (the seat that is
    meant), `preset`, `rules`, `branch`, `id`. Texts are in the language of the game, or by language. QuestionError where it cannot be
    asked so; UnknownName for a name that is none."""
    from cardlab.quiz.ask import ask as make

    return make(on, kind, ply, **fields)


def questions(
    replay: Replay, kinds: Sequence[str] | None = None, n: int = 10, seed: int = 0, *, seat: int | None = None
) -> list[Exercise]:
    """At most `n` questions drawn from the main line of a game, of these kinds (by itself all five), in the order of the plies; the same
    ones for a seed. Fewer where the game has no more good ones. `seat`: only about that seat's moves."""
    from cardlab.quiz.drawing import draw

    return draw(replay, kinds, n, seed, seat)


def quiz(questions: Asked, student: str = "", answers: str | PathLike[str] | None = None, lang: str | None = None, **more: Any) -> Quiz:
    """A quiz of these questions: a game's file, a replay, `replay.annotations(…)`, or exercises made and drawn. `answers`: the file that a
    student's answers are appended to, and are read back from; without one they are gone with the kernel. See `Quiz`."""
    from cardlab.quiz.quiz import Quiz

    return Quiz(questions, student, answers, lang, **more)


@overload
def grade(answers: str | PathLike[str] | Answers | Quiz, key: Any = None) -> Grade: ...
@overload
def grade(answers: Sequence[str | PathLike[str]], key: Any) -> ClassTable: ...
def grade(answers: Any, key: Any = None) -> Grade | ClassTable:
    """One student's answers judged: the file, or a quiz. `key`: the key of a handout, or the game or the exercises that the questions are
    in; with a quiz by itself its own questions. To be asserted on in a test cell: `assert cardlab.grade("ana.jsonl", "key.jsonl") >= 0.6`;
    `.points(5)` gives points for nbgrader. FileNotFoundError where nothing was answered.

    A list of files is a class: the table by student, by question and by rule (`ClassTable`), which shows itself as a picture."""
    from cardlab.quiz.class_table import grade_class
    from cardlab.quiz.grading import grade as judge

    return grade_class(answers, key) if isinstance(answers, (list, tuple)) else judge(answers, key)


def handout(replay: Replay, seat: int | None = None, upto: int | None = None, **more: Any) -> Handout:
    """A student's file of a game as one seat knows it after some plies, with nothing else in it. See `cardlab.quiz.handout.handout`."""
    from cardlab.quiz.handout import handout as make

    return make(replay, seat, upto, **more)


def sheet(
    thing: Position | Quiz | Exercise | Sequence[Exercise],
    lang: str | None = None,
    answers: bool = False,
    *,
    seat: int | None = None,
    title: str | None = None,
) -> Sheet:
    """A page to print: a position, an exercise, several, or a quiz, with pictures of the tables and room to write. `answers`: the right
    ones with their rules, on a page of their own. `seat`: whose eyes a position is seen with; an exercise has its own. `.write(path)`
    writes the HTML, which needs nothing else; in a notebook it shows itself."""
    from cardlab.quiz.sheet import sheet as make

    return make(thing, lang, answers, seat=seat, title=title)
