"""`satcross count`: how many fills there are."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

from satcross import Found, Impossible, SolverOptions, Stopped, Task
from satcross.apps.counting.count import Count, CountKind, CountResult, CountTask
from satcross.apps.counting.numbers import json_number
from satcross.apps.counting.tools import DELTA, EPSILON, INSTALL
from satcross.commandline import (
    ExitCode,
    HelpPanel,
    KeepOptions,
    LedgerOptions,
    PuzzleOptions,
    ReportOptions,
    SearchOptions,
    command,
    echo_err,
    exit_code,
    option,
    option_set,
    run,
)
from satcross.extend import ListingResult, counted

COUNT_SCHEMA = "satcross.count/1"

EXAMPLES = """\
Examples:
  satcross count grid.txt
  satcross count grid.txt --time-limit 60      the best answer within a minute
  satcross count grid.txt --method exact
  satcross count grid.txt --method approximate --epsilon 0.4 --delta 0.1
  satcross count grid.txt --cluster local --state run
  satcross count grid.txt --method enumerate --time-limit 10 --format json

Ganak and ApproxMC are optional: pip install 'satcross\\[count]'.

Exit codes:
  0 counted, exactly or approximately   20 proved to be none   2 bad input
  124 the time limit came first: the count is a lower bound   130 interrupted"""
EXCLUSIONS = """\
method=approximate|method=enumerate cluster: cubes are counted exactly; leave out --method
epsilon|delta cluster: cubes are counted exactly; leave it out"""

HOW = {
    "arc consistency": "arc consistency shows it",
    "enumeration": "all were listed",
    "frontier": "all were gone through, cell by cell",
    "ganak": "by Ganak",
    "approxmc": "by ApproxMC",
    "cubes": "the sum of all cubes",
}


class CountMethod(StrEnum):
    """How to count."""

    AUTO = "auto"
    EXACT = "exact"
    APPROXIMATE = "approximate"
    ENUMERATE = "enumerate"


@option_set("Search")
class CounterOptions:
    """How to count."""

    method: CountMethod = option(
        "",
        "exact, approximate, enumerate (a lower bound), or auto: whichever succeeds first.",
        default=CountMethod.AUTO,
    )
    epsilon: float = option(
        "E", "An approximation is right within a factor of 1 + E …", default=EPSILON
    )
    delta: float = option("D", "… with probability at least 1 - D.", default=DELTA)
    encoding: str = option(
        "auto|support|dawg", "Encoding of the slots, for Ganak and ApproxMC.", default="auto"
    )


@command(HelpPanel.QUESTIONS, 50, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/count.md")
def count(
    puzzle: PuzzleOptions,
    *,
    again: KeepOptions,
    search: SearchOptions,
    how: CounterOptions,
    cluster: LedgerOptions,
    report: ReportOptions,
) -> int:
    """Count the fills of a grid: exactly, approximately, or at least.

    Two fills are different when they differ in a letter.
    """
    options = SolverOptions(encoding=how.encoding, seed=search.seed)
    loaded = puzzle.load_kept(again)[0]
    task: Task[Count, CountResult]
    with cluster.pool_if_named() as pool, report.view() as view:
        if pool is None:
            task = CountTask(
                loaded, options, method=how.method.value, epsilon=how.epsilon, delta=how.delta
            )
        else:
            task = cluster.workers().PoolCount(loaded, pool, options, **cluster.saved)
        with task:
            result = run(task, search.time_limit, view)
    print(count_json(result) if report.as_json else count_text(result))
    echo_err(explanation(result))
    code = exit_code(result)
    return ExitCode.UNFILLABLE if code == ExitCode.OK and not count_of(result).n else code


def count_of(result: CountResult) -> Count:
    """What is known, at least."""
    known = result.value if isinstance(result, Found) else result.partial
    assert isinstance(known, Count)
    return known


def count_text(result: CountResult) -> str:
    """The number with its kind: `about 18,432 fills`."""
    found = count_of(result)
    kinds = {CountKind.EXACT: "", CountKind.APPROXIMATE: "about ", CountKind.AT_LEAST: "at least "}
    return f"{kinds[found.kind]}{counted(found.n, 'fill')}"


def explanation(result: CountResult) -> str:
    """What the number means and how it was found, on one line."""
    found = count_of(result)
    if isinstance(result, Stopped):
        get = f"; {INSTALL} brings {' and '.join(found.missing)}" if found.missing else ""
        return f"a lower bound: stopped: {result}{get}"
    how = HOW.get(found.by, found.by)
    if found.kind is CountKind.EXACT:
        return f"exact: {found.why or how}"
    low, high = found.bounds()
    sure = 1 - (found.delta or 0)
    return (
        f"approximate, {how}: from {low:,} to {high:,} with probability {sure:.4g} or more;"
        f" projected on {found.n_projected:,} letter variables"
    )


def count_json(result: CountResult) -> str:
    """One JSON object, schema `satcross.count/1`: see docs/reference/json.md."""
    return json.dumps(_count_data(result), ensure_ascii=False)


def listed_count_json(grid: str, n: int, result: ListingResult) -> str:
    """The same of `n` fills of a grid that were listed, with the name of the grid."""
    stopped = result if isinstance(result, Stopped) else None
    kind = CountKind.EXACT if stopped is None else CountKind.AT_LEAST
    why = result.why if isinstance(result, Impossible) else ""
    count = Count(kind, n, by="enumeration", at_least=n, why=why)
    known = Found(count) if stopped is None else Stopped(stopped.reason, partial=count)
    return json.dumps({"grid": grid, **_count_data(known)}, ensure_ascii=False)


def _count_data(result: CountResult) -> dict[str, Any]:
    found = count_of(result)
    low, high = found.bounds()
    return {
        "schema": COUNT_SCHEMA,
        "kind": found.kind.value,
        "n": json_number(found.n),
        "lowest": json_number(low),
        "highest": None if high is None else json_number(high),
        "proved_at_least": json_number(found.at_least),
        "by": found.by,
        "epsilon": found.epsilon,
        "delta": found.delta,
        "projection": {"on": "letters", "n_vars": found.n_projected},
        "stopped": str(result) if isinstance(result, Stopped) else None,
        "why": found.why or None,
        "missing": list(found.missing),
    }
