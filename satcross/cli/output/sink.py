"""Where text goes: standard output, or a file that appears only when it is whole."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Self, TextIO

from satcross.cli import interrupts
from satcross.errors import InputError, OptionError, escaped
from satcross.files import is_folder, written_whole
from satcross.packed import cannot
from satcross.streams import OutputStream

_PIECE = 1 << 16


class _NothingWrittenError(Exception):
    """No answer came: the file is to be left as it was."""


class Sink:
    """Takes answers one by one. See `open`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.n_written = 0

    @classmethod
    @contextmanager
    def open(
        cls, output: str | None, at: int | None = None, end: str | None = None
    ) -> Iterator[Self]:
        """A place for answers.

        Args:
            output: a path; or None or `-` for standard output.
            at: how many bytes of the file to keep, and write after them; None for a new file.
            end: the `digest_of_end` that these must have; None for any.

        A file is written beside itself and renamed at the end, so that no half of an old one is
        lost: when no answer came, or an error broke off, the file is left as it was.

        Raises:
            OptionError: the file cannot be written; before any work begins.
        """
        if output is None or output == "-":
            yield cls(sys.stdout)
            return
        if at is not None:
            with continued(Path(output), at, OptionError, end=end) as file:
                stream = io.TextIOWrapper(file, encoding="utf-8", write_through=True)
                yield cls(stream)
                stream.detach()
            return
        with suppress(_NothingWrittenError), written_whole(Path(output), OptionError) as file:
            stream = io.TextIOWrapper(file, encoding="utf-8", write_through=True)
            sink = cls(stream)
            yield sink
            stream.detach()
            if sink.n_written == 0:
                raise _NothingWrittenError

    def write(self, text: str) -> None:
        """Write one answer with a line end, and see that it gets there."""
        self._stream.write(escaped(text) + "\n")
        self._stream.flush()
        self.n_written += 1

    def write_many(self, data: bytes, n: int) -> None:
        """Write `n` answers, each with its line end, and see that they get there."""
        if self._stream is sys.stdout:
            for start in range(0, len(data), _PIECE):  # an interrupt waits for one piece at most
                self.print_bytes(data[start : start + _PIECE])
        else:
            self._stream.flush()
            self._stream.buffer.write(data)
            self._stream.buffer.flush()
        self.n_written += n

    @property
    def file(self) -> BinaryIO | None:
        """The file that is written; None for standard output."""
        return None if self._stream is sys.stdout else self._stream.buffer

    @staticmethod
    def require_folder(output: str) -> None:
        """Raise OptionError unless the folder of a file to be written is there."""
        folder = Path(output).parent
        if not is_folder(folder, "written", OptionError):
            raise OptionError(
                f"there is no directory {str(folder)!r}", hint="create it first", source=output
            )

    @staticmethod
    def print_bytes(data: bytes) -> None:
        """Write the bytes of a file to standard output, after the text that is there.

        In a pipe or a file they are as they would be in a file of their own. On a terminal, text is
        escaped: see `escaped`.
        """
        if sys.stdout.isatty():
            with suppress(UnicodeDecodeError):  # no text
                sys.stdout.write(data.decode())
                sys.stdout.flush()
                return
        sys.stdout.flush()
        interrupts.hold()
        try:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        finally:
            interrupts.release(may_raise=True)


@contextmanager
def continued(
    path: Path, at: int, error: type[InputError] = InputError, *, end: str | None = None
) -> Iterator[BinaryIO]:
    """A binary file to write to after its first `at` bytes; what came after them is cut off.

    Args:
        path: the file; it is created if `at` is 0 and it is not there.
        at: how many bytes to keep.
        error: the error to raise if it cannot be written, or is another file.
        end: the `digest_of_end` that it must have; None for any.
    """
    try:
        flags = os.O_RDWR | (0 if at else os.O_CREAT) | getattr(os, "O_BINARY", 0)
        descriptor = os.open(path, flags, 0o666)
    except (OSError, ValueError) as problem:
        raise cannot("written", path, problem, error) from None
    with OutputStream(
        io.FileIO(descriptor, "r+"), lambda e: cannot("written", path, e, error)
    ) as file:
        try:
            size = os.fstat(descriptor).st_size
            if size < at:
                raise error(
                    f"has {size:,} bytes, but {at:,} were written",
                    hint="give the file that was written then",
                    source=str(path),
                )
            if end is not None and end != digest_of_end(path, at, error):
                raise error(
                    "is not the file that was written, or has been changed since",
                    hint="give the file that was written then",
                    source=str(path),
                )
            os.ftruncate(descriptor, at)
            file.seek(at)
        except OSError as problem:  # it is no regular file
            raise cannot("written", path, problem, error) from None
        yield file


_END = 4096  # bytes


def digest_of_end(path: Path, at: int, error: type[InputError] = InputError) -> str:
    """SHA-256, in hex, of the last 4 KB before a place in a file: to know the file again.

    Args:
        path: the file.
        at: how many bytes from its beginning count.
        error: the error to raise if it cannot be read.
    """
    import hashlib  # imported late, as in `WordList.digest`

    try:
        with path.open("rb") as file:
            file.seek(max(0, at - _END))
            data = file.read(min(at, _END))
    except (OSError, ValueError) as problem:
        raise cannot("read", path, problem, error) from None
    return hashlib.sha256(data).hexdigest()
