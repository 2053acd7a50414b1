"""Whether what is proved of one puzzle holds for another: a stage of it, with more letters."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from satcross import Puzzle, WordList
from satcross.extend import OPEN, Need

# What the knowledge of an emptier grid supports: see `Puzzle.needs`.
STAGED = frozenset({Need.CONDITIONS})


def lacking(base: WordList, words: WordList) -> tuple[str, ...] | None:
    """The words of a list that another lacks; None when that one has words of its own."""
    if words is base:
        return ()
    out: list[str] = []
    for length in sorted({*base.lengths, *words.lengths}):
        mine, theirs = base.table(length), words.table(length)
        if mine.codes is theirs.codes or np.array_equal(mine.codes, theirs.codes):
            continue
        if len(theirs) > len(mine):
            return None
        gone = ~mine.shared_with(theirs)
        if int(gone.sum()) != len(mine) - len(theirs):
            return None
        out += [base.alphabet.word(codes) for codes in mine.codes[gone].tolist()]
    return tuple(out)


def is_narrower(base: Puzzle, puzzle: Puzzle) -> bool:
    """Whether every fill of `puzzle` is one of `base`."""
    return narrows(base, puzzle) and lacking(base.listed, puzzle.listed) is not None


def has_same_rules(base: Puzzle, puzzle: Puzzle) -> bool:
    """Whether two puzzles differ in grid and list alone, and need no more than `STAGED`."""
    return (
        base.needs | puzzle.needs <= STAGED
        and base.words.alphabet == puzzle.words.alphabet
        and base.rules == puzzle.rules
    )


def narrows(base: Puzzle, puzzle: Puzzle) -> bool:
    """Whether the fills of `puzzle` are those of `base` that have its further letters."""
    return (
        has_same_rules(base, puzzle)
        and [slot.cells for slot in base.slots] == [slot.cells for slot in puzzle.slots]
        and base.givens.items() <= puzzle.givens.items()
        and all(
            base.is_exempt(old) == puzzle.is_exempt(new)
            for old, new in zip(base.slots, puzzle.slots, strict=True)
        )
        and _outside(base) == _outside(puzzle)
    )


def _outside(puzzle: Puzzle) -> list[str]:
    """What stands in the cells that are in no slot."""
    inside = {cell for slot in puzzle.slots for cell in slot.cells}
    return [text for cell, text in enumerate(puzzle.grid.cells) if cell not in inside]


def with_exempt_letters_alone(puzzle: Puzzle) -> Puzzle:
    """`puzzle` without given letters, but for those of slots that hold a word the list lacks."""
    kept = {cell for slot in puzzle.slots if puzzle.is_exempt(slot) for cell in slot.cells}
    kept |= puzzle.givens.keys() - {cell for slot in puzzle.slots for cell in slot.cells}
    grid = puzzle.grid.holding(dict.fromkeys(puzzle.givens.keys() - kept, OPEN))
    return replace(puzzle, grid=grid)
