"""Does a layout fit a box? By SAT: a layout, the proof that there is none, or out of time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from satcross.patterns.freeform_board import Placement
from satcross.patterns.freeform_encode import LayoutEncoding, cells_of, encode_layout
from satcross.solve.formula_session import formula_session
from satcross.solve.protocol import NEVER, Deadline, Outcome


@dataclass(frozen=True, slots=True)
class Stopped:
    """Neither found nor refuted. Args: reason: "time limit"."""

    reason: str


class BoxSearch:
    """A solver that holds the layouts that fit a box.

    Args: as for `encode_layout`; seed: different seeds give different layouts; on_tick: called some
        ten times a second where the solver is a process of its own.

    Fields:
        n_cuts: clauses that were added because a layout fell apart.
    """

    def __init__(
        self,
        words: Sequence[str],
        n_rows: int,
        n_cols: int,
        *,
        at_least: int | None = None,
        aligned: bool = True,
        seed: int = 0,
        on_tick: Callable[[], None] | None = None,
    ) -> None:
        self.encoding = encode_layout(words, n_rows, n_cols, at_least=at_least, aligned=aligned)
        self.n_cuts = 0
        self._variable = {place: v for v, (_, place) in enumerate(self.encoding.places, 1)}
        none = np.zeros(0, dtype=np.int32)
        self._session = formula_session(self.encoding.formula, none, seed=seed, on_tick=on_tick)

    def close(self) -> None:
        """Give back the solver's memory."""
        self._session.close()

    def next(self, *, deadline: Deadline = NEVER) -> tuple[Placement, ...] | Stopped | None:
        """A layout that hangs together; None when it is proved that there is none, or no other."""
        while True:
            answer = self._session.solve(deadline=deadline)
            if answer.outcome is Outcome.UNKNOWN:
                return Stopped(answer.reason)
            if answer.outcome is Outcome.UNSAT:
                return None
            assert answer.assignment is not None
            placements = self.encoding.placements(answer.assignment)
            parts = parts_of(placements, self.encoding.n_cols)
            if len(parts) <= 1:
                return placements
            for clause in cuts(self.encoding, parts):
                self._session.add_clause(clause)
                self.n_cuts += 1

    def exclude(self, placements: Iterable[Placement]) -> None:
        """No layout from now on has all these words in these places."""
        self._session.add_clause([-self._variable[place] for place in placements])


def parts_of(placements: Iterable[Placement], n_cols: int) -> list[frozenset[int]]:
    """The cells of the parts that hang together, smallest first; of equals, by their first cell."""
    parts: list[set[int]] = []
    for place in placements:
        joined = set(cells_of(place, n_cols))
        apart = []
        for part in parts:
            if part & joined:
                joined |= part
            else:
                apart.append(part)
        parts = [*apart, joined]
    return sorted(map(frozenset, parts), key=lambda part: (len(part), min(part)))


def cuts(encoding: LayoutEncoding, parts: Sequence[frozenset[int]]) -> list[list[int]]:
    """Clauses that forbid this falling apart: one for each part but the largest.

    For a part P, a cell a in it and a cell b of the largest part:

        -F[a] or -F[b] or OR { F[x] : x beside P, not in it }

    A way from a to b must leave P somewhere, so the clause holds for every layout that hangs
    together.
    """
    n_rows, n_cols, full = encoding.n_rows, encoding.n_cols, encoding.full
    clauses = []
    far = min(parts[-1])
    for part in parts[:-1]:
        beside: set[int] = set()
        for cell in part:
            row, col = divmod(cell, n_cols)
            near = [cell - n_cols] if row else []
            near += [cell + n_cols] if row + 1 < n_rows else []
            near += [cell - 1] if col else []
            near += [cell + 1] if col + 1 < n_cols else []
            beside.update(near)
        ways = [full[cell] for cell in sorted(beside - part)]
        clauses.append([-full[min(part)], -full[far], *ways])
    return clauses
