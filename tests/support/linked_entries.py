"""A crossword with a clue for each entry, some of which tests link."""

from __future__ import annotations

from dataclasses import replace

from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.model.linked import Links

# 1A STRIKE, 4A ALIGHT, 5A ENLIST, 1D SPARED, 2D ROILLS, 3D KAHNSS
GRID = "STRIKE\nP#O#A#\nALIGHT\nR#L#N#\nENLIST\nD#S#S#"


def clued() -> Crossword:
    crossword = crossword_of(Grid.parse(GRID))
    clues = tuple(replace(clue, text=f"Clue {n}") for n, clue in enumerate(crossword.clues))
    return replace(crossword, clues=clues)


def cells(crossword: Crossword, direction: str, label: str) -> tuple[int, ...]:
    return Links(crossword).entries()[direction, label]
