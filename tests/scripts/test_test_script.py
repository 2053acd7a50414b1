"""`scripts/test` says by its exit code whether all of its checks have passed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "test"
PROGRAMS = ("ruff", "mypy", "lint-imports", "pytest")


@pytest.mark.parametrize("failing", ["", *PROGRAMS])
def test_the_exit_code_is_that_of_the_checks(failing: str, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "scripts").mkdir()
    shutil.copy(SCRIPT, tmp_path / "scripts")
    settings = f"root={tmp_path}\nbin={tmp_path}/bin\nmake_venv() {{ :; }}\n"
    (tmp_path / "scripts" / "venv.sh").write_text(settings)
    for program in PROGRAMS:
        path = tmp_path / "bin" / program
        path.write_text(f"#!/bin/sh\necho {program} says so\nexit {int(program == failing)}\n")
        path.chmod(0o755)
    done = subprocess.run(
        [tmp_path / "scripts" / "test"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == (1 if failing else 0), done.stdout + done.stderr
    assert f"{failing or 'pytest'} says so" in done.stdout
