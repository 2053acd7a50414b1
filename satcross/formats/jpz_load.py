"""The XML in a `.jpz` file, which may be zipped, and what is refused of it before it grows.

Refused: archives that hold or inflate to more than a crossword can be, document types (and with
them entities that breed), and documents of more elements than the largest grid needs.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from html.entities import html5
from io import BytesIO
from typing import Any

from satcross.errors import FormatError
from satcross.formats.format import MAX_FILE

_ZIP = b"PK\x03\x04"
_GZIP = b"\x1f\x8b"
_MAX_ENTRIES = 64  # of an archive; there should be one
_MAX_XML = MAX_FILE >> 1  # bytes: a grid of 200 x 200 with its words takes three million
_MAX_TAGS = 200_000  # start and end tags; each element takes half a kilobyte
_MAX_ATTRIBUTES = 500_000
_HTML_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]{0,31};)")
_XML_ENTITIES = frozenset({"amp;", "lt;", "gt;", "quot;", "apos;"})

Element = Any  # xml.etree.ElementTree.Element, which is imported late


def load(data: bytes, source: str) -> Element:
    """The root of the XML in a plain, zipped or gzipped file.

    Raises:
        FormatError: it is none of these, or is refused.
    """
    if data.startswith(_ZIP):
        data = _unzipped(data, source)
    elif data.startswith(_GZIP):
        data = _gunzipped(data, source)
    if data.startswith((_ZIP, _GZIP)):
        raise _wrong(source, "an archive in an archive", "unpack it")
    return _parsed(data, source)


def _unzipped(data: bytes, source: str) -> bytes:
    from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

    if data.count(b"PK\x01\x02") > _MAX_ENTRIES:
        raise _wrong(source, "an archive of many files", "a .jpz file holds one")
    try:
        with ZipFile(BytesIO(data)) as archive:
            entries = [
                entry
                for entry in archive.infolist()
                if not entry.is_dir() and not entry.filename.startswith(("__MACOSX/", "."))
            ]
            if not entries:
                raise _wrong(source, "the archive is empty", "a .jpz file holds one file of XML")
            entries.sort(key=lambda entry: not entry.filename.lower().endswith((".jpz", ".xml")))
            entry = entries[0]
            if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise _wrong(source, "the archive is packed in a rare way", "pack it with deflate")
            if entry.file_size > _MAX_XML:
                raise _too_large(source)
            with archive.open(entry) as file:
                inner = file.read(_MAX_XML + 1)
    # Broken archives make zipfile raise nearly anything.
    except (BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError) as error:
        if isinstance(error, FormatError):
            raise
        raise _wrong(source, f"the archive is broken: {_one_line(error)}", "get it anew") from None
    except (IndexError, KeyError, OverflowError, TypeError, AttributeError, struct_error()):
        raise _wrong(source, "the archive is broken", "get it anew") from None
    if len(inner) > _MAX_XML:
        raise _too_large(source)
    return inner


def struct_error() -> type[Exception]:
    """`struct.error`, which zipfile lets through."""
    from struct import error

    return error


def _gunzipped(data: bytes, source: str) -> bytes:
    stream = zlib.decompressobj(wbits=31)
    try:
        inner = stream.decompress(data, _MAX_XML + 1)
    except zlib.error as error:
        raise _wrong(source, f"the archive is broken: {_one_line(error)}", "get it anew") from None
    if len(inner) > _MAX_XML:
        raise _too_large(source)
    if not stream.eof:
        raise _wrong(source, "the archive ends too early", "get it anew")
    return inner


def _parsed(data: bytes, source: str) -> Element:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    if len(data) > _MAX_XML or data.count(b"<") > _MAX_TAGS or data.count(b"=") > _MAX_ATTRIBUTES:
        raise _too_large(source)
    try:
        root = fromstring(_without_html_entities(data.lstrip()), forbid_dtd=True)
    except DefusedXmlException:
        raise _wrong(
            source, "the file has a document type or entities", "take the <!DOCTYPE …> out"
        ) from None
    except ParseError as error:
        line, column = getattr(error, "position", (None, None))
        raise FormatError(
            f"the file is no XML: {_one_line(error).split(': line')[0]}",
            mend="mend it, or name another format with --from",
            source=source,
            line=line,
            column=None if column is None else column + 1,
        ) from None
    except (ValueError, LookupError) as error:  # of an encoding
        raise _wrong(
            source, f"the file cannot be read: {_one_line(error)}", "save it as UTF-8"
        ) from None
    return root


def _without_html_entities(data: bytes) -> bytes:
    """The same with `&nbsp;` and the like, which XML does not know, as numbers."""
    if b"&" not in data or b"\0" in data[:4]:
        return data

    def numbered(match: re.Match[bytes]) -> bytes:
        name = match[1].decode()
        if name in _XML_ENTITIES or name not in html5:
            return match[0]
        return "".join(f"&#{ord(char)};" for char in html5[name]).encode()

    return _HTML_ENTITY.sub(numbered, data)


def name_of(element: Element) -> str:
    """An element's name without its namespace: files have the right one, another, or none."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def children(element: Element | None, name: str) -> Iterator[Element]:
    """The elements called `name` that are directly inside."""
    return (child for child in (() if element is None else element) if name_of(child) == name)


def child(element: Element | None, name: str) -> Element | None:
    """The first element called `name` that is directly inside, or None."""
    return next(children(element, name), None)


def _too_large(source: str) -> FormatError:
    return _wrong(source, "the file is larger than a crossword can be", "is this a crossword?")


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:80]


def _wrong(source: str, problem: str, mend: str) -> FormatError:
    return FormatError(problem, mend=mend, source=source)
