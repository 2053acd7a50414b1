"""The state in C: the extension module `_kernel` behind the interface of `State`."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from bitarray import bitarray

from satcross.solve.lazy import search
from satcross.solve.lazy.kernel import _kernel
from satcross.solve.lazy.order import AGEING, REASON_SHARE, RESCALE, Order
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.state import NOT_SET, State
from satcross.solve.lazy.tables import SlotTable
from satcross.solve.protocol import OrderHints
from satcross.words.table import I32, I64, Codes

WORD = 64  # letters that are the bits of a machine word
MAX_LENGTH = 255  # of a slot


def fits(problem: TableProblem) -> bool:
    """Whether the extension module can hold a problem."""
    return all(len(cells) <= MAX_LENGTH for cells in problem.slots)


class WideMasks(Sequence[int]):
    """The letters of each cell as bits, where the kernel has several machine words for a cell.

    Args:
        words: those of all cells, the lowest bits of a cell first.
        n: how many a cell has.
    """

    def __init__(self, words: array[int], n: int) -> None:
        self._words, self._n = words, n

    def __len__(self) -> int:
        return len(self._words) // self._n

    def __getitem__(self, cell: Any) -> Any:
        if not 0 <= cell < len(self):
            raise IndexError(cell)
        words = self._words[cell * self._n : (cell + 1) * self._n]
        return sum(word << WORD * at for at, word in enumerate(words))


class CompiledState(State):
    """The state of the extension module, which gives the answers of `PureState`.

    The fields of `State` are arrays that C and Python share.

    Args:
        problem: one that fits.
        kernel: what is to be made; a `CompiledSearch` needs more than a kernel.
    """

    def __init__(
        self, problem: TableProblem, kernel: type[_kernel.Kernel] = _kernel.Kernel
    ) -> None:
        super().__init__(problem)
        letters = self.letters
        starts = [np.frombuffer(memoryview(start), dtype=np.uint64) for start in self.start]
        own = [start.copy() for start in starts]
        self.dom = [bitarray(endian="little", buffer=words) for words in own]
        self.count = count = array("i", [dom.count() for dom in self.dom])
        self.n_open = n_open = array("i", [len(cells) for cells in self.cells])
        n_masks = -(-self.n_letters // WORD)
        low = (1 << WORD) - 1
        mask = array(
            "Q", [bits >> WORD * at & low for bits in self.first_masks() for at in range(n_masks)]
        )
        self.mask = mask if n_masks == 1 else WideMasks(mask, n_masks)
        self.value = value = array("i", [NOT_SET]) * len(self.ids)
        self.set_to = set_to = array("i", [0]) * len(self.ids)
        self.position = position = array("i", [NOT_SET]) * (2 * letters.n + 1)
        self.owner = owner = array("i", [NOT_SET]) * (letters.n + 1)
        index: dict[SlotTable, int] = {}
        for table in self.tables:
            index.setdefault(table, len(index))
        self.kernel = kernel(
            self.n_letters,
            [
                (table.packed, table.codes, table.words, table.tiers, table.row_of)
                for table in index
            ],
            [
                (
                    index[table],
                    np.array(cells, dtype=np.int32),
                    start,
                    words,
                    np.array(rivals, dtype=np.int32),
                )
                for table, cells, start, words, rivals in zip(
                    self.tables, self.cells, starts, own, self.rivals, strict=True
                )
            ],
            letters.ids,
            letters.cell_of,
            letters.letter_of,
            count,
            n_open,
            value,
            set_to,
            mask,
            position,
            owner,
        )

    @property
    def trail(self) -> list[int]:
        """A copy of the literals set so far, in order."""
        return self.kernel.trail_list()

    @property
    def n_trail(self) -> int:
        """How many literals are on the trail."""
        return self.kernel.n_trail

    @property
    def n_levels(self) -> int:
        """How many levels are open."""
        return self.kernel.n_levels

    @property
    def n_set(self) -> int:
        """Cells that are set."""
        return self.kernel.n_set

    @property
    def n_propagations(self) -> int:
        """Changes of slots' domains so far."""
        return self.kernel.n_propagations

    def root(self) -> list[int]:
        """The literals below the first level, in order."""
        return self.kernel.root_list()

    def new_level(self) -> None:
        """Open a level; literals absorbed from now on are taken back with it."""
        self.kernel.new_level()

    def backtrack(self, level: int) -> None:
        """Take back every level above `level`."""
        self.kernel.backtrack(level)

    def absorb(self, literals: Iterable[int]) -> None:
        """Put literals that the solver has set on the trail, unless they are there."""
        self.kernel.absorb(literals)

    def remove(self, variable: int, owner: int) -> bool:
        """Put a removed letter on the trail; False when it is there."""
        return self.kernel.remove(variable, owner)

    def propagate(self) -> tuple[list[int], int]:
        """Bring the domains in line with the trail, to the fixpoint."""
        return self.kernel.propagate()

    def explain(self, literal: int, slot: int, before: int) -> list[int]:
        """The reason of a letter that a slot removed or set."""
        return self.kernel.explain(literal, slot, before)

    def next_letter(
        self,
        weight: Sequence[float],
        noise: Sequence[float],
        hints: OrderHints,
    ) -> int:
        """A letter variable to set true; 0 when every slot is complete."""
        return self.kernel.next_letter(weight, noise, hints.preferred, hints.by_score)


