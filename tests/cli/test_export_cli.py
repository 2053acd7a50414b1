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


def best() -> sx.Fill:
    words = sx.WordList.load("words.dict")
    found = sx.optimise(sx.Puzzle("...\n...\n...", words, distinct=False), goal="total")
    assert isinstance(found, sx.Best)
    assert found.is_proved
    return found.value


def answers(name: str) -> dict[str, str]:
    """What solvers write: by their form."""
    rows = best().grid.lines()
    codes = [ord(letter) - ord("A") for row in rows for letter in row]
    if name.endswith(".mzn"):
        values = ", ".join(map(str, codes))
        indexed = ", ".join(f"{at}: {code}" for at, code in enumerate(codes))
        end = f"{'-' * 10}\n{'=' * 10}\n"
        return {
            "item": "\n".join(["TEA", "ERN", "ANT", "total 1", "-" * 10, *rows, "total 2", end]),
            "dzn": f"x = array1d(0..8, [{values}]);\nscore = [1, 2];\n{end}",
            "gecode": f"% a comment\nx = [{indexed}];\n%%%mzn-stat: nodes=1\n{end}",
            "json": f'{{\n  "x" : [{values}],\n  "score" : [1, 2]\n}}\n{end}',
        }
    if name.endswith(".xml"):
        values = " ".join(map(str, codes))
        names = " ".join(f"x[{at}]" for at in range(9))
        return {
            "ACE": "o 1\n\x1b[92ms OPTIMUM FOUND\x1b[0m\n\x1b[92m\nv\x1b[0m  <instantiation"
            " id='sol1' type='solution' > <list> x[] score[] </list>"
            f" <values> {values}  1x6 </values> </instantiation>\n\x1b[92m\nd FOUND\x1b[0m 1\n",
            "Choco": "c Choco\no 1 0.0\ns OPTIMUM FOUND\nv <instantiation id='sol1' >\n"
            f"v \t<list>{names} </list>\nv \t<values>{values} </values>\nv </instantiation>\n",
        }
    if "opb" in name:
        read = files.read_opb(Path(name).read_text(encoding="utf-8"))
        models = files.projections(read.clauses(), range(1, read.n_vars + 1))
        cheapest = min(models, key=read.cost)[: read.n_vars]
        shown = " ".join(f"x{lit}" if lit > 0 else f"-x{-lit}" for lit in cheapest)
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


@pytest.mark.parametrize(
    "name", ["grid.wcnf", "grid.opb", "any.txt", "opb.dat", "grid.mzn", "grid.xml"]
)
def test_the_best_fill_is_decoded_with_its_total(name: str) -> None:
    to = {"any.txt": ["--to", "wcnf"], "opb.dat": ["--to", "opb"]}.get(name, [])
    export(name, *to)
    total = best().score
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


LINE = "----------\n"


def xml(names: str, values: str) -> str:
    return (
        f"s SATISFIABLE\nv <instantiation> <list> {names} </list> <values> {values} </values>"
        " </instantiation>\n"
    )


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
        ("grid.mzn", "=====UNSATISFIABLE=====\n", 20, "unfillable: "),
        ("grid.mzn", "=====UNKNOWN=====\n", 124, "stopped: "),
        ("grid.mzn", "TEA\nEAT\n", 2, "satcross: a.txt: holds no answer: no line `----------`"),
        ("grid.mzn", f"TEA\n{LINE}", 2, "satcross: a.txt:2: the solution has 1 line, and not 3"),
        ("grid.mzn", f"TEA\nERN\nAN\n{LINE}", 2, "satcross: a.txt:3: cell r3c3 holds ''"),
        ("grid.mzn", f"TEA\nERN\nANTS\n{LINE}", 2, "satcross: a.txt:3: 'S' follows the row"),
        ("grid.mzn", f"TEA\nERN\nANN\n{LINE}", 2, "satcross: a.txt: the solution does not"),
        ("grid.mzn", f"x = [1, 2];\n{LINE}", 2, "satcross: a.txt: gives 2 values, and x has 9"),
        ("grid.mzn", f"x = [1, b];\n{LINE}", 2, "satcross: a.txt: 'b' is no value of x"),
        ("grid.mzn", f"{LINE}=====UNSATISFIABLE=====\n", 2, "satcross: a.txt: UNSATISFIABLE, and"),
        ("grid.xml", "s UNSATISFIABLE\n", 20, "unfillable: "),
        ("grid.xml", "s UNKNOWN\n", 124, "stopped: "),
        ("grid.xml", "v 1\n", 2, "satcross: a.txt: holds no answer: no line `s SATISFIABLE`"),
        ("grid.xml", "s SATISFIABLE\n", 2, "satcross: a.txt: says SATISFIABLE but gives no"),
        (
            "grid.xml",
            "s SATISFIABLE\nv <instantiation>\n",
            2,
            "satcross: a.txt: the `v` lines hold",
        ),
        ("grid.xml", xml("x[]", "0x9"), 2, "satcross: a.txt: the solution does not satisfy"),
        ("grid.xml", xml("x[]", "1 2"), 2, "satcross: a.txt: gives 2 values for more variables"),
        ("grid.xml", xml("x[0]", "1 2"), 2, "satcross: a.txt: gives 2 values for 1 variable;"),
        ("grid.xml", xml("x[]", "*x9"), 2, "satcross: a.txt: x[0] has no value; is it"),
        ("grid.xml", xml("x[9]", "1"), 2, "satcross: a.txt: 'x[9]' is no variable of the model"),
        ("grid.xml", xml("x[]", "-1x9"), 2, "satcross: a.txt: x[0] is -1, and letters are from"),
        ("grid.xml", xml("x[]", "7x999999999"), 2, "satcross: a.txt: '7x999999999' is no value"),
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
        ("grid.mzn", "constraint table(", "constraint tables("),
        ("grid.mzn", "], scored0)", "], words9)"),
        ("grid.mzn", "solve ", "% solve "),
        ("grid.mzn", "constraint x[0] ", "constraint x[90] "),
        ("grid.mzn", "satcross cells r1c1 ", "satcross cells r9c1 "),
        ("grid.mzn", "satcross texts A ", "satcross texts 1 "),
        ("grid.xml", "</instance>", ""),
        ("grid.xml", "<args> x[0] ", "<args> z[0] "),
        ("grid.xml", "(0,", "(0,0,"),
        ("grid.xml", "satcross format 1", "satcross format 2"),
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
    for name in ("x.cnf", "x.wcnf", "x.opb", "x.icnf", "x.xml"):
        assert run_cli("decode", name, "a.txt").code == 20
    Path("a.txt").write_text("=====UNSATISFIABLE=====\n", encoding="utf-8")
    assert run_cli("decode", "x.mzn", "a.txt").code == 20
