"""Reading and writing files whole, plain or compressed by name, with errors of one line."""

from __future__ import annotations

import gzip
import lzma
import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from satcross.errors import DimacsError

_GZIP_LEVEL = 6
_XZ_PRESET = 2  # a formula is very regular: higher presets save little and take minutes


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A binary file to write to, which gets its name only when all has gone well.

    A temporary file in the same folder is moved over `path` at the end, and removed after an
    error, so that nobody ever sees half a file. Compressed when the name ends in `.gz` or `.xz`;
    equal content makes equal bytes.

    Raises:
        DimacsError: it cannot be written.
    """
    if path.is_dir():  # also "." and "..", which have no name to build on
        raise DimacsError("is a folder", mend="name a file in it", source=str(path))
    half = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with half.open("xb") as raw, _compressing(raw, path) as file:
            yield file
        half.replace(path)
    except OSError as error:
        with suppress(OSError):
            half.unlink()
        raise _cannot("written", path, error) from None
    except BaseException:
        with suppress(OSError):
            half.unlink()
        raise


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
        DimacsError: it is missing, a folder, not allowed, or damaged.
    """
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            return gzip.decompress(data)
        return lzma.decompress(data) if path.suffix == ".xz" else data
    except (gzip.BadGzipFile, EOFError, zlib.error, lzma.LZMAError):
        raise DimacsError(
            f"is no whole {path.suffix[1:]} file",
            mend="copy it again, or rename it if it is not compressed",
            source=str(path),
        ) from None
    except OSError as error:
        raise _cannot("read", path, error) from None


def _cannot(done: str, path: Path, error: OSError) -> DimacsError:
    if isinstance(error, IsADirectoryError):
        return DimacsError("is a folder", mend="name a file in it", source=str(path))
    if isinstance(error, FileNotFoundError):
        what = "no such file" if done == "read" else f"there is no folder {str(path.parent)!r}"
        return DimacsError(what, mend="check the path", source=str(path))
    return DimacsError(f"cannot be {done}: {error.strerror or error}", source=str(path))
