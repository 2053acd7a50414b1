"""A certificate that cells have no other letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross import Fill, Reason, arc_consistent
from satcross.extend import Claimed, Deadline
from satcross.tasks.certificate.proof import ClaimProver

if TYPE_CHECKING:
    from satcross.apps.letters.report import LetterReport


def prove_letters(proof: ClaimProver, report: LetterReport, deadline: Deadline) -> Reason | None:
    """Prove a complete report, and write it; why there was no time for that, or None.

    Without any fill, that is what is proved. Another call goes on.
    """
    if not proof.has_begun:
        domains = arc_consistent(report.puzzle)
        if report.fillable:
            others = [
                (cell.cell, code)
                for cell in report.cells
                for code, text in enumerate(report.puzzle.texts)
                if text not in cell.possible
            ]
            shown = {cell.name: list(cell.possible) for cell in report.cells}
            proof.begin(domains, Claimed.NO_OTHER_LETTER, witnesses(report), others, letters=shown)
        else:
            proof.begin(domains, Claimed.NO_FILL)
    return proof.run(deadline)


def witnesses(report: LetterReport) -> list[Fill]:
    """Fills that have all letters of a report, hardly any without need."""
    cells = report.fill_cells
    seen: set[tuple[int, int]] = set()
    found: list[Fill] = []
    for shown in report.cells:
        at = cells.index(shown.cell)
        for codes in shown.witnesses:
            if (shown.cell, codes[at]) not in seen:
                seen.update(zip(cells, codes, strict=True))
                found.append(Fill(report.puzzle, dict(zip(cells, codes, strict=True))))
    return found
