"""The server's side of an engine's process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from satcross.processes.child import Child
from satcross.web.engine import child

Data = dict[str, Any]
_WAIT_S = 60.0  # for a message, again and again


class EngineProcess:
    """A process that works on one crossword.

    Its callbacks are called in the event loop in which it was made.

    Args:
        setup: what `child.main` is given.
        on_message: called with each answer.
        on_end: called once when the process has ended by itself, with how it ended.

    Raises:
        SolverError: it cannot be started.
    """

    def __init__(
        self,
        setup: tuple[Any, ...],
        on_message: Callable[[Data], None],
        on_end: Callable[[str], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_message, self._on_end = on_message, on_end
        self._is_closed = False
        self._child = Child(child.main, *setup, purpose="the engine")
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._child.pid

    def send(self, message: Data) -> None:
        """Send a message, without waiting."""
        self._child.send(message)

    def close(self) -> None:
        """End the process; `on_end` is not called."""
        if not self._is_closed:
            self._is_closed = True
            self._child.kill()

    def _listen(self) -> None:
        """In a thread: pass on what the process says, until it ends."""
        with self._child as process:
            while not process.is_done:
                for message in process.receive(_WAIT_S):
                    if message.kind == "news":
                        self._call(self._on_message, message.data)
                    else:
                        how = message.reason if message.kind == "failed" else "exit code 0"
                        self._call(self._on_end, how)

    def _call(self, handler: Callable[[Any], None], argument: Any) -> None:
        def call() -> None:
            if not self._is_closed:
                handler(argument)

        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call)
