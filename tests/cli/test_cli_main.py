"""The command as a whole: help, version, and starting as a program."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from support.cli import run_cli

import satcross
from satcross.cli import commands, listing
from satcross.cli.commands import declared, find_all, find_inner, in_order, own_names
from satcross.cli.options.command import Command, Group, HelpPanel
from satcross.solve.lazy.engine import kernel
from satcross.tasks.fill import FillTask


def test_help_names_every_command() -> None:
    done = run_cli("--help")
    assert done.code == 0
    out = done.out
    assert all(f" {command} " in out for command in own_names())
    done = run_cli()
    assert done.code == 2
    assert "Usage: satcross" in done.out


@pytest.mark.parametrize("command", sorted(declared()))
def test_every_command_has_help_with_examples(command: str) -> None:
    for option in ("--help", "-h"):
        done = run_cli(*command.split(), option)
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


def test_the_list_of_commands_imports_none_of_them() -> None:
    code = (
        "import sys; from satcross.cli.main import main; main(['--help']);"
        "print([m for m in sys.modules if '.commands.' in m or m in ('numpy', 'pysat')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


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


def test_help_shows_every_command_at_its_place_in_its_panel() -> None:
    ours = in_order(find_all(own_names()))
    panels = {panel: [one for one in ours if one.panel == panel] for panel in list(HelpPanel)[:-1]}
    assert sum(map(len, panels.values())) == len(ours)
    for inside in panels.values():
        assert len({one.place for one in inside}) == len(inside) > 0
    text = run_cli("--help").out
    shown = re.findall(r"─ (\w[^─]*\w) ─|^│ ([a-z]\S*)  ", text, re.MULTILINE)
    named = [panel or name for panel, name in shown if panel != "Options"]
    order = [
        name for panel, inside in panels.items() for name in (panel, *(one.name for one in inside))
    ]
    assert [name for name in named if name in order] == order


def test_the_list_is_read_from_files_and_says_what_the_commands_say() -> None:
    read = listing.rows()
    assert [one for one in read if not isinstance(one, listing.Row)] == []
    ours = in_order(find_all(own_names()))
    assert [(one.name, one.panel, one.place) for one in read] == [
        (one.name, one.panel, one.place) for one in ours
    ]
    for one, whole in zip(read, ours, strict=True):
        assert isinstance(one, listing.Row)
        assert one.text.startswith(whole.summary)


def test_a_command_that_is_declared_another_way_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = tmp_path / "fill.py"
    monkeypatch.setattr(commands, "files", lambda: {"fill": str(odd)})
    for text in (
        "", "fill = Group(*parts)\n", "def fill(): ...\n",
        '@command(HelpPanel.GRIDS, PLACE)\ndef fill():\n    """Fill."""\n',
        '@command(panel=HelpPanel.GRIDS)\ndef fill():\n    """Fill."""\n',
        '@command(HelpPanel.GRIDS, 10\ndef fill():\n    """Fill."""\n',
    ):  # fmt: skip
        odd.write_text(text)
        assert [one.name for one in listing.rows() if isinstance(one, Command)] == ["fill"], text
    odd.write_text(
        '\n@command(HelpPanel.GRIDS, 10)\ndef fill():\n    """Fill\n    it.\n\n    More."""\n'
    )
    assert listing.Row("fill", "Fill it.", "Grids", 10) in listing.rows()


def test_a_name_of_two_parts_is_looked_up_in_its_group() -> None:
    known = find_inner(["words", "query"])
    assert known is not None
    assert known.name == "query"
    assert isinstance(find_inner(["words"]), Group)
    assert find_inner([]) is find_inner(["words", "solve"]) is find_inner(["sudoku"]) is None


@pytest.mark.parametrize("command", ["theme", "make"])
def test_phrases_without_an_option_are_answered_with_it(command: str) -> None:
    done = run_cli(command, "9x9", "unit clause", "watched literal")
    assert done.code == 2
    assert "; give phrases with --theme; " in done.err


def test_the_number_of_words_of_a_pattern_is_called_slots() -> None:
    assert "as in --words 0-72" in run_cli("pattern", "9x9", "--max-words", "72").err
