"""Recording a match as it happens: every action is checked, appended to the file at once, and can be taken back by another line.

with cardlab.record("skyjo", seats=["Ana", "Leo"], sees=["Ana"], file="match.jsonl") as match:
    match.play("flip r1c1")          # what people do
    match.enter("7 3 0 12")          # what the moment asks for: here the faces that were turned
    match.undo()
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from cardlab.errors import InvalidAction, ReplayError, UnknownName
from cardlab.explain import Explanation
from cardlab.game import CHANCE, REFEREE, Action, Asked, Game
from cardlab.position import Position
from cardlab.replay.judge import state_hash
from cardlab.replay.make import ply_record
from cardlab.replay.reader import read_file
from cardlab.replay.records import GLYPHS, ActionPly, Checkpoint, Header, Leave, Note, Record, Result, Undo
from cardlab.replay.replay import Replay, load
from cardlab.replay.unasked import Unasked
from cardlab.replay.writer import Appender
from cardlab.replay.written import MOST, Written, last_lines
from cardlab.rulebook import read_rulebook

if TYPE_CHECKING:
    from cardlab.widgets.recorder import RecorderWidget

EVERY: Final = 100
"""Plies between two checkpoints."""
_KEPT: Final = 32
"""Plies between two positions that are kept for an undo."""


class _Done(NamedTuple):
    """A ply that stands."""

    seq: int
    action: Action


class Recorder:
    """A match that is being recorded into a file, which only this recorder writes (FileHeld where another does).

    Opening goes on where the file stops: a torn last line is put aside first (`torn` names where). ReplayError where no replay can be
    made of the file, or where its main line cannot be played to its end: nothing is added behind an error.

    Whatever is done is checked, written and made last before it counts: where the disk is full (OSError) or the action is refused
    (IllegalAction, InvalidAction), the position is the one before. Chance that nobody at the table can know – the deal, a new draw
    pile, the hand of a seat that is not in `sees` – is written as unknown by itself; `asked` tells what must be named.

    `deck`: faces that are known, first dealt first, "?" among them where one is not; used for the next deal. `seed`: chance is drawn
    here, by the computer, not asked for. `clock`: store the seconds that each action took."""

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        author: str = "",
        sees: Iterable[int | str] | None = None,
        deck: Sequence[str] | None = None,
        starter: int | str | None = None,
        seed: int | None = None,
        clock: bool = False,
    ) -> None:
        self.path = Path(path)
        self.author = author
        """Of notes and undos that name none."""
        self._lines = Appender(path)
        try:
            self._open(sees, deck, starter, seed)
            self._clock, self._since = clock, time.monotonic()
            self._widget: RecorderWidget | None = None
            self._listeners: list[Callable[[Recorder], object]] = []
            self._settle()
        except BaseException:
            self._lines.close()
            raise

    def _open(self, sees: Iterable[int | str] | None, deck: Sequence[str] | None, starter: int | str | None, seed: int | None) -> None:
        replay = Replay(read_file(self.path))
        start = replay.at(0)  # ReplayError where nothing can be played
        _resumable(replay)
        self.header: Header = replay.header
        self.game: Game = start.game
        self.names = start.names
        given = replay.header.sees if sees is None else sees
        self.sees = frozenset(self.seat(one) for one in given or ())
        """Seats whose cards the writer can see."""
        self._unasked = Unasked(self.game, self.sees, deck, None if starter is None else self.seat(starter), seed)
        self._read, self._old = replay, len(replay)
        self._written = deque(last_lines(bytes(replay)), MOST)
        self._done = [_Done(seq, replay.action(n)) for n, seq in enumerate(replay.seqs, 1)]
        self._positions: dict[int, Position] = {}
        self._position = replay.at(len(replay))
        self._result = replay.result

    # -- what there is to know

    @property
    def position(self) -> Position:
        """The position now; what is not known in it is "?"."""
        return self._position

    @property
    def plies(self) -> int:
        """How many plies stand on the main line."""
        return len(self._done)

    @property
    def actions(self) -> list[Action]:
        """The plies that stand, in order."""
        return [done.action for done in self._done]

    def since(self, ply: int) -> list[Action]:
        """The plies that stand behind that one, in order."""
        return [done.action for done in self._done[ply:]]

    @property
    def explanation(self) -> Explanation | None:
        """Why the last ply could be done, and what followed; None at the start."""
        return self._position.explanation

    @property
    def asked(self) -> Asked | None:
        """What has to be named now, because it has become visible; None where a seat is to act, or the match is over."""
        return self.game.asked(self._position.state) if self._position.player == CHANCE else None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._position.player is None

    @property
    def clock(self) -> bool:
        """Whether the seconds that each action took are stored from now on; can be set."""
        return self._clock

    @clock.setter
    def clock(self, on: bool) -> None:
        self._clock, self._since = bool(on), time.monotonic()
        self._changed()

    @property
    def written(self) -> list[Written]:
        """The last lines of the file, at most 40, in order."""
        return list(self._written)

    @property
    def lines(self) -> int:
        """How many lines the file has."""
        return self._lines.lines

    def at(self, ply: int) -> Position:
        """The position after so many of the plies that stand; IndexError where there are fewer."""
        if not 0 <= ply <= self.plies:
            raise IndexError(f"ply {ply} is not there: the main line has the plies 0 to {self.plies}")
        return self._position if ply == self.plies else self._at(ply)

    @property
    def torn(self) -> Path | None:
        """Where a torn last line was put when the file was opened."""
        return self._lines.torn

    @property
    def closed(self) -> bool:
        return self._lines.closed

    @property
    def replay(self) -> Replay:
        """What the file holds, read anew."""
        return load(self.path)

    def legal(self) -> list[Action]:
        """What the seat to act may do; with a hand that is not known, whatever can still be in it. Empty where something is asked."""
        return self._position.legal_actions()

    def seat(self, name: int | str) -> int:
        """The number of a seat, by number or name."""
        return seat_number(name, self.names)

    # -- what happens

    def play(self, text: str, player: int | str | None = None, *, clock: float | None = None) -> Position:
        """An action by the seat to act, or by `player`; the position after it. `clock`: the seconds it took."""
        if player is None:
            to_act = self._position.player
            player = to_act if to_act is not None and to_act >= 0 else 0  # 0: refused with the rule that says why
        return self._take(text, self.seat(player), clock)

    def chance(self, text: str) -> Position:
        """A deal, a lot, a shuffle, or faces that have become visible: `reveal 7`. Faces of which all copies are known already are
        refused, with how many there are."""
        return self._take(text, CHANCE)

    def referee(self, text: str) -> Position:
        """A penalty or an irregularity that was called."""
        return self._take(text, REFEREE)

    def enter(self, text: str) -> Position:
        """Whatever the moment asks for, as a person writes it: an action of the seat to act, a word of chance or of the referee, or
        what is asked without its word: `7 SB 3`, a seat's name where a seat is asked."""
        asked, words = self.asked, text.split()
        if asked is not None and words and not self._reads(text):
            if asked.seats:
                name = int(words[0]) if words[0].isdecimal() and len(words) == 1 else text.strip()
                return self.chance(f"{asked.word} {self.seat(name)}")
            if all(word.partition("x")[0] in (*self.game.faces, "?") for word in words):
                return self.chance(f"{asked.word} {' '.join(words)}")
            cards = "a card" if asked.number == 1 else f"{asked.number} cards"
            raise InvalidAction(text, f"expected {cards} of {', '.join(asked.left)}, or ?")
        return self._take(text, None)

    def _reads(self, text: str) -> bool:
        try:
            self.game.read(self._position.state, text)
        except InvalidAction:
            return False
        return True

    def leave(self, seat: int | str) -> Position:
        """A seat leaves the table. Where the rules say what follows it is a call of the referee; elsewhere it is written down alone,
        and moves nothing."""
        number = self.seat(seat)
        if self._reads(f"leave {number}"):
            return self.referee(f"leave {number}")
        self._append(Leave(seq=0, seat=number, ply=self.plies, author=self.author, time=_now()))
        self._changed()
        return self._position

    def _take(self, text: str, player: int | None, clock: float | None = None) -> Position:
        state = self._position.state
        after = self._position.play(text, player)
        assert after.explanation is not None and after.explanation.player is not None
        self._write(self.game.write(state, self.game.read(state, text)), after.explanation.player, after, clock)
        self._settle()
        self._changed()
        return self._position

    def _write(self, text: str, player: int, after: Position, clock: float | None = None) -> None:
        """One ply, and a checkpoint where one is due."""
        record = ply_record(player, text)
        if isinstance(record, ActionPly):
            now = time.monotonic()
            if clock is None and self._clock:
                clock = round(now - self._since, 1)
            record = ActionPly(seq=0, seat=record.seat, action=record.action, clock=clock)
        written = self._append(record)
        self._since = time.monotonic()
        self._done.append(_Done(written.seq, Action(text, player)))
        self._position = after
        if self.plies % _KEPT == 0:
            self._positions[self.plies] = after
        if self.plies % EVERY == 0:
            self._checkpoint()

    def _checkpoint(self) -> None:
        self._append(Checkpoint(seq=0, ply=self.plies, state=state_hash(self.game, self._position.state)))

    def _append(self, record: Record) -> Record:
        written = self._lines.append(record)
        self._written.append(Written(self._lines.lines, written))
        return written

    def _settle(self) -> None:
        """Write what chance does and nobody has to be asked for; at the end of the match, how it ended."""
        while (text := self._unasked.due(before := self._position)) is not None:
            self._write(text, CHANCE, before.play(text, CHANCE))
            self._unasked.taken(before)
        outcome = self._position.outcome
        if outcome is not None and self._result is None:
            if self.plies % EVERY:
                self._checkpoint()
            result = Result(seq=0, reason=outcome.reason, winners=list(outcome.winners), scores=list(outcome.scores))
            self._append(result)
            self._result = result

    # -- taking back

    def undo(self) -> list[Action]:
        """Take back the last action that somebody entered, with the chance that followed it by itself; a line each. What was taken
        back, the last first. ReplayError where nothing is left to take back."""
        left = self.plies
        while left and self._by_itself(left):
            left -= 1
        if not left:
            raise ReplayError(self.path, None, "nothing has been done yet that could be taken back")
        undone = [self._undo_one() for _ in range(self.plies - left + 1)]
        self._settle()
        self._changed()
        return undone

    def _undo_one(self) -> Action:
        last = self._done[-1]
        self._append(Undo(seq=0, of=last.seq, author=self.author, time=_now()))
        self._done.pop()
        self._result = None
        self._old = min(self._old, self.plies)
        self._positions = {ply: kept for ply, kept in self._positions.items() if ply <= self.plies}
        self._position = self._at(self.plies)
        return last.action

    def _by_itself(self, ply: int) -> bool:
        """Whether that ply is one that nobody was asked for."""
        action = self._done[ply - 1].action
        return action.player == CHANCE and self._unasked.due(self._at(ply - 1)) == str(action)

    def _at(self, ply: int) -> Position:
        near = max((kept for kept in self._positions if kept < ply), default=0)
        if ply <= self._old:
            return self._read.at(ply)
        position = self._positions[near] if near > self._old else self._read.at(self._old)
        for done in self._done[max(near, self._old) : ply]:
            position = position.play(done.action, done.action.player)
        return position

    # -- what is said

    def note(
        self,
        text: str,
        *,
        author: str | None = None,
        language: str | None = None,
        glyph: str | None = None,
        rule: str | None = None,
        card: str | None = None,
        ply: int | None = None,
    ) -> Note:
        """A note on the last ply, or on `ply`. Unknown glyphs and rules are refused, IndexError for a ply that is not there."""
        if glyph is not None and glyph not in GLYPHS:
            raise UnknownName("glyph", glyph, list(GLYPHS))
        if rule is not None:
            read_rulebook(self.game.name)[rule]  # refuses unknown ids, naming close ones
        if ply is not None and not 0 <= ply <= self.plies:
            raise IndexError(f"ply {ply} is not there: the main line has the plies 0 to {self.plies}")
        written = self._append(
            Note(
                seq=0, ply=self.plies if ply is None else ply, author=self.author if author is None else author, text=text,
                language=self.header.language if language is None else language, glyph=glyph, rule=rule, card=card, time=_now(),
                written=None if ply is None or ply == self.plies else self.plies,
            )
        )  # fmt: skip
        self._changed()
        assert isinstance(written, Note)
        return written

    # -- listeners, and the end

    def listen(self, call: Callable[[Recorder], object]) -> Callable[[], None]:
        """Have `call` told whenever something was written; what comes back stops that."""
        self._listeners.append(call)

        def stop() -> None:
            if call in self._listeners:
                self._listeners.remove(call)

        return stop

    def _changed(self) -> None:
        for call in list(self._listeners):
            call(self)

    # -- how it shows itself

    def show(self, lang: str | None = None, seat: int | str | None = None, **more: Any) -> RecorderWidget:
        """The widget that records by click, key and typed text, and follows what is recorded from Python. `lang`: by itself the
        recording's; `seat`: shows what that seat may see, by itself all that is known. `theme`: auto, light or dark."""
        from cardlab.widgets.recorder import RecorderWidget

        return RecorderWidget(self, lang=lang, seat=None if seat is None else self.seat(seat), **more)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """As its widget; one for all cells that show it so."""
        if self._widget is None:
            self._widget = self.show()
        return self._widget._repr_mimebundle_(**kwargs)

    def finish(self) -> Replay:
        """Close the recording, over or broken off; the file as a replay. A broken-off one ends with a checkpoint, so that whoever
        resumes it can be sure to be where it stopped."""
        if not self.closed:
            if self._result is None and self.plies and self.plies % EVERY:
                self._checkpoint()
            self.close()
        return self.replay

    def close(self) -> None:
        """Let others write the file. Everything was written when it happened."""
        if not self.closed:
            self._lines.close()
            self._changed()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"cardlab.resume({str(self.path)!r})"

    def __str__(self) -> str:
        state = "over" if self.over else "closed" if self.closed else "open"
        return f"{self.path}: {self.game.title}, {', '.join(self.names)}; {self.plies} plies, {state}"


def _resumable(replay: Replay) -> None:
    if replay.is_sheet:
        raise ReplayError(replay.path, None, "a score sheet without moves cannot be resumed as a recording")
    if replay.unplayed:
        last = replay.problems[0]
        raise ReplayError(
            replay.path, last.line,
            f"cannot be resumed, as {replay.unplayed} of its plies cannot be played; `cardlab check` tells all that is wrong. "
            f"First: {last.what}",
        )  # fmt: skip


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def seat_number(name: int | str, names: Sequence[str]) -> int:
    """The number of a seat, by number or name; UnknownName where there is none, or several have that name."""
    found = [n for n, known in enumerate(names) if (name == n if isinstance(name, int) else name.casefold() == known.casefold())]
    if len(found) != 1:
        raise UnknownName("seat", name, [f"{number} ({one})" for number, one in enumerate(names)])
    return found[0]
