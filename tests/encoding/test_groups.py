"""Groups of clauses, sums and weights in files, against `explain`, PySAT and brute force."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from oracles.weighted import weighted_count
from pysat.formula import CNFPlus
from pysat.solvers import Solver
from support.brute_force import all_fills
from support.cli import run_cli
from support.random_constraints import random_constraints
from support.random_puzzles import random_puzzle

import satcross as sx
from satcross.apps.explain.explain import Explanation
from satcross.apps.explain.rules import RuleKind
from satcross.cnf.variants import read_problem

WORDS = ["cot", "ode", "pen", "cat", "ape", "ten", "ore"]


class Groups:
    """A file of groups as a text, and a solver with a selector for each group."""

    def __init__(self, path: Path) -> None:
        lines = path.read_text(encoding="utf-8").splitlines()
        comments = [line.split(" ", 4) for line in lines if line.startswith("c satcross group ")]
        self.names = {int(number): name for _, _, _, number, name in comments}
        header = next(line for line in lines if line.startswith("p gcnf "))
        self.n_vars, n_clauses, self.n_groups = map(int, header.split()[2:])
        body = [line for line in lines if line.startswith("{")]
        assert len(body) == n_clauses
        assert sorted(self.names) == list(range(self.n_groups + 1))
        self.solver = Solver("g4")
        for line in body:
            number, _, clause = line[1:].partition("} ")
            literals = list(map(int, clause.split()))
            assert literals.pop() == 0
            assert all(abs(literal) <= self.n_vars for literal in literals)
            self.solver.add_clause([*literals, -self._selector(int(number))])

    def _selector(self, number: int) -> int:
        return self.n_vars + 1 + number

    def holds(self, names: Collection[str]) -> bool:
        """Whether some groups can be kept together, beside that which always holds."""
        kept = [n for n, name in self.names.items() if name in names or n == 0]
        return bool(self.solver.solve(assumptions=list(map(self._selector, kept))))


def names_of(explanation: Explanation) -> list[str]:
    """The groups that its reasons are."""
    puzzle, found = explanation.puzzle, []
    for reason in explanation.reasons:
        where = reason.where(puzzle)
        if reason.kind is RuleKind.LETTER:
            found.append(f"{where}={puzzle.grid.cells[reason.index]}")
        elif reason.kind is RuleKind.RULE:
            found.append(str(puzzle.rules[reason.index]))
        else:
            found.append(where or "no word twice")
    return found


def unfillable() -> Iterator[sx.Puzzle]:
    """Puzzles without a fill, some with rules."""
    yield sx.Puzzle("C.T\n#.#\n.X.", ["cot", "ode", "pen", "cat"])
    yield sx.Puzzle("..\n..", ["ab", "bc", "ca"])
    yield sx.Puzzle("...\n...", ["abc", "ab", "bb"]).with_rule("none of cell=A, (cell=B, cell=C)")
    for seed in range(40):
        puzzle = random_puzzle(seed)
        if any(map(puzzle.is_exempt, puzzle.slots)):
            continue
        with_rules = puzzle.with_rule(*(one for one, _ in random_constraints(puzzle, seed)))
        for one in (puzzle, with_rules):
            if one.needs <= {"conditions"} and isinstance(sx.fill(one), sx.Impossible):
                yield one


def test_reasons_of_explain_are_minimal_groups(tmp_path: Path) -> None:
    n_reasons, kinds = 0, set()
    for number, puzzle in enumerate(unfillable()):
        path = tmp_path / f"{number}.gcnf"
        sx.export(puzzle, path)
        groups = Groups(path)
        assert not groups.holds(groups.names.values())
        explanation = sx.explain(puzzle).unwrap()
        names = names_of(explanation)
        assert set(names) <= set(groups.names.values())
        assert not groups.holds(names), (number, names)
        for name in names:
            assert groups.holds([other for other in names if other != name]), (number, name)
        n_reasons += len(names)
        kinds |= {reason.kind for reason in explanation.reasons}
    assert n_reasons > 20
    assert kinds == {RuleKind.SLOT, RuleKind.LETTER, RuleKind.DISTINCT, RuleKind.RULE}


def test_crossings_are_groups(tmp_path: Path) -> None:
    """With all of them there are the reasons of `explain`; without one that is needed, none."""
    n_needed = 0
    for number, puzzle in enumerate(unfillable()):
        path = tmp_path / f"{number}.gcnf"
        sx.export(puzzle, path, crossings=True)
        groups = Groups(path)
        crossings = {name for name in groups.names.values() if " at r" in name}
        n_crossed = sum(
            len(
                [slot for slot in puzzle.slots if cell in slot.cells and not puzzle.is_exempt(slot)]
            )
            - 1
            for cell in puzzle.cells_in_slots
        )
        assert len(crossings) == n_crossed
        names = names_of(sx.explain(puzzle).unwrap())
        assert not groups.holds({*names, *crossings}), number
        for name in names:
            others = {other for other in names if other != name}
            assert groups.holds({*others, *crossings}), (number, name)
        smallest = {*names, *crossings}
        for name in sorted(crossings):  # a minimal set, by deletion
            if not groups.holds(smallest - {name}):
                smallest.discard(name)
        needed = smallest & crossings
        assert all(groups.holds(smallest - {name}) for name in smallest)
        assert all(name.partition(" at ")[0] in names for name in needed)
        n_needed += len(needed)
    assert n_needed > 10


def test_a_crossing_that_is_lifted_leaves_both_words(tmp_path: Path) -> None:
    path = tmp_path / "a.gcnf"
    grid, words = "...\n.##", ["abc", "axy", "bd"]
    assert isinstance(sx.fill(grid, words), sx.Impossible)
    stats = sx.export(grid, path, words, crossings=True)
    groups = Groups(path)
    every = set(groups.names.values())
    assert every == {"cells", "1A", "1D", "1D at r1c1", "no word twice"}
    assert not groups.holds(every)
    assert groups.holds(every - {"1D at r1c1"})
    assert stats.n_clauses_by_constraint["1D at r1c1"] == 2 * 26
    with pytest.raises(sx.OptionError, match="crossings: the format cnf has no groups"):
        sx.export(grid, tmp_path / "a.cnf", words, crossings=True)


def test_groups_have_the_models_that_the_puzzle_has_fills(tmp_path: Path) -> None:
    path = tmp_path / "a.gcnf"
    grid = "C..\n#.#\n..."
    sx.export(grid, path, WORDS)
    problem = read_problem(path)
    fills = {str(fill) for fill in sx.enumerate_fills(grid, WORDS)}
    found = set()
    with Solver("g4", bootstrap_with=list(problem.formula)) as solver:
        for number, model in enumerate(solver.enum_models()):
            answer = tmp_path / f"{number}.out"
            answer.write_text(f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n")
            done = run_cli("decode", path, answer)
            assert done.code == 0
            found.add(done.out.strip())
    assert found == fills
    assert number == len(fills) - 1
    assert sum(problem.groups) == problem.formula.n_clauses


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("p gcnf 1 1 1\n{2} 1 0\n", "the groups are not in order"),
        ("p gcnf 1 2 1\n{1} 1 0\n{0} 1 0\n", "the groups are not in order"),
        ("p gcnf 1 1 1\n1 0\n", "2: the line is not well formed"),
        ("p gcnf 1 1 1\n{1} 1\n", "2: the line is not well formed"),
        ("p cnf+ 2 1\n1 2 >= x\n", "2: the line is not well formed"),
        ("p cnf+ 2 1\n1 2 <= 1\n", "2: the line is not well formed"),
    ],
)
def test_damaged_files_are_refused(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text(text)
    with pytest.raises(sx.DimacsError, match=problem):
        read_problem(path)


def test_rules_between_entries_have_no_groups(tmp_path: Path) -> None:
    puzzle = sx.Puzzle("...\n#.#\n...", WORDS, max_shared_substring=2)
    with pytest.raises(sx.OptionError, match="a group CNF does not support"):
        sx.export(puzzle, tmp_path / "a.gcnf")
    assert not any(tmp_path.iterdir())


def test_sums_are_read_by_pysat(tmp_path: Path) -> None:
    puzzle = sx.Puzzle("...\n#.#\n...", WORDS).with_rule("letter-count cell: [EO] 2 to 3")
    path = tmp_path / "a.cnf+"
    stats = sx.export(puzzle, path)
    formula = CNFPlus(from_file=str(path))
    problem = read_problem(path)
    assert (
        len(formula.atmosts) == len(problem.at_least) == stats.n_clauses_by_constraint["sums"] > 0
    )
    assert f"p cnf+ {problem.formula.n_vars} {stats.n_clauses}" in path.read_text()
    assert list(map(list, problem.formula)) == formula.clauses
    with Solver("minicard", bootstrap_with=formula.clauses) as solver:
        for literals, most in formula.atmosts:
            solver.add_atmost(literals, most)
        n = 0
        while solver.solve():
            letters = [lit for lit in solver.get_model() if 0 < abs(lit) <= stats.n_letters]
            solver.add_clause([-lit for lit in letters])
            n += 1
    assert n == sx.count(puzzle).unwrap().n > 0


@pytest.mark.parametrize("encoding", ["auto", "support"])
@pytest.mark.parametrize("grid", ["C..\n#.#\n...", "COT\n#.#\n...", "..\n.."])
def test_weights_multiply_to_the_scores_of_a_fill(grid: str, encoding: str, tmp_path: Path) -> None:
    scores = itertools.cycle((90, 50, 35, 80, 7, 64))
    listed = dict(zip([*WORDS, "at", "to", "ah", "ho", "oh", "ta"], scores, strict=False))
    path = tmp_path / "a.cnf"
    sx.export(grid, path, listed, encoding=encoding, weights=True)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "c t wmc"
    assert not any(line.startswith("c p show") for line in lines)
    weights: dict[int, Fraction] = {}
    for line in lines:
        if line.startswith("c p weight "):
            literal, weight, end = line.split()[3:]
            assert end == "0"
            assert int(literal) not in weights
            weights[int(literal)] = Fraction(weight)
    total = Fraction(0)
    with Solver("g4", bootstrap_with=list(read_problem(path).formula)) as solver:
        for model in solver.enum_models():
            product = Fraction(1)
            for literal in model:
                product *= weights.get(literal, Fraction(1))
            total += product
    wanted = Fraction(0)
    for fill in sx.enumerate_fills(grid, listed):
        product = Fraction(1)
        for score in fill.scores:
            product *= Fraction(score, 100)
        wanted += product
    assert total == wanted > 0


def weighted(path: Path) -> tuple[list[list[int]], int, dict[int, str]]:
    """The clauses, the number of variables and the weights of a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = (line.split()[3:] for line in lines if line.startswith("c p weight "))
    formula = read_problem(path).formula
    return list(map(list, formula)), formula.n_vars, {int(lit): w for lit, w, _ in found}


