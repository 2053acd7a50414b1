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

from satcross.lazy import public_names as _public_names

__all__, __getattr__, __dir__ = _public_names(__name__, __file__)
