"""The parts of a proof that a puzzle has no fill: a formula to refute, and lines that refute it.

The formula is made from *all* words of each length: givens are unit clauses, and nothing that arc
consistency does is taken for granted. Its unit propagation does what arc consistency and the lazy
engine's tables do, so each of their conclusions is RUP. There is one exception: a word that was
taken from a slot because another slot is complete with it. The formula may say "no word twice"
over letters alone, and then refutes such a word only once all of its letters are set. So a line in
front of the conclusion says that the letters of the one slot exclude the word of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from satcross import Puzzle, encode
from satcross.encoding.encode import Encoding
from satcross.extend import (
    Domains,
    Formula,
    FormulaBuilder,
    LetterVars,
    Need,
    VarMap,
    VarMapBuilder,
)
from satcross.model.consistency import Removal

if TYPE_CHECKING:
    from satcross.apps.proofs.prove._lines import Lines

I32 = npt.NDArray[np.int32]
U64 = npt.NDArray[np.uint64]
Clause = list[int]

DRAT, LRAT = "drat", "lrat"
FORMS = (DRAT, "drat-binary", LRAT)


def encode_unfiltered(puzzle: Puzzle, *, tick: Callable[[], None] | None = None) -> Encoding:
    """A puzzle's formula without arc consistency: as `encode`'s, from all words of each length.

    Slots have word variables ("support"): lines about taken words, and LRAT, need them.

    Rules between entries are left out: `with_added` adds what a proof needs of them.

    Its clauses are those of `encode` for `Domains.unfiltered` domains, and

        L[c,g]                                   for each given letter g in a cell c
        -L[c,a]                                  for each letter a that no word of a slot has at c
        OR { -L[s_i,v_i] } or OR { -L[t_i,w_i] } for slots s, t that are given ways v, w to spell
                                                 one word, when words must be distinct; but not
                                                 where v = w is in the list

    Args:
        puzzle: what to encode.
        tick: as for `encode`.
    """
    rest = [index for index, rule in enumerate(puzzle.rules) if rule.need != Need.PAIRS]
    puzzle = puzzle.restricted(rules=rest)
    domains = Domains.unfiltered(puzzle)
    base = encode(domains, encoding="support", pairs=False, tick=tick)
    ids = base.letters.ids
    builder = FormulaBuilder()
    if domains.emptied is None:
        builder.begin("letters given")
        inside = set(domains.cells)
        for cell, code in puzzle.givens.items():
            if cell in inside:
                builder.add([int(ids[cell, code])])
        builder.begin("letters no word has")
        for slot in puzzle.slots:
            if puzzle.is_exempt(slot):
                continue
            codes = domains.codes[slot.index]
            for offset, cell in enumerate(slot.cells):
                absent = domains.letters[cell].copy()
                absent[codes[:, offset]] = False
                builder.add_all([-int(v)] for v in ids[cell][absent])
        builder.begin("no given word twice")
        if puzzle.distinct:
            builder.add_all(_repeated(puzzle, base.letters))
    more = builder.build(base.formula.n_vars)
    formula = Formula(base.formula.n_vars, np.concatenate((base.formula.flat, more.flat)))
    counts = {**base.n_clauses_by_constraint, **builder.n_by_group}
    return replace(base, formula=formula, n_clauses_by_constraint=counts)


def with_added(encoded: Encoding, clauses: Iterable[Clause], n_vars: int) -> Encoding:
    """A formula with clauses of rules between entries, each of which every fill keeps.

    They are equivalent to "at most one of these placements" for some families of words, whichever
    words the slots may hold: see `satcross.encoding.families`.

    Args:
        encoded: of `encode_unfiltered`.
        clauses: over its variables, and those that follow them.
        n_vars: how many variables follow.
    """
    formula = encoded.formula
    builder, variables = FormulaBuilder(), VarMapBuilder(formula.n_vars)
    builder.begin("rules between entries")
    builder.add_all(clauses)
    if n_vars:
        variables.new("family", n_vars)
    more = builder.build(variables.n_vars)
    return replace(
        encoded,
        formula=Formula(variables.n_vars, np.concatenate((formula.flat, more.flat))),
        varmap=VarMap((*encoded.varmap.groups, *variables.build().groups)),
        n_clauses_by_constraint={**encoded.n_clauses_by_constraint, **builder.n_by_group},
    )


def _repeated(puzzle: Puzzle, letters: LetterVars) -> Iterator[Clause]:
    seen: dict[str, tuple[int, tuple[int, ...], tuple[int, ...]]] = {}
    twins = puzzle.twins
    for slot in puzzle.slots:
        codes = puzzle.given_codes(slot)
        if codes is None or len(codes) == 1:
            continue
        word = puzzle.spelled(codes)
        if word not in seen:
            seen[word] = slot.index, slot.cells, codes
            continue
        twin, cells, others = seen[word]
        if twins.get(slot.index) == twin:
            continue
        if codes != others or puzzle.is_exempt(slot):
            pairs = zip((*cells, *slot.cells), (*others, *codes), strict=True)
            yield list(dict.fromkeys(-int(letters.ids[cell, code]) for cell, code in pairs))


@dataclass(frozen=True, slots=True)
class Given:
    """A clause that was added to a search.

    Args:
        searched: as the search has it, over the formula's variables.
        whole: as the formula has it, with letters that arc consistency has removed.
    """

    searched: Clause
    whole: Clause


@dataclass(frozen=True, slots=True)
class Taker:
    """A slot that may take a word from another.

    Args:
        letters: the variables of its letters, when it has the word.
        clause: that these letters exclude the word of the other slot; [] where unit propagation
            of the formula knows it.
        hints: numbers of clauses that it follows from.
    """

    letters: tuple[int, ...]
    clause: Clause
    hints: Callable[[Lines], list[int]]


class ProofLines:
    """Writes the lines that refute a formula, up to the empty clause.

    Args:
        encoded: the formula, of `encode_unfiltered`.
        write: receives the lines, as bytes.
        form: of the lines.
        n_auxiliaries: the last variables of the formula, which a search has as well.

    Fields:
        lines: what writes them.
    """

    def __init__(
        self,
        encoded: Encoding,
        write: Callable[[bytes], object],
        form: str = DRAT,
        n_auxiliaries: int = 0,
    ) -> None:
        from satcross.apps.proofs.prove._lines import Lines

        self._encoded = encoded
        self._ids = encoded.letters.ids
        self._domains = encoded.domains
        self._index = ClauseIndex(encoded.formula) if form == LRAT else None
        self._n_auxiliaries = n_auxiliaries
        self._rivals = _rivals(self._domains)
        self._differ = {
            group.label: group.first
            for group in encoded.varmap.groups
            if group.label.startswith("differ ")
        }
        self._first_clause = self._first_clauses()
        codes: dict[int, I32] = {}
        slots = []
        for slot in encoded.puzzle.slots:
            table = self._domains.codes[slot.index]
            if id(table) not in codes:
                codes[id(table)] = np.ascontiguousarray(table, np.int32)
            slots.append((
                np.array(slot.cells, np.int32),
                codes[id(table)],
                encoded.first_word.get(slot.index, 0),
                self._first_clause[slot.index],
                bool(self._rivals[slot.index]),
            ))  # fmt: skip
        formula = encoded.formula
        self.lines = Lines(
            self._ids, formula.n_vars - n_auxiliaries + 1, n_auxiliaries, slots, formula.n_clauses,
            form, write, self._takers,
        )  # fmt: skip

    def write(
        self,
        refuted: Domains,
        consistency: list[Removal],
        log: bytes,
        given: Iterable[Given],
        tick: Callable[[], None],
    ) -> None:
        """Write all lines.

        Args:
            refuted: what arc consistency left.
            consistency: the steps of arc consistency.
            log: the steps of the search, if there was one.
            given: the clauses that were added to it, in order.
            tick: called now and then; an exception in it ends the writing.
        """
        lines, find = self.lines, self._find
        self._begin()
        for slot, cell, lost in consistency:
            if lines.is_over:
                break
            tick()
            lines.removed(slot, self._ids[cell][lost & (self._ids[cell] > 0)].tolist())
        if refuted.emptied is not None and not lines.is_over:
            number = self._refuted_clause() if self._index else 0
            if number:
                lines.refuted(number)
            else:
                lines.emptied(refuted.emptied)
        lines.follow(log, [(each.searched, each.whole, find(each.whole)) for each in given], tick)
        lines.flush()

    def _begin(self) -> None:
        """Take in the clauses of one literal, the empty one before all others."""
        formula = self._encoded.formula
        sizes = np.diff(formula.ends, prepend=-1) - 1
        if (empty := np.flatnonzero(sizes == 0)).size:
            self.lines.refuted(int(empty[0]) + 1)
            return
        own = formula.n_vars - self._n_auxiliaries
        units = [
            (literal, int(at) + 1)
            for at in np.flatnonzero(sizes == 1)
            if not self._encoded.letters.n
            < abs(literal := int(formula.flat[formula.ends[at] - 1]))
            <= own
        ]
        self.lines.hold(units)

    def _find(self, clause: Clause) -> int:
        return self._index.find(clause) if self._index else 0

    def _refuted_clause(self) -> int:
        """The number of a clause of the formula that the units so far refute; 0 for none."""
        formula = self._encoded.formula
        is_false = np.zeros(2 * formula.n_vars + 1, dtype=np.bool_)
        is_false[[-literal for literal in self.lines.held()]] = True
        is_false[0] = True  # the 0 that closes a clause
        starts = np.concatenate(([0], formula.ends[:-1] + 1))
        refuted = np.flatnonzero(np.logical_and.reduceat(is_false[formula.flat], starts))
        return int(refuted[0]) + 1 if refuted.size else 0

    def _first_clauses(self) -> list[int]:
        """By slot, the number of the first of its clauses: see `one_letter_per_cell`, `encode`."""
        n_letters = (self._ids > 0).sum(axis=1)
        number = 1 + int((1 + n_letters * (n_letters - 1) // 2)[n_letters > 0].sum())
        found = []
        for slot in self._encoded.puzzle.slots:
            found.append(number)
            if slot.index in self._encoded.first_word:
                codes = self._domains.codes[slot.index]
                number += codes.size + 1 + sum(len(np.unique(column)) for column in codes.T)
        return found

    def _takers(self, slot: int, row: int) -> list[Taker]:
        """The slots that may take a word. Args: row: of the word, among those of its slot."""
        found = []
        word = self._domains.words[slot][row]
        first = self._encoded.first_word.get(slot)
        slots = self._encoded.puzzle.slots
        letters = self._ids[list(slots[slot].cells), self._domains.codes[slot][row]].tolist()
        own = [-(first + row)] if first else [-v for v in letters]
        for other in self._rivals[slot]:
            at = int(np.searchsorted(self._domains.words[other], word))
            if at == len(self._domains.words[other]) or self._domains.words[other][at] != word:
                continue
            cells = list(slots[other].cells)
            taken = tuple(self._ids[cells, self._domains.codes[other][at]].tolist())
            clause = list(dict.fromkeys((*own, *(-v for v in taken))))
            if not (self._index or self._differences(slot, other)):
                clause = []
            hints = partial(self._hints_of_taken, slot, row, other, at)
            found.append(Taker(taken, clause, hints))
        return found

    def _differences(self, slot: int, other: int) -> int:
        """The first variable that two slots differ at an offset; 0 where there are none."""
        names = [self._encoded.puzzle.slots[index].name for index in sorted((slot, other))]
        return self._differ.get(f"differ {names[0]} {names[1]}", 0)

    def _hints_of_taken(self, slot: int, row: int, other: int, at: int, lines: Lines) -> list[int]:
        """What a taker's clause follows from. Args: at: the row of the word in the other slot."""
        slots, first_word = self._encoded.puzzle.slots, self._encoded.first_word
        cells, others = slots[slot].cells, slots[other].cells
        own = self._ids[list(cells), self._domains.codes[slot][row]].tolist()
        taken = self._ids[list(others), self._domains.codes[other][at]].tolist()
        negated = [-(first_word[slot] + row)] if slot in first_word else [-v for v in own]
        if number := self._find([*negated, *(-v for v in taken)]):
            return [number]
        if not (first := self._differences(slot, other)):
            has_word = lines.word_clause(other, taken)
            return [has_word, self._find([*negated, -(first_word[other] + at)])]
        hints = []
        n_words = len(self._domains.words[slot])
        offsets = [i for i, cell in enumerate(cells) if cell != others[i]]
        for differs, i in enumerate(offsets, first):
            if slot in first_word:
                hints.append(self._first_clause[slot] + i * n_words + row)
            hints.append(self._find([-differs, -own[i], -taken[i]]))
        hints.append(self._find(list(range(first, first + len(offsets)))))
        return hints


