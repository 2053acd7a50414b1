"""The lazy engine's state: letters set so far, words still possible, and how to take them back.

The extension module holds it: `kernel/compiled.py`. `tests/oracles/lazy/state.py` has the same in
Python, to be read.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from typing import Any

from bitarray import bitarray

from satcross.solve.lazy.problem import TableProblem

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

    def _describe(self, problem: TableProblem) -> None:
        """Take what never changes from the problem."""
        letters = problem.cells
        self.problem = problem
        self.letters = letters
        self.n_letters = problem.n_letters
        self.tables, self.start = problem.tables, problem.start
        self.cells = problem.slots
        self.ids = list(letters.rows)
        self.cell_of, self.letter_of = letters.cells.tolist(), letters.codes.tolist()
        self.links = problem.links
        self.rivals = problem.rivals()
