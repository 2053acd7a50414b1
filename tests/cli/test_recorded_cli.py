"""What a file of our own JSON says of filling reaches every command that reads a grid."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from support.brute_force import all_fills
from support.cli import Done, every_command, run_cli, run_ok
from support.pools import SerialPool

import satcross as sx
import satcross.apps.cluster

GRID = ("...", "...", "...")
WORDS = ("COD", "ARE", "BEN", "CAB", "ORE", "DEN")
BANNED = "BEN"

# How each command with a grid is called, and what it says where there is no fill.
CALLS = {
    "fill": "fill {grid} {words}",
    "fill --all": "fill {grid} {words} --all",
    "fill --count-only": "fill {grid} other.json {words} --all --count-only",
    "fill --state": "fill {grid} {words} --all --state state -o out.txt",
    "fill --blank": "fill {grid} {words} --blank",
    "fill --cluster": "fill {grid} {words} --all --cluster local:1 --state run",
    "fill --solver": "fill {grid} {words} --solver glucose4",
    "count": "count {grid} {words}",
    "count --cluster": "count {grid} {words} --cluster local:1",
    "optimise": "optimise {grid} {words}",
    "optimise --all": "optimise {grid} {words} --goal total --all",
    "sample": "sample {grid} {words} -n 2",
    "unique --give": "unique {grid} {words} --give cells",
    "codeword": "codeword {grid} {words} --any-letters --format json",
    "diagramless": "diagramless {grid} {words} --told nothing --format json",
    "fillin": "fillin {grid} {words} --format json",
    "letters": "letters {grid} {words}",
    "letters --slot": "letters {grid} {words} --slot 1A",
    "compile": "compile {grid} {words} -o grid.fills",
    "explain": "explain {grid} {words} --corrections 0",
}
OTHERS = {"prove", "export", "check", "batch", "arrowword", "sweep"}  # have tests of their own


def reads_grids(command: Any) -> bool:
    """Whether a command reads a grid and words to fill it."""
    return {"grid", "words"} <= {parameter.name for parameter in command.params}


# All others that read grids.
CALLS |= {
    name: f"{name} {{grid}} {{words}}"
    for name, command in every_command().items()
    if reads_grids(command) and name not in OTHERS | {call.split()[0] for call in CALLS}
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(satcross.apps.cluster, "connect", lambda _: SerialPool(1))
    (tmp_path / "words.txt").write_text("".join(f"{word};50\n" for word in WORDS))
    (tmp_path / "grid.txt").write_text("\n".join(GRID) + "\n")
    run_ok("convert", "grid.txt", "free.json", "--to", "satcross")
    record("other", banned=[BANNED])
    return tmp_path


def record(name: str, **settings: Any) -> str:
    """Write the grid as our own JSON with these settings of the workbench; its name."""
    data = json.loads(Path("free.json").read_bytes())
    data["extras"] = {"workbench": settings}
    Path(f"{name}.json").write_text(json.dumps(data))
    return f"{name}.json"


def run(call: str, grid: str) -> Done:
    return run_cli(*call.format(grid=grid, words="-w words.txt").split())


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_banned_word_is_in_no_answer(folder: Path, call: str) -> None:
    assert len(all_fills(GRID, WORDS, "ABCDEORN", distinct=True)) == 2
    assert not all_fills(GRID, set(WORDS) - {BANNED}, "ABCDEORN", distinct=True)
    assert run(call, record("none", banned=[])).code in (0, 20)
    for path in (folder / "state", folder / "out.txt", folder / "grid.fills"):
        path.unlink(missing_ok=True)
    shutil.rmtree("run", ignore_errors=True)
    done = run(call, record("draft", banned=[BANNED]))
    assert done.code == 20, done
    assert not re.search(r"[1-9]\d* fill", done.out)


def test_a_proof_is_of_the_grid_without_banned_words(folder: Path) -> None:
    free, banned = record("free2", banned=[]), record("draft", banned=[BANNED])
    assert run("prove {grid} {words} -o proof", free).code == 1
    assert run("prove {grid} {words} -o proof", banned).code == 0
    run_ok("prove", "--check", "proof")


@pytest.mark.needs("apps/sweep")
def test_instances_of_a_sweep_are_without_banned_words(folder: Path) -> None:
    for name, banned, answer in (("free2", [], " SAT"), ("draft", [BANNED], "UNSAT")):
        call = f"sweep {record(name, banned=banned)} -w words.txt --sizes {6 - len(banned)}"
        run_ok(*call.split(), "--seeds", "1", "-o", name)
        manifest = (folder / name / "manifest.tsv").read_text().replace("\t", " ")
        assert f"{answer}ISFIABLE" in manifest


@pytest.mark.parametrize("name", ["free2", "draft"])
def test_an_exported_formula_has_the_same_fills(folder: Path, name: str) -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    grid = record(name, banned=[BANNED] if name == "draft" else [])
    assert run("export {grid} {words} -o grid.cnf", grid).code == 0
    with Solver(bootstrap_with=CNF(from_file="grid.cnf")) as solver:
        is_fillable = solver.solve()
        assert is_fillable == (name != "draft")
        if is_fillable:
            model = " ".join(map(str, solver.get_model() or ()))
            (folder / "answer").write_text(f"s SATISFIABLE\nv {model} 0\n")
            fill = tuple(run_ok("decode", "grid.cnf", "answer").split())
            assert fill in all_fills(GRID, WORDS, "ABCDEORN", distinct=True)


def test_a_batch_has_the_same_answers(folder: Path) -> None:
    grids = [record("free2", banned=[]), record("draft", banned=[BANNED])]
    jobs = [{"grids": grids, "words": ["words.txt"], "task": task} for task in ("fill", "count")]
    (folder / "jobs.jsonl").write_text("".join(json.dumps(job) + "\n" for job in jobs))
    results = [json.loads(line) for line in run_ok("batch", "jobs.jsonl").splitlines()]
    assert [result["result"] for result in results[:2]] == ["found", "impossible"]
    assert [result.get("n", "0") for result in results[2:]] == ["2", "0"]


@pytest.mark.parametrize("side", ["filled", "template"])
def test_a_fill_with_a_banned_word_is_wrong(folder: Path, side: str) -> None:
    (folder / "full.txt").write_text("CAB\nORE\nDEN\n")
    assert run_cli("check", "full.txt", "-w", "words.txt").code == 0
    draft = record("draft", banned=[BANNED])
    argv = ["full.txt", "--grid", draft]
    if side == "filled":
        run_ok("convert", "full.txt", "full.json", "--to", "satcross")
        data = json.loads((folder / "full.json").read_bytes())
        data["extras"] = {"workbench": {"banned": [BANNED]}}
        (folder / "full.json").write_text(json.dumps(data))
        argv = ["full.json"]
    done = run_cli("check", *argv, "-w", "words.txt")
    assert (done.code, BANNED in done.out) == (1, True)


RULES = {
    "allow_repeats": (True, "--allow-repeats"),
    "min_length": (4, "--min-length 4"),
    "max_shared_substring": (2, "--max-shared-substring 2"),
    "no_near_duplicates": (True, "--no-near-duplicates"),
    "rebus": (["DE"], "--rebus DE"),
}
MANY = "AD DO OD TO AT TOE DOE ODE ADO TON TOD DOT OAT OTO DOR ORE ATE EAT TEE ODD OH HO CAT CATS"


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("command", ["fill", "count", "sample", "compile", "export", "batch"])
def test_a_recorded_rule_is_kept_as_the_option_of_its_name(
    folder: Path, rule: str, command: str
) -> None:
    (folder / "words.txt").write_text("\n".join(MANY.split()) + "\nDOOR\nTAXI\n")
    (folder / "grid.txt").write_text("..#.\n....\n.#..\n")
    run_ok("convert", "grid.txt", "free.json", "--to", "satcross")
    value, option = RULES[rule]
    grid = record("draft", rules={rule: value})
    if command == "batch":
        (folder / "jobs.jsonl").write_text(
            json.dumps({"grid": grid, "words": ["words.txt"], "task": "count"})
        )
        result = json.loads(run_ok("batch", "jobs.jsonl"))
        asked = run_cli("count", "grid.txt", "-w", "words.txt", *option.split())
        assert result["n"] == asked.out.split()[0].replace(",", "")
        return
    call = {
        "fill": "fill {} --all",
        "count": "count {}",
        "sample": "sample {} -n 3",
        "compile": "compile {} -o grid.fills",
        "export": "export {} -o grid.cnf",
    }[command]
    if command == "export" and rule == "allow_repeats":
        option = "--no-distinct"
    known = [
        run_cli(*call.format(name).split(), "-w", "words.txt", *more)
        for name, more in ((grid, ()), ("grid.txt", option.split()))
    ]
    assert known[0] == known[1]


@pytest.mark.parametrize("command", ["prove", "explain", "letters", "optimise"])
@pytest.mark.parametrize("rule", ["max_shared_substring", "rebus"])
def test_a_recorded_rule_is_taken_by_every_command(folder: Path, command: str, rule: str) -> None:
    grid = record("draft", rules={rule: RULES[rule][0]})
    more = ("-o", "proof") if command == "prove" else ()
    done = run_cli(command, grid, "-w", "words.txt", *more)
    assert done.code in (0, 1, 20), done


def test_an_option_comes_before_a_recorded_rule(folder: Path) -> None:
    grid = record("draft", rules={"min_length": 4})
    assert "the grid has no slot" in run_cli("count", grid, "-w", "words.txt").err
    assert run_ok("count", grid, "-w", "words.txt", "--min-length", "3") == "2 fills\n"


def test_words_of_one_letter_are_used_where_a_file_says_so(folder: Path) -> None:
    (folder / "words.txt").write_text("cat\nac\nia\nit\na\ni\n")
    (folder / "grid.txt").write_text(".|.|.\n. . .\n")
    run_ok("convert", "grid.txt", "free.json", "--to", "satcross")
    grid = record("draft", rules={"min_length": 1})
    assert run_ok("count", grid, "-w", "words.txt") == "1 fill\n"
    both = run_ok("fill", "grid.txt", grid, "-w", "words.txt", "--all", "--count-only")
    assert both.splitlines()[1] == f"1\t{grid}"
    (folder / "jobs.jsonl").write_text(json.dumps({"grid": grid, "words": ["words.txt"]}))
    assert json.loads(run_ok("batch", "jobs.jsonl"))["result"] == "found"


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ({"allow_repeats": "no"}, "draft.json: the rule allow_repeats must be True or False, got"),
        ({"colour": True}, "draft.json: the 'workbench' part of extras is damaged"),
        ([], "draft.json: the 'workbench' part of extras is damaged"),
    ],
)
@pytest.mark.parametrize("command", ["fill", "compile", "check", "export"])
def test_damaged_rules_are_refused(folder: Path, command: str, rules: Any, text: str) -> None:
    grid = record("draft", rules=rules)
    more = {"compile": ("-o", "out.fills"), "export": ("-o", "out.cnf")}.get(command, ())
    done = run_cli(command, grid, "-w", "words.txt", *more)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert text in done.err


def test_the_library_reads_what_a_file_records(folder: Path) -> None:
    from satcross.formats.grids import load_puzzle
    from satcross.model.refill import refilled
    from satcross.model.roles import Recorded
    from satcross.words.choice import ListChoice

    words = sx.WordList.from_words(WORDS)
    grid = record("draft", banned=[BANNED], rules={"allow_repeats": True})
    puzzle, crossword, _ = load_puzzle(grid, ListChoice(), {}, load=lambda *_: words)
    assert puzzle.distinct is False
    assert isinstance(sx.fill(puzzle), sx.Found)
    asked, _ = refilled(puzzle, roles=Recorded(crossword, grid).roles())
    assert BANNED not in asked.listed


def test_letters_beside_the_grid_have_no_role(tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    run_ok("fill", "-", "--reading", "1", "-o", path, stdin="C..\n...\n...\n")
    data = json.loads(path.read_text())
    assert data["named"]
    assert data["extras"] == {"workbench": {"pinned": [0], "theme": []}}
