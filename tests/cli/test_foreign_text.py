"""Names of files, lines and titles with control characters never reach a terminal raw."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli

from fuzz.file_cases import CASES, Case, commands, make_inputs
from satcross.cli.main import main
from satcross.cli.progress import ProgressView
from satcross.task import Progress

# A title of the terminal, a bell, an escape of one character, and text that runs backwards.
EVIL = "\x1b]0;x\x07\x9b\u202e"
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
LINES = f"co{EVIL}d;50\ncat;{EVIL}\ndog\n"
COMMANDS = dict(commands())
# Of each command one case by default; commands without a case are called with a missing file only.
FIRST = {case.command: case for case in reversed(CASES)}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it refuses such names")


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("in") / f"in{EVIL}"
    folder.mkdir()
    make_inputs(folder)
    (folder / "lines.txt").write_text(LINES, encoding="utf-8")
    return folder


def check_output(*argv: object) -> None:
    done = run_cli(*argv)
    assert done.code in (0, 1, 2, 20, 124)
    data = any(str(word).endswith((".puz", ".png")) for word in argv) or "puz" in argv
    assert not RAW.findall(done.err)
    assert data or not RAW.findall(done.out)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=() if FIRST[case.command] is case else pytest.mark.slow)
        for case in CASES
    ],
    ids=lambda case: case.name,
)
def test_names_of_files_are_escaped(case: Case, inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / f"out{EVIL}"
    out.mkdir()
    for folder in case.folders:
        (out / folder).mkdir()
    check_output(*case.argv(inputs, out))
    if not out.exists() or not any(out.iterdir()):
        return
    check_output(*case.argv(inputs, out))  # over the files of before
    check_output(*case.argv(inputs, out / f"none{EVIL}"))


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_missing_files_and_wrong_options_are_escaped(command: str, tmp_path: Path) -> None:
    missing = tmp_path / EVIL
    check_output(*command.split(), missing)
    check_output(*command.split(), missing, missing)
    check_output(*command.split(), f"--{EVIL}")


@pytest.mark.slow
@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"serve"}))
def test_values_of_options_are_escaped(command: str, tmp_path: Path) -> None:
    for parameter in COMMANDS[command].params:
        if parameter.param_type_name == "option" and not parameter.is_flag:
            check_output(*command.split(), tmp_path / EVIL, parameter.opts[0], EVIL)


@pytest.mark.parametrize("command", ["stats", "query", "convert", "wordplay"])
@pytest.mark.parametrize("format_", ["text", "json"])
def test_lines_of_lists_are_escaped(command: str, format_: str, inputs: Path) -> None:
    more = {"query": ["c*"], "wordplay": ["act"], "convert": ["-"]}.get(command, [])
    shown = [] if command == "convert" else ["--format", format_]
    check_output("words", command, *more, "-w", inputs / "lines.txt", *shown)


def test_counts_of_several_files_name_each_on_one_line(inputs: Path) -> None:
    more = inputs / f"two\n{EVIL}"
    more.write_text("...\n", encoding="utf-8")
    words = ["-w", inputs / "words.txt"]
    done = run_cli("fill", more, inputs / "grid.txt", *words, "--all", "--count-only")
    assert done.code == 0
    assert len(done.out.splitlines()) == 2
    assert not RAW.findall(done.out)


def test_the_value_of_json_is_unchanged(inputs: Path, tmp_path: Path) -> None:
    name = str(inputs / "grid.txt")
    words = ["-w", inputs / "words.txt"]
    done = run_cli("fill", name, name, *words, "--all", "--count-only", "--format", "json")
    assert json.loads(done.out.splitlines()[0])["grid"] == name
    assert "\\u202e" in done.out
    assert not RAW.findall(done.out)
    jobs = tmp_path / "jobs.jsonl"
    jobs.write_text(json.dumps({"grid": ["..."], "id": EVIL}), encoding="utf-8")
    for output in ([], ["-o", tmp_path / "results"]):
        done = run_cli("batch", jobs, *output)
        text = (tmp_path / "results").read_text(encoding="utf-8") if output else done.out
        assert json.loads(text)["id"] == EVIL
        assert not RAW.findall(text + done.err)


def test_a_list_that_is_converted_keeps_its_characters(tmp_path: Path) -> None:
    """Data in a pipe or a file is the payload, not text for a terminal."""
    listed = tmp_path / "list.txt"
    listed.write_text("ice\u00adcream;60\n\u2067cat\u2069;50\n", encoding="utf-8")
    done = run_cli("words", "convert", "-", "-w", listed, "--written")
    run_cli("words", "convert", tmp_path / "out.txt", "-w", listed, "--written")
    assert done.out == (tmp_path / "out.txt").read_text(encoding="utf-8")
    clued = tmp_path / "clued.xd"
    clued.write_text(f"Title: {EVIL[-1]}T\n\n\nAT\n\n\nA1. Near ~ AT\n", encoding="utf-8")
    done = run_cli("convert", clued, "-", "--to", "xd")
    assert f"Title: {EVIL[-1]}T\n" in done.out


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def test_data_on_a_terminal_is_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clued = tmp_path / "clued.xd"
    clued.write_text(f"Title: {EVIL[-1]}T\n\n\nAT\n\n\nA1. Near ~ AT\n", encoding="utf-8")
    bytes_ = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", Terminal(bytes_, "utf-8", write_through=True))
    assert main(["convert", str(clued), "-", "--to", "xd"]) == 0
    assert b"Title: \\u202eT" in bytes_.getvalue()


def test_progress_is_escaped() -> None:
    view = ProgressView(shown=True, live=False)
    view(Progress(f"reading {EVIL}", 0.0))
    facts: Any = view._facts()
    assert not RAW.findall("".join(facts))
