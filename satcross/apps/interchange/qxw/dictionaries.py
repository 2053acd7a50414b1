"""The dictionaries of Qxw's files: which words a puzzle has, and which of them each light may hold.

A dictionary is a file of words, one a line, with a score from -10 to 10 after a space, or 0. Two
regular expressions filter it, which may match anywhere and in either case: one the lines without
their scores, the other the letters of words. A dictionary without a file is one word.

Source: `loadonedict` in dicts.c of Qxw 20200708.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from satcross import Alphabet, Crossword, FormatError, WordListError
from satcross.apps.interchange.qxw.task import NAME
from satcross.extend import Rule, parse_alphabet, read_file
from satcross.rules.word_list import OwnWords

MAX_DICTIONARY = 64 << 20  # bytes
MIDDLE, PER_POINT = 50, 5  # of our scores
_SCORE = re.compile(r"[ ]([-+]?[0-9]*\.?[0-9]+)\s*$")
_ANY_SCORE = re.compile(rb"[ ][-+]?[0-9.]+[ \t\r]*$", re.MULTILINE)
_POSIX = "[[:"  # of classes of characters, which Python has not


def said_of_words(
    crossword: Crossword, source: str, *, has_words: bool
) -> tuple[dict[str, Any], tuple[Rule, ...]]:
    """What a file of Qxw says of words: keys of `satcross.words.choice.KEYS`, and rules.

    Args:
        crossword: of such a file; one of another has nothing to say.
        source: names the file, in whose folder the dictionaries are.
        has_words: whether words are given by hand, so that those of the file do not count.

    Raises:
        FormatError: the file asks for what there is not here, or a filter is none.
        WordListError: a dictionary cannot be read.
    """
    kept = crossword.extras.get(NAME, {})
    if problem := kept.get("problem"):
        raise FormatError(
            f"satcross cannot fill this: {problem}", hint="change that in Qxw", source=source
        )
    said: dict[str, Any] = {"alphabet": kept["alphabet"]} if "alphabet" in kept else {}
    if has_words or "dictionaries" not in kept:
        return said, ()
    masks = {int(text): slots for text, slots in kept["uses"].items()}
    letters = parse_alphabet(said.get("alphabet", "latin"))
    dictionaries = {
        number - 1: _Dictionary(number, name, only_lines, only_words, source, letters)
        for number, name, only_lines, only_words in kept["dictionaries"]
        if any(mask >> number - 1 & 1 for mask in masks)
    }
    whole = {one.name for one in dictionaries.values() if one.is_list}
    has_all = bool(whole) and all(one.name in whole for one in dictionaries.values())
    if has_all:
        said["words"] = list(dict.fromkeys(one.name for one in dictionaries.values()))
    else:
        said["word_list"] = [pair for one in dictionaries.values() for pair in one.pairs]
    n_words = len({word for word, _ in said.get("word_list", ())})
    rules: list[Rule] = []
    for mask, slots in masks.items() if len(masks) > 1 else ():
        own = [one for number, one in dictionaries.items() if mask >> number & 1]
        if has_all and whole <= {one.name for one in own if one.is_list}:
            continue  # they may hold any word
        words = dict.fromkeys(word for one in own for word, _ in one.pairs)
        if not words:
            raise FormatError(
                f"the dictionaries of {slots[0]} have no words",
                hint="name another file in Qxw, or give words with -w",
                source=source,
            )
        if len(words) != n_words:
            rules.append(OwnWords(tuple(slots), tuple(words)))
    return said, tuple(rules)


@dataclass(frozen=True)
class _Dictionary:
    """One of a file's dictionaries.

    Args:
        number: counted from 1.
        name: its file, or "": then `only_words` is its word.
        only_lines, only_words: filters, or "".
        source: the file of Qxw.
        alphabet: of its words.
    """

    number: int
    name: str
    only_lines: str
    only_words: str
    source: str
    alphabet: Alphabet

    @cached_property
    def _data(self) -> bytes:
        path = Path(self.source).parent / self.name
        return read_file(path, WordListError, limit=MAX_DICTIONARY)

    @cached_property
    def is_list(self) -> bool:
        """Whether it is a word list as it is: a file without filters and scores."""
        if not self.name or self.only_lines or self.only_words:
            return False
        return _ANY_SCORE.search(self._data) is None

    @cached_property
    def pairs(self) -> list[tuple[str, int]]:
        """The words with their scores; of one that is there twice, the better one."""
        if not self.name:
            return _pairs([self.only_words], None, None, self.alphabet.normalise)
        filters = (self._filter(self.only_lines), self._filter(self.only_words))
        return _pairs(_text(self._data).split("\n"), *filters, self.alphabet.normalise)

    def _filter(self, text: str) -> re.Pattern[str] | None:
        """A filter; None where it has none."""
        try:
            if _POSIX in text:
                raise re.error(f"{_POSIX} is not supported")
            return re.compile(text, re.IGNORECASE) if text else None
        except (re.error, OverflowError, RecursionError) as error:
            raise FormatError(
                f"the filter {text[:60]!r} of dictionary {self.number} cannot be read: {error}",
                hint="write another filter in Qxw",
                source=self.source,
            ) from None


def _text(data: bytes) -> str:
    """The lines of a dictionary, which is UTF-8 or ISO 8859-1."""
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _pairs(
    lines: Sequence[str],
    only_lines: re.Pattern[str] | None,
    only_words: re.Pattern[str] | None,
    letters_of: Any,
) -> list[tuple[str, int]]:
    """The words with their scores; of one that is there twice, the better one."""
    found: dict[str, int] = {}
    for raw in lines:
        line, score = raw.strip(), MIDDLE
        if " " in line and (number := _SCORE.search(line)) is not None:
            line = line[: number.start()].rstrip()
            score += round(PER_POINT * max(-10.0, min(10.0, float(number[1]))))
        if only_lines is not None and not only_lines.search(line):
            continue
        word = letters_of(line)
        if word and (only_words is None or only_words.search(word)):
            found[word] = max(score, found.get(word, 0))
    return list(found.items())
