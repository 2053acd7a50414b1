"""The score constraint's clauses, and the bound, against all fills of small puzzles."""

from __future__ import annotations

from contextlib import closing

import pytest
from oracles.lazy.engine import KERNELS, use
from oracles.lazy.objective import Objective
from oracles.lazy.state import PureState
from support.brute_force import all_fills
from support.dense_puzzles import dense_puzzle
from support.random_puzzles import random_puzzle
from support.seeds import quick

from satcross import Puzzle
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import arc_consistent
from satcross.solve.lazy.engine import kernel
from satcross.solve.lazy.scored import ScoredSession
from satcross.solve.protocol import Outcome


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


def test_every_reason_follows_from_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    reasons: list[tuple[int, list[int]]] = []
    reason = Objective.reason

    def keep(
        self: Objective, state: PureState, literal: int = 0, before: int | None = None
    ) -> list[int]:
        before = state.n_trail if before is None else before
        clause = reason(self, state, literal, before)
        assert clause[0] == literal or not literal
        assert all(0 <= state.position[-other] < before for other in clause if other != literal)
        reasons.append((self.target, list(clause)))
        return clause

    monkeypatch.setattr(Objective, "reason", keep)
    use("oracle", monkeypatch)
    n_checked = 0
    for seed in range(200, 260):
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
                session.target = session.true_total() + 1
            assert session.target == max(totals, default=-1) + 1, seed
            for target, clause in reasons:
                assert all(abs(literal) > n_letters for literal in clause), seed
                assert most_without(session, weights, clause) < target, seed
                n_checked += 1
    assert n_checked > 100


@pytest.mark.skipif(kernel() != "compiled", reason="the extension module is not built")
@pytest.mark.parametrize("seed", quick(range(40), 5))
def test_both_kernels_take_the_same_steps_to_the_best_total(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same fills and clauses, conflict by conflict, also where scores share classes."""
    if seed % 3 == 0:
        monkeypatch.setattr("satcross.solve.lazy.scored.MAX_CLASSES", 4)
    puzzle = dense_puzzle(500 + seed) if seed % 2 else random_puzzle(500 + seed)
    domains = arc_consistent(puzzle)
    if domains.emptied is not None:
        return
    steps: list[list[object]] = []
    for name in KERNELS:
        use(name, monkeypatch)
        said: list[object] = []
        session = ScoredSession(domains, weights_of(puzzle, seed), seed=seed)
        outcome = Outcome.UNKNOWN
        while outcome is not Outcome.UNSAT:
            outcome = session.solve(conflicts=3).outcome
            if outcome is Outcome.SAT:
                session.target = session.true_total() + 1
            said += [outcome, session.target, session.effort, list(session.search.trail)]
        steps.append(said)
    assert steps[0] == steps[1]
