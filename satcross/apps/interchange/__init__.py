"""Files of other programs: Across Lite, ipuz, Crossword Compiler, xd, Exolve, Qxw; and platforms.

For whoever has puzzles in other programs, and for teachers. Each folder is a format, or formats
that are written only (`platforms`); `formats.py` says their names and extensions, by which the core
finds them. A format has `KEEPS`, what its files can hold, `read` and `write`; what it cannot hold
is named.

From the core it takes crosswords and what formats share (`satcross.formats`).
"""
