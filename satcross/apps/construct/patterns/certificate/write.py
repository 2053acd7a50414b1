"""Writing a certificate of patterns: what a search has found is proved once more, with a log.

The proof is of the formula that the check makes. So the search of patterns, whose formula is made
for speed, stays as it is, and what it finds is compared with another reading of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

import numpy as np
import numpy.typing as npt

from satcross import Grid, PatternRules, Reason, VerificationError, __version__
from satcross.apps.construct.claim import PatternsClaim
from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.patterns.certificate.form import (
    MAX_PATTERNS,
    NAME,
    require_certifiable,
    rules_data,
)
from satcross.apps.construct.patterns.certificate.formula import PatternFormula
from satcross.apps.construct.patterns.solver import SOLVER
from satcross.apps.proofs.checker.certificate import Tick
from satcross.extend import Deadline, Edges, Outcome
from satcross.solve.backends.pysat import PysatBackend
from satcross.tasks.certificate.form import CertificateForm
from satcross.tasks.certificate.write import CertificateFile

_FIRST_STEP = b"a\x02\x00"  # that true is true: a binary proof is known by its first letter


class PatternProof:
    """Proves a claim of patterns and writes its certificate.

    Args:
        rules: of the patterns.
        path: of the certificate.
        alike: which patterns count as one.
        tick: called often; an exception in it ends the work, and `run` can be called again.

    Field:
        written: the certificate.

    Raises:
        OptionError: there is no certificate for such rules, or the file cannot be made.
    """

    def __init__(
        self,
        rules: PatternRules,
        path: str | PathLike[str],
        alike: Alike,
        tick: Tick,
    ) -> None:
        require_certifiable(rules)
        self.written = CertificateFile(path)
        self._rules, self._alike, self._tick = rules, alike, tick
        self._cuts: list[tuple[list[int], int]] = []
        self._formula: PatternFormula | None = None
        self._backend: PysatBackend | None = None
        self._n_added = 0  # numbers of the formula that the solver has
        self._has_all = True  # whether it had all of them when it began, as a proof needs

    def run(self, claim: str, patterns: Sequence[Grid], deadline: Deadline) -> Reason | None:
        """Search until the proof is complete and the file in its place; or why not.

        Args: claim, patterns: as in the check; the same in each call.

        Raises:
            VerificationError: there is a pattern that should not be there.
            OptionError: the file cannot be written.
        """
        if self.written.is_placed:
            return None
        if len(patterns) > MAX_PATTERNS:
            self.written.why_not = f"there are more than {MAX_PATTERNS:,} patterns"
            return None
        self.written.why_not = "the proof was stopped"
        if self._formula is None:
            claimed = PatternsClaim(claim, self._rules, tuple(patterns), self._alike, [])
            self._formula = claimed.pattern_formula(self._tick)
        proof: bytes | Reason = b""
        while not proof:
            proof = self._attempt(self._formula, deadline)
        if isinstance(proof, Reason):
            return proof
        head = {
            "version": __version__,
            "claim": claim,
            "patterns": [grid.lines() for grid in patterns],
            "alike": str(self._alike),
            "rules": rules_data(self._rules),
            "cuts": [[*cells, far] for cells, far in self._cuts],
        }
        self.written.write(CertificateForm(NAME).head(head) + proof)
        self.written.place()
        return None

    def _attempt(self, formula: PatternFormula, deadline: Deadline) -> bytes | Reason:
        """A proof with the cuts so far; b"" if more were needed, which there are now."""
        if self._backend is None:
            self._n_added, self._has_all = 0, True
            self._backend = PysatBackend(SOLVER, on_tick=self._tick, with_proof=True)
        while True:
            flat = formula.clauses.flat
            added, self._n_added = flat[self._n_added :], len(flat)
            self._backend.add(added)
            raw = self._backend.solve((), formula.n_vars, deadline)
            if raw.outcome is Outcome.UNKNOWN:
                return raw.reason
            if raw.values is None:
                proof = _FIRST_STEP + self._backend.proof()
                self._close_solver()
                return proof if self._has_all else b""
            self._has_all = False
            values = np.zeros(formula.n_vars + 1, np.bool_)
            values[: len(raw.values)] = raw.values
            self._cut(formula, values)

    def _cut(self, formula: PatternFormula, values: npt.NDArray[np.bool_]) -> None:
        """Add cuts that an assignment lacks, as its pattern is not connected."""
        opened, joined = formula.pattern(lambda lit: bool(values[abs(lit)]) == (lit > 0))

        def position(place: tuple[int, int]) -> int:
            return place[0] * self._rules.n_cols + place[1]

        edges = Edges((position(one), position(other)) for one, other in joined)
        parts = edges.components(sorted(map(position, opened)))
        if len(parts) < 2 or not self._rules.connected:
            raise VerificationError("the proof has found a pattern that the search before it lacks")
        far = min(parts[-1])
        for part in parts[:-1]:
            self._cuts.append((sorted(part), far))
            formula.cut(*self._cuts[-1])

    def _close_solver(self) -> None:
        if self._backend is not None:
            self._backend.close()
            self._backend = None

    def close(self) -> None:
        """Give back the solver, and remove the file unless it is complete."""
        self._close_solver()
        self.written.close()
