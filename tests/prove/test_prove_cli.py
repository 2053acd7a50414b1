"""`satcross prove`, from the outside, and the folder it writes."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from satcross.cli.main import main
from satcross.cnf.dimacs import read_formula
from satcross.errors import OptionError
from satcross.grid import Grid
from satcross.puzzle import Puzzle
from satcross.solve.protocol import Progress, SolverOptions
from satcross.tasks import prove as prove_task
from satcross.tasks.prove import Proved, prove
from satcross.tasks.results import Unknown
from satcross.words import WordList

Capture = pytest.CaptureFixture[str]

# A 3x3 square of these takes some search to refute; `full.txt` has one fill.
WORDS = "AAC ACA BBA BBB BCA BCB BCC CAB CBB\n"


def names(folder: str = ".") -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text(WORDS.replace(" ", "\n"))
    Path("grid.txt").write_text("...\n...\n...\n")
    Path("odd.txt").write_text("Q..\n...\n...\n")
    Path("full.txt").write_text("BC#\n###\nACA\n")


def run(capsys: Capture, *args: str) -> tuple[int, str, str]:
    code = main(["prove", *args])
    out, err = capsys.readouterr()
    return code, out, err


def test_prove_and_check(capsys: Capture) -> None:
    code, out, err = run(capsys, "grid.txt", "-w", "words.txt", "-o", "proof")
    assert (code, err) == (0, "")
    formula = read_formula("proof/puzzle.cnf").formula
    first, cnf, drat, last = out.splitlines()
    assert first == "proved: the grid cannot be filled"
    sizes = f"{formula.n_vars:,} variables, {formula.n_clauses:,} clauses"
    assert cnf == f"proof/puzzle.cnf: {sizes}"
    assert drat.startswith("proof/proof.drat: ")
    assert last == "check it with: satcross prove --check proof"
    assert names("proof") == ["README.md", "proof.drat", "puzzle.cnf"]
    assert not [name for name in names() if name.startswith(".")]
    readme = Path("proof/README.md").read_text()
    assert "drat-trim puzzle.cnf proof.drat" in readme
    assert "```\n...\n...\n...\n```" in readme
    assert "satcross prove --check proof" in readme

    code, out, err = run(capsys, "--check", "proof")
    assert (code, err) == (0, "")
    assert out.startswith("verified in ")
    assert out.endswith(" lines: no assignment satisfies the formula\n")

    Path("proof/proof.drat").write_text("0\n")
    code, out, err = run(capsys, "--check", "proof")
    assert (code, err) == (1, "")
    assert out == "rejected: line 1: unit propagation does not yield it: (empty)\n"

    Path("proof/proof.drat").write_text("")
    assert run(capsys, "--check", "proof")[:2] == (
        1,
        "rejected: it ends without a contradiction\n",
    )


def test_json(capsys: Capture) -> None:
    code, out, _ = run(capsys, "grid.txt", "-w", "words.txt", "-o", "p", "--format", "json")
    made = json.loads(out)
    assert code == 0
    assert made["schema"] == "satcross.prove/1"
    assert made["result"] == "proved"
    assert made["folder"] == "p"
    assert made["bytes"] == {name: (Path("p") / name).stat().st_size for name in names("p")}
    lines = Path("p/proof.drat").read_text().splitlines()
    assert made["lemmas"] + made["solver_lines"] == len(lines)

    code, out, _ = run(capsys, "--check", "p", "--format", "json")
    checked = json.loads(out)
    assert code == 0
    assert checked.keys() == {"schema", "result", "lines", "added", "deleted"}
    assert (checked["schema"], checked["result"]) == ("satcross.proof/1", "verified")
    assert 0 < checked["added"] + checked["deleted"] == checked["lines"] <= len(lines)

    Path("p/proof.drat").write_text("1 0\n")
    code, out, _ = run(capsys, "--check", "p", "--format", "json")
    wrong = json.loads(out)
    assert code == 1
    assert (wrong["result"], wrong["line"], wrong["clause"]) == ("rejected", 1, [1])

    code, out, _ = run(capsys, "full.txt", "-w", "words.txt", "-o", "q", "--format", "json")
    assert code == 1
    assert json.loads(out) == {
        "schema": "satcross.prove/1", "result": "fillable", "grid": ["BC#", "###", "ACA"],
    }  # fmt: skip


def test_nothing_to_prove(capsys: Capture) -> None:
    code, out, err = run(capsys, "full.txt", "-w", "words.txt", "-o", "proof")
    assert (code, out) == (1, "BC#\n###\nACA\n")
    assert err == "there is nothing to prove: the grid can be filled\n"
    assert not Path("proof").exists()


def test_what_is_in_the_folder_is_safe(capsys: Capture) -> None:
    args = ("odd.txt", "-w", "words.txt", "-o", "proof")
    Path("proof").mkdir()
    assert run(capsys, *args)[0] == 0  # an empty folder may be there
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert err == ("satcross: proof: holds a proof already; name another folder, or add --force\n")
    before = Path("proof/puzzle.cnf").read_bytes()
    assert run(capsys, *args, "--allow-repeats", "--force")[0] == 0
    assert Path("proof/puzzle.cnf").read_bytes() != before
    Path("proof/mine.txt").write_text("x")
    code, _, err = run(capsys, *args, "--force")
    assert code == 2
    assert err == "satcross: proof: holds other files; name another folder\n"
    assert len(names("proof")) == 4


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "there is no GRID; name a grid, or --check DIR"),
        (("grid.txt",), "a proof needs a folder; add -o DIR"),
        (("grid.txt", "-o", "no/proof"), "no/proof: there is no folder 'no'; make it first"),
        (("grid.txt", "-o", "words.txt"), "words.txt: is no folder; name a folder"),
        (("grid.txt", "-o", "p", "--encoding", "x"), "--encoding: there is no encoding 'x'"),
        (("none.txt", "-o", "p"), "none.txt: "),
        (("grid.txt", "-o", "p", "--time-limit", "0"), "--time-limit: 0 is not a number"),
        (("--check", "p"), "p: is no folder; name the folder of a proof"),
        (("--check", "."), "puzzle.cnf: no such file; check the path"),
        (("grid.txt", "--check", "."), "--check: a check takes no GRID and no --output"),
    ],
)
def test_bad_input_is_one_line(args: tuple[str, ...], message: str, capsys: Capture) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert err.startswith("satcross: ")
    assert message in err
    assert err.count("\n") == 1


def test_a_time_limit(capsys: Capture) -> None:
    Path("big.txt").write_text(("." * 9 + "\n") * 9)
    started = time.monotonic()
    code, out, err = run(capsys, "big.txt", "-o", "proof", "--time-limit", "0.5")
    assert (code, out, err) == (124, "", "stopped: time limit\n")
    assert time.monotonic() - started < 15
    assert not Path("proof").exists()

    assert run(capsys, "grid.txt", "-w", "words.txt", "-o", "proof")[0] == 0
    code, out, err = run(capsys, "--check", "proof", "--time-limit", "1e-9")
    assert (code, out) == (124, "")
    assert err == "stopped: time limit; 0 lines were right so far\n"


def test_a_limit_while_writing_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(Grid.parse("...\n...\n..."), WordList.from_words(WORDS.split()))
    monkeypatch.setattr(
        prove_task._Proving, "_tick", lambda self, phase: (_ for _ in ()).throw(TimeoutError)
    )
    result = prove(puzzle, "proof")
    assert isinstance(result, Unknown)
    assert result.reason == "time limit; there is no fill, but the proof is not written"
    assert not [name for name in names() if "proof" in name]


def test_progress_and_other_solvers() -> None:
    puzzle = Puzzle(Grid.parse("...\n...\n..."), WordList.from_words(WORDS.split()))
    seen: list[Progress] = []
    result = prove(puzzle, "proof", options=SolverOptions(on_progress=seen.append))
    assert isinstance(result, Proved)
    assert {"arc consistency", "encoding", "writing the formula"} <= {p.phase for p in seen}
    with pytest.raises(OptionError, match="only the lazy engine keeps a proof"):
        prove(puzzle, "other", options=SolverOptions(solver="glucose4"))
