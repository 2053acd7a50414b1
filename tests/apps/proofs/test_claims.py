"""Certificates of every claim of fills: what they claim is so, by brute force."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest
from support.certified_claims import WRITERS, is_true, plain_puzzle
from support.cli import run_cli
from support.seeds import split

import satcross as sx
from satcross.apps.letters.letters import LettersTask
from satcross.apps.optimise.optimise import OptimiseTask
from satcross.model.consistency import Domains
from satcross.results import Reason
from satcross.solve.lazy import scored
from satcross.task import Deadline
from satcross.tasks.certificate import proof
from satcross.tasks.certificate.form import CertificateForm
from satcross.tasks.certificate.proof import ClaimProver, CompleteList
from satcross.tasks.enumerate import Fills

MAGIC = CertificateForm().first_line

pytest.importorskip("satcross.apps.proofs.checker._steps")

PASSED = Deadline.after(1e-9)
Head = dict[str, Any]
Rows = tuple[str, ...]


@pytest.mark.usefixtures("phases")
@pytest.mark.parametrize("seeds", split(range(400), 5))
@pytest.mark.parametrize("claim", WRITERS)
def test_what_is_claimed_is_shown(claim: str, seeds: range, tmp_path: Path) -> None:
    n_written = 0
    for seed in seeds:
        path = tmp_path / f"{seed}"
        WRITERS[claim](plain_puzzle(seed), seed, path)
        if not path.exists():
            continue
        n_written += 1
        checked = sx.verify_certificate(path)
        assert isinstance(checked, sx.Found), (seed, checked)
        assert is_true(path.read_bytes(), checked.value), seed
    assert n_written > len(seeds) / 2


# Totals


@pytest.mark.usefixtures("phases")
@pytest.mark.parametrize("seeds", split(range(400), 5))
def test_totals_of_more_scores_than_classes(
    seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scored, "MAX_CLASSES", 3)
    for seed in seeds:
        path = tmp_path / f"{seed}"
        WRITERS["total"](plain_puzzle(seed), seed, path)
        if path.exists():
            checked = sx.verify_certificate(path)
            assert isinstance(checked, sx.Found), (seed, checked)
            assert is_true(path.read_bytes(), checked.value), seed


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "a lowest score above 50"),
        (["--goal", "total"], "a total above 330"),
        (["--goal", "total", "--slot-weight", "1A=3"], "a total above 570"),
    ],
)
def test_the_best_fill_and_its_certificate(
    options: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grid.txt").write_text("..\n..")
    (tmp_path / "words.txt").write_text("at;120\nto;60\noh;70\nah;50\nho;100\nan;9\nno;90\n")
    asked = run_cli("optimise", "grid.txt", "-w", "words.txt", "--certificate", "c", *options)
    assert asked.code == 0
    assert "check it with: satcross verify c" in asked.err
    checked = run_cli("verify", "c")
    assert f"verified: no fill has {said} with the 7 words" in checked.out, checked.out
    value = json.loads(run_cli("verify", "c", "--format", "json").out)["value"]
    assert f"above {value}" in said


@pytest.mark.parametrize(
    ("grid", "options", "code", "said"),
    [
        ("..\n..", ["-n", "2"], 2, "it is of the one best fill"),
        ("..\n..", ["--rule", "somewhere Z"], 2, "does not support the rule"),
        ("..\n..", ["--rounds", "0"], 124, "nothing was proved: c is not written"),
        ("AT", [], 0, "nothing was proved (no entry counts): c is not written"),
    ],
)
def test_where_no_fill_is_proved_best(
    grid: str,
    options: list[str],
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grid.txt").write_text(grid)
    asked = run_cli("optimise", "grid.txt", "--goal", "total", "--certificate", "c", *options)
    assert asked.code == code
    assert said in asked.err
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize("goal", ["lowest", "total"])
def test_a_stopped_proof_of_the_best_goes_on(
    goal: Literal["lowest", "total"], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, n_stopped = tmp_path / "c", 0

    def stop_first(self: ClaimProver, deadline: Deadline) -> Reason | None:
        nonlocal n_stopped
        n_stopped += n_stopped < 5
        return run(self, PASSED if n_stopped < 5 else deadline)

    run = ClaimProver.run
    monkeypatch.setattr(ClaimProver, "run", stop_first)
    for seed in range(40):
        n_stopped = 0
        with OptimiseTask(plain_puzzle(seed), goal=goal, certificate=path) as task:
            found = task.run()
            while not isinstance(found, sx.Impossible) and getattr(found, "reason", None):
                assert not path.exists()
                found = task.run()
        if path.exists():
            assert isinstance(sx.verify_certificate(path), sx.Found)
            path.unlink()


# A list of fills


def test_a_certificate_changes_no_list(tmp_path: Path) -> None:
    for seed in range(40):
        for limit in (None, 100):
            path = tmp_path / f"{seed} {limit}"
            plain = [
                str(fill) for fill in sx.enumerate_fills(plain_puzzle(seed), seed=seed, limit=limit)
            ]
            proved = sx.enumerate_fills(
                plain_puzzle(seed), seed=seed, limit=limit, certificate=path
            )
            assert [str(fill) for fill in proved] == plain
            assert path.exists() == proved.is_exhausted


def test_a_proof_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "c"
    n_stopped = 0

    def stop_first(self: CompleteList, domains: Domains, deadline: Deadline) -> Reason | None:
        nonlocal n_stopped
        n_stopped += n_stopped < 5
        return prove(self, domains, PASSED if n_stopped < 5 else deadline)

    prove = CompleteList.prove
    monkeypatch.setattr(CompleteList, "prove", stop_first)
    for seed in range(40):
        n_stopped = 0
        with Fills(plain_puzzle(seed), certificate=path) as task:
            while isinstance(task.run(), sx.Stopped):
                assert not path.exists()
            assert isinstance(sx.verify_certificate(path), sx.Found)
        path.unlink()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-n", "2"], "nothing was proved: c is not written"),
        (["--all", "--distinct", "words"], "it is of all fills"),
        (["--all", "--count-only"], "it is of fills that are listed"),
        (["--all", "--state", "s"], "it is of fills that are listed"),
        pytest.param(
            ["--all", "--reading", "CAT/DOG"],
            "does not support the rule",
            marks=pytest.mark.needs("apps/thematic"),
        ),
    ],
)
def test_where_no_list_is_complete(
    options: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grid.txt").write_text("...\n...\n...")
    asked = run_cli("fill", "grid.txt", "--certificate", "c", *options)
    assert said in asked.err
    assert not (tmp_path / "c").exists()


def test_too_many_fills_are_listed_without_a_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof, "MAX_FILLS", 3)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grid.txt").write_text("..")
    (tmp_path / "words.txt").write_text("ab\nba\nbc\ncd\n")
    asked = run_cli("fill", "grid.txt", "-w", "words.txt", "--all", "--certificate", "c")
    assert asked.code == 0
    assert sorted(asked.out.replace(" ", "").split()) == ["AB", "BA", "BC", "CD"]
    assert "nothing was proved (there are more than 3 fills): c is not written" in asked.err


# Letters


def test_letters_and_their_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grid.txt").write_text("..\n..")
    (tmp_path / "words.txt").write_text("at\nto\noh\nho\nan\nno\n")
    asked = run_cli("letters", "grid.txt", "-w", "words.txt", "--certificate", "c")
    assert asked.code == 0
    assert "check it with: satcross verify c" in asked.err
    checked = run_cli("verify", "c")
    assert checked.code == 0
    assert "r1c1: A\nr1c2: NT\n" in checked.out
    assert "verified: no letters but these, which 2 fills show, with the 6 words" in checked.out
    data = json.loads(run_cli("verify", "c", "--format", "json").out)
    assert data["letters"] == {"r1c1": ["A"], "r1c2": ["N", "T"], "r2c1": ["N", "T"], "r2c2": ["O"]}
    for options in (["--slot", "1A"], ["--reading", "AT/TO"]):
        refused = run_cli("letters", "grid.txt", "--certificate", "d", *options)
        assert refused.code == 2
        assert not (tmp_path / "d").exists()


def test_a_stopped_proof_of_letters_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, n_stopped = tmp_path / "c", 0

    def stop_first(self: ClaimProver, deadline: Deadline) -> Reason | None:
        nonlocal n_stopped
        n_stopped += n_stopped < 5
        return run(self, PASSED if n_stopped < 5 else deadline)

    run = ClaimProver.run
    monkeypatch.setattr(ClaimProver, "run", stop_first)
    for seed in range(40):
        n_stopped = 0
        with LettersTask(plain_puzzle(seed), certificate=path) as task:
            while isinstance(found := task.run(), sx.Stopped):
                assert found.partial is not None
                assert not path.exists()
            assert isinstance(task.run(), sx.Found)  # once more
            assert isinstance(sx.verify_certificate(path), sx.Found)
        path.unlink()
