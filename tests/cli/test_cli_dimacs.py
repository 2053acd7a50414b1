"""`satcross export` and `satcross decode`: the whole way through another program's eyes."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from support.cli import run_cli

from satcross.cnf.dimacs import read_formula
from satcross.model.grid import Grid
from satcross.verification.crossword import verify
from satcross.words import WordList

GRID = "#..x#\n.....\n.....\n.....\n#...#\n"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("grid.txt").write_text(GRID, encoding="utf-8")


@pytest.mark.parametrize("encoding", ["support", "dawg"])
@pytest.mark.parametrize("solver", ["cadical", "minisat"])
def test_export_solve_decode(encoding: str, solver: str) -> None:
    if shutil.which(solver) is None:
        pytest.skip(f"{solver} is not installed")
    shown = run_cli("export", "grid.txt", "-o", "grid.cnf", "--encoding", encoding)
    assert shown.code == 0
    out, err = shown[1:]
    assert out == ""
    formula = read_formula("grid.cnf").formula
    counts = f"{formula.n_vars:,} variables, {formula.n_clauses:,} clauses"
    assert err == f"grid.cnf: {counts}\n"
    if solver == "cadical":
        done = subprocess.run(["cadical", "-q", "grid.cnf"], capture_output=True, check=False)
        Path("answer.txt").write_bytes(done.stdout)
    else:
        subprocess.run(["minisat", "grid.cnf", "answer.txt"], capture_output=True, check=False)
    shown = run_cli("decode", "grid.cnf", "answer.txt")
    assert shown.code == 0
    out, err = shown[1:]
    assert err == ""
    assert verify(Grid.parse(GRID), Grid.parse(out), WordList.builtin()) == []
    shown = run_cli("decode", "grid.cnf", "answer.txt", "--format", "json")
    assert shown.code == 0
    data = json.loads(shown.out)
    assert data["schema"] == "satcross.grid/1"
    assert data["grid"] == out.split()
    assert data["digest"] == WordList.builtin().digest


def test_the_other_answers() -> None:
    done = run_cli("export", "grid.txt", "-o", "grid.cnf.gz")
    assert done.code == 0
    Path("unsat.txt").write_text("UNSAT\n", encoding="utf-8")
    done = run_cli("decode", "grid.cnf.gz", "unsat.txt")
    assert done.code == 20
    text = "unfillable: the solver found that the formula is unsatisfiable\n"
    assert done[1:] == ("", text)
    Path("unknown.txt").write_text("c tired\ns UNKNOWN\n", encoding="utf-8")
    done = run_cli("decode", "grid.cnf.gz", "unknown.txt")
    assert done.code == 124
    assert done[1:] == ("", "stopped: the solver found no answer\n")


def test_stats_add_up() -> None:
    done = run_cli("export", "grid.txt", "-o", "grid.cnf.xz", "--stats")
    assert done.code == 0
    figures: dict[str, float] = {}
    parts: dict[str, float] = {}
    whole = ""
    for line in done.out.splitlines():
        figure = float(line[24:].replace(",", ""))
        if line.startswith("  "):
            parts[whole] = parts.get(whole, 0) + figure
        else:
            whole = line[:24].strip()
            figures[whole] = figure
    assert set(parts) == {"variables", "clauses", "slots"}
    assert all(figures[name] == total for name, total in parts.items())
    formula = read_formula("grid.cnf.xz").formula
    assert (figures["variables"], figures["clauses"]) == (formula.n_vars, formula.n_clauses)
    assert figures["bytes"] == Path("grid.cnf.xz").stat().st_size
    assert figures["slots"] == 10


def test_no_distinct_leaves_the_clauses_out() -> None:
    Path("grid.txt").write_text("..\n..\n", encoding="utf-8")
    Path("words.txt").write_text("ab\nba\n", encoding="utf-8")
    common = ["export", "grid.txt", "-w", "words.txt", "--stats", "-o"]
    assert run_cli(*common, "all.cnf").code == 0
    assert run_cli(*common, "fewer.cnf", "--no-distinct").code == 0
    with_, without = (read_formula(name) for name in ("all.cnf", "fewer.cnf"))
    assert without.formula.n_clauses < with_.formula.n_clauses
    assert "satcross distinct no" in without.comments


def test_formulas_that_are_no_grids_are_refused() -> None:
    Path("answer.txt").write_text("s SATISFIABLE\nv 1 0\n", encoding="utf-8")
    for comments, says in (
        ("", "has no satcross comments"),
        ("c satcross wordsearch 1\n", "has comments of format ?"),  # of an earlier version
    ):
        Path("at.cnf").write_text(f"{comments}p cnf 1 1\n1 0\n", encoding="utf-8")
        done = run_cli("decode", "at.cnf", "answer.txt")
        assert done.code == 2
        hint = "decode takes files that satcross wrote"
        assert done[1:] == ("", f"satcross: at.cnf: {says}; {hint}\n")
