"""Word searches: words hidden in a square of letters, in up to eight directions.

`make` makes them, `fit` finds the smallest rectangle, `verify` checks; `files` and `draw` are how
they leave, as text, JSON and pictures.
"""
