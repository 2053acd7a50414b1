"""The marks of cells in grids, and the largest grid."""

BLOCK = "#"
OPEN = "."
VOID = "~"  # not part of the puzzle: no square is drawn
MAX_SIDE = 200  # larger than any printed puzzle; longer rows are some other kind of file
