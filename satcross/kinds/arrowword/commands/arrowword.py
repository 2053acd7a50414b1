"""`satcross arrowword`: a crossword whose clues stand in its blocks."""

from __future__ import annotations

from satcross import Found
from satcross.apps.clues.book import ClueBook
from satcross.apps.pictures.squares import square_alone_on
from satcross.commandline import (
    JSON,
    About,
    GridSink,
    HelpPanel,
    OutputOptions,
    PuzzleOptions,
    PuzzleOrSizeOptions,
    SearchOptions,
    command,
    declare,
    echo_err,
    fill_data,
    option,
    usual_page,
    write_made,
)
from satcross.extend import Deadline, Making, cell_name, counted
from satcross.kinds.arrowword.make import (
    ArrowWordMaker,
    ArrowWordOptions,
    Plan,
    plan_of_grid,
    plan_of_size,
)
from satcross.kinds.arrowword.task import MadeArrowWord

ARROWWORD_SCHEMA = "satcross.arrowword/1"

EXAMPLES = """\
Examples:
  satcross arrowword 13x17 -o arrows.pdf
  satcross arrowword 13x17 --clues mine.tsv --picture 4x5@r1c1 -o arrows.pdf
  satcross arrowword 9x11 -n 20 -o 'arrows-{}.pdf'
  satcross arrowword grid.txt --clues mine.tsv     its blocks have the clues

Exit codes:
  0 made   20 proved that there is none   2 bad input
  124 stopped by the time limit   130 interrupted"""


declare(ArrowWordOptions, "The arrow word")


@command(HelpPanel.PUZZLES, 30, examples=EXAMPLES, guide="guide/arrow-words.md")
def arrowword(
    puzzle: PuzzleOrSizeOptions,
    *,
    wanted: ArrowWordOptions,
    number: int = option("N", "Number of arrow words.", "-n", default=1, at_least=1),
    search: SearchOptions,
    out: OutputOptions,
) -> int:
    """Make an arrow word: clues stand in the blocks, and an arrow says where each answer begins.

    GRID is a size such as 13x17, columns by rows, or a grid file. For a size the pattern is made
    with the fill, of the preset arrows. Each entry has its clue in the block left of its first cell
    or above it, and each block has one clue or two.
    """
    with out.open(number, About(drawing=out.drawing(unsolved=True))) as sink:
        deadline = Deadline.after(search.time_limit)
        plan = _plan(puzzle, wanted)
        cell = square_alone_on(usual_page(), *plan.shape)
        book = None
        if wanted.clues:
            book = ClueBook.load(*wanted.clues, alphabet=plan.words.alphabet)
            for line in book.report.warnings():
                echo_err(f"clues: {line}")
            plan = plan.clued(book, cell)
            echo_err(f"{counted(len(plan.words), 'word')} with a clue that fits")
        images = wanted.images(*plan.shape, out.output or "-")
        maker = ArrowWordMaker(plan, book, cell, images)
        making = Making(maker, search.solver(), limit=number)

        def write(made: Found[MadeArrowWord]) -> bool:
            _write(made.value, sink)
            with sink.view.hidden():
                for line in maker.report(made):
                    echo_err(line)
            return True

        hint = "a picture of another size, or in another place, may do" if wanted.picture else ""
        return write_made(making, deadline, sink.view, write, hint=hint)


def _plan(puzzle: PuzzleOptions, wanted: ArrowWordOptions) -> Plan:
    """What to make of which words."""
    if puzzle.size() is None:
        return plan_of_grid(puzzle.load(), wanted, puzzle.grid)
    return plan_of_size(puzzle.grid, *puzzle.load_for_size(), wanted)


def _write(made: MadeArrowWord, sink: GridSink) -> None:
    fill, crossword = made
    n_cols = crossword.n_cols
    places = [(clue, clue.place or 0, clue.cells[0]) for clue in crossword.clues]
    data = {
        "schema": ARROWWORD_SCHEMA,
        "grid": fill.grid.lines(),
        "clues": [
            {
                "slot": f"{clue.label}{clue.direction[0]}",
                "answer": clue.answer,
                "block": cell_name(block, n_cols),
                "first": cell_name(first, n_cols),
                "clue": clue.text,
            }
            for clue, block, first in places
        ],
        "fill": fill_data(fill, 1),
    }
    sink.write(fill.grid, {JSON: data}, fill=fill, crossword=crossword)
