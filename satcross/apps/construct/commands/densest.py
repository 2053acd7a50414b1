"""`satcross densest`: the fewest blocks with which a grid can be filled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satcross import Best, Impossible, Stopped, Symmetry
from satcross.apps.construct.cli.pattern import SizedRulesOptions
from satcross.commandline import (
    About,
    FillOutputOptions,
    HelpPanel,
    SearchOptions,
    WordListOptions,
    command,
    echo_err,
    end,
    exit_code,
    fill_data,
    option,
    option_set,
    run,
    why_stopped,
)
from satcross.extend import counted

if TYPE_CHECKING:
    from satcross import Fill

EXAMPLES = """\
Examples:
  satcross densest 6x6 --min-score 70
  satcross densest 7x7 -w mine.dict --time-limit 600 --format json

Exit codes:
  0 found, and proved to be the fewest   20 proved: no pattern can be filled   2 bad input
  124 stopped by a limit; what was found is printed all the same   130 interrupted"""


@option_set("Pattern")
class DensestRulesOptions(SizedRulesOptions):
    """The rules of the pattern; no symmetry by default."""

    symmetry: Symmetry | None = option("", "Symmetry of the pattern.", default=Symmetry.NONE)
    min_length: int | None = option("N", "Length of the shortest entry.")

    def _changed(self) -> dict[str, Any]:
        shortest = {} if self.min_length is None else {"min_length": self.min_length}
        return super()._changed() | shortest


@command(
    HelpPanel.GRIDS,
    50,
    examples=EXAMPLES,
    lacks={"--solution-word": "mark squares of its grid with satcross convert --solution-word"},
    guide="guide/freeform.md",
)
def densest(
    pattern: DensestRulesOptions,
    word_list: WordListOptions,
    *,
    search: SearchOptions,
    out: FillOutputOptions,
) -> int:
    """Fill a grid with as few blocks as the word list allows, and prove the minimum.

    Patterns with 0, 1, 2, … blocks are tried, all of them, until one can be filled.
    """
    from satcross.apps.construct.densest import DensestTask, Undecided

    listed = word_list.load()
    task = DensestTask(pattern.rules(), listed, search.solver())
    with out.open(1, About(None, listed.alphabet, search.seed)) as sink, task:
        result = run(task, search.time_limit, sink.view)
        sink.view.close()
        match result:
            case Impossible():
                return end(result, impossible="impossible")
            case Stopped(partial=Undecided(least)):
                known = f"; at least {counted(least, 'block')} are needed" if least else ""
                echo_err(f"{why_stopped(result)}{known}")
            case Best(fill):
                sink.write_fill(fill, lambda number: _data(result, task.n_open, number))
                echo_err(_summary(result, task.n_open))
    return exit_code(result)


def _summary(result: Best[Fill], n_open: int) -> str:
    n_blocks = result.objective or 0
    found = counted(n_blocks, "block")
    if result.reason is None:
        return f"{found}; proved: no grid with fewer can be filled" if n_blocks else found
    undecided = f"; {counted(n_open, 'pattern')} undecided" if n_open else ""
    return f"{found}; at least {result.bound} are needed{undecided}; stopped"


def _data(result: Best[Fill], n_open: int, number: int) -> dict[str, Any]:
    known = {"n_blocks": result.objective, "least": result.bound, "open": n_open}
    return {**fill_data(result.value, number), **known}
