"""What a widget needs to show branches and to write them: the trait with their data, the line that is on the table, and the command by
which the browser begins, plays, names, ranks and deletes one.

Each command appends one line at once; what cannot be written is answered with the reason, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import traitlets
from anywidget.experimental import command

from cardlab.errors import IllegalAction, UnknownName
from cardlab.explain import Explanation
from cardlab.game import CHANCE
from cardlab.lens import Lens
from cardlab.position import Position
from cardlab.replay.facts import supposed
from cardlab.replay.records import BranchStart
from cardlab.replay.saying import NoteError
from cardlab.replay.tracks import Branch, Track
from cardlab.text import fill, word
from cardlab.widgets.branch_data import BranchData, shown_branches

if TYPE_CHECKING:
    from cardlab.replay import Replay
    from cardlab.replay.annotate import Annotator
    from cardlab.replay.notes import Notes

Answer: TypeAlias = tuple[dict[str, Any], list[bytes]]

MOST_OFFERED: Final = 200
"""Legal actions that are sent at most: more than any table of these games has."""


class BranchCommands(traitlets.HasTraits):
    """Shows the branches of a replay. `.line` is the id of the branch on the table, None the main line; `.ply` counts on that line."""

    branches = traitlets.Bytes().tag(sync=True)
    line = traitlets.Unicode(None, allow_none=True).tag(sync=True)

    lang: Any
    ply: Any
    _replay: Replay
    _upto: int | None
    _pen: Annotator | None = None
    """Writes, where a file to write was given."""
    _read: Notes | None = None
    _branch_data: BranchData

    def _lens_now(self) -> Lens:
        raise NotImplementedError

    def _branches_now(self) -> Mapping[str, Branch]:
        """Every branch that was read, by its id."""
        return self._replay.all_branches if self._read is None else self._read.branches

    def _open_branches(self, line: str | None) -> None:
        """Refuse a line that is not there: UnknownName lists those that are."""
        known = [branch.id for branch in shown_branches(self._branches_now(), Lens(ply=self._upto))]
        if line is not None and line not in known:
            raise UnknownName("branch", line, known)

    def _look_at_branches(self) -> None:
        """The branches as the lens of now may see them; those of the lens before leave the browser."""
        self._branch_data = BranchData(self._replay, self._lens_now())
        self._send_branches()

    def _send_branches(self) -> None:
        """The branches as they stand; where the one on the table is gone, the line that it left comes back."""
        branches = self._branches_now()
        line = self._standing_line(branches)
        with self.hold_trait_notifications():
            self.branches = self._branch_data.data(branches, self._own_branches())
            if line is not None:
                self.line, self.ply = line

    def _standing_line(self, branches: Mapping[str, Branch]) -> tuple[str | None, int] | None:
        """The line and the ply where the branch on the table leaves, or what it leaves, that stands; None where it stands itself."""
        if self.line is None:
            return None
        standing = {branch.id for branch in shown_branches(branches, Lens(ply=self._upto))}
        if self.line in standing:
            return None
        line, ply = branches.get(self.line), 0
        while line is not None and line.id not in standing:
            ply, line = line.fork, line.parent if isinstance(line.parent, Branch) else None
        return (None if line is None else line.id), ply

    def _own_branches(self) -> list[str]:
        """Those that can be gone on with: they were begun in the file that is written."""
        if self._pen is None or self._read is None:
            return []
        starts = [thread.root for thread in self._read.fold.branches.values() if thread.root.path == self._pen.path]
        return [start.record.id for start in starts if isinstance(start.record, BranchStart)]

    def _track(self, line: str | None) -> Track:
        """That line; the main one where it is not there any more."""
        branches = self._branches_now()
        return self._replay.main if line is None or line not in branches else branches[line]

    def _last_ply(self, line: str | None) -> int:
        """The last ply of a line that may be known."""
        track = self._track(line)
        if isinstance(track, Branch) or self._upto is None:
            return len(track)
        return min(self._upto, len(track))

    @traitlets.validate("line")
    def _known_line(self, proposal: Any) -> str | None:
        line: str | None = proposal["value"]
        try:
            self._open_branches(line)
        except UnknownName as error:  # so that everything that was set together with it stays as it was
            raise traitlets.TraitError(str(error)) from None
        return line

    @traitlets.observe("line")
    def _within_the_line(self, _change: Any) -> None:
        """The ply is one of the line."""
        self.ply = max(0, min(self.ply, self._last_ply(self.line)))

    # -- writing

    @command
    def _branch(self, msg: Any, buffers: Any) -> Answer:
        """One line: `{"do": "begin" | "play" | "chance" | "rename" | "promote" | "delete", "line": …, …}`; "look" writes none. Answers
        with the line, its last ply and what may be played there; or with the sentence and the rules that refuse it."""
        try:
            if self._pen is None:
                return {"error": "nothing can be written here: show(edit=…, author='…')"}, []
            line = self._doing(msg["do"])(self._pen, msg)
            if msg["do"] != "look":
                self._wrote()
            return self._offer(line), []
        except IllegalAction as error:
            ruling = error.ruling
            told = ruling.text(self.lang) if isinstance(ruling, Explanation) else str(error)
            return {"refused": told, "rules": [error.rule]}, []
        except Exception as error:  # an exception in a command would leave the browser waiting for ever
            return {"error": str(error) or repr(error)}, []

    def _wrote(self) -> None:
        """After a line of ours: what stands now goes to the browser."""
        assert self._pen is not None
        self._read = self._pen.notes
        self._send_branches()

    def _doing(self, do: Any) -> Callable[[Annotator, Mapping[str, Any]], str | None]:
        """What does that: it answers the line that is on the table afterwards."""
        known: dict[str, Callable[[Annotator, Mapping[str, Any]], str | None]] = {
            "begin": self._begin, "play": self._play, "chance": self._chance,
            "rename": lambda pen, msg: (pen.rename(msg["line"], _name(msg)), msg["line"])[1],
            "promote": lambda pen, msg: (pen.promote(msg["line"]), msg["line"])[1],
            "delete": lambda pen, msg: (pen.delete_branch(msg["line"], str(msg.get("text", ""))), None)[1],
            "look": lambda pen, msg: msg["line"],
        }  # fmt: skip
        if do not in known:
            raise NoteError(f"unknown thing to do {do!r}; known: {', '.join(known)}")
        return known[do]

    def _begin(self, pen: Annotator, msg: Mapping[str, Any]) -> str:
        line, ply = msg.get("line"), msg["ply"]
        self._open_branches(line)
        if self._upto is not None and line is None and ply > self._upto:
            raise NoteError(f"no ply {ply!r}; plies are 0 to {self._upto}")
        return pen.branch(_name(msg), ply, line, facts=[str(fact) for fact in msg.get("facts", ())])

    def _play(self, pen: Annotator, msg: Mapping[str, Any]) -> str:
        line, action = str(msg["line"]), msg["action"]
        if not isinstance(action, str):
            raise NoteError(f"expected an action as text, got {action!r}")
        before = self._end_of(pen, line)
        if not self._may_play(before):
            raise NoteError(self._not_shown(before))
        self._turns_up_nothing(pen.notes.branches[line], before, before.play(action.strip()))
        pen.play(line, action.strip())
        return line

    def _chance(self, pen: Annotator, msg: Mapping[str, Any]) -> str:
        """Chance acts, evenly from what can still be; the same branch with the same plies gets the same."""
        line = str(msg["line"])
        before = self._end_of(pen, line)
        if before.player != CHANCE:
            raise NoteError("chance is not to act here")
        action = before.sample(Random(f"{before.text}/{before.plies}"))
        self._turns_up_nothing(pen.notes.branches[line], before, before.play(action))
        pen.play(line, action)
        return line

    def _end_of(self, pen: Annotator, line: str) -> Position:
        self._open_branches(line)
        track = pen.notes.branches[line]
        return track.at(len(track))

    def _offer(self, line: str | None) -> dict[str, Any]:
        """What may be played at the end of a branch, as far as whoever looks may know it."""
        if self._pen is None or line is None:
            return {"line": line}
        end = self._end_of(self._pen, line)
        open_ones = end.legal_actions() if self._may_play(end) else []
        return {
            "line": line,
            "ply": len(self._pen.notes.branches[line]),
            "player": end.player,
            "actions": [str(action) for action in open_ones[:MOST_OFFERED]],
        }

    def _may_play(self, position: Position) -> bool:
        """Only the actions of a seat that is looked from, or whose hand is shown, can be tried: what another may do tells of its hand."""
        return position.player is None or position.player < 0 or self._lens_now().sees(position.player)

    def _not_shown(self, position: Position) -> str:
        """Why the seat to act can try nothing."""
        seat = self._lens_now().seat
        if seat is None:
            return self._say("only_shown_hands", name=position.names[position.player or 0])
        return self._say("only_own_seat", name=position.names[seat])

    def _turns_up_nothing(self, branch: Branch, before: Position, after: Position) -> None:
        """Where what comes later is hidden, a try may not turn up the cards that will come: NoteError, unless the branch supposes them."""
        lens = self._lens_now()
        if lens.ply is None and lens.spoilers:
            return
        seats = sorted(lens.seats or range(before.seats)) if lens.seat is None else [lens.seat]
        game, (old, new) = before.game, (before.state, after.state)
        unseen = set(game.hidden(old, seats[0])).intersection(*(game.hidden(old, seat) for seat in seats))
        seen = {card for card in unseen if any(card not in game.hidden(new, seat) for seat in seats)}
        if seen - self._supposed_cards(branch):
            raise NoteError(self._say("turns_up_unseen"))

    def _supposed_cards(self, branch: Branch) -> set[int]:
        """The cards that the branch, or one that it leaves, says to be others: they are no news."""
        cards: set[int] = set()
        track: Track | None = branch
        while isinstance(track, Branch):
            assert track.parent is not None
            state = track.parent.state_at(track.fork) if track.facts else None
            cards |= {found.card for fact in track.facts if (found := supposed(track.game, state, fact)) is not None}
            track = track.parent
        return cards

    def _say(self, key: str, **facts: str) -> str:
        return fill(word("ui", key, self.lang), facts)


def _name(msg: Mapping[str, Any]) -> str:
    name = msg.get("name")
    if not isinstance(name, str) or not name.strip():
        raise NoteError("a branch has a name")
    return name.strip()
