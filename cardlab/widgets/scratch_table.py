"""ScratchTable: play on from any position in a page, be refused with the passage, and never touch the record.

The widget decides nothing: the page gets what may be done (`moment.py`) and draws a move of a card that is seen before the kernel has
answered; what a person chose goes to the Scratch, which checks it. What is done to the Scratch from Python cells shows here too.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import anywidget
import msgspec
import traitlets
from anywidget.experimental import command

from cardlab.draw import draw_html, draw_text
from cardlab.errors import IllegalAction
from cardlab.game import Action
from cardlab.lens import Lens
from cardlab.scratch.lines import Edit, Faces, Fold, Line, Name, Play, Remark
from cardlab.scratch.table import Scratch
from cardlab.scratch.tree import Node
from cardlab.scratch.view import beyond, leaf_view, tree_view
from cardlab.text import LANGUAGES, check_language
from cardlab.widgets.bundle import bundle
from cardlab.widgets.frames import book_data, frames_from, words_data
from cardlab.widgets.moment import Told, moment, refusal
from cardlab.widgets.scratch_deeds import Deeds

SHOWN_PLIES = 8
"""Plies before the node on the table that the page can tell of."""
MOST_GROWN = 200
"""Nodes that go to the page one by one before the whole tree goes again."""


class ScratchTable(anywidget.AnyWidget):
    """A scratch table to play on. `.scratch` is the table itself, whose eyes it is seen with; `.lang` the language."""

    _esm = bundle("scratch.js")

    frames = traitlets.Bytes().tag(sync=True)
    moment = traitlets.Bytes().tag(sync=True)
    tree = traitlets.Bytes().tag(sync=True)
    """The whole tree as it was at some moment."""
    grown = traitlets.Bytes().tag(sync=True)
    """The nodes that are new or other since then."""
    book = traitlets.Bytes().tag(sync=True)
    words = traitlets.Bytes().tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    lang = traitlets.Enum(LANGUAGES, default_value="en").tag(sync=True)
    theme = traitlets.Enum(("auto", "light", "dark"), default_value="auto").tag(sync=True)
    beneath = traitlets.Bool(False).tag(sync=True)
    """Whether it is shown under a viewer, which it can be left for."""

    _tables: tuple[str, ...] = ("recorder", "scratch_table")
    """The tables of its words, each laid over those before it."""
    _deaf = staticmethod(lambda: None)
    """Ends the listening to the scratch table."""

    def __init__(self, scratch: Scratch, *, lang: str | None = None, theme: str = "auto", leave: Callable[[], None] | None = None) -> None:
        """`lang`: by itself the scratch table's. `leave`: what is done when the page asks to go back to where the table was opened."""
        self.scratch = scratch
        self._leave_for = leave
        self._deeds = Deeds(scratch)
        self._times, self._version = 0, 0
        self._held, self._heard = False, False
        self._grown: dict[int, Node] | None = None
        language = check_language(lang) if lang else scratch.language
        super().__init__(
            book=book_data(scratch.game),
            words=words_data(scratch.game.name, *self._tables),
            lang=language if language in LANGUAGES else "en",
            theme=theme,
            beneath=leave is not None,
        )
        self._look()
        self._deaf = scratch.listen(self._follow)

    def close(self) -> None:
        """No longer follows the scratch table, which stays."""
        self._deaf()
        super().close()

    # -- what is shown

    def _follow(self, line: Line | None) -> None:
        """Something was done: nothing that goes wrong here may stop what was done elsewhere."""
        self._note(line)
        if self._held:
            self._heard = True
            return
        try:
            self._look()
        except Exception as error:
            self.error = str(error) or repr(error)

    def _note(self, line: Line | None) -> None:
        """Which nodes of the tree the page does not have, or has as they were; None where that is the whole tree."""
        if line is None or self._grown is None:
            return
        nodes = self.scratch.tree.nodes
        if isinstance(line, (Play, Faces, Edit)):
            more = nodes[line.id : line.id + (len(line.plies) if isinstance(line, Play) else 1)]
        elif isinstance(line, (Name, Remark, Fold)):
            more = [nodes[line.of]]
        else:
            self._grown = None
            return
        if len(self._grown) + len(more) > MOST_GROWN:
            self._grown = None
        else:
            self._grown |= {node.id: node for node in more}

    def _look(self) -> None:
        self._times += 1
        scratch = self.scratch
        with self.hold_sync():
            self.frames, shown = self._frames()
            self.moment = msgspec.json.encode(self._may_do(shown) | self._where())
            if self._grown is None:
                self._grown, self._version = {}, self._times
                self.tree = msgspec.json.encode({"version": self._version, "nodes": tree_view(scratch)["nodes"]})
            leaves = [leaf_view(scratch, node) for node in self._grown.values()]
            self.grown = msgspec.json.encode({"version": self._version, "nodes": leaves})

    def _may_do(self, state: Any) -> dict[str, Any]:
        """What may be done now: `Moment` in the front end's types."""
        scratch = self.scratch
        # on this table cards are what they were supposed to be: what its reader may not know of the record is not in it at all
        now = moment(scratch.game, scratch.names, state, Lens())
        return now if self._deeds.draft is None else now | {"moves": [], "asked": None, "calls": []}

    def _frames(self) -> tuple[bytes, Any]:
        """The table of the node, or of the draft where one is being edited, with the plies before it; and its state."""
        scratch, draft = self.scratch, self._deeds.draft
        title = scratch.left.replay.title if scratch.left is not None else scratch.game.title
        if draft is not None:
            position = self._deeds.drafted
            return frames_from(position, [], scratch.lens, title), position.state
        node = scratch.node
        actions: list[Action] = []
        while node.action is not None and node.parent is not None and len(actions) < SHOWN_PLIES:
            actions.append(node.action)
            node = node.parent
        return frames_from(scratch.at(node), actions[::-1], scratch.lens, title), scratch.position.state

    def _where(self) -> dict[str, Any]:
        """Where the table stands: `Scratching` in the front end's types."""
        scratch, node = self.scratch, self.scratch.node
        left = scratch.left
        return {
            "at": self._times,
            "plies": node.plies,
            "closed": False,
            "node": node.id,
            "kind": node.kind,
            "checked": node.checked,
            "banner": {lang: scratch.banner(node, lang) for lang in LANGUAGES},
            "beyond": beyond(scratch, node),
            "text": scratch.text,
            "undo": scratch.tree.last is not None,
            "redo": scratch.tree.again is not None,
            "left": None if left is None else {"title": left.replay.title, "ply": left.ply, "branch": left.branch},
            "file": str(scratch.keeper.path) if scratch.keeper is not None else "",
            "problems": [problem.what for problem in scratch.problems],
            "draft": self._deeds.draft_view(),
        }

    # -- what the page asks for. An exception in a command would leave the browser waiting for ever.

    def _closed_to(self, _name: Any) -> str:
        """Why the page may not do that now, or have it told, by its name among the deeds; "" where it may."""
        return ""

    def _reply(self, msg: Any, work: Callable[[Any], dict[str, Any] | None]) -> tuple[dict[str, Any], list[bytes]]:
        scratch = self.scratch
        try:
            if msg.get("at") != self._times:
                return {"error": "stale"}, []
            if closed := self._closed_to(msg.get("do", "enter")):
                return {"error": closed}, []
            return work(msg) or {}, []
        except IllegalAction as error:
            return refusal(Told(scratch.game, scratch.names), scratch.position.state, Lens(), error), []
        except Exception as error:
            return {"error": str(error) or repr(error)}, []

    @command
    def _enter(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """An action is played, of whoever is to act."""
        return self._changing(msg, lambda msg: self._deeds.play(msg))

    @command
    def _do(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """Anything else that changes the table, by name."""
        return self._changing(msg, self._deeds.do)

    def _changing(self, msg: Any, work: Callable[[Any], dict[str, Any] | None]) -> tuple[dict[str, Any], list[bytes]]:
        """What is done in several steps is looked at once."""

        def do(msg: Any) -> dict[str, Any] | None:
            self._held, self._heard = True, False
            try:
                answer = work(msg)
                self._heard = True  # a draft tells nobody that it changed
                return answer
            finally:
                self._held = False
                if self._heard:
                    self._look()

        return self._reply(msg, do)

    @command
    def _tell(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """Something is told, and nothing changes."""
        try:
            if closed := self._closed_to(msg.get("do")):
                return {"error": closed}, []
            return self._deeds.tell(msg) or {}, []
        except Exception as error:
            return {"error": str(error) or repr(error)}, []

    @command
    def _leave(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """Back to where the table was opened; it stays as it is."""
        try:
            if self._leave_for is not None:
                self._leave_for()
        except Exception as error:
            return {"error": str(error) or repr(error)}, []
        return {}, []

    @command
    def _still(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """Whether anybody is there."""
        return {"at": self._times}, []

    # -- without a kernel, or without a browser

    def __repr__(self) -> str:
        return f"{self.scratch!r}.show(lang={self.lang!r})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it the position as text and as a table: what a saved notebook shows without a kernel."""
        made = super()._repr_mimebundle_(**kwargs)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        scratch, game = self.scratch, self.scratch.game.name
        table, banner = scratch.table(), scratch.banner(lang=self.lang)
        data["text/plain"] = f"{banner}\n{draw_text(table, self.lang, game=game)}"
        data["text/html"] = f"<p><b>{escape(banner)}</b></p>{draw_html(table, self.lang, game=game)}"
        return data, metadata
