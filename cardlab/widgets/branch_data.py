"""What a viewer needs of the branches, as plain data: `BranchData` in `frontend/src/decode.ts`.

A branch travels as the main line does, as steps that each hold what changed; its first table as what the supposed cards change on the
one that it leaves. Whatever the lens may not know stays here: branches that leave a later ply, the face that a supposed card really
has where the lens does not show it, and the reason of a refusal where that may name a hidden card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from cardlab.lens import Lens
from cardlab.replay.facts import Supposed, supposed
from cardlab.replay.tracks import Branch, Track, standing
from cardlab.table import difference
from cardlab.widgets.frames import Places, Steps, needed_facts

if TYPE_CHECKING:
    from cardlab.replay import Replay


def shown_branches(branches: Mapping[str, Branch], lens: Lens) -> list[Branch]:
    """The branches that stand and that the lens may know, those that leave one ply by their rank. Plies that were taken back are among
    them where a note or a branch hangs on them."""
    stand = standing(branches)
    parents = {branch.parent_id for branch in stand.values()}
    shown = [
        branch
        for branch in stand.values()
        if lens.reaches(root(branch).fork) and not (branch.undone and branch.id not in parents and not branch.notes)
    ]
    shown.sort(key=lambda branch: branch.promoted or ("", ""), reverse=True)
    return sorted(shown, key=lambda branch: branch.fork)


def root(branch: Branch) -> Branch:
    """The branch of the main line that leads to it."""
    while isinstance(branch.parent, Branch):
        branch = branch.parent
    return branch


class BranchData:
    """The branches of one game through one lens. What was walked through once is kept: after a new line only what changed is walked."""

    def __init__(self, replay: Replay, lens: Lens) -> None:
        self._replay, self._lens = replay, lens
        self._rules, self._phrases = Places(), Places()
        self._walked: dict[int, dict[str, Any]] = {}

    def data(self, branches: Mapping[str, Branch], own: Iterable[str] = ()) -> bytes:
        """UTF-8 JSON: those that stand and may be known. `own`: ids of those that the person who annotates may go on with."""
        shown = shown_branches(branches, self._lens)
        if not shown:
            return b""
        mine, runs = frozenset(own), _Runs()
        fresh: list[dict[str, Any]] = []
        walks = {branch.id: self._walk(branch, runs, fresh) for branch in shown}
        needed_facts(fresh, list(self._rules), list(self._phrases), self._replay.game.name)
        self._walked = {runs.of(branch)[-1]: walks[branch.id] for branch in shown}
        told = [self._told(branch) | walks[branch.id] | ({"own": True} if branch.id in mine else {}) for branch in shown]
        return msgspec.json.encode({"rules": list(self._rules), "phrases": list(self._phrases), "branches": told})

    def _told(self, branch: Branch) -> dict[str, Any]:
        """What is said of it."""
        assert branch.parent is not None
        said: dict[str, Any] = {"id": branch.id, "name": branch.name, "author": branch.author or "", "parent": branch.parent_id}
        said["ply"] = branch.fork
        if branch.undone:
            said["undone"] = True
        if branch.facts and (facts := list(self._facts(branch))):
            said["facts"] = facts
        if branch.fault:
            said["problem"] = branch.fault if self._lens.sees_unseen else ""
        return said

    def _facts(self, branch: Branch) -> Iterable[dict[str, Any]]:
        """The supposed cards: where, which face, and instead of which one, where the lens shows that."""
        assert branch.parent is not None
        game, state = branch.game, branch.parent.state_at(branch.fork)
        zones = [zone.id for zone in game.zones(state.options, state.seats)]
        for text in branch.facts:
            if (fact := supposed(game, state, text)) is None:
                continue  # told as the problem of the branch
            place = {"n": fact.nth} if fact.nth is not None else {"r": fact.row, "c": fact.col}
            said = {"z": zones.index(fact.zone), **place, "face": fact.face}
            if fact.was is not None and self._sees(branch, state, fact):
                said["was"] = fact.was
            yield said

    def _sees(self, branch: Branch, state: Any, fact: Supposed) -> bool:
        if self._lens.seats is not None:
            return any(fact.card not in branch.game.hidden(state, seat) for seat in self._lens.seats)
        if self._lens.seat is not None:
            return fact.card not in branch.game.hidden(state, self._lens.seat)
        return self._lens.spoilers or any(fact.card not in branch.game.hidden(state, seat) for seat in range(state.seats))

    def _walk(self, branch: Branch, runs: _Runs, fresh: list[dict[str, Any]]) -> dict[str, Any]:
        """Its first table and its steps; those that were not known are put into `fresh` too."""
        key = runs.of(branch)[-1]
        if (known := self._walked.get(key)) is not None:
            return known
        assert branch.parent is not None
        game, lens = branch.game, self._lens
        walk = Steps(game, branch.names, branch.state_at(0), lens, self._rules, self._phrases)
        made: dict[str, Any] = {"at": walk.at}
        if branch.facts:
            before = branch.parent.state_at(branch.fork)
            if changed := difference(game.cards(before, lens), walk.cards):
                made["z"] = changed
            infos = game.seat_infos(before, lens)
            if seats := [(i, *info) for i, (old, info) in enumerate(zip(infos, walk.infos, strict=True)) if old != info]:
                made["s"] = seats
        for who, move in branch.moves:
            walk.take(who, move)
        fresh += walk.steps
        made |= {"steps": walk.steps, "marks": walk.marks}
        if branch.moves and (outcome := game.outcome(walk.state)) is not None:
            made["result"] = {"reason": outcome.reason, "winners": outcome.winners, "scores": outcome.scores}
        return made


class _Runs:
    """For each ply of a track, a number that stands for all that led there: two runs with the same one are the same."""

    def __init__(self) -> None:
        self._known: dict[int, list[int]] = {}

    def of(self, track: Track) -> list[int]:
        """From the start of the track to its end; its length is one more than the track's."""
        if id(track) not in self._known:
            line = [track]
            while (parent := line[-1].parent) is not None and id(parent) not in self._known:
                line.append(parent)
            for one in reversed(line):
                self._known[id(one)] = self._run(one)
        return self._known[id(track)]

    def _run(self, track: Track) -> list[int]:
        if track.parent is None:
            now = 0
        else:
            assert isinstance(track, Branch)
            # its first ply is another place than the one it leaves
            now = hash((self._known[id(track.parent)][track.fork], track.facts, "branch"))
        run = [now]
        for record in track.records:
            now = hash((now, record.player, record.action))
            run.append(now)
        return run
