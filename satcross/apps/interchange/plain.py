"""Titles, notes and the like of files that have HTML there: crosswords have plain text."""

from __future__ import annotations

from satcross.extend import from_html
from satcross.model.plaintext import plain_of


def plain_html(html: str, line_break: str = " ") -> tuple[str, bool]:
    """The plain text of HTML, as of `plain_of`, and whether it has markup.

    Args: line_break: the text for `<br>` and the like.

    >>> plain_html("10<sup>82</sup> &lt; x<br>y", "; ")
    ('10^82 < x; y', True)
    """
    text, markup = from_html(html, line_break)
    return (plain_of(markup), True) if markup else (text, False)
