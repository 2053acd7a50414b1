"""Words that match a regular expression in some slots."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.errors import OptionError
from satcross.rules.entries import EntriesRule

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from satcross.model.value import PuzzleValue

MAX_LENGTH = 500  # characters


@dataclass(frozen=True, slots=True)
class Regex(EntriesRule):
    """The words in some slots match a regular expression, whole and in either case.

    Args:
        expression: as Python's `re` has it.

    Raises:
        OptionError: it is none.
    """

    expression: str

    kind: ClassVar[str] = "regex"
    is_of_list: ClassVar[bool] = False

    def __post_init__(self) -> None:
        try:
            re.compile(self.expression[: MAX_LENGTH + 1])
        except (re.error, OverflowError, RecursionError) as error:
            raise _bad(f"{self.expression[:60]!r} is no regular expression: {error}") from None
        if len(self.expression) > MAX_LENGTH:
            raise _bad(f"an expression has more than {MAX_LENGTH} characters")

    def __str__(self) -> str:
        return f"{self.expression} matches {', '.join(self.slots) or 'all slots'}"

    def value(self) -> str:
        """The slots, and the expression."""
        return f"{self.named()}: {self.expression}"

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule of slots and an expression, as in "12A 14D: [aeiou].*"; "slot" for all."""
        slots, expression = cls.parts_of(text)
        if not expression:
            raise _bad("there is no expression")
        return cls(slots, expression)

    def allowed(self, puzzle: PuzzleValue, length: int) -> npt.NDArray[np.bool_]:
        """The words that match."""
        import numpy as np

        match = re.compile(self.expression, re.IGNORECASE).fullmatch
        codes = puzzle.words.table(length).codes
        found = (match(puzzle.spelled(row)) is not None for row in codes.tolist())
        return np.fromiter(found, dtype=np.bool_, count=len(codes))


def _bad(problem: str) -> OptionError:
    return OptionError(problem, hint="write 'regex 12A: [aeiou].*'", parameter="rules")
