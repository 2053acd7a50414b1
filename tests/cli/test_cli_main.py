"""The command as a whole: help, version, and starting as a program."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from support.cli import run_cli

import satcross
from satcross.solve.lazy.engine import kernel
from satcross.tasks.fill import FillTask

COMMANDS = ["fill", "check", "export", "decode", "words"]


def test_help_names_every_command() -> None:
    done = run_cli("--help")
    assert done.code == 0
    out = done.out
    assert all(f" {command} " in out for command in COMMANDS)
    done = run_cli()
    assert done.code == 2
    assert "Usage: satcross" in done.out


@pytest.mark.parametrize("command", COMMANDS[:-1])
def test_every_command_has_help_with_examples(command: str) -> None:
    for option in ("--help", "-h"):
        done = run_cli(command, option)
        assert done.code == 0
        out = done.out
        assert f"Usage: satcross {command}" in out
        assert out.count(f"satcross {command} ") >= 2


def test_version() -> None:
    done = run_cli("--version")
    assert done.code == 0
    assert done.out == f"satcross {satcross.__version__} (search: {kernel()})\n"
    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == satcross.__version__


def test_python_m_satcross(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "satcross", "fill", "missing.txt"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "satcross: missing.txt: there is no such file; check the path\n"


def test_starting_up_loads_no_solver_and_no_rich() -> None:
    code = (
        "import sys; from satcross.cli.main import main; main(['--version']);"
        "print([m for m in ('pysat', 'rich', 'hypothesis') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1] == "[]"


def test_too_little_memory_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(FillTask, "run", fail)
    grid = tmp_path / "grid.txt"
    grid.write_text("...\n")
    done = run_cli("fill", str(grid))
    assert (done.code, done.out) == (2, "")
    assert done.err == "satcross: out of memory: this needs more than the process may have\n"
