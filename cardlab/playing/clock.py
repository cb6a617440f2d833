"""The time that a person has for a turn, and takes for an action."""

from __future__ import annotations

from collections.abc import Callable


class TurnClock:
    """Counts seconds by `tell`, which tells them from any moment on.

    By itself the time of a turn begins with the turn. Once `seen` was called it begins only when `seen` is called after it: a front
    end shows first what the others did."""

    def __init__(self, tell: Callable[[], float]) -> None:
        self._tell = tell
        self._waits = False
        """Whether the time of a turn begins only when it is seen."""
        self.limit: int | None = None
        """Seconds that a turn may take; None where nothing limits it."""
        self.start(None)

    def start(self, limit: int | None) -> None:
        """A match begins, or goes on."""
        self.limit = limit
        self.asked(anew=True)
        self._running = True

    def asked(self, anew: bool) -> None:
        """The person is to act; `anew`: in a turn that has just begun."""
        self._asked = self._tell()
        if anew:
            self._since, self._running = self._asked, not self._waits

    def seen(self) -> None:
        """The person sees the table."""
        if not self._running or not self._waits:
            self._since = self._asked = self._tell()
        self._waits = self._running = True

    @property
    def taken(self) -> float:
        """Seconds since the person was to act."""
        return round(max(0.0, self._tell() - self._asked), 1)

    @property
    def remaining(self) -> float | None:
        """Seconds left for the turn, not below 0; None where nothing limits it."""
        if self.limit is None:
            return None
        return max(0.0, self.limit - (self._tell() - self._since)) if self._running else float(self.limit)

    @property
    def over(self) -> bool:
        """Whether the time of the turn is over."""
        return self.limit is not None and self._running and self._tell() - self._since >= self.limit
