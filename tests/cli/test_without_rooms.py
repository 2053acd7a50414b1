"""What the core asks of a room is refused in one line where the room is gone, or left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.cli import run_cli

import satcross as sx
from satcross import rooms

Without = Callable[[str], None]


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Iterator[Without]:
    every = rooms.rooms()

    def forget() -> None:
        rooms.modules.cache_clear()
        rooms.module_in.cache_clear()

    def lose(room: str) -> None:
        assert room in every
        monkeypatch.setattr(rooms, "rooms", lambda: tuple(one for one in every if one != room))
        forget()

    yield lose
    monkeypatch.undo()
    forget()


@pytest.fixture
def grid(tmp_path: Path) -> Path:
    path = tmp_path / "grid.txt"
    path.write_text("C..\n#.#\n...\n", "utf-8")
    return path


@pytest.mark.needs("apps/counting")
def test_listed_fills_are_not_counted(without: Without, grid: Path) -> None:
    assert run_cli("fill", grid, "--all", "--count-only").code == 0
    without("apps/counting")
    done = run_cli("fill", grid, "--all", "--count-only")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.startswith("satcross: --count-only: nothing in this installation counts fills")


@pytest.mark.needs("apps/clues")
def test_clues_of_files_are_not_read(without: Without, grid: Path) -> None:
    clues, out = grid.with_name("clues.tsv"), grid.with_name("out.ipuz")
    clues.write_text("cot\tBed\n", "utf-8")
    without("apps/clues")
    done = run_cli("fill", grid, "--clues", clues, "-o", out)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "--clues: nothing in this installation reads clues of files" in done.err
    assert not out.exists()


@pytest.mark.needs("apps/models")
def test_models_are_not_written(without: Without, grid: Path) -> None:
    out = grid.with_name("out.mzn")
    without("apps/models")
    done = run_cli("export", grid, "-o", out)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "nothing in this installation writes models; write DIMACS" in done.err
    assert not out.exists()


@pytest.mark.needs("apps/explain")
def test_a_proof_says_no_slots(without: Without) -> None:
    puzzle = sx.Puzzle("...\n...\n...", ["abc", "bcd", "cde", "dea", "eab"])
    said = sx.fill(puzzle)
    assert isinstance(said, sx.Impossible)
    without("apps/explain")
    silent = sx.fill(puzzle)
    assert isinstance(silent, sx.Impossible)
    assert silent.why


@pytest.mark.needs("apps/thematic")
def test_a_rule_of_a_room_has_no_checker(without: Without) -> None:
    puzzle = sx.Puzzle("...", ["cat", "dog"], "treatment 1A: reversed")
    found = sx.fill(puzzle).unwrap()
    without("apps/thematic")
    with pytest.raises(sx.VerificationError, match="no checker of the rule treatment"):
        sx.check(puzzle, found.grid)
