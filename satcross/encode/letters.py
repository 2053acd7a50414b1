"""The letter variables, which every encoding and the lazy engine share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from satcross.consistency import Domains
from satcross.words.table import I32


@dataclass(frozen=True, slots=True, eq=False)
class LetterVars:
    """`L[c,a]`: cell c holds letter a. Numbered 1..n densely, by cell, then by letter.

    Only letters that arc consistency leaves have a variable. These variables come first in every
    formula and are its projection set: they determine the fill.

    Args:
        domains: the letters to number.

    Fields:
        ids: int32 (cells of the grid, letters): the variable, or 0 where the letter is impossible.
        cell_of: int32 (n + 1,): the grid position of a variable; entry 0 is unused.
        letter_of: int32 (n + 1,): the letter code of a variable; entry 0 is unused.
        n: how many there are.
    """

    domains: Domains
    ids: I32 = field(init=False)
    cell_of: I32 = field(init=False)
    letter_of: I32 = field(init=False)
    n: int = field(init=False)

    def __post_init__(self) -> None:
        letters = self.domains.letters
        cells, codes = np.nonzero(letters)
        ids = np.zeros(letters.shape, dtype=np.int32)
        ids[cells, codes] = np.arange(1, len(cells) + 1, dtype=np.int32)
        set_ = object.__setattr__
        set_(self, "ids", ids)
        set_(self, "cell_of", np.concatenate(([-1], cells)).astype(np.int32))
        set_(self, "letter_of", np.concatenate(([-1], codes)).astype(np.int32))
        set_(self, "n", len(cells))

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

    def name(self, variable: int) -> str:
        """A letter variable's name for people: `r1c3=C`."""
        puzzle = self.domains.puzzle
        cell, code = int(self.cell_of[variable]), int(self.letter_of[variable])
        return f"{puzzle.grid.cell_name(cell)}={puzzle.texts[code]}"
