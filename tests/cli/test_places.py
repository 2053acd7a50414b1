"""How far the puzzle of `satcross fill` is passed on, from the command to the engine and back."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

PROGRAM = """
import json, sys, threading
from satcross.cli.process import run
from satcross.model.puzzle import Puzzle

passed = []


def note(frame, event, _):
    code = frame.f_code
    if event == "call" and "/satcross/" in code.co_filename:
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if any(name != "self" and isinstance(frame.f_locals.get(name), Puzzle) for name in names):
            passed.append(code.co_filename.rpartition("/satcross/")[2])


threading.setprofile(note)
sys.setprofile(note)
sys.argv = ["satcross", "fill", "grid.txt"]
code = run()
sys.setprofile(None)
print(json.dumps(passed), file=sys.stderr)
sys.exit(code)
"""
LAYERS = ("cli", "tasks", "solve", "model")  # from above


def test_the_puzzle_of_a_fill_passes_at_most_eight_modules(tmp_path: Path) -> None:
    pytest.importorskip("satcross.solve.lazy.kernel._kernel")  # without it other modules search
    (tmp_path / "grid.txt").write_text(".....\n" * 5)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    passed = json.loads(done.stderr.splitlines()[-1])
    assert {"cli/options/fills.py", "tasks/fill.py", "tasks/checking.py"} <= {*passed}
    assert len({*passed} - {"model/puzzle.py"}) <= 8
    layers = [LAYERS.index(top) for name in passed if (top := name.partition("/")[0]) in LAYERS]
    back = [(one, other) for one, other in pairwise(layers) if other < one]
    assert len(back) <= 2
