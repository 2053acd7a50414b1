"""A crossword as large as those of Sundays."""

from __future__ import annotations

from dataclasses import replace

from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid


def sunday() -> Crossword:
    """A crossword of 21x21 squares with a clue for each entry."""
    rows = [("ABCDE#FGHIJKLM#NOPQRS", "TUVWXYZABCD#EFGHIJKLM")[n % 2] for n in range(21)]
    crossword = crossword_of(Grid.parse("\n".join(rows)))
    clues = tuple(replace(clue, text=f"A clue for {clue.answer}") for clue in crossword.clues)
    return replace(crossword, clues=clues)
