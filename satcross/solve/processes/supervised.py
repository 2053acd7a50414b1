"""Foreign programs, which know nothing of a lifeline: `Supervisor` runs and ends them."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    from satcross.solve.processes._windows import Supervisor
else:
    from satcross.solve.processes._posix import Supervisor

__all__ = ["Supervisor"]
