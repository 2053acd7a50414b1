"""Child processes on Windows: job objects end them, and what they have started."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.processes import is_running

from satcross.errors import SolverError
from satcross.processes.programs import Supervisor
from satcross.task import Deadline

pytestmark = pytest.mark.skipif(sys.platform != "win32", reason="job objects of Windows")

# Starts another one, says its process id, and stays.
PARENT = """
    import subprocess, sys, time
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    print(child.pid, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def supervisor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    supervisor = Supervisor("a test")
    yield supervisor
    supervisor.close()


def start(supervisor: Supervisor, code: str, *words: str) -> None:
    folder = supervisor.folder
    supervisor.run(
        words or (sys.executable, "-c", textwrap.dedent(code)),
        stdin=Path(os.devnull), stdout=folder / "stdout", stderr=folder / "stderr",
    )  # fmt: skip


def is_gone(pid: int) -> bool:
    end = time.monotonic() + 5
    while is_running(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not is_running(pid)


def started_by(supervisor: Supervisor) -> int:
    """The process that `PARENT` has started."""
    said = supervisor.folder / "stdout"
    end = time.monotonic() + 20
    while not said.read_text(encoding="utf-8").endswith("\n") and time.monotonic() < end:
        time.sleep(0.05)
    return int(said.read_text(encoding="utf-8"))


def test_it_gives_the_exit_code_and_the_output(supervisor: Supervisor) -> None:
    for code in (0, 7):
        start(supervisor, f"import sys; print('said {code}'); sys.exit({code})")
        assert supervisor.wait(Deadline.after(20)) == code
        assert (supervisor.folder / "stdout").read_text(encoding="utf-8") == f"said {code}\n"
    supervisor.close()
    supervisor.close()
    assert not supervisor.folder.exists()


def test_what_cannot_be_started_is_an_error_of_wait(supervisor: Supervisor) -> None:
    start(supervisor, "", "no-such-program")
    with pytest.raises(FileNotFoundError):
        supervisor.wait(Deadline.after(20))
    start(supervisor, "pass")
    assert supervisor.wait(Deadline.after(20)) == 0


@pytest.mark.parametrize("end", ["kill", "close"])
def test_all_that_was_started_ends(supervisor: Supervisor, end: str) -> None:
    start(supervisor, PARENT)
    assert supervisor.wait(Deadline.after(0.1)) is None
    child = started_by(supervisor)
    assert is_running(child)
    getattr(supervisor, end)()
    assert is_gone(child)
    if end == "kill":
        start(supervisor, "pass")
        assert supervisor.wait(Deadline.after(20)) == 0


def test_what_a_program_leaves_behind_ends_with_it(supervisor: Supervisor) -> None:
    start(supervisor, PARENT.rpartition("time.sleep")[0])
    assert supervisor.wait(Deadline.after(20)) == 0
    assert is_gone(started_by(supervisor))


def test_it_ends_when_we_are_killed(tmp_path: Path) -> None:
    code = f"""
        import os, sys, time
        from pathlib import Path
        from satcross.processes.programs import Supervisor

        supervisor = Supervisor("a test")
        said = Path({str(tmp_path / "said")!r})
        words = [sys.executable, "-c", {textwrap.dedent(PARENT)!r}]
        supervisor.run(words, stdin=Path(os.devnull), stdout=said, stderr=Path({os.devnull!r}))
        while not said.read_text(encoding="utf-8").endswith("\\n"):
            time.sleep(0.05)
        print(supervisor._process.pid, said.read_text(encoding="utf-8").strip(), flush=True)
        time.sleep(60)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert len(pids) == 2
        assert all(map(is_running, pids))
        parent.kill()
    assert all(map(is_gone, pids))


def test_a_folder_that_cannot_be_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "absent"))
    with pytest.raises(SolverError, match="cannot make a folder for a test in"):
        Supervisor("a test")
