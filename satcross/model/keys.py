"""Keys: of puzzles in which all squares with one label hold one letter, what stands for what."""

from __future__ import annotations

import re
from dataclasses import replace

from satcross.model.crossword import Crossword, SquareKind
from satcross.model.kinds import CROSSWORD, PuzzleKind

NUMBER = re.compile(r"0{0,2}[1-9][0-9]{0,2}")  # a label from 1 to 999


def coded_numbers(crossword: Crossword) -> tuple[tuple[int, ...], dict[int, str]] | None:
    """The number of each square, 0 if it has none, and the letters given, by number.

    So is a crossword whose squares all have a number, some the same, as in files of formats that do
    not say more. None for others, and where the letters given are not one for each of their
    numbers.
    """
    squares = crossword.squares
    opened = [one for one in squares if one.kind is SquareKind.OPEN]
    labels = {one.label for one in opened}
    if crossword.kind.code != PuzzleKind.NUMBERS and crossword.kind is not CROSSWORD:
        return None
    if not all(map(NUMBER.fullmatch, labels)) or len(labels) == len(opened):
        return None
    numbers = tuple(int(one.label) if one.kind is SquareKind.OPEN else 0 for one in squares)
    pairs = {(int(one.label), one.solution) for one in opened if one.given}
    given = dict(sorted(pairs))
    if not len(pairs) == len(given) == len(set(given.values())):
        return None
    return numbers, given


def key_of(crossword: Crossword) -> Crossword | None:
    """The labels that stand for letters, in two rows; None for a crossword that has none."""
    is_numbered = coded_numbers(crossword) is not None
    if not is_numbered and crossword.kind.code != PuzzleKind.LETTERS:
        return None
    letters = {one.label: one for one in crossword.squares if one.label}
    if not letters:
        return None
    labels = sorted(letters, key=int if is_numbered else None)
    squares = [replace(letters[label], circle=False, shade="", mark="") for label in labels]
    return Crossword.in_rows(squares, 2)
