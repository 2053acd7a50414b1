"""Reading and writing crossword files of any format."""

from __future__ import annotations

import inspect
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from satcross.checks import checked, some_of
from satcross.errors import FormatError, OptionError
from satcross.files import as_path, exists, read_file_or_stdin, write_file
from satcross.formats.across_text.lines import starts_as_across
from satcross.formats.losses import Feature, Losses, clue_name, drop_clues
from satcross.formats.registry import (
    MAX_FILE,
    TABLE,
    Format,
    format_name_of,
    format_named,
    read_format_name_of,
)
from satcross.model.alphabet import LATIN, Alphabet, same_letters
from satcross.model.crossword import EITHER_OR, Crossword, pattern_of, read_in
from satcross.model.enumerations import in_texts
from satcross.model.hexpattern import looks_like_hex
from satcross.model.kinds import CROSSWORD
from satcross.model.linked import with_see_texts, without_readable_link
from satcross.model.media import without_media

TWO_LETTERS = "Squares such as C/B hold two letters. The first ones and the second ones are right."
OWN = "satcross"
_ENUMERATIONS_APART = frozenset({"ipuz", "jpz", OWN})  # from the texts of clues
_SNIFFED = 4096
_KEY_DIGITS = 4
_SHOWN = 3
_TREATED = (OWN, "rows-garden")  # where answers may differ from squares: entries are treated
_INSIDE = (
    (b"exolve-begin", "exolve"),  # maybe in a page of HTML
    (b"<CROSSFIRE>", "cfp"),
)
_STARTS = (
    (b"#QXW2", "qxw"),
    (b"PK", "jpz"),
    (b"<", "jpz"),
    (b"var CrosswordPuzzleData", "jpz"),
    (b"{", "ipuz"),
    (b"ipuz", "ipuz"),
)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A crossword that was read from a file.

    Args:
        crossword: the crossword.
        source: the file's name, for people.
        format: the name of the file's format.
    """

    crossword: Crossword
    source: str
    format: str


@checked
def load_crossword(
    name: str | Path,
    *,
    format_name: str | None = None,
    alphabet: Alphabet = LATIN,
    unlock: str | None = None,
) -> Loaded:
    """Read a crossword file.

    Args:
        name: a path; `-` for standard input; or a hexadecimal pattern, if no such file exists.
        format_name: one of `registry.NAMES`; by default determined by the file name extension, or
            else the first bytes.
        alphabet: the letters that the cells of grid text may hold.
        unlock: the key of four digits that unlocks the solution of a .puz file.

    Raises:
        OptionError: there is no such format, or the key is for none.
        FormatError, GridError: the file cannot be read, is not in that format, or has another key.
    """
    name = str(as_path(name, "name"))
    if looks_like_hex(name) and not exists(name) and format_name in (None, "hex"):
        data, source, format_name = name.encode(), "pattern", "hex"
    else:
        data, source = read_file_or_stdin(name, FormatError, MAX_FILE)
    chosen = format_named(format_name or format_of_file(source, data))
    return Loaded(parse_crossword(data, chosen, source, alphabet, unlock), source, chosen.name)


def parse_crossword(
    data: bytes,
    format_: Format,
    source: str,
    alphabet: Alphabet = LATIN,
    unlock: str | None = None,
) -> Crossword:
    """The crossword in the bytes of a file. Args: unlock: as of `load_crossword`.

    Raises:
        FormatError, GridError: the bytes are not in the format, it is only written, or they have
            another key.
        OptionError: files of the format have no key, or it is no key.
    """
    read = format_.read
    if read is None:
        raise FormatError(
            f"files of {format_.name} can only be written",
            hint="read another format",
            source=source,
        )
    # Only the text formats need to know the letters, and only .puz files have keys.
    known = inspect.signature(read).parameters
    more: dict[str, Any] = {"alphabet": alphabet} if "alphabet" in known else {}
    if unlock is not None:
        more["key"] = _checked_key(unlock, format_.name, has_key="key" in known)
    crossword = read(data, source, **more)
    remarks = crossword.remarks
    if format_.name not in _TREATED:
        remarks = (*remarks, *_other_answers(crossword))
    return replace(crossword, remarks=remarks) if remarks != crossword.remarks else crossword


def _checked_key(key: str, format_name: str, *, has_key: bool) -> str:
    """A key. Raises OptionError: it is none, or files of the format have none."""
    if not has_key:
        problem, hint = f"files of {format_name} have no key", "leave it out"
        raise OptionError(problem, hint=hint, parameter="unlock")
    if not (len(key) == _KEY_DIGITS and key.isascii() and key.isdigit()):
        raise OptionError(f"must be four digits, got {key[:20]!r}", parameter="unlock")
    return key


def _other_answers(crossword: Crossword) -> list[str]:
    """A remark on answers of clues that are not what their squares spell, if there are any."""
    read_twice = {at for pair in pattern_of(crossword).second_cells().items() for at in pair}
    found = []
    for clue in crossword.clues:
        # The answer of linked entries may be that of the first alone.
        both = [read_in(crossword, clue.direction, cells) for cells in (clue.cells, clue.whole)]
        is_known = bool(clue.answer) and all(both) and read_twice.isdisjoint(clue.whole)
        if is_known and not any(same_letters(clue.answer, letters) for letters in both):
            found.append(f"{clue_name(clue)} is {clue.answer}, the grid has {both[0]}")
    return [f"answers that differ from the grid: {some_of(found, _SHOWN)}"] if found else []


def sniffed(data: bytes) -> str:
    """The name of the format that a file's first bytes look like; grid text by default."""
    head = data[:_SNIFFED].removeprefix(b"\xef\xbb\xbf").lstrip()
    if data[2:13] == b"ACROSS&DOWN":
        return "puz"
    for part, name in _INSIDE:
        if part in data[: _SNIFFED * 4]:
            return name
    if starts_as_across(data):
        return "across-text"
    for start, name in _STARTS:
        if head.startswith(start):
            return "satcross" if name == "ipuz" and b'"satcross.' in data[:_SNIFFED] else name
    first = head.split(b"\n", 1)[0]
    if first[:6] in (b"Title:", b"Author") or first[:3] == b"## ":
        return "xd"
    return "text"


