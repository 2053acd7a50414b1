"""Reading and writing whole files, with one-line errors."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from satcross.errors import InputError, OptionError
from satcross.packed import (
    STDIN,
    ByteSource,
    HeldFile,
    cannot,
    held,
    pieces_of_file,
    pieces_of_stdin,
)
from satcross.streams import OutputStream

_NO_DATE = (1980, 1, 1, 0, 0, 0)  # the first that a ZIP file can hold

# Errors of `fsync` on file systems that have no such thing.
_NO_FSYNC = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)
# Errors of `stat` that say that nothing has the name.
_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP)


class HiddenFile:
    """A file that is written under a hidden name beside it, and gets its own when it is complete.

    Use it in a `with` statement, at whose end the hidden file is removed unless it was placed.

    Args:
        path: the directory, and a name that the hidden one is like.
        error: the error to raise if it cannot be written.
        source: what errors call it.
        is_private: whether only its owner may read it until it is placed.
    """

    def __init__(
        self,
        path: Path,
        error: type[InputError] = InputError,
        *,
        source: Path,
        is_private: bool = False,
    ) -> None:
        self._error = error
        self._source = source
        self._mode = 0o600 if is_private else 0o666
        self._hidden = path.with_name(f".{path.name[:40]}.{os.urandom(4).hex()}")
        self._file: OutputStream | None = None

    def __enter__(self) -> HiddenFile:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            descriptor = os.open(self._hidden, flags, self._mode)
            self._file = OutputStream(io.FileIO(descriptor, "w"), self.cannot)
        except PermissionError:
            what = f"no file can be created in the directory {str(self._hidden.parent)!r}"
            problem = f"{what}: permission denied"
            raise self._error(problem, source=str(self._source)) from None
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            raise self.cannot(error) from None
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.is_dropping = True  # after `place` there is nothing left to write
            self._file.close()
        with suppress(OSError, ValueError):  # it was placed, or never made
            os.unlink(self._hidden)  # noqa: PTH108

    @property
    def file(self) -> BinaryIO:
        """What to write to."""
        assert self._file is not None
        return self._file

    def place(self, path: Path) -> None:
        """Give the file its name; a file of that name is replaced, and its mode kept.

        What replaces a file is first brought to the disk (`fsync`). Without that, ext4 and XFS may
        record the name before the content, and a power failure then leaves an empty file where the
        old one was. A new file is not: there is nothing to lose, and thousands of files would take
        seconds.

        Args:
            path: its name, in the same file system.

        Raises: the `error`: the file could not be written, or cannot get its name.
        """
        file = self._file
        assert file is not None
        file.flush()
        if file.problem is not None:  # whoever wrote has gone on all the same
            raise self.cannot(file.problem)
        try:
            old = _status(path)
            if old is not None:
                _keep_mode(file.fileno(), old)
                try:
                    os.fsync(file.fileno())
                except OSError as problem:
                    if problem.errno not in _NO_FSYNC:
                        raise
            file.close()
            os.replace(self._hidden, path)  # noqa: PTH105  # all by `os`, as in fuzz/faults.py
        except OSError as problem:
            raise self.cannot(problem) from None

    def cannot(self, problem: Exception) -> InputError:
        """The error that it cannot be written."""
        return cannot("written", self._source, problem, self._error)


def _status(path: Path) -> os.stat_result | None:
    try:
        return os.stat(path)  # noqa: PTH116
    except FileNotFoundError:
        return None


def _keep_mode(descriptor: int, old: os.stat_result) -> None:
    """Give a file the mode of the one that it replaces."""
    if sys.platform == "win32":
        return
    mode = stat.S_IMODE(old.st_mode) & 0o777
    if stat.S_IMODE(os.fstat(descriptor).st_mode) != mode:  # some file systems have one for all
        os.fchmod(descriptor, mode)


@contextmanager
def written_whole(path: Path, error: type[InputError] = InputError) -> Iterator[BinaryIO]:
    """A binary file to write to, which gets its name only when it is complete.

    After an error the old file is there, or none, and nothing beside it: see `HiddenFile`. If
    `path` is a link, its target is replaced or created. A device or a pipe is written to directly.
    A file that is replaced keeps its mode, but not its other names (hard links); a new one follows
    the umask.

    Args:
        path: the file.
        error: the error to raise if it cannot be written.
    """
    with written_together((path,), error) as (file,):
        yield file


@contextmanager
def written_together(
    paths: Sequence[Path], error: type[InputError] = InputError
) -> Iterator[list[BinaryIO]]:
    """Several files as `written_whole` gives one; they appear in this order, once all are complete.

    Args:
        paths: the files.
        error: the error to raise if one cannot be written.
    """
    with ExitStack() as stack:
        files: list[BinaryIO] = []
        drafts: list[tuple[HiddenFile, Path]] = []
        for path in paths:
            target, replaces, device = _destination(path, error)
            if device is not None:
                stack.enter_context(device)
                files.append(device)
                continue
            # Nobody else may read what replaces a private file.
            draft = stack.enter_context(HiddenFile(target, error, source=path, is_private=replaces))
            drafts.append((draft, target))
            files.append(draft.file)
        yield files
        for draft, target in drafts:
            draft.place(target)


def draft_of(path: Path, error: type[InputError]) -> tuple[HiddenFile, Path]:
    """A draft of a file, as `written_whole` makes one, and the name to give it.

    For a file that may never be placed, or is written anew: so not for a device or a pipe.

    Raises: `error`: it cannot be written, or is a device or a pipe.
    """
    target, replaces, _ = _destination(path, error, opens_devices=False)
    return HiddenFile(target, error, source=path, is_private=replaces), target


def _destination(
    path: Path, error: type[InputError], *, opens_devices: bool = True
) -> tuple[Path, bool, OutputStream | None]:
    """Where a link leads; whether a file is there; and the stream of a device or a pipe."""

    failed = partial(cannot, "written", path, error=error)
    try:
        target = Path(os.path.realpath(path)) if path.is_symlink() else path
        status = _status(path)
        if status is None:
            return target, False, None
        if stat.S_ISDIR(status.st_mode):  # also "." and ".."
            raise IsADirectoryError
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if stat.S_ISREG(status.st_mode):
            return target, True, None
        if not opens_devices:
            raise error("is a device or a pipe", hint="name a file", source=str(path))
        return target, False, OutputStream(io.FileIO(os.open(path, os.O_WRONLY), "w"), failed)
    except InputError:
        raise
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        raise failed(problem) from None


def as_path(path: object, parameter: str = "path") -> Path:
    """A path, which may be given as a string. Raises OptionError if it is something else."""
    if not isinstance(path, str | os.PathLike):
        raise OptionError(f"must be a path, got {path!r:.40}", parameter=parameter)
    return Path(path)


def as_source(path: object, error: type[InputError], *, limit: int) -> Path | HeldFile:
    """The same for a reader that opens it several times: see `satcross.packed.held`."""
    return path if isinstance(path, HeldFile) else held(as_path(path), error, limit=limit)


def exists(path: str | os.PathLike[str]) -> bool:
    """Whether there is such a file.

    False also for a name that no file can have, or that is not to see, where `Path.exists` raises
    an error before Python 3.14.
    """
    return os.path.exists(path)  # noqa: PTH110


def same_file(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Whether two names are of one file or folder, also by links, and before it is written.

    False for devices and pipes, from which one may read what others write.
    """
    try:
        if exists(one) and exists(other):
            path = Path(one)
            return (path.is_file() or path.is_dir()) and path.samefile(other)
        return os.path.normcase(os.path.realpath(one)) == os.path.normcase(os.path.realpath(other))
    except (OSError, ValueError):
        return False  # whoever opens it says what is wrong


