"""Reading text files: decompression, character encoding, and rejecting binary files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from satcross.errors import InputError, WordListError, printable
from satcross.files import as_path, exists
from satcross.packed import STDIN, pieces_of_file, pieces_of_stdin
from satcross.words.scales import Scale

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet

Source = str | os.PathLike[str]

_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
# By the first bytes: what people give instead of text, and what to do about it.
_SAVE_AS = "open it in its program, and save it as CSV or plain text"
_TYPE = "type its words into a text file"
_DOCUMENTS = {
    b"PK\3\4": ("is a spreadsheet, a document or a zip archive", _SAVE_AS),
    b"\xd0\xcf\x11\xe0": ("is an old Office document", _SAVE_AS),
    b"%PDF-": ("is a PDF", "copy its words into a text file"),
    b"{\\rtf": ("is a rich text document", _SAVE_AS),
    b"\x89PNG": ("is a picture", _TYPE),
    b"\xff\xd8\xff": ("is a picture", _TYPE),
    b"GIF8": ("is a picture", _TYPE),
}
# Control characters that no text contains: all but tab, line and page ends, and escape.
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b")) + b"\x7f"
_C1 = bytes(range(0x80, 0xA0))
# Lists of Crossword Compiler and others that have a blank or `@` before the score of every line. Of
# the characters that are not letters one is replaced, so that places in the text stay as they are.
_CONTENT = re.compile(rb"^[^\S\n]*([^\s#][^\n]*)", re.MULTILINE)
_SPACED = re.compile(rb"[^\s@,][ @][0-9]{1,4}$")
_BEFORE_SCORE = re.compile(rb"[ @]([0-9]{1,4}[^\S\n]*)$", re.MULTILINE)
_FEWEST_SPACED = 2  # "Apollo 13" alone is a phrase


class FileText(NamedTuple):
    """A file's text as UTF-8 bytes with `\\n` or `\\r\\n` line ends.

    Args:
        data: the text.
        source: the file's name, for people.
        encoding: the file's encoding: `UTF-8`, `UTF-16`, `Latin-1` or `Windows-1252`.
    """

    data: bytes
    source: str
    encoding: str = "UTF-8"

    @staticmethod
    def of_list(source: Source) -> tuple[FileText, Scale]:
        """The text of a word list, and its scale. Args: source: see `satcross.words.scales`.

        Raises: as `FileKind.read` and `Scale.split`.
        """
        path, scale = Scale.split(source)
        return WORDS.read(installed(path)), scale

    def with_separators(self, alphabet: Alphabet) -> FileText:
        """A text with semicolons before the scores, if each line is `WORD score` or `WORD@score`.

        Where digits are letters, a blank before them is none.
        """
        if b";" in self.data or b"\t" in self.data or "1" in alphabet.texts:
            return self
        n_lines = 0
        for match in _CONTENT.finditer(self.data):
            if not _SPACED.search(match[1].rstrip()):
                return self
            n_lines += 1
        if n_lines < _FEWEST_SPACED:
            return self
        return self._replace(data=_BEFORE_SCORE.sub(rb";\1", self.data))


class FileKind(NamedTuple):
    """A kind of text file.

    Args:
        name: name for people: `list of words`.
        error: the error to raise if it cannot be read.
        limit: maximum number of bytes, unpacked.
        max_lines: maximum number of lines.

    Both limits are far above any real file, and low enough for memory and time.
    """

    name: str
    error: type[InputError]
    limit: int
    max_lines: int = 1_000_000

    def read(self, path: Source) -> FileText:
        """The text of such a file, unpacked if it is gzip or xz (by name or by its first bytes).

        Raises:
            InputError: the kind's error: the file is missing, a directory, unreadable, damaged, too
                large, or not text.
        """
        path = as_path(path)
        source = printable(str(path))
        pieces = pieces_of_file(path, self.error, limit=self.limit)
        return self.decode(self._whole(pieces, source), source)

    def read_stdin(self) -> FileText:
        """The same of standard input."""
        pieces = pieces_of_stdin(self.error, limit=self.limit)
        return self.decode(self._whole(pieces, STDIN), STDIN)

    def decode(self, data: bytes, source: str) -> FileText:
        """`data` as UTF-8 text; other text is read as Latin-1 or Windows-1252.

        Raises:
            InputError: `data` contains NULs or other control characters, so it is not text.
        """
        encoding = "UTF-8"
        if data.startswith(_UTF16_BOMS):
            try:
                data, encoding = data.decode("utf-16").encode(), "UTF-16"
            except UnicodeDecodeError:
                raise self.error(
                    "the UTF-16 text is damaged", hint="save it as UTF-8", source=source
                ) from None
        if b"\0" in data or data.startswith(tuple(_DOCUMENTS)):
            raise _not_text(data, source, self)
        data = data.removeprefix(_BOM)
        if not data.isascii():
            try:
                data.decode()
            except UnicodeDecodeError:
                data, encoding = _from_8_bit(data, source, self)
        if b"\r" in data and b"\n" not in data:
            data = data.replace(b"\r", b"\n")
        return FileText(data, source, encoding)

    def _whole(self, pieces: Iterable[bytes], source: str) -> bytes:
        """All pieces. Raises the kind's error: there are too many lines."""
        kept: list[bytes] = []
        n_lines = 0
        for piece in pieces:
            n_lines += piece.count(b"\n") or piece.count(b"\r")
            if n_lines > self.max_lines:
                raise self.error(
                    f"the file has more than {self.max_lines:,} lines",
                    hint="check that it is the right file",
                    source=source,
                )
            kept.append(piece)
        return b"".join(kept)


WORDS = FileKind("list of words", WordListError, 32 << 20)


def installed(path: Source) -> Path:
    """The file of the word list of this name that another package brings, or the path as it is.

    A name without folder and extension is looked up, if there is no such file.

    Raises:
        OptionError: its package is broken.
    """
    path = as_path(path, "words")
    if path.name != str(path) or path.suffix or exists(path):
        return path
    from satcross import plugins

    found = plugins.load(plugins.LISTS, str(path))
    return path if found is None else as_path(found())


def _from_8_bit(data: bytes, source: str, kind: FileKind) -> tuple[bytes, str]:
    """(UTF-8, encoding) of bytes that are not UTF-8."""
    if len(data.translate(None, _CONTROLS)) < len(data):
        raise _not_text(data, source, kind)
    # ISO 8859-1 has only controls from 80 to 9F; Windows-1252 has curly quotes there.
    codec, name = (
        ("latin-1", "Latin-1")
        if len(data.translate(None, _C1)) == len(data)
        else ("cp1252", "Windows-1252")
    )
    try:
        return data.decode(codec).encode(), name
    except UnicodeDecodeError:
        raise _not_text(data, source, kind) from None


def _not_text(data: bytes, source: str, kind: FileKind) -> InputError:
    what, hint = next(
        (found for start, found in _DOCUMENTS.items() if data.startswith(start)),
        ("is binary", "use a text file"),
    )
    return kind.error(f"the file {what}, not a {kind.name}", hint=hint, source=source)
