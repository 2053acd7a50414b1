"""Every eager solver keeps the rules of the session: answers, cores, new clauses, seeds, limits."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import numpy as np
import pytest
from support.pigeons import PIGEONS, pigeon_hole
from support.tasks import ends_within
from support.unit_propagation import models_of

from satcross.cnf.formula import Formula
from satcross.encoding.encode import Encoding, encode
from satcross.errors import OptionError, SolverError
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.preference import preference, slot_order
from satcross.solve.backends.pysat import ABILITIES, PysatBackend, ability
from satcross.solve.backends.registry import eager_engine_name, eager_session, names
from satcross.solve.backends.scramble import Scramble
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.task import Deadline, Progress
from satcross.words import WordList

SOLVERS = tuple(ABILITIES)


def shuffled(n_vars: int, seed: int) -> Scramble:
    order = list(range(1, n_vars + 1))
    random.Random(seed).shuffle(order)
    return Scramble.by_order(np.array(order))


def session_of(solver: str, formula: Formula, seed: int = 1) -> EagerSession:
    scramble = shuffled(formula.n_vars, seed)
    return EagerSession(solver, formula, PysatBackend(solver), scramble)


def little_encoding(encoding: str = "support") -> Encoding:
    words = WordList.from_words(
        ("".join(word), 1 + (sum(map(ord, word)) * 7) % 90)
        for word in itertools.product("ABCDE", repeat=3)
        if word[0] != word[1]
    )
    return encode(Puzzle(Grid.parse("...\n...\n..."), words), encoding=encoding)


@pytest.mark.parametrize("solver", SOLVERS)
def test_random_formulas_with_assumptions_and_added_clauses(solver: str) -> None:
    rng = random.Random(solver)
    for _ in range(12):
        n = rng.randint(3, 6)
        variables = range(1, n + 1)
        clauses = [
            [v * rng.choice([1, -1]) for v in rng.sample(variables, rng.randint(2, 3))]
            for _ in range(rng.randint(2, 14))
        ]
        session = session_of(solver, Formula.of(clauses, n), seed=rng.randrange(9))
        for _ in range(5):
            assumptions = [
                v * rng.choice([1, -1]) for v in rng.sample(variables, rng.randint(0, 3))
            ]
            answer = session.solve(assumptions)
            wanted = models_of([*clauses, *([lit] for lit in assumptions)], n)
            assert answer.outcome is (Outcome.SAT if wanted else Outcome.UNSAT)
            if answer.assignment is not None:
                assert tuple(answer.assignment.values[1 : n + 1].tolist()) in wanted
                assert all(map(answer.assignment.is_true, assumptions))
            else:
                assert set(answer.core) <= set(assumptions)
                assert not models_of([*clauses, *([lit] for lit in answer.core)], n)
            added = [v * rng.choice([1, -1]) for v in rng.sample(variables, 2)]
            session.add_clause(added)
            clauses.append(added)
        session.close()


@pytest.mark.parametrize("solver", SOLVERS)
def test_new_variables_and_the_empty_clause(solver: str) -> None:
    session = session_of(solver, Formula.of([[1, 2]], n_vars=4))
    new = session.new_variable()
    assert new == 5
    session.add_clause([-new, -1])
    session.add_clause([-new, -2, 3])
    answer = session.solve([new])
    assert answer.assignment is not None
    assert answer.assignment.n_vars == 5
    assert {2, 3, 5} <= set(answer.assignment.true_variables())
    assert session.solve([new, -3]).outcome is Outcome.UNSAT
    session.add_clause([])
    assert session.solve().outcome is Outcome.UNSAT
    session.close()
    session.close()
    with pytest.raises(SolverError, match="has ended: closed"):
        session.solve()


@pytest.mark.parametrize("solver", [s for s in SOLVERS if ABILITIES[s].incremental])
def test_cores_leave_out_what_does_not_matter(solver: str) -> None:
    session = session_of(solver, Formula.of([[-1, -2], [3, 4, 5]]))
    assert set(session.solve([5, 1, 4, 2, -3]).core) == {1, 2}
    session.close()


def test_unknown_literals_are_refused() -> None:
    session = session_of("minisat22", Formula.of([[1, 2]]))
    for bad in (0, 3, -3):
        with pytest.raises(ValueError, match="is no literal over 2 variables"):
            session.add_clause([1, bad])
        with pytest.raises(ValueError, match="is no literal"):
            session.solve([bad])
    session.close()


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("encoding", ["support", "dawg"])
def test_same_seed_same_fill_and_other_seeds_other_fills(solver: str, encoding: str) -> None:
    encoded = little_encoding(encoding)

    def fill(seed: int) -> list[int]:
        options = SolverOptions(solver=solver, seed=seed)
        session = eager_session(encoded, options, in_process=True)
        answer = session.solve()
        session.close()
        assert answer.assignment is not None
        return answer.assignment.true_variables(encoded.letters.n)

    fills = [fill(seed) for seed in (1, 2, 3)]
    assert fills[0] == fill(1)
    assert any(other != fills[0] for other in fills[1:])


def test_high_scores_are_preferred_on_average() -> None:
    encoded = little_encoding("support")
    scores = dict(encoded.puzzle.words.words())
    average = sum(scores.values()) / len(scores)
    found: list[int] = []
    for seed in range(12):
        session = eager_session(
            encoded, SolverOptions(solver="cadical153", seed=seed), in_process=True
        )
        answer = session.solve()
        session.close()
        assert answer.assignment is not None
        true = set(answer.assignment.true_variables())
        for index, first in encoded.first_word.items():
            words = encoded.domains.words[index]
            held = [words[v - first] for v in range(first, first + len(words)) if v in true]
            found += [int(encoded.puzzle.words.table(3).scores[word]) for word in held]
    assert len(found) == 12 * 6
    assert sum(found) / len(found) > 1.1 * average


def test_preference_names_slots_together_and_good_words_high() -> None:
    encoded = little_encoding("support")
    n_vars = encoded.formula.n_vars
    order = preference(encoded, 5)
    renamed = order.scramble.literals(range(1, n_vars + 1))
    assert sorted(renamed) == list(range(1, n_vars + 1))
    by_slot = [
        order.scramble.literals(range(first, first + len(encoded.domains.words[index])))
        for index, first in encoded.first_word.items()
    ]
    assert sorted(order.phases.tolist()) == sorted(name for names in by_slot for name in names)
    # The words of a slot stand together, and above them only other slots' words.
    assert all(max(a) < min(b) for a, b in itertools.pairwise(sorted(by_slot, key=min)))
    assert min(map(min, by_slot)) == n_vars - sum(map(len, by_slot)) + 1
    for of_slot in by_slot:  # the words are in the order of their scores, falling
        assert sum(of_slot[:10]) > sum(of_slot[-10:])


@pytest.mark.parametrize("solver", ["cadical153", "glucose4", "minisat22", "mergesat3"])
def test_deadline_in_process(solver: str) -> None:
    session = session_of(solver, pigeon_hole(PIGEONS))
    with ends_within(0.2):
        answer = session.solve(deadline=Deadline.after(0.2))
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.reason == "time limit"
    again = session.solve(deadline=Deadline.after(0.2))
    assert again.outcome is Outcome.UNKNOWN
    session.close()


@pytest.mark.parametrize("solver", ["cadical195", "glucose4"])
def test_a_solver_in_this_process_goes_on_after_a_deadline(solver: str) -> None:
    session = session_of(solver, pigeon_hole(8))
    for _ in range(1000):
        answer = session.solve(deadline=Deadline.after(0.02))
        if answer.outcome is not Outcome.UNKNOWN:
            break
    assert answer.outcome is Outcome.UNSAT
    session.close()


def test_solvers_that_cannot_be_stopped_say_so() -> None:
    session = session_of("lingeling", Formula.of([[1]]))
    with pytest.raises(SolverError, match="lingeling cannot be stopped in this process"):
        session.solve(deadline=Deadline.after(9))
    assert session.solve().outcome is Outcome.SAT
    session.close()


def test_a_deadline_that_has_passed_needs_no_solver() -> None:
    session = session_of("glucose4", Formula.of([[1]]))
    assert session.solve(deadline=Deadline.after(0)).outcome is Outcome.UNKNOWN


def test_a_wrong_answer_is_an_error() -> None:
    from satcross.solve.backends.eager import RawAnswer

    class Liar(PysatBackend):
        def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
            return RawAnswer(Outcome.SAT)

    formula = Formula.of([[-1], [1, 2]])
    session = EagerSession("liar", formula, Liar("minisat22"), Scramble.identity(2))
    with pytest.raises(SolverError, match=r"said SATISFIABLE, but .* not satisfy clause 2$"):
        session.solve()
    session = EagerSession("liar", Formula.of([[-1]]), Liar("minisat22"), Scramble.identity(1))
    session.add_clause([1])
    with pytest.raises(SolverError, match=r"does not satisfy a clause that was added$"):
        session.solve()


def test_names_and_unknown_names() -> None:
    assert names()[0] == "lazy"
    assert set(names()[1:]) == set(SOLVERS)
    with pytest.raises(OptionError, match=r"solver: there is no solver 'glucose5'; choose one of"):
        ability("glucose5")
    assert eager_engine_name(SolverOptions(solver="glucose4")) == "glucose4"
    assert eager_engine_name(SolverOptions(command="/usr/bin/kissat -q {cnf}")) == "kissat"
    with pytest.raises(OptionError, match="exclude each other"):
        eager_engine_name(SolverOptions(solver="glucose4", command="kissat {cnf}"))


def test_the_guide_names_every_solver() -> None:
    page = (Path(__file__).parents[3] / "docs" / "guide" / "solvers.md").read_text("utf-8")
    listed = re.search(r"^`--solver NAME` takes (.*?)\.", page, re.MULTILINE | re.DOTALL)
    assert listed is not None
    assert re.split(r",\s+|\s+and\s+", listed[1]) == list(SOLVERS)


def test_every_solver_of_this_pysat_is_known() -> None:
    from pysat.solvers import SolverNames

    # Python puts a tuple of its own into classes: `__static_attributes__`.
    groups = [
        set(aliases)
        for field, aliases in vars(SolverNames).items()
        if isinstance(aliases, tuple) and not field.startswith("__")
    ]
    for name in SOLVERS:
        assert any(name in group for group in groups), f"PySAT no longer has {name}"
    left = [group for group in groups if not group & set(SOLVERS)]
    # CryptoMiniSat needs a package that PySAT does not bring.
    assert all("cryptominisat" in group for group in left), f"PySAT has got {left}"


@pytest.mark.parametrize("in_process", [True, False])
def test_progress_is_told_by_child_processes_only(in_process: bool) -> None:
    seen: list[Progress] = []
    options = SolverOptions(solver="minisat22", on_progress=seen.append)
    session = eager_session(little_encoding(), options, in_process=in_process)
    assert session.solve().outcome is Outcome.SAT
    session.close()
    assert not in_process or not seen


def test_slots_are_filled_along_their_crossings() -> None:
    puzzle = little_encoding().puzzle
    orders = [slot_order(puzzle, np.random.default_rng(seed)) for seed in range(8)]
    assert len({tuple(order) for order in orders}) > 1
    for order in orders:
        assert sorted(order) == list(range(6))
        # Each time one of those with the most cells crossed by earlier slots: here all slots of
        # the other direction cross a slot.
        for step, index in enumerate(order.index(step) for step in range(6)):
            left = [i for i in range(6) if order[i] >= step]
            crossed = {
                i: sum(
                    order[other.index] < step and other.name[-1] != puzzle.slots[i].name[-1]
                    for other in puzzle.slots
                )
                for i in left
            }
            assert crossed[index] == max(crossed.values())
