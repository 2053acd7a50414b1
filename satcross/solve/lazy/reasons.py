"""Why a slot removed or set a letter: a clause over its letters, built when a conflict asks.

The clause says that the slot's words (and, where one was taken because another slot is complete
with it, the rule that no word stands twice) leave no word that has it otherwise, given some
literals that were set earlier. It follows from the slot's words alone, so it is a lemma for ever,
whatever clauses were added to the solver meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bitarray import bitarray

if TYPE_CHECKING:
    from satcross.solve.lazy.pure_domains import PureDomains


def explain(state: PureDomains, literal: int, slot: int, before: int) -> list[int]:
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
    cell = state.cell_of[abs(literal)]
    table = state.tables[slot]
    words = state.start[slot]
    clause = []
    if literal:
        sets = table.without if literal > 0 else table.support
        words = words & sets[state.cells[slot].index(cell)][state.letter_of[abs(literal)]]
        clause.append(literal)
    if not words.any():
        return clause

    cell_of = state.cell_of
    left = words
    placed = []
    for setting in state.placed[slot]:
        place, variable, support = setting
        if place >= before:
            break
        if cell_of[variable] != cell:
            placed.append(setting)
            left = left & support
            if not left.any():
                return clause + _needed(words, placed)
    clause += [-variable for _, variable, _ in placed]
    _add_killers(clause, state, slot, left, before)
    return clause


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


def _add_killers(
    clause: list[int], state: PureDomains, slot: int, words: bitarray, before: int
) -> None:
    """Add false literals that took each of `words`: removed letters, else complete slots.

    Word by word, the letter of it that was removed first; that takes other words as well.
    """
    table, removed = state.tables[slot], state.removed[slot]
    takers = state.takers[slot] or state.find_takers(slot)
    patterns, position = table.patterns_of, state.position
    places, last = state.removed_at[slot], len(removed) - 1
    crossed = False
    word = words.find(1)
    while word >= 0:
        letters = patterns[word] or table.pattern(word)
        # What was removed first of the word is in the first of the growing sets that meets it. It
        # is looked for from where it was the last time.
        at = places[word]
        at = at if at < last else last
        hit = letters & removed[at]
        if hit:
            earlier = letters & removed[at - 1]
            while earlier:
                hit = earlier
                at -= 1
                earlier = letters & removed[at - 1]
        else:
            while at < last and not hit:
                at += 1
                hit = letters & removed[at]
        places[word] = at if at < 256 else 255
        if hit:
            variable, without = takers[hit]
            taken = position[-variable] < before
        if hit and taken:
            clause.append(variable)
            words = words & without
        else:
            other = _complete_with(state, slot, word, before)
            clause += [-state.ids[cell][state.value[cell]] for cell in state.cells[other]]
            words = words.copy()
            words[word] = False
            crossed = True
        word = words.find(1, word + 1)
    if crossed:  # a complete slot that crosses this one has letters that are in the clause already
        clause[:] = dict.fromkeys(clause)


def _complete_with(state: PureDomains, slot: int, word: int, before: int) -> int:
    """The slot that was complete with `word`, and so took it from `slot`."""
    for row, since, other in state.excluded[slot]:
        if row == word and since <= before:
            return other
    raise RuntimeError("a removed letter has no reason: the lazy engine's trail is damaged")
