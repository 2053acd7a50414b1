"""Formats beside CNF: each line against its meaning in the format, headers, and reading back.

The lines are made here from the problem, by no code of the writers.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.seeds import quick

from satcross.cnf.assignment import Assignment
from satcross.cnf.formula import Formula
from satcross.cnf.variants import (
    CNFPLUS,
    GCNF,
    ICNF,
    OPB,
    PWCNF,
    WCNF,
    Objective,
    Problem,
    read_problem,
    write_problem,
)

FORMS = (CNFPLUS, GCNF, ICNF, OPB, PWCNF, WCNF)


def random_problem(seed: int, form: str) -> Problem:
    rng = random.Random(seed)
    n_vars = rng.randint(2, 8)
    variables = range(1, n_vars + 1)

    def literals(most: int) -> list[int]:
        some = rng.sample(variables, rng.randint(1, min(most, n_vars)))
        return [rng.choice((1, -1)) * variable for variable in some]

    clauses = [literals(4) for _ in range(rng.randint(1, 9))]
    more: dict[str, Any] = {}
    if form in (WCNF, PWCNF, OPB):
        costly = sorted(rng.sample(variables, rng.randint(1, n_vars)))
        losses = np.array([rng.randint(1, 60) for _ in costly], np.int64)
        more["objective"] = Objective(900, np.array(costly, np.int64), losses)
    if form in (CNFPLUS, OPB):
        sums = (literals(5) for _ in range(rng.randint(0, 3)))
        more["at_least"] = tuple((some, 2) for some in sums if len(some) > 1)
    if form == ICNF:
        more["cubes"] = tuple(literals(3) for _ in range(rng.randint(0, 3)))
    if form == GCNF:
        first = rng.randint(0, len(clauses))
        more["groups"] = (first, len(clauses) - first)
    return Problem(form, Formula.of(clauses, n_vars), ("a comment",), **more)


def numbers(literals: Any) -> str:
    return " ".join(map(str, literals))


def terms(literals: Any) -> str:
    return " ".join(f"{'+' if each > 0 else '-'}1 x{abs(each)}" for each in literals)


def lines_of(problem: Problem) -> list[str]:
    """The lines of the file but comments, as the descriptions of the formats have them."""
    clauses, n_vars = list(problem.formula), problem.formula.n_vars
    costs = [] if problem.objective is None else list(problem.objective.terms)
    least = problem.at_least
    if problem.form == CNFPLUS:
        head = f"p cnf+ {n_vars} {len(clauses) + len(least)}"
        sums = [f"{numbers(some)} >= {n}" for some, n in least]
        return [head, *(f"{numbers(some)} 0" for some in clauses), *sums]
    if problem.form == ICNF:
        cubes = [f"a {numbers(cube)} 0" for cube in problem.cubes]
        return ["p inccnf", *(f"{numbers(some)} 0" for some in clauses), *cubes]
    if problem.form == GCNF:
        of = [group for group, n in enumerate(problem.groups) for _ in range(n)]
        grouped = zip(of, clauses, strict=True)
        head = f"p gcnf {n_vars} {len(clauses)} {len(problem.groups) - 1}"
        return [head, *(f"{{{group}}} {numbers(some)} 0" for group, some in grouped)]
    if problem.form == WCNF:
        soft = [f"{loss} -{variable} 0" for variable, loss in costs]
        return [*(f"h {numbers(some)} 0" for some in clauses), *soft]
    if problem.form == PWCNF:
        top = sum(loss for _, loss in costs) + 1
        soft = [f"{loss} -{variable} 0" for variable, loss in costs]
        head = f"p wcnf {n_vars} {len(clauses) + len(soft)} {top}"
        return [head, *(f"{top} {numbers(some)} 0" for some in clauses), *soft]
    every = [(some, 1) for some in clauses] + [(list(some), n) for some, n in least]
    return [
        f"* #variable= {n_vars} #constraint= {len(every)}",
        f"min: {' '.join(f'+{loss} x{variable}' for variable, loss in costs)} ;",
        *(f"{terms(some)} >= {n - sum(each < 0 for each in some)} ;" for some, n in every),
    ]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", quick(range(100), 8))
def test_files_have_the_lines_of_their_format_and_are_read_again(
    seed: int, form: str, tmp_path: Path
) -> None:
    problem, path = random_problem(seed, form), tmp_path / f"a.{form}"
    assert write_problem(problem, path) == path.stat().st_size
    text = path.read_text().splitlines()
    mark = "*" if form == OPB else "c"
    assert f"{mark} a comment" in text
    comments = [line for line in text if line.startswith(mark) and "#variable" not in line]
    assert [line for line in text if line not in comments] == lines_of(problem)
    again = read_problem(path)
    assert list(again.formula) == list(problem.formula)
    assert [(list(some), n) for some, n in again.at_least] == list(problem.at_least)
    assert [list(cube) for cube in again.cubes] == list(problem.cubes)
    assert again.groups == problem.groups
    assert (again.objective is None) == (problem.objective is None)
    if again.objective is not None and problem.objective is not None:
        assert again.objective.best == problem.objective.best
        assert list(again.objective.terms) == list(problem.objective.terms)


@pytest.mark.parametrize("seed", quick(range(100), 8))
def test_the_first_that_does_not_hold_is_found(seed: int) -> None:
    problem = random_problem(seed, OPB)
    rng = random.Random(seed)
    true = [rng.random() < 0.7 for _ in range(problem.formula.n_vars)]
    literals = [n if holds else -n for n, holds in enumerate(true, 1)]
    held = set(literals)
    every = [(some, 1) for some in problem.formula] + list(problem.at_least)
    failing = [at for at, (some, n) in enumerate(every) if len(held & set(some)) < n]
    found = problem.first_falsified(Assignment.of(literals))
    assert found == (failing[0] if failing else None)
