"""`satcross explain`: what it prints, exit codes, bad options."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from satcross.cli.main import main

IMPOSSIBLE = "Q.Z\n...\n...\n"


@pytest.fixture
def grid(tmp_path: Path) -> str:
    path = tmp_path / "grid.txt"
    path.write_text(IMPOSSIBLE)
    return str(path)


def test_text(grid: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", grid]) == 20
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0] == "no fill because of 1A, the letters Q at r1c1 and Z at r1c3"
    assert lines[2:5] == ["Q + Z", ". . .", ". . ."]
    assert [line.split(":")[0] for line in lines[6:]] == [f"correction {n}" for n in (1, 2, 3)]
    assert err == (
        "unfillable: proved; each of these reasons is needed\n3 corrections; there may be more\n"
    )


def test_min_score_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "words").write_text("CAT;20\nCOT;80\n")
    (tmp_path / "grid").write_text(".A.\n###\n###\n")
    argv = ["explain", str(tmp_path / "grid"), "-w", str(tmp_path / "words")]
    assert main(argv) == 0
    assert capsys.readouterr() == ("", "fillable: there is nothing to explain\n")
    assert main([*argv, "--min-score", "50"]) == 20
    out, err = capsys.readouterr()
    assert out.startswith("no fill because of 1A, the letter A at r1c2 and minimum score 50\n")
    assert "lower the score for 1A: CAT has 20" in out
    assert "3 corrections" in err


def test_json(grid: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", grid, "--format", "json", "--corrections", "2"]) == 20
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
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


def test_fills_and_none(grid: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", grid, "--corrections", "1", "--fills"]) == 20
    out = capsys.readouterr().out
    assert len(out.rsplit("\n\n", 1)[1].split()) == 3
    assert main(["explain", grid, "--corrections", "0"]) == 20
    assert "correction" not in capsys.readouterr().out


def test_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.txt"
    path.write_text("\n".join(["." * 12] * 12))
    assert main(["explain", str(path), "--time-limit", "0.3"]) == 124
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "stopped: time limit; whether there is a fill is not known\n"


@pytest.mark.parametrize(
    "option", [["--corrections", "-1"], ["--max-changes", "0"], ["--time-limit", "0"]]
)
def test_bad_options(grid: str, option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", grid, *option]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


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
