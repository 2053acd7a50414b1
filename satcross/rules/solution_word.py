"""The solution word of a puzzle: its letters stand in cells of the grid, a cell for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.checks import counted, some_of
from satcross.errors import OptionError
from satcross.model.cellnames import CellList, normal_names
from satcross.model.needs import MIN_SLOT_LENGTH, Need
from satcross.rules.base import ConditionRule, ShortForm

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet
    from satcross.model.grid import Grid
    from satcross.model.slots import Slot
    from satcross.model.value import PuzzleValue
    from satcross.rules.conditions import Clauses
    from satcross.words import WordList

MOST_LETTERS = 64
SHOWN = 40  # characters of a wrong word
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
        object.__setattr__(self, "cells", normal_names(self.cells))
        if not word or (word == ANY and not self.cells):
            raise bad_word("there is no solution word", _HINT)

    @staticmethod
    def letters_of(word: str, alphabet: Alphabet) -> list[str]:
        """The letters of a solution word.

        Raises:
            OptionError: the alphabet lacks one, or there are too many.
        """
        codes = alphabet.codes(alphabet.normalise(word) or "")
        letters = [alphabet.texts[code] for code in codes]
        if not 0 < len(letters) <= MOST_LETTERS:
            shown = word if len(word) <= SHOWN else f"{word[:SHOWN]}…"
            raise bad_word(
                f"must have 1 to {MOST_LETTERS} letters of the alphabet, got {shown!r}",
                "choose another word",
            )
        return letters

    @staticmethod
    def require_letters(letters: Sequence[str], there: Iterable[str], word: str, who: str) -> None:
        """Raise OptionError, which names them, if some letters are there too few times."""
        held, wanted = Counter(there), Counter(letters)
        few = [f"{one} ({held[one]} of {n})" for one, n in sorted(wanted.items()) if held[one] < n]
        if few:
            problem = f"{who} too few letters for {word[:40]}: {some_of(few, 8)}"
            raise bad_word(problem, "choose another word, or other words for the grid")

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
            raise bad_word(f"there are two solution words, {words}", "leave out one of them")
        return different

    @property
    def is_any(self) -> bool:
        """Whether any word of the list may stand in its cells."""
        return self.word == ANY

    @property
    def more_needs(self) -> frozenset[str]:
        """The slot of any word of the list."""
        return frozenset({Need.SLOTS}) if self.is_any else frozenset()

    def positions(self, grid: Grid) -> tuple[int, ...]:
        """The cells that it names; () for any cells."""
        if not self.cells:
            return ()
        return CellList(self.cells, "solution_word").positions(grid.n_rows, grid.n_cols)

    def slots_in(self, grid: Grid, slots: Sequence[Slot]) -> Iterable[tuple[str, tuple[int, ...]]]:
        """The slot of any word of the list."""
        if not self.is_any:
            return ()
        cells = self.positions(grid)
        if len(cells) < MIN_SLOT_LENGTH:
            raise bad_word("a word of the list needs 2 cells or more", "name more cells")
        self._check_cells(grid, cells)
        return [(SLOT, cells)]

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule with a word of the alphabet's letters, and a cell for each of them."""
        grid, alphabet = puzzle.grid, puzzle.listed.alphabet
        if grid.second_cells():
            raise bad_word("it does not go with cells of two letters", "leave out one of both")
        if self.is_any:
            return self
        letters, cells = self.letters_of(self.word, alphabet), self.positions(grid)
        if not self.cells and len(letters) > (n := len(cells_to_mark(puzzle))):
            raise bad_word(
                f"{counted(len(letters), 'letter')} need more than {counted(n, 'cell')}", ""
            )
        if self.cells and len(letters) != len(cells):
            problem = f"{counted(len(letters), 'letter')} do not fit {counted(len(cells), 'cell')}"
            raise bad_word(problem, "name a cell for each letter")
        self._check_cells(grid, cells)
        in_slots = puzzle.cells_in_slots
        for at in cells:
            if at not in in_slots:
                raise bad_word(f"cell {grid.cell_name(at)} is in no slot", "name a cell of a slot")
        return replace(self, word=alphabet.joined(letters))

    def _check_cells(self, grid: Grid, cells: Sequence[int]) -> None:
        for number, at in enumerate(cells):
            if at in cells[:number]:
                problem = f"cell {grid.cell_name(at)} is named twice"
                raise bad_word(problem, "name each cell once")
            if not grid.is_square(at):
                raise bad_word(f"cell {grid.cell_name(at)} is a block", "name open cells")

    def check_shape(self, n_rows: int, n_cols: int, words: WordList) -> None:
        """Raise OptionError for a cell outside the grid, or a letter that the alphabet lacks."""
        if not self.is_any:
            self.letters_of(self.word, words.alphabet)
        if self.cells:
            CellList(self.cells, "solution_word").positions(n_rows, n_cols)

    def in_pattern(self, puzzle: PuzzleValue) -> Self | bool:
        """The rule; False where one of its cells is in no slot, or there are too few."""
        cells = self.positions(puzzle.grid)
        if self.is_any:
            return self if all(map(puzzle.grid.is_square, cells)) else False
        n = len(self.letters_of(self.word, puzzle.listed.alphabet))
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


def cells_to_mark(puzzle: PuzzleValue) -> tuple[int, ...]:
    """The cells that letters of a solution word may stand in: those of slots, in the rectangle."""
    return tuple(sorted(at for at in puzzle.cells_in_slots if at < puzzle.grid.size))


def bad_word(problem: str, hint: str) -> OptionError:
    """The error of a solution word."""
    return OptionError(problem, hint=hint, parameter="solution_word")
