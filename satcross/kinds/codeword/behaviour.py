"""What is checked of a codeword."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross.extend import Behaviour

if TYPE_CHECKING:
    from satcross import Crossword, Grid, WordList


class CodewordBehaviour(Behaviour):
    """A codeword. Its key is drawn as that of every kind with a code."""

    def faults(self, crossword: Crossword, grid: Grid, words: WordList) -> list[tuple[str, str]]:
        """What is wrong with its numbers."""
        from satcross.extend import coded_numbers
        from satcross.kinds.codeword.faults import codeword_faults

        found = coded_numbers(crossword)
        said = ["a codeword has a number in each cell, and in some the same one"]
        if found is not None:
            said = codeword_faults(grid, *found, words)
        return [("codeword", text) for text in said]
