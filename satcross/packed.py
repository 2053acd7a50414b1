"""Reading files piece by piece, unpacked where they are gzip or xz, up to a number of bytes.

A small compressed file can unpack to any size, so every reader gives a limit: far above any real
file, and low enough for memory. A reader that can tell early that a file is wrong reads the pieces
one by one and stops.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from satcross.errors import InputError
from satcross.files import STDIN, cannot, opened_stdin, too_large

PIECE = 1 << 20  # bytes read at a time

_GZIP_MAGIC = b"\x1f\x8b"
_XZ_MAGIC = b"\xfd7zXZ\x00"
XZ_MEMORY = 256 << 20  # bytes; `xz -9` needs 65 MB, and a damaged header may ask for 4 GB


def pieces_of_file(path: Path, error: type[InputError], *, limit: int) -> Iterator[bytes]:
    """The bytes of a file in pieces, unpacked if it is gzip or xz (by name or by its first bytes).

    Args:
        path: the file.
        error: the error to raise if it cannot be read.
        limit: maximum number of bytes, unpacked.

    Raises: `error`: it is missing, a directory, not allowed, damaged, or too large.
    """
    try:
        with path.open("rb") as file:
            yield from pieces_of(file, str(path), error, limit=limit)
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        if isinstance(problem, InputError):
            raise
        raise cannot("read", path, problem, error) from None


def pieces_of_stdin(error: type[InputError] = InputError, *, limit: int) -> Iterator[bytes]:
    """The same for standard input, which errors call `STDIN`."""
    with opened_stdin(error) as file:
        yield from pieces_of(file, STDIN, error, limit=limit)


def pieces_of(
    file: BinaryIO, source: str, error: type[InputError], *, limit: int
) -> Iterator[bytes]:
    """The same for an open file; `source` names it.

    Raises: `error`: it is damaged or too large.
    """
    raw = io.BufferedReader(cast(io.RawIOBase, file))  # for `peek`; takes any binary file
    try:
        head, name = raw.peek(len(_XZ_MAGIC)), source.lower()
        if head.startswith(_GZIP_MAGIC) or name.endswith(".gz"):
            inner, packed = _from_gzip(raw, source, error), True
        elif head.startswith(_XZ_MAGIC) or name.endswith(".xz"):
            inner, packed = _from_xz(raw, source, error), True
        else:
            inner, packed = iter(lambda: raw.read(PIECE), b""), False
        n = 0
        for piece in inner:
            n += len(piece)
            if n > limit:
                raise too_large(limit, source, error, packed=packed)
            yield piece
    finally:
        raw.detach()  # whoever opened the file closes it


# The modules are imported late: plain files do not need them.


def _from_gzip(
    raw: io.BufferedReader[io.RawIOBase], source: str, error: type[InputError]
) -> Iterator[bytes]:
    import gzip
    import zlib

    try:
        with gzip.GzipFile(fileobj=raw) as file:
            while piece := file.read(PIECE):
                yield piece
    except (gzip.BadGzipFile, EOFError, zlib.error) as problem:
        raise _damaged("gzip", problem, source, error) from None


def _from_xz(
    raw: io.BufferedReader[io.RawIOBase], source: str, error: type[InputError]
) -> Iterator[bytes]:
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
