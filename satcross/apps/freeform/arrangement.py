"""Words on an endless plane: what stands where, and whether a word may be put there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from satcross import LATIN, Alphabet, Grid
from satcross.extend import VOID, Direction

# Positions are row * STRIDE + column; no board that fits a grid wraps round.
STRIDE = 1 << 14
MIDDLE = (STRIDE // 2) * STRIDE + STRIDE // 2


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


class _Lines(NamedTuple):
    """What is known of the rows, for words across, or of the columns, for words down.

    Args:
        full: by line, the bits of cells with letters.
        along: by line, the bits of those that are in a word along it.
        open: by letter, the lines and bits of those that are in no word along it.
        owners: by position, the word along the line.
        blocked: by line, the bits of cells that no other word along it may take, where known.
    """

    full: dict[int, int]
    along: dict[int, int]
    open: dict[str, list[tuple[int, int]]]
    owners: dict[int, int]
    blocked: dict[int, int]

    def block(self, line: int) -> int:
        """Find out what is blocked."""
        get = self.full.get
        beside = (get(line - 1, 0) | get(line + 1, 0)) & ~get(line, 0)
        self.blocked[line] = found = self.along.get(line, 0) | beside
        return found

    def copy(self) -> _Lines:
        """The same, to be changed."""
        opened = {letter: places.copy() for letter, places in self.open.items()}
        full, along, blocked = self.full.copy(), self.along.copy(), self.blocked.copy()
        return _Lines(full, along, opened, self.owners.copy(), blocked)


class Arrangement:
    """Some of the words, each crossing another, none touching one that it does not cross.

    A word is only put where every cell that it newly takes has no neighbour to its sides: so no run
    of letters is made but the word itself. That rules out words side by side even where all their
    runs would be words; those are left to the exact search.

    Args:
        words: all of them, by index.

    Fields:
        spots: by word index, where it is; only those that are placed.
        cells: letters by position.
        n_crossings: letters that are in two words.
        box: what they take up; of no meaning without words.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.spots: dict[int, Spot] = {}
        self.cells: dict[int, str] = {}
        self.n_crossings = 0
        self.box = Box(0, 0, -1, -1)
        # Rows and columns as bits, of which a word and the cells at its ends are a few: all that
        # it must not touch is seen at once. No word reaches the first bit: see `_centred`.
        self._reach = sum(map(len, words))
        self._origin = STRIDE // 2 - 2 * self._reach - 2
        self._lines = {step: _Lines({}, {}, {}, {}, {}) for step in (1, STRIDE)}

    def fits(self, index: int, spot: Spot) -> int:
        """How many letters would cross words that are there; 0 when the word cannot be put here.

        On an empty arrangement any place is worth 1.
        """
        if not self.cells:
            return 1
        word = self.words[index]
        lines = self._lines[spot.step]
        line, start = self._line_of(spot)
        span = (1 << len(word)) - 1
        if lines.block(line) >> start & span:
            return 0
        here = lines.full.get(line, 0) >> start - 1
        if here & (1 | 2 << len(word)):
            return 0
        crossing = here >> 1 & span
        return crossing.bit_count() if self._agree(word, spot, crossing) else 0

    def put(self, index: int, spot: Spot) -> None:
        """Put a word where it fits."""
        cells, word = self.cells, self.words[index]
        self.box = self.box_with(index, spot)
        own, other, line, first = self._touched(index, spot)
        span = (1 << len(word)) - 1 << first
        own.full[line] = own.full.get(line, 0) | span
        own.along[line] = own.along.get(line, 0) | span
        at, step = spot
        across, here = first + self._origin, line - self._origin
        bit = 1 << here
        for place, letter in enumerate(word, first):
            own.owners[at] = index
            if at in cells:
                self.n_crossings += 1
                own.open[letter].remove((line, place))
            else:
                cells[at] = letter
                other.full[across] = other.full.get(across, 0) | bit
                other.open.setdefault(letter, []).append((across, here))
            at += step
            across += 1
        self.spots[index] = spot

    def _take(self, index: int) -> None:
        """Take a word away; the box is left as it is."""
        cells, word, spot = self.cells, self.words[index], self.spots.pop(index)
        own, other, line, first = self._touched(index, spot)
        span = (1 << len(word)) - 1 << first
        own.along[line] ^= span
        at, step = spot
        across, here = first + self._origin, line - self._origin
        bit = 1 << here
        for place, letter in enumerate(word, first):
            del own.owners[at]
            if at in other.owners:
                self.n_crossings -= 1
                own.open.setdefault(letter, []).append((line, place))
            else:
                del cells[at]
                own.full[line] ^= 1 << place
                other.full[across] ^= bit
                other.open[letter].remove((across, here))
            at += step
            across += 1

    def _take_all(self, leave: Iterable[int], first: int) -> None:
        """Take words away, and of two that stood side by side across one of them, another one.

        Args: first: a word that stays.
        """
        todo = list(leave)
        while todo:
            index = todo.pop()
            if index not in self.spots:
                continue
            start, step = self.spots[index]
            self._take(index)
            owners = self._lines[STRIDE + 1 - step].owners
            for at in range(start, start + step * (len(self.words[index]) - 1), step):
                if at in owners and at + step in owners:
                    todo.append(owners[at if owners[at + step] == first else at + step])

    def _touched(self, index: int, spot: Spot) -> tuple[_Lines, _Lines, int, int]:
        """The lines along a spot and across it, its line and first bit; what was blocked is not."""
        step = spot.step
        own, other = self._lines[step], self._lines[STRIDE + 1 - step]
        line, first = self._line_of(spot)
        for near in (line - 1, line, line + 1):
            own.blocked.pop(near, None)
        across = first + self._origin
        for near in range(across - 1, across + len(self.words[index]) + 1):
            other.blocked.pop(near, None)
        return own, other, line, first

    def _line_of(self, spot: Spot) -> tuple[int, int]:
        """The row or column of a spot, and the bit of its first letter."""
        row, col = divmod(spot.start, STRIDE)
        return (row, col - self._origin) if spot.step == 1 else (col, row - self._origin)

    def _agree(self, word: str, spot: Spot, crossing: int) -> bool:
        """Whether a word has the letters that are there. Args: crossing: where, as bits."""
        cells, (start, step) = self.cells, spot
        while crossing:
            at = crossing.bit_length() - 1
            if cells[start + at * step] != word[at]:
                return False
            crossing ^= 1 << at
        return True

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
        # Most of the time of a search is spent here: `fits` in the loop takes twice as long.
        word = self.words[index]
        length = len(word)
        span, ends = (1 << length) - 1, 1 | 2 << length
        found: list[tuple[Spot, int]] = []
        for step, lines in self._lines.items():
            full, opened = lines.full, lines.open
            own, other = (STRIDE, 1) if step == 1 else (1, STRIDE)
            corner = self._origin * other
            blocked = lines.blocked
            for offset, letter in enumerate(word):
                bit = 1 << offset
                for line, place in opened.get(letter, ()):
                    first = place - offset
                    stops = blocked.get(line)
                    if stops is None:
                        stops = lines.block(line)
                    if stops >> first & span:
                        continue
                    here = full[line] >> first - 1
                    if here & ends:
                        continue
                    crossing = here >> 1 & span
                    # It is found at the first of its crossings.
                    if crossing & bit - 1:
                        continue
                    spot = Spot(line * own + first * other + corner, step)
                    if crossing == bit:
                        found.append((spot, 1))
                    elif self._agree(word, spot, crossing):
                        found.append((spot, crossing.bit_count()))
        return found

    def without(self, leave: Iterable[int], first: int) -> Arrangement:
        """The words of this one but those in `leave`, as far as they can stand and are connected.

        Args: first: a word that stays, to which the others must be connected.
        """
        arrangement = Arrangement.__new__(Arrangement)
        arrangement.words = self.words
        arrangement._reach, arrangement._origin = self._reach, self._origin
        arrangement.spots, arrangement.cells = self.spots.copy(), self.cells.copy()
        arrangement.n_crossings = self.n_crossings
        arrangement._lines = {step: lines.copy() for step, lines in self._lines.items()}
        arrangement._take_all(leave, first)
        reached = arrangement._reached(first)
        for index in [one for one in arrangement.spots if one not in reached]:
            arrangement._take(index)
        arrangement.box = arrangement._box()
        return arrangement._centred()

    def _centred(self) -> Arrangement:
        """The same, moved to the middle if changes have moved it far from there."""
        top, left, bottom, right = self.box
        middle, reach = STRIDE // 2, self._reach
        if min(top, left) >= middle - reach and max(bottom, right) <= middle + 2 * reach:
            return self
        centred = Arrangement(self.words)
        for index, spot in self.spots.items():
            centred.put(index, spot._replace(start=spot.start - top * STRIDE - left + MIDDLE))
        return centred

    def _reached(self, first: int) -> set[int]:
        """The words that are connected to one."""
        reached, todo = {first}, [first]
        while todo:
            index = todo.pop()
            start, step = self.spots[index]
            owners = self._lines[STRIDE + 1 - step].owners
            for at in range(start, start + step * len(self.words[index]), step):
                other = owners.get(at)
                if other is not None and other not in reached:
                    reached.add(other)
                    todo.append(other)
        return reached

    def _box(self) -> Box:
        """What the words take up."""
        rows, cols = ({line for line, full in self._lines[step].full.items() if full}
                      for step in (1, STRIDE))  # fmt: skip
        return Box(min(rows), min(cols), max(rows), max(cols))

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
