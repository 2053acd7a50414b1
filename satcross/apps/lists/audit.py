"""What is odd in a word list: duplicates, characters, scores, and entries that look wrong."""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import median
from typing import NamedTuple

import numpy as np

from satcross import LATIN, Alphabet, WordList
from satcross.apps.lists.records import ListLines, Record, read_lines
from satcross.words.builtin import BUILTIN_VULGAR
from satcross.words.entries import Folds
from satcross.words.lines import ListLine

BAND = 10  # scores
_COMMON_SIGNS = frozenset(" -'’.,!?&/:()\"“”")
_MOJIBAKE = re.compile("[ÃÂ][\u0080-\u00bf\u2018-\u2122\u0152-\u017e]|â€|\ufffd")
_MARKUP = re.compile(r"&(?:[a-z]{2,8}|#[0-9]{1,5});|</?[a-z]{1,6}>|https?:|www\.", re.IGNORECASE)
_STRAY_BLANKS = re.compile(r"\s{2}|\s[,.!?]")
_OUTSIDE = "characters outside the alphabet"
_THRICE = re.compile(r"(.)\1\1")
_VOWELS = frozenset("AEIOUY")
_ROMAN = re.compile(r"M*(?:CM|CD|D?C*)(?:XC|XL|L?X*)(?:IX|IV|V?I*)")
_LONG = 23  # letters; the widest grids of newspapers have 21 to 23 cells
_FEWEST_TRIPLES = 2  # that no known entry has: one is found in many good names
_LONG_ENOUGH = 5  # letters, below which abbreviations have any


class Duplicate(NamedTuple):
    """A word of several lines.

    Args:
        word: its letters.
        records: the lines.
    """

    word: str
    records: tuple[Record, ...]

    @property
    def has_scores(self) -> bool:
        """Whether the lines have different scores."""
        return len({record.score for record in self.records}) > 1


class OddCharacter(NamedTuple):
    """A character that is no letter of the alphabet, nor usual in written forms.

    Args:
        char: the character.
        name: as Unicode calls it.
        n_entries: how many entries have it.
        example: the first of them.
        leaves_out: whether an entry with it is left out.
    """

    char: str
    name: str
    n_entries: int
    example: Record
    leaves_out: bool


class Suspect(NamedTuple):
    """An entry that looks wrong.

    Args:
        record: the entry.
        reason: why.
    """

    record: Record
    reason: str


