"""Reading files piece by piece, unpacked where they are gzip or xz, up to a number of bytes.

A small compressed file can unpack to any size, so every reader gives a limit: far above any real
file, and low enough for memory. A reader that can tell early that a file is wrong reads the pieces
one by one and stops.

What is read may be a pipe, which gives its content once: `HeldFile` is for readers that go over it
several times, `pipes_kept` for programs that read what they were given more than once.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol, cast

from satcross.errors import InputError

PIECE = 1 << 20  # bytes read at a time
_PACKED_AT_ONCE = 1 << 16
STDIN = "<stdin>"  # what errors call standard input
PATIENCE_S = 10.0  # for somebody to open the other end of a named pipe

_GZIP_MAGIC = b"\x1f\x8b\x08"  # with the only method there is: two bytes might be a checksum
_XZ_MAGIC = b"\xfd7zXZ\x00"
XZ_MEMORY = 256 << 20  # bytes; `xz -9` needs 65 MB, and a damaged header may ask for 4 GB


_kept: dict[str, bytes] | None = None  # by name, what pipes gave; None where it is not kept


@contextmanager
def pipes_kept() -> Iterator[None]:
    """Whoever reads a pipe by the same name again, in this process, gets the same content.

    For a command, whose arguments are each of one content. A library must not: somebody may write
    something else into a named pipe later.
    """
    global _kept  # noqa: PLW0603
    before, _kept = _kept, {}
    try:
        yield
    finally:
        _kept = before


class ByteSource(Protocol):
    """What can be read several times: a `Path` or `HeldFile`. Its text is its name in errors."""

    def open(self, mode: Literal["rb"], /) -> BinaryIO:
        """A file, from its beginning."""


@dataclass(frozen=True, slots=True)
class HeldFile:
    """The content of a file in memory.

    Args:
        data: all of it.
        name: what errors call it.
    """

    data: bytes | memoryview
    name: str

    def __str__(self) -> str:
        return self.name

    def open(self, mode: Literal["rb"], /) -> BinaryIO:
        """A file, from its beginning."""
        del mode
        return io.BytesIO(self.data)


def held(
    path: Path, error: type[InputError], *, limit: int, packed: bool = False
) -> Path | HeldFile:
    """A file for a reader that opens it several times: the path itself, but the content of a pipe.

    Args:
        path, error, limit: as of `pieces_of_file`.
        packed: whether to hold a packed file, too, for a reader that does not unpack.

    Raises: `error`: what is held cannot be read, or has more than `limit` bytes. What is wrong with
        other files is for their reader to say.
    """
    try:
        is_whole = not path.is_fifo()
        if packed and path.is_file():
            with path.open("rb") as file:
                is_whole = not file.read(len(_XZ_MAGIC)).startswith((_GZIP_MAGIC, _XZ_MAGIC))
    except (OSError, ValueError):
        is_whole = True
    if is_whole:
        return path
    return HeldFile(b"".join(pieces_of_file(path, error, limit=limit)), str(path))


def pieces_of_file(
    path: ByteSource, error: type[InputError], *, limit: int | None, by_name: bool = True
) -> Iterator[bytes]:
    """The bytes of a file in pieces, unpacked if it is gzip or xz (by its first bytes or its name).

    Args:
        path: the file.
        error: the error to raise if it cannot be read.
        limit: maximum number of bytes, unpacked; None for no limit.
        by_name: whether one that is called `.gz` or `.xz` must be such a file.

    Raises: `error`: it is missing, a directory, not allowed, damaged, or too large.
    """
    try:
        with _opened(path, limit) if isinstance(path, Path) else path.open("rb") as file:
            yield from pieces_of(file, str(path), error, limit=limit, by_name=by_name)
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        if isinstance(problem, InputError):
            raise
        raise cannot("read", Path(str(path)), problem, error) from None


def _opened(path: Path, limit: int | None) -> BinaryIO:
    """A file to read from. Args: limit: of its content, unpacked; None for no limit.

    Raises:
        OSError: it cannot be opened; or it is a named pipe into which nobody writes. A pipe of the
            shell, as in `<(...)`, has somebody at its other end from the beginning.
    """
    if not stat.S_ISFIFO(os.stat(path).st_mode):  # noqa: PTH116  # as all of this, by `os`
        return path.open("rb")
    name = str(path)
    if _kept is None:
        return _opened_pipe(path)
    if name not in _kept:
        with _opened_pipe(path) as pipe:
            most = None if limit is None else limit + PIECE  # a packed file may be a bit larger
            _kept[name] = b"".join(_pieces_to(pipe, most))
    return io.BytesIO(_kept[name])


def _pieces_to(file: BinaryIO, most: int | None) -> Iterator[bytes]:
    """The bytes of a file, up to the first piece that passes `most`; all of them for None."""
    n = 0
    while (most is None or n <= most) and (piece := file.read(PIECE)):
        n += len(piece)
        yield piece


def _opened_pipe(path: Path) -> BinaryIO:
    if sys.platform != "win32":
        import select

        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            poll = select.poll()
            poll.register(descriptor, select.POLLIN)
            first = b""
            if not poll.poll(PATIENCE_S * 1000):  # no byte, and nobody who has been there and gone
                with suppress(BlockingIOError):  # somebody is there, and takes their time
                    first = os.read(descriptor, 1)
                    if not first:
                        raise OSError(errno.ENXIO, "nobody writes into this pipe")
            os.set_blocking(descriptor, True)
            return cast(BinaryIO, _Pipe(descriptor, first))
        except BaseException:
            os.close(descriptor)
            raise
    raise NotImplementedError("no path is a named pipe here")


class _Pipe(io.FileIO):
    """A pipe from which a byte may have been read already."""

    def __init__(self, descriptor: int, first: bytes) -> None:
        super().__init__(descriptor, "r")
        self._first = first

    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes, at most `size`."""
        first, self._first = self._first, b""
        return first or super().read(size)


