"""Grids and the text forms they are written in."""

from satcross.grid.model import BLOCK, OPEN, VOID, Grid
from satcross.grid.text import read_grid

__all__ = ["BLOCK", "OPEN", "VOID", "Grid", "read_grid"]
