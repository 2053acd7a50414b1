"""Brute force, the lazy engine and every eager encoding find the same sets of fills."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.brute_force import all_fills
from support.random_puzzles import random_puzzle

from satcross.encoding.encode import encode
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import arc_consistent
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.solve.backends.registry import eager_session
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.session import SearchSession
from satcross.solve.protocol import Outcome, Session, SolverOptions

ENCODINGS = ("support", "dawg", "auto")
SOLVERS = ("cadical195", "glucose4", "minisat22", "maplechrono", "lingeling", "cadical153")
MANY = 120  # puzzles with more fills take too long


def by_brute_force(puzzle: Puzzle) -> set[str]:
    rows = str(puzzle.grid).split("\n")
    words = [word for word, _ in puzzle.words.words()]
    found = all_fills(rows, words, puzzle.words.alphabet.letters, distinct=puzzle.distinct)
    return {"\n".join(rows) for rows in found}


def by_session(puzzle: Puzzle, letters: LetterVars, session: Session) -> Iterator[str]:
    """All fills that a session finds; each is blocked by its letters when it has been seen."""
    while True:
        answer = session.solve()
        if answer.outcome is Outcome.UNSAT:
            break
        assert answer.outcome is Outcome.SAT
        assert answer.assignment is not None
        found = letters.letters(answer.assignment.true_variables(letters.n))
        yield str(Fill(puzzle, found))
        session.add_clause([-literal for literal in letters.literals(found)])
    session.close()


def check(found: Iterator[str], expected: set[str], what: str) -> None:
    fills = list(found)
    assert len(set(fills)) == len(fills), f"{what}: a fill came twice"
    assert set(fills) == expected, what


def compare(seed: int, solvers: tuple[str, ...], encodings: tuple[str, ...], most: int) -> int:
    puzzle = random_puzzle(seed)
    expected = by_brute_force(puzzle)
    if len(expected) > most:
        return 0
    domains = arc_consistent(puzzle)
    letters = LetterVars(domains)
    if domains.emptied is not None:
        assert not expected, f"seed {seed}: arc consistency"
    else:
        lazy = SearchSession(TableProblem.of(domains, letters), seed=seed)
        check(by_session(puzzle, letters, lazy), expected, f"seed {seed}: lazy")
    for encoding in encodings:
        encoded = encode(domains, encoding=encoding)
        for solver in solvers:
            session = eager_session(encoded, SolverOptions(solver, seed=seed), in_process=True)
            found = by_session(puzzle, encoded.letters, session)
            check(found, expected, f"seed {seed}: {encoding} with {solver}")
    return len(expected)


@pytest.mark.parametrize("first", range(0, 50, 25))
def test_engines_find_the_same_fills(first: int) -> None:
    n_fills = 0
    for seed in range(first, first + 25):
        solver = SOLVERS[seed % len(SOLVERS)]
        n_fills += compare(seed, (solver,), ENCODINGS, MANY)
    assert n_fills > 0
