"""Where the entries of the built-in list come from: their kinds, sources and scores.

`builtin-origin.gz` has a line for each entry, in the order of the files of `ORIGIN_FILES`: the
letter of its kind, the letters of its sources, its familiarity, its score in the Collaborative Word
List if it is there, and perhaps the word of which it is a form, with spaces between them.
`origin.toml` says what the letters mean. Nothing that fills grids reads either.
"""

from __future__ import annotations

import gzip
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
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

_FEW = 12  # words that are searched one by one rather than in every line
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_UPPER = bytes(range(256)).upper()
_DELETED = bytes(code for code in range(128) if not chr(code).isalpha() and code != ord("\n"))


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
    found: dict[str | None, Origin] = {}
    for written, entry, origin in _lines_of({word for word in letters.values() if word}):
        form, _, score = entry.rpartition(";")
        found[written] = _origin(form, int(score), origin)
    return {word: found[of] for word, of in letters.items() if of in found}


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
    rest = gzip.decompress(ORIGIN.read_bytes())
    for path in ORIGIN_FILES:
        entries = gzip.decompress(path.read_bytes())
        *origins, rest = rest.split(b"\n", entries.count(b"\n"))
        bare, lines = entries.translate(_UPPER, _DELETED).split(b"\n"), entries.splitlines()
        for row in [row for row, origin in enumerate(origins) if origin[0] in chosen]:
            written, _, score = lines[row].rpartition(b";")
            if int(score) < below:
                plain = bare[row].isascii() and written.replace(b" ", b"").isalpha()
                word = bare[row].decode() if plain else LATIN.normalise(written.decode())
                if word:
                    found.add(word)
    return frozenset(found)


def _lines_of(wanted: set[str]) -> Iterator[tuple[str, str, str]]:
    """(letters, line of the entry, line of its origin) of those entries that the list has."""
    left = set(wanted)
    rest = gzip.decompress(ORIGIN.read_bytes())
    for path in ORIGIN_FILES:
        if not left:
            return
        data = gzip.decompress(path.read_bytes())
        n = data.count(b"\n")
        rows = _likely_rows(data.translate(_UPPER, _DELETED), {word.encode() for word in left})
        *origins, rest = rest.split(b"\n", n) if rows or path != ORIGIN_FILES[-1] else [b""]
        entries = data.splitlines() if rows else []
        for row in rows:
            entry = entries[row].decode()
            letters = LATIN.normalise(entry.rpartition(";")[0])
            if letters in left:
                left.discard(letters)
                yield letters, entry, origins[row].decode()


def _likely_rows(bare: bytes, wanted: set[bytes]) -> list[int]:
    """Numbers of the lines, from 0, with a word or a character that may stand for a letter of one.

    Args: bare: lines of letters in capitals, others than those of ASCII as they are.
    """
    if len(wanted) > _FEW:
        lines = bare.split(b"\n")
        return [i for i, line in enumerate(lines) if line in wanted or not line.isascii()]
    framed = b"\n" + bare
    places = {match.start() for match in _NOT_ASCII.finditer(framed)}
    for word in wanted:
        at = framed.find(b"\n%b\n" % word)
        while at >= 0:
            places.add(at + 1)
            at = framed.find(b"\n%b\n" % word, at + 1)
    rows: dict[int, None] = {}
    row = last = 0
    for at in sorted(places):
        row += framed.count(b"\n", last, at)
        last = at
        rows[row - 1] = None
    return list(rows)


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
    from satcross.words.entries import Folds  # with numpy

    folds = Folds(LATIN)
    return (folds.normalise(line.rpartition(";")[0]) for line in lines)


def _text(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()
