"""Several fills that differ as much as they can.

The aim is a set of n fills in which the two that are most alike differ in as many entries as
possible. To find the best set is far harder than to find a fill, so it is looked for in two ways,
both limited by counts, so that the result does not depend on the machine:

- by steps: for a number K of entries, fills are found one after the other, each unlike all before
  in K entries or more; and K goes up and down by halving. Each fill has a number of conflicts.
- where that does not reach what is possible, and all fills can be listed quickly, by choosing from
  all: after a first one, each time the fill that is farthest from those that were chosen. Then all
  fills are within some distance d of the first n - 1, so that of any n fills two are near the same
  one, and differ in no more than 2d entries. That is a bound for every choice. Of few fills, the
  best choice is found: n fills that are K apart are a clique in the graph of all such pairs.

Source: T. F. Gonzalez, Clustering to minimize the maximum intercluster distance, TCS 38, 1985.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from satcross.model.fill import Fill
from satcross.results import Reason
from satcross.solve.protocol import LAZY, Counters, LazySession, Outcome, SolverOptions
from satcross.task import Deadline, Progress
from satcross.tasks.diversity import difference, free_slots
from satcross.tasks.prepared import PreparedPuzzle
from satcross.words.table import Codes

if TYPE_CHECKING:
    from satcross.solve.listing.lister import Lister

Int32 = npt.NDArray[np.int32]

CONFLICTS_A_FILL = 2_000  # most fills of a fillable grid take some hundred

# All fills are listed where there are not more letters in them, and it does not take longer.
MAX_LISTED = 4_000_000
MAX_CONFLICTS = 20_000
MAX_DECISIONS = {"join": 50_000_000, "lazy": 200_000}
_ROWS = 10_000
_SLICE_S = 0.05

STARTS = 8  # first fills that are tried, if that takes few comparisons
MAX_COMPARED = 1_000_000_000  # comparisons of letters for all of them
MAX_EXACT = 300  # fills of which the best choice is looked for
CLIQUE_STEPS = 100_000  # for each number of entries


def n_apart(fills: Sequence[Fill]) -> int | None:
    """The least number of entries in which two of the fills differ; None for fewer than two."""

    def differ(one: Fill, other: Fill) -> int:
        return sum(a.word != b.word for a, b in zip(one.entries, other.entries, strict=True))

    return min((differ(one, other) for one, other in combinations(fills, 2)), default=None)


@dataclass(frozen=True, slots=True)
class SpreadFills:
    """Fills that differ as much as they could be made to.

    Args:
        fills: the fills; none if as many as were wanted were not found.
        bound: no choice of as many fills has any two differ in more entries.
        is_all: whether there are no other fills.
    """

    fills: tuple[Fill, ...]
    bound: int
    is_all: bool = False


class Spread:
    """The search for n fills that differ as much as they can.

    Args:
        opened: the puzzle after arc consistency, with words in all slots.
        options: of the lazy engine.
        n: how many fills.
    """

    def __init__(self, opened: PreparedPuzzle, options: SolverOptions, n: int) -> None:
        self._opened = opened
        self._options = options
        self._n = n

    def search(self, deadline: Deadline) -> SpreadFills | Reason:
        """The fills; the reason if there was no time for any set of n."""
        found = self._by_steps(deadline)
        if isinstance(found, Reason):
            return found
        domains = self._opened.domains
        bound = sum(len(domains.codes[slot.index]) > 1 for slot in free_slots(domains))
        apart = n_apart(found)
        if apart is not None and apart >= bound:
            return SpreadFills(tuple(found), bound)
        rows = self._all_fills(deadline)
        if rows is None:
            return SpreadFills(tuple(found), bound)
        if not len(rows):
            return SpreadFills((), bound, is_all=True)
        chosen, least, bound = self._farthest(rows, bound)
        if len(chosen) == self._n and least <= (apart or 0):
            return SpreadFills(tuple(found), bound)
        cells = domains.cells
        fills = [
            self._opened.verified(dict(zip(cells, rows[at].tolist(), strict=True))) for at in chosen
        ]
        return SpreadFills(tuple(fills), bound, is_all=len(rows) <= self._n)

    def _all_fills(self, deadline: Deadline) -> Codes | None:
        """All fills as letters; None where there are too many, or where they cannot be listed."""
        opened, options = self._opened, self._options
        puzzle, domains = opened.puzzle, opened.domains
        from satcross.solve.listing.lister import SUPPORTS, lister_for

        if not puzzle.needs <= SUPPORTS or not options.asks_for(LAZY):
            return None

        lister = lister_for(domains, opened.letters, options.seed)
        most = max(1, MAX_LISTED // max(1, len(domains.cells)))
        rows = np.empty((most + 1, len(domains.cells)), dtype=domains.dtype)
        n, is_last = 0, False
        while not is_last:
            if deadline.passed() or n > most or not _is_quick(lister):
                return None
            more, is_last = lister.run(rows[n : n + _ROWS], _SLICE_S)
            n += more
            if options.on_progress is not None:
                elapsed_s = time.monotonic() - opened.started
                options.on_progress(Progress("listing", elapsed_s, n_found=n))
        return rows[:n] if n <= most and _is_quick(lister) else None

    def _farthest(self, rows: Codes, bound: int) -> tuple[list[int], int, int]:
        """The best choice, how many entries its closest two differ in, and a bound for others.

        Args:
            rows: all fills.
            bound: one that is known.
        """
        domains = self._opened.domains
        column = {cell: at for at, cell in enumerate(domains.cells)}
        slots = [
            np.array([column[cell] for cell in one.entry_cells]) for one in free_slots(domains)
        ]
        if len(rows) <= self._n:
            chosen, least = farthest_first(rows, slots, len(rows), 0)
            return chosen, least, least
        compared = rows.size * 2 * self._n
        n_starts = max(1, min(STARTS, len(rows), MAX_COMPARED // compared))
        best: tuple[list[int], int] = ([], -1)
        for i in range(n_starts):
            chosen, least = farthest_first(rows, slots, self._n, i * len(rows) // n_starts)
            bound = min(bound, 2 * least) if self._n > 1 else bound
            if least > best[1]:
                best = (chosen, least)
        if len(rows) <= MAX_EXACT:
            away = np.array([entries_apart(rows, slots, at) for at in range(len(rows))])
            return best_choice(away, best, self._n, bound)
        return *best, bound

    def _by_steps(self, deadline: Deadline) -> list[Fill] | Reason:
        """Fills found one after the other; none if n fills that differ at all were not found."""
        n_free = len(free_slots(self._opened.domains))
        best: list[Fill] = []
        low, high = 0, n_free + 1  # fills that differ in `low` are known, in `high` not to be hoped
        steps: list[str | int] = ["words", n_free]
        while low + 1 < high:
            step = steps.pop(0) if steps else (low + high) // 2
            found = self._fills(step, deadline)
            if isinstance(found, Reason):
                return best or found
            if len(found) == self._n:
                best = found
                low = max(low, n_apart(found) or n_free)
                if step == "words":
                    break
            elif isinstance(step, int):
                high = step
        return best

    def _fills(self, distinct: str | int, deadline: Deadline) -> list[Fill] | Reason:
        """Fills that are apart, as many as were found."""
        opened = replace(self._opened, session=None)
        leave_out = difference(distinct, opened.domains, opened.letters)
        try:
            session = opened.start(self._options, deadline=deadline)
            assert isinstance(session, LazySession)
            fills: list[Fill] = []
            while len(fills) < self._n:
                answer = session.solve(deadline=deadline, conflicts=CONFLICTS_A_FILL)
                if answer.outcome is not Outcome.SAT:
                    is_step_over = answer.outcome is Outcome.UNSAT or not deadline.passed()
                    return fills if is_step_over else answer.reason
                fills.append(opened.fill(answer))
                if not leave_out(fills[-1], session):
                    return fills
            return fills
        finally:
            opened.close()


def farthest_first(
    rows: Codes, slots: Sequence[npt.NDArray[np.int64]], n: int, first: int
) -> tuple[list[int], int]:
    """Rows that differ much: after the first, each time the one farthest from those before.

    Args:
        rows: `Codes` (rows, columns).
        slots: the columns of each slot.
        n: how many to choose; at most all.
        first: the row to begin with.

    Returns: the chosen ones; and in how many slots the closest two differ, 0 with fewer than two.
    """

    chosen, apart = [first], 0
    nearest = entries_apart(rows, slots, first)
    while len(chosen) < n:
        at = int(np.argmax(nearest))
        apart = int(nearest[at])
        chosen.append(at)
        nearest = np.minimum(nearest, entries_apart(rows, slots, at))
    return chosen, apart


def entries_apart(rows: Codes, slots: Sequence[npt.NDArray[np.int64]], at: int) -> Int32:
    """In how many slots each row differs from one of them."""
    differs = rows != rows[at]
    away = np.zeros(len(rows), dtype=np.int32)
    for columns in slots:
        away += differs[:, columns].any(axis=1)
    return away


def best_choice(
    away: Int32, best: tuple[list[int], int], n: int, bound: int
) -> tuple[list[int], int, int]:
    """The best choice of n rows, or the best that is found in some steps.

    Args:
        away: int32 (rows, rows): how far apart any two are.
        best: a choice of n, and how far apart its closest two are.
        n: how many.
        bound: how far apart the closest two of any choice are at most.

    Returns: a choice, how far apart its closest two are, and a bound; the same if it is the best.
    """
    chosen, least = best
    while least < bound and n > 1:
        near = [sum(1 << int(at) for at in np.flatnonzero(row)) for row in away > least]
        found = clique(near, n, CLIQUE_STEPS)
        if found is None:
            break
        if not found:
            return chosen, least, least
        chosen = found
        least = min(int(away[a, b]) for a, b in combinations(found, 2))
    return chosen, least, bound


def clique(near: Sequence[int], n: int, steps: int) -> list[int] | None:
    """A clique of n nodes.

    Args:
        near: by node, its neighbours as bits.
        n: how many nodes.
        steps: nodes to try at most.

    Returns: the nodes; none if there is no such clique; None where the steps were not enough.
    """
    left = steps
    chosen: list[int] = []
    rest = [(1 << len(near)) - 1]  # by depth, the nodes that are still to be tried
    while rest:
        if len(chosen) == n:
            return chosen
        candidates = rest[-1]
        if len(chosen) + candidates.bit_count() < n:
            rest.pop()
            if chosen:
                chosen.pop()
            continue
        if not left:
            return None
        left -= 1
        node = (candidates & -candidates).bit_length() - 1
        rest[-1] ^= 1 << node
        chosen.append(node)
        rest.append(rest[-1] & near[node])
    return []


def _is_quick(lister: Lister) -> bool:
    counters: Counters = lister.counters
    return counters.conflicts <= MAX_CONFLICTS and counters.decisions <= MAX_DECISIONS[lister.name]
