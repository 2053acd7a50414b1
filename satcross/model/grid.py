"""The grid: blocks, bars, open cells and given letters. It does not know slots or words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import Any, ClassVar, Self

from satcross.checks import check_fields, check_makers, check_type, checked, counted
from satcross.errors import GridError, OptionError
from satcross.files import as_path, read_file_or_stdin
from satcross.model.alphabet import LATIN, Alphabet, is_text_of_cell
from satcross.model.cellnames import NamedCell, cell_name, cells_hint, normal_name, second_cells
from satcross.model.gridtext import MAX_TEXT, decode_grid, parse_grid, row_texts, shown_rows
from satcross.model.hexpattern import format_hex, names_pattern, parse_hex
from satcross.model.marks import BLOCK, MAX_SIDE, OPEN, VOID
from satcross.model.picture import Picture

__all__ = ["BLOCK", "MAX_SIDE", "OPEN", "VOID", "Grid", "GridLike", "read_grid"]

# A row may be `A.TXT`, but a grid that is nothing else is a file's name given by mistake.
_FILE_NAME = re.compile(r"[^\[]*[/\\][^\[]*|.*\.(?:txt|json|i?puz|jpz)", re.IGNORECASE)
_LONGEST_NAME = 1000
_NO_FILE = "grid"  # the source of text that comes from no file


@dataclass(frozen=True, slots=True, repr=False)
class Grid(Picture):
    """Cells, identified by position: those of a rectangle, then those that have names.

    A cell of the rectangle is at `row * n_cols + col`, both 0-based. Other cells are there where a
    puzzle has rules that add them; a board of such cells alone has 0 rows of 1 column.

    Args:
        n_rows: at least 1, or 0.
        n_cols: at least 1.
        cells: n_rows * n_cols strings, row by row: `BLOCK`, `VOID`, `OPEN`, a given letter, or
            several letters given for one cell (a rebus); a letter may have several characters. Then
            one for each of `named`.
        bars_right: positions of the cells with a bar on their right side, which ends slots.
        bars_below: the same for the lower side.
        named: the cells beside the rectangle; their names differ.
        board: of `satcross.boards`, as it is written there, such as "torus"; "" for a rectangle.

    Fields:
        size: how many cells the rectangle has; those with names come after them.
        beside_at: by the name of a cell beside the rectangle, its position.

    Raises:
        GridError: the number of cells is wrong, a cell is empty, a rebus contains a mark or a
            blank, or a bar is not between two cells of the rectangle, or of the board.
        OptionError: there is no such board of this size.
    """

    # By the suffix of a hidden cell, what is between the two texts of its cell in grid text.
    MARKS: ClassVar = {NamedCell.SECOND: "/", NamedCell.DOWNWARD: "|"}

    n_rows: int
    n_cols: int
    cells: tuple[str, ...]
    bars_right: frozenset[int] = frozenset()
    bars_below: frozenset[int] = frozenset()
    named: tuple[NamedCell, ...] = ()
    board: str = ""
    size: int = field(init=False, repr=False, compare=False)
    beside_at: dict[str, int] = field(init=False, repr=False, compare=False)

    def __new__(cls, *args: object, **more: object) -> Self:
        """As of all classes, but for the mistake of giving text, rows or a size to it."""
        check_makers(
            cls,
            len(args) + len(more),
            3,
            "is not made from text or a size directly",
            "call Grid.parse(text), Grid.of(rows) or read_grid(path)",
        )
        return object.__new__(cls)

    def __post_init__(self) -> None:
        kinds = map(type, (self.n_rows, self.n_cols, self.cells, self.bars_right, self.bars_below))
        if tuple(kinds) != (int, int, tuple, frozenset, frozenset):
            check_fields(self, globals())
        if not {str}.issuperset(map(type, self.cells)):
            raise GridError("cells must be strings")
        object.__setattr__(self, "size", self.n_rows * self.n_cols)
        object.__setattr__(self, "beside_at", {})
        if self.named:
            self._check_named()
        n_cells = len(self.cells) - len(self.named)
        if n_cells != self.size or (not n_cells and self.n_cols != 1):
            raise GridError(
                f"must have {counted(self.n_rows, 'row')} of"
                f" {counted(self.n_cols, 'cell')}, got {counted(n_cells, 'cell')}"
            )
        for position, cell in enumerate(self.cells):
            if len(cell) != 1 and not cell.isalnum() and not is_text_of_cell(cell):
                raise GridError(f"cell {self.cell_name(position)} must be letters, got {cell!r}")
        for name, bars, inside in (
            ("right of", self.bars_right, self._has_right),
            ("below", self.bars_below, self._has_below),
        ):
            wrong = [position for position in bars if not inside(position)]
            if wrong:
                raise GridError(f"the bar at position {min(wrong)} has no cell {name} it")
        if self.board:
            self._check_board()

    def _check_board(self) -> None:
        from satcross.boards import Geometry

        geometry = Geometry.of(self.board, self.n_rows, self.n_cols)
        ends: set[tuple[str, int]] = set()
        for at in range(self.size):
            place = divmod(at, self.n_cols)
            if not geometry.has(*place):
                if self.cells[at] != VOID:
                    raise GridError(
                        f"{self.cell_name(at)} is outside the board", hint="write ~ there"
                    )
                continue
            for way in geometry.ways:
                if geometry.after(way, *place) is not None:
                    mark, row, col = geometry.bar(way, *place)
                    ends.add((mark, row * self.n_cols + col))
        for mark, bars in (("|", self.bars_right), ("-", self.bars_below)):
            wrong = [at for at in bars if (mark, at) not in ends]
            if wrong:
                raise GridError(
                    f"the bar {mark} after {self.cell_name(min(wrong))} is at an edge of the board",
                    hint="remove it: the edge ends every light",
                )

    def _check_named(self) -> None:
        for at, cell in enumerate(self.named, self.size):
            if isinstance(cell, NamedCell):
                self.beside_at[cell.name] = at
        if len(self.beside_at) < len(self.named):
            raise GridError("named must be cells with different names")
        if BLOCK in self.cells[self.size :] or VOID in self.cells[self.size :]:
            raise GridError("a cell with a name cannot be a block or a void")

    @classmethod
    @checked
    def parse(
        cls,
        text: str,
        *,
        alphabet: Alphabet = LATIN,
        source: str = _NO_FILE,
        hex_patterns: bool = True,
    ) -> Grid:
        """Parse any of the notations that `satcross.model.gridtext` describes.

        Raises:
            GridError: with the line and column of the defect.

        >>> print(Grid.parse("# _ _\\n\\n_ # b"))
        #..
        .#B
        """
        if source == _NO_FILE and len(text) < _LONGEST_NAME and _FILE_NAME.fullmatch(text.strip()):
            raise GridError(
                f"{text.strip()!r} looks like the name of a file, not like a grid",
                hint="read_grid(...) reads a file",
                source=source,
            )
        parts = parse_grid(text, alphabet=alphabet, source=source, hex_patterns=hex_patterns)
        cells, named = with_second_cells(parts.n_cols, parts.cells)
        return cls(parts.n_rows, parts.n_cols, cells, parts.bars_right, parts.bars_below, named)

    @classmethod
    def of_lines(
        cls, lines: Sequence[str], alphabet: Alphabet = LATIN, source: str = _NO_FILE
    ) -> Grid:
        """The grid that has these `lines`; none are those of a board of cells with names.

        Raises:
            GridError: with the line and column of the defect.
        """
        if not any(lines):
            return NO_RECTANGLE
        text = "\n".join(lines)
        return cls.parse(text, alphabet=alphabet, source=source, hex_patterns=False)

    @classmethod
    @checked
    def of(cls, grid: GridLike) -> Grid:
        """A grid from a grid, its text, or its rows.

        Raises:
            GridError: the text cannot be read as a grid.
            OptionError: it is none of these.

        >>> Grid.of(["..#", "..."]).shape
        '3x2'
        """
        if isinstance(grid, Grid):
            return grid
        if isinstance(grid, Sequence) and all(isinstance(row, str) for row in grid):
            if not grid and not isinstance(grid, str):
                return NO_RECTANGLE
            if isinstance(grid, str):
                return cls.parse(grid)
            return cls.parse("\n".join(grid), hex_patterns=False)
        check_type("grid", grid, "Grid | str", globals())
        raise OptionError("must be a Grid, its text or a list of rows", parameter="grid")

    @classmethod
    @checked
    def from_hex(cls, pattern: str, *, source: str = "pattern") -> Grid:
        """Read a square block pattern in hexadecimal, as `satcross.model.hexpattern` describes.

        >>> print(Grid.from_hex("7Ah"))
        #..
        ..#
        .#.
        """
        side, cells = parse_hex(pattern, source=source)
        return cls(side, side, cells)

    def to_hex(self) -> str:
        """The block pattern in hexadecimal; given letters count as open.

        Raises:
            GridError: the grid is not square, or has bars, voids or cells with names.
        """
        problem = ""
        if self.n_rows != self.n_cols:
            problem = f"a hex pattern must be square, got {self.n_rows} rows of {self.n_cols}"
        elif self.bars_right or self.bars_below or self.named or VOID in self.cells:
            problem = "a hex pattern cannot hold bars, voids or cells with names"
        if problem:
            raise GridError(problem, hint="write the grid as text")
        return format_hex(self.cells)

    def __str__(self) -> str:
        return "\n".join(shown_rows(self.lines(both=True)))

    def __repr__(self) -> str:
        bars = len(self.bars_right) + len(self.bars_below)
        parts = [
            f"{counted(self.cells.count(BLOCK), 'block')}",
            counted(bars, "bar") if bars else "",
        ]
        return f"<Grid {self.shape}, {', '.join(filter(None, parts))}>"

    @property
    def shape(self) -> str:
        """Columns and rows for people, as in "15x13", and "15x13 and 2 cells" with named ones."""
        named = counted(len(self.named), "cell") if self.named else ""
        rectangle = f"{self.n_cols}x{self.n_rows}" if self.n_rows or not named else ""
        return " and ".join(filter(None, (rectangle, named)))

    @property
    def inside(self) -> tuple[bool, ...]:
        """By position, `is_square`."""
        return tuple([cell not in (BLOCK, VOID) for cell in self.cells])

    @property
    def squares(self) -> tuple[int, ...]:
        """The positions where `is_square` holds."""
        return tuple([at for at, cell in enumerate(self.cells) if cell not in (BLOCK, VOID)])

    @property
    def n_squares(self) -> int:
        """How many of them there are."""
        return len(self.cells) - self.cells.count(BLOCK) - self.cells.count(VOID)

    def rectangle(self) -> Grid:
        """The grid without the cells that have names, and without its board."""
        if not self.named and not self.board:
            return self
        return replace(self, cells=self.cells[: self.size], named=(), board="")

    def with_cells(self, cells: Sequence[str]) -> Grid:
        """A grid with the same bars and other cells."""
        return replace(self, cells=tuple(cells))

    def holding(self, texts: Mapping[int, str]) -> Grid:
        """The grid with other texts in some cells, by position."""
        return self.with_cells([texts.get(at, cell) for at, cell in enumerate(self.cells)])

    def without_letters(self) -> Grid:
        """The grid without its given letters."""
        return self.holding(dict.fromkeys(filter(self.is_given, range(len(self.cells))), OPEN))

    def joined_right(self, position: int) -> bool:
        """Whether a slot can continue from this cell to the next one in its row."""
        return (
            self._has_right(position)
            and position not in self.bars_right
            and self.is_square(position)
            and self.is_square(position + 1)
        )

    def joined_below(self, position: int) -> bool:
        """Whether a slot can continue from this cell to the one below it."""
        return (
            self._has_below(position)
            and position not in self.bars_below
            and self.is_square(position)
            and self.is_square(position + self.n_cols)
        )

    def is_square(self, position: int) -> bool:
        """Whether the cell has or can have a letter: it is neither block nor void."""
        return self.cells[position] not in (BLOCK, VOID)

    def givens(self, texts: Sequence[str]) -> dict[int, int]:
        """The code of each given letter by its position: its index in `texts`.

        Raises:
            GridError: a letter is not among them.
        """
        code_of = {text: code for code, text in enumerate(texts)}
        found: dict[int, int] = {}
        for position, cell in enumerate(self.cells):
            if self.is_given(position):
                if cell not in code_of:
                    raise GridError(
                        f"the letter {cell!r} at {self.cell_name(position)}"
                        " is not in the word list's alphabet",
                        hint="correct the cell, or use an alphabet that has this letter",
                    )
                found[position] = code_of[cell]
        return found

    @staticmethod
    def text_of(cells: Sequence[str]) -> str:
        """Some cells as a row of text has them: those of several letters are in brackets."""
        return "".join(row_texts(len(cells), cells))

    def is_given(self, position: int) -> bool:
        """Whether the cell has one letter or several."""
        return self.cells[position] not in (BLOCK, VOID, OPEN)

    def _has_right(self, position: int) -> bool:
        return 0 <= position < self.size and (position + 1) % self.n_cols != 0

    def _has_below(self, position: int) -> bool:
        return 0 <= position < self.size - self.n_cols

    def lines(self, *, both: bool = False) -> list[str]:
        """The rows of the rectangle as text, in the first notation of `model.gridtext`.

        Args: both: whether cells of two texts show both, as in `[C/B]` and `[ON|OFF]`.
        """
        cells = self.texts() if both else self.cells[: self.size]
        return row_texts(self.n_cols, cells, self.bars_right, self.bars_below)

    def texts(self) -> tuple[str, ...]:
        """The cells of the rectangle; those of two texts are `C/B` and `ON|OFF`, or `./.`."""
        cells = list(self.cells[: self.size])
        for suffix, mark in Grid.MARKS.items() if self.named else ():
            for at, second in self.second_cells(suffix).items():
                if self.cells[at] != self.cells[second] or cells[at] == OPEN:
                    cells[at] = f"{cells[at]}{mark}{self.cells[second]}"
        return tuple(cells)

    def opened(self, cells: Collection[int]) -> Grid:
        """The grid without the letters in some cells of the rectangle, and without second ones."""
        second = self.every_second_cell()
        return self.holding(dict.fromkeys([*cells, *filter(None, map(second.get, cells))], OPEN))

    def without_same_twice(self) -> Grid:
        """The grid without the hidden cells whose text is that of their cell in the rectangle.

        A fill has such cells if the search chose which cells have two texts.
        """
        gone = {
            other
            for suffix in Grid.MARKS
            for at, other in self.second_cells(suffix).items()
            if self.is_given(at) and self.cells[at] == self.cells[other]
        }
        return self.without_cells(gone) if gone else self

    def without_cells(self, gone: Collection[int]) -> Grid:
        """The grid without some of the cells that have names, by their positions."""
        kept = [at for at in range(self.size, len(self.cells)) if at not in gone]
        cells = (*self.cells[: self.size], *(self.cells[at] for at in kept))
        return replace(self, cells=cells, named=tuple(self.named[at - self.size] for at in kept))

    def second_cells(self, suffix: str = NamedCell.SECOND) -> dict[int, int]:
        """See `satcross.model.cellnames.second_cells`."""
        return second_cells(self.named, self.n_rows, self.n_cols, suffix)

    def every_second_cell(self) -> dict[int, int]:
        """By position of a cell of two texts, of either kind, that of its hidden cell."""
        found = map(self.second_cells, Grid.MARKS)
        return {at: other for some in found for at, other in some.items()}

    def shown(self, cells: Iterable[int]) -> list[int]:
        """The cells of the rectangle that show these, in order: hidden ones are in their cell."""
        cell_of = {other: at for at, other in self.every_second_cell().items()}
        places = {cell_of.get(at, at) for at in cells}
        return sorted(at for at in places if at < self.size)

    def rows(self) -> list[tuple[str, ...]]:
        """The cells of the rectangle, a tuple for each row."""
        n = self.n_cols
        return [self.cells[start : start + n] for start in range(0, self.size, n)]

    @checked
    def position(self, cell: int | str) -> int:
        """The position of a cell: itself, or that of a cell's name, as in "r1c3" and "h1".

        Raises:
            GridError: the grid has no such cell.
        """
        if isinstance(cell, str):
            name = normal_name(cell)
            if name in self.beside_at:
                return self.beside_at[name]
            row, col = NamedCell.place_of(name) or (0, 0)
            if 1 <= row <= self.n_rows and col <= self.n_cols:
                return (row - 1) * self.n_cols + col - 1
        elif 0 <= cell < len(self.cells):
            return int(cell)
        hint = cells_hint(self.n_rows, self.n_cols, self.named, '"')
        raise GridError(f"there is no cell {cell!r}", hint=hint)

    def cell_name(self, position: int) -> str:
        """A cell's name for people, 1-based: `r1c3`."""
        if position >= self.size:
            return self.named[position - self.size].name
        return cell_name(position, self.n_cols)

    def row_and_col(self, position: int) -> dict[str, int | None]:
        """A cell's `row` and `col` in JSON, 0-based; None outside the rectangle."""
        if position >= self.size:
            return {"row": None, "col": None}
        return dict(zip(("row", "col"), divmod(position, self.n_cols), strict=True))

    def beside(self) -> dict[str, str]:
        """What the cells beside the rectangle hold, by their names."""
        texts = self.cells[self.size :]
        return {cell.name: text for cell, text in zip(self.named, texts, strict=True)}

    def beside_lines(self) -> list[str]:
        """What the cells beside the rectangle hold, for people; no grid text: `h1 = T`.

        Second texts of cells are in `lines`.
        """
        texts = self.beside().items()
        return [f"{name} = {text}" for name, text in texts if not NamedCell.first_of(name)]

    def json_data(self) -> dict[str, Any]:
        """The rows in JSON, as `grid`; and cells with names, if there are any, as `named`."""
        data: dict[str, Any] = {"grid": self.lines()}
        return data | {"named": self.beside()} if self.named else data


