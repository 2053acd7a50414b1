"""An arrow word: a fill whose blocks have its clues, and clues that fit into them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from satcross import (
    Crossword,
    EntryRules,
    Fill,
    FillTask,
    Found,
    Grid,
    Impossible,
    OptionError,
    PatternRules,
    Puzzle,
    SolverOptions,
    Stopped,
    Task,
    VerificationError,
    WordList,
    crossword_of,
)
from satcross.apps.clues.book import ClueBook
from satcross.apps.construct.make import MakeTask
from satcross.apps.construct.spec import ANY_ENTRIES, MadeGrid
from satcross.extend import VOID, Deadline, clues_by_block, run_by, seeded
from satcross.kinds.arrowword import ARROW_WORD
from satcross.kinds.arrowword.drawing import fits
from satcross.kinds.arrowword.faults import MOST, arrow_faults
from satcross.model.arrows import arrows_of


class MadeArrowWord(NamedTuple):
    """An arrow word. Args: fill: its letters; crossword: with the block of each clue."""

    fill: Fill
    crossword: Crossword

    def __str__(self) -> str:
        return str(self.fill.grid)


ArrowWordResult = Found[MadeArrowWord] | Impossible | Stopped


def arrow_word(grid: Grid, places: Mapping[tuple[int, ...], int]) -> Crossword:
    """An arrow word: the crossword of a grid with its clues in blocks, as `arrows_of` says."""
    blank = crossword_of(grid)
    clues = tuple(replace(clue, place=places[clue.cells]) for clue in blank.clues)
    return replace(blank, clues=clues, kind=ARROW_WORD)


def with_clue(words: WordList, book: ClueBook, cell: float) -> WordList:
    """The words that have a clue which fits, however many clues its block has.

    Args: cell: the side of a square on the page, in points.

    Raises:
        OptionError: none has.
    """
    gone = {
        word: None
        for word, _ in words.words()
        if not any(fits(text, cell, MOST) for text in book.clues(word))
    }
    if len(gone) == len(words):
        raise OptionError(
            "no word of the list has a clue that fits into a block",
            hint="give more clues, or shorter ones",
            parameter="clues",
        )
    return words.with_scores(gone) if gone else words


class ArrowWordTask(Task[MadeArrowWord, ArrowWordResult]):
    """An arrow word: its fill, and the crossword with a block for each clue.

    Args:
        asked: the rules of the pattern, which have `arrows`; or a puzzle, whose blocks are to have
            the clues.
        words: for the entries; those of a puzzle are its own.
        options: seed and progress.
        entries: the rules for entries of a pattern that is to be made.
        book: clues for the entries: each gets one that fits into its block.
        cell: the side of a square on the page, in points.

    `run` returns `Found`, `Impossible` or `Stopped`, as `MakeTask` and `FillTask` do.

    Raises:
        GridError: the puzzle's blocks cannot have the clues.
    """

    def __init__(
        self,
        asked: PatternRules | Puzzle,
        words: WordList,
        options: SolverOptions | None = None,
        *,
        entries: EntryRules = ANY_ENTRIES,
        book: ClueBook | None = None,
        cell: float = 0.0,
    ) -> None:
        super().__init__()
        self._options = seeded(self, options)
        self._book, self._cell = book, cell
        if isinstance(asked, PatternRules):
            self._voids = asked.voids
            task: Task[Any, Any] = MakeTask(asked, words, None, self._options, entries=entries)
        else:
            arrows_of(asked.grid)
            cells = enumerate(asked.grid.cells)
            self._voids = frozenset(at for at, cell in cells if cell == VOID)
            task = FillTask(asked, self._options)
        self._task = self._hold(task)

    def _run(self, deadline: Deadline) -> ArrowWordResult:
        found: Found[Any] | Impossible | Stopped = run_by(deadline, self._task)
        if not isinstance(found, Found):
            return found
        fill = found.value.fill if isinstance(found.value, MadeGrid) else found.value
        crossword = arrow_word(fill.grid, arrows_of(fill.grid, self._options.seed))
        if self._book is not None:
            crossword = self._clued(crossword, self._book)
        faults = arrow_faults(crossword, self._voids)
        if faults:
            raise VerificationError(f"a wrong arrow word: {faults[0]}")
        return Found(MadeArrowWord(fill, crossword), found.work)

    def _clued(self, crossword: Crossword, book: ClueBook) -> Crossword:
        short = [
            (clue.answer, text)
            for clues in clues_by_block(crossword).values()
            for clue in clues
            for text in book.clues(clue.answer)
            if fits(text, self._cell, len(clues))
        ]
        chosen = ClueBook.from_pairs(short, alphabet=book.alphabet)
        from satcross.apps.clues.choose import with_clues

        return with_clues(crossword, chosen, seed=self._options.seed)[0]
