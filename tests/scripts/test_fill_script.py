"""`scripts/fill`: what it says of an installation. Stubs stand for the installation itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STUB = """\
root=$PWD bin=$PWD/.venv/bin
make_venv() {
    mkdir -p "$bin"
    printf '#!/bin/sh\\necho filled\\n' > "$bin/satcross"
    chmod +x "$bin/satcross"
    touch "$root/.venv/satcross-installed"
}
"""


# A Python that makes virtual environments of itself, and whose pip says what pip says.
PYTHON = r"""#!/bin/sh
case "$*" in
    "-c "*) ;;
    "-m venv --clear "*) mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
    "-m pip install "*)
        printf 'Obtaining file:///x\nCollecting numpy>=1.26 (from satcross==1.0)\n'
        printf '  Downloading numpy-2.whl (15 MB)\nRequirement already satisfied: six\n'
        printf 'Building wheels for collected packages: satcross\n'
        printf '  Building editable for satcross (pyproject.toml): started\n'
        printf 'Installing collected packages: numpy, satcross\n'
        printf '#!/bin/sh\necho filled\n' > "${0%/*}/satcross"
        chmod +x "${0%/*}/satcross" ;;
    "-m compileall "*) ;;
    *) exit 9 ;;
esac
"""


def checkout(tmp_path: Path) -> dict[str, str]:
    """A folder that is as a checkout for the scripts, and variables that name a Python for it."""
    (tmp_path / "scripts").mkdir()
    for name in ("fill", "venv.sh"):
        shutil.copy(ROOT / "scripts" / name, tmp_path / "scripts")
    for name in ("pyproject.toml", "setup.py"):
        (tmp_path / name).touch()
    sources = ("solve/lazy/kernel/_a.pyx", "solve/lazy/kernel/_a.pxi", "solve/lazy/kernel/_a.h",
               "words/_a.pyx", "apps/proofs/prove/_a.pyx")  # fmt: skip
    for name in sources:
        (tmp_path / "satcross" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "satcross" / name).touch()
    python = tmp_path / "python"
    python.write_text(PYTHON, encoding="utf-8")
    python.chmod(0o755)
    return {**os.environ, "PYTHON": str(python), "SATCROSS_LOCK": ""}


def test_a_linked_environment_is_not_emptied(tmp_path: Path) -> None:
    env = checkout(tmp_path)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "kept").touch()
    (tmp_path / ".venv").symlink_to("other")
    done = subprocess.run(
        ["bash", "scripts/fill", "grid"],
        cwd=tmp_path, env=env, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{tmp_path}/.venv is a link to another environment: remove the link\n"
    assert (tmp_path / "other" / "kept").exists()


def test_an_installation_says_what_it_is_at(tmp_path: Path) -> None:
    done = subprocess.run(
        ["bash", "scripts/fill", "grid"],
        cwd=tmp_path,
        env=checkout(tmp_path),
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "filled\n"
    assert done.stderr.splitlines()[:7] == [
        f"making the virtual environment {tmp_path}/.venv",
        "installing satcross and what it needs, from PyPI: a minute or two",
        "    downloading numpy",
        "    building wheels for collected packages: satcross",
        "    building editable for satcross",
        "    installing all of them",
        "compiling its modules",
    ]


def test_the_first_installation_says_how_to_call_satcross(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "fill", tmp_path / "scripts")
    (tmp_path / "scripts" / "venv.sh").write_text(STUB, encoding="utf-8")
    first, second = (
        subprocess.run(
            ["bash", "scripts/fill", "grid"],
            cwd=tmp_path,
            check=True,
            capture_output=True,
            text=True,
        )
        for _ in range(2)
    )
    assert first.stdout == second.stdout == "filled\n"
    assert f"    source {tmp_path}/.venv/bin/activate\n" in first.stderr
    assert f"{tmp_path}/.venv/bin/satcross\n" in first.stderr
    assert not second.stderr
