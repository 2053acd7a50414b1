"""No two entries begin with the same N letters."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, ClassVar

from satcross.checks import check_integer
from satcross.model.grid import MAX_SIDE
from satcross.rules.base import KeyRule, NumberRule, ShortForm

if TYPE_CHECKING:
    from satcross.words import WordList


class DifferentStarts(NumberRule, KeyRule):
    """No two entries of `n` letters or more begin with the same `n`.

    Args:
        n: 1 to `MAX_SIDE`.

    Raises:
        OptionError: `n` is out of range.
    """

    __slots__ = ()
    kind: ClassVar[str] = "different-starts"
    label: ClassVar[str] = "start"
    reads_list: ClassVar[bool] = False
    short: ClassVar[ShortForm] = ShortForm(
        "different_starts",
        int,
        None,
        metavar="N",
        text="No two entries may begin with the same N letters.",
        label="How many letters at the start must differ",
    )

    def __post_init__(self) -> None:
        check_integer(self.n, self.short.keyword, at_least=1, at_most=MAX_SIDE)

    def __str__(self) -> str:
        return f"different starts of {self.n}"

    def keys_of(self, words: WordList, given: Collection[str]) -> Callable[[str], Collection[str]]:
        """The first `n` letters of a word; nothing where it is shorter."""
        return lambda word: [word[: self.n]] if len(word) >= self.n else ()
