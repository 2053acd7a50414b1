"""The fonts that come with satcross: their files, the width of text, and missing characters.

Widths are sums of advances: the fonts have no kerning and no ligatures (scripts/build_fonts.py), so
that text has the same width in every viewer.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from satcross import Alphabet
from satcross.extend import Text

if TYPE_CHECKING:
    from satcross.apps.pictures.scripts import Font

FAMILY = "Satcross Sans"
FOLDER = Path(__file__).parent / "fonts"
CAP_HEIGHT = 0.714  # height of capital letters in font sizes
_HALF = 0.6  # about the width of an Indic letter that is joined to the next one


def font_file(*, bold: bool = False, italic: bool = False) -> Path:
    """The file of one style."""
    style = ("Bold" if bold else "") + ("Italic" if italic else "")
    return FOLDER / f"SatcrossSans-{style or 'Regular'}.ttf"


def text_width(text: str, size: float = 1.0, *, bold: bool = False, italic: bool = False) -> float:
    """The width of `text` in points; a missing character has the width of its replacement."""
    widths = advances(bold, italic)
    try:
        return size * sum([widths[ord(char)] for char in text])
    except KeyError:
        joined = {
            at - 1 for at, char in enumerate(text) if unicodedata.combining(char) == Alphabet.VIRAMA
        }
        return size * sum(
            _advance(char, bold, widths) * (_HALF if at in joined else 1.0)
            for at, char in enumerate(text)
        )


def _advance(char: str, bold: bool, widths: dict[int, float]) -> float:
    """The width of a character, perhaps of another script, whose font is one of the machine."""
    if ord(char) in widths:
        return widths[ord(char)]
    if unicodedata.category(char) == "Cf":
        return 0.0
    font = _font_of(char, bold)
    return widths[ord(Text.MISSING)] if font is None else font.advances[ord(char)]


def _font_of(char: str, bold: bool = False) -> Font | None:
    from satcross.apps.pictures.scripts import font_of  # few pictures need it

    return font_of(char, bold)


@lru_cache(maxsize=4)
def advances(bold: bool, italic: bool) -> dict[int, float]:
    """The width of every character of a style, in font sizes.

    Source: the tables `cmap` (format 4) and `hmtx` of OpenType.
    """
    data = font_file(bold=bold, italic=italic).read_bytes()
    tables = {}
    for i in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, start, _ = struct.unpack_from(">4s3L", data, 12 + 16 * i)
        tables[tag] = start
    per_em = struct.unpack_from(">H", data, tables[b"head"] + 18)[0]
    n_wide = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]
    wide = struct.unpack_from(f">{2 * n_wide}H", data, tables[b"hmtx"])[::2]
    at = tables[b"cmap"] + struct.unpack_from(">L", data, tables[b"cmap"] + 8)[0]
    n = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{n}H", data, at + 14)
    starts = struct.unpack_from(f">{n}H", data, at + 16 + 2 * n)
    deltas = struct.unpack_from(f">{n}H", data, at + 16 + 4 * n)
    offsets_at = at + 16 + 6 * n
    offsets = struct.unpack_from(f">{n}H", data, offsets_at)
    out: dict[int, float] = {}
    for i, (first, last) in enumerate(zip(starts, ends, strict=True)):
        if first == 0xFFFF:  # the segment that only ends the table
            continue
        for code in range(first, last + 1):
            glyph = code
            if offsets[i]:
                place = offsets_at + 2 * i + offsets[i] + 2 * (code - first)
                glyph = struct.unpack_from(">H", data, place)[0]
            glyph = (glyph + deltas[i]) & 0xFFFF
            out[code] = wide[min(glyph, n_wide - 1)] / per_em
    return out


def cleaned(text: str) -> str:
    """Text that can be drawn: with composed accents, and blanks instead of control characters."""
    if text.isascii() and text.isprintable():
        return text
    composed = unicodedata.normalize("NFC", text)
    return "".join(_clean(char) for char in composed)


def _clean(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Cc":
        return " "
    if category == "Cs" or char in "\ufffe\uffff":  # not allowed in XML
        return Text.MISSING
    return char


def printable(text: str) -> str:
    """The text with missing characters in a simpler form that the fonts have, else as
    `Text.MISSING`.

    Missing are those that neither our fonts nor those of the machine have: `drawing.scripts`.

    >>> printable("Ａ ﬁ ★")
    'A fi \ufffd'
    """
    known = advances(False, False)
    if all(ord(char) in known for char in text):
        return text
    out: list[str] = []
    for char in text:
        if ord(char) in known or char == "\u200f":
            out.append(char)
            continue
        simpler = unicodedata.normalize("NFKC", char)
        if all(ord(part) in known for part in simpler):
            out.append(simpler)
        elif _font_of(char) is not None:
            out.append(char)
        else:
            # A character that only modifies the one before it can be left out.
            is_joiner = unicodedata.category(char) in ("Cf", "Mn")
            out.append("" if is_joiner else Text.MISSING)
    return "".join(out)


def units(text: str) -> list[str]:
    """The characters of a text with their marks, and letters that are written as one.

    >>> units("IJ"), units("क्षि")
    (['I', 'J'], ['क्षि'])
    """
    out: list[str] = []
    for char in text:
        is_mark = unicodedata.category(char)[0] == "M" or unicodedata.category(char) == "Cf"
        if out and (is_mark or unicodedata.combining(out[-1][-1]) == Alphabet.VIRAMA):
            out[-1] += char
        else:
            out.append(char)
    return out


def missing_characters(texts: Iterable[str]) -> list[str]:
    """The characters of `texts` that PDF and PNG show as `Text.MISSING`, sorted."""
    chars = set().union(*(cleaned(text) for text in texts))
    shown = (char for char in chars if char != Text.MISSING)
    return sorted(char for char in shown if Text.MISSING in printable(char))
