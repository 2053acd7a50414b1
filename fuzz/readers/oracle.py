"""What may come of an input: a value that survives writing and reading, or an error of one line."""

from __future__ import annotations

import resource
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fuzz.readers.targets import MAX_BYTES, SOURCE, Target
from satcross.errors import InputError, printable

MAX_S = 10.0  # of CPU time, for one input
MAX_MESSAGE = 1000  # characters


class TooSlowError(BaseException):
    """An input took more than `MAX_S`."""


@dataclass(frozen=True)
class Outcome:
    """What came of an input.

    Args:
        accepted: whether it was read.
        fault: what is wrong with how the reader behaved; "" if nothing is.
        where: the same without details, to recognise it in another input.
        seconds: CPU time.
    """

    accepted: bool
    fault: str = ""
    where: str = ""
    seconds: float = 0.0


@contextmanager
def limited(max_bytes: int = MAX_BYTES) -> Iterator[None]:
    """Let nothing take more than `MAX_S`, or `max_bytes` more than the process has now."""

    def stop(*_: object) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGVTALRM, stop)
    old = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
        now = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + max_bytes, old[1]))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, old)


def judge(target: Target, data: bytes) -> Outcome:
    """Read an input, and say what is wrong with what came of it; inside `limited`."""
    started = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, MAX_S)
    try:
        accepted, fault, where = _judge(target, data)
    except TooSlowError:
        accepted, fault, where = False, f"took more than {MAX_S:.0f} s", "too slow"
    except MemoryError:
        limit = f"{target.max_bytes >> 20:,} MB"
        accepted, fault, where = False, f"took more than {limit}", "too large"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return Outcome(accepted, fault, where, time.process_time() - started)


def _judge(target: Target, data: bytes) -> tuple[bool, str, str]:
    accepted = False
    try:
        value = target.read(data)
        accepted = True
        fault = _fault_of_value(target, value)
        where = fault[:20]
    except InputError as error:
        fault = _fault_of(error)
        where = fault[:20]
        if accepted and not fault and not _may_not_be_written(error):
            fault = f"what was read cannot be written and read again: {error}"
            where = "no round trip"
    except (MemoryError, TooSlowError):
        raise
    except BaseException as error:
        fault, where = _crash(error)
    return accepted, fault[:500], where


def _fault_of_value(target: Target, value: Any) -> str:
    """What is wrong with a value: written, read and written again, it must be the same."""
    written = target.write(value) if target.write is not None else b""
    if not written or target.write is None:
        return ""
    again = target.write(target.read(written))
    if again != written:
        return f"written twice, it differs: {_difference(written, again)}"
    return ""


def _may_not_be_written(error: InputError) -> bool:
    """Whether a format cannot hold what was read, as `line` cannot hold oblongs."""
    return "must be square" in error.problem or "no line has a usable word" in error.problem


def _fault_of(error: InputError) -> str:
    text = str(error)
    if text != printable(text):
        return f"the message is not one line that can be printed: {text!r}"
    if len(text) > MAX_MESSAGE:
        return f"the message has {len(text)} characters: {text[:200]!r}"
    if not error.problem.strip():
        return "the message is empty"
    named = error.source.split()[0] if error.source and not error.parameter else ""
    if SOURCE not in named and named not in ("", "pattern", "size", "grid", "board", "alphabet"):
        return f"the message names {error.source!r}"
    for place in (error.line, error.column):
        if place is not None and place < 1:
            return f"line {error.line}, column {error.column}"
    return ""


def _crash(error: BaseException) -> tuple[str, str]:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/satcross/" in frame.filename] or frames
    name = type(error).__name__
    place = f"{ours[-1].filename.rpartition('/satcross/')[2]}:{ours[-1].lineno}"
    return f"{name} in {place}: {printable(str(error))[:200]}", f"{name} in {place}"


def _difference(one: bytes, two: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), -1)
    return f"{one[max(0, at - 20) : at + 40]!r} and {two[max(0, at - 20) : at + 40]!r}"
