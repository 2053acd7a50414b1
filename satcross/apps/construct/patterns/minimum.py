"""The fewest blocks that some rules allow, proved; or the best bound when it is stopped."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from satcross import (
    Answered,
    Best,
    Bounded,
    Grid,
    Impossible,
    PatternRules,
    Reason,
    SolverOptions,
    Stopped,
    Task,
)
from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.patterns.certificate.form import NO_FEWER_BLOCKS, NO_PATTERN
from satcross.apps.construct.patterns.solver import PatternSearch
from satcross.extend import Deadline, DeadlinePassedError, Heartbeat, Outcome, Work, counted, seeded

if TYPE_CHECKING:
    from satcross.apps.construct.patterns.certificate.write import PatternProof

FewestBlocks = Best[Grid] | Impossible | Stopped


class FewestBlocksTask(Task[Grid, FewestBlocks]):
    """A pattern with as few blocks (or bars) as the rules allow.

    The number is closed in on from both sides, by bounds as assumptions: "at most `bound`", which
    has to be refuted to raise it, and "fewer than the best". With N blocks in the first pattern
    these are at most 2N questions, and learnt clauses serve them all.

    Args:
        rules: what the pattern is to be like.
        options: seed and progress. Different seeds may give different patterns, with the same
            number of blocks when it is proved.
        max_rounds: stop after this many questions from each side; None for no limit.
        certificate: a file for the proof that no pattern has fewer, or that there is none.

    Field:
        certificate: what writes that file; None where it is not wanted.

    `run` returns `Best`, whose objective and bound are numbers of blocks; `Impossible`; or
    `Stopped`, before there is any pattern.

    Raises:
        OptionError: there is no certificate for such rules, or the file cannot be made.
    """

    def __init__(
        self,
        rules: PatternRules,
        options: SolverOptions | None = None,
        *,
        max_rounds: int | None = None,
        certificate: str | PathLike[str] | None = None,
    ) -> None:
        super().__init__()
        self._rules = rules
        self._options = seeded(self, options)
        self._max_rounds = max_rounds
        self._heartbeat = Heartbeat(self, self._options)
        self._search: PatternSearch | None = None  # of the first pattern, then of better ones
        self._proof: PatternProof | None = None
        if certificate is not None:
            from satcross.apps.construct.patterns.certificate.write import PatternProof

            proof = PatternProof(rules, certificate, Alike.EXACTLY, self._heartbeat)
            self._proof = self._hold(proof)
        self.certificate = None if self._proof is None else self._proof.written

    def _run(self, deadline: Deadline) -> FewestBlocks:
        try:
            result = self._close_in(deadline)
            reason = self._prove(self._proof, result, deadline)
        except DeadlinePassedError:
            return self._stopped(deadline.reason)
        return result if reason is None else self._stopped(reason)

    def _prove(
        self, proof: PatternProof | None, result: FewestBlocks, deadline: Deadline
    ) -> Reason | None:
        """Why there was no time for the certificate, if one is wanted and something is proved."""
        if proof is None or isinstance(result, Stopped):
            return None
        self._heartbeat.begin("proving it again")
        if isinstance(result, Impossible):
            return proof.run(NO_PATTERN, [], deadline)
        return proof.run(NO_FEWER_BLOCKS, [result.value], deadline) if result.is_proved else None

    def _close_in(self, deadline: Deadline) -> FewestBlocks:
        if self.best is None:
            self._heartbeat.begin("finding a pattern", deadline)
            if self._search is None:
                self._search = self._new_search(0)
            found = self._search.next(deadline=deadline)
            if found is None:
                return Impossible("no pattern obeys all these rules", self._work())
            if isinstance(found, Reason):
                return self._stopped(found)
            self._take(self._search.grid_of(found), self._rules.n_blocks.least or 0)
            self._close_search()
        n_rounds = 0
        while self._least < self._fewest:
            if n_rounds == self._max_rounds:
                return self._stopped(Reason.ROUNDS)
            n_rounds += 1
            for most in (self._least, self._fewest - 1):
                if not self._least <= most < self._fewest:
                    continue  # the question before has settled it
                reason = self._ask(most, deadline)
                if reason is not None:
                    return self._stopped(reason)
        return self._stopped(None)

    def _ask(self, most: int, deadline: Deadline) -> Reason | None:
        """Whether there is a pattern with at most that many blocks, or why that is not known."""
        self._heartbeat.begin(f"{self._least} to {counted(self._fewest, 'block')}", deadline)
        if self._search is None:
            self._search = self._new_search(self._fewest)
        # outputs[k] holds when there are more than k.
        outputs = self._search.encoding.counts.blocks
        answer = self._search.solve([-outputs[most]], deadline=deadline)
        if answer.assignment is not None:
            self._take(self._search.grid_of(answer.assignment), self._least)
        elif answer.outcome is Outcome.UNSAT:
            self.emit(Bounded(most + 1))
        else:
            return answer.reason
        return None

    def _take(self, grid: Grid, least: int) -> None:
        self.emit(Answered(grid, self._rules.n_walls(grid), least))

    @property
    def _fewest(self) -> int:
        assert self.objective is not None
        return self.objective

    @property
    def _least(self) -> int:
        return self.bound or 0

    def _new_search(self, count_blocks_upto: int) -> PatternSearch:
        return PatternSearch(
            self._rules,
            seed=self._options.seed,
            count_blocks_upto=count_blocks_upto,
            tick=self._heartbeat,
        )

    def _stopped(self, reason: Reason | None) -> FewestBlocks:
        if self.best is not None:
            return Best(self.best, self.objective, self.bound, reason, self._work())
        assert reason is not None
        return Stopped(reason, self._work())

    def _work(self) -> Work:
        return Work(self.elapsed_s)

    def _close_search(self) -> None:
        if self._search is not None:
            self._search.close()
            self._search = None

    def _close(self) -> None:
        self._close_search()
        super()._close()
