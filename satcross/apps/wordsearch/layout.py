"""Where the words stand, and statistics of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from satcross import Grid
from satcross.apps.clues.words import HiddenWord
from satcross.apps.wordsearch.headings import Heading


@dataclass(frozen=True, slots=True)
class WordRun:
    """A word in its place.

    Args:
        word: its index in the list.
        cells: positions of its letters, in reading order.
        heading: which way it runs.
    """

    word: int
    cells: tuple[int, ...]
    heading: Heading


@dataclass(frozen=True, slots=True)
class SharedCell:
    """Two words along different lines that share a cell.

    Args:
        cell: its position.
        first, second: indices of the words, rising.
        interior: whether the cell is neither the first nor the last of either word.
    """

    cell: int
    first: int
    second: int
    interior: bool


@dataclass(frozen=True, slots=True, eq=False)
class WordSearchLayout:
    """All words on a board, one placement each, agreeing where they share cells.

    Args:
        board: the cells.
        words: the list.
        placements: one for each word, in the list's order.

    Fields:
        letters: by position, the symbol (see `HiddenWord`) of the cells that words stand in.
        crossings: by cell, then words.

    Raises:
        ValueError: a word has no placement or two, cells outside the board, or two letters in one.
    """

    board: Grid
    words: tuple[HiddenWord, ...]
    placements: tuple[WordRun, ...]
    letters: dict[int, str] = field(init=False, repr=False)
    crossings: tuple[SharedCell, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if [placement.word for placement in self.placements] != list(range(len(self.words))):
            raise ValueError("there is not one placement for each word, in order")
        letters: dict[int, str] = {}
        for placement in self.placements:
            word = self.words[placement.word]
            for cell, letter in zip(placement.cells, word.symbols, strict=True):
                if not self.board.is_square(cell):
                    raise ValueError(f"{word.letters} stands outside the board")
                if letters.setdefault(cell, letter) != letter:
                    raise ValueError(f"{word.letters} disagrees with a word that stands there")
        object.__setattr__(self, "letters", letters)
        object.__setattr__(self, "crossings", tuple(crossings_of(self.placements)))

    @property
    def unused(self) -> tuple[int, ...]:
        """The board's cells in which no word stands, row by row."""
        return tuple(cell for cell in self.board.squares if cell not in self.letters)

    def letters_with(self, message: str) -> dict[int, str]:
        """The letters, with those of a message in the cells without a word, row by row."""
        return self.letters | dict(zip(self.unused, message, strict=False))

    @property
    def density(self) -> float:
        """The part of the board's cells in which words stand, from 0 to 1."""
        return len(self.letters) / self.board.n_squares

    def headings(self) -> dict[str, int]:
        """How many words run along each heading, by its name, for those that are used."""
        return dict(Counter(placement.heading.name for placement in self.placements))


def crossings_of(placements: Sequence[WordRun]) -> list[SharedCell]:
    """Every cell that two words along different lines share, once for each such pair of words."""
    through: dict[int, list[WordRun]] = {}
    for placement in placements:
        for cell in placement.cells:
            through.setdefault(cell, []).append(placement)
    found: list[SharedCell] = []
    for cell in sorted(through):
        for a, b in combinations(through[cell], 2):
            if a.heading.axis != b.heading.axis:
                interior = all(cell not in (p.cells[0], p.cells[-1]) for p in (a, b))
                found.append(SharedCell(cell, a.word, b.word, interior))
    return found


def parallel_pairs(board: Grid, placements: Sequence[WordRun]) -> list[tuple[int, int]]:
    """The pairs of words that run side by side: what makes a word search look like stripes.

    Two words do when they lie along neighbouring lines of the same axis, and at least two cells of
    one have a cell of the other right beside them (above or below, left or right).
    """
    found: list[tuple[int, int]] = []
    n = board.n_cols
    by_axis: dict[tuple[int, int], list[tuple[WordRun, frozenset[tuple[int, int]]]]] = {}
    for placement in placements:
        cells = frozenset(divmod(cell, n) for cell in placement.cells)
        by_axis.setdefault(placement.heading.axis, []).append((placement, cells))
    for axis, members in by_axis.items():
        lines = (axis, (-axis[0], -axis[1]))
        beside = [step for step in ((0, 1), (0, -1), (1, 0), (-1, 0)) if step not in lines]
        for (a, cells_a), (b, cells_b) in combinations(members, 2):
            if cells_a & cells_b:
                continue  # on one line
            touching = {
                cell
                for cell in cells_a
                for step in beside
                if (cell[0] + step[0], cell[1] + step[1]) in cells_b
            }
            if len(touching) >= 2:
                found.append((min(a.word, b.word), max(a.word, b.word)))
    return sorted(found)


def rings(crossings: Sequence[SharedCell], size: int) -> int:
    """How many rings of `size` words there are: each crosses the next, all in different cells.

    Args:
        crossings: as `crossings_of` gives them.
        size: 3 for triangles, 4 for rectangles.

    Raises:
        ValueError: another size.
    """
    if size not in (3, 4):
        raise ValueError(f"rings of 3 or 4 words are counted, not of {size}")
    cells: dict[tuple[int, int], set[int]] = {}
    near: dict[int, set[int]] = {}
    for crossing in crossings:
        cells.setdefault((crossing.first, crossing.second), set()).add(crossing.cell)
        near.setdefault(crossing.first, set()).add(crossing.second)
        near.setdefault(crossing.second, set()).add(crossing.first)

    def shared(a: int, b: int) -> set[int]:
        return cells[min(a, b), max(a, b)]

    def apart(ring: tuple[int, ...]) -> bool:
        sides = [shared(a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]
        # Two words cross in one cell at most, so each side has one.
        return len(set().union(*sides)) == size

    count = 0
    for a in sorted(near):
        for b, c in combinations(sorted(n for n in near[a] if n > a), 2):
            if size == 3:
                count += c in near[b] and apart((a, b, c))
            else:
                opposite = [d for d in near[b] & near[c] if d > a]
                count += sum(apart((a, b, d, c)) for d in opposite)
    return count


def _ignore(_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Callbacks:
    """What to call meanwhile.

    Args:
        phase: gets what is being done, in a few words; several times a second, except while a
            solver runs.
        better: gets each layout that satisfies all constraints and is better than those before.
    """

    phase: Callable[[str], None] = _ignore
    better: Callable[[WordSearchLayout], None] = _ignore


NO_CALLBACKS = Callbacks()
