"""The XML in a `.jpz` file, which may be zipped, gzipped, or a script's string, loaded with limits.

Rejected are archives larger than any crossword, packed or unpacked; document types (and with them
entities that expand without limit); and documents with more elements than the largest grid needs.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from html.entities import html5
from io import BytesIO
from typing import Any

from satcross import FormatError
from satcross.extend import MAX_FILE, read_file
from satcross.packed import HeldFile

ZIP = b"PK\x03\x04"
_GZIP = b"\x1f\x8b"
_SUFFIXES = ".jpz", ".xml"
MAX_ENTRIES = 64  # of an archive; it should have one
MAX_XML = MAX_FILE >> 1  # bytes: a grid of 200 x 200 with its words takes three million
MAX_TAGS = 200_000  # start and end tags; each element takes half a kilobyte
_MAX_ATTRIBUTES = 500_000
SCRIPT = b"CrosswordPuzzleData"
_BEFORE_SCRIPT = 100  # bytes that may be before it
_STRING = re.compile(SCRIPT + rb'\s*=\s*"((?:[^"\\]|\\.)*+)"', re.DOTALL)
_ESCAPED = re.compile(rb"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"r": b"\r"}
_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+)?html\b", re.IGNORECASE)
_HTML_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]{0,31};)")
_XML_ENTITIES = frozenset({"amp;", "lt;", "gt;", "quot;", "apos;"})

Element = Any  # xml.etree.ElementTree.Element, which is imported late


def load(data: bytes, source: str) -> Element:
    """The root of the XML in a plain, zipped or gzipped file, or in a script's string.

    Raises:
        FormatError: it is none of these, or is rejected.
    """
    if data.startswith(ZIP):
        data = unzipped(data, source, _SUFFIXES)
    elif data.startswith(_GZIP):
        data = read_file(HeldFile(data, source), FormatError, limit=MAX_XML)
    if data.startswith((ZIP, _GZIP)):
        raise _wrong(source, "the archive contains another archive", "unpack it")
    if SCRIPT in data[: len(SCRIPT) + _BEFORE_SCRIPT]:
        data = _from_script(data, source)
    return _parsed(data, source)


def _from_script(data: bytes, source: str) -> bytes:
    """The XML in the script that Crossword Compiler writes for web pages, a string."""
    string = _STRING.search(data[:MAX_XML])
    if string is None:
        raise _wrong(source, "CrosswordPuzzleData is no string in double quotes", "get it again")

    def unescaped(match: re.Match[bytes]) -> bytes:
        code = match[1]
        if len(code) > 1:  # uXXXX
            return chr(int(code[1:], 16)).encode(errors="replace")
        return _ESCAPES.get(code, code)

    return _ESCAPED.sub(unescaped, string[1])


def unzipped(data: bytes, source: str, suffixes: tuple[str, ...]) -> bytes:
    """The file in an archive: the first one with one of these extensions, or else the first.

    Raises:
        FormatError: it is damaged, has no file, or more bytes than any crossword.
    """
    from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

    if data.count(b"PK\x01\x02") > MAX_ENTRIES:
        raise _wrong(source, "the archive has many files", f"a {suffixes[0]} file has one")
    try:
        with ZipFile(BytesIO(data)) as archive:
            entries = [
                entry
                for entry in archive.infolist()
                if not entry.is_dir() and not entry.filename.startswith(("__MACOSX/", "."))
            ]
            if not entries:
                raise _wrong(source, "the archive is empty", f"a {suffixes[0]} file has one")
            entries.sort(key=lambda entry: not entry.filename.lower().endswith(suffixes))
            entry = entries[0]
            if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise _wrong(source, "the compression method is not supported", "use deflate")
            if entry.file_size > MAX_XML:
                raise _too_large(source)
            with archive.open(entry) as file:
                inner = file.read(MAX_XML + 1)
    # For damaged archives zipfile raises many types of errors.
    except (BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError) as error:
        if isinstance(error, FormatError):
            raise
        raise _damaged(source, error) from None
    except (IndexError, KeyError, OverflowError, TypeError, AttributeError, struct.error):
        raise _damaged(source) from None
    if len(inner) > MAX_XML:
        raise _too_large(source)
    return inner


def _damaged(source: str, error: Exception | None = None) -> FormatError:
    reason = f": {_one_line(error)}" if error else ""
    return _wrong(source, f"the archive is damaged{reason}", "get it again")


def _parsed(data: bytes, source: str) -> Element:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    if len(data) > MAX_XML or data.count(b"<") > MAX_TAGS or data.count(b"=") > _MAX_ATTRIBUTES:
        raise _too_large(source)
    if _PAGE.match(data) and b"rectangular-puzzle" not in data:
        raise _wrong(
            source,
            "the file is a web page without a crossword of Exolve",
            "save the puzzle in it as a file of its own",
        )
    try:
        root = fromstring(_without_html_entities(data.lstrip()), forbid_dtd=True)
    except DefusedXmlException:
        raise _wrong(
            source, "the file has a document type or entities", "remove the <!DOCTYPE …>"
        ) from None
    except ParseError as error:
        line, column = getattr(error, "position", (None, None))
        raise FormatError(
            f"the file is not XML: {_one_line(error).split(': line')[0]}",
            hint="if it is another format, name that format",
            source=source,
            line=line,
            column=None if column is None else column + 1,
        ) from None
    except (ValueError, LookupError) as error:  # an unknown or wrong encoding
        raise _wrong(
            source, f"the file cannot be read: {_one_line(error)}", "save it as UTF-8"
        ) from None
    return root


def _without_html_entities(data: bytes) -> bytes:
    """The same with HTML entities that XML does not have, such as `&nbsp;`, as numbers."""
    if b"&" not in data or b"\0" in data[:4]:
        return data

    def numbered(match: re.Match[bytes]) -> bytes:
        name = match[1].decode()
        if name in _XML_ENTITIES or name not in html5:
            return match[0]
        return "".join(f"&#{ord(char)};" for char in html5[name]).encode()

    return _HTML_ENTITY.sub(numbered, data)


def name_of(element: Element) -> str:
    """An element's name without its namespace, which may be wrong or missing in files."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def children(element: Element | None, name: str) -> Iterator[Element]:
    """The elements called `name` that are directly inside."""
    return (child for child in (() if element is None else element) if name_of(child) == name)


def child(element: Element | None, name: str) -> Element | None:
    """The first element called `name` that is directly inside, or None."""
    return next(children(element, name), None)


def _too_large(source: str) -> FormatError:
    return _wrong(source, "the file is larger than any crossword", "check that it is a crossword")


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:80]


def _wrong(source: str, problem: str, hint: str) -> FormatError:
    return FormatError(problem, hint=hint, source=source)


def whole_number(text: str | None) -> int | None:
    """A number of an attribute, from 0 and of at most nine digits; None for anything else."""
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
