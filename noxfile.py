"""The matrix of tests: each Python from 3.11 to 3.14, newest and lowest releases. Needs uv.

    uvx nox --list
    uvx nox --session tests-3.13             the newest allowed releases
    uvx nox --session lowest-3.11            the lowest allowed
    uvx nox --session smoke-3.12 -- WHEEL    a wheel, as scripts/smoke.py tries it out

Arguments after `--` go to pytest. Pythons that are not installed are skipped, but not in CI.
"""

import os
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


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """The tests with the newest releases, and a kernel compiled for this Python."""
    session.install("--no-config", ".[dev]")
    session.run("python", "-m", "satcross", "--version")
    session.run("python", "-m", "pytest", "-q", "-n", "auto", *session.posargs)


@nox.session(python=["3.11"])
def lowest(session: nox.Session) -> None:
    """The tests with the lowest allowed release of all that is needed to build and run."""
    folder = Path(session.create_tmp())
    session.install(
        "--no-config",
        "--constraints", dependencies("lowest", folder),
        "--build-constraints", dependencies("build", folder),
        ".[dev]",
    )  # fmt: skip
    session.run("python", "-m", "satcross", "--version")
    session.run("python", "-m", "pytest", "-q", "-n", "auto", *session.posargs)


@nox.session(python=PYTHONS)
def smoke(session: nox.Session) -> None:
    """A wheel in an empty environment."""
    if not session.posargs:
        sys.exit("give the wheel: nox --session smoke -- dist/satcross-….whl")
    session.install("--no-config", "--only-binary", ":all:", *session.posargs)
    session.run("python", "scripts/smoke.py")
