"""Pipes from and to child processes, several at once, none of which is waited for alone."""

from __future__ import annotations

import os
import queue
import selectors
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

K = TypeVar("K")

_CHUNK_BYTES = 1 << 16  # as much as a pipe holds; a larger buffer takes 15 us
_TICK_S = 0.1  # between two chances for Ctrl-C on Windows, where waiting cannot be interrupted


class SelectedPipes(Generic[K]):
    """Pipes, by the system's `select`, which on Windows takes sockets only.

    The pipes stay their owner's, who closes them after this. One thread may `write` while another
    one waits.
    """

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._lock = threading.Lock()
        self._unwritten: dict[int, deque[memoryview]] = {}

    @property
    def n_read(self) -> int:
        """How many pipes are read."""
        return len(self._selector.get_map() or ()) - len(self._unwritten)

    def read(self, pipe: int, key: K) -> None:
        """From now on `wait` returns what comes from a pipe, with this key."""
        self._selector.register(pipe, selectors.EVENT_READ, key)

    def write(self, pipe: int, data: memoryview) -> None:
        """Write to a pipe, at once what it takes, and the rest during the next `wait`s.

        What nobody reads any more is dropped.
        """
        with self._lock:
            if pipe in self._unwritten:
                self._unwritten[pipe].append(data)
                return
            if sys.platform != "win32":
                os.set_blocking(pipe, False)
            waiting = deque([data])
            _write_some(pipe, waiting)
            if waiting:
                self._unwritten[pipe] = waiting
                self._selector.register(pipe, selectors.EVENT_WRITE)

    def wait(self, seconds: float) -> list[tuple[K, bytes]]:
        """What has come, after waiting up to `seconds`, or until some of what waits was written.

        Returns: keys with bytes; without bytes at the end of a pipe, which is not read any more.
        """
        came: list[tuple[K, bytes]] = []
        for key, _ in self._selector.select(seconds):
            if key.events == selectors.EVENT_WRITE:
                self._go_on_writing(key.fd)
                continue
            chunk = os.read(key.fd, _CHUNK_BYTES)
            if not chunk:
                self._selector.unregister(key.fd)
            came.append((key.data, chunk))
        return came

    def drop(self, pipe: int) -> None:
        """Read a pipe no more, though it may not have ended."""
        with suppress(KeyError):  # it has ended
            self._selector.unregister(pipe)

    def release(self, pipe: int) -> None:
        """Neither read a pipe nor write to it any more: what is at its other end has ended."""
        with self._lock:
            self.drop(pipe)
            self._unwritten.pop(pipe, None)

    def close(self) -> None:
        """Read and write no more. May be called twice."""
        self._selector.close()
        self._unwritten.clear()

    def _go_on_writing(self, pipe: int) -> None:
        with self._lock:
            waiting = self._unwritten.get(pipe)
            if waiting is None:  # it was released
                return
            _write_some(pipe, waiting)
            if not waiting:
                del self._unwritten[pipe]
                self._selector.unregister(pipe)


def _write_some(pipe: int, waiting: deque[memoryview]) -> None:
    """Write the beginning of what waits to a pipe that does not block."""
    try:
        n_written = os.write(pipe, waiting[0][:_CHUNK_BYTES])
    except BlockingIOError:
        return
    except BrokenPipeError:  # the other pipe says why
        waiting.clear()
        return
    waiting[0] = waiting[0][n_written:]
    if not waiting[0]:
        waiting.popleft()


class ThreadedPipes(Generic[K]):
    """The same, with a thread for each pipe.

    `release` and `close` wait for the threads: the processes at the other ends must have ended
    before.
    """

    def __init__(self) -> None:
        self._keys: dict[int, K] = {}
        self._came: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
        self._outboxes: dict[int, queue.SimpleQueue[memoryview | None]] = {}
        self._threads: dict[int, threading.Thread] = {}  # by pipe

    @property
    def n_read(self) -> int:
        """How many pipes are read."""
        return len(self._keys)

    def read(self, pipe: int, key: K) -> None:
        """See `SelectedPipes`."""
        self._keys[pipe] = key
        self._start(pipe, self._read_all)

    def write(self, pipe: int, data: memoryview) -> None:
        """See `SelectedPipes`."""
        if pipe not in self._outboxes:
            self._outboxes[pipe] = queue.SimpleQueue()
            self._start(pipe, self._write_all)
        self._outboxes[pipe].put(data)

    def wait(self, seconds: float) -> list[tuple[K, bytes]]:
        """See `SelectedPipes`."""
        end = time.monotonic() + seconds
        came: list[tuple[K, bytes]] = []
        while not came:
            left_s = end - time.monotonic()
            with suppress(queue.Empty):
                self._take(came, self._came.get(timeout=min(max(left_s, 0.0), _TICK_S)))
            if left_s <= 0:
                break
        with suppress(queue.Empty):
            while True:
                self._take(came, self._came.get_nowait())
        return came

    def drop(self, pipe: int) -> None:
        """See `SelectedPipes`."""
        self._keys.pop(pipe, None)

    def release(self, pipe: int) -> None:
        """See `SelectedPipes`."""
        self._keys.pop(pipe, None)
        if pipe in self._outboxes:
            self._outboxes[pipe].put(None)
        if pipe in self._threads:
            self._threads.pop(pipe).join()
            self._outboxes.pop(pipe, None)

    def close(self) -> None:
        """See `SelectedPipes`."""
        for pipe in list(self._threads):
            self.release(pipe)

    def _start(self, pipe: int, target: Callable[[int], None]) -> None:
        thread = threading.Thread(target=target, args=(pipe,), daemon=True)
        self._threads[pipe] = thread
        thread.start()

    def _take(self, came: list[tuple[K, bytes]], new: tuple[int, bytes]) -> None:
        pipe, chunk = new
        if pipe in self._keys:
            came.append((self._keys[pipe], chunk))
            if not chunk:
                del self._keys[pipe]

    def _read_all(self, pipe: int) -> None:
        with suppress(OSError):
            while chunk := os.read(pipe, _CHUNK_BYTES):
                self._came.put((pipe, chunk))
        self._came.put((pipe, b""))

    def _write_all(self, pipe: int) -> None:
        outbox = self._outboxes[pipe]
        with suppress(OSError):  # the other pipe says why
            while (data := outbox.get()) is not None:
                while data:
                    data = data[os.write(pipe, data[:_CHUNK_BYTES]) :]


if sys.platform == "win32":
    Pipes = ThreadedPipes
else:
    Pipes = SelectedPipes
