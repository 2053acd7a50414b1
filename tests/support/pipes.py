"""Named pipes into which a thread writes."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def fed(pipe: Path, pieces: Iterable[bytes], *, pause_s: float = 0.0) -> Iterator[Path]:
    """A named pipe into which a thread writes once.

    Args: pieces: what it writes; pause_s: how long it waits before each.
    """
    os.mkfifo(pipe)

    def feed() -> None:
        with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as file:
            for piece in pieces:
                time.sleep(pause_s)
                file.write(piece)

    thread = threading.Thread(target=feed, daemon=True)
    thread.start()
    try:
        yield pipe
    finally:
        while thread.is_alive():  # nobody has read it, or not all
            os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))
            thread.join(0.05)
        pipe.unlink()
