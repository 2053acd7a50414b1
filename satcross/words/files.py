"""Reading a word list's bytes: compression, encoding, and refusing what is no text."""

from __future__ import annotations

import gzip
import os
import zlib
from dataclasses import dataclass
from pathlib import Path

from satcross.errors import WordListError

Source = str | os.PathLike[str]

_GZIP_MAGIC = b"\x1f\x8b"
_XZ_MAGIC = b"\xfd7zXZ\x00"
_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
# What never stands in a text: control characters other than tab, line and page ends, and escape.
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b")) + b"\x7f"
_C1 = bytes(range(0x80, 0xA0))


@dataclass(frozen=True, slots=True)
class Text:
    """A file's text as UTF-8 bytes with `\\n` line ends (a `\\r` may stand before them).

    Args:
        data: the text.
        source: the file's name, for people.
        encoding: what the file was in: `UTF-8`, `Latin-1` or `Windows-1252`.
    """

    data: bytes
    source: str
    encoding: str = "UTF-8"


def read_text(path: Source) -> Text:
    """The text of a file, unpacked if it is gzip or xz (by name or by its first bytes).

    Raises:
        WordListError: the file is missing, a directory, unreadable, damaged, or no text.
    """
    source = os.fspath(path)
    return decode(_unpack(_read(Path(path), source), source), source)


def decode(data: bytes, source: str) -> Text:
    """`data` as UTF-8 text; what is not UTF-8 but looks like Latin text is taken as that.

    Raises:
        WordListError: NULs or other control characters say that this is no text.
    """
    if data.startswith(_UTF16_BOMS) and b"\0" in data:
        raise WordListError("the file is UTF-16 text", mend="save it as UTF-8", source=source)
    if b"\0" in data:
        raise _not_text(source)
    data = data.removeprefix(_BOM)
    encoding = "UTF-8"
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError:
            data, encoding = _from_8_bit(data, source)
    if b"\r" in data and b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    return Text(data, source, encoding)


def _from_8_bit(data: bytes, source: str) -> tuple[bytes, str]:
    """(UTF-8, encoding) of bytes that are not UTF-8."""
    if len(data.translate(None, _CONTROLS)) < len(data):
        raise _not_text(source)
    # ISO 8859-1 has only controls from 80 to 9F; curly quotes there are Windows-1252.
    codec, name = (
        ("latin-1", "Latin-1")
        if len(data.translate(None, _C1)) == len(data)
        else ("cp1252", "Windows-1252")
    )
    try:
        return data.decode(codec).encode(), name
    except UnicodeDecodeError:
        raise _not_text(source) from None


def _not_text(source: str) -> WordListError:
    return WordListError(
        "the file is binary, not a list of words", mend="give a text file", source=source
    )


def _read(path: Path, source: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise WordListError("there is no such file", source=source) from None
    except IsADirectoryError:
        raise WordListError(
            "this is a directory", mend="name a file in it", source=source
        ) from None
    except PermissionError:
        raise WordListError("no permission to read the file", source=source) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise WordListError(f"the file cannot be read: {reason}", source=source) from None


def _unpack(data: bytes, source: str) -> bytes:
    name = source.lower()
    if data.startswith(_GZIP_MAGIC) or name.endswith(".gz"):
        try:
            return gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise _damaged("gzip", error, source) from None
    if data.startswith(_XZ_MAGIC) or name.endswith(".xz"):
        import lzma  # not needed for the built-in list, and start-up is measured

        try:
            return lzma.decompress(data)
        except (EOFError, lzma.LZMAError) as error:
            raise _damaged("xz", error, source) from None
    return data


def _damaged(kind: str, error: Exception, source: str) -> WordListError:
    return WordListError(
        f"the {kind} file is damaged or no {kind} file ({error})",
        mend="make it anew, or rename it if it is plain text",
        source=source,
    )
