"""What the tasks say of a tiny puzzle, against all of its fills, which brute force has found."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set

import satcross as sx
from satcross.apps.explain.rules import DISTINCT, RuleKind, SoftRule
from satcross.model.puzzle import Puzzle

Cells = tuple[str, ...]
Fills = Collection[Cells]

SOLVERS = ("lazy", "cadical195", "minisat22")


def check_listings(seed: int, puzzle: Puzzle, fills: Fills) -> None:
    """Two of the engines, by the seed, list all fills once, and `count` counts them."""
    for solver in SOLVERS[seed % 2 :: 2]:
        found = [one.grid.cells for one in sx.enumerate_fills(puzzle, solver=solver)]
        assert len(found) == len(set(found))
        assert set(found) == set(fills), (solver, puzzle.rules)
    count = sx.count(puzzle)
    assert (count.value.n if isinstance(count, sx.Found) else 0) == len(fills)


def check_fill(puzzle: Puzzle, fills: Fills) -> None:
    """`fill` finds one of them, or there is none."""
    filled = sx.fill(puzzle)
    assert filled.unwrap().grid.cells in fills if fills else isinstance(filled, sx.Impossible)


def check_letters(puzzle: Puzzle, fills: Fills) -> None:
    """Each cell may have the letters that it has in some fill."""
    for cell in sx.letters(puzzle).unwrap().cells:
        assert set(cell.possible) == {cells[cell.cell] for cells in fills}


def best_total(puzzle: Puzzle, fills: Fills) -> int:
    """The highest total score of the fills; entries that the grid gives do not count."""
    return max(
        sum(
            puzzle.listed.score("".join(cells[at] for at in slot.cells)) or 0
            for slot in puzzle.slots
            if puzzle.given_codes(slot) is None
        )
        for cells in fills
    )


def keeps(puzzle: Puzzle, known: Set[str], kept: Collection[SoftRule], cells: Cells) -> bool:
    """Whether texts in all cells keep some of the slots, given letters and distinct words.

    Args: known: the words of the list.
    """
    for at in puzzle.givens:
        if SoftRule(RuleKind.LETTER, at) in kept and cells[at] != puzzle.grid.cells[at]:
            return False
    words = []
    for slot in puzzle.slots:
        if SoftRule(RuleKind.SLOT, slot.index) not in kept:
            continue
        word = "".join(cells[at] for at in slot.cells)
        if puzzle.given_codes(slot) is None:
            if word not in known:
                return False
        elif not all(SoftRule(RuleKind.LETTER, at) in kept for at in slot.cells):
            continue
        words.append(word)
    return DISTINCT not in kept or len(set(words)) == len(words)


def check_reasons(puzzle: Puzzle, reasons: Collection[SoftRule], every: Sequence[Cells]) -> None:
    """None of the texts in all cells keeps all reasons; without any one of them some do."""
    kept = set(reasons)
    known = {word for word, _ in puzzle.listed.words()}
    assert not any(keeps(puzzle, known, kept, cells) for cells in every)
    for reason in kept:
        assert any(keeps(puzzle, known, kept - {reason}, cells) for cells in every), reason
