"""The instances for other solvers: their forms, their answers, and the same bytes each time."""

from __future__ import annotations

import hashlib
import itertools
import lzma
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import pytest
from pysat.solvers import Solver
from support.brute_force import all_fills
from support.cli import run_cli

import satcross as sx
from satcross.apps.sweep.instances import (
    FAMILIES,
    MAX,
    MC,
    MEMBERS,
    PMC,
    SAT,
    Member,
    instance_of,
    members_of,
    puzzle_of,
    write_instances,
)
from satcross.cnf.dimacs import parse_formula
from satcross.cnf.variants import read_problem

SMALL = [m for m in MEMBERS if m.grid in ("open-3x3", "open-4x4") and m.n_words <= 800]
ROOT = Path(__file__).resolve().parents[3]


def ids(member: Member) -> str:
    return member.name


@cache
def text(member: Member) -> str:
    return instance_of(member).text.decode()


def clauses(member: Member) -> list[list[int]]:
    """The clauses of a CNF, or the hard ones of a MAX."""
    lines = [line.removeprefix("h ") for line in text(member).splitlines()]
    if member.kind == MAX:
        hard = [line[2:] for line in text(member).splitlines() if line.startswith("h ")]
        return [[int(part) for part in line.split()[:-1]] for line in hard]
    at = next(number for number, line in enumerate(lines) if line.startswith("p cnf"))
    return [[int(part) for part in line.split()[:-1]] for line in lines[at + 1 :]]


def test_the_names_differ_and_there_are_enough_for_the_competition() -> None:
    names = [member.name for member in MEMBERS]
    assert len(set(names)) == len(names)
    assert len([member for member in MEMBERS if member.kind == SAT]) >= 20
    assert {member.kind for member in MEMBERS} == {SAT, MC, PMC, MAX}
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
    if member.kind == MAX:
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
        MAX: str(max(totals, default=0)),
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


def test_the_answer_is_the_best_total_of_all_models(tmp_path: Path) -> None:
    (member,) = (m for m in SMALL if m.kind == MAX and m.grid == "open-3x3")
    (tmp_path / "a.wcnf").write_text(text(member))
    objective = read_problem(tmp_path / "a.wcnf").objective
    assert objective is not None
    with Solver("glucose4", bootstrap_with=clauses(member)) as solver:
        models = list(itertools.islice(solver.enum_models(), 200))
    totals = [objective.total(sx.Assignment.of(model, len(model))) for model in models]
    assert str(max(totals)) == member.expected


@pytest.mark.parametrize("member", [m for m in MEMBERS if m.kind == MAX][:3], ids=ids)
def test_the_optimiser_finds_the_answer(member: Member) -> None:
    found = sx.optimise(puzzle_of(member), goal="total")
    assert isinstance(found, sx.Best)
    assert found.bound == found.value.score == int(member.expected)


def test_the_same_bytes_each_time(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    written = list(write_instances(here, only="open-3x3"))
    assert len(written) == len([m for m in MEMBERS if m.grid == "open-3x3"])
    done = subprocess.run(
        [
            *(sys.executable, "-m", "satcross", "instances"),
            *("-o", str(there), "--only", "open-3x3"),
        ],
        check=True, capture_output=True, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "3", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert all(path.name in done.stderr for _, path in written)
    names = sorted(path.name for path in here.iterdir())
    assert names == sorted(path.name for path in there.iterdir())
    for name in names:
        assert (here / name).read_bytes() == (there / name).read_bytes()
    assert "README.md" in names
    head, *rows = (here / "manifest.tsv").read_text(encoding="utf-8").splitlines()
    for row, (member, path) in zip(rows, written, strict=True):
        says = dict(zip(head.split("\t"), row.split("\t"), strict=True))
        content = lzma.decompress(path.read_bytes())
        assert says["sha256"] == hashlib.sha256(content).hexdigest()
        assert (says["file"], says["family"]) == (path.name, member.family)
        assert says["answer"] == member.expected
        problem = read_problem(path)
        n_soft = 0 if problem.objective is None else len(problem.objective.losses)
        assert int(says["variables"]) == problem.formula.n_vars
        assert int(says["clauses"]) == problem.formula.n_clauses + n_soft
        assert content.decode() == text(member)


def test_families_and_seeds() -> None:
    every = [member for family in FAMILIES for member in members_of(family)]
    assert sorted(m.name for m in every) == sorted(m.name for m in MEMBERS)
    known = members_of(seed=1)
    assert {m.expected for m in known if m.seed == 1 and m in MEMBERS} >= {"SATISFIABLE"}
    other = members_of("open-squares", seed=99)
    assert {(m.seed, m.expected) for m in other} == {(99, "UNKNOWN")}
    assert len({m.name for m in other}) == len(other)
    wrongs: list[dict[str, Any]] = [{"family": "hexagons"}, {"only": "9x9"}, {"seed": -1}]
    for wrong in wrongs:
        with pytest.raises(sx.OptionError):
            members_of(**wrong)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("grid.txt").write_text("..\n..\n")
    done = run_cli("instances", "-o", "many", "--family", "weighted", "--only", "3x3")
    assert (done.code, done.out) == (0, "")
    listed = run_cli("instances", "--list", "--only", "3x3")
    assert "weighted\tcrossword-open-3x3-w160-s1-support.wcnf.xz\t391\n" in listed.out
    assert (tmp_path / "many" / "manifest.tsv").is_file()
    for wrong, says in (
        (["--family", "squares", "-o", "m"], "--family: "),
        (["--only", "9x9", "-o", "m"], "--only: no instance has '9x9' in its name; see --list"),
        ([], "--output: no folder is given; name one"),
        (["-o", "grid.txt"], "grid.txt: "),
        (["-o", "m", "--seed", "-1"], "--seed: "),
    ):
        done = run_cli("instances", *wrong)
        assert (done.code, done.out) == (2, ""), wrong
        assert done.err.startswith(f"satcross: {says}"), done.err
        assert not Path("m").exists()
