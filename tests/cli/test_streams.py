"""Standard streams that are closed, full, or read no longer."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.cli import run_cli, run_ok

from satcross.cli.commands import own_names
from satcross.cli.streams import guarded, stdout_failed
from satcross.tasks.fill import FillTask

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not Path("/dev/full").exists(), reason="needs /dev/full"
)

FULL = "satcross: standard output cannot be written: No space left on device\n"
CLOSED = "satcross: standard output is closed\n"


@pytest.fixture
def grid(tmp_path: Path) -> str:
    path = tmp_path / "grid.txt"
    path.write_text("...\n.#.\n...\n", encoding="utf-8")
    return str(path)


def process(*argv: str, shell: str) -> subprocess.CompletedProcess[str]:
    """`satcross` run by a shell, with redirections."""
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {shell}', "sh", sys.executable, "-m", "satcross", *argv],
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("shell", "code", "err"),
    [
        (">/dev/full", 2, FULL),
        (">&-", 2, CLOSED),
        ("2>&-", 0, ""),
        ("2>/dev/full", 0, ""),
        ("<&- >&- 2>&-", 2, ""),
    ],
)
def test_a_program_whose_streams_are_closed_or_full(
    shell: str, code: int, err: str, grid: str
) -> None:
    """In a process of its own, as Python flushes its streams once more at the end."""
    done = process("fill", grid, shell=shell)
    assert (done.returncode, done.stderr) == (code, err)
    assert len(done.stdout.splitlines()) == (3 if code == 0 else 0)


@pytest.mark.parametrize("shell", ["2>&-", "2>/dev/full"])
def test_an_error_that_cannot_be_reported_keeps_its_exit_code(shell: str) -> None:
    done = process("fill", "missing.txt", "--progress", shell=shell)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_nothing_is_printed_into_a_file_that_got_a_standard_descriptor(
    grid: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.txt"
    done = process("fill", grid, "-o", str(out), "-n", "50", shell=">&- 2>&-")
    assert done.returncode == 0
    assert set("".join(out.read_text(encoding="utf-8").split())) <= set(
        "#ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    )


def test_help_whose_reader_is_gone(grid: str) -> None:
    """Rich has an exit code of its own for that."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "satcross", "--help"], stdout=write, stderr=subprocess.PIPE,
        check=False,
    )  # fmt: skip
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


def test_unbuffered_output_is_whole(grid: str) -> None:
    done = subprocess.run(
        [sys.executable, "-u", "-m", "satcross", "fill", grid], capture_output=True, check=False
    )
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 3


def on_full_stdout(monkeypatch: pytest.MonkeyPatch, work: Callable[[], int]) -> int:
    with open("/dev/full", "wb") as full, monkeypatch.context() as patch:  # noqa: PTH123
        patch.setattr(sys, "stdout", guarded(full.fileno(), None, stdout_failed))
        return work()


@pytest.mark.parametrize("command", ["", *own_names()])
def test_the_help_of_every_command_reports_a_full_stdout(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from satcross.cli.main import main

    argv = [command, "--help"] if command else ["--help"]
    assert on_full_stdout(monkeypatch, lambda: main(argv)) == 2
    assert capsys.readouterr().err == FULL


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (OSError(24, "Too many open files", "x"), "satcross: x: Too many open files\n"),
        (OSError(12, "Cannot allocate memory"), "satcross: Cannot allocate memory\n"),
        (TimeoutError(), "satcross: TimeoutError()\n"),
    ],
    ids=["with a name", "without", "without a text"],
)
def test_a_system_error_is_one_line(
    error: OSError, line: str, grid: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(FillTask, "__init__", refuses)
    done = run_cli("fill", grid)
    assert done == (2, "", line)


def test_a_large_pattern_on_the_command_line(tmp_path: Path) -> None:
    """It is longer than any file name."""
    pattern = "7" + "F" * 255
    text = run_ok("convert", pattern, "-", "--to", "text")
    assert text == "#" + "." * 31 + "\n" + ("." * 32 + "\n") * 31
    (tmp_path / "words.txt").write_text("CAT\n", encoding="utf-8")
    done = run_cli("fill", pattern, "-w", tmp_path / "words.txt")
    assert done.code == 20