def cases_of_weights() -> Iterator[tuple[sx.Puzzle, Fraction]]:
    """Puzzles, and the sums of the products of their words' scores, by brute force."""
    for seed in range(40):
        puzzle = random_puzzle(seed)
        if any(map(puzzle.is_exempt, puzzle.slots)):
            continue
        rng = random.Random(seed)
        listed = {word: rng.randint(1, 100) for word, _ in puzzle.words.words()}
        alphabet = puzzle.words.alphabet
        scored = replace(puzzle, words=sx.WordList.from_words(listed, alphabet=alphabet))
        rows = ["".join(row) for row in puzzle.grid.rows()]
        fills = all_fills(rows, set(listed), alphabet.letters, distinct=puzzle.distinct)
        total = Fraction(0)
        for cells in map("".join, fills):
            words = ("".join(cells[at] for at in slot.cells) for slot in puzzle.slots)
            total += math.prod(Fraction(listed[word], 100) for word in words)
        if len(fills) < 300:
            yield scored, total


def test_counters_of_weighted_formulas_find_the_sum_over_all_fills(tmp_path: Path) -> None:
    n_filled = n_long = 0
    for number, (puzzle, total) in enumerate(cases_of_weights()):
        path = tmp_path / f"{number}.cnf"
        sx.export(puzzle, path, weights=True, encoding=("auto", "support")[number % 2])
        clauses, n_vars, weights = weighted(path)
        exact = {literal: Fraction(weight) for literal, weight in weights.items()}
        assert weighted_count(clauses, n_vars, exact) == total, number
        n_filled += bool(total)
        n_long += len(clauses) > 50
    assert n_filled > 8 < n_long


def test_ganak_counts_weighted_formulas(tmp_path: Path) -> None:
    pyganak = pytest.importorskip("pyganak")
    n_filled = 0
    for number, (puzzle, total) in enumerate(itertools.islice(cases_of_weights(), 0, None, 3)):
        path = tmp_path / f"{number}.cnf"
        sx.export(puzzle, path, weights=True)
        clauses, n_vars, weights = weighted(path)
        if [] in clauses:
            assert not total
            continue
        counter = pyganak.WeightedCounter()
        counter.new_vars(n_vars)
        counter.add_clauses(clauses)
        for literal, weight in weights.items():
            counter.set_lit_weight(literal, float(weight))
        assert counter.count() == pytest.approx(float(total), rel=1e-9), number
        n_filled += bool(total)
    assert n_filled > 2


def test_weights_need_variables_of_words(tmp_path: Path) -> None:
    with pytest.raises(sx.OptionError, match="dawg has no variables for words, which weights need"):
        sx.export("...\n#.#\n...", tmp_path / "a.cnf", WORDS, encoding="dawg", weights=True)
    with pytest.raises(sx.OptionError, match="the format opb has no weights of literals"):
        sx.export("...\n#.#\n...", tmp_path / "a.opb", WORDS, weights=True)
