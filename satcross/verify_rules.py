"""The rules between entries again, pair by pair: what `verify` has of them.

The forms of a word are told as `satcross.words.lemmas` describes, by code of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from satcross.words import WordList


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in a slot.

    Args:
        slot: its name.
        cells: what each cell holds.
        given: whether all of it was given.
    """

    slot: str
    cells: tuple[str, ...]
    given: bool

    @property
    def word(self) -> str:
        """What it spells."""
        return "".join(self.cells)


def _pairs(entries: list[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """The pairs to compare by the rules that leave alone what was given."""
    for one, other in combinations(entries, 2):
        if len(one.cells) > 1 and len(other.cells) > 1 and not (one.given and other.given):
            yield one, other


def shared_runs(entries: list[Entry], n: int) -> list[tuple[str, str]]:
    """(slot, what is wrong) for every pair of entries with `n` cells in a row alike."""
    runs = {
        entry.slot: [entry.cells[i : i + n] for i in range(len(entry.cells) - n + 1)]
        for entry in entries
    }
    faults: list[tuple[str, str]] = []
    for one, other in _pairs(entries):
        shared = [run for run in runs[other.slot] if run in set(runs[one.slot])]
        if shared:
            text = "".join(shared[0])
            words = f"{one.slot} {one.word} and {other.slot} {other.word}"
            faults.append((other.slot, f"{words} both have {text}"))
    return faults


def near_duplicates(entries: list[Entry], words: WordList, distinct: bool) -> list[tuple[str, str]]:
    """(slot, what is wrong) for every pair of entries that are forms of one word.

    Args:
        entries: all of them.
        words: the list; words that were given are known besides.
        distinct: whether a word that stands twice is told of elsewhere.
    """
    given = {entry.word for entry in entries if entry.given}
    root = {entry.word: _root(entry.word, words, given) for entry in entries}
    return [
        (
            other.slot,
            f"{one.slot} {one.word} and {other.slot} {other.word} are forms of {root[one.word]}",
        )
        for one, other in _pairs(entries)
        if root[one.word] == root[other.word] and not (distinct and one.word == other.word)
    ]


# The endings of a near duplicate, as (ending, what the base form has instead). Each has a rule of
# its own for when it counts: `_counts`. The first that leads to a known word is taken.
_ENDINGS = (
    ("S", ""), ("ES", ""), ("IES", "Y"),
    ("D", ""), ("IED", "Y"), ("ED", ""), ("ED", "double"),
    ("ING", "short E"), ("ING", ""), ("ING", "E"), ("ING", "double"),
)  # fmt: skip


def _root(word: str, words: WordList, given: set[str]) -> str:
    """What a word comes from, following endings as long as known words are met."""
    for ending, instead in _ENDINGS:
        rest = word.removesuffix(ending)
        if rest == word or not _counts(rest, ending, instead):
            continue
        base = rest[:-1] if instead == "double" else rest + instead.removeprefix("short ")
        if base in words or base in given:
            return _root(base, words, given)
    return word


def _counts(rest: str, ending: str, instead: str) -> bool:
    """Whether an ending is one, after `rest`."""
    n, last, two = len(rest), rest[-1:], rest[-2:]
    voiced = any(letter in "AEIOUY" for letter in rest)
    if instead == "Y":
        return n >= 2 and last not in "AEIOU"
    if instead == "double":
        return n >= 4 and voiced and last == two[0] and last not in "AEIOU"
    if instead:  # an E that fell away
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
    """Whether it ends in one vowel and one consonant, but W, X and Y."""
    if len(rest) < 2 or rest[-1] in "AEIOUWXY" or rest[-2] not in "AEIOU":
        return False
    return len(rest) == 2 or rest[-3] not in "AEIOU"
