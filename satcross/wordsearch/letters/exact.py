"""Whether there are letters for the unused cells at all, decided by a SAT solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from satcross.cnf.formula import I32, Formula, FormulaBuilder
from satcross.results import Stopped
from satcross.solve.backends.formula import formula_session
from satcross.solve.protocol import Outcome
from satcross.task import Deadline
from satcross.wordsearch.headings import HEADINGS
from satcross.wordsearch.layout import Layout
from satcross.wordsearch.placements import all_placements
from satcross.wordsearch.words import HiddenWord

_FREE = -1  # a cell without a word
_OTHER = -2  # a letter that the filler does not use


def decide(
    layout: Layout,
    preferred: Mapping[int, str],
    letters: Sequence[str],
    forbid: Sequence[str],
    *,
    seed: int,
    deadline: Deadline,
) -> dict[int, str] | Stopped | None:
    """Letters for every cell such that nothing is read over a cell without a word.

    Args:
        layout: where the words stand; it has no `layout_conflict`.
        preferred: letters to try first, for every cell.
        letters: what may stand in the cells without a word.
        forbid: words that must not be read, besides the layout's own.

    Returns: None when it is proved that there are none.
    """
    cells = layout.unused
    index = {cell: number for number, cell in enumerate(cells)}
    formula = filler_formula(layout, letters, forbid)
    first = [preferred[cell] for cell in cells]
    codes = np.array([[letter == own for letter in letters] for own in first], dtype=np.bool_)
    literals = np.arange(1, codes.size + 1, dtype=np.int32)
    literals[~codes.ravel()] *= -1
    session = formula_session(formula, literals, seed=seed)
    try:
        answer = session.solve(deadline=deadline)
    finally:
        session.close()
    if answer.outcome is Outcome.UNKNOWN:
        return Stopped(answer.reason)
    if answer.assignment is None:
        return None
    found = dict(layout.letters)
    for cell in cells:
        start = 1 + index[cell] * len(letters)
        # Where several are true, each will do: the clauses only exclude letters.
        true = [a for a, v in zip(letters, range(start, start + len(letters)), strict=True)
                if answer.assignment.is_true(v)]  # fmt: skip
        found[cell] = preferred[cell] if preferred[cell] in true else true[0]
    return found


def filler_formula(layout: Layout, letters: Sequence[str], forbid: Sequence[str]) -> Formula:
    """Letters for the cells without a word, so that nothing is read over them.

    With F[c,a], "a may stand in c", variable 1 + (number of c) * len(letters) + (number of a):

        OR_a F[c,a]                       for each cell without a word
        OR -F[q_i, t_i]                   over those cells of a line q, for each word t and each
                                          line of its length that has such a cell and whose other
                                          cells hold what t needs

    One of the letters that a cell may have can be taken for each cell alone.
    Clauses: one for each such cell and each such line.
    """
    code = {letter: number for number, letter in enumerate(letters)}
    state = np.full(layout.board.size, _OTHER, dtype=np.int64)
    number = np.zeros(layout.board.size, dtype=np.int64)
    for count, cell in enumerate(layout.unused):
        state[cell], number[cell] = _FREE, count
    builder = FormulaBuilder()
    n = len(letters)
    for count in range(len(layout.unused)):
        builder.add(range(1 + count * n, 1 + (count + 1) * n))
    # Letters of words that the filler does not use have codes after its own.
    for cell, letter in layout.letters.items():
        state[cell] = code.setdefault(letter, len(code))
    texts = list(dict.fromkeys([*(word.symbols for word in layout.words), *forbid]))
    texts = [text for text in texts if all(letter in code for letter in text)]
    lines = all_placements(layout.board, [HiddenWord(text, text) for text in texts], HEADINGS)
    for text, places in zip(texts, lines, strict=True):
        needed = np.array([code[letter] for letter in text], dtype=np.int64)
        here = state[places.cells]
        free = here == _FREE
        # A free cell takes only what the filler uses.
        fits = ((free & (needed < n)) | (here == needed)).all(axis=1) & free.any(axis=1)
        open_, at = free[fits], number[places.cells[fits]]
        literals: I32 = (-(1 + at * n + needed))[open_].astype(np.int32)
        if len(literals):
            builder.add_ragged(literals, open_.sum(axis=1))
    return builder.build(len(layout.unused) * n)
