"""A filled grid against the rules of the puzzle that it should fill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from satcross.errors import VerificationError
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.model.value import solution_word_in
from satcross.verification.crossword import Fault, verify
from satcross.words import WordList

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet
    from satcross.model.crossword import Crossword
    from satcross.rules.solution_word import SolutionWord
    from satcross.words.table import Codes


def faults_of(puzzle: Puzzle, filled: Grid, *, words: WordList | None = None) -> list[Fault]:
    """Every rule of `puzzle` that `filled` breaks, as `verify` finds them.

    Args:
        puzzle: what was to be filled.
        filled: the grid to check.
        words: another list than the puzzle's.
    """
    listed = puzzle.listed if words is None else words
    return verify(puzzle.grid, filled, listed, rules=puzzle.rules)


def check(puzzle: Puzzle, filled: Grid, *, maker: str) -> None:
    """Let a right fill of `puzzle` pass.

    Args: maker: of the fill, as messages name it.

    Raises:
        VerificationError: it breaks a rule.
    """
    faults = faults_of(puzzle, filled)
    if faults:
        raise VerificationError(f"{maker} gave a wrong fill: {faults[0]}")


def rows_check(puzzle: Puzzle, cells: Sequence[int], *, maker: str) -> Callable[[Codes], None]:
    """A function that lets rows of letters pass which are right fills of `puzzle`.

    They are checked all at once, or one by one where `ArrayChecker` does not know a rule.

    Args:
        puzzle: whose fills they are.
        cells: the columns of the rows.
        maker: of the fills, as messages name it.

    The function raises VerificationError where one breaks a rule.
    """
    from satcross.verification.arrays import ArrayChecker

    if puzzle.has_rebus or not all(map(ArrayChecker.knows, puzzle.rules)):
        return partial(_check_each, puzzle, cells, maker)
    checker = ArrayChecker(puzzle.grid, puzzle.listed, cells, rules=puzzle.rules)

    def check_rows(rows: Codes) -> None:
        wrong = checker.wrong_row(rows)
        if wrong is not None:
            raise VerificationError(f"{maker} gave a wrong fill: {wrong[1]}")

    return check_rows


def _check_each(puzzle: Puzzle, cells: Sequence[int], maker: str, rows: Codes) -> None:
    if (rows >= len(puzzle.texts)).any():
        raise VerificationError(
            f"{maker} gave a wrong fill: a cell holds no letter of the alphabet"
        )
    for row in rows:
        check(puzzle, Fill(puzzle, dict(zip(cells, row.tolist(), strict=True))).grid, maker=maker)


def marked_fill(crossword: Crossword, fill: Fill, seed: int = 0) -> Crossword:
    """The crossword of a fill with the solution word of its puzzle, if that has one.

    Raises:
        VerificationError: the marked squares do not spell it.
    """
    from satcross.model.solutionword import marked_by

    rule = solution_word_in(fill.puzzle.rules)
    if rule is None:
        return crossword
    alphabet, slots = fill.puzzle.listed.alphabet, [slot.cells for slot in fill.puzzle.slots]
    marked = marked_by(rule, crossword, alphabet=alphabet, seed=seed, slots=slots)
    check_word(rule, marked, alphabet)
    return marked


def check_word(rule: SolutionWord, crossword: Crossword, alphabet: Alphabet) -> None:
    """Raise VerificationError if the marked squares do not spell the word."""
    from satcross.verification.marks import mark_faults

    faults = mark_faults(crossword, None if rule.is_any else rule.word, alphabet)
    if faults or not crossword.solution_cells:
        raise VerificationError("; ".join(map(str, faults)) or "no square is marked")
