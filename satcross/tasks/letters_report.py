"""Which letters and words occur in some fill, as far as is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from satcross.fill import Fill
from satcross.puzzle import Puzzle, Slot
from satcross.tasks.results import Work


@dataclass(frozen=True, slots=True)
class CellLetters:
    """The letters of one cell. Each letter of the alphabet is in exactly one of the three.

    Args:
        cell: its grid position.
        name: its name for people: `r1c3`.
        given: whether the grid gives its letter.
        possible: letters that a verified fill has there, in the alphabet's order.
        impossible: letters that are proved to be in no fill there.
        unknown: the others.
    """

    cell: int
    name: str
    given: bool
    possible: str
    impossible: str
    unknown: str

    @property
    def forced(self) -> str:
        """The letter that every fill has here, where it is not given and proved; else ""."""
        is_forced = not self.given and not self.unknown and len(self.possible) == 1
        return self.possible if is_forced else ""


@dataclass(frozen=True, slots=True)
class LetterReport:
    """What is known of the letters. Nothing that a report says is ever taken back by a later one.

    Args:
        puzzle: what it is about.
        cells: every cell in a slot that was asked for, row by row.
        fillable: whether there is a fill; None when that is not known.
        stopped: why the work ended before all was known: "time limit"; "" when it did not.
        n_letters: letters that arc consistency left in these cells.
        work: what it cost.
    """

    puzzle: Puzzle
    cells: tuple[CellLetters, ...]
    fillable: bool | None
    stopped: str
    n_letters: int
    work: Work = field(compare=False)
    _witness: Callable[[int, int], Fill | None] = field(compare=False, repr=False)

    @property
    def complete(self) -> bool:
        """Whether no letter is unknown."""
        return not any(cell.unknown for cell in self.cells)

    @property
    def n_possible(self) -> int:
        """Letters proved possible, all cells together."""
        return sum(len(cell.possible) for cell in self.cells)

    @property
    def n_impossible(self) -> int:
        """Letters that arc consistency left and that are proved impossible, all cells together."""
        return self.n_letters - self.n_possible - self.n_unknown

    @property
    def n_unknown(self) -> int:
        """Letters not yet known, all cells together."""
        return sum(len(cell.unknown) for cell in self.cells)

    @property
    def forced(self) -> dict[int, str]:
        """The backbone: letters that every fill has, by cell; given ones left out."""
        return {cell.cell: cell.forced for cell in self.cells if cell.forced}

    def witness(self, cell: int, letter: str) -> Fill | None:
        """A verified fill with `letter` at a grid position; None when none is known."""
        for shown in self.cells:
            if shown.cell == cell and letter and letter in shown.possible:
                return self._witness(cell, self.puzzle.words.alphabet.code(letter))
        return None


@dataclass(frozen=True, slots=True)
class WordReport:
    """What is known of the words of one slot, as `LetterReport` has it for letters.

    Args:
        puzzle: what it is about.
        slot: which slot.
        possible: words that a verified fill has there, in the list's order: best score first.
        unknown: words of which it is not known, in the same order.
        n_impossible: how many other words of the slot's length the list has. An entry that the
            grid gives wholly and the list lacks is possible or impossible like others.
        fillable: whether there is a fill; None when that is not known.
        stopped: why the work ended before all was known: "time limit"; "" when it did not.
        work: what it cost.
    """

    puzzle: Puzzle
    slot: Slot
    possible: tuple[str, ...]
    unknown: tuple[str, ...]
    n_impossible: int
    fillable: bool | None
    stopped: str
    work: Work = field(compare=False)
    _witness: Callable[[str], Fill | None] = field(compare=False, repr=False)

    @property
    def complete(self) -> bool:
        """Whether no word is unknown."""
        return not self.unknown

    def witness(self, word: str) -> Fill | None:
        """A verified fill with `word` in the slot; None when none is known."""
        return self._witness(word) if word in self.possible else None
