"""Lists of their own for some slots: of a theme, or of long entries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from satcross.errors import OptionError
from satcross.rules import Rule, rule_of_text
from satcross.rules.entries import NOT, EntriesRule, slots_chosen
from satcross.words import WordList

if TYPE_CHECKING:
    from satcross.model.value import PuzzleValue


def check_slots(puzzle: PuzzleValue, slots: str) -> None:
    """Raise OptionError if a puzzle lacks slots of these names."""
    for name in slots_chosen(EntriesRule.parts_of(slots)[0], puzzle.slots):
        puzzle.slot(name)


def with_slot_lists(
    words: WordList, lists: Iterable[tuple[str, WordList]]
) -> tuple[WordList, tuple[Rule, ...]]:
    """The same for several lists. Args: lists: slots, and their list."""
    rules: list[Rule] = []
    for slots, own in lists:
        words, added = with_slot_list(words, slots, own)
        rules += added
    return words, tuple(rules)


def with_slot_list(words: WordList, slots: str, own: WordList) -> tuple[WordList, tuple[Rule, ...]]:
    """(the list with the words of another, the rules that keep these to some slots).

    The slots hold words of their own list alone. Those that `words` lacks are for them alone.

    Args:
        words: of the other slots; the score of a word that both lists have is that of this one.
        slots: as in "12A 14D", "10+" and "*D", or "slot" for all.
        own: their list, of the same alphabet.

    Raises:
        OptionError: there are no slots, or the alphabets differ.

    >>> words, rules = with_slot_list(WordList.of(["cat"]), "1A", WordList.of({"Zebu": 70}))
    >>> [rule.to_text() for rule in rules], words.score("ZEBU")
    (['word-list 1A: ZEBU', 'no-words ~1A: ZEBU'], 70)
    """
    names, rest = EntriesRule.parts_of(slots)
    if rest or any(name.startswith(NOT) for name in names):
        raise OptionError(
            f"{slots[:60]!r} names no slots for a list", hint="write '12A 14D', or '10+'"
        )
    every = sorted(word for word, _ in own.words())
    if not every:
        raise OptionError("the list of these slots is empty", parameter="words")
    new = [word for word in every if word not in words]
    rules = [rule_of_text(f"word-list {slots}: {', '.join(every)}")]
    if new and names:
        others = " ".join(f"{NOT}{name}" for name in names)
        rules.append(rule_of_text(f"no-words {others}: {', '.join(new)}"))
    return (WordList.combined(words, own) if new else words), tuple(rules)
