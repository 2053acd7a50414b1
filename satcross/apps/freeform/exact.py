"""Does a layout fit a box? By SAT: a layout, the proof that there is none, or out of time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from satcross import Reason
from satcross.apps.freeform.arrangement import Placement
from satcross.apps.freeform.encode import BoxSize, cells_of, encode_layout
from satcross.apps.freeform.layout import turned
from satcross.extend import NEVER, Deadline, Edges, Outcome, formula_session


class BoxSearch:
    """A solver that holds the layouts that fit a box.

    Args: as for `encode_layout`; seed: different seeds give different layouts; tick: called about
        ten times a second, also while it solves.
    """

    def __init__(
        self,
        words: Sequence[str],
        box: BoxSize,
        *,
        at_least: int | None = None,
        aligned: bool = True,
        excess: int | None = None,
        n_crossings: int = 0,
        seed: int = 0,
        tick: Callable[[], None] | None = None,
    ) -> None:
        self.box = box
        self.encoding = encode_layout(
            words, box, at_least=at_least, aligned=aligned,
            excess=excess, n_crossings=n_crossings, tick=tick,
        )  # fmt: skip
        self._edges = Edges.of_grid(*box)
        self._variable = {place: v for v, (_, place) in enumerate(self.encoding.places, 1)}
        self._session = formula_session(self.encoding.formula, seed=seed, on_tick=tick)

    def close(self) -> None:
        """Give back the solver's memory."""
        self._session.close()

    def next(self, *, deadline: Deadline = NEVER) -> tuple[Placement, ...] | Reason | None:
        """A connected layout; why there was none in time; None when there is none, or no other."""
        while True:
            answer = self._session.solve(deadline=deadline)
            if answer.assignment is None:
                return answer.reason if answer.outcome is Outcome.UNKNOWN else None
            placements = self.encoding.placements(answer.assignment)
            cells = {cell for place in placements for cell in cells_of(place, self.box.n_cols)}
            joined = Edges((a, b) for a, b in self._edges if a in cells and b in cells)
            parts = joined.components(sorted(cells))
            if len(parts) <= 1:
                return placements
            for clause in self._edges.cuts(parts, self.encoding.full.__getitem__):
                self._session.add_clause(clause)

    def exclude(self, placements: Iterable[Placement]) -> None:
        """Give no layout from now on with all these words in these places, nor transposed."""
        places = tuple(placements)
        for some in (places, tuple(map(turned, places))):
            if self._variable.keys() >= set(some):
                self._session.add_clause([-self._variable[place] for place in some])
