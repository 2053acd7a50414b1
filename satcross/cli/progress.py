"""Signs of life on a terminal: phase, cells, conflicts and seconds on one line of standard error.

Nothing is shown in a pipe unless the user asks for it, nor for work that takes less than `DELAY_S`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from satcross.checks import counted
from satcross.cli.errors import echo_err
from satcross.errors import escaped
from satcross.task import Event, Progress

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

DELAY_S = 0.4  # shorter work than this shows nothing, and does not even load rich
BAR_WIDTH = 16  # the whole line has to fit a terminal of 80 columns


class ProgressView:
    """Shows the latest `Progress` of a task on one line. It is a handler for `Task.subscribe`.

    Args:
        shown: whether to show anything.
        live: whether to draw over one line of a terminal; otherwise a plain line each second.
    """

    def __init__(self, *, shown: bool, live: bool = True) -> None:
        self._shown = shown
        self._is_live = live
        self._start = time.monotonic()
        self._next_line_s = 1.0
        self._last: Progress | None = None
        self._best = -1
        self._n_found = 0
        self._live: Live | None = None
        self._spinner: RenderableType = ""

    def __call__(self, event: Event) -> None:
        """Show an event that is progress."""
        if not isinstance(event, Progress):
            return
        self._last = event
        self._best = max(self._best, event.depth)
        if not self._shown:
            return
        elapsed_s = time.monotonic() - self._start
        if not self._is_live:
            if elapsed_s >= self._next_line_s:
                self._next_line_s = elapsed_s + 1.0
                echo_err("  ".join(self._facts()))
        elif self._live is None and elapsed_s >= DELAY_S:
            self._open()

    @property
    def is_shown(self) -> bool:
        """Whether anything is shown."""
        return self._shown

    def found(self) -> None:
        """Take note of an answer: the search for the next begins."""
        self._n_found += 1
        self._best = -1

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Off the screen while something else is printed."""
        live = self._live
        if live is None:
            yield
            return
        live.stop()
        try:
            yield
        finally:
            live.start()

    def close(self) -> None:
        """Off the screen for good."""
        self._shown = False
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _facts(self) -> list[str]:
        facts: list[str] = []
        last = self._last
        if last is not None:
            facts.append(escaped(last.phase))
            if last.n_cells > 0 and self._best >= 0:
                facts.append(f"best {self._best}/{last.n_cells} cells")
            if last.conflicts >= 0:
                facts.append(counted(last.conflicts, "conflict"))
        n_found = self._n_found
        if last is not None and last.n_found > 0:
            n_found = last.n_found
            facts.append(f"{n_found / max(last.elapsed_s, 1e-3):,.0f}/s")
        if n_found:
            facts.append(f"{n_found:,} found")
        if last is not None and last.n_wanted > 0:
            n_left = last.n_wanted - n_found
            seconds = n_left * last.elapsed_s / n_found if n_found else -1.0
            about = f" ({_duration(seconds)})" if seconds >= 1 else ""
            facts.append(f"{n_left:,} left{about}")
        facts.append(f"{time.monotonic() - self._start:.1f} s")
        return facts

    def _open(self) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.spinner import Spinner

        self._spinner = Spinner("dots")
        self._live = Live(
            console=Console(stderr=True, highlight=False),
            get_renderable=self._render,
            refresh_per_second=8,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()

    def _render(self) -> RenderableType:
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        phase, *facts = self._facts()
        shown: list[RenderableType] = [self._spinner, Text(phase, style="bold")]
        last = self._last
        if last is not None and last.n_cells > 0 and self._best >= 0:
            shown.append(ProgressBar(total=last.n_cells, completed=self._best, width=BAR_WIDTH))
        shown += [Text(fact) for fact in facts]
        line = Table.grid(padding=(0, 2, 0, 0))
        for _ in shown:
            line.add_column(no_wrap=True)
        line.add_row(*shown)
        return line


def _duration(seconds: float) -> str:
    """About how long, in the largest unit that there is one of.

    >>> _duration(59), _duration(90), _duration(7300)
    ('59 s', '2 min', '2 h')
    """
    for size, unit in ((3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


@contextmanager
def progress_view(wanted: bool | None) -> Iterator[ProgressView]:
    """A view that is closed at the end, whatever happens.

    Args:
        wanted: whether to show it; None shows it when standard error is a terminal.
    """
    terminal = sys.stderr.isatty()
    view = ProgressView(shown=terminal if wanted is None else wanted, live=terminal)
    try:
        yield view
    finally:
        view.close()
