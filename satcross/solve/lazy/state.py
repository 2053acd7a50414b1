"""The lazy engine's state: letters set so far, words still possible, and how to take them back.

The extension module `_kernel` holds it; `tests/oracles/lazy` has the same in Python, to be read.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from bitarray import bitarray

from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.tables import SlotTable
from satcross.solve.protocol import OrderHints

if TYPE_CHECKING:
    from satcross.solve.lazy.kernel import _kernel

NOT_SET = -1
WORD = 64  # letters that are the bits of a machine word

# In `State.owner`, beside the slots: what set a variable.
OBJECTIVE = -2  # with it the total that a search must reach is out of reach
CELL = -3  # it was the last letter of its cell
CHOICE = -4
CLAUSE = -5
REFUTED = -6  # the chronological phase found nothing with its opposite


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


class State:
    """A trail of letter literals with the domains that follow from it.

    Literals reach the trail from the solver (`absorb`) or from the domains themselves
    (`propagate`); `backtrack` takes whole levels back. The exactly-one rule of a cell is followed
    here as well, so that the domains are as far as they can be before the solver has spoken.

    Args:
        problem: one that fits: see `engine.fits`.
        kernel: what is to be made of the extension module; a `Search` needs more than a `Kernel`.

    Fields (all indexed by slot unless said), arrays that C and Python share:
        start: the words at the start, as a bit set over the slot's table.
        dom, count: the words still possible, and how many.
        n_open: cells of the slot that are not set.
        mask, value (by cell): letters still possible as bits, and the letter set or NOT_SET.
        set_to (by cell): the true literal on the trail, or 0; ahead of `value`, which follows
            when `propagate` comes to the literal.
        position (by literal, negative ones from the end): place on the trail, or NOT_SET.
        owner (by variable): the slot that removed the letter, or set it as the only one that its
            words have there; or OBJECTIVE, CELL, CHOICE, CLAUSE or REFUTED.
        links (by cell): the slots through it, each with the support tables at its offset there.
        rivals: the slots that lose the word of a complete slot.
    """

    dom: Sequence[bitarray]
    count: MutableSequence[int]
    n_open: MutableSequence[int]
    mask: Sequence[int]
    value: MutableSequence[int]
    set_to: MutableSequence[int]
    position: MutableSequence[int]
    owner: MutableSequence[int]

    def __init__(self, problem: TableProblem, kernel: type[_kernel.Kernel]) -> None:
        self._describe(problem)
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

    def _describe(self, problem: TableProblem) -> None:
        """Take what never changes from the problem."""
        letters = problem.cells
        self.problem = problem
        self.letters = letters
        self.n_letters = problem.n_letters
        self.tables, self.start = problem.tables, problem.start
        self.cells = problem.slots
        self.ids: list[list[int]] = letters.ids.tolist()
        self.cell_of: list[int] = letters.cell_of.tolist()
        self.letter_of: list[int] = letters.letter_of.tolist()
        self.links = problem.links
        self.rivals = problem.rivals()

    def first_masks(self) -> list[int]:
        """By cell, the letters that have a variable, as bits."""
        return [
            sum(1 << letter for letter, variable in enumerate(variables) if variable)
            for variables in self.ids
        ]

    @property
    def trail(self) -> list[int]:
        """The literals set so far, in order; only to be read."""
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
        """Put literals that the solver has set on the trail, unless they are there.

        A letter that a cell lost because it was set to another adds nothing, and is left out.
        """
        self.kernel.absorb(literals)

    def remove(self, variable: int, owner: int) -> bool:
        """Put a removed letter on the trail; False when it is there."""
        return self.kernel.remove(variable, owner)

    def propagate(self) -> tuple[list[int], int]:
        """Bring the domains in line with the trail, to the fixpoint.

        Returns: the literals that follow from slots, in the order in which they follow, each now
            on the trail; and the slot that was left without a word, or NOT_SET. When a cell is
            left without a letter, the clause of the cell is the conflict.
        """
        return self.kernel.propagate()

    def explain(self, literal: int, slot: int, before: int) -> list[int]:
        """Why a letter was removed or set by a slot, or why the slot has no word.

        Args:
            literal: the literal that follows; 0 for a slot without a word.
            slot: the slot that it follows from.
            before: only literals at trail positions below this may be used.

        Returns: a clause with `literal` first, unless it is 0; the others are false literals of
            cells of the slot, and of slots complete with a word taken from it.
        """
        return self.kernel.explain(literal, slot, before)

    def next_letter(
        self,
        weight: Sequence[float],
        noise: Sequence[float],
        hints: OrderHints,
    ) -> int:
        """A letter variable to set true; 0 when every slot is complete: see `Order`."""
        return self.kernel.next_letter(weight, noise, hints.preferred, hints.by_score)
