"""`satcross sample`: fills sampled at random."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from satcross import Answered, Fill, Impossible, Stopped
from satcross.apps.counting.sample import N_SAMPLES, Evenness, Samples
from satcross.commandline import (
    About,
    FillOutputOptions,
    HelpPanel,
    KeepOptions,
    PuzzleOptions,
    SearchOptions,
    command,
    echo_err,
    exit_code,
    fill_data,
    option,
    run,
    unfillable,
    why_stopped,
)
from satcross.extend import ListingResult, counted

SAMPLE_SCHEMA = "satcross.sample/2"

EXAMPLES = """\
Examples:
  satcross sample grid.txt -n 10
  satcross sample grid.txt -n 100 --seed 7 --format json
  satcross sample grid.txt --method fast       faster, but not uniform

UniGen, for puzzles with very many fills, is optional:
pip install 'satcross\\[count]'.

Exit codes:
  0 sampled   20 proved unfillable   2 bad input   130 interrupted
  124 the time limit came first; the samples printed before are right"""


class SampleMethod(StrEnum):
    """How to sample."""

    UNIFORM = "uniform"
    FAST = "fast"


@command(HelpPanel.QUESTIONS, 60, examples=EXAMPLES, replaces=("grid",), guide="guide/sample.md")
def sample(
    puzzle: PuzzleOptions,
    *,
    again: KeepOptions,
    search: SearchOptions,
    number: int = option("N", "Number of samples.", "-n", default=N_SAMPLES, panel="Search"),
    method: SampleMethod = option(
        "",
        "uniform: every fill as likely as any other, as nearly as possible; fast: by seeded"
        " search, which prefers some fills.",
        default=SampleMethod.UNIFORM,
        panel="Search",
    ),
    out: FillOutputOptions,
) -> int:
    """Draw fills at random, each as likely as any other.

    Draws are independent, so that the same fill may come twice.
    """
    loaded, base, roles, _ = puzzle.load_kept(again)
    samples = Samples(loaded, search.solver(), n=number, method=method.value)
    about = About(base, loaded.words.alphabet, search.seed, roles)
    with out.open(number, about) as sink, samples:

        def write(answered: Answered[Fill]) -> None:
            fill = answered.value
            sink.write_fill(fill, lambda number: sample_data(fill, number, samples))

        result = run(samples, search.time_limit, sink.view, write)
    echo_err(summary(samples, result))
    return exit_code(result)


def sample_data(fill: Fill, number: int, samples: Samples) -> dict[str, Any]:
    """Data as of `satcross.fill/2`, and its sampling. See docs/reference/json.md."""
    return {
        **fill_data(fill, number),
        "schema": SAMPLE_SCHEMA,
        "drawn": samples.evenness.value,
        "by": samples.by,
        "n_fills": samples.n_fills,
    }


def summary(samples: Samples, result: ListingResult) -> str:
    """How many were sampled, how, and from how many, on one line."""
    n = samples.n_found
    sampled = counted(n, "sample")
    match result:
        case Impossible(why):
            return unfillable(why)
        case Stopped():
            sampled += f"; {why_stopped(result)}"
            if not n:
                return sampled
    if samples.evenness is Evenness.NOT:
        return f"{sampled}, NOT uniform: by seeded search, which prefers some fills"
    if samples.n_fills is not None:
        n_fills = counted(samples.n_fills, "fill")
        return f"{sampled}, uniform: each of {n_fills} was as likely as any other"
    return f"{sampled}, almost uniform: by UniGen"
