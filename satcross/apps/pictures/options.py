"""Options of what is drawn, which several commands share."""

from __future__ import annotations

from satcross.commandline import flag

NAME_LINE = flag("A line for a name and a date above the puzzle, in a PDF.", panel="Output")


GREY_VOIDS = flag(
    "All spaces of the grid without a square are grey, and not only holes of a single square.",
    panel="Output",
)
