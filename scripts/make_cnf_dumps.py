"""Rebuild the reference dumps in cnf_dumps/, byte for byte.

    python scripts/make_cnf_dumps.py [FOLDER]

Each `NAME.grid` there has a `NAME.words` beside it; every dump is named after its puzzle and its
encoding. A test makes them in a temporary folder and compares.
"""

from __future__ import annotations

import sys
from pathlib import Path

from satcross import Puzzle, WordList, read_grid
from satcross.tasks.export import export

HERE = Path(__file__).resolve().parent.parent / "cnf_dumps"

# By dump: the puzzle it is of, and the encoding of its slots.
DUMPS = {
    "mini.support.cnf": ("mini", "support"),
    "mini.dawg.cnf": ("mini", "dawg"),
    "square48.support.cnf.gz": ("square48", "support"),
    "impossible.support.cnf": ("impossible", "support"),
}


def load(name: str) -> Puzzle:
    """The puzzle called `name`; its list's source is its file name, wherever the checkout lies."""
    words = WordList.load(HERE / f"{name}.words")
    scored = WordList.from_words(words.words(), source=f"{name}.words")
    return Puzzle(read_grid(str(HERE / f"{name}.grid")), scored)


def make(folder: Path) -> None:
    """Write all dumps into `folder`."""
    for dump, (name, encoding) in DUMPS.items():
        export(load(name), folder / dump, encoding=encoding)


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
