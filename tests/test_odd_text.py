"""Text that is not UTF-8, and numbers of thousands of digits, wherever they can come from."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli

from satcross.checks import check_integer
from satcross.cli.main import command_line
from satcross.errors import InputError, OptionError, WordListError, printable

HALF = "a\udcffb"  # what the byte FF is in an argument
DIGITS = "9" * 5000
FIRST = {  # arguments with which a command could work
    "words": [],
    "decode": ["x.cnf", "x.answer"],
    "convert": ["g.txt", "o.json"],
    "clues": ["g.txt", "-c", "w.txt"],
    "cs50": ["g.txt", "w.txt"],
    "prove": ["g.txt", "-o", "proof"],
    "export": ["g.txt", "-o", "x.cnf"],
    "fill": ["g.txt", "-w", "w.txt", "--all"],
    **{name: ["4x4", "--time-limit", "1"] for name in ("make", "theme", "pattern", "densest")},
    **{name: ["w.txt", "--time-limit", "1"] for name in ("wordsearch", "freeform")},
}


def options() -> Iterator[tuple[str, list[str], str]]:
    """(name, command with arguments, option or "" for an argument) of all that take a text."""

    def of(command: Any, path: list[str]) -> Iterator[tuple[str, list[str], str]]:
        for name, inner in getattr(command, "commands", {}).items():
            yield from of(inner, [*path, name])
        for parameter in [] if hasattr(command, "commands") else command.params:
            if getattr(parameter, "is_flag", False):
                continue
            name = parameter.opts[0] if parameter.param_type_name == "option" else ""
            first = FIRST.get(path[0], ["g.txt"]) if name else []
            yield f"{' '.join(path)} {name or parameter.name}", [*path, *first], name

    yield from of(command_line(), [])


OPTIONS = {name: (command, option) for name, command, option in options()}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("g.txt").write_text("..\n..\n", encoding="utf-8")
    Path("w.txt").write_text("AB\nCD\nAC\nBD\n", encoding="utf-8")
    return tmp_path


@pytest.mark.slow
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_takes_it_or_refuses_it_in_one_line(name: str) -> None:
    command, option = OPTIONS[name]
    for value in (HALF, DIGITS):
        # As for programs, an argument of 5,000 digits names no file: the name is too long for one.
        if value == DIGITS and option in ("-o", "--output", "--export", ""):
            continue
        done = run_cli(*command, *([option] if option else []), value)
        assert done.code in (0, 1, 2, 20, 124)
        if done.code == 2:
            assert done.err.startswith("satcross: ")
            assert done.err.count("\n") == 1
            assert len(done.err) < 700


def test_titles_must_be_text(here: Path) -> None:
    for option in ("--title", "--author"):
        done = run_cli("fill", "g.txt", "-w", "w.txt", "-o", "o.json", option, HALF)
        assert (done.code, done.err) == (2, f"satcross: {option}: 'a\\udcffb' is not UTF-8\n")
        done = run_cli("render", "g.txt", "-o", "o.pdf", option, HALF)
        assert (done.code, done.err) == (2, f"satcross: {option}: 'a\\udcffb' is not UTF-8\n")
    done = run_cli("wordsearch", "w.txt", "-o", "o.svg", "--title", HALF)
    assert (done.code, done.err) == (2, "satcross: --title: 'a\\udcffb' is not UTF-8\n")
    assert sorted(path.name for path in here.iterdir()) == ["g.txt", "w.txt"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_file_may_have_any_name(here: Path) -> None:
    name = os.fsdecode(b"w\xff\n.txt")
    Path(name).write_text("AB\nCD\nAC\nBD\n", encoding="utf-8")
    shown = "w\\udcff\\n.txt"
    stats = run_cli("words", "stats", "-w", name)
    assert (stats.code, stats.out.split("\n")[0]) == (0, f"list      {shown}")
    stats = run_cli("words", "stats", "-w", name, "--format", "json")
    assert json.loads(stats.out)["source"] == shown
    assert run_cli("export", "g.txt", "-w", name, "-o", "x.cnf").code == 0
    assert f"c satcross words {shown}\n" in Path("x.cnf").read_text(encoding="utf-8")
    out = f"o{name}"
    assert run_cli("fill", "g.txt", "-w", name, "-o", out).code == 0
    assert len(Path(out).read_text(encoding="utf-8")) == len("AB\nCD\n")
    done = run_cli("fill", "g.txt", "-w", f"no{name}")
    assert done.err == f"satcross: no{shown}: there is no such file; check the path\n"


def test_half_a_character_in_json_is_refused(here: Path) -> None:
    assert run_cli("convert", "g.txt", "c.json").code == 0
    data = json.loads(Path("c.json").read_text(encoding="utf-8"))
    for key, text in (("title", "\ud800"), ("title", "\U0001f600")):
        Path("c.json").write_text(json.dumps({**data, key: text}), encoding="utf-8")
        done = run_cli("convert", "c.json", "o.ipuz")
        if len(text.encode("utf-16-be", "surrogatepass")) == 4:
            assert done.code == 0
        else:
            message = "satcross: c.json: '\\ud800' has half a character; remove it\n"
            assert (done.code, done.err) == (2, message)


def test_what_the_encoding_of_stdout_lacks_is_escaped(here: Path) -> None:
    Path("w.txt").write_text("ÄÖ\nÜÄ\nÄÜ\nÖÄ\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    run = [sys.executable, "-m", "satcross", "fill", "g.txt", "-w", "w.txt", "--alphabet", "german"]

    def python(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        command = [*run, *arguments]
        return subprocess.run(command, env=environment, capture_output=True, check=False)

    done = python("--format", "json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "".join(json.loads(done.stdout)["grid"]).strip("ÄÖÜ") == ""
    assert b"\\u00c4" in done.stdout
    done = python("--title", "\u20ac", "x")
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


def test_numbers_of_thousands_of_digits_are_refused(here: Path) -> None:
    Path("proof").mkdir()
    proof = Path("proof")
    (proof / "proof.drat").write_text("0\n")
    for header in (f"p cnf {DIGITS} 1", f"p cnf 1 {DIGITS}"):
        (proof / "puzzle.cnf").write_text(f"{header}\n1 0\n")
        done = run_cli("prove", "--check", "proof")
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert "puzzle.cnf:1: there are more than " in done.err
        done = run_cli("decode", proof / "puzzle.cnf", "w.txt")
        assert (done.code, done.err.count("\n")) == (2, 1)
    (proof / "puzzle.cnf").write_text(f"p cnf 1 1\n1 {DIGITS} 0\n")
    assert run_cli("prove", "--check", "proof").err.endswith(" of the formula\n")
    done = run_cli("fill", "g.txt", "-w", "w.txt", "--all", "--distinct", DIGITS)
    assert done.err == (
        "satcross: --distinct: must be grids, words, symmetry, auto, a number of entries from 1,"
        " a number of letters as in 3-letters, or names of entries as in 17A,26A,"
        f" got '{'9' * 59}…\n"
    )
    Path("w.txt").write_text(f"AB;{DIGITS}\n", encoding="utf-8")
    assert "is not a number from 0 to 1000" in run_cli("fill", "g.txt", "-w", "w.txt").err
    Path("c.json").write_text(
        f'{{"schema": "satcross.crossword/1", "rows": {DIGITS}}}', encoding="utf-8"
    )
    assert "has too long numbers" in run_cli("convert", "c.json", "o.ipuz").err
    assert sorted(path.name for path in here.iterdir()) == ["c.json", "g.txt", "proof", "w.txt"]


def test_the_library_refuses_numbers_that_python_does_not_print() -> None:
    with pytest.raises(OptionError, match=r"^n: must be from 1 to 9, got a number of 16610 bits$"):
        check_integer(10**5000, "n", at_least=1, at_most=9)


def test_every_error_is_one_line_that_can_be_printed() -> None:
    error = WordListError("bad \x1b[31m\u2028\ud800", source="a\nb", hint="x" * 5000)
    assert str(error) == "a\\nb: bad \\x1b[31m\\u2028\\ud800; " + "x" * 60 + "…"
    assert isinstance(error, InputError)
    assert printable("Größe\u00a0 ✓") == "Größe\u00a0 ✓"
