"""What `satcross fill` does once its options are read: search, print, and say how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross.cli import exits
from satcross.cli.publishing import Publisher
from satcross.puzzle import Puzzle
from satcross.solve.protocol import SolverOptions
from satcross.tasks.fill import fill as find_fill
from satcross.tasks.results import Filled, Unfillable, Unknown, Work

if TYPE_CHECKING:
    from satcross.tasks.enumerate import Distinct, Fills


def fill_one(
    puzzle: Puzzle,
    options: SolverOptions,
    time_limit_s: float | None,
    publish: Publisher,
    jobs: int = 1,
) -> int:
    """Find and print one fill, and of several jobs which found it; the exit code."""
    result = find_fill(puzzle, options=options, time_limit_s=time_limit_s, jobs=jobs)
    publish.view.close()
    match result:
        case Filled(found, work):
            publish.seed = work.seed
            publish(found)
            if work.seed is not None:
                exits.tell(f"found with seed {work.seed}{_lost(work)}")
            return exits.OK
        case Unfillable(why, work):
            if work.seed is not None:
                why = f"with seed {work.seed}{_lost(work)}"
            return _unfillable(why)
        case Unknown(reason):
            exits.tell(f"stopped: {reason}")
            return exits.STOPPED


def fill_many(
    puzzle: Puzzle,
    options: SolverOptions,
    time_limit_s: float | None,
    publish: Publisher,
    n_wanted: int | None,
    distinct: Distinct,
) -> int:
    """Find and print `n_wanted` fills, or all; then say whether there are more. The exit code."""
    from satcross.tasks.enumerate import enumerate_fills

    fills = enumerate_fills(
        puzzle, limit=n_wanted, distinct=distinct, options=options, time_limit_s=time_limit_s
    )
    try:
        for found in fills:
            publish(found)
    except KeyboardInterrupt:
        publish.view.close()
        exits.tell(f"{_count(fills)}; interrupted")
        return exits.INTERRUPTED
    finally:
        fills.close()
    publish.view.close()
    if fills.exhausted:
        if not fills.n_found:
            return _unfillable(fills.why)
        exits.tell(f"{_count(fills)}; there are no more")
        return exits.OK
    if fills.n_found == n_wanted:
        exits.tell(f"{_count(fills)}; there may be more")
        return exits.OK
    exits.tell(f"{_count(fills)}; stopped: {fills.stopped}")
    return exits.STOPPED


def _count(fills: Fills) -> str:
    return f"{fills.n_found:,} fill{'' if fills.n_found == 1 else 's'}"


def _lost(work: Work) -> str:
    if not work.n_failed:
        return ""
    return f"; {work.n_failed} other job{'' if work.n_failed == 1 else 's'} failed"


def _unfillable(why: str) -> int:
    exits.tell(f"unfillable: proved{': ' if why else ''}{why}")
    return exits.UNFILLABLE
