"""Writing formulas, plain or compressed by name, with errors of one line."""

from __future__ import annotations

import gzip
import lzma
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
