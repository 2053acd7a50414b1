"""The instances for other solvers: their forms, their answers, and the same bytes each time."""

from __future__ import annotations

import itertools
import lzma
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from string import ascii_uppercase

import pytest
from pysat.solvers import Solver
from support.brute_force import all_fills

from benchmarks.instances import MC, MEMBERS, PMC, SAT, WCNF, Member, puzzle_of, text_of, write
from satcross.cnf.dimacs import parse_formula

SMALL = [m for m in MEMBERS if m.grid in ("open-3x3", "open-4x4") and m.n_words <= 800]
ROOT = Path(__file__).resolve().parents[2]


def ids(member: Member) -> str:
    return member.name


def text(member: Member) -> str:
    return b"".join(text_of(member)).decode()


def clauses(member: Member) -> list[list[int]]:
    """The clauses of a CNF, or the hard ones of a WCNF."""
    lines = [line.removeprefix("h ") for line in text(member).splitlines()]
    if member.kind == WCNF:
        hard = [line[2:] for line in text(member).splitlines() if line.startswith("h ")]
        return [[int(part) for part in line.split()[:-1]] for line in hard]
    at = next(number for number, line in enumerate(lines) if line.startswith("p cnf"))
    return [[int(part) for part in line.split()[:-1]] for line in lines[at + 1 :]]


def test_the_names_differ_and_there_are_enough_for_the_competition() -> None:
    names = [member.name for member in MEMBERS]
    assert len(set(names)) == len(names)
    assert len([member for member in MEMBERS if member.kind == SAT]) >= 20
    assert {member.kind for member in MEMBERS} == {SAT, MC, PMC, WCNF}
    for member in MEMBERS:
        assert re.fullmatch(r"[A-Z]+|[0-9]+", member.expected)


@pytest.mark.parametrize("member", SMALL, ids=ids)
def test_the_form_is_what_the_competitions_ask_for(member: Member) -> None:
    lines = text(member).splitlines()
    comments = [line for line in lines if line.startswith("c")]
    assert lines[: len(comments)] == comments
    assert (f"c t {member.kind}" == lines[0]) is (member.kind in (MC, PMC))
    assert any(line.startswith("c p show ") for line in comments) is (member.kind != MC)
    rest = lines[len(comments) :]
    if member.kind == WCNF:
        assert all(re.fullmatch(r"(h|[1-9][0-9]*)( -?[1-9][0-9]*)+ 0", line) for line in rest)
    else:
        head = re.fullmatch(r"p cnf (\d+) (\d+)", rest[0])
        assert head is not None
        assert int(head[2]) == len(rest) - 1
        used = {abs(literal) for clause in clauses(member) for literal in clause}
        assert used == set(range(1, int(head[1]) + 1))
        assert parse_formula(text(member).encode()).formula.n_clauses == int(head[2])
    for clause in clauses(member):
        assert clause
        assert len({abs(literal) for literal in clause}) == len(clause)


@pytest.mark.parametrize("member", [m for m in SMALL if m.kind == SAT], ids=ids)
def test_a_solver_gives_the_expected_answer(member: Member) -> None:
    with Solver("glucose4", bootstrap_with=clauses(member)) as solver:
        assert solver.solve() is (member.expected == "SATISFIABLE")


@cache
def brute_force(words: tuple[str, ...]) -> set[tuple[str, ...]]:
    return all_fills(["..."] * 3, words, ascii_uppercase, distinct=True)


@pytest.mark.parametrize("member", [m for m in SMALL if m.grid == "open-3x3"], ids=ids)
def test_brute_force_gives_the_expected_answer(member: Member) -> None:
    if member.n_words > 160:
        pytest.skip("too many for brute force")
    scores = dict(puzzle_of(member).words.words())
    fills = brute_force(tuple(scores))
    totals = [
        sum(scores[word] for word in (*rows, *map("".join, zip(*rows, strict=True))))
        for rows in fills
    ]
    answer = {
        SAT: "SATISFIABLE" if fills else "UNSATISFIABLE",
        MC: str(len(fills)),
        PMC: str(len(fills)),
        WCNF: str(600 - max(totals, default=0)),
    }
    assert member.expected == answer[member.kind]


@pytest.mark.parametrize("member", [m for m in SMALL if m.kind in (MC, PMC)], ids=ids)
def test_the_models_are_as_many_as_expected(member: Member) -> None:
    """All models, also of the formula without projection: the other variables are determined."""
    if int(member.expected) > 100:
        pytest.skip("too many to list")
    with Solver("glucose4", bootstrap_with=clauses(member)) as solver:
        models = sum(1 for _ in itertools.islice(solver.enum_models(), 200))
    assert str(models) == member.expected


def test_the_optimum_is_the_least_weight_of_all_models() -> None:
    (member,) = (m for m in SMALL if m.kind == WCNF and m.grid == "open-3x3")
    soft = [
        list(map(int, line.split()[:-1])) for line in text(member).splitlines() if line[0].isdigit()
    ]
    assert all(len(clause) == 2 for clause in soft)
    with Solver("glucose4", bootstrap_with=clauses(member)) as solver:
        weights = [
            sum(weight for weight, literal in soft if -literal in model)
            for model in map(set, itertools.islice(solver.enum_models(), 200))
        ]
    assert str(min(weights)) == member.expected


def test_the_same_bytes_each_time(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    written = write(here, "open-3x3")
    assert len(written) == len([m for m in MEMBERS if m.grid == "open-3x3"])
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.instances", str(there), "--only", "open-3x3"],
        check=True, capture_output=True, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "3", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert written[0].name in done.stderr
    names = sorted(path.name for path in here.iterdir())
    assert names == sorted(path.name for path in there.iterdir())
    for name in names:
        assert (here / name).read_bytes() == (there / name).read_bytes()
    assert "README.md" in names
    row = (here / "expected.tsv").read_text(encoding="utf-8").splitlines()[1].split("\t")
    assert row[0] == written[0].name
    content = lzma.decompress(written[0].read_bytes()).decode()
    assert content == text(next(m for m in MEMBERS if m.name == row[0]))
