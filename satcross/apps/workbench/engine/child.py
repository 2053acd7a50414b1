"""The engine's process: hears messages for `Analyst.take`, and says the answers for the page."""

from __future__ import annotations

import os
import queue
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross.extend import Channel

if TYPE_CHECKING:
    from satcross.apps.workbench.engine.analyst import Analyst
    from satcross.apps.workbench.engine.lists import WordOptions
    from satcross.apps.workbench.engine.question import Data

NICE = 5  # the server and the page come first
MAX_BYTES = 2 << 30  # of memory; ten times what a 21x21 with 250,000 entries needs


def main(channel: Channel, words: WordOptions, scratch: Path, max_bytes: int = MAX_BYTES) -> None:
    """Work until the server has no more messages.

    Args:
        channel: to the server.
        words: the word lists.
        scratch: a folder for files.
        max_bytes: of memory.
    """
    # Here, as the server, which starts this, needs none of it.
    from satcross.apps.workbench.engine.analyst import Analyst
    from satcross.apps.workbench.engine.background import BACKGROUND
    from satcross.apps.workbench.engine.lists import Lists
    from satcross.apps.workbench.engine.questions import KINDS

    if sys.platform != "win32":
        os.nice(NICE)
    _limit_memory(max_bytes)
    inbox: queue.SimpleQueue[Data | None] = queue.SimpleQueue()
    analyst = Analyst(Lists(words), channel.send, inbox, KINDS, BACKGROUND, scratch)
    threading.Thread(target=_listen, args=(channel, inbox, analyst), daemon=True).start()
    channel.send({"type": "ready"})
    _work(analyst, inbox)


def _limit_memory(n_bytes: int) -> None:
    """Have whatever takes more memory fail, in this process and those that it starts."""
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or n_bytes < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (n_bytes, hard))


def _listen(channel: Channel, inbox: queue.SimpleQueue[Data | None], analyst: Any) -> None:
    """The second thread: hear messages, and stop what is running."""
    for message in channel:
        inbox.put(message)
        analyst.stop()
    inbox.put(None)
    analyst.stop()


def _work(analyst: Analyst, inbox: queue.SimpleQueue[Data | None]) -> None:
    is_idle = False
    while True:
        while is_idle or not inbox.empty():
            message = inbox.get()
            if message is None:
                return
            analyst.take(message)
            is_idle = False
        is_idle = not analyst.work()
