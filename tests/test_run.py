"""What a run of the tests promises: signals are heard, and what hangs is ended and named."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TESTS = """
import subprocess, sys
from pytest import mark

HEARD = (
    "from signal import *;"
    "assert SIG_IGN not in [getsignal(number) for number in (SIGINT, SIGTERM, SIGHUP)]"
)

def test_signals_are_heard():
    exec(HEARD, {})
    subprocess.run([sys.executable, "-c", HEARD], check=True)

@mark.timeout(1)
def test_a_child_hangs():
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(20)"]) as child:
        child.wait()

def test_nothing_hangs():
    pass
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are not ignored there")
def test_ignored_signals_are_heard_and_what_hangs_is_named(tmp_path: Path) -> None:
    """As in a job in the background of a script, or under `nohup`."""
    (tmp_path / "test_it.py").write_text(TESTS)
    run = ["-c", str(ROOT / "pyproject.toml"), "-p", "conftest", "-n", "1"]
    path = os.pathsep.join([str(ROOT / "tests"), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        ["bash", "-c", 'trap "" INT TERM HUP; exec "$@"', "bash",
         sys.executable, "-m", "pytest", *run, "test_it.py"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": path},
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert "2 passed" in done.stdout, done.stdout + done.stderr
    assert re.search(r"\ntimeout: \d", done.stdout)  # of all tests
    assert re.search("crashed while running '.*::test_a_child_hangs'", done.stdout), done.stdout
