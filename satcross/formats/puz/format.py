"""Across Lite's .puz, through puzpy.

Reads and writes letters, rebuses (GRBS, RTBL), circles (GEXT), entries of the solver (also several
letters in a square, RUSR), the timer (LTIM), title, author, copyright, notes, clues. Text is
Windows-1252 up to version 1.4 and UTF-8 from 2.0 on: a new file is 1.3 if its text is Latin-1,
else 2.0. A letter that is not a single byte in the file's version is a rebus of one letter.

A square whose letter is unknown is `-`, as in puzpy and others; if no letter is known, the file
says so. A scrambled solution counts as unknown; the scrambled letters stay with the crossword, and
are written again unless the squares have been filled. Blocks that are hidden are `:`, also among
the entries, where `.` is a block that the solver has found.

Only files of this format keep the following, as extras: the version, scrambled solutions, marks of
wrong and revealed letters, stand-ins of rebuses, the kind of puzzle, clues beyond the numbered
ones, unknown sections, and the bytes around them.

Source: the format as documented by the puz project (code.google.com/archive/p/puz, FileFormat).
"""

from __future__ import annotations

import struct
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from satcross.checks import counted
from satcross.errors import FormatError
from satcross.formats.extras import extras_of, note_foreign
from satcross.formats.losses import Losses, check_size, drop_unsupported
from satcross.formats.puz.layout import (
    BLOCKS,
    CIRCLE,
    EMPTY,
    HEADER,
    HIDDEN,
    HIDDEN_NAME,
    KEEPS,
    MAGIC,
    MAX_PUZ,
    MAX_SECONDS,
    NAME,
    NORMAL,
    fits_square,
    from_bytes,
    is_wide,
    stand_in,
    version_for,
)
from satcross.formats.puz.writer import Writer, raw_fill, texts_of
from satcross.model.cellnames import cell_name
from satcross.model.crossword import (
    Clue,
    Crossword,
    Square,
    SquareKind,
    clue_key,
    pattern_of,
    spelled,
)
from satcross.model.grid import MAX_SIDE
from satcross.model.kinds import CROSSWORD, kind_in
from satcross.model.slots import find_slots

if TYPE_CHECKING:
    from puz import Puzzle


def read(data: bytes, source: str) -> Crossword:
    """The crossword in a .puz file.

    Raises:
        FormatError: it is another format, cut off, damaged (by its checksums), or too large.
    """
    return _Reader(_opened(data, source), source).crossword()


def _opened(data: bytes, source: str) -> Puzzle:
    """The file as loaded by puzpy, after a check of its sizes.

    puzpy raises many types of errors; all of them mean that the file is damaged.
    """
    start = data.find(MAGIC) - 2
    if start < 0:
        raise FormatError(
            "this is not a .puz file: it does not contain ACROSS&DOWN",
            hint="if it is another format, name that format",
            source=source,
        )
    check_size(data, source, MAX_PUZ)
    if len(data) < start + HEADER:
        raise FormatError("the file is cut off", hint="get it again", source=source)
    n_cols, n_rows = data[start + 44 : start + 46]
    if not (1 <= n_cols <= MAX_SIDE and 1 <= n_rows <= MAX_SIDE):
        raise FormatError(
            f"the grid must have 1 to {MAX_SIDE} rows and columns, got"
            f" {counted(n_rows, 'row')} of {n_cols}",
            source=source,
        )
    (n_clues,) = struct.unpack("<H", data[start + 46 : start + 48])
    # Each string ends in a byte: title, author, copyright, notes and the clues.
    if len(data) < start + HEADER + 2 * n_cols * n_rows + n_clues + 4:
        raise FormatError("the file is cut off", hint="get it again", source=source)
    from puz import PuzzleFormatError, load

    try:
        return load(data)
    except PuzzleFormatError as error:
        problem = error.message or "its format is wrong"
    except UnicodeDecodeError:
        problem = "a text is not in the file's encoding"
    except Exception as error:
        problem = type(error).__name__
    raise FormatError(f"the file is damaged: {problem}", hint="get it again", source=source)


