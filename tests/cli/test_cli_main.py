"""The command as a whole: help, version, and starting as a program."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from support.cli import run_cli

import satcross
from satcross.cli.main import COMMANDS as ALL_COMMANDS
from satcross.cli.main import PANELS
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
    first, second, *more = done.out.splitlines()
    assert first == f"satcross {satcross.__version__} (search: {kernel()})"
    assert second.startswith(f"Python {sys.version_info[0]}.{sys.version_info[1]}.")
    try:
        metadata.version("satcross")
    except metadata.PackageNotFoundError:
        return  # run from a checkout
    assert f"numpy {metadata.version('numpy')}, " in more[0]
    assert [line.split(":")[0] for line in more[1:3]] == ["count", "serve"]


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
    assert done.stdout.splitlines()[-1] == "[]"


def test_too_little_memory_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(FillTask, "run", fail)
    grid = tmp_path / "grid.txt"
    grid.write_text("...\n")
    done = run_cli("fill", str(grid))
    assert (done.code, done.out) == (2, "")
    assert done.err == "satcross: out of memory: this needs more than the process may have\n"


def test_help_shows_every_command_in_one_panel() -> None:
    shown = [name for names in PANELS.values() for name in names]
    assert len(set(shown)) == len(shown) == len(ALL_COMMANDS)
    text = run_cli("--help").out
    assert all(f"─ {panel} ─" in text for panel in PANELS)
    assert "─ Commands ─" not in text


@pytest.mark.parametrize("command", ["theme", "make"])
def test_phrases_without_an_option_are_answered_with_it(command: str) -> None:
    done = run_cli(command, "9x9", "unit clause", "watched literal")
    assert done.code == 2
    assert "; give phrases with --theme; " in done.err


def test_the_number_of_words_of_a_pattern_is_called_slots() -> None:
    assert "as in --slots 0-72" in run_cli("pattern", "9x9", "--max-words", "72").err
