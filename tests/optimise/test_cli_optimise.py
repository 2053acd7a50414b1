"""`satcross optimise`: what it prints, and exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from satcross import Filled, Puzzle, fill
from satcross.cli.main import main
from satcross.tasks.optimise_results import BestSoFar

WORDS = "ab;50\nac;90\nbd;90\ncd;50\nxy;60\nxz;60\n"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text(WORDS, encoding="utf-8")
    Path("corner.txt").write_text("..\n.#\n", encoding="utf-8")


def test_lowest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["optimise", "corner.txt", "-w", "words.txt"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0][0] == "X"
    assert err == "lowest score 60: proved best\n"


def test_total(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["optimise", "corner.txt", "-w", "words.txt", "--goal", "total"]
    assert main([*argv, "--slot-weight", "1a=2"]) == 0
    assert capsys.readouterr() == ("AC\nB#\n", "total 230: proved best\n")


def test_stopped_by_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["optimise", "corner.txt", "-w", "words.txt", "--rounds", "0", "--format", "json"]
    codes = {seed: main([*argv, "--seed", str(seed)]) for seed in range(8)}
    assert 124 in codes.values()
    out, err = capsys.readouterr()
    for code, line, verdict in zip(codes.values(), out.splitlines(), err.splitlines(), strict=True):
        data = json.loads(line)
        assert data["schema"] == "satcross.optimise/1"
        assert data["goal"] == "lowest"
        assert data["value"] == data["fill"]["lowest_score"]
        assert data["proved"] == (code == 0) == ("proved best" in verdict)
        if code == 124:
            assert data["bound"] > data["value"]
            assert data["stopped"] == "rounds"
            assert verdict.endswith("stopped: rounds")


def test_each_prints_rising_totals(capsys: pytest.CaptureFixture[str]) -> None:
    Path("open.txt").write_text("...\n...\n...\n", encoding="utf-8")
    argv = ["optimise", "open.txt", "--goal", "total", "--each", "--format", "json"]
    assert main([*argv, "--min-score", "60"]) == 0
    *better, last = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    values = [data["value"] for data in better]
    assert len(values) > 1
    assert values == sorted(set(values))
    assert [data["fill"]["number"] for data in better] == list(range(1, len(better) + 1))
    assert not any(data["proved"] for data in better)
    assert last["proved"]
    assert (last["value"], last["fill"]["grid"]) == (values[-1], better[-1]["fill"]["grid"])


def test_unfillable(capsys: pytest.CaptureFixture[str]) -> None:
    Path("corner.txt").write_text("Q.\n.#\n", encoding="utf-8")
    assert main(["optimise", "corner.txt", "-w", "words.txt"]) == 20
    assert capsys.readouterr() == ("", "unfillable: proved: no word fits 1A\n")


def test_to_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["optimise", "corner.txt", "-w", "words.txt", "--entries", "-o", "best.txt"]
    assert main(argv) == 0
    assert capsys.readouterr().out == ""
    assert "  1A  X" in Path("best.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("argv", "problem"),
    [
        (["--slot-weight", "1A"], "'1A' is no slot and weight"),
        (["--slot-weight", "1A=x"], "'1A=x' is no slot and weight"),
        (["--slot-weight", "1A=1", "--slot-weight", "1a=2"], "1A has two weights"),
        (["--slot-weight", "7D=2"], "the grid has no slot '7D'"),
        (["--rounds", "-1"], "-1 is no number of rounds"),
        (["--time-limit", "0"], "0 is not a number of seconds"),
        (["--entries", "--format", "json"], "the JSON form has the entries anyway"),
    ],
)
def test_bad_options(argv: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["optimise", "corner.txt", "-w", "words.txt", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert problem in err
    assert err.count("\n") == 1


def test_interrupted_prints_the_best_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(puzzle: Puzzle, **options: Any) -> None:
        first = fill(puzzle)
        assert isinstance(first, Filled)
        options["on_better"](BestSoFar(first.fill, 100, 180))
        raise KeyboardInterrupt

    monkeypatch.setattr("satcross.cli.optimise.find_best", interrupted)
    assert main(["optimise", "corner.txt", "-w", "words.txt", "--goal", "total"]) == 130
    out, err = capsys.readouterr()
    assert out.count("\n") == 2
    assert err == "total 100; no fill has more than 180 (gap 80, 44.4%); stopped: interrupted\n"
