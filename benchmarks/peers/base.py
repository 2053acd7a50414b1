"""What the bench asks of a peer."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Protocol


class Peer(Protocol):
    """A program that fills grids, run as a process of its own.

    The word list it is handed is `NAME.txt`, one word a line, and beside it as `NAME.dict` the
    same words as `WORD;score`; entries that the grid gives wholly are in both.
    """

    @property
    def name(self) -> str:
        """What the table calls it, its version included where that is known."""

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

    def read(self, grid_path: Path, output: str) -> list[str]:
        """The fills that it printed, as rows like those of the grid file."""


def module_command(module: str, grid_path: Path, words_path: Path, seed: int) -> list[str]:
    """The command of a peer whose runner is `benchmarks.peers.MODULE`."""
    runner = f"benchmarks.peers.{module}"
    return [sys.executable, "-m", runner, str(grid_path), str(words_path), str(seed)]


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
    """The grids in a text, apart by empty lines.

    >>> text_grids("AB\\nC#\\n\\nAD\\nC#\\n")
    ['AB\\nC#', 'AD\\nC#']
    """
    return [block.strip() for block in re.split(r"\n\s*\n", output) if block.strip()]
