"""satcross itself, by its command line: the lazy engine, or an eager encoding under a solver."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.peers.base import Answer, module_answer

if TYPE_CHECKING:
    from benchmarks.measure import Run


@dataclass(frozen=True, slots=True)
class Satcross:
    """`satcross fill`.

    Args:
        solver: what `--solver` gets; "" for the default, the lazy engine.
    """

    solver: str = ""

    @property
    def key(self) -> str:
        return f"eager-{self.solver}" if self.solver else "satcross"

    @property
    def name(self) -> str:
        return f"satcross --solver {self.solver}" if self.solver else "satcross"

    @property
    def seeded(self) -> bool:
        return True

    def available(self) -> str | None:
        return None

    def command(self, grid_path: Path, words_path: Path, seed: int) -> list[str]:
        listed = ["--words", str(words_path.with_suffix(".dict"))]
        return self.fill(grid_path, listed, seed)

    def fill(self, grid_path: Path, listed: Sequence[str], seed: int) -> list[str]:
        """The command with any options, such as another list's."""
        whole = [sys.executable, "-m", "satcross", "fill", str(grid_path), *listed]
        return [*whole, *(["--solver", self.solver] if self.solver else []), "--seed", str(seed)]

    def read(self, grid_path: Path, run: Run) -> Answer:
        return module_answer(run)
