"""The letter variables, which every encoding and the lazy engine share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from satcross.model.consistency import Domains
from satcross.words.table import I32


class CellVars:
    """`L[c,a]`: cell c holds letter a. Numbered 1..n densely, by cell, then by letter.

    Args:
        possible: bool (cells, letters): the pairs that get a variable.

    Fields:
        ids: int32 (cells, letters): the variable, or 0 where the letter is impossible.
        cell_of: int32 (n + 1,): the cell of a variable; entry 0 is unused.
        letter_of: int32 (n + 1,): the letter code of a variable; entry 0 is unused.
        n: how many there are.
    """

    def __init__(self, possible: npt.NDArray[np.bool_]) -> None:
        cells, codes = np.nonzero(possible)
        self.n = len(cells)
        self.ids: I32 = np.zeros(possible.shape, dtype=np.int32)
        self.ids[cells, codes] = np.arange(1, self.n + 1, dtype=np.int32)
        self.cell_of: I32 = np.concatenate(([-1], cells)).astype(np.int32)
        self.letter_of: I32 = np.concatenate(([-1], codes)).astype(np.int32)

    def literals(self, letters: Mapping[int, int]) -> list[int]:
        """The variables of a fill's letters (code by position), in the mapping's order."""
        return [int(self.ids[cell, code]) for cell, code in letters.items()]

    def letters(self, true_literals: Iterable[int]) -> dict[int, int]:
        """Letter code by position, of the literals that are letters and true."""
        return {
            int(self.cell_of[lit]): int(self.letter_of[lit])
            for lit in true_literals
            if 0 < lit <= self.n
        }


class LetterVars(CellVars):
    """The variables of the letters that arc consistency leaves to a puzzle.

    They come first in every formula and are its projection set: they determine the fill. Cells are
    grid positions.

    Args:
        domains: the letters to number.
    """

    def __init__(self, domains: Domains) -> None:
        super().__init__(domains.letters)
        self.domains = domains

    def name(self, variable: int) -> str:
        """A letter variable's name for people: `r1c3=C`."""
        puzzle = self.domains.puzzle
        cell, code = int(self.cell_of[variable]), int(self.letter_of[variable])
        return f"{puzzle.grid.cell_name(cell)}={puzzle.texts[code]}"
