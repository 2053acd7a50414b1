"""An independent check of codewords: numbers and letters one to one, and no other solution.

It shares no code with what makes codewords, and asks no engine: it goes through the keys itself. A
slot may hold the words whose letters are equal just where its numbers are. Words and letters that
fit no more are removed; then the words of a slot are tried, one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from satcross import Grid, WordList
from satcross.extend import NEVER, Deadline, DeadlinePassedError, slots_of

Bools = npt.NDArray[np.bool_]
Rows = npt.NDArray[Any]  # letter codes, a word a row


def codeword_faults(
    filled: Grid, numbers: Sequence[int], given: Mapping[int, str], words: WordList
) -> list[str]:
    """What is wrong with a codeword and its solution, but for other solutions.

    Args:
        filled: the solution.
        numbers: by cell; 0 for a cell that has none.
        given: letters by number.
        words: those that solvers may think of.
    """
    faults: list[str] = []
    slots = slots_of(filled, 2)
    letter_of: dict[int, str] = {}
    number_of: dict[str, int] = {}
    for at in sorted({at for cells in slots.values() for at in cells}):
        number, letter, where = numbers[at], filled.cells[at], filled.cell_name(at)
        if number < 1:
            faults.append(f"{where} has no number")
        elif letter_of.setdefault(number, letter) != letter:
            faults.append(f"{where} holds {letter}, but {number} is {letter_of[number]}")
        elif number_of.setdefault(letter, number) != number:
            faults.append(f"{where} has {number}, but {letter} is {number_of[letter]}")
    for number, letter in given.items():
        if letter_of.get(number) != letter:
            faults.append(f"{number}={letter} is given, but {number} is {letter_of.get(number)}")
    first: dict[str, str] = {}
    for name, cells in slots.items():
        word = words.alphabet.joined([filled.cells[at] for at in cells])
        if words.index(word) is None:
            faults.append(f"{name} {word} is not in the word list")
        if first.setdefault(word, name) != name:
            faults.append(f"{name} {word} is also at {first[word]}")
    return faults


def other_solution(
    filled: Grid,
    numbers: Sequence[int],
    given: Mapping[int, str],
    words: WordList,
    deadline: Deadline = NEVER,
) -> dict[int, str] | None:
    """The letters by number of a solution that is not `filled`; None if there is no other.

    Args: as of `codeword_faults`.

    Raises:
        DeadlinePassedError: there was no time to know.
    """
    letters = words.alphabet.texts
    code_of = {letter: code for code, letter in enumerate(letters)}
    slots = [[numbers[at] for at in cells] for cells in slots_of(filled, 2).values()]
    names = sorted({number for slot in slots for number in slot})
    index_of = {number: at for at, number in enumerate(names)}
    known = {number: code_of[filled.cells[at]] for at, number in enumerate(numbers) if number}
    ours = [known[number] for number in names]
    can = np.ones((len(names), len(letters)), np.bool_)
    for number, letter in given.items():
        can[index_of[number]] = np.arange(len(letters)) == code_of[letter]
    where = [[index_of[number] for number in slot] for slot in slots]
    rows = [_with_pattern(words.table(len(slot)).codes, slot) for slot in slots]
    stack = [_State(can, rows)]
    while stack:
        if deadline.passed():
            raise DeadlinePassedError
        state = stack.pop()
        if not state.narrow(where):
            continue
        open_slots = [at for at, left in enumerate(state.rows) if len(left) > 1]
        if open_slots:
            least = min(open_slots, key=lambda at: len(state.rows[at]))
            stack += [state.holding(least, row) for row in range(len(state.rows[least]))]
            continue
        found = [int(one.argmax()) for one in state.can]
        spelled = {tuple(row[0].tolist()) for row in state.rows}
        if found != ours and len(spelled) == len(slots):
            return {number: letters[code] for number, code in zip(names, found, strict=True)}
    return None


def _with_pattern(codes: Rows, numbers: Sequence[int]) -> Rows:
    """The words whose letters are equal where the numbers are, and nowhere else."""
    fits = np.ones(len(codes), np.bool_)
    for at, number in enumerate(numbers):
        for other in range(at):
            is_same = codes[:, at] == codes[:, other]
            fits &= is_same if numbers[other] == number else ~is_same
    return codes[fits]


@dataclass(slots=True)
class _State:
    """What is still possible: by number its letters, and by slot its words."""

    can: Bools
    rows: list[Rows]

    def narrow(self, where: Sequence[Sequence[int]]) -> bool:
        """Remove what fits no more until nothing changes; whether each slot has a word left."""
        is_changed = True
        while is_changed:
            before = self.can.copy()
            for slot, cells in enumerate(where):
                rows = self.rows[slot]
                rows = rows[self.can[cells, rows].all(axis=1)]
                if not len(rows):
                    return False
                self.rows[slot] = rows
                for column, cell in enumerate(cells):
                    seen = np.zeros(self.can.shape[1], np.bool_)
                    seen[rows[:, column]] = True
                    self.can[cell] &= seen
            only = self.can.sum(axis=1) == 1
            taken = self.can[only].sum(axis=0)
            if (taken > 1).any():
                return False
            self.can[np.ix_(~only, taken == 1)] = False
            is_changed = bool((before != self.can).any())
        return True

    def holding(self, slot: int, row: int) -> _State:
        """The same with one of the words of a slot."""
        rows = list(self.rows)
        rows[slot] = rows[slot][row : row + 1]
        return _State(self.can.copy(), rows)
