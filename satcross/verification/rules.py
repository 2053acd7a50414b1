"""An independent check of the rules between entries, pair by pair, for `verify`.

The base forms of words are those that `satcross.words.lemmas` describes, found by separate code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from satcross.model.alphabet import Alphabet
from satcross.words import WordList

if TYPE_CHECKING:
    from satcross.model.constraints import Constraint, Letter, Word


@dataclass(frozen=True, slots=True)
class Entry:
    """The content of a slot.

    Args:
        slot: its name.
        cells: the text of each cell.
        given: whether all of it was given.
    """

    slot: str
    cells: tuple[str, ...]
    given: bool

    @property
    def word(self) -> str:
        """The word that it spells."""
        return "".join(self.cells)


def _pairs(entries: list[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """The pairs to compare by the rules that do not apply between given entries."""
    for one, other in combinations(entries, 2):
        if len(one.cells) > 1 and len(other.cells) > 1 and not (one.given and other.given):
            yield one, other


def shared_runs(entries: list[Entry], n: int) -> list[tuple[str, str]]:
    """(slot, what is wrong) for every pair of entries with `n` equal cells in a row."""
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
        entries: all entries.
        words: the list; given words count as known words, too.
        distinct: whether repeated words are reported elsewhere.
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


def unmet_constraints(
    constraints: Iterable[Constraint],
    cells: Mapping[str, str],
    entries: list[Entry],
    words: WordList,
) -> list[Constraint]:
    """The constraints that a fill does not meet, in their order.

    Args:
        constraints: plain data; what they mean is evaluated here.
        cells: what each cell of a slot holds, by the cell's name.
        entries: all of them.
        words: the list.
    """
    from satcross.model.constraints import Letter

    def holds(literal: Letter | Word) -> bool:
        if isinstance(literal, Letter):
            text = words.alphabet.normalise(literal.text)
            found = any(
                held == text for cell, held in cells.items() if literal.cell in (None, cell)
            )
        else:
            pattern = re.compile(regex_of(literal.pattern, words.alphabet), re.DOTALL)
            found = any(
                pattern.fullmatch(entry.word)
                for entry in entries
                if literal.slot in (None, entry.slot)
            )
        return found != literal.negated

    unmet: list[Constraint] = []
    for constraint in constraints:
        n = sum(map(holds, constraint.literals))
        if n < constraint.least or (constraint.most is not None and n > constraint.most):
            unmet.append(constraint)
    return unmet


def regex_of(pattern: str, alphabet: Alphabet) -> str:
    """A pattern of words as a regular expression."""
    out = ""
    while pattern:
        char, pattern = pattern[0], pattern[1:]
        if char == "[":
            inside, _, pattern = pattern.partition("]")
            negated = inside.startswith("^")
            letters = inside[negated:]
            while match := re.search("(.)-(.)", letters):  # a range
                first, last = (alphabet.letters.index(end.upper()) for end in match.groups())
                letters = letters.replace(match[0], alphabet.letters[first : last + 1])
            chosen = re.escape(alphabet.normalise(letters) or "")
            out += f"[{'^' * negated}{chosen}]"
        else:
            out += {"?": ".", ".": ".", "_": ".", "*": ".*"}.get(char) or re.escape(
                alphabet.normalise(char) or ""
            )
    return out


# The endings of a near duplicate, as (ending, what the base form has instead). `_counts` has a rule
# for each. The first that leads to a known word is used.
_ENDINGS = (
    ("S", ""), ("ES", ""), ("IES", "Y"),
    ("D", ""), ("IED", "Y"), ("ED", ""), ("ED", "double"),
    ("ING", "short E"), ("ING", ""), ("ING", "E"), ("ING", "double"),
)  # fmt: skip


def _root(word: str, words: WordList, given: set[str]) -> str:
    """The base form of a word, removing endings as long as that gives known words."""
    for ending, instead in _ENDINGS:
        rest = word.removesuffix(ending)
        if rest == word or not _counts(rest, ending, instead):
            continue
        base = rest[:-1] if instead == "double" else rest + instead.removeprefix("short ")
        if base in words or base in given:
            return _root(base, words, given)
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
