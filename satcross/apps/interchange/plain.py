"""Titles, notes and the like of files that have HTML there: crosswords have plain text."""

from __future__ import annotations

import re

from satcross.apps.interchange.texts import plain_of
from satcross.extend import from_html

_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]{0,19})[^<>]*>")
_KNOWN_TAGS = frozenset({
    "b", "i", "u", "s", "sub", "sup", "strong", "em", "ins", "strike", "del", "br", "p",
    "div", "li",
})  # fmt: skip


def plain_html(html: str, line_break: str = " ") -> tuple[str, bool]:
    """The plain text of HTML, as of `plain_of`, and whether it has markup.

    Args: line_break: the text for `<br>` and the like.

    >>> plain_html("10<sup>82</sup> &lt; x<br>y", "; ")
    ('10^82 < x; y', True)
    """
    text, markup = from_html(html, line_break)
    return (plain_of(markup), True) if markup else (text, False)


def lost_tags(html: str) -> set[str]:
    """The tags of a text that its markup cannot have."""
    return {tag.lower() for tag in _TAG.findall(html)} - _KNOWN_TAGS
