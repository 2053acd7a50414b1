"""Slots that have no words together: the part of a pattern that arc consistency refutes.

Where arc consistency finds that a pattern with letters of the theme has no fill, a few slots next
to each other and a few of the letters are enough to find it. They are what should not come again:
the rest of the pattern is not to blame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from satcross.words import WordList

Bool = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.uint8]
Cells = tuple[int, ...]


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
    """Arc consistency on some of a pattern's slots, to find out which of them refute it.

    Args:
        words: the list.
    """

    def __init__(self, words: WordList) -> None:
        self._words = words
        self._tables: dict[tuple[int, tuple[tuple[int, str], ...]], tuple[Codes, Bool]] = {}

    def refuted(self, slots: Sequence[Cells], letters: Mapping[int, str]) -> Figure | None:
        """A part of these slots and letters that arc consistency refutes; None where it does not.

        No slot and no letter of the part could be left out. That a word may stand once only is
        not looked at.

        Args:
            slots: their cells; none whose words are not those of the list.
            letters: given letters, by cell.
        """
        of_cell: dict[int, list[int]] = {}
        for number, cells in enumerate(slots):
            for cell in cells:
                of_cell.setdefault(cell, []).append(number)
        trace: list[tuple[int, int]] = []
        emptied = self._emptied(slots, range(len(slots)), letters, of_cell, trace)
        if emptied is None:
            return None
        near = _nearest(emptied, trace, slots, of_cell)

        def holds(part: Sequence[int], given: Mapping[int, str]) -> bool:
            return self._emptied(slots, part, given, of_cell) is None

        least, most = 1, len(near)
        while least < most:
            middle = (least + most) // 2
            if holds(near[:middle], letters):
                least = middle + 1
            else:
                most = middle
        part = near[:least]
        for index in reversed(part):
            fewer = [i for i in part if i != index]
            if not holds(fewer, letters):
                part = fewer
        given = {cell: letters[cell] for i in part for cell in slots[i] if cell in letters}
        for cell in list(given):
            others = {c: letter for c, letter in given.items() if c != cell}
            if not holds(part, others):
                given = others
        return Figure(tuple(slots[i] for i in sorted(part)), given)

    def _emptied(
        self,
        slots: Sequence[Cells],
        part: Sequence[int],
        given: Mapping[int, str],
        of_cell: Mapping[int, list[int]],
        trace: list[tuple[int, int]] | None = None,
    ) -> int | None:
        """The first slot of a part that has no word left.

        Args: trace: receives (slot, slot whose cells it took letters from), in order.
        """
        codes: dict[int, Codes] = {}
        present: dict[int, Bool] = {}
        for index in part:
            cells = slots[index]
            codes[index], present[index] = self._table(
                len(cells), tuple((i, given[c]) for i, c in enumerate(cells) if c in given)
            )
            if not len(codes[index]):
                return index
        letters: dict[int, Bool] = {}
        queue: dict[int, None] = dict.fromkeys(part)  # an ordered set
        while queue:
            index = next(iter(queue))
            del queue[index]
            keep: Bool | None = None
            here: Bool | None
            for offset, cell in enumerate(slots[index]):
                here = letters.get(cell)
                if here is not None and (present[index][offset] & ~here).any():
                    fits = here.take(codes[index][:, offset])
                    keep = fits if keep is None else keep & fits
            if keep is not None:
                left = codes[index][keep]
                if not len(left):
                    return index
                codes[index] = left
                present[index] = self._letters_in(left)
            for offset, cell in enumerate(slots[index]):
                here = letters.get(cell)
                mine = present[index][offset]
                if here is not None and not (here & ~mine).any():
                    continue
                letters[cell] = mine if here is None else here & mine
                for other in of_cell[cell]:
                    if other != index and other in codes:
                        queue[other] = None
                        if trace is not None:
                            trace.append((index, other))
        return None

    def _table(self, length: int, letters: tuple[tuple[int, str], ...]) -> tuple[Codes, Bool]:
        """The words with some letters in some places, and which letters they have in each place."""
        key = length, letters
        found = self._tables.get(key)
        if found is None:
            codes = self._words.table(length).codes
            for offset, letter in letters:
                codes = codes[codes[:, offset] == self._words.alphabet.code(letter)]
            found = self._tables[key] = codes, self._letters_in(codes)
        return found

    def _letters_in(self, codes: Codes) -> Bool:
        present = np.zeros((codes.shape[1], len(self._words.alphabet)), dtype=np.bool_)
        for offset in range(codes.shape[1]):
            present[offset, codes[:, offset]] = True
        return present


def _nearest(
    emptied: int,
    trace: Sequence[tuple[int, int]],
    slots: Sequence[Cells],
    of_cell: Mapping[int, list[int]],
) -> list[int]:
    """The slots that had a part in emptying one, the nearest to it first."""
    cone = {emptied}
    for by, of in reversed(trace):
        if of in cone:
            cone.add(by)
    near = [emptied]
    for index in near:
        for cell in slots[index]:
            near += [i for i in of_cell[cell] if i in cone and i not in near]
    return near
