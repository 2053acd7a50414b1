"""Foreign programs, which know nothing of a lifeline: a supervisor holds it for them.

`start_module` of `child` is for our own modules, which end by themselves when their lifeline
closes. A foreign program, and what it starts, would outlive us after a SIGKILL. So a small process,
`_supervisor`, runs it, and kills it and all its descendants when the lifeline closes. The
supervisor also owns the folder of temporary files, so that this is removed whatever ends us.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from satcross.errors import SolverError
from satcross.solve.processes import _supervisor
from satcross.solve.processes._supervisor import LENGTH_BYTES, fields_of, frame

_START_S = 30.0  # a machine that swaps may take long
_KILL_S = 5.0


class Supervisor:
    """A process that runs programs in a folder of temporary files.

    Everything that the programs start ends with `kill` or `close`, and when this process ends,
    however it ends.

    Args:
        purpose: what it is for, for people: "kissat".

    Fields:
        folder: for temporary files; removed at the end.

    Raises:
        SolverError: it cannot be started.
    """

    def __init__(self, purpose: str) -> None:
        self._purpose = purpose
        self._received = b""
        name = f"satcross-{os.urandom(8).hex()}"
        # The supervisor makes it: what we made ourselves would stay if we were killed just then.
        self.folder = Path(tempfile.gettempdir(), name)
        self._process = self._start()
        try:
            kind, *rest = self._reply(_START_S) or ["error", "0"]
            if kind != "ready":
                raise SolverError(
                    f"cannot make a folder for {purpose} in {str(self.folder.parent)!r}: "
                    f"{os.strerror(int(rest[0]))}"
                )
        except BaseException:
            self.close()
            raise

    def run(self, words: Sequence[str], *, stdin: Path, stdout: Path, stderr: Path) -> None:
        """Start a program; `wait` says when it has ended.

        Args:
            words: the program and its arguments.
            stdin: a file to read.
            stdout, stderr: files to write, replaced.
        """
        self._send("run", str(stdin), str(stdout), str(stderr), *words)

    def wait(self, seconds: float) -> int | None:
        """Its exit code, a signal being negative; None when it takes longer.

        Raises:
            OSError: it could not be started.
            SolverError: the supervisor died.
        """
        match self._reply(seconds):
            case ["ended", code]:
                return int(code)
            case ["error", errno]:
                raise OSError(int(errno), os.strerror(int(errno)))
        return None

    def kill(self) -> None:
        """Kill the program and all that it has started; another can be run then."""
        self._send("kill")
        end = time.monotonic() + _KILL_S
        while time.monotonic() < end:
            if self._reply(_KILL_S) == ["killed"]:  # after it, perhaps, that it ended by itself
                return
        self.close()

    def close(self) -> None:
        """End it and all that it runs, and remove the folder. May be called twice."""
        process = self._process
        if process.stdin is None or process.stdout is None or process.stdin.closed:
            return
        process.stdin.close()
        try:
            process.wait(_KILL_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        if process.returncode:  # somebody killed it
            shutil.rmtree(self.folder, ignore_errors=True)

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                # Neither the user's settings nor site-packages: it starts in half the time.
                [sys.executable, "-I", "-S", _supervisor.__file__, str(self.folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                # An interrupt at the terminal reaches only this process.
                start_new_session=True,
            )
        except OSError as error:
            raise SolverError(f"cannot start a process for {self._purpose}: {error}") from error

    def _send(self, *fields: str) -> None:
        if self._process.stdin is None:
            raise SolverError(f"the supervisor of {self._purpose} has no pipe")
        try:
            data = frame(*fields)
            while data:
                data = data[self._process.stdin.write(data) or 0 :]
        except BrokenPipeError:
            raise self._died() from None

    def _reply(self, seconds: float) -> list[str] | None:
        """The next reply; None when there is none in time."""
        stdout = self._process.stdout
        if stdout is None:
            raise SolverError(f"the supervisor of {self._purpose} has no pipe")
        poll = select.poll()
        poll.register(stdout, select.POLLIN)
        end = time.monotonic() + seconds
        while True:
            size = LENGTH_BYTES + int.from_bytes(self._received[:LENGTH_BYTES], "little")
            if len(self._received) >= max(size, LENGTH_BYTES + 1):
                data, self._received = self._received[:size], self._received[size:]
                return fields_of(data[LENGTH_BYTES:])
            left_s = max(0.0, end - time.monotonic())
            if not poll.poll(left_s * 1000):
                return None
            chunk = os.read(stdout.fileno(), 1 << 12)
            if not chunk:
                raise self._died()
            self._received += chunk

    def _died(self) -> SolverError:
        return SolverError(f"the supervisor of {self._purpose} died")
