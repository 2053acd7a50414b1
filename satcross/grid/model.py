"""The grid: blocks, bars, open cells and given letters. It knows nothing of slots or words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from satcross.alphabet import LATIN, Alphabet
from satcross.errors import GridError

BLOCK = "#"
OPEN = "."
VOID = "~"  # not part of the puzzle: no square is drawn there
MAX_SIDE = 200  # wider than any printed puzzle; what is longer is some other kind of file


@dataclass(frozen=True, slots=True)
class Grid:
    """A rectangle of cells, named by position: `row * n_cols + col`, both 0-based.

    Args:
        n_rows: at least 1.
        n_cols: at least 1.
        cells: n_rows * n_cols strings, row by row: `BLOCK`, `VOID`, `OPEN`, a given letter, or
            several letters given for one cell (a rebus).
        bars_right: positions of the cells with a bar on their right side: no slot goes through it.
        bars_below: the same for the lower side.

    Raises:
        GridError: the number of cells is not n_rows * n_cols, a cell is empty, a rebus holds a
            mark or a blank, or a bar is not between two cells of the grid.
    """

    n_rows: int
    n_cols: int
    cells: tuple[str, ...]
    bars_right: frozenset[int] = frozenset()
    bars_below: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if len(self.cells) != self.n_rows * self.n_cols or not self.cells:
            raise GridError(
                f"{len(self.cells)} cells do not make {self.n_rows} rows of {self.n_cols}"
            )
        for position, cell in enumerate(self.cells):
            if len(cell) != 1 and not cell.isalnum():
                raise GridError(f"cell {self.cell_name(position)} holds {cell!r}, not letters")
        for name, bars, inside in (
            ("right of", self.bars_right, self._has_right),
            ("below", self.bars_below, self._has_below),
        ):
            wrong = [position for position in bars if not inside(position)]
            if wrong:
                raise GridError(f"there is no cell {name} the bar of cell {min(wrong)}")

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        alphabet: Alphabet = LATIN,
        source: str = "grid",
        hex_patterns: bool = True,
    ) -> Grid:
        """Read any of the text forms that `satcross.grid.text` describes.

        Raises:
            GridError: with the line and column of the defect.

        >>> print(Grid.parse("# _ _\\n\\n_ # b"))
        #..
        .#B
        """
        from satcross.grid.text import parse_grid

        return parse_grid(text, alphabet=alphabet, source=source, hex_patterns=hex_patterns)

    @classmethod
    def from_hex(cls, pattern: str, *, source: str = "pattern") -> Grid:
        """Read a square block pattern in hexadecimal, as `satcross.grid.hexpattern` describes.

        >>> print(Grid.from_hex("7Ah"))
        #..
        ..#
        .#.
        """
        from satcross.grid.hexpattern import parse_hex

        return parse_hex(pattern, source=source)

    def to_hex(self) -> str:
        """The block pattern in hexadecimal. Raises GridError unless the grid is square."""
        from satcross.grid.hexpattern import format_hex

        return format_hex(self)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def with_cells(self, cells: Sequence[str]) -> Grid:
        """A grid with the same bars and other cells."""
        return replace(self, cells=tuple(cells))

    def without_letters(self) -> Grid:
        """The grid with every given letter taken out."""
        return self.with_cells(
            [OPEN if self.is_given(p) else cell for p, cell in enumerate(self.cells)]
        )

    def joined_right(self, position: int) -> bool:
        """Whether a slot may go from this cell to the next one in its row."""
        return (
            self._has_right(position)
            and position not in self.bars_right
            and self.is_square(position)
            and self.is_square(position + 1)
        )

    def joined_below(self, position: int) -> bool:
        """Whether a slot may go from this cell to the one under it."""
        return (
            self._has_below(position)
            and position not in self.bars_below
            and self.is_square(position)
            and self.is_square(position + self.n_cols)
        )

    def is_square(self, position: int) -> bool:
        """Whether a letter stands or can stand here: no block and no void."""
        return self.cells[position] not in (BLOCK, VOID)

    def is_given(self, position: int) -> bool:
        """Whether one letter or several stand here."""
        return self.cells[position] not in (BLOCK, VOID, OPEN)

    def _has_right(self, position: int) -> bool:
        return 0 <= position < len(self.cells) and (position + 1) % self.n_cols != 0

    def _has_below(self, position: int) -> bool:
        return 0 <= position < len(self.cells) - self.n_cols

    def lines(self) -> list[str]:
        """The rows as text, in the form that `satcross.grid.text` describes."""
        from satcross.grid.text import row_texts

        return row_texts(self)

    def rows(self) -> list[tuple[str, ...]]:
        """The cells, a tuple for each row."""
        n = self.n_cols
        return [self.cells[start : start + n] for start in range(0, len(self.cells), n)]

    def cell_name(self, position: int) -> str:
        """A cell's name for people, 1-based: `r1c3`."""
        row, col = divmod(position, self.n_cols)
        return f"r{row + 1}c{col + 1}"
