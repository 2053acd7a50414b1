"""The work to be measured: which grids, with which lists, and what is to be reached.

The bars are those of the project's first issue, for the default engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmarks.measure import ROOT
from benchmarks.table import Bar

Kind = Literal["fill", "all", "export", "load"]

_UKACD = "UKACD18plus"
_BUILTIN = "built-in list"


@dataclass(frozen=True, slots=True)
class Work:
    """One thing to measure.

    Args:
        name: for the table and for `--only`.
        kind: `fill` once, `all` fills, `export` the formula, or `load` (a measurement inside a
            Python process).
        grid: a file, or the rows themselves if they hold a line end; "" for `load`.
        words: a word list's file; None for the built-in list.
        bars: for satcross's default engine; of an export, for the support encoding.
        dawg_bars: of an export, for the DAWG encoding.
        n_fills: of `all`, how many there are.
        code: of `load`, what to run; it prints the seconds.
    """

    name: str
    kind: Kind
    grid: str = ""
    words: Path | None = None
    bars: Sequence[Bar] = ()
    dawg_bars: Sequence[Bar] = ()
    n_fills: int = 0
    code: str = ""

    def missing(self) -> str | None:
        """The first of its files that is not there."""
        grid = [] if "\n" in self.grid or not self.grid else [Path(self.grid)]
        files = grid + ([] if self.words is None else [self.words])
        return next((file.name for file in files if not file.is_file()), None)


def works(data: Path | None) -> list[Work]:
    """All works, in the order of the table.

    Args:
        data: the folder with `grids/` and `words/`; None for none: then the examples stand in for
            its grids, without bars.
    """
    if data is None:
        grids = [(name, Path("examples") / f"{name}.txt") for name in _EXAMPLES]
        fills = [Work(f"{name}, {_BUILTIN}", "fill", str(ROOT / path)) for name, path in grids]
        return fills + _LOADS
    ukacd = data / "words" / f"{_UKACD}.txt"
    berghel = data / "words" / "berghel-134.txt"

    def grid(name: str) -> str:
        return str(data / "grids" / f"{name}.txt")

    american = grid("american15-themed")
    return [
        Work(f"american15-themed, {_BUILTIN}", "fill", american, bars=[Bar(1.0, "s")]),
        Work(
            f"british15-cryptic, {_BUILTIN}",
            "fill",
            grid("british15-cryptic"),
            bars=[Bar(0.8, "s")],
        ),
        Work(f"mini7, {_BUILTIN}", "fill", grid("mini7"), bars=[Bar(0.6, "s")]),
        Work(
            f"american15-themed, {_UKACD}",
            "fill",
            american,
            words=ukacd,
            bars=[Bar(2.5, "s"), Bar(500, "MB")],
        ),
        Work(
            "open 5x5, berghel-134, all fills",
            "all",
            ".....\n" * 5,
            words=berghel,
            bars=[Bar(1.0, "s")],
            n_fills=48,
        ),
        Work(
            f"export american15-themed, {_UKACD}",
            "export",
            american,
            words=ukacd,
            bars=[Bar(8.0, "s"), Bar(1500, "MB")],
            dawg_bars=[Bar(1.6, "x fewer")],
        ),
        Work(f"open 6x6, {_UKACD}", "fill", "......\n" * 6, words=ukacd, bars=[Bar(10.0, "s")]),
        *_LOADS,
    ]


_EXAMPLES = ("daily15", "british13", "mini5")

_LOAD_BUILTIN = """\
import time
import satcross
begin_s = time.perf_counter()
words = satcross.WordList.builtin()
for length in words.lengths:
    words.table(length)
print(time.perf_counter() - begin_s)
"""

_IMPORT = """\
import time
import numpy
begin_s = time.perf_counter()
from satcross import Grid, Puzzle, WordList, decode, dimacs, encode, enumerate_fills, fill, verify
print(time.perf_counter() - begin_s)
"""

_LOADS = [
    Work("load the built-in list, by length", "load", code=_LOAD_BUILTIN, bars=[Bar(0.15, "s")]),
    Work("import satcross, beyond numpy", "load", code=_IMPORT, bars=[Bar(0.1, "s")]),
]
