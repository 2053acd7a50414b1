"""Instances over the number of words: their answers, the files, and what is refused."""

from __future__ import annotations

import csv
import hashlib
import lzma
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pysat.solvers import Solver
from support.cli import run_cli

import satcross as sx
from satcross.apps.sweep.picture import SolverAnswer, picture
from satcross.apps.sweep.proof import proved
from satcross.apps.sweep.sweep import Agreement, Sweep, ask, written
from satcross.cnf.variants import read_problem

pytestmark = pytest.mark.usefixtures("solvers_in_process")
ARGS = ("--sizes", "30,60", "--seeds", "1-2", "--solvers", "cadical195,minisat22")


@pytest.fixture
def grid(tmp_path: Path) -> Path:
    path = tmp_path / "grid.txt"
    path.write_text("...\n...\n...\n")
    return path


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_answers_and_sums_are_right(grid: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    done = run_cli(
        "sweep", grid, "--max-words", 6000, *ARGS, "--formats", "cnf,icnf", "--encodings",
        "support,dawg", "-o", folder,
    )  # fmt: skip
    assert (done.code, done.out) == (0, "")
    rows = table(folder / "manifest.tsv")
    assert len(rows) == 2 * 2 * 2 * 2
    for row in rows:
        text = lzma.decompress((folder / row["file"]).read_bytes())
        assert hashlib.sha256(text).hexdigest() == row["sha256"]
        assert f"{row['words']} of ".encode() in text
        if row["format"] == "cnf":
            problem = read_problem(folder / row["file"])
            assert str(problem.formula.n_vars) == row["variables"]
            assert str(problem.formula.n_clauses) == row["clauses"]
            with Solver("g4", bootstrap_with=list(problem.formula)) as solver:
                answer = "SATISFIABLE" if solver.solve() else "UNSATISFIABLE"
            assert row["answer"] == answer
    assert {row["answer"] for row in rows} >= {"UNSATISFIABLE"}
    none = next(row for row in rows if row["answer"] == "UNSATISFIABLE")
    assert none["shown by"] == "lazy and cadical195 and minisat22"
    times = table(folder / "times.tsv")
    assert len(times) == 2 * 2 * (1 + 2 * 2)
    assert {row["solver"] for row in times} == {"lazy", "cadical195", "minisat22"}
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert f"satcross {sx.__version__}" in page
    assert "@misc{satcross-crossword," in page
    ElementTree.parse(folder / "transition.svg")
    again = tmp_path / "again"
    run_cli(
        "sweep", grid, "--max-words", 6000, *ARGS, "--formats", "cnf,icnf", "--encodings",
        "support,dawg", "-o", again,
    )  # fmt: skip
    for name in ("manifest.tsv", "README.md", rows[0]["file"]):
        assert (again / name).read_bytes() == (folder / name).read_bytes()


@pytest.mark.needs("apps/proofs")
def test_each_formula_without_a_model_has_a_proof(grid: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    done = run_cli(
        "sweep", grid, "--max-words", 6000, *ARGS, "--proofs", "--encodings", "support,dawg",
        "--formats", "cnf,opb", "-o", folder,
    )  # fmt: skip
    assert done.code == 0, done.err
    names = set()
    cnf, drat = tmp_path / "a.cnf", tmp_path / "a.drat"
    for row in table(folder / "manifest.tsv"):
        is_proved = row["answer"] == "UNSATISFIABLE" and row["format"] == "cnf"
        assert (row["proof"] == "-") is not is_proved
        if is_proved:
            assert row["shown by"] == "a proof and lazy and cadical195 and minisat22"
            text = lzma.decompress((folder / row["proof"]).read_bytes())
            assert hashlib.sha256(text).hexdigest() == row["sha256 of the proof"]
            cnf.write_bytes(lzma.decompress((folder / row["file"]).read_bytes()))
            drat.write_bytes(text)
            assert isinstance(sx.check_proof(cnf, drat), sx.Found)
            names.add(row["proof"])
    assert {path.name for path in folder.glob("*.drat.xz")} == names
    assert len(names) >= 4
    assert "**Proofs**" in (folder / "README.md").read_text(encoding="utf-8")


@pytest.mark.needs("apps/proofs")
def test_a_proof_is_of_its_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    none = b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
    steps = proved(none, 5)
    assert steps is not None
    assert steps.endswith(b"0\n")
    assert proved(b"p cnf 2 2\n1 2 0\n0\n", 5) == b"0\n"
    assert proved(b"p cnf 2 1\n1 2 0\n", 5) is None
    assert proved(none, 0) is None
    monkeypatch.setattr("satcross.apps.sweep.proof._lines", lambda *_: ["1 0", "0"])
    with pytest.raises(sx.SolverError, match="the proof of cadical195 was rejected: "):
        proved(b"p cnf 2 2\n1 2 0\n-1 2 0\n", 5)


def answered(solver: str, answer: str) -> SolverAnswer:
    return SolverAnswer(60, 1, "auto", solver, answer, 0.5, -1)


def test_that_there_is_no_fill_is_what_two_solvers_say() -> None:
    none, unknown, found = "UNSATISFIABLE", "UNKNOWN", "SATISFIABLE"
    assert Agreement([answered("lazy", none), answered("a", unknown)]).verdict == unknown
    both = Agreement([answered("lazy", none), answered("a", none), answered("a", none)])
    assert (both.verdict, both.shown_by) == (none, "lazy and a")
    assert Agreement([answered("lazy", unknown), answered("a", found)]).verdict == found
    with pytest.raises(sx.SolverError, match="a says that there is no fill, and lazy has found"):
        Agreement([answered("lazy", found), answered("a", none)])


def test_words_are_those_of_small_hashes() -> None:
    puzzle = sx.Puzzle("...\n...\n...", sx.WordList.builtin(max_words=900))
    plan = Sweep(puzzle, "a", [20, 40], [3])
    small, large = ({word for word, _ in plan.puzzle_of(n, 3).words.words()} for n in (20, 40))
    assert small < large
    assert len(large) == 40
    assert {word for word, _ in plan.puzzle_of(20, 4).words.words()} != small


def test_rules_stay(grid: Path, tmp_path: Path) -> None:
    puzzle = sx.Puzzle("...\n...\n...", sx.WordList.builtin(max_words=9000))
    plan = Sweep(puzzle.with_rule("~somewhere E"), "a", [200], [1], solvers=("minisat22",))
    assert ask(plan, 200, 1, plan.puzzle_of(200, 1)).verdict in ("SATISFIABLE", "UNSATISFIABLE")
    ((path, _),) = written(plan, tmp_path / "out")
    assert b"c satcross constraint" in lzma.decompress(path.read_bytes())
    assert "`~cell=E`" in (tmp_path / "out" / "README.md").read_text()


def test_the_picture_has_a_line_for_each_solver() -> None:
    many = [
        SolverAnswer(
            n, seed, "auto", solver, "SATISFIABLE" if n > 20 * seed else "UNKNOWN", n / 9, 1
        )
        for n in (10, 30, 50)
        for seed in (1, 2)
        for solver in ("a<b", "c")
    ]
    root = ElementTree.fromstring(picture("x&y", many))
    lines = [one for one in root.iter() if one.tag.endswith("polyline")]
    assert len(lines) == 2
    bars = [one for one in root.iter() if one.get("fill") == "#e2e8f0"]
    heights = [float(bar.get("height", "")) for bar in bars]
    assert heights[0] == 0 < heights[1] < heights[2]
    assert heights[1] == pytest.approx(heights[2] / 2, abs=0.1)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            ("--sizes", "9000000"),
            "--sizes: the list has .* words of the grid's lengths, fewer than",
        ),
        (("--sizes", "a"), "--sizes: must be numbers as in 1-5,9, got 'a'"),
        (("--seeds", "0"), "--seeds: must be numbers from 1 on"),
        (("--seeds", "1-9999999"), "--seeds: are more than 10,000"),
        (("--name", "a/b"), "--name: must be letters, digits and -"),
        (("--solvers", ""), "--solvers: no solver is named"),
        (("--solvers", "nine"), "there is no solver 'nine'"),
        (("--formats", "doc"), "no format has the extension of"),
        (("--encodings", "x"), "encoding"),
        (("--time-limit", "0"), "--time-limit: must be above 0"),
        (("--formats", "cnf,wcnf", "--encodings", "dawg"), "dawg has no variables for words"),
        (("--formats", "cnf,mzn", "--encodings", "support"), "minizinc has no clauses for words"),
        (("--formats", "opb", "--proofs"), "--proofs: are of cnf, which is not written"),
    ],
)
def test_what_cannot_be_made_is_refused(
    more: tuple[str, str], message: str, grid: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    done = run_cli("sweep", grid, "--max-words", 6000, *ARGS, *more, "-o", folder)
    assert done.code == 2
    assert re.search(message, done.err), done.err
    assert not folder.exists() or not any(folder.iterdir())
