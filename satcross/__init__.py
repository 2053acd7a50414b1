"""satcross: fill, enumerate and export crosswords with SAT solvers.

>>> import satcross as sx
>>> grid = sx.Grid.parse("C..\\n#.#\\n...")
>>> words = sx.WordList.from_words([("cot", 80), ("ode", 60), ("pen", 90), ("cat", 30)])
>>> puzzle = sx.Puzzle(grid, words)
>>> match sx.fill(puzzle, seed=7, time_limit_s=10):
...     case sx.Filled(fill):
...         print(fill, fill["1A"].word, fill.score, sep="\\n")
...     case sx.Unfillable(why):
...         print("no fill:", why)
...     case sx.Unknown(reason):
...         print("stopped:", reason)
COT
#D#
PEN
COT
230
"""

from __future__ import annotations

from satcross.alphabet import LATIN, Alphabet
from satcross.api import enumerate_fills, fill
from satcross.cnf import dimacs
from satcross.cnf.assignment import Assignment
from satcross.consistency import Domains, arc_consistent
from satcross.decode import decode
from satcross.encode import Encoding, encode
from satcross.errors import (
    DimacsError,
    GridError,
    InputError,
    OptionError,
    SatcrossError,
    SolverError,
    VerificationError,
    WordListError,
)
from satcross.fill import Entry, Fill
from satcross.grid import Grid, read_grid
from satcross.puzzle import Crossing, Direction, Puzzle, Slot
from satcross.solve.protocol import Progress, ProgressHandler, SolverOptions
from satcross.tasks.enumerate import Distinct, Fills
from satcross.tasks.results import Filled, FillResult, Unfillable, Unknown, Work
from satcross.verify import Fault, verify
from satcross.words import WordList

# `fill`, `encode`, `decode` and `verify` are functions here, and hide the modules of those names;
# `from satcross.encode import ...` still reaches those.
__all__ = [
    "LATIN",
    "Alphabet",
    "Assignment",
    "Crossing",
    "DimacsError",
    "Direction",
    "Distinct",
    "Domains",
    "Encoding",
    "Entry",
    "Fault",
    "Fill",
    "FillResult",
    "Filled",
    "Fills",
    "Grid",
    "GridError",
    "InputError",
    "OptionError",
    "Progress",
    "ProgressHandler",
    "Puzzle",
    "SatcrossError",
    "Slot",
    "SolverError",
    "SolverOptions",
    "Unfillable",
    "Unknown",
    "VerificationError",
    "WordList",
    "WordListError",
    "Work",
    "arc_consistent",
    "decode",
    "dimacs",
    "encode",
    "enumerate_fills",
    "fill",
    "read_grid",
    "verify",
]

__version__ = "0.1.0"
