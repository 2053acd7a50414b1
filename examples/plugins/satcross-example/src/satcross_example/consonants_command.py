"""`satcross consonants`: puzzles of the kind, one after the other."""

from __future__ import annotations

from satcross import Best, Found
from satcross.commandline import (
    About,
    HelpPanel,
    OutputOptions,
    PuzzleOrSizeOptions,
    SearchOptions,
    command,
    declare,
    echo_err,
    option,
    write_made,
)
from satcross.extend import Making
from satcross_example.making import ConsonantsMaker, ConsonantsOptions, MadeConsonants

EXAMPLES = """\
Examples:
  satcross consonants grid.txt
  satcross consonants 15x15 --consonants 90 -o consonants.pdf
  satcross consonants 9x9 -n 3 -o 'consonants-{}.ipuz'

Exit codes:
  0 made   1 fewer different ones than asked for   2 bad input   20 proved that there is none
  124 stopped by the time limit   130 interrupted"""

declare(ConsonantsOptions, "The puzzle")


@command(HelpPanel.PUZZLES, 90, examples=EXAMPLES)
def consonants(
    puzzle: PuzzleOrSizeOptions,
    *,
    wanted: ConsonantsOptions,
    number: int = option("N", "Number of puzzles.", "-n", default=1, at_least=1),
    search: SearchOptions,
    out: OutputOptions,
) -> int:
    """Make a crossword whose vowels are printed.

    GRID is a grid, a crossword file, whose clues the puzzle has, or a size such as 15x15.
    """
    maker = ConsonantsMaker(puzzle.source(), wanted)
    making = Making(maker, search.solver(), limit=number)
    with out.open(number, About(drawing=out.drawing(unsolved=True))) as sink:

        def write(best: Best[MadeConsonants] | Found[MadeConsonants]) -> bool:
            made = best.value
            data = {"schema": "example.consonants/1", "grid": str(made).splitlines()}
            shown = {"text": str(made), "json": {**data, "fill": made.fill.grid.lines()}}
            sink.write(made.fill.grid, shown, crossword=made.crossword)
            for line in making.report(best):
                echo_err(line)
            return True

        return write_made(making, search.time_limit, sink.view, write)
