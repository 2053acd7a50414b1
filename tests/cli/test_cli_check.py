"""`satcross check`: right, wrong, and against a template."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.cli.main import main


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("art\nrea\ntaz\nreq\narx\n", encoding="utf-8")
    Path("filled.txt").write_text("arx\nreq\ntaz\n", encoding="utf-8")
    Path("template.txt").write_text("..x\n..q\n..z\n", encoding="utf-8")


def test_right(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["check", "filled.txt", "-w", "words.txt", "--grid", "template.txt"]
    assert main(argv) == 0
    assert capsys.readouterr() == ("", "right: 6 entries\n")


def test_without_the_template_the_theme_entry_is_missing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", "filled.txt", "-w", "words.txt"]) == 1
    assert capsys.readouterr() == ("3D XQZ is not in the word list\n", "wrong: 1 fault\n")


def test_all_faults_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("filled.txt").write_text("arx\narx\nt.y\n", encoding="utf-8")
    assert main(["check", "filled.txt", "-w", "words.txt", "--grid", "template.txt"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "r2c3 holds X, but Q was given",
        "r3c2 is not filled",
        "r3c3 holds Y, but Z was given",
        "4A ARX stands at 1A already",
        "1D AAT is not in the word list",
    ]
    assert err == "wrong: 5 faults\n"
    assert main(["check", "filled.txt", "-w", "words.txt", "--allow-repeats"]) == 1
    assert "stands" not in capsys.readouterr().out


def test_another_shape(capsys: pytest.CaptureFixture[str]) -> None:
    Path("template.txt").write_text("..\n..\n", encoding="utf-8")
    assert main(["check", "filled.txt", "-w", "words.txt", "--grid", "template.txt"]) == 1
    assert capsys.readouterr().out == (
        "the fill has 3 rows and 3 columns, the template has 2 and 2\n"
    )


def test_one_row_of_the_letters_a_to_f_is_a_fill(capsys: pytest.CaptureFixture[str]) -> None:
    Path("filled.txt").write_text("face\n", encoding="utf-8")  # not a 4x4 pattern
    assert main(["check", "filled.txt"]) == 0
    assert capsys.readouterr().err == "right: 1 entry\n"
