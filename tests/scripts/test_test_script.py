"""`scripts/test` and `scripts/snapshots`: what they run, and their exit codes."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
PROGRAMS = ("ruff", "mypy", "lint-imports", "pytest")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of which only scripts are there, and programs that say how they are called."""
    (tmp_path / "bin").mkdir()
    shutil.copytree(SCRIPTS, tmp_path / "scripts")
    settings = f"root={tmp_path}\nbin={tmp_path}/bin\nmake_venv() {{ :; }}\n"
    with (tmp_path / "scripts" / "venv.sh").open("a") as venv:
        venv.write(settings)
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    for program in PROGRAMS:
        install(tmp_path, program)
    return tmp_path


def install(checkout: Path, program: str, code: int = 0) -> None:
    path = checkout / "bin" / program
    path.write_text(f'#!/bin/sh\necho {program} says so: "$@"\nexit {code}\n')
    path.chmod(0o755)


def run(checkout: Path, *arguments: str, of: str = "test") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [checkout / "scripts" / of, *arguments],
        cwd=checkout, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    "script",
    ["lock", "release", "rooms", "sanitize", "site", "snapshots", "test", "wheels"],
)
def test_help_is_the_head_of_the_script_and_nothing_is_run(script: str, checkout: Path) -> None:
    done = run(checkout, "--help", of=script)
    assert (done.returncode, done.stderr) == (0, "")
    head = (SCRIPTS / script).read_text().splitlines()[1]
    assert done.stdout.startswith(head.removeprefix("# "))
    assert "says so" not in done.stdout
    assert "#" not in done.stdout


@pytest.mark.parametrize("arguments", [(), ("satcross/cnf.py",)])
@pytest.mark.parametrize("failing", ["", *PROGRAMS])
def test_the_exit_code_is_that_of_the_checks(
    failing: str, arguments: tuple[str, ...], checkout: Path
) -> None:
    for path in ("satcross/cnf.py", "tests/test_cnf.py"):
        (checkout / path).parent.mkdir()
        (checkout / path).touch()
    if failing:
        install(checkout, failing, 1)
    done = run(checkout, *arguments)
    assert done.returncode == (1 if failing else 0), done.stdout + done.stderr
    assert f"{failing or 'pytest'} says so" in done.stdout


def test_with_paths_only_what_belongs_to_them_is_checked(checkout: Path) -> None:
    files = ("satcross/cnf/dimacs.py", "satcross/cnf/formula.py", "tests/cnf/test_dimacs.py",
             "tests/cnf/test_formulas.py", "tests/test_other.py", "README.md")  # fmt: skip
    for path in files:
        (checkout / path).parent.mkdir(parents=True, exist_ok=True)
        (checkout / path).touch()

    def calls(*arguments: str) -> set[str]:
        done = run(checkout, *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        shown = done.stdout.replace(f"{checkout}/", "").splitlines()
        return {line.replace(" says so:", "") for line in shown if " says so:" in line}

    assert calls("satcross/cnf/dimacs.py", "-k", "tests") == {
        "ruff format --check --force-exclude satcross/cnf/dimacs.py",
        "ruff check --force-exclude satcross/cnf/dimacs.py",
        "mypy satcross/cnf/dimacs.py",
        "lint-imports",
        "pytest -q tests/cnf/test_dimacs.py satcross/cnf/dimacs.py -k tests",
    }
    assert "lint-imports" not in calls("tests/cnf/test_formulas.py::test_it")
    assert "pytest -q -n auto --dist worksteal tests/cnf satcross/cnf" in calls("satcross/cnf")
    assert {line.split()[0] for line in calls("README.md")} == {"pytest"}
    done = run(checkout, "satcross/cnf", "none.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("no tests belong to ")


def test_snapshots_are_written_or_compared(checkout: Path) -> None:
    """Only tests that have the mark are run with the option that writes."""
    for path, text in (("a/test_it.py", "@pytest.mark.snapshot"), ("test_other.py", "")):
        (checkout / "tests" / path).parent.mkdir(parents=True, exist_ok=True)
        (checkout / "tests" / path).write_text(text)
    how = "pytest says so: -q -n auto --dist loadgroup -m snapshot and not slow"
    done = run(checkout, "-k", "help", of="snapshots")
    assert done.stdout == f"{how} --update-snapshots tests/a/test_it.py -k help\n"
    install(checkout, "pytest", 1)
    done = run(checkout, "--check", of="snapshots")
    assert (done.returncode, done.stdout) == (1, f"{how} tests/a/test_it.py\n")


def test_what_can_be_written_anew_is_marked_as_a_snapshot() -> None:
    asking = re.compile(
        r"((?:^@.*\n(?:^[ \])].*\n)*)*)^def test_\w+\([^)]*\brenewed\b", re.MULTILINE
    )
    texts = [path.read_text(encoding="utf-8") for path in SCRIPTS.parent.glob("tests/**/test_*.py")]
    marks = [found[1] for text in texts for found in asking.finditer(text)]
    assert len(marks) > 5
    assert all("@pytest.mark.snapshot\n" in mark for mark in marks)
