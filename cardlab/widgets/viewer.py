"""ReplayViewer: step through a replay with the arrow keys, the governing rule highlighted beside the table.

Traits and messages only: what is shown is made in `frames.py`, drawn in `frontend/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from os import PathLike
from typing import TYPE_CHECKING, Any

import anywidget
import msgspec
import traitlets
from anywidget.experimental import command
from ipywidgets import widget_serialization

from cardlab.draw import draw_html, draw_text
from cardlab.lens import Lens
from cardlab.replay.place import place_code
from cardlab.replay.tracks import Branch, Track
from cardlab.rulebook import read_rulebook
from cardlab.text import LANGUAGES, check_language, word
from cardlab.widgets.branch_commands import BranchCommands
from cardlab.widgets.bundle import bundle
from cardlab.widgets.frames import Walk, book_data, frames, words_data
from cardlab.widgets.judged import judge, judged
from cardlab.widgets.later import after_display
from cardlab.widgets.note_commands import NoteCommands

if TYPE_CHECKING:
    from cardlab.replay import Replay
    from cardlab.replay.verdict import Judgement
    from cardlab.scratch.table import Scratch
    from cardlab.widgets.scratch_table import ScratchTable

AHEAD = 200
"""Of a long game so many plies behind the one that is shown go ahead of the others."""


class ReplayViewer(NoteCommands, BranchCommands, anywidget.AnyWidget):
    """A replay to step through. `.ply` is the ply shown, both ways, on the `.line` that is on the table (a branch's id, None the main
    line); `.lang` the language; `.seat` and `.spoilers` what is seen; `.judged_by` the preset that it is held against."""

    _esm = bundle("viewer.js")

    frames = traitlets.Bytes().tag(sync=True)
    book = traitlets.Bytes().tag(sync=True)
    words = traitlets.Bytes().tag(sync=True)
    judged = traitlets.Bytes().tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    ply = traitlets.Int(0).tag(sync=True)
    lang = traitlets.Enum(LANGUAGES, default_value="en").tag(sync=True)
    theme = traitlets.Enum(("auto", "light", "dark"), default_value="auto").tag(sync=True)

    projector = traitlets.Bool(False).tag(sync=True)
    """Large and with few words, for a class."""
    revealed: Any = traitlets.List(traitlets.Int(), default_value=None, allow_none=True)
    """The hands that are shown, where all are hidden until one is asked for; None follows `seat`."""
    scratch = traitlets.Instance(anywidget.AnyWidget, allow_none=True).tag(sync=True, **widget_serialization)
    """The scratch table that is open below the viewer, a ScratchTable; None where none is."""

    _deaf = staticmethod(lambda: None)
    """Ends the listening to the replay."""

    seat = traitlets.Int(None, allow_none=True)
    """The seat looked from; None sees every hand."""
    spoilers = traitlets.Bool(True)
    """False hides what comes later: moves, notes, marks, length and result."""
    judged_by = traitlets.Unicode(None, allow_none=True)
    """Another preset to judge the replay by: the plies that differ are marked. None, or the replay's own, judges nothing."""

    _walk: Walk | None = None
    """The walk through the game that stopped after the first plies, until the others are sent."""

    def __init__(
        self,
        replay: Replay,
        *,
        lang: str | None = None,
        seat: int | None = None,
        ply: int = 0,
        spoilers: bool = True,
        upto: int | None = None,
        theme: str = "auto",
        line: str | None = None,
        layers: Sequence[str | PathLike[str]] | bool = (),
        edit: str | PathLike[str] | bool | None = None,
        author: str = "",
        projector: bool = False,
    ) -> None:
        """`lang`: by itself the replay's language. `upto`: the last ply that may be known at all; what lies behind it does not
        reach the browser. `line`: the id of a branch, on which `ply` then counts. `layers`: note layers shown with the game's own notes;
        True for all that stand beside it. `edit`: the layer that notes and branches are written to, begun where it is not there; True for
        the game's own file. `author`: who writes them; where that is left out, whoever the layer says. `projector`: large, with few words,
        and, where no seat is named, every hand hidden until it is asked for. ValueError for a seat or a ply that is not there, and where it
        is not told who writes; UnknownName for a line."""
        if seat is not None and not 0 <= seat < len(replay.names):
            raise ValueError(f"no seat {seat!r}; seats are 0 to {len(replay.names) - 1}")
        self._replay, self._upto = replay, upto
        language = check_language(lang) if lang else replay.header.language
        self._open_notes(layers, edit, author, language)
        self._open_branches(line)
        last = self._last_ply(line)
        if not 0 <= ply <= last:
            raise ValueError(f"no ply {ply!r}; plies are 0 to {last}")
        self._judgements: dict[str, Judgement] = {}
        revealed: list[int] | None = [] if projector and seat is None else None
        self._shown_to = Lens(seat, upto, spoilers, None if revealed is None else frozenset())
        self._scratches: dict[tuple[int, str | None, Lens], ScratchTable] = {}
        super().__init__(
            book=book_data(replay.game),
            words=words_data(replay.game.name, "quizzing", beneath="recorder"),
            ply=ply,
            line=line,
            lang=language if language in LANGUAGES else "en",
            seat=seat,
            spoilers=spoilers,
            theme=theme,
            projector=projector,
            revealed=revealed,
        )
        # after the opening: the page loads the module and reads the rulebook while the game is walked through here
        self._send_first()
        self._deaf = replay.listen(self._follow)

    def _send_first(self) -> None:
        """What the viewer shows. Of a long game the plies around the one shown go ahead, so that the first table need not wait for the
        others: they follow by themselves as soon as the page was told to show the viewer."""
        walk, near = Walk(self._replay, self._lens_now()), self.ply + AHEAD
        if self.line is not None or len(walk) < 2 * near or not after_display(self._send_rest):
            self._send_all()
            return
        self._walk = walk
        self._send_notes(near)
        self.frames = msgspec.json.encode(walk.to(near))

    def _send_rest(self) -> None:
        """Does nothing where all was sent meanwhile."""
        if self._walk is not None:
            self._send_all()

    def _send_all(self) -> None:
        with self.hold_sync():
            self._send_notes()
            self.frames = self._frames_now()
            self._look_at_branches()

    def close(self) -> None:
        """No longer follows what is saved into the replay."""
        self._deaf()
        super().close()

    def _follow(self, path: str) -> None:
        """A branch was saved there from a scratch table: it is shown at once. Nothing that goes wrong here may stop what was done there."""
        try:
            self._read_again(path)
            if self._walk is not None:
                self._send_all()
                return
            self._send_notes()
            self._send_branches()
        except Exception as error:
            self.error = str(error) or repr(error)

    def _frames_now(self) -> bytes:
        walk, self._walk = self._walk, None
        if walk is not None and walk.lens == self._lens_now():
            return msgspec.json.encode(walk.to(len(walk)))
        return frames(self._replay, self._lens_now())

    def _may_see(self, seats: set[int | None]) -> None:
        """ValueError where whoever looks may not see with these seats' eyes."""

    def _look_again(self) -> None:
        """More of the game may be known now, or less: everything that was sent is sent as it is seen now."""
        self._shown_to = self._lens_now()
        self._judgements.clear()
        self.frames = self._frames_now()
        self._send_notes()
        self._look_at_branches()
        if self.judged_by is not None:
            self._judgements[self.judged_by] = judge(self._replay, self.judged_by, self._upto)
            self._judge_again()

    @traitlets.validate("ply")
    def _whole_ply(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), self._last_ply(self.line)))

    @traitlets.observe("seat", "spoilers", "revealed")
    def _look(self, _change: Any) -> None:
        """What is hidden from the new view leaves the browser with the frames it had."""
        # each of the two traits tells of a change, at the making of the viewer as well
        if (lens := self._lens_now()) != self._shown_to:
            self._shown_to = lens
            if self._walk is not None:
                self._walk = None
                self._send_notes()
            with self.hold_sync():
                self.frames = self._frames_now()
                self._look_at_branches()
                self._judge_again()

    @traitlets.validate("judged_by")
    def _another_preset(self, proposal: Any) -> str | None:
        """The preset, once the replay could be judged by it: one by which it cannot leaves everything as it was."""
        preset: str | None = proposal["value"]
        if preset == self._replay.header.preset:
            return None
        if preset is not None and preset not in self._judgements:
            self._judgements[preset] = judge(self._replay, preset, self._upto)
        return preset

    @traitlets.observe("judged_by")
    def _judge_again(self, _change: Any = None) -> None:
        judgement = self._judgements.get(self.judged_by or "")
        self.judged = b"" if judgement is None else judged(judgement, read_rulebook(self._replay.game.name), self._lens_now())

    @command
    def _lens(self, msg: Any, buffers: Any) -> tuple[dict[str, str], list[bytes]]:
        """The browser asks for another seat or for what comes later to be hidden."""
        try:
            seat, spoilers = msg.get("seat"), msg.get("spoilers", True)
            if not (seat is None or (type(seat) is int and 0 <= seat < len(self._replay.names))):
                return {"error": f"no seat {seat!r}"}, []
            self._may_see({seat})
            with self.hold_trait_notifications():
                self.seat, self.spoilers = seat, bool(spoilers)
        except Exception as error:  # an exception in a command would leave the browser waiting for ever
            return {"error": str(error)}, []
        return {}, []

    @command
    def _judge(self, msg: Any, buffers: Any) -> tuple[dict[str, str], list[bytes]]:
        """The browser asks for the replay to be judged by a preset; the replay's own ends that."""
        try:
            preset = msg["preset"]
            if not isinstance(preset, str):
                return {"error": f"no preset {preset!r}"}, []
            self.judged_by = preset
        except Exception as error:  # an exception in a command would leave the browser waiting for ever
            return {"error": str(error) or repr(error)}, []
        return {}, []

    @command
    def _what_if(self, msg: Any, buffers: Any) -> tuple[dict[str, str], list[bytes]]:
        """The browser asks for a scratch table at a ply: the one that was opened there before, or a new one. It knows no more than the
        viewer shows."""
        try:
            self.scratch = self._scratch_at(msg["ply"], msg.get("line"))
        except Exception as error:  # an exception in a command would leave the browser waiting for ever
            return {"error": str(error) or repr(error)}, []
        return {}, []

    def _scratch_at(self, ply: int, line: str | None) -> ScratchTable:
        from cardlab.scratch.origin import Origin
        from cardlab.scratch.table import Scratch

        lens, track = self._lens_now(), self._track(line)
        if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= self._last_ply(line):
            raise ValueError(f"no ply {ply!r}; plies are 0 to {self._last_ply(line)}")
        place = ply, line, lens
        if place not in self._scratches:
            left = Origin(self._replay, ply, line, track)
            table = Scratch(
                track.at(ply),
                lens=replace(lens, ply=None, spoilers=lens.spoilers and lens.ply is None),
                language=self.lang,
                left=left,
            )
            self._scratches[place] = self._new_scratch(table)
        self._scratches[place].lang = self.lang
        return self._scratches[place]

    def _new_scratch(self, scratch: Scratch) -> ScratchTable:
        """The widget of a scratch table that was opened here."""
        from cardlab.widgets.scratch_table import ScratchTable

        return ScratchTable(scratch, lang=self.lang, theme=self.theme, leave=self._leave_scratch)

    def _leave_scratch(self) -> None:
        self.scratch = None

    def _wrote(self) -> None:
        """After a line about notes or branches: what stands now goes to the browser. A branch takes its notes along."""
        assert self._pen is not None
        self._read = self._pen.notes
        self._send_notes()
        self._send_branches()

    @command
    def _reveal(self, msg: Any, buffers: Any) -> tuple[dict[str, str], list[bytes]]:
        """The page asks for these hands to be shown, and for the others to be hidden."""
        try:
            self._may_see(set(msg["seats"] or ()))
            self.revealed = msg["seats"]
        except Exception as error:  # an exception in a command would leave the browser waiting for ever
            return {"error": str(error) or repr(error)}, []
        return {}, []

    @traitlets.validate("revealed")
    def _there(self, proposal: Any) -> list[int] | None:
        seats: list[int] | None = proposal["value"]
        if seats is not None and any(not 0 <= seat < len(self._replay.names) for seat in seats):
            raise traitlets.TraitError(f"seats {seats!r}; seats are 0 to {len(self._replay.names) - 1}")
        return seats

    @command
    def _text(self, msg: Any, buffers: Any) -> tuple[dict[str, str], list[bytes]]:
        """The step on the table as plain text, and the code of its place."""
        try:
            line = msg.get("line")
            ply = max(0, min(int(msg["ply"]), self._last_ply(line)))
            told = step_text(self._track(line), ply, self._lens_now(), self.lang)
            return {"text": told, "code": place_code(self._replay, ply, line)}, []
        except Exception as error:  # an exception in a command would leave the browser waiting for ever
            return {"error": str(error) or repr(error)}, []

    # -- without a kernel, or without a browser

    def _lens_now(self) -> Lens:
        hands: list[int] | None = self.revealed
        if hands is not None:
            return Lens(None, self._upto, self.spoilers, frozenset(hands))
        return Lens(self.seat, self._upto, self.spoilers)

    def __repr__(self) -> str:
        line = "" if self.line is None else f", line={self.line!r}"
        return f"ReplayViewer({self._replay!r}, lang={self.lang!r}, seat={self.seat}, ply={self.ply}{line})"

    def _told(self) -> str:
        """Where the viewer stands, in one line: ply, move, sentence."""
        track = self._track(self.line)
        branch = "" if not isinstance(track, Branch) else f"{word('ui', 'on_branch', self.lang).format(name=track.name)} · "
        if self.ply == 0:
            return branch + word("ui", "branch_begins" if branch else "before_first", self.lang)
        explanation = track.explain(self.ply)
        length = "" if not self.spoilers else f" / {len(track)}"
        return f"{branch}{word('ui', 'ply', self.lang)} {self.ply}{length} · {explanation.action} · {explanation.text(self.lang)}"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it the position as text and as a table: what a saved notebook shows without a kernel."""
        made = super()._repr_mimebundle_(**kwargs)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        table = self._track(self.line).at(self.ply).table(lens=self._lens_now())
        told = self._told()
        game = self._replay.game.name
        data["text/plain"] = f"{self!r}\n{told}\n\n{draw_text(table, self.lang, game=game)}"
        data["text/html"] = f"<p><b>{escape(self._replay.title)}</b></p><p>{escape(told)}</p>{draw_html(table, self.lang, game=game)}"
        return data, metadata


def step_text(track: Track, ply: int, lens: Lens, lang: str) -> str:
    """A step as `cardlab show` prints it: the table through the lens, and what led to it with its rules."""
    position = track.at(ply)
    told = draw_text(position.table(lens=lens), lang, game=position.game.name)
    if ply == 0:
        return told
    explanation = track.explain(ply)
    return f"{told}\n\n{explanation.text(lang)}\n  {'  '.join(explanation.rules)}"
