"""Pipes by `select`, and by threads as on Windows: what they give, and when."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from support.tasks import ends_within

from satcross.processes.pipes import SelectedPipes, ThreadedPipes

KINDS = [ThreadedPipes] if sys.platform == "win32" else [SelectedPipes, ThreadedPipes]
Pipes = SelectedPipes[str] | ThreadedPipes[str]


@pytest.fixture(params=KINDS)
def pipes(request: pytest.FixtureRequest) -> Pipes:
    kind: type[Pipes] = request.param
    return kind()


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """The reading and the writing end; the test closes the writing end."""
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)


def wait_all(pipes: Pipes, n_bytes: int) -> bytes:
    received = b""
    end = time.monotonic() + 20
    while len(received) < n_bytes and time.monotonic() < end:
        received += b"".join(chunk for _, chunk in pipes.wait(1))
    return received


def test_what_comes_has_its_key_and_then_the_end(pipes: Pipes, pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    pipes.read(reading, "a")
    assert pipes.n_read == 1
    assert pipes.wait(0) == []
    os.write(writing, b"one")
    assert pipes.wait(10) == [("a", b"one")]
    os.write(writing, b"two")
    assert pipes.wait(10) == [("a", b"two")]
    os.close(writing)
    assert pipes.wait(10) == [("a", b"")]
    assert pipes.n_read == 0
    assert pipes.wait(0.01) == []
    pipes.close()
    pipes.close()


def test_waiting_ends_in_time_and_with_the_first_bytes(pipes: Pipes, pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    pipes.read(reading, "a")
    started = time.monotonic()
    with ends_within(0.2):
        assert pipes.wait(0.2) == []
    assert time.monotonic() - started > 0.15
    timer = threading.Timer(0.1, os.write, (writing, b"late"))
    timer.start()
    with ends_within(0.1):
        assert pipes.wait(60) == [("a", b"late")]
    timer.join()
    os.close(writing)
    assert pipes.wait(10) == [("a", b"")]
    pipes.close()


def test_a_dropped_pipe_is_not_heard(pipes: Pipes, pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    pipes.read(reading, "a")
    pipes.drop(reading)
    pipes.drop(reading)
    assert pipes.n_read == 0
    os.write(writing, b"unheard")
    assert pipes.wait(0.05) == []
    os.close(writing)
    pipes.close()


def test_several_pipes_at_once(pipes: Pipes) -> None:
    ends = {name: os.pipe() for name in "abc"}
    for name, (reading, _) in ends.items():
        pipes.read(reading, name)
    heard: dict[str, bytes] = dict.fromkeys(ends, b"")
    for n in range(50):
        for name, (_, writing) in ends.items():
            os.write(writing, f"{name}{n} ".encode())
    for _, writing in ends.values():
        os.close(writing)
    while pipes.n_read:
        for name, chunk in pipes.wait(10):
            heard[name] += chunk
    assert heard == {name: b"".join(b"%s%d " % (name.encode(), n) for n in range(50))
                     for name in ends}  # fmt: skip
    pipes.close()
    for reading, _ in ends.values():
        os.close(reading)


def test_more_than_a_pipe_holds_is_written_while_it_is_read(pipes: Pipes) -> None:
    """An echo: both directions are full at the same time."""
    to_echo, from_echo = os.pipe(), os.pipe()

    def echo() -> None:
        while chunk := os.read(to_echo[0], 1 << 16):
            while chunk:
                chunk = chunk[os.write(from_echo[1], chunk) :]
        os.close(from_echo[1])

    thread = threading.Thread(target=echo, daemon=True)
    thread.start()
    pipes.read(from_echo[0], "echo")
    data = [bytes([n]) * 1_500_000 for n in range(3)]
    for part in data:
        pipes.write(to_echo[1], memoryview(part))
    assert wait_all(pipes, 4_500_000) == b"".join(data)
    pipes.write(to_echo[1], memoryview(b"more"))
    assert wait_all(pipes, 4) == b"more"
    os.close(to_echo[1])
    thread.join()
    pipes.close()
    os.close(to_echo[0])
    os.close(from_echo[0])


def test_what_nobody_reads_is_dropped(pipes: Pipes) -> None:
    reading, writing = os.pipe()
    other_reading, other_writing = os.pipe()
    pipes.read(other_reading, "other")
    os.close(reading)
    pipes.write(writing, memoryview(bytes(1_000_000)))
    assert pipes.wait(0.2) == []
    os.write(other_writing, b"still")
    assert pipes.wait(10) == [("other", b"still")]
    os.close(other_writing)
    assert pipes.wait(10) == [("other", b"")]
    pipes.close()
    os.close(writing)
    os.close(other_reading)
