"""`satcross export` and `satcross decode`: the whole way through another program's eyes."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from satcross.cli.main import main
from satcross.cnf import dimacs
from satcross.cnf.dimacs import read_formula
from satcross.grid import Grid
from satcross.patterns.joint import encode_joint
from satcross.patterns.rules import PatternRules
from satcross.solve.formula_session import formula_session
from satcross.verify import verify
from satcross.words import WordList
from satcross.wordsearch.board import Board
from satcross.wordsearch.dimacs import export
from satcross.wordsearch.headings import HEADINGS
from satcross.wordsearch.words import hidden_words

GRID = "#..x#\n.....\n.....\n.....\n#...#\n"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("grid.txt").write_text(GRID, encoding="utf-8")


@pytest.mark.parametrize("encoding", ["support", "dawg"])
@pytest.mark.parametrize("solver", ["cadical", "minisat"])
def test_export_solve_decode(
    encoding: str, solver: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which(solver) is None:
        pytest.skip(f"{solver} is not installed")
    assert main(["export", "grid.txt", "-o", "grid.cnf", "--encoding", encoding]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    formula = read_formula("grid.cnf").formula
    counts = f"{formula.n_vars:,} variables, {formula.n_clauses:,} clauses"
    assert err == f"grid.cnf: {counts}\n"
    if solver == "cadical":
        done = subprocess.run(["cadical", "-q", "grid.cnf"], capture_output=True, check=False)
        Path("answer.txt").write_bytes(done.stdout)
    else:
        subprocess.run(["minisat", "grid.cnf", "answer.txt"], capture_output=True, check=False)
    assert main(["decode", "grid.cnf", "answer.txt"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert verify(Grid.parse(GRID), Grid.parse(out), WordList.builtin()) == []
    assert main(["decode", "grid.cnf", "answer.txt", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["schema"] == "satcross.grid/1"
    assert data["grid"] == out.split()
    assert data["digest"] == WordList.builtin().digest


def test_the_other_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "grid.txt", "-o", "grid.cnf.gz"]) == 0
    capsys.readouterr()
    Path("unsat.txt").write_text("UNSAT\n", encoding="utf-8")
    assert main(["decode", "grid.cnf.gz", "unsat.txt"]) == 20
    text = "unfillable: the solver found that the formula is unsatisfiable\n"
    assert capsys.readouterr() == ("", text)
    Path("unknown.txt").write_text("c tired\ns UNKNOWN\n", encoding="utf-8")
    assert main(["decode", "grid.cnf.gz", "unknown.txt"]) == 124
    assert capsys.readouterr() == ("", "stopped: the solver found no answer\n")


def test_stats_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "grid.txt", "-o", "grid.cnf.xz", "--stats"]) == 0
    figures: dict[str, float] = {}
    parts: dict[str, float] = {}
    whole = ""
    for line in capsys.readouterr().out.splitlines():
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


def test_no_distinct_leaves_the_clauses_out(capsys: pytest.CaptureFixture[str]) -> None:
    Path("grid.txt").write_text("..\n..\n", encoding="utf-8")
    Path("words.txt").write_text("ab\nba\n", encoding="utf-8")
    common = ["export", "grid.txt", "-w", "words.txt", "--stats", "-o"]
    assert main([*common, "all.cnf"]) == 0
    assert main([*common, "fewer.cnf", "--no-distinct"]) == 0
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


def test_a_word_search_is_decoded_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    Path("few.txt").write_text("cat\ntar\n", encoding="utf-8")
    assert main(["wordsearch", "few.txt", "4x3", "--export", "few.cnf.gz"]) == 0
    _solve("few.cnf.gz")
    for form in ("text", "json"):
        capsys.readouterr()
        assert main(["decode", "few.cnf.gz", "answer.txt", "--format", form]) == 0
        ours = capsys.readouterr()
        arguments = ["answer.txt", "--decode", "few.cnf.gz", "--format", form]
        assert main(["wordsearch", *arguments]) == 0
        assert ours == capsys.readouterr()
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
def test_other_answers_to_a_word_search(
    answer: str, code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    export(Board.sized("2x1"), hidden_words(["at"]), HEADINGS, "at.cnf", complete_with="AT")
    Path("out.txt").write_text(answer, encoding="utf-8")
    assert main(["decode", "at.cnf", "out.txt"]) == code
    assert capsys.readouterr() == ("", says)
    assert main(["wordsearch", "out.txt", "--decode", "at.cnf"]) == code
    assert capsys.readouterr() == ("", says)


def test_other_formulas_name_what_reads_them(capsys: pytest.CaptureFixture[str]) -> None:
    words = WordList.from_words(["ab", "ba"])
    dimacs.write(encode_joint(PatternRules(3, 3), words), "joint.cnf")
    dimacs.write(read_formula("joint.cnf").formula, "plain.cnf")
    export(Board.sized("2x1"), hidden_words(["at"]), HEADINGS, "places.cnf")
    _solve("places.cnf")
    for name, says in (
        ("joint.cnf", "is a formula of pattern and fill in one;"
         " satcross.patterns.joint_dimacs.decode_joint reads its answers"),
        ("plain.cnf", "has no satcross comments; decode takes files that satcross wrote"),
        ("places.cnf", "the formula has no letters for the cells without a word;"
         " export it with satcross wordsearch --export"),
    ):  # fmt: skip
        assert main(["decode", name, "answer.txt"]) == 2
        assert capsys.readouterr() == ("", f"satcross: {name}: {says}\n")
