"""A file name extension that no format has is refused, and the error names what there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run_cli

COMMANDS = {
    "fill": ["fill", "grid.txt"],
    "all": ["fill", "grid.txt", "--all"],
    "pattern": ["pattern", "5x5"],
    "wordsearch": ["wordsearch", "words.txt"],
    "freeform": ["freeform", "words.txt"],
    "make": ["make", "5x5"],
    "sample": ["sample", "grid.txt", "-n", "1"],
    "optimise": ["optimise", "grid.txt"],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_an_unknown_extension_is_refused(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("grid.txt").write_text("...\n", encoding="utf-8")
    Path("words.txt").write_text("cat\nten\n", encoding="utf-8")
    done = run_cli(*command, "-o", "x.odf")
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "no format has the extension '.odf'; use one of " in done.err
    assert ".pdf" in done.err
    assert not Path("x.odf").exists()


@pytest.mark.parametrize("name", ["x", "x.txt", "x.grid", ".hidden"])
def test_text_is_written_by_its_extensions_and_without_one(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("grid.txt").write_text("...\n", encoding="utf-8")
    assert run_cli("fill", "grid.txt", "-o", name).code == 0
    assert len(Path(name).read_text(encoding="utf-8").strip()) == 3


def test_a_format_that_is_named_allows_any_extension(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("grid.txt").write_text("...\n", encoding="utf-8")
    assert run_cli("fill", "grid.txt", "-o", "x.docx", "--format", "text").code == 0
