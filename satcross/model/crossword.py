"""A crossword as it is published: squares, clues and metadata. What files hold and pictures show.

It has more than `Grid`, which has what a solver needs: circles, shades, clues and what a reader
has written so far. `grid_of` and `with_fill` convert to a grid and back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from satcross.checks import check_fields, check_type, checked, counted
from satcross.errors import GridError, OptionError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.cellnames import NamedCell, second_cells
from satcross.model.grid import BLOCK, OPEN, VOID, Grid, with_second_cells
from satcross.model.gridtext import two_texts
from satcross.model.kinds import CROSSWORD, PuzzleKind
from satcross.model.picture import Picture
from satcross.model.slots import Direction, Light, find_slots

if TYPE_CHECKING:
    from satcross.model.fill import Fill

ACROSS = "Across"
DOWN = "Down"
DIRECTION_NAMES = {Direction.ACROSS: ACROSS, Direction.DOWN: DOWN}
_TEXT = 20  # characters of a clue that stand for its name

Extras = Mapping[str, Mapping[str, Any]]
TWO_LETTERS = "Squares such as C/B hold two letters. The first ones and the second ones are right."
"""The note that says that there are two readings."""
NO_EXTRAS: Extras = MappingProxyType({})


class SquareKind(Enum):
    """What a square is."""

    OPEN = "open"
    BLOCK = "block"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Square:
    """One square.

    Args:
        kind: open, block, or void (not part of the puzzle; nothing is drawn there).
        solution: the letter of the solution, several (a rebus), or "" if unknown.
        entry: what someone solving the puzzle has written so far.
        given: whether the solution is printed in the puzzle.
        label: text in the corner, if not the usual number: see `Crossword`.
        mark: text in the lower right corner; 1, 2, 3, … are the letters of a solution word.
        circle: whether a circle is drawn in it.
        shade: background colour as `#rrggbb` in lower case; "" for none.
        extras: by format name, other data that a file of that format had for it.
    """

    SHADED: ClassVar = "#d3d3d3"  # the shade in a file without a colour

    kind: SquareKind = SquareKind.OPEN
    solution: str = ""
    entry: str = ""
    given: bool = False
    label: str = ""
    circle: bool = False
    shade: str = ""
    extras: Extras = field(default_factory=lambda: NO_EXTRAS, hash=False)
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Clue:
    """One clue.

    Args:
        direction: `ACROSS`, `DOWN`, or the name of another list of clues.
        label: the number printed before it, as text.
        text: the clue without markup; "" if it is not written yet.
        markup: the clue with `<b>`, `<i>`, `<u>`, `<s>`, `<sub>`, `<sup>` and HTML entities,
            if it has any of them; else "".
        cells: positions of the squares of its answer, in reading order; () if unknown.
        answer: its answer, as written; "" if unknown.
        extras: by format name, other data that a file of that format had for it.
        place: of a clue in the grid, the position of the block that it stands in: left of the
            first square of its answer, or above it; None for a clue in a list.
        enumeration: the lengths of the words of its answer, as in `3,4`, where they are not at the
            end of the text.
        annotation: what explains the answer to someone who has seen it.
        continued: the squares of the further entries in which its answer goes on: see
            `satcross.model.linked`.
    """

    BETWEEN: ClassVar = "\u00a0· "  # words of a list in a line, which must not begin with the dot

    direction: str
    label: str
    text: str
    markup: str = ""
    cells: tuple[int, ...] = ()
    answer: str = ""
    extras: Extras = field(default_factory=lambda: NO_EXTRAS, hash=False)
    place: int | None = None
    enumeration: str = ""
    annotation: str = ""
    continued: tuple[tuple[int, ...], ...] = ()

    @property
    def name(self) -> str:
        """What a message calls it: as in "1 Across", or its text if nothing says where it goes."""
        return f"{self.label} {self.direction}".strip() or repr(self.text[:_TEXT])

    @property
    def short_name(self) -> str:
        """Its name in a list: `12A`, or `3 Diagonal`."""
        short = {ACROSS: "A", DOWN: "D"}.get(self.direction)
        return f"{self.label}{short}" if short else f"{self.label} {self.direction}".strip()

    @property
    def bank(self) -> list[str]:
        """The words of a word bank, which is a clue without a label; [] of any other clue."""
        return self.text.split(self.BETWEEN) if not self.label and self.BETWEEN in self.text else []

    @property
    def goes_right(self) -> bool:
        """Whether the answer goes right from its first square, and not down."""
        return self.cells[1:2] == (self.cells[0] + 1,)

    @property
    def whole(self) -> tuple[int, ...]:
        """The squares of its whole answer, in all its entries."""
        return tuple(chain(self.cells, *self.continued))

    def moved(self, kept: Mapping[int, int]) -> Clue:
        """The clue with squares at other positions; those that are not in `kept` are left out."""
        cells, *continued = (
            tuple(kept[at] for at in some if at in kept) for some in (self.cells, *self.continued)
        )
        return replace(self, cells=cells, continued=tuple(filter(None, continued)))

    def within(self, n: int) -> Clue:
        """The clue in a grid of `n` squares: without any if one of them is not there."""
        is_there = all(cell < n for cell in self.whole)
        return self if is_there else replace(self, cells=(), continued=())


@dataclass(frozen=True, slots=True, repr=False)
class Crossword(Picture):
    """A crossword with its clues and metadata.

    Args:
        n_rows, n_cols: at least 1; or 0 rows of 1 column.
        squares: n_rows * n_cols of them, row by row; then one for each of `named`. If no square
            has a label, the usual numbers are printed: in the first square of every run of two or
            more squares.
        bars_right, bars_below: positions of squares with a bar on that side, as in `Grid`.
        clues: in the order in which they are printed: all across, then all down, then others.
        title, author, editor, copyright, publisher, date, notes: "" if there is none.
        timer_s: seconds spent on solving so far; None if unknown.
        timer_runs: whether the clock continues when the file is opened.
        extras: by format name, other data that a file of that format had.
        named: the squares beside the rectangle, as in `Grid`.
        board: as in `Grid`.
        kind: what is asked for. Squares, labels and clues say the rest.
        remarks: of a crossword from a file, what its reader left out or guessed, a line each. No
            file holds them, and crosswords that differ in nothing else are equal.

    Raises:
        GridError: the number of squares is wrong, or a bar or a clue's cell is outside.
        OptionError: a field has another type, or there is no such board.
    """

    TEXTS: ClassVar = ("title", "author", "editor", "copyright", "publisher", "date", "notes")
    EITHER_OR: ClassVar = (  # in files for players, where `C/B` may also be two readings
        "Squares such as ON/OFF hold ON in the answer across and OFF in the answer down."
    )

    n_rows: int
    n_cols: int
    squares: tuple[Square, ...]
    bars_right: frozenset[int] = frozenset()
    bars_below: frozenset[int] = frozenset()
    clues: tuple[Clue, ...] = ()
    title: str = ""
    author: str = ""
    editor: str = ""
    copyright: str = ""
    publisher: str = ""
    date: str = ""
    notes: str = ""
    timer_s: int | None = None
    timer_runs: bool = True
    extras: Extras = field(default_factory=lambda: NO_EXTRAS, hash=False)
    named: tuple[NamedCell, ...] = ()
    board: str = ""
    kind: PuzzleKind = CROSSWORD
    remarks: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        check_fields(self, globals())
        for name, kind in (("squares", Square), ("clues", Clue)):
            if not all(isinstance(item, kind) for item in getattr(self, name)):
                raise OptionError(f"must be objects of type {kind.__name__}", parameter=name)
        pattern_of(self)  # a Grid checks sizes and bars
        n = len(self.squares)
        for clue in self.clues:
            if any(not 0 <= cell < n for cell in (*clue.whole, clue.place or 0)):
                raise GridError(f"clue {clue.label} {clue.direction} has a cell outside the grid")

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<Crossword{title} {self.n_cols}x{self.n_rows}, {counted(len(self.clues), 'clue')}>"

    def titled(self, title: str | None, author: str | None) -> Crossword:
        """The crossword with another title and author; None keeps its own."""
        title = self.title if title is None else title
        return replace(self, title=title, author=self.author if author is None else author)

    def labelled(self) -> Crossword:
        """The crossword with the usual numbers as labels, if no square has a label."""
        if not self.kind.has_labels or any(square.label for square in self.squares):
            return self
        squares = list(self.squares)
        for slot in find_slots(pattern_of(self)):
            if slot.number:
                first = slot.cells[0]
                squares[first] = replace(squares[first], label=slot.label)
        return replace(self, squares=tuple(squares))

    def label_of(self, slot: Light) -> str:
        """What is before the clue of a slot: what is printed in its first square, or its name."""
        return self.squares[slot.cells[0]].label if slot.number else slot.name

    def as_printed(self, *, solved: bool) -> Crossword:
        """The crossword with the squares of its puzzle, or of its solution, to be drawn.

        They differ where the kind hides the diagram. A square of the puzzle then shows only a given
        letter, a number of the solution word, and the label of a clue that names the square.
        """
        shown = self
        if solved and self.kind.hides_diagram:
            shown = replace(self, squares=tuple(replace(one, label="") for one in self.squares))
        if solved or not self.kind.hides_diagram:
            return shown.labelled() if self.kind.is_numbered else shown
        squares = tuple(
            one
            if one.given
            else Square(
                label=one.label,
                mark=one.mark if one.mark.isdecimal() else "",
                circle=one.circle,
                shade=one.shade,
            )
            for one in self.squares
        )
        return replace(self, squares=squares, bars_right=frozenset(), bars_below=frozenset())

    def without_usual_labels(self) -> Crossword:
        """The crossword without labels, if they are just the usual numbers. For file readers."""
        bare = replace(self, squares=tuple(replace(square, label="") for square in self.squares))
        usual = [square.label for square in bare.labelled().squares]
        return bare if [square.label for square in self.squares] == usual else self

    def rectangle(self) -> Crossword:
        """The crossword without the squares that have names; clues for them have no cells."""
        if not self.named:
            return self
        n = self.n_rows * self.n_cols
        clues = tuple(clue.within(n) for clue in self.clues)
        return replace(self, squares=self.squares[:n], clues=clues, named=())

    def with_both_letters(self, either_or: str = "/") -> Crossword:
        """The crossword with `C/B` as the solution of a square with a letter for each reading.

        Answers of clues are then `CLINTON/BOBDOLE`, and other squares with names stay. A square
        that reads ON across and OFF down has `ON/OFF`, and answers are what is read.

        Args: either_or: what such a square has between the two.
        """
        pattern = pattern_of(self)
        down = pattern.second_cells(NamedCell.DOWNWARD)
        second = pattern.second_cells() | down
        if not second:
            return self
        squares = list(self.squares)
        for at, other in second.items():
            letters = dict.fromkeys((squares[at].solution, squares[other].solution))
            both = (either_or if at in down else "/").join(letters) if all(letters) else ""
            squares[at] = replace(squares[at], solution=both)
        gone = frozenset(second.values())
        n = self.n_rows * self.n_cols
        named = tuple(cell for at, cell in enumerate(self.named, n) if at not in gone)
        kept = {
            at: new for new, at in enumerate(at for at in range(len(squares)) if at not in gone)
        }
        if down:
            clues = [clue if clue.answer else self._with_answer(clue) for clue in self.clues]
        else:
            clues = [self._with_both_answers(clue, second) for clue in self.clues]
        moved = kept | {other: kept[at] for at, other in second.items()}
        placed = tuple(clue.moved(moved) for clue in clues)
        return replace(self, squares=tuple(squares[at] for at in kept), clues=placed, named=named)

    def _with_answer(self, clue: Clue) -> Clue:
        return replace(clue, answer=read_in(self, clue.direction, clue.cells))

    def _with_both_answers(self, clue: Clue, second: Mapping[int, int]) -> Clue:
        """The clue with its answer in each of two readings, if it has such a square.

        An answer that is neither stays as it is written.
        """
        readings = [
            spelled(self.squares, cells)
            for cells in (clue.cells, [second.get(at, at) for at in clue.cells])
        ]
        is_own = clue.answer not in ("", *readings)
        if second.keys().isdisjoint(clue.cells) or not all(readings) or is_own:
            return clue
        return replace(clue, answer="/".join(dict.fromkeys(readings)))

    @property
    def solution_cells(self) -> tuple[int, ...]:
        """The squares of its solution word, in the order of the letters; () if it has none."""
        marked = [(one.mark, at) for at, one in enumerate(self.squares) if one.mark.isdecimal()]
        numbers, at_of = [str(n) for n in range(1, len(marked) + 1)], dict(marked)
        return tuple(map(at_of.__getitem__, numbers)) if at_of.keys() == {*numbers} else ()

    @property
    def solution_word(self) -> str:
        """What these squares spell; "" if there are none, or a letter is not known."""
        return spelled(self.squares, self.solution_cells)

    def solution_data(self) -> dict[str, Any]:
        """The solution word and the names of its cells, as JSON has them."""
        name = pattern_of(self).cell_name
        return {"word": self.solution_word, "cells": [*map(name, self.solution_cells)]}

    def answered(self, clues: Iterable[Clue]) -> list[Clue]:
        """The clues with the answers that their squares spell, if all of their letters are known.

        An answer that differs only in spaces or accents stays as it is written.
        """
        out: list[Clue] = []
        for clue in clues:
            answer = read_in(self, clue.direction, clue.cells) or clue.answer
            same = LATIN.normalise(answer) == LATIN.normalise(clue.answer) is not None
            out.append(clue if same else replace(clue, answer=answer))
        return out

    def clues_of(self, direction: str) -> list[Clue]:
        """The clues of one list, in order."""
        return [clue for clue in self.clues if clue.direction == direction]

    @classmethod
    def in_rows(cls, squares: Sequence[Square], n_rows: int) -> Self:
        """A crossword of these squares, with voids at the end of the last rows."""
        n_cols = -(-len(squares) // n_rows)
        voids = [Square(SquareKind.VOID)] * (n_rows * n_cols - len(squares))
        return cls(n_rows, n_cols, (*squares, *voids))


def pattern_of(crossword: Crossword) -> Grid:
    """The grid of a crossword without its letters."""
    marks = {SquareKind.OPEN: OPEN, SquareKind.BLOCK: BLOCK, SquareKind.VOID: VOID}
    return Grid(
        crossword.n_rows,
        crossword.n_cols,
        tuple(marks[square.kind] for square in crossword.squares),
        crossword.bars_right,
        crossword.bars_below,
        crossword.named,
        crossword.board,
    )


@checked
def grid_of(crossword: Crossword, *, alphabet: Alphabet = LATIN, source: str = "grid") -> Grid:
    """The grid that a filler starts from: every solution letter that is known is given.

    Raises:
        GridError: a square holds a character outside the alphabet.
    """
    pattern = pattern_of(crossword)
    cells = list(pattern.cells)
    two: dict[int, str] = {}
    for position, square in enumerate(crossword.squares):
        if square.kind is SquareKind.OPEN and square.solution:
            if text := two_texts(square.solution, alphabet):
                two[position] = (
                    text.replace("/", "|") if Crossword.EITHER_OR in crossword.notes else text
                )
                continue
            letters = alphabet.normalise(square.solution)
            if not letters:
                raise GridError(
                    f"{square.solution[:20]!r} at {pattern.cell_name(position)}"
                    " has characters outside the alphabet",
                    hint="correct the square, or use an alphabet that has them",
                    source=source,
                )
            cells[position] = letters
    rectangle = [two.get(at, cell) for at, cell in enumerate(cells[: pattern.size])]
    found, named = with_second_cells(pattern.n_cols, rectangle)
    cells = [*found[: pattern.size], *cells[pattern.size :], *found[pattern.size :]]
    return replace(pattern, cells=tuple(cells), named=(*pattern.named, *named))


@checked
def crossword_of(grid: Grid | Fill) -> Crossword:
    """A crossword of a grid or a fill, with an empty clue for every slot.

    Letters of the grid become solutions, not given letters: a grid does not tell them apart.
    """
    kinds = {BLOCK: SquareKind.BLOCK, VOID: SquareKind.VOID}
    grid = _grid_in(grid, "grid").without_same_twice()
    squares = tuple(
        Square(kinds[cell]) if cell in kinds else Square(solution="" if cell == OPEN else cell)
        for cell in grid.cells
    )
    bars = grid.bars_right, grid.bars_below
    bare = Crossword(grid.n_rows, grid.n_cols, squares, *bars, named=grid.named, board=grid.board)
    return replace(bare, clues=tuple(clues_for(grid)))


def clues_for(grid: Grid) -> list[Clue]:
    """An empty clue for every slot of two or more cells, across by number, then down."""
    return [
        Clue(*clue_key(slot), "", cells=slot.cells, answer=slot.reading_in(grid))
        for slot in find_slots(grid)
    ]


def clue_key(slot: Light) -> tuple[str, str]:
    """The direction and label of the clue of a slot that has its usual number or name."""
    return slot.heading, slot.label


@checked
def with_fill(crossword: Crossword, filled: Grid | Fill) -> Crossword:
    """The crossword with the letters of a fill as solutions, and the answers of its clues updated.

    A crossword without clues gets an empty one for every slot. What a reader has written stays.
    Cells with names that only the fill has are added, and its board.

    Raises:
        GridError: the blocks or bars of the fill differ from those of the crossword.
    """
    filled = _grid_in(filled, "filled")
    if filled.named and not crossword.named:
        filled = filled.without_same_twice()
        more = (Square(),) * len(filled.named)
        crossword = replace(crossword, squares=crossword.squares + more, named=filled.named)
    if filled.board and not crossword.board:
        crossword = replace(crossword, board=filled.board)
    if filled.without_letters() != pattern_of(crossword):
        raise GridError("the blocks or bars of the fill differ from those of the crossword")
    squares = tuple(
        replace(square, solution=cell) if filled.is_given(position) else square
        for position, (square, cell) in enumerate(zip(crossword.squares, filled.cells, strict=True))
    )
    clues = crossword.clues or tuple(clues_for(filled))
    crossword = replace(crossword, squares=squares)
    return replace(crossword, clues=tuple(crossword.answered(clues)))


def _grid_in(filled: Grid | Fill, parameter: str) -> Grid:
    """A grid, or that of a fill. Raises OptionError for anything else."""
    if isinstance(filled, Grid):
        return filled
    grid: Grid | None = getattr(filled, "grid", None)
    check_type(parameter, filled if grid is None else grid, "Grid", {"Grid": Grid})
    assert grid is not None
    return grid


def spelled(squares: Sequence[Square], cells: Iterable[int]) -> str:
    """What the solutions of these squares spell; "" unless all are known."""
    letters = [squares[cell].solution for cell in cells]
    return "".join(letters) if all(letters) else ""


def read_in(crossword: Crossword, direction: str, cells: Iterable[int]) -> str:
    """What an answer of a list of clues reads in squares; "" unless all are known.

    Answers down read the second text of either/or squares: hidden ones, or of files `ON|OFF`, and
    `ON/OFF` with the note that says so.
    """
    squares, is_down = crossword.squares, direction == DOWN
    size = crossword.n_rows, crossword.n_cols
    hidden = second_cells(crossword.named, *size, NamedCell.DOWNWARD) if is_down else {}
    texts = [squares[hidden.get(at, at)].solution for at in cells]
    mark = "/" if Crossword.EITHER_OR in crossword.notes else "|"
    texts = [both[is_down] if len(both := text.split(mark)) == 2 else text for text in texts]
    return "".join(texts) if all(texts) else ""
