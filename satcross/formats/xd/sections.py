"""The sections of an .xd file, separated by blank lines or headings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from satcross.errors import FormatError
from satcross.files import utf8_text
from satcross.formats.xd.text import BLANKS

NAME = "xd"
FIELDS = ("title", "author", "editor", "copyright", "publisher", "date")  # headers, in order
UNICLUES = "Clues"  # the only list of puzzles whose clues are for both directions
Line = tuple[int, str]  # its number from 1, and its text

MAX_TEXT = 2 << 20  # bytes
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_HEADING = re.compile(r"##[ \t]+(\S.*)")
_ORDER = ("metadata", "grid", "clues")


@dataclass(slots=True)
class Sections:
    """The lines of a file by section, stripped.

    Args:
        headers: without blank lines.
        grid, clues: with blank lines.
        notes: as one text.
        others: name and text of unknown sections.
    """

    headers: list[Line] = field(default_factory=list)
    grid: list[Line] = field(default_factory=list)
    clues: list[Line] = field(default_factory=list)
    notes: str = ""
    others: list[list[str]] = field(default_factory=list)


def split_sections(data: bytes, source: str) -> Sections:
    """The sections of a file.

    Raises:
        FormatError: it is not UTF-8 text, or longer than any crossword.
    """
    if len(data) > MAX_TEXT:
        raise FormatError(
            "the file has more than 2 MB", hint="check that it is a crossword", source=source
        )
    lines = list(enumerate(_LINE_ENDS.split(utf8_text(data, source, FormatError)), 1))
    first = next((line for _, line in lines if line.strip(BLANKS)), "")
    named = _named(lines) if _HEADING.match(first.strip(BLANKS)) else _counted(lines)
    out = Sections()
    for name, section in named:
        bare = [(number, line.strip(BLANKS)) for number, line in section]
        match name.lower():
            case "metadata":
                out.headers += [(number, line) for number, line in bare if line]
            case "grid":
                out.grid += bare
            case "clues":
                out.clues += bare
            case "notes" if not out.notes:
                out.notes = _text(section)
            case _:
                out.others.append([name, _text(section)])
    return out


def _named(lines: list[Line]) -> list[tuple[str, list[Line]]]:
    """The sections under headings; only blank lines are before the first."""
    out: list[tuple[str, list[Line]]] = []
    for number, line in lines:
        heading = _HEADING.fullmatch(line.strip(BLANKS))
        if heading:
            out.append((heading[1], []))
        elif out:
            out[-1][1].append((number, line))
    return out


def _counted(lines: list[Line]) -> list[tuple[str, list[Line]]]:
    """The sections by their order, at least two blank lines apart; the fourth has all the rest."""
    out: list[tuple[str, list[Line]]] = []
    n_blank = 2
    for number, line in lines:
        blank = not line.strip(BLANKS)
        if not blank and n_blank >= 2 and len(out) <= len(_ORDER):
            out.append((_ORDER[len(out)] if len(out) < len(_ORDER) else "notes", []))
        n_blank = n_blank + 1 if blank else 0
        if out:
            out[-1][1].append((number, line))
    return out


def _text(section: list[Line]) -> str:
    return "\n".join(line.rstrip(BLANKS) for _, line in section).strip("\n")


def is_heading(line: str) -> bool:
    """Whether a line begins a section."""
    return _HEADING.match(line.strip(BLANKS)) is not None


def headings_of(value: str) -> dict[str, str]:
    """The names of lists of clues by letter, from a header.

    >>> headings_of("B=Backward N=New words")
    {'B': 'Backward', 'N': 'New words'}
    """
    out: dict[str, str] = {}
    letter = ""
    for word in value.replace("\t", " ").split(" "):
        if len(word) > 2 and word[1] == "=" and "A" <= word[0] <= "Z":
            letter = word[0]
            out[letter] = word[2:]
        elif letter and word:
            out[letter] += f" {word}"
    return out
