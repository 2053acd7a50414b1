"""Files that are there whole or not at all, and what the system says when they cannot be."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from satcross.errors import InputError


@contextmanager
def written_whole(path: Path, error: type[InputError] = InputError) -> Iterator[BinaryIO]:
    """A binary file to write to, which gets its name only when all has gone well.

    A temporary file in the same folder is moved over `path` at the end, and removed after an
    error, so that nobody ever sees half a file. Of a link, what it leads to is replaced; a device
    or a pipe is written to as it is.

    Args:
        path: the file.
        error: what to raise when it cannot be written.
    """
    if path.is_dir():  # also "." and "..", which have no name to build on
        raise error("this is a directory", mend="name a file in it", source=str(path))
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    target = path.resolve()
    half = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    try:
        with half.open("xb") as file:
            yield file
        half.replace(target)
    except OSError as problem:
        with suppress(OSError):
            half.unlink()
        raise cannot("written", path, problem, error) from None
    except BaseException:
        with suppress(OSError):
            half.unlink()
        raise


def write_file(path: Path, data: bytes, error: type[InputError] = InputError) -> None:
    """Write a file whole; what was there before stays until then.

    Raises: `error`: it cannot be written.
    """
    with written_whole(path, error) as file:
        file.write(data)


def read_file(
    path: Path, error: type[InputError] = InputError, *, limit: int | None = None
) -> bytes:
    """The bytes of a file.

    Args:
        path: the file.
        error: what to raise when it cannot be read.
        limit: how many bytes it may have; None for any number.

    Raises: `error`: it is missing, a directory, not allowed, or too large.
    """
    try:
        with path.open("rb") as file:
            data = file.read() if limit is None else file.read(limit + 1)
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        raise cannot("read", path, problem, error) from None
    if limit is not None and len(data) > limit:
        raise error(
            f"the file has more than {limit >> 20} MB",
            mend="is it the right file?",
            source=str(path),
        )
    return data


def utf8_text(data: bytes, source: str, error: type[InputError] = InputError) -> str:
    """The text that a file's bytes are in UTF-8, without a byte order mark.

    Raises: `error`: they are not UTF-8; with the line.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        raise error(
            "the file is not UTF-8 text", mend="save it as UTF-8", source=source, line=line
        ) from None


def cannot(
    done: str, path: Path, problem: Exception, error: type[InputError] = InputError
) -> InputError:
    """The error that tells why `path` cannot be read or written (`done`)."""
    if isinstance(problem, IsADirectoryError):
        return error("this is a directory", mend="name a file in it", source=str(path))
    if isinstance(problem, FileNotFoundError):
        if done == "read":
            return error("there is no such file", mend="check the path", source=str(path))
        what = f"there is no directory {str(path.parent)!r}"
        return error(what, mend="make it first", source=str(path))
    if isinstance(problem, PermissionError):
        return error(f"no permission for the file to be {done}", source=str(path))
    reason = getattr(problem, "strerror", None) or str(problem)
    return error(f"the file cannot be {done}: {reason}", source=str(path))
