"""Crossword files of any format, in and out."""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass
from pathlib import Path

from satcross.alphabet import LATIN, Alphabet
from satcross.crossword import Crossword
from satcross.errors import FormatError, OptionError
from satcross.files import read_file, write_file
from satcross.formats.format import MAX_FILE, Format
from satcross.formats.losses import Losses
from satcross.formats.registry import format_name_of, format_named
from satcross.grid.hexpattern import looks_like_hex

_SNIFFED = 4096


@dataclass(frozen=True, slots=True)
class Loaded:
    """A crossword and where it came from.

    Args:
        crossword: what was read.
        source: the file's name, for people.
        format: the name of the format it was in.
    """

    crossword: Crossword
    source: str
    format: str


def load_crossword(
    name: str | Path, *, format_name: str | None = None, alphabet: Alphabet = LATIN
) -> Loaded:
    """Read a crossword file.

    Args:
        name: a path; `-` for standard input; or a hexadecimal pattern, when no such file exists.
        format_name: one of `registry.NAMES`; by the file's ending, or else its first bytes, if
            not given.
        alphabet: which letters the cells of grid text may hold.

    Raises:
        OptionError: there is no such format.
        FormatError, GridError: the file cannot be read, or is not in its format.
    """
    name = str(name)
    if name == "-":
        data, source = sys.stdin.buffer.read(MAX_FILE + 1), "<stdin>"
        if len(data) > MAX_FILE:
            raise FormatError(f"more than {MAX_FILE >> 20} MB", mend="is this a crossword?")
    elif looks_like_hex(name) and not Path(name).exists() and format_name in (None, "hex"):
        data, source, format_name = name.encode(), "pattern", "hex"
    else:
        data, source = read_file(Path(name), FormatError, limit=MAX_FILE), name
    chosen = format_named(format_name or format_name_of(source) or sniffed(data))
    return Loaded(parse_crossword(data, chosen, source, alphabet), source, chosen.name)


def parse_crossword(
    data: bytes, format_: Format, source: str, alphabet: Alphabet = LATIN
) -> Crossword:
    """The crossword in the bytes of a file.

    Raises:
        FormatError, GridError: the bytes are not in the format.
    """
    # Only the formats that are nothing but letters and marks need to know the letters.
    if "alphabet" in inspect.signature(format_.read).parameters:
        return format_.read(data, source, alphabet=alphabet)  # type: ignore[call-arg]
    return format_.read(data, source)


def sniffed(data: bytes) -> str:
    """The name of the format that a file's first bytes look like; grid text if like no other."""
    head = data[:_SNIFFED].removeprefix(b"\xef\xbb\xbf").lstrip()
    if data[2:13] == b"ACROSS&DOWN":
        return "puz"
    if head[:2] == b"PK" or head[:1] == b"<":
        return "jpz"
    if head[:1] == b"{":
        return "satcross" if b"satcross.crossword" in head else "ipuz"
    if head[:4] == b"ipuz":
        return "ipuz"
    first = head.split(b"\n", 1)[0]
    if first[:6] in (b"Title:", b"Author") or first[:3] == b"## ":
        return "xd"
    return "text"


def file_of(
    crossword: Crossword, format_name: str, *, lossy: bool = False, target: str = "file"
) -> FileContent:
    """A crossword as the bytes of a file.

    Args:
        crossword: what to write.
        format_name: one of `registry.NAMES`.
        lossy: whether to leave out what the format cannot hold; else that is an error.
        target: names the file in errors.

    Raises:
        OptionError: there is no such format.
        FormatError: the format cannot hold the crossword.
    """
    format_ = format_named(format_name)
    losses = Losses(format_.name)
    data = format_.write(crossword, losses)
    if not lossy:
        losses.require_none(target)
    return FileContent(data, tuple(losses.dropped.values()), tuple(losses.notes))


@dataclass(frozen=True, slots=True)
class FileContent:
    """What a file is to hold, and what it does not.

    Args:
        data: the bytes.
        dropped: what was left out because the format cannot hold it, an item each.
        notes: what was left out because only the format it came from has a place for it.
    """

    data: bytes
    dropped: tuple[str, ...]
    notes: tuple[str, ...]


def save_crossword(
    crossword: Crossword, path: str | Path, *, format_name: str | None = None, lossy: bool = False
) -> FileContent:
    """Write a crossword to a file, whole or not at all.

    Args:
        crossword: what to write.
        path: the file; its ending tells the format, unless `format_name` does.
        format_name, lossy: see `file_of`.

    Returns: what was written, and what was left out.

    Raises:
        OptionError: no format is named by either.
        FormatError: the format cannot hold the crossword, or the file cannot be written.
    """
    chosen = format_name or format_name_of(str(path))
    if chosen is None:
        raise OptionError(
            "the file's ending names no format", mend="name one with --to", source=str(path)
        )
    content = file_of(crossword, chosen, lossy=lossy, target=str(path))
    write_file(Path(path), content.data, FormatError)
    return content
