"""What the next fill must not share with one that was found, as clauses over the letters."""

from __future__ import annotations

from collections.abc import Callable

from satcross.cnf.cardinality import at_least_k
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains
from satcross.model.fill import Fill
from satcross.model.puzzle import Slot
from satcross.solve.protocol import Session

Difference = Callable[[Fill, Session], list[list[int]]]


def difference(distinct: str | int, domains: Domains, letters: LetterVars) -> Difference:
    """The clauses that keep fills apart: see `Fills` for the kinds.

    Returns: a function of a found fill and the session that is to find the next; it gives clauses,
        an empty one when no other fill can differ enough.
    """
    if distinct == "words":
        return lambda fill, session: no_entry_again(fill, domains, letters)
    # Without a rebus a letter differs exactly where an entry does.
    if isinstance(distinct, int) and (distinct > 1 or domains.puzzle.has_rebus):
        return lambda fill, session: entries_differ(fill, distinct, domains, letters, session)
    return lambda fill, session: [[-v for v in letters.literals(fill.letters) if v]]


def free_slots(domains: Domains) -> list[Slot]:
    """The slots that are not wholly given."""
    puzzle = domains.puzzle
    return [slot for slot in puzzle.slots if puzzle.given_codes(slot) is None]


def no_entry_again(fill: Fill, domains: Domains, letters: LetterVars) -> list[list[int]]:
    """No free slot holds a word that a free slot of `fill` holds.

        OR { -L[s_i, w_i] : i }    for each such word w and each free slot s that could hold it

    One clause for each free entry, way to put it into cells, and slot of that length that has
    all its letters left.
    """
    free = free_slots(domains)
    clauses: list[list[int]] = []
    for word in dict.fromkeys(fill.entries[slot.index].word for slot in free):
        ways = domains.puzzle.spellings(word)
        for slot in free:
            clauses += not_this_word(slot, ways, letters)
    return clauses or [[]]


def not_this_word(slot: Slot, ways: list[tuple[int, ...]], letters: LetterVars) -> list[list[int]]:
    """One clause for each way to spell a word in the cells of a slot: it is not spelled so.

    Args:
        slot: the slot.
        ways: the letter codes of all spellings; those of another length or with a letter that is
            impossible in its cell need no clause.
        letters: the letter variables.
    """
    spelled = [
        [int(letters.ids[cell, code]) for cell, code in zip(slot.cells, codes, strict=True)]
        for codes in ways
        if len(codes) == len(slot)
    ]
    return [[-variable for variable in word] for word in spelled if 0 not in word]


def entries_differ(
    fill: Fill, k: int, domains: Domains, letters: LetterVars, session: Session
) -> list[list[int]]:
    """At least `k` free slots hold another word than in `fill`.

    With a variable D[s] for each free slot s, and the word w that `fill` has there:

        -D[s] or OR { -L[s_i, w_i] : i }      for each way to put w into the cells of s
        at least k of the D

    A word is the letters that it spells: put into the cells in another way, with a rebus
    elsewhere, it is still the same word. The auxiliaries are NOT determined by the letters: D[s]
    may be false where the words differ.
    """
    free = free_slots(domains)
    if k > len(free):
        return [[]]
    clauses: list[list[int]] = []
    differs: list[int] = []
    for slot in free:
        variable = session.new_variable()
        differs.append(variable)
        ways = domains.puzzle.spellings(fill.entries[slot.index].word)
        clauses += [[-variable, *clause] for clause in not_this_word(slot, ways, letters)]
    return clauses + at_least_k(differs, k, session.new_variable)
