"""Random crosswords that others read and write, and all that they may show of them."""

from __future__ import annotations

import importlib
import random
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

import pytest
from support.random_crosswords import random_crossword

from satcross.formats.reading import file_of
from satcross.model.crossword import Crossword, Square, SquareKind, clues_for, pattern_of
from satcross.model.kinds import CROSSWORD
from satcross.model.linked import Links

Shown = dict[str, Any]
N_SEEDS = 200
N_LEAST = 5  # crosswords that a format holds and a reader knows


def other(name: str) -> Any:
    """A module of a program that may be absent."""
    try:
        return importlib.import_module(name)
    except ImportError:
        pytest.skip(f"no {name} here: pip install pypuz xdformat")


def whole(name: str) -> list[tuple[int, Crossword]]:
    """Random crosswords that a format holds without loss."""
    found = []
    for seed in range(N_SEEDS):
        crossword = random_crossword(seed)
        if crossword.kind is not CROSSWORD or crossword.named:
            continue
        written = file_of(crossword, name, lossy=True)
        is_usual = {"Across", "Down"} == {clue.direction for clue in crossword.clues}
        is_linked = any(clue.continued for clue in crossword.clues)
        if not written.dropped and not written.notes and is_usual and not is_linked:
            found.append((seed, crossword))
    assert len(found) > N_LEAST
    return found


def plain_puzzle(seed: int, *, marked: bool) -> Crossword:
    """A random crossword of features that every program has.

    Args: marked: whether it may also have circles and squares of several letters.
    """
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(2, 6), rng.randint(2, 6)
    # No square has both: these programs leave out such a circle.
    kinds = [Square(SquareKind.BLOCK)] * 3 + [Square(solution=one) for one in ascii_uppercase[:12]]
    if marked:
        kinds += [
            Square(solution="HEART"),
            Square(solution="CLUB"),
            Square(solution="X", circle=True),
        ]
    squares = [rng.choice(kinds) for _ in range(n_rows * n_cols)]
    squares[:2] = [Square(solution="A"), Square(solution="B")]  # an entry, at least
    bare = Crossword(n_rows, n_cols, tuple(squares))
    clues = tuple(
        replace(clue, text=f"{rng.choice(['Pet', 'One (3,4)', 'It was?', 'R & B'])} {at}")
        for at, clue in enumerate(clues_for(pattern_of(bare)))
    )
    title, author, notes = (f"{name} {seed}" for name in ("Title", "A. Setter", "Some notes"))
    texts = {"title": title, "author": author, "copyright": "(c) 2026", "notes": notes}
    return replace(bare, clues=clues, **texts)  # type: ignore[arg-type]


def expected(crossword: Crossword, *, apart: bool = False) -> Shown:
    """All that a reader may show of a crossword.

    Args:
        crossword: the crossword.
        apart: whether lengths of answers that are not in texts of clues have a place.
    """
    labelled = crossword.labelled().squares
    n = crossword.n_cols
    closed = {SquareKind.BLOCK: "#", SquareKind.VOID: ""}
    clues: dict[tuple[str, str], str] = {}
    for clue in crossword.clues:
        if clue.text:
            label = Links.printed_label(clue, Links(crossword).continued(clue))
            lengths = f" ({clue.enumeration})" * (bool(clue.enumeration) and not apart)
            clues[clue.direction, label.replace(" ", "")] = clue.text + lengths
    return {
        "title": crossword.title,
        "author": crossword.author,
        "copyright": crossword.copyright,
        "notes": crossword.notes,
        "solution": [closed.get(one.kind, one.solution) for one in crossword.squares],
        "numbers": [one.label for one in labelled],
        "circles": [at for at, one in enumerate(crossword.squares) if one.circle],
        "shades": [one.shade for one in crossword.squares],
        "bars": {
            *((at, "R") for at in crossword.bars_right),
            *((at, "B") for at in crossword.bars_below),
            *((at + 1, "L") for at in crossword.bars_right),
            *((at + n, "T") for at in crossword.bars_below),
        },
        "clues": clues,
    }
