"""The certificate of the letters of cells: they are in fills that it has, and no others in any."""

from __future__ import annotations

from satcross.model.consistency import arc_consistent
from satcross.model.fill import Fill
from satcross.results import Reason
from satcross.task import Deadline
from satcross.tasks.certificate.form import NO_FILL, NO_OTHER_LETTER
from satcross.tasks.certificate.proof import Proof
from satcross.tasks.letters.report import LetterReport


def prove_letters(proof: Proof, report: LetterReport, deadline: Deadline) -> Reason | None:
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
            proof.begin(domains, NO_OTHER_LETTER, witnesses(report), others, letters=shown)
        else:
            proof.begin(domains, NO_FILL)
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
