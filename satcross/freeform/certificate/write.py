"""Writing a certificate of layouts: what a search has proved is proved once more, with a log.

The proofs are of the formulas that the check makes. So the search, whose formula is made for speed,
stays as it is, and what it finds is compared with another definition of layouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

import numpy as np

from satcross import __version__
from satcross.errors import OptionError, VerificationError
from satcross.freeform.certificate.check import (
    MAGIC,
    MAX_LAYOUTS,
    SCHEMA,
    Claimed,
)
from satcross.freeform.certificate.formula import LayoutFormula
from satcross.freeform.layout import LayoutOptions
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.pattern.certificate.write import Refuter
from satcross.results import Reason
from satcross.solve.protocol import Outcome
from satcross.task import Deadline, DeadlinePassedError
from satcross.tasks.heartbeat import Heartbeat


class LayoutProof(Refuter):
    """Proves a claim of layouts and writes its certificate.

    Args:
        words: that are to be placed.
        alphabet: cuts them into letters.
        wanted: limits of boxes.
        path: of the certificate.
        heartbeat: of the task.

    Field:
        written: the certificate.

    Raises:
        OptionError: several parts are wanted, or the file cannot be made.
    """

    def __init__(
        self,
        words: Sequence[str],
        alphabet: Alphabet,
        wanted: LayoutOptions,
        path: str | PathLike[str],
        heartbeat: Heartbeat,
    ) -> None:
        if wanted.parts > 1:
            raise OptionError(
                "a certificate does not support several parts",
                hint="leave one of the two out",
                parameter="parts",
            )
        super().__init__(path, heartbeat)
        self.written.why_not = "no layout is proved to be the best"
        cells = list(map(alphabet.cut, words))
        # Words may have letters that the alphabet lacks.
        self._alphabet = Alphabet(tuple(sorted({letter for own in cells for letter in own})))
        self._words = tuple(map(self._alphabet.joined, cells))
        self._limits = wanted.max_rows, wanted.max_cols
        self._index = {word: index for index, word in enumerate(words)}
        self._heartbeat = heartbeat
        self._proofs: list[bytes] = []  # of the first boxes
        self._formula: LayoutFormula | None = None  # of the box in question

    def run(
        self,
        claim: str,
        n_placed: int,
        layouts: Sequence[Grid],
        deadline: Deadline,
        part: Sequence[str] = (),
    ) -> Reason | None:
        """Search until the proofs are complete and the file in its place; or why it was stopped.

        Args:
            claim, n_placed, layouts: as in the check; the same in each call.
            part: words that decide the claim "no layout"; none for all.

        Raises:
            VerificationError: there is a layout that should not be there.
            OptionError: the file cannot be written.
        """
        if self.written.is_placed:
            return None
        indices = tuple(self._index[word] for word in part)
        claimed = Claimed(
            claim, self._words, self._alphabet, n_placed, *self._limits, tuple(layouts), indices
        )
        self._heartbeat.begin("proving it again", deadline)
        try:
            return self._prove(claimed, deadline)
        except DeadlinePassedError:
            return deadline.reason

    def _prove(self, claimed: Claimed, deadline: Deadline) -> Reason | None:
        if len(claimed.layouts) > MAX_LAYOUTS:
            self.written.why_not = f"there are more than {MAX_LAYOUTS:,} layouts"
            return None
        if claimed.is_too_large:
            self.written.why_not = "its boxes are too large"
            return None
        self.written.why_not = "the proof was stopped"
        for question in list(claimed.questions())[len(self._proofs) :]:
            added = np.zeros(0, np.int32)
            if self._formula is None:
                self._formula = claimed.formula(question, self._tick)
                added = self._formula.clauses.flat
            raw = self._solve(added, self._formula.n_vars, deadline)
            if raw.outcome is Outcome.UNKNOWN:
                return raw.reason
            if raw.outcome is Outcome.SAT:
                raise VerificationError(
                    "the proof has found a layout that the search before it lacks"
                )
            self._proofs.append(self._taken_proof())
            self._formula = None
        head = {
            "schema": SCHEMA,
            "version": __version__,
            "claim": claimed.claim,
            "words": claimed.words,
            "alphabet": claimed.alphabet.spelling,
            "n_placed": claimed.n_placed,
            "limits": self._limits,
            "layouts": [grid.lines() for grid in claimed.layouts],
            "part": claimed.part,
            "bytes": list(map(len, self._proofs)),
        }
        self._place(MAGIC, head, self._proofs)
        return None
