"""Solvers that the caller brings, several at once, and solvers that count."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pysat.solvers as pysat
import pytest
from support.brute_force import all_fills
from support.cli import run_cli
from support.random_constraints import random_constraints
from support.random_puzzles import random_puzzle
from support.tasks import BUSY_S

import satcross as sx
from satcross.cnf.cardinality import Counting
from satcross.encoding.encode import encode
from satcross.solve.backends.registry import counting_for, eager_session
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.tasks.fill import FillTask

WORDS = ["cot", "ode", "pen", "cat", "ape", "ten", "ore"]
GRID = "C..\n#.#\n..."
N_FILLS = 6


def function(clauses: list[list[int]]) -> list[int] | None:
    """A solver as a function: the answer of PySAT's."""
    with pysat.Solver(bootstrap_with=clauses) as solver:
        return list(solver.get_model()) if solver.solve() else None


class Slow:
    """A solver of one's own, which looks for a model clause by clause."""

    def __init__(self) -> None:
        self.clauses: list[list[int]] = []
        self.model: list[int] = []

    def add_clause(self, clause: list[int]) -> None:
        self.clauses.append(clause)

    def solve(self, assumptions: Iterable[int] = ()) -> bool:
        found = function([*self.clauses, *([lit] for lit in assumptions)])
        self.model = found or []
        return found is not None

    def get_model(self) -> list[int]:
        return self.model


@pytest.mark.usefixtures("solvers_in_process")
@pytest.mark.parametrize(
    ("kind", "is_made"),
    [
        (pysat.Cadical195, False),
        (pysat.Solver, False),
        (pysat.Solver, True),
        (pysat.Cadical153, True),
        (function, False),
        (Slow, False),
        (Slow, True),
    ],
)
def test_a_solver_is_an_object(kind: Any, is_made: bool) -> None:
    def make() -> Any:
        return kind() if is_made else kind

    assert isinstance(sx.fill(GRID, WORDS, solver=make()), sx.Found)
    fills = sx.enumerate_fills(GRID, WORDS, solver=make())
    assert len({str(fill) for fill in fills}) == N_FILLS
    assert fills.is_exhausted
    core = sx.fill(GRID, WORDS, solver=make(), assume=["1A=CAT", "cell=D"])
    assert isinstance(core, sx.Impossible)
    assert core.evidence == ("1A=CAT", "cell=D")


def test_a_class_of_pysat_is_its_name() -> None:
    assert SolverOptions(pysat.Cadical195).solver == "cadical195"
    assert SolverOptions(pysat.MinisatGH).solver == "minisat-gh"
    assert SolverOptions(pysat.Kissat404).solver == "kissat404"
    assert sx.fill(GRID, WORDS, solver=Slow).work.engine == "slow"


def test_variables_have_the_names_of_the_formula() -> None:
    solver = Slow()
    fill = sx.fill(GRID, WORDS, solver=solver).unwrap()
    encoding = encode(sx.Puzzle.of(GRID, WORDS))
    true = {encoding.name(literal) for literal in solver.model if literal > 0}
    assert {f"1A={fill['1A'].word}", f"r1c2={fill['1A'].word[1]}"} <= true
    assert solver.clauses == [list(clause) for clause in encoding.formula]


@pytest.mark.parametrize(
    ("solver", "more", "message"),
    [
        (5, {}, "solver: must be a solver's name, a class or an object with add_clause, .*an? int"),
        (None, {}, "solver: must be a solver's name"),
        (pysat.Solver("g4", bootstrap_with=[[1]]), {}, "the solver has clauses already"),
        (lambda _: "x", {}, "gave no list of literals, but a str"),
        (lambda _: 1 / 0, {}, "raised ZeroDivisionError: division by zero"),
        (lambda _: [], {}, "said SATISFIABLE, but its assignment does not satisfy clause"),
        (Slow(), {"jobs": 2}, "a solver that is an object works in this process"),
        (Slow(), {"time_limit_s": 5}, "slow cannot be stopped in this process; leave out the time"),
        ("lazy,cadical195", {"jobs": 2}, "several solvers are one search each"),
        ("lazy,cadical195", {"assume": "1A=CAT"}, "several solvers are one search each"),
        ("lazy,cadical1", {}, "there is no solver 'cadical1'"),
        ("lazy,", {}, "there is no solver ''"),
    ],
)
def test_what_is_no_solver_is_refused(solver: Any, more: dict[str, Any], message: str) -> None:
    with pytest.raises(sx.SatcrossError, match=message):
        sx.fill(GRID, WORDS, solver=solver, **more)


