"""Puzzles of other kinds as they are made: each written at once, and how it ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from satcross.cli.errors import ExitCode, echo_err
from satcross.cli.progress import ProgressView
from satcross.cli.run import end, exit_code, run
from satcross.results import Found, Impossible
from satcross.task import Answered, Deadline
from satcross.tasks.making import Making

M = TypeVar("M")


def write_made(
    making: Making[Any],
    limit: float | Deadline | None,
    view: ProgressView,
    write: Callable[[Any], bool],
    *,
    hint: str = "",
    done: str = "",
    impossible: str = "unfillable",
) -> int:
    """Make puzzles, and write each. The exit code.

    Args:
        limit: as of `run`.
        write: takes the `Best` or `Found` of each; whether it is what was asked for.
        hint: what to say first where it is proved that there is none.
        done, impossible: as of `end`.
    """
    code: int = ExitCode.OK

    def receive(answered: Answered[Any]) -> None:
        nonlocal code
        is_right = write(answered.value)
        code = max(code, exit_code(answered.value), ExitCode.OK if is_right else ExitCode.WRONG)

    with making:
        result = run(making, limit, view, receive)
    if making.has_no_other:
        echo_err(f"{result}; {making.n_found} were made")
        return max(code, ExitCode.WRONG)
    if hint and isinstance(result, Impossible):
        echo_err(hint)
    return code if isinstance(result, Found) else end(result, done, impossible=impossible)
