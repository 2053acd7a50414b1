"""Colours as `#rrggbb`, and how they are to be seen through."""

from __future__ import annotations

import re

_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_GREY = "#d3d3d3"  # for a colour that is told in no way that is known here
_CONTRAST = 7.0  # of black letters on a shade: what WCAG asks of small text
_STEPS = 32


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue from 0 to 255; grey for what is no colour."""
    text = colour if _HEX.fullmatch(colour) else _GREY
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1. Source: WCAG 2.2, relative luminance."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in rgb(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def paper_shade(colour: str) -> str:
    """The shade as it is printed: lighter where black letters could not be read on it.

    >>> paper_shade("#FFD700"), paper_shade("#000000")
    ('#ffd700', '#979797')
    """
    parts = rgb(colour)
    for step in range(_STEPS + 1):
        mixed = tuple(round(part + (255 - part) * step / _STEPS) for part in parts)
        shade = "#{:02x}{:02x}{:02x}".format(*mixed)
        if (luminance(shade) + 0.05) / 0.05 >= _CONTRAST:
            return shade
    return "#ffffff"
