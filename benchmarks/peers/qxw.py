"""Qxw, the crossword editor, in its batch mode: `qxw -b -F SEED -d WORDS DECK`."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.peers.base import Answer
from benchmarks.peers.board import Board

if TYPE_CHECKING:
    from benchmarks.measure import Run

NO_FILL = 4
_SAFE_PATH = "/usr/games"  # where Debian puts it, which is not on every user's path


class Qxw:
    """Qxw by Mark Owen (C, GTK; Debian package `qxw`).

    A deck has a line for each slot with the names of its cells, and `=PATTERN` where letters are
    given. By default no word stands twice. `.RANDOM 1` ("slightly random") makes it heed the
    filler's seed, `-F`.
    """

    key = "qxw"
    name = "qxw -b"
    seeded = True

    def available(self) -> str | None:
        return None if program() else "not installed: apt-get install qxw"

    def command(self, grid_path: Path, words_path: Path, seed: int) -> list[str]:
        deck_path = words_path.with_name(f"{grid_path.stem}.qxd")
        deck_path.write_text(deck(Board.parse(grid_path.read_text(encoding="utf-8"))))
        # Seed 0 is the clock's for some programs; stay away from it.
        return [program(), "-b", f"-F{seed + 1}", "-d", str(words_path), str(deck_path)]

    def read(self, grid_path: Path, run: Run) -> Answer:
        board = Board.parse(grid_path.read_text(encoding="utf-8"))
        words = {int(slot): word for slot, word in re.findall(r"^W(\d+) (\S+)$", run.stdout, re.M)}
        fits = all(s < len(board.slots) and len(w) == len(board.slots[s]) for s, w in words.items())
        return Answer((board.filled(words),) if words and fits else (), run.code == NO_FILL)


def deck(board: Board) -> str:
    """The puzzle as Qxw's batch mode reads it.

    >>> print(deck(Board.parse("A.\\n.#")), end="")
    .RANDOM 1
    c0_0 c0_1 =A.
    c0_0 c1_0 =A.
    """
    lines = [".RANDOM 1"]
    for cells in board.slots:
        names = [f"c{r}_{c}" for r, c in cells]
        pattern = "".join(board.rows[r][c] for r, c in cells)
        lines.append(" ".join(names + ([f"={pattern}"] if set(pattern) != {"."} else [])))
    return "\n".join(lines) + "\n"


def program() -> str:
    """The path of Qxw; "" where it is not installed."""
    return shutil.which("qxw") or shutil.which("qxw", path=_SAFE_PATH) or ""
