"""The join that is available: compiled, or Python's where there is no extension module."""

from __future__ import annotations

from typing import Protocol

from satcross.solve.lazy.engine import kernel
from satcross.solve.listing.tables import I64, JoinTables
from satcross.words.table import Codes


class Join(Protocol):
    """All fills in a fixed order: see `satcross.solve.listing.reference.PureJoin`."""

    @property
    def n_nodes(self) -> int:
        """Letters tried so far."""

    @property
    def n_found(self) -> int:
        """Fills so far."""

    least: int | None  # total score of a fill; set it before the first `run`, then raise it

    def run(
        self, out: Codes, n_nodes: int, seconds: float, totals: I64 | None = None
    ) -> tuple[int, bool]:
        """Search on: (the number of rows written, whether that was all)."""

    def seek(self, row: Codes) -> None:
        """Go on after a fill."""

    def estimate(self, n_probes: int, seed: int) -> float:
        """About how many letters all of it takes; the search then starts over."""


def make_join(tables: JoinTables) -> Join:
    """A join at its start; both kinds give the same fills in the same order."""
    if kernel() == "compiled":
        from satcross.solve.lazy.kernel import _kernel

        return _kernel.Join(
            [(trie.mask, trie.first, trie.best, trie.starts) for trie in tables.tries],
            list(tables.slots),
            list(tables.rivals),
            tables.columns,
            tables.codes,
        )
    from satcross.solve.listing.reference import PureJoin

    return PureJoin(tables)
