"""`satcross optimise`: what it prints, and exit codes."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from support.cli import run_cli

from satcross.apps.optimise.optimise import OptimiseTask
from satcross.task import Answered, Event
from satcross.tasks.objective import FillValue

WORDS = "ab;50\nac;90\nbd;90\ncd;50\nxy;60\nxz;60\n"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text(WORDS, encoding="utf-8")
    Path("corner.txt").write_text("..\n.#\n", encoding="utf-8")


def test_lowest() -> None:
    done = run_cli("optimise", "corner.txt", "-w", "words.txt")
    assert done.code == 0
    out, err = done[1:]
    assert out.splitlines()[0][0] == "X"
    assert err == "lowest score 60: proved best\n"


def test_total() -> None:
    argv = ["optimise", "corner.txt", "-w", "words.txt", "--goal", "total"]
    done = run_cli(*argv, "--slot-weight", "1a=2")
    assert done.code == 0
    assert done[1:] == ("AC\nB#\n", "total 230: proved best\n")


def test_stopped_by_rounds() -> None:
    argv = ["optimise", "corner.txt", "-w", "words.txt", "--rounds", "0", "--format", "json"]
    runs = [run_cli(*argv, "--seed", seed) for seed in range(8)]
    assert 124 in [done.code for done in runs]
    for code, line, verdict in runs:
        data = json.loads(line)
        assert data["schema"] == "satcross.optimise/1"
        assert data["goal"] == "lowest"
        assert data["value"] == data["fill"]["lowest_score"]
        assert data["proved"] == (code == 0) == ("proved best" in verdict)
        if code == 124:
            assert data["bound"] > data["value"]
            assert data["stopped"] == "rounds"
            assert verdict.endswith("stopped: rounds\n")


def test_each_prints_rising_totals() -> None:
    Path("open.txt").write_text("...\n...\n...\n", encoding="utf-8")
    argv = ["optimise", "open.txt", "--goal", "total", "--each", "--format", "json"]
    done = run_cli(*argv, "--min-score", "60")
    assert done.code == 0
    *better, last = (json.loads(line) for line in done.out.splitlines())
    values = [data["value"] for data in better]
    assert len(values) > 1
    assert values == sorted(set(values))
    assert [data["fill"]["number"] for data in better] == list(range(1, len(better) + 1))
    assert not any(data["proved"] for data in better)
    assert last["proved"]
    assert (last["value"], last["fill"]["grid"]) == (values[-1], better[-1]["fill"]["grid"])


def test_unfillable() -> None:
    Path("corner.txt").write_text("Q.\n.#\n", encoding="utf-8")
    done = run_cli("optimise", "corner.txt", "-w", "words.txt")
    assert done.code == 20
    assert done[1:] == ("", "unfillable: proved: no word fits 1A\n")


def test_to_a_file() -> None:
    argv = ["optimise", "corner.txt", "-w", "words.txt", "--entries", "-o", "best.txt"]
    done = run_cli(*argv)
    assert done.code == 0
    assert done.out == ""
    assert "  1A  X" in Path("best.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("argv", "problem"),
    [
        (["--slot-weight", "1A"], "'1A' is not SLOT=N"),
        (["--slot-weight", "1A=x"], "'1A=x' is not SLOT=N"),
        (["--slot-weight", "1A=1", "--slot-weight", "1a=2"], "1A has two weights"),
        (["--slot-weight", "7D=2"], "there is no slot '7D'"),
        (["--rounds", "-1"], "--rounds: must be 0 or greater, got -1"),
        (["--time-limit", "0"], "--time-limit: must be a number of seconds above 0, got 0"),
        (["--entries", "--format", "json"], "--entries: it is for text, not for json"),
    ],
)
def test_bad_options(argv: list[str], problem: str) -> None:
    done = run_cli("optimise", "corner.txt", "-w", "words.txt", *argv)
    assert done.code == 2
    out, err = done[1:]
    assert out == ""
    assert problem in err
    assert err.count("\n") == 1


def test_interrupted_prints_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    emit = OptimiseTask.emit

    def interrupted(self: OptimiseTask, event: Event) -> None:
        emit(self, event)
        if isinstance(event, Answered):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(OptimiseTask, "emit", interrupted)
    monkeypatch.setattr(FillValue, "value", lambda *_: 100)
    monkeypatch.setattr(FillValue, "bound", lambda *_: 180)
    done = run_cli("optimise", "corner.txt", "-w", "words.txt", "--goal", "total")
    assert done.code == 130
    out, err = done[1:]
    assert out.count("\n") == 2
    assert err == "total 100; no fill has more than 180 (gap 80, 44.4%); stopped: interrupted\n"


def test_several_best_fills_are_printed_best_first(tmp_path: Path) -> None:
    grid, words = tmp_path / "grid.txt", tmp_path / "words.txt"
    grid.write_text("...\n")
    words.write_text("APE;60\nBAT;80\nCOT;70\n")
    done = run_cli("optimise", grid, "-w", words, "--goal", "total", "-n", "2")
    assert (done.code, done.out) == (0, "BAT\n\nCOT\n")
    assert done.err == (
        "total 80: proved: no fill but those above has more\n"
        "total 70: proved: no fill but those above has more\n"
    )
    done = run_cli("optimise", grid, "-w", words, "-n", "5")
    assert (done.code, done.out) == (0, "BAT\n\nCOT\n\nAPE\n")
    assert done.err.endswith("3 fills; there are no more\n")
    total = ("optimise", grid, "-w", words, "--goal", "total")
    done = run_cli(*total, "--all", "--min-total", "65", "--format", "json")
    assert [json.loads(line)["value"] for line in done.out.splitlines()] == [80, 70]
    assert done.err.endswith("2 fills; there are no more\n")
    done = run_cli(*total, "--all", "--min-total", "81")
    assert (done.code, done.out) == (20, "")
    assert done.err == "unfillable: proved: no fill has a total of 81\n"
    for wrong, text in (
        (("-n", "2", "--each"), "--each: it is for one fill"),
        (("-n", "2", "--all"), "-n and --all do not go together"),
        (("--min-total", "5"), "--min-total: it is for several fills"),
        (("--all", "--min-total", "5", "--goal", "lowest"), "it is for the goal total"),
        (("-n", "0"), "1 or greater"),
    ):
        done = run_cli(*total, *wrong)
        assert (done.code, done.err.count("\n"), text in done.err) == (2, 1, True), done.err


def test_rules_between_entries_are_kept(tmp_path: Path) -> None:
    grid, words = tmp_path / "grid.txt", tmp_path / "words.txt"
    grid.write_text("...\n###\n...\n")
    words.write_text("CAT;90\nCAR;80\nDOG;50\n")
    for goal, value in (("total", "140"), ("lowest", "50")):
        rule = ("--max-shared-substring", "2")
        done = run_cli("optimise", grid, "-w", words, "--goal", goal, *rule)
        assert done.code == 0
        assert f" {value}: proved best" in done.err
