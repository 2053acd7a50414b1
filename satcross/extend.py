"""What packages that extend satcross import: types of formats, outputs, solvers and kinds.

A format is a `Format`; it reads bytes into a `Crossword` and writes one, and reports to `Losses`
each `Feature` that it has no place for. An `Output` gives what is `Written`. A solver is a
`Backend`, made by a function that is given the seed. A rule about cells is a `CellsRule`. A kind of
puzzles is a `PuzzleKind`; what it does differently is a `Behaviour`, and what makes its puzzles a
`Maker`, whose options are fields of a dataclass, by `option` and `flag`.
What a kind draws is a `Layer`, a name with shapes: `Circle`, `Line`, `Polygon`, `Rect`, `Text`,
`PlacedImage`, and `ShapeGroup`, which has some of these.
docs/guide/plugins.md has all protocols, with examples; `satcross.testing` tests them.
These names keep their meaning within a major version.
"""

from satcross.drawing.shapes import (
    Circle,
    Layer,
    Line,
    PlacedImage,
    Polygon,
    Rect,
    Shape,
    ShapeGroup,
    Text,
)
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
from satcross.model.kinds import CROSSWORD, LETTERS, NUMBERS, PuzzleKind, kind_named, kinds
from satcross.model.puzzle import find_slots
from satcross.options import flag, option
from satcross.outputs import CROSSWORDS, WORD_SEARCH, Drawing, Output, Written
from satcross.results import Reason
from satcross.rules.cells import CellsRule
from satcross.solve.backends.eager import Backend, RawAnswer
from satcross.solve.protocol import Counters, Outcome
from satcross.task import Deadline
from satcross.tasks.maker import Maker, Step, Steps
from satcross.tasks.making import Draft, Making, OfPuzzle, Source
from satcross.tasks.sources import source_of
from satcross.words import WordList

__all__ = [
    "CROSSWORD",
    "CROSSWORDS",
    "LETTERS",
    "MAX_SIDE",
    "NUMBERS",
    "WORD_SEARCH",
    "Backend",
    "Behaviour",
    "CellsRule",
    "Circle",
    "Clue",
    "Counters",
    "Crossword",
    "Deadline",
    "Draft",
    "Drawing",
    "Feature",
    "Format",
    "FormatError",
    "Grid",
    "GridError",
    "Layer",
    "Line",
    "Losses",
    "Maker",
    "Making",
    "OfPuzzle",
    "Outcome",
    "Output",
    "PlacedImage",
    "Polygon",
    "PuzzleKind",
    "RawAnswer",
    "Reason",
    "Rect",
    "Shape",
    "ShapeGroup",
    "SolverError",
    "Source",
    "Square",
    "SquareKind",
    "Step",
    "Steps",
    "Text",
    "WordList",
    "Written",
    "behaviour_of",
    "clues_in_place",
    "crossword_of",
    "drop_unsupported",
    "encoded",
    "find_slots",
    "flag",
    "grid_of",
    "kind_named",
    "kinds",
    "option",
    "source_of",
    "supported_pattern",
    "with_fill",
]
