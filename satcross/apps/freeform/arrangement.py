"""Words on an endless plane: what stands where, and whether a word may be put there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from satcross import LATIN, Alphabet
from satcross.extend import VOID, Direction, Grid

# Positions are row * STRIDE + column; no board that fits a grid wraps round.
STRIDE = 1 << 14
MIDDLE = (STRIDE // 2) * STRIDE + STRIDE // 2

ACROSS, DOWN = 1, 2  # bits: which ways a cell is taken


class Placement(NamedTuple):
    """A word in its place.

    Args:
        word: its letters.
        direction: across or down.
        row, col: of its first letter, 0-based.
    """

    word: str
    direction: Direction
    row: int
    col: int


class Box(NamedTuple):
    """The rows and columns that are in use, first and last."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def n_rows(self) -> int:
        """Its height."""
        return self.bottom - self.top + 1

    @property
    def n_cols(self) -> int:
        """Its width."""
        return self.right - self.left + 1


class Spot(NamedTuple):
    """Where a word of an arrangement is: the position of its first letter, and its step."""

    start: int
    step: int


class Arrangement:
    """Some of the words, each crossing another, none touching one that it does not cross.

    A word is only put where every cell that it newly takes has no neighbour to its sides: so no run
    of letters is made but the word itself. That rules out words side by side even where all their
    runs would be words; those are left to the exact search.

    Args:
        words: all of them, by index.

    Fields:
        spots: by word index, where it is; only those that are placed.
        n_crossings: letters that are in two words.
        box: what they take up; of no meaning without words.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.spots: dict[int, Spot] = {}
        self.cells: dict[int, str] = {}
        self.taken: dict[int, int] = {}
        self.by_letter: dict[str, list[int]] = {}
        self.n_crossings = 0
        self.box = Box(0, 0, -1, -1)

    def fits(self, index: int, spot: Spot) -> int:
        """How many letters would cross words that are there; 0 when the word cannot be put here.

        On an empty arrangement any place is worth 1.
        """
        cells, taken = self.cells, self.taken
        word = self.words[index]
        start, step = spot
        if not cells:
            return 1
        if start - step in cells or start + len(word) * step in cells:
            return 0
        aside, bit = (STRIDE, ACROSS) if step == 1 else (1, DOWN)
        n_crossings = 0
        at = start
        for letter in word:
            there = cells.get(at)
            if there is None:
                if at - aside in cells or at + aside in cells:
                    return 0
            elif there != letter or taken[at] & bit:
                return 0
            else:
                n_crossings += 1
            at += step
        return n_crossings

    def put(self, index: int, spot: Spot) -> None:
        """Put a word where it fits."""
        cells, taken, by_letter = self.cells, self.taken, self.by_letter
        word = self.words[index]
        start, step = spot
        bit = ACROSS if step == 1 else DOWN
        self.box = self.box_with(index, spot)
        at = start
        for letter in word:
            if at in cells:
                self.n_crossings += 1
                taken[at] |= bit
            else:
                cells[at] = letter
                taken[at] = bit
                by_letter.setdefault(letter, []).append(at)
            at += step
        self.spots[index] = spot

    def box_with(self, index: int, spot: Spot) -> Box:
        """The box if this word were there too."""
        row, col = divmod(spot.start, STRIDE)
        length = len(self.words[index]) - 1
        last_row, last_col = (row, col + length) if spot.step == 1 else (row + length, col)
        if not self.spots:
            return Box(row, col, last_row, last_col)
        top, left, bottom, right = self.box
        return Box(
            row if row < top else top,
            col if col < left else left,
            last_row if last_row > bottom else bottom,
            last_col if last_col > right else right,
        )

    def spots_of(self, index: int) -> list[tuple[Spot, int]]:
        """Where a word fits, with the number of its crossings; nothing on an empty one."""
        # Most of the time of a search is spent here: `fits` in the loop takes half as long.
        cells, taken, by_letter = self.cells, self.taken, self.by_letter
        word = self.words[index]
        length = len(word)
        found: list[tuple[Spot, int]] = []
        seen: set[int] = set()
        for offset, letter in enumerate(word):
            for at in by_letter.get(letter, ()):
                ways = taken[at]
                if ways == ACROSS:
                    step, aside = STRIDE, 1
                    start = at - offset * STRIDE
                    key = -start
                elif ways == DOWN:
                    step, aside = 1, STRIDE
                    start = key = at - offset
                else:
                    continue
                if key in seen:
                    continue
                seen.add(key)
                end = start + length * step
                if start - step in cells or end in cells:
                    continue
                n_crossings = 0
                for here, wanted in zip(range(start, end, step), word, strict=True):
                    if here in cells:
                        # A letter on both ways, or on this one, is of a word along this line.
                        if cells[here] != wanted or taken[here] != ways:
                            break
                        n_crossings += 1
                    elif here - aside in cells or here + aside in cells:
                        break
                else:
                    found.append((Spot(start, step), n_crossings))
        return found

    def without(self, leave: Iterable[int], first: int) -> Arrangement:
        """The words of this one but those in `leave`, as far as they are connected.

        Args: first: a word that stays, to which the others must be connected.
        """
        arrangement = Arrangement(self.words)
        arrangement.put(first, self.spots[first])
        away = {*leave, first}
        waiting = [index for index in self.spots if index not in away]
        # A word that fits only beside one that comes later has its turn again.
        while waiting:
            still = []
            for index in waiting:
                if arrangement.fits(index, self.spots[index]):
                    arrangement.put(index, self.spots[index])
                else:
                    still.append(index)
            if len(still) == len(waiting):
                break
            waiting = still
        return arrangement

    def placements(self) -> tuple[Placement, ...]:
        """Where the words are in their box, by index."""
        found = []
        for index in sorted(self.spots):
            start, step = self.spots[index]
            row, col = divmod(start, STRIDE)
            way = Direction.ACROSS if step == 1 else Direction.DOWN
            found.append(Placement(self.words[index], way, row - self.box.top, col - self.box.left))
        return tuple(found)


def grid_of(placements: Iterable[Placement], alphabet: Alphabet = LATIN) -> Grid:
    """The smallest grid that holds some words; all other cells are void."""
    letters: dict[tuple[int, int], str] = {}
    for word, direction, row, col in placements:
        for offset, letter in enumerate(alphabet.cut(word)):
            down = direction is Direction.DOWN
            letters[(row + offset, col) if down else (row, col + offset)] = letter
    top, left = min(row for row, _ in letters), min(col for _, col in letters)
    n_rows = max(row for row, _ in letters) - top + 1
    n_cols = max(col for _, col in letters) - left + 1
    cells = [VOID] * (n_rows * n_cols)
    for (row, col), letter in letters.items():
        cells[(row - top) * n_cols + col - left] = letter
    return Grid(n_rows, n_cols, tuple(cells))
