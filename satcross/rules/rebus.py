"""A string that any open cell may hold instead of a letter, both across and down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from satcross.model.alphabet import Alphabet
from satcross.rules.base import Rule, ShortForm


@dataclass(frozen=True, slots=True)
class Rebus(Rule):
    """Any open cell may hold a string. Others that the grid gives are only in their own cells.

    Args:
        string: two letters or more, which the puzzle's alphabet has.
    """

    string: str

    kind: ClassVar[str] = "rebus"
    need: ClassVar[str] = "rebus"
    short: ClassVar[ShortForm] = ShortForm(
        "rebus",
        tuple,
        (),
        metavar="LETTERS",
        text="Any open cell may hold these letters instead of one, across and down alike. Can be"
        " repeated. Cells that the grid gives as [LETTERS] need no option.",
        label="Rebus: several letters in one cell",
        of_board=True,
    )

    def value(self) -> str:
        """The string."""
        return self.string

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule of a string."""
        return cls(text)

    def in_letters(self, alphabet: Alphabet) -> Self:
        """The rule with the string's letters as the alphabet has them."""
        from satcross.model.rebus import rebus_strings

        return type(self)(*rebus_strings((self.string,), alphabet))
