"""Where the entries of the built-in list come from: their kinds, sources and scores.

`builtin-origin.gz` has a line for each entry, in the order of the files of `ORIGIN_FILES`: the
letter of its kind, the letters of its sources, its familiarity, its score in the Collaborative Word
List if it is there, and perhaps the word of which it is a form, with spaces between them.
`origin.toml` says what the letters mean. Nothing that fills grids reads either.
"""

from __future__ import annotations

import gzip
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from satcross.model.alphabet import LATIN
from satcross.words.builtin import BUILTIN_FILES, BUILTIN_VULGAR, DATA
from satcross.words.entries import Folds

if TYPE_CHECKING:
    from satcross.words.wordlist import WordList

ORIGIN = DATA / "builtin-origin.gz"
ORIGIN_FILES = (*(path for path, _ in BUILTIN_FILES), BUILTIN_VULGAR)

_LEGEND = tomllib.loads((DATA / "origin.toml").read_text(encoding="utf-8"))
KINDS: Mapping[str, str] = _LEGEND["kinds"]
SOURCES: Mapping[str, str] = _LEGEND["sources"]
STEPS: Mapping[int, str] = {int(low): text for low, text in _LEGEND["steps"].items()}


class Origin(NamedTuple):
    """Where an entry and its score come from.

    Args:
        written: with its capitals, accents and spaces.
        score: 0 to 100.
        kind: a value of `KINDS`.
        sources: values of `SOURCES`.
        familiarity: about log10 of occurrences per billion words.
        collaborative: its score in the Collaborative Word List, 25 to 100; None if it is not there.
        form_of: the word of which it is a form, or "".
    """

    written: str
    score: int
    kind: str
    sources: tuple[str, ...]
    familiarity: float
    collaborative: int | None = None
    form_of: str = ""

    @property
    def meaning(self) -> str:
        """The meaning of the score.

        >>> Origin("cat", 79, "word", ("SCOWL",), 4.9).meaning
        'good in every puzzle'
        """
        return next(text for low, text in STEPS.items() if self.score >= low)


def origin_of(word: str) -> Origin | None:
    """The origin of an entry of the built-in list, vulgar ones included; None if it has none.

    Args: word: in any spelling: `Ice cream` is ICECREAM.

    >>> origin_of("ice cream").kind
    'phrase'
    """
    return origins_of([word]).get(word)


def origins_of(words: Iterable[str]) -> dict[str, Origin]:
    """The same of several entries by their spellings, without those that the list lacks.

    >>> origins_of(["don't", "zzzzq", "Ice cream"]).keys()
    dict_keys(["don't", 'Ice cream'])
    """
    letters = {word: LATIN.normalise(word) for word in words}
    wanted = set(letters.values()) - {None}
    found: dict[str | None, Origin] = {}
    lines = _text(ORIGIN)
    at = 0
    for path in ORIGIN_FILES:
        entries = _text(path)
        for i, written in enumerate(_letters(entries)):
            if written in wanted and written not in found:
                form, _, score = entries[i].rpartition(";")
                found[written] = _origin(form, int(score), lines[at + i])
        at += len(entries)
        if len(found) == len(wanted):
            break
    return {word: found[of] for word, of in letters.items() if of in found}


def _origin(form: str, score: int, line: str) -> Origin:
    kind, letters, familiarity, *more = line.split(" ")
    collaborative = int(more.pop(0)) if more and more[0].isdecimal() else None
    names = tuple(name for letter, name in SOURCES.items() if letter in letters)
    return Origin(form, score, KINDS[kind], names, float(familiarity), collaborative, *more)


def make_up(words: WordList) -> dict[str, int]:
    """Number of entries of each kind in a part of the built-in list.

    >>> from satcross.words import WordList
    >>> make_up(WordList.builtin(min_score=90))["phrase"] > 10
    True
    """
    left = {word for word, _ in words.words()}
    origins = iter(_text(ORIGIN))
    counts: Counter[str] = Counter()
    for path in ORIGIN_FILES:
        if not left:
            break
        # Which of two ends first does not matter: there is a line of origin for every entry.
        for word, origin in zip(_letters(_text(path)), origins, strict=False):
            if word in left:
                counts[origin[0]] += 1
                left.discard(word)
    return {kind: counts[letter] for letter, kind in KINDS.items() if counts[letter]}


def _letters(lines: list[str]) -> Iterator[str | None]:
    folds = Folds(LATIN)
    return (folds.normalise(line.rpartition(";")[0]) for line in lines)


def _text(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()
