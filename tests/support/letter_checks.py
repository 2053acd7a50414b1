"""Reports on letters and words against all fills of a puzzle."""

from __future__ import annotations

from support.brute_force import all_fills

from satcross.apps.letters.report import LetterReport, WordReport
from satcross.model.grid import OPEN
from satcross.model.puzzle import Puzzle
from satcross.verification.crossword import verify


def brute(puzzle: Puzzle) -> set[str]:
    """All fills, each as one string of its cells."""
    words = [word for word, _ in puzzle.words.words()]
    rows = str(puzzle.grid).split("\n")
    found = all_fills(rows, words, puzzle.words.alphabet.letters, distinct=puzzle.distinct)
    return {"".join(fill) for fill in found}


def check_letters(report: LetterReport, fills: set[str]) -> None:
    """A report, complete or not, against all fills."""
    puzzle = report.puzzle
    alphabet = puzzle.words.alphabet.letters
    assert report.fillable in (None, bool(fills))
    for cell in report.cells:
        assert sorted([*cell.possible, *cell.impossible, *cell.unknown]) == sorted(alphabet)
        truth = {fill[cell.cell] for fill in fills}
        assert set(cell.possible) <= truth <= {*cell.possible, *cell.unknown}
        assert cell.given == (puzzle.grid.cells[cell.cell] != OPEN)
        for letter in alphabet:
            witness = report.witness(cell.cell, letter)
            assert (witness is not None) == (letter in cell.possible)
            if witness is not None:
                assert witness.grid.cells[cell.cell] == letter
                assert "".join(witness.grid.cells) in fills
                assert not verify(puzzle.grid, witness.grid, puzzle.words, distinct=puzzle.distinct)
    forced = {
        cell.cell: next(iter({fill[cell.cell] for fill in fills}))
        for cell in report.cells
        if not cell.given and len({fill[cell.cell] for fill in fills}) == 1
    }
    assert report.forced.items() <= forced.items()
    if report.complete:
        assert report.forced == forced


def check_words(report: WordReport, fills: set[str]) -> None:
    """A report on a slot, complete or not, against all fills."""
    cells = report.slot.cells
    truth = {"".join(fill[cell] for cell in cells) for fill in fills}
    assert report.fillable in (None, bool(fills))
    assert set(report.possible) <= truth <= set(report.possible + report.unknown)
    for word in report.possible:
        witness = report.witness(word)
        assert witness is not None
        assert "".join(witness.grid.cells) in fills
        assert witness[report.slot.name].word == word
    assert all(report.witness(word) is None for word in report.unknown)
    n_words = len(report.puzzle.words.table(len(cells)))
    n_known = n_words + report.puzzle.is_exempt(report.slot)
    assert len(report.possible) + len(report.unknown) + report.n_impossible == n_known
