"""`satcross prove`, from the outside, and the folder it writes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from support.cli import Done, run_cli
from support.runs import prove
from support.tasks import ends_within
from support.unprivileged import unprivileged

from satcross.apps.proofs.prove.prove import ProveTask
from satcross.cnf.dimacs import read_formula
from satcross.errors import OptionError
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Progress
from satcross.words import WordList

# A 3x3 square of these takes some search to refute; `full.txt` has one fill.
WORDS = "AAC ACA BBA BBB BCA BCB BCC CAB CBB\n"


def names(folder: str = ".") -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text(WORDS.replace(" ", "\n"), encoding="utf-8")
    Path("grid.txt").write_text("...\n...\n...\n", encoding="utf-8")
    Path("odd.txt").write_text("Q..\n...\n...\n", encoding="utf-8")
    Path("full.txt").write_text("BC#\n###\nACA\n", encoding="utf-8")


def run(*args: str) -> Done:
    return run_cli("prove", *args)


def test_prove_and_check() -> None:
    code, out, err = run("grid.txt", "-w", "words.txt", "-o", "proof")
    assert (code, err) == (0, "")
    formula = read_formula("proof/puzzle.cnf").formula
    first, cnf, drat, last = out.splitlines()
    assert first == "proved: the grid cannot be filled"
    sizes = f"{formula.n_vars:,} variables, {formula.n_clauses:,} clauses"
    assert cnf == f"{Path('proof/puzzle.cnf')}: {sizes}"
    assert drat.startswith(f"{Path('proof/proof.drat')}: ")
    assert last == "check it with: satcross prove --check proof"
    assert names("proof") == ["README.md", "proof.drat", "puzzle.cnf"]
    assert not [name for name in names() if name.startswith(".")]
    readme = Path("proof/README.md").read_text(encoding="utf-8")
    assert "drat-trim puzzle.cnf proof.drat" in readme
    assert "```\n...\n...\n...\n```" in readme
    assert "satcross prove --check proof" in readme

    code, out, err = run("--check", "proof")
    assert (code, err) == (0, "")
    assert out.startswith("verified in ")
    assert out.endswith(" lines: no assignment satisfies the formula\n")

    Path("proof/proof.drat").write_text("0\n", encoding="utf-8")
    code, out, err = run("--check", "proof")
    assert (code, err) == (1, "")
    assert out == "rejected: line 1: unit propagation does not yield it: (empty)\n"

    Path("proof/proof.drat").write_text("", encoding="utf-8")
    assert run("--check", "proof")[:2] == (
        1,
        "rejected: it ends without a contradiction\n",
    )


def test_json() -> None:
    code, out, _ = run("grid.txt", "-w", "words.txt", "-o", "p", "--format", "json")
    made = json.loads(out)
    assert code == 0
    assert made["schema"] == "satcross.prove/1"
    assert made["result"] == "proved"
    assert made["folder"] == "p"
    assert made["bytes"] == {name: (Path("p") / name).stat().st_size for name in names("p")}
    lines = Path("p/proof.drat").read_text(encoding="utf-8").splitlines()
    assert made["lines"] == len(lines) >= made["lemmas"]

    code, out, _ = run("--check", "p", "--format", "json")
    checked = json.loads(out)
    assert code == 0
    assert checked.keys() == {"schema", "result", "lines", "added", "deleted"}
    assert (checked["schema"], checked["result"]) == ("satcross.proof/1", "verified")
    assert 0 < checked["added"] + checked["deleted"] == checked["lines"] <= len(lines)

    Path("p/proof.drat").write_text("1 0\n", encoding="utf-8")
    code, out, _ = run("--check", "p", "--format", "json")
    wrong = json.loads(out)
    assert code == 1
    assert (wrong["result"], wrong["line"], wrong["clause"]) == ("rejected", 1, [1])

    code, out, _ = run("full.txt", "-w", "words.txt", "-o", "q", "--format", "json")
    assert code == 1
    assert json.loads(out) == {
        "schema": "satcross.prove/1", "result": "fillable", "grid": ["BC#", "###", "ACA"],
    }  # fmt: skip


def test_nothing_to_prove() -> None:
    code, out, err = run("full.txt", "-w", "words.txt", "-o", "proof")
    assert (code, out) == (1, "BC#\n###\nACA\n")
    assert err == "there is nothing to prove: the grid can be filled\n"
    assert not Path("proof").exists()


def test_what_is_in_the_folder_is_safe() -> None:
    args = ("odd.txt", "-w", "words.txt", "-o", "proof")
    Path("proof").mkdir()
    assert run(*args)[0] == 0  # an empty folder may be there
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert err == ("satcross: proof: holds a proof already; name another folder, or add --force\n")
    before = Path("proof/puzzle.cnf").read_bytes()
    assert run(*args, "--allow-repeats", "--force")[0] == 0
    assert Path("proof/puzzle.cnf").read_bytes() != before
    Path("proof/mine.txt").write_text("x", encoding="utf-8")
    code, _, err = run(*args, "--force")
    assert code == 2
    assert err == "satcross: proof: holds other files; name another folder\n"
    assert len(names("proof")) == 4


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "there is no GRID; name a grid, or --check DIR"),
        (("grid.txt",), "a proof needs a folder; add -o DIR"),
        (
            ("grid.txt", "-o", "no/proof"),
            f"{Path('no/proof')}: there is no folder 'no'; create it first",
        ),
        (("grid.txt", "-o", "words.txt"), "words.txt: is not a folder; name a folder"),
        (("grid.txt", "-o", "p", "--proof", "x"), "--proof: there is no proof 'x'"),
        (("none.txt", "-o", "p"), "none.txt: "),
        (("grid.txt", "-o", "p", "--time-limit", "0"), "--time-limit: must be a number"),
        (("--check", "p"), "p: is not a folder; name the folder of a proof"),
        (("--check", "."), "puzzle.cnf: no such file; check the path"),
        (("grid.txt", "-o", "p", "--cluster", "local"), "--cluster"),
        (("grid.txt", "-o", "p", "--combined"), "--combined"),
        (("--check", ".", "--jobs", "2"), "--jobs"),
        (("grid.txt", "--check", "."), "--check: a check takes no GRID; leave it out"),
        (("--check", ".", "-o", "p"), "--check: a check takes no --output; leave it out"),
        (("--check", ".", "-w", "x.txt"), "--check: a check takes no --words; leave it out"),
        (("--check", ".", "--force"), "--check: a check takes no --force; leave it out"),
        (("--check", ".", "--seed", "1"), "--check: a check takes no --seed; leave it out"),
    ],
)
def test_bad_input_is_one_line(args: tuple[str, ...], message: str) -> None:
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert err.startswith("satcross: ")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="modes")
def test_a_proof_that_cannot_be_read_is_not_rejected(tmp_path: Path) -> None:
    assert run("odd.txt", "-w", "words.txt", "-o", "proof").code == 0
    assert run("--check", "proof").code == 0
    tmp_path.chmod(0o755)
    for name in ("proof/puzzle.cnf", "proof/proof.drat"):
        Path(name).chmod(0)
        done = Done(2, "", f"satcross: {name}: cannot be read: Permission denied\n")
        assert unprivileged(tmp_path, lambda: run("--check", "proof")) == str(done)
        Path(name).chmod(0o644)
    Path("proof").chmod(0)
    done = Done(2, "", "satcross: proof/puzzle.cnf: cannot be read: Permission denied\n")
    assert unprivileged(tmp_path, lambda: run("--check", "proof")) == str(done)
    done = Done(2, "", "satcross: proof/a: the file cannot be read: permission denied\n")
    assert unprivileged(tmp_path, lambda: run("--check", "proof/a")) == str(done)
    done = Done(2, "", "satcross: proof: the file cannot be written: permission denied\n")
    again = ("odd.txt", "-w", "words.txt", "-o", "proof", "--force")
    assert unprivileged(tmp_path, lambda: run(*again)) == str(done)
    Path("proof").chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="links")
def test_names_that_no_folder_can_have() -> None:
    long = "x" * 300
    grid = ("odd.txt", "-w", "words.txt", "-o")
    why = f"satcross: {long}: the file cannot be"
    assert run(*grid, long) == (2, "", f"{why} written: File name too long\n")
    assert run("--check", long) == (2, "", f"{why} read: File name too long\n")
    Path("loop").symlink_to("loop")
    assert run(*grid, "loop").code == run("--check", "loop").code == 2
    assert run(*grid, "words.txt/a") == (
        2,
        "",
        "satcross: words.txt/a: is not a folder; name a folder\n",
    )


def test_a_time_limit() -> None:
    Path("big.txt").write_text(("." * 9 + "\n") * 9, encoding="utf-8")
    with ends_within(0.5):
        code, out, err = run("big.txt", "-o", "proof", "--time-limit", "0.5")
    assert (code, out, err) == (124, "", "stopped: time limit\n")
    assert not Path("proof").exists()

    assert run("grid.txt", "-w", "words.txt", "-o", "proof")[0] == 0
    code, out, err = run("--check", "proof", "--time-limit", "1e-9")
    assert (code, out) == (124, "")
    assert err == "stopped: time limit; 0 lines were right so far\n"


def test_a_limit_while_writing_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(Grid.parse("...\n...\n..."), WordList.from_words(WORDS.split()))
    monkeypatch.setattr(ProveTask, "_tick", lambda self, phase: (_ for _ in ()).throw(TimeoutError))
    result = prove(puzzle, "proof")
    assert isinstance(result, Stopped)
    assert result.reason is Reason.TIME_LIMIT
    assert str(result) == "time limit; there is no fill, but the proof is not written"
    assert not [name for name in names() if "proof" in name]


def test_progress_and_other_solvers() -> None:
    puzzle = Puzzle(Grid.parse("...\n...\n..."), WordList.from_words(WORDS.split()))
    seen: list[Progress] = []
    result = prove(puzzle, "proof", options=SolverOptions(on_progress=seen.append))
    assert isinstance(result, Found)
    assert {"arc consistency", "encoding", "writing the formula"} <= {p.phase for p in seen}
    with pytest.raises(OptionError, match="solver: prove needs the lazy engine"):
        prove(puzzle, "other", options=SolverOptions(solver="glucose4"))