@dataclass(frozen=True, slots=True)
class Audit:
    """What is odd in a list.

    Args:
        source: its name.
        encoding: of its text.
        n_lines, n_entries, n_words: lines, those with an entry, and different words.
        duplicates: words of several lines, those with different scores first.
        characters: odd ones, the most frequent first.
        scores: number of words by score, banned ones not counted.
        n_banned: words with a score below 0.
        suspects: entries that look wrong, by reason and line.
    """

    source: str
    encoding: str
    n_lines: int
    n_entries: int
    n_words: int
    duplicates: Sequence[Duplicate]
    characters: Sequence[OddCharacter]
    scores: Mapping[int, int]
    n_banned: int
    suspects: Sequence[Suspect]

    @property
    def median_score(self) -> float:
        """The median of the words' scores; 0 without any."""
        return median(Counter(self.scores).elements()) if self.scores else 0

    @property
    def advice(self) -> str:
        """A scale that the scores suggest; "" if none."""
        if not self.scores:
            return ""
        low, high = min(self.scores), max(self.scores)
        if low == high:
            return f"all words score {high}"
        if high > 100:
            return f"scores go up to {high}: FILE@{0}-{high} maps them to 0-100"
        if high <= 60 and sum(self.scores.values()) >= 100:
            return f"no score is above {high}: FILE@0-{high} maps them to 0-100"
        return ""

    def bands(self) -> list[tuple[int, int]]:
        """(lowest score of a band of ten, number of words), the highest first."""
        found: Counter[int] = Counter()
        for score, n in self.scores.items():
            found[score // BAND * BAND] += n
        return sorted(found.items(), reverse=True)

    def by_reason(self) -> dict[str, list[Record]]:
        """The entries that look wrong by the reason."""
        found: dict[str, list[Record]] = defaultdict(list)
        for suspect in self.suspects:
            found[suspect.reason].append(suspect.record)
        return dict(found)


def audit(source: str | os.PathLike[str], alphabet: Alphabet = LATIN) -> Audit:
    """What is odd in a word list.

    With the letters A to Z, entries of the built-in list never look wrong.

    Args: source: a file, perhaps with a scale.

    Raises: WordListError, OptionError: the list cannot be read.
    """
    lines = read_lines(source, alphabet)
    by_word: dict[str, list[Record]] = defaultdict(list)
    for record in lines.records:
        by_word[record.word].append(record)
    twice = [Duplicate(word, tuple(found)) for word, found in by_word.items() if len(found) > 1]
    entries = lines.entries()
    n_lines = lines.text.data.count(b"\n") + (not lines.text.data.endswith(b"\n"))
    return Audit(
        lines.source,
        lines.text.encoding,
        n_lines if lines.text.data else 0,
        len(lines.records),
        len(by_word),
        sorted(twice, key=lambda one: (not one.has_scores, one.records[0].line)),
        _odd_characters(lines, alphabet),
        Counter(record.score for record in entries.values() if record.score != ListLine.BELOW_ZERO),
        sum(record.score == ListLine.BELOW_ZERO for record in entries.values()),
        sorted(_suspects(lines, alphabet), key=lambda one: (one.reason, one.record.line)),
    )


def _odd_characters(lines: ListLines, alphabet: Alphabet) -> list[OddCharacter]:
    counts: Counter[str] = Counter()
    examples: dict[str, Record] = {}
    usual: dict[str, bool] = {}
    for record in lines.records:
        for char in set(record.written):
            if char not in usual:
                usual[char] = char in _COMMON_SIGNS or bool(alphabet.fold(char))
            if not usual[char]:
                counts[char] += 1
                examples.setdefault(char, record)
    return [
        OddCharacter(
            char,
            unicodedata.name(char, f"U+{ord(char):04X}"),
            n,
            examples[char],
            alphabet.fold(char) is None,
        )
        for char, n in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def _suspects(lines: ListLines, alphabet: Alphabet) -> Iterator[Suspect]:
    """Entries that look wrong, each for the first reason that fits."""
    folds = Folds(alphabet)
    of_letters = _letter_checks() if alphabet == LATIN else []
    for record in lines.records:
        reason = _reason_of_text(record, folds)
        if not reason and of_letters and record.word.isalpha():
            reason = next((name for name, is_odd in of_letters if is_odd(record.word)), "")
        if reason:
            yield Suspect(record, reason)


def _reason_of_text(record: Record, folds: Folds) -> str:
    written = record.written
    if written.isascii() and written.isalpha() and written.upper() == record.word:
        n_letters = folds.alphabet.size(record.word)  # as most entries are
        return _reason_of_length(n_letters) if folds.alphabet.is_word(record.word) else _OUTSIDE
    if _MOJIBAKE.search(written):
        return "characters of another encoding"
    if _MARKUP.search(written):
        return "markup or an address"
    if any(unicodedata.category(char) in ("Cc", "Cf", "Co", "Cn") for char in written):
        return "invisible characters"
    letters = folds.normalise(written)
    if letters is None:
        digits = any(map(str.isdigit, written))
        return "digits" if digits else _OUTSIDE
    odd = _reason_of_length(folds.alphabet.size(letters))
    return odd or ("stray blanks" if _STRAY_BLANKS.search(written) else "")


def _reason_of_length(n_letters: int) -> str:
    least, most = WordList.MIN_LETTERS, WordList.MAX_LETTERS
    if least <= n_letters <= _LONG:
        return ""
    if n_letters < least:
        return f"fewer than {least} letters"
    return f"more than {most if n_letters > most else _LONG} letters"


@cache
def _letter_checks() -> list[tuple[str, Callable[[str], bool]]]:
    """Reasons of words of the letters A to Z, each with what is odd."""
    known = WordList.builtin(min_score=0)
    there = np.zeros((len(LATIN),) * 3, dtype=np.bool_)
    for n in known.lengths:
        codes = known.table(n).codes
        for at in range(n - 2):
            there[codes[:, at], codes[:, at + 1], codes[:, at + 2]] = True
    triples = {"".join(LATIN.letters[code] for code in three) for three in np.argwhere(there)}
    vulgar = {word for word, _ in WordList.load(BUILTIN_VULGAR).words()}

    def unknown(is_odd: Callable[[str], bool]) -> Callable[[str], bool]:
        return lambda word: is_odd(word) and word not in known

    def has_odd_triples(word: str) -> bool:
        found = sum(word[at : at + 3] not in triples for at in range(len(word) - 2))
        return found >= _FEWEST_TRIPLES and len(word) >= _LONG_ENOUGH

    return [
        ("vulgar", vulgar.__contains__),
        (
            "Roman numeral",
            lambda word: len(word) >= _LONG_ENOUGH and _ROMAN.fullmatch(word) is not None,
        ),
        (
            "no vowel",
            unknown(lambda word: len(word) >= _LONG_ENOUGH and _VOWELS.isdisjoint(word)),
        ),
        (
            "a letter three times in a row",
            unknown(lambda word: len(word) >= _LONG_ENOUGH and bool(_THRICE.search(word))),
        ),
        ("letters that never stand together in known entries", unknown(has_odd_triples)),
    ]
