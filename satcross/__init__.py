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

from importlib import import_module
from typing import TYPE_CHECKING, Any

from satcross.alphabet import LATIN, Alphabet
from satcross.api import enumerate_fills, fill
from satcross.cnf import dimacs
from satcross.cnf.assignment import Assignment
from satcross.consistency import Domains, arc_consistent
from satcross.decode import decode
from satcross.encode import Encoding, encode
from satcross.errors import (
    DimacsError,
    FormatError,
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

if TYPE_CHECKING:
    from satcross.clues import ClueBook, with_clues
    from satcross.crossword import Crossword, crossword_of, grid_of, with_fill
    from satcross.drawing import pdf_of, png_of, svg_of
    from satcross.formats.reading import file_of, load_crossword, save_crossword
    from satcross.patterns.listing import patterns
    from satcross.patterns.make import Made, NoGrid, make
    from satcross.patterns.rules import PatternRules
    from satcross.patterns.theme import Theme
    from satcross.proof import check_proof
    from satcross.tasks.count import count
    from satcross.tasks.explain import explain
    from satcross.tasks.explain_corrections import Corrections
    from satcross.tasks.letters import letters, slot_words
    from satcross.tasks.letters_oracle import LetterOracle
    from satcross.tasks.optimise import optimise
    from satcross.tasks.prove import prove
    from satcross.tasks.sample import sample

# Imported when they are asked for: many of them bring PySAT, or other libraries.
_LATER = {
    "ClueBook": "satcross.clues",
    "Corrections": "satcross.tasks.explain_corrections",
    "Crossword": "satcross.crossword",
    "LetterOracle": "satcross.tasks.letters_oracle",
    "Made": "satcross.patterns.make",
    "NoGrid": "satcross.patterns.make",
    "PatternRules": "satcross.patterns.rules",
    "Theme": "satcross.patterns.theme",
    "check_proof": "satcross.proof",
    "count": "satcross.tasks.count",
    "crossword_of": "satcross.crossword",
    "explain": "satcross.tasks.explain",
    "file_of": "satcross.formats.reading",
    "grid_of": "satcross.crossword",
    "letters": "satcross.tasks.letters",
    "load_crossword": "satcross.formats.reading",
    "make": "satcross.patterns.make",
    "optimise": "satcross.tasks.optimise",
    "patterns": "satcross.patterns.listing",
    "pdf_of": "satcross.drawing",
    "png_of": "satcross.drawing",
    "prove": "satcross.tasks.prove",
    "sample": "satcross.tasks.sample",
    "save_crossword": "satcross.formats.reading",
    "slot_words": "satcross.tasks.letters",
    "svg_of": "satcross.drawing",
    "with_clues": "satcross.clues",
    "with_fill": "satcross.crossword",
}

# `fill`, `encode`, `decode` and `verify` are functions here, and hide the modules of those names;
# `from satcross.encode import ...` still reaches those.
__all__ = [
    "LATIN",
    "Alphabet",
    "Assignment",
    "ClueBook",
    "Corrections",
    "Crossing",
    "Crossword",
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
    "FormatError",
    "Grid",
    "GridError",
    "InputError",
    "LetterOracle",
    "Made",
    "NoGrid",
    "OptionError",
    "PatternRules",
    "Progress",
    "ProgressHandler",
    "Puzzle",
    "SatcrossError",
    "Slot",
    "SolverError",
    "SolverOptions",
    "Theme",
    "Unfillable",
    "Unknown",
    "VerificationError",
    "WordList",
    "WordListError",
    "Work",
    "arc_consistent",
    "check_proof",
    "count",
    "crossword_of",
    "decode",
    "dimacs",
    "encode",
    "enumerate_fills",
    "explain",
    "file_of",
    "fill",
    "grid_of",
    "letters",
    "load_crossword",
    "make",
    "optimise",
    "patterns",
    "pdf_of",
    "png_of",
    "prove",
    "read_grid",
    "sample",
    "save_crossword",
    "slot_words",
    "svg_of",
    "verify",
    "with_clues",
    "with_fill",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LATER[name]), name)
    globals()[name] = value
    return value
