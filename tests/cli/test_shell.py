"""Completion, the reference of commands, and colours."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands_page import PAGE, entries, markdown
from support.cli import run_ok
from typer._completion_shared import get_completion_script

from fuzz.file_cases import commands
from satcross.cli.commands import own_names
from satcross.cli.completion import values_of
from satcross.cli.options.command import FILES

ROOT = Path(__file__).parents[2]


def completed(monkeypatch: pytest.MonkeyPatch, typed: str) -> list[str]:
    """What a shell is offered, one a line."""
    monkeypatch.setenv("_SATCROSS_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", typed)
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    return [re.split(r"[\t:]", line)[0] for line in run_ok().splitlines() if line]


def test_commands_options_and_values_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(monkeypatch, "satcross fi") == ["fill", "fillin"]
    assert set(completed(monkeypatch, "satcross ")) == set(own_names())
    assert completed(monkeypatch, "satcross fill --no-ne") == ["--no-near-duplicates"]
    names = ["stats", "why", "build", "query", "wordplay", "convert", "diff", "merge", "journal",
             "audit", "spaces"]  # fmt: skip
    assert completed(monkeypatch, "satcross words ") == names
    assert completed(monkeypatch, "satcross count --format ") == ["text", "json"]


# What metavars of options whose values are not a closed set stand for: words, cells, names of files
# and the like.
OPEN = FILES - {"FILE|NAME"} | {
    "'A r8c1 15'", "3x15", "3x4@r1c1[=FILE]", "ADDRESS", "BOARD", "CELL=X|SLOT=WORD", "CELLS",
    "CMD", "DIGITS",
    "ENTRY=SCORE", "L=N", "LINE", "N-M", "N=WORD", "NAME:CELLS", "N|A-B", "PART", "PATTERN",
    "PHRASE", "SLOT", "SLOT=N", "SLOTS:LIST", "TEXT", "URL", "WORD", "WORD[:CELLS]", "YYYY-MM-DD",
    "r1c3", "r2c2", "rRcC",
}  # fmt: skip
# LETTERS and NAMES are some of a few in other options.
OPEN_OPTIONS = {"--assume", "--letters", "--link", "--rebus", "--told"}


def text_options() -> Iterator[tuple[str, str, Any]]:
    """(command, option, parameter) of all options that take a text."""
    for command, built in commands():
        for parameter in built.params:
            is_number = type(parameter.type).__name__.startswith(("Int", "Float"))
            if parameter.param_type_name == "option" and not parameter.is_flag and not is_number:
                yield command, parameter.opts[0], parameter


@pytest.mark.parametrize(("command", "option", "parameter"), list(text_options()))
def test_every_option_with_a_closed_set_of_values_completes_them(
    command: str,
    option: str,
    parameter: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)  # where there are no files, names of lists are offered
    is_open = parameter.metavar in OPEN or option in OPEN_OPTIONS
    wanted = list(getattr(parameter.type, "choices", ())) or values_of(parameter)
    if parameter._custom_shell_complete:
        wanted = [each.value for each in parameter._custom_shell_complete(None, parameter, "")]
    assert bool(wanted) != is_open
    if command == "fill" or wanted != values_of(parameter):  # the options of a set are alike
        assert completed(monkeypatch, f"satcross {command} {option} ") == (
            [] if is_open else wanted
        )


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("fill --solver la", ["lazy"]),
        ("fill --distinct ", ["grids", "words", "symmetry", "auto"]),
        ("fill --words b", ["builtin"]),
        ("fill --words v", []),  # the shell completes names of files
        ("fill --words no/such", []),
        ("pattern --blocks f", ["fewest"]),
        ("pattern --format h", ["hex", "h5p", "h5p-words", "html"]),
        ("fill --format cs", ["csv"]),
        ("wordsearch --format j", ["json"]),
        ("convert a.txt b --from q", ["qxw"]),
        ("convert a.txt b --to puzz", []),
        ("optimise --goal t", ["total"]),
        ("make --preset ny", ["nyt"]),
    ],
)
def test_values_are_completed_from_what_was_typed(
    typed: str, values: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "vulgarity.txt").touch()
    assert completed(monkeypatch, f"satcross {typed}") == values


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_every_shell_is_given_its_lines(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "satcross" in get_completion_script(
        prog_name="satcross", complete_var="_SATCROSS_COMPLETE", shell=shell
    )
    monkeypatch.setenv("_TYPER_COMPLETE_WORD_TO_COMPLETE", "")
    monkeypatch.setenv("COMP_WORDS", "satcross\nden")
    monkeypatch.setenv("COMP_CWORD", "1")
    monkeypatch.setenv("_SATCROSS_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "satcross den")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    assert "densest" in run_ok()


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash")
def test_bash_completes(tmp_path: Path) -> None:
    """The lines that are printed for bash, in a bash that presses Tab."""
    program = tmp_path / "satcross"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m satcross "$@"\n')
    program.chmod(0o755)
    lines = get_completion_script(
        prog_name="satcross", complete_var="_SATCROSS_COMPLETE", shell="bash"
    )
    press = """
        COMP_WORDS=(satcross conv) COMP_CWORD=1
        _satcross_completion satcross
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "--norc", "-c", lines + press], check=False, capture_output=True, text=True,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout.split() == ["convert"], done.stderr


@pytest.mark.snapshot
def test_the_reference_of_commands_is_what_the_commands_say(renewed: bool) -> None:
    if renewed:
        PAGE.write_text(markdown(entries()), encoding="utf-8")
    assert markdown(entries()) == PAGE.read_text(encoding="utf-8"), "run scripts/snapshots"


@pytest.mark.skipif(sys.platform == "win32", reason="Rich has another way to colours there")
def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours of a terminal are left out where NO_COLOR is set; bold and the like may stay."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = re.compile(r"\x1b\[[0-9;]*3[0-9]")
    code = "from satcross.cli.main import main; main(['check', '--help'])"

    def shown() -> str:
        return subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT
        ).stdout

    assert coloured.search(shown())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not coloured.search(shown())
