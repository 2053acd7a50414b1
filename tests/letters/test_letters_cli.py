"""`satcross letters`: what it prints where, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from satcross.cli.main import main
from satcross.solve.lazy.search_session import SearchSession
from satcross.tasks.letters_swaps import Swaps

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


def test_a_grid_of_counts(corner: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["letters", corner, "-w", words]) == 0
    out, err = capsys.readouterr()
    assert out == "C 2 T\n# # 3\n# # 2\n\nforced: r1c3=T\n"
    assert err == "9 letters possible, 0 impossible\n"


def test_letters_of_cells(corner: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["letters", corner, "-w", words, "--cell", "r2c3", "--cell", "R1C1"]) == 0
    assert capsys.readouterr().out == "r1c1: C (given)\nr2c3: EIO\n"


def test_words_of_a_slot(corner: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["letters", corner, "-w", words, "--slot", "1a"]) == 0
    out, err = capsys.readouterr()
    assert out == "CAT    90  cat\nCOT    80  cot\n"
    assert err == "1A: 2 words possible, 3 impossible\n"


def test_json(corner: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["letters", corner, "-w", words, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
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
    assert main(["letters", corner, "-w", words, "--slot", "2D", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["slot"] == "2D"
    assert [entry["word"] for entry in data["possible"]] == ["TEA", "TOE", "TIE"]
    assert data["n_impossible"] == 2


def test_unfillable(corner: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = tmp_path / "none.txt"
    words.write_text("cat\ncot\n")
    assert main(["letters", corner, "-w", str(words)]) == 20
    assert capsys.readouterr() == ("", "unfillable: proved\n")
    assert main(["letters", corner, "-w", str(words), "--format", "json"]) == 20
    assert json.loads(capsys.readouterr().out)["fillable"] is False


def test_a_time_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grid = tmp_path / "grid.txt"
    grid.write_text("\n".join(["......"] * 6))
    assert main(["letters", str(grid), "--time-limit", "0.3"]) == 124
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 6
    assert "?" in out
    assert "not yet known (" in err
    assert err.rstrip().endswith("stopped: time limit")


def test_ctrl_c_prints_what_is_known(
    corner: str, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = SearchSession.solve
    calls: list[object] = []

    def interrupted(self: SearchSession, *args: object, **kwargs: object) -> object:
        calls.append(args)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return solve(self, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(SearchSession, "solve", interrupted)
    monkeypatch.setattr(Swaps, "near", lambda *_: iter(()))  # they alone would show all of it
    assert main(["letters", corner, "-w", words]) == 130
    out, err = capsys.readouterr()
    assert out == "C  1? T\n#  #  1?\n#  #  1?\n\nforced: r1c3=T\n"
    assert err == (
        "5 letters possible, 0 impossible, 4 not yet known (55 % decided); stopped: interrupted\n"
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--cell", "4,4"], "--cell: '4,4' is not a cell; name one by row and column, as in r3c4"),
        (["--cell", "r2c1"], "--cell: r2c1 is a cell of no slot"),
        (["--cell", "r1c4"], "--cell: r1c4 is a cell of no slot"),
        (["--slot", "9D"], "--slot: there is no slot '9D'; name one by number and direction"),
        (["--cell", "r1c1", "--slot", "1A"], "--cell and --slot do not go together"),
        (["--time-limit", "0"], "--time-limit: 0 is not a number of seconds"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], told: str, corner: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["letters", corner, "-w", words, *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"satcross: {told}")
    assert err.count("\n") == 1
