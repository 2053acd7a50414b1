"""The search of our own: both of it alike, against CaDiCaL's, and its cores."""

from __future__ import annotations

import random
from itertools import groupby, pairwise
from typing import Any

import pytest
from oracles.lazy.engine import KERNELS, use
from oracles.lazy.search import luby
from support.random_puzzles import larger_puzzle, random_puzzle
from support.seeds import quick
from support.tasks import ends_within
from support.wide_puzzles import SIZES, many_letters

from benchmarks.lists import parity_words
from satcross.encoding.encode import encode
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains, arc_consistent
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.solve.backends.registry import eager_session
from satcross.solve.lazy import engine
from satcross.solve.lazy import search as search_module
from satcross.solve.lazy.engine import kernel
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.search import FOUND, NONE, PAUSED
from satcross.solve.lazy.session import SearchSession
from satcross.solve.protocol import Outcome, Session, SolverOptions
from satcross.task import Deadline
from satcross.words import WordList

# The search in Python is there for these tests alone. That it is right follows in a quick run from
# what it says, which is what the compiled one says, and from that one beside CaDiCaL; to compare it
# with CaDiCaL as well takes three times as long as the compiled one does.
both_slowly = pytest.mark.parametrize(
    "lazy_kernel", ["compiled", pytest.param("oracle", marks=pytest.mark.slow)], indirect=True
)
compiled_only = pytest.mark.skipif(
    kernel() != "compiled", reason="the extension module is not built"
)


