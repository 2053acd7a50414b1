"""Foreign programs under a supervisor: whatever ends us ends them, and all that they started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.processes import are_gone, descendants_of, wait_for_descendants
from support.signals import KILL

from satcross.errors import SolverError
from satcross.processes import programs
from satcross.processes.programs import Supervisor
from satcross.task import Deadline

# In its group, in its own session, and without a parent.
CHILDREN = "sleep 60 & setsid sleep 60 & (sleep 60 &)"
FAMILY = f"{CHILDREN}; wait"
N_OF_FAMILY = 5  # with the supervisor and `sh`

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells which process is whose"
)


@pytest.fixture
def supervisor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    supervisor = Supervisor("a test")
    yield supervisor
    supervisor.close()


def wait_for_family(supervisor: Supervisor, n: int) -> set[int]:
    """The supervisor and the processes below it, as soon as there are `n`."""
    pid = supervisor._child.pid
    return {pid} | wait_for_descendants(pid, n - 1)


def start(supervisor: Supervisor, *words: str) -> None:
    folder = supervisor.folder
    supervisor.run(
        words, stdin=Path(os.devnull), stdout=folder / "stdout", stderr=folder / "stderr"
    )


def test_it_gives_the_exit_code_and_the_output(supervisor: Supervisor) -> None:
    for code, command in ((0, "echo one"), (7, "echo two; exit 7"), (-9, "echo three; kill -9 $$")):
        start(supervisor, "sh", "-c", command)
        assert supervisor.wait(Deadline.after(20)) == code
        assert (supervisor.folder / "stdout").read_text(encoding="utf-8").strip() in command
    supervisor.close()
    supervisor.close()
    assert not supervisor.folder.exists()


def test_a_program_gets_the_signals_that_python_ignores(supervisor: Supervisor) -> None:
    start(supervisor, "sh", "-c", "grep SigIgn /proc/$$/status")
    assert supervisor.wait(Deadline.after(20)) == 0
    ignored = int((supervisor.folder / "stdout").read_text(encoding="utf-8").split()[1], 16)
    # What started the tests may ignore others: a shell's background jobs ignore Ctrl-C.
    status = Path("/proc/self/status").read_text(encoding="utf-8").split()
    here = int(status[status.index("SigIgn:") + 1], 16)
    assert ignored == here & ~(1 << signal.SIGPIPE - 1) & ~(1 << signal.SIGXFSZ - 1)
    supervisor.close()


def test_what_cannot_be_started_can_be_followed_by_another(supervisor: Supervisor) -> None:
    start(supervisor, "no-such-program")
    with pytest.raises(FileNotFoundError):
        supervisor.wait(Deadline.after(20))
    start(supervisor, "true")
    assert supervisor.wait(Deadline.after(20)) == 0
    supervisor.close()


@pytest.mark.parametrize("how", ["close", "kill"])
def test_the_whole_family_is_killed(supervisor: Supervisor, how: str) -> None:
    start(supervisor, "sh", "-c", FAMILY)
    pids = wait_for_family(supervisor, N_OF_FAMILY)
    getattr(supervisor, how)()
    if how == "kill":
        assert descendants_of(supervisor._child.pid) == set()  # the supervisor serves on
        start(supervisor, "true")
        assert supervisor.wait(Deadline.after(20)) == 0
        supervisor.close()
    assert are_gone(pids)
    assert not supervisor.folder.exists()


def test_what_a_program_leaves_behind_is_killed(supervisor: Supervisor) -> None:
    end = supervisor.folder / "end"
    os.mkfifo(end)
    start(supervisor, "sh", "-c", f"{CHILDREN}; read line < {end}; exit 3")
    pids = wait_for_family(supervisor, N_OF_FAMILY)
    end.write_text("now\n")
    assert supervisor.wait(Deadline.after(20)) == 3
    assert are_gone(pids - {supervisor._child.pid})
    assert descendants_of(supervisor._child.pid) == set()
    supervisor.close()


@pytest.mark.parametrize("number", [KILL, signal.SIGTERM])
def test_nothing_outlives_a_killed_parent(tmp_path: Path, number: int) -> None:
    code = f"""
        import os, time
        from pathlib import Path
        from satcross.processes.programs import Supervisor

        supervisor = Supervisor("a test")
        supervisor.run(
            ["sh", "-c", {FAMILY!r}], stdin=Path(os.devnull),
            stdout=supervisor.folder / "stdout", stderr=supervisor.folder / "stderr",
        )
        time.sleep(60)
    """
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], env=environment) as parent:
        pids = wait_for_descendants(parent.pid, N_OF_FAMILY)
        assert len(list(tmp_path.iterdir())) == 1
        parent.send_signal(number)
    assert are_gone(pids)
    assert list(tmp_path.iterdir()) == []


def test_a_killed_supervisor_is_reported_and_its_folder_removed(supervisor: Supervisor) -> None:
    start(supervisor, "sleep", "60")
    pids = wait_for_family(supervisor, 2)
    os.kill(supervisor._child.pid, KILL)
    with pytest.raises(SolverError, match="the supervisor of a test died"):
        supervisor.wait(Deadline.after(20))
    assert are_gone(pids)
    supervisor.close()
    assert not supervisor.folder.exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "gettempdir", lambda: str(tmp_path / "none"))
    with pytest.raises(SolverError, match=r"cannot make a folder .* No such file or directory"):
        Supervisor("a test")


def test_a_stopped_supervisor_does_not_stop_us(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satcross.processes.programs._KILL_S", 0.2)
    start(supervisor, "sleep", "60")
    pids = wait_for_family(supervisor, 2)
    os.kill(supervisor._child.pid, signal.SIGSTOP)
    time.sleep(0.05)
    supervisor.close()
    assert are_gone(pids)
    assert not supervisor.folder.exists()
