"""What a search has found, proved once more by a search that is logged.

Listings and searches for letters have methods that are quicker than a search with a log. So they
are used as ever, and what they have found is given to a session that has to find nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from satcross.encoding.letters import LetterVars
from satcross.errors import VerificationError
from satcross.model.consistency import Domains
from satcross.results import Reason
from satcross.solve.protocol import LazySession, Outcome, SolverOptions
from satcross.solve.refining import search_session
from satcross.task import Deadline
from satcross.tasks.certificate.write import CertificateWriter


class Refutation:
    """The proof that there is no fill, or none but some; it completes a certificate.

    Args:
        written: says what is claimed, and receives the steps.
        domains: what arc consistency left of the words that the claim allows.
        options: seed and progress.
        fills: those that there are: letter codes by cell.
    """

    def __init__(
        self,
        written: CertificateWriter,
        domains: Domains,
        options: SolverOptions,
        *,
        fills: Iterable[Mapping[int, int]] = (),
    ) -> None:
        self._written = written
        self._session: LazySession | None = None
        if domains.emptied is not None:
            return
        letters, givens = LetterVars(domains), domains.puzzle.givens
        self._session = search_session(
            domains, letters, seed=options.seed, on_progress=options.on_progress, log=written.write
        )
        opened = ({at: a for at, a in fill.items() if at not in givens} for fill in fills)
        self._clauses = ([-literal for literal in letters.literals(fill)] for fill in opened)

    def run(self, deadline: Deadline) -> Reason | None:
        """Search on until the proof is complete and the file in its place; or why not.

        Raises:
            VerificationError: there is another fill.
            OptionError: the file cannot be written.
        """
        if self._session is not None:
            for clause in self._clauses:
                self._session.add_clause(clause)
                if deadline.passed():
                    return deadline.reason
            if (reason := self._refute(self._session, deadline)) is not None:
                return reason
        self._written.place()
        return None

    def _refute(self, session: LazySession, deadline: Deadline) -> Reason | None:
        answer = session.solve(deadline=deadline)
        if answer.outcome is Outcome.SAT:
            raise VerificationError("the proof has found a fill that the search before it lacks")
        return answer.reason if answer.outcome is Outcome.UNKNOWN else None

    def close(self) -> None:
        """Give back the session."""
        if self._session is not None:
            self._session.close()
