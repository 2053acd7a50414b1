"""Run one command and write down what it used; the small process between bench and command.

Linux counts a parent's memory into the peak of the child that it forks, until the child's `exec`.
So the commands are not started by the bench, which holds word lists, but by this script, which
holds nothing: run as `python -I -S launch.py REPORT LIMIT_S MEMORY_MB CORE COMMAND...`. It imports
only what it needs, for the same reason.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import time
from types import FrameType

_PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h


def launch(report: str, limit_s: float, memory_mb: int, core: int, argv: list[str]) -> None:
    """Run `argv` to its end and write wall s, CPU s, peak KiB, exit code and 0 or 1 to `report`.

    Args:
        report: the file to write: five numbers, separated by spaces; the last is 1 at the limit.
        limit_s: wall seconds after which the command and its children are killed; 0 for none.
        memory_mb: address space that each process of it may take; 0 for no limit.
        core: the only core that it may run on, where the system can see to that; -1 for any.
        argv: the command.

    The CPU seconds are those of the command and of all its children that it waited for; the peak
    is that of the largest one of these processes.
    """
    _adopt_orphans()
    start_s = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        _become(argv, memory_mb, core)
    stopped = False

    def stop(signum: int, frame: FrameType | None) -> None:
        nonlocal stopped
        stopped = True
        _kill_group(pid)

    with contextlib.suppress(OSError):  # the child does the same; whichever comes first
        os.setpgid(pid, pid)
    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGTERM, _leave)
    signal.setitimer(signal.ITIMER_REAL, limit_s)
    try:
        _, status, usage = os.wait4(pid, 0)
        wall_s = time.perf_counter() - start_s
        signal.setitimer(signal.ITIMER_REAL, 0)
    finally:  # at Ctrl-C too; and children that outlived it would disturb the next measurement
        _kill_group(pid)
        _kill_rest()
    cpu_s = usage.ru_utime + usage.ru_stime
    code = os.waitstatus_to_exitcode(status)
    with open(report, "w", encoding="ascii") as out:  # noqa: PTH123  # pathlib is 5 MB of imports
        out.write(f"{wall_s!r} {cpu_s!r} {usage.ru_maxrss} {code} {int(stopped)}\n")


def _become(argv: list[str], memory_mb: int, core: int) -> None:
    """In the child: lead a process group, take core and limit, and be the command."""
    try:
        os.setpgid(0, 0)
        if core >= 0 and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {core})
        if memory_mb:
            n_bytes = memory_mb * 1_000_000
            resource.setrlimit(resource.RLIMIT_AS, (n_bytes, n_bytes))
        os.execvp(argv[0], argv)
    except OSError as error:
        os.write(2, f"{argv[0]}: {error.strerror}\n".encode())
    os._exit(127)


def _leave(signum: int, frame: FrameType | None) -> None:
    sys.exit(f"signal {signum}")


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # all of it is gone
        os.killpg(pid, signal.SIGKILL)


def _adopt_orphans() -> None:
    """On Linux, be the parent of all processes below whose own parent ends: see `_kill_rest`."""
    if sys.platform == "linux":
        from ctypes import CDLL

        CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _kill_rest() -> None:
    """Kill what the command has started and left, also in process groups of its own.

    MiniZinc starts its solver so; one that runs on would take a part of the core from then on.
    """
    while True:
        for name in os.listdir("/proc") if os.path.isdir("/proc") else ():  # noqa: PTH112, PTH208
            if name.isdigit() and _parent_of(name) == os.getpid():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(name), signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _parent_of(pid: str) -> int:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:  # noqa: PTH123
            return int(stat.read().rpartition(")")[2].split()[1])
    except (OSError, ValueError, IndexError):  # it has ended
        return -1


if __name__ == "__main__":
    launch(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:])
