"""Lists of words with clues beside them, as teachers keep them: for layouts and word searches.

    photosynthesis,How plants make sugar
    cell wall
    osmosis;Water through a membrane
    root: It drinks, and holds
    word,clue                              (a header that names columns may come first)

A line is a word or phrase, and perhaps a separator and a clue, as in files of clues: see
`satcross.apps.clues.lines`. A colon and a blank separate them too. In a list without any other
clues, numbers up to 1000 are scores, and are ignored.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from satcross import OptionError, WordListError
from satcross.apps.clues.lines import CLUES, clean, content_of, parse_line
from satcross.extend import Scale, counted, some_of
from satcross.words.columns import Header
from satcross.words.files import FileText
from satcross.words.lines import ListLine

ANSWERS = ("words", "clues", "mixed")
GAP = "___"
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

    >>> listed_words(["osmosis,Water, moving", "", "cell wall"], source="x")
    [ListedWord(written='osmosis', clue='Water, moving', line=1), ListedWord(written='cell wall', \
clue='', line=3)]
    >>> [one.clue for one in listed_words(["root,50", "stem,70", "leaf"], source="x")]
    ['', '', '']
    """
    data = "\n".join(lines).encode()
    header = Header.find(data)
    if header is not None:
        return [
            ListedWord(
                clean(Header.field(row, header.word)),
                "" if header.clue is None else clean(Header.field(row, header.clue)),
                number,
            )
            for number, row in header.rows(FileText(data, source), CLUES)
            if Header.field(row, header.word).strip()
        ]
    content = list(content_of(lines))
    counts = {mark: sum(mark in line for _, line in content) for mark in ListLine.SEPARATORS}
    separator = max(ListLine.SEPARATORS, key=lambda mark: counts[mark])  # the first of equals
    found: list[ListedWord] = []
    for number, line in content:
        if colon := _COLON.match(line):
            found.append(ListedWord(clean(colon[1]), clean(colon[2] or ""), number))
            continue
        # A line with another mark than most is a word and its clue too.
        mark = next((m for m in (separator, *ListLine.SEPARATORS) if m in line), separator)
        written, clue = parse_line(line, mark)
        found.append(ListedWord(clean(written), clue, number))
    if all(not one.clue or _is_score(one.clue) for one in found):
        return [one._replace(clue="") for one in found]
    return found


def _is_score(clue: str) -> bool:
    return _SCORE.fullmatch(clue) is not None and float(clue) <= Scale.MOST


@dataclass(frozen=True, slots=True)
class Asking:
    """What of a list is asked for.

    Args:
        answers: "words"; "clues", for which the word of the line is the clue, as in a list of
            translations; or "mixed", half of the lines each way.
        gaps: whether a word is replaced by a gap in its own clue.
        seed: for "mixed".

    Raises:
        OptionError: there is no such kind of answers.
    """

    answers: str = "words"
    gaps: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        if self.answers not in ANSWERS:
            known = ", ".join(ANSWERS)
            raise OptionError(
                f"must be one of {known}, got {self.answers!r:.40}", parameter="answers"
            )

    def of(
        self, listed: Sequence[ListedWord], *, source: str
    ) -> tuple[list[ListedWord], list[str]]:
        """The lines of a list as they are asked for, and notes.

        Raises:
            WordListError: a line whose clue is to be the answer has none.

        >>> lines = [ListedWord("dog", "Hund", 1), ListedWord("cat", "Katze", 2)]
        >>> [one.written for one in Asking("clues").of(lines, source="x")[0]]
        ['Hund', 'Katze']
        >>> Asking(gaps=True).of([ListedWord("dog", "The dog barks", 1)], source="x")[0][0].clue
        'The ___ barks'
        """
        lines, notes = list(listed), list[str]()
        if self.answers != "words":
            lines = self._turned(lines, source)
        if self.gaps:
            lines = [with_gap(one) for one in lines]
            n_without = sum(GAP not in one.clue for one in lines if one.clue)
            if n_without:
                notes.append(f"{counted(n_without, 'clue')} without its word: there is no gap")
        return lines, notes

    def _turned(self, lines: list[ListedWord], source: str) -> list[ListedWord]:
        order = list(range(len(lines)))
        if self.answers == "mixed":
            random.Random(self.seed).shuffle(order)
            order = order[: (len(order) + 1) // 2]
        if missing := [lines[at] for at in sorted(order) if not lines[at].clue]:
            named = some_of([f"{one.written!r} (line {one.line})" for one in missing], 5)
            raise WordListError(
                f"there is no clue to be the answer: {named}",
                hint="write word,clue on each line",
                source=source,
                line=missing[0].line,
            )
        for at in order:
            word, clue, line = lines[at]
            lines[at] = ListedWord(clue, word, line)
        return lines


def with_gap(one: ListedWord) -> ListedWord:
    """The line with a gap in its clue where the word is, as a whole word, in any case.

    In scripts without capitals a part of a word counts too, since articles and endings are written
    together with nouns.
    """
    word = re.escape(one.written)
    if not word or one.written.upper() != one.written.lower():
        word = rf"(?<!\w){word}(?!\w)"
    return one._replace(clue=re.sub(word, GAP, one.clue, flags=re.IGNORECASE) if word else one.clue)
