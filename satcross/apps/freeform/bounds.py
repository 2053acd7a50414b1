"""Which layouts there cannot be, by counting and by what is proved; which words share letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from satcross.apps.freeform.local import BoxShape, Merit, excess


class BoxQuestion(NamedTuple):
    """Is there a layout like this?

    Args:
        n_rows, n_cols: of the box that it fits, rows not the greater number.
        excess: by how much the longer side may exceed 7/5 of the shorter one.
        n_crossings: at least.
    """

    n_rows: int
    n_cols: int
    excess: int
    n_crossings: int


class Bounds:
    """What is known of the layouts of `n` of some words.

    A box is its shorter side and its longer side: a layout turned over its diagonal is a layout.

    Args:
        words: all of them, of one character a letter.
        n: how many must be placed.
        shape: of the box, and the page.

    Fields:
        least_letters: cells that hold a letter, at least; also where words are not connected.
    """

    def __init__(self, words: Sequence[str], n: int, shape: BoxShape) -> None:
        self._shape, self._limits = shape, shape.limits
        by_length = sorted(map(len, words))
        lengths = by_length[:n]
        self._longest = lengths[-1]
        # Where words cross, some are across and some down.
        self._shortest = lengths[0] if n > 1 else 1
        # Each word after the first lies across one that is there, and so makes the box longer by
        # less than its length, in one direction.
        growth = sum(length - 1 for length in by_length[-n:])
        self.span = 1 + growth
        self._sides = 2 + growth  # both together, at most
        letters = sum(lengths)
        if n == len(words):
            # A letter in two words stands in two of them.
            counts = Counter(letter for word in words for letter in word)
            pairs = sum(count // 2 for count in counts.values())
        else:
            pairs = sum(by_length[-n:]) // 2
        self._most_crossings = min(pairs, n * n // 4)
        self.least_letters = letters - (pairs if n == len(words) else letters // 2)
        # The words in a line of m cells have lengths that, each and 1 more, sum to m + 1 at most.
        self._room = letters + n
        self._refuted: list[BoxQuestion] = []

    def refute(self, asked: BoxQuestion) -> None:
        """There is no such layout: it is proved."""
        self._refuted.append(asked)

    def allows(self, short: int, long: int) -> bool:
        """Whether counting says nothing against a layout that takes up this box."""
        return (
            (self._limits.allow(short, long) or self._limits.allow(long, short))
            and long >= self._longest
            and short >= self._shortest
            and short + long <= self._sides
            and short * long >= self.least_letters
            and 2 * short * long + short + long >= self._room
        )

    def worth_asking(self, best: Merit, n_rows: int, n_cols: int) -> BoxQuestion | None:
        """What would be better than the best layout, and may be there; None: it is the best.

        Args: n_rows, n_cols: the box of the best layout.
        """
        return next(filter(self._is_open, self._better(best, n_rows, n_cols)), None)

    def least_area(self, area: int) -> int:
        """The smallest area that counting does not rule out, at most `area`."""
        possible = [
            short * long
            for short in range(1, int(area**0.5) + 1)
            for long in range(short, area // short + 1)
            if self.allows(short, long)
        ]
        return min(possible, default=area)

    def _better(self, best: Merit, n_rows: int, n_cols: int) -> Iterator[BoxQuestion]:
        """Every better layout is one of these."""
        over, area, oblong = -best.shape, n_rows * n_cols, abs(n_rows - n_cols)
        square = self._shape.square
        if over:
            for box in self._boxes(lambda *_: True):
                yield BoxQuestion(*box, over - 1, 0)
        for box in self._boxes(lambda *sides: square(*sides) > best.square):
            yield BoxQuestion(*box, over, 0)

        def is_smaller(short: int, long: int) -> bool:
            sides = short * long, long - short
            return sides < (area, oblong) and square(short, long) >= best.square

        for box in self._boxes(lambda *sides: square(*sides) >= best.square):
            yield BoxQuestion(*box, over, best.n_crossings + 1)
        for box in self._boxes(is_smaller):
            yield BoxQuestion(*box, over, best.n_crossings)

    def _boxes(self, is_good: Callable[[int, int], bool]) -> Iterator[tuple[int, int]]:
        """The largest good boxes, the most nearly square first."""
        widest = 0
        for short in range(self._sides // 2, 0, -1):
            for long in range(self._sides - short, max(short - 1, widest), -1):
                if self.allows(short, long) and is_good(short, long):
                    yield short, long
                    widest = long
                    break

    def _is_open(self, asked: BoxQuestion) -> bool:
        """Whether nothing that is known says that there is no such layout."""
        n_rows, n_cols, over, n_crossings = asked
        return (
            n_crossings <= self._most_crossings
            and not any(
                n_rows <= no.n_rows and n_cols <= no.n_cols
                and over <= no.excess and n_crossings >= no.n_crossings
                for no in self._refuted
            )
            and any(
                excess(short, long) <= over and self.allows(short, long)
                for short in range(n_rows, 0, -1)
                for long in range(n_cols, short - 1, -1)
            )
        )  # fmt: skip


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
