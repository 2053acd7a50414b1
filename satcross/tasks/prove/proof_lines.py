"""The parts of a proof that a puzzle has no fill: a formula to refute, and lines that refute it.

The formula is made from *all* words of each length: givens are unit clauses, and nothing that arc
consistency does is taken for granted. Its unit propagation does what arc consistency and the lazy
engine's tables do, so each of their conclusions is RUP. There is one exception: a word that was
taken from a slot because another slot is complete with it. The formula may say "no word twice"
over letters alone, and then refutes such a word only once all of its letters are set. So where a
conclusion rests on several such words, lines in front of it tell them apart, letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from satcross.cnf.formula import Formula, FormulaBuilder
from satcross.cnf.variables import VarMap, VarMapBuilder
from satcross.encoding.encode import Encoding, encode
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains, Removal, unfiltered
from satcross.model.needs import PAIRS
from satcross.model.puzzle import Puzzle
from satcross.words.table import Codes

Bool = npt.NDArray[np.bool_]
Clause = list[int]


def encode_unfiltered(
    puzzle: Puzzle, *, encoding: str = "support", tick: Callable[[], None] | None = None
) -> Encoding:
    """A puzzle's formula without arc consistency: as `encode`'s, from all words of each length.

    Rules between entries are left out: `with_added` adds what a proof needs of them.

    Its clauses are those of `encode` for `unfiltered` domains, and

        L[c,g]                                   for each given letter g in a cell c
        -L[c,a]                                  for each letter a that no word of a slot has at c
        OR { -L[s_i,v_i] } or OR { -L[t_i,w_i] } for slots s, t that are given ways v, w to spell
                                                 one word, when words must be distinct; but not
                                                 where v = w is in the list

    Args:
        puzzle: what to encode.
        encoding: of slots: "support", "dawg" or "auto".
        tick: as for `encode`.

    Raises:
        OptionError: there is no such encoding.
    """
    rest = [index for index, rule in enumerate(puzzle.rules) if rule.need != PAIRS]
    puzzle = puzzle.restricted(rules=rest)
    domains = unfiltered(puzzle)
    base = encode(domains, encoding=encoding, pairs=False, tick=tick)
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


class ProofLines:
    """Turns what was concluded, in arc consistency's letter variables, into lines of a proof.

    Args:
        consistent: what arc consistency left.
        trace: its steps.
        letters: the letter variables of the formula to refute, of `encode_unfiltered`. That may be
            of a puzzle with fewer given letters.
        auxiliaries: the variables of the formula that stand for those after the letters.
    """

    def __init__(
        self,
        consistent: Domains,
        trace: list[Removal],
        letters: LetterVars,
        auxiliaries: range = range(0),
    ) -> None:
        self._consistent = consistent
        self._trace = trace
        self._all = letters.domains
        self._ids = letters.ids
        known = LetterVars(consistent)
        self._cell_of, self._letter_of = known.cell_of, known.letter_of
        renamed = self._ids[known.cell_of[1:], known.letter_of[1:]]
        self._renamed: list[int] = [0, *renamed.tolist(), *auxiliaries]
        self._fitting: dict[int, Codes] = {}

    def clause(self, clause: list[int]) -> Clause:
        """A clause over arc consistency's variables in those of the formula."""
        renamed = self._renamed
        return [renamed[v] if v > 0 else -renamed[-v] for v in clause]

    def of_consistency(self) -> Iterator[Clause]:
        """What arc consistency concluded and unit propagation alone may not; then what it left.

        The latter are the engine's own clauses "the cell has a letter", of the letters left.
        """
        yield from self.of_removals()
        if self._consistent.emptied is None:
            for cell in self._consistent.cells:
                left = self._consistent.letters[cell]
                if (left != self._all.letters[cell]).any():
                    yield self._ids[cell][left].tolist()

    def of_removals(self) -> Iterator[Clause]:
        """What arc consistency concluded and unit propagation alone may not."""
        puzzle = self._consistent.puzzle
        letters = self._all.letters.copy()
        for cell, code in puzzle.givens.items():
            letters[cell] &= np.arange(letters.shape[1]) == code
        for slot, cell, lost in self._trace if puzzle.distinct else ():
            words = self._words(slot, letters)
            offset = puzzle.slots[slot].cells.index(cell)
            for letter in np.flatnonzero(lost & letters[cell]).tolist():
                taken = words[words[:, offset] == letter]
                if len(taken):
                    yield from self._told_apart([-int(self._ids[cell, letter])], slot, taken)
            letters[cell] &= ~lost

    def of_lemma(self, slot: int, lemma: list[int]) -> Iterator[Clause]:
        """A lemma of the lazy engine that follows from the words of `slot`."""
        clause = self.clause(lemma)
        if self._all.puzzle.distinct:
            taken = self._left_by(slot, lemma)
            if len(taken):
                yield from self._told_apart(clause, slot, taken)
                return
        yield clause

    def _words(self, slot: int, letters: Bool) -> Codes:
        """The words of a slot, taken ones among them, whose letters are all in `letters`."""
        codes = self._all.codes[slot]
        fits = np.ones(len(codes), dtype=np.bool_)
        if len(self._all.words[slot]):
            for offset, cell in enumerate(self._all.puzzle.slots[slot].cells):
                fits &= letters[cell][codes[:, offset]]
            return codes[fits]
        return codes[:0]

    def _left_by(self, slot: int, lemma: list[int]) -> Codes:
        """The words of a slot that the negation of `lemma` leaves: others have taken them all."""
        if slot not in self._fitting:
            self._fitting[slot] = self._words(slot, self._consistent.letters)
        words = self._fitting[slot]
        cells = self._all.puzzle.slots[slot].cells
        for literal in lemma:
            cell = int(self._cell_of[abs(literal)])
            if cell in cells:
                has = words[:, cells.index(cell)] == self._letter_of[abs(literal)]
                words = words[has if literal < 0 else ~has]
        return words

    def _told_apart(self, clause: Clause, slot: int, taken: Codes) -> Iterator[Clause]:
        """`clause`, after lines for each part of the words that its negation leaves in the slot."""
        if len(taken) > 1:
            cells = self._all.puzzle.slots[slot].cells
            offset = int((taken != taken[0]).any(axis=0).argmax())
            for letter in np.unique(taken[:, offset]).tolist():
                literal = -int(self._ids[cells[offset], letter])
                part = taken[taken[:, offset] == letter]
                yield from self._told_apart([*clause, literal], slot, part)
        yield clause
