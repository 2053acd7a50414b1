"""`satcross fill --jobs`: what it prints, and Ctrl-C, in processes of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.cli import run_cli
from support.processes import are_gone, wait_for_descendants
from support.tasks import BUSY_S, ends_within

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
COMMAND = [sys.executable, "-m", "satcross", "fill"]


@pytest.fixture
def grid(tmp_path: Path) -> str:
    path = tmp_path / "open4.txt"
    path.write_text("....\n" * 4, encoding="utf-8")
    return str(path)


@pytest.fixture
def endless(tmp_path: Path) -> str:
    path = tmp_path / "open10.txt"
    path.write_text(("." * 10 + "\n") * 10, encoding="utf-8")
    return str(path)


def test_the_seed_is_told_and_finds_the_same_alone_under_any_hash_seed(grid: str) -> None:
    def run(hash_seed: str, *more: str) -> tuple[str, str]:
        done = subprocess.run(
            [*COMMAND, grid, "--min-score", "70", *more],
            capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )  # fmt: skip
        return done.stdout, done.stderr

    out, err = run("1", "--jobs", "2", "--seed", "9")
    told = re.fullmatch(r"found with seed (9|10)\n", err)
    assert told
    assert run("77", "--jobs", "1", "--seed", told[1]) == (out, "")


def test_json_has_the_seed(grid: str) -> None:
    common = ["fill", grid, "--seed", "4", "--format", "json"]
    done = run_cli(*common, "--jobs", "2")
    assert done.code == 0
    out, err = done[1:]
    data = json.loads(out)
    assert err == f"found with seed {data['seed']}\n"
    done = run_cli("fill", grid, "--format", "json", "--seed", str(data["seed"]))
    assert done.code == 0
    alone = json.loads(done.out)
    assert "seed" not in alone
    assert alone | {"seed": data["seed"]} == data


def test_a_proof_says_whose_it_was(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("ab\nbc\nca\n", encoding="utf-8")
    grid = tmp_path / "grid.txt"
    grid.write_text("..\n..\n", encoding="utf-8")
    done = run_cli("fill", str(grid), "-w", str(words), "--jobs", "2")
    assert done.code == 20
    out, err = done[1:]
    assert out == ""
    assert re.fullmatch(r"unfillable: proved: with seed [01]\n", err)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--jobs", "2", "-n", "2"], "--jobs: several jobs search for one fill; leave out -n and"),
        (["--jobs", "0", "--all"], "--jobs: several jobs search for one fill; leave out -n and"),
        (["--jobs", "-1"], "--jobs: must be from 0 to 256, got -1; 0 is one for each CPU"),
        (["--jobs", "257"], "--jobs: must be from 0 to 256, got 257; 0 is one for each CPU"),
    ],
)
def test_what_makes_no_sense_is_refused(grid: str, arguments: list[str], problem: str) -> None:
    done = run_cli("fill", grid, *arguments)
    assert done.code == 2
    out, err = done[1:]
    assert out == ""
    assert err.startswith(f"satcross: {problem}")
    assert err.count("\n") == 1


def test_the_time_limit(endless: str) -> None:
    with ends_within(0.5):
        done = run_cli("fill", endless, "--jobs", "2", "--time-limit", "0.5")
    assert done.code == 124
    assert done.out == ""
    assert re.fullmatch(
        r"stopped: time limit; by letter statistics 10\^-[\d.]+ fills are expected of"
        r" 1A, 11A, 12A, 13A and 16 others: unlikely that there is one\n",
        done.err,
    )


@pytest.mark.parametrize(
    ("to", "more", "n_processes"),
    [
        ("the terminal", [], 2),
        pytest.param("the process", [], 2, marks=pytest.mark.slow),
        ("nobody", [], 2),
        # Each job has a supervisor and a program.
        ("the terminal", ["--solver-command", "sleep 60"], 6),
        pytest.param("nobody", ["--solver-command", "sleep 60"], 6, marks=pytest.mark.slow),
    ],
)
def test_ctrl_c_ends_all_at_once(endless: str, to: str, more: list[str], n_processes: int) -> None:
    if more:  # what is quickly encoded
        Path(endless).write_text("..\n..\n", encoding="utf-8")
    with subprocess.Popen(
        [*COMMAND, endless, "--jobs", "2", *more],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        pids = wait_for_descendants(process.pid, n_processes)
        time.sleep(0.2)  # until they search
        started = time.monotonic()
        match to:
            case "the terminal":
                os.killpg(process.pid, signal.SIGINT)
            case "the process":
                process.send_signal(signal.SIGINT)
            case _:
                process.kill()
        said = process.stderr.read()
        code = process.wait(timeout=60)
        took_s = time.monotonic() - started
    assert are_gone(pids)
    if to != "nobody":
        assert (code, said) == (130, "interrupted\n")
        assert took_s < BUSY_S
