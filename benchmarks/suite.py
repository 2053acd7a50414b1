"""The suite: which grid is filled with which list, and whether it can be.

`grids/suite.toml` says it, a line a case, grouped by family. Grids lie in `grids/`; those whose
name there starts with `data/` lie in the data folder's `grids/`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.lists import GRIDS, missing_file, write_list

MANIFEST = GRIDS / "suite.toml"

# What the manifest says of a case.
_FEASIBLE = {"fillable": True, "infeasible": False, "unknown": None}
_DATA_PREFIX = "data/"


@dataclass(frozen=True, slots=True)
class Case:
    """A grid to be filled with a list.

    Args:
        name: of the case, unlike all others.
        grid: the grid's file.
        words: the list's file, `WORD;score` lines.
        list_name: of the list, as the tables show it.
        family: of grids that are much alike.
        feasible: whether there is a fill; None where nobody has found one nor a proof.
    """

    name: str
    grid: Path
    words: Path
    list_name: str
    family: str
    feasible: bool | None


def cases(data: Path | None, folder: Path) -> list[Case]:
    """The cases whose grids and lists are there, in the manifest's order.

    Args:
        data: the folder with `grids/` and `words/`, or None for none.
        folder: where the lists are written to; it must exist.

    Raises:
        OptionError: a list cannot be written.
    """
    written: dict[str, Path] = {}
    found: list[Case] = []
    for entry in _entries():
        if entry.missing(data):
            continue
        if entry.list_name not in written:
            written[entry.list_name] = write_list(entry.list_name, folder, data)
        found.append(
            Case(
                entry.name,
                entry.grid(data),
                written[entry.list_name],
                entry.list_name,
                entry.family,
                entry.feasible,
            )
        )
    return found


def skipped(data: Path | None) -> list[str]:
    """A line for each file that is not there: which, and how many cases `cases` leaves out."""
    without = Counter(file for entry in _entries() for file in entry.missing(data))
    return [
        f"no {file}, so {n} case{' is' if n == 1 else 's are'} left out"
        for file, n in without.items()
    ]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the manifest."""

    grid_name: str
    list_name: str
    family: str
    feasible: bool | None

    @property
    def name(self) -> str:
        return f"{self.grid_name.removeprefix(_DATA_PREFIX)}, {self.list_name}"

    def grid(self, data: Path | None) -> Path:
        """Where the grid should lie."""
        file = f"{self.grid_name.removeprefix(_DATA_PREFIX)}.txt"
        if not self.grid_name.startswith(_DATA_PREFIX) or data is None:
            return GRIDS / file
        return data / "grids" / file

    def missing(self, data: Path | None) -> list[str]:
        """The files that it needs and that are not there."""
        missing_list = missing_file(self.list_name, data)
        files = [] if missing_list is None else [missing_list]
        if not self.grid(data).is_file():
            files.insert(0, f"grids/{self.grid(data).name}")
        return files


def _entries() -> Iterator[_Entry]:
    manifest = tomllib.loads(MANIFEST.read_text(encoding="utf-8"))
    for family, lines in manifest.items():
        for grid, list_name, feasible in lines["cases"]:
            yield _Entry(grid, list_name, family, _FEASIBLE[feasible])