def test_one_that_can_be_interrupted_keeps_a_time_limit() -> None:
    open_ = sx.Puzzle("\n".join(["." * 7] * 7), sx.WordList.builtin(max_words=4000))
    started = time.monotonic()
    stopped = sx.fill(open_, solver=pysat.Solver("g4"), time_limit_s=1.5)
    if isinstance(stopped, sx.Stopped):
        assert stopped.reason == "time limit"
    assert time.monotonic() - started < 2.5 + BUSY_S


def test_several_solvers_answer_as_one_of_them() -> None:
    puzzle = sx.Puzzle.of(GRID, WORDS)
    with FillTask(puzzle, SolverOptions("glucose4,minisat22", seed=3)) as task:
        found = task.run()
    assert isinstance(found, sx.Found)
    assert found.work.engine in ("glucose4", "minisat22")
    assert found.work.seed is None
    alone = sx.fill(puzzle, solver=found.work.engine, seed=3)
    assert str(alone.unwrap()) == str(found.value)
    none = sx.fill("..\n..", ["ab", "bc", "ca"], solver="lazy,cadical195")
    assert isinstance(none, sx.Impossible)


def test_several_solvers_on_the_command_line(tmp_path: Path) -> None:
    grid, words = tmp_path / "grid.txt", tmp_path / "words.txt"
    grid.write_text(GRID)
    words.write_text("\n".join(WORDS))
    found = run_cli("fill", grid, "-w", words, "--solver", "minisat22,lazy")
    assert found.code == 0
    assert found.err.strip() in ("found by minisat22", "found by lazy")
    many = run_cli("fill", grid, "-w", words, "--solver", "minisat22,lazy", "--all")
    assert many.code == 2
    assert "several solvers, which are for one fill; name one" in many.err


@pytest.mark.parametrize("solver", ["minicard", "gluecard3", "gluecard4"])
def test_solvers_that_count_are_given_sums(solver: str) -> None:
    rule = "letter-count cell: E at most 1"
    puzzle = sx.Puzzle("...\n...\n...", sx.WordList.builtin(max_words=3000)).with_rule(rule)
    options = SolverOptions(solver)
    counting = counting_for(options)
    assert isinstance(counting, Counting)
    encoded = encode(puzzle, counting=counting)
    assert counting.sums
    assert encoded.formula.n_clauses < encode(puzzle).formula.n_clauses
    session = eager_session(encoded, options, sums=counting.sums, in_process=True)
    answer = session.solve()
    session.close()
    assert answer.outcome is Outcome.SAT
    assert answer.assignment is not None
    fill = sx.fill(puzzle, solver=solver).unwrap()  # in a child process
    assert str(fill).count("E") <= 1
    assert counting_for(SolverOptions("glucose4")) is None


@pytest.mark.usefixtures("solvers_in_process")
@pytest.mark.parametrize("solver", ["minicard", "gluecard4"])
def test_sums_say_what_clauses_do(solver: str) -> None:
    n_right = 0
    for seed in range(25):
        puzzle = random_puzzle(seed)
        rows = ["".join(row) for row in puzzle.grid.rows()]
        listed = {word for word, _ in puzzle.words.words()}
        letters = puzzle.words.alphabet.letters
        every = {
            tuple("".join(fill))
            for fill in all_fills(rows, listed, letters, distinct=puzzle.distinct)
        }
        if len(every) > 200:
            continue
        pairs = random_constraints(puzzle, seed)
        right = {cells for cells in every if all(holds(cells) for _, holds in pairs)}
        fills = sx.enumerate_fills(puzzle.with_rule(*(one for one, _ in pairs)), solver=solver)
        assert {fill.grid.cells for fill in fills} == right, seed
        n_right += len(right)
    assert n_right > 50
