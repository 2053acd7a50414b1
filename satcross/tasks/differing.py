"""What the next fill must not share with one that was found, as clauses over the letters."""

from __future__ import annotations

from collections.abc import Callable

from satcross.cnf.cardinality import at_least_k
from satcross.consistency import Domains
from satcross.encode.letters import LetterVars
from satcross.fill import Fill
from satcross.puzzle import Slot
from satcross.solve.protocol import Session

Difference = Callable[[Fill, Session], list[list[int]]]


def difference(distinct: str | int, domains: Domains, letters: LetterVars) -> Difference:
    """The clauses that keep fills apart: see `enumerate_fills` for the kinds.

    Returns: a function of a found fill and the session that is to find the next; it gives clauses,
        an empty one when no other fill can differ enough.
    """
    if distinct == "words":
        return lambda fill, session: no_entry_again(fill, domains, letters)
    if isinstance(distinct, int) and distinct > 1:
        return lambda fill, session: entries_differ(fill, distinct, domains, letters, session)
    return lambda fill, session: [[-v for v in letters.literals(fill.letters) if v]]


def free_slots(domains: Domains) -> list[Slot]:
    """The slots that are not wholly given."""
    puzzle = domains.puzzle
    return [slot for slot in puzzle.slots if puzzle.given_codes(slot) is None]


def no_entry_again(fill: Fill, domains: Domains, letters: LetterVars) -> list[list[int]]:
    """No free slot holds a word that a free slot of `fill` holds.

        OR { -L[s_i, w_i] : i }    for each such word w and each free slot s that could hold it

    One clause for each free entry, way to put it into cells, and slot of so many cells that has
    all its letters left.
    """
    puzzle = domains.puzzle
    free = free_slots(domains)
    clauses: list[list[int]] = []
    for word in dict.fromkeys(fill.entries[slot.index].word for slot in free):
        for codes in puzzle.spellings(word):
            for slot in free:
                if len(slot) == len(codes):
                    clause = [
                        -int(letters.ids[c, a]) for c, a in zip(slot.cells, codes, strict=True)
                    ]
                    if 0 not in clause:
                        clauses.append(clause)
    return clauses or [[]]


def entries_differ(
    fill: Fill, k: int, domains: Domains, letters: LetterVars, session: Session
) -> list[list[int]]:
    """At least `k` slots hold another word than in `fill`.

    With a variable D[s] for each free slot:

        -D[s] or OR { -L[s_i, w_i] : i }
        at least k of the D

    The auxiliaries are NOT determined by the letters: D[s] may be false where the words differ.
    """
    free = free_slots(domains)
    if k > len(free):
        return [[]]
    clauses: list[list[int]] = []
    differs: list[int] = []
    for slot in free:
        variable = session.new_variable()
        differs.append(variable)
        held = [-int(letters.ids[cell, fill.letters[cell]]) for cell in slot.cells]
        clauses.append([-variable, *held])
    return clauses + at_least_k(differs, k, session.new_variable)
