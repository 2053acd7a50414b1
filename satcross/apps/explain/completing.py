"""Letters for the cells of freed slots, after those of the slots that are kept were found."""

from __future__ import annotations

from itertools import combinations, product

from satcross import Puzzle
from satcross.apps.explain.changes import Changed, entry_rules, may_add_words
from satcross.apps.explain.rules import NoGood, Verdict
from satcross.extend import Filled, RuleChecker, Slot, SlotContent

MAX_TRIES = 20_000  # of letters in cells that no kept slot has


def complete(changed: Changed, verdict: Verdict) -> tuple[dict[int, int] | None, NoGood | None]:
    """(letters in all cells, {}), or (None, what must not stand so again).

    What must not is a word that is repeated, or one that a freed slot cannot have. Cells that only
    freed slots have may hold anything: letters that make a new string, if any do.
    Where no slot is kept and none do, nothing may stand so again: (None, {}). (None, None) when
    there are too many to try.
    """
    puzzle = changed.puzzle
    in_slots = {cell for slot in puzzle.slots for cell in slot.cells}
    letters = {**verdict.letters, **puzzle.givens}
    letters = {cell: code for cell, code in letters.items() if cell in in_slots}
    free = sorted(in_slots.difference(letters))
    clash: NoGood = {}
    codes_of_cells = [code for code in range(len(puzzle.texts)) if code not in puzzle.given_only]
    tries = product(codes_of_cells, repeat=len(free))
    for n_tries, codes in enumerate(tries):
        filled = letters | dict(zip(free, codes, strict=True))
        clash = _repeat(puzzle, filled) or _misspelt(changed, filled)
        if not clash:
            return filled, {}
        if n_tries == MAX_TRIES:
            return None, None
    return None, letters if free else clash


def _repeat(puzzle: Puzzle, letters: dict[int, int]) -> NoGood:
    """The letters of two slots that exclude each other; {} when there are none."""
    if not may_add_words(puzzle):
        return {}  # no slot was freed, so that the search has compared all
    words = [puzzle.spelled(letters[cell] for cell in slot.cells) for slot in puzzle.slots]
    seen: dict[str, Slot] = {}
    twins = puzzle.twins
    for slot, word in zip(puzzle.slots, words, strict=True):
        if puzzle.distinct and len(slot) > 1:
            if word in seen and twins.get(slot.index) == seen[word].index:
                continue
            if word in seen:
                return {cell: letters[cell] for cell in (*seen[word].cells, *slot.cells)}
            seen[word] = slot
    if not puzzle.pair_rules:
        return {}
    given = {slot.index for slot in puzzle.slots if puzzle.given_codes(slot) is not None}
    # Some rules compare words of the list, others cells, of which some hold several letters.
    texts = puzzle.words.alphabet.texts
    cells = [
        puzzle.words.alphabet.joined([texts[letters[cell]] for cell in slot.cells])
        for slot in puzzle.slots
    ]
    compared = [
        (rule.clash(listed, [held[index] for index in sorted(given)]), held, rule.of_crossings)
        for rule in puzzle.pair_rules
        for listed, held in ((puzzle.listed, words) if rule.reads_list else (puzzle.words, cells),)
    ]
    for one, two in combinations([slot for slot in puzzle.slots if len(slot) > 1], 2):
        is_compared = one.index not in given or two.index not in given
        have_common = not set(one.entry_cells).isdisjoint(two.entry_cells)
        if is_compared and any(
            clash(held[one.index], held[two.index])
            for clash, held, of_crossings in compared
            if have_common or not of_crossings
        ):
            return {cell: letters[cell] for cell in (*one.cells, *two.cells)}
    return {}


def _misspelt(changed: Changed, letters: dict[int, int]) -> NoGood:
    """The letters of a freed slot that spell what no word to be added may be; {} if none do."""
    puzzle = changed.puzzle
    for rule in entry_rules(puzzle, of_list=False):
        for slot in (puzzle.slots[index] for index in sorted(changed.freed)):
            codes = [letters[cell] for cell in slot.cells]
            cells = tuple(puzzle.texts[code] for code in codes)
            is_given = puzzle.given_codes(slot) is not None
            word = puzzle.spelled(codes)
            entry = SlotContent(slot.name, cells, word, is_given, word)
            filled = Filled({}, [entry], puzzle.listed, puzzle.distinct)
            if any(True for _ in RuleChecker(rule).faults(filled)):
                return {cell: letters[cell] for cell in slot.cells}
    return {}
