"""`satcross seeds`: the best of the fills that several seeds find."""

from __future__ import annotations

from satcross import FillTask, Found, SolverOptions
from satcross.commandline import (
    About,
    FillOutputOptions,
    HelpPanel,
    PuzzleOptions,
    SearchOptions,
    command,
    echo_err,
    end,
    exit_code,
    flag,
    option,
    run,
)
from satcross.extend import Deadline

EXAMPLES = """\
Examples:
  satcross seeds grid.txt
  satcross seeds grid.txt -w mine.dict --tries 20 --lowest -o best.ipuz

Exit codes:
  0 filled   20 proved unfillable   2 bad input   130 interrupted
  124 the time limit came first; the best fill so far is printed"""
EXCLUSIONS = """\
lowest !tries>1: one fill has nothing to be compared with; add --tries N"""


@command(HelpPanel.GRIDS, 15, examples=EXAMPLES, exclusions=EXCLUSIONS, replaces=("grid",))
def seeds(
    puzzle: PuzzleOptions,
    *,
    tries: int = option("N", "Number of seeds, from --seed on.", default=5, at_least=1),
    lowest: bool = flag("Compare the fills by their lowest score, not by the sum of all scores."),
    search: SearchOptions,
    out: FillOutputOptions,
) -> int:
    """Fill a grid with several seeds, and print the fill that has the best scores."""
    loaded = puzzle.load()
    deadline = Deadline.after(search.time_limit)
    best = None
    with out.open(1, About(alphabet=loaded.words.alphabet)) as sink:
        for seed in range(search.seed, search.seed + tries):
            with FillTask(loaded, SolverOptions(seed=seed)) as task:
                result = run(task, deadline, sink.view)
            if not isinstance(result, Found):
                break
            fill = result.value
            value = (fill.lowest_score or 0) if lowest else fill.score
            if best is None or value > best[0]:
                best = value, seed, fill
        if best is None:
            return end(result)
        sink.write_fill(best[2])
    echo_err(f"the best of seeds {search.seed} to {seed}: {best[1]}")
    return exit_code(result)
