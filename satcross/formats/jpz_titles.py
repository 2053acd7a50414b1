"""The titles of lists of clues in .jpz files: which of them mean across, and which down."""

from __future__ import annotations

from collections.abc import Sequence

from satcross.crossword import ACROSS, DOWN

_USUAL = {"across": ACROSS, "down": DOWN}
_FOREIGN = {
    **dict.fromkeys(("horizontal", "horizontals", "horizontally", "waagerecht"), ACROSS),
    **dict.fromkeys(("horizontalement", "horizontales", "orizzontali", "horizontaal"), ACROSS),
    **dict.fromkeys(("vågrätt", "vannrett", "vandret", "poziomo", "по горизонтали"), ACROSS),
    **dict.fromkeys(("vertical", "verticals", "vertically", "senkrecht"), DOWN),
    **dict.fromkeys(("verticalement", "verticales", "verticali", "verticaal"), DOWN),
    **dict.fromkeys(("lodrätt", "loddrett", "lodret", "pionowo", "по вертикали"), DOWN),
}


def directions_of(titles: Sequence[str]) -> list[str]:
    """The direction that each list's title names; a title of no known meaning names its own."""
    plain = [title.casefold().strip(" :.") for title in titles]
    names = [_USUAL.get(key, title) for key, title in zip(plain, titles, strict=True)]
    for place, key in enumerate(plain):
        direction = _FOREIGN.get(key)
        if direction and direction not in names:
            names[place] = direction
    return names
