"""What packages that extend satcross import: the types of formats and solvers.

A format is a `Format`; it reads bytes into a `Crossword` and writes one, and reports to `Losses`
each `Feature` that it has no place for. A solver is a `Backend`, made by a function that is given
the seed. docs/guide/plugins.md has both protocols, with examples; `satcross.testing` tests them.
These names keep their meaning within a major version.
"""

from satcross.errors import FormatError, GridError, SolverError
from satcross.formats.losses import (
    Feature,
    Losses,
    clues_in_place,
    drop_unsupported,
    encoded,
    supported_pattern,
)
from satcross.formats.registry import Format
from satcross.model.crossword import (
    Clue,
    Crossword,
    PuzzleKind,
    Square,
    SquareKind,
    crossword_of,
    grid_of,
)
from satcross.model.grid import MAX_SIDE, Grid
from satcross.model.puzzle import find_slots
from satcross.results import Reason
from satcross.solve.backends.eager import Backend, RawAnswer
from satcross.solve.protocol import Counters, Outcome
from satcross.task import Deadline

__all__ = [
    "MAX_SIDE",
    "Backend",
    "Clue",
    "Counters",
    "Crossword",
    "Deadline",
    "Feature",
    "Format",
    "FormatError",
    "Grid",
    "GridError",
    "Losses",
    "Outcome",
    "PuzzleKind",
    "RawAnswer",
    "Reason",
    "SolverError",
    "Square",
    "SquareKind",
    "clues_in_place",
    "crossword_of",
    "drop_unsupported",
    "encoded",
    "find_slots",
    "grid_of",
    "supported_pattern",
]
