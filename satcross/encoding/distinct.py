"""No word is used in two slots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from satcross.cnf.formula import FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains
from satcross.model.puzzle import Slot
from satcross.words.table import I32

Bool = npt.NDArray[np.bool_]


def no_word_twice(
    domains: Domains,
    letters: LetterVars,
    first_word: Mapping[int, int],
    variables: VarMapBuilder,
    builder: FormulaBuilder,
) -> None:
    """Any two slots of equal length, at least 2, differ; by the encoding with fewer clauses.

    Slots s and t that share n words after arc consistency need no clauses if n = 0, else either
    `not_both` (n clauses) or `some_letter_differs` (about 2 k |A|, whatever the list's size).
    Words that are not in the list can only be in completely given slots, which arc consistency has
    compared already.

    Args:
        domains: of a puzzle whose words must be distinct.
        letters: the letter variables.
        first_word: by slot index, its first W, for the slots that have word variables.
        variables: allocates the auxiliaries of `some_letter_differs`.
        builder: receives the clauses.

    The auxiliaries are determined by the letters.
    """
    builder.begin("no word twice")
    for s, t, shared in pairs_to_differ(domains):
        if len(shared) <= n_clauses_of_difference(s, t, letters):
            not_both(
                s,
                t,
                shared,
                domains=domains,
                letters=letters,
                first_word=first_word,
                builder=builder,
            )
        else:
            some_letter_differs(s, t, letters, variables, builder)


def pairs_to_differ(domains: Domains) -> Iterator[tuple[Slot, Slot, I32]]:
    """The slots that could hold one word, in a puzzle whose words must be distinct.

    Returns: of each pair, the slots, and the words that both can hold: indices in their table.
    """
    by_length: dict[int, list[Slot]] = {}
    twins = domains.puzzle.twins
    for slot in domains.puzzle.slots:
        is_listed = len(domains.words[slot.index]) and not domains.puzzle.is_treated(slot)
        if is_listed and len(slot) > 1:
            by_length.setdefault(len(slot), []).append(slot)
    for length, slots in sorted(by_length.items()):
        n_words = len(domains.puzzle.words.table(length))
        holds = np.zeros((len(slots), n_words), dtype=np.bool_)
        for row, slot in enumerate(slots):
            holds[row, domains.words[slot.index]] = True
        for i, s in enumerate(slots):
            for j in range(i + 1, len(slots)):
                t = slots[j]
                shared = np.flatnonzero(holds[i] & holds[j]).astype(np.int32)
                if len(shared) and twins.get(s.index) != t.index:
                    yield s, t, shared


def not_both(
    s: Slot,
    t: Slot,
    shared: I32,
    *,
    domains: Domains,
    letters: LetterVars,
    first_word: Mapping[int, int],
    builder: FormulaBuilder,
) -> None:
    """For each word w in `shared` (indices in the words' table), not both slots hold w.

        -W[s,w] or -W[t,w]

    where a slot without word variables has the negations of its k letters instead.
    Clauses: len(shared). No auxiliary variables.
    """
    columns: list[I32] = []
    for slot in (s, t):
        words = domains.words[slot.index]
        rows = np.searchsorted(words, shared)
        if slot.index in first_word:
            columns.append(-(rows + first_word[slot.index]).astype(np.int32))
        else:
            codes = domains.codes[slot.index][rows]
            columns += [-letters.ids[cell, codes[:, i]] for i, cell in enumerate(slot.cells)]
    builder.add_block(*columns)


def some_letter_differs(
    s: Slot,
    t: Slot,
    letters: LetterVars,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
) -> None:
    """Slots s and t differ in some letter, encoded over letters only.

    With a variable D[i], "the letters at i differ", for each offset i at which the slots have
    different cells:

        -D[i] or -L[s_i,a] or -L[t_i,a]       for each a that both cells can hold
        -L[s_i,a] or L[t_i,a] or D[i]         for each a that s_i can hold
        OR { D[i] : i }

    where L[t_i,a] is omitted if t_i cannot hold a.

    Clauses: 1 + the sum over i of |A(s_i) and A(t_i)| + |A(s_i)|; variables: one for each such i.
    The auxiliaries are determined by the letters: D[i] is true exactly when they differ.
    """
    offsets = _comparable(s, t)
    first = variables.new(f"differ {s.name} {t.name}", len(offsets))
    for differs, offset in enumerate(offsets, first):
        at_s, at_t = letters.ids[s.cells[offset]], letters.ids[t.cells[offset]]
        both = (at_s > 0) & (at_t > 0)
        builder.add_block(-differs, -at_s[both], -at_t[both])
        builder.add_block(-at_s[both], at_t[both], differs)
        alone = (at_s > 0) & (at_t == 0)
        if alone.any():
            builder.add_block(-at_s[alone], differs)
    builder.add(range(first, first + len(offsets)))


def n_clauses_of_difference(s: Slot, t: Slot, letters: LetterVars) -> int:
    """The number of clauses of `some_letter_differs`."""
    has = letters.ids > 0
    return 1 + sum(
        int((has[s.cells[i]] & has[t.cells[i]]).sum()) + int(has[s.cells[i]].sum())
        for i in _comparable(s, t)
    )


def _comparable(s: Slot, t: Slot) -> list[int]:
    """The offsets at which the slots have different cells and so can differ."""
    return [i for i, (a, b) in enumerate(zip(s.cells, t.cells, strict=True)) if a != b]
