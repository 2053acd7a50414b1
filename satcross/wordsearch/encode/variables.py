"""The variables of a word search's formula: a word stands there, a letter stands there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from satcross.cnf.formula import I32, I64
from satcross.cnf.variables import VarMapBuilder
from satcross.model.grid import Grid
from satcross.wordsearch.headings import HEADINGS, Heading
from satcross.wordsearch.placements import Placements, all_placements
from satcross.wordsearch.words import HiddenWord


@dataclass(frozen=True, slots=True, eq=False)
class PlaceVars:
    """P[w, p], "word w stands in its place p", and L[c, a], "letter a stands in cell c".

    Args:
        board: the cells.
        words: the list.
        placements: by word, its places.
        first: by word, the variable of its place 0; place p is `first[w] + p`.
        alphabet: the letters that cells can hold, rising.
        letter: int32 (n_rows * n_cols, len(alphabet)): L[c, a], or 0 where no word can put it.

    Fields:
        lines: by word, as `placements` but in all eight directions: where it could be read.
        read: by word, int32 (8, n_rows * n_cols): the variable of the place on which the word is
            read from this cell that way (a palindrome from both ends), or 0.
    """

    board: Grid
    words: tuple[HiddenWord, ...]
    placements: tuple[Placements, ...]
    first: tuple[int, ...]
    alphabet: str
    letter: I32
    lines: tuple[Placements, ...] = field(init=False, repr=False)
    read: tuple[I32, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", all_placements(self.board, self.words, HEADINGS))
        object.__setattr__(self, "read", tuple(map(self._read, range(len(self.words)))))

    @property
    def n_places(self) -> int:
        """How many place variables there are: they are the first of all."""
        return sum(map(len, self.placements))

    def codes(self, text: str) -> I64:
        """By letter of a text, its index in `alphabet`, or -1."""
        return np.array([self.alphabet.find(char) for char in text], dtype=np.int64)

    def places(self, word: int) -> I32:
        """The place variables of a word."""
        first = self.first[word]
        return np.arange(first, first + len(self.placements[word]), dtype=np.int32)

    def place_at(self, word: int, headings: I32 | int, starts: I64 | I32) -> I32:
        """The variables of the places on which a word is read from `starts` along `headings`."""
        found: I32 = self.read[word][headings, starts]
        return found

    def _read(self, word: int) -> I32:
        table = np.zeros((len(HEADINGS), self.board.size), dtype=np.int32)
        placements, text = self.placements[word], self.words[word].symbols
        if len(placements):
            table[placements.headings, placements.cells[:, 0]] = self.places(word)
            if text == text[::-1]:
                table[opposite(placements.headings), placements.cells[:, -1]] = self.places(word)
        return table


def opposite(headings: I32) -> I32:
    """Indices of the headings that run the other way."""
    half = len(HEADINGS) // 2
    return (headings + half) % len(HEADINGS)


def place_vars(
    board: Grid,
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    variables: VarMapBuilder,
) -> PlaceVars:
    """New variables for all places, then for the letters that some place would put into a cell."""
    words = tuple(words)
    placements = all_placements(board, words, headings)
    first = tuple(
        variables.new(f"place {number}", len(places)) if len(places) else variables.n_vars + 1
        for number, places in enumerate(placements, 1)
    )
    alphabet = "".join(sorted(set("".join(word.symbols for word in words))))
    possible = _possible(board, words, placements, alphabet)
    letter = np.zeros(possible.shape, dtype=np.int32)
    n = int(possible.sum())
    if n:
        first_letter = variables.new("letter", n)
        letter[possible] = np.arange(first_letter, first_letter + n)
    return PlaceVars(board, words, placements, first, alphabet, letter)


def _possible(
    board: Grid,
    words: Sequence[HiddenWord],
    placements: Sequence[Placements],
    alphabet: str,
) -> npt.NDArray[np.bool_]:
    possible = np.zeros((board.size, len(alphabet)), dtype=np.bool_)
    for word, places in zip(words, placements, strict=True):
        for index, char in enumerate(word.symbols):
            possible[places.cells[:, index], alphabet.index(char)] = True
    return possible
