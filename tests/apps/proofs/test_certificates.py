"""Certificates: right ones are accepted, and none for what is not so."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli
from support.seeds import split

import satcross as sx
from satcross.apps.proofs.certificate.checked import CertificateCheck
from satcross.apps.proofs.checker import Rejected
from satcross.apps.unique.unique import UniqueTask
from satcross.tasks.certificate.form import CertificateForm
from satcross.tasks.fill import FillTask

MAGIC = CertificateForm().first_line

pytest.importorskip("satcross.apps.proofs.checker._steps")

OPEN5 = "\n".join(["....."] * 5)


def puzzle(seed: int) -> sx.Puzzle:
    """A small puzzle, about half of which have no fill."""
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(2, 5), rng.randint(2, 5)
    letters = "ABCDE"[: rng.randint(2, 5)]
    marks = "......#" if rng.random() < 0.4 else "."
    cells = [rng.choice(marks) for _ in range(n_rows * n_cols)]
    for at, mark in enumerate(cells):
        if mark == "." and rng.random() < 0.03:
            cells[at] = rng.choice(letters)
    rows = ["".join(cells[n_cols * row : n_cols * (row + 1)]) for row in range(n_rows)]
    words = {
        "".join(rng.choice(letters) for _ in range(rng.randint(2, 5)))
        for _ in range(rng.randint(15, 120))
    }
    rules = ["allow-repeats"] if rng.random() < 0.3 else []
    if rng.random() < 0.2:
        rules.append("slot path: r1c1 r2c2 r2c1")
    return sx.Puzzle(sx.Grid.parse("\n".join(rows)), sorted(words), rules=rules)


@pytest.mark.usefixtures("phases")
@pytest.mark.parametrize("seeds", split(range(1200), 30))
def test_what_is_proved_is_shown(seeds: range, tmp_path: Path) -> None:
    n_proved = 0
    for seed in seeds:
        path = tmp_path / f"{seed}"
        try:
            asked = puzzle(seed)
        except sx.InputError:
            continue
        with UniqueTask(asked, sx.SolverOptions(seed=seed), certificate=path) as task:
            found = task.run()
        if isinstance(found, sx.Found) and not found.value.is_unique:
            assert not path.exists()
            continue
        n_proved += 1
        checked = sx.verify_certificate(path)
        assert isinstance(checked, sx.Found), (seed, checked)
        assert isinstance(checked.value, CertificateCheck)
        fills = [str(fill) for fill in sx.enumerate_fills(asked)]
        assert [str(fill) for fill in checked.value.fills] == fills
    assert n_proved > len(seeds) / 4


def board(seed: int) -> sx.Puzzle:
    """A small puzzle on another board, or with slots along paths."""
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(2, 4), rng.randint(3, 4)
    letters = "ABCD"[: rng.randint(2, 4)]
    rows = ["".join(rng.choices(".#", (8, 1), k=n_cols)) for _ in range(n_rows)]
    words = {"".join(rng.choices(letters, k=rng.randint(2, 5))) for _ in range(rng.randint(6, 60))}
    rules = ["allow-repeats"] if rng.random() < 0.4 else []
    on = rng.choice(["torus", "ring", "ring; bars r1c2C", "cylinder", "hexagon", ""])
    if on:
        rules.append(f"board {on}")
    if not on or rng.random() < 0.4:
        path = [f"r{rng.randint(1, n_rows)}c{rng.randint(1, n_cols)}" for _ in range(3)]
        rules.append(f"slot path: {' '.join(path)}")
    return sx.Puzzle(sx.Grid.parse("\n".join(rows)), sorted(words), rules=rules)


@pytest.mark.parametrize("seeds", split(range(500), 20))
def test_what_is_proved_on_boards_is_shown(seeds: range, tmp_path: Path) -> None:
    n_proved, path, other = 0, tmp_path / "unique", tmp_path / "fill"
    for seed in seeds:
        try:
            asked = board(seed)
        except sx.InputError:  # a path through a block
            continue
        path.unlink(missing_ok=True)
        other.unlink(missing_ok=True)
        fills = [str(fill) for fill in islice(sx.enumerate_fills(asked), 2)]
        with UniqueTask(asked, sx.SolverOptions(seed=seed), certificate=path) as task:
            task.run()
        sx.fill(asked, certificate=other)
        assert (path.exists(), other.exists()) == (len(fills) < 2, not fills), seed
        for written in {path, other} & set(tmp_path.iterdir()):
            checked = sx.verify_certificate(written)
            assert isinstance(checked, sx.Found), (seed, checked)
            assert isinstance(checked.value, CertificateCheck)
            assert [str(fill) for fill in checked.value.fills] == fills
        n_proved += path.exists()
    assert n_proved > len(seeds) / 4


@pytest.mark.parametrize("claim", ["fills", "letters"])
def test_what_is_there_twice_is_rejected(claim: str, tmp_path: Path) -> None:
    asked, path = sx.Puzzle("..\n..", ["at", "to", "an", "no", "ta", "on"]), tmp_path / "c"
    if claim == "fills":
        fills = [str(fill) for fill in sx.enumerate_fills(asked, certificate=path)]
        assert len(fills) > 1
    else:
        sx.letters(asked, certificate=path)
    assert isinstance(sx.verify_certificate(path), sx.Found)
    head, end, steps = path.read_bytes()[len(MAGIC) :].partition(b"\n")
    claimed = json.loads(head)
    for twice, said in ((claimed["fills"], "is one before it"), (claimed.get("letters"), "twice")):
        for held in twice.values() if isinstance(twice, dict) else [twice]:
            if held:
                held.append(held[0])
                path.write_bytes(MAGIC + json.dumps(claimed).encode() + end + steps)
                checked = sx.verify_certificate(path)
                assert isinstance(checked, Rejected)
                assert said in checked.why
                held.pop()
    path.write_bytes(MAGIC + json.dumps(claimed).encode() + end + steps)
    assert isinstance(sx.verify_certificate(path), sx.Found)


@pytest.mark.needs("apps/construct")
def test_patterns_that_are_there_twice_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "c"
    asked = ["pattern", "5x5", "--preset", "none", "--blocks", "4", "--all"]
    assert run_cli(*asked, "--certificate", path).code == 0
    assert isinstance(sx.verify_certificate(path), sx.Found)
    first, head, steps = path.read_bytes().split(b"\n", 2)
    claimed = json.loads(head)
    assert len(claimed["patterns"]) > 1
    claimed["patterns"].append(claimed["patterns"][0])
    path.write_bytes(b"\n".join((first, json.dumps(claimed).encode(), steps)))
    checked = sx.verify_certificate(path)
    assert isinstance(checked, Rejected)
    assert "counts as one before it" in checked.why


def test_a_log_changes_nothing(tmp_path: Path) -> None:
    for seed in range(5):
        asked = sx.Puzzle(sx.Grid.parse(OPEN5), sx.WordList.builtin())
        with FillTask(asked, sx.SolverOptions(seed=seed), certificate=tmp_path / "c") as task:
            logged = task.run()
        plain = sx.fill(asked, seed=seed)
        assert isinstance(logged, sx.Found)
        assert isinstance(plain, sx.Found)
        assert str(logged.value) == str(plain.value)
        assert logged.work.conflicts == plain.work.conflicts


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("certificate") / "c"
    words = [f"{word}" for word, _ in sx.WordList.builtin().words() if len(word) == 4][:330]
    result = sx.fill("....\n....\n....\n....", words, certificate=path)
    assert isinstance(result, sx.Impossible)
    assert isinstance(sx.verify_certificate(path), sx.Found)
    return path.read_bytes()


def parts(data: bytes) -> tuple[dict[str, Any], bytes]:
    head, _, steps = data[len(MAGIC) :].partition(b"\n")
    return json.loads(head), steps


def whole(head: dict[str, Any], steps: bytes) -> bytes:
    return MAGIC + json.dumps(head).encode() + b"\n" + steps


def changed(head: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What the certificate does not show."""
    words = head["words"]
    square = ["aqua", "quay", "uaya", "ayab"]  # the words of a square that reads down as across
    yield head | {"words": [*words, *square], "rules": ["allow-repeats"]}
    yield head | {"words": [*words, "zzzz"], "rules": ["allow-repeats"]}
    yield head | {"grid": ["...."], "slots": ["1A"]}
    yield head | {"slots": head["slots"][:-1]}
    yield head | {"slots": list(reversed(head["slots"]))}
    yield head | {"claim": "no other fill"}
    yield head | {"fills": [["ABCD"] * 4], "claim": "no other fill"}
    yield head | {"rules": ["two-readings 1"]}
    yield head | {"rules": ["letter-count r9c9: A 1"]}
    yield head | {"rules": ["any of 1A=[Z-A]*, r9c9=A"]}
    yield head | {"rules": ["same-letter r9c8 r9c9"]}
    yield head | {"rules": ["rebus AB"]}
    yield head | {"grid": ["[AB]...", *head["grid"][1:]]}


