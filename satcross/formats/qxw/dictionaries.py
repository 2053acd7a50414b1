"""The dictionaries of Qxw's files: which words a puzzle has, and which of them each light may hold.

A dictionary is a file of words, one a line, with a score from -10 to 10 after a space, or 0. Two
regular expressions filter it, which may match anywhere and in either case: one the lines without
their scores, the other the letters of words. A dictionary without a file is one word.

Source: `loadonedict` in dicts.c of Qxw 20200708.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from satcross.errors import FormatError, WordListError
from satcross.files import read_file
from satcross.formats.qxw.task import NAME
from satcross.model.crossword import Crossword
from satcross.rules import Rule
from satcross.rules.word_list import OwnWords
from satcross.words.alphabets import parse_alphabet

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
    uses: Mapping[str, Sequence[str]] = kept["uses"]
    by_number = {number - 1: (name, *filters) for number, name, *filters in kept["dictionaries"]}
    masks = {int(text): slots for text, slots in uses.items()}
    found = [number for number in by_number if any(mask >> number & 1 for mask in masks)]
    plain: list[str] = []
    pairs: dict[int, list[tuple[str, int]]] = {}
    for number in found:
        name, only_lines, only_words = by_number[number]
        data = read_file(_path(name, source), WordListError, limit=MAX_DICTIONARY) if name else b""
        if name and len(masks) == 1 and not (only_lines or only_words or _ANY_SCORE.search(data)):
            plain.append(name)
        else:
            letters = parse_alphabet(said.get("alphabet", "latin"))
            lines = _text(data).split("\n") if name else [only_words]
            filters = (only_lines, only_words) if name else ("", "")
            pairs[number] = _pairs(
                lines,
                _compiled(filters[0], number, source),
                _compiled(filters[1], number, source),
                letters.normalise,
            )
    if plain and not pairs:
        return said | {"words": plain}, ()
    for name in plain:
        lines = _text(read_file(_path(name, source), WordListError)).split("\n")
        pairs[-len(pairs) - 1] = _pairs(lines, None, None, str)
    said["word_list"] = [pair for some in pairs.values() for pair in some]
    rules: list[Rule] = []
    for mask, slots in masks.items() if len(masks) > 1 else ():
        own = [word for number in pairs if mask >> number & 1 for word, _ in pairs[number]]
        if not own:
            raise FormatError(
                f"the dictionaries of {slots[0]} have no words",
                hint="name another file in Qxw, or give words with -w",
                source=source,
            )
        rules.append(OwnWords(tuple(slots), tuple(dict.fromkeys(own))))
    return said, tuple(rules)


def _path(name: str, source: str) -> Path:
    return Path(source).parent / name


def _text(data: bytes) -> str:
    """The lines of a dictionary, which is UTF-8 or ISO 8859-1."""
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _compiled(text: str, number: int, source: str) -> re.Pattern[str] | None:
    """A filter of a dictionary; None where it has none."""
    try:
        if _POSIX in text:
            raise re.error(f"{_POSIX} is not supported")
        return re.compile(text, re.IGNORECASE) if text else None
    except (re.error, OverflowError, RecursionError) as error:
        raise FormatError(
            f"the filter {text[:60]!r} of dictionary {number + 1} cannot be read: {error}",
            hint="write another filter in Qxw",
            source=source,
        ) from None


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
        if (number := _SCORE.search(line)) is not None:
            line = line[: number.start()].rstrip()
            score += round(PER_POINT * max(-10.0, min(10.0, float(number[1]))))
        if only_lines is not None and not only_lines.search(line):
            continue
        word = letters_of(line)
        if word and (only_words is None or only_words.search(word)):
            found[word] = max(score, found.get(word, 0))
    return list(found.items())
