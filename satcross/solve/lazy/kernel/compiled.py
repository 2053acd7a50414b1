"""The state and the search of the extension module. To be imported only where that was built."""

from __future__ import annotations

from array import array
from typing import Any

from bitarray import bitarray

from satcross.solve.lazy import search
from satcross.solve.lazy.kernel import _kernel
from satcross.solve.lazy.order import AGEING, REASON_SHARE, RESCALE, Order
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.state import NOT_SET, WORD, State, WideMasks
from satcross.words.bits import SlotTable


class Search(State, _kernel.Search):
    """A state; and once it has an order, a search that alone changes it.

    Args:
        problem: one that fits: see `engine.fits`.

    Fields besides those of `State` and of `_kernel.Search`:
        activity: by slot, how many conflicts and reasons of a search came from it.
    """

    activity: array[int]

    def __init__(self, problem: TableProblem) -> None:
        self._describe(problem)
        super().__init__(*self._arrays())

    def _arrays(self) -> tuple[Any, ...]:
        """What the kernel is made of; sets the fields that it shares."""
        letters = self.letters
        starts = [memoryview(start).cast("Q") for start in self.start]
        own = [array("Q", start.tobytes()) for start in starts]
        self.dom = [bitarray(endian="little", buffer=words) for words in own]
        self.count = array("i", [dom.count() for dom in self.dom])
        self.n_open = array("i", [len(cells) for cells in self.cells])
        n_masks = -(-self.n_letters // WORD)
        low = (1 << WORD) - 1
        mask = array(
            "Q", [bits >> WORD * at & low for bits in letters.masks for at in range(n_masks)]
        )
        self.mask = mask if n_masks == 1 else WideMasks(mask, n_masks)
        self.value = array("i", [NOT_SET]) * len(letters.rows)
        self.set_to = array("i", [0]) * len(letters.rows)
        self.position = array("i", [NOT_SET]) * (2 * letters.n + 1)
        self.owner = array("i", [NOT_SET]) * (letters.n + 1)
        ids = array("i")
        for row in letters.rows:
            ids.extend(row)
        index: dict[SlotTable, int] = {}
        for table in self.tables:
            index.setdefault(table, len(index))
        return (
            self.n_letters,
            [
                (table.packed, table.codes, table.words, table.tiers, table.row_of)
                for table in index
            ],
            [
                (
                    index[table],
                    array("i", cells),
                    start,
                    words,
                    array("i", rivals),
                )
                for table, cells, start, words, rivals in zip(
                    self.tables, self.cells, starts, own, self.rivals, strict=True
                )
            ],
            memoryview(ids).cast("B").cast("i", (len(letters.rows), self.n_letters)),
            letters.cells,
            letters.codes,
            self.count,
            self.n_open,
            self.value,
            self.set_to,
            mask,
            self.position,
            self.owner,
        )

    @property
    def trail(self) -> list[int]:
        """The literals set so far, in order; a copy."""
        return self.trail_list()

    def search_by(self, order: Order) -> None:
        """Search from now on, with letters chosen in an order, which was made for this state."""
        self.activity = array("q", [0]) * len(self.cells)
        self.begin(
            order,
            self.activity,
            AGEING,
            REASON_SHARE,
            RESCALE,
            search.RESTART_UNIT,
            search.REDUCE_FROM,
            search.CHRONO_CONFLICTS,
            search.CHRONO_CELLS,
        )
