"""`satcross count`: how many fills there are."""

from __future__ import annotations

import json
import math
from enum import StrEnum
from typing import Annotated, Any

import typer

from satcross.cli import exits
from satcross.cli.options import (
    AllowRepeatsOption,
    AlphabetOption,
    ExcludeOption,
    GridArgument,
    MaxSharedOption,
    MaxWordsOption,
    MinLengthOption,
    MinScoreOption,
    NearDuplicatesOption,
    OutputFormat,
    ProgressOption,
    RebusOption,
    SeedOption,
    TimeLimitOption,
    WordsOption,
    check_numbers,
    load_words,
)
from satcross.cli.progress import progress_view
from satcross.cli.puzzles import load_puzzle
from satcross.errors import OptionError
from satcross.solve.counting import DELTA, EPSILON, INSTALL
from satcross.solve.protocol import SolverOptions
from satcross.tasks.count import Counting
from satcross.tasks.count_result import Count, CountKind

COUNT_SCHEMA = "satcross.count/1"
SAFE_INTEGER = 1 << 53  # beyond, JSON readers that use doubles would round

EXAMPLES = """\
Examples:
  satcross count grid.txt
  satcross count grid.txt --time-limit 60      the best answer within a minute
  satcross count grid.txt --method exact
  satcross count grid.txt --method approximate --epsilon 0.4 --delta 0.1
  satcross count grid.txt --method enumerate --time-limit 10 --format json

Ganak and ApproxMC are optional: pip install 'satcross\\[count]'.

Exit codes:
  0 counted, exactly or approximately   20 proved to be none   2 bad input
  124 the time limit came first: the count is a lower bound   130 interrupted"""

HOW = {
    "arc consistency": "arc consistency shows it",
    "enumeration": "all were listed",
    "frontier": "all were gone through, cell by cell",
    "ganak": "by Ganak",
    "approxmc": "by ApproxMC",
}


class Method(StrEnum):
    """How to count."""

    AUTO = "auto"
    EXACT = "exact"
    APPROXIMATE = "approximate"
    ENUMERATE = "enumerate"


def count(
    grid: GridArgument,
    words: WordsOption = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
    allow_repeats: AllowRepeatsOption = False,
    min_length: MinLengthOption = 2,
    rebus: RebusOption = None,
    max_shared_substring: MaxSharedOption = None,
    no_near_duplicates: NearDuplicatesOption = False,
    method: Annotated[
        Method,
        typer.Option(
            help="exact, approximate, a lower bound by enumeration, or whichever is the first to"
            " do.",
            rich_help_panel="Search",
        ),
    ] = Method.AUTO,
    epsilon: Annotated[
        float,
        typer.Option(
            metavar="E",
            help="An approximation is right within a factor of 1 + E …",
            rich_help_panel="Search",
        ),
    ] = EPSILON,
    delta: Annotated[
        float,
        typer.Option(
            metavar="D",
            help="… with probability at least 1 - D.",
            rich_help_panel="Search",
        ),
    ] = DELTA,
    encoding: Annotated[
        str,
        typer.Option(
            metavar="auto|support|dawg",
            help="Encoding of the slots, for Ganak and ApproxMC.",
            rich_help_panel="Search",
        ),
    ] = "auto",
    seed: SeedOption = 0,
    time_limit: TimeLimitOption = None,
    format_: Annotated[
        OutputFormat,
        typer.Option(
            "--format",
            help="Text, or one JSON object (schema satcross.count/1).",
            rich_help_panel="Output",
        ),
    ] = OutputFormat.TEXT,
    progress: ProgressOption = None,
) -> None:
    """Count the fills of a grid: exactly, approximately, or at least.

    Two fills are different when they differ in a letter.
    """
    check_numbers(seed, time_limit)
    _check_guarantee(epsilon, delta)
    _check_encoding(encoding)
    puzzle = load_puzzle(
        grid,
        load_words(words, min_score, exclude, max_words, alphabet, min_length),
        distinct=not allow_repeats,
        min_length=min_length,
        rebus=rebus,
        max_shared_substring=max_shared_substring,
        no_near_duplicates=no_near_duplicates,
    )
    code: int | None = None
    with progress_view(progress) as view:
        counting = Counting(
            puzzle,
            method=method.value,
            epsilon=epsilon,
            delta=delta,
            options=SolverOptions(encoding=encoding, seed=seed, on_progress=view),
            time_limit_s=time_limit,
        )
        try:
            found = counting.run()
        except KeyboardInterrupt:
            found = counting.interrupted()
            code = exits.INTERRUPTED
    if code is None:
        code = _exit_code(found)
    print(count_json(found) if format_ is OutputFormat.JSON else count_text(found))
    exits.tell(explanation(found))
    raise typer.Exit(code)


def count_text(found: Count) -> str:
    """The number with its kind: `about 18,432 fills`."""
    kinds = {CountKind.EXACT: "", CountKind.APPROXIMATE: "about ", CountKind.AT_LEAST: "at least "}
    return f"{kinds[found.kind]}{found.n:,} fill{'' if found.n == 1 else 's'}"


def explanation(found: Count) -> str:
    """What the number means and how it was found, on one line."""
    how = HOW.get(found.by, found.by)
    if found.kind is CountKind.EXACT:
        return f"exact: {found.why or how}"
    if found.kind is CountKind.APPROXIMATE:
        low, high = found.bounds()
        sure = 1 - (found.delta or 0)
        return (
            f"approximate, {how}: from {low:,} to {high:,} with probability {sure:.4g} or more;"
            f" projected on {found.n_projected:,} letter variables"
        )
    get = f"; {INSTALL} brings {' and '.join(found.missing)}" if found.missing else ""
    return f"a lower bound: stopped: {found.stopped}{get}"


def count_json(found: Count) -> str:
    """One JSON object, schema `satcross.count/1`: see docs/count.md."""
    low, high = found.bounds()
    data: dict[str, Any] = {
        "schema": COUNT_SCHEMA,
        "kind": found.kind.value,
        "n": _number(found.n),
        "lowest": _number(low),
        "highest": None if high is None else _number(high),
        "proved_at_least": _number(found.at_least),
        "by": found.by,
        "epsilon": found.epsilon,
        "delta": found.delta,
        "projection": {"on": "letters", "n_vars": found.n_projected},
        "stopped": found.stopped or None,
        "why": found.why or None,
        "missing": list(found.missing),
    }
    return json.dumps(data, ensure_ascii=False)


def _number(n: int) -> int | str:
    return n if n <= SAFE_INTEGER else str(n)


def _exit_code(found: Count) -> int:
    if found.kind is CountKind.AT_LEAST:
        return exits.STOPPED
    return exits.OK if found.n else exits.UNFILLABLE


def _check_guarantee(epsilon: float, delta: float) -> None:
    if not (epsilon > 0 and math.isfinite(epsilon)):
        raise OptionError(
            f"{epsilon:g} is no tolerance", mend="give more than 0", source="--epsilon"
        )
    if not 0 < delta < 1:
        raise OptionError(
            f"{delta:g} is no probability of being wrong",
            mend="give more than 0 and less than 1",
            source="--delta",
        )


def _check_encoding(encoding: str) -> None:
    from satcross.encode import ENCODINGS

    if encoding not in ENCODINGS:
        raise OptionError(
            f"there is no encoding {encoding!r}",
            mend=f"choose one of {', '.join(ENCODINGS)}",
            source="--encoding",
        )
