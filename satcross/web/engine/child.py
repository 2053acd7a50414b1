"""The engine's process: `python -m satcross.web.engine.child LIFELINE`.

Standard input has a JSON object a line: first the word lists, then messages for `Analyst.take`.
Standard output has the answers, as the page gets them.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from satcross.model.alphabet import Alphabet
from satcross.solve.processes.child import die_with_parent
from satcross.web.engine import questions
from satcross.web.engine.analyst import Analyst, Data
from satcross.web.engine.lists import Lists

NICE = 5  # the server and the page come first
MAX_BYTES = 2 << 30  # of memory; ten times what a 21x21 with 250,000 entries needs


def main() -> None:
    """Work until standard input ends."""
    die_with_parent(int(sys.argv[1]))
    source, out = os.fdopen(os.dup(0), "rb"), os.dup(1)
    # What a library prints must not get between the messages.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    if sys.platform != "win32":
        os.nice(NICE)
    lock = threading.Lock()

    def send(message: Data) -> None:
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with lock:
            while line:
                line = line[os.write(out, line) :]

    setup = json.loads(source.readline())
    _limit_memory(setup.get("max_bytes", MAX_BYTES))
    lists = Lists(
        setup["files"],
        setup["exclude"],
        setup["max_words"],
        Alphabet.of_spelling(setup["alphabet"], tuple((a, b) for a, b in setup["folds"])),
    )
    inbox: queue.SimpleQueue[Data | None] = queue.SimpleQueue()
    analyst = Analyst(lists, send, inbox, questions, Path(setup["scratch"]))
    threading.Thread(target=_listen, args=(source, inbox, analyst), daemon=True).start()
    send({"type": "ready"})
    try:
        _work(analyst, inbox)
    except MemoryError:
        print("out of memory", file=sys.stderr)
        os._exit(1)
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        if os.environ.get("SATCROSS_TRACEBACK"):
            raise
        os._exit(1)
    os._exit(0)  # without a clean-up, which can take long


def _limit_memory(n_bytes: int) -> None:
    """Have whatever takes more memory fail, in this process and those that it starts."""
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or n_bytes < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (n_bytes, hard))


def _listen(source: Iterable[bytes], inbox: queue.SimpleQueue[Data | None], analyst: Any) -> None:
    """The second thread: hear messages, and stop what is running."""
    for line in source:
        inbox.put(json.loads(line))
        analyst.stop()
    inbox.put(None)
    analyst.stop()


def _work(analyst: Analyst, inbox: queue.SimpleQueue[Data | None]) -> None:
    is_idle = False
    while True:
        for message in _messages(inbox, wait=is_idle):
            if message is None:
                return
            analyst.take(message)
        is_idle = not analyst.work()


def _messages(inbox: queue.SimpleQueue[Data | None], *, wait: bool) -> list[Data | None]:
    """What has come; of several states of the crossword the last."""
    messages: list[Data | None] = []
    if wait:
        messages.append(inbox.get())
    while not inbox.empty():
        messages.append(inbox.get())
    last = max(
        (n for n, message in enumerate(messages) if message and message["do"] == "document"),
        default=0,
    )
    return [
        message
        for n, message in enumerate(messages)
        if n >= last or message is None or message["do"] not in ("document", "ask")
    ]


if __name__ == "__main__":
    main()
