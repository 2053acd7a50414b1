"""What packages that extend satcross import, and its own rooms: see docs/decisions/0095-rooms.md.

A format is a `Format`; it reads bytes into a `Crossword` and writes one, and reports to `Losses`
each `Feature` that it has no place for. An `Output` gives what is `Written`. A solver is a
`Backend`, made by a function that is given the seed. A rule about cells is a `CellsRule`. A kind of
puzzles is a `PuzzleKind`; what it does differently is a `Behaviour`, and what makes its puzzles a
`Maker`, whose options are fields of a dataclass, by `option` and `flag`.
What a kind draws is a `Layer`, a name with shapes: `Circle`, `Line`, `Polygon`, `Rect`, `Text`,
`PlacedImage`, and `ShapeGroup`, which has some of these.
docs/guide/plugins.md has all protocols, with examples; `satcross.testing` tests them.

Names without a docstring of their own:

- grids: the cells `OPEN`, `BLOCK`, `VOID`; the most rows and columns, `MAX_SIDE`; the directions
  `ACROSS` and `DOWN`; what functions take, `PuzzleLike` and `WordsLike`; rows of letter codes,
  `Codes`, and other arrays, `Bools`, `I32`, `I64`; presets of patterns by name, `PRESETS`
- tasks: `Result`, and those of fills, `FillResult`, and of listings, `ListingResult`; an `Event`,
  and who hears of progress, `ProgressHandler`; the deadline `NEVER`; why there is no fill,
  `NO_FILL`; our own solver, `LAZY`; work that yields each step, `Steps`
- every `Need` that the searches know, `SEARCHED`; in what a fill is to be best, `Goal`
- kinds: `CROSSWORD`; what a page to solve is given, `CluesInPlace`
- files: the `Contents` of outputs that are crosswords, `CROSSWORDS`; our own format, `OWN`; the
  most bytes, `MAX_FILE`; what standard input is called, `STDIN`; data of other formats, `Extras`
- drawing: any `Shape`, and a `Layer` of them; the colour `BLACK`; a millimetre in points, `MM`

These names keep their meaning within a major version.
"""

from satcross.stubs import public_names as _public_names

__all__, __getattr__, __dir__ = _public_names(__name__, __file__)
