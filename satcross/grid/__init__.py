"""Grids and the text forms they are written in."""

from satcross.grid.model import BLOCK, OPEN, Grid
from satcross.grid.text import read_grid

__all__ = ["BLOCK", "OPEN", "Grid", "read_grid"]
