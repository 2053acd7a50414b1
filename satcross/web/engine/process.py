"""The server's side of an engine's process."""

from __future__ import annotations

import asyncio
import json
import queue
import subprocess
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from satcross.errors import SolverError
from satcross.solve.processes.child import ending, start_module

Data = dict[str, Any]
MAX_LINE = 64 << 20  # bytes of an answer


class EngineProcess:
    """A process that works on one crossword.

    Its callbacks are called in the event loop in which it was made.

    Args:
        setup: the word lists, as `child` reads them.
        on_message: called with each answer.
        on_end: called once when the process has ended by itself, with how it ended.

    Raises:
        SolverError: it cannot be started.
    """

    def __init__(
        self, setup: Data, on_message: Callable[[Data], None], on_end: Callable[[str], None]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_message, self._on_end = on_message, on_end
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 (closed with this)
        try:
            self._process, self._lifeline = start_module(
                "satcross.web.engine.child",
                purpose="the engine",
                stdin=subprocess.PIPE,
                stderr=self._stderr,
            )
        except SolverError:
            self._stderr.close()
            raise
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._is_closed = False
        self.send(setup)
        threading.Thread(target=self._write, daemon=True).start()
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def send(self, message: Data) -> None:
        """Send a message, without waiting."""
        self._outgoing.put(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def close(self) -> None:
        """End the process; `on_end` is not called."""
        if not self._is_closed:
            self._is_closed = True
            self._process.kill()
            self._outgoing.put(None)

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        with suppress(OSError, ValueError):  # it has ended; the other pipe says so
            while (line := self._outgoing.get()) is not None:
                view = memoryview(line)
                while view:
                    view = view[pipe.write(view) :]
        with suppress(OSError):
            pipe.close()

    def _read(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        rest = b""
        while chunk := pipe.read(1 << 20):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._call(self._on_message, json.loads(line))
            if len(rest) > MAX_LINE:
                self._process.kill()
        how = ending(self._process.wait(), self._stderr)
        pipe.close()
        self._stderr.close()
        self._lifeline.close()
        self._outgoing.put(None)
        self._call(self._on_end, how)

    def _call(self, handler: Callable[[Any], None], argument: Any) -> None:
        def call() -> None:
            if not self._is_closed:
                handler(argument)

        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call)
