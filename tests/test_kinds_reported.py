"""Kinds of other packages: what batches, books and commands say of what is made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run_cli
from support.odd_kind import installed

WANTING = """
OddMaker.tries = 3
OddMaker.apart = lambda self, made: 2 * (made.fill.grid.cells[0] != "C")
OddMaker.report = lambda self, best: ["one of three", f"  {self.apart(best.value)} too many"]
"""


def batch(folder: Path, *words: str) -> str:
    """Make a puzzle of one word by `made.jsonl`. Returns: what is said."""
    (folder / "words.txt").write_text("\n".join(words))
    job = {"kind": "odd", "grid": ["...", "###", "###"], "words": ["words.txt"], "options": {}}
    (folder / "jobs.jsonl").write_text(json.dumps(job) + "\n")
    done = run_cli("batch", "jobs.jsonl", "-o", "made.jsonl")
    assert done.code == 0
    return done.err


def test_a_batch_and_its_book_say_what_is_not_wanted(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(site, monkeypatch, making=WANTING)
    monkeypatch.chdir(tmp_path)
    assert batch(tmp_path, "dog") == "1 job: 1 found; 1 is not what was wanted\n"
    result = json.loads(Path("made.jsonl").read_text())
    assert (result["result"], result["apart"]) == ("found", 2)
    assert result["reports"] == ["one of three", "  2 too many"]
    done = run_cli("book", "made.jsonl", "-o", "made.txt")
    assert done.code == 0
    assert "made.jsonl:1 is not what was wanted: one of three; 2 too many\n" in done.err


def test_one_that_is_wanted_is_only_reported(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(site, monkeypatch, making=WANTING)
    monkeypatch.chdir(tmp_path)
    assert batch(tmp_path, "cat") == "1 job: 1 found\n"
    result = json.loads(Path("made.jsonl").read_text())
    assert "apart" not in result
    assert result["reports"] == ["one of three", "  0 too many"]
    assert "wanted" not in run_cli("book", "made.jsonl", "-o", "made.txt").err
