"""Reading a text file's bytes: compression, encoding, and refusing what is no text."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import NamedTuple

from satcross.errors import InputError, WordListError
from satcross.files import read_file

Source = str | os.PathLike[str]

_GZIP_MAGIC = b"\x1f\x8b"
_XZ_MAGIC = b"\xfd7zXZ\x00"
_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
# What never stands in a text: control characters other than tab, line and page ends, and escape.
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b")) + b"\x7f"
_C1 = bytes(range(0x80, 0xA0))
_CHUNK = 1 << 20


class Text(NamedTuple):
    """A file's text as UTF-8 bytes with `\\n` line ends (a `\\r` may stand before them).

    Args:
        data: the text.
        source: the file's name, for people.
        encoding: what the file was in: `UTF-8`, `UTF-16`, `Latin-1` or `Windows-1252`.
    """

    data: bytes
    source: str
    encoding: str = "UTF-8"


class Kind(NamedTuple):
    """A kind of text file.

    Args:
        name: for people: `list of words`.
        error: what to raise when it cannot be read.
        limit: how many bytes it may have, unpacked. Far above any real file, and low enough that
            a small packed file of endless zeros does not fill the memory.
    """

    name: str
    error: type[InputError]
    limit: int


WORDS = Kind("list of words", WordListError, 64 << 20)


def read_text(path: Source, kind: Kind = WORDS) -> Text:
    """The text of a file, unpacked if it is gzip or xz (by name or by its first bytes).

    Raises:
        InputError: of the kind's sort: the file is missing, a directory, unreadable, damaged, too
            large, or no text.
    """
    source = os.fspath(path)
    data = read_file(Path(path), kind.error, limit=kind.limit)
    return decode(_unpack(data, source, kind), source, kind)


def decode(data: bytes, source: str, kind: Kind = WORDS) -> Text:
    """`data` as UTF-8 text; what is not UTF-8 but looks like Latin text is taken as that.

    Raises:
        InputError: NULs or other control characters say that this is no text.
    """
    encoding = "UTF-8"
    if data.startswith(_UTF16_BOMS):
        try:
            data, encoding = data.decode("utf-16").encode(), "UTF-16"
        except UnicodeDecodeError:
            raise kind.error(
                "the UTF-16 text is damaged", mend="save it as UTF-8", source=source
            ) from None
    if b"\0" in data:
        raise _not_text(source, kind)
    data = data.removeprefix(_BOM)
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError:
            data, encoding = _from_8_bit(data, source, kind)
    if b"\r" in data and b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    return Text(data, source, encoding)


def _from_8_bit(data: bytes, source: str, kind: Kind) -> tuple[bytes, str]:
    """(UTF-8, encoding) of bytes that are not UTF-8."""
    if len(data.translate(None, _CONTROLS)) < len(data):
        raise _not_text(source, kind)
    # ISO 8859-1 has only controls from 80 to 9F; curly quotes there are Windows-1252.
    codec, name = (
        ("latin-1", "Latin-1")
        if len(data.translate(None, _C1)) == len(data)
        else ("cp1252", "Windows-1252")
    )
    try:
        return data.decode(codec).encode(), name
    except UnicodeDecodeError:
        raise _not_text(source, kind) from None


def _not_text(source: str, kind: Kind) -> InputError:
    return kind.error(
        f"the file is binary, not a {kind.name}", mend="give a text file", source=source
    )


def _unpack(data: bytes, source: str, kind: Kind) -> bytes:
    name = source.lower()
    packed = io.BytesIO(data)
    if data.startswith(_GZIP_MAGIC) or name.endswith(".gz"):
        import gzip  # like lzma below, not needed for plain text, and start-up is measured
        import zlib

        try:
            with gzip.GzipFile(fileobj=packed) as file:
                return _limited(file, source, kind)
        except (OSError, EOFError, zlib.error) as error:
            raise _damaged("gzip", error, source, kind) from None
    if data.startswith(_XZ_MAGIC) or name.endswith(".xz"):
        import lzma

        try:
            with lzma.LZMAFile(packed) as file:
                return _limited(file, source, kind)
        except (EOFError, lzma.LZMAError, MemoryError) as error:
            raise _damaged("xz", error, source, kind) from None
    return data


def _limited(file: io.BufferedIOBase, source: str, kind: Kind) -> bytes:
    chunks: list[bytes] = []
    n = 0
    while chunk := file.read(_CHUNK):
        n += len(chunk)
        if n > kind.limit:
            raise kind.error(
                f"the file unpacks to more than {kind.limit >> 20} MB",
                mend="is it the right file?",
                source=source,
            )
        chunks.append(chunk)
    return b"".join(chunks)


def _damaged(sort: str, error: Exception, source: str, kind: Kind) -> InputError:
    return kind.error(
        f"the {sort} file is damaged or no {sort} file ({error})",
        mend="make it anew, or rename it if it is plain text",
        source=source,
    )
