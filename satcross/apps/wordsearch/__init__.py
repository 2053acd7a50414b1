"""Word searches: words hidden in a square of letters, in up to eight directions.

`make` has the tasks and `options` their options. `encode` makes formulas, `exact` solves them,
`search` searches for layouts, `fit` for the smallest rectangle, `letters` fills the other cells,
`verify` checks the result independently, `files` and `drawing` write text, JSON and pictures.
"""
