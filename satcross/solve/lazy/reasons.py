"""Why a slot removed or set a letter: a clause over its letters, built when a conflict asks.

The clause says that the slot's words (and, where one was taken because another slot is complete
with it, the rule that no word stands twice) leave no word that has it otherwise, given some
literals that were set earlier. It follows from the slot's words alone, so it is a lemma for ever,
whatever clauses were added to the solver meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bitarray import bitarray

from satcross.solve.lazy.state import NOT_SET

if TYPE_CHECKING:
    from satcross.solve.lazy.pure import PureState


def explain(state: PureState, literal: int, slot: int, before: int) -> list[int]:
    """The reason of a letter that a slot removed or set, or that it has no word.

    Args:
        state: whose trail it is on, or would be.
        literal: the literal that follows; 0 for a slot without a word.
        slot: the slot all of whose words that would make the literal false are gone.
        before: only literals at trail positions below this may be used.

    Returns: a clause with `literal` first, unless it is 0; the others are false literals of cells
        of the slot, and of slots complete with a word taken from it.

    First the letters set in the slot, in the order they were set, until no word is left; then
    they are made needed: the last one is, and from the front again until the rest are. What
    words the set letters leave over, removed letters or complete slots must have taken.
    """
    variable = abs(literal)
    cell, letter = state.cell_of[variable], state.letter_of[variable]
    cells = state.cells[slot]
    table = state.tables[slot]
    words = state.start[slot]
    clause = []
    if literal:
        sets = table.without if literal > 0 else table.support
        words = words & sets[cells.index(cell)][letter]
        clause.append(literal)
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
    for n_used, (_, _, support) in enumerate(placed, 1):
        left = left & support
        if not left.any():
            clause += _needed(words, placed[:n_used])
            return clause
    clause += [-variable for _, variable, _ in placed]
    # A complete slot that crosses this one has letters that are in the clause already.
    return list(dict.fromkeys(clause + _killers(state, slot, left, before)))


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


def _killers(state: PureState, slot: int, words: bitarray, before: int) -> list[int]:
    """False literals that took each of `words`: removed letters, else complete slots.

    Word by word, the letter of it that was removed first; that takes other words as well.
    """
    cells = state.cells[slot]
    table = state.tables[slot]
    position, ids, value = state.position, state.ids, state.value
    length = len(cells)
    places = [(offset, ids[other]) for offset, other in enumerate(cells)]
    letters, without = table.letters, table.without
    used: list[int] = []
    word = words.find(1)
    while word >= 0:
        first, taker, at = before, 0, 0
        row = letters[word * length : (word + 1) * length]
        for offset, variables in places:
            variable = variables[row[offset]]
            place = position[-variable]
            if NOT_SET < place < first:
                first, taker, at = place, variable, offset
        if taker:
            used.append(taker)
            words = words & without[at][row[at]]
        else:
            other = _complete_with(state, slot, word, before)
            used += [-ids[c][value[c]] for c in state.cells[other]]
            words = words.copy()
            words[word] = False
        word = words.find(1, word + 1)
    return used


def _complete_with(state: PureState, slot: int, word: int, before: int) -> int:
    """The slot that was complete with `word`, and so took it from `slot`."""
    for row, since, other in state.excluded[slot]:
        if row == word and since <= before:
            return other
    raise RuntimeError("a removed letter has no reason: the lazy engine's trail is damaged")
