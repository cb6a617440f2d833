"""What a widget needs to show branches: the trait with their data, and the line that is on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import traitlets

from cardlab.errors import UnknownName
from cardlab.lens import Lens
from cardlab.replay.tracks import Branch, Track
from cardlab.widgets.branch_data import BranchData, shown_branches

if TYPE_CHECKING:
    from cardlab.replay import Replay


class BranchCommands(traitlets.HasTraits):
    """Shows the branches of a replay. `.line` is the id of the branch on the table, None the main line; `.ply` counts on that line."""

    branches = traitlets.Bytes().tag(sync=True)
    line = traitlets.Unicode(None, allow_none=True).tag(sync=True)

    _replay: Replay
    _upto: int | None
    _branch_data: BranchData

    def _lens_now(self) -> Lens:
        raise NotImplementedError

    def _branches_now(self) -> Mapping[str, Branch]:
        """Every branch that was read, by its id."""
        return self._replay.all_branches

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
        self.branches = self._branch_data.data(self._branches_now())

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
        self.ply: int = max(0, min(self.ply, self._last_ply(self.line)))
