"""The letter variables, which every encoding and the lazy engine share."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from satcross.errors import OptionError
from satcross.model.consistency import Domains
from satcross.words.bits import letters_in

if TYPE_CHECKING:
    from satcross.words.table import I32


class CellVars:
    """`L[c,a]`: cell c holds letter a. Numbered 1..n densely, by cell, then by letter.

    Args:
        masks: by cell, the letters that get a variable, as bits.
        n_letters: size of the alphabet.

    Fields:
        rows: by cell and letter, the variable, or 0 where the letter is impossible.
        cells: the cell of a variable; entry 0 is unused.
        codes: the letter code of a variable; entry 0 is unused.
        n: how many there are.
    """

    def __init__(self, masks: Sequence[int], n_letters: int) -> None:
        self.masks = masks
        self.n_letters = n_letters
        self.rows: list[list[int]] = []
        self.cells, self.codes = array("i", [-1]), array("i", [-1])
        for cell, mask in enumerate(masks):
            row = [0] * n_letters
            codes = letters_in(mask)
            for variable, code in enumerate(codes, len(self.codes)):
                row[code] = variable
            self.rows.append(row)
            self.cells.extend([cell] * len(codes))
            self.codes.extend(codes)
        self.n = len(self.codes) - 1

    @cached_property
    def ids(self) -> I32:
        """`rows` as int32 (cells, letters)."""
        import numpy as np

        return np.array(self.rows, np.int32).reshape(-1, self.n_letters)

    @cached_property
    def cell_of(self) -> I32:
        """`cells` as int32 (n + 1,)."""
        import numpy as np

        return np.array(self.cells)

    @cached_property
    def letter_of(self) -> I32:
        """`codes` as int32 (n + 1,)."""
        import numpy as np

        return np.array(self.codes)

    def literals(self, letters: Mapping[int, int]) -> list[int]:
        """The variables of a fill's letters (code by position), in the mapping's order."""
        return [self.rows[cell][code] for cell, code in letters.items()]

    def letters(self, true_literals: Iterable[int]) -> dict[int, int]:
        """Letter code by position, of the literals that are letters and true."""
        return {self.cells[lit]: self.codes[lit] for lit in true_literals if 0 < lit <= self.n}


class LetterVars(CellVars):
    """The variables of the letters that arc consistency leaves to a puzzle.

    They come first in every formula and are its projection set: they determine the fill. Cells are
    grid positions.

    Args:
        domains: the letters to number.
    """

    def __init__(self, domains: Domains) -> None:
        super().__init__(domains.masks, domains.n_letters)
        self.domains = domains

    def name(self, variable: int) -> str:
        """A letter variable's name for people: `r1c3=C`; `-r1c3=C` of its negation.

        Raises:
            OptionError: it is no letter variable.
        """
        if variable < 0:
            return f"-{self.name(-variable)}"
        if not 0 < variable <= self.n:
            raise OptionError(
                f"{variable} is no letter variable",
                hint=f"they are 1 to {self.n:,}; Encoding.name has names of all",
                parameter="variable",
            )
        puzzle = self.domains.puzzle
        cell, code = self.cells[variable], self.codes[variable]
        return f"{puzzle.grid.cell_name(cell)}={puzzle.texts[code]}"
