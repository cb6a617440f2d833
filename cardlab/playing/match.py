"""A real game of one person against the bots: chance is drawn by the computer, every ply is written as it happens, nothing is taken back.

with cardlab.play("skyjo", file="tonight.jsonl", seat=0, players=3) as match:
    match.legal_actions()
    match.play("flip r1c1")          # the bots answer at once
    match.view("es")                 # all that the person may see, as plain data
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from random import Random
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from cardlab.errors import CardlabError, IllegalAction, ReplayError, UnknownName
from cardlab.explain import Explanation, Ruling
from cardlab.game import REFEREE, Action, Outcome
from cardlab.playing.clock import TurnClock
from cardlab.playing.seen import Seen, seen_after
from cardlab.position import Position
from cardlab.replay.reader import read_file
from cardlab.replay.recorder import Recorder
from cardlab.replay.records import Leave, Note
from cardlab.replay.writer import write_file
from cardlab.table import Table

if TYPE_CHECKING:
    from cardlab.replay.replay import Replay
    from cardlab.widgets.play import PlayWidget


class NotOffered(CardlabError):
    """Something that a real game does not give: taking back, playing on after leaving."""


class Match:
    """A match that one person plays against bots, in a file that only this match writes (FileHeld where another does).

    Opening goes on where the file stops; ReplayError where it is no match against bots, or cannot be played to its end. Whatever the
    match shows is what its seat may know: hidden faces stand in the file, and nowhere in what comes out of here.

    `clock` tells seconds, from any moment on. Where the options limit the time of a turn it runs from when the turn comes; `tick` plays the
    time-out action when it is over, and so does whatever is asked of the match. A resumed match gives the turn its whole time again."""

    asks = False
    """Whether a front end asks for the settings before the first card: nobody has chosen any. `settle` answers."""

    def __init__(self, path: str | PathLike[str], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._time = TurnClock(clock)
        self._listeners: list[Callable[[], object]] = []
        self._widget: PlayWidget | None = None
        self._begin(path)

    def _begin(self, path: str | PathLike[str]) -> None:
        document = read_file(path)
        header = document.header
        if header.bots is None or header.bots.count("") != 1 or header.seed is None or len(header.bots) != len(header.seats):
            raise ReplayError(path, None, "this is no match of one person against bots; `cardlab.resume` goes on with a recording")
        self.seat: int = header.bots.index("")
        """The person's seat."""
        self.bots: tuple[str, ...] = tuple(header.bots)
        """By seat the bot that plays it, "" for the person."""
        self._seed = header.seed
        self._left = any(isinstance(record, Leave) and record.seat == self.seat for _, record in document.records)
        self._recorder = Recorder(path, seed=header.seed)
        try:
            self._open()
        except BaseException:
            self._recorder.close()
            raise

    def _open(self) -> None:
        recorder = self._recorder
        self.game = recorder.game
        """The rules engine."""
        self.names: tuple[str, ...] = recorder.names
        if unknown := [bot for bot in self.bots if bot and bot not in self.game.bots]:
            raise UnknownName("bot", unknown[0], list(self.game.bots))
        options = recorder.position.options
        self._walked = Position(self.game, self.game.start(options, len(self.names)), self.names)
        self._shown = self._walked.table(self.seat)
        self._log: list[Seen] = []
        limit = self.game.time_limit(options)
        self._time.start(None if limit is None else limit.seconds)
        self._call = "" if limit is None else limit.call
        self._turn: tuple[int, int] | None = None
        self._timeout: Explanation | None = None
        self._see()
        self._left = self._left or self._goes_on()
        self._answer()

    # -- what there is to know

    @property
    def path(self) -> Path:
        """The file it is written to."""
        return self._recorder.path

    @property
    def torn(self) -> Path | None:
        """Where a torn last line was put when the file was opened."""
        return self._recorder.torn

    @property
    def title(self) -> str:
        """What the file calls it, or ""."""
        return self._recorder.header.title

    @property
    def language(self) -> str:
        """The language of the file."""
        return self._recorder.header.language

    @property
    def options(self) -> Any:
        """The options that it is played by; nothing changes them once it has begun."""
        return self._walked.options

    @property
    def player(self) -> int | None:
        """Who is to act: the person's seat, or None when nothing is left for the person to do."""
        return None if self.ended else self.seat

    @property
    def over(self) -> bool:
        """Whether the match has ended by its rules."""
        return self._recorder.over

    @property
    def left(self) -> bool:
        """Whether the person has left."""
        return self._left

    @property
    def ended(self) -> bool:
        """Whether the person has nothing more to do: the match is over, or was left."""
        return self._left or self._recorder.over

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None before, and where it was left and the rules do not say how it goes on."""
        return self._recorder.position.outcome

    @property
    def table(self) -> Table:
        """The table as the person's seat may see it."""
        return self._recorder.position.table(self.seat)

    @property
    def log(self) -> list[Seen]:
        """What has happened, ply by ply, as the person's seat could see it."""
        return list(self._log)

    @property
    def plies(self) -> int:
        return len(self._log)

    @property
    def limit(self) -> int | None:
        """Seconds that a turn may take; None where nothing limits it."""
        return self._time.limit

    @property
    def remaining(self) -> float | None:
        """Seconds left for the turn, not below 0; None where nothing limits it, or nothing is left to do."""
        return None if self.ended else self._time.remaining

    def legal_actions(self) -> list[Action]:
        """What the person may do now; empty when the match has ended."""
        self.tick()
        return [] if self.ended else self._recorder.legal()

    def ruling(self, action: str) -> Ruling:
        """Whether the person may do that now, by which rules; nothing is done. InvalidAction where it cannot be read."""
        return self._recorder.position.ruling(action, self.seat)

    def tries(self) -> dict[str, Any]:
        """What may be tried by pointing at cards, legal or not: `tries`, each with where it begins and ends, and the `refusals` that they
        share, as `cardlab.scratch.view.tries_of` gives them; empty when the match has ended."""
        from cardlab.scratch.view import tries_of

        tries, refusals = tries_of(self._recorder.position) if not self.ended else ([], [])
        return {"tries": tries, "refusals": refusals}

    def lesson(self, refused: IllegalAction, lang: str = "en") -> dict[str, Any]:
        """What a refusal teaches, as plain data: see `cardlab.playing.lesson`. With `others`: what the other presets say of the same try
        (empty for one that came too late)."""
        from cardlab.playing.lesson import lesson
        from cardlab.scratch.trial import try_action

        ruling = refused.ruling
        assert isinstance(ruling, Ruling)  # every refusal of a match has one
        now = try_action(self._recorder.position, ruling.action, self.seat) if not self.ended else None
        return lesson(ruling, lang, now if now is not None and now.ruling == ruling else None)

    def view(self, lang: str = "en", since: int = 0) -> dict[str, Any]:
        """All that the person may see, as plain data; of the log only what came after ply `since`. See `cardlab.playing.view`."""
        from cardlab.playing.view import view

        self.tick()
        return view(self, lang, since)

    @property
    def replay(self) -> Replay:
        """The whole file, hidden cards too, for when the match has ended; NotOffered before."""
        if not self.ended:
            raise NotOffered(f"the match is not over, and {self.path} holds what nobody may see yet")
        return self._recorder.replay

    # -- what the person does

    def play(self, text: str) -> list[Seen]:
        """An action of the person, and the bots' answers to it: what has happened by then. IllegalAction, with the ruling, and
        InvalidAction leave everything as it was, the clock too. Where the time of the turn was over, the time-out action is played
        first, and what came too late is refused by the rule that says so."""
        if self.ended:
            raise NotOffered("you have left this match" if self._left else "the match is over")
        if self.tick():
            raise self._late(text)
        before = len(self._log)
        self._recorder.play(text, self.seat, clock=self._time.taken)
        self._see()
        self._answer()
        self._tell()
        return self._log[before:]

    def ready(self) -> None:
        """The person sees the table now. A front end that shows the bots' moves one by one calls this at the end of each of its shows;
        once it has, the time of a turn begins only so."""
        self._time.seen()

    def tick(self) -> bool:
        """Play the time-out action where the time of the turn is over, and the bots' answers; whether it was."""
        if self.ended or not self._time.over:
            return False
        before = len(self._log)
        self._recorder.referee(self._call)
        self._see()
        self._timeout = next(seen.why for seen in self._log[before:] if seen.player == REFEREE)
        self._answer(over=True)
        self._tell()
        return True

    def _late(self, text: str) -> IllegalAction:
        why = self._timeout
        assert why is not None  # tick() has just played it
        ruling = Ruling(why.game, why.names, self.seat, str(text), why.rules[:1], why.facts, why.phrase, legal=False)
        return IllegalAction(str(text), self.seat, why.rules[0], ruling.refusal(), ruling)

    def leave(self) -> list[Seen]:
        """Leave for good. Where the rules say how the seat goes on, the match is played to its end without the person; elsewhere it
        stays as it is, without a result. What has happened since."""
        if self.ended:
            raise NotOffered("you have left this match" if self._left else "the match is over")
        before = len(self._log)
        self._recorder.leave(self.seat)
        self._left = True
        self._see()
        self._answer()
        self._tell()
        return self._log[before:]

    def undo(self) -> None:
        """Not offered: always NotOffered."""
        raise NotOffered("a real game takes nothing back")

    def note(self, text: str) -> None:
        """A note of the person on what has just happened."""
        self._recorder.note(text, author=self.names[self.seat])

    def settle(
        self,
        preset: str | None = None,
        *,
        seat: int | str = 0,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        bots: str | Sequence[str] = "sensible",
        seed: int | None = None,
    ) -> None:
        """Begin anew by other settings, in the same file, as long as the person has done nothing; NotOffered afterwards. Arguments and
        errors as in `cardlab.play` (without a `seed` the one that there is); where one is raised, everything stays as it was."""
        if not self.untouched:
            raise NotOffered("the match has begun, and its settings stay as they are")
        from cardlab.playing.begin import opening

        head, names = self._recorder.header, self.names
        data = opening(
            self.game, preset, seat=seat, players=names if players == len(names) else players, options=options, bots=bots,
            seed=head.seed if seed is None else seed, title=head.title, language=head.language,
        )  # fmt: skip
        self._recorder.close()
        write_file(self.path, data)
        self._begin(self.path)
        self.asks = False
        self._tell()

    @property
    def untouched(self) -> bool:
        """Whether the person has done nothing yet."""
        written = any(isinstance(one.record, (Note, Leave)) for one in self._recorder.written)
        return not written and not self.closed and not any(seen.player == self.seat for seen in self._log)

    # -- what the bots do

    def _answer(self, over: bool = False) -> None:
        """The bots act until it is the person's turn, who then gets time where a turn begins (`over`: where one has been cut short)."""
        recorder = self._recorder
        others = False
        while (player := recorder.position.player) is not None and player >= 0:
            if player == self.seat:
                if not self._left or not self._goes_on():
                    break
                recorder.play(recorder.legal()[0], player)
            else:
                state = recorder.position.state
                bot = self.game.bots[self.bots[player]]
                move = bot(state, player, Random(f"{self._seed}/{recorder.plies}/{player}"))
                recorder.play(self.game.write(state, move), player)
                others = True
            self._see()
        turn = (recorder.position.round, recorder.position.turn)
        self._time.asked(anew=others or over or turn != self._turn)
        self._turn = turn
        if self.ended:
            recorder.close()

    def _goes_on(self) -> bool:
        """Whether the rules say what a seat does that has left: it was called, not only written down."""
        return any(seen.player == REFEREE and seen.why.phrase == "leave" and seen.why.facts.get("seat") == self.seat for seen in self._log)

    def _see(self) -> None:
        """Take in what has been written since."""
        for action in self._recorder.since(len(self._log)):
            self._walked = self._walked.play(action, action.player)
            shown = self._walked.table(self.seat)
            self._log.append(seen_after(self._walked, action.player, self._shown, shown, self.seat))
            self._shown = shown

    # -- the end

    def close(self) -> None:
        """Let others write the file; `cardlab.play(resume=…)` goes on. Everything was written when it happened."""
        if not self.closed:
            self._recorder.close()
            self._tell()

    @property
    def closed(self) -> bool:
        return self._recorder.closed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"cardlab.play(resume={str(self.path)!r})"

    def __str__(self) -> str:
        from cardlab.draw import draw_text

        return draw_text(self.table, game=self.game.name)

    # -- how it shows itself

    def show(self, lang: str | None = None, **more: Any) -> PlayWidget:
        """The widget to play in, which follows what is played from Python too. `lang`: by itself the match's; `theme`: auto, light or
        dark."""
        from cardlab.widgets.play import PlayWidget

        return PlayWidget(self, lang=lang, **more)

    def listen(self, call: Callable[[], object]) -> Callable[[], None]:
        """Have `call` told whenever something was done and answered; what comes back stops that."""
        self._listeners.append(call)
        return lambda: self._listeners.remove(call) if call in self._listeners else None

    def _tell(self) -> None:
        for call in list(self._listeners):
            call()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """As its widget; one for all cells that show it so."""
        if self._widget is None:
            self._widget = self.show()
        return self._widget._repr_mimebundle_(**kwargs)
