"""A bound on the best total: the grid in clusters, the best total of each proved by a join.

No fill is worth more than the sum of what each cluster can total when the slots around it are left
out of account. Of a cluster only the cells matter that two of its slots share; so a join goes
through a cluster of 15 or 20 slots of a dense grid in seconds, when it looks for the highest totals
only. A cluster is asked for a little less at a time, which makes each question some times harder
than the last. When its best total is known, it is merged with a neighbour; in the end the whole
grid is one.

Before that, crossing slots share what they are worth by prices of letters (`prices`), so that slots
of different clusters take account of each other. Where a join has too many letters, prices are
all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from satcross import Puzzle
from satcross.apps.optimise.prices import SCALE, Prices
from satcross.extend import Deadline
from satcross.solve.listing.parts import PartMaker, PuzzlePart

SWEEPS = 60  # of prices through the grid; more lower the bound little
FIRST_SLOTS = 10  # in a cluster, before any are merged
Order = Literal["slots", "rows"]
"""As of `JoinTables.of`."""
ORDERS: tuple[Order, ...] = ("slots", "rows")
STEP = 0.005  # of a cluster's total: how much less it is asked for next
# A cluster whose question took so much work is asked the same with the other order of cells, for as
# long; from then on the cheaper one stays.
NODES_TO_CHOOSE = 20_000_000
NODES_TO_MAKE = 2_000_000  # the work of making a part, in letters of a join: some milliseconds


class _Cluster:
    """Some slots, and what is known of their best total.

    Fields:
        bound: they cannot total more.
        is_exact: whether a join can lower it no more: they can total that, the slots around them
            and what the join leaves out apart.
        cost: the work that the last question took, or that the present one has taken if it is more.
    """

    def __init__(self, slots: Sequence[int], bound: int, *, is_exact: bool = False) -> None:
        self.slots = sorted(slots)
        self.bound = bound
        self.is_exact = is_exact
        self.cost = 0
        self._step = max(1, round(STEP * bound))
        self._least = 0
        self._part: PuzzlePart | None = None
        self._best: int | None = None
        self._spent = 0
        self._orders = list(ORDERS)  # the one in use first; the others have not been tried yet
        self._trial: Order | None = None  # this one is tried now, on the last question

    def lower(self, maker: PartMaker, n_nodes: int, deadline: Deadline) -> int:
        """Go on with a question, or with the next one; how much work it took."""
        made = 0
        if self._part is None:
            if self._trial is None:
                self._least = self.bound - self._step + 1
            order = self._trial or self._orders[0]
            made = self._spent = NODES_TO_MAKE
            self._part = maker.make(self.slots, self._least, order=order)
            if self._part is None:
                self._answered()
                return made
        join = self._part.join
        before = join.n_nodes
        _, most, is_all = self._part.best(n_nodes, deadline)
        self._best = self._best if most is None else most
        self._spent += join.n_nodes - before
        if self._trial is not None:
            if is_all or self._spent >= self.cost:
                self._tried()
        elif is_all:
            self._answered()
        else:
            self.cost = max(self.cost, self._spent)
        return made + join.n_nodes - before

    def _answered(self) -> None:
        # Where three slots share a cell, a merged cluster may leave out what a smaller one did not.
        self.bound = self._least - 1 if self._best is None else min(self._best, self.bound)
        self.is_exact = self._best is not None
        self.cost = self._spent
        self._part = None
        if self.cost >= NODES_TO_CHOOSE and not self.is_exact and len(self._orders) > 1:
            self._trial = self._orders[1]

    def _tried(self) -> None:
        """The order that was tried stays if it was cheaper."""
        if self._trial is not None and self._spent < self.cost:
            self._orders = [self._trial]
        else:
            del self._orders[1]
        self._trial = self._part = None


class ClusterBound:
    """A falling upper bound on the totals of a puzzle's fills.

    Args:
        puzzle: one that has a fill; rules between entries are left out of account.
        maker: of its parts.

    Fields:
        bound: no fill has a higher total.
        is_exhausted: whether it will not fall any more.
    """

    def __init__(self, puzzle: Puzzle, maker: PartMaker) -> None:
        self._prices = Prices(maker)
        self._sweeps_left = SWEEPS
        self._maker, self._rest = maker, 0
        self._crossing: dict[int, set[int]] = {slot.index: set() for slot in puzzle.slots}
        for crossing in puzzle.crossings:
            self._crossing[crossing.slot].add(crossing.other)
            self._crossing[crossing.other].add(crossing.slot)
        self._clusters: list[_Cluster] = []
        self.is_exhausted = False

    @property
    def bound(self) -> int:
        """No fill has a higher total."""
        if not self._clusters:
            return self._prices.bound
        return (sum(cluster.bound for cluster in self._clusters) + self._rest) // SCALE

    def lower(self, n_nodes: int, deadline: Deadline) -> int:
        """Lower the bound, by a join of about `n_nodes` letters; how many it took."""
        spent = 0
        while self._sweeps_left and spent < n_nodes and not deadline.passed():
            self._prices.shift()
            spent += self._prices.n_letters
            self._sweeps_left -= 1
        if self._sweeps_left:
            return spent
        if not self._maker.can_join:
            self.is_exhausted = True
            return spent
        if not self._clusters:
            self._maker, self._rest = self._prices.maker()
            self._clusters = [self._cluster(slots) for slots in self._first_clusters()]
        while spent < n_nodes and not deadline.passed():
            open_ = [cluster for cluster in self._clusters if not cluster.is_exact]
            # The cheapest question first: they become dearer from one to the next.
            cheapest = min(open_, key=lambda cluster: cluster.cost, default=None)
            if cheapest is None or cheapest.cost > NODES_TO_CHOOSE:
                if self._merge():
                    continue
                if cheapest is None:
                    self.is_exhausted = True
                    break
            spent += cheapest.lower(self._maker, n_nodes - spent, deadline)
        return spent

    def _cluster(self, slots: Sequence[int]) -> _Cluster:
        bound = sum(map(self._maker.most, slots))
        return _Cluster(slots, bound, is_exact=len(slots) == 1)

    def _first_clusters(self) -> list[list[int]]:
        """All slots in clusters: from a slot with few others left, those that cross it most."""
        left = dict.fromkeys(self._crossing)
        clusters: list[list[int]] = []
        while left:
            first = min(left, key=lambda slot: len(self._crossing[slot].intersection(left)))
            del left[first]
            cluster = [first]
            while len(cluster) < FIRST_SLOTS:
                shares = {slot: self._share(slot, cluster) for slot in left}
                best = max(left, key=lambda slot: shares[slot], default=None)
                if best is None or not shares[best]:
                    break
                cluster.append(best)
                del left[best]
            clusters.append(cluster)
        return clusters

    def _share(self, slot: int, cluster: Sequence[int]) -> float:
        """Which part of the slots that cross a slot are in a cluster."""
        crossing = self._crossing[slot]
        return len(crossing.intersection(cluster)) / len(crossing) if crossing else 0.0

    def _merge(self) -> bool:
        """Merge the two clusters with the most crossings for their sizes; False if none cross.

        Only those are merged that are still cheap, unless all are known as they are.
        """
        most, pair = 0.0, None
        every = all(cluster.is_exact for cluster in self._clusters)
        cheap = [one for one in self._clusters if every or one.cost <= NODES_TO_CHOOSE]
        for i, one in enumerate(cheap):
            for other in cheap[:i]:
                n = sum(len(self._crossing[slot].intersection(other.slots)) for slot in one.slots)
                worth = n / math.sqrt(len(one.slots) * len(other.slots))
                if worth > most:
                    most, pair = worth, (one, other)
        if pair is None:
            return False
        one, other = pair
        self._clusters = [cluster for cluster in self._clusters if cluster not in pair]
        self._clusters.append(_Cluster([*one.slots, *other.slots], one.bound + other.bound))
        return True
