"""No two entries are written with the same word, pair by pair.

The words of an entry are those of the list's written form; the small ones that do not count are
those of `satcross.words.parts`.
"""

from __future__ import annotations

from typing import Any

from satcross.verification.rules import Filled
from satcross.verification.rules.no_near_duplicates import root_of_word
from satcross.words import WordList
from satcross.words.parts import Parts

FAULT = "shared"


def faults(rule: Any, filled: Filled) -> list[tuple[str, str]]:
    """(slot, what is wrong) for every pair of entries with a word in common."""
    given = {entry.reading for entry in filled.entries if entry.given}
    roots = {
        entry.reading: roots_of(entry.reading, rule.n, filled.words, given)
        for entry in filled.entries
    }
    return [
        (
            other.slot,
            f"{one.slot} {one.reading} and {other.slot} {other.reading} share the word"
            f" {min(roots[one.reading] & roots[other.reading])}",
        )
        for one, other in filled.pairs()
        if roots[one.reading] & roots[other.reading]
        and not (filled.distinct and one.reading == other.reading)
    ]


def roots_of(word: str, least: int, words: WordList, given: set[str]) -> set[str]:
    """The base forms of an entry's words. Args: least: letters that a word must have to count."""
    apart = "".join(
        char if char in "'\u2019" or (char.isalnum() and not char.isdecimal()) else " "
        for char in words.written(word)
    )
    parts = (words.alphabet.normalise(part) or "" for part in apart.split())
    return {
        root_of_word(part, words, given)
        for part in parts
        if len(part) >= max(least, 1) and part not in Parts.SMALL_WORDS
    }
