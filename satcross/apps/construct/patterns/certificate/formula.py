"""The formula of a certificate: it has an assignment for each pattern that its claim denies.

The check makes it from the rules, and so does the writer, whose proof has its variables. It shares
no code with the formula of the search, `satcross.apps.construct.patterns.constraints`, nor with the
counters and cuts of `satcross.cnf`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from math import ceil
from typing import TypeVar

from satcross import Grid, PatternRules, Range, Symmetry
from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.patterns.certificate.clauses import Definitions
from satcross.apps.proofs.checker.certificate import Tick
from satcross.extend import Direction
from satcross.pattern.verify import TURNS

T = TypeVar("T")
Edge = frozenset[tuple[int, int]]  # two neighbours
Line = tuple[
    Direction, list[tuple[int, int]], list[int]
]  # its cells, and the joins before and after each
Image = tuple[frozenset[tuple[int, int]], frozenset[Edge]]  # open cells, and neighbours in one slot
Turn = Callable[[tuple[int, int]], tuple[int, int]]


def turns_of(symmetry: Symmetry, n_rows: int, n_cols: int) -> list[Turn]:
    """Moves of places that make, one after the other, all moves of a symmetry."""

    def placed(turn: Callable[[int, int, int, int], tuple[int, int]]) -> Turn:
        return lambda place: turn(*place, n_rows - 1, n_cols - 1)

    return [placed(turn) for turn in TURNS[symmetry]]


def images(grid: Grid, alike: Alike, *, bars: bool) -> set[Image]:
    """A pattern, and what counts as the same; of patterns of blocks without their edges."""
    is_square = grid.n_rows == grid.n_cols
    symmetry = Symmetry.NONE
    if alike is Alike.TURNED:
        symmetry = Symmetry.FULL if is_square else Symmetry.BOTH
    elif alike is Alike.TRANSPOSED and is_square:
        symmetry = Symmetry.DIAGONAL
    turns = turns_of(symmetry, grid.n_rows, grid.n_cols)
    places = [divmod(at, grid.n_cols) for at in range(grid.size)]
    opened = frozenset(place for at, place in enumerate(places) if grid.is_square(at))
    edges: set[Edge] = set()
    if bars:
        edges |= {frozenset({(r, c), (r, c + 1)}) for r, c in opened if (r, c + 1) in opened}
        edges |= {frozenset({(r, c), (r + 1, c)}) for r, c in opened if (r + 1, c) in opened}
        edges -= {frozenset({places[at], places[at + 1]}) for at in grid.bars_right}
        edges -= {frozenset({places[at], places[at + grid.n_cols]}) for at in grid.bars_below}

    def turned(image: Image) -> list[Image]:
        return [
            (
                frozenset(map(turn, image[0])),
                frozenset(frozenset(map(turn, edge)) for edge in image[1]),
            )
            for turn in turns
        ]

    return _orbit((opened, frozenset(edges)), turned)


def _orbit(start: T, turned: Callable[[T], list[T]]) -> set[T]:
    """What moves make of something, one after the other."""
    found, todo = {start}, [start]
    while todo:
        fresh = set(turned(todo.pop())) - found
        found |= fresh
        todo += fresh
    return found


def _no_run(joins: Sequence[int], first: int, k: int) -> list[int]:
    """The clause "no slot of k cells begins there"."""
    return [joins[first], *(-join for join in joins[first + 1 : first + k]), joins[first + k]]


class PatternFormula(Definitions):
    """What the rules say of a pattern, as clauses.

    The first variable is true. With blocks, cells that mirror each other have one variable, "it is
    open", and two neighbours a variable for "both are open"; with bars, edges that mirror each
    other have one variable, "no bar is there". All other variables are defined by these.

    Args:
        rules: of the pattern, without a board and voids.
        fewer_than: how many blocks or bars are too many; None for no more than the rules say.
        tick: called often; an exception in it ends the work.
    """

    def __init__(
        self,
        rules: PatternRules,
        *,
        fewer_than: int | None = None,
        tick: Tick = lambda: None,
    ) -> None:
        super().__init__(tick)
        self.rules = rules
        self._last = (rules.n_rows - 1, rules.n_cols - 1)
        self.places = [(r, c) for r in range(rules.n_rows) for c in range(rules.n_cols)]
        self._turns = turns_of(rules.symmetry, rules.n_rows, rules.n_cols)
        self._joined: dict[Edge, int] = {}
        self._open = self._cells()
        self._lines = list(self._all_lines())
        self._crossed = {
            direction: {
                place: self._some(joins[i], joins[i + 1])
                for way, cells, joins in self._lines
                if way is direction
                for i, place in enumerate(cells)
            }
            for direction in Direction
        }
        self._state(fewer_than)

    def cut(self, cells: Sequence[int], far: int) -> None:
        """Where the first of some cells is open and another one too, a way leads out to it.

        It leaves the cells at some edge. That holds in every connected pattern, whatever the cells
        are; the other one is not among them.
        """
        part = [self.places[at] for at in cells]
        inside = set(part)
        leaving = [edge for edge in self._joined if len(edge & inside) == 1]
        if self.rules.bars:
            ways = [self._joined[edge] for edge in leaving]
        else:
            ways = [self._open[place] for edge in leaving for place in edge - inside]
        self._add(-self._open[part[0]], -self._open[self.places[far]], *ways)

    def exclude(self, grid: Grid, alike: Alike) -> None:
        """It is neither this pattern nor one that counts as the same."""
        for image in images(grid, alike, bars=self.rules.bars):
            self._add(*(-literal for literal in self.holding(image)))

    def holding(self, image: Image) -> list[int]:
        """The literals that hold in a pattern alone."""
        opened, joined = image
        if self.rules.bars:
            return [lit if edge in joined else -lit for edge, lit in self._joined.items()]
        return [lit if place in opened else -lit for place, lit in self._open.items()]

    def pattern(self, holds: Callable[[int], bool]) -> Image:
        """The pattern of an assignment."""
        return (
            frozenset(place for place, literal in self._open.items() if holds(literal)),
            frozenset(edge for edge, literal in self._joined.items() if holds(literal)),
        )

    # Variables

    def _cells(self) -> dict[tuple[int, int], int]:
        """By place, the literal "it is open"; fills in those of edges."""
        right = [frozenset({(r, c), (r, c + 1)}) for r, c in self.places if c < self._last[1]]
        below = [frozenset({(r, c), (r + 1, c)}) for r, c in self.places if r < self._last[0]]
        if self.rules.bars:
            of: dict[Edge, int] = {}
            for edge in (*right, *below):
                if edge not in of:
                    literal = self._new()
                    of |= dict.fromkeys(_orbit(edge, self._turned_edge), literal)
            self._joined = {edge: of[edge] for edge in (*right, *below)}
            return dict.fromkeys(self.places, self._true)
        opened: dict[tuple[int, int], int] = {}
        for place in self.places:
            if place not in opened:
                opened |= dict.fromkeys(_orbit(place, self._turned), self._new())
        for edge in (*right, *below):
            self._joined[edge] = self._all(*(opened[place] for place in edge))
        return {place: opened[place] for place in self.places}

    def _turned(self, place: tuple[int, int]) -> list[tuple[int, int]]:
        return [turn(place) for turn in self._turns]

    def _turned_edge(self, edge: Edge) -> list[Edge]:
        return [frozenset(map(turn, edge)) for turn in self._turns]

    def _all_lines(self) -> Iterator[Line]:
        n_rows, n_cols = self.rules.n_rows, self.rules.n_cols
        rows = [[(r, c) for c in range(n_cols)] for r in range(n_rows)]
        cols = [[(r, c) for r in range(n_rows)] for c in range(n_cols)]
        for direction, lines in ((Direction.ACROSS, rows), (Direction.DOWN, cols)):
            for cells in lines:
                inner = [self._joined[frozenset(pair)] for pair in pairwise(cells)]
                yield direction, cells, [-self._true, *inner, -self._true]

    # Rules

    def _state(self, fewer_than: int | None) -> None:
        rules = self.rules
        self._add(*self._open.values())
        for at in rules.open_cells:
            self._add(self._open[self.places[at]])
        for at in rules.blocks:
            self._add(-self._open[self.places[at]])
        for direction, cells, joins in self._lines:
            self._state_line(direction, cells, joins)
        for place, opened in self._open.items():
            ways = [self._crossed[direction][place] for direction in Direction]
            if rules.all_checked:
                for way in ways:
                    self._add(-opened, way)
            else:
                self._add(-opened, *ways)
        self._state_squares()
        if not rules.bars:
            self._state_blocks()
        for direction, row, col, length in rules.slots:
            self._add(self._slot(direction, (row, col), length))
        for n, length in rules.stacks:
            self._add(*(
                self._all(*(self._slot(Direction.ACROSS, (r + i, c), length) for i in range(n)))
                for r, c in self.places
            ))  # fmt: skip
        if rules.arrows:
            self._state_arrows()
        self._state_numbers(fewer_than)

    def _state_line(
        self, direction: Direction, cells: list[tuple[int, int]], joins: list[int]
    ) -> None:
        rules, n = self.rules, len(cells)
        checked = [self._crossed[direction.other][place] for place in cells]
        for first in range(n):
            for k in range(2, min(rules.min_length, n - first + 1)):
                self._add(*_no_run(joins, first, k))
            if rules.max_length is not None and first + rules.max_length < n:
                self._add(*(-join for join in joins[first + 1 : first + rules.max_length + 1]))
            if rules.alternate and first:
                self._add(-joins[first], checked[first - 1], checked[first])
            if not rules.min_checked:
                continue
            longest = n - first if rules.max_length is None else min(n - first, rules.max_length)
            for k in range(rules.min_length, longest + 1):
                least = ceil(rules.min_checked * k)
                # Of alternate cells half are checked anyway, rounded down.
                if least > (k // 2 if rules.alternate else 0):
                    enough = self._at_least(Counter(checked[first : first + k]), least)
                    self._add(*_no_run(joins, first, k), enough)

    def _state_squares(self) -> None:
        rules = self.rules
        for r, c in self.places:
            square = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
            if (r + 1, c + 1) not in self._open:
                continue
            if not rules.open_squares:
                ring = zip(square, [*square[1:], square[0]], strict=True)
                self._add(*(-self._joined[frozenset(edge)] for edge in ring))
            if not rules.block_squares and not rules.bars:
                self._add(*(self._open[place] for place in square))

    def _state_blocks(self) -> None:
        rules = self.rules
        for _, cells, _ in self._lines:
            if not rules.empty_lines:
                self._add(*(self._open[place] for place in cells))
            n = len(cells) if rules.max_block_run is None else rules.max_block_run
            for first in range(len(cells) - n):
                self._add(*(self._open[place] for place in cells[first : first + n + 1]))
        if rules.cheaters:
            return
        for r, c in self.places:
            ends = [
                self._all(self._is_open(r + dr, c + dc), -self._is_open(r - dr, c - dc))
                for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0))
            ]
            # No slot ends there both across and down, if it were open.
            self._add(self._open[r, c], -self._some(*ends[:2]), -self._some(*ends[2:]))

    def _state_arrows(self) -> None:
        """Each slot has its clue in a block beside its first cell; each block has one or two."""
        clues: dict[tuple[int, int], list[int]] = {place: [] for place in self.places}
        for _, cells, joins in self._lines:
            for (r, c), before, after in zip(cells, joins[:-1], joins[1:], strict=True):
                begins = self._all(-before, after)
                arrows = [
                    (block, self._new()) for block in ((r, c - 1), (r - 1, c)) if block in clues
                ]
                for block, arrow in arrows:
                    self._add(-arrow, begins)
                    self._add(-arrow, -self._open[block])
                    clues[block].append(arrow)
                self._add(-begins, *(arrow for _, arrow in arrows))
                if len(arrows) == 2:
                    self._add(*(-arrow for _, arrow in arrows))
        for block, some in clues.items():
            self._add(self._open[block], *some)
            for three in combinations(some, 3):
                self._add(*(-arrow for arrow in three))

    def _is_open(self, row: int, col: int) -> int:
        return self._open.get((row, col), -self._true)

    def _slot(self, direction: Direction, first: tuple[int, int], length: int) -> int:
        """The literal "a slot of that length begins there"."""
        for way, cells, joins in self._lines:
            if way is direction and first in cells:
                at = cells.index(first)
                if at + length <= len(cells):
                    return self._all(*(-literal for literal in _no_run(joins, at, length)))
        return -self._true

    def _state_numbers(self, fewer_than: int | None) -> None:
        rules = self.rules
        if rules.bars:
            walls = Counter(-literal for literal in self._joined.values())
        else:
            walls = Counter(-self._open[place] for place in self.places)
        self._within(walls, rules.n_blocks)
        if fewer_than is not None:
            self._within(walls, Range(None, fewer_than - 1))
        # Lines that mirror each other have as many slots of each length.
        kinds: Counter[int] = Counter()
        of: dict[frozenset[tuple[int, int]], int] = {}
        for at, (_, cells, _) in enumerate(self._lines):
            line = frozenset(cells)
            if line not in of:
                of |= dict.fromkeys(_orbit(line, self._turned_line), at)
            kinds[of[line]] += 1
        words: Counter[int] = Counter()
        for at, weight in kinds.items():
            for before, after in pairwise(self._lines[at][2]):
                words[self._all(-before, after)] += weight
        self._within(words, rules.n_words)
        for k, numbers in rules.n_of_length.items():
            some: Counter[int] = Counter()
            for at, weight in kinds.items():
                _, cells, joins = self._lines[at]
                for first in range(len(cells) - k + 1 if k > 1 else 0):
                    no_run = _no_run(joins, first, k)
                    some[self._all(*(-literal for literal in no_run))] += weight
            self._within(some, numbers)

    def _turned_line(self, line: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int]]]:
        return [frozenset(map(turn, line)) for turn in self._turns]

    # Numbers

    def _within(self, weights: Counter[int], numbers: Range) -> None:
        """The sum of the weights of literals that hold is in a range."""
        least, most = numbers
        if least is not None:
            self._add(self._at_least(Counter(weights), least))
        if most is not None:
            self._add(-self._at_least(Counter(weights), most + 1))
