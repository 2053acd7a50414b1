"""`satcross export` and `satcross decode`: the whole way through another program's eyes."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from support.cli import run_cli

from satcross.cnf import dimacs
from satcross.cnf.dimacs import read_formula
from satcross.model.grid import Grid
from satcross.solve.backends.formula import formula_session
from satcross.verification.crossword import verify
from satcross.words import WordList
from satcross.wordsearch.board import sized
from satcross.wordsearch.encode.formula import export
from satcross.wordsearch.headings import HEADINGS
from satcross.wordsearch.problem import LayoutProblem
from satcross.wordsearch.words import hidden_words

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


def _solve(name: str) -> None:
    """Write what a solver would answer to a satisfiable formula into `answer.txt`."""
    formula = read_formula(name).formula
    session = formula_session(formula, np.empty(0, dtype=np.int32))
    assignment = session.solve().assignment
    session.close()
    assert assignment is not None
    true = " ".join(map(str, assignment.true_variables()))
    Path("answer.txt").write_text(f"s SATISFIABLE\nv {true} 0\n", encoding="utf-8")


def test_a_word_search_is_decoded_as_such() -> None:
    Path("few.txt").write_text("cat\ntar\n", encoding="utf-8")
    done = run_cli("wordsearch", "few.txt", "4x3", "--export", "few.cnf.gz")
    assert done.code == 0
    _solve("few.cnf.gz")
    for form in ("text", "json"):
        done = run_cli("decode", "few.cnf.gz", "answer.txt", "--format", form)
        assert done.code == 0
        ours = done
        arguments = ["answer.txt", "--decode", "few.cnf.gz", "--format", form]
        done = run_cli("wordsearch", *arguments)
        assert ours == done
        assert ours.err == ""
    data = json.loads(ours.out)
    assert data["schema"] == "satcross.wordsearch/1"
    assert [word["word"] for word in data["words"]] == ["CAT", "TAR"]
    assert len("".join(data["square"])) == 12


@pytest.mark.parametrize(
    ("answer", "code", "says"),
    [
        ("UNSAT\n", 20, "impossible: the solver found that the formula is unsatisfiable\n"),
        ("s UNKNOWN\n", 124, "stopped: the solver found no answer\n"),
        ("s SATISFIABLE\nv -1 -2 0\n", 2,
         "satcross: out.txt: the assignment does not satisfy the formula: clause 1 is false;"
         " is it a solver's answer to at.cnf?\n"),
    ],
)  # fmt: skip
def test_other_answers_to_a_word_search(answer: str, code: int, says: str) -> None:
    export(
        LayoutProblem(sized("2x1"), hidden_words(["at"]), HEADINGS),
        "at.cnf",
        complete_with="AT",
    )
    Path("out.txt").write_text(answer, encoding="utf-8")
    done = run_cli("decode", "at.cnf", "out.txt")
    assert done.code == code
    assert done[1:] == ("", says)
    done = run_cli("wordsearch", "out.txt", "--decode", "at.cnf")
    assert done.code == code
    assert done[1:] == ("", says)


def test_other_formulas_name_what_reads_them() -> None:
    export(LayoutProblem(sized("2x1"), hidden_words(["at"]), HEADINGS), "places.cnf")
    dimacs.write(read_formula("places.cnf").formula, "plain.cnf")
    _solve("places.cnf")
    for name, says in (
        ("plain.cnf", "has no satcross comments; decode takes files that satcross wrote"),
        ("places.cnf", "the formula has no letters for the cells without a word;"
         " export it with satcross wordsearch --export"),
    ):  # fmt: skip
        done = run_cli("decode", name, "answer.txt")
        assert done.code == 2
        assert done[1:] == ("", f"satcross: {name}: {says}\n")
