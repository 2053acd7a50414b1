"""Peers that are small scripts, books of invented runs, and cases of tiny grids."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:  # `benchmarks` lies beside the package and is not installed
    sys.path.insert(0, str(ROOT))

from benchmarks.compare.record import Book, CaseFacts, Result, Settings, ToolFacts  # noqa: E402
from benchmarks.measure import Run  # noqa: E402
from benchmarks.peers.base import Answer, module_answer  # noqa: E402
from benchmarks.table import Verdict  # noqa: E402

SQUARE = "BASS\nAREA\nLIEN\nMASK"
COLUMNS = ["BALM", "ARIA", "SEES", "SANK"]
WORDS = [*SQUARE.split(), *COLUMNS]
OPEN = "....\n....\n....\n....\n"


@dataclass(frozen=True, slots=True)
class ScriptPeer:
    """A peer that runs Python code; the code finds grid, words and seed in `sys.argv[1:]`."""

    key: str
    code: str
    seeded: bool = True
    why_not: str | None = None

    @property
    def name(self) -> str:
        return f"{self.key} 1.0"

    def available(self) -> str | None:
        return self.why_not

    def command(self, grid_path: Path, words_path: Path, seed: int) -> list[str]:
        argv = [str(grid_path), str(words_path), str(seed)]
        return [sys.executable, "-S", "-c", self.code, *argv]

    def read(self, grid_path: Path, run: Run) -> Answer:
        return module_answer(run)


def saying(text: str) -> str:
    """Code that prints a text."""
    return f"print({text!r})"


def facts(name: str, family: str = "small", **other: object) -> CaseFacts:
    """A case of a book, a 15x15 with the built-in list unless told otherwise."""
    whole: dict[str, object] = {
        "list_name": "built-in 30", "n_rows": 15, "n_cols": 15, "n_slots": 76,
        "n_words": 123_509, "feasible": None, "digest": "0",
    }  # fmt: skip
    return CaseFacts(name=name, family=family, **(whole | other))  # type: ignore[arg-type]


def book_of(
    runs: Iterable[tuple[str, str, object]],
    cases: Iterable[CaseFacts],
    *,
    n_seeds: int = 1,
    tools: Iterable[str] = ("satcross", "one", "two"),
) -> Book:
    """A book of invented runs, with a limit of a minute.

    Args:
        runs: (case, tool, seconds of a right fill or another verdict); seeds by the order.
        cases: what the runs are of.
        n_seeds: planned runs of each.
        tools: their keys.
    """
    keys = list(tools)
    book = Book(
        Settings(n_seeds, 60, 8000),
        "A machine.",
        list(cases),
        [ToolFacts(key, f"{key} 1.0") for key in keys],
    )
    for case, tool, what in runs:
        seed = len(book.of(case, tool))
        if isinstance(what, str):
            seconds = 60.0 if what == "stopped" else 1.0
            verdict = cast(Verdict, what)
            book.results.append(
                Result(case, tool, seed, verdict, seconds, seconds, 50, None, "why")
            )
        elif isinstance(what, float):
            book.results.append(Result(case, tool, seed, "right", what, what, 50, what / 2))
    return book
