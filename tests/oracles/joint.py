"""Pattern and fill in one formula, to check what is made: every cell a letter or a block.

It is exact, connectedness and "no word twice" included, and grows with the list times the places
where slots can be: for small grids. `densest` is some five times as fast, pattern by pattern.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from satcross.apps.construct.patterns.constraints import PatternEncoding, encode_pattern, places
from satcross.apps.construct.patterns.variables import PatternVars
from satcross.boards import Way
from satcross.cnf.assignment import Assignment
from satcross.cnf.cardinality import at_most_one
from satcross.cnf.connectivity import Edges
from satcross.cnf.formula import I32, Formula, FormulaBuilder, Tick
from satcross.cnf.variables import VarMap, VarMapBuilder
from satcross.encoding.automaton import AutomatonLayer, Int, minimal_automaton
from satcross.errors import OptionError, VerificationError
from satcross.model.grid import BLOCK, OPEN, Grid
from satcross.model.puzzle import Direction
from satcross.pattern.rules import PatternRules
from satcross.pattern.verify import pattern_faults
from satcross.results import Reason
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.formula import formula_session
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.task import Deadline, Listing
from satcross.tasks.heartbeat import Heartbeat, seeded
from satcross.verification.crossword import verify
from satcross.words import WordList
from satcross.words.wordtable import WordTable


@dataclass(frozen=True, slots=True)
class SlotPlace:
    """Where a slot can be.

    Args:
        direction: across or down.
        cells: its positions in reading order.
        literal: the variable "a slot stands here, from wall to wall".
    """

    direction: Direction | Way
    cells: tuple[int, ...]
    literal: int


@dataclass(frozen=True, slots=True, eq=False)
class JointEncoding:
    """Patterns and their fills as a formula.

    Args:
        pattern: the pattern's rules, whose variables come first.
        words: the list.
        first_letter: the variable "cell 0 holds the alphabet's first letter"; cell by cell, letter
            by letter, the others follow. They are what a filled grid is.
        slots: all places of slots.
        formula: the clauses.
        varmap: what the variables say.
        n_by_rule: clauses by rule.
    """

    pattern: PatternEncoding
    words: WordList
    first_letter: int
    slots: tuple[SlotPlace, ...]
    formula: Formula
    varmap: VarMap
    n_by_rule: dict[str, int]

    @property
    def letters(self) -> range:
        """The letter variables."""
        rules = self.pattern.rules
        n = rules.n_rows * rules.n_cols * len(self.words.alphabet)
        return range(self.first_letter, self.first_letter + n)

    def letter(self, cell: int, code: int) -> int:
        """The variable "this letter stands in this cell"."""
        return self.first_letter + cell * len(self.words.alphabet) + code

    def grid(self, assignment: Assignment) -> Grid:
        """The filled grid of an assignment that satisfies the formula."""
        alphabet, rules = self.words.alphabet, self.pattern.rules
        cells = [BLOCK] * (rules.n_rows * rules.n_cols)
        for variable in assignment.true_variables(self.letters[-1]):
            if variable >= self.first_letter:
                cell, code = divmod(variable - self.first_letter, len(alphabet))
                cells[cell] = alphabet.texts[code]
        return Grid(rules.n_rows, rules.n_cols, tuple(cells))

    def exclusion(self, grid: Grid) -> list[int]:
        """A clause that excludes this filled grid, and no other."""
        return [
            -self.letter(cell, self.words.alphabet.code(letter))
            if grid.is_given(cell)
            else self.pattern.variables.open_at(cell)
            for cell, letter in enumerate(grid.cells)
        ]


def encode_joint(
    rules: PatternRules,
    words: WordList,
    *,
    distinct: bool = True,
    tick: Tick | None = None,
) -> JointEncoding:
    """Patterns that obey some rules, with their fills.

    On top of the pattern's clauses, with L[c, a], "cell c holds a", and S[p] for every place p
    where a slot of k cells can be:

        O[c] exactly when some L[c, a]; at most one for each c         `_letters`
        S[p] exactly when the joins of p hold, and those at its ends do not
        S[p] implies a path through the automaton of the words of k letters  `_words_there`
        no two places of one length spell the same                      `_no_word_twice`
        the open cells are connected                                    `connected`

    The letters determine everything but counters of the rules. Of places with the same cells and
    length all use one automaton, whose nodes and edges are variables of each place.

    Args:
        rules: of the pattern; blocks, no bars.
        words: the list.
        distinct: whether no word may occur twice.
        tick: as for `encode_pattern`.

    Raises:
        OptionError: the rules are about bars.
    """
    if rules.bars:
        raise OptionError("the joint encoding is for blocks, not for bars", hint="leave --bars out")
    pattern = encode_pattern(rules, tick=tick)
    builder, names = FormulaBuilder(tick), VarMapBuilder(tick=tick)
    for group in pattern.varmap.groups:
        names.new(group.label, group.n)
    builder.begin("pattern")
    builder.add_flat(pattern.formula.flat, pattern.formula.n_clauses)
    encoder = _JointEncoder(pattern.variables, words, builder, names)
    slots = encoder.slots()
    for slot in slots:
        encoder.words_there(slot)
    if distinct:
        encoder.no_word_twice(slots)
    if rules.connected:
        encoder.connected()
    return JointEncoding(
        pattern, words, encoder.first_letter, slots,
        builder.build(names.n_vars), names.build(), builder.n_by_group,
    )  # fmt: skip


class _JointEncoder:
    """The variables and clauses that go on top of a pattern's."""

    def __init__(
        self,
        pattern: PatternVars,
        words: WordList,
        builder: FormulaBuilder,
        names: VarMapBuilder,
    ) -> None:
        self.pattern, self.words, self.builder, self.names = pattern, words, builder, names
        rules = pattern.rules
        self._n_letters = len(words.alphabet)
        self._n_cells = rules.n_rows * rules.n_cols
        self.first_letter = names.new("letter", self._n_cells * self._n_letters)
        self._layers: dict[int, tuple[AutomatonLayer, ...]] = {}
        self._letters()

    def _letter(self, cell: int, code: int) -> int:
        return self.first_letter + cell * self._n_letters + code

    def _letters(self) -> None:
        """A letter in every open cell, none in a block: with n letters 5n - 4 clauses a cell.

        -O[c] or OR { L[c, a] },  -L[c, a] or O[c],  and `at_most_one`
        """
        self.builder.begin("letters")
        for cell in range(self._n_cells):
            open_ = self.pattern.open_at(cell)
            letters = [self._letter(cell, code) for code in range(self._n_letters)]
            self.builder.add([-open_, *letters])
            self.builder.add_all([-letter, open_] for letter in letters)
            self.builder.add_all(at_most_one(letters, lambda: self.names.new("one letter")))

    def slots(self) -> tuple[SlotPlace, ...]:
        """All places of slots; for one of k cells k + 2 clauses that define its variable.

        S[p] exactly when -J[i], J[i+1], …, J[i+k-1], -J[i+k]
        """
        found: list[SlotPlace] = []
        self.builder.begin("slots")
        for direction, cells, joins in self.pattern.lines():
            for i, k in places(self.pattern.rules, len(cells)):
                walls = [-joins[i], *joins[i + 1 : i + k], -joins[i + k]]
                there = self.names.new("slot")
                self.builder.add_all([-there, wall] for wall in walls)
                self.builder.add([there, *(-wall for wall in walls)])
                found.append(SlotPlace(direction, tuple(cells[i : i + k]), there))
        return tuple(found)

    def words_there(self, slot: SlotPlace) -> None:
        """A slot that stands there spells a word: a path from root to end of the automaton.

        With S the root, and a variable for each other node but the end, and for each edge e that
        reads a letter a at offset i:

            -e or L[c_i, a],   -e or source(e),   -e or target(e)
            -source or -L[c_i, a] or e               the word goes on by this edge
            -node or OR { e : e leaves node }        and it goes on; also for the root S
            -node or OR { e : e enters node }
            -S or -L[c_i, a] or OR { e : e reads a at i }

        For v nodes, e edges and a letters in a place: 4e + 2v + (letters that occur) clauses and
        v + e variables. When no word has that length there is no slot: one clause. All are
        determined by the letters, and false where no slot stands.
        """
        builder, k = self.builder, len(slot.cells)
        table = self.words.table(k)
        builder.begin("words")
        if not len(table):
            builder.add([-slot.literal])
            return
        sources = np.array([slot.literal], dtype=np.int32)
        for offset, layer in enumerate(self._automaton(k, table)):
            n_edges = len(layer.source)
            first = self.names.new("edge", n_edges)
            edges = np.arange(first, first + n_edges, dtype=np.int32)
            cell = slot.cells[offset]
            letters = (self._letter(cell, 0) + layer.letter).astype(np.int32)
            source = sources[layer.source]
            builder.add_block(-edges, letters)
            builder.add_block(-edges, source)
            builder.add_block(-source, -letters, edges)
            self._either(-sources, layer.source, edges)
            if offset + 1 < k:
                node = self.names.new("node", layer.n_targets)
                targets = np.arange(node, node + layer.n_targets, dtype=np.int32)
                builder.add_block(-edges, targets[layer.target])
                self._either(-targets, layer.target, edges)
                sources = targets
            for code in range(self._n_letters):
                by = edges[layer.letter == code].tolist()
                builder.add([-slot.literal, -self._letter(cell, code), *by])

    def _either(self, heads: I32, of: Int, edges: I32) -> None:
        """For each head: it, or one of the edges that are `of` it."""
        order = np.argsort(of, kind="stable")
        counts = np.bincount(of, minlength=len(heads))
        starts = np.cumsum(counts) - counts
        literals = np.insert(edges[order], starts, heads)
        self.builder.add_ragged(literals.astype(np.int32), counts + 1)

    def _automaton(self, k: int, table: WordTable) -> tuple[AutomatonLayer, ...]:
        if k not in self._layers:
            self._layers[k] = minimal_automaton(table.codes)
        return self._layers[k]

    def no_word_twice(self, slots: Sequence[SlotPlace]) -> None:
        """Of two slots of one length some letter differs.

        For each pair of places p, q that do not overlap in one line, with D[i], "the letters at i
        differ", for each offset i where their cells are different:

            -D[i] or -L[p_i, a] or -L[q_i, a]        for each letter a
            -S[p] or -S[q] or OR { D[i] : i }

        k n + 1 clauses and k variables at most for n letters. A D may be false where letters
        differ: the D are NOT determined by the letters.
        """
        self.builder.begin("no word twice")
        for p, q in _pairs(slots):
            differ = []
            for a, b in zip(p.cells, q.cells, strict=True):
                if a == b:
                    continue
                differ.append(self.names.new("differ"))
                self.builder.add_all(
                    [-differ[-1], -self._letter(a, code), -self._letter(b, code)]
                    for code in range(self._n_letters)
                )
            self.builder.add([-p.literal, -q.literal, *differ])

    def connected(self) -> None:
        """The open cells are connected: `add_distances`.

        A shortest path has no shortcut, so it uses at most 3 cells of a 2x2 square. The longest
        has 1 step less than cells.
        """
        rules = self.pattern.rules
        rows, cols = rules.n_rows, rules.n_cols
        n_steps = min(self._n_cells, 3 * ((rows + 1) // 2) * ((cols + 1) // 2)) - 1
        beside: list[list[int]] = [[] for _ in range(self._n_cells)]
        for a, b in Edges.of_grid(rows, cols):
            beside[a].append(b)
            beside[b].append(a)
        self.builder.begin("connected")
        add_distances(
            [self.pattern.open_at(cell) for cell in range(self._n_cells)],
            [sorted(near) for near in beside],
            n_steps,
            -self.pattern.true,
            self.builder,
            self.names,
        )


def _pairs(slots: Sequence[SlotPlace]) -> Iterator[tuple[SlotPlace, SlotPlace]]:
    """Pairs of places of one length that do not overlap in one line."""
    for p, q in combinations(slots, 2):
        if len(p.cells) != len(q.cells):
            continue
        if p.direction is q.direction and set(p.cells) & set(q.cells):
            continue
        yield p, q


def add_distances(
    used: Sequence[int],
    neighbours: Sequence[Sequence[int]],
    n_steps: int,
    false: int,
    builder: FormulaBuilder,
    names: VarMapBuilder,
) -> None:
    """All used cells are connected, by their distance from the first of them.

    With U[c], "cell c is used", F[c], "c is the first used cell", and R[c, d], "c can be reached
    from it by at most d steps", R[c, 0] = F[c]:

        F[c] exactly when U[c] and no cell before it is used
        R[c, d] exactly when U[c] and one of R[c, d-1], R[b, d-1] for b beside c
        -U[c] or R[c, n_steps]

    For n cells of a grid about 6 n n_steps clauses and n (n_steps + 2) variables, determined by U.

    Args:
        used: U by cell.
        neighbours: by cell, the cells beside it.
        n_steps: no shortest path in a connected set is longer.
        false: a literal that does not hold.
        builder, names: receive the clauses and variables.
    """
    reach: list[int] = []
    some = false  # some cell before this one is used
    for cell in used:
        first = names.new("first")
        builder.add_all([[-first, cell], [-first, -some], [first, -cell, some]])
        reach.append(first)
        before, some = some, names.new("used so far")
        builder.add_all([[-before, some], [-cell, some], [before, cell, -some]])
    for _ in range(n_steps):
        further = []
        for index, cell in enumerate(used):
            near = [reach[at] for at in (index, *neighbours[index])]
            further.append(reached := names.new("reach"))
            builder.add([-reached, cell])
            builder.add([-reached, *near])
            builder.add_all([reached, -cell, -at] for at in near)
        reach = further
    for cell, reached in zip(used, reach, strict=True):
        builder.add([-cell, reached])


class JointGrids(Listing[Grid]):
    """Every pattern with every fill, one by one; a `Listing`. For small grids and lists.

    Args:
        rules: of the pattern.
        words: the list.
        options: seed and progress.
        distinct: whether no word may occur twice.
        limit: how many at most; None for all.
        time_limit_s: seconds for all grids together; None for no limit.
    """

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        options: SolverOptions | None = None,
        *,
        distinct: bool = True,
        limit: int | None = None,
        time_limit_s: float | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        self._rules, self._words, self._distinct = rules, words, distinct
        self._options = seeded(self, options)
        self._heartbeat = Heartbeat(self, self._options)
        self._encoding: JointEncoding | None = None
        self._session: EagerSession | None = None

    def _next(self, deadline: Deadline) -> Grid | Reason | None:
        self._heartbeat.begin("pattern and fill", deadline)
        encoding = self._encoding = self._encoding or encode_joint(
            self._rules, self._words, distinct=self._distinct, tick=self._heartbeat
        )
        session = self._session = self._session or formula_session(
            encoding.formula, seed=self._options.seed, on_tick=self._heartbeat
        )
        answer = session.solve(deadline=deadline)
        if answer.assignment is None:
            return answer.reason if answer.outcome is Outcome.UNKNOWN else None
        grid = encoding.grid(answer.assignment)
        self._check(grid)
        session.add_clause(encoding.exclusion(grid))
        return grid

    def _check(self, grid: Grid) -> None:
        """Raise VerificationError when a grid breaks a rule: a bug."""
        rules = self._rules
        pattern = grid.with_cells(
            [OPEN if grid.is_given(cell) else text for cell, text in enumerate(grid.cells)]
        )
        faults: Sequence[object] = pattern_faults(pattern, rules)
        faults = faults or verify(
            None, grid, self._words, distinct=self._distinct, min_length=rules.min_length
        )
        if faults:
            raise VerificationError(f"a grid that breaks a rule: {faults[0]}")

    def _close(self) -> None:
        if self._session is not None:
            self._session.close()
