"""`satcross forced`."""

from __future__ import annotations

import json
from pathlib import Path

from support.cli import run_cli


def test_what_is_printed(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text("C..\n#.#\n...\n")
    (tmp_path / "words.txt").write_text("cot\node\npen\n")
    arguments = ("forced", tmp_path / "grid.txt", "-w", tmp_path / "words.txt")
    done = run_cli(*arguments)
    assert (done.code, done.out, done.err) == (0, "COT\n#D#\nPEN\n", "6 letters\n")
    data = json.loads(run_cli(*arguments, "--format", "json").out)
    assert data["grid"] == ["COT", "#D#", "PEN"]
    assert data["cells"][0] == "r1c2"
    (tmp_path / "grid.txt").write_text("Q..\n#.#\n...\n")
    done = run_cli(*arguments)
    assert (done.code, done.out) == (20, "")
    assert done.err.startswith("unfillable: proved: no word fits ")
