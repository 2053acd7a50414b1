"""Rules between entries: every engine finds what brute force finds, and every task keeps them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.engine_sets import by_engines
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle
from support.runs import count, fill, letters, n_exactly, optimise

from satcross.apps.counting.sample import Samples
from satcross.cnf.dimacs import read_formula
from satcross.encoding.decode import Decoder, decode
from satcross.encoding.encode import encode
from satcross.encoding.letters import LetterVars
from satcross.errors import OptionError
from satcross.model.consistency import arc_consistent
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Best, Found, Impossible
from satcross.rules import rules_of
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.pysat import PysatBackend
from satcross.solve.backends.scramble import Scramble
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.solve.refining import RefiningSession, search_session
from satcross.tasks.checking import faults_of
from satcross.tasks.enumerate import Fills
from satcross.tasks.export import export
from satcross.words import WordList

pytestmark = pytest.mark.usefixtures("solvers_in_process")

SHARED = Kind(letters="ABCDE", shared=True)
NEAR = Kind(letters="ABEDS", near=True)
ALL = Kind(
    letters="ABEDS", near=True, shared=True, bars=0.15, voids=0.05, rebus=True, max_cells=8,
    min_lengths=(1, 2, 2),
)  # fmt: skip
KINDS = {"shared": SHARED, "near": NEAR, "all": ALL}
MOST = 150
SOLVERS = ("cadical195", "glucose4", "minisat22", "maplechrono")


def compare(seed: int, kind: Kind) -> tuple[int, int]:
    """(fills, fills that the rules forbid) of a puzzle, once all engines agree on the former."""
    puzzle = make_puzzle(seed, kind)
    free = replace(puzzle, rules=tuple(rule for rule in puzzle.rules if rule.need != "pairs"))
    without = all_fills_by_rules(free)
    wanted = all_fills_by_rules(puzzle)
    if len(wanted) > MOST:
        return 0, 0
    for engine, found in by_engines(puzzle, seed, len(wanted) + 1, SOLVERS[seed % 4]).items():
        assert found == wanted, f"seed {seed}: {engine}"
    return len(wanted), len(without) - len(wanted)


@pytest.mark.parametrize("kind", KINDS)
def test_engines_agree_with_brute_force(kind: str) -> None:
    sums = [compare(seed, KINDS[kind]) for seed in range(36, 52)]
    assert sum(n for n, _ in sums) > 20
    assert sum(n for _, n in sums) > 2


@pytest.mark.parametrize("seed", range(200, 209))
def test_assignments_are_the_fills_one_each(seed: int) -> None:
    puzzle = make_puzzle(seed, (SHARED, NEAR, ALL)[seed % 3])
    wanted = all_fills_by_rules(puzzle)
    encoding = encode(puzzle, encoding=("support", "dawg")[seed % 2])
    n_vars = encoding.formula.n_vars
    session = EagerSession(
        "minisat22", encoding.formula, PysatBackend("minisat22"), Scramble.identity(n_vars)
    )
    found: list[tuple[str, ...]] = []
    while len(found) < 60:
        answer = session.solve()
        if answer.outcome is Outcome.UNSAT:
            assert set(found) == wanted
            break
        assert answer.assignment is not None
        found.append(decode(encoding, answer.assignment).grid.cells)
        values = answer.assignment.values
        session.add_clause([-v if values[v] else v for v in range(1, n_vars + 1)])
    session.close()
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("seed", range(300, 304))
def test_tasks_keep_the_rules(seed: int) -> None:
    puzzle = make_puzzle(seed, (SHARED, NEAR)[seed % 2])
    wanted = all_fills_by_rules(puzzle)
    for method in ("auto", "exact", "enumerate"):
        assert n_exactly(count(puzzle, method=method)) == len(wanted), method
    fills = Fills(puzzle, options=SolverOptions(solver="cadical195", seed=seed))
    assert {found.grid.cells for found in fills} == wanted
    answered = letters(puzzle)
    assert isinstance(answered, Found)
    report = answered.value
    for cell in report.cells:
        assert set(cell.possible) == {filled[cell.cell] for filled in wanted}
    draws = {found.grid.cells for found in Samples(puzzle, n=20)}
    assert draws <= wanted
    assert bool(draws) == bool(wanted)
    found = fill(puzzle)
    assert isinstance(found, Found if wanted else Impossible)
    best = optimise(puzzle, goal="lowest")
    if isinstance(best, Best):
        assert best.is_proved
        assert best.fill.grid.cells in wanted
    else:
        assert not wanted


def test_a_core_stays_a_core() -> None:
    """Assumptions that the rules forbid together are refuted, others not, in one session."""
    words = WordList.from_words(["abcd", "xabc", "bcda", "efgh"])
    puzzle = Puzzle(Grid.parse("....\n####\n...."), words, max_shared_substring=3)
    domains = arc_consistent(puzzle)
    variables = LetterVars(domains)
    session = search_session(domains, variables)
    assert isinstance(session, RefiningSession)
    alphabet = words.alphabet

    def literal(cell: int, letter: str) -> int:
        return int(variables.ids[cell, alphabet.code(letter)])

    both = [literal(0, "A"), literal(8, "X")]
    answer = session.solve(both)
    assert answer.outcome is Outcome.UNSAT
    assert set(answer.core) <= set(both)
    assert answer.core
    answer = session.solve([literal(0, "A"), literal(8, "E")])
    assert answer.outcome is Outcome.SAT
    answer = session.solve([literal(0, "X")])
    assert answer.assignment is not None
    assert not answer.assignment.is_true(literal(8, "A"))
    session.close()


def test_given_pairs_are_left_alone_and_others_are_not() -> None:
    words = WordList.from_words(["stone", "stony", "atone", "brick", "ghost"])
    grid = Grid.parse("STONE\n#####\nSTONY\n#####\n.....")
    found = {
        str(filled).split("\n")[4] for filled in Fills(Puzzle(grid, words, max_shared_substring=3))
    }
    assert found == {"BRICK", "GHOST"}
    assert (
        faults_of(
            Puzzle(grid, words, max_shared_substring=3),
            Grid.parse("STONE\n#####\nSTONY\n#####\nATONE"),
        )[0].text
        == "1A STONE and 3A ATONE both have TON"
    )


def test_the_same_seed_gives_the_same_fill() -> None:
    words = WordList.builtin(min_score=55)
    grid = Grid.parse("#....\n.....\n.....\n.....\n....#")
    puzzle = Puzzle(grid, words, max_shared_substring=3, no_near_duplicates=True)
    made = [fill(puzzle, options=SolverOptions(seed=5)) for _ in range(2)]
    assert isinstance(made[0], Found)
    assert made[0] == made[1]


def test_an_export_says_what_rules_it_has(tmp_path: Path) -> None:
    puzzle = make_puzzle(7, ALL)
    puzzle = replace(puzzle, rules=rules_of(["max-shared-substring 3", "no-near-duplicates"]))
    stats = export(puzzle, tmp_path / "a.cnf")
    assert "no shared run" in stats.n_clauses_by_constraint
    assert "no near duplicate" in stats.n_clauses_by_constraint
    decoder = Decoder.from_comments(read_formula(tmp_path / "a.cnf").comments)
    assert decoder.rules == puzzle.rules


def test_a_run_of_one_cell_is_refused() -> None:
    words = WordList.from_words(["abc", "def"])
    with pytest.raises(OptionError, match="must be from 2 to 200, got 1"):
        Puzzle("...", words, max_shared_substring=1)
