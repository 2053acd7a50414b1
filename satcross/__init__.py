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

__version__ = "0.1.0"

# Where each name is from: the stub is the only list. A name is imported when it is first asked for:
# the command line needs few of them for one command, and some bring PySAT or other libraries.
with open(f"{__path__[0]}/__init__.pyi", encoding="utf-8") as _stub:  # noqa: PTH123  # start-up
    _MODULE_OF = {line.split()[3]: line.split()[1] for line in _stub if line.startswith("from ")}

__all__ = sorted(_MODULE_OF)  # noqa: PLE0605  # the stub has them for type checkers


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        # Python adds what it finds to be similar; of `freeform` it does not find `make_freeform`.
        like = [known for known in __all__ if name in known and not name.startswith("_")]
        hint = f"; did you mean {' or '.join(like[:3])}?" if like else ""
        raise AttributeError(
            f"module {__name__!r} has no attribute {name!r}{hint}",
            name=None if like else name,
            obj=None if like else __import__(__name__),
        )
    # As `from module import name` does it: `dimacs` is a module itself.
    value = getattr(__import__(_MODULE_OF[name], fromlist=(name,)), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


# Pictures for notebooks, of code that is imported when the first of them is drawn.
_draw_by(lambda drawable: str(__getattr__("svg_of")(drawable)))  # type: ignore[operator]