def test_a_claim_that_does_not_follow_is_rejected(certificate: bytes, tmp_path: Path) -> None:
    head, steps = parts(certificate)
    for number, other in enumerate(changed(head)):
        path = tmp_path / f"{number}"
        path.write_bytes(whole(other, steps))
        assert isinstance(sx.verify_certificate(path), Rejected), other["slots"]


@pytest.mark.parametrize("seeds", split(range(10_000), 125))
def test_a_damaged_certificate_shows_nothing_wrong(
    seeds: range, certificate: bytes, tmp_path: Path
) -> None:
    """Steps that are damaged are rejected, or show the claim all the same, which is true."""
    path = tmp_path / "c"
    head = certificate.index(b"\n", len(MAGIC)) + 1
    # Words that allow a fill: whatever becomes of the steps, they cannot show that there is none.
    known, _ = parts(certificate)
    allowed = whole(known | {"rules": ["allow-repeats"], "words": [*known["words"], "zzzz"]}, b"")
    n_rejected = 0
    for seed in seeds:
        rng = random.Random(seed)
        data = bytearray(certificate)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(head, len(data))
            match rng.randrange(4):
                case 0:
                    data[at] ^= 1 << rng.randrange(8)
                case 1:
                    del data[at : at + rng.randint(1, 40)]
                case 2:
                    data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 20)))
                case _:
                    del data[max(at, head + 1) :]
            if len(data) <= head + 1:
                break
        path.write_bytes(data)
        n_rejected += isinstance(sx.verify_certificate(path), Rejected)
        path.write_bytes(allowed + data[head:])
        assert isinstance(sx.verify_certificate(path), Rejected), seed
    assert n_rejected > len(seeds) / 2


