"""Quote falls: the letters of each column of a quotation are known, but not their order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from satcross import LATIN, Alphabet, Crossword, Fill, FormatError, Grid, Puzzle, WordList, grid_of
from satcross.extend import BLOCK, OPEN, VOID, Square, SquareKind, option
from satcross.kinds.quotations import QUOTE_FALL
from satcross.kinds.quotations.faults import fall_faults
from satcross.kinds.quotations.quotation import WIDTH, Quotation, barred, word_rules


@dataclass(frozen=True, kw_only=True)
class QuoteFallOptions:
    """How it is laid out."""

    width: int = option("N", "Squares in a row.", default=WIDTH)


@dataclass(frozen=True, slots=True)
class QuoteFall:
    """A quotation in rows, of which the letters of each column are known, but not their order.

    Args:
        grid: blocks, open cells, and letters that are given in their cells. Words go on in the
            next row.
        columns: the letters of each column, in alphabetical order.

    Raises:
        FormatError: a column has more cells than letters, or fewer, or lacks one that is given.
    """

    grid: Grid
    columns: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        n = self.grid.n_cols
        if len(self.columns) != n:
            raise FormatError(f"{len(self.columns)} columns of letters, and {n} of cells")
        for at, letters in enumerate(self.columns):
            column = self.grid.cells[at::n]
            cells = sum(cell != BLOCK for cell in column)
            if cells != len(letters):
                raise FormatError(f"column {at + 1} has {cells} cells and {len(letters)} letters")
            given = Counter(cell for cell in column if cell not in (BLOCK, OPEN))
            if lacking := given - Counter(letters):
                raise FormatError(f"column {at + 1} has no letter {min(lacking)} for its cell")

    @classmethod
    def of(cls, quotation: Quotation, width: int) -> QuoteFall:
        """The one of a quotation, no letter given. Raises OptionError: as `in_rows`."""
        grid = quotation.in_rows(width)
        return cls(grid.without_letters(), _columns(grid, quotation.alphabet))

    @classmethod
    def begun(cls, quotation: Quotation, seed: int, options: QuoteFallOptions) -> QuoteFall:
        """The one of a quotation, no letter given."""
        del seed
        return cls.of(quotation, options.width)

    @classmethod
    def parse(cls, text: str, alphabet: Alphabet = LATIN, source: str = "quote fall") -> QuoteFall:
        """Read rows of letters and `~`, an empty line, and the rows of the grid.

        Raises:
            GridError, FormatError: the text is something else.

        >>> fall = QuoteFall.parse("A~\\nBC\\n\\n..\\n.#")
        >>> fall.columns, fall.grid.shape
        ((('A', 'B'), ('C',)), '2x2')
        """
        parts = re.split(r"\n[ \t\r]*\n\s*", text.strip())
        if len(parts) != 2:
            raise FormatError(
                "must be rows of letters, an empty line, and the rows of the grid", source=source
            )
        top, grid = (
            Grid.parse(part, alphabet=alphabet, source=source, hex_patterns=False) for part in parts
        )
        try:
            return cls(grid, _columns(top, alphabet))
        except FormatError as error:
            raise FormatError(error.problem, source=source) from None

    @classmethod
    def of_crossword(
        cls, crossword: Crossword, alphabet: Alphabet = LATIN, source: str = "quote fall"
    ) -> QuoteFall:
        """The one that a file of `crossword` holds: its solution tells the letters of each column.

        Raises:
            GridError, FormatError: it is of another kind, or lacks letters of its solution.
        """
        grid = grid_of(crossword, alphabet=alphabet, source=source)
        if crossword.kind is not QUOTE_FALL or grid.named or grid.board:
            raise FormatError(
                "it is no quote fall", hint="give a file of satcross quotefall", source=source
            )
        for at, cell in enumerate(grid.cells):
            if cell not in (BLOCK, *alphabet.texts):
                where = grid.cell_name(at)
                raise FormatError(f"its solution has no single letter at {where}", source=source)
        pairs = zip(grid.cells, crossword.squares, strict=True)
        cells = [cell if cell == BLOCK or square.given else OPEN for cell, square in pairs]
        return cls(grid.with_cells(cells), _columns(grid, alphabet))

    def giving(self, fill: Fill, cells: Iterable[int]) -> QuoteFall:
        """The quote fall with the letters given that a solution has in some cells."""
        held = {at: fill.grid.cells[at] for at in cells}
        return replace(self, grid=self.grid.holding(held))

    def rows(self) -> Grid:
        """The squares as they are printed."""
        return self.grid

    def above(self) -> Grid:
        """The letters over their columns, each column down to the grid."""
        n_rows = max(map(len, self.columns))
        padded = [[VOID] * (n_rows - len(column)) + list(column) for column in self.columns]
        return Grid(n_rows, len(padded), tuple(chain(*zip(*padded, strict=True))))

    def __str__(self) -> str:
        """The text that `parse` reads."""
        return f"{self.above()}\n\n{self.grid}"

    def puzzle(self, words: WordList) -> Puzzle:
        """The puzzle whose fills are the solutions."""
        grid, n = self.grid, self.grid.n_cols
        rules: list[str] = []
        for at, letters in enumerate(self.columns):
            places = range(at, grid.size, n)
            cells = " ".join(grid.cell_name(cell) for cell in places if grid.is_square(cell))
            counts = Counter(letters)
            if counts and not words.alphabet.has_long_letters:
                rules.append(f"letter-count {cells}: [{''.join(counts)}] all")
            rules += [f"letter-count {cells}: {letter} {m}" for letter, m in counts.items()]
        return Puzzle(barred(grid), words, [*word_rules(grid, grid.size), *rules])

    def crossword(self, solution: Grid) -> Crossword:
        """What files and pictures hold. Args: solution: with all letters."""
        squares = tuple(
            Square(SquareKind.BLOCK)
            if cell == BLOCK
            else Square(solution=cell, given=self.grid.is_given(at))
            for at, cell in enumerate(solution.cells)
        )
        return Crossword(solution.n_rows, solution.n_cols, squares, kind=QUOTE_FALL)

    def said(self, solution: Grid) -> str:
        """A solution as text."""
        return str(solution)

    def faults(self, solution: Grid, words: WordList) -> list[str]:
        """What the checker finds wrong with a solution."""
        return fall_faults(solution.cells, self.columns, words)

    def to_json(self, solution: Grid) -> dict[str, Any]:
        """The puzzle and a solution: see docs/reference/json.md."""
        about = {"kind": QUOTE_FALL.value, "columns": self.columns, "grid": self.grid.lines()}
        return {**about, "solution": solution.lines()}


def _columns(grid: Grid, alphabet: Alphabet) -> tuple[tuple[str, ...], ...]:
    """The letters of each column, in alphabetical order."""
    columns = (grid.cells[at :: grid.n_cols] for at in range(grid.n_cols))
    letters = ([cell for cell in column if cell in alphabet] for column in columns)
    return tuple(tuple(sorted(column, key=alphabet.code)) for column in letters)
