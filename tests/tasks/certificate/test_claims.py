"""Certificates of every claim: right ones are accepted, damaged ones only where the claim is so.

Whether it is, brute force decides, from the grid and the words that the damaged file has.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

import pytest
from support.brute_force import all_fills
from support.cli import run_cli
from support.seeds import split

import satcross as sx
from satcross.model.consistency import Domains
from satcross.proof import Rejected
from satcross.results import Reason
from satcross.solve.lazy import scored
from satcross.task import Deadline
from satcross.tasks.certificate import proof
from satcross.tasks.certificate.form import CLAIMS, MAGIC
from satcross.tasks.certificate.proof import CompleteList, Proof
from satcross.tasks.enumerate import Fills
from satcross.tasks.letters.letters import LettersTask
from satcross.tasks.optimise.optimise import OptimiseTask

pytest.importorskip("satcross.proof._steps")

PASSED = Deadline.after(1e-9)
Head = dict[str, Any]
Rows = tuple[str, ...]


def puzzle(seed: int) -> sx.Puzzle:
    """A small puzzle, with scores."""
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(2, 4), rng.randint(2, 4)
    letters = "ABCD"[: rng.randint(2, 4)]
    marks = "......#" if rng.random() < 0.4 else "."
    cells = [rng.choice(marks) for _ in range(n_rows * n_cols)]
    cells[0] = cells[1] = "."  # some slot
    for at, mark in enumerate(cells):
        if mark == "." and rng.random() < 0.05:
            cells[at] = rng.choice(letters)
    rows = ["".join(cells[n_cols * row : n_cols * (row + 1)]) for row in range(n_rows)]
    words = {
        "".join(rng.choice(letters) for _ in range(rng.randint(2, 4))): rng.randint(0, 6)
        for _ in range(rng.randint(8, 60))
    }
    rules = ["allow-repeats"] if rng.random() < 0.4 else []
    listed = sx.WordList.from_words(words)
    return sx.Puzzle(sx.Grid.parse("\n".join(rows)), listed, rules=rules)


def fills_of(head: Head) -> set[Rows]:
    """All fills of what a certificate is about, by brute force."""
    is_distinct = "allow-repeats" not in head["rules"]
    return known_fills(tuple(head["grid"]), tuple(head["words"]), is_distinct)


@cache
def known_fills(rows: Rows, words: Rows, is_distinct: bool) -> set[Rows]:
    letters = sorted({*"".join([*words, *rows])} - {*"#. "})
    return all_fills(rows, words, "".join(letters), distinct=is_distinct)


def is_true(head: Head) -> bool:
    """Whether what a certificate claims is so."""
    fills = fills_of(head)
    named = {tuple(rows) for rows in head["fills"]}
    if head["claim"] == "no other letter":
        grid = sx.Grid.parse("\n".join(head["grid"]))
        found = ["".join(rows) for rows in fills]
        return named <= fills and all(
            {cells[grid.position(name)] for cells in found} == set(letters)
            for name, letters in head.get("letters", {}).items()
        )
    if head["claim"] in ("no higher lowest score", "no higher total"):
        return named <= fills and len(named) == 1 and is_best(head, fills)
    return fills == named and (head["claim"] == "no fill") == (not named)


def is_best(head: Head, fills: set[Rows]) -> bool:
    """Whether none of these fills is better than the one that a certificate has."""
    grid = sx.Grid.parse("\n".join(head["grid"]))
    cells_of = {slot.name: slot.cells for slot in sx.Puzzle(grid, []).slots}
    scores = dict(zip(head["words"], head["scores"], strict=True))
    counted = [(cells_of[name], n) for name, n in zip(head["slots"], head["weights"], strict=True)]

    def value(rows: Rows) -> int:
        text = "".join(rows)
        values = [n * scores["".join(text[at] for at in cells)] for cells, n in counted if n]
        return min(values) if head["claim"] == "no higher lowest score" else sum(values)

    return all(value(rows) <= value(tuple(head["fills"][0])) for rows in fills)


def list_all(asked: sx.Puzzle, seed: int, path: Path) -> None:
    """Write the certificate of a list."""
    limit = None if seed % 2 else 100  # listed, or found one by one
    for _ in sx.enumerate_fills(asked, seed=seed, limit=limit, certificate=path):
        pass


def list_letters(asked: sx.Puzzle, seed: int, path: Path) -> None:
    """Write the certificate of the letters of all cells, or of some."""
    rng = random.Random(seed)
    cells = sorted(asked.cells_in_slots)
    some = rng.sample(cells, rng.randint(1, len(cells))) if cells and seed % 2 else None
    sx.letters(asked, seed=seed, cells=some, certificate=path)


def optimise(goal: Literal["lowest", "total"], asked: sx.Puzzle, seed: int, path: Path) -> None:
    """Write the certificate of the best fill, with weights."""
    rng = random.Random(seed)
    opened = [s for s in asked.slots if asked.given_codes(s) is None and rng.random() < 0.4]
    weights = {slot.name: rng.randint(0, 3) for slot in opened}
    sx.optimise(asked, goal=goal, slot_weights=weights, seed=seed, certificate=path)


WRITERS: dict[str, Callable[[sx.Puzzle, int, Path], None]] = {
    "list": list_all,
    "letters": list_letters,
    "lowest": partial(optimise, "lowest"),
    "total": partial(optimise, "total"),
}


def parts(data: bytes) -> tuple[Head, bytes]:
    head, _, steps = data[len(MAGIC) :].partition(b"\n")
    return json.loads(head), steps


def whole(head: Head, steps: bytes) -> bytes:
    return MAGIC + json.dumps(head).encode() + b"\n" + steps


def steps_of(log: bytes) -> list[bytes]:
    """The bytes of each step."""
    numbers: list[tuple[int, int]] = []  # each with where it ends
    value = shift = 0
    for at, byte in enumerate(log):
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append((value >> 1 if not value & 1 else -(value >> 1) - 1, at + 1))
            value = shift = 0
    found, start, i = [], 0, 0
    while i < len(numbers):
        kind = numbers[i][0]
        i += 2 + numbers[i + 1][0]
        if kind:
            n_hints = numbers[i][0]
            i += 1
            for _ in range(n_hints):
                i += 1 + (numbers[i][0] & 3 in (1, 3))
        found.append(log[start : numbers[i - 1][1]])
        start = numbers[i - 1][1]
    return found


@pytest.mark.usefixtures("phases")
@pytest.mark.parametrize("seeds", split(range(400), 5))
@pytest.mark.parametrize("claim", WRITERS)
def test_what_is_claimed_is_shown(claim: str, seeds: range, tmp_path: Path) -> None:
    n_written = 0
    for seed in seeds:
        path = tmp_path / f"{seed}"
        WRITERS[claim](puzzle(seed), seed, path)
        if not path.exists():
            continue
        n_written += 1
        head, _ = parts(path.read_bytes())
        assert is_true(head), seed
        checked = sx.verify_certificate(path)
        assert isinstance(checked, sx.Found), (seed, checked)
        assert checked.value.claim == head["claim"]
    assert n_written > len(seeds) / 2


def damaged_head(head: Head, rng: random.Random) -> Head:
    """Another head, whose claim may be so or not."""
    words, fills = list(head["words"]), list(head["fills"])
    match rng.randrange(7):
        case 0 if fills:
            fills.pop(rng.randrange(len(fills)))
        case 1 if fills:
            rows = list(rng.choice(fills))
            at = rng.randrange(len(rows))
            rows[at] = "".join(rng.sample(rows[at], len(rows[at])))
            fills[rng.randrange(len(fills))] = rows
        case 2:
            words.append("".join(rng.choices("ABCD", k=rng.randint(2, 4))))
            head = {key: [*value, 3] if key == "scores" else value for key, value in head.items()}
        case 3:
            at = rng.randrange(len(words))
            words[at] = "".join(rng.choices("ABCD", k=len(words[at])))
        case 4:
            rows = [*head["grid"]]
            at = rng.randrange(len(rows))
            letters = [rng.choice("ABCD.") if a != "#" and rng.random() < 0.5 else a
                       for a in rows[at]]  # fmt: skip
            rows[at] = "".join(letters)
            head = head | {"grid": rows}
        case 5:
            head = head | {"rules": [] if head["rules"] else ["allow-repeats"]}
        case _:
            return damaged_claim(head, rng)
    return head | {"words": words, "fills": fills}


def damaged_claim(head: Head, rng: random.Random) -> Head:
    """The same puzzle with another claim."""
    if head["claim"] == "no other letter" and rng.random() < 0.9:
        shown = {name: list(letters) for name, letters in head["letters"].items()}
        letters = shown[rng.choice(list(shown))]
        if letters and rng.random() < 0.5:
            letters.pop(rng.randrange(len(letters)))
        else:
            letters.append(rng.choice("ABCD"))
        return head | {"letters": shown}
    if "scores" in head and rng.random() < 0.9:
        key = rng.choice(["scores", "weights"] + ["classes"] * ("classes" in head))
        numbers = list(head[key])
        if rng.random() < 0.8:
            numbers[rng.randrange(len(numbers))] = rng.randint(0, 7)
        elif key == "classes":
            numbers.pop(rng.randrange(len(numbers)))
        else:
            rng.shuffle(numbers)
        return head | {key: numbers}
    return head | {"claim": rng.choice(CLAIMS)}


def damaged_steps(steps: bytes, other: bytes, rng: random.Random) -> bytes:
    """Other steps."""
    whole_steps = steps_of(steps)
    match rng.randrange(6):
        case 0 if whole_steps:
            whole_steps.pop(rng.randrange(len(whole_steps)))
        case 1 if whole_steps:
            rng.shuffle(whole_steps)
        case 2:
            return other
        case 3:
            return steps[: rng.randrange(len(steps) + 1)]
        case _:
            data = bytearray(steps)
            for _ in range(min(len(data), rng.randint(1, 3))):
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            return bytes(data)
    return b"".join(whole_steps)


def damaged(data: bytes, other: bytes, rng: random.Random) -> tuple[Head, bytes]:
    head, steps = parts(data)
    kind = rng.randrange(3)
    if kind:
        head = damaged_head(head, rng)
    if kind != 1:
        steps = damaged_steps(steps, parts(other)[1], rng)
    return head, steps


@pytest.mark.parametrize("seeds", split(range(200), 4))
@pytest.mark.parametrize("claim", WRITERS)
def test_a_damaged_certificate_shows_nothing_wrong(
    claim: str, seeds: range, tmp_path: Path
) -> None:
    made: list[bytes] = []
    for seed in range(seeds.start, seeds.start + len(seeds) + 5):
        path = tmp_path / f"{seed}"
        WRITERS[claim](puzzle(seed), seed, path)
        if path.exists():
            made.append(path.read_bytes())
    path, n_rejected, n = tmp_path / "damaged", 0, 0
    for seed in seeds:
        rng = random.Random(seed)
        for _ in range(60):
            head, steps = damaged(rng.choice(made), rng.choice(made), rng)
            path.write_bytes(whole(head, steps))
            try:
                checked = sx.verify_certificate(path)
            except sx.InputError:
                continue
            n += 1
            if isinstance(checked, Rejected):
                n_rejected += 1
            elif "scores" not in head or len(set(head["words"])) == len(head["words"]):
                assert is_true(head), (seed, head)
    assert n_rejected > n / 4


# Totals


@pytest.mark.usefixtures("phases")
@pytest.mark.parametrize("seeds", split(range(400), 5))
def test_totals_of_more_scores_than_classes(
    seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scored, "MAX_CLASSES", 3)
    for seed in seeds:
        path = tmp_path / f"{seed}"
        WRITERS["total"](puzzle(seed), seed, path)
        if path.exists():
            assert is_true(parts(path.read_bytes())[0]), seed
            checked = sx.verify_certificate(path)
            assert isinstance(checked, sx.Found), (seed, checked)


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

    def stop_first(self: Proof, deadline: Deadline) -> Reason | None:
        nonlocal n_stopped
        n_stopped += n_stopped < 5
        return run(self, PASSED if n_stopped < 5 else deadline)

    run = Proof.run
    monkeypatch.setattr(Proof, "run", stop_first)
    for seed in range(40):
        n_stopped = 0
        with OptimiseTask(puzzle(seed), goal=goal, certificate=path) as task:
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
            plain = [str(fill) for fill in sx.enumerate_fills(puzzle(seed), seed=seed, limit=limit)]
            proved = sx.enumerate_fills(puzzle(seed), seed=seed, limit=limit, certificate=path)
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
        with Fills(puzzle(seed), certificate=path) as task:
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
        (["--all", "--reading", "CAT/DOG"], "does not support the rule"),
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

    def stop_first(self: Proof, deadline: Deadline) -> Reason | None:
        nonlocal n_stopped
        n_stopped += n_stopped < 5
        return run(self, PASSED if n_stopped < 5 else deadline)

    run = Proof.run
    monkeypatch.setattr(Proof, "run", stop_first)
    for seed in range(40):
        n_stopped = 0
        with LettersTask(puzzle(seed), certificate=path) as task:
            while isinstance(found := task.run(), sx.Stopped):
                assert found.partial is not None
                assert not path.exists()
            assert isinstance(task.run(), sx.Found)  # once more
            assert isinstance(sx.verify_certificate(path), sx.Found)
        path.unlink()
