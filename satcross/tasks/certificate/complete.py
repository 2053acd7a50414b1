"""The certificate of a list of fills: there are no others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike

from satcross.model.consistency import Domains
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.results import Reason
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline
from satcross.tasks.certificate.refute import Refutation
from satcross.tasks.certificate.write import CertificateWriter

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
        self.written = CertificateWriter(puzzle, path, options)
        self._puzzle = puzzle
        self._cells = cells
        self._options = options
        self._rows: list[list[int]] = []
        self._refutation: Refutation | None = None

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
        if self._refutation is None:
            self.written.begin(Fill(self._puzzle, letters) for letters in self._letters())
            self._refutation = Refutation(
                self.written, domains, self._options, fills=self._letters()
            )
        return self._refutation.run(deadline)

    def _letters(self) -> Iterator[dict[int, int]]:
        return (dict(zip(self._cells, row, strict=True)) for row in self._rows)

    def close(self) -> None:
        """Give back the search, and remove the file unless it is complete."""
        if self._refutation is not None:
            self._refutation.close()
        self.written.close()
