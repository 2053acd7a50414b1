"""Recorded sessions: what somebody types into a grid, letter by letter.

A session follows a fill of the grid, one entry after the other. Before every fifth letter another
one is typed, as chance has it, and taken out again: most of those leave no fill. The sessions of
`benchmarks/data/workbench.json` were recorded once, so that other versions of satcross are measured
with the same letters.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path

from satcross import Grid, WordList, fill, read_grid
from satcross.model.puzzle import Puzzle, find_slots
from satcross.results import Found
from satcross.words.builtin import BUILTIN_MIN_SCORE

HERE = Path(__file__).parents[1]
RECORDED = HERE / "data" / "workbench.json"
CASES = {
    "themed 15x15": "../examples/daily15.txt",
    "themeless 15x15": "grids/american15-themeless-70a.txt",
    "21x21": "grids/american21-136.txt",
}
KEYS = 70  # of each grid
WRONG_EVERY = 5  # letters
MIN_SCORE = BUILTIN_MIN_SCORE
SEED = 1


@dataclass(frozen=True, slots=True)
class Session:
    """What is typed.

    Args:
        name: of the grid.
        file: the grid.
        keys: cells and letters; "" takes a letter out.
    """

    name: str
    file: Path
    keys: tuple[tuple[int, str], ...]

    @property
    def grid(self) -> Grid:
        """The grid at the beginning."""
        return read_grid(self.file)


def record(name: str, file: Path, seed: int = SEED, n_keys: int = KEYS) -> Session:
    """A session for a grid, from a fill by the built-in list."""
    grid = read_grid(file)
    found = fill(Puzzle(grid, WordList.builtin(min_score=MIN_SCORE)), seed=seed, time_limit_s=300)
    if not isinstance(found, Found):
        raise SystemExit(f"{file}: no fill to type was found: {found}")
    filled = found.value.grid
    rng = random.Random(seed)
    slots = list(find_slots(grid.without_letters()))
    rng.shuffle(slots)
    letters: dict[int, str] = {}
    for slot in slots:
        for cell in slot.cells:
            if not grid.is_given(cell):
                letters.setdefault(cell, filled.cells[cell])
    keys: list[tuple[int, str]] = []
    for number, (cell, letter) in enumerate(letters.items(), 1):
        if number % WRONG_EVERY == 0:
            others = [a for a in WordList.builtin().alphabet.letters if a != letter]
            keys += [(cell, rng.choice(others)), (cell, "")]
        keys.append((cell, letter))
    return Session(name, file, tuple(keys[:n_keys]))


def recorded() -> list[Session]:
    """The sessions that were recorded."""
    data = json.loads(RECORDED.read_text(encoding="utf-8"))
    return [
        Session(name, HERE / CASES[name], tuple((cell, letter) for cell, letter in keys))
        for name, keys in data.items()
    ]


def main() -> None:
    """Record the sessions again."""
    sessions = [record(name, HERE / file) for name, file in CASES.items()]
    lines = [f'"{session.name}": {json.dumps(session.keys)}' for session in sessions]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