@pytest.fixture(params=[0.0, 1.0], ids=["chronological phases", "learning only"])
def restless(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Restarts, clearings and turns every few conflicts, so that small puzzles meet them."""
    monkeypatch.setattr(search_module, "RESTART_UNIT", 3)
    monkeypatch.setattr(search_module, "REDUCE_FROM", 5)
    monkeypatch.setattr(search_module, "CHRONO_CONFLICTS", 4)
    monkeypatch.setattr(search_module, "CHRONO_CELLS", request.param)


def puzzles(seeds: range) -> list[tuple[int, Domains]]:
    made = []
    for seed in seeds:
        puzzle = random_puzzle(seed) if seed % 3 else larger_puzzle(seed)
        if seed % 7 == 0:
            # Those of these seeds take the search in Python tenths of a second.
            puzzle = many_letters(seed + 2, SIZES[seed // 7 % len(SIZES)])
        domains = arc_consistent(puzzle)
        if domains.emptied is None:
            made.append((seed, domains))
    return made


def conversation(search: Any, rng: random.Random, n_letters: int) -> list[object]:
    """Everything that a search says when it is led through fills, assumptions and clauses."""
    log: list[object] = []
    for _ in range(25):
        if rng.random() < 0.5:
            n = rng.randint(0, 3)
            search.assume([rng.choice((-1, 1)) * rng.randint(1, n_letters) for _ in range(n)])
            if rng.random() < 0.4:
                other, a, b = search.new_variable(), *rng.choices(range(1, n_letters + 1), k=2)
                search.add_clause([other, -a])
                search.add_clause([-other, a, -b])
            log.append((search.run(7, 11), list(search.core)))
        search.assume([])
        while (outcome := search.run(50, 1000)) == PAUSED:
            pass
        log.append(outcome)
        if outcome == NONE:
            break
        found = search.true_variables()
        log.append((found, search.n_conflicts, search.n_decisions, search.n_reasons))
        search.add_clause([-literal for literal in found if literal <= n_letters])
    log += [search.n_restarts, list(search.activity), search.deepest, search.root()]
    return log


@compiled_only
@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize("first", quick(range(0, 120, 30), 1))
def test_both_searches_say_the_same(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    n_conflicts = n_restarts = 0
    for seed, domains in puzzles(range(first, first + 30)):
        letters = LetterVars(domains)
        logs = []
        for name in KERNELS:
            use(name, monkeypatch)
            search = engine.make_search(TableProblem.of(domains, letters), seed)
            logs.append(conversation(search, random.Random(seed), letters.n))
            n_conflicts += search.n_conflicts
            n_restarts += search.n_restarts
        assert logs[0] == logs[1], seed
    assert n_conflicts > 200
    assert n_restarts > 20


@pytest.mark.usefixtures("restless")
@both_slowly
@pytest.mark.parametrize("first", quick(range(0, 90, 30), 1))
def test_assumptions_and_cores_agree_with_cadical(first: int, lazy_kernel: str) -> None:
    n_cores = 0
    for seed, domains in puzzles(range(first, first + 30)):
        letters = LetterVars(domains)
        ours = SearchSession(TableProblem.of(domains, letters), seed=seed)
        theirs = eager_session(encode(domains), SolverOptions("cadical195"), in_process=True)
        rng = random.Random(seed)
        for _ in range(12):
            n = min(letters.n, rng.randint(0, 5))
            assumed = [rng.choice((-1, 1)) * v for v in rng.sample(range(1, letters.n + 1), n)]
            answer = ours.solve(assumed)
            assert answer.outcome is theirs.solve(assumed).outcome
            if answer.outcome is Outcome.UNSAT:
                assert set(answer.core) <= set(assumed)
                assert theirs.solve(list(answer.core)).outcome is Outcome.UNSAT
                n_cores += bool(answer.core)
                continue
            assert answer.assignment is not None
            assert all(answer.assignment.is_true(literal) for literal in assumed)
            if rng.random() < 0.5:  # block it, or a part of it, for both
                found = letters.letters(answer.assignment.true_variables(letters.n))
                literals = letters.literals(found)
                part = [-literal for literal in literals[: rng.choice([3, len(literals)])]]
                ours.add_clause(part)
                theirs.add_clause(part)
        assert set(ours.fixed_letters()) <= set(range(-letters.n, letters.n + 1))
        for literal in ours.fixed_letters():
            assert theirs.solve([-literal]).outcome is Outcome.UNSAT
        theirs.close()
    assert n_cores > 10


@pytest.mark.usefixtures("restless")
@both_slowly
@pytest.mark.parametrize("first", quick(range(0, 60, 30), 1))
def test_all_fills_are_found_once(first: int, lazy_kernel: str) -> None:
    n_fills = n_conflicts = 0
    for seed, domains in puzzles(range(first, first + 30)):
        letters = LetterVars(domains)
        ours = SearchSession(TableProblem.of(domains, letters), seed=seed)
        theirs = eager_session(encode(domains), SolverOptions("cadical195"), in_process=True)
        fills = [all_fills(session, letters) for session in (ours, theirs)]
        assert fills[0] == fills[1], seed
        n_fills += len(fills[0])
        n_conflicts += ours.counters.conflicts
        theirs.close()
    assert n_fills > 50
    assert n_conflicts > 100


def all_fills(session: Session, letters: LetterVars) -> list[list[int]]:
    """The true letters of each fill, up to 30 of them; sorted if these are all."""
    found: list[list[int]] = []
    while len(found) < 30:
        answer = session.solve()
        if answer.assignment is None:
            assert answer.outcome is Outcome.UNSAT
            return sorted(found)
        found.append(list(answer.assignment.true_variables(letters.n)))
        session.add_clause([-literal for literal in found[-1]])
    assert len({tuple(fill) for fill in found}) == 30
    return []


def parity_square(n_cols: int, n_rows: int) -> TableProblem:
    """An open grid whose rows have an odd number of Bs and whose columns an even one."""
    words = WordList.from_words([(word, 50) for word in parity_words(n_cols, n_rows)])
    domains = arc_consistent(Puzzle(Grid.parse("\n".join(["." * n_cols] * n_rows)), words))
    return TableProblem.of(domains)


def test_a_phase_without_learning_follows_where_clauses_speak_of_most_cells(
    monkeypatch: pytest.MonkeyPatch, lazy_kernel: str
) -> None:
    monkeypatch.setattr(search_module, "RESTART_UNIT", 10)
    monkeypatch.setattr(search_module, "CHRONO_CONFLICTS", 100)
    search = engine.make_search(parity_square(4, 5), 0)
    asked: list[int] = []  # by slice of 5 conflicts, the reasons so far
    while search.run(5, 1000) == PAUSED and len(asked) < 500:
        asked.append(search.n_reasons)
    plain = [before == after for before, after in pairwise(asked)]
    assert 10 < sum(plain) < len(plain)
    # The turns end, come back, and get longer.
    turns = [len(list(run)) for is_plain, run in groupby(plain) if is_plain]
    assert len(turns) > 1
    assert turns[1] > 1.5 * turns[0]


def test_an_assumption_keeps_the_search_learning(
    monkeypatch: pytest.MonkeyPatch, lazy_kernel: str
) -> None:
    monkeypatch.setattr(search_module, "RESTART_UNIT", 10)
    monkeypatch.setattr(search_module, "CHRONO_CONFLICTS", 100)
    search = engine.make_search(parity_square(4, 5), 0)
    search.assume([1])
    n_reasons = -1
    for _ in range(20):
        assert search.run(10, 1000) == PAUSED
        assert search.n_reasons > n_reasons
        n_reasons = search.n_reasons


@compiled_only
def test_a_parity_argument_is_proved_by_trying_everything() -> None:
    search = engine.make_search(parity_square(6, 5), 0)
    outcome = PAUSED
    while outcome == PAUSED and search.n_conflicts < 1_000_000:
        outcome = search.run(10_000, 1_000_000)
    assert outcome == NONE


def open_square() -> SearchSession:
    words = WordList.builtin(min_score=30)
    domains = arc_consistent(Puzzle(Grid.parse("\n".join(["......."] * 7)), words))
    return SearchSession(TableProblem.of(domains), seed=1)


def test_a_conflict_limit_is_kept_and_the_search_goes_on(lazy_kernel: str) -> None:
    session = open_square()
    for n_calls in range(1, 4):
        answer = session.solve(conflicts=5)
        assert answer.outcome is Outcome.UNKNOWN
        assert answer.reason == "conflict limit"
        assert session.counters.conflicts == 5 * n_calls


def test_a_deadline_is_kept(lazy_kernel: str) -> None:
    session = open_square()
    for seconds in (0.0, 0.2):
        with ends_within(seconds):
            answer = session.solve(deadline=Deadline.after(seconds))
        assert answer.outcome is Outcome.UNKNOWN
        assert answer.reason == "time limit"


def test_a_closed_session_takes_no_questions() -> None:
    session = open_square()
    session.close()
    session.close()
    with pytest.raises(RuntimeError, match="closed"):
        session.solve()


def test_a_clause_without_literals_ends_it(lazy_kernel: str) -> None:
    _, domains = puzzles(range(1, 10))[0]
    search = engine.make_search(TableProblem.of(domains), 0)
    assert search.run(1000, 1000) == FOUND
    search.add_clause([])
    assert search.run(1000, 1000) == NONE
    assert search.core == []


def test_luby() -> None:
    assert [luby(i) for i in range(15)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
