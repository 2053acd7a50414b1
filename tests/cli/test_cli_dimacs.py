"""`satcross export` and `satcross decode`: the whole way through another program's eyes."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from pysat.solvers import Cadical195
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


def test_an_answer_of_the_letters_alone_is_decoded() -> None:
    """They are what the file says to project on: `c p show`."""
    run_cli("export", "grid.txt", "-o", "grid.cnf", "--encoding", "dawg")
    dump = read_formula("grid.cnf")
    with Cadical195(bootstrap_with=list(dump.formula)) as solver:
        assert solver.solve()
        model = solver.get_model()
    n_letters = sum("satcross letter" in line for line in dump.comments)
    for literals in (model[:n_letters], [one for one in model[:n_letters] if one > 0], model):
        text = " ".join(map(str, literals))
        Path("answer.txt").write_text(f"s SATISFIABLE\nv {text} 0\n", encoding="utf-8")
        shown = run_cli("decode", "grid.cnf", "answer.txt")
        assert shown.code == 0, shown
        assert verify(Grid.parse(GRID), Grid.parse(shown.out), WordList.builtin()) == []
    Path("answer.txt").write_text("s SATISFIABLE\nv 1 2 0\n", encoding="utf-8")
    assert "clause" in run_cli("decode", "grid.cnf", "answer.txt").err


@pytest.mark.parametrize(
    "form", ["cnf", "wcnf", "pwcnf", "opb", "icnf", "minizinc", "xcsp3", "json"]
)
def test_a_file_for_solvers_can_go_to_stdout(form: str) -> None:
    Path("words.txt").write_text("ax\nbox\nabcde\nlaxer\n", encoding="utf-8")
    words = ("--words", "words.txt") if form == "json" else ()  # in that file are all of the list
    whole = run_cli("export", "grid.txt", *words, "--to", form, "-o", "grid.out")
    shown = run_cli("export", "grid.txt", *words, "--to", form, "-o", "-")
    assert (whole.code, shown.code) == (0, 0), shown
    assert shown.out == Path("grid.out").read_text(encoding="utf-8")
    assert shown.err == whole.err.replace("grid.out", "<stdout>")
    refused = run_cli("export", "grid.txt", "-o", "-")
    assert refused.code == 2
    assert "--to" in refused.err


# Programs that read formulas, and how they are called; each finds one fill.
PROGRAMS = {
    "clasp.opb": ["clasp", "grid.opb"],
    "clasp.cnf": ["clasp", "grid.cnf"],
    "minisat+.opb": ["minisat+", "grid.opb"],
    "z3.cnf": ["z3", "-dimacs", "grid.cnf"],
    "clasp.wcnf": ["clasp", "grid.pwcnf"],
    "kissat.cnf": ["kissat", "grid.cnf"],
    "glucose.cnf": ["glucose", "-model", "grid.cnf"],
    "cryptominisat5.cnf": ["cryptominisat5", "grid.cnf"],
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_answers_of_other_programs(name: str) -> None:
    program, *arguments = PROGRAMS[name]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    file, words = arguments[-1], ["cat", "cot", "tar", "tot", "aba", "rat", "tab", "bat", "tat"]
    Path("grid.txt").write_text("...\n.#.\n...\n", encoding="utf-8")
    Path("words.txt").write_text("\n".join(words), encoding="utf-8")
    assert run_cli("export", "grid.txt", "-w", "words.txt", "-o", file).code == 0
    done = subprocess.run([program, *arguments], capture_output=True, check=False, timeout=60)
    Path("answer.txt").write_bytes(done.stdout)
    shown = run_cli("decode", file, "answer.txt")
    assert shown.code == 0, (shown, done)
    assert not verify(
        Grid.parse("...\n.#.\n..."), Grid.parse(shown.out), WordList.from_words(words)
    )


def test_words_are_named_where_it_is_asked_for() -> None:
    words = ["cat", "cot", "tar", "tot", "aba", "rat", "tab", "bat", "tat"]
    Path("grid.txt").write_text("...\n.#.\n...\n", encoding="utf-8")
    Path("words.txt").write_text("\n".join(words), encoding="utf-8")
    arguments = ("export", "grid.txt", "-w", "words.txt", "--encoding", "support", "-o", "g.cnf")
    assert run_cli(*arguments).code == 0
    plain = read_formula("g.cnf")
    assert run_cli(*arguments, "--word-names").code == 0
    dump = read_formula("g.cnf")
    named = [line.split() for line in dump.comments if line.startswith("satcross word ")]
    assert not [line for line in plain.comments if line.startswith("satcross word ")]
    assert {name for *_, name in named} >= {"1A=CAT", "3A=TAB"}
    with Cadical195(bootstrap_with=list(dump.formula)) as solver:
        for _, _, variable, name in named:
            if not solver.solve([int(variable)]):
                continue  # a word of no fill
            text = " ".join(map(str, solver.get_model()))
            Path("answer.txt").write_text(f"s SATISFIABLE\nv {text} 0\n", encoding="utf-8")
            grid = run_cli("decode", "g.cnf", "answer.txt").out.split()
            spelled = {"1A": grid[0], "3A": grid[2]}
            spelled |= {"1D": "".join(row[0] for row in grid), "2D": "".join(r[2] for r in grid)}
            slot, _, word = name.partition("=")
            assert spelled.get(slot, word) == word
    refused = run_cli("export", "grid.txt", "-o", "g.mzn", "--word-names")
    assert refused.code == 2
    assert "has no variables of words" in refused.err
