"""All fills of a puzzle, thousands at a time, by the search that suits it.

Two searches need no clause for each fill, so that their memory does not grow with the fills:

- the *join* goes cell by cell through the tries of the words. It tries a letter in some ten
  nanoseconds, but sees no further than the words that have begun.
- the *lazy engine* looks further ahead and learns; after a fill it takes back its last choice.

The join is for puzzles with many fills, and for those that are small: `choose` tries it out. It
knows slots and distinct words only, so puzzles with constraints go to the lazy engine. Rules
between entries (near duplicates, shared runs, distinct words with a rebus) become clauses one by
one, as fills break them, and a search that lists takes none: then, and where there is only the
eager encoding, the fills are found one by one, with a clause for each.

Every choice depends on counts only, never on the clock: the same puzzle and seed give the same
fills in the same order.
"""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains
from satcross.model.needs import Need
from satcross.solve.listing.tables import JoinTables, Order
from satcross.solve.protocol import Counters, Outcome
from satcross.task import NEVER, Deadline
from satcross.words.table import Codes

if TYPE_CHECKING:
    from satcross.solve.lazy.kernel._kernel import Join

# The join is kept where by estimate it needs fewer letters, some ten minutes in C ...
MAX_ESTIMATE = 5e10
# ... or where its first letters give fills as quickly as the lazy engine does in dense puzzles.
TRIAL_LETTERS = 500_000
TRIAL_FILLS = 20
MOST_TRIAL_FILLS = 200

_ALL = 1 << 62


SUPPORTS = frozenset({Need.CONDITIONS, Need.ENTRIES})
"""Of both searches without a clause for each fill; see `Puzzle.needs`."""


class Lister(Protocol):
    """A search for all fills, in a fixed order."""

    @property
    def name(self) -> str:
        """Which search it is."""

    @property
    def counters(self) -> Counters:
        """What was done so far."""

    def run(self, rows: Codes, seconds: float, deadline: Deadline = NEVER) -> tuple[int, bool]:
        """Search on until `rows` is full, or for `seconds`.

        Args:
            rows: `Codes` (fills, cells): receives letter codes; cells as in `Domains.cells`.
            seconds: when to pause.
            deadline: when to stop where no pause is possible.

        Returns: (the number of rows written, whether that was all).
        """

    def state(self) -> dict[str, Any]:
        """Where the search is, as plain data."""

    def go_on(self, state: Mapping[str, Any]) -> None:
        """Go on where another search's `state` was made; only at the start.

        Raises: ValueError: it was made by another kind of search.
        """


def lister_for(domains: Domains, letters: LetterVars, seed: int) -> Lister:
    """A search for all fills, at its start.

    Args:
        domains: what arc consistency left; no slot may be empty.
        letters: the variables of those letters.
        seed: of the order of fills.
    """
    if JoinTables.can_hold(domains.puzzle):
        by = choose(domains, seed)
        if by is not None:
            return JoinLister(domains, by, seed)
    return SearchLister(domains, letters, seed)


def lister_at(state: Mapping[str, Any], domains: Domains, letters: LetterVars, seed: int) -> Lister:
    """A search that goes on where another one's `state` was made.

    Raises: ValueError: it was made on a machine where another search is taken.
    """
    lister: Lister
    if state["search"] == "join":
        if not JoinTables.can_hold(domains.puzzle):
            raise ValueError("this machine has no join")
        lister = JoinLister(domains, state["by"], seed)
    else:
        lister = SearchLister(domains, letters, seed)
    lister.go_on(state)
    return lister


def choose(domains: Domains, seed: int) -> Order | None:
    """Whether the join should go by rows or by columns; None where it is not for this puzzle."""
    estimates: dict[Order, float] = {}
    joins: dict[Order, Join] = {}
    for by in JoinTables.ORDERS:
        joins[by] = JoinTables.of(domains, by=by, seed=seed).join()
        estimates[by] = joins[by].estimate(JoinTables.PROBES, seed)
    best = min(estimates, key=estimates.__getitem__)
    if estimates[best] <= MAX_ESTIMATE:
        return best
    trial = np.empty((MOST_TRIAL_FILLS, len(domains.cells)), dtype=domains.dtype)
    rates: dict[Order, float] = {}
    for by, join in joins.items():
        n, _ = join.run(trial, TRIAL_LETTERS, math.inf)
        if n >= TRIAL_FILLS:
            rates[by] = n / join.n_nodes
    if not rates:
        return None
    return max(rates, key=rates.__getitem__)


