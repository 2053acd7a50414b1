"""Tasks whose work is done by a pool, cube by cube or seed by seed."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from typing import Unpack

from satcross import Fill, Fills, Found, Puzzle, Reason, SolverOptions, Stopped, VerificationError
from satcross.apps.cluster import work
from satcross.apps.cluster.campaign import (
    TICK_S,
    Campaign,
    CampaignOptions,
    CubeTask,
    plain_options,
)
from satcross.apps.cluster.ledger import Ledger
from satcross.apps.cluster.pools import Pool
from satcross.apps.counting.count import Count, CountKind, CountResult
from satcross.extend import Codes, Deadline, Work, prepare
from satcross.tasks.checking import check, rows_check


def fill_of(puzzle: Puzzle, text: str, ledger: Ledger) -> Fill:
    """The fill that a ledger has, verified.

    Args:
        puzzle: what it fills.
        text: in JSON, [[cell, letter], ...].
        ledger: that has it.

    Raises:
        OptionError: it is no fill of the puzzle.
    """
    try:
        fill = Fill(puzzle, dict(json.loads(text)))
        check(puzzle, fill.grid, maker="it")
    except VerificationError:
        raise ledger.damaged("it has a fill that is none of the puzzle") from None
    return fill


class PoolFills(Fills):
    """All fills of a puzzle, by a pool.

    A fill is given when the cube that it is in has been committed, so that none is given twice,
    whatever happens to workers. With the same ledger, another listing gives all of them again,
    those that were committed before at once. Each is verified when it comes from the ledger.

    Args:
        puzzle: what to fill.
        pool: who does the work; it stays open.
        options: of the search in each cube.
        limit: how many fills at most; None for all.
        state: folder of the ledger; None for one in memory.
        resume: whether to go on with the ledger that is there.
        ordered: whether to give the fills in the order of the cubes, which is the same for all
            runs with the same state; otherwise as they come.
        cube_s: seconds that a cube may take before it is divided.

    Raises:
        OptionError: an option is out of range, or the ledger cannot be used.
        SolverError: from the first answer on: a cube failed too often.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        pool: Pool,
        options: SolverOptions | None = None,
        *,
        limit: int | None = None,
        ordered: bool = False,
        **kept: Unpack[CampaignOptions],
    ) -> None:
        super().__init__(puzzle, options, limit=limit)
        self.is_listed = True  # by the workers, whatever the puzzle is
        plain = plain_options(options)
        prepare(puzzle, plain)  # the mistakes that it finds are found now
        self._ordered = ordered
        campaign = Campaign(puzzle, plain, pool, work.list_cube, ordered=ordered, **kept)
        self._campaign = self._hold(campaign)
        self._given: set[int] = set()  # cubes whose fills were given
        self._ready: deque[int] = deque()
        self._left: Codes | None = None  # of the latest cube
        self._check: Callable[[Codes], None] | None = None

    def _listed(self, deadline: Deadline, most: int) -> Codes | Reason | None:
        if self._prepared() is None:
            return None
        campaign = self._campaign
        if not campaign.has_begun:
            campaign.begin()
            if not self._ordered:
                self._ready.extend(number for number, _ in campaign.ledger.done())
        while True:
            if self._left is not None and len(self._left):
                rows, self._left = self._left[:most], self._left[most:]
                return rows
            if self._ordered and not self._ready:
                self._ready.extend(self._in_order())
            if self._ready:
                number = self._ready.popleft()
                if number not in self._given:
                    self._given.add(number)
                    self._left = self._fills_of(number)
                continue
            if campaign.is_done:
                return None
            if deadline.passed():
                return deadline.reason
            campaign.report(self)
            done = campaign.step(TICK_S)
            if not self._ordered:
                self._ready.extend(entry.number for entry in done)

    def _fills_of(self, number: int) -> Codes:
        """The fills of a cube that is done, verified. Raises OptionError: the ledger is damaged."""
        ledger = self._campaign.ledger
        try:
            rows = work.unpacked_rows(ledger.result(number), self._puzzle)
            if self._check is None:
                self._check = rows_check(self._puzzle, self.cells, maker="it")
            self._check(rows)
        except VerificationError as error:
            raise ledger.damaged(f"cube {number}: {error}") from None
        return rows

    def _in_order(self) -> Iterator[int]:
        """The cubes that are done before the first that is not."""
        end = self._campaign.ledger.first_open()
        for number, place in self._campaign.ledger.done():
            if end is not None and place > end:
                return
            if number not in self._given:
                yield number

    def _work(self) -> Work:
        return Work(elapsed_s=self.elapsed_s, engine="pool")


class PoolCount(CubeTask[Count, CountResult]):
    """How many fills a puzzle has, exactly, by a pool. The arguments are those of `PoolFills`."""

    def __init__(
        self,
        puzzle: Puzzle,
        pool: Pool,
        options: SolverOptions | None = None,
        **kept: Unpack[CampaignOptions],
    ) -> None:
        plain = plain_options(options)
        prepare(puzzle, plain)
        super().__init__(Campaign(puzzle, plain, pool, work.count_cube, **kept))

    def _run(self, deadline: Deadline) -> CountResult:
        reason = self._campaign.run(self, deadline, about="fills")
        n = self._campaign.ledger.total()
        if reason is not None:
            partial = Count(CountKind.AT_LEAST, n, "cubes", at_least=n)
            return Stopped(reason, self._work(), partial=partial)
        return Found(Count(CountKind.EXACT, n, "cubes", at_least=n), self._work())
