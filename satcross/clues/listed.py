"""Lists of words with clues beside them, as teachers keep them: for layouts and word searches.

    photosynthesis,How plants make sugar
    cell wall
    osmosis;Water through a membrane
    root: It drinks, and holds
    word,clue                              (a header that names columns may come first)

A line is a word or phrase, and perhaps a separator and a clue, as in files of clues: see
`satcross.clues.lines`. A colon and a blank separate them too. A number instead of a clue is a
score, and is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from satcross.clues.lines import CLUES, clean, parse_line
from satcross.words.columns import field_of, find_header, read_rows
from satcross.words.files import Text
from satcross.words.lines import COMMENT, SEPARATORS

_COLON = re.compile(r'([^\t;,:"]+):(?:\s+(.*)|\s*$)')
_SCORE = re.compile(r"[0-9]{1,4}(?:\.[0-9]+)?")


class ListedWord(NamedTuple):
    """A word of a list.

    Args:
        written: the word or phrase, as written.
        clue: its clue; "" if it has none.
        line: its line, from 1.
    """

    written: str
    clue: str
    line: int


def listed_words(lines: Sequence[str], *, source: str) -> list[ListedWord]:
    """The words of some lines with their clues. Blank lines and comments are left out.

    Raises:
        FormatError: there is a header, and a quote after it is not closed.

    >>> listed_words(["osmosis,Water, moving", "", "cell wall", "root,50"], source="x")[:2]
    [ListedWord(written='osmosis', clue='Water, moving', line=1), ListedWord(written='cell wall', \
clue='', line=3)]
    """
    data = "\n".join(lines).encode()
    header = find_header(data)
    if header is not None:
        return [
            ListedWord(
                clean(field_of(row, header.word)),
                "" if header.clue is None else clean(field_of(row, header.clue)),
                number,
            )
            for number, row in read_rows(Text(data, source), header, CLUES)
            if field_of(row, header.word).strip()
        ]
    content = [
        (number, line)
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.lstrip().startswith(COMMENT)
    ]
    counts = {mark: sum(mark in line for _, line in content) for mark in SEPARATORS}
    separator = max(SEPARATORS, key=lambda mark: counts[mark])  # the first of equals
    found: list[ListedWord] = []
    for number, line in content:
        if colon := _COLON.match(line):
            found.append(ListedWord(clean(colon[1]), clean(colon[2] or ""), number))
            continue
        # A line with another mark than most is a word and its clue too.
        mark = next((m for m in (separator, *SEPARATORS) if m in line), separator)
        written, clue = parse_line(line, mark)
        clue = clue.rstrip(f"{mark} ")  # empty columns of a spreadsheet
        found.append(ListedWord(clean(written), "" if _SCORE.fullmatch(clue) else clue, number))
    return found