class JoinLister:
    """The join as a lister.

    Args:
        domains: what arc consistency left.
        by: the order of the cells.
        seed: of the order of letters.
    """

    name = "join"

    def __init__(self, domains: Domains, by: Order, seed: int) -> None:
        self._by = by
        self._join = JoinTables.of(domains, by=by, seed=seed).join()
        self._last: list[int] = []
        self._is_done = False

    @property
    def counters(self) -> Counters:
        """Letters tried count as decisions."""
        return Counters(conflicts=0, decisions=self._join.n_nodes)

    def run(self, rows: Codes, seconds: float, deadline: Deadline = NEVER) -> tuple[int, bool]:
        """Search on: see `Lister.run`."""
        n, self._is_done = self._join.run(rows, _ALL, seconds)
        if n:
            self._last = rows[n - 1].tolist()
        return n, self._is_done

    def state(self) -> dict[str, Any]:
        """The last fill: all fills after it are still to come."""
        return {"search": "join", "by": self._by, "last": self._last}

    def go_on(self, state: Mapping[str, Any]) -> None:
        """Go on after a fill; from the start after []: see `Lister.go_on`."""
        last: list[int] = state["last"]
        if last:
            self._join.seek(np.array(last, dtype=np.uint8))
            self._last = [int(code) for code in last]


class SearchLister:
    """The lazy engine as a lister, or what stands in for it.

    Where fills are found one by one, its state has all of them; where it goes on from there, the
    others may come in another order.

    Args:
        domains: what arc consistency left.
        letters: the variables of those letters.
        seed: of the decisions.
    """

    name = "lazy"

    def __init__(self, domains: Domains, letters: LetterVars, seed: int) -> None:
        from satcross.solve.lazy.session import SearchSession
        from satcross.solve.refining import search_session

        session = self._session = search_session(domains, letters, seed=seed)
        self._search = session.search if isinstance(session, SearchSession) else None
        self._letters = letters
        self._cells = domains.cells
        self._kind = domains.dtype.newbyteorder("<")  # the same on every machine
        self._found: list[bytes] = []  # one by one
        self._is_stopped = False  # in the search for one

    @property
    def counters(self) -> Counters:
        """What was done so far."""
        return self._session.counters

    def run(self, rows: Codes, seconds: float, deadline: Deadline = NEVER) -> tuple[int, bool]:
        """Search on: see `Lister.run`. One by one, it pauses only after a fill."""
        if self._search is not None:
            return self._search.list_fills(
                rows, np.array(self._cells, dtype=np.int32), _ALL, seconds
            )
        n = 0
        pause = deadline.within(seconds)
        while n < len(rows) and not (n and pause.passed()):
            answer = self._session.solve(deadline=deadline, keep_noise=self._is_stopped)
            self._is_stopped = answer.outcome is Outcome.UNKNOWN
            if answer.assignment is None:
                return n, answer.outcome is Outcome.UNSAT
            fill = self._letters.letters(answer.assignment.true_variables(self._letters.n))
            rows[n] = [fill[cell] for cell in self._cells]
            self._leave_out(rows[n].tolist())
            n += 1
        return n, False

    def _leave_out(self, fill: list[int]) -> None:
        literals = self._letters.literals(dict(zip(self._cells, fill, strict=True)))
        self._session.add_clause([-literal for literal in literals])
        self._found.append(np.array(fill, self._kind).tobytes())

    def state(self) -> dict[str, Any]:
        """The choices that stand, and those that were refuted; or all fills, row after row."""
        if self._search is not None:
            return {"search": "lazy", "choices": self._search.choices()}
        data = zlib.compress(b"".join(self._found), 1)
        return {"search": "single", "found": base64.b85encode(data).decode()}

    def go_on(self, state: Mapping[str, Any]) -> None:
        """Go on at a state: see `Lister.go_on`."""
        if state["search"] != ("lazy" if self._search is not None else "single"):
            raise ValueError(f"no such search: {state['search']!r}")
        if self._search is None:
            self._go_on_after(state["found"])
            return
        self._search.resume(state["choices"])

    def _go_on_after(self, found: str) -> None:
        """Leave out some fills, as `state` has them."""
        fills = np.frombuffer(zlib.decompress(base64.b85decode(found)), self._kind)
        for fill in fills.reshape(-1, len(self._cells)).tolist():
            self._leave_out(fill)
