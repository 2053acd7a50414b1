"""`satcross densest`: what it prints, how it ends."""

from __future__ import annotations

import json
from pathlib import Path

from support.cli import run_cli

from satcross.model.grid import BLOCK


def test_densest() -> None:
    code, out, err = run_cli("densest", "4x4", "--seed", "1")
    assert (code, err) == (0, "0 blocks\n")
    assert BLOCK not in out
    code, out, _ = run_cli("densest", "4x4", "--format", "json", "--blocks", "2-")
    data = json.loads(out)
    assert (data["schema"], data["n_blocks"], data["least"]) == ("satcross.fill/2", 2, 2)


def test_densest_has_a_proof(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("abc\nade\n")
    code, out, err = run_cli("densest", "3x3", "-w", str(path))
    assert (code, out) == (20, "")
    assert err.startswith("impossible: proved")
    path.write_text("abc\ndef\ngh\nadg\nbeh\ncf\n")
    code, out, err = run_cli("densest", "3x3", "-w", str(path), "--min-length", "2")
    assert code == 0
    assert err == "1 block; proved: no grid with fewer can be filled\n"


def test_densest_stops() -> None:
    code, out, err = run_cli("densest", "9x9", "--time-limit", "1e-9")
    assert (code, out) == (124, "")
    assert err.startswith("stopped: time limit")
