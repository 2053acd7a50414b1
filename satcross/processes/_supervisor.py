"""The supervisor of `programs`: runs foreign programs, and ends them with the parent.

It makes a folder, and removes it when it ends. When the channel from the parent closes, whatever
ended that one, everything that runs is killed. On Linux that is every descendant, also one in its
own session or whose parent has ended; elsewhere it is the process group of the program.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

    from satcross.processes.inside import Channel

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PATIENCE_S = 2.0  # for killed processes to end; one that waits for a disk cannot


def main(channel: Channel, folder: str) -> NoReturn:
    """Run programs as the parent asks, until it has gone or asks to end."""
    signal.signal(signal.SIGIO, signal.SIG_IGN)  # the channel says so too
    supervisor = _Supervisor(channel)
    try:
        try:
            supervisor.serve(folder)
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
    finally:  # even if SIGTERM came in the midst of the other one
        signal.setitimer(signal.ITIMER_REAL, 0)  # `_PATIENCE_S` is enough
        supervisor.kill()
        _remove(folder)
        os._exit(0)


class _Supervisor:
    """Runs one program at a time."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._prctl = _prctl()
        self._prctl(_PR_SET_CHILD_SUBREAPER, 1)
        self._main: int | None = None  # the process that was started
        # A child's end must wake the `poll`.
        self._woken, wake = os.pipe()
        for fd in (self._woken, wake):
            os.set_blocking(fd, False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)

    def serve(self, folder: str) -> None:
        """Make the folder, and do what the requests say, until they end."""
        try:
            os.mkdir(folder, 0o700)  # noqa: PTH102 (pathlib would be most of the start-up time)
        except OSError as error:
            self._channel.send(("error", os.strerror(error.errno or 0)))
            return
        self._channel.send(("ready", ""))
        poll = select.poll()
        for fd in (self._channel.requests, self._woken):
            poll.register(fd, select.POLLIN)
        while True:
            for kind, *words in self._channel.take():
                if kind == "run":
                    self._run(*words)
                else:
                    self.kill()
                    self._channel.send(("killed", None))
            ready = [fd for fd, _ in poll.poll()]
            if self._woken in ready:
                os.read(self._woken, 1 << 12)
                self._reap()
            if self._channel.requests in ready and not self._channel.hear():
                return

    def kill(self) -> None:
        """Kill the program and all that it has started."""
        kill_children(self._main)
        self._main = None

    def _run(self, stdin: str, stdout: str, stderr: str, *words: str) -> None:
        failure, report = os.pipe()
        supervisor = os.getpid()
        pid = os.fork()
        if not pid:
            try:
                self._end_with(supervisor)
                _become(stdin, stdout, stderr, words)
            except OSError as error:
                os.write(report, str(error.errno).encode())
            finally:
                os._exit(127)
        os.close(report)
        number = os.read(failure, 16)  # closed by `exec`
        os.close(failure)
        if number:
            os.waitpid(pid, 0)
            self._channel.send(("error", int(number)))
            return
        self._main = pid

    def _end_with(self, supervisor: int) -> None:
        """In the new process: have the system kill it if the supervisor is killed."""
        self._prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != supervisor:  # which was killed before that
            os._exit(127)

    def _reap(self) -> None:
        """Wait for the children that have ended, orphans of the program among them."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            if pid == self._main:
                self.kill()  # what it has left behind
                self._channel.send(("ended", os.waitstatus_to_exitcode(status)))


def _become(stdin: str, stdout: str, stderr: str, words: Sequence[str]) -> None:
    """In the new process: become the program."""
    os.setsid()
    for name in ("PIPE", "XFSZ", "CHLD", "TERM", "INT", "HUP", "IO"):
        signal.signal(signal.Signals[f"SIG{name}"], signal.SIG_DFL)
    os.dup2(os.open(stdin, os.O_RDONLY), 0)
    for fd, path in ((1, stdout), (2, stderr)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), fd)
    os.execvp(words[0], [*words])


def kill_children(group: int | None = None) -> None:
    """Kill all children and wait for them, and for theirs, which become ours then."""
    end = time.monotonic() + _PATIENCE_S
    if group is not None:
        _kill(-group)
    while time.monotonic() < end:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            for child in _children():
                _kill(child)
            time.sleep(0.001)


def _kill(pid: int) -> None:
    try:  # noqa: SIM105
        os.kill(pid, signal.SIGKILL)
    except OSError:  # it is gone, or somebody else's by now
        pass


def _children() -> list[int]:
    """The children of this process, where /proc tells."""
    own = os.getpid()
    try:
        with open(f"/proc/{own}/task/{own}/children", encoding="ascii") as file:  # noqa: PTH123
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


def _prctl() -> Any:
    """Linux's `prctl` for two arguments; elsewhere a function that does nothing."""
    if sys.platform != "linux":
        return lambda *_: -1
    try:
        import ctypes

        prctl = ctypes.CDLL(None).prctl
    except (ImportError, OSError, AttributeError):
        return lambda *_: -1
    return lambda option, value: prctl(option, ctypes.c_ulong(value), 0, 0, 0)


def _remove(folder: str) -> None:
    for root, folders, files in os.walk(folder, topdown=False):
        for name in (*files, *folders):
            path = os.path.join(root, name)  # noqa: PTH118
            # A link to a folder is a folder for `walk`.
            is_folder = name in folders and not os.path.islink(path)  # noqa: PTH114
            _remove_one(path, is_folder=is_folder)
    _remove_one(folder, is_folder=True)


def _remove_one(path: str, *, is_folder: bool) -> None:
    try:  # noqa: SIM105
        (os.rmdir if is_folder else os.unlink)(path)
    except OSError:  # not ours; the rest can go all the same
        pass
