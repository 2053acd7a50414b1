"""Clues in .xd files: a line each, with markup in braces."""

from __future__ import annotations

import re
from dataclasses import dataclass

from satcross.formats.markup import escaped, from_html

BLANKS = " \t"
_BRACES = {"/": "i", "*": "b", "_": "u", "-": "s"}
_MARKS = {tag: mark for mark, tag in _BRACES.items()}
_OPENING = re.compile(r"\{([/*_\-])")
_TAG = re.compile(r"<(/?)(\w+)>")
_CLUE = re.compile(r"([A-Z]?)([^\s.]*?)\.(?:[ \t](.*))?", re.DOTALL)
_META = re.compile(r"([A-Z]?)([^\s.]*?)[ \t]\^([^:]*):(.*)", re.DOTALL)
_TILDE = " ~ "


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
    rest = f" {match[3] or ''} "
    at = rest.rfind(_TILDE)
    clue, answer = (rest, "") if at < 0 else (rest[:at], rest[at + len(_TILDE) :])
    text, markup = from_braces(clue.strip(BLANKS).replace("\\", "\n"))
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
            out.append(escaped(text[at : match.end()]))
            at = match.end()
            continue
        tag = _BRACES[mark]
        inner = _to_tags(text[match.end() : end], depth + 1)
        out += [escaped(text[at : match.start()]), f"<{tag}>", inner, f"</{tag}>"]
        at = end + 2
    return "".join(out) + escaped(text[at:])


def to_braces(markup: str) -> str:
    """Markup in tags as markup in braces; tags without such a mark are left out.

    >>> to_braces("<b>R&amp;B</b> H<sub>2</sub>O")
    '{*R&B*} H2O'
    """
    out: list[str] = []
    at = 0
    for match in _TAG.finditer(markup):
        out.append(from_html(markup[at : match.start()])[0])
        mark = _MARKS.get(match[2], "")
        out.append((f"{mark}}}" if match[1] else f"{{{mark}") if mark else "")
        at = match.end()
    out.append(from_html(markup[at:])[0])
    return "".join(out)
