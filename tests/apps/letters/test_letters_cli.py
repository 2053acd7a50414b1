"""`satcross letters`: what it prints where, and its exit codes."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from support.cli import run_cli

from satcross.apps.letters.swaps import Swaps
from satcross.solve.lazy.session import SearchSession

WORDS = ["cat;90", "cot;80", "tea;70", "toe;60", "tie;50"]


@pytest.fixture
def words(tmp_path: Path) -> str:
    path = tmp_path / "words.dict"
    path.write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def corner(tmp_path: Path) -> str:
    path = tmp_path / "corner.txt"
    path.write_text("C..\n##.\n##.\n", encoding="utf-8")
    return str(path)


def test_a_grid_of_counts(corner: str, words: str) -> None:
    done = run_cli("letters", corner, "-w", words)
    assert done.code == 0
    out, err = done[1:]
    assert out == "C 2 T\n# # 3\n# # 2\n\nforced: r1c3=T\n"
    assert err == "9 letters possible, 0 impossible\n"


def test_letters_of_cells(corner: str, words: str) -> None:
    done = run_cli("letters", corner, "-w", words, "--cell", "r2c3", "--cell", "R1C1")
    assert done.code == 0
    assert done.out == "r1c1: C (given)\nr2c3: EIO\n"


def test_words_of_a_slot(corner: str, words: str) -> None:
    done = run_cli("letters", corner, "-w", words, "--slot", "1a")
    assert done.code == 0
    out, err = done[1:]
    assert out == "CAT    90  cat\nCOT    80  cot\n"
    assert err == "1A: 2 words possible, 3 impossible\n"


def test_json(corner: str, words: str) -> None:
    done = run_cli("letters", corner, "-w", words, "--format", "json")
    assert done.code == 0
    data = json.loads(done.out)
    assert (data["schema"], data["fillable"], data["complete"]) == (
        "satcross.letters/1",
        True,
        True,
    )
    assert data["grid"] == ["C..", "##.", "##."]
    last = data["cells"][-1]
    assert (last["cell"], last["row"], last["col"], last["possible"]) == ("r3c3", 2, 2, "AE")
    assert last["unknown"] == ""
    assert [cell["cell"] for cell in data["cells"] if cell["forced"]] == ["r1c3"]
    done = run_cli("letters", corner, "-w", words, "--slot", "2D", "--format", "json")
    assert done.code == 0
    data = json.loads(done.out)
    assert data["slot"] == "2D"
    assert [entry["word"] for entry in data["possible"]] == ["TEA", "TOE", "TIE"]
    assert data["n_impossible"] == 2


def test_unfillable(corner: str, tmp_path: Path) -> None:
    words = tmp_path / "none.txt"
    words.write_text("cat\ncot\n")
    done = run_cli("letters", corner, "-w", str(words))
    assert done.code == 20
    assert done[1:] == ("", "unfillable: proved\n")
    done = run_cli("letters", corner, "-w", str(words), "--format", "json")
    assert done.code == 20
    assert json.loads(done.out)["fillable"] is False


def test_a_time_limit(tmp_path: Path) -> None:
    grid = tmp_path / "grid.txt"
    grid.write_text("\n".join(["......"] * 6))
    done = run_cli("letters", str(grid), "--time-limit", "0.3")
    assert done.code == 124
    out, err = done[1:]
    assert len(out.splitlines()) == 6
    assert "?" in out
    assert "not yet known (" in err
    assert err.rstrip().endswith("stopped: time limit")


def test_ctrl_c_prints_what_is_known(
    corner: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = SearchSession.solve
    calls: list[object] = []

    def interrupted(self: SearchSession, *args: object, **kwargs: object) -> object:
        calls.append(args)
        if len(calls) > 1:
            signal.raise_signal(signal.SIGINT)
        return solve(self, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(SearchSession, "solve", interrupted)
    monkeypatch.setattr(Swaps, "near", lambda *_: iter(()))  # they alone would show all of it
    done = run_cli("letters", corner, "-w", words)
    assert done.code == 130
    out, err = done[1:]
    assert out == "C  1? T\n#  #  1?\n#  #  1?\n\nforced: r1c3=T\n"
    assert err == (
        "5 letters possible, 0 impossible, 4 not yet known (55 % decided); stopped: interrupted\n"
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--cell", "4,4"], 'there is no cell \'4,4\'; cells are "r1c1" to "r3c3"'),
        (["--cell", "r2c1"], "the cell r2c1 is in no slot"),
        (["--cell", "r1c4"], "there is no cell 'r1c4'"),
        (["--slot", "9D"], "there is no slot '9D'; the slots are 1A to 2D"),
        (["--cell", "r1c1", "--slot", "1A"], "--cell and --slot do not go together"),
        (["--time-limit", "0"], "--time-limit: must be a number of seconds above 0, got 0"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], told: str, corner: str, words: str) -> None:
    done = run_cli("letters", corner, "-w", words, *arguments)
    assert done.code == 2
    out, err = done[1:]
    assert out == ""
    assert err.startswith(f"satcross: {told}")
    assert err.count("\n") == 1
