"""The solution word of a puzzle: its letters stand in cells of the grid, a cell for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.checks import counted
from satcross.errors import OptionError
from satcross.model.cellnames import cell_positions
from satcross.model.needs import SLOTS
from satcross.rules.base import ConditionRule, Rule, ShortForm

if TYPE_CHECKING:
    from satcross.model.grid import Grid
    from satcross.model.puzzle import Puzzle, Slot
    from satcross.rules.conditions import Clauses
    from satcross.words import WordList

MOST_LETTERS = 64
ANY = "*"  # stands for any word of the list
SLOT = "solution"  # the slot of such a word
_HINT = "write CHOCOLATE, 'CAT: r1c3 r5c7 r2c2', or '*: r1c3 r5c7 r2c2' for any word of the list"


@dataclass(frozen=True, slots=True)
class SolutionWord(ConditionRule):
    """The letters of a word stand in cells of the rectangle that are in slots.

    Args:
        word: what is spelled; capitals and spaces do not count. `ANY` for a word of the list.
        cells: the cells of its letters, in their order and each once, as in "r1c3 r5c7"; "" for
            any cells, a different one for each letter. `ANY` needs them: they are a slot.

    Raises:
        OptionError: there is no word, it is too long, or `ANY` has no cells.
    """

    word: str
    cells: str = ""

    kind: ClassVar[str] = "solution-word"
    short: ClassVar[ShortForm] = ShortForm(
        "solution_word",
        str,
        None,
        option="--solution-word",
        metavar="WORD[:CELLS]",
        text="A word whose letters stand in cells with small numbers; in these cells, as in"
        " 'CAT: r1c3 r5c7 r2c2', or in others, spread over the grid. '*: CELLS' is any word of the"
        " list.",
    )

    def __post_init__(self) -> None:
        word = " ".join(self.word.split())
        object.__setattr__(self, "word", word)
        object.__setattr__(self, "cells", " ".join(self.cells.lower().split()))
        if not word or (word == ANY and not self.cells):
            raise _bad("there is no solution word", _HINT)
        if len(word) > 8 * MOST_LETTERS:
            raise _bad(f"must have {MOST_LETTERS} letters or fewer", "choose a shorter word")

    def value(self) -> str:
        """The word, and its cells."""
        return f"{self.word}: {self.cells}" if self.cells else self.word

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule that is written so, as in "CAT" and "CAT: r1c3 r5c7 r2c2"."""
        word, _, cells = text.partition(":")
        return cls(word, cells)

    @classmethod
    def joined(cls, rules: Sequence[Self]) -> Sequence[Self]:
        """The only one. Raises OptionError: there are two."""
        different = list(dict.fromkeys(rules))
        if len(different) > 1:
            words = " and ".join(rule.word for rule in different[:2])
            raise _bad(f"there are two solution words, {words}", "leave out one of them")
        return different

    @property
    def is_any(self) -> bool:
        """Whether any word of the list may stand in its cells."""
        return self.word == ANY

    @property
    def more_needs(self) -> frozenset[str]:
        """The slot of any word of the list."""
        return frozenset({SLOTS}) if self.is_any else frozenset()

    def positions(self, grid: Grid) -> tuple[int, ...]:
        """The cells that it names; () for any cells."""
        if not self.cells:
            return ()
        return cell_positions(self.cells, grid.n_rows, grid.n_cols, "solution_word")

    def slots_in(self, grid: Grid, slots: Sequence[Slot]) -> Iterable[tuple[str, tuple[int, ...]]]:
        """The slot of any word of the list."""
        if not self.is_any:
            return ()
        cells = self.positions(grid)
        self._check_cells(grid, cells, None)
        return [(SLOT, cells)]

    def bound_to(self, puzzle: Puzzle) -> Self:
        """The rule with a word of the alphabet's letters, and a cell for each of them."""
        grid, alphabet = puzzle.grid, puzzle.listed.alphabet
        if grid.second_cells():
            raise _bad("it does not go with cells of two letters", "leave out one of both")
        if self.is_any:
            return self
        word = alphabet.normalise(self.word)
        if not word:
            raise _bad(f"{self.word[:40]!r} has letters that the alphabet lacks", _HINT)
        n = alphabet.size(word)
        if n > MOST_LETTERS:
            raise _bad(f"{n} letters are more than {MOST_LETTERS}", "choose a shorter word")
        if self.cells:
            self._check_cells(grid, self.positions(grid), n)
        elif n > (n_cells := len(cells_to_mark(puzzle))):
            raise _bad(f"{counted(n, 'letter')} need more than {counted(n_cells, 'cell')}", "")
        for at in self.positions(grid):
            if at not in puzzle.cells_in_slots:
                raise _bad(f"cell {grid.cell_name(at)} is in no slot", "name a cell of a slot")
        return replace(self, word=word)

    def _check_cells(self, grid: Grid, cells: Sequence[int], n: int | None) -> None:
        if len(set(cells)) < len(cells):
            twice = next(at for at, count in Counter(cells).items() if count > 1)
            raise _bad(f"cell {grid.cell_name(twice)} is named twice", "name each cell once")
        for at in cells:
            if not grid.is_square(at):
                raise _bad(f"cell {grid.cell_name(at)} is a block", "name open cells")
        if n is not None and len(cells) != n:
            problem = (
                f"{self.word[:40]} has {counted(n, 'letter')} for {counted(len(cells), 'cell')}"
            )
            raise _bad(problem, "name a cell for each letter")
        if len(cells) < 2 and n is None:
            raise _bad("a word of the list needs 2 cells or more", "name more cells")

    def check_shape(self, n_rows: int, n_cols: int, words: WordList) -> None:
        """Raise OptionError for a cell outside the grid, or a letter that the alphabet lacks."""
        if not self.is_any and not words.alphabet.normalise(self.word):
            raise _bad(f"{self.word[:40]!r} has letters that the alphabet lacks", _HINT)
        if self.cells:
            cell_positions(self.cells, n_rows, n_cols, "solution_word")

    def in_pattern(self, puzzle: Puzzle) -> Self | bool:
        """The rule; False where one of its cells is in no slot, or there are too few."""
        cells = self.positions(puzzle.grid)
        if self.is_any:
            return self if all(map(puzzle.grid.is_square, cells)) else False
        n = puzzle.listed.alphabet.size(puzzle.listed.alphabet.normalise(self.word) or "")
        fits = puzzle.cells_in_slots.issuperset(cells) and n <= len(cells_to_mark(puzzle))
        return self if fits else False

    def require(self, clauses: Clauses) -> None:
        """Each cell holds its letter; or of each letter there are as many as in the word."""
        puzzle = clauses.puzzle
        if self.is_any:
            return
        codes = puzzle.listed.alphabet.codes(self.word)
        if self.cells:
            for at, code in zip(self.positions(puzzle.grid), codes, strict=True):
                clauses.require_any(clauses.letters_of(at)[code])
            return
        cells = cells_to_mark(puzzle)
        for code, n in sorted(Counter(codes).items()):
            holds = [clauses.one_of(at, frozenset((code,))) for at in cells]
            clauses.require_count(holds, n, len(cells))

    def relaxed(self) -> tuple[str, Rule | None]:
        """No such word."""
        return "without the solution word", None


def cells_to_mark(puzzle: Puzzle) -> tuple[int, ...]:
    """The cells that letters of a solution word may stand in: those of slots, in the rectangle."""
    return tuple(sorted(at for at in puzzle.cells_in_slots if at < puzzle.grid.size))


def _bad(problem: str, hint: str) -> OptionError:
    return OptionError(problem, hint=hint, parameter="solution_word")
