"""The tabs that show a crossword."""

from __future__ import annotations

import asyncio

from satcross import InputError
from satcross.apps.workbench.document import Data
from satcross.apps.workbench.messages import EditError, error_data

MAX_QUEUED = 2000  # messages to a tab that does not read


class Tab:
    """One tab's end: what is to be sent to it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.queue: asyncio.Queue[Data | None] = asyncio.Queue(MAX_QUEUED)

    def send(self, message: Data, number: int | None = None) -> None:
        """Send a message. A tab that has not read for long is closed.

        Args: number: of its own message that this answers; None where it has none.
        """
        if number is not None:
            message = {**message, "id": number}
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)

    def send_error(self, error: InputError, number: int | None) -> None:
        """Send what is wrong with its own message."""
        code = error.code if isinstance(error, EditError) else "refused"
        self.send({"type": "error", "code": code, **error_data(error)}, number)
