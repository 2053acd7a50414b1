"""When a search has to stop, and when it says how far it is: the same for both lazy sessions."""

from __future__ import annotations

import time

from satcross.task import NEVER, Progress, ProgressHandler

PROGRESS_EVERY_S = 0.1


class SearchClock:
    """Started with a session, and looked at every few conflicts.

    Args:
        n_cells: how many cells there are to fill.
        on_progress: called ten times a second at most.

    Fields:
        deadline: of the call of `solve` that is under way.
    """

    def __init__(self, n_cells: int, on_progress: ProgressHandler | None) -> None:
        self.deadline = NEVER
        self._n_cells = n_cells
        self._on_progress = on_progress
        self._started = self._reported = time.monotonic()

    def keep_on(self, conflicts: int, depth: int) -> bool:
        """Tell of progress when it is time to; False when the deadline has passed."""
        now = time.monotonic()
        if self.deadline.passed():
            return False
        if self._on_progress is not None and now - self._reported >= PROGRESS_EVERY_S:
            self._reported = now
            self._on_progress(
                Progress(
                    "searching",
                    now - self._started,
                    conflicts=conflicts,
                    depth=depth,
                    n_cells=self._n_cells,
                )
            )
        return True