class ClauseIndex:
    """The numbers of a formula's clauses, from 1, by their literals."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        starts = np.concatenate(([0], formula.ends[:-1] + 1)).astype(np.int64)
        sums = np.add.reduceat(_mixed(formula.flat), starts)
        self._order = np.argsort(sums, kind="stable")
        self._sums = sums[self._order]

    def find(self, clause: Clause) -> int:
        """The number of a clause, whatever the order of its literals; 0 where there is none."""
        key = _mixed(np.array([*clause, 0], np.int32)).sum(dtype=np.uint64)
        wanted = sorted(clause)
        for at in range(int(np.searchsorted(self._sums, key)), len(self._sums)):
            if self._sums[at] != key:
                break
            if sorted(self._formula.clause(int(self._order[at]))) == wanted:
                return int(self._order[at]) + 1
        return 0


def _mixed(literals: I32) -> U64:
    """A hash of each literal; their sum is that of a clause."""
    mixed = literals.astype(np.int64).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return mixed


def _rivals(domains: Domains) -> list[list[int]]:
    """By slot, the others that may not have its word."""
    twins = domains.puzzle.twins
    rivals: list[list[int]] = [[] for _ in domains.puzzle.slots]
    for group in domains.distinct_groups():
        for slot in group:
            rivals[slot] = [other for other in group if other not in (slot, twins.get(slot))]
    return rivals
