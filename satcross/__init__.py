"""satcross: fill, enumerate and export crosswords with SAT solvers.

>>> import satcross as sx
>>> grid = sx.Grid.parse("C..\\n#.#\\n...")
>>> words = sx.WordList.from_words([("cot", 80), ("ode", 60), ("pen", 90), ("cat", 30)])
>>> puzzle = sx.Puzzle(grid, words)
>>> match sx.fill(puzzle, seed=7, time_limit_s=10):
...     case sx.Found(fill):
...         print(fill, fill["1A"].word, fill.score, sep="\\n")
...     case sx.Impossible(why):
...         print("no fill:", why)
...     case sx.Stopped(reason):
...         print("stopped:", reason)
COT
#D#
PEN
COT
230
"""

from satcross.model.picture import draw_by as _draw_by
from satcross.stubs import public_names as _public_names

__version__ = "0.1.0"

__all__, __getattr__, __dir__ = _public_names(__name__, __file__)

# Pictures for notebooks, of code that is imported when the first of them is drawn.
_draw_by(lambda drawable: str(__getattr__("svg_of")(drawable)))  # type: ignore[operator]
