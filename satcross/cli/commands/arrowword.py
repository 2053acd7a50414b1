"""`satcross arrowword`: a crossword whose clues stand in its blocks."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce
from pathlib import Path

from satcross.checks import counted
from satcross.cli.errors import echo_err
from satcross.cli.options.command import PUZZLES, command, option, option_set
from satcross.cli.options.common import SearchOptions
from satcross.cli.options.puzzle import PuzzleOptions
from satcross.cli.output.crosswords import usual_page
from satcross.cli.output.fill_view import fill_data
from satcross.cli.output.grids import JSON, About, GridSink, OutputOptions
from satcross.cli.run import end, run
from satcross.clues import ClueBook
from satcross.construct.arrowword import ArrowWordTask, MadeArrowWord, with_clue
from satcross.drawing.pages import square_alone_on
from satcross.errors import GridError, OptionError
from satcross.files import same_file
from satcross.model.cellnames import cell_name
from satcross.model.crossword import crossword_of
from satcross.model.entry_rules import EntryRules
from satcross.model.images import Image, with_image
from satcross.model.puzzle import Puzzle
from satcross.pattern.presets import Preset, preset_rules
from satcross.pattern.rules import PatternRules, Range
from satcross.results import Found, Impossible
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline
from satcross.words import WordList

ARROWWORD_SCHEMA = "satcross.arrowword/1"
_PICTURE = re.compile(r"(\d{1,3})[xX×](\d{1,3})@[rR](\d{1,3})[cC](\d{1,3})(?:=(.+))?")

EXAMPLES = """\
Examples:
  satcross arrowword 13x17 -o arrows.pdf
  satcross arrowword 13x17 --clues mine.tsv --picture 4x5@r1c1 -o arrows.pdf
  satcross arrowword 9x11 -n 20 -o 'arrows-{}.pdf'
  satcross arrowword grid.txt --clues mine.tsv     its blocks have the clues

Exit codes:
  0 made   20 proved that there is none   2 bad input
  124 stopped by the time limit   130 interrupted"""


@option_set("The arrow word")
class ArrowWordOptions:
    """What stands in the blocks, and where there are none."""

    clues: list[Path] | None = option(
        "FILE",
        "File of your clues: only words are used that have a clue which is short enough. Can be"
        " repeated.",
    )
    picture: list[str] | None = option(
        "3x4@r1c1[=FILE]",
        "Leave this place for a picture: columns x rows, from this cell on; or put a .png or .jpg"
        " file there. Can be repeated.",
    )

    def places(self, n_rows: int, n_cols: int) -> list[tuple[Image, str]]:
        """The places for pictures, and the names of their files; "" for none.

        Raises:
            OptionError: one is not within the grid.
        """
        found: list[tuple[Image, str]] = []
        for text in self.picture or ():
            match = _PICTURE.fullmatch(text.strip())
            *numbers, file = match.groups() if match else (0, 0, 0, 0, "")
            width, height, row, col = map(int, numbers)
            rows, cols = range(row - 1, row - 1 + height), range(col - 1, col - 1 + width)
            inside = row and col and rows.stop <= n_rows and cols.stop <= n_cols
            if not (rows and cols and inside):
                size = f"{counted(n_cols, 'column')} and {counted(n_rows, 'row')}"
                raise OptionError(
                    f"{text!r} is no place within {size}",
                    hint="give its columns x rows and its first cell, as in 3x4@r1c1",
                    parameter="picture",
                )
            found.append((Image(rows.start * n_cols + cols.start, height, width, b""), file or ""))
        return found

    def images(self, n_rows: int, n_cols: int, output: str) -> list[Image]:
        """The pictures that have a file. Raises OptionError, FormatError.

        Args: output: the file to write, which must be none of them.
        """
        from satcross.drawing.images import load_image

        places = self.places(n_rows, n_cols)
        images = [replace(one, data=load_image(Path(file))) for one, file in places if file]
        if any(file and same_file(output, file) for _, file in places):
            problem = f"{output} is also the file of --picture"
            raise OptionError(problem, hint="name another", parameter="output")
        cells = [at for image in images for at in image.cells(n_rows, n_cols)]
        if len(set(cells)) < len(cells):
            raise OptionError("two pictures overlap", parameter="picture")
        return images


@command(PUZZLES, 30, examples=EXAMPLES, guide="guide/arrow-words.md")
def arrowword(
    puzzle: PuzzleOptions,
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
        asked, words, entries = _asked(puzzle, wanted)
        grid = asked if isinstance(asked, PatternRules) else asked.grid
        cell = square_alone_on(usual_page(), grid.n_rows, grid.n_cols)
        book = None
        if wanted.clues:
            book = ClueBook.load(*wanted.clues, alphabet=words.alphabet)
            for line in book.report.warnings():
                echo_err(f"clues: {line}")
            words = with_clue(words, book, cell)
            echo_err(f"{counted(len(words), 'word')} with a clue that fits")
            if isinstance(asked, Puzzle):
                asked = Puzzle(asked.grid, words, asked.rules)
        images = wanted.images(grid.n_rows, grid.n_cols, out.output or "-")
        if isinstance(asked, Puzzle):
            reduce(with_image, images, crossword_of(asked.grid))  # refuses wrong places soon
        deadline = Deadline.after(search.time_limit)
        for seed in range(search.seed, search.seed + number):
            options = SolverOptions(seed=seed)
            try:
                task = ArrowWordTask(asked, words, options, entries=entries, book=book, cell=cell)
            except GridError as error:
                raise GridError(error.problem, hint=error.hint, source=puzzle.grid) from None
            with task:
                result = run(task, deadline, sink.view)
            if isinstance(result, Impossible) and wanted.picture:
                echo_err("a picture of another size, or in another place, may do")
            if not isinstance(result, Found):
                return end(result)
            fill, crossword = result.value
            _write((fill, reduce(with_image, images, crossword)), sink)
    return 0


def _asked(
    puzzle: PuzzleOptions, wanted: ArrowWordOptions
) -> tuple[PatternRules | Puzzle, WordList, EntryRules]:
    """What to make of which words: the rules of a pattern of a size, or the puzzle of a grid."""
    size = puzzle.size()
    if size is None:
        loaded = puzzle.load()
        if not all(file for _, file in wanted.places(loaded.grid.n_rows, loaded.grid.n_cols)):
            raise OptionError(
                "a grid file says itself where it has no cells",
                hint="write ~ for each cell that the picture takes, or name the picture's file",
                parameter="picture",
            )
        return loaded, loaded.listed, EntryRules()
    rules, places = preset_rules(Preset.ARROWS, *size), wanted.places(*size)
    voids = frozenset(at for place, _ in places for at in place.cells(*size))
    share = 1 - len(voids) / (rules.n_rows * rules.n_cols)
    blocks = Range(*(round(share * (n or 0)) for n in rules.n_blocks))
    words, given = puzzle.load_for_size()
    shortest = given.pop("min_length", rules.min_length)
    rules = replace(rules, voids=voids, n_blocks=blocks, min_length=shortest)
    return rules, words, EntryRules(**given)


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
    crossed = [at for slot in fill.puzzle.slots for at in slot.cells]
    n_once = len(set(crossed)) * 2 - len(crossed)
    with sink.view.hidden():
        blocks = counted(len({block for _, block, _ in places}), "block")
        letters = f"{n_once} of {counted(len(set(crossed)), 'letter')}"
        echo_err(f"{counted(len(places), 'clue')} in {blocks}; {letters} not crossed")
