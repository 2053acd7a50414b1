"""The lazy engine's state: letters set so far, words still possible, and how to take them back.

There are two of them, which give the same answers: `reference.state.PureState`, and
`kernel.compiled.CompiledState` where the extension module could be built.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, MutableSequence, Sequence

from bitarray import bitarray

from satcross.solve.lazy.problem import TableProblem
from satcross.solve.protocol import OrderHints

NOT_SET = -1
LOW = (1 << 13) - 1  # half of the letters, whose sets are all soon known
MOST_KEPT = 64  # letters of an alphabet; the sets of more seldom come again

# In `State.owner`, beside the slots: what set a variable.
OBJECTIVE = -2  # with it the total that a search must reach is out of reach
CELL = -3  # it was the last letter of its cell
CHOICE = -4
CLAUSE = -5
REFUTED = -6  # the chronological phase found nothing with its opposite


class State(ABC):
    """A trail of letter literals with the domains that follow from it.

    Literals reach the trail from the solver (`absorb`) or from the domains themselves
    (`propagate`); `backtrack` takes whole levels back. The exactly-one rule of a cell is followed
    here as well, so that the domains are as far as they can be before the solver has spoken.

    Fields (all indexed by slot unless said):
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

    def __init__(self, problem: TableProblem) -> None:
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
        self._letters_of: dict[int, tuple[int, ...]] = {}

    def first_masks(self) -> list[int]:
        """By cell, the letters that have a variable, as bits."""
        return [
            sum(1 << letter for letter, variable in enumerate(variables) if variable)
            for variables in self.ids
        ]

    def letters_of(self, bits: int) -> tuple[int, ...]:
        """The letters whose bits are set; kept, as the same sets come again and again."""
        if bits >> MOST_KEPT:
            return tuple([a for a, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"])
        letters = self._letters_of.get(bits)
        if letters is None:
            low = bits & LOW
            if low and low != bits:
                letters = self.letters_of(low) + self.letters_of(bits ^ low)
            else:
                letters = tuple([a for a in range(bits.bit_length()) if bits >> a & 1])
            self._letters_of[bits] = letters
        return letters

    @property
    @abstractmethod
    def trail(self) -> list[int]:
        """The literals set so far, in order; only to be read."""

    @property
    @abstractmethod
    def n_trail(self) -> int:
        """How many literals are on the trail."""

    @property
    @abstractmethod
    def n_levels(self) -> int:
        """How many levels are open."""

    @property
    @abstractmethod
    def n_set(self) -> int:
        """Cells that are set."""

    @property
    @abstractmethod
    def n_propagations(self) -> int:
        """Changes of slots' domains so far."""

    @abstractmethod
    def root(self) -> list[int]:
        """The literals below the first level, in order."""

    @abstractmethod
    def new_level(self) -> None:
        """Open a level; literals absorbed from now on are taken back with it."""

    @abstractmethod
    def backtrack(self, level: int) -> None:
        """Take back every level above `level`."""

    @abstractmethod
    def absorb(self, literals: Iterable[int]) -> None:
        """Put literals that the solver has set on the trail, unless they are there.

        A letter that a cell lost because it was set to another adds nothing, and is left out.
        """

    @abstractmethod
    def remove(self, variable: int, owner: int) -> bool:
        """Put a removed letter on the trail; False when it is there."""

    @abstractmethod
    def propagate(self) -> tuple[list[int], int]:
        """Bring the domains in line with the trail, to the fixpoint.

        Returns: the literals that follow from slots, in the order in which they follow, each now
            on the trail; and the slot that was left without a word, or NOT_SET. When a cell is
            left without a letter, the clause of the cell is the conflict.
        """

    @abstractmethod
    def explain(self, literal: int, slot: int, before: int) -> list[int]:
        """The reason of a letter that a slot removed or set: see `reasons.explain`."""

    @abstractmethod
    def next_letter(
        self,
        weight: Sequence[float],
        noise: Sequence[float],
        hints: OrderHints,
    ) -> int:
        """A letter variable to set true; 0 when every slot is complete: see `order.next_letter`."""
