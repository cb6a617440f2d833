"""Replay: a recorded match with what was said about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

from cardlab.errors import CardlabError, InvalidPosition, ReplayError
from cardlab.explain import Explanation
from cardlab.game import Action, Game, Move
from cardlab.games import find_game
from cardlab.position import Position
from cardlab.replay.counting import is_sheet, sheet_of_rounds, sheet_of_track
from cardlab.replay.judge import judge
from cardlab.replay.reader import Document, Problem, read_bytes, read_file
from cardlab.replay.records import Header, Leave, Note, Question, Result, RoundScores
from cardlab.replay.scores import ScoreSheet
from cardlab.replay.tracks import Branch, Ply, Track, standing
from cardlab.rulebook import Passage, read_rulebook

if TYPE_CHECKING:
    import pandas

    from cardlab.replay.annotate import Annotator
    from cardlab.replay.chart import SheetView
    from cardlab.replay.layers import Layer
    from cardlab.replay.notes import Notes
    from cardlab.replay.verdict import Judgement
    from cardlab.widgets.viewer import ReplayViewer

_SHOWN_TEXT = 2000


class Replay:
    """A recorded match: the main line, its branches, and the notes on both.

    The file was re-run once when it was read; what is wrong with single lines stands in `problems`, in the order of the lines.
    Plies count from 1; ply 0 is before the first. A replay whose header names an unknown game, preset or option has no
    position: `header`, `notes` and `problems` can be read, the rest raises ReplayError with the reason."""

    def __init__(self, document: Document) -> None:
        self._document = document
        document.header  # noqa: B018 - refuses a note layer
        self._start_fault: str | None = None
        self._governed: Mapping[str, Sequence[int]] | None = None
        self._main: Track | None = None
        self._branches: dict[str, Branch] = {}
        self._ears: list[Callable[[str], None]] = []
        try:
            game = find_game(self.header.game)
            state = _start(game, self.header)
        except CardlabError as error:
            self._start_fault = f"nothing can be played: {error}"
            document.report(document.header_line, f"nothing can be played: {error}")
        else:
            self._main = Track(game, tuple(self.header.seats), state)
        self._notes, self._result = judge(document, self._main, self._branches)
        self._problems = sorted(document.problems, key=lambda problem: problem.line)

    # -- what the file says

    @property
    def header(self) -> Header:
        """The first line of the file."""
        return self._document.header

    @property
    def document(self) -> Document:
        """The lines of the file."""
        return self._document

    @property
    def main(self) -> Track:
        """The main line. ReplayError where nothing can be played."""
        return self._track

    @property
    def path(self) -> str:
        """The file it was read from; "<text>" where it was none."""
        return self._document.path

    @property
    def title(self) -> str:
        """The title of the header, or the game and its players where it has none."""
        game = self._main.game.title if self._main is not None else self.header.game
        return self.header.title or f"{game}: {', '.join(self.header.seats)}"

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(self.header.seats)

    @property
    def problems(self) -> list[Problem]:
        """Whatever is wrong with single lines, in their order."""
        return list(self._problems)

    @property
    def notes(self) -> list[Note]:
        """The notes on the main line as they stand, in the order of their plies; one may speak of a ply that could not be played.
        Those on branches: `replay.branch(id).notes`. What was edited and deleted: `replay.annotations()`."""
        return sorted((note for note in self._notes if note.branch is None), key=lambda note: note.ply)

    @property
    def all_notes(self) -> list[Note]:
        """Every note line of the file, those on branches and those that were edited or deleted too, in the order of the file."""
        return [note for _, note in self.numbered_notes()]

    def numbered_notes(self) -> list[tuple[int, Note]]:
        """Every note line with its number in the file."""
        return [(line, record) for line, record in self._document.records if isinstance(record, Note)]

    @property
    def questions(self) -> list[Question]:
        """The questions of the file as they stand, those on the main line in the order of their plies and then those on branches; not
        those of plies that were taken back. Those of layers too: `replay.annotations(…).questions`."""
        found = [q for q in self._document.asked.values() if q.branch is None or q.branch in self.branches]
        return sorted(found, key=lambda question: (question.branch is not None, question.branch or "", question.ply))

    @property
    def result(self) -> Result | None:
        """The result that the file states; None where it states none."""
        return self._result

    @property
    def leaves(self) -> list[Leave]:
        """The seats that left the table, where the game has no action for it."""
        return [record for _, record in self._document.records if isinstance(record, Leave)]

    @property
    def branches(self) -> Mapping[str, Branch]:
        """The branches that stand by id, in the order of the file; not those that were deleted, nor what leaves these. Plies that
        were taken back are among them (`.undone`) where a note or a branch hangs on them."""
        parents = {branch.parent_id for branch in self._branches.values()}
        found = {name: branch for name, branch in self._branches.items() if not branch.undone or branch.notes or name in parents}
        return standing(found)

    @property
    def all_branches(self) -> Mapping[str, Branch]:
        """Every branch that could be made, those that were deleted too."""
        return dict(self._branches)

    @property
    def undone(self) -> Mapping[str, Branch]:
        """Plies that were recorded and taken back, as branches of the line that they stood on, by ids of their own."""
        return {name: branch for name, branch in self._branches.items() if branch.undone}

    def branch(self, name: str) -> Branch:
        """The branch of that id, of those in `branches` or `undone`: it has `at`, `explain`, `action`, `plies` and `notes` of its own,
        and its plies count from 1. KeyError names the known ids."""
        if name not in self._branches:
            raise KeyError(f"unknown branch {name!r}; known: {', '.join(self._branches) or 'none'}")
        return self._branches[name]

    def annotations(self, *layers: str | PathLike[str] | Layer, beside: bool = False) -> Notes:
        """The notes of the file, and of note layers, as they stand: filtered, with their history, and with what people disagree about.
        `beside`: with all layers that stand beside the file (`match.notes.ana.jsonl`). ReplayError for a layer of another game."""
        from cardlab.replay.layers import layers_beside
        from cardlab.replay.notes import read_notes

        return read_notes(self, [*layers, *(layers_beside(self.path) if beside else ())])

    def annotate(self, target: str | PathLike[str] | None = None, author: str = "", language: str = "", **more: Any) -> Annotator:
        """Write notes and branches, each line at once: into the file itself, or into the layer `target`, which is begun where it is not
        there. See `Annotator`."""
        from cardlab.replay.annotate import Annotator

        return Annotator(self, target, author, language, **more)

    def listen(self, ear: Callable[[str], None]) -> Callable[[], None]:
        """Calls `ear` with the path of a file, the game's own or a layer, when a branch was saved there from a scratch table that leaves
        this replay. Ends with a call of what comes back."""
        self._ears.append(ear)
        return lambda: self._ears.remove(ear) if ear in self._ears else None

    def saved(self, path: str) -> None:
        """Tells whoever listens that a branch was saved there. The replay itself stays as it was read."""
        for ear in tuple(self._ears):
            ear(path)

    # -- the main line

    @property
    def _track(self) -> Track:
        if self._main is None:
            raise ReplayError(self.path, self._document.header_line, self._start_fault or "nothing can be played")
        return self._main

    @property
    def playable(self) -> bool:
        """Whether the header names a game, a preset and options that are known here."""
        return self._main is not None

    @property
    def game(self) -> Game:
        """The rules engine of this game."""
        return self._track.game

    @property
    def moves(self) -> Sequence[tuple[int, Move]]:
        """Who acted and the engine's action, by ply; with `start_state`, all that a walk over the engine needs."""
        return self._track.moves

    @property
    def seqs(self) -> list[int]:
        """The `seq` of the line of each ply of the main line."""
        return [record.seq for record in self._track.records]

    @property
    def unplayed(self) -> int:
        """Plies that the main line of the file has and that cannot be played: the first wrong one and those behind it."""
        return 0 if self._main is None else self._main.recorded - len(self._main)

    def start_state(self) -> Any:
        """The engine's state before the first ply; a copy of one's own."""
        return self._track.state_at(0)

    def __len__(self) -> int:
        """Plies on the main line that can be played; 0 where nothing can."""
        return 0 if self._main is None else len(self._main)

    def __bool__(self) -> bool:
        return True

    def at(self, n: int) -> Position:
        """The position after `n` plies; 0 is before the first, `len(replay)` the end. IndexError beyond the ends."""
        position = self._track.at(n)
        position.origin = self, n
        return position

    def explain(self, n: int) -> Explanation:
        """Why ply `n` could be done, and what followed; plies count from 1. IndexError beyond the ends."""
        return self._track.explain(n)

    def action(self, n: int) -> Action:
        """What was done in ply `n`, counted from 1; `.player` is who did it. IndexError beyond the ends."""
        return self._track.action(n)

    def plies(self) -> Iterator[Ply]:
        """Every ply of the main line with the position after it, in order."""
        return self._track.plies()

    # -- the score sheet

    @property
    def is_sheet(self) -> bool:
        """Whether the file is a score sheet without moves: rounds are all that it has of the match."""
        return self._main is not None and is_sheet(self._document.records)

    @cached_property
    def sheet(self) -> ScoreSheet:
        """The rounds by what they counted, each explained: those that were played, or those of a score sheet without moves."""
        sheet = ScoreSheet(self.game, self._track.state_at(0).options, self.names, self.title, self.header.language)
        if self.is_sheet:
            sheet_of_rounds(sheet, self._rounds())
        else:
            sheet_of_track(sheet, self._track)
        return sheet

    def _rounds(self) -> list[tuple[int, RoundScores]]:
        return [(line, record) for line, record in self._document.records if isinstance(record, RoundScores)]

    # -- the rules, and another source

    def under(self, preset: str, **options: Any) -> Judgement:
        """This game judged under another preset: each ply legal, illegal or different in effect, and the scores side by side. What
        the table had chosen apart from its own preset (pairs, a final score) stays; `options` are set over it, those with a point
        in their name as `**{"match.final_score": 50}`. UnknownName for the preset; OptionsError where so many seats cannot play."""
        from cardlab.replay.under import under

        return under(self, preset, options)

    def plies_of(self, rule: str | Passage) -> list[int]:
        """The plies of the main line that a rule governed, or the rule of a passage: it allowed, forced or scored them. UnknownName
        names close ids."""
        from cardlab.replay.coverage import governed

        name = rule if isinstance(rule, str) else rule.rule
        read_rulebook(self.game.name)[name]
        if self._governed is None:
            self._governed = governed(self)
        return list(self._governed.get(name, ()))

    @cached_property
    def unjudged(self) -> Mapping[int, tuple[str, ...]]:
        """What could not be judged, as cards are not known: ply of the main line -> the ids of the rules that could not be checked.
        Everything else was."""
        if self._main is None or not any("?" in record.action for record in self._main.records):
            return {}
        state, found = self.start_state(), {}
        for ply, (player, move) in enumerate(self.moves, 1):
            if rules := self.game.unjudged(state, player, move):
                found[ply] = rules
            self.game.apply(state, player, move)
        return found

    # -- other forms

    def to_frame(self) -> pandas.DataFrame:
        """The main line as a pandas frame, one row a ply: round, turn, seat (-1 chance, -2 the referee), name, action, rules and
        scores (after it), clock; the index is the ply, from 1."""
        import pandas

        rows = [
            (p.number, p.round, p.turn, p.player, self._name(p.player), str(p.action), p.rules, p.position.scores, p.clock)
            for p in self.plies()
        ]
        columns = ["ply", "round", "turn", "seat", "name", "action", "rules", "scores", "clock"]
        return pandas.DataFrame(rows, columns=columns).astype({"clock": "float64"}).set_index("ply")

    def _name(self, player: int) -> str:
        return self.names[player] if player >= 0 else {-1: "chance", -2: "referee"}[player]

    def show(
        self, lang: str | None = None, seat: int | None = None, ply: int = 0, spoilers: bool = True, **more: Any
    ) -> ReplayViewer | SheetView:
        """The viewer, opened at a ply: arrow keys step. `lang`: en, es or nl; `seat`: whose eyes, None sees all; `spoilers` False
        hides what comes later; `layers`, `edit`, `author`: which notes are shown, and where they are written (`ReplayViewer`). A score
        sheet without moves is shown as a chart and a table; ReplayError where notes on it are asked for.

        `at`: a code instead of a ply, as the viewer shows it (PlaceError where it is none of this game). `projector`: for a class, large
        and with every hand hidden until it is asked for. With `quiz` (a Quiz), `student` or `answers` (the file for the answers) the
        questions of the game are asked where they stand, with `guess` what is played next: what comes after is not shown before
        (`cardlab.widgets.lesson`)."""
        if self.is_sheet:
            if more.get("layers") or more.get("edit"):
                raise ReplayError(self.path, None, "a score sheet without moves has no ply to show notes on, or to write them")
            return self.sheet.show(lang)
        if (code := more.pop("at", None)) is not None:
            from cardlab.replay.place import read_place

            ply, more["line"] = read_place(self, code)
        asks = {name: more.pop(name) for name in ("quiz", "student", "answers", "guess") if name in more}
        if any(asks.values()):
            from cardlab.widgets.lesson import lesson

            return lesson(self, **asks, lang=lang, seat=seat, ply=ply, **more)
        from cardlab.widgets.viewer import ReplayViewer

        return ReplayViewer(self, lang=lang, seat=seat, ply=ply, spoilers=spoilers, **more)

    def __bytes__(self) -> bytes:
        """The file, byte for byte."""
        return self._document.data

    def __repr__(self) -> str:
        if self.path != "<text>":
            return f"cardlab.load({self.path!r})"
        text = dumps(self)
        return f"cardlab.loads({text!r})" if len(text) <= _SHOWN_TEXT else f"<cardlab.Replay {self.title!r}, {len(self)} plies>"

    def __str__(self) -> str:
        counted = [(len(self), "ply", "plies"), (len(self.notes), "note", "notes"), (len(self.branches), "branch", "branches")]
        if rounds := len(self._rounds()):
            counted.insert(1, (rounds, "round", "rounds"))
        told = [f"{n} {one if n == 1 else many}" for n, one, many in counted if n or (one == "ply" and not rounds)]
        if self._problems:
            told.append(f"{len(self._problems)} problem{'s' if len(self._problems) > 1 else ''}")
        game = self.header.game if self._main is None else self._main.game.title
        title = f"{self.header.title}: " if self.header.title else ""
        return f"{title}{game} ({self.header.preset}), {', '.join(self.names)}; {', '.join(told)}"


