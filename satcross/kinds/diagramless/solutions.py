"""The grids of a diagramless or carte blanche, as one formula.

Of the pattern's rules come the variables "cell c is open" and "two cells are joined". Beside them

    L[c,a]     cell c holds letter a; one for each open cell, none for a block
    P[i,c]     item i begins at cell c: its letters, joins between them, and walls before and after

where an item is what has one number, or one entry without a number. Each cell where a run begins is
the beginning of an item with an entry in that direction. Items in order are in a chain:

    Q[i,c]     item i begins at c or before;     P[i+1,c] implies Q[i,c-1]

Entries in any order are placed as often as they are listed. Each letter of a run comes from an
entry that passes its cell: this follows from the rest, and makes carte blanche twice as fast.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from satcross import Assignment, Grid, Reason, SolverOptions, VerificationError
from satcross.apps.construct.patterns.constraints import encode_pattern
from satcross.apps.construct.patterns.solver import joins_in, solve_connected
from satcross.apps.unique.others import Others
from satcross.extend import (
    BLOCK,
    OPEN,
    Deadline,
    Direction,
    FormulaBuilder,
    Heartbeat,
    Listing,
    Outcome,
    VarMapBuilder,
    Work,
    at_least_k,
    at_most_one,
    find_slots,
    formula_session,
    pattern_faults,
    seeded,
)
from satcross.kinds.diagramless.faults import list_faults
from satcross.kinds.diagramless.puzzle import Clued, Diagramless

Words = dict[Direction, tuple[str, ...]]
Giving = Literal["places", "cells"]


class Place(NamedTuple):
    """A help: a number with its entries, or an entry that has none, begins in a cell.

    Args:
        item: the number; or the index of an entry in order; or an entry of those in any order.
        at: the position of the cell.
    """

    item: int | Clued
    at: int


class Held(NamedTuple):
    """A help: the cell at a position holds a letter, or is a block."""

    at: int
    cell: str


Unit = Place | Held


def faults_of_grid(puzzle: Diagramless, grid: Grid) -> list[str]:
    """Why a grid is none of the puzzle, by the checkers; [] where it is one."""
    across, down = (
        [(e.number, e.letters, e.at) for e in puzzle.entries if e.direction is direction]
        for direction in Direction
    )
    faults = list_faults(grid, across, down, puzzle.given, in_order=puzzle.in_order)
    return [*faults, *map(str, pattern_faults(grid.without_letters(), puzzle.rules))]


class GridSearch:
    """A solver that holds a puzzle and gives its grids, each checked.

    Args:
        puzzle: what is known.
        options: seed and progress.
        heartbeat: keeps watch while it is built and solved.
    """

    def __init__(self, puzzle: Diagramless, options: SolverOptions, heartbeat: Heartbeat) -> None:
        self.puzzle = puzzle
        self._encoding = encode_pattern(puzzle.rules, tick=heartbeat)
        self.variables = self._encoding.variables
        self._builder = FormulaBuilder(heartbeat)
        self._builder.add_flat(self._encoding.formula.flat, self._encoding.formula.n_clauses)
        self._names = VarMapBuilder(self._encoding.formula.n_vars, heartbeat)
        self.letters = self._letters()
        # Of items in order, by number or else by index of the entry, and by cell.
        self._items: dict[int, dict[int, int]] = {}
        # By direction and cell, what may begin there; and by letter too, what may pass there.
        self._starts: dict[tuple[Direction, int], list[int]] = defaultdict(list)
        self._passes: dict[tuple[Direction, int, str], list[int]] = defaultdict(list)
        self._place_all()
        self._close_runs()
        for at, cell in puzzle.given.items():
            self._builder.add([self.literal(at, cell)])
        formula = self._builder.build(self._names.n_vars)
        self._session = formula_session(formula, seed=options.seed, on_tick=heartbeat)

    def literal(self, at: int, cell: str) -> int:
        """The literal "this cell holds a letter", or "is a block"; for `OPEN`, "is no block"."""
        if cell in (BLOCK, OPEN):
            is_open = self.variables.open_at(at)
            return is_open if cell == OPEN else -is_open
        return self.letters[at].get(cell, -self.variables.true)

    def next(self, assumptions: Sequence[int], deadline: Deadline) -> Grid | Reason | None:
        """A grid under some literals; why there was no time for it; or None where there is none.

        Raises:
            VerificationError: it is no grid of the puzzle: a bug.
        """
        answer, pattern = solve_connected(self._session, self._encoding, assumptions, deadline)
        if answer.assignment is None or pattern is None:
            return None if answer.outcome is Outcome.UNSAT else answer.reason
        return self._checked(pattern, answer.assignment)

    def exclude(self, grid: Grid) -> None:
        """Give no grid from now on that is this one."""
        clause = [-self.literal(at, cell) for at, cell in enumerate(grid.cells)]
        if self.puzzle.rules.bars:
            clause += [-literal for literal in joins_in(self.variables, grid)]
        self._session.add_clause(clause)

    def item_at(self, item: int, at: int) -> list[int]:
        """Literals that say that this item in order begins in this cell."""
        return [self._items[item][at]]

    def entry_at(self, way: Direction, letters: tuple[str, ...], at: int) -> list[int]:
        """Literals that say that this entry begins in this cell."""
        cells = self.puzzle.run(way, at, len(letters))
        if cells is None:
            return [-self.variables.true]
        held = [self.literal(cell, a) for cell, a in zip(cells, letters, strict=True)]
        return held + self.variables.slot(cells, way)

    def close(self) -> None:
        """Give back the solver."""
        self._session.close()

    def _checked(self, pattern: Grid, assignment: Assignment) -> Grid:
        held = list(pattern.cells)
        for at, letters in enumerate(self.letters):
            if pattern.is_square(at):
                held[at] = next(a for a, literal in letters.items() if assignment.is_true(literal))
        grid = pattern.with_cells(held)
        if faults := faults_of_grid(self.puzzle, grid):
            raise VerificationError(f"a grid of another puzzle: {faults[0]}")
        return grid

    def _new(self) -> int:
        return self._names.new("aux")

    def _letters(self) -> list[dict[str, int]]:
        used = sorted({letter for entry in self.puzzle.entries for letter in entry.letters})
        made: list[dict[str, int]] = []
        for at in range(self.puzzle.n):
            first = self._names.new("letter", len(used))
            made.append({letter: first + i for i, letter in enumerate(used)})
            literals, is_open = list(made[at].values()), self.variables.open_at(at)
            self._builder.add([-is_open, *literals])
            self._builder.add_all([-literal, is_open] for literal in literals)
            self._builder.add_all(at_most_one(literals, self._new))
        return made

    def _place(self, words: Words, at: int) -> int | None:
        """The literal "these entries begin here"; None where they do not fit."""
        runs: dict[Direction, range] = {}
        for way, word in words.items():
            cells = self.puzzle.run(way, at, len(word))
            if cells is None:
                return None
            runs[way] = cells
        placed, builder = self._names.new("place"), self._builder
        for way, cells in runs.items():
            self._starts[way, at].append(placed)
            for cell, letter in zip(cells, words[way], strict=True):
                builder.add([-placed, self.letters[cell][letter]])
                self._passes[way, cell, letter].append(placed)
            builder.add_all([-placed, literal] for literal in self.variables.slot(cells, way))
        return placed

    def _place_all(self) -> None:
        if self.puzzle.is_numbered:
            self._place_numbers()
            return
        for way in Direction:
            entries = {i: one for i, one in enumerate(self.puzzle.entries) if one.direction is way}
            if self.puzzle.in_order:
                told = {i: [one.at] for i, one in entries.items() if one.at is not None}
                self._chain({i: {way: one.letters} for i, one in entries.items()}, told)
            else:
                self._place_in_any_order(way, entries.values())

    def _place_numbers(self) -> None:
        items: dict[int, Words] = defaultdict(dict)
        told: dict[int, list[int]] = defaultdict(list)
        for entry in self.puzzle.entries:
            items[entry.number][entry.direction] = entry.letters
            told[entry.number] += [] if entry.at is None else [entry.at]
        self._chain(items, told)
        for number, places in self._items.items():
            for way in set(Direction).difference(items[number]):
                for at, placed in places.items():
                    before, after = self.variables.around(at, way)
                    self._builder.add([-placed, before, -after])

    def _place_in_any_order(self, way: Direction, entries: Collection[Clued]) -> None:
        for letters, n in Counter(entry.letters for entry in entries).items():
            found = (self._place({way: letters}, at) for at in range(self.puzzle.n))
            literals = [placed for placed in found if placed is not None]
            if n == 1:
                self._builder.add_all([literals, *at_most_one(literals, self._new)])
                continue
            self._builder.add_all(at_least_k(literals, n, self._new))
            less = at_least_k([-one for one in literals], len(literals) - n, self._new)
            self._builder.add_all(less)
        for entry in entries:
            if entry.at is not None:
                held = self.entry_at(way, entry.letters, entry.at)
                self._builder.add_all([literal] for literal in held)

    def _chain(self, items: Mapping[int, Words], told: Mapping[int, list[int]]) -> None:
        """Place items in the order of their first cells.

        Args: told: of some items, the cells where they are told to begin.
        """
        n, builder = self.puzzle.n, self._builder
        keys = sorted(items)
        in_turn = [items[key] for key in keys]
        earliest = list(_greedy(in_turn, range(n), self._fits))
        latest = list(_greedy(in_turn[::-1], range(n)[::-1], self._fits))[::-1]
        if len(earliest) < len(items) or len(latest) < len(items):
            builder.add([-self.variables.true])
            return
        before: dict[int, int] = {}  # of the item before, by cell: it begins there or before
        for key, first, last in zip(keys, earliest, latest, strict=True):
            places: dict[int, int] = {}
            reached: dict[int, int] = {}
            so_far: list[int] = []
            for at in range(first, last + 1):
                placed = self._place(items[key], at)
                reached[at] = now = self._names.new("reached")
                builder.add_all([-one, now] for one in so_far)
                here = [] if placed is None else [placed]
                builder.add([-now, *so_far, *here])
                for one in here:
                    places[at] = one
                    builder.add([-one, now])
                    builder.add_all([-one, -earlier] for earlier in so_far)
                    if before:
                        builder.add([-one, before[min(at - 1, max(before))]])
                so_far = [now]
            builder.add(so_far)
            for at in told.get(key, ()):
                builder.add([places.get(at, -self.variables.true)])
            self._items[key] = places
            before = reached

    def _fits(self, words: Words, at: int) -> bool:
        return all(self.puzzle.run(way, at, len(word)) is not None for way, word in words.items())

    def _close_runs(self) -> None:
        """Each run is an entry, and each letter of a run one of an entry's."""
        for way in Direction:
            for at in range(self.puzzle.n):
                before, after = self.variables.around(at, way)
                self._builder.add([before, -after, *self._starts[way, at]])
                for letter, literal in self.letters[at].items():
                    passing = self._passes[way, at, letter]
                    self._builder.add_all([-literal, -join, *passing] for join in (before, after))


