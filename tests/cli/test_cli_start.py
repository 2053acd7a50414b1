"""What starting the command line costs: most of an easy fill."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from satcross.cli.main import main

# Each takes a millisecond or much more to import, and a fill from the built-in list needs none.
NOT_NEEDED = (
    "csv", "gzip", "hashlib", "importlib.metadata", "json", "numpy", "pydantic", "pysat", "rich",
    "secrets", "satcross.cnf.dimacs", "satcross.encoding.decode",
    "satcross.encoding.encode", "satcross.tasks.enumerate", "satcross.words.scan",
)  # fmt: skip


def test_a_fill_imports_only_what_it_needs(tmp_path: Path) -> None:
    pytest.importorskip("satcross.words._bits")  # without it numpy is needed
    (tmp_path / "grid.txt").write_text("...\n.#.\n...\n")
    code = (
        "import sys; from satcross.cli.process import run;"
        "sys.argv = ['satcross', 'fill', 'grid.txt'];"
        "assert run() == 0;"
        f"print([name for name in {NOT_NEEDED} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_process_gives_the_exit_code(tmp_path: Path) -> None:
    code = "import sys; from satcross.cli.process import run; sys.exit(run())"
    done = subprocess.run(
        [sys.executable, "-c", code, "fill", "missing.txt"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert done.stderr == "satcross: missing.txt: there is no such file; check the path\n"


@pytest.mark.parametrize("argv", [["--bogus"], ["--version", "--bogus"]])
def test_a_wrong_option_before_any_command(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("satcross: no such option")
    assert shown.err.endswith("; see satcross --help\n")
    assert shown.err.count("\n") == 1
