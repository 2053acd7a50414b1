"""An independent check of an arrow word, run before one is written.

It shares no code with what makes patterns, arrows and clues. That the entries are words is checked
by `satcross.verification.crossword`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from satcross.extend import cell_name

if TYPE_CHECKING:
    from satcross import Crossword

MOST = 2  # clues in a block


def arrow_faults(crossword: Crossword, voids: Collection[int] | None = None) -> list[str]:
    """What is wrong with an arrow word, for people: of squares row by row, then of clues.

    Each open square must be in an entry of two squares or more, each entry have one clue, in a
    block left of its first square or above it, and each block one clue or two.

    Args:
        crossword: the arrow word.
        voids: the positions that must be void, and no others; None for any.
    """
    width = crossword.n_cols
    kinds = [square.kind.value for square in crossword.squares]
    entries = _entries(kinds, width)
    name = partial(cell_name, n_cols=width)
    out: list[str] = []
    if voids is not None:
        is_wrong = (at for at, kind in enumerate(kinds) if (kind == "void") != (at in voids))
        out += [f"{name(at)} is {kinds[at]}" for at in is_wrong]
    covered = {at for run in entries for at in run}
    clues = Counter(clue.place for clue in crossword.clues)
    for at, kind in enumerate(kinds):
        if kind == "open" and at not in covered:
            out.append(f"{name(at)} is in no entry")
        if kind == "block" and not 1 <= clues[at] <= MOST:
            out.append(f"the block {name(at)} has {clues[at]} clues")
    told = Counter(clue.cells for clue in crossword.clues)
    for run, way in entries.items():
        if told[run] != 1:
            out.append(f"the entry {way} at {name(run[0])} has {told[run]} clues")
    for clue in crossword.clues:
        if clue.cells not in entries:
            out.append(f"the clue {clue.label} {clue.direction} has no entry")
            continue
        first = clue.cells[0]
        beside = [first - 1] * (first % width > 0) + [first - width] * (first >= width)
        if clue.place not in beside or kinds[clue.place] != "block":
            out.append(f"the clue {entries[clue.cells]} at {name(first)} is in no block beside it")
    return out


def _entries(kinds: Sequence[str], width: int) -> dict[tuple[int, ...], str]:
    """Every run of two or more open squares, with its direction."""
    found: dict[tuple[int, ...], str] = {}
    rows = [range(at, at + width) for at in range(0, len(kinds), width)]
    columns = [range(at, len(kinds), width) for at in range(width)]
    for way, lines in (("across", rows), ("down", columns)):
        for line in lines:
            for is_open, group in groupby(line, lambda at: kinds[at] == "open"):
                run = tuple(group)
                if is_open and len(run) > 1:
                    found[run] = way
    return found
