"""Printing what a task of fills finds: one fill, or several as they come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross.checks import counted
from satcross.cli.errors import echo_err
from satcross.cli.output.grids import GridSink
from satcross.cli.run import end, exit_code, run, run_listing, unfillable
from satcross.results import Found, Impossible, Work
from satcross.task import Task
from satcross.tasks.fill import FillTask

if TYPE_CHECKING:
    from satcross.cli.output.continued import SavedListing
    from satcross.model.fill import Fill, FillResult
    from satcross.model.puzzle import Puzzle
    from satcross.tasks.certificate.write import CertificateFile
    from satcross.tasks.enumerate import Fills
    from satcross.words.table import Codes


def print_one(task: Task[Fill, FillResult], time_limit_s: float | None, sink: GridSink) -> int:
    """Find and print one fill; of several jobs, report which found it. The exit code."""
    result = run(task, time_limit_s, sink.view)
    sink.view.close()
    by_jobs = result.work.seed is not None
    which = f"with seed {result.work.seed}{_failed(result.work)}" if by_jobs else ""
    if isinstance(task, FillTask) and task.solvers:
        which = f"by {result.work.engine}{_failed(result.work)}"
    match result:
        case Found(found):
            sink.write_fill(found, seed=result.work.seed)
            if which:
                echo_err(f"found {which}")
        case Impossible() if which:
            echo_err(unfillable(which))
        case _:
            return end(result)
    return exit_code(result)


def say_certificate(written: CertificateFile | None) -> None:
    """Say where the certificate of a search is, if one was wanted.

    Raises:
        InputError: it could not be written. The answer has been printed by then.
    """
    if written is None:
        return
    written.check()
    if written.is_placed:
        echo_err(
            f"{written.path}: {counted(written.n_bytes, 'byte')};"
            f" check it with: satcross verify {written.path}"
        )
    else:
        why = f" ({written.why_not})" if written.why_not else ""
        echo_err(f"nothing was proved{why}: {written.path} is not written")


def print_several(
    task: Fills,
    time_limit_s: float | None,
    sink: GridSink,
    puzzle: Puzzle,
    saved: SavedListing | None,
) -> int:
    """Find and print fills; then say whether there are more. The exit code."""

    def receive(rows: Codes) -> None:
        sink.write_rows(rows, task, puzzle)
        if saved is not None:
            saved.save(task, sink)

    if saved is not None:
        sink.n_written = saved.state.get("n_fills") or 0
    result = run_listing(
        task, time_limit_s, sink.view, receive, lambda answered: sink.write_fill(answered.value)
    )
    sink.view.close()
    done = counted(task.n_found, "fill")
    if isinstance(result, Found):
        if task.n_apart is not None:
            echo_err(_apart(task.n_apart, task.n_apart_bound, result.value.n))
        echo_err(f"{done}; there {'are no' if result.value.is_exhausted else 'may be'} more")
    code = end(result, done)
    if saved is not None:
        saved.save(task, sink, at_once=True)
    return code


def _apart(n_apart: int, bound: int | None, n: int) -> str:
    """How far apart fills are, and could be at most."""
    text = f"any two differ in {n_apart:,} {'entry' if n_apart == 1 else 'entries'} or more"
    if bound is None:
        return text
    if bound == n_apart:
        return f"{text}; proved: no {n:,} fills differ in more"
    return f"{text}; no {n:,} fills differ in more than {bound:,}"


def _failed(work: Work) -> str:
    return f"; {counted(work.n_failed, 'other job')} failed" if work.n_failed else ""
