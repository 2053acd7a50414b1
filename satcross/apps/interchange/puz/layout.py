"""What reader and writer of .puz share: names, numbers, and how texts become bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from satcross import LATIN
from satcross.extend import Feature

BLANK = "-"  # a square that is not filled
EMPTY = BLANK + " "  # the second in files of other programs
BLOCKS = ".:"  # the second where blocks are hidden
VOID = ":"  # in puzzles whose blocks are shown
MAX_CLUE = 505  # characters of a clue that Across Lite shows
LATIN_VERSION = "1.3"
UNICODE_VERSION = "2.0"
_WINDOWS = {byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0xA0)}
_TO_UNICODE = {byte: char for byte, char in _WINDOWS.items() if char != "\ufffd"}
_TO_BYTE = {ord(char): byte for byte, char in _TO_UNICODE.items()}
NAME = "puz"
KEEPS = frozenset(
    {
        *(Feature.CIRCLES, Feature.REBUS, Feature.LETTERS, Feature.UNFILLED, Feature.ENTRIES),
        *(Feature.CLUES, Feature.TEXT, Feature.TITLE, Feature.AUTHOR, Feature.COPYRIGHT),
        *(Feature.NOTES, Feature.TIMER, Feature.SIZE, Feature.VOIDS),
    }
)
NORMAL, HIDDEN = 0x0001, 0x0401  # what kind of puzzle it is
HIDDEN_NAME = f"{HIDDEN:04x}"
CIRCLE = 0x80
OWN_SECTIONS = ("GRBS", "RTBL", "RUSR", "GEXT", "LTIM")
VERSION = re.compile(r"[0-9]\.[0-9][ -~]?")
MAX_REBUSES = 255
MAX_SECTION = 0xFFFF  # bytes
UNLOCKED, NOT_PROVIDED, LOCKED = 0, 2, 4
MAX_PUZ = 1 << 20  # bytes; checksums are slow, and the largest of these files have 50,000 bytes
MAGIC = b"ACROSS&DOWN"
HEADER = 52  # bytes
MAX_SECONDS = 12  # digits


def from_bytes(text: str, *, wide: bool) -> str:
    """The text of a file, from the text that puzpy returns.

    Files before version 2 are in Windows-1252, which puzpy reads as Latin-1: the characters from
    U+0080 to U+009F are quotes and dashes.
    """
    return text if wide else text.translate(_TO_UNICODE)


def to_bytes(text: str, *, wide: bool) -> str:
    """The text to pass to puzpy; the inverse of `from_bytes`."""
    return text if wide else text.translate(_TO_BYTE)


def utf8_of(text: str) -> str | None:
    """The text of a file before version 2, as puzpy returns it, if its bytes are UTF-8.

    None if they are ASCII or Windows-1252, whose texts are practically never valid UTF-8.
    """
    if text.isascii():
        return None
    try:
        return text.encode("latin-1").decode()
    except UnicodeError:
        return None


def is_narrow(text: str) -> bool:
    """Whether a file before version 2 can hold the text, as Windows-1252."""
    return all(ord(char) < 0x80 or 0xA0 <= ord(char) <= 0xFF or ord(char) in _TO_BYTE
               or (ord(char) < 0xA0 and ord(char) not in _TO_UNICODE) for char in text)  # fmt: skip


def is_latin(text: str) -> bool:
    """Whether the text is the same in Latin-1 and Windows-1252, so that all readers agree."""
    return text.isascii() or all(ord(char) < 0x80 or 0xA0 <= ord(char) <= 0xFF for char in text)


def version_for(texts: Iterable[str], original: str = "") -> str:
    """The version of a new file with these texts.

    Args:
        texts: all texts in the file.
        original: the version of the file that the crossword came from, or "".
    """
    texts = list(texts)
    if any(utf8_of(to_bytes(text, wide=False)) is not None for text in texts):
        return original if original and is_wide(original) else UNICODE_VERSION
    if original and (is_wide(original) or all(map(is_narrow, texts))):
        return original
    return LATIN_VERSION if all(map(is_latin, texts)) else UNICODE_VERSION


def is_wide(version: str) -> bool:
    """Whether files of this version hold Unicode."""
    return not version.lstrip().startswith(("0", "1"))


def fits_square(content: str, *, wide: bool) -> bool:
    """Whether one byte of the grid can hold it; else it needs the table of rebuses."""
    return (
        len(content) == 1
        and content.isprintable()
        and content not in EMPTY + BLOCKS
        and (content.isascii() if wide else is_narrow(content))
    )


def stand_in(content: str) -> str:
    """The letter in the grid for a content that does not fit in one byte."""
    letters = LATIN.normalise(content) or ""
    return next((char for char in letters or content if char.isascii() and char.isalnum()), "X")
