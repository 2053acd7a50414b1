"""The markup of clues, taken apart by its tags, and as plain text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from html import unescape
from itertools import groupby

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


def in_plain(pieces: Iterable[tuple[str, bool, bool]]) -> str:
    """Pieces of text without styles: `^` is before what is raised, `~` around what is struck out.

    Args: pieces: each text with whether it is raised, and struck out.

    >>> in_plain([("82", True, False), (" ", False, False), ("n+1", True, False)])
    '^82 ^(n+1)'
    >>> in_plain([("No", False, True), ("t", False, True)])
    '~Not~'
    """
    out: list[str] = []
    for struck, some in groupby(pieces, key=lambda piece: piece[2]):
        text = "".join(_raised(one) if raised else one for one, raised, _ in some)
        out.append(f"~{text}~" if struck and text.strip() else text)
    return "".join(out)


def _raised(text: str) -> str:
    if not text.strip():
        return text
    return f"^{text}" if text.isalnum() else f"^({text})"
