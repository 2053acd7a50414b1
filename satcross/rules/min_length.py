"""Runs of fewer than N cells are not entries, and may spell anything."""

from __future__ import annotations

from typing import ClassVar

from satcross.checks import check_integer
from satcross.model.marks import MAX_SIDE
from satcross.model.needs import MIN_SLOT_LENGTH
from satcross.rules.base import NumberRule, ShortForm


class MinLength(NumberRule):
    """Runs of fewer than `n` cells are not slots: 1 or greater. Of several, the largest counts."""

    __slots__ = ()
    kind: ClassVar[str] = "min-length"
    need: ClassVar[str] = ""
    short: ClassVar[ShortForm] = ShortForm(
        "min_length",
        int,
        MIN_SLOT_LENGTH,
        metavar="N",
        text="Runs of fewer cells are not entries and may spell anything. With 1, single letters"
        " must be in the list too.",
        label="Shortest entry that needs a word",
        of_board=True,
    )

    def __post_init__(self) -> None:
        check_integer(self.n, self.short.keyword, at_least=1)
        if self.n > MAX_SIDE:  # longer than any run of cells
            check_integer(self.n, self.short.keyword, at_least=1, at_most=MAX_SIDE)
