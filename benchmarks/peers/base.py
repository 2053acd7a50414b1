"""What the bench asks of a peer."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # the runners import this module, and their start is measured
    from benchmarks.measure import Run

NO_FILL = 20  # exit code of the runners, and of satcross: there is no fill


@dataclass(frozen=True, slots=True)
class Answer:
    """What a process reported, unchecked.

    Args:
        fills: the fills that it printed, as rows like those of the grid file.
        impossible: whether it says that there is none.
        search_s: seconds of the search alone, by its own clock; None if it does not tell.
    """

    fills: tuple[str, ...] = ()
    impossible: bool = False
    search_s: float | None = None


class Peer(Protocol):
    """A program that fills grids, run as a separate process.

    The word list it is handed is `NAME.txt`, one word a line, and beside it as `NAME.dict` the
    same words as `WORD;score`; entries that the grid gives wholly are in both.
    """

    @property
    def key(self) -> str:
        """A short name without a version: a column's head, a word of the command line."""

    @property
    def name(self) -> str:
        """What the table calls it, its version included where that is known."""

    @property
    def seeded(self) -> bool:
        """Whether it takes a seed; one that does not gets its words in another order instead."""

    def available(self) -> str | None:
        """Why it cannot be run here; None if it can."""

    def command(self, grid_path: Path, words_path: Path, seed: int) -> list[str]:
        """The command that fills a grid.

        Args:
            grid_path: rows of `#`, `.` and given letters.
            words_path: `NAME.txt`. The peer may write files of its own beside it; this is not
                measured.
            seed: other seeds should make other searches.
        """

    def read(self, grid_path: Path, run: Run) -> Answer:
        """What it answered."""


def module_command(module: str, grid_path: Path, words_path: Path, seed: int) -> list[str]:
    """The command of a peer whose runner is `benchmarks.peers.MODULE`."""
    runner = f"benchmarks.peers.{module}"
    return [sys.executable, "-m", runner, str(grid_path), str(words_path), str(seed)]


@dataclass(frozen=True, slots=True)
class PackagePeer:
    """A peer that is a Python package, with a runner of ours.

    Args:
        key, seeded: as for `Peer`.
        title: what the table calls it, its version apart.
        package: its name on PyPI.
        module: its runner is `benchmarks.peers.MODULE`.
    """

    key: str
    title: str
    package: str
    module: str
    seeded: bool = True

    @property
    def name(self) -> str:
        return f"{self.title} {package_version(self.package)}".strip()

    def available(self) -> str | None:
        return package_missing(self.package)

    def command(self, grid_path: Path, words_path: Path, seed: int) -> list[str]:
        return module_command(self.module, grid_path, words_path, seed)

    def read(self, grid_path: Path, run: Run) -> Answer:
        return module_answer(run)


def package_missing(distribution: str) -> str | None:
    """Why a Python package cannot be used; None if it is installed."""
    if package_version(distribution):
        return None
    return f"not installed: pip install {distribution}"


def package_version(distribution: str) -> str:
    """The version of an installed package; "" if it is not there."""
    import importlib.metadata  # the runners need it not, and their start is measured

    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return ""


def text_grids(output: str) -> list[str]:
    """The grids in a text, separated by empty lines.

    >>> text_grids("AB\\nC#\\n\\nAD\\nC#\\n")
    ['AB\\nC#', 'AD\\nC#']
    """
    return [block.strip() for block in re.split(r"\n\s*\n", output) if block.strip()]


def module_answer(run: Run) -> Answer:
    """What a runner of ours, or satcross, printed: grids, exit code 20, `search SECONDS`."""
    told = re.search(r"^search (\d+\.\d+)$", run.stderr, re.M)
    return Answer(
        tuple(text_grids(run.stdout)),
        run.code == NO_FILL,
        float(told[1]) if told else None,
    )


def report(filled: str | None, search_s: float) -> int:
    """Print what a runner found, for `module_answer`; the exit code."""
    print(f"search {search_s:.6f}", file=sys.stderr)
    if filled is None:
        print("no fill", file=sys.stderr)
        return NO_FILL
    print(filled)
    return 0
