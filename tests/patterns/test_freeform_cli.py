"""`satcross freeform` and `satcross densest`: what they print, how they end, what they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from satcross.cli import main as command
from satcross.grid import BLOCK, Grid
from satcross.patterns.freeform_check import layout_faults

Capture = pytest.CaptureFixture[str]
FEW = ["ACT", "APT", "CAT", "TAP", "TOP"]


@pytest.fixture
def few(tmp_path: Path) -> str:
    path = tmp_path / "few.txt"
    path.write_text("\n".join(FEW).lower() + "\n")
    return str(path)


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = command.main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def test_text(capsys: Capture, few: str) -> None:
    code, out, err = run(capsys, "freeform", few)
    assert code == 0
    assert layout_faults(Grid.parse(out), FEW) == []
    assert err == "5 words in 4x5, 20 cells; proved: no box is smaller\n"
    assert run(capsys, "freeform", few) == (code, out, err)


def test_several_to_the_end(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text("cat\nact\n")
    code, out, err = run(capsys, "freeform", str(path), "-n", "50")
    grids = out.strip().split("\n\n")
    assert code == 0
    assert len(set(grids)) == len(grids) > 1
    assert err.splitlines()[-1] == "there is no other in so small a box"


def test_json(capsys: Capture, few: str, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    code, out, _ = run(capsys, "freeform", few, "--format", "json", "-o", str(target))
    assert (code, out) == (0, "")
    data = json.loads(target.read_text())
    assert data["schema"] == "satcross.layout/1"
    assert (data["area"], data["least_area"], data["proved"]) == (20, 20, True)
    rows = data["grid"]
    for word in data["words"]:
        step = (0, 1) if word["direction"] == "A" else (1, 0)
        spelt = "".join(
            rows[word["row"] + i * step[0]][word["col"] + i * step[1]]
            for i in range(len(word["word"]))
        )
        assert spelt == word["word"]
        assert word["slot"].endswith(word["direction"])


@pytest.mark.parametrize("name", ["a.ipuz", "a.svg", "a.xd"])
def test_files(capsys: Capture, few: str, tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    code, out, _ = run(capsys, "freeform", few, "-o", str(target), "--title", "Cats", "--lossy")
    assert (code, out) == (0, "")
    assert target.stat().st_size > 50


def test_left_out(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("cat\ntop\nxyz\n")
    code, out, err = run(capsys, "freeform", str(path))
    assert (code, out) == (20, "")
    assert err == "impossible: proved: XYZ shares no letter with any other\n"
    code, _, err = run(capsys, "freeform", str(path), "--at-least", "2")
    assert code == 0
    assert "left out: XYZ (shares no letter with any other)" in err


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["-n", "0"], "no number of layouts"),
        (["-n", "2", "-o", "x.ipuz"], "file of its own"),
        (["--at-least", "9"], "9 of 5"),
        (["--max-cols", "0"], "no size"),
        (["--rounds", "-1"], "-1 rounds"),
        (["--seed", "-1"], "no seed"),
        (["--title", "x"], "no place for it"),
        (["--format", "gif"], "no form"),
    ],
)
def test_bad(capsys: Capture, few: str, arguments: list[str], part: str) -> None:
    code, out, err = run(capsys, "freeform", few, *arguments)
    assert (code, out) == (2, "")
    assert part in err
    assert err.count("\n") == 1


def test_no_file(capsys: Capture, tmp_path: Path) -> None:
    code, _, err = run(capsys, "freeform", str(tmp_path / "none.txt"))
    assert code == 2
    assert "none.txt" in err


def test_densest(capsys: Capture) -> None:
    code, out, err = run(capsys, "densest", "4x4", "--seed", "1")
    assert (code, err) == (0, "0 blocks\n")
    assert BLOCK not in out
    code, out, _ = run(capsys, "densest", "4x4", "--format", "json", "--blocks", "2-")
    data = json.loads(out)
    assert (data["schema"], data["n_blocks"], data["least"]) == ("satcross.fill/1", 2, 2)


def test_densest_has_a_proof(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("abc\nade\n")
    code, out, err = run(capsys, "densest", "3x3", "-w", str(path))
    assert (code, out) == (20, "")
    assert err.startswith("impossible: proved")
    path.write_text("abc\ndef\ngh\nadg\nbeh\ncf\n")
    code, out, err = run(capsys, "densest", "3x3", "-w", str(path), "--min-length", "2")
    assert code == 0
    assert err == "1 block; proved: no grid with fewer can be filled\n"


def test_densest_stops(capsys: Capture) -> None:
    code, out, err = run(capsys, "densest", "9x9", "--time-limit", "1e-9")
    assert (code, out) == (124, "")
    assert err.startswith("stopped: time limit")


def test_a_file_of_bytes_goes_to_stdout_as_it_is(
    capfdbinary: pytest.CaptureFixture[bytes], few: str
) -> None:
    assert command.main(["freeform", few, "--format", "puz", "--lossy"]) == 0
    out, err = capfdbinary.readouterr()
    assert out[2:13] == b"ACROSS&DOWN"
    assert b"left out: void cells" in err