def pieces_of_stdin(error: type[InputError] = InputError, *, limit: int) -> Iterator[bytes]:
    """The same for standard input, which errors call `STDIN`."""
    with opened_stdin(error) as file:
        yield from pieces_of(file, STDIN, error, limit=limit)


@contextmanager
def opened_stdin(error: type[InputError] = InputError) -> Iterator[BinaryIO]:
    """Standard input, to read bytes from. Raises `error`: it is closed, or cannot be read."""
    if sys.stdin is None:  # as after `<&-`
        raise error("standard input is closed", hint="name a file", source=STDIN)
    try:
        yield sys.stdin.buffer
    except OSError as problem:  # a directory, for example
        raise cannot("read", Path(STDIN), problem, error) from None


class _Joined:
    """A file whose first bytes have been read already."""

    def __init__(self, head: bytes, file: BinaryIO) -> None:
        self._head, self._file = head, file

    def read(self, size: int, /) -> bytes:
        """The next bytes, at most `size`."""
        head, self._head = self._head[:size], self._head[size:]
        return head or self._file.read(size)


def pieces_of(
    file: BinaryIO,
    source: str,
    error: type[InputError],
    *,
    limit: int | None,
    by_name: bool = True,
) -> Iterator[bytes]:
    """The same for an open file; `source` names it.

    Raises: `error`: it is damaged or too large.
    """
    name = source.lower() if by_name else ""
    head = b""
    while len(head) < len(_XZ_MAGIC) and (more := file.read(len(_XZ_MAGIC) - len(head))):
        head += more  # a pipe may give less than is asked for
    raw = _Joined(head, file)
    if head.startswith(_GZIP_MAGIC) or name.endswith(".gz"):
        inner, packed = _from_gzip(raw, source, error), True
    elif head.startswith(_XZ_MAGIC) or name.endswith(".xz"):
        inner, packed = _from_xz(raw, source, error), True
    else:
        inner, packed = iter(lambda: raw.read(PIECE), b""), False
    n = 0
    for piece in inner:
        n += len(piece)
        if limit is not None and n > limit:
            raise too_large(limit, source, error, packed=packed)
        yield piece


