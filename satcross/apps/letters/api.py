"""The letters and words that occur in some fill: the public functions."""

from __future__ import annotations

from collections.abc import Collection
from os import PathLike
from typing import TYPE_CHECKING

from satcross import Found, Puzzle, SolverOptions, Stopped
from satcross.extend import ProgressHandler, PuzzleLike, WordsLike, public, run_task

if TYPE_CHECKING:
    from satcross.apps.letters.report import LetterReport, WordReport


@public
def letters(
    puzzle: PuzzleLike,
    words: WordsLike | None = None,
    *,
    cells: Collection[int | str] | None = None,
    seed: int = 0,
    time_limit_s: float | None = None,
    certificate: str | PathLike[str] | None = None,
    on_progress: ProgressHandler | None = None,
) -> Found[LetterReport] | Stopped:
    """The letters that occur in some fill, and those that occur in none, cell by cell.

    Args:
        cells: positions or names, as in "r1c3", of the cells to settle; all cells by default.
        certificate: a file for the proof that no other letters occur: `verify_certificate` checks
            it.

    Returns: `Found` with a complete report; or `Stopped`, whose `partial` is the report so far.

    >>> report = letters("..\\n..", ["at", "to", "oh", "ho", "an", "no"]).value
    >>> [(cell.name, cell.possible) for cell in report.cells]
    [('r1c1', 'A'), ('r1c2', 'NT'), ('r2c1', 'NT'), ('r2c2', 'O')]
    """
    from satcross.apps.letters.letters import LettersTask

    puzzle = Puzzle.of(puzzle, words)
    wanted = None if cells is None else [puzzle.grid.position(cell) for cell in cells]
    options = SolverOptions(seed=seed, on_progress=on_progress)
    task = LettersTask(puzzle, options, cells=wanted, certificate=certificate)
    return run_task(task, time_limit_s)


@public
def slot_words(
    puzzle: PuzzleLike,
    slot: str,
    words: WordsLike | None = None,
    *,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> Found[WordReport] | Stopped:
    """The words of a slot that occur in some fill.

    Args:
        slot: its name, as in "12A".

    Returns: `Found` with a complete report; or `Stopped`, whose `partial` is the report so far.

    >>> slot_words("..\\n..", "1A", ["at", "to", "oh", "ho", "an", "no"]).value.possible
    ('AN', 'AT')
    """
    from satcross.apps.letters.letters import SlotWordsTask

    options = SolverOptions(seed=seed, on_progress=on_progress)
    return run_task(SlotWordsTask(Puzzle.of(puzzle, words), slot, options), time_limit_s)
