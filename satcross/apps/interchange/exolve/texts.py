"""Texts of clues, titles and notes as Exolve reads them back: what it would take otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from satcross.apps.interchange.exolve.clues import clue_of, is_special, one_line
from satcross.apps.interchange.exolve.enumerations import clue_parts, has_enumeration_like
from satcross.apps.interchange.exolve.labels import parse_head
from satcross.apps.interchange.exolve.lines import NAME
from satcross.apps.interchange.extras import extras_for
from satcross.extend import ACROSS, DOWN, MAX_SIDE, Clue, from_html
from satcross.formats.markup import to_html

_COMMENT = re.compile(r"(?<![^ ])#(?![^ ])")
_SECTION = re.compile(r"^(\s*)e(?=xolve-)")
_ANY = MAX_SIDE, MAX_SIDE  # a grid that has every cell
_UNSEEN = "(?)*"  # lengths that end a clue, and that solvers do not see


def html_line(text: str) -> str:
    """Text on one line that begins no section and has no comment."""
    return literal(_SECTION.sub(r"\1&#101;", to_html(one_line(text))))


def literal(html: str) -> str:
    """HTML on one line, without what would be a comment, or end the text in a page."""
    return _COMMENT.sub("&#35;", one_line(html)).replace("`", "&#96;")


def html_of_clue(clue: Clue, head: str, answer: str = "") -> str:
    """What follows the label of a clue, which reads back as this clue; else the likeliest.

    Args:
        clue: the clue.
        head: what is before it.
        answer: to be written, where the squares do not have it.
    """
    first = ""
    lead = f"[{answer}] " if answer else ""
    told = replace(clue, annotation=one_line(f"[{answer}] {clue.annotation}")) if answer else clue
    for html in _candidates(clue, lead):
        for one in (html, _guarded(html)):
            first = first or one
            if _reads_back(told, head, one):
                return one
    return first


def _reads_back(clue: Clue, head: str, html: str) -> bool:
    """Whether a line is read as that clue, with the label that is before."""
    line = f"{head} {html}".rstrip()
    way = clue.direction if clue.direction in (ACROSS, DOWN) else ""
    read = parse_head(line, way, _ANY)
    bare = parse_head(head, way, _ANY)
    if read is None or bare is None or read.end != bare.end:
        return False
    again, _, parts = clue_of(line[read.end :], Clue("", "", ""))
    if parts.text == "*":  # the entry has no clue
        return False
    wanted = one_line(clue.text), _markup(clue), one_line(clue.annotation)
    return (again.text, again.markup, again.annotation) == wanted


def _markup(clue: Clue) -> str:
    return from_html(clue.markup)[1] and one_line(from_html(one_line(clue.markup))[1])


def _guarded(html: str) -> str:
    """HTML whose first character belongs to no label."""
    return f"&#{ord(html[0])};{html[1:]}" if html and html[0] not in "<&" else _ampersand(html)


def _ampersand(html: str) -> str:
    return re.sub(r"^&(?:amp;|#38;)?(?!#|[a-z]+;)", "&#38;", html)


def _candidates(clue: Clue, lead: str) -> Iterator[str]:
    """Ways to write a clue and its annotation, the plainest first.

    Args: lead: the answer in brackets, which is before the annotation; or "".
    """
    extras = extras_for(clue, NAME)
    note = f"{lead}{_note(clue)}".rstrip()
    bare = f"{lead}{_without_ends(_note(clue))}".rstrip()
    text = one_line(clue.markup or to_html(clue.text)).replace("~{", "&#126;{")
    for key in ("definition", "html"):
        if isinstance(raw := extras.get(key), str):
            yield _joined(raw, extras, note)
    yield _joined(text, extras, note)
    apart = [f"[] {note}", f"[] {bare}", bare] if note else [""]
    for text_ in (text, _with_last_end(text), _without_ends(text)):
        for end in apart:
            yield literal(f"{text_} {end}")
    if note:
        yield literal(f"{_without_ends(text)} {_UNSEEN} {bare}")


def _joined(text: str, extras: Mapping[str, Any], note: str) -> str:
    """A clue, the lengths that solvers do not see, and an annotation, which is marked as one."""
    hidden = extras.get("hidden")
    unseen = f" {hidden}*" if isinstance(hidden, str) and hidden else ""
    has_end = bool(unseen or clue_parts(text).enumeration)
    mark = "[] " if note and (not has_end or has_enumeration_like(note)) else ""
    return literal(f"{text}{unseen} {mark}{note}")


def _note(clue: Clue) -> str:
    """The annotation in HTML, with the markup that it had in a file."""
    note = one_line(clue.annotation)
    raw = extras_for(clue, NAME).get("annotation")
    is_same = isinstance(raw, str) and one_line(from_html(raw)[0]) == note
    html = to_html(note)
    if not is_same and is_special(note, clue.answer):
        html = f"&#{ord(html[0])};{html[1:]}"
    return literal(str(raw) if is_same else html)


def _without_ends(html: str) -> str:
    """HTML in which nothing is an enumeration or ends a clue."""
    return html.replace("(", "&#40;").replace("[]", "[&#93;").replace("[", "&#91;")


def _with_last_end(html: str) -> str:
    """The same, but for the last parenthesis."""
    at = html.rfind("(")
    return html if at < 0 else _without_ends(html[:at]) + html[at:]
