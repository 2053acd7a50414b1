"""Where answers go: standard output, or a file that appears only when it is whole."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from satcross.errors import OptionError


def print_bytes(data: bytes) -> None:
    """Write bytes to standard output, after the text that is there."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


class Sink:
    """Takes answers one by one. See `open_sink`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.n_written = 0

    def write(self, text: str) -> None:
        """Write one answer with a line end, and see that it gets there."""
        self._stream.write(text + "\n")
        self._stream.flush()
        self.n_written += 1


@contextmanager
def open_sink(output: str | None) -> Iterator[Sink]:
    """A place for answers.

    Args:
        output: a path; or None or `-` for standard output.

    A file is written beside itself and renamed at the end, so that no half of an old one is lost:
    when no answer came, or an error broke off, the file is left as it was.

    Raises:
        OptionError: the file cannot be written; told before any work begins.
    """
    if output is None or output == "-":
        yield Sink(sys.stdout)
        return
    path = Path(output)
    if path.is_dir():
        raise OptionError("this is a directory", mend="name a file in it", source=output)
    if path.exists() and not path.is_file():  # a terminal, a pipe, /dev/null: not to be replaced
        with path.open("w", encoding="utf-8") as stream:
            yield Sink(stream)
        return
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except FileNotFoundError:
        raise OptionError(
            f"there is no directory {str(path.parent)!r}", mend="make it first", source=output
        ) from None
    except OSError as error:
        raise OptionError(f"the file cannot be written: {error.strerror}", source=output) from None
    temporary = Path(name)
    keep = False
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            sink = Sink(stream)
            yield sink
        keep = sink.n_written > 0
    finally:
        if keep:
            umask = os.umask(0)
            os.umask(umask)
            temporary.chmod(0o666 & ~umask)  # mkstemp makes files for the owner alone
            temporary.replace(path)
        else:
            temporary.unlink(missing_ok=True)
