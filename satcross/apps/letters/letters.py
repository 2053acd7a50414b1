"""Exactly the letters of each cell, and the words of a slot, that occur in some fill; anytime."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, TypeVar

from satcross import Answered, Found, Puzzle, SolverOptions, Stopped, Task
from satcross.apps.letters.known import check_puzzle
from satcross.apps.letters.oracle import LetterOracle, positions
from satcross.apps.letters.report import LetterReport, WordReport
from satcross.extend import Deadline, watched

if TYPE_CHECKING:
    from satcross.tasks.certificate.proof import ClaimProver

R = TypeVar("R", LetterReport, WordReport)


class _OracleTask(Task[R, Found[R] | Stopped]):
    """One question to a `LetterOracle`, which is kept between runs."""

    def __init__(self, puzzle: Puzzle, options: SolverOptions | None) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._options = watched(self, options)
        self._oracle: LetterOracle | None = None
        check_puzzle(puzzle, self._options)

    @abstractmethod
    def _ask(self, oracle: LetterOracle, time_limit_s: float | None) -> R:
        """The report after that time, or earlier when all is known."""

    def _note(self, report: R) -> None:
        self.emit(Answered(report))

    def _run(self, deadline: Deadline) -> Found[R] | Stopped:
        if self._oracle is None:
            oracle = LetterOracle(self._puzzle, options=self._options, request=self._request)
            self._oracle = self._hold(oracle)
        report = self._ask(self._oracle, deadline.left_s())
        self.best = report
        work = replace(report.work, elapsed_s=self.elapsed_s)
        if report.stopped is None:
            return Found(report, work)
        return Stopped(report.stopped, work, partial=report)


class LettersTask(_OracleTask[LetterReport]):
    """Find the letters that occur in some fill, and those that occur in none, cell by cell.

    Every letter called possible is in a verified fill (`LetterReport.witness`); that one is
    impossible is proved. Run again after a time limit, it goes on with all that it has learnt.

    Args: as for `satcross.letters`; options: seed and progress; the engine must be the lazy one.

    `run` returns `Found` with a complete report, or `Stopped` with the report so far as `partial`.
    Events: `Answered` with what is known, when that has grown, ten times a second at most.

    Raises:
        OptionError: another engine, or a cell in no slot.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        cells: Collection[int | str] | None = None,
        certificate: str | PathLike[str] | None = None,
    ) -> None:
        super().__init__(puzzle, options)
        self._cells = positions(puzzle, cells)
        self._proof: ClaimProver | None = None
        if certificate is not None:
            from satcross.tasks.certificate.proof import ClaimProver

            self._proof = self._hold(ClaimProver(puzzle, certificate, self._options))
        self.certificate = None if self._proof is None else self._proof.written

    def _ask(self, oracle: LetterOracle, time_limit_s: float | None) -> LetterReport:
        return oracle.report(time_limit_s, cells=self._cells, on_update=self._note)

    def _run(self, deadline: Deadline) -> Found[LetterReport] | Stopped:
        result = super()._run(deadline)
        if self._proof is None or isinstance(result, Stopped):
            return result
        from satcross.apps.letters.certificate import prove_letters

        if (reason := prove_letters(self._proof, result.value, deadline)) is None:
            return result
        return Stopped(reason, replace(result.work, elapsed_s=self.elapsed_s), partial=self.best)


class SlotWordsTask(_OracleTask[WordReport]):
    """Find the words of a slot that occur in some fill.

    Args: as for `satcross.slot_words`; options: as for `LettersTask`.

    `run` and events: as of `LettersTask`.

    Raises:
        OptionError: another engine, or no such slot.
    """

    def __init__(self, puzzle: Puzzle, slot: str, options: SolverOptions | None = None) -> None:
        super().__init__(puzzle, options)
        self._slot = puzzle.slot(slot).name

    def _ask(self, oracle: LetterOracle, time_limit_s: float | None) -> WordReport:
        return oracle.words(self._slot, time_limit_s, on_update=self._note)
