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
from satcross.cnf.connectivity import add_distances, grid_edges
from satcross.cnf.envelope import JOINT, Envelope, variable_fields
from satcross.cnf.formula import I32, Formula, FormulaBuilder, Tick
from satcross.cnf.variables import VarMap, VarMapBuilder
from satcross.encoding.automaton import Int, Layer, minimal_automaton
from satcross.errors import DimacsError, OptionError
from satcross.model.alphabet import Alphabet
from satcross.model.grid import BLOCK, Grid
from satcross.model.puzzle import Direction
from satcross.pattern.constraints import PatternEncoding, encode_pattern, places
from satcross.pattern.rules import PatternRules
from satcross.pattern.variables import PatternVars
from satcross.words import WordList
from satcross.words.table import WordTable

JOINT_FORMAT = "1"


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

    def comments(self) -> list[str]:
        """The comments that a DIMACS file needs for `decode_joint`."""
        rules = self.pattern.rules
        fields = (
            ("alphabet", self.words.alphabet.spelling),
            ("words", " ".join(self.words.source.split())),
            ("digest", self.words.digest),
            ("size", f"{rules.n_rows} {rules.n_cols}"),
            ("first-letter", str(self.first_letter)),
            *variable_fields(self.varmap),
        )
        return Envelope(JOINT, JOINT_FORMAT, fields, self.letters).comments()


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
        """The open cells are connected: `add_distances`.

        A shortest path has no shortcut, so it uses at most 3 cells of a 2x2 square. The longest
        has 1 step less than cells.
        """
        rules = self.pattern.rules
        rows, cols = rules.n_rows, rules.n_cols
        n_steps = min(self._n_cells, 3 * ((rows + 1) // 2) * ((cols + 1) // 2)) - 1
        beside: list[list[int]] = [[] for _ in range(self._n_cells)]
        for a, b in grid_edges(rows, cols):
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


def decode_joint(
    comments: Sequence[str], assignment: Assignment, *, source: str = "assignment"
) -> Grid:
    """The filled grid of an assignment, by the comments of the DIMACS file that it is for.

    Raises:
        DimacsError: the comments are not those of a joint encoding, or a cell has two letters.
    """
    envelope = Envelope.read(comments)
    try:
        if (envelope.kind, envelope.version) != (JOINT, JOINT_FORMAT):
            raise ValueError
        alphabet = Alphabet.of_spelling(envelope.value("alphabet"))
        n_rows, n_cols = map(int, envelope.value("size").split())
        first = int(envelope.value("first-letter"))
        cells = [BLOCK] * (n_rows * n_cols)
    except ValueError:
        raise DimacsError(
            "has no comments of a joint encoding",
            hint="is it the file that was written for it?",
            source=source,
        ) from None
    for variable in assignment.true_variables():
        cell, code = divmod(variable - first, len(alphabet))
        if not 0 <= cell < len(cells):
            continue
        if cells[cell] != BLOCK:
            raise DimacsError(
                f"r{cell // n_cols + 1}c{cell % n_cols + 1} holds {cells[cell]}"
                f" and {alphabet.texts[code]}",
                hint="is it the output for this very formula?",
                source=source,
            )
        cells[cell] = alphabet.texts[code]
    return Grid(n_rows, n_cols, tuple(cells))
