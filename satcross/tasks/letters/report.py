"""Which letters and words occur in some fill, as far as is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle, Slot
from satcross.results import Reason, Work

Texts = str | tuple[str, ...]
"""What cells hold: a string of letters; a tuple where some have several characters."""


@dataclass(frozen=True, slots=True)
class CellLetters:
    """The letters of one cell. Each letter of the alphabet is in exactly one of the three.

    The strings of a rebus are letters too.

    Args:
        cell: its grid position.
        name: its name for people: `r1c3`.
        given: whether the grid gives its letter.
        possible: letters that a verified fill has there, in the alphabet's order.
        impossible: letters that are proved to be in no fill there.
        unknown: the others.
        witnesses: by letter of `possible`, the codes of a fill with it, in the order of the
            report's `fill_cells`.
    """

    cell: int
    name: str
    given: bool
    possible: Texts
    impossible: Texts
    unknown: Texts
    witnesses: tuple[Sequence[int], ...] = field(default=(), compare=False, repr=False)

    @property
    def forced(self) -> str:
        """The letter that every fill has here, where it is not given and proved; else ""."""
        is_forced = not self.given and not self.unknown and len(self.possible) == 1
        return self.possible[0] if is_forced else ""


@dataclass(frozen=True, slots=True)
class LetterReport:
    """What is known of the letters. Nothing that a report says is ever taken back by a later one.

    Args:
        puzzle: what it is about.
        cells: every cell in a slot that was asked for, row by row.
        fillable: whether there is a fill; None when that is not known.
        stopped: why the work ended before all was known; None when it did not.
        n_letters: letters that arc consistency left in these cells.
        fill_cells: grid positions of the cells of every fill.
        work: what it cost.
    """

    puzzle: Puzzle
    cells: tuple[CellLetters, ...]
    fillable: bool | None
    stopped: Reason | None
    n_letters: int
    fill_cells: tuple[int, ...] = field(repr=False)
    work: Work = field(default_factory=Work, compare=False)

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

    def witness(self, cell: int | str, letter: str) -> Fill | None:
        """A verified fill with `letter` in a cell, by position or name; None when none is known."""
        position = self.puzzle.grid.position(cell)
        for shown in self.cells:
            if shown.cell == position and letter and letter in shown.possible:
                codes = shown.witnesses[shown.possible.index(letter)]
                return Fill(self.puzzle, dict(zip(self.fill_cells, codes, strict=True)))
        return None


@dataclass(frozen=True, slots=True)
class WordReport:
    """What is known of the words of one slot, as `LetterReport` has it for letters.

    Args:
        puzzle: what it is about.
        slot: which slot.
        possible: words that a verified fill has there, in the list's order: best score first. A
            word that can be put into the cells in several ways is named once.
        unknown: words of which it is not known, in the same order.
        n_impossible: how many other words of the slot's length the list has. An entry that the
            grid gives wholly and the list lacks is possible or impossible like others.
        fillable: whether there is a fill; None when that is not known.
        stopped: why the work ended before all was known; None when it did not.
        fill_cells: grid positions of the cells of every fill.
        witnesses: by word of `possible`, the codes of a fill with it, in the order of `fill_cells`.
        work: what it cost.
    """

    puzzle: Puzzle
    slot: Slot
    possible: tuple[str, ...]
    unknown: tuple[str, ...]
    n_impossible: int
    fillable: bool | None
    stopped: Reason | None
    fill_cells: tuple[int, ...] = field(repr=False)
    witnesses: tuple[Sequence[int], ...] = field(compare=False, repr=False)
    work: Work = field(default_factory=Work, compare=False)

    @property
    def complete(self) -> bool:
        """Whether no word is unknown."""
        return not self.unknown

    def witness(self, word: str) -> Fill | None:
        """A verified fill with `word` in the slot; None when none is known."""
        if word not in self.possible:
            return None
        codes = self.witnesses[self.possible.index(word)]
        return Fill(self.puzzle, dict(zip(self.fill_cells, codes, strict=True)))


@dataclass(frozen=True, slots=True)
class WordVerdict:
    """What is known of one word in one slot.

    Args:
        slot: the slot's name.
        word: the word.
        possible: whether a fill has it there; None while that is not known.
        witness: the codes of a fill with it, in the order of the report's `fill_cells`; b"" where
            none is known.
    """

    slot: str
    word: str
    possible: bool | None
    witness: Sequence[int] = field(default=b"", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class WordVerdictReport:
    """What is known of some words in some slots.

    Args:
        puzzle: what it is about.
        verdicts: in the order in which they were asked for.
        fillable: whether there is a fill; None when that is not known.
        stopped: why the work ended before all was known; None when it did not.
        fill_cells: grid positions of the cells of every fill.
        work: what it cost.
    """

    puzzle: Puzzle
    verdicts: tuple[WordVerdict, ...]
    fillable: bool | None
    stopped: Reason | None
    fill_cells: tuple[int, ...] = field(repr=False)
    work: Work = field(default_factory=Work, compare=False)

    @property
    def complete(self) -> bool:
        """Whether every word is settled."""
        return all(verdict.possible is not None for verdict in self.verdicts)

    def witness(self, slot: str, word: str) -> Fill | None:
        """A verified fill with `word` in a slot; None when none is known."""
        for verdict in self.verdicts:
            if (verdict.slot, verdict.word) == (slot.upper(), word.upper()) and verdict.possible:
                letters = dict(zip(self.fill_cells, verdict.witness, strict=True))
                return Fill(self.puzzle, letters)
        return None
