"""A book in braille: Unified English Braille without contractions, as a BRF file.

BRF is text in ASCII, of which each character is a braille cell: 25 lines of 40 cells on a page,
pages divided by form feeds. Embossers and braille displays read it.

Source: The Rules of Unified English Braille (ICEB, 2nd ed. 2013); layout after Braille Formats
(BANA): headings centred, lists from cell 1 with further lines from cell 3, a puzzle on a page of
its own. Numbers in a grid are in the lower part of the cell, as in tables of the Nemeth code, so
that they differ from letters.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from satcross import OptionError
from satcross.apps.books.editions.content import (
    Block,
    DrawnBoard,
    HeadingBlock,
    Items,
    Manuscript,
    Paragraph,
)
from satcross.apps.books.editions.text import Signs, board_parts, item_text

WIDTH, HEIGHT = 40, 25
_DIGITS = dict(zip("1234567890", "abcdefghij", strict=True))
_SIGNS = {
    ".": "4", ",": "1", ";": "2", ":": "3", "?": "8", "!": "6", "'": "'", "\u2019": "'",
    "\u2018": ",8", "\u201c": "8", "\u201d": "0", "-": "-", "\u2010": "-", "\u2011": "-",
    "\u2013": ",-", "\u2014": ",-", "(": '"<', ")": '">', "[": ".<", "]": ".>", "{": "_<",
    "}": "_>", "/": "_/", "\\": "_*", "&": "@&", "@": "@a", "%": ".0", "*": '"9', "+": '"6',
    "=": '"7', "<": "@<", ">": "@>", "$": "@s", "\u00a3": "@l", "\u20ac": "@e", "\u00b0": "^j",
    "_": ".-", "\u2026": "444", "#": "_?", "\u00a9": "^c", "\u00a7": "^s", "~": "@9", "|": "_|",
    "^": "@5", "\u00b7": "1", "\u00d7": '"8', "\u00f7": '"/', "\u2212": '"-', "\u2022": "_4",
}  # fmt: skip
_ACCENTS = {
    "\u0301": "^/", "\u0300": "^*", "\u0302": "^%", "\u0303": "^]", "\u0308": "^3",
    "\u030a": "^$", "\u0327": "^&", "\u030c": "^+", "\u0304": "@-",
}  # fmt: skip
_LETTERS = {"\u00f8": "@*o", "\u00e6": "a^6e", "\u0153": "o^6e"}
_OPENED = set(" ([{/-\u2013\u2014\u2018\u201c")
_NOTE = (
    "In grids, dots 3-6 are an empty square, a full cell is a block, and numbers are in the lower"
    " part of the cell, without a number sign. A letter that is given follows its number and dot 3."
    " Dots 4-5-6 are a bar, and a row of dots 2-5 is a bar below squares."
)
_CENTRED = 2  # the last level of such headings
_SHOWN = 8  # characters that an error names


def braille_of(manuscript: Manuscript) -> bytes:
    """The edition, as BRF.

    Raises:
        OptionError: a language, character or grid that this braille has no signs for.
    """
    language = manuscript.book.language
    if language != "en":
        raise OptionError(
            f"braille is written in the English code, which is not that of {language!r}",
            hint="leave out --language and --alphabet, or write a .txt and translate that",
            parameter="language",
        )
    sections = [*manuscript.puzzles, *manuscript.solutions]
    texts = [[*_lines(section.blocks)] for section in sections]
    if manuscript.solutions:
        texts[len(manuscript.puzzles)][:0] = _heading("Solution", 1)
    bodies = [_pages(lines) for lines in texts]
    names = manuscript.contents
    n_front = len(_front(manuscript, [0] * len(names)))  # of which numbers change no line
    starts = list(accumulate(map(len, bodies), initial=n_front + 1))
    pages = [*_front(manuscript, starts), *(page for pages in bodies for page in pages)]
    numbered = ["\n".join(_numbered(page, number)) for number, page in enumerate(pages, 1)]
    return ("\n\f".join(numbered) + "\n").upper().encode("ascii")


def translated(text: str) -> str:
    """A text in braille, in ASCII and small letters.

    Raises:
        OptionError: it has characters without a sign.

    >>> translated("Cold sweet, for 2 (3,5)"), translated("1A: CAFÉ")
    (',cold sweet1 for #b "<#c1e">', '#a,a3 ,,caf^/e')
    """
    unknown: dict[str, None] = {}
    words = [_word(word, unknown) for word in text.split()]
    if unknown:
        shown = ", ".join(list(unknown)[:_SHOWN])
        raise OptionError(
            f"braille has no signs for {shown}",
            hint="change the texts, or write .txt, which a braille translator reads",
            parameter="output",
        )
    return " ".join(words)


def _word(word: str, unknown: dict[str, None]) -> str:
    """A word. Args: unknown: receives the characters without a sign."""
    out, in_number, in_capitals = "", False, False
    chars = unicodedata.normalize("NFC", word)
    for at, char in enumerate(chars):
        before, after = chars[at - 1 : at], chars[at + 1 : at + 2]
        if char in _DIGITS:
            out += _DIGITS[char] if in_number else f"#{_DIGITS[char]}"
            in_number, in_capitals = True, False
            continue
        if in_number and char in ".,":
            out += _SIGNS[char]
            in_number = after in _DIGITS and bool(after)
            continue
        cells = _cells(char.lower())
        if char.isalpha() and cells:
            if char.isupper() and not in_capitals:
                in_capitals = after.isupper()
                out += ",," if in_capitals else ","
            elif in_number and "a" <= char <= "j":
                out += ";"
            elif in_capitals and char.islower():
                out += ",'"
                in_capitals = False
        elif char == '"':
            cells = "8" if not before or before in _OPENED else "0"
        elif char == "_" in (before, after):
            cells = "-"  # a line to write on
        in_capitals = in_capitals and char.isalpha()
        in_number = False
        if not cells:
            unknown.setdefault(char)
        out += cells
    return out


def _cells(char: str) -> str:
    """A character without capitals and numbers; "" if it has no sign."""
    if "a" <= char <= "z":
        return char
    if char in _LETTERS or char in _SIGNS:
        return _LETTERS.get(char) or _SIGNS[char]
    parts = unicodedata.normalize("NFD", char)
    base, marks = parts[0], parts[1:]
    return _ACCENTS[marks] + base if "a" <= base <= "z" and marks in _ACCENTS else ""


def _in_grid(text: str) -> str:
    """A number or a letter of a grid: numbers in the lower part of the cell."""
    return "".join(char if char in _DIGITS else translated(char.lower()) for char in text)


GRID = Signs("-", "=", "_", "3", "'", _in_grid, WIDTH)


Line = tuple[str, bool]
"""A line, and whether it stays on one page with the next."""


def _front(manuscript: Manuscript, starts: Sequence[int]) -> list[list[str]]:
    """The pages before the puzzles. Args: starts: the first page of each part."""
    lines = [*_lines(manuscript.front)]
    lines += [("", False)] * bool(lines) + _plain(_wrapped(_NOTE, "  ", ""))
    if names := manuscript.contents:
        lines += [("", False), *_heading("Contents", 1)]
    for name, start in zip(names, starts, strict=False):
        *before, last = textwrap.wrap(translated(name), WIDTH - 8, subsequent_indent="  ") or [""]
        number = translated(str(start))
        dots = '"' * (WIDTH - len(last) - len(number) - 2)
        lines += _plain([*before, f"{last} {dots} {number}"])
    return _pages(lines)


def _lines(blocks: Iterable[Block]) -> Iterator[Line]:
    before: Block | None = None
    for block in blocks:
        if before is not None and not isinstance(before, HeadingBlock):
            yield "", False
        before = block
        match block:
            case HeadingBlock(text, level):
                yield from _heading(text, level)
            case Paragraph(text):
                yield from _plain(_wrapped(text, "  ", ""))
            case Items(items):
                for item in items:
                    yield from _plain(_wrapped(item_text(item), "", "  "))
            case DrawnBoard():
                yield from _board(block)


def _heading(text: str, level: int) -> list[Line]:
    """Lines in the middle, and a blank one; of a list, lines from cell 5."""
    lines = textwrap.wrap(translated(text), WIDTH - 8)
    if level > _CENTRED:
        return [(f"    {line}", True) for line in lines]
    return [*((line.center(WIDTH).rstrip(), True) for line in lines), ("", True)]


def _board(board: DrawnBoard) -> Iterator[Line]:
    parts = board_parts(board, GRID)
    size = -(-board.crossword.n_cols // len(parts))
    for number, part in enumerate(parts):
        if len(parts) > 1:
            last = min((number + 1) * size, board.crossword.n_cols)
            yield translated(f"Columns {number * size + 1} to {last}"), True
        for line in part[:-1]:
            yield line, True
        yield part[-1], False


def _wrapped(text: str, first: str, others: str) -> list[str]:
    return textwrap.wrap(
        translated(text), WIDTH, initial_indent=first, subsequent_indent=others,
        break_on_hyphens=False,
    )  # fmt: skip


def _plain(lines: Iterable[str]) -> list[Line]:
    return [(line, False) for line in lines]


def _pages(lines: Sequence[Line]) -> list[list[str]]:
    """Lines on pages, one line of which is left for the number."""
    pages: list[list[str]] = [[]]
    together: list[str] = []
    for at, (text, stays) in enumerate(lines):
        together.append(text)
        if stays and at + 1 < len(lines):
            continue
        if len(pages[-1]) + len(together) > HEIGHT - 1 and pages[-1]:
            pages.append([])
        for line in together:
            if len(pages[-1]) == HEIGHT - 1:
                pages.append([])
            if line or pages[-1]:
                pages[-1].append(line)
        together = []
    return [page for page in pages if page]


def _numbered(page: Sequence[str], number: int) -> list[str]:
    blank = [""] * (HEIGHT - 1 - len(page))
    return [*page, *blank, translated(str(number)).rjust(WIDTH)]
