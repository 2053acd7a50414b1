"""An independent check of a fill-in or a jigsaw, run before each is printed or written."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from satcross import LATIN, Alphabet, Grid
from satcross.extend import BLOCK, OPEN, VOID, slots_of

if TYPE_CHECKING:
    from satcross import Crossword

MIN_LENGTH = 2  # cells of an entry


def fillin_faults(crossword: Crossword, *, alphabet: Alphabet = LATIN) -> list[str]:
    """What is wrong with a fill-in or a jigsaw that has its solution, for people; [] for nothing.

    Every square has a letter; each entry of two squares or more is one of the words, and each word
    is there once; the words of a fill-in are listed by their length; and no number tells where an
    entry begins.

    Args:
        crossword: with all words, those of a jigsaw as the answers of its clues.
        alphabet: of its words.
    """
    marks = {"block": BLOCK, "void": VOID, "open": OPEN}
    cells = [marks[one.kind.value] for one in crossword.squares]
    bars = crossword.bars_right, crossword.bars_below
    grid = Grid(crossword.n_rows, crossword.n_cols, tuple(cells), *bars)
    faults: list[str] = []
    spelled: dict[str, tuple[str, ...]] = {}
    for name, slot in slots_of(grid, MIN_LENGTH).items():
        spelled[name] = tuple(crossword.squares[at].solution for at in slot)
        if not all(spelled[name]):
            faults.append(f"{name} has a square without a letter")
    times = Counter(spelled.values())
    words: set[tuple[str, ...]] = set()
    for clue in crossword.clues:
        word = clue.text if crossword.kind.value == "fill-in" else clue.answer
        letters = alphabet.cut(alphabet.normalise(word) or "")
        if times[letters] != 1 or letters in words:
            faults.append(f"{word} is there {times[letters]} times, and must be once")
        if crossword.kind.value == "fill-in" and clue.direction != str(len(letters)):
            faults.append(f"{word} is among the words of {clue.direction} letters")
        words.add(letters)
    for name, letters in spelled.items():
        if letters not in words:
            faults.append(f"{name} {''.join(letters)} is none of the words")
    faults += [f"a square has the label {one.label}" for one in crossword.squares if one.label]
    return faults
