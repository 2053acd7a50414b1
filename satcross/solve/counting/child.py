"""The child process of `satcross.solve.counting.tools`, from both sides.

The parent leaves the job in a file without a name, which is the child's standard input; the child
writes its answer as JSON to a pipe, and ends. It is killed at the deadline, and when the parent
dies: see `child`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import IO

import numpy as np

from satcross.errors import SatcrossError, SolverError
from satcross.solve.counting import tools as counting
from satcross.solve.counting.tools import Job, ToolAnswer
from satcross.solve.processes.child import begin_module, ending, start_module
from satcross.solve.processes.pipes import Pipes
from satcross.task import NEVER, Deadline

_TICK_S = 0.1


def run(
    job: Job, *, deadline: Deadline = NEVER, on_tick: Callable[[], None] | None = None
) -> ToolAnswer | None:
    """What a tool answers, by the deadline; None when that came first.

    Args:
        job: what is to be done.
        deadline: kept within half a second, whatever the tool is doing.
        on_tick: called some ten times a second; what it raises ends the tool.

    Raises:
        SolverError: the package is missing, or the tool died.
    """
    if not counting.is_installed(job.tool):
        raise counting.missing(job.tool)
    with tempfile.TemporaryFile() as request, tempfile.TemporaryFile() as stderr:
        _write_job(request, job)
        process, lifeline = start_module(
            "satcross.solve.counting.child", purpose=job.tool, stdin=request, stderr=stderr
        )
        pipes: Pipes[None] = Pipes()
        try:
            received = _receive(process, pipes, deadline, on_tick)
            return None if received is None else _read_answer(received, process, stderr, job)
        finally:
            process.kill()
            process.wait()
            lifeline.close()
            pipes.close()
            if process.stdout is not None:
                process.stdout.close()


def _receive(
    process: subprocess.Popen[bytes],
    pipes: Pipes[None],
    deadline: Deadline,
    on_tick: Callable[[], None] | None,
) -> bytes | None:
    """All that the child writes until it ends; None at the deadline."""
    if process.stdout is None:
        raise SolverError("the child has no pipe")
    pipes.read(process.stdout.fileno(), None)
    received = b""
    next_tick = time.monotonic() + _TICK_S
    while not deadline.passed():
        left_s = deadline.left_s()
        for _, chunk in pipes.wait(_TICK_S if left_s is None else min(_TICK_S, left_s)):
            if not chunk:
                return received
            received += chunk
        if on_tick is not None and time.monotonic() >= next_tick:
            next_tick = time.monotonic() + _TICK_S
            on_tick()
    return None


def _read_answer(
    received: bytes, process: subprocess.Popen[bytes], stderr: IO[bytes], job: Job
) -> ToolAnswer:
    if not received:
        raise SolverError(f"{job.tool} died: {ending(process.wait(), stderr)}")
    data = json.loads(received)
    if "error" in data:
        raise SolverError(data["error"])
    if "failed" in data:
        raise SolverError(f"{job.tool} failed: {data['failed']}")
    return ToolAnswer(int(data["n"]), tuple(tuple(sample) for sample in data["samples"]))


def _write_job(file: IO[bytes], job: Job) -> None:
    head = asdict(job)
    del head["flat"]
    file.write(json.dumps(head).encode() + b"\n")
    file.write(job.flat.data)
    file.seek(0)


def _read_job(file: IO[bytes]) -> Job:
    head = json.loads(file.readline())
    return Job(flat=np.frombuffer(file.read(), dtype=np.int32), **head)


def main() -> None:
    """Do the job on standard input."""
    out = begin_module()
    try:
        found = counting.answer(_read_job(sys.stdin.buffer))
        text = json.dumps({"n": str(found.n), "samples": found.samples})
    except MemoryError:
        text = json.dumps({"failed": "out of memory"})
    except SatcrossError as error:
        text = json.dumps({"error": str(error)})
    except Exception as error:
        text = json.dumps({"failed": f"{type(error).__name__}: {error}"})
    out.write(text.encode())
    out.flush()
    os._exit(0)  # without a clean-up, which can take long


if __name__ == "__main__":
    main()
