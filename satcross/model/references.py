"""References in clues to other entries, as "17-Across", "12 & 15 Down" or "See 5"."""

from __future__ import annotations

import re
from typing import NamedTuple

from satcross.model.crossword import ACROSS, DOWN

# Also the titles of lists of clues in files.
_DIRECTIONS = {
    **dict.fromkeys(("across", "ac"), ACROSS),
    **dict.fromkeys(("down", "dn"), DOWN),
    **dict.fromkeys(("horizontal", "horizontals", "horizontally", "waagerecht"), ACROSS),
    **dict.fromkeys(("horizontalement", "horizontales", "orizzontali", "horizontaal"), ACROSS),
    **dict.fromkeys(("vågrätt", "vannrett", "vandret", "poziomo", "по горизонтали"), ACROSS),
    **dict.fromkeys(("vertical", "verticals", "vertically", "senkrecht"), DOWN),
    **dict.fromkeys(("verticalement", "verticales", "verticali", "verticaal"), DOWN),
    **dict.fromkeys(("lodrätt", "loddrett", "lodret", "pionowo", "по вертикали"), DOWN),
}
_NUMBERS = r"\d{1,3}-?(?:(?:,? (?:and|or|&(?:amp;)?) |, ?|/| ?&(?:amp;)? ?)\d{1,3}-?)*"
_WITH_DIRECTION = re.compile(
    rf"(?<![\w#.])({_NUMBERS})[ -]?({'|'.join(sorted(_DIRECTIONS, key=len, reverse=True))})\b",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"(?:See|see) ({_NUMBERS})\.?")


class Reference(NamedTuple):
    """A number in a clue that names an entry.

    Args:
        at: where it is in the text.
        number: as it is written.
        direction: `ACROSS` or `DOWN`; "" if the text does not say.
    """

    at: int
    number: str
    direction: str

    @staticmethod
    def direction_of(word: str) -> str:
        """The direction that a word means in small letters, as in "senkrecht"; "" for others."""
        return _DIRECTIONS.get(word, "")

    @staticmethod
    def all_in(text: str) -> list[Reference]:
        """The references in a clue, in their order.

        >>> [(one.number, one.direction) for one in Reference.all_in("Of 17- and 23-Across")]
        [('17', 'Across'), ('23', 'Across')]
        >>> Reference.all_in("See 12")
        [Reference(at=4, number='12', direction='')]
        """
        alone = _ALONE.fullmatch(text)
        found = [(alone, "")] if alone else [
            (each, _DIRECTIONS[each[2].lower()]) for each in _WITH_DIRECTION.finditer(text)
        ]  # fmt: skip
        return [
            Reference(match.start(1) + number.start(), number[0], direction)
            for match, direction in found
            for number in re.finditer(r"\d+", match[1])
        ]
