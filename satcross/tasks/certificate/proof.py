"""Certificates of what a search has found: it is proved once more, by a search that is logged.

It shows that no fill is better, that a list of fills is complete, or that cells have no other
letters.

Listings and searches for letters have methods that are quicker than a search with a log. So they
are used as ever, and a session of its own then shows that there is nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Any

from satcross.encoding.letters import LetterVars
from satcross.errors import VerificationError
from satcross.model.consistency import Domains
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.results import Reason
from satcross.solve.protocol import LazySession, Outcome, SolverOptions
from satcross.solve.refining import search_session
from satcross.task import Deadline
from satcross.tasks.certificate.form import Claimed
from satcross.tasks.certificate.write import CertificateWriter

MAX_FILLS = 200_000  # the proof has a clause for each fill; a check of 200,000 takes some 20 s


class ClaimProver:
    """Proves a claim and writes its certificate.

    Args:
        puzzle: what it is about.
        path: of the certificate.
        options: seed and progress; the engine must be the lazy one.
        of_total: whether a total is claimed.

    Fields:
        written: the certificate.
        has_begun: whether `begin` was called.
        watched: the keywords of a session that is logged.

    Raises:
        OptionError: there is no certificate for such a puzzle, or the file cannot be made.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        path: str | PathLike[str],
        options: SolverOptions,
        *,
        of_total: bool = False,
    ) -> None:
        self.written = CertificateWriter(puzzle, path, options, of_total=of_total)
        self.has_begun = False
        self._givens = puzzle.givens
        self.watched: Any = {
            "seed": options.seed, "on_progress": options.on_progress, "log": self.written.write
        }  # fmt: skip
        self._session: LazySession | None = None
        self._held: list[int] = []  # letters to refute, the last first
        self._clauses: list[list[int]] = []  # to add then, the last first

    def begin(
        self,
        domains: Domains,
        claim: str,
        fills: Iterable[Fill] = (),
        nowhere: Sequence[tuple[int, int]] = (),
        session: LazySession | None = None,
        **more: Any,
    ) -> None:
        """Say what to prove.

        Args:
            domains: what arc consistency left of the words that the claim allows.
            claim: a `Claimed`.
            fills: those that the claim names; they are left out if there are to be no others.
            nowhere: cells with the codes of letters that no fill has there.
            session: what searches, if not for all fills.
            more: the other fields of the claim, as in docs/internals/certificates.md.
        """
        self.has_begun = True
        known = LetterVars(domains)
        clauses = self._clauses

        def left_out() -> Iterator[Fill]:
            for fill in fills:
                opened = {at: a for at, a in fill.letters.items() if at not in self._givens}
                clauses.append([-literal for literal in known.literals(opened)])
                yield fill

        self.written.begin(claim, left_out() if claim == Claimed.NO_OTHER_FILL else fills, **more)
        if domains.emptied is not None:
            return
        if claim == Claimed.NO_OTHER_LETTER:
            self._held = [literal for at, a in nowhere if (literal := int(known.ids[at, a]))]
            clauses.append(list(self._held))
        clauses.reverse()
        self._session = session or search_session(domains, known, **self.watched)

    def run(self, deadline: Deadline) -> Reason | None:
        """Search on until the proof is complete and the file in its place; or why not.

        Raises:
            VerificationError: there is a fill that should not be there.
        """
        if self.written.is_placed or self.written.problem is not None:
            return None
        if self._session is not None:
            reason = self._search(self._session, deadline)
            if reason is not None:
                self.written.why_not = "the proof was stopped"
                return reason
        self.written.place()
        return None

    def _search(self, session: LazySession, deadline: Deadline) -> Reason | None:
        # One by one: a letter that is refuted is false from then on, so that the clause that there
        # is one of them is a contradiction.
        while self._held:
            if (reason := _refute(session, self._held[-1:], deadline)) is not None:
                return reason
            self._held.pop()
        while self._clauses:
            if deadline.passed():
                return deadline.reason
            session.add_clause(self._clauses.pop())
        return _refute(session, [], deadline)

    def close(self) -> None:
        """Give back the search, and remove the file unless it is complete."""
        if self._session is not None:
            self._session.close()
        self.written.close()


def _refute(session: LazySession, assumed: list[int], deadline: Deadline) -> Reason | None:
    answer = session.solve(assumed, deadline=deadline)
    if answer.outcome is Outcome.SAT:
        raise VerificationError("the proof has found a fill that the search before it lacks")
    return answer.reason if answer.outcome is Outcome.UNKNOWN else None


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
        self._proof = ClaimProver(puzzle, path, options)
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
            self._proof.begin(
                domains, Claimed.NO_OTHER_FILL if self._rows else Claimed.NO_FILL, fills
            )
        reason = self._proof.run(deadline)
        self.written.end_listing()
        return reason
