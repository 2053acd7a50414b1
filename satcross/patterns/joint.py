"""Pattern and fill in one formula: every cell a letter or a block, every slot a word.

It is exact, and grows with the list times the places where slots can be: for small grids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from satcross.cnf.assignment import Assignment
from satcross.cnf.cardinality import at_most_one
from satcross.cnf.formula import I32, Formula, FormulaBuilder
from satcross.cnf.variables import VarMap, VarMapBuilder
from satcross.encode.automaton import Int, Layer, minimal_automaton
from satcross.errors import OptionError
from satcross.grid import BLOCK, Grid
from satcross.patterns.encode import PatternEncoding, encode_pattern, places
from satcross.patterns.rules import PatternRules
from satcross.patterns.variables import PatternVars
from satcross.puzzle import Direction
from satcross.words import WordList
from satcross.words.table import WordTable


@dataclass(frozen=True, slots=True)
class SlotPlace:
    """Where a slot can be.

    Args:
        direction: across or down.
        cells: its positions in reading order.
        literal: the variable "a slot stands here, from wall to wall".
    """

    direction: Direction
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
                cells[cell] = alphabet.letters[code]
        return Grid(rules.n_rows, rules.n_cols, tuple(cells))

    def comments(self) -> list[str]:
        """What a DIMACS file has to say of it: see `satcross.patterns.joint_dimacs`."""
        from satcross.patterns.joint_dimacs import comments_of

        return comments_of(self)


def encode_joint(
    rules: PatternRules,
    words: WordList,
    *,
    distinct: bool = True,
    count_blocks_upto: int = 0,
) -> JointEncoding:
    """Patterns that obey some rules, with their fills.

    On top of the pattern's clauses, with L[c, a], "cell c holds a", and S[p] for every place p
    where a slot of k cells can be:

        O[c] exactly when some L[c, a]; at most one for each c         `_letters`
        S[p] exactly when the joins of p hold, and those at its ends do not
        S[p] implies a path through the automaton of the words of k letters  `_words_there`
        no two places of one length spell the same                      `_no_word_twice`
        the open cells hang together                                    `_connected`

    The letters determine everything but counters of the rules. Of places with the same cells and
    length all use one automaton, whose nodes and edges are variables of each place.

    Args:
        rules: of the pattern; blocks, no bars.
        words: the list.
        distinct: whether no word may stand twice.
        count_blocks_upto: as for `encode_pattern`.

    Raises:
        OptionError: the rules are about bars.
    """
    if rules.bars:
        raise OptionError("the joint encoding is for blocks, not for bars", mend="leave --bars out")
    pattern = encode_pattern(rules, count_blocks_upto=count_blocks_upto)
    builder, names = FormulaBuilder(), VarMapBuilder()
    for group in pattern.varmap.groups:
        names.new(group.label, group.n)
    builder.begin("pattern")
    builder.add_flat(pattern.formula.flat, pattern.formula.n_clauses)
    maker = _Maker(pattern.variables, words, builder, names)
    slots = maker.slots()
    for slot in slots:
        maker.words_there(slot)
    if distinct:
        maker.no_word_twice(slots)
    if rules.connected:
        maker.connected()
    return JointEncoding(
        pattern, words, maker.first_letter, slots,
        builder.build(names.n_vars), names.build(), builder.n_by_group,
    )  # fmt: skip


class _Maker:
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
        self._layers: dict[int, tuple[Layer, ...]] = {}
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

    def _automaton(self, k: int, table: WordTable) -> tuple[Layer, ...]:
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
        """The open cells hang together, by how far they are from the first of them.

        With F[c], "c is the first open cell in reading order", and R[c, d], "c can be reached from
        it by d steps at most", R[c, 0] = F[c]:

            F[c] exactly when O[c] and no cell before it is open
            R[c, d] exactly when O[c] and one of R[c, d-1], R[b, d-1] for b beside c
            -O[c] or R[c, D]

        A shortest way has no shortcut, so of a 2x2 square it uses at most 3 cells: D is 1 less than
        what that allows. For n cells about 6 n D clauses and n (D + 2) variables, determined by the
        pattern.
        """
        builder, names, pattern = self.builder, self.names, self.pattern
        rows, cols = pattern.rules.n_rows, pattern.rules.n_cols
        n_steps = min(self._n_cells, 3 * ((rows + 1) // 2) * ((cols + 1) // 2)) - 1
        builder.begin("connected")
        some = -pattern.true  # some cell before this one is open
        reach: list[int] = []
        for cell in range(self._n_cells):
            open_ = pattern.open_at(cell)
            first = names.new("first")
            builder.add_all([[-first, open_], [-first, -some], [first, -open_, some]])
            reach.append(first)
            before, some = some, names.new("open so far")
            builder.add_all([[-before, some], [-open_, some], [before, open_, -some]])
        for _ in range(n_steps):
            further = []
            for cell in range(self._n_cells):
                open_ = pattern.open_at(cell)
                near = [reach[at] for at in (cell, *_beside(cell, rows, cols))]
                further.append(reached := names.new("reach"))
                builder.add([-reached, open_])
                builder.add([-reached, *near])
                builder.add_all([reached, -open_, -at] for at in near)
            reach = further
        for cell in range(self._n_cells):
            builder.add([-pattern.open_at(cell), reach[cell]])


def _pairs(slots: Sequence[SlotPlace]) -> Iterator[tuple[SlotPlace, SlotPlace]]:
    """Pairs of places of one length that do not overlap in one line."""
    for p, q in combinations(slots, 2):
        if len(p.cells) != len(q.cells):
            continue
        if p.direction is q.direction and set(p.cells) & set(q.cells):
            continue
        yield p, q


def _beside(cell: int, n_rows: int, n_cols: int) -> list[int]:
    row, col = divmod(cell, n_cols)
    near = [cell - n_cols] if row else []
    near += [cell - 1] if col else []
    near += [cell + 1] if col + 1 < n_cols else []
    return near + ([cell + n_cols] if row + 1 < n_rows else [])
