"""Words of a score or more in some slots, where others may hold lower ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.checks import check_integer, whole_number
from satcross.rules.entries import EntriesRule

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from satcross.model.value import PuzzleValue


@dataclass(frozen=True, slots=True)
class MinScore(EntriesRule):
    """The words in some slots have a score or more.

    Args:
        score: the least score, from 0 to 1000.

    Raises:
        OptionError: it is out of range.
    """

    score: int

    kind: ClassVar[str] = "min-score"

    def __post_init__(self) -> None:
        from satcross.words.scales import Scale  # few rules need it

        check_integer(self.score, "rules", at_least=0, at_most=Scale.MOST)

    def __str__(self) -> str:
        where = f" in {', '.join(self.slots)}" if self.slots else ""
        return f"minimum score {self.score}{where}"

    def value(self) -> str:
        """The score, and the slots."""
        return " ".join((str(self.score), *self.slots))

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule of a score and slots, as in "70 12A 14D"."""
        score, *slots = text.split() or [""]
        number = whole_number(score)
        if number is None:
            raise ValueError("a score and slots were expected")
        return cls(tuple(slots), number)

    def allowed(self, puzzle: PuzzleValue, length: int) -> npt.NDArray[np.bool_]:
        """The words that score enough."""
        return puzzle.words.table(length).scores >= self.score