def is_folder(path: Path, done: str, error: type[InputError] = InputError) -> bool:
    """Whether there is such a directory.

    Args:
        path: the directory.
        done: "read" or "written", what is to be done there.
        error: the error to raise.

    Raises: `error`: none can have that name, or it is not to see.
    """
    try:
        # Not `is_dir`, which hides from Python 3.14 on why it says no.
        return stat.S_ISDIR(path.stat().st_mode)
    except ValueError:  # a NUL in the name
        return False
    except OSError as problem:
        if problem.errno in _NOTHING_THERE:
            return False
        raise cannot(done, path, problem, error) from None


def write_file(path: Path, data: bytes, error: type[InputError] = InputError) -> None:
    """Write a file; an existing one is replaced only when all is written.

    Raises: `error`: it cannot be written.
    """
    with written_whole(path, error) as file:
        file.write(data)


def zip_of(files: Mapping[str, str | bytes], *, mimetype: str = "") -> bytes:
    """A ZIP file by names; the same bytes for the same contents.

    Args: mimetype: what the first file in it says, not compressed, as in EPUB; "" for none.
    """
    import zipfile

    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        if mimetype:
            archive.writestr(zipfile.ZipInfo("mimetype", _NO_DATE), mimetype)
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _NO_DATE)
            entry.external_attr = 0o644 << 16
            raw = content if isinstance(content, bytes) else content.encode(errors="replace")
            archive.writestr(entry, raw, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def read_file(
    path: ByteSource,
    error: type[InputError] = InputError,
    *,
    limit: int | None = None,
    by_name: bool = False,
) -> bytes:
    """The bytes of a file, unpacked if it begins as gzip or xz do.

    Args:
        path: the file.
        error: the error to raise if it cannot be read.
        limit: maximum number of bytes, unpacked; None for no limit.
        by_name: whether one that is called `.gz` or `.xz` must be such a file.

    Raises: `error`: it is missing, a directory, not allowed, damaged, or too large.
    """
    return b"".join(pieces_of_file(path, error, limit=limit, by_name=by_name))


def read_stdin(error: type[InputError] = InputError, *, limit: int) -> bytes:
    """The same of standard input. Raises `error`: it cannot be read, or has more than `limit`."""
    return b"".join(pieces_of_stdin(error, limit=limit))


def read_file_or_stdin(
    name: str, error: type[InputError], limit: int, *, by_name: bool = False
) -> tuple[bytes, str]:
    """The bytes of a file, or of standard input if the name is `-`, and what errors call it.

    Args: as of `read_file`.

    Raises: `error`: it cannot be read, or has more than `limit` bytes.
    """
    if name == "-":
        return read_stdin(error, limit=limit), STDIN
    return read_file(Path(name), error, limit=limit, by_name=by_name), name


def utf8_text(data: bytes, source: str, error: type[InputError] = InputError) -> str:
    """Decode a file's bytes as UTF-8, without a byte order mark.

    Raises: `error`: they are not UTF-8; names the line.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        raise error(
            "the file is not UTF-8 text", hint="save it as UTF-8", source=source, line=line
        ) from None
