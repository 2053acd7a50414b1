"""No two entries begin with the same N letters."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from satcross.checks import check_integer, whole_number
from satcross.model.grid import MAX_SIDE
from satcross.rules.base import KeyRule, ShortForm

if TYPE_CHECKING:
    from satcross.words import WordList


@dataclass(frozen=True, slots=True)
class DifferentStarts(KeyRule):
    """No two entries of `n` letters or more begin with the same `n`.

    Args:
        n: 1 to `MAX_SIDE`.

    Raises:
        OptionError: `n` is out of range.
    """

    n: int

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

    def value(self) -> str:
        """The number of letters."""
        return str(self.n)

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule with this number of letters."""
        n = whole_number(text)
        if n is None:
            raise ValueError("not a number of letters")
        return cls(n)

    @classmethod
    def of_keyword(cls, value: Any) -> tuple[Self, ...]:
        """The rule with this number of letters."""
        return (cls(value),)

    def keyword_value(self) -> int:
        """The number of letters."""
        return self.n

    def key_of(self, words: WordList, given: Collection[str]) -> Callable[[str], str | None]:
        """The first letters of a word that has so many."""
        return lambda word: word[: self.n] if len(word) >= self.n else None
