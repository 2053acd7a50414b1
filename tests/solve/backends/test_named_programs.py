"""Exported files through the solvers of Debian and PyPI and back; skipped where one is missing."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from support.cli import run_cli

import satcross as sx

GRID, WORDS = "...\n#.#\n...", ["cot", "ode", "pen", "cat", "ape", "ten", "ore"]
SCORES = dict(zip(WORDS, (90, 50, 35, 80, 7, 64, 22), strict=True))
# Its manifest names jars that Debian does not have.
MAXSAT = ":".join(f"/usr/share/java/org.{part}.jar" for part in
                  ("ow2.sat4j.maxsat", "ow2.sat4j.pb", "ow2.sat4j.core"))  # fmt: skip
# By program: formats, and the command; what it writes to a file is in {out}.
PROGRAMS = {
    "cadical": ("cnf", "cadical -q {file}"),
    "kissat": ("cnf", "kissat -q {file}"),
    "minisat": ("cnf", "minisat {file} {out}"),
    "glucose": ("cnf", "glucose {file} {out}"),
    "glucose-syrup": ("cnf", "glucose-syrup -model {file}"),
    "lingeling": ("cnf", "lingeling {file}"),
    "picosat": ("cnf", "picosat {file}"),
    "cryptominisat5": ("cnf", "cryptominisat5 --verb 0 {file}"),
    "clasp": ("cnf pwcnf opb", "clasp {file}"),
    "z3": ("cnf", "z3 -dimacs {file}"),
    "minisat+": ("opb", "minisat+ -v0 {file}"),
    "sat4j": ("cnf", "java -jar /usr/share/java/org.sat4j.core.jar {file}"),
    "sat4j-pb": ("opb", "java -jar /usr/share/java/org.sat4j.pb.jar {file}"),
    "sat4j-maxsat": ("pwcnf", f"java -cp {MAXSAT} org.sat4j.maxsat.GenericOptLauncher {{wcnf}}"),
    "gecode": ("mzn", "minizinc --solver gecode {file}"),
    "ace": ("xml", "java -jar {pycsp3}/ace/ACE-2.6.jar {file}"),
    "choco": ("xml", "java -jar {pycsp3}/choco/choco-parsers-4.10.15-beta.jar {file}"),
    "open-wbo": ("wcnf", "open-wbo {file}"),
    "drat-trim": ("", ""),
}
CASES = [(name, form) for name, (forms, _) in PROGRAMS.items() for form in forms.split()]


def solvers_of_pycsp3() -> Path:
    """Where PyPI's package of that name has its jars of ACE and Choco."""
    found = importlib.util.find_spec("pycsp3")
    return Path(str(found.origin)).parent / "solvers" if found else Path("pycsp3")


def require(program: str) -> None:
    command = PROGRAMS[program][1].format(file="", out="", wcnf="", pycsp3=solvers_of_pycsp3())
    words = [word for part in command.split() for word in part.split(":")]
    jars = [word for word in words if word.endswith(".jar")]
    needed = "fzn-gecode" if program == "gecode" else (words or [program])[0]
    if shutil.which(needed) is None or not all(Path(jar).exists() for jar in jars):
        pytest.skip(f"{program} is not installed")


def solved(program: str, path: Path) -> Path:
    """The output of a program for a file."""
    require(program)
    out = path.with_suffix(".out")
    words = PROGRAMS[program][1].split()
    named = path.with_suffix(".wcnf")  # as its reader goes by the name
    if "{wcnf}" in words:
        shutil.copyfile(path, named)
    places = {"file": path, "out": out, "wcnf": named, "pycsp3": solvers_of_pycsp3()}
    done = subprocess.run(
        [word.format(**places) for word in words], capture_output=True, check=False, timeout=60
    )
    if not out.exists():
        out.write_bytes(done.stdout)
    return out


@pytest.mark.parametrize(("program", "form"), CASES)
def test_a_fill_comes_back(program: str, form: str, tmp_path: Path) -> None:
    path = tmp_path / f"grid.{form}"
    sx.export(GRID, path, SCORES)
    done = run_cli("decode", path, solved(program, path))
    assert done.code == 0, done.err
    grid = "\n".join(done.out.splitlines()[:3])
    fills = {str(fill): fill.score for fill in sx.enumerate_fills(GRID, SCORES)}
    assert grid in fills
    if "total" in done.out:
        assert f"total {fills[grid]}" in done.out
        assert fills[grid] == max(fills.values())


@pytest.mark.parametrize(("program", "form"), CASES)
def test_that_there_is_none_comes_back(program: str, form: str, tmp_path: Path) -> None:
    path = tmp_path / f"grid.{form}"
    sx.export("..\n..", path, ["ab", "bc", "ca"])
    assert run_cli("decode", path, solved(program, path)).code == 20


@pytest.mark.parametrize("program", [name for name, form in CASES if form == "cnf"])
def test_as_a_solver_command(program: str) -> None:
    require(program)
    command = PROGRAMS[program][1].replace("{file}", "{cnf}")
    assert isinstance(sx.fill(GRID, WORDS, solver_command=command), sx.Found)
    none = sx.fill("..\n..", ["ab", "bc", "ca"], solver_command=command)
    assert isinstance(none, sx.Impossible)


