"""Why a slot removed or set a letter: a clause, built when a conflict asks for it.

Most letters that propagation removes play no part in any conflict, so nothing is recorded when they
are removed. A reason is found afterwards from the positions of literals on the trail: only what was
there before the conclusion may explain it.

A reason follows from the slot's words alone (and, where a word was taken because another slot is
complete with it, from the rule that no word stands twice), so it stays true whatever clauses are
added later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bitarray import bitarray

from satcross.solve.lazy.state import NOT_SET

if TYPE_CHECKING:
    from oracles.lazy.state import PureState

Setting = tuple[int, int, bitarray]  # position on the trail, variable, the words that have it


def explain(state: PureState, literal: int, slot: int, before: int) -> list[int]:
    """The reason of a letter that a slot removed or set, or that it has no word.

    Every word that contradicts the conclusion must be excluded. If the letters set in the slot do
    that, the reason is a part of them from which none can be left out. If not, it has all of them,
    and what excludes the words that they leave.

    Args:
        state: whose trail it is on, or would be.
        literal: the literal that follows; 0 for a slot without a word.
        slot: the slot that it follows from.
        before: only literals at trail positions below this may be used.

    Returns: a clause with `literal` first, unless it is 0; the others are false literals of cells
        of the slot, and of slots complete with a word taken from it.
    """
    clause, words, own_cell = [], state.start[slot], NOT_SET
    if literal:
        own_cell, letter = state.cell_of[abs(literal)], state.letter_of[abs(literal)]
        support = state.tables[slot].support[state.cells[slot].index(own_cell)][letter]
        words = words & (~support if literal > 0 else support)
        clause.append(literal)
    settings = _settings(state, slot, own_cell, before)
    left = words
    for _, _, support in settings:
        left = left & support
    if not left.any():
        return clause + _needed(words, settings)
    clause += [-variable for _, variable, _ in settings]
    clause += _excluders(state, slot, left, before)
    return list(dict.fromkeys(clause))  # a complete slot may cross this one


def _settings(state: PureState, slot: int, own_cell: int, before: int) -> list[Setting]:
    """The letters set in a slot's other cells, in the order in which they were set."""
    settings = []
    for cell, support in zip(state.cells[slot], state.tables[slot].support, strict=True):
        letter = state.value[cell]
        if letter != NOT_SET and cell != own_cell:
            variable = state.ids[cell][letter]
            settings.append((state.position[variable], variable, support[letter]))
    return sorted(setting for setting in settings if setting[0] < before)


def _needed(words: bitarray, settings: list[Setting]) -> list[int]:
    """Negated letters that exclude `words`, as all of `settings` do; none can be left out.

    The last letter of the shortest prefix that excludes all words is needed. The words that have it
    are excluded by a shorter prefix, the last letter of which is needed too; and so on.
    """
    needed = []
    while words.any():
        left = words
        for _, variable, support in settings:
            left = left & support
            if not left.any():
                needed.append(-variable)
                words = words & support
                break
    return needed


def _excluders(state: PureState, slot: int, words: bitarray, before: int) -> list[int]:
    """False literals that exclude each of `words`: removed letters, or else complete slots.

    For the first word it is the letter of it that was removed first. That excludes other words
    too; then for the first of the rest, and so on.
    """
    cells, table, position = state.cells[slot], state.tables[slot], state.position
    literals = []
    while words.any():
        row = words.find(1)
        removed: list[Setting] = []
        for cell, letter, support in zip(cells, table.word(row), table.support, strict=True):
            variable = state.ids[cell][letter]
            if NOT_SET < position[-variable] < before:
                removed.append((position[-variable], variable, support[letter]))
        if removed:
            _, variable, having = min(removed)
            literals.append(variable)
            words = words & ~having
        else:
            other = _complete_with(state, slot, row, before)
            literals += [-state.ids[cell][state.value[cell]] for cell in state.cells[other]]
            words = words.copy()
            words[row] = False
    return literals


def _complete_with(state: PureState, slot: int, row: int, before: int) -> int:
    """The slot that was complete with a word, and so took it from `slot`."""
    for taken in state.taken:
        if (taken.slot, taken.row) == (slot, row) and taken.n_trail <= before:
            return taken.owner
    raise RuntimeError("a removed letter has no reason: the lazy engine's trail is damaged")
