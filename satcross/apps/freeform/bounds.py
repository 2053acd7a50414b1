"""Lower bounds on the box of a layout, by counting; and which words share letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from satcross.apps.freeform.local import Limits


class Bounds:
    """Which boxes are too small for `n` of some words, as far as that is known.

    A box is its shorter side and its longer side: a layout turned over its diagonal is a layout.

    Args:
        words: all of them.
        n: how many must be placed.
        limits: of the box.

    Fields:
        least_letters: cells that hold a letter, at least; also where words are not connected.
    """

    def __init__(self, words: Sequence[str], n: int, limits: Limits) -> None:
        self._limits = limits
        lengths = sorted(map(len, words))[:n]
        self._longest = lengths[-1]
        # Where words cross, some are across and some down.
        self._shortest = lengths[0] if n > 1 else 1
        # Each word after the first lies across one that is there, and so makes the box longer by
        # less than its length, in one direction.
        self.span = 1 + sum(length - 1 for length in sorted(map(len, words)))
        letters = sum(lengths)
        if n == len(words):
            # A letter in two words stands in two of them.
            counts = Counter(letter for word in words for letter in word)
            self.least_letters = letters - sum(count // 2 for count in counts.values())
        else:
            self.least_letters = letters - letters // 2
        # The words in a line of m cells have lengths that, each and 1 more, sum to m + 1 at most.
        self._room = letters + n
        self._refuted: list[tuple[int, int]] = []

    def refute(self, short: int, long: int) -> None:
        """No layout fits this box: it is proved."""
        self._refuted.append((short, long))

    def allows(self, short: int, long: int) -> bool:
        """Whether nothing that is known speaks against a layout in this box."""
        return (
            (self._limits.allow(short, long) or self._limits.allow(long, short))
            and long >= self._longest
            and short >= self._shortest
            and short * long >= self.least_letters
            and 2 * short * long + short + long >= self._room
            and not any(short <= s and long <= m for s, m in self._refuted)
        )

    def worth_asking(self, area: int, oblong: int) -> tuple[int, int] | None:
        """A largest box that is smaller than one of `area`, or as large and nearer to a square.

        Args: oblong: by how much the longer side of the one to beat exceeds the shorter.
        Returns: None when there is none: the one to beat is the best.
        """
        for short in range(int(area**0.5), 0, -1):
            long = area // short
            if short * long == area and long - short >= oblong:
                long -= 1
            while long >= short and not self._within(short, long):
                long -= 1
            if long >= short and self.allows(short, long):
                return short, long
        return None

    def least_area(self, area: int) -> int:
        """The smallest area that is not ruled out, at most `area`."""
        possible = [
            short * long
            for short in range(1, int(area**0.5) + 1)
            for long in range(short, area // short + 1)
            if self.allows(short, long)
        ]
        return min(possible, default=area)

    def _within(self, short: int, long: int) -> bool:
        limits = self._limits
        return long <= self.span and (limits.allow(short, long) or limits.allow(long, short))


def groups(words: Sequence[str]) -> list[list[str]]:
    """The words by who shares letters with whom, directly or by others; the largest group first."""
    found: list[list[str]] = []
    for word in words:
        near = [group for group in found if any(set(word) & set(other) for other in group)]
        found = [group for group in found if group not in near]
        found.append([*(other for group in near for other in group), word])
    order = {word: at for at, word in enumerate(words)}
    return sorted(
        (sorted(group, key=order.__getitem__) for group in found),
        key=lambda group: (-len(group), order[group[0]]),
    )
