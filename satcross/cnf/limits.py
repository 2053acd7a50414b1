"""The largest formulas and solver outputs that are read.

They fit into memory and are read in seconds, and are several times larger than the formula of a
21x21 grid and a list of 250,000 words, which has 23 million numbers in 124 MB.
"""

MAX_BYTES = 320 << 20  # unpacked
MAX_VARS = 50_000_000
MAX_NUMBERS = 50_000_000  # literals of a formula, and the 0 of each clause
MAX_GROUPS = 100_000  # a slot, a letter or a rule each
MAX_COMMENTS = 2_000_000  # lines; one for each letter of each cell
MAX_COMMENT_BYTES = 64 << 20
MAX_LINE = 1 << 20  # bytes of the header or a comment; a longer line is read in parts
MAX_LINES = 5_000_000  # of a solver's output; ten variables a line are usual

BLANKS = (b" ", b"\t", b"\r", b"\v", b"\f")  # what may stand between numbers, beside line ends
