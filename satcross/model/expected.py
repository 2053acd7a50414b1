"""How many fills are expected by letter statistics alone, and in which region the fewest.

If every slot held a random word, and the words at a crossing agreed by chance alone, the expected
number of fills of some slots would be

    product over the slots of (words) * product over crossings between them of P(the two agree)

A puzzle may have a part for which that is far below 1, although it is not for the whole: elsewhere
there is room enough, which does not help there. The *tightest region* is the set of slots with the
smallest number. Logarithms make it a minimum cut (a maximum weight closure, Picard 1976): the
crossings are gains that need their two slots, which are costs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import cached_property
from math import fsum, inf, isfinite, log10
from operator import mul
from typing import NamedTuple

from satcross.checks import counted
from satcross.model.needs import Need
from satcross.model.slots import Slot, find_crossings

SUPPORTS = frozenset({Need.PAIRS, Need.CONDITIONS, Need.ENTRIES})
"""Puzzles whose cells are in two slots and hold a letter; rules leave fewer fills than that."""

UNIT = 10**9  # of logarithms in whole numbers, with which a flow ends
UNLIKELY = -3.0  # log10 of expected fills, from which on down hardly any puzzle has one
N_NAMES = 4  # entries of a region that are named


class Region(NamedTuple):
    """Slots by name, in the order of the puzzle's; log10 of how many fills of them are expected."""

    log_fills: float
    slots: tuple[str, ...]

    def __str__(self) -> str:
        some = ", ".join(self.slots[:N_NAMES])
        n_others = len(self.slots) - N_NAMES
        return f"{some} and {counted(n_others, 'other')}" if n_others > 0 else some


class Chances:
    """What makes fills of a puzzle likely or not.

    Args:
        names: of the slots.
        words: by slot, log10 of its words; -inf for none.
        crossings: two slots, and log10 of the chance that random words of theirs agree; -inf for
            none.
    """

    def __init__(
        self, names: list[str], words: list[float], crossings: list[tuple[int, int, float]]
    ) -> None:
        self.names, self.words, self.crossings = names, words, crossings

    @classmethod
    def of(
        cls,
        slots: Sequence[Slot],
        n_words: Iterable[int],
        shares: Sequence[Sequence[Sequence[float]]],
    ) -> Chances:
        """Those of slots. Args: shares: by slot, place and letter, the part of its words."""
        crossings = []
        for at in find_crossings(slots):
            one, other = shares[at.slot][at.offset], shares[at.other][at.other_offset]
            crossings.append((at.slot, at.other, _log(fsum(map(mul, one, other)))))
        return cls([slot.name for slot in slots], [*map(_log, n_words)], crossings)

    @cached_property
    def log_fills(self) -> float:
        """log10 of the expected number of fills of all slots."""
        logs = [*self.words, *(log for _, _, log in self.crossings)]
        return fsum(logs) if all(map(isfinite, logs)) else -inf

    @cached_property
    def tightest_region(self) -> Region:
        """The slots for which the fewest fills are expected; as few as there are such slots.

        No slots, and 0, where no region has less than one; all slots, and -inf, where one has no
        words or a crossing no letter.
        """
        if self.log_fills == -inf:
            return Region(-inf, tuple(self.names))
        gains = [(slot, other, -round(log * UNIT)) for slot, other, log in self.crossings]
        costs = [round(log * UNIT) for log in self.words]
        n = len(costs)
        source, sink = n + len(gains), n + len(gains) + 1
        no_limit = 1 + sum(gain for _, _, gain in gains)
        network = _Network(sink + 1)
        for slot, cost in enumerate(costs):
            network.join(slot, sink, cost)
        for node, (slot, other, gain) in enumerate(gains, start=n):
            network.join(source, node, gain)
            network.join(node, slot, no_limit)
            network.join(node, other, no_limit)
        inside = network.source_side(source, sink)
        total = sum(costs[slot] for slot in inside if slot < n)
        total -= sum(gain for node, (_, _, gain) in enumerate(gains, start=n) if node in inside)
        names = (name for slot, name in enumerate(self.names) if slot in inside)
        return Region(total / UNIT, tuple(names))

    def doubt(self) -> str:
        """In words, that a fill is unlikely, and of which slots; "" where it is not."""
        region = self.tightest_region
        if region.log_fills > UNLIKELY:
            return ""
        return (
            f"by letter statistics 10^{region.log_fills:.1f} fills are expected of {region}:"
            " unlikely that there is one"
        )


def _log(number: float) -> float:
    return log10(number) if number else -inf


class _Network:
    """Pipes between nodes; a maximum flow by shortest paths (Edmonds and Karp 1972)."""

    def __init__(self, n: int) -> None:
        self._of: list[list[int]] = [[] for _ in range(n)]  # by node, its pipes
        self._to: list[int] = []  # by pipe, where it leads; the one back is the pipe with bit 0 set
        self._left: list[int] = []  # by pipe, what else can flow

    def join(self, start: int, end: int, capacity: int) -> None:
        """A pipe, and the one back."""
        for node, to, left in ((start, end, capacity), (end, start, 0)):
            self._of[node].append(len(self._to))
            self._to.append(to)
            self._left.append(left)

    def source_side(self, source: int, sink: int) -> set[int]:
        """The nodes on the source's side of a minimum cut, as few as there can be."""
        while sink in (path := self._path(source, sink)):
            pipes, node = [], sink
            while node != source:
                pipes.append(path[node])
                node = self._to[path[node] ^ 1]
            flow = min(self._left[pipe] for pipe in pipes)
            for pipe in pipes:
                self._left[pipe] -= flow
                self._left[pipe ^ 1] += flow
        return set(path)

    def _path(self, source: int, sink: int) -> dict[int, int]:
        """By node that can be reached, the last pipe of a shortest path; up to the sink."""
        by = {source: -1}
        waiting = deque([source])
        while waiting and sink not in by:
            for pipe in self._of[waiting.popleft()]:
                to = self._to[pipe]
                if self._left[pipe] and to not in by:
                    by[to] = pipe
                    waiting.append(to)
        return by