@pytest.mark.parametrize("seed", range(300))
def test_a_damaged_head_is_one_line(
    seed: int, certificate: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "c"
    rng = random.Random(seed)
    data = bytearray(certificate)
    for _ in range(rng.randint(1, 3)):
        data[rng.randrange(600)] = rng.randrange(256)
    path.write_bytes(data)
    monkeypatch.chdir(tmp_path)
    checked = run_cli("verify", "c")
    assert checked.code in (0, 1, 2)
    assert checked.err.count("\n") == (checked.code == 2), checked.err


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grid.txt").write_text(OPEN5)
    made = run_cli("fill", "grid.txt", "--max-words", "5000", "--certificate", "c")
    assert made.code == 20
    assert "check it with: satcross verify c" in made.err
    checked = run_cli("verify", "c")
    assert checked.code == 0
    assert "verified: no fill with the 760 words" in checked.out
    data = bytearray((tmp_path / "c").read_bytes())
    data[-60] ^= 4
    (tmp_path / "c").write_bytes(data)
    checked = run_cli("verify", "c", "--format", "json")
    assert checked.code == 1
    assert json.loads(checked.out)["result"] == "rejected"
    found = run_cli("fill", "grid.txt", "--certificate", "none")
    assert found.code == 0
    assert "nothing was proved: none is not written" in found.err
    assert not (tmp_path / "none").exists()


def test_no_pipe_or_device_is_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "grid.txt").write_text("...\n...\n...")
    asked = run_cli("fill", tmp_path / "grid.txt", "--certificate", pipe)
    assert (asked.code, asked.out) == (2, "")
    assert "is a device or a pipe; name a file" in asked.err
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        pytest.param(
            ["--reading", "CAT/DOG"],
            "does not support the rule",
            marks=pytest.mark.needs("apps/thematic"),
        ),
        (["--certificate", "."], "is a folder"),
        (["--certificate", "-"], "--certificate: stdout is no place for it; name a file"),
        (["--certificate", "nowhere/c"], "there is no directory"),
        (["--solver", "cadical195"], "it is of our own engine"),
    ],
)
def test_what_has_none_is_refused(
    options: list[str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grid.txt").write_text("...\n...\n...")
    asked = run_cli("fill", "grid.txt", "--certificate", "c", *options)
    assert asked.code == 2
    assert problem in asked.err
    assert list(tmp_path.iterdir()) == [tmp_path / "grid.txt"]


def test_what_a_link_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    link = tmp_path / "link"
    link.symlink_to("old")
    assert isinstance(sx.fill("..\n..", ["ab", "bc", "ca"], certificate=link), sx.Impossible)
    assert link.is_symlink()
    assert isinstance(sx.verify_certificate(tmp_path / "old"), sx.Found)
