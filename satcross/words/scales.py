"""What names a word list: a file or a name, and perhaps how the scores of the list are read.

| argument | scores |
| --- | --- |
| `big.txt` | as they are |
| `stwl.txt@0-50` | 0 to 50 become 0 to 100; lower ones 0, higher ones 100 |
| `names.txt=64` | every word scores 64 |
| `big.txt+10`, `big.txt-10` | 10 more or less, but from 0 to 1000 |
| `stwl.txt@0-50+10` | both, in this order |

What is a file or the name of a list as a whole has no scale, whatever characters are in it.
"""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from satcross.errors import OptionError
from satcross.files import as_path, exists
from satcross.words.named import is_name, known_names

if TYPE_CHECKING:
    from fractions import Fraction

TOP = 100  # what the highest score of a range becomes

MARKS = "@=+-"
_SUFFIX = re.compile(
    r"(?:@(?P<low>[0-9]{1,9})-(?P<high>[0-9]{1,9}))?(?P<shift>[+-][0-9]{1,4})?"
    r"|=(?P<fixed>[0-9]{1,4})"
)


class _Fields(NamedTuple):
    low: int | None = None
    high: int | None = None
    fixed: int | None = None
    shift: int = 0


class Scale(_Fields):
    """How the scores of a list are read. A word without a score has 50, in no range.

    Args:
        low, high: the scores that become 0 and 100; None for scores as they are.
        fixed: the score of every word; None for those of the list.
        shift: is added.
    """

    __slots__ = ()
    DEFAULT: ClassVar = 50  # the score of a word without one
    MOST: ClassVar = 1000
    PLAIN: ClassVar[Scale]

    @property
    def is_own(self) -> bool:
        """Whether the list may have any numbers, not only those from 0 to 1000."""
        return self.low is not None or self.fixed is not None

    def of(self, score: Fraction | int | None) -> int:
        """The score that a word with this one in the list has; None for a word without one.

        >>> Scale(0, 50).of(25), Scale(0, 8).of(3), Scale(shift=10).of(None)
        (50, 38, 60)
        """
        if self.fixed is not None:
            return self.fixed
        value = self.DEFAULT if score is None else score
        if self.low is not None and self.high is not None and score is not None:
            span = self.high - self.low
            value = (2 * (value - self.low) * TOP + span) // (2 * span)  # halves are rounded up
            value = min(max(value, 0), TOP)
        return int(min(max(value + self.shift, 0), self.MOST))

    def clips(self, score: Fraction | int) -> bool:
        """Whether a score of the list is outside the range."""
        if self.low is None or self.high is None:
            return False
        return not self.low <= score <= self.high

    def lowest(self, score: int) -> int:
        """A score of the list, perhaps lower than need be, below which no word has `score`."""
        wanted = score - self.shift
        if self.fixed is not None or score <= 0 or wanted <= 0:
            return 0
        if self.low is None or self.high is None:
            return wanted
        return self.low + (wanted - 1) * (self.high - self.low) // TOP

    @staticmethod
    def split(argument: str | PathLike[str]) -> tuple[Path, Scale]:
        """The file or name of a list, and the scale that an argument gives it.

        Raises:
            OptionError: what follows the file or name is not a scale.
        """
        path = as_path(argument, "words")
        text = str(path)
        if not any(mark in path.name for mark in MARKS) or _is_list(path):
            return path, Scale.PLAIN
        first = len(text) - len(path.name)
        for at in range(len(text) - 1, first, -1):
            if text[at] in MARKS and _is_list(head := Path(text[:at])):
                return head, Scale.parse(text[at:], text)
        return path, Scale.PLAIN  # whoever reads it says that it is not there

    @staticmethod
    def parse(text: str, argument: str) -> Scale:
        """The scale that a text such as `@0-50+10` means."""
        match = _SUFFIX.fullmatch(text)
        if match is None:
            raise _bad(f"{text[:20]!r} is not a scale", argument)
        low, high, shift, fixed = (match[name] for name in ("low", "high", "shift", "fixed"))
        if low is not None and int(low) >= int(high):
            raise _bad(f"the range of scores {low}-{high} must rise", argument)
        scale = Scale(
            None if low is None else int(low),
            None if high is None else int(high),
            None if fixed is None else int(fixed),
            int(shift or 0),
        )
        if max(scale.fixed or 0, abs(scale.shift)) > Scale.MOST:
            raise _bad(f"the score in {text[:20]!r} must be from 0 to {Scale.MOST}", argument)
        return scale


Scale.PLAIN = Scale()


def _is_list(path: Path) -> bool:
    if exists(path):
        return True
    return is_name(path) and path.name in known_names()


def _bad(problem: str, argument: str) -> OptionError:
    return OptionError(
        problem,
        hint="write FILE@0-50 for scores from 0 to 50, FILE=64, FILE+10 or FILE-10",
        source=argument[:200],
        parameter="words",
    )
