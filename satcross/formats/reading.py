"""Reading and writing crossword files of any format."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from satcross import rooms
from satcross.checks import checked, some_of
from satcross.errors import FormatError, OptionError
from satcross.files import as_path, exists, read_file_or_stdin, write_file
from satcross.formats.losses import Feature, Losses
from satcross.formats.registry import (
    MAX_FILE,
    TABLE,
    Format,
    format_named,
)
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.cellnames import NamedCell
from satcross.model.crossword import TWO_LETTERS, Crossword, pattern_of, read_in, spelled
from satcross.model.enumerations import in_texts, without_place_in_text
from satcross.model.hexpattern import looks_like_hex
from satcross.model.kinds import CROSSWORD, PuzzleKind, kind_named
from satcross.model.linked import Links
from satcross.model.media import without_media

OWN = "satcross"
_SNIFFED = 4096
_KEY_DIGITS = 4
_SHOWN = 3


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
    if format_.name != OWN:
        crossword = _with_answers_read(crossword)
    remarks = crossword.remarks
    if not format_.is_treated:
        remarks = (*remarks, *other_answers(crossword))
    return replace(crossword, remarks=remarks) if remarks != crossword.remarks else crossword


def _checked_key(key: str, format_name: str, *, has_key: bool) -> str:
    """A key. Raises OptionError: it is none, or files of the format have none."""
    if not has_key:
        problem, hint = f"files of {format_name} have no key", "leave it out"
        raise OptionError(problem, hint=hint, parameter="unlock")
    if not (len(key) == _KEY_DIGITS and key.isascii() and key.isdigit()):
        raise OptionError(f"must be four digits, got {key[:20]!r}", parameter="unlock")
    return key


def _with_answers_read(crossword: Crossword) -> Crossword:
    """The crossword with answers as they are read, where a square is `ON/OFF`.

    Formats without answers of their own have those of the squares.
    """
    if not any({*"/|"} & {*square.solution} for square in crossword.squares):
        return crossword
    clues = list(crossword.clues)
    for at, clue in enumerate(clues):
        known = read_in(crossword, clue.direction, clue.cells)
        if known and clue.answer == spelled(crossword.squares, clue.cells) != known:
            clues[at] = replace(clue, answer=known)
    return replace(crossword, clues=tuple(clues))


def other_answers(crossword: Crossword) -> list[str]:
    """A remark on answers of clues that are not what their squares spell, if there are any."""
    read_twice = {at for pair in pattern_of(crossword).second_cells().items() for at in pair}
    found = []
    for clue in crossword.clues:
        # The answer of linked entries may be that of the first alone.
        both = [read_in(crossword, clue.direction, cells) for cells in (clue.cells, clue.whole)]
        both += _both_readings(crossword, clue.cells)
        is_known = bool(clue.answer) and all(both) and read_twice.isdisjoint(clue.whole)
        if is_known and not any(Alphabet.same_letters(clue.answer, letters) for letters in both):
            found.append(f"{clue.name} is {clue.answer}, the grid has {both[0]}")
    return [f"answers that differ from the grid: {some_of(found, _SHOWN)}"] if found else []


def _both_readings(crossword: Crossword, cells: Iterable[int]) -> list[str]:
    """What squares such as `C/B` read with their first letters, the second ones, and both."""
    texts = [crossword.squares[at].solution.split("/") for at in cells]
    if all(len(both) < 2 for both in texts):
        return []
    first, second = ("".join(both[side] for both in texts) for side in (0, -1))
    return [first, second, f"{first}/{second}"]


def sniffed(data: bytes) -> str:
    """The name of the format that a file's first bytes look like; grid text by default."""
    head = data[:_SNIFFED]
    if head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{" and b'"satcross.' in head:
        return OWN
    found = (module.sniffed(data) for module in rooms.modules("formats"))
    return next(filter(None, found), "text")


def format_of_file(source: str, data: bytes) -> str:
    """The name of the format of a file: by its extension, or else its content.

    Texts of other programs have the extension of grid text, so that content decides there too.
    """
    named = Format.name_of_read(source) or sniffed(data)
    if named == "text":
        found = (module.sniffed_text(data) for module in rooms.modules("formats"))
        return next(filter(None, found), named)
    return named


@checked
def file_of(
    crossword: Crossword,
    format_name: str,
    *,
    lossy: bool = False,
    target: str = "file",
    language: str = "en",
) -> FileContent:
    """A crossword as the bytes of a file.

    Args:
        crossword: the crossword.
        format_name: one of `registry.NAMES`.
        lossy: whether to leave out what the format cannot hold, instead of raising an error.
        target: names the file in errors.
        language: of what the file says beside the crossword, as in "1 Across" of a question.

    Raises:
        OptionError: there is no such format.
        FormatError: the format cannot hold the crossword, or is only read; or its kind could not be
            read again.
    """
    format_ = format_named(format_name)
    if format_.write is None:
        raise FormatError(
            f"files of {format_.name} can only be read", hint="write another format", source=target
        )
    losses = Losses(format_.name)
    losses.language = language
    _check_kind(crossword.kind, target)
    crossword = _of_kind(crossword, format_, losses)
    if Feature.NAMED not in format_.keeps and Feature.REBUS in format_.keeps:
        has_readings = bool(pattern_of(crossword).second_cells()) or TWO_LETTERS in crossword.notes
        losses.drop_cells(crossword, Feature.REBUS, _half_known(crossword))
        crossword = _with_both_letters(crossword, format_.keeps)
        if Feature.NOTES not in format_.keeps:
            crossword = _with_marks_alone(crossword, losses, has_readings=has_readings)
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
    if Feature.CLUES in format_.keeps and Feature.LABELS not in format_.keeps:
        crossword = _with_cells(crossword)
    if not format_.lengths_apart:
        if lost := without_place_in_text(crossword):
            losses.note("lengths of answers", (clue.name for clue in lost))
        crossword = in_texts(crossword)
    if format_name != OWN:
        crossword, had = without_media(crossword)
        if had:
            losses.note("pictures and sounds of clues", (clue.name for clue in had))
        crossword = _with_said_links(crossword, format_, losses)
    data = format_.write(crossword, losses) if lossy else _whole(format_, crossword, losses, target)
    return FileContent(data, tuple(losses.dropped.values()), tuple(losses.notes))


def _of_kind(crossword: Crossword, format_: Format, losses: Losses) -> Crossword:
    """A crossword of a kind that the format has, whose clues are in blocks only if it draws them.

    Readers take a puzzle for one of the kind that has clues in its blocks if any stands in one.
    """
    if not format_.keeps_kind(crossword.kind):
        losses.drop_kind(crossword.kind)
        crossword = replace(crossword, kind=CROSSWORD)
    elif format_.name == OWN or crossword.kind.clues_in_grid:
        return crossword
    elif placed := [one.name for one in crossword.clues if one.place is not None]:
        losses.note("which block has a clue", placed)
    clues = (replace(clue, place=None) for clue in crossword.clues)
    return replace(crossword, clues=tuple(clues))


def _with_cells(crossword: Crossword) -> Crossword:
    """A crossword whose labels are lost: its clues have the squares that these say."""
    if not any(square.label for square in crossword.squares):
        return crossword
    entries = Links(crossword).entries()
    clues = (
        replace(clue, cells=clue.cells or entries.get((clue.direction, clue.label), ()))
        if clue.label
        else clue
        for clue in crossword.clues
    )
    return replace(crossword, clues=tuple(clues))


def _with_said_links(crossword: Crossword, format_: Format, losses: Losses) -> Crossword:
    """A crossword for others, whose clues refer to the first of their links.

    Links that nobody can read from the labels of the file are left out.
    """
    if Feature.CLUES not in format_.keeps:
        return crossword
    crossword = Links(crossword).with_see_texts()
    if Feature.LINKS not in format_.keeps:
        return crossword
    own = format_.unread_links
    unread = own(crossword) if own else Links(crossword).unreadable()
    losses.drop_clues(Feature.LINKS, unread)
    clues = (replace(one, continued=()) if one in unread else one for one in crossword.clues)
    return replace(crossword, clues=tuple(clues))


def _check_kind(kind: PuzzleKind, target: str) -> None:
    """Raise FormatError if a kind is not the one that its name stands for in files."""
    if kind.is_ours:
        return
    try:
        found = kind_named(kind.value)
    except OptionError as error:
        raise FormatError(error.problem, hint=error.hint, source=target) from None
    if found is not kind:
        problem = f"the kind {kind.value} is not the one that is installed by that name"
        raise FormatError(problem, hint="use kind_named", source=target)


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


def _half_known(crossword: Crossword) -> list[int]:
    """The squares of two texts of which one is not known: files for players have both or none."""
    pattern = pattern_of(crossword)
    second = pattern.second_cells() | pattern.second_cells(NamedCell.DOWNWARD)
    known = [bool(square.solution) for square in crossword.squares]
    return [at for at, other in second.items() if known[at] is not known[other]]


def _with_both_letters(crossword: Crossword, keeps: Collection[Feature]) -> Crossword:
    """A crossword of two readings for players: both letters in a square, and a note that says so.

    `C/B` is what Across Lite's puzzles and xd have for either of two letters, and `ON/OFF` for
    ON across and OFF down.
    """
    has_readings = bool(pattern_of(crossword).second_cells())
    is_noted = Feature.NOTES in keeps and not has_readings
    both = crossword.with_both_letters("/" if is_noted else "|")
    if both is crossword:
        return both
    if Feature.ANSWERS not in keeps:  # the squares have both
        pairs = zip(both.clues, crossword.clues, strict=True)
        clues = (
            one if one.answer == other.answer else replace(one, answer="") for one, other in pairs
        )
        both = replace(both, clues=tuple(clues))
    note = TWO_LETTERS if has_readings else Crossword.EITHER_OR
    if Feature.NOTES in keeps and note not in crossword.notes:
        both = replace(both, notes="\n".join(filter(None, (crossword.notes, note))))
    return both


def _with_marks_alone(crossword: Crossword, losses: Losses, *, has_readings: bool) -> Crossword:
    """A crossword for a file without notes, where the marks alone say how two letters are read.

    There `C/B` are two readings, but `ON/OFF` is ON across and OFF down. Two readings of several
    letters are lost: the first one stays.

    Args: has_readings: whether two letters are two readings.
    """
    squares = list(crossword.squares)
    lost: list[int] = []
    for at, square in enumerate(squares):
        both = square.solution.split("/")
        if len(both) != 2 or not all(both):
            continue
        is_long = max(map(len, both)) > 1
        is_down = Crossword.EITHER_OR in crossword.notes
        if is_down and not is_long:
            squares[at] = replace(square, solution="|".join(both))
        elif is_long and has_readings and not is_down:
            squares[at] = replace(square, solution=both[0])
            lost.append(at)
    losses.drop_cells(crossword, Feature.REBUS, lost)
    return replace(crossword, squares=tuple(squares))


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
    chosen = format_name or Format.name_of(str(path))
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
