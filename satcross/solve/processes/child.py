"""Child processes that run a module of this package: how they start, and how they end.

The parent holds the child's *lifeline*, one end of a pipe, whose closing ends the child: no child
outlives its parent, whatever ends that one and whatever the child is doing. On Windows the lifeline
is a job object, and the child need not do anything.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, BinaryIO

from satcross.errors import SolverError

if sys.platform == "win32":
    from satcross.solve.processes._windows import Lifeline, start
else:

    class Lifeline:
        """The parent's end of a pipe.

        Args: fd: its descriptor.
        """

        def __init__(self, fd: int) -> None:
            self.fd = fd
            self._is_closed = False

        def close(self) -> None:
            """End the child. May be called twice."""
            if not self._is_closed:
                self._is_closed = True
                os.close(self.fd)


__all__ = ["Lifeline", "begin_module", "die_with_parent", "ending", "start_module"]

_NO_PIPE = -1  # in place of the lifeline's number


def start_module(
    module: str,
    *arguments: str,
    purpose: str,
    stdin: int | IO[bytes],
    stderr: IO[bytes],
) -> tuple[subprocess.Popen[bytes], Lifeline]:
    """Start `python -m module LIFELINE ARGUMENTS`, with a pipe for its standard output.

    Args:
        module: one that calls `begin_module` or `die_with_parent` first of all.
        arguments: what it gets after the number of its end of the lifeline, if there is one.
        purpose: what the process is for, for people: "glucose4".
        stdin: a file, or `subprocess.PIPE`.
        stderr: a file for its last messages.

    Returns: the process, whose pipes have no buffers, and our end of its lifeline.

    Raises:
        SolverError: it cannot be started.
    """
    package = str(Path(__file__).resolve().parents[2])
    path = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
    # The child must find this very package, installed or not.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    try:
        return _start(module, arguments, stdin=stdin, stderr=stderr, env=environment)
    except OSError as error:
        raise SolverError(f"cannot start a process for {purpose}: {error}") from error


def _start(
    module: str,
    arguments: Sequence[str],
    *,
    stdin: int | IO[bytes],
    stderr: IO[bytes],
    env: Mapping[str, str],
) -> tuple[subprocess.Popen[bytes], Lifeline]:
    command = [sys.executable, "-m", module]
    if sys.platform == "win32":
        return start(
            [*command, str(_NO_PIPE), *arguments],
            stdin=stdin, stdout=subprocess.PIPE, stderr=stderr, bufsize=0, env=env,
        )  # fmt: skip
    child_end, our_end = os.pipe()
    try:
        process = subprocess.Popen(
            [*command, str(child_end), *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            pass_fds=(child_end,),
            # An interrupt at the terminal reaches only the parent, which ends the child.
            start_new_session=True,
            bufsize=0,
            env=env,
        )
    except OSError:
        os.close(our_end)
        raise
    finally:
        os.close(child_end)
    return process, Lifeline(our_end)


def begin_module() -> BinaryIO:
    """Begin the work of a module that `start_module` has started, in its process.

    Interrupts are left to the parent, and the process ends with it.

    Returns: what the parent reads. Solvers may print, and that goes to standard error.
    """
    import signal
    import warnings

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent(int(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    return answers


def die_with_parent(lifeline: int) -> None:
    """Ask for SIGIO, whose default is to end the process, when the other end of a pipe closes.

    A solver in C never looks at its standard input, so this must not depend on Python running.
    """
    if sys.platform == "win32":
        return
    import fcntl
    import signal

    if not hasattr(fcntl, "F_SETOWN"):
        return
    # A parent that is about to end may ignore these, and what is ignored stays so over `exec`.
    for number in (signal.SIGIO, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([lifeline], [], [], 0)[0]:  # the parent died before we got here
        os._exit(1)


def ending(code: int, stderr: IO[bytes]) -> str:
    """How a child ended, and the last line it wrote: `exit code 1, MemoryError`.

    Args:
        code: as `Popen.wait` gives it, a signal being negative.
        stderr: the file that was its standard error.
    """
    stderr.seek(0, os.SEEK_END)
    stderr.seek(max(0, stderr.tell() - 2000))
    lines = stderr.read().decode(errors="replace").strip().splitlines()
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    return f"{how}, {lines[-1].strip()}" if lines else how
