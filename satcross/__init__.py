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

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from satcross.alphabet import LATIN, Alphabet
    from satcross.api import enumerate_fills, fill
    from satcross.clues import ClueBook, with_clues
    from satcross.cnf import dimacs
    from satcross.cnf.assignment import Assignment
    from satcross.consistency import Domains, arc_consistent
    from satcross.crossword import Crossword, crossword_of, grid_of, with_fill
    from satcross.decode import decode
    from satcross.drawing import pdf_of, png_of, svg_of
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
    from satcross.formats.reading import file_of, load_crossword, save_crossword
    from satcross.grid import Grid, read_grid
    from satcross.patterns.listing import patterns
    from satcross.patterns.make import Made, NoGrid, make
    from satcross.patterns.rules import PatternRules
    from satcross.patterns.theme import Theme
    from satcross.proof import check_proof
    from satcross.puzzle import Crossing, Direction, Puzzle, Slot
    from satcross.solve.protocol import Progress, ProgressHandler, SolverOptions
    from satcross.tasks.count import count
    from satcross.tasks.enumerate import Distinct, Fills
    from satcross.tasks.explain import explain
    from satcross.tasks.explain_corrections import Corrections
    from satcross.tasks.letters import letters, slot_words
    from satcross.tasks.letters_oracle import LetterOracle
    from satcross.tasks.optimise import optimise
    from satcross.tasks.prove import prove
    from satcross.tasks.results import Filled, FillResult, Unfillable, Unknown, Work
    from satcross.tasks.sample import sample
    from satcross.verify import Fault, verify
    from satcross.words import WordList

# Where each name is from. It is imported when it is first asked for: the command line needs few of
# them for one command, and some bring PySAT or other libraries.
_MODULES = {
    "satcross.alphabet": ("LATIN", "Alphabet"),
    "satcross.api": ("enumerate_fills", "fill"),
    "satcross.clues": ("ClueBook", "with_clues"),
    "satcross.cnf": ("dimacs",),
    "satcross.cnf.assignment": ("Assignment",),
    "satcross.consistency": ("Domains", "arc_consistent"),
    "satcross.crossword": ("Crossword", "crossword_of", "grid_of", "with_fill"),
    "satcross.decode": ("decode",),
    "satcross.drawing": ("pdf_of", "png_of", "svg_of"),
    "satcross.encode": ("Encoding", "encode"),
    "satcross.errors": (
        "DimacsError", "FormatError", "GridError", "InputError", "OptionError", "SatcrossError",
        "SolverError", "VerificationError", "WordListError",
    ),
    "satcross.fill": ("Entry", "Fill"),
    "satcross.formats.reading": ("file_of", "load_crossword", "save_crossword"),
    "satcross.grid": ("Grid", "read_grid"),
    "satcross.patterns.listing": ("patterns",),
    "satcross.patterns.make": ("Made", "NoGrid", "make"),
    "satcross.patterns.rules": ("PatternRules",),
    "satcross.patterns.theme": ("Theme",),
    "satcross.proof": ("check_proof",),
    "satcross.puzzle": ("Crossing", "Direction", "Puzzle", "Slot"),
    "satcross.solve.protocol": ("Progress", "ProgressHandler", "SolverOptions"),
    "satcross.tasks.count": ("count",),
    "satcross.tasks.enumerate": ("Distinct", "Fills"),
    "satcross.tasks.explain": ("explain",),
    "satcross.tasks.explain_corrections": ("Corrections",),
    "satcross.tasks.letters": ("letters", "slot_words"),
    "satcross.tasks.letters_oracle": ("LetterOracle",),
    "satcross.tasks.optimise": ("optimise",),
    "satcross.tasks.prove": ("prove",),
    "satcross.tasks.results": ("FillResult", "Filled", "Unfillable", "Unknown", "Work"),
    "satcross.tasks.sample": ("sample",),
    "satcross.verify": ("Fault", "verify"),
    "satcross.words": ("WordList",),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

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
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # As `from module import name` does it: `dimacs` is a module itself.
    value = getattr(__import__(_MODULE_OF[name], fromlist=(name,)), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Front(ModuleType):
    """Keeps modules from taking the place of functions that are called like them.

    `fill`, `encode`, `decode`, `verify` and `patterns` are functions here, but Python sets a
    module's name in its package whenever it imports one. `from satcross.encode import ...` still
    reaches the modules.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _MODULE_OF and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Front
