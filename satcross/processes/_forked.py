"""Children that are copies of this process. Not on Windows."""

from __future__ import annotations

import gc
import os
import signal
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from satcross.processes.inside import HELD, NO_REQUESTS, Channel, obey_parent, run


class ForkedProcess:
    """As much of `subprocess.Popen` as is needed here, for a process that was forked off."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        return self._await(os.WNOHANG)

    def wait(self) -> int:
        code = self._await(0)
        return 0 if code is None else code

    def terminate(self) -> None:
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def _await(self, options: int) -> int | None:
        if self._code is None:
            try:
                pid, status = os.waitpid(self.pid, options)
            except ChildProcessError:  # somebody else has waited for it: it is gone
                self._code = 0
            else:
                self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code

    def _signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


def fork(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    answers: int,
    lifeline: int,
    moment_s: float,
    *,
    stderr: int,
    foreign: Sequence[int],
) -> ForkedProcess:
    """Start a child.

    Args:
        function, arguments, moment_s: as for `child.Child`.
        answers, lifeline: its ends of pipes.
        stderr: a file in place of standard output and standard error.
        foreign: our ends of all pipes.

    Raises: OSError: it cannot be started.
    """
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, HELD)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of OpenBLAS's threads: see `child.how_to_start`
            pid = os.fork()
        if not pid:
            try:
                _begin(lifeline, moment_s, stderr, foreign)
                run(Channel(NO_REQUESTS, answers), function, arguments)
            finally:
                os._exit(1)  # whatever happens: the stack below is the parent's
        return ForkedProcess(pid)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _begin(lifeline: int, moment_s: float, stderr: int, foreign: Sequence[int]) -> None:
    """In the child, with `HELD` blocked: be a process of its own."""
    for end in foreign:
        os.close(end)
    os.setsid()  # what is sent to the parent's group, as by `timeout`, is not for this process
    gc.freeze()  # the parent's objects stay where they are: to mark them would copy their pages
    signal.set_wakeup_fd(-1)  # an event loop of the parent's listens there
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(stderr, 1)
    os.dup2(stderr, 2)
    obey_parent(lifeline, moment_s)
