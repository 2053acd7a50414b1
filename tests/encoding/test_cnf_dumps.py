"""The reference dumps are what the encoder writes today, and mean what their README says."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

import satcross as sx

ROOT = Path(__file__).parents[2]
DUMPS = ROOT / "cnf_dumps"
NAMES = sorted(path.name for path in DUMPS.glob("*.cnf*"))
N_FILLS = {"mini": 12, "square48": 48, "impossible": 0}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dumps")
    script = ROOT / "scripts" / "make_cnf_dumps.py"
    subprocess.run([sys.executable, str(script), str(folder)], check=True, cwd=folder)
    return folder


def plain(path: Path) -> bytes:
    """A dump's text. What gzip makes of it differs between builds of zlib."""
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


def test_no_dump_is_missing_or_left_over(made: Path) -> None:
    assert sorted(path.name for path in made.iterdir()) == NAMES
    assert len(NAMES) >= 4


@pytest.mark.parametrize("name", NAMES)
def test_dumps_are_made_byte_for_byte(name: str, made: Path) -> None:
    assert plain(made / name) == plain(DUMPS / name)


@pytest.mark.parametrize("name", NAMES)
def test_dumps_can_be_read_back(name: str) -> None:
    dump = sx.dimacs.read_formula(DUMPS / name)
    assert any(comment.startswith("satcross format 1") for comment in dump.comments)
    shown = [
        int(token)
        for comment in dump.comments
        if comment.startswith("p show")
        for token in comment.split()[2:-1]
    ]
    assert shown == list(range(1, len(shown) + 1))
    assert 0 < len(shown) < dump.formula.n_vars


@pytest.mark.parametrize("puzzle", sorted(N_FILLS))
def test_puzzles_have_as_many_fills_as_the_readme_says(puzzle: str) -> None:
    grid = sx.read_grid(str(DUMPS / f"{puzzle}.grid"))
    words = sx.WordList.load(DUMPS / f"{puzzle}.words")
    fills = sx.enumerate_fills(sx.Puzzle(grid, words))
    assert len(list(fills)) == N_FILLS[puzzle]
    assert fills.is_exhausted
    assert f"| `{puzzle}` | {N_FILLS[puzzle]} |" in (DUMPS / "README.md").read_text(
        encoding="utf-8"
    )
