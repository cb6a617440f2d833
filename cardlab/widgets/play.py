"""PlayWidget: a real game against the bots, by click, drag, key and typed text; one seat's own view, and nothing else reaches the page.

The widget decides nothing: the match checks, writes and lets the bots answer. What has happened travels as a film that ends at the
present, so that the page can show the bots' moves one after another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import anywidget
import msgspec
import traitlets
from anywidget.experimental import command
from ipywidgets import widget_serialization

from cardlab.draw import draw_html, draw_text
from cardlab.errors import CardlabError, IllegalAction
from cardlab.explain import Ruling
from cardlab.lens import Lens
from cardlab.playing.match import Match
from cardlab.playing.prompt import MatchPrompt
from cardlab.playing.settings import form, seats
from cardlab.text import LANGUAGES, check_language, words
from cardlab.widgets.bundle import bundle
from cardlab.widgets.frames import book_data, frames_from, words_data
from cardlab.widgets.moment import Told, moment, refusal
from cardlab.widgets.viewer import ReplayViewer

SHOWN_PLIES = 40
"""Plies before the moment that the page can tell of; more where the person's last action lies further back."""
MOST_PLIES = 400
"""What it is told at most, after a person has left and the bots have played to the end."""


class PlayWidget(anywidget.AnyWidget):
    """A match to play. `.lang` is the language; `.match` the match itself."""

    _esm = bundle("play.js")

    frames = traitlets.Bytes().tag(sync=True)
    moment = traitlets.Bytes().tag(sync=True)
    form = traitlets.Bytes().tag(sync=True)
    """What can be set before the match; empty once it has begun."""
    book = traitlets.Bytes().tag(sync=True)
    words = traitlets.Bytes().tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    lang = traitlets.Enum(LANGUAGES, default_value="en").tag(sync=True)
    theme = traitlets.Enum(("auto", "light", "dark"), default_value="auto").tag(sync=True)
    viewer = traitlets.Instance(anywidget.AnyWidget, allow_none=True).tag(sync=True, **widget_serialization)
    """The match in a viewer, once it has ended and somebody looks back."""

    _deaf = staticmethod(lambda: None)
    """Ends the listening to the match."""

    def __init__(self, match: Match, *, lang: str | None = None, theme: str = "auto") -> None:
        """`lang`: by itself the match's language."""
        self.match = match
        self._times = 0
        self._watched = match.plies if not match.untouched else 0
        """Plies that a page has shown: those that follow are shown one by one."""
        language = check_language(lang) if lang else match.language
        super().__init__(
            book=book_data(match.game),
            words=words_data(match.game.name, "recorder", "play"),
            lang=language if language in LANGUAGES else "en",
            theme=theme,
        )
        self._look()
        self._deaf = match.listen(self._follow)

    def close(self) -> None:
        """No longer follows the match, which goes on."""
        self._deaf()
        super().close()

    # -- what is shown

    def _follow(self) -> None:
        """Something was done: nothing that goes wrong here may stop a match that is played elsewhere."""
        try:
            self._look()
        except Exception as error:
            self.error = str(error) or repr(error)

    def _look(self) -> None:
        self._times += 1
        match, recorder = self.match, self.match._recorder
        with self.hold_sync():
            if match.asks and match.untouched:
                self.form = msgspec.json.encode(asked_before(match))
                self.frames = self.moment = b""
            else:
                self.form = b""
                first = self._first()
                title = match.title or match.game.title
                self.frames = frames_from(recorder.at(first), recorder.since(first), self._lens(), title)
                self.moment = msgspec.json.encode(self._moment() | {"first": first})
            self.error = ""

    def _first(self) -> int:
        """The ply that the page's film begins at."""
        match = self.match
        own = max((seen.ply for seen in match.log if seen.player == match.seat), default=0)
        return max(0, match.plies - MOST_PLIES, min(match.plies - SHOWN_PLIES, own - 1))

    def _lens(self) -> Lens:
        return Lens(self.match.seat, None, False)

    def _moment(self) -> dict[str, Any]:
        """What may be done now, and the match itself: `Playing` in the front end's types."""
        match = self.match
        now = moment(match.game, match.names, match._recorder.position.state, self._lens()) | {"calls": []}
        if match.ended or match.closed:
            now |= {"moves": [], "asked": None, "player": None if match.ended else match.seat}
        labels = words(match.game.name)["bots"]
        return now | {
            "at": self._times,
            "plies": match.plies,
            "watched": min(self._watched, match.plies),
            "closed": match.closed and not match.ended,
            "seat": match.seat,
            "bots": [dict(labels[kind]) if kind else None for kind in match.bots],
            "left": match.left,
            "over": match.over,
            "clock": None if match.limit is None or match.ended else {"limit": match.limit, "remaining": match.remaining},
            "file": str(match.path),
            "torn": str(match.torn or ""),
        }

    # -- what the page asks for. An exception in a command would leave the browser waiting for ever.

    def _do(self, msg: Any, work: Callable[[Any], Any]) -> tuple[dict[str, Any], list[bytes]]:
        """The answer to the page, or why nothing was done. Asked for at a moment that has passed, nothing is."""
        try:
            if msg.get("at") != self._times:
                return {"error": "stale"}, []
            return work(msg) or {}, []
        except IllegalAction as error:
            return self._refused(error), []
        except Exception as error:
            return {"error": str(error) or repr(error)}, []

    def _refused(self, error: IllegalAction) -> dict[str, Any]:
        """Why the match refused an action."""
        match = self.match
        told = Told(match.game, match.names)
        if error.ruling == match.ruling(error.action):
            return refusal(told, match._recorder.position.state, self._lens(), error)
        assert isinstance(error.ruling, Ruling)  # every refusal of a match has one
        row = told.ruling(error.ruling)  # it came too late, whatever may be done by now
        return {"refused": row, "rules": list(told.rules), "phrases": list(told.phrases)}

    @command
    def _enter(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """What the person does."""
        return self._do(msg, lambda msg: self._played(lambda: self.match.play(_text(msg, "text"))))

    @command
    def _tick(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """The page's clock has run down."""
        return self._do(msg, lambda _msg: self._played(self.match.tick))

    @command
    def _leave(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """The person leaves for good."""
        return self._do(msg, lambda _msg: self._played(self.match.leave))

    def _played(self, deed: Callable[[], Any]) -> None:
        """Something by which the bots may act: the page has shown all that came before."""
        self._watched = self.match.plies
        deed()

    @command
    def _note(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """A note of the person on the last ply."""
        return self._do(msg, lambda msg: self.match.note(_text(msg, "text")))

    @command
    def _open(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """The match as the person saw it, in a viewer; once it has ended."""

        def view(_msg: Any) -> None:
            replay = self.match.replay
            self.viewer = ReplayViewer(replay, lang=self.lang, seat=self.match.seat, ply=len(replay), theme=self.theme)

        return self._do(msg, view)

    @command
    def _settle(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """The form was sent: the match begins by these settings."""

        def settle(msg: Any) -> None:
            self._watched = 0
            self.match.settle(**_settings(msg))

        try:
            settle(msg)
        except Exception as error:
            return {"error": str(error) or repr(error)}, []
        return {}, []

    @command
    def _tell(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """What changes nothing on the table: what a refusal teaches, how many can play by some settings, that the person sees the table."""
        tell = {"lesson": self._lesson, "seats": self._seats, "ready": self._ready}
        try:
            return tell[_text(msg, "do")](msg), []
        except Exception as error:
            return {"error": str(error) or repr(error)}, []

    def _ready(self, msg: Mapping[str, Any]) -> dict[str, Any]:
        """All that has happened was shown: the time of the turn begins."""
        self._watched = self.match.plies
        self.match.ready()
        return {"remaining": self.match.remaining}

    def _lesson(self, msg: Mapping[str, Any]) -> dict[str, Any]:
        """By language: what the sources say where they differ about a try that was refused, and the presets by which it could be done."""
        match, text = self.match, _text(msg, "text")
        ruling = match.ruling(text)
        if ruling.legal:
            return {}
        error = IllegalAction(text, match.seat, ruling.rules[0], ruling.refusal(), ruling)
        told = {lang: match.lesson(error, lang) for lang in LANGUAGES}
        return {
            lang: {"otherwise": one["otherwise"], "others": [other["text"] for other in one["others"] if other["legal"]]}
            for lang, one in told.items()
        }

    def _seats(self, msg: Mapping[str, Any]) -> dict[str, Any]:
        """How many can play by settings that are being chosen; why nobody can."""
        chosen = _settings(msg)
        try:
            return {"seats": seats(self.match.game, chosen["preset"], chosen["options"]), "why": ""}
        except CardlabError as error:
            return {"seats": [], "why": str(error)}

    @command
    def _still(self, msg: Any, buffers: Any) -> tuple[dict[str, Any], list[bytes]]:
        """Whether anybody is there."""
        return {"at": self._times}, []

    # -- without a kernel, or without a browser

    def __repr__(self) -> str:
        return f"{self.match!r}.show(lang={self.lang!r})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it the table as text and as HTML: what a saved notebook shows without a kernel."""
        made = super()._repr_mimebundle_(**kwargs)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        match = self.match
        told, game = MatchPrompt(match, lambda _text: None, self.lang).due(), match.game.name
        data["text/plain"] = f"{self!r}\n{told}\n\n{draw_text(match.table, self.lang, game=game)}"
        data["text/html"] = f"<p><b>{escape(str(match.path))}</b></p><p>{escape(told)}</p>{draw_html(match.table, self.lang, game=game)}"
        return data, metadata


def asked_before(match: Match) -> dict[str, Any]:
    """What can be set before the match: the form's labels and choices, each preset's own values, and what is chosen to begin with."""
    game = match.game
    told = form(game, match.options.preset)
    return {
        **{key: told[key] for key in ("title", "presets", "bots", "seats", "settings")},
        "defaults": {name: game.options(name, {}).as_dict() for name in game.presets},
        "chosen": {
            "preset": told["preset"],
            "players": len(match.names),
            "seat": match.seat,
            "bots": next((kind for kind in match.bots if kind), "sensible"),
        },
        "names": list(match.names),
        "file": str(match.path),
    }


def _settings(msg: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `Match.settle` out of a form. ValueError where a field is none."""
    seat, players, options = msg.get("seat", 0), msg.get("players", 2), msg.get("options", {})
    if type(seat) is not int or type(players) is not int or not isinstance(options, dict):
        raise ValueError(f"expected numbers for seat and players, and options by name; got {seat!r}, {players!r}, {options!r}")
    return {
        "preset": _text(msg, "preset"),
        "seat": seat,
        "players": players,
        "options": options,
        "bots": _text(msg, "bots"),
    }


def _text(msg: Mapping[str, Any], key: str) -> str:
    text = msg.get(key)
    if not isinstance(text, str):
        raise ValueError(f"expected a text for {key}, got {text!r}")
    return text
