"""`satcross diagramless`: crosswords whose blocks are not shown, with one grid; and their grids."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from satcross import Best, Grid
from satcross.commandline import (
    JSON,
    TEXT,
    About,
    CrosswordOutputOptions,
    GridSink,
    HelpPanel,
    PuzzleOptions,
    PuzzleOrSizeOptions,
    Renderers,
    SearchOptions,
    command,
    declare,
    echo_err,
    option,
    read_puzzle,
    say_how_many,
    write_made,
    write_solutions,
)
from satcross.extend import Deadline, Making, solution_word_in
from satcross.kinds.diagramless.make import (
    DiagramlessMaker,
    DiagramlessOptions,
    FilledDiagramless,
    read,
)
from satcross.kinds.diagramless.solutions import Grids

EXAMPLES = """\
Examples:
  satcross diagramless daily.ipuz -o daily-diagramless.pdf
  satcross diagramless 15x15 --seed 7             a pattern, its fill, and its lists
  satcross diagramless 15x15 -n 20 -o 'diagramless-{}.pdf'
  satcross diagramless daily.ipuz --carte-blanche --told nothing
  satcross diagramless --solve lists.txt          its grids

Exit codes:
  0 made, with one grid; solved   20 proved that there is no grid   2 bad input
  124 stopped by the time limit   130 interrupted"""


declare(DiagramlessOptions, "The diagramless")


@command(
    HelpPanel.PUZZLES,
    20,
    examples=EXAMPLES,
    guide="guide/diagramless.md",
)
def diagramless(
    puzzle: PuzzleOrSizeOptions,
    *,
    wanted: DiagramlessOptions,
    number: int = option("N", "Number of puzzles, or of grids.", "-n", default=1, at_least=1),
    search: SearchOptions,
    out: CrosswordOutputOptions,
) -> int:
    """Make a diagramless or carte blanche: clues, and no blocks; with one grid, which is proved.

    GRID is a filled grid, a crossword file, a grid to fill, or a size such as 15x15, for which a
    pattern is made. That the grid is the only one is proved for solvers who know all answers. Where
    there are others, the fewest helps are given that leave one. With --solve, GRID has the lists of
    answers, and the grids for them are found.
    """
    about = About(alphabet=puzzle.word_list.choice().letters(), seed=search.seed)
    about.drawing = out.drawing(unsolved=not wanted.solve)
    with out.open(number, about) as sink:
        if wanted.solve:
            return _solve(puzzle, wanted, search, sink, number)
        return _make(puzzle, wanted, search, sink, about, number)


def _make(
    puzzle: PuzzleOptions,
    wanted: DiagramlessOptions,
    search: SearchOptions,
    sink: GridSink,
    about: About,
    n: int,
) -> int:
    deadline = Deadline.after(search.time_limit)
    maker = DiagramlessMaker(puzzle.source(), wanted)
    making = Making(maker, search.solver(), limit=n)

    def write(best: Best[FilledDiagramless]) -> bool:
        made = best.value
        rule = solution_word_in(made.fill.puzzle.rules)
        if rule is not None:  # the same squares: the puzzle shows that they are open
            cells = " ".join(map(made.fill.grid.cell_name, made.crossword.solution_cells))
            about.solution_word = replace(rule, cells=cells)
        solution = made.fill.grid
        data = {**made.puzzle.to_json(), "solution": solution.lines(), "bound": best.bound}
        shown: Renderers = {TEXT: str(made), JSON: {**data, "helps": made.helps}}
        sink.write(solution, shown, crossword=made.crossword)
        with sink.view.hidden():
            for line in maker.report(best):
                echo_err(line)
        return True

    return write_made(making, deadline, sink.view, write)


def _solve(
    puzzle: PuzzleOptions, wanted: DiagramlessOptions, search: SearchOptions, sink: GridSink, n: int
) -> int:
    alphabet = puzzle.word_list.choice().letters()

    asked = read_puzzle(puzzle.grid, alphabet, partial(read, options=wanted))

    def write(grid: Grid) -> None:
        data = {**asked.to_json(), "solution": grid.lines()}
        sink.write(grid, {JSON: data}, crossword=asked.crossword(grid))

    with Grids(asked, search.solver(), limit=n + 1) as grids:
        found, result = write_solutions(grids, n, search.time_limit, sink.view, write)
    return say_how_many(found, result, n, what="grid", only="one grid: proved")
