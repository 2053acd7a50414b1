"""Jobs that are copies of this process. Not on Windows."""

from __future__ import annotations

import gc
import os
import signal
import warnings
from collections.abc import Sequence
from typing import NoReturn

from satcross.solve.processes._job import HELD, T, Work, do_and_end, obey_parent
from satcross.solve.processes.child import Lifeline


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
    work: Work[T], task: T, number: int, *, stderr: int, foreign: Sequence[int], gentle: bool
) -> tuple[ForkedProcess, int, Lifeline]:
    """Start a job.

    Args:
        work, task, number: as for `jobs.Crew`.
        stderr: a file in place of standard output and standard error.
        foreign: our ends of other jobs' pipes: a lifeline must not hang on this job.
        gentle: as for `jobs.Crew`.

    Returns: the process, the pipe with its messages, and its lifeline.

    Raises: OSError: it cannot be started.
    """
    ours, answers = os.pipe()
    lifeline, our_end = os.pipe()
    our_lifeline = Lifeline(our_end)
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, HELD)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of OpenBLAS's threads: see `jobs.how_to_start`
            pid = os.fork()
        if not pid:
            _forked(
                work, task, number, answers=answers, lifeline=lifeline, gentle=gentle,
                stderr=stderr, foreign=[*foreign, ours, our_end],
            )  # fmt: skip
        return ForkedProcess(pid), ours, our_lifeline
    except OSError:
        os.close(ours)
        our_lifeline.close()
        raise
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        os.close(answers)
        os.close(lifeline)


def _forked(
    work: Work[T],
    task: T,
    number: int,
    *,
    answers: int,
    lifeline: int,
    stderr: int,
    foreign: Sequence[int],
    gentle: bool,
) -> NoReturn:
    """Do the work in a child that was just forked off, with `HELD` blocked, and end the process.

    Args:
        work, task, number: as for `jobs.Crew`.
        answers: where to write lines to.
        lifeline: the reading end of the lifeline.
        stderr: a file in place of standard output and standard error.
        foreign: the parent's ends of pipes. Another job's lifeline must not hang on this one.
        gentle: as for `jobs.Crew`.
    """
    try:
        for end in foreign:
            os.close(end)
        os.setsid()  # what is sent to the parent's group, as by `timeout`, is not for this process
        gc.freeze()  # the parent's objects stay where they are: to mark them would copy their pages
        signal.set_wakeup_fd(-1)  # an event loop of the parent's listens there
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(stderr, 1)
        os.dup2(stderr, 2)
        obey_parent(lifeline, gentle=gentle)
        do_and_end(work, task, number, answers)
    finally:
        os._exit(1)  # whatever happens: the stack below is the parent's
