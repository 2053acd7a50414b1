"""The markup of clues, taken apart by its tags, and as plain text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from html import unescape

_TAG = re.compile(r"<(/?)(b|i|u|s|sub|sup)>")


def pieces_of(markup: str) -> Iterator[tuple[str, Collection[str]]]:
    """The pieces of a clue's markup, each with the tags that it stands in.

    >>> [(text, sorted(tags)) for text, tags in pieces_of("<b>R&amp;B <i>x</i></b>")]
    [('R&B ', ['b']), ('x', ['b', 'i'])]
    """
    opened: Counter[str] = Counter()
    at = 0
    for tag in [*_TAG.finditer(markup), None]:
        end = tag.start() if tag else len(markup)
        if end > at:
            yield unescape(markup[at:end]), frozenset(+opened)
        if tag:
            opened[tag[2]] += -1 if tag[1] and opened[tag[2]] else 0 if tag[1] else 1
            at = tag.end()


def in_plain(text: str, *, raised: bool, struck: bool) -> str:
    """A piece of text without styles: `^` is before what is raised, `~` around what is struck out.

    >>> in_plain("82", raised=True, struck=False), in_plain("n+1", raised=True, struck=False)
    ('^82', '^(n+1)')
    >>> in_plain("Not", raised=False, struck=True)
    '~Not~'
    """
    if raised and text.strip():
        text = f"^{text}" if text.isalnum() else f"^({text})"
    return f"~{text}~" if struck and text.strip() else text