class CompiledSearch(search.Search):
    """The search of the extension module, which gives the answers of `PureSearch`.

    Args:
        state: at its start, made with `_kernel.Search`.
        order: for this state. Its weights are changed in C.
    """

    def __init__(self, state: CompiledState, order: Order) -> None:
        self.state = state
        self.order = order
        self.activity = activity = array("q", [0]) * len(state.cells)
        kernel = state.kernel
        if not isinstance(kernel, _kernel.Search):
            raise TypeError("the state was not made for a search")
        self._kernel = kernel
        kernel.begin(
            order.weight,
            order.noise,
            activity,
            AGEING,
            REASON_SHARE,
            RESCALE,
            search.RESTART_UNIT,
            search.REDUCE_FROM,
            search.CHRONO_CONFLICTS,
            search.CHRONO_CELLS,
        )

    @property
    def n_conflicts(self) -> int:
        """Conflicts so far."""
        return self._kernel.n_conflicts

    @property
    def n_decisions(self) -> int:
        """Letters chosen so far."""
        return self._kernel.n_decisions

    @property
    def n_restarts(self) -> int:
        """Restarts so far."""
        return self._kernel.n_restarts

    @property
    def n_reasons(self) -> int:
        """Reasons that were asked of slots so far."""
        return self._kernel.n_reasons

    @property
    def deepest(self) -> int:
        """The most cells that were set at a conflict, or at an answer."""
        return self._kernel.deepest

    @property
    def core(self) -> list[int]:
        """After NONE, assumptions that cannot all hold."""
        return self._kernel.core

    def new_variable(self) -> int:
        """One more variable, which only clauses know."""
        return self._kernel.new_variable()

    def add_clause(self, clause: Iterable[int]) -> None:
        """Add a clause over known variables for good; the search goes back to its beginning."""
        self._kernel.add_clause(clause)

    def assume(self, assumptions: Iterable[int]) -> None:
        """Go back to the beginning; these literals must hold until the next call."""
        self._kernel.assume(assumptions)

    def set_objective(self, cells: I32, values: I64) -> None:
        """From now on find only what is worth the target or more: see `Search.set_objective`."""
        self._kernel.set_objective(cells, values)

    def raise_target(self, target: int) -> None:
        """Want a higher total: see `Search.raise_target`."""
        self._kernel.raise_target(target)

    def run(self, n_conflicts: int, n_decisions: int, seconds: float = math.inf) -> int:
        """Search on: FOUND, NONE or PAUSED; see `Search.run`."""
        hints = self.order.hints
        return self._kernel.run(n_conflicts, n_decisions, seconds, hints.preferred, hints.by_score)

    def true_variables(self) -> list[int]:
        """After FOUND, the variables that are true."""
        return self._kernel.true_variables()

    def list_fills(
        self, rows: Codes, cells: I32, n_decisions: int, seconds: float
    ) -> tuple[int, bool]:
        """Search on for fill after fill: see `Search.list_fills`."""
        hints = self.order.hints
        return self._kernel.list_fills(
            rows, cells, n_decisions, seconds, hints.preferred, hints.by_score
        )

    def choices(self) -> list[list[int]]:
        """Where the listing is: see `Search.choices`."""
        return self._kernel.choices()

    def resume(self, levels: list[list[int]]) -> None:
        """Go on where `choices` was made: see `Search.resume`."""
        self._kernel.resume(levels)
