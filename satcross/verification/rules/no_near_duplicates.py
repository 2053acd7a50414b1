"""No two entries are forms of one word, pair by pair.

The base forms of words are those that `satcross.words.lemmas` describes, found by separate code.
"""

from __future__ import annotations

from typing import Any

from satcross.verification.rules import Filled
from satcross.words import WordList

FAULT = "near"


def faults(rule: Any, filled: Filled) -> list[tuple[str, str]]:
    """(slot, what is wrong) for every pair of entries that are forms of one word."""
    given = {entry.reading for entry in filled.entries if entry.given}
    root = {
        entry.reading: root_of_word(entry.reading, filled.words, given) for entry in filled.entries
    }
    return [
        (
            other.slot,
            f"{one.slot} {one.reading} and {other.slot} {other.reading} are forms of"
            f" {root[one.reading]}",
        )
        for one, other in filled.pairs()
        if root[one.reading] == root[other.reading]
        and not (filled.distinct and one.reading == other.reading)
    ]


# The endings of a near duplicate, as (ending, what the base form has instead). `_counts` has a rule
# for each. The first that leads to a known word is used.
_ENDINGS = (
    ("S", ""), ("ES", ""), ("IES", "Y"),
    ("D", ""), ("IED", "Y"), ("ED", ""), ("ED", "double"),
    ("ING", "short E"), ("ING", ""), ("ING", "E"), ("ING", "double"),
)  # fmt: skip


def root_of_word(word: str, words: WordList, given: set[str]) -> str:
    """The base form of a word, removing endings as long as that gives known words."""
    for ending, instead in _ENDINGS:
        rest = word.removesuffix(ending)
        if rest == word or not _counts(rest, ending, instead):
            continue
        base = rest[:-1] if instead == "double" else rest + instead.removeprefix("short ")
        if words.index(base) is not None or base in given:
            return root_of_word(base, words, given)
    return word


def _counts(rest: str, ending: str, instead: str) -> bool:
    """Whether this ending may be removed after `rest`."""
    n, last, two = len(rest), rest[-1:], rest[-2:]
    voiced = any(letter in "AEIOUY" for letter in rest)
    if instead == "Y":
        return n >= 2 and last not in "AEIOU"
    if instead == "double":
        return n >= 4 and voiced and last == two[0] and last not in "AEIOU"
    if instead:  # an E was dropped
        return n >= 2 and voiced and last != "E" and _is_short(rest) == (instead == "short E")
    enough = {
        "S": n >= 3 and last not in "SXZ",
        "ES": n >= 2 and (last in "SXZO" or two in ("CH", "SH")),
        "D": n >= (4 if two == "EE" else 3) and last == "E",
        "ED": n >= 3 and last != "E",
        "ING": n >= 2,
    }
    return voiced and enough[ending]


def _is_short(rest: str) -> bool:
    """Whether it ends in one vowel and one consonant other than W, X and Y."""
    if len(rest) < 2 or rest[-1] in "AEIOUWXY" or rest[-2] not in "AEIOU":
        return False
    return len(rest) == 2 or rest[-3] not in "AEIOU"