class _Reader:
    def __init__(self, puzzle: Puzzle, source: str) -> None:
        self._puzzle = puzzle
        self._source = source
        self._wide = puzzle.encoding.upper().startswith("UTF")
        self._n = puzzle.width * puzzle.height
        self._sections = dict(puzzle.extensions)

    def crossword(self) -> Crossword:
        puzzle = self._puzzle
        solution, fill = self._text(puzzle.solution), self._text(puzzle.fill)
        if len(solution) != self._n or len(fill) != self._n:
            raise self._wrong("the grid is cut off")
        kept: dict[str, Any] = {}
        squares = self._squares(solution, fill, kept)
        bare = Crossword(puzzle.height, puzzle.width, tuple(squares))
        timer_s, timer_runs = self._timer()
        is_hidden = puzzle.puzzletype == HIDDEN
        hidden = kind_in(NAME, HIDDEN_NAME, self._source) if is_hidden else None
        crossword = replace(
            bare,
            kind=hidden or CROSSWORD,
            clues=tuple(self._clues(bare, kept)),
            title=self._text(puzzle.title),
            author=self._text(puzzle.author),
            copyright=self._text(puzzle.copyright),
            notes=self._text(puzzle.notes).replace("\r\n", "\n").replace("\r", "\n"),
            timer_s=timer_s,
            timer_runs=timer_runs,
        )
        if puzzle.puzzletype not in (NORMAL, HIDDEN):
            kept["puzzle_type"] = int(puzzle.puzzletype)
        if raw_fill(crossword, wide=self._wide, block=BLOCKS[is_hidden]) != fill:
            kept["fill"] = fill
        for name, value in (
            ("preamble", puzzle.preamble),
            ("postscript", puzzle.postscript),
            ("unknown1", puzzle.unk1),
            ("unknown2", puzzle.unk2),
        ):
            if value.strip(b"\0"):
                kept[name] = value.decode("latin-1")
        kept_sections = {
            code.decode("latin-1"): content.decode("latin-1")
            for code, content in self._sections.items()
            if content
        }
        if kept_sections:
            kept["sections"] = kept_sections
        version = puzzle.fileversion.decode("latin-1").rstrip("\0")
        if version != version_for(texts_of(crossword)):
            kept["version"] = version
        if is_wide(version) != self._wide:
            raise self._wrong(f"the version is {version!r}")
        return replace(crossword, extras=extras_of(NAME, kept))

    def _squares(self, solution: str, fill: str, kept: dict[str, Any]) -> list[Square]:
        state = self._puzzle.solution_state
        letters = {char for char in solution if char not in BLOCKS}
        locked = bool(state & 4)
        unknown = locked or (state & 2 and letters <= {"X", *EMPTY})
        if locked:
            kept["scrambled"] = solution
            kept["scrambled_checksum"] = self._puzzle.scrambled_cksum
            if state != 4:
                kept["solution_state"] = int(state)
        rebus = {} if locked else self._rebus()
        entries = self._long_entries()
        marks = self._taken(b"GEXT") or bytes(self._n)
        if len(marks) != self._n:
            raise self._wrong("the size of section GEXT differs from the grid's")
        squares: list[Square] = []
        if not locked:
            self._check_characters(solution)
        self._check_characters(fill)
        for cell, (char, written, mark) in enumerate(zip(solution, fill, marks, strict=True)):
            extras: dict[str, Any] = {}
            if mark & ~CIRCLE:
                extras["marks"] = mark & ~CIRCLE
            if char in BLOCKS:
                if mark & CIRCLE:
                    extras["marks"] = mark
                squares.append(Square(SquareKind.BLOCK, extras=extras_of(NAME, extras)))
                continue
            content = "" if unknown or char in EMPTY else char
            if rebus.get(cell):
                content = rebus[cell]
                usual = content if fits_square(content, wide=self._wide) else stand_in(content)
                if char != usual:
                    extras["stand_in"] = [char, content]
            entry = entries.get(cell) or ("" if written in EMPTY + BLOCKS else written)
            squares.append(
                Square(
                    solution=content,
                    entry=entry,
                    circle=bool(mark & CIRCLE),
                    extras=extras_of(NAME, extras),
                )
            )
        return squares

    def _check_characters(self, grid: str) -> None:
        for cell, char in enumerate(grid):
            if char < " " or "\x7f" <= char <= "\x9f":
                name = cell_name(cell, self._puzzle.width)
                raise self._wrong(f"{name} holds {char!r}")

    def _rebus(self) -> dict[int, str]:
        """By position, the letters of rebus squares."""
        indices = self._taken(b"GRBS")
        if not indices:
            return {}
        if len(indices) != self._n:
            raise self._wrong("the size of section GRBS differs from the grid's")
        table: dict[int, str] = {}
        for item in self._decoded(self._taken(b"RTBL").replace(b"\0", b"")).split(";"):
            key, colon, content = item.partition(":")
            if colon:
                if not (key.strip().isascii() and key.strip().isdigit() and len(key) < 6):
                    raise self._wrong(f"section RTBL has the key {key[:20]!r}")
                table[int(key)] = content
        return {cell: table.get(index - 1, "") for cell, index in enumerate(indices) if index}

    def _long_entries(self) -> dict[int, str]:
        """By position, the solver's entries of several letters."""
        content = self._taken(b"RUSR")
        parts = content.split(b"\0")[: self._n]
        return {cell: self._decoded(part) for cell, part in enumerate(parts) if part}

    def _timer(self) -> tuple[int | None, bool]:
        content = self._taken(b"LTIM").decode("latin-1")
        if not content:
            return None, True
        seconds, _, stopped = content.strip("\0").partition(",")
        if not (seconds.isascii() and seconds.isdigit() and len(seconds) <= MAX_SECONDS):
            raise self._wrong(f"section LTIM is {content[:20]!r}")
        if stopped not in ("", "0", "1"):
            raise self._wrong(f"section LTIM is {content[:20]!r}")
        return int(seconds), stopped != "1"

    def _clues(self, bare: Crossword, kept: dict[str, Any]) -> list[Clue]:
        """The clues; a file has them by number, across before down."""
        texts = [self._text(clue) for clue in self._puzzle.clues]
        slots = find_slots(pattern_of(bare))
        in_file = sorted(slots, key=lambda slot: (slot.number, slot.direction.value))
        if len(texts) > len(slots):
            kept["more_clues"] = texts[len(slots) :]
        by_slot = {slot.index: text for slot, text in zip(in_file, texts, strict=False)}
        return [
            Clue(
                *clue_key(slot),
                by_slot.get(slot.index, ""),
                cells=slot.cells,
                answer=spelled(bare.squares, slot.cells),
            )
            for slot in slots
        ]

    def _taken(self, code: bytes) -> bytes:
        """The content of a known section, which is then removed from the extras."""
        content: bytes = self._sections.pop(code, b"")
        return content

    def _decoded(self, content: bytes) -> str:
        try:
            return self._text(content.decode(self._puzzle.encoding))
        except UnicodeDecodeError:
            raise self._wrong("the text of a section is not in the file's encoding") from None

    def _text(self, text: str) -> str:
        return from_bytes(text, wide=self._wide)

    def _wrong(self, problem: str) -> FormatError:
        return FormatError(f"the file is damaged: {problem}", source=self._source)


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as .puz.

    Raises:
        FormatError: there are more rows or columns than a file can have.
    """
    if max(crossword.n_rows, crossword.n_cols) > MAX_SIDE:
        raise FormatError(
            f"a .puz grid must have at most {MAX_SIDE} rows and columns, got"
            f" {crossword.n_rows} and {crossword.n_cols}",
            hint="use another format",
        )
    note_foreign(crossword, NAME, losses)
    drop_unsupported(crossword, KEEPS, losses)
    return Writer(crossword, losses).data()