def _start(game: Game, header: Header) -> Any:
    """The state before the first ply. CardlabError where the header says something that cannot be, or contradicts itself."""
    options, seats = game.options(header.preset, header.options), len(header.seats)
    if header.position is None:
        return game.start(options, seats)
    state = game.read_position(header.position)
    if state.seats != seats:
        raise InvalidPosition(f"{state.seats} seats, and the header names {seats}")
    if state.options != options:
        raise InvalidPosition("other options than those of the header")
    return state


def load(path: str | PathLike[str]) -> Replay:
    """The replay in that file. What is wrong with single lines stands in `replay.problems`. ReplayError only where no replay can
    be made of it: no header in the first line, a newer major version, a limit of FORMAT.md passed. OSError where the file cannot
    be read."""
    return Replay(read_file(path))


def loads(text: str | bytes, path: str = "<text>") -> Replay:
    """The replay that the text of a file says; as `load`."""
    if isinstance(text, str):
        try:
            text = text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise ReplayError(path, None, f"character {error.start + 1} cannot be written as UTF-8 (half of a surrogate pair)") from None
    return Replay(read_bytes(text, path))


def dumps(replay: Replay) -> str:
    """The text of the file, `dumps(loads(text)) == text`; `bytes(replay)` gives its bytes. Bytes that are no UTF-8 come out as
    Python's surrogate escapes."""
    return bytes(replay).decode("utf-8", "surrogateescape")
