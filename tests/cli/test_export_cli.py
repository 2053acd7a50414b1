"""`satcross export` in all formats, and what `satcross decode` reads of solvers' answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from oracles import solver_files as files
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from support.cli import run_cli

import satcross as sx
from satcross.cnf.variants import read_problem

WORDS = "ate;90\ntea;50\neat;20\ntan;30\nern;40\nant;80\nten;60\nnet;10\n"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("grid.txt").write_text("...\n...\n...\n", encoding="utf-8")
    Path("words.dict").write_text(WORDS, encoding="utf-8")


def export(name: str, *options: str) -> None:
    done = run_cli("export", "grid.txt", "-w", "words.dict", "--no-distinct", "-o", name, *options)
    assert (done.code, done.out) == (0, "")
    assert done.err.startswith(f"{name}: ")


def best_total() -> int:
    words = sx.WordList.load("words.dict")
    found = sx.optimise(sx.Puzzle("...\n...\n...", words, distinct=False), goal="total")
    assert isinstance(found, sx.Best)
    assert found.is_proved
    return found.value.score


def answers(name: str) -> dict[str, str]:
    """What solvers write: by their form."""
    if "opb" in name:
        read = files.read_opb(Path(name).read_text(encoding="utf-8"))
        models = files.projections(read.clauses(), range(1, read.n_vars + 1))
        best = min(models, key=read.cost)[: read.n_vars]
        shown = " ".join(f"x{lit}" if lit > 0 else f"-x{-lit}" for lit in best)
        return {"names": f"c PB\no -5\ns OPTIMUM FOUND\nv {shown}\n"}
    with RC2(WCNF(from_file=name)) as solver:
        model = solver.compute()
        cost = solver.cost
    bits = "".join(str(int(lit > 0)) for lit in model)
    some, others = (" ".join(map(str, part)) for part in (model[:7], model[7:]))
    return {
        "bits": f"c hello\no {cost}\ns OPTIMUM FOUND\nv {bits}\n",
        "literals": f"o {cost}\ns OPTIMUM FOUND\nv {' '.join(map(str, model))}\n",
        "closed": f"s SATISFIABLE\nv {some}\nv {others} 0\n",
    }


@pytest.mark.parametrize("name", ["grid.wcnf", "grid.opb", "any.txt", "opb.dat"])
def test_the_best_fill_is_decoded_with_its_total(name: str) -> None:
    to = {"any.txt": ["--to", "wcnf"], "opb.dat": ["--to", "opb"]}.get(name, [])
    export(name, *to)
    total = best_total()
    for form, text in answers(name).items():
        Path("answer.txt").write_text(text, encoding="utf-8")
        done = run_cli("decode", name, "answer.txt")
        assert (done.code, done.err) == (0, f"total {total}\n"), form
        data = json.loads(run_cli("decode", name, "answer.txt", "--format", "json").out)
        assert data["total"] == total
        assert data["grid"] == done.out.split()
        Path("filled.txt").write_text(done.out, encoding="utf-8")
        checked = run_cli("check", "filled.txt", "-w", "words.dict", "--rule", "allow-repeats")
        assert checked.code == 0


@pytest.mark.parametrize(
    ("name", "answer", "code", "says"),
    [
        ("grid.wcnf", "s UNSATISFIABLE\n", 20, "unfillable: "),
        ("grid.wcnf", "s UNKNOWN\n", 124, "stopped: "),
        ("grid.wcnf", "s OPTIMUM FOUND\n", 2, "satcross: a.txt: says SATISFIABLE but gives no"),
        ("grid.wcnf", "s OPTIMUM FOUND\nv 01\n", 2, "satcross: a.txt: the assignment does not"),
        ("grid.wcnf", "s OPTIMUM FOUND\nv 1 2 0\n", 2, "satcross: a.txt: the assignment does not"),
        ("grid.opb", "s OPTIMUM FOUND\nv x1 y2\n", 2, "satcross: a.txt:2: 'y2' is no literal"),
        ("grid.opb", "s OPTIMUM FOUND\nv x99999\n", 2, "satcross: a.txt:2: variable 99999 is"),
        ("grid.opb", "s OPTIMUM FOUND\nv x1 x2\n", 2, "satcross: a.txt: the assignment does not"),
        ("grid.icnf", "s UNSATISFIABLE\n", 20, "unfillable: "),
    ],
)
def test_other_answers(name: str, answer: str, code: int, says: str) -> None:
    export(name)
    Path("a.txt").write_text(answer, encoding="utf-8")
    done = run_cli("decode", name, "a.txt")
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith(says), done.err


def test_a_sum_that_does_not_hold_is_found() -> None:
    """Two letters in one cell satisfy every clause of an OPB file, but not a sum."""
    export("grid.opb", "--no-scores")
    problem = read_problem("grid.opb")
    every = " ".join(f"x{v}" for v in range(1, problem.formula.n_vars + 1))
    Path("a.txt").write_text(f"s SATISFIABLE\nv {every}\n", encoding="utf-8")
    done = run_cli("decode", "grid.opb", "a.txt")
    assert done.code == 2
    assert "constraint" in done.err


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("grid.wcnf", "h 1 ", "h one "),
        ("grid.wcnf", "\nh 1 ", "\n7 1 "),
        ("grid.wcnf", "satcross total ", "satcross total -"),
        ("grid.opb", "+1 x1 ", "+2 x1 "),
        ("grid.opb", "+1 x1 ", "+1 x0 "),
        ("grid.opb", "+1 x1 ", "+1 x99999999999 "),
        ("grid.opb", "min: +", "min: +99999999999999999999999"),
        ("grid.opb", " >= 1 ;", " >= ;"),
        ("grid.icnf", "\na ", "\na a "),
        ("grid.icnf", "\n1 ", "\nx "),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(name: str, old: str, new: str) -> None:
    export(name)
    text = Path(name).read_text(encoding="utf-8")
    assert old in text
    Path(name).write_text(text.replace(old, new, 1), encoding="utf-8")
    Path("a.txt").write_text("s UNSATISFIABLE\n", encoding="utf-8")
    done = run_cli("decode", name, "a.txt")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"satcross: {name}:")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", ["x.cnf", "x.wcnf", "x.opb", "x.icnf", "x.mzn", "x.xml"])
def test_the_same_puzzle_gives_the_same_bytes(name: str) -> None:
    export(name)
    before = Path(name).read_bytes()
    export(name)
    assert Path(name).read_bytes() == before


def test_a_puzzle_without_fills() -> None:
    Path("words.dict").write_text("abc\n", encoding="utf-8")
    for name in ("x.cnf", "x.wcnf", "x.opb", "x.icnf", "x.mzn", "x.xml"):
        export(name)
    Path("a.txt").write_text("s UNSATISFIABLE\n", encoding="utf-8")
    for name in ("x.cnf", "x.wcnf", "x.opb", "x.icnf"):
        assert run_cli("decode", name, "a.txt").code == 20


def test_instances(tmp_path: Path) -> None:
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