def _greedy(
    items: list[Words], cells: Sequence[int], fits: Callable[[Words, int], bool]
) -> Iterator[int]:
    """For each item the first cell, after that of the item before, where it fits; as far as so."""
    left = iter(cells)
    for words in items:
        at = next((cell for cell in left if fits(words, cell)), None)
        if at is None:
            return
        yield at


class Grids(Listing[Grid]):
    """All grids of a diagramless or carte blanche, each checked.

    Args:
        puzzle: what is known.
        options: seed and progress.
        limit, time_limit_s: as for all listings.

    >>> puzzle = Diagramless.parse("2x2\\nAcross\\n1 TO\\nDown\\n1 TA")
    >>> [str(grid) for grid in Grids(puzzle)]
    ['TO\\nA#']
    """

    def __init__(
        self,
        puzzle: Diagramless,
        options: SolverOptions | None = None,
        *,
        limit: int | None = None,
        time_limit_s: float | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        self.why = "no grid has these entries"
        self._puzzle = puzzle
        self._options = seeded(self, options)
        self._heartbeat = Heartbeat(self, self._options)
        self._search: GridSearch | None = None

    def _next(self, deadline: Deadline) -> Grid | Reason | None:
        self._heartbeat.begin("finding grids", deadline)
        if self._search is None:
            search = GridSearch(self._puzzle, self._options, self._heartbeat)
            self._search = self._hold(search)
        found = self._search.next((), deadline)
        if isinstance(found, Grid):
            self._search.exclude(found)
        return found


class OtherGrids(Others):
    """The other grids of a puzzle, and what they have not: places of entries, or cells.

    Args:
        search: of the puzzle, without any of its grids excluded.
        solution: the grid that is wanted.
        by: what is given: "places" for `Place`, "cells" for `Held`.

    Fields:
        units: what can be given.
    """

    def __init__(self, search: GridSearch, solution: Grid, by: Giving) -> None:
        self.search = search
        self._by = by
        self.units = self._facts(solution)
        self._held = [self._literals(unit) for unit in self.units]
        self.names = [self._said(unit) for unit in self.units]
        search.exclude(solution)

    @property
    def work(self) -> Work:
        """What was done so far."""
        return Work()

    def differing(
        self, given: Collection[int], deadline: Deadline, conflicts: int | None = None
    ) -> list[int] | None:
        """Where another grid differs that has some units. Args: conflicts: not counted here."""
        held = [literal for unit in sorted(given) for literal in self._held[unit]]
        found = self.search.next(held, deadline)
        if not isinstance(found, Grid):
            return [] if found is None else None
        theirs = set(self._facts(found))
        return [at for at, unit in enumerate(self.units) if unit not in theirs]

    def close(self) -> None:
        """Give back the solver."""
        self.search.close()

    def _facts(self, grid: Grid) -> list[Unit]:
        if self._by == "cells":
            return list(map(Held, range(grid.size), grid.cells))
        slots = find_slots(grid)
        if self.search.puzzle.is_numbered:
            return sorted({Place(slot.number, slot.cells[0]) for slot in slots})
        if self.search.puzzle.in_order:
            return [Place(slot.index, slot.cells[0]) for slot in slots]
        return [Place(Clued.of(slot, grid), slot.cells[0]) for slot in slots]

    def _literals(self, unit: Unit) -> list[int]:
        if isinstance(unit, Held):
            return [self.search.literal(*unit)]
        item, at = unit
        if isinstance(item, Clued):
            return self.search.entry_at(item.direction, item.letters, at)
        return self.search.item_at(item, at)

    def _said(self, unit: Unit) -> str:
        """A help for people, such as `1 at r1c5`."""
        puzzle = self.search.puzzle
        where = puzzle.cell_name(unit.at)
        if isinstance(unit, Held):
            return f"{where}={unit.cell}"
        item = unit.item
        if isinstance(item, int) and not puzzle.is_numbered:
            item = puzzle.entries[item]
        return f"{puzzle.name(item) if isinstance(item, Clued) else item} at {where}"
