"""Spaces restored in entries of lists that have none: ICECREAM is ICE CREAM.

An entry that a known list writes with spaces, hyphens or apostrophes is written so. Any other that
is no known word is cut into known words, but only where that is sure: one way must be clearly
better than all others. What is not sure is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from satcross import WordList
from satcross.apps.lists.records import Record
from satcross.words.lines import ListLine


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# docs/decisions/0062 has what these numbers cut rightly and wrongly, and others that were tried.
_MIN_SCORE = 50  # of a word of four letters or more
_MIN_SCORE_OF_3 = 70
_MIN_LETTERS = 9  # of an entry
_LONGEST = 15  # letters of a word
_PER_WORD = 80  # what each word costs, beside the points that its score lacks to 100
_MARGIN = 60  # by which the best way must cost less than the next
_TOP = 100
# Words of one or two letters: most others of the list are abbreviations.
_SHORT = _words("A I AN AS AT BE BY DO GO HE IF IN IS IT ME MY NO OF OH ON OR SO TO UP US WE")
# Parts of single words: UNDERSTATED, USELESSNESS.
_PREFIXES = _words(
    "AFTER ANTI AUTO BI BIO CON DIS ELECTRO EX HYPER IN INTER MEGA MICRO MID MINI MIS NON OUT OVER"
    " PER POLY POST PRE PRO RE RETRO SEMI SUB SUPER TELE TRANS ULTRA UN UNDER"
)
_SUFFIXES = _words(
    "ABLE ALLY ATION HOOD IBLE ION IONS IST ISM IVES LESS LIKE LY MAN MEN NESS SHIP TING WARD WARDS"
    " WISE"
)

Cut = tuple[int, tuple[str, ...]]
"""What a way to cut costs, and its words."""


@dataclass(frozen=True, slots=True)
class Restored:
    """Entries with their spaces.

    Args:
        entries: those that change, by word.
        n_known: how many of them a known list has.
        n_cut: how many were cut into known words.
        n_words: entries that are known words as they are.
        n_left: entries that were left because nothing about them is sure.
    """

    entries: Mapping[str, Record]
    n_known: int
    n_cut: int
    n_words: int
    n_left: int


@dataclass(frozen=True, slots=True)
class Spacer:
    """What knows how entries are written. Args: known: a list with written forms."""

    known: WordList
    _costs: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        costs: dict[str, int] = {}
        for length in self.known.lengths:
            if not 2 <= length <= _LONGEST:
                continue
            least = _MIN_SCORE_OF_3 if length == 3 else _MIN_SCORE
            scores = self.known.table(length).scores
            for row in (scores >= least).nonzero()[0].tolist():
                word = self.known.word(length, row)
                if length > 2 and is_one_word(self.known.written(word)):
                    costs[word] = _PER_WORD + max(0, _TOP - int(scores[row]))
        costs |= dict.fromkeys(_SHORT, _PER_WORD)
        object.__setattr__(self, "_costs", costs)

    def form(self, word: str) -> str | None:
        """How a known list writes a word; None if none has it."""
        return self.known.written(word) if word in self.known else None

    def cut(self, word: str) -> tuple[str, ...]:
        """The words that an entry consists of; () where that is not sure.

        >>> from satcross.words import WordList
        >>> spacer = Spacer(WordList.of({"chocolate": 90, "cakes": 80, "cake": 85}))
        >>> spacer.cut("CHOCOLATECAKES"), spacer.cut("CHOCOLATEX"), spacer.cut("CHOCOLATE")
        (('CHOCOLATE', 'CAKES'), (), ())
        """
        if len(word) < _MIN_LETTERS:
            return ()
        ways = self._ways(word)
        if not ways or (len(ways) > 1 and ways[1][0] - ways[0][0] < _MARGIN):
            return ()
        parts = ways[0][1]
        n_short = sum(len(part) <= 3 for part in parts)
        is_sure = len(parts) > 1 and max(map(len, parts)) > 3 and 2 * n_short <= len(parts)
        if not is_sure or parts[0] in _PREFIXES or parts[-1] in _SUFFIXES:
            return ()
        return parts

    def _ways(self, word: str) -> list[Cut]:
        """The two cheapest ways to cut a word."""
        ways: list[list[Cut]] = [[(0, ())], *([] for _ in word)]
        for start in range(len(word)):
            if not ways[start]:
                continue
            for stop in range(start + 1, min(start + _LONGEST, len(word)) + 1):
                cost = self._costs.get(word[start:stop])
                if cost is not None:
                    part = word[start:stop]
                    more = [(total + cost, (*parts, part)) for total, parts in ways[start]]
                    ways[stop] = sorted(ways[stop] + more)[:2]
        return ways[-1]


def is_one_word(written: str) -> bool:
    """Whether a written form has nothing but letters: no space, hyphen or apostrophe."""
    return written.isalpha()


def restored(records: Iterable[Record], known: WordList) -> Restored:
    """The entries that get their spaces, in capitals or not as they were.

    Args: records: of different words, of which those that are one word are looked at.
    """
    spacer = Spacer(known)
    found: dict[str, Record] = {}
    n_known = n_words = n_left = 0
    for record in records:
        if not is_one_word(record.written):
            continue
        form = spacer.form(record.word)
        if form is not None and (
            is_one_word(form) or any(mark in form for mark in ListLine.SEPARATORS)
        ):
            n_words += 1
            continue
        if form is not None:
            n_known += 1
        elif parts := spacer.cut(record.word):
            form = " ".join(parts).lower()
        else:
            n_left += 1
            continue
        if record.written.isupper():
            form = form.upper()
        elif record.written.islower():
            form = form.lower()
        found[record.word] = record._replace(written=form)
    return Restored(found, n_known, len(found) - n_known, n_words, n_left)