def with_second_cells(
    n_cols: int, cells: Sequence[str]
) -> tuple[tuple[str, ...], tuple[NamedCell, ...]]:
    """Cells of a rectangle, and hidden ones for the second texts of `C/B` and `ON|OFF`."""
    first, second, named = list(cells), [], []
    for suffix, mark in Grid.MARKS.items():
        for at, cell in enumerate(cells):
            if mark in cell:
                first[at], _, other = cell.partition(mark)
                second.append(other)
                named.append(NamedCell(cell_name(at, n_cols) + suffix))
    return (*first, *second), tuple(named)


NO_RECTANGLE = Grid(0, 1, ())
"""What a board of cells with names begins with."""

GridLike = Grid | str | Sequence[str]
"""A grid, its text, or its rows."""


@checked
def read_grid(
    name: str | PathLike[str], *, alphabet: Alphabet = LATIN, hex_patterns: bool = True
) -> Grid:
    """Read a grid from a file, from standard input, or from a hex pattern.

    Args:
        name: a path; `-` for standard input; or a hexadecimal pattern, if no such file exists.
        alphabet: the letters that may be given.
        hex_patterns: whether to accept patterns, also in files.

    Raises:
        GridError: it cannot be read, or is not a grid.
    """
    name = str(as_path(name, "name"))
    if hex_patterns and names_pattern(name):
        return Grid.from_hex(name)
    data, source = read_file_or_stdin(name, GridError, MAX_TEXT)
    text = decode_grid(data, source)
    return Grid.parse(text, alphabet=alphabet, source=source, hex_patterns=hex_patterns)