# The modules are imported late: plain files do not need them.


def _from_gzip(raw: _Joined, source: str, error: type[InputError]) -> Iterator[bytes]:
    import gzip
    import zlib

    try:
        with gzip.GzipFile(fileobj=cast(Any, raw)) as file:  # whose `read` is all it needs
            while piece := file.read(PIECE):
                yield piece
    except (gzip.BadGzipFile, EOFError, zlib.error) as problem:
        raise _damaged("gzip", problem, source, error) from None


def _from_xz(raw: _Joined, source: str, error: type[InputError]) -> Iterator[bytes]:
    import lzma

    try:
        data = raw.read(PIECE)
        while True:  # for each stream: files may be joined
            stream = lzma.LZMADecompressor(memlimit=XZ_MEMORY)
            while not stream.eof:
                piece = stream.decompress(data, PIECE)
                if piece:
                    yield piece
                data = b""
                if stream.needs_input and not stream.eof:
                    data = raw.read(PIECE)
                    if not data:
                        raise EOFError("the file is cut off")
            data = stream.unused_data
            while not data.strip(b"\0"):  # padding
                data = raw.read(PIECE)
                if not data:
                    return
            data = data.lstrip(b"\0")
    except (EOFError, lzma.LZMAError, MemoryError) as problem:
        raise _damaged("xz", problem, source, error) from None


def _damaged(kind: str, problem: Exception, source: str, error: type[InputError]) -> InputError:
    reason = " ".join(str(problem).split()).rstrip(".")
    return error(
        f"not a valid {kind} file ({reason[:1].lower()}{reason[1:]})",
        hint="create it again, or rename it if it is not compressed",
        source=source,
    )


def too_large(
    limit: int, source: str, error: type[InputError], *, packed: bool = False
) -> InputError:
    """The error for a file of more than `limit` bytes, unpacked if it is `packed`."""
    return error(
        f"the file {'unpacks to' if packed else 'has'} more than {limit >> 20} MB",
        hint="check that it is the right file",
        source=source,
    )


def cannot(
    done: str, path: Path, problem: Exception, error: type[InputError] = InputError
) -> InputError:
    """The error for a `path` that cannot be "read" or "written" (`done`)."""
    if isinstance(problem, IsADirectoryError) or (
        # Windows denies the permission to open a directory.
        os.name == "nt" and isinstance(problem, PermissionError) and path.is_dir()
    ):
        return error("this is a directory", hint="name a file in it", source=str(path))
    if isinstance(problem, FileNotFoundError):
        if done == "read":
            return error("there is no such file", hint="check the path", source=str(path))
        # That of a link is the one of what it leads to.
        folder = Path(os.path.realpath(path)).parent if path.is_symlink() else path.parent
        if not os.path.exists(folder):  # noqa: PTH110  # `Path.exists` may raise an error
            what = f"there is no directory {str(folder)!r}"
            return error(what, hint="create it first", source=str(path))
    if isinstance(problem, PermissionError):
        return error(f"the file cannot be {done}: permission denied", source=str(path))
    reason = getattr(problem, "strerror", None) or str(problem)
    if isinstance(problem, ValueError) and "\0" in str(path):
        reason = "embedded null byte"  # in the same words with every Python
    return error(f"the file cannot be {done}: {reason}", source=str(path))


def compressed(data: bytes, suffix: str) -> bytes:
    """The bytes of a file whose name ends so: packed for `.gz` and `.xz`."""
    import gzip
    import lzma

    if suffix == ".xz":
        # In pieces, since a signal has to wait for the end of a call: all at once take seconds.
        packer = lzma.LZMACompressor()
        starts = range(0, len(data), _PACKED_AT_ONCE)
        pieces = [packer.compress(data[start : start + _PACKED_AT_ONCE]) for start in starts]
        return b"".join([*pieces, packer.flush()])
    if suffix != ".gz":
        return data
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as file:
        file.write(data)
    return out.getvalue()
