"""Clues in .xd files: a line each, with markup in braces."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape

from satcross.apps.interchange.texts import decoded
from satcross.extend import counted, from_html

NAME = "xd"
FIELDS = ("title", "author", "editor", "copyright", "publisher", "date")  # headers, in order
SPLIT = "|"  # between the words of an answer
UNICLUES = "Clues"  # the only list of puzzles whose clues are for both directions
Line = tuple[int, str]  # its number from 1, and its text
MAX_TEXT = 2 << 20  # bytes
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
COMMENT = "<!--"
_COMMENT = re.compile(rf"{COMMENT}.*?-->", re.DOTALL)
_CUT = "\0"  # where a comment was
_HEADING = re.compile(r"##[ \t]+(\S.*)")
_ORDER = ("metadata", "grid", "clues")
BLANKS = " \t"
_BRACES = {"/": "i", "*": "b", "_": "u", "-": "s", "~": "sub", "^": "sup"}
_MARKS = {tag: mark for mark, tag in _BRACES.items()}
_OPENING = re.compile(r"\{([/*_\-~^])")
_TAG = re.compile(r"<(/?)(\w+)>")
_CLUE = re.compile(r"([A-Z]?)([^\s.]*?)\.(?:[ \t](.*))?", re.DOTALL)
_META = re.compile(r"([A-Z]?)([^\s.]*?)[ \t]\^([^:]*):(.*)", re.DOTALL)
TILDE = " ~ "
_TILDES = re.compile(r"[ \t]~[ \t]")
_LITERAL = re.compile(r"\{\\(.*?)\\\}")  # of the draft of version 4


@dataclass(slots=True)
class Sections:
    """The lines of a file by section, stripped.

    Args:
        headers: without blank lines.
        grid, clues: with blank lines.
        notes: as one text.
        others: name and text of unknown sections.
        remarks: what is left out.
    """

    headers: list[Line] = field(default_factory=list)
    grid: list[Line] = field(default_factory=list)
    clues: list[Line] = field(default_factory=list)
    notes: str = ""
    others: list[list[str]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def split_sections(data: bytes, source: str) -> Sections:
    """The sections of a file.

    Raises:
        FormatError: it is not UTF-8 text, or longer than any crossword.
    """
    text, n_comments = _COMMENT.subn(_line_ends_of, decoded(data, source, MAX_TEXT))
    lines = list(enumerate(_LINE_ENDS.split(text), 1))
    if n_comments:  # a line of nothing else is no blank line, which would part two sections
        lines = [
            (number, line.replace(_CUT, ""))
            for number, line in lines
            if _CUT not in line or line.strip(BLANKS + _CUT)
        ]
    first = next((line for _, line in lines if line.strip(BLANKS)), "")
    named = _named(lines) if _HEADING.match(first.strip(BLANKS)) else _counted(lines)
    out = Sections()
    if n_comments:
        out.remarks.append(f"left out: {counted(n_comments, 'comment')}")
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


def _line_ends_of(match: re.Match[str]) -> str:
    return _CUT + "".join(f"{end}{_CUT}" for end in _LINE_ENDS.findall(match[0]))


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


@dataclass(frozen=True, slots=True)
class ClueLine:
    """A line with a clue: `A1. text ~ ANSWER`; the letter is `group`, the number `label`."""

    group: str
    label: str
    text: str
    markup: str
    answer: str


def read_clue(line: str) -> ClueLine | None:
    """A clue's line, parsed; None if it is not one.

    >>> read_clue("A1. {/Be/} ~ me ~ ACT")
    ClueLine(group='A', label='1', text='Be ~ me', markup='<i>Be</i> ~ me', answer='ACT')
    """
    match = _CLUE.fullmatch(line)
    if match is None or not (match[1] or match[2]):
        return None
    rest = _TILDES.sub(TILDE, f" {match[3] or ''} ")
    at = rest.rfind(TILDE)
    clue, answer = (rest, "") if at < 0 else (rest[:at], rest[at + len(TILDE) :])
    clue = _LITERAL.sub(lambda found: found[1] or "\\", clue.strip(BLANKS))
    text, markup = from_braces(clue.replace("\\", "\n"))
    return ClueLine(match[1], match[2], text, markup, answer.strip(BLANKS))


def clue_line(clue: ClueLine) -> str:
    """The line for a clue."""
    text = to_braces(clue.markup) if clue.markup else clue.text
    text = text.replace("\n", "\\")
    parts = (f"{clue.group}{clue.label}.", text, "~", clue.answer)
    return " ".join(part for part in parts if part)


def read_meta(line: str) -> tuple[str, str, str, str] | None:
    """Letter, number, key and value of a line like `A1 ^Refs: A2 D4`; None if it is not one."""
    match = _META.fullmatch(line)
    return match and (match[1], match[2], match[3].strip(BLANKS), match[4].strip(BLANKS))


def from_braces(text: str) -> tuple[str, str]:
    """The plain text of a text with markup in braces, and its markup in tags, "" if it has none.

    >>> from_braces("{*a {/b/}*} {-c")
    ('a b {-c', '<b>a <i>b</i></b> {-c')
    """
    markup = _to_tags(text, depth=0)
    plain, tagged = from_html(markup)
    return (plain, tagged) if tagged else (text, "")


def _to_tags(text: str, depth: int) -> str:
    out: list[str] = []
    at = 0
    never_closed: set[str] = set()  # marks without an end in the rest: not searched again
    while match := _OPENING.search(text, at):
        mark = match[1]
        look = depth < len(_BRACES) and mark not in never_closed
        end = text.find(mark + "}", match.end()) if look else -1
        if end < 0:
            never_closed.add(mark)
            out.append(escape(text[at : match.end()], quote=False))
            at = match.end()
            continue
        tag = _BRACES[mark]
        inner = _to_tags(text[match.end() : end], depth + 1)
        out += [escape(text[at : match.start()], quote=False), f"<{tag}>", inner, f"</{tag}>"]
        at = end + 2
    return "".join(out) + escape(text[at:], quote=False)


def to_braces(markup: str) -> str:
    """Markup in tags as markup in braces.

    >>> to_braces("<b>R&amp;B</b> H<sub>2</sub>O, 10<sup>82</sup>")
    '{*R&B*} H{~2~}O, 10{^82^}'
    """
    out: list[str] = []
    at = 0
    for match in _TAG.finditer(markup):
        out.append(from_html(markup[at : match.start()])[0])
        mark = _MARKS[match[2]]
        out.append(f"{mark}}}" if match[1] else f"{{{mark}")
        at = match.end()
    out.append(from_html(markup[at:])[0])
    return "".join(out)
