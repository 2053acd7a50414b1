"""Proofs for unfillable grids of real sizes with real lists."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from support.runs import prove
from support.tasks import check_stops

from satcross.apps.proofs.checker import check_proof
from satcross.apps.proofs.prove.prove import Proof, ProveTask
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Found
from satcross.words import WordList

ROOT = Path(__file__).parents[3]
SHARED = ROOT.parent / "shared" / "data"
OPEN5 = ".....\n" * 5
RING7 = "...#...\n.......\n.......\n#.....#\n.......\n.......\n...#..."
NINE = (
    "....#....\n....#....\n.........\n...#.....\n##.....##\n.....#...\n.........\n"
    "....#....\n....#...."
)


@cache
def words(n_best: int) -> WordList:
    return WordList.builtin(min_score=0, max_words=n_best)


def example(name: str, *letters: tuple[int, int, str]) -> str:
    """An example's grid with more letters given, at (row, column)."""
    rows = [
        list(row) for row in (ROOT / "examples" / f"{name}.txt").read_text(encoding="utf-8").split()
    ]
    for row, col, letter in letters:
        assert rows[row][col] == "."
        rows[row][col] = letter
    return "\n".join(map("".join, rows))


def proved(grid: str, words: WordList, folder: Path) -> Proof:
    """The proof, after it has passed the check."""
    result = prove(Puzzle(Grid.parse(grid), words), folder)
    assert isinstance(result, Found)
    assert isinstance(check_proof(folder / "puzzle.cnf", folder / "proof.drat"), Found)
    return result.value


def test_a_square_after_search(tmp_path: Path) -> None:
    result = proved(OPEN5, words(2200), tmp_path / "proof")
    assert result.n_lines > result.n_lemmas > 40


def test_a_british_grid_with_odd_givens(tmp_path: Path) -> None:
    proved(example("british13", (0, 0, "J"), (12, 12, "J")), words(6000), tmp_path / "proof")


def test_a_grid_with_a_length_that_no_word_has(tmp_path: Path) -> None:
    proved(OPEN5, WordList.from_words(["abcd"]), tmp_path / "proof")
    assert (tmp_path / "proof" / "proof.drat").read_text(encoding="utf-8") == "0\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("grid", "n_best"),
    [
        (OPEN5, 4000),
        (RING7, 4000),
        (RING7, 5000),
        (RING7, 6000),
        (NINE, 8000),
        (example("british13", (0, 0, "J"), (12, 12, "J")), 60000),
        (example("british13", (2, 2, "Q"), (4, 4, "Q")), 20000),
        (example("daily15"), 15000),
        (example("daily15"), 20000),
        (example("daily15", (0, 0, "Q"), (1, 0, "X")), 60000),
        (example("daily15", (14, 14, "V"), (13, 14, "Q")), 60000),
    ],
)
def test_grids_of_real_sizes(grid: str, n_best: int, tmp_path: Path) -> None:
    proved(grid, words(n_best), tmp_path / "proof")


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "n_best"),
    [("mini7", 3000), ("mini7", 5000), ("british15-cryptic", 12000), ("american15-themed", 9000)],
)
def test_shared_grids(name: str, n_best: int, tmp_path: Path) -> None:
    if not SHARED.is_dir():
        pytest.skip("no shared data")
    proved(
        (SHARED / "grids" / f"{name}.txt").read_text(encoding="utf-8"),
        words(n_best),
        tmp_path / "proof",
    )


@pytest.mark.skipif(shutil.which("drat-trim") is None, reason="drat-trim is not installed")
def test_drat_trim_agrees(tmp_path: Path) -> None:
    proved(OPEN5, words(2200), tmp_path / "proof")
    done = subprocess.run(
        ["drat-trim", "puzzle.cnf", "proof.drat"],
        cwd=tmp_path / "proof",
        check=False,
        capture_output=True,
        text=True,
    )
    assert "s VERIFIED" in done.stdout


def test_a_long_proof_can_be_stopped_and_goes_on(tmp_path: Path) -> None:
    grid = Grid.parse("\n".join(["." * 9] * 9))
    check_stops(lambda: ProveTask(Puzzle(grid, WordList.builtin()), tmp_path / "long"))
    folder = tmp_path / "proof"
    n_runs = 0
    with ProveTask(Puzzle(Grid.parse(OPEN5), words(2200)), folder) as task:
        while not isinstance(task.run(0.002 * 1.2**n_runs), Found):  # writing starts over
            n_runs += 1
            assert not folder.exists()
            assert not list(tmp_path.iterdir())
    assert n_runs > 1
    assert isinstance(check_proof(folder / "puzzle.cnf", folder / "proof.drat"), Found)
