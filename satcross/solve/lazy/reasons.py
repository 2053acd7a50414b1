"""Why a letter was removed: a clause over the letters of the slot, built when the solver asks.

The clause says that the slot's words (and, where one was taken because another slot is complete
with it, the rule that no word stands twice) leave no word with the letter, given some literals
that were set earlier. It follows from the slot's words alone, so it is a lemma for ever, whatever
clauses were added to the solver meanwhile.
"""

from __future__ import annotations

from bitarray import bitarray
from bitarray.util import any_and

from satcross.solve.lazy.state import NOT_SET, State


def explain(state: State, literal: int, slot: int, before: int) -> list[int]:
    """The reason of a removed letter.

    Args:
        state: whose trail it is on, or would be.
        literal: the negative literal that follows.
        slot: the slot that has no word left with the letter.
        before: only literals at trail positions below this may be used.

    Returns: a clause with `literal` first; the others are false literals of cells of the slot,
        and of slots complete with a word taken from it.

    First the letters set in the slot, in the order they were set, until no word is left; then
    they are made needed: the last one is, and from the front again until the rest are. What
    words the set letters leave over, removed letters or complete slots must have taken.
    """
    cell, letter = state.cell_of[-literal], state.letter_of[-literal]
    cells = state.cells[slot]
    table = state.tables[slot]
    words = state.start[slot] & table.support[cells.index(cell)][letter]
    clause = [literal]
    if not words.any():
        return clause

    position, value, ids = state.position, state.value, state.ids
    placed: list[tuple[int, int, bitarray]] = []
    for offset, other in enumerate(cells):
        code = value[other]
        if other != cell and code != NOT_SET:
            variable = ids[other][code]
            place = position[variable]
            if place < before:
                placed.append((place, variable, table.support[offset][code]))
    placed.sort()

    left = words
    n_used = 0
    for _, _, support in placed:
        left = left & support
        n_used += 1
        if not left.any():
            clause += _needed(words, placed[:n_used])
            return clause
    clause += [-variable for _, variable, _ in placed]
    # A complete slot that crosses this one has letters that are in the clause already.
    return list(dict.fromkeys(clause + _killers(state, slot, cell, left, before)))


def _needed(words: bitarray, placed: list[tuple[int, int, bitarray]]) -> list[int]:
    """Literals of `placed`, negated, none of which can be left out; together they empty `words`."""
    needed: list[int] = []
    while placed:
        _, variable, support = placed.pop()
        needed.append(-variable)
        words = words & support
        if not words.any():
            break
        # The next needed one is the one that empties what the later ones leave.
        left = words
        for n_used, (_, _, earlier) in enumerate(placed, 1):
            left = left & earlier
            if not left.any():
                placed = placed[:n_used]
                break
    return needed


def _killers(state: State, slot: int, cell: int, words: bitarray, before: int) -> list[int]:
    """False literals that took each of `words`: removed letters, else complete slots.

    Earliest first; a removed letter is used only if it took a word that no used one took.
    """
    cells = state.cells[slot]
    table = state.tables[slot]
    position, ids, value = state.position, state.ids, state.value
    removed: list[tuple[int, int, bitarray]] = []
    present = table.masks(words) if words.count() <= 64 else -1
    width = state.n_letters
    for offset, other in enumerate(cells):
        if other == cell or (
            value[other] != NOT_SET and position[ids[other][value[other]]] < before
        ):
            continue
        here = present >> offset * width
        row = table.support[offset]
        for letter, variable in enumerate(ids[other]):
            if variable and here >> letter & 1:
                place = position[-variable]
                if NOT_SET < place < before:
                    removed.append((place, variable, row[letter]))
    removed.sort()
    used: list[int] = []
    for _, variable, support in removed:
        if any_and(words, support):
            used.append(variable)
            words = words & ~support
            if not words.any():
                return used
    for row_index, since, other in state.excluded[slot]:
        if since <= before and words[row_index]:
            words = words.copy()
            words[row_index] = False
            used += [-ids[c][value[c]] for c in state.cells[other]]
            if not words.any():
                return used
    raise RuntimeError("a removed letter has no reason: the lazy engine's trail is damaged")
