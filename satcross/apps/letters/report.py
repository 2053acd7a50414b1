"""Which letters and words occur in some fill, as far as is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from satcross import Fill, Puzzle, Reason
from satcross.apps.letters.known import IMPOSSIBLE, POSSIBLE, UNKNOWN, Verdicts
from satcross.extend import Slot, Work, normal_name

if TYPE_CHECKING:
    from satcross.apps.letters.search import WordVerdicts

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
        word = self.puzzle.listed.alphabet.looked_up(word)
        word = self.puzzle.listed.alphabet.looked_up(word)
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
        named = normal_name(slot), self.puzzle.listed.alphabet.looked_up(word)
        for verdict in self.verdicts:
            if (normal_name(verdict.slot), verdict.word) == named and verdict.possible:
                letters = dict(zip(self.fill_cells, verdict.witness, strict=True))
                return Fill(self.puzzle, letters)
        return None


def letter_report(
    puzzle: Puzzle, verdicts: Verdicts, cells: list[int], stopped: Reason | None, work: Work
) -> LetterReport:
    """What is known of the letters of some cells, by grid position."""
    known = verdicts.known
    texts = puzzle.texts
    join: Callable[[Iterable[str]], Texts] = tuple if puzzle.has_long_texts else "".join
    ids = known.letters.ids.tolist()
    found: list[CellLetters] = []
    for cell in cells:
        of = [verdicts.of[v] if v else IMPOSSIBLE for v in ids[cell]]
        possible, impossible, unknown = (
            join(a for a, verdict in zip(texts, of, strict=True) if verdict == v)
            for v in (POSSIBLE, IMPOSSIBLE, UNKNOWN)
        )
        witnesses = tuple(
            known.codes_of(verdicts.witness[v])
            for v, verdict in zip(ids[cell], of, strict=True)
            if verdict == POSSIBLE
        )
        given = cell in puzzle.givens
        name = puzzle.grid.cell_name(cell)
        found.append(CellLetters(cell, name, given, possible, impossible, unknown, witnesses))
    n_letters = int(np.count_nonzero(known.letters.ids[cells])) if cells else 0
    return LetterReport(
        puzzle,
        tuple(found),
        verdicts.fillable,
        stopped,
        n_letters,
        known.prepared.domains.cells,
        work,
    )


def word_report(
    puzzle: Puzzle, words: WordVerdicts, stopped: Reason | None, work: Work
) -> WordReport:
    """What is known of the words of a slot."""
    known, slot = words.verdicts.known, words.slot
    rows, open_rows = (np.flatnonzero(words.of == v).tolist() for v in (POSSIBLE, UNKNOWN))
    # A word of which one way into the cells is possible is so, whatever the others are.
    row_of = {words.words[row]: row for row in reversed(rows)}
    possible = tuple(dict.fromkeys(words.words[row] for row in rows))
    unknown = tuple(
        word for word in dict.fromkeys(words.words[row] for row in open_rows) if word not in row_of
    )
    return WordReport(
        puzzle,
        slot,
        possible,
        unknown,
        _n_words(puzzle, slot) - len(possible) - len(unknown),
        words.verdicts.fillable,
        stopped,
        known.prepared.domains.cells,
        tuple(known.codes_of(int(words.witness[row_of[word]])) for word in possible),
        work,
    )


def _n_words(puzzle: Puzzle, slot: Slot) -> int:
    """How many words there are for a slot, whatever its cells can hold."""
    table = puzzle.table(slot)
    n = len(table)
    if puzzle.has_rebus or slot.n_extra:  # some are there in several spellings, or readings
        n = len(set(map(puzzle.spelled, table.codes[:, : slot.n_letters].tolist())))
    return n + puzzle.is_exempt(slot)


def word_verdict(words: WordVerdicts, word: str, rows: Sequence[int]) -> WordVerdict:
    """What is known of a word, which has these rows."""
    of = {int(words.of[row]): row for row in rows}
    possible = True if POSSIBLE in of else None if UNKNOWN in of else False
    codes = words.verdicts.known.codes_of(int(words.witness[of[POSSIBLE]])) if possible else b""
    return WordVerdict(words.slot.name, word, possible, codes)
