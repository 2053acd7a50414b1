"""Slots that have no words together: the part of a pattern that a short search refutes.

Where a pattern with letters of the theme has no fill, a few slots next to each other and a few of
the letters are mostly enough to prove it. They are what should not come again: the rest of the
pattern is not to blame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from satcross.cnf.formula import Tick
from satcross.encoding.letters import CellVars
from satcross.solve.lazy.engine import fits
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.session import SearchSession
from satcross.solve.lazy.tables import SlotTable
from satcross.solve.protocol import Outcome
from satcross.words import WordList

Cells = tuple[int, ...]

# What a smaller part may cost, compared with the whole: a part that needs a long search is none
# that is worth its while.
CONFLICTS_MORE = 20
CONFLICTS_TIMES = 3

MAX_TABLES = 4000  # that are kept, of some ten kilobytes each


@dataclass(frozen=True, slots=True)
class Figure:
    """Slots that have no words together, whatever is around them.

    Args:
        slots: their cells.
        letters: by cell, the letters of the theme that it takes.
    """

    slots: tuple[Cells, ...]
    letters: dict[int, str]


class Figures:
    """The lazy engine on some of a pattern's slots, to find out which of them have no words.

    Args:
        words: the list.
        tick: called between searches; an exception in it ends the work.
    """

    def __init__(self, words: WordList, tick: Tick | None = None) -> None:
        self._words = words
        self._tick = tick or (lambda: None)
        self._tables: dict[tuple[int, tuple[tuple[int, str], ...]], SlotTable] = {}

    def refuted(
        self, slots: Sequence[Cells], letters: Mapping[int, str], *, conflicts: int
    ) -> Figure | None:
        """A part of these slots and letters that has no fill; None where the search finds none.

        No slot and no letter of the part could be left out, as far as a search of about as many
        conflicts can tell. That a word may stand once only is not looked at.

        Args:
            slots: their cells; none whose words are not those of the list.
            letters: given letters, by cell.
            conflicts: of the search in all slots, at most.
        """
        whole = self._search(slots, letters, conflicts)
        if whole is None:
            return None
        limit = CONFLICTS_MORE + CONFLICTS_TIMES * whole.n_conflicts

        def holds(part: Sequence[int], given: Mapping[int, str]) -> bool:
            return self._search([slots[i] for i in part], given, limit) is None

        order = _by_activity(slots, whole.activity)
        least, most = 1, len(order)
        while least < most:
            middle = (least + most) // 2
            if holds(order[:middle], letters):
                least = middle + 1
            else:
                most = middle
        part = order[:least]
        for index in reversed(part):
            fewer = [i for i in part if i != index]
            if fewer and not holds(fewer, letters):
                part = fewer
        given = {cell: letters[cell] for i in part for cell in slots[i] if cell in letters}
        for cell in list(given):
            others = {c: letter for c, letter in given.items() if c != cell}
            if not holds(part, others):
                given = others
        return Figure(tuple(slots[i] for i in sorted(part)), given)

    def _search(
        self, slots: Sequence[Cells], letters: Mapping[int, str], conflicts: int
    ) -> _Refutation | None:
        """The proof that some slots have no words together; None where there is none in time."""
        self._tick()
        tables: list[SlotTable] = []
        for number, cells in enumerate(slots):
            table = self._table(
                len(cells), tuple((i, letters[c]) for i, c in enumerate(cells) if c in letters)
            )
            if not len(table):
                return _Refutation(0, [int(other == number) for other in range(len(slots))])
            tables.append(table)
        used = sorted({cell for cells in slots for cell in cells})
        at = {cell: i for i, cell in enumerate(used)}
        alphabet = self._words.alphabet
        possible = np.ones((len(used), len(alphabet)), dtype=np.bool_)
        for i, cell in enumerate(used):
            if cell in letters:
                possible[i] = np.arange(len(alphabet)) == alphabet.code(letters[cell])
        problem = TableProblem(
            CellVars(possible),
            [tuple(at[cell] for cell in cells) for cells in slots],
            tables,
            [table.all_words() for table in tables],
        )
        if not fits(problem):
            return None
        session = SearchSession(problem)
        try:
            answer = session.solve(conflicts=conflicts)
            if answer.outcome is not Outcome.UNSAT:
                return None
            return _Refutation(session.counters.conflicts, list(session.slot_activity))
        finally:
            session.close()

    def _table(self, length: int, letters: tuple[tuple[int, str], ...]) -> SlotTable:
        """The words with some letters in some places."""
        key = length, letters
        found = self._tables.get(key)
        if found is None:
            whole = self._words.table(length)
            fits = np.ones(len(whole), dtype=np.bool_)
            for offset, letter in letters:
                fits &= whole.codes[:, offset] == self._words.alphabet.code(letter)
            rows = np.flatnonzero(fits).astype(np.int32)
            found = SlotTable(
                whole.codes[rows], rows, len(self._words.alphabet), ((len(rows), 1.0),)
            )
            if len(self._tables) >= MAX_TABLES:
                self._tables.clear()
            self._tables[key] = found
        return found


@dataclass(frozen=True, slots=True)
class _Refutation:
    """A search that found that there are no words.

    Args:
        n_conflicts: how many it took.
        activity: by slot, how many conflicts and reasons came from it.
    """

    n_conflicts: int
    activity: list[int]


def _by_activity(slots: Sequence[Cells], activity: Sequence[int]) -> list[int]:
    """All slots, the most active first; those that were not active, the nearest to these first."""
    of_cell: dict[int, list[int]] = {}
    for index, cells in enumerate(slots):
        for cell in cells:
            of_cell.setdefault(cell, []).append(index)
    ranked = sorted(range(len(slots)), key=lambda i: -activity[i])
    order: dict[int, None] = dict.fromkeys(i for i in ranked if activity[i])
    near = list(order)
    for index in near:  # it grows meanwhile
        for cell in slots[index]:
            near += [other for other in of_cell[cell] if other not in order]
            order.update(dict.fromkeys(of_cell[cell]))
    return list(order | dict.fromkeys(ranked))
