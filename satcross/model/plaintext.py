"""Styles of text that mean something, where text has no styles: in characters."""

from __future__ import annotations


def in_plain(text: str, *, raised: bool, struck: bool) -> str:
    """A piece of text for what has no styles: what means something is said in characters.

    >>> in_plain("82", raised=True, struck=False), in_plain("n+1", raised=True, struck=False)
    ('^82', '^(n+1)')
    >>> in_plain("Not", raised=False, struck=True)
    '~Not~'
    """
    if raised and text.strip():
        text = f"^{text}" if text.isalnum() else f"^({text})"
    return f"~{text}~" if struck and text.strip() else text