def format_of_file(source: str, data: bytes) -> str:
    """The name of the format of a file: by its extension, or else its content.

    Across Lite's texts have the extension of grid text, so that content decides there too.
    """
    named = read_format_name_of(source) or sniffed(data)
    return "across-text" if named == "text" and starts_as_across(data) else named


@checked
def file_of(
    crossword: Crossword, format_name: str, *, lossy: bool = False, target: str = "file"
) -> FileContent:
    """A crossword as the bytes of a file.

    Args:
        crossword: the crossword.
        format_name: one of `registry.NAMES`.
        lossy: whether to leave out what the format cannot hold, instead of raising an error.
        target: names the file in errors.

    Raises:
        OptionError: there is no such format.
        FormatError: the format cannot hold the crossword, or is only read.
    """
    format_ = format_named(format_name)
    if format_.write is None:
        raise FormatError(
            f"files of {format_.name} can only be read", hint="write another format", source=target
        )
    losses = Losses(format_.name)
    if not format_.keeps_kind(crossword.kind):
        losses.drop_kind(crossword.kind)
        crossword = replace(crossword, kind=CROSSWORD)
    if Feature.NAMED not in format_.keeps and Feature.REBUS in format_.keeps:
        crossword = _with_both_letters(crossword, format_.keeps)
    if crossword.named and Feature.NAMED not in format_.keeps:
        if not crossword.n_rows:
            raise FormatError(
                f"{format_.name} cannot hold a board without a rectangle",
                hint="write a file of satcross (.json), or a picture",
                source=target,
            )
        losses.drop(Feature.NAMED, [cell.name for cell in crossword.named])
        crossword = crossword.rectangle()
    if crossword.board and Feature.BOARD not in format_.keeps:
        losses.drop(Feature.BOARD, [crossword.board])
        crossword = replace(crossword.labelled(), board="")
    if format_name not in _ENUMERATIONS_APART:
        crossword = in_texts(crossword)
    if format_name != OWN:
        crossword, had = without_media(crossword)
        if had:
            named = some_of([f"{clue.label} {clue.direction}" for clue in had], _SHOWN)
            losses.note(f"pictures and sounds of clues: {named}")
        crossword = with_see_texts(crossword)
        if Feature.LINKS in format_.keeps:
            drop_clues(Feature.LINKS, without_readable_link(crossword), losses)
    data = format_.write(crossword, losses) if lossy else _whole(format_, crossword, losses, target)
    return FileContent(data, tuple(losses.dropped.values()), tuple(losses.notes))


def _whole(format_: Format, crossword: Crossword, losses: Losses, target: str) -> bytes:
    """A crossword as bytes. Raises FormatError: the format cannot hold all of it."""
    assert format_.write is not None
    try:
        data = format_.write(crossword, losses)
    except FormatError:
        if Feature.BARS in losses.dropped:  # without them there are entries that it has not
            losses.require_none(target)
        raise
    losses.require_none(target)
    return data


def _with_both_letters(crossword: Crossword, keeps: Collection[Feature]) -> Crossword:
    """A crossword of two readings for players: both letters in a square, and a note that says so.

    `C/B` is what Across Lite's puzzles and xd have for either of two letters, and `ON/OFF` for
    ON across and OFF down.
    """
    both = crossword.with_both_letters("/" if Feature.NOTES in keeps else "|")
    if both is crossword:
        return both
    if Feature.ANSWERS not in keeps:  # the squares have both
        two = {at for at, square in enumerate(both.squares) if "/" in square.solution}
        clues = (
            replace(clue, answer=clue.answer * two.isdisjoint(clue.cells)) for clue in both.clues
        )
        both = replace(both, clues=tuple(clues))
    has_readings = bool(pattern_of(crossword).second_cells())
    note = TWO_LETTERS if has_readings else EITHER_OR
    if Feature.NOTES in keeps and note not in crossword.notes:
        both = replace(both, notes="\n".join(filter(None, (crossword.notes, note))))
    return both


@dataclass(frozen=True, slots=True)
class FileContent:
    """The content of a file, and what it does not contain.

    Args:
        data: the bytes.
        dropped: what was left out because the format cannot hold it.
        notes: what was left out because only its original format can hold it, and blanks.
    """

    data: bytes
    dropped: tuple[str, ...]
    notes: tuple[str, ...]


@checked
def save_crossword(
    crossword: Crossword, path: str | Path, *, format_name: str | None = None, lossy: bool = False
) -> FileContent:
    """Write a crossword to a file.

    Args:
        crossword: the crossword.
        path: the file; its extension determines the format, unless `format_name` is given.
        format_name, lossy: see `file_of`.

    Returns: what was written, and what was left out.

    Raises:
        OptionError: neither determines a format.
        FormatError: the format cannot hold the crossword or is only read, or the file cannot be
            written.
    """
    path = as_path(path)
    chosen = format_name or format_name_of(str(path))
    if chosen is None:
        known = ", ".join(suffix for _, suffixes, _ in TABLE.values() for suffix in suffixes)
        raise OptionError(
            "the file name extension is not that of a format",
            hint=f"use one of {known}, or name the format",
            source=str(path),
        )
    content = file_of(crossword, chosen, lossy=lossy, target=str(path))
    write_file(path, content.data, FormatError)
    return content
