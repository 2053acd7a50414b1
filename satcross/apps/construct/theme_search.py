"""Theme entries: words that must be in the grid, placed together with the pattern.

For a theme word w and a place p (a slot's first cell, direction and w's length), `T[w,p]` says that
w is there:

    T[w,p] implies that there is a slot at p        k + 1 clauses for a word of k letters
    T[w,p] implies its letters L[c,a]               k clauses
    L[c,a] implies OR over w and p of T[w,p]        of those that bring the letter
    at most one L[c,a] for each c                   where theme words may cross
    A[w] implies OR over p of T[w,p]                A[w] is assumed: a core names theme words
    T[w,p] implies A[w]                             where optional words are counted
    at most one T[w,p] for each w
    T[w,p] implies OR over w' of T[w',p']           p' is where the half turn takes p

The last puts theme entries in symmetric pairs, as is customary; only under symmetry.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from satcross import Assignment, PatternRules, Reason, SolverOptions, Symmetry
from satcross.apps.construct.patterns.solver import PatternSearch, joins_in
from satcross.apps.construct.theme import (
    NoTheme,
    Theme,
    ThemedPattern,
    longer_than_the_grid,
    misfits,
    pairing,
    relaxed,
)
from satcross.extend import (
    NEVER,
    Deadline,
    Direction,
    Heartbeat,
    Listing,
    Outcome,
    at_least_k,
    at_most_one,
    seeded,
)
from satcross.pattern.rules import FixedSlot

MOST_SIZES = 5  # numbers of words that are looked for


class ThemeSearch:
    """A solver that holds a pattern's rules and the places of a theme's words.

    Args:
        rules: of the pattern.
        theme: its words.
        seed: different seeds give different patterns.
        tick: as for `PatternSearch`.
    """

    def __init__(
        self,
        rules: PatternRules,
        theme: Theme,
        *,
        seed: int = 0,
        tick: Callable[[], None] | None = None,
    ) -> None:
        self.rules = rules
        self.theme = theme
        self.search = PatternSearch(rules, seed=seed, shuffled=True, tick=tick)
        self._tick = tick
        self._rng = random.Random(f"{seed} theme")
        self._places: dict[tuple[str, FixedSlot], int] = {}
        self._at_slot: dict[FixedSlot, dict[str, int]] = {}
        self._wanted: dict[str, int] = {}  # by word, that it is placed
        self._n_placed: list[int] = []  # by n - 1, that n optional words are; once it is asked
        self._letters: dict[tuple[int, str], int] = {}
        self._used: dict[FixedSlot, int] = {}  # by slot, that a theme word stands there
        # Of `why_not`: words that cannot be placed together, those of them not yet left out, rules
        # to leave out in turn, and those without which the words can be placed.
        self._core, self._in_doubt = list(theme.words), list(theme.words)
        self._relaxations: list[tuple[str, PatternRules, Theme]] | None = None
        self._reasons: list[str] = []
        self._other: ThemeSearch | None = None
        self._encode()

    def close(self) -> None:
        """Give back the solver's memory."""
        self.search.close()
        if self._other is not None:
            self._other.close()

    def next(
        self, asked: Sequence[int] = (), *, deadline: Deadline = NEVER
    ) -> ThemedPattern | Reason | None:
        """The next pattern; why there was none in time; None when there is none, or no other.

        Args: asked: literals that must hold in it, besides.
        """
        wanted = [*(self._wanted[word] for word in self.theme.words), *asked]
        place = self._random_place()
        found = self.search.next([*wanted, *place], deadline=deadline)
        if found is None and place:
            found = self.search.next(wanted, deadline=deadline)
        return self.themed(found) if isinstance(found, Assignment) else found

    def place(
        self, asked: Sequence[int] = (), *, deadline: Deadline = NEVER
    ) -> ThemedPattern | Reason | None:
        """As `next`, but only the places of the theme vary, and it is several times as fast.

        The pattern is not checked.
        """
        wanted = [*(self._wanted[word] for word in self.theme.words), *asked]
        place = self._random_place()
        answer = self.search.solve_unchecked([*wanted, *place], deadline)
        if answer.outcome is Outcome.UNSAT and set(place).intersection(answer.core):
            answer = self.search.solve_unchecked(wanted, deadline)
        if answer.outcome is Outcome.UNKNOWN:
            return answer.reason
        return None if answer.assignment is None else self.themed(answer.assignment)

    def place_literals(self, themed: ThemedPattern) -> list[int]:
        """The literals that put the theme where it is in a pattern."""
        return [self._places[word, slot] for word, slot in themed.slots.items()]

    def why_not(self, *, deadline: Deadline = NEVER) -> NoTheme | Reason:
        """Why no pattern has all theme words; to be called only when `next` gave None at first.

        A word of a length that no slot has is blamed before words that others keep out.

        Returns: the reason; or why it was not found out in time: the next call goes on.
        """
        misfit, cause, remedy = next(misfits(self.rules, self.theme), ("", "", ""))
        if misfit:
            self._core, self._in_doubt = [misfit], []
        while self._in_doubt:
            fewer = [word for word in self._core if word != self._in_doubt[0]]
            answer = self.search.solve([self._wanted[w] for w in fewer], deadline=deadline)
            if answer.outcome is Outcome.UNKNOWN:
                return answer.reason
            if answer.outcome is Outcome.UNSAT:
                self._core = fewer
            self._in_doubt.pop(0)
        if self._relaxations is None:
            theme = replace(self.theme, words=tuple(self._core), optional=(), n_optional=0)
            self._relaxations = relaxed(self.rules, theme)
        while self._relaxations:
            name, rules, theme = self._relaxations[0]
            self._other = self._other or ThemeSearch(rules, theme, tick=self._tick)
            wanted = list(self._other._wanted.values())
            answer = self._other.search.solve(wanted, deadline=deadline)
            if answer.outcome is Outcome.UNKNOWN:
                return answer.reason
            if answer.outcome is Outcome.SAT:
                self._reasons.append(name)
            self._other.close()
            self._other = None
            self._relaxations.pop(0)
        return NoTheme(tuple(self._core), tuple(self._reasons), cause, remedy)

    def sizes(self, most: int, *, deadline: Deadline = NEVER) -> list[int] | Reason:
        """How many of the optional words can be placed, and no others; or why none is named.

        Args: most: the largest number in question, at most all of them.
        Returns: the largest such numbers, at most `MOST_SIZES`; at least 1.
        """
        numbers = self._placed_numbers()
        wanted = [self._wanted[word] for word in self.theme.optional]
        largest = 0
        while largest < most:  # upwards, as it takes one proof
            asked = [numbers[largest], *(-each for each in numbers[most : most + 1])]
            answer = self.search.solve(asked, deadline=deadline)
            if answer.outcome is Outcome.UNKNOWN:
                return answer.reason
            if answer.assignment is None:
                break
            largest = sum(map(answer.assignment.is_true, wanted))
        found = [largest] if largest else []
        for n in range(largest - 1, 0, -1):
            answer = self.search.solve([numbers[n - 1], -numbers[n]], deadline=deadline)
            if answer.outcome is Outcome.UNKNOWN:
                return answer.reason
            found += [n] * (answer.outcome is Outcome.SAT)
        return found[:MOST_SIZES]

    def _placed_numbers(self) -> list[int]:
        """By n - 1, the literal that n optional words are placed, or more."""
        if not self._n_placed:
            session = self.search.session
            for (word, _), variable in self._places.items():
                session.add_clause([-variable, self._wanted[word]])
            wanted = [self._wanted[word] for word in self.theme.optional]
            absent = [-each for each in wanted]
            for n in range(1, len(wanted) + 1):
                number = session.new_variable()
                self._n_placed.append(number)
                for clause in at_least_k(wanted, n, session.new_variable):
                    session.add_clause([*clause, -number])
                for clause in at_least_k(absent, len(wanted) - n + 1, session.new_variable):
                    session.add_clause([*clause, number])
        return self._n_placed

    def exclude(self, themed: ThemedPattern) -> None:
        """Give no pattern from now on that is this one with the theme in the same places."""
        literals = [
            -variable if word in themed.slots else variable  # it may come again with more words
            for (word, slot), variable in self._places.items()
            if themed.slots.get(word, slot) == slot
        ]
        variables = self.search.variables
        blocks = [
            variables.open_at(cell) if not themed.grid.is_square(cell) else -variables.open_at(cell)
            for cell in range(len(themed.grid.cells))
        ]
        joins = [-one for one in joins_in(variables, themed.grid)] if self.rules.bars else []
        self.search.session.add_clause(list(dict.fromkeys([*literals, *blocks, *joins])))

    def forbid_slot(
        self,
        cells: tuple[int, ...],
        joins: Sequence[int],
        letters: Mapping[int, str],
        unless: int | None = None,
        *,
        with_images: bool = False,
    ) -> bool:
        """No slot but a theme word's is at these very cells with these letters.

        Args:
            cells: of the slot.
            joins: of its line, from the one before the first cell to the one after the last.
            letters: by offset in the slot, a letter that the theme can bring there.
            unless: a literal with which it may be there.
            with_images: it may be there too where the symmetry takes a theme word, which need not
                have a theme word there.

        Returns: whether the clause was needed: it does not hold anyway.
        """
        false = -self.search.variables.true
        clause = [joins[0], joins[-1], *(-join for join in joins[1:-1])]
        if -false in clause:
            return False
        clause += [-self._letters[cells[at], letter] for at, letter in letters.items()]
        clause += self._themes_at(cells)
        if with_images and not self.theme.symmetric and (move := pairing(self.rules)) is not None:
            clause += self._themes_at(tuple(sorted(move[cell] for cell in cells)))
        if unless is not None:
            clause.append(unless)
        self.search.session.add_clause([x for x in dict.fromkeys(clause) if x != false])
        return True

    def _themes_at(self, cells: tuple[int, ...]) -> list[int]:
        """The variables of the theme words that can be at these cells.

        A theme word need not be in any list, so what is known of words does not apply to it.
        """
        row, col = divmod(cells[0], self.rules.n_cols)
        direction = Direction.ACROSS if cells[1] == cells[0] + 1 else Direction.DOWN
        slot = FixedSlot(direction, row, col, len(cells))
        return [*self._at_slot.get(slot, {}).values()]

    def _encode(self) -> None:
        session = self.search.session
        theme, rules = self.theme, self.rules
        of_slot = self._at_slot
        for word in theme.all_words:
            n = len(theme.alphabet.cut(word))
            places = [slot for slot in self._slots(n) if self._has_room(slot)]
            here = {slot: session.new_variable() for slot in places}
            for slot, variable in here.items():
                self._places[word, slot] = variable
                of_slot.setdefault(slot, {})[word] = variable
                for literal in self.search.variables.slot(rules.slot_cells(slot), slot.direction):
                    session.add_clause([-variable, literal])
            self._wanted[word] = session.new_variable()
            session.add_clause([-self._wanted[word], *here.values()])
            for clause in at_most_one(list(here.values()), session.new_variable):
                session.add_clause(clause)
        optional = [self._wanted[word] for word in theme.optional]
        for clause in at_least_k(optional, theme.n_optional, session.new_variable):
            session.add_clause(clause)
        if theme.most_optional is not None and theme.most_optional < len(optional):
            session.add_clause([-self._placed_numbers()[theme.most_optional]])
        self._encode_letters()
        for here_words in of_slot.values():
            variables = list(here_words.values())
            for clause in at_most_one(variables, session.new_variable):
                session.add_clause(clause)
        if theme.symmetric and rules.symmetry is not Symmetry.NONE:
            self._mirror(of_slot)
        for slot, here_words in of_slot.items():
            used = self._used[slot] = session.new_variable()
            for variable in here_words.values():
                session.add_clause([-variable, used])
        self._keep_apart(range(1, theme.gap))

    def _slots(self, length: int) -> list[FixedSlot]:
        rules = self.rules
        out: list[FixedSlot] = []
        for direction in self.theme.directions:
            down = direction is Direction.DOWN
            for row in range(rules.n_rows - (length - 1 if down else 0)):
                for col in range(rules.n_cols - (0 if down else length - 1)):
                    out.append(FixedSlot(direction, row, col, length))
        return out

    def _has_room(self, slot: FixedSlot) -> bool:
        """Whether fixed blocks leave the slot its cells: saves variables, changes no answer."""
        return not self.rules.blocks.intersection(self.rules.slot_cells(slot))

    def _encode_letters(self) -> None:
        session = self.search.session
        brought: dict[tuple[int, str], list[int]] = {}
        for (word, slot), variable in self._places.items():
            letters = self.theme.alphabet.cut(word)
            for cell, letter in zip(self.rules.slot_cells(slot), letters, strict=True):
                brought.setdefault((cell, letter), []).append(variable)
        of_cell: dict[int, list[int]] = {}
        for (cell, letter), variables in brought.items():
            new = self._letters[cell, letter] = session.new_variable()
            session.add_clause([-new, *variables])
            for variable in variables:
                session.add_clause([-variable, new])
            of_cell.setdefault(cell, []).append(new)
        if len(self.theme.directions) > 1:
            for here in of_cell.values():
                for clause in at_most_one(here, session.new_variable):
                    session.add_clause(clause)

    def _mirror(self, of_slot: dict[FixedSlot, dict[str, int]]) -> None:
        """Theme entries are where the half turn, if the pattern has it, takes theme entries.

        Of other symmetries the first move that keeps the direction of slots is taken.
        """
        move = pairing(self.rules)
        if move is None:
            return
        by_cells = {frozenset(self.rules.slot_cells(slot)): here for slot, here in of_slot.items()}
        for slot, here in of_slot.items():
            image = frozenset(move[cell] for cell in self.rules.slot_cells(slot))
            partners = by_cells.get(image, {})
            for variable in here.values():
                self.search.session.add_clause([-variable, *partners.values()])

    def keep_apart(self, gap: int, unless: int) -> None:
        """Theme entries are `gap` lines apart, where that is more than the theme asks for.

        Args: unless: a literal with which they need not be.
        """
        self._keep_apart(range(self.theme.gap, gap), unless)

    def _keep_apart(self, steps: Iterable[int], *unless: int) -> None:
        """Forbid two theme entries of one direction that cover a column (row) at these distances.

        One clause for each two such slots, over variables U "a theme word stands at this slot".
        """
        session, used = self.search.session, self._used
        by_line: dict[tuple[Direction, int], list[tuple[FixedSlot, int, int]]] = {}
        for slot in used:
            across = slot.direction is Direction.ACROSS
            line, start = (slot.row, slot.col) if across else (slot.col, slot.row)
            by_line.setdefault((slot.direction, line), []).append(
                (slot, start, start + slot.length)
            )
        for (direction, line), slots in by_line.items():
            for step in steps:
                for a, a_start, a_end in slots:
                    for b, b_start, b_end in by_line.get((direction, line + step), []):
                        if a_start < b_end and b_start < a_end:
                            session.add_clause([-used[a], -used[b], *unless])

    def _random_place(self) -> list[int]:
        """A place for one theme word, so that patterns do not all begin alike."""
        words = self.theme.words or self.theme.optional
        if not words:
            return []
        word = self._rng.choice(words)
        places = [variable for (w, _), variable in self._places.items() if w == word]
        return [self._rng.choice(places)] if places else []

    def themed(self, assignment: Assignment) -> ThemedPattern:
        """The pattern of an assignment, with the theme in it."""
        grid = self.search.grid_of(assignment)
        held: dict[int, str] = {}
        slots: dict[str, FixedSlot] = {}
        for (word, slot), variable in self._places.items():
            if assignment.is_true(variable):
                slots[word] = slot
                letters = self.theme.alphabet.cut(word)
                held.update(zip(self.rules.slot_cells(slot), letters, strict=True))
        return ThemedPattern(grid.holding(held), slots)


