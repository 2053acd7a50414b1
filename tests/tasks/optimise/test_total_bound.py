"""The score constraint's clauses, and the bound, against all fills of small puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from support.brute_force import all_fills
from support.dense_puzzles import dense_puzzle
from support.random_puzzles import random_puzzle
from support.seeds import quick

from satcross import Puzzle
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import arc_consistent
from satcross.solve.cadical.maxsat import TotalBound
from satcross.solve.cadical.objective import Objective
from satcross.solve.cadical.scored import ScoredSession
from satcross.solve.lazy.state import State
from satcross.solve.protocol import Answer, Outcome


def fills_of(puzzle: Puzzle) -> list[str]:
    """The cells of every fill, in a row."""
    fills = all_fills(
        ["".join(row) for row in puzzle.grid.rows()],
        [word for word, _ in puzzle.words.words()],
        puzzle.words.alphabet.letters,
        distinct=puzzle.distinct,
    )
    return sorted("".join(rows) for rows in fills)


def weights_of(puzzle: Puzzle, seed: int) -> list[int]:
    return [
        0 if puzzle.given_codes(slot) is not None else 1 + (slot.index + seed) % 3
        for slot in puzzle.slots
    ]


def scores_of(puzzle: Puzzle, cells: str) -> list[int]:
    return [
        puzzle.words.score("".join(cells[cell] for cell in slot.cells)) or 0
        for slot in puzzle.slots
    ]


def total_of(puzzle: Puzzle, cells: str, weights: list[int]) -> int:
    scores = scores_of(puzzle, cells)
    return sum(score * weight for score, weight in zip(scores, weights, strict=True))


def most_without(session: ScoredSession, weights: list[int], clause: list[int]) -> int:
    """The highest sum of classes, crossings apart, of what does not satisfy a clause of them."""
    ids, scored = session.letters.ids, session.scored
    total = 0
    for slot in session.counted:
        variables = [int(variable) for variable in ids[scored.first_cell + slot]]
        total += weights[slot] * max(
            score
            for score, variable in zip(scored.scores, variables, strict=False)
            if variable
            and variable not in clause
            and not any(-other in clause for other in variables if other not in (0, variable))
        )
    return total


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Sessions to close: CaDiCaL's memory is not collected."""
    with ExitStack() as stack:
        yield stack


def test_every_reason_follows_from_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    reasons: list[tuple[int, list[int]]] = []
    reason = Objective.reason

    def keep(self: Objective, state: State, literal: int, before: int) -> list[int]:
        clause = reason(self, state, literal, before)
        assert clause[0] == literal or not literal
        assert all(0 <= state.position[-other] < before for other in clause if other != literal)
        reasons.append((self.target, list(clause)))
        return clause

    monkeypatch.setattr(Objective, "reason", keep)
    n_checked = 0
    for seed in range(200, 240):
        puzzle = random_puzzle(seed)
        domains = arc_consistent(puzzle)
        if domains.emptied is not None:
            continue
        weights = weights_of(puzzle, seed)
        totals = [total_of(puzzle, cells, weights) for cells in fills_of(puzzle)]
        n_letters = LetterVars(domains).n
        reasons.clear()
        with closing(ScoredSession(domains, weights, seed=seed)) as session:
            while session.solve().outcome is Outcome.SAT:
                session.objective.target = session.true_total(session.propagator.state) + 1
            assert session.objective.target == max(totals, default=-1) + 1, seed
            for target, clause in reasons:
                assert all(abs(literal) > n_letters for literal in clause), seed
                assert most_without(session, weights, clause) < target, seed
                n_checked += 1
    assert n_checked > 100


@pytest.mark.parametrize("seed", quick(range(8), 2))
def test_the_bound_alone_comes_down_to_the_best_total(seed: int, stack: ExitStack) -> None:
    for puzzle in (random_puzzle(300 + seed), dense_puzzle(seed)):
        domains = arc_consistent(puzzle)
        if domains.emptied is not None:
            continue
        weights = weights_of(puzzle, seed)
        most = max((total_of(puzzle, cells, weights) for cells in fills_of(puzzle)), default=None)
        session = stack.enter_context(closing(ScoredSession(domains, weights, seed=seed)))
        found: list[int] = []

        def take(answer: Answer, session=session, found=found) -> None:  # type: ignore[no-untyped-def]
            assert answer.outcome is Outcome.SAT
            found.append(session.true_total(session.propagator.state))
            assert found[-1] >= session.objective.target
            session.objective.target = found[-1] + 1

        bound = TotalBound(session, seed=seed, found=take)
        outcome = Outcome.UNKNOWN
        last = bound.bound
        while outcome is not Outcome.UNSAT:
            outcome = bound.lower(conflicts=50, effort=200)
            assert bound.bound <= last
            last = bound.bound
            # A bound below the target says that no fill reaches it.
            assert most is None or max(bound.bound, session.objective.target - 1) >= most, seed
        assert (found[-1] if found else None) == most, seed


@pytest.mark.parametrize("seed", quick(range(8), 2))
def test_without_a_target_the_cores_alone_find_the_best_total(seed: int, stack: ExitStack) -> None:
    """The last fill satisfies every soft literal that is left, so its total is the bound."""
    puzzle = dense_puzzle(1000 + seed)
    domains = arc_consistent(puzzle)
    if domains.emptied is not None:
        return
    weights = weights_of(puzzle, seed)
    most = max((total_of(puzzle, cells, weights) for cells in fills_of(puzzle)), default=None)
    session = stack.enter_context(closing(ScoredSession(domains, weights, seed=seed)))
    totals: list[int] = []
    bound = TotalBound(
        session,
        seed=seed,
        found=lambda _: totals.append(session.true_total(session.propagator.state)),
    )
    outcome = bound.lower()
    if most is None:
        assert outcome is Outcome.UNSAT
        return
    assert outcome is Outcome.SAT
    assert totals[-1] == bound.bound == most
