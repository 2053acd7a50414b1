"""What the next fill must not share with one that was found, as clauses over the letters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from satcross.checks import check_integer
from satcross.cnf.cardinality import at_least_k
from satcross.encoding.letters import LetterVars
from satcross.errors import OptionError
from satcross.model.cellnames import normal_name
from satcross.model.consistency import Domains
from satcross.model.fill import Fill
from satcross.model.needs import Need
from satcross.model.puzzle import Puzzle, Slot
from satcross.model.refill import letters_apart
from satcross.rules.literals import printed_cells
from satcross.solve.protocol import Session
from satcross.tasks.symmetry import Symmetries, find_symmetries

Difference = Callable[[Fill, Session], bool]

SYMMETRIC = frozenset({Need.REBUS, Need.SPELLED_APART, Need.PAIRS})
"""The `Puzzle.needs` that an image of a fill keeps as the fill does."""


def difference(distinct: str | int, domains: Domains, letters: LetterVars) -> Difference:
    """What keeps fills apart: see `Fills` for the kinds.

    Returns: a function of a found fill and the session that is to find the next. It adds clauses to
        the session, and says whether another fill can differ enough.
    """
    clauses_for = _clauses_for(distinct, domains, letters)

    def differ(fill: Fill, session: Session) -> bool:
        clauses = clauses_for(fill, session)
        for clause in clauses:
            session.add_clause(clause)
        return all(clauses)

    return differ


def _clauses_for(
    distinct: str | int, domains: Domains, letters: LetterVars
) -> Callable[[Fill, Session], list[list[int]]]:
    """The clauses, an empty one when no other fill can differ enough."""
    if isinstance(distinct, str) and (k := letters_apart(distinct)):
        printed = frozenset(printed_cells(domains.puzzle))
        return lambda fill, session: letters_differ(fill, k, letters, session, printed)
    if distinct == "symmetry":
        symmetries = find_symmetries(domains.puzzle)
        return lambda fill, session: no_image_again(fill, symmetries, letters)
    if isinstance(distinct, str) and (slots := slots_named(distinct, domains.puzzle)):
        return lambda fill, session: other_words(fill, slots, domains, letters, session)
    if distinct == "words":
        return lambda fill, session: no_entry_again(fill, domains, letters)
    puzzle = domains.puzzle
    # Without a rebus and hidden cells a letter differs exactly where an entry does.
    has_others = puzzle.has_rebus or any(slot.n_extra for slot in puzzle.slots)
    if isinstance(distinct, int) and (distinct > 1 or has_others):
        return lambda fill, session: entries_differ(fill, distinct, domains, letters, session)
    return lambda fill, session: [[-v for v in letters.literals(fill.letters) if v]]


def slots_named(distinct: str, puzzle: Puzzle) -> list[Slot]:
    """The slots of names that are separated by commas, as in "17A,26A"; none for anything else.

    Raises:
        OptionError: it is such a list, but a slot is not there, or all are wholly given.
    """
    names = [normal_name(name) for name in distinct.split(",")]
    if not all(_is_slot_name(name) for name in names):
        return []
    try:
        slots = list(dict.fromkeys(puzzle.slot(name) for name in names))
    except OptionError as error:
        raise OptionError(error.problem, hint=error.hint, parameter="distinct") from None
    if all(puzzle.given_codes(slot) is not None for slot in slots):
        raise OptionError(
            f"the letters of {distinct} are given, so all fills have the same words there",
            hint="free them, or name other entries",
            parameter="distinct",
        )
    return slots


def _is_slot_name(name: str) -> bool:
    return name[:-1].isdecimal() and name[-1:].upper() in ("A", "D")


def check_distinct(distinct: str | int, puzzle: Puzzle) -> None:
    """Raise OptionError unless fills of `puzzle` can differ so: see `Fills`."""
    if not isinstance(distinct, str):
        check_integer(distinct, "distinct", at_least=1)
    elif distinct == "symmetry":
        if not puzzle.needs <= SYMMETRIC:
            raise OptionError(
                "the image of a fill might break the puzzle's rules",
                hint="choose another sense of distinct",
                parameter="distinct",
            )
        if find_symmetries(puzzle).n == 1:
            raise OptionError(
                "the grid has no symmetry that makes another fill of a fill: it is not symmetric"
                " along the main diagonal, and has no separate parts that are alike",
                hint="leave it out",
                parameter="distinct",
            )
    elif (
        distinct not in ("grids", "words", "auto")
        and not letters_apart(distinct)
        and not slots_named(distinct, puzzle)
    ):
        raise OptionError(
            "must be grids, words, symmetry, auto, a number of entries from 1, a number of"
            f" letters as in 3-letters, or names of entries as in 17A,26A, got {distinct!r}",
            parameter="distinct",
        )


def no_image_again(fill: Fill, symmetries: Symmetries, letters: LetterVars) -> list[list[int]]:
    """Neither the fill nor one of its images is found again: a clause for each."""
    images = dict.fromkeys(tuple(one.items()) for one in symmetries.images(dict(fill.letters)))
    return [[-v for v in letters.literals(dict(image)) if v] for image in images]


def other_words(
    fill: Fill, slots: Sequence[Slot], domains: Domains, letters: LetterVars, session: Session
) -> list[list[int]]:
    """The slots do not have the same set of words as in `fill`, in whatever order.

    With a variable O[s] for each slot s, N[w] for each word w of the set, and all ways to put w
    into the cells of s:

        OR { O[s] : s } or OR { N[w] : w }
        -O[s] or OR { -L[s_i, w_i] : i }      for each w: s has a word of no slot of `fill`
        -N[w] or OR { -L[s_i, w_i] : i }      for each s: w is in no slot

    The auxiliaries are NOT determined by the letters.
    """
    words = list(dict.fromkeys(fill.entries[slot.index].word for slot in slots))
    other = {slot: session.new_variable() for slot in slots}
    clauses: list[list[int]] = []
    none: list[int] = []
    for word in words:
        none.append(session.new_variable())
        ways = domains.puzzle.spellings(word)
        for slot in slots:
            for clause in not_this_word(slot, ways, letters):
                clauses += [[-other[slot], *clause], [-none[-1], *clause]]
    return [*clauses, [*other.values(), *none]]


def letters_differ(
    fill: Fill, k: int, letters: LetterVars, session: Session, printed: Collection[int]
) -> list[list[int]]:
    """At least `k` printed cells hold another letter than in `fill`, of those that can.

    The auxiliaries are NOT determined by the letters.
    """
    others = (letters.ids != 0).sum(axis=1) > 1
    differs = [
        -v
        for v in letters.literals(fill.letters)
        if v and others[letters.cell_of[v]] and letters.cell_of[v] in printed
    ]
    return [[]] if k > len(differs) else at_least_k(differs, k, session.new_variable)


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
        [int(letters.ids[cell, code]) for cell, code in zip(slot.entry_cells, codes, strict=True)]
        for codes in ways
        if len(codes) == slot.n_letters
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
