"""Signals that not every system has."""

from __future__ import annotations

import signal

KILL: int = getattr(signal, "SIGKILL", signal.SIGTERM)
"""Ends a process at once; on Windows `os.kill` does that with any signal."""
