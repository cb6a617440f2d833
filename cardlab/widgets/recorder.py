"""RecorderWidget: record a match by click, key and typed text; every line is in the file before the page says so.

The widget decides nothing: it sends what may be done (`moment.py`) and hands on what a person chose to the Recorder, which checks it,
writes it and makes it last. Whatever is recorded from Python cells shows here too.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import anywidget
import msgspec
import traitlets
from anywidget.experimental import command
from ipywidgets import widget_serialization

from cardlab.draw import draw_html, draw_text
from cardlab.errors import IllegalAction
from cardlab.game import CHANCE, REFEREE
from cardlab.lens import Lens
from cardlab.replay.recorder import Recorder
from cardlab.replay.records import ActionPly, ChancePly, Leave, Note, RefereePly, Result, Undo
from cardlab.replay.written import Written
from cardlab.text import LANGUAGES, check_language
from cardlab.widgets.bundle import bundle
from cardlab.widgets.frames import book_data, frames_from, words_data
from cardlab.widgets.moment import Told, moment, refusal
from cardlab.widgets.viewer import ReplayViewer

SHOWN_PLIES = 12
"""Plies before the moment that the page can tell of."""
SHOWN_LINES = 10
"""Lines of the file that it lists."""


class RecorderWidget(anywidget.AnyWidget):
    """A recording to go on with. `.lang` is the language; `.seat` whose eyes, None sees all that is known."""

    _esm = bundle("recorder.js")

    frames = traitlets.Bytes().tag(sync=True)
    moment = traitlets.Bytes().tag(sync=True)
    book = traitlets.Bytes().tag(sync=True)
    words = traitlets.Bytes().tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    lang = traitlets.Enum(LANGUAGES, default_value="en").tag(sync=True)
    theme = traitlets.Enum(("auto", "light", "dark"), default_value="auto").tag(sync=True)
    viewer = traitlets.Instance(anywidget.AnyWidget, allow_none=True).tag(sync=True, **widget_serialization)
    """The recorded game in a viewer, once somebody has asked for it."""

    seat = traitlets.Int(None, allow_none=True)

    _deaf = staticmethod(lambda: None)
    """Ends the listening to the recorder."""

    def __init__(self, recorder: Recorder, *, lang: str | None = None, seat: int | None = None, theme: str = "auto") -> None:
        """`lang`: by itself the recording's language. ValueError for a seat that is not there."""
        if seat is not None and not 0 <= seat < len(recorder.names):
            raise ValueError(f"no seat {seat!r}; seats are 0 to {len(recorder.names) - 1}")
        self._recorder = recorder
        self._times = 0
        language = check_language(lang) if lang else recorder.header.language
        super().__init__(
            book=book_data(recorder.game),
            words=words_data(recorder.game.name, "recorder"),
            lang=language if language in LANGUAGES else "en",
            seat=seat,
            theme=theme,
        )
        self._look()
        self._deaf = recorder.listen(self._follow)

    def close(self) -> None:
        """No longer follows the recording, which goes on."""
        self._deaf()
        super().close()

    # -- what is shown

    @traitlets.observe("seat")
    def _other_seat(self, _change: Any) -> None:
        if self._times:
            self._look()

    def _follow(self, _recorder: Recorder) -> None:
        """Something was written: nothing that goes wrong here may stop a recording that is made elsewhere."""
        try:
            self._look()
        except Exception as error:
            self.error = str(error) or repr(error)

    def _look(self) -> None:
        self._times += 1
        recorder, lens = self._recorder, self._lens_now()
        with self.hold_sync():
            first = max(0, recorder.plies - SHOWN_PLIES)
            self.frames = frames_from(recorder.at(first), recorder.actions[first:], lens, recorder.header.title or recorder.game.title)
            now = moment(recorder.game, recorder.names, recorder.position.state, lens)
            if recorder.closed:
                now |= {"moves": [], "asked": None, "calls": []}
            self.moment = msgspec.json.encode(now | self._record())
            self.error = ""

    def _record(self) -> dict[str, Any]:
        """The recording itself: `Recording` in the front end's types."""
        recorder = self._recorder
        return {
            "at": self._times,
            "plies": recorder.plies,
            "file": str(recorder.path),
            "count": recorder.lines,
            "lines": [self._line(one) for one in recorder.written[-SHOWN_LINES:]],
            "closed": recorder.closed,
            "clock": recorder.clock,
            "torn": str(recorder.torn or ""),
        }

    def _line(self, one: Written) -> list[Any]:
        """`[number, kind, who, text]`; what one seat alone has seen is not told to another."""
        record = one.record
        kind = type(record).__struct_config__.tag
        if isinstance(record, ActionPly):
            return [one.line, kind, record.seat, record.action]
        if isinstance(record, ChancePly):
            return [one.line, kind, CHANCE, record.action if self.seat is None else record.action.partition(" ")[0]]
        if isinstance(record, RefereePly):
            return [one.line, kind, REFEREE, record.action]
        told = {Leave: "seat", Note: "text", Undo: "of", Result: "reason"}.get(type(record))
        return [one.line, kind, record.seat if isinstance(record, Leave) else None, str(getattr(record, told)) if told else ""]

    def _lens_now(self) -> Lens:
        return Lens(self.seat, None, False)

    # -- what the page asks for. An exception in a command would leave the browser waiting for ever.

    def _do(self, msg: Any, work: Callable[[Any], object]) -> tuple[dict[str, Any], list[bytes]]:
        """The answer to the page: how many lines stand in the file now, or why nothing was done. Asked for at a moment that has
        passed, nothing is."""
        recorder = self._recorder
        try:
            if msg.get("at") != self._times:
                return {"error": "stale"}, []
            work(msg)
        except IllegalAction as error:
            return refusal(Told(recorder.game, recorder.names), recorder.position.state, self._lens_now(), error), []
        except Exception as error:
            return {"error": str(error) or repr(error)}, []
        return {"lines": recorder.lines}, []

    @command
    def _enter(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """What somebody did, or what was asked."""
        return self._do(msg, lambda msg: self._recorder.enter(_text(msg)))

    @command
    def _undo(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """The last action is taken back, by new lines."""
        return self._do(msg, lambda _msg: self._recorder.undo())

    @command
    def _leave(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """A seat leaves the table."""
        return self._do(msg, lambda msg: self._recorder.leave(msg["seat"]))

    @command
    def _note(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """A note on the last ply, in the language of the page."""
        return self._do(msg, lambda msg: self._recorder.note(_text(msg), language=self.lang))

    @command
    def _clock(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """The seconds that actions take are stored, or no longer."""
        return self._do(msg, lambda msg: setattr(self._recorder, "clock", bool(msg["on"])))

    @command
    def _see(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """Another seat's eyes."""

        def see(msg: Any) -> None:
            seat = msg["seat"]
            if not (seat is None or (type(seat) is int and 0 <= seat < len(self._recorder.names))):
                raise ValueError(f"no seat {seat!r}")
            self.seat = seat

        return self._do(msg, see)

    @command
    def _open(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """The game as it stands in the file, in a viewer."""

        def view(_msg: Any) -> None:
            replay = self._recorder.replay
            self.viewer = ReplayViewer(replay, lang=self.lang, seat=self.seat, ply=len(replay), theme=self.theme)

        return self._do(msg, view)

    @command
    def _still(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """Whether anybody is there."""
        return {"at": self._times}, []

    # -- without a kernel, or without a browser

    def __repr__(self) -> str:
        seat = "" if self.seat is None else f", seat={self.seat}"
        return f"{self._recorder!r}.show(lang={self.lang!r}{seat})"

    def _told(self) -> str:
        """The last ply and what is due, in one line."""
        from cardlab.replay.prompt import Prompt

        recorder = self._recorder
        done = "" if recorder.explanation is None else f"{recorder.explanation.action} · {recorder.explanation.text(self.lang)} "
        return done + Prompt(recorder, lambda _text: None, self.lang).due()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it the position as text and as a table: what a saved notebook shows without a kernel."""
        made = super()._repr_mimebundle_(**kwargs)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        recorder = self._recorder
        table = recorder.position.table(lens=self._lens_now())
        told, game = self._told(), recorder.game.name
        data["text/plain"] = f"{self!r}\n{told}\n\n{draw_text(table, self.lang, game=game)}"
        data["text/html"] = f"<p><b>{escape(str(recorder.path))}</b></p><p>{escape(told)}</p>{draw_html(table, self.lang, game=game)}"
        return data, metadata


def _text(msg: Any) -> str:
    text = msg.get("text")
    if not isinstance(text, str):
        raise ValueError(f"expected a text, got {text!r}")
    return text
