"""Signals, on systems that lack some of them too."""

from __future__ import annotations

import os
import signal
import sys

import pytest

KILL: int = getattr(signal, "SIGKILL", signal.SIGTERM)
"""Ends a process at once; on Windows `os.kill` does that with any signal."""

needs_interrupts = pytest.mark.skipif(
    sys.platform == "win32", reason="an interrupt is for a whole console there"
)
"""For tests that interrupt another process."""


def interrupt_ourselves() -> None:
    """What Ctrl-C does to this process. May be called in any thread."""
    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)
    else:
        os.kill(os.getpid(), signal.SIGINT)
