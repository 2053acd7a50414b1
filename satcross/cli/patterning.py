"""What `satcross pattern` does once its options are read: search, print, and say how it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from satcross.cli import exits
from satcross.cli.pattern_view import PatternPrinter
from satcross.grid import Grid
from satcross.patterns.fewest import Fewest, FewestUnknown, fewest_blocks
from satcross.patterns.listing import Patterns, patterns
from satcross.patterns.rules import PatternRules, Range
from satcross.patterns.search import NoPattern
from satcross.patterns.symmetry import Alike
from satcross.solve.protocol import Deadline

if TYPE_CHECKING:
    from satcross.patterns.judge import Judge

Finish = Callable[[Grid], Grid]  # puts letters back into a pattern


def list_patterns(
    rules: PatternRules,
    printer: PatternPrinter,
    *,
    n_wanted: int | None,
    alike: Alike,
    seed: int,
    time_limit_s: float | None,
    finish: Finish,
    judge: Judge | None = None,
    best_of: int | None = None,
) -> int:
    """Find and print patterns; the exit code.

    Args:
        best_of: find so many, and print the best `n_wanted` of them by `judge`, best first.
    """
    found = patterns(
        rules, limit=best_of or n_wanted, alike=alike, seed=seed, time_limit_s=time_limit_s
    )
    n_printed = 0
    try:
        if best_of is None:
            for grid in found:
                printer(finish(grid), None if judge is None else judge(grid))
                n_printed += 1
        else:
            assert judge is not None
            judged = [(judge(grid), grid) for grid in found]
            judged.sort(key=lambda pair: -pair[0].log_fills)
            for judgement, grid in judged[:n_wanted]:
                printer(finish(grid), judgement)
                n_printed += 1
    except KeyboardInterrupt:
        exits.tell(f"{_count(found.n_found)}; interrupted")
        return exits.INTERRUPTED
    finally:
        found.close()
    return _told(found, n_printed, best_of or n_wanted)


def _told(found: Patterns, n_printed: int, limit: int | None) -> int:
    if found.stopped:
        exits.tell(f"{_count(found.n_found)}; stopped: {found.stopped}")
        return exits.STOPPED
    if found.exhausted and not found.n_found:
        return none_at_all()
    best = "" if n_printed == found.n_found else f"the best {n_printed} of "
    if found.exhausted:
        exits.tell(f"{best}{_count(found.n_found)}; there are no more")
    elif limit != 1:
        exits.tell(f"{best}{_count(found.n_found)}; there may be more")
    return exits.OK


def none_at_all() -> int:
    """Say that there is no pattern; the exit code."""
    exits.tell("no pattern: proved: none obeys all these rules")
    return exits.UNFILLABLE


def list_fewest(
    rules: PatternRules,
    printer: PatternPrinter,
    *,
    n_wanted: int | None,
    alike: Alike,
    seed: int,
    time_limit_s: float | None,
    finish: Finish,
    judge: Judge | None = None,
) -> int:
    """Find and print patterns with the fewest blocks, one or several; the exit code."""
    deadline = Deadline.after(time_limit_s)
    result = fewest_blocks(rules, seed=seed, deadline=deadline)
    walls = "bars" if rules.bars else "blocks"
    match result:
        case NoPattern():
            return none_at_all()
        case FewestUnknown(reason):
            exits.tell(f"stopped: {reason}")
            return exits.STOPPED
        case Fewest(grid, n, least):
            if not result.is_proved:
                printer(finish(grid), None if judge is None else judge(grid))
                exits.tell(f"{n} {walls}; at least {least} are needed; stopped: time limit")
                return exits.STOPPED
            exits.tell(f"{n} {walls}; proved: no pattern has fewer")
            if n_wanted == 1:
                printer(finish(grid), None if judge is None else judge(grid))
                return exits.OK
            return list_patterns(
                replace(rules, n_blocks=Range(n, n)),
                printer,
                n_wanted=n_wanted,
                alike=alike,
                seed=seed,
                time_limit_s=deadline.left_s(),
                finish=finish,
                judge=judge,
            )


def _count(n: int) -> str:
    return f"{n:,} pattern{'' if n == 1 else 's'}"
