"""The supervisor process of `supervised`: runs foreign programs, and ends them with the parent.

It is started as `python -I -S _supervisor.py FOLDER` and imports nothing but a little of the
standard library. It makes FOLDER, and removes it when it ends. Its standard input is the lifeline:
when that closes, whatever ended the parent, everything that runs is killed. On Linux that is every
descendant, also one in its own session or whose parent has ended; elsewhere it is the process
group of the program.

Requests and replies are frames: a length, then fields divided by NUL. See `supervised` for them.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time

TYPE_CHECKING = False  # `typing` and `contextlib` would take a third of the start-up time
if TYPE_CHECKING:
    from typing import Any, NoReturn

LENGTH_BYTES = 4  # of a frame, little-endian

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PATIENCE_S = 2.0  # for killed processes to end; one that waits for a disk cannot
_STOPPED_BY = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def frame(*fields: str) -> bytes:
    """Fields, none of which has a NUL, as a frame."""
    data = "\0".join(fields).encode("utf-8", "surrogateescape")
    return len(data).to_bytes(LENGTH_BYTES, "little") + data


def fields_of(data: bytes) -> list[str]:
    """The fields of a frame without its length."""
    return data.decode("utf-8", "surrogateescape").split("\0")


def main() -> NoReturn:
    """Serve until standard input ends."""
    folder = sys.argv[1]
    for number in _STOPPED_BY:
        signal.signal(number, _leave)
    try:
        os.mkdir(folder, 0o700)  # noqa: PTH102 (pathlib would be most of the start-up time)
    except OSError as error:
        _reply("error", str(error.errno))
        os._exit(1)
    try:
        Supervisor().serve()
    finally:
        for number in _STOPPED_BY:
            signal.signal(number, signal.SIG_IGN)
        kill_children()
        _remove(folder)
        os._exit(0)


class Supervisor:
    """Runs one program at a time."""

    def __init__(self) -> None:
        self._prctl = _prctl()
        self._prctl(_PR_SET_CHILD_SUBREAPER, 1)
        self._main: int | None = None  # the process that was started
        # A child's end must wake the `poll`.
        self._woken, wake = os.pipe()
        for fd in (self._woken, wake):
            os.set_blocking(fd, False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)

    def serve(self) -> None:
        """Do what the requests say, until they end."""
        _reply("ready")
        received = b""
        poll = select.poll()
        for fd in (0, self._woken):
            poll.register(fd, select.POLLIN)
        while True:
            ready = [fd for fd, _ in poll.poll()]
            if self._woken in ready:
                os.read(self._woken, 1 << 12)
                self._reap()
            if 0 not in ready:
                continue
            chunk = os.read(0, 1 << 16)
            if not chunk:
                return
            received += chunk
            while len(received) >= LENGTH_BYTES:
                end = LENGTH_BYTES + int.from_bytes(received[:LENGTH_BYTES], "little")
                if len(received) < end:
                    break
                self._obey(fields_of(received[LENGTH_BYTES:end]))
                received = received[end:]

    def _obey(self, request: list[str]) -> None:
        match request:
            case ["run", stdin, stdout, stderr, *words]:
                self._run(stdin, stdout, stderr, words)
            case ["kill"]:
                kill_children(self._main)
                self._main = None
                _reply("killed")

    def _run(self, stdin: str, stdout: str, stderr: str, words: list[str]) -> None:
        failure, report = os.pipe()
        supervisor = os.getpid()
        pid = os.fork()
        if not pid:
            try:
                self._end_with(supervisor)
                self._become(stdin, stdout, stderr, words)
            except OSError as error:
                os.write(report, str(error.errno).encode())
            finally:
                os._exit(127)
        os.close(report)
        errno = os.read(failure, 16)  # closed by `exec`
        os.close(failure)
        if errno:
            os.waitpid(pid, 0)
            _reply("error", errno.decode())
            return
        self._main = pid

    def _end_with(self, supervisor: int) -> None:
        """In the new process: have the system kill it if the supervisor is killed."""
        self._prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != supervisor:  # which was killed before that
            os._exit(127)

    def _become(self, stdin: str, stdout: str, stderr: str, words: list[str]) -> None:
        """In the new process: become the program."""
        os.setsid()
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, *_STOPPED_BY):
            signal.signal(number, signal.SIG_DFL)
        os.dup2(os.open(stdin, os.O_RDONLY), 0)
        for fd, path in ((1, stdout), (2, stderr)):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), fd)
        os.execvp(words[0], words)

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
                kill_children(self._main)  # what it has left behind
                self._main = None
                _reply("ended", str(os.waitstatus_to_exitcode(status)))


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


def _leave(_number: int, _frame: object) -> None:
    raise SystemExit


def _reply(*fields: str) -> None:
    try:  # noqa: SIM105
        os.write(1, frame(*fields))
    except OSError:  # nobody listens; the lifeline says so too
        pass


def _remove(folder: str) -> None:
    """Remove a folder, and what is in it."""
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


if __name__ == "__main__":
    main()
