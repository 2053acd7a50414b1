"""The matrix of tests: each Python from 3.11 to 3.14, newest and lowest releases. Needs uv.

    uvx nox --list
    uvx nox --session tests-3.13             the newest allowed releases
    uvx nox --session lowest-3.11            the lowest allowed
    uvx nox --session smoke-3.12 -- WHEEL    a wheel, as scripts/smoke.py tries it out

Arguments after `--` go to pytest. Pythons that are not installed are skipped, but not in CI.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nox

PYTHONS = ("3.11", "3.12", "3.13", "3.14")

nox.needs_version = ">=2025.2"
nox.options.default_venv_backend = "uv"
nox.options.sessions = ["tests"]
nox.options.error_on_missing_interpreters = bool(os.environ.get("CI"))
ROOT = Path(__file__).parent


def dependencies(step: str, folder: Path) -> str:
    """A file of requirements, as `scripts/dependencies.py` lists them."""
    done = subprocess.run(
        ["uv", "run", "--quiet", "--no-config", "--no-project", "--with", "packaging",
         "scripts/dependencies.py", step],
        check=True, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    path = folder / f"{step}.txt"
    path.write_text(done.stdout.replace(">=", "==") if step == "build" else done.stdout)
    return str(path)


def run_tests(session: nox.Session, *constraints: str) -> None:
    """Run the tests in a copy of the checkout, where the kernel that they import is compiled."""
    copy = Path(session.create_tmp()) / "satcross"
    shutil.rmtree(copy, ignore_errors=True)
    files = subprocess.run(
        ["git", "ls-files", "-z"], check=True, capture_output=True, text=True, cwd=ROOT
    ).stdout
    for name in files.split("\0")[:-1]:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    session.chdir(copy)
    session.install(
        "--no-config", *constraints,
        "--config-settings", "editable_mode=compat", "--editable", ".[dev]",
        env={"SATCROSS_REQUIRE_KERNEL": "1"},
    )  # fmt: skip
    session.run("python", "-m", "satcross", "--version")
    session.run("python", "-m", "pytest", "-q", "-n", "auto", *session.posargs)


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """The tests with the newest releases, and a kernel compiled for this Python."""
    run_tests(session)


@nox.session(python=["3.11"])
def lowest(session: nox.Session) -> None:
    """The tests with the lowest allowed release of all that is needed to build and run."""
    folder = Path(session.create_tmp()).resolve()
    run_tests(
        session,
        "--constraints", dependencies("lowest", folder),
        "--build-constraints", dependencies("build", folder),
    )  # fmt: skip


@nox.session(python=PYTHONS)
def smoke(session: nox.Session) -> None:
    """A wheel in an empty environment."""
    if not session.posargs:
        sys.exit("give the wheel: nox --session smoke -- dist/satcross-….whl")
    session.install("--no-config", "--only-binary", ":all:", *session.posargs)
    session.run("python", "scripts/smoke.py")
