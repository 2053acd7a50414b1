"""Clues as styled words, and words as lines.

All widths are in font sizes, so that they apply to any font size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from satcross.apps.pictures.fonts import CAP_HEIGHT, cleaned, text_width
from satcross.extend import Clue, Line, Shape, Text
from satcross.model.plaintext import pieces_of

# All in font sizes.
SMALL = 0.68  # size of raised and lowered letters
_LEVELS = {1: 0.36, -1: -0.16}  # how far they are raised
_LEADING = 1.45
_RULE = 0.055  # width of a line under or through words
_LEAST_LETTERS = 3  # of a divided word that stand on its last line
_NO_BREAK = "\u00a0"
# A line may end after a dash or slash, even if no blank follows; not at a no-break space.
_INSIDE = rf"(?:[^\s\u2014/]|{_NO_BREAK})"
_PART = re.compile(rf"{_INSIDE}*[\u2014/]+|{_INSIDE}+")


@dataclass(frozen=True, slots=True)
class Look:
    """The style of letters; `level` is 1 for raised letters and -1 for lowered letters."""

    bold: bool = False
    italic: bool = False
    under: bool = False
    struck: bool = False
    level: int = 0

    def width(self, text: str) -> float:
        """The width of `text`."""
        size = SMALL if self.level else 1.0
        return text_width(text, size, bold=self.bold, italic=self.italic)


PLAIN = Look()
_BLANK = text_width(" ")


@dataclass(frozen=True, slots=True)
class UnbrokenUnit:
    """A unit that is not divided between lines: pieces, each in one style.

    Args:
        pieces: texts and their styles.
        blank: the style of the blank before it, or None if there is none.
        width: width of the pieces, without the blank.
    """

    pieces: tuple[tuple[str, Look], ...]
    blank: Look | None
    width: float


TextLine = tuple[UnbrokenUnit, ...]


def words_of(text: str, markup: str = "", look: Look = PLAIN) -> list[UnbrokenUnit]:
    """The words of a clue, from its markup if it has any.

    Args:
        text: the text without markup.
        markup: as in `Clue.markup`.
        look: the style of letters outside markup.
    """
    runs = runs_of(text, markup, look)
    words: list[UnbrokenUnit] = []
    pieces: list[tuple[str, Look]] = []
    blank: Look | None = None

    def end() -> None:
        nonlocal blank
        if pieces:
            width = sum(piece_look.width(piece) for piece, piece_look in pieces)
            words.append(UnbrokenUnit(tuple(pieces), blank, width))
            pieces.clear()
            blank = None

    for run, run_look in runs:
        run_text = cleaned(run)
        at = 0
        for part in _PART.finditer(run_text):
            if part.start() > at:
                end()
                blank = run_look
            pieces.append((part[0].replace(_NO_BREAK, " "), run_look))
            if part[0][-1] in "\u2014/":
                end()
            at = part.end()
        if at < len(run_text):
            end()
            blank = run_look
    end()
    return words


def runs_of(text: str, markup: str, look: Look = PLAIN) -> Iterator[tuple[str, Look]]:
    """A clue in pieces, each in one style. Args: as of `words_of`."""
    if not markup:
        yield text, look
        return
    for piece, tags in pieces_of(markup):
        now = Look(
            look.bold or "b" in tags,
            look.italic or "i" in tags,
            look.under or "u" in tags,
            look.struck or "s" in tags,
            ("sup" in tags) - ("sub" in tags),
        )
        yield piece, now


def lines_of(words: Iterable[UnbrokenUnit], room: float) -> list[TextLine]:
    """The words on lines, each as full as possible.

    Args:
        words: in order.
        room: the width of a line. A wider word is divided at any letter, with a hyphen.
    """
    lines: list[TextLine] = []
    line: list[UnbrokenUnit] = []
    used = 0.0
    for whole in words:
        for word in [whole] if whole.width <= room else _divided(whole, room):
            blank = _BLANK if word.blank else 0.0
            if line and used + blank + word.width > room:
                lines.append(tuple(line))
                line, used = [], 0.0
            used += word.width + (blank if line else 0.0)
            line.append(word)
    if line:
        lines.append(tuple(line))
    return lines


def _divided(word: UnbrokenUnit, room: float) -> Iterator[UnbrokenUnit]:
    chars = [(char, look) for text, look in word.pieces for char in text]
    blank = word.blank
    while chars:
        n = _n_fitting(chars, room)
        here, chars = chars[:n], chars[n:]
        if chars and _are_cased(here[-1][0], chars[0][0]):
            here.append(("-", here[-1][1]))
        groups = groupby(here, key=itemgetter(1))
        pieces = tuple(("".join(char for char, _ in some), look) for look, some in groups)
        yield UnbrokenUnit(pieces, blank, sum(_char_width(*one) for one in here))
        blank = None


def _n_fitting(chars: list[tuple[str, Look]], room: float) -> int:
    """How many characters go on a line, one at least, with a hyphen if not all do."""
    width, n = 0.0, 0
    for at, (char, look) in enumerate(chars, 1):
        width += _char_width(char, look)
        if width + (at < len(chars)) * _char_width("-", look) <= room:
            n = at
    n = max(n, 1)
    left = len(chars) - n
    return n - (_LEAST_LETTERS - left) if 0 < left < _LEAST_LETTERS < n else n


def _are_cased(*chars: str) -> bool:
    """Whether characters are letters of a script that divides words by hyphens."""
    return all(char.lower() != char.upper() for char in chars)


@lru_cache(maxsize=4096)
def _char_width(char: str, look: Look) -> float:
    return look.width(char)


def text_block(
    texts: Iterable[str], x: float, y: float, width: float, size: float
) -> tuple[list[Shape], float]:
    """Texts on lines below `y`, and how high they are. Args: size: of the font."""
    lines = [line for text in texts for line in lines_of(words_of(text), width / size)]
    high = _LEADING * size
    shapes = [
        shape
        for number, line in enumerate(lines, 1)
        for shape in line_shapes(line, x, y + number * high, size)
    ]
    return shapes, len(lines) * high


def line_shapes(line: TextLine, x: float, y: float, size: float) -> list[Shape]:
    """A line as shapes: a text for every run of one style, and its underlines and strike-throughs.

    Args:
        line: the words.
        x, y: the left end of the baseline.
        size: font size.
    """
    runs: list[tuple[str, Look]] = []
    for index, word in enumerate(line):
        pieces = list(word.pieces)
        if index and word.blank:
            pieces.insert(0, (" ", word.blank))
        for text, look in pieces:
            if runs and runs[-1][1] == look:
                runs[-1] = (runs[-1][0] + text, look)
            else:
                runs.append((text, look))
    shapes: list[Shape] = []
    for text, look in runs:
        own = size * (SMALL if look.level else 1)
        base = y - size * _LEVELS.get(look.level, 0)
        width = size * look.width(text)
        if text.strip():
            # Not every SVG viewer keeps blanks at the ends of a text.
            lead = size * look.width(text[: len(text) - len(text.lstrip())])
            shapes.append(Text(x + lead, base, text.strip(), own, "start", look.bold, look.italic))
        for wanted, height in ((look.under, -0.13), (look.struck, CAP_HEIGHT * 0.38)):
            if wanted:
                at = base - height * own
                shapes.append(Line(x, at, x + width, at, _RULE * own))
        x += width
    return shapes


def unwritten(clue: Clue, cells: Sequence[int] = ()) -> str:
    """What stands for a clue that is not written yet: the lengths of its entries, as in `(7,7)`.

    Args: cells: of its first entry, where the clue does not name them.
    """
    lengths = [str(len(entry)) for entry in (clue.cells or cells, *clue.continued) if entry]
    return f"({','.join(lengths)})" if lengths else "\u2013"
