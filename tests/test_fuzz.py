"""The fuzzer of readers: its corpus of defects, its oracle, and that it finds what is planted."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from support.puzzle_strategies import puzzles

from fuzz.__main__ import main
from fuzz.readers.mutate import mutated, shrunk
from fuzz.readers.oracle import judge
from fuzz.readers.puzzles import check_puzzle
from fuzz.readers.running import Tally, report, run, run_batch, seeds_of
from fuzz.readers.targets import CORPUS, TARGETS, Target
from satcross.errors import GridError, InputError
from satcross.model.puzzle import Puzzle

FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file())


def ids(path: Path) -> str:
    return f"{path.parent.name}-{path.name}"


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_a_defect_is_refused_in_one_line(path: Path) -> None:
    """Names that begin with `loose_` are of inputs that are unusual, but must be read."""
    outcome = judge(TARGETS[path.parent.name], path.read_bytes())
    assert outcome.fault == ""
    assert outcome.accepted == path.name.startswith("loose_")


def test_every_target_has_inputs_that_are_read_and_some_that_are_not() -> None:
    for target in TARGETS.values():
        tally = Tally()
        run_batch(target, seeds_of(target, 0, n_made=4), 120, "0", tally, Path("none"))
        assert tally.faults == {}
        assert 0 < tally.n_read < tally.n == 120, target.name


def test_the_same_seed_makes_the_same_damage() -> None:
    seeds = [b'{"a": [1, 2]}', b"c x\np cnf 1 1\n1 0\n"]
    made = [[mutated(seeds, [b"0"], random.Random(n)) for n in range(200)] for _ in range(2)]
    assert made[0] == made[1]
    assert len(set(made[0])) > 100


def raising(error: Exception) -> Callable[[bytes], bytes]:
    def read(data: bytes) -> bytes:
        if b"X" in data:
            raise error
        return data

    return read


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        (raising(ValueError("oops")), "ValueError in "),
        (raising(GridError("bad", source="other")), "the message names 'other'"),
        (raising(GridError("", source="input")), "the message is empty"),
        (raising(GridError("bad", source="input", line=0)), "line 0, column None"),
        (raising(InputError("fine", source="input:", line=3)), ""),
        (raising(MemoryError()), "took more than 1,024 MB"),
    ],
)
def test_what_is_planted_is_found_and_made_small(
    planted: Callable[[bytes], bytes], fault: str, tmp_path: Path
) -> None:
    target = Target("planted", planted, texts=(b"many words\nand an X in the middle\nof them\n",))
    tally = Tally()
    run_batch(target, target.inputs(), 50, "1", tally, tmp_path)
    assert [text.startswith(fault) for text in tally.faults.values()] == [True] * bool(fault)
    if fault:
        assert [path.read_bytes() for path in tmp_path.glob("*.bin")] == [b"X"]
        assert report({"planted": tally})[-1].startswith(f"planted: {fault}")


def test_a_value_that_is_written_differently_is_found() -> None:
    reader = replace(TARGETS["grid"], write=lambda grid: str(grid).lower().encode() + b"\n")
    assert judge(reader, b"AB\n..").fault == ""
    rotten = replace(reader, read=lambda data: data + b"x", write=bytes)
    assert judge(rotten, b"a").fault == "written twice, it differs: b'ax' and b'axx'"
    refusing = replace(reader, write=lambda _: b"?")
    assert judge(refusing, b"..").fault.startswith("what was read cannot be written and read aga")


def test_shrinking_keeps_the_fault() -> None:
    least = shrunk(b"x" * 50 + b"[1" + b"y" * 50 + b"]", lambda data: data.count(b"[") == 1)
    assert least == b"["


@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_what_is_written_of_a_puzzle_is_read_as_it_was(puzzle: Puzzle | InputError) -> None:
    check_puzzle(puzzle)


def test_the_command_reports(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--target", "grid-hex", "--inputs", "5", "--finds", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:2] == ["grid-hex", "5"]
    assert lines[-1].startswith("seed 0, ")
    assert sum(tally.n for tally in run(["grid-hex"], n=5, minutes=None, seed=1).values()) == 5
    with pytest.raises(SystemExit):
        main(["--help"])
    told = "".join(capsys.readouterr().out.split())
    for name in ("fuzz.differential", "fuzz.kills", "fuzz.faults", *TARGETS):
        assert name in told


def test_a_forged_count_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (CORPUS / "ledger" / "number_forged").read_bytes()
    monkeypatch.setattr("satcross.apps.cluster.ledger.Ledger._check_cubes", lambda _: None)
    assert "a wrong number: " in judge(TARGETS["ledger"], data).fault
