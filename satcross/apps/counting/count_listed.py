"""`satcross fill --count`: the fills of many grids, counted as they are listed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satcross import Puzzle, SolverOptions, Stopped
from satcross.apps.counting.commands.count import listed_count_json
from satcross.cli.run import run_listing
from satcross.commandline import JSON, GridSink, echo_err, exit_code, why_stopped
from satcross.errors import printable
from satcross.extend import Deadline, counted


def count_listed(
    asked: Sequence[tuple[str, Puzzle, Any, Any]],
    options: SolverOptions,
    time_limit_s: float | None,
    sink: GridSink,
) -> int:
    """Print how many fills there are of each grid, until one is not counted in time.

    Args:
        asked: the grids: the name of each, what to fill, how two of its fills differ, and more.
        options: the solver.
        time_limit_s: seconds for all of them.
        sink: where the numbers go.

    Returns: the exit code: that of the last grid if it was stopped; 0 if some grid has a fill.
    """
    from satcross import Fills

    deadline = Deadline.after(time_limit_s)
    codes: set[int] = set()
    for name, puzzle, distinct, _ in asked:
        with Fills(puzzle, options, distinct=distinct) as task:
            result = run_listing(task, deadline, sink.view, lambda rows: None)
        which = printable(name) if len(asked) > 1 else ""
        codes.add(exit_code(result))
        with sink.view.hidden():
            if sink.format == JSON:
                sink.write_text(listed_count_json(name, task.n_found, result))
            elif not isinstance(result, Stopped):
                sink.write_text(f"{task.n_found}{which and chr(9)}{which}")
            if isinstance(result, Stopped):
                at_least = f"at least {counted(task.n_found, 'fill')}"
                echo_err(f"{which}{which and ': '}{at_least}; {why_stopped(result)}")
                return exit_code(result)
    sink.view.close()
    return min(codes)