@pytest.mark.parametrize("form", ["pwcnf", "opb"])
def test_z3_reads_what_it_answers_with_one_word(form: str, tmp_path: Path) -> None:
    require("z3")
    for grid, words, answer in ((GRID, list(SCORES.items()), "sat"), ("..\n..", ["ab"], "unsat")):
        path = tmp_path / f"grid.{form}"
        sx.export(grid, path, words)
        named = path.rename(tmp_path / f"named.{form.removeprefix('p')}")  # z3 goes by the name
        done = subprocess.run(["z3", named], capture_output=True, check=False, text=True)
        assert done.stdout.split() == [answer]


def test_drat_trim_takes_our_proofs(tmp_path: Path) -> None:
    require("drat-trim")
    done = run_cli("prove", _none(tmp_path), "-w", tmp_path / "words", "-o", tmp_path / "proof")
    assert done.code == 0, done.err
    proof = next((tmp_path / "proof").glob("*.drat"))
    checked = subprocess.run(
        ["drat-trim", tmp_path / "proof" / "puzzle.cnf", proof],
        capture_output=True, check=False, text=True, timeout=60,
    )  # fmt: skip
    assert "s VERIFIED" in checked.stdout


def _none(folder: Path) -> Path:
    (folder / "words").write_text("ab\nbc\nca\n")
    (folder / "grid").write_text("..\n..\n")
    return folder / "grid"


def test_or_tools_reads_the_formula(tmp_path: Path) -> None:
    if importlib.util.find_spec("ortools") is None:
        pytest.skip("ortools is not installed")
    from ortools.sat.python import cp_model  # type: ignore[import-not-found, unused-ignore]

    puzzle = sx.Puzzle(GRID, sx.WordList.from_words(WORDS))
    encoding = sx.encode(puzzle)
    model = cp_model.CpModel()
    names = [model.NewBoolVar(str(v)) for v in range(encoding.formula.n_vars + 1)]
    for clause in encoding.formula:
        model.AddBoolOr([names[lit] if lit > 0 else names[-lit].Not() for lit in clause])
    solver = cp_model.CpSolver()
    assert solver.Solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    model_ = [v if solver.Value(names[v]) else -v for v in range(1, len(names))]
    fill = sx.decode(encoding, model_)
    assert sx.check(puzzle, fill) == []


def test_rc2_reads_both_forms_of_wcnf(tmp_path: Path) -> None:
    best = max(fill.score for fill in sx.enumerate_fills(GRID, SCORES))
    for form in ("wcnf", "pwcnf"):
        path, out = tmp_path / f"grid.{form}", tmp_path / "answer.txt"
        sx.export(GRID, path, SCORES)
        with RC2(WCNF(from_file=str(path))) as solver:
            model = " ".join(map(str, solver.compute() or []))
        out.write_text(f"s OPTIMUM FOUND\nv {model}\n")
        done = run_cli("decode", path, out)
        assert done.code == 0
        assert f"total {best}" in done.out + done.err


def test_counters_agree(tmp_path: Path) -> None:
    n = sx.count(GRID, WORDS, method="enumerate").unwrap().n
    encoding = sx.encode(sx.Puzzle(GRID, sx.WordList.from_words(WORDS)))
    clauses = [list(clause) for clause in encoding.formula]
    shown = list(range(1, encoding.letters.n + 1))
    for name in ("pyganak", "pyapproxmc"):
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed")
    import pyapproxmc  # type: ignore[import-not-found, import-untyped, unused-ignore]

    counter = pyapproxmc.Counter(seed=1, epsilon=0.8, delta=0.1)
    counter.add_clauses(clauses)
    cells, hashes = counter.count(shown)
    assert cells * 2**hashes == n  # so few are counted exactly
    assert sx.count(GRID, WORDS, method="exact").unwrap().n == n


def test_cubes_are_solved_at_once(tmp_path: Path) -> None:
    script = Path(__file__).parents[3] / "examples" / "solve_cubes.py"
    alone = subprocess.run([sys.executable, script], capture_output=True, check=False, text=True)
    assert (alone.returncode, alone.stderr[:6]) == (1, "usage:")
    for grid, words, code in (("...\n...\n...", 6000, 0), ("..\n..", ["ab", "bc", "ca"], 20)):
        path, out = tmp_path / "grid.icnf", tmp_path / "answer.txt"
        listed = sx.WordList.builtin(max_words=words) if isinstance(words, int) else words
        sx.export(grid, path, listed, n_cubes=8)
        n_cubes = path.read_text().count("\na ")
        done = subprocess.run(
            [sys.executable, script, path, "2"], capture_output=True, check=False, timeout=60
        )
        assert done.returncode == (20 if code else 10), done.stderr
        out.write_bytes(done.stdout)
        assert f" of {n_cubes}: ".encode() in done.stdout
        assert run_cli("decode", path, out).code == code
