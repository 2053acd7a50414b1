"""Exactly the letters of each cell, and the words of a slot, that occur in some fill; anytime."""

from __future__ import annotations

from collections.abc import Callable, Collection

from satcross.puzzle import Puzzle
from satcross.solve.protocol import Deadline, SolverOptions
from satcross.tasks.letters_oracle import LetterOracle
from satcross.tasks.letters_report import LetterReport, WordReport


def letters(
    puzzle: Puzzle,
    *,
    cells: Collection[int] | None = None,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
    on_update: Callable[[LetterReport], None] | None = None,
) -> LetterReport:
    """The letters that occur in some fill, and those that occur in none, cell by cell.

    Args:
        puzzle: what it is about.
        cells: grid positions to settle; all cells in slots by default.
        options: seed and progress; the engine must be the lazy one.
        time_limit_s: seconds after which to stop, kept within half a second; None for no limit.
        on_update: called with what is known so far when that has grown, ten times a second at most.

    Returns: complete unless the time limit came first. Every letter called possible is in a
        verified fill (`LetterReport.witness`); that one is impossible is proved.

    Raises:
        OptionError: another engine, or a cell in no slot.

    >>> from satcross import Grid, WordList
    >>> words = WordList.from_words("at to oh ho an no".split())
    >>> report = letters(Puzzle(Grid.parse("..\\n.."), words))
    >>> [(cell.name, cell.possible) for cell in report.cells]
    [('r1c1', 'A'), ('r1c2', 'NT'), ('r2c1', 'NT'), ('r2c2', 'O')]
    """
    deadline = Deadline.after(time_limit_s)
    with LetterOracle(puzzle, options=options) as oracle:
        return oracle.report(deadline.left_s(), cells=cells, on_update=on_update)


def slot_words(
    puzzle: Puzzle,
    slot: str,
    *,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
    on_update: Callable[[WordReport], None] | None = None,
) -> WordReport:
    """The words of a slot that occur in some fill.

    Args:
        puzzle: what it is about.
        slot: its name, as in "12A".
        options, time_limit_s, on_update: as for `letters`.

    Raises:
        OptionError: another engine, or no such slot.
    """
    deadline = Deadline.after(time_limit_s)
    with LetterOracle(puzzle, options=options) as oracle:
        return oracle.words(slot, deadline.left_s(), on_update=on_update)
