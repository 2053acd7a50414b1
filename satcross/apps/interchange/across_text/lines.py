"""The lines of an Across Lite text by section, and what the reader and the writer share."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from satcross import FormatError
from satcross.apps.interchange.puz.layout import stand_in
from satcross.apps.interchange.texts import check_size
from satcross.extend import Feature, utf8_text

NAME = "across-text"
MAX_TEXT = 2 << 20  # bytes
KEEPS = frozenset(
    {
        *(Feature.SIZE, Feature.CIRCLES, Feature.REBUS, Feature.LETTERS, Feature.UNFILLED),
        *(Feature.CLUES, Feature.TEXT, Feature.TITLE, Feature.AUTHOR, Feature.COPYRIGHT),
        Feature.NOTES,
    }
)
BLANKS = " \t"
BLOCK, HIDDEN = ".:"  # the second where blocks are to be found
EMPTY = "-"  # a square whose letter is not known, as in .puz
UNKNOWN = "X"  # in every square of a puzzle whose solution is held back
MANY = 5  # squares of X; fewer may well be an answer
HIDDEN_NAME = ":"  # what says in files that the diagram is to be found
MARK = "MARK"  # the flag for circles around small letters
SIGNS = "1234567890@#$%&+?"  # the usual markers of rebus squares
WINDOWS = "cp1252"
FIRST, SECOND = "ACROSS PUZZLE", "ACROSS PUZZLE V2"
GRID, REBUS, SIZE, NOTEPAD = "GRID", "REBUS", "SIZE", "NOTEPAD"
TEXTS = "TITLE", "AUTHOR", "COPYRIGHT"
LISTS = {"Across": "ACROSS", "Down": "DOWN"}
SECTIONS = (*TEXTS, SIZE, GRID, REBUS, *LISTS.values(), NOTEPAD)
_MARKED = re.compile(r"<(\w+)>.*</\1>")
_START = re.compile(rf"<{FIRST}(?: V2)?>", re.IGNORECASE)
_LINE_ENDS = re.compile(r"\r\n|\r|\n")

Numbered = tuple[int, str]  # a line and its number


@dataclass(frozen=True, slots=True)
class AcrossSections:
    """The lines of a file by section, with their numbers and without blanks at their ends.

    Args:
        lines: by name of the section; those of the notepad have their blanks at the start.
        starts: by name, the number of the line with the section's name.
    """

    lines: dict[str, list[Numbered]] = field(default_factory=dict)
    starts: dict[str, int] = field(default_factory=dict)

    def filled(self, name: str) -> list[Numbered]:
        """The lines of a section that are not blank."""
        return [(number, line) for number, line in self.lines.get(name, []) if line]


def starts_as_across(data: bytes) -> bool:
    """Whether a file begins as an Across Lite text does."""
    head = data[:200].removeprefix(b"\xef\xbb\xbf").lstrip().decode("latin-1")
    return _START.match(head) is not None


def is_tag(line: str, section: str) -> bool:
    """Whether a line of a section is the name of another one, as all of the form `<…>` are.

    Among notes, which may have any line, only known names are.
    """
    bare = line.strip(BLANKS)
    is_one = len(bare) > 2 and bare.startswith("<") and bare.endswith(">")
    return is_one and (section != NOTEPAD or bare[1:-1] in SECTIONS)


def sections_of(data: bytes, source: str) -> AcrossSections:
    """The sections of a file.

    Raises:
        FormatError: it is no text of this format, has a section that nobody knows or one twice, or
            more bytes than any crossword.
    """
    found = AcrossSections()
    lines = _LINE_ENDS.split(_text(data, source))
    if len(lines) > 1 and not lines[-1]:
        del lines[-1]  # the last line ends too
    first = next((at for at, line in enumerate(lines) if line.strip(BLANKS)), 0)
    if _START.fullmatch(lines[first].strip(BLANKS)) is None:
        raise FormatError(
            f"an Across Lite text begins with <{FIRST}>",
            hint="if it is another format, name that format",
            source=source,
            line=first + 1,
        )
    name = ""
    for number, raw in enumerate(lines[first + 1 :], first + 2):
        line = raw.rstrip(BLANKS)
        tag = _tag_of(line, name)
        if tag:
            name = tag
            problem = f"there is no section <{tag[:20]}>" if tag not in SECTIONS else ""
            if tag in found.starts:
                problem = f"the section <{tag}> is repeated"
            if problem:
                raise FormatError(problem, hint="remove it", source=source, line=number)
            found.starts[tag], found.lines[tag] = number, []
        elif name:
            kept = line if name == NOTEPAD else line.lstrip(BLANKS)
            found.lines[name].append((number, kept))
        elif line:
            raise FormatError(
                "a line before the first section", hint="remove it", source=source, line=number
            )
    return found


def _tag_of(line: str, section: str) -> str:
    """The section that a line begins; "" if it begins none, as `<i>Pet</i>`, which has tags."""
    bare = line.strip(BLANKS)
    return bare[1:-1] if is_tag(line, section) and not _MARKED.fullmatch(bare) else ""


def _text(data: bytes, source: str) -> str:
    """The text of a file: UTF-8, or else Windows-1252, in which Across Lite has always read it."""
    check_size(data, source, MAX_TEXT)
    if b"\0" in data:
        raise FormatError(
            "the file is binary, not an Across Lite text", hint="get it again", source=source
        )
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError:
        pass
    try:
        return data.decode(WINDOWS)
    except UnicodeDecodeError:
        return utf8_text(data, source, FormatError)


def notes_of(lines: list[str]) -> str:
    """The notes in the lines of the notepad: without blanks around, and what all lines begin with.

    >>> notes_of(["", "  Two lines,", "    one indented.", ""])
    'Two lines,\\n  one indented.'
    """
    said = [line for line in lines if line.strip(BLANKS)]
    indent = min((len(line) - len(line.lstrip(BLANKS)) for line in said), default=0)
    if any(line[:indent] != said[0][:indent] for line in said):
        indent = 0
    return "\n".join(line[indent:].rstrip(BLANKS) for line in lines).strip("\n")


def short_of(letters: str) -> str:
    """The one letter for programs without rebuses: the first of the letters, if it is one.

    >>> short_of("HEART"), short_of("♥")
    ('H', 'X')
    """
    short = stand_in(letters).upper()
    return short if "A" <= short <= "Z" else UNKNOWN


def capital(char: str) -> str:
    """The capital of a small letter, by which it is read; other characters as they are."""
    upper = char.upper()
    return upper if len(upper) == 1 else char
