"""Checks patterns from raw cells and bars; no code is shared with what makes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from satcross.checks import counted
from satcross.errors import GridError
from satcross.model.arrows import arrows_of
from satcross.model.grid import BLOCK, OPEN, VOID, Grid
from satcross.model.puzzle import Direction
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Symmetry

Place = tuple[int, int]  # row, column
Run = tuple[Place, ...]
Marked = tuple[Any, ...]
"""What is wrong, for people, and then the places of cells."""

TURNS: dict[Symmetry, list[Callable[[int, int, int, int], Place]]] = {
    Symmetry.NONE: [],
    Symmetry.ROTATION: [lambda r, c, h, w: (h - r, w - c)],
    Symmetry.ROTATION90: [lambda r, c, h, w: (w - c, r)],
    Symmetry.LEFT_RIGHT: [lambda r, c, h, w: (r, w - c)],
    Symmetry.TOP_BOTTOM: [lambda r, c, h, w: (h - r, c)],
    Symmetry.BOTH: [lambda r, c, h, w: (r, w - c), lambda r, c, h, w: (h - r, c)],
    Symmetry.DIAGONAL: [lambda r, c, h, w: (c, r)],
    Symmetry.ANTIDIAGONAL: [lambda r, c, h, w: (w - c, h - r)],
    Symmetry.DIAGONALS: [lambda r, c, h, w: (c, r), lambda r, c, h, w: (w - c, h - r)],
    Symmetry.FULL: [lambda r, c, h, w: (w - c, r), lambda r, c, h, w: (r, w - c)],
}
"""By symmetry, moves that make all others: from (row, column, last row, last column)."""


class PatternFault(NamedTuple):
    """A rule that a pattern breaks.

    Args:
        rule: its name.
        text: where and how, for people.
        cells: positions of the cells that it is about, if it is about some.
    """

    rule: str
    text: str
    cells: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}"


def pattern_faults(grid: Grid, rules: PatternRules) -> tuple[PatternFault, ...]:
    """What is wrong with a pattern, in a fixed order; () when it obeys all rules.

    A grid of another size, or with other things in it than the rules speak of, has one fault.

    >>> rules = PatternRules(3, 3)
    >>> [str(fault) for fault in pattern_faults(Grid.parse("...\\n...\\n..#"), rules)]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['symmetry: r3c3 is a block, but r1c1 is not', 'shortest: a run of 2 at r3c1',
     'shortest: a run of 2 at r1c3']
    """
    if (grid.n_rows, grid.n_cols) != (rules.n_rows, rules.n_cols):
        return (
            PatternFault(
                "size", f"{counted(grid.n_cols, 'column')} and {counted(grid.n_rows, 'row')}"
            ),
        )
    if rules.board:
        from satcross.pattern.verify_board import faults_on_board

        return tuple(PatternFault(*fault) for fault in faults_on_board(grid, rules))
    strange = sorted(set(grid.cells) - ({OPEN} if rules.bars else {OPEN, BLOCK, VOID}))
    if {at for at, cell in enumerate(grid.cells) if cell == VOID} != rules.voids:
        return (PatternFault("voids", "they are in other places"),)
    if strange:
        return (PatternFault("cells", f"{strange[0]!r} is not allowed in such a pattern"),)
    if not rules.bars and (grid.bars_right or grid.bars_below):
        return (PatternFault("cells", "bars are not allowed in such a pattern"),)
    return tuple(_Check(grid, rules).faults())


def n_cheaters(grid: Grid) -> int:
    """How many blocks of a pattern there are without which it would have as many slots.

    >>> n_cheaters(Grid.parse("#...\\n....\\n....\\n...#"))
    2
    """
    rules = PatternRules(grid.n_rows, grid.n_cols, cheaters=False)
    return len(list(_Check(grid.without_letters(), rules).cheaters()))


def _name(place: Place) -> str:
    return f"r{place[0] + 1}c{place[1] + 1}"


class _Check:
    """A pattern taken apart: its open cells, its walls, its runs."""

    def __init__(self, grid: Grid, rules: PatternRules) -> None:
        self.rules = rules
        self.n_rows, self.n_cols = grid.n_rows, grid.n_cols
        self.places = [(r, c) for r in range(grid.n_rows) for c in range(grid.n_cols)]
        self.open = {
            place
            for place, cell in zip(self.places, grid.cells, strict=True)
            if cell not in (BLOCK, VOID)
        }
        self.blocks = {
            place for place, cell in zip(self.places, grid.cells, strict=True) if cell == BLOCK
        }
        self.grid = grid
        right = [divmod(position, grid.n_cols) for position in grid.bars_right]
        below = [divmod(position, grid.n_cols) for position in grid.bars_below]
        self.bars = {frozenset({(r, c), (r, c + 1)}) for r, c in right}
        self.bars |= {frozenset({(r, c), (r + 1, c)}) for r, c in below}
        self.rows = [[(r, c) for c in range(self.n_cols)] for r in range(self.n_rows)]
        self.cols = [[(r, c) for r in range(self.n_rows)] for c in range(self.n_cols)]
        self.runs = {
            Direction.ACROSS: [run for line in self.rows for run in self._split(line)],
            Direction.DOWN: [run for line in self.cols for run in self._split(line)],
        }
        self.run_at = {
            direction: {place: run for run in runs for place in run}
            for direction, runs in self.runs.items()
        }
        self.slots = [
            (direction, run)
            for direction, runs in self.runs.items()
            for run in runs
            if len(run) >= 2
        ]

    def _split(self, line: list[Place]) -> list[Run]:
        runs: list[list[Place]] = []
        before: Place | None = None
        for place in line:
            if place in self.open:
                if before is None or frozenset({before, place}) in self.bars:
                    runs.append([])
                runs[-1].append(place)
            before = place if place in self.open else None
        return [tuple(run) for run in runs]

    def faults(self) -> Iterator[PatternFault]:
        for rule, faults in _FAULTS.items():
            for text, *places in faults(self):
                cells = (row * self.n_cols + col for row, col in places)
                yield PatternFault(rule, text, tuple(cells))

    def not_empty(self) -> Iterator[Marked]:
        if not self.open:
            yield ("no cell is open",)

    def symmetry(self) -> Iterator[Marked]:
        for turn in TURNS[self.rules.symmetry]:

            def to(place: Place, turn: Callable[[int, int, int, int], Place] = turn) -> Place:
                return turn(*place, self.n_rows - 1, self.n_cols - 1)

            for place in self.places:
                if place not in self.open and to(place) in self.open:
                    text = f"{_name(place)} is a block, but {_name(to(place))} is not"
                    yield text, place, to(place)
            for bar in sorted(map(sorted, self.bars)):
                if frozenset(map(to, bar)) not in self.bars:
                    text = f"the bar from {_name(bar[0])} to {_name(bar[1])} has no counterpart"
                    yield text, *bar

    def fixed(self) -> Iterator[Marked]:
        for position in sorted(self.rules.open_cells):
            if (place := divmod(position, self.n_cols)) not in self.open:
                yield f"{_name(place)} must be open", place
        for position in sorted(self.rules.blocks):
            if (place := divmod(position, self.n_cols)) in self.open:
                yield f"{_name(place)} must be a block", place
        for direction, row, col, length in self.rules.slots:
            run = self.run_at[direction].get((row, col), ())
            if len(run) != length or run[0] != (row, col):
                place = (row, col)
                yield f"no slot {direction.value} of {length} begins at {_name(place)}", place

    def shortest(self) -> Iterator[Marked]:
        for _, run in self.slots:
            if len(run) < self.rules.min_length:
                yield f"a run of {len(run)} at {_name(run[0])}", *run

    def longest(self) -> Iterator[Marked]:
        for _, run in self.slots:
            if self.rules.max_length is not None and len(run) > self.rules.max_length:
                yield f"a run of {len(run)} at {_name(run[0])}", *run

    def is_checked(self, place: Place, direction: Direction) -> bool:
        """Whether a slot goes through a cell the other way."""
        other = Direction.DOWN if direction is Direction.ACROSS else Direction.ACROSS
        return len(self.run_at[other][place]) >= 2

    def in_slots(self) -> Iterator[Marked]:
        needed = 2 if self.rules.all_checked else 1
        for place in sorted(self.open):
            ways = sum(len(self.run_at[direction][place]) >= 2 for direction in Direction)
            if ways < needed:
                yield f"{_name(place)} is in {counted(ways, 'slot')}", place

    def alternate(self) -> Iterator[Marked]:
        if not self.rules.alternate:
            return
        for direction, run in self.slots:
            marks = "".join("-+"[self.is_checked(place, direction)] for place in run)
            if "--" in marks:
                yield f"two unchecked cells in a row in the slot at {_name(run[0])}", *run

    def share_checked(self) -> Iterator[Marked]:
        for direction, run in self.slots:
            n = [self.is_checked(place, direction) for place in run].count(True)
            if n < self.rules.min_checked * len(run):
                text = f"{n} of {len(run)} cells are checked in the slot at {_name(run[0])}"
                yield text, *run

    def _squares(self) -> Iterator[list[Place]]:
        for r, c in self.places:
            if r + 1 < self.n_rows and c + 1 < self.n_cols:
                yield [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]

    def open_squares(self) -> Iterator[Marked]:
        for square in self._squares():
            if self.rules.open_squares or not self.open.issuperset(square):
                continue
            ring = zip(square, [*square[1:], square[0]], strict=True)
            if not self.bars.intersection(map(frozenset, ring)):
                yield f"2x2 open cells at {_name(square[0])}", *square

    def block_squares(self) -> Iterator[Marked]:
        for square in self._squares():
            if not self.rules.block_squares and self.blocks.issuperset(square):
                yield f"2x2 blocks at {_name(square[0])}", *square

    def block_runs(self) -> Iterator[Marked]:
        longest = self.rules.max_block_run
        if longest is None:
            return
        for line in (*self.rows, *self.cols):
            text = "".join(".#"[place in self.blocks] for place in line)
            if "#" * (longest + 1) in text:
                yield (
                    f"more than {counted(longest, 'block')} side by side in the line"
                    f" of {_name(line[0])}",
                    *line,
                )

    def cheaters(self) -> Iterator[Marked]:
        """Blocks that, opened, would be the end of a slot across and of one down."""
        if self.rules.cheaters:
            return
        for place in sorted(self.blocks):
            ends = 0
            for line in (self.rows[place[0]], self.cols[place[1]]):
                self.open.add(place)
                run = next(run for run in self._split(line) if place in run)
                self.open.remove(place)
                ends += len(run) >= 2 and place in (run[0], run[-1])
            if ends == 2:
                yield f"the block {_name(place)} separates no slots", place

    def empty_lines(self) -> Iterator[Marked]:
        if not self.rules.empty_lines:
            for line in (*self.rows, *self.cols):
                if self.open.isdisjoint(line):
                    yield f"the line of {_name(line[0])} has no open cell", *line

    def connected(self) -> Iterator[Marked]:
        if not self.rules.connected or not self.open:
            return
        reached: set[Place] = set()
        todo = {min(self.open)}
        while todo:
            reached |= todo
            joined = {
                cell
                for place in todo
                for direction in Direction
                for cell in self.run_at[direction][place]
            }
            todo = joined - reached
        if reached != self.open:
            left = sorted(self.open - reached)
            yield f"{_name(left[0])} is not connected to the rest", *left

    def numbers(self) -> Iterator[Marked]:
        rules = self.rules
        n_blocks = len(self.bars) if rules.bars else len(self.blocks)
        if not rules.n_blocks.holds(n_blocks):
            yield (counted(n_blocks, "bar" if rules.bars else "block"),)
        if not rules.n_words.holds(len(self.slots)):
            yield (counted(len(self.slots), "slot"),)
        lengths = Counter(len(run) for _, run in self.slots)
        for length, numbers in sorted(rules.n_of_length.items()):
            if not numbers.holds(lengths[length]):
                yield (f"{counted(lengths[length], 'slot')} of {length}",)

    def stacks(self) -> Iterator[Marked]:
        starts = {(run[0], len(run)) for d, run in self.slots if d is Direction.ACROSS}
        for n, length in self.rules.stacks:
            if not any(
                all(((r + i, c), length) in starts for i in range(n)) for r, c in self.places
            ):
                yield (f"no {n} slots of {length} are stacked",)

    def arrows(self) -> Iterator[Marked]:
        if self.rules.arrows:
            try:
                arrows_of(self.grid)
            except GridError as error:
                yield (error.problem,)


_FAULTS: dict[str, Callable[[_Check], Iterator[Marked]]] = {
    "not empty": _Check.not_empty,
    "symmetry": _Check.symmetry,
    "fixed": _Check.fixed,
    "shortest": _Check.shortest,
    "longest": _Check.longest,
    "in slots": _Check.in_slots,
    "alternate": _Check.alternate,
    "share checked": _Check.share_checked,
    "open squares": _Check.open_squares,
    "block squares": _Check.block_squares,
    "block runs": _Check.block_runs,
    "cheaters": _Check.cheaters,
    "empty lines": _Check.empty_lines,
    "connected": _Check.connected,
    "numbers": _Check.numbers,
    "stacks": _Check.stacks,
    "arrows": _Check.arrows,
}
