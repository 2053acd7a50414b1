"""Words that some slots may not hold, as those of a list that is for other slots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from satcross.rules.base import first_of
from satcross.rules.word_list import OwnWords

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from satcross.model.value import PuzzleValue


@dataclass(frozen=True, slots=True)
class NoWords(OwnWords):
    """Some slots hold none of some words. Args, Raises: as of `OwnWords`."""

    kind: ClassVar[str] = "no-words"
    is_of_list: ClassVar[bool] = False

    def __str__(self) -> str:
        where = ", ".join(self.slots) or "all slots"
        return f"no {first_of(self.words, 'and')} in {where}"

    def allowed(self, puzzle: PuzzleValue, length: int) -> npt.NDArray[np.bool_]:
        """All words but these, in whatever way they are put into cells."""
        return ~super(NoWords, self).allowed(puzzle, length)
