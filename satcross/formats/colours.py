"""Colours in crossword files."""

from __future__ import annotations

import re

_HEX = re.compile(r"#?(?:[0-9a-fA-F]{3}){1,2}")

# CSS colour names that occur in files.
_NAMES = {
    "black": "#000000", "white": "#ffffff", "red": "#ff0000", "lime": "#00ff00",
    "blue": "#0000ff", "yellow": "#ffff00", "cyan": "#00ffff", "aqua": "#00ffff",
    "magenta": "#ff00ff", "fuchsia": "#ff00ff", "silver": "#c0c0c0", "gray": "#808080",
    "grey": "#808080", "maroon": "#800000", "olive": "#808000", "green": "#008000",
    "purple": "#800080", "teal": "#008080", "navy": "#000080", "orange": "#ffa500",
    "pink": "#ffc0cb", "gold": "#ffd700", "brown": "#a52a2a", "violet": "#ee82ee",
    "lightgray": "#d3d3d3", "lightgrey": "#d3d3d3", "lightblue": "#add8e6",
    "lightgreen": "#90ee90", "lightyellow": "#ffffe0", "thistle": "#d8bfd8",
}  # fmt: skip


def colour_of(text: str) -> str | None:
    """A colour as `#rrggbb`, from a name, `rrggbb` or `rgb` with or without `#`; else None.

    >>> colour_of("FC0"), colour_of("#D3D3D3"), colour_of("Silver"), colour_of("plaid")
    ('#ffcc00', '#d3d3d3', '#c0c0c0', None)
    """
    text = text.strip().lower()
    if _HEX.fullmatch(text):
        digits = text.removeprefix("#")
        return "#" + ("".join(2 * digit for digit in digits) if len(digits) == 3 else digits)
    return _NAMES.get(text)
