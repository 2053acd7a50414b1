"""`satcross explain`: what it prints, exit codes, bad options."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli import run_cli

IMPOSSIBLE = "Q.Z\n...\n...\n"


@pytest.fixture
def grid(tmp_path: Path) -> str:
    path = tmp_path / "grid.txt"
    path.write_text(IMPOSSIBLE)
    return str(path)


def test_text(grid: str) -> None:
    done = run_cli("explain", grid)
    assert done.code == 20
    out, err = done[1:]
    lines = out.splitlines()
    assert lines[0] == "no fill because of 1A, the letters Q at r1c1 and Z at r1c3"
    assert lines[2:5] == ["Q + Z", ". . .", ". . ."]
    assert [line.split(":")[0] for line in lines[6:]] == [f"correction {n}" for n in (1, 2, 3)]
    assert err == (
        "unfillable: proved; each of these reasons is needed\n3 corrections; there may be more\n"
    )


def test_min_score_is_named(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("CAT;20\nCOT;80\n")
    (tmp_path / "grid").write_text(".A.\n###\n###\n")
    argv = ["explain", str(tmp_path / "grid"), "-w", str(tmp_path / "words")]
    done = run_cli(*argv)
    assert done.code == 0
    assert done[1:] == ("", "fillable: there is nothing to explain\n")
    done = run_cli(*argv, "--min-score", "50")
    assert done.code == 20
    out, err = done[1:]
    assert out.startswith("no fill because of 1A, the letter A at r1c2 and minimum score 50\n")
    assert "lower the score for 1A: CAT has 20" in out
    assert "3 corrections" in err


def test_json(grid: str) -> None:
    done = run_cli("explain", grid, "--format", "json", "--corrections", "2")
    assert done.code == 20
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [line["kind"] for line in lines] == ["explanation", "correction", "correction", "end"]
    assert {line["schema"] for line in lines} == {"satcross.explain/1"}
    reasons = lines[0]["reasons"]
    assert [reason["where"] for reason in reasons] == ["1A", "r1c1", "r1c3"]
    assert reasons[2] == {
        "kind": "letter", "where": "r1c3", "letter": "Z", "row": 0, "col": 2, "needed": True
    }  # fmt: skip
    assert lines[0]["minimal"]
    assert lines[1]["changes"][0]["kind"] == "drop-letter"
    assert lines[2]["changes"][0]["shape"] == "Q.Z"
    assert lines[2]["changes"][0]["word"] == lines[2]["grid"][0]
    assert lines[3]["stopped"] is None


def test_fills_and_none(grid: str) -> None:
    done = run_cli("explain", grid, "--corrections", "1", "--fills")
    assert done.code == 20
    out = done.out
    assert len(out.rsplit("\n\n", 1)[1].split()) == 3
    done = run_cli("explain", grid, "--corrections", "0")
    assert done.code == 20
    assert "correction" not in done.out


def test_stopped(tmp_path: Path) -> None:
    path = tmp_path / "open.txt"
    path.write_text("\n".join(["." * 12] * 12))
    done = run_cli("explain", str(path), "--time-limit", "0.3")
    assert done.code == 124
    out, err = done[1:]
    assert out == ""
    assert err == "stopped: time limit; whether there is a fill is not known\n"


@pytest.mark.parametrize(
    "option", [["--corrections", "-1"], ["--max-changes", "0"], ["--time-limit", "0"]]
)
def test_bad_options(grid: str, option: list[str]) -> None:
    done = run_cli("explain", grid, *option)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1


def test_same_output_under_any_hash_seed(grid: str) -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-m", "satcross", "explain", grid],
            check=False,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert "correction 3" in printed.pop()