class ThemePatterns(Listing[ThemedPattern]):
    """Patterns around theme words, all different; a `Listing`.

    Args:
        rules: of the pattern.
        theme: its words.
        options: seed and progress. Different seeds give different patterns.
        limit: how many at most; None for all.
        time_limit_s: seconds for all patterns together; None for no limit.

    When there is none, `run` returns `Impossible`, whose evidence is a `NoTheme`.
    """

    def __init__(
        self,
        rules: PatternRules,
        theme: Theme,
        options: SolverOptions | None = None,
        *,
        limit: int | None = None,
        time_limit_s: float | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        theme.require_one_reading()
        self._rules, self._theme = rules, theme
        self._options = seeded(self, options)
        self._heartbeat = Heartbeat(self, self._options)
        self._search: ThemeSearch | None = None
        self._has_none = False  # it is proved that there is no pattern; why is still asked

    def _next(self, deadline: Deadline) -> ThemedPattern | Reason | None:
        self._heartbeat.begin("placing the theme", deadline)
        if self._search is None:
            too_long = longer_than_the_grid(self._rules, self._theme)
            if too_long is not None:
                self.evidence, self.why = too_long, str(too_long)
                return None
            seed, tick = self._options.seed, self._heartbeat
            search = ThemeSearch(self._rules, self._theme, seed=seed, tick=tick)
            self._search = self._hold(search)
        if not self._has_none:
            found = self._search.next(deadline=deadline)
            if isinstance(found, ThemedPattern):
                self._search.exclude(found)
            if found is not None or self.n_found:
                return found
            self._has_none = True
        self._heartbeat.begin("finding the reason")
        why = self._search.why_not(deadline=deadline)
        if isinstance(why, Reason):
            return why
        self.evidence, self.why = why, str(why)
        return None
