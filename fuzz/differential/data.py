"""A puzzle as plain data, which brute force reads, and the puzzle that satcross makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.rules.constraint import Constraint
from satcross.rules.literals import Letter, Word
from satcross.words import WordList

BLOCK, VOID, OPEN = "#", "~", "."


@dataclass(frozen=True)
class Literal:
    """A letter stands in a cell, or a word in a slot.

    Args:
        kind: "letter" or "word".
        where: the cell's position or the slot's name; None for any.
        text: the letter, or the pattern of the word.
        negated: whether it must not.
    """

    kind: str
    where: int | str | None
    text: str
    negated: bool = False


@dataclass(frozen=True)
class Bounds:
    """From `least` to `most` of some literals hold."""

    least: int
    most: int
    literals: tuple[Literal, ...]


@dataclass(frozen=True)
class PuzzleData:
    """A puzzle in strings and numbers.

    Args:
        rows: the cells, row by row: block, void, open, or one or several given letters.
        right, below: positions of the cells with a bar on their right or lower side.
        letters: the alphabet.
        words: each with its score.
        min_score: words that score less are not in the puzzle's list; None for no limit.
        distinct, min_length, rebus, shared, near: as `distinct`, `min_length`, `rebus`,
            `max_shared_substring` and `no_near_duplicates` of `Puzzle`.
        constraints: what else must hold.
    """

    rows: tuple[tuple[str, ...], ...]
    letters: str
    words: tuple[tuple[str, int], ...]
    right: tuple[int, ...] = ()
    below: tuple[int, ...] = ()
    min_score: int | None = None
    distinct: bool = True
    min_length: int = 2
    rebus: tuple[str, ...] = ()
    shared: int | None = None
    near: bool = False
    constraints: tuple[Bounds, ...] = ()

    @property
    def n_cols(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells in one line."""
        return tuple(cell for row in self.rows for cell in row)

    @property
    def listed(self) -> dict[str, int]:
        """The words that score enough, with their scores."""
        least = self.min_score
        return {word: score for word, score in self.words if least is None or score >= least}

    @property
    def has_rebus(self) -> bool:
        """Whether a cell may hold several letters."""
        return bool(self.rebus) or any(len(cell) > 1 for row in self.rows for cell in row)

    @property
    def is_plain(self) -> bool:
        """Whether the words and "no word twice" are the only rules."""
        return not (self.has_rebus or self.shared or self.near or self.constraints)

    def given(self, cell: int) -> bool:
        """Whether the grid gives the cell at this position."""
        row, col = divmod(cell, self.n_cols)
        return self.rows[row][col] not in (BLOCK, VOID, OPEN)

    def grid(self) -> Grid:
        """The grid."""
        return Grid(
            len(self.rows), self.n_cols, self.cells, frozenset(self.right), frozenset(self.below)
        )

    def full_words(self) -> WordList:
        """The word list without the minimum score."""
        return word_list(self.words, self.letters, 1 if self.min_length == 1 else 2)

    def puzzle(self) -> Puzzle:
        """The puzzle; raises what `Puzzle` raises."""
        words = self.full_words()
        if self.min_score is not None:
            words = words.with_min_score(self.min_score)
        return Puzzle(
            self.grid(),
            words,
            [self._constraint(bounds) for bounds in self.constraints],
            distinct=self.distinct,
            min_length=self.min_length,
            rebus=self.rebus,
            max_shared_substring=self.shared,
            no_near_duplicates=self.near,
        )

    def _constraint(self, bounds: Bounds) -> Constraint:
        literals: list[Letter | Word] = []
        for literal in bounds.literals:
            where: Any = literal.where
            if literal.kind == "word":
                literals.append(Word(where, literal.text, literal.negated))
                continue
            if where is not None:
                row, col = divmod(where, self.n_cols)
                where = f"r{row + 1}c{col + 1}"
            literals.append(Letter(where, literal.text, literal.negated))
        most = None if bounds.most == len(literals) else bounds.most
        return Constraint(tuple(literals), bounds.least, most)

    def __repr__(self) -> str:
        """The call that makes it, without what is as by default."""
        default = PuzzleData((), "", ())
        parts = [
            f"{name}={value!r}"
            for name, value in vars(self).items()
            if value != getattr(default, name) or name in ("rows", "letters", "words")
        ]
        return f"PuzzleData({', '.join(parts)})"


@lru_cache(maxsize=2)
def word_list(words: tuple[tuple[str, int], ...], letters: str, min_letters: int) -> WordList:
    """A list of words over an alphabet."""
    return WordList.from_words(words, alphabet=_alphabet(letters), min_letters=min_letters)


@cache
def _alphabet(letters: str) -> Alphabet:
    return Alphabet(letters)
