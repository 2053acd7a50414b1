"""The grid: blocks, open cells and given letters. It knows nothing of slots or words."""

from __future__ import annotations

from dataclasses import dataclass

from satcross.alphabet import LATIN, Alphabet
from satcross.errors import GridError

BLOCK = "#"
OPEN = "."
MAX_SIDE = 200  # wider than any printed puzzle; what is longer is some other kind of file


@dataclass(frozen=True, slots=True)
class Grid:
    """A rectangle of cells, named by position: `row * n_cols + col`, both 0-based.

    Args:
        n_rows: at least 1.
        n_cols: at least 1.
        cells: n_rows * n_cols strings, row by row: `BLOCK`, `OPEN`, or a given letter.

    Raises:
        GridError: the number of cells is not n_rows * n_cols, or a cell is not one character.
    """

    n_rows: int
    n_cols: int
    cells: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.cells) != self.n_rows * self.n_cols or not self.cells:
            raise GridError(
                f"{len(self.cells)} cells do not make {self.n_rows} rows of {self.n_cols}"
            )
        for position, cell in enumerate(self.cells):
            if len(cell) != 1:
                raise GridError(f"cell {self.cell_name(position)} holds {cell!r}, not one letter")

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
        return "\n".join("".join(row) for row in self.rows())

    def rows(self) -> list[tuple[str, ...]]:
        """The cells, a tuple for each row."""
        n = self.n_cols
        return [self.cells[start : start + n] for start in range(0, len(self.cells), n)]

    def cell_name(self, position: int) -> str:
        """A cell's name for people, 1-based: `r1c3`."""
        row, col = divmod(position, self.n_cols)
        return f"r{row + 1}c{col + 1}"
