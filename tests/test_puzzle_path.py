"""How far a puzzle is handed on between the command `fill` and the engine."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
MAX_MODULES = 8  # of those below, with the modules that make and check the fill

# Every module of which a function was given a puzzle, with the one that gave it.
TRACED = """
import json, sys
from satcross.cli.main import main
from satcross.model.puzzle import Puzzle

given = {}

def note(frame, event, arg):
    if event != "call" or frame.f_back is None:
        return
    code, module = frame.f_code, frame.f_globals.get("__name__", "")
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    before = frame.f_back.f_globals.get("__name__", "")
    if module.startswith("satcross.") and module != before:
        if any(type(frame.f_locals.get(name)) is Puzzle for name in names if name != "self"):
            given[before, module] = None

sys.setprofile(note)
main(["fill", sys.argv[1]])
sys.setprofile(None)
print(json.dumps([pair for pair in given]), file=sys.stderr)
"""


def handed_on() -> list[tuple[str, str]]:
    """Pairs of modules, the second given a puzzle by the first, while a grid is filled."""
    args = [sys.executable, "-c", TRACED, str(ROOT / "examples/mini5.txt")]
    run = subprocess.run(args, capture_output=True, text=True, check=True)
    return [(before, module) for before, module in json.loads(run.stderr.splitlines()[-1])]


def layer(module: str) -> int:
    """The place of a module among the layers of the project, 0 for the uppermost."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = next(
        one["layers"] for one in contracts["tool"]["importlinter"]["contracts"]
        if one["type"] == "layers"
    )  # fmt: skip
    for place, names in enumerate(layers):
        if any(f"{module}.".startswith(f"{name}.") for name in names.split(" | ")):
            return int(place)
    return len(layers)


def test_few_modules_are_given_a_puzzle_between_the_command_and_the_engine() -> None:
    modules = {module for _, module in handed_on()} - {"satcross.checks"}  # which takes any value
    assert len(modules) <= MAX_MODULES, sorted(modules)


def test_a_puzzle_is_never_handed_back_up() -> None:
    upwards = [pair for pair in handed_on() if layer(pair[0]) > layer(pair[1])]
    assert [pair for pair in upwards if pair[0] != "satcross.checks"] == []
