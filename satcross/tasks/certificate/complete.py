"""The certificate of a list of fills: there are no others."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from satcross.model.consistency import Domains
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.results import Reason
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline
from satcross.tasks.certificate.form import NO_FILL, NO_OTHER_FILL
from satcross.tasks.certificate.proof import Proof

MAX_FILLS = 200_000  # the proof has a clause for each; so many take some 20 s to check


class CompleteList:
    """Keeps the fills of a listing, and proves at its end that there are no others.

    Args:
        puzzle: whose fills.
        cells: their cells, by column of the rows.
        path: of the certificate.
        options: seed and progress.

    Fields:
        written: the certificate.

    Raises:
        OptionError: there is no certificate for such a puzzle, or the file cannot be made.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        cells: Sequence[int],
        path: str | PathLike[str],
        options: SolverOptions,
    ) -> None:
        self._proof = Proof(puzzle, path, options)
        self.written = self._proof.written
        self.close = self._proof.close
        self._puzzle = puzzle
        self._cells = cells
        self._rows: list[list[int]] = []

    def add(self, rows: list[list[int]]) -> None:
        """Take fills, as letter codes."""
        if len(self._rows) <= MAX_FILLS:
            self._rows += rows

    def prove(self, domains: Domains, deadline: Deadline) -> Reason | None:
        """Prove that there are no others, and write it; why there was no time for that, or None.

        Of more than `MAX_FILLS` nothing is proved.

        Args:
            domains: what arc consistency left of the puzzle.
            deadline: when to stop; another call goes on.
        """
        if len(self._rows) > MAX_FILLS:
            self.written.why_not = f"there are more than {MAX_FILLS:,} fills"
            return None
        if not self._proof.has_begun:
            letters = (dict(zip(self._cells, row, strict=True)) for row in self._rows)
            fills = (Fill(self._puzzle, held) for held in letters)
            self._proof.begin(domains, NO_OTHER_FILL if self._rows else NO_FILL, fills)
        return self._proof.run(deadline)
