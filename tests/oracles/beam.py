"""The beam search of the kernel in Python, to be read: the same partial fills, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from satcross.solve.listing.tables import JoinTables

BINS = 1 << 16  # of sums, of which the highest are kept


@dataclass(frozen=True)
class Partial:
    """A partial fill.

    Args:
        total: the sum of its potentials.
        nodes: by slot, the node of its trie.
        letters: by step, as the tries number them.
    """

    total: int
    nodes: tuple[int, ...]
    letters: tuple[int, ...] = ()


class Beam:
    """One beam search.

    Args:
        tables: the words.
        worth: by slot and node of its trie, what a prefix promises.
        keys: by slot, the number that its noise comes from.
        width: how many partial fills are kept.
        noise: what a prefix promises is more by a number from 0 to this.
    """

    def __init__(
        self,
        tables: JoinTables,
        worth: Sequence[Sequence[int]],
        keys: Sequence[int],
        width: int,
        noise: int = 0,
    ) -> None:
        self.n_nodes = 0
        self._tables = tables
        self._worth = [
            [int(n) + _noise(node, int(key), noise) for node, n in enumerate(promises)]
            for promises, key in zip(worth, keys, strict=True)
        ]
        self._width = width
        self._tries = [tables.tries[trie] for trie, _, _ in tables.slots]
        self._steps = [steps.tolist() for _, steps, _ in tables.slots]
        self.kept = [Partial(sum(one[0] for one in self._worth), (0,) * len(tables.slots))]

    def run(self) -> None:
        """Go on to the last cell, or to the cell with which no partial fill goes on."""
        for step in range(len(self._tables.columns)):
            found = [new for partial in self.kept for new in self._longer(partial, step)]
            if not found:
                break
            found = self._without_twins(_highest(found, 2 * self._width), step)
            self.kept = _highest(found, self._width)

    def best(self) -> tuple[int, list[int]]:
        """The highest sum, and the letter codes of its partial fill: 255 for those it lacks."""
        best = max(self.kept, key=lambda partial: partial.total)  # the first of equal ones
        row = [255] * len(self._tables.columns)
        for step, letter in enumerate(best.letters):
            row[self._tables.columns[step]] = int(self._tables.codes[letter])
        return best.total, row

    def _longer(self, partial: Partial, step: int) -> list[Partial]:
        """The partial fill with each letter that goes on and completes no word twice."""
        slots = [slot for slot, steps in enumerate(self._steps) if step in steps]
        found = []
        for letter in range(len(self._tables.codes)):
            nodes, total = list(partial.nodes), partial.total
            for slot in slots:
                mask = int(self._tries[slot].mask[nodes[slot]])
                if not mask >> letter & 1:
                    break
                passed = (mask & ((1 << letter) - 1)).bit_count()
                child = int(self._tries[slot].first[nodes[slot]]) + passed
                total += self._worth[slot][child] - self._worth[slot][nodes[slot]]
                nodes[slot] = child
            else:
                self.n_nodes += 1
                if not any(self._is_twice(slot, nodes, step) for slot in slots):
                    found.append(Partial(total, tuple(nodes), (*partial.letters, letter)))
        return found

    def _is_twice(self, slot: int, nodes: Sequence[int], step: int) -> bool:
        if self._steps[slot][-1] != step:
            return False
        return any(
            self._name(rival, nodes) == self._name(slot, nodes)
            for rival in self._tables.rivals[slot].tolist()
            if self._steps[rival][-1] <= step
        )

    def _name(self, slot: int, nodes: Sequence[int]) -> int:
        first_leaf = int(self._tries[slot].starts[-2])
        return int(self._tables.slots[slot][2][nodes[slot] - first_leaf])

    def _without_twins(self, found: list[Partial], step: int) -> list[Partial]:
        """Of those that leave the same for the cells ahead, the first with the highest sum."""
        open_ = [slot for slot, steps in enumerate(self._steps) if steps[-1] > step]
        best: dict[tuple[int, ...], Partial] = {}
        for partial in found:
            ahead = tuple(partial.nodes[slot] for slot in open_)
            if ahead not in best or partial.total > best[ahead].total:
                best[ahead] = partial
        return list(best.values())


def _noise(node: int, key: int, noise: int) -> int:
    return ((node * key & ((1 << 64) - 1)) >> 32) * noise >> 32


def _highest(found: list[Partial], wanted: int) -> list[Partial]:
    """The `wanted` ones with the highest sums, in the order in which they are.

    The range of sums is divided into bins; of the lowest bin that is kept, the first are taken.
    """
    if len(found) <= wanted:
        return found
    lowest = min(partial.total for partial in found)
    most = max(partial.total for partial in found)
    scale = (BINS - 1) / max(1, most - lowest)
    bins = [int((partial.total - lowest) * scale) for partial in found]
    order = sorted(range(len(found)), key=lambda i: (-bins[i], i))
    return [found[i] for i in sorted(order[:wanted])]
