"""What packages that extend satcross import: the types of formats, solvers and kinds of puzzles.

A format is a `Format`; it reads bytes into a `Crossword` and writes one, and reports to `Losses`
each `Feature` that it has no place for. A solver is a `Backend`, made by a function that is given
the seed. A kind of puzzles is a `PuzzleKind`; what it does differently is a `Behaviour`, and what
makes its puzzles a `Maker`, whose options are fields of a dataclass, by `option` and `flag`.
docs/guide/plugins.md has all protocols, with examples; `satcross.testing` tests them.
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
from satcross.model.behaviour import Behaviour, behaviour_of
from satcross.model.crossword import (
    Clue,
    Crossword,
    Square,
    SquareKind,
    crossword_of,
    grid_of,
    with_fill,
)
from satcross.model.grid import MAX_SIDE, Grid
from satcross.model.kinds import CROSSWORD, LETTERS, NUMBERS, PuzzleKind, kind_named
from satcross.model.puzzle import find_slots
from satcross.options import flag, option
from satcross.results import Reason
from satcross.solve.backends.eager import Backend, RawAnswer
from satcross.solve.protocol import Counters, Outcome
from satcross.task import Deadline
from satcross.tasks.making import Draft, Maker, OfPuzzle, Source, Step, Steps
from satcross.words import WordList

__all__ = [
    "CROSSWORD",
    "LETTERS",
    "MAX_SIDE",
    "NUMBERS",
    "Backend",
    "Behaviour",
    "Clue",
    "Counters",
    "Crossword",
    "Deadline",
    "Draft",
    "Feature",
    "Format",
    "FormatError",
    "Grid",
    "GridError",
    "Losses",
    "Maker",
    "OfPuzzle",
    "Outcome",
    "PuzzleKind",
    "RawAnswer",
    "Reason",
    "SolverError",
    "Source",
    "Square",
    "SquareKind",
    "Step",
    "Steps",
    "WordList",
    "behaviour_of",
    "clues_in_place",
    "crossword_of",
    "drop_unsupported",
    "encoded",
    "find_slots",
    "flag",
    "grid_of",
    "kind_named",
    "option",
    "supported_pattern",
    "with_fill",
]
