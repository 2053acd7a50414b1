"""Reading and writing formulas, plain or compressed by name, with errors of one line."""

from __future__ import annotations

import gzip
import lzma
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from satcross import files
from satcross.errors import DimacsError

_GZIP_LEVEL = 6
_XZ_PRESET = 2  # a formula is very regular: higher presets save little and take minutes


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A binary file to write to, which gets its name only when all has gone well.

    Compressed when the name ends in `.gz` or `.xz`; equal content makes equal bytes.

    Raises:
        DimacsError: it cannot be written.
    """
    with files.written_whole(path, DimacsError) as raw, _compressing(raw, path) as file:
        yield file


@contextmanager
def _compressing(raw: BinaryIO, path: Path) -> Iterator[BinaryIO]:
    if path.suffix == ".gz":
        # No name and no time in the head, so that the bytes depend on the content alone.
        with gzip.GzipFile("", "wb", _GZIP_LEVEL, raw, mtime=0) as file:
            yield cast(BinaryIO, file)
    elif path.suffix == ".xz":
        with lzma.LZMAFile(raw, "wb", preset=_XZ_PRESET) as packed:
            yield cast(BinaryIO, packed)
    else:
        yield raw


def read_whole(path: Path) -> bytes:
    """The content of a file, unpacked when its name ends in `.gz` or `.xz`.

    Raises:
        DimacsError: it is missing, a directory, not allowed, or damaged.
    """
    data = files.read_file(path, DimacsError)
    try:
        if path.suffix == ".gz":
            return gzip.decompress(data)
        return lzma.decompress(data) if path.suffix == ".xz" else data
    except (gzip.BadGzipFile, EOFError, zlib.error, lzma.LZMAError):
        raise DimacsError(
            f"is no whole {path.suffix[1:]} file",
            mend="copy it again, or rename it if it is not compressed",
            source=str(path),
        ) from None
