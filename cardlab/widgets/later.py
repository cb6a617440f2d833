"""Work that what a cell shows need not wait for."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable
from typing import Any, Final

AT_LATEST: Final = 0.2
"""In seconds: where no cell runs that could end."""


def after_display(work: Callable[[], object]) -> bool:
    """Have `work` done, once, as soon as the running cell has told the page what to show, and before the cell counts as done. False where
    this is no kernel of a notebook, or not the thread that runs its cells: nothing will be done then."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if getattr(shell, "kernel", None) is None or threading.current_thread() is not threading.main_thread():
        return False
    left = [work]

    def now() -> None:
        if left:
            shell.events.unregister("post_execute", now)
            left.pop()()

    shell.events.register("post_execute", now)
    with contextlib.suppress(RuntimeError):  # a task of the kernel's loop is no cell, and no end of it is told
        asyncio.get_running_loop().call_later(AT_LATEST, now)
    return True
