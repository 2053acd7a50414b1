"""A slot as word variables with supports: the hidden-variable encoding of a table constraint."""

from __future__ import annotations

import numpy as np

from satcross.cnf.formula import FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.model.puzzle import Slot
from satcross.words.table import I32, Codes


def slot_by_support(
    slot: Slot,
    codes: Codes,
    ids: I32,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
) -> int:
    """The slot's cells spell one of its words, by a variable `W[s,w]` for each word.

        -W[s,w] or L[c_i, w_i]                       for every word w and offset i
        OR { W[s,w] : w }
        -L[c_i,a] or OR { W[s,w] : w_i = a }         for every offset i and letter a

    Together with one letter per cell, unit propagation achieves generalised arc consistency of the
    slot. Two words differ in some cell, so at most one W is true without further clauses.

    Args:
        slot: the slot.
        codes: `Codes` (n, k): the words that the slot can hold; each letter of each has a variable,
            and each letter variable of the slot's cells occurs.
        ids: int32 (cells, letters): the letter variables.
        variables: allocates n variables `word <slot>`, in the order of `codes`.
        builder: receives n k + 1 + (number of letter variables in the slot) clauses.

    Returns: the first W; the rest follow it.
    The auxiliaries are determined by the letters.
    Source: F. Bacchus, GAC via unit propagation, CP 2007; I. Gent, ECAI 2002 (supports).
    """
    n, k = codes.shape
    first = variables.new(f"word {slot.name}", n)
    words = np.arange(first, first + n, dtype=np.int32)
    ids = ids[list(slot.cells)]
    builder.begin("words imply letters")
    for offset in range(k):
        builder.add_block(-words, ids[offset, codes[:, offset]])
    builder.begin("slot has a word")
    builder.add_flat(np.append(words, np.int32(0)), 1)
    builder.begin("letters need words")
    for offset in range(k):
        column = codes[:, offset]
        order = np.argsort(column, kind="stable")
        counts = np.bincount(column)
        present = np.flatnonzero(counts)
        # Each clause is the negation of its letter followed by the words.
        literals = np.insert(
            words[order], np.cumsum(counts)[present] - counts[present], -ids[offset, present]
        )
        builder.add_ragged(literals, counts[present] + 1)
    return first
