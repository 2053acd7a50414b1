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
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from satcross.model.alphabet import LATIN
from satcross.words.builtin import BUILTIN_FILES, BUILTIN_VULGAR, DATA

if TYPE_CHECKING:
    from satcross.words.wordlist import WordList

ORIGIN = DATA / "builtin-origin.gz"
ORIGIN_FILES = (*(path for path, _ in BUILTIN_FILES), BUILTIN_VULGAR)

_LEGEND = tomllib.loads((DATA / "origin.toml").read_text(encoding="utf-8"))
KINDS: Mapping[str, str] = _LEGEND["kinds"]
SOURCES: Mapping[str, str] = _LEGEND["sources"]
STEPS: Mapping[int, str] = {int(low): text for low, text in _LEGEND["steps"].items()}

_UPPER = bytes(range(256)).upper()
_DELETED = bytes(code for code in range(128) if not chr(code).isalpha() and code != ord("\n"))


HARD_KINDS = frozenset(("name", "person", "place", "abbreviation"))
KNOWN_SCORE = 50  # "fine in a newspaper": docs/guide/wordlist.md


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

    @property
    def is_hard_name(self) -> bool:
        """Whether it is a name that few solvers know: see `hard_names`."""
        return self.kind in HARD_KINDS and self.score < KNOWN_SCORE

    @staticmethod
    def of(words: Iterable[str]) -> dict[str, Origin]:
        """The origins of entries of the built-in list, by their spellings; vulgar ones too.

        Those that the list lacks are left out. Args: words: `Ice cream` is ICECREAM.

        >>> Origin.of(["don't", "zzzzq", "Ice cream"]).keys()
        dict_keys(["don't", 'Ice cream'])
        """
        letters = {word: LATIN.normalise(word) for word in words}
        left = {word for word in letters.values() if word}
        found: dict[str | None, Origin] = {}
        for lines, bare, origins in _files():
            likely = {word.encode() for word in left}
            rows = [at for at, some in enumerate(bare) if some in likely or not some.isascii()]
            for row in rows:
                word = _word(lines[row], bare[row])
                if word in left:
                    left.discard(word)
                    form, _, score = lines[row].decode().rpartition(";")
                    found[word] = _origin(form, int(score), origins[row].decode())
            if not left:
                break
        return {word: found[of] for word, of in letters.items() if of in found}

    @staticmethod
    def kinds_in(words: WordList) -> dict[str, int]:
        """Number of entries of each kind in a part of the built-in list.

        >>> from satcross.words import WordList
        >>> Origin.kinds_in(WordList.builtin(min_score=90))["phrase"] > 10
        True
        """
        left = {word for word, _ in words.words()}
        counts: Counter[str] = Counter()
        for lines, bare, origins in _files():
            for line, some, origin in zip(lines, bare, origins, strict=True):
                word = _word(line, some)
                if word in left:
                    counts[chr(origin[0])] += 1
                    left.discard(word)
            if not left:
                break
        return {kind: counts[letter] for letter, kind in KINDS.items() if counts[letter]}


def _origin(form: str, score: int, line: str) -> Origin:
    kind, sources, familiarity, *more = line.split(" ")
    collaborative = int(more.pop(0)) if more and more[0].isdecimal() else None
    names = tuple(name for letter, name in SOURCES.items() if letter in sources)
    return Origin(form, score, KINDS[kind], names, float(familiarity), collaborative, *more)


def of_kinds(kinds: Iterable[str], below: int) -> frozenset[str]:
    """The letters of all entries of the list that have one of some kinds and a low score.

    Args: kinds: values of `KINDS`; below: the least score that is too high.

    >>> names = of_kinds(["name", "person"], 50)
    >>> [word in names for word in ("ARIO", "OBAMA", "OBOE")]
    [True, False, False]
    """
    chosen = {ord(letter) for letter, kind in KINDS.items() if kind in set(kinds)}
    found: set[str] = set()
    for lines, bare, origins in _files():
        for row in [row for row, origin in enumerate(origins) if origin[0] in chosen]:
            is_low = int(lines[row].rpartition(b";")[2]) < below
            if is_low and (word := _word(lines[row], bare[row])):
                found.add(word)
    return frozenset(found)


@cache
def hard_names() -> frozenset[str]:
    """Names that few solvers know, in capitals: by their kind and score in the built-in list.

    The crossing of two of them is called a *Natick*: whoever knows neither has to guess a letter.
    Nothing says of a word of other lists alone that it is a name.

    >>> [word in hard_names() for word in ("NATICK", "OBAMA", "OBOE")]
    [True, False, False]
    """
    return of_kinds(HARD_KINDS, KNOWN_SCORE)


def _files() -> Iterator[tuple[list[bytes], list[bytes], list[bytes]]]:
    """Of each file its lines, these with ASCII letters in capitals alone, and their origins."""
    rest = gzip.decompress(ORIGIN.read_bytes())
    for path in ORIGIN_FILES:
        entries = gzip.decompress(path.read_bytes())
        *origins, rest = rest.split(b"\n", entries.count(b"\n"))
        yield entries.splitlines(), entries.translate(_UPPER, _DELETED).splitlines(), origins


def _word(line: bytes, bare: bytes) -> str | None:
    """The letters of an entry, of its line and what `_files` has of that."""
    written = line.rpartition(b";")[0]
    if bare.isascii() and written.replace(b" ", b"").isalpha():
        return bare.decode()
    return LATIN.normalise(written.decode())
