"""Which processes there are, from /proc; and work for jobs, which they must be able to import."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from support.signals import KILL

from satcross.errors import SolverError
from satcross.processes.child import Crew, Message
from satcross.processes.inside import Channel


def _stat(pid: str) -> tuple[str, int]:
    """(state, parent) of a process; ("Z", 0) when it has gone."""
    try:
        state, parent, *_ = (
            Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        )
    except (FileNotFoundError, ProcessLookupError):
        return "Z", 0
    return state, int(parent)


def _parents() -> dict[int, int]:
    """The parent of each process, those that only wait to be waited for included."""
    pids = [path.name for path in Path("/proc").iterdir()]
    return {int(pid): _stat(pid)[1] for pid in pids if pid.isdigit()}


def children_of(pid: int) -> set[int]:
    """The children of a process."""
    return {child for child, parent in _parents().items() if parent == pid}


def descendants_of(pid: int) -> set[int]:
    """Its children, theirs, and so on."""
    parents = _parents()
    found, last = set[int](), {pid}
    while last := {child for child, parent in parents.items() if parent in last}:
        found |= last
    return found


def are_gone(pids: set[int], within_s: float = 20.0) -> bool:
    """Whether all of these processes end in time."""
    end = time.monotonic() + within_s
    while any(_stat(str(pid))[0] != "Z" for pid in pids):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def is_alive(pid: int) -> bool:
    """Whether a process has not ended, on any system."""
    if sys.platform == "win32":
        return is_running(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path("/proc").exists() or _stat(str(pid))[0] != "Z"


def has_ended(pid: int, within_s: float = 20.0) -> bool:
    """Whether a process ends in time, on any system."""
    end = time.monotonic() + within_s
    while is_alive(pid):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def wait_for_descendants(pid: int, n: int, within_s: float = 60.0) -> set[int]:
    """The processes below this one, as soon as there are `n`."""
    end = time.monotonic() + within_s
    while len(pids := descendants_of(pid)) < n and time.monotonic() < end:
        time.sleep(0.05)
    assert len(pids) == n
    return pids


def is_running(pid: int) -> bool:
    """Whether a process has not ended, on Windows, where signal 0 would be Ctrl-C."""
    if sys.platform == "win32":
        kernel32 = ctypes.WinDLL("kernel32")
        synchronize, timeout = 0x100000, 0x102
        if handle := kernel32.OpenProcess(synchronize, False, pid):
            is_waited_for = kernel32.WaitForSingleObject(handle, 0) == timeout
            kernel32.CloseHandle(handle)
            return bool(is_waited_for)
    return False


def many_ways(channel: Channel, task: str, number: int) -> Any:
    """Jobs 0, 1 and 2 end well; the others do not, each in its own way."""
    channel.send(f"{task} {number}")
    match number:
        case 0 | 1:
            os.write(1, b"noise")  # which must not be seen
            return {"square": number * number}
        case 2:
            time.sleep(0.3)
            channel.send("later")
            return "late"
        case 3:
            os.kill(os.getpid(), KILL)
        case 4:
            os.write(2, b"first words\nlast words\n")
            os._exit(7)
        case 5:
            raise MemoryError
        case 6:
            raise SolverError("no luck")
        case 7:
            raise ZeroDivisionError("again")
        case 8:
            sys.exit("left")
    return None


def open_files(channel: Channel, task: str, number: int) -> list[str]:
    """What the files of this process are."""
    return [str(file.readlink()) for file in Path("/proc/self/fd").iterdir() if file.exists()]


def stuck(channel: Channel, task: str, number: int) -> None:
    """Works for ever in C, and never comes to a signal handler of Python's."""
    channel.send(os.getpid())
    sum(iter(int, 1))


def deaf(channel: Channel, task: float, number: int) -> None:
    """Sleeps on whatever it is asked politely."""
    for asked in (signal.SIGTERM, signal.SIGINT, signal.SIGIO):
        signal.signal(asked, signal.SIG_IGN)
    channel.send(os.getpid())
    time.sleep(task)


def with_a_program(channel: Channel, task: str, number: int) -> None:
    """Starts a program in its own session, and ends it in any case."""
    process = subprocess.Popen(["sleep", task], start_new_session=True)
    try:
        channel.send(process.pid)
        process.wait()
    finally:
        process.kill()
        process.wait()


def all_that_is_said(crew: Crew) -> list[Message]:
    """What the children say until the last has ended."""
    messages: list[Message] = []
    while crew.working:
        messages += crew.listen(1.0)
    return messages
