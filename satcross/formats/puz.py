"""Across Lite's .puz, through puzpy.

Reads and writes letters, rebuses (GRBS, RTBL), circles (GEXT), entries of the solver (also several
letters in a square, RUSR), the timer (LTIM), title, author, copyright, notes, clues. Text is
Windows-1252 up to version 1.4 and UTF-8 from 2.0 on: a new file is 1.3 if its text is Latin-1,
else 2.0. A letter that is not a single byte in the file's version is a rebus of one letter.

A square whose letter is unknown is `-`, as in puzpy and others; if no letter is known, the file
says so. A scrambled solution counts as unknown; the scrambled letters stay with the crossword, and
are written again unless the squares have been filled. Diagramless puzzles have `:` for blocks, also
among the entries, where `.` is a block that the solver has found.

Only files of this format keep the following, as extras: the version, scrambled solutions, marks of
wrong and revealed letters, stand-ins of rebuses, the kind of puzzle, clues beyond the numbered
ones, unknown sections, and the bytes around them.

Source: the format as documented by the puz project (code.google.com/archive/p/puz, FileFormat).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from satcross.checks import counted
from satcross.errors import FormatError
from satcross.formats.extras import extras_for, extras_of, note_foreign
from satcross.formats.losses import (
    Feature,
    Losses,
    check_size,
    clues_in_place,
    drop_cells,
    drop_unsupported,
    supported_pattern,
)
from satcross.model.alphabet import LATIN
from satcross.model.cellnames import cell_name
from satcross.model.crossword import (
    Clue,
    Crossword,
    PuzzleKind,
    Square,
    SquareKind,
    clue_key,
    pattern_of,
    spelled,
)
from satcross.model.grid import MAX_SIDE
from satcross.model.slots import find_slots

if TYPE_CHECKING:
    from puz import Puzzle

BLANK = "-"  # a square that is not filled
EMPTY = BLANK + " "  # the second in files of other programs
BLOCKS = ".:"  # the second in diagramless puzzles
LATIN_VERSION = "1.3"
UNICODE_VERSION = "2.0"
_WINDOWS = {byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0xA0)}
_TO_UNICODE = {byte: char for byte, char in _WINDOWS.items() if char != "\ufffd"}
_TO_BYTE = {ord(char): byte for byte, char in _TO_UNICODE.items()}
NAME = "puz"
KEEPS: frozenset[Feature | PuzzleKind] = frozenset(
    {
        *(Feature.CIRCLES, Feature.REBUS, Feature.LETTERS, Feature.UNFILLED, Feature.ENTRIES),
        *(Feature.CLUES, Feature.TEXT, Feature.TITLE, Feature.AUTHOR, Feature.COPYRIGHT),
        *(Feature.NOTES, Feature.TIMER, Feature.SIZE, PuzzleKind.DIAGRAMLESS),
    }
)
NORMAL, DIAGRAMLESS = 0x0001, 0x0401
CIRCLE = 0x80
_OWN_SECTIONS = ("GRBS", "RTBL", "RUSR", "GEXT", "LTIM")
_VERSION = re.compile(r"[0-9]\.[0-9][ -~]?")
_MAX_REBUSES = 255
_MAX_SECTION = 0xFFFF  # bytes
_UNLOCKED, _NOT_PROVIDED, _LOCKED = 0, 2, 4
MAX_PUZ = 1 << 20  # bytes; checksums are slow, and the largest of these files have 50,000 bytes
_MAGIC = b"ACROSS&DOWN"
_HEADER = 52  # bytes
_MAX_SECONDS = 12  # digits


def from_bytes(text: str, *, wide: bool) -> str:
    """The text of a file, from the text that puzpy returns.

    Files before version 2 are in Windows-1252, which puzpy reads as Latin-1: the characters from
    U+0080 to U+009F are quotes and dashes.
    """
    return text if wide else text.translate(_TO_UNICODE)


def to_bytes(text: str, *, wide: bool) -> str:
    """The text to pass to puzpy; the inverse of `from_bytes`."""
    return text if wide else text.translate(_TO_BYTE)


def is_narrow(text: str) -> bool:
    """Whether a file before version 2 can hold the text, as Windows-1252."""
    return all(ord(char) < 0x80 or 0xA0 <= ord(char) <= 0xFF or ord(char) in _TO_BYTE
               or (ord(char) < 0xA0 and ord(char) not in _TO_UNICODE) for char in text)  # fmt: skip


def is_latin(text: str) -> bool:
    """Whether the text is the same in Latin-1 and Windows-1252, so that all readers agree."""
    return text.isascii() or all(ord(char) < 0x80 or 0xA0 <= ord(char) <= 0xFF for char in text)


def version_for(texts: Iterable[str], original: str = "") -> str:
    """The version of a new file with these texts.

    Args:
        texts: all texts in the file.
        original: the version of the file that the crossword came from, or "".
    """
    if original and (is_wide(original) or all(map(is_narrow, texts))):
        return original
    return LATIN_VERSION if all(map(is_latin, texts)) else UNICODE_VERSION


def is_wide(version: str) -> bool:
    """Whether files of this version hold Unicode."""
    return not version.lstrip().startswith(("0", "1"))


def fits_square(content: str, *, wide: bool) -> bool:
    """Whether one byte of the grid can hold it; else it needs the table of rebuses."""
    return (
        len(content) == 1
        and content.isprintable()
        and content not in EMPTY + BLOCKS
        and (content.isascii() if wide else is_narrow(content))
    )


def stand_in(content: str) -> str:
    """The letter in the grid for a content that does not fit in one byte."""
    letters = LATIN.normalise(content) or ""
    return next((char for char in letters or content if char.isascii() and char.isalnum()), "X")


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
    start = data.find(_MAGIC) - 2
    if start < 0:
        raise FormatError(
            "this is not a .puz file: it does not contain ACROSS&DOWN",
            hint="if it is another format, name that format",
            source=source,
        )
    check_size(data, source, MAX_PUZ)
    if len(data) < start + _HEADER:
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
    if len(data) < start + _HEADER + 2 * n_cols * n_rows + n_clues + 4:
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
        is_diagramless = puzzle.puzzletype == DIAGRAMLESS
        crossword = replace(
            bare,
            kind=PuzzleKind.DIAGRAMLESS if is_diagramless else PuzzleKind.CROSSWORD,
            clues=tuple(self._clues(bare, kept)),
            title=self._text(puzzle.title),
            author=self._text(puzzle.author),
            copyright=self._text(puzzle.copyright),
            notes=self._text(puzzle.notes).replace("\r\n", "\n").replace("\r", "\n"),
            timer_s=timer_s,
            timer_runs=timer_runs,
        )
        if puzzle.puzzletype not in (NORMAL, DIAGRAMLESS):
            kept["puzzle_type"] = int(puzzle.puzzletype)
        if raw_fill(crossword, wide=self._wide, block=BLOCKS[is_diagramless]) != fill:
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
        if version != version_for(_texts(crossword)):
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
        if not (seconds.isascii() and seconds.isdigit() and len(seconds) <= _MAX_SECONDS):
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


def _texts(crossword: Crossword) -> list[str]:
    return [*contents_of(crossword), *(clue.text for clue in crossword.clues)]


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
    return _Writer(crossword, losses).data()


def contents_of(crossword: Crossword) -> Iterator[str]:
    """All texts except the clues: names, notes and the contents of squares."""
    yield from (crossword.title, crossword.author, crossword.copyright, crossword.notes)
    for square in crossword.squares:
        if square.kind is SquareKind.OPEN:
            yield square.solution
            yield square.entry


def raw_fill(crossword: Crossword, *, wide: bool, block: str) -> str:
    """The solver's entries, a character for each square."""
    return "".join(
        block
        if square.kind is not SquareKind.OPEN
        else _one(square.entry, wide) if square.entry else BLANK
        for square in crossword.squares
    )  # fmt: skip


def _one(content: str, wide: bool) -> str:
    return content if fits_square(content, wide=wide) else stand_in(content)


def _original_stand_in(square: Square) -> str:
    """The letter for this content of the square in the grid of the original file, or ""."""
    match extras_for(square, NAME).get("stand_in"):
        case [str(char), content] if content == square.solution:
            return char
        case _:
            return ""


def _raw(content: Any) -> bytes:
    """Bytes that extras hold as a string, which a user may have edited."""
    return str(content).encode("latin-1", "ignore")


class _Writer:
    def __init__(self, crossword: Crossword, losses: Losses) -> None:
        self._crossword = crossword
        self._losses = losses
        self._kept: Mapping[str, Any] = extras_for(crossword, NAME)
        self._dirty: list[str] = []  # names of texts that were changed
        self._squares = [self._clean_square(p, sq) for p, sq in enumerate(crossword.squares)]
        slots = find_slots(supported_pattern(crossword, KEEPS))
        clues = clues_in_place(crossword, slots, losses)
        in_file = sorted(slots, key=lambda slot: (slot.number, slot.direction.value))
        self._clues = [self._clue(clues.get(slot.index)) for slot in in_file]
        self._clues += [self._clean(str(text), "clues") for text in self._more_clues()]
        self._texts = {
            name: self._clean(getattr(crossword, name), name)
            for name in ("title", "author", "copyright", "notes")
        }
        texts = [*self._texts.values(), *self._clues]
        texts += [text for square in self._squares for text in (square.solution, square.entry)]
        original = str(self._kept.get("version", ""))
        self._version = version_for(texts, original if _VERSION.fullmatch(original) else "")
        self._wide = is_wide(self._version)
        is_diagramless = crossword.kind is PuzzleKind.DIAGRAMLESS
        self._kind = DIAGRAMLESS if is_diagramless else self._number("puzzle_type", NORMAL)
        self._block = BLOCKS[1] if self._kind == DIAGRAMLESS else BLOCKS[0]

    def data(self) -> bytes:
        from puz import Puzzle

        crossword = self._crossword
        puzzle = Puzzle(self._version[:3])
        puzzle.fileversion = self._version.encode("latin-1").ljust(4, b"\0")[:4]
        puzzle.width, puzzle.height = crossword.n_cols, crossword.n_rows
        puzzle.title, puzzle.author, puzzle.copyright, puzzle.notes = (
            self._encoded(text) for text in self._texts.values()
        )
        puzzle.clues = [self._encoded(text) for text in self._clues]
        puzzle.puzzletype = self._kind
        puzzle.preamble, puzzle.postscript, unk1, unk2 = (
            _raw(self._kept.get(name, ""))
            for name in ("preamble", "postscript", "unknown1", "unknown2")
        )
        puzzle.unk1, puzzle.unk2 = unk1.ljust(2, b"\0")[:2], unk2.ljust(12, b"\0")[:12]
        solution, state = self._solution()
        puzzle.solution = self._encoded(solution)
        puzzle.solution_state = state
        if state & _LOCKED:
            puzzle.scrambled_cksum = self._number("scrambled_checksum", 0)
        puzzle.fill = self._encoded(self._fill())
        puzzle.extensions = self._sections(locked=bool(state & _LOCKED))
        if self._dirty:
            self._losses.drop(Feature.TEXT, dict.fromkeys(self._dirty))
        data: bytes = puzzle.tobytes()
        return data

    def _clean_square(self, position: int, square: Square) -> Square:
        """The square with a block for a void, and without characters that no section can hold."""
        if square.kind is not SquareKind.OPEN:
            return Square(SquareKind.BLOCK, extras=square.extras)
        name = cell_name(position, self._crossword.n_cols)
        return replace(
            square,
            solution=self._clean(square.solution, name),
            entry=self._clean(square.entry, name),
        )

    def _clue(self, clue: Clue | None) -> str:
        return self._clean(clue.text, f"{clue.label} {clue.direction}") if clue else ""

    def _more_clues(self) -> list[Any]:
        more = self._kept.get("more_clues", [])
        return list(more) if isinstance(more, list | tuple) else []

    def _clean(self, text: str, name: str) -> str:
        """Text without NUL, which would end it, and without surrogates."""
        clean = text.replace("\0", "").encode(errors="replace").decode()
        if clean != text:
            self._dirty.append(name)
        return clean

    def _encoded(self, text: str) -> str:
        return to_bytes(text, wide=self._wide)

    def _solution(self) -> tuple[str, int]:
        """The letters, a character for each square, and the state of the solution."""
        is_open = [square.kind is SquareKind.OPEN for square in self._squares]
        known = [square.solution != "" for square in self._squares]
        scrambled = self._kept.get("scrambled")
        if (
            isinstance(scrambled, str)
            and not any(known)
            and [char not in BLOCKS for char in scrambled] == is_open
            and (scrambled.isascii() or not self._wide)
        ):
            return scrambled, self._number("solution_state", _LOCKED)
        letters = "".join(
            self._letter(square) if square.kind is SquareKind.OPEN else self._block
            for square in self._squares
        )
        return letters, _NOT_PROVIDED if any(is_open) and not any(known) else _UNLOCKED

    def _letter(self, square: Square) -> str:
        if not square.solution:
            return BLANK
        original = _original_stand_in(square)
        if fits_square(original, wide=self._wide):
            return original
        return _one(square.solution, self._wide)

    def _fill(self) -> str:
        """The solver's entries; as in the original file if they have not changed."""
        original = self._kept.get("fill")
        if (
            isinstance(original, str)
            and len(original) == len(self._squares)
            and (original.isascii() or not self._wide)
            and all(map(self._is_entry, original, self._squares))
        ):
            return original
        return raw_fill(self._crossword, wide=self._wide, block=self._block)

    def _is_entry(self, char: str, square: Square) -> bool:
        if square.kind is not SquareKind.OPEN:
            return True
        if fits_square(square.entry, wide=self._wide):
            return char == square.entry
        return bool(square.entry) or char in EMPTY + BLOCKS

    def _sections(self, *, locked: bool) -> dict[bytes, bytes]:
        sections: dict[bytes, bytes] = {}
        if not locked:
            sections |= self._rebus()
        timer_s = self._crossword.timer_s
        if timer_s is not None:
            stopped = int(not self._crossword.timer_runs)
            sections[b"LTIM"] = f"{timer_s},{stopped}".encode()
        marks = bytes(self._marks(square) for square in self._squares)
        if any(marks):
            sections[b"GEXT"] = marks
        sections |= self._long_entries()
        others = self._kept.get("sections", {})
        for code, content in others.items() if isinstance(others, Mapping) else ():
            raw = _raw(content)[:_MAX_SECTION]
            if code not in _OWN_SECTIONS or (locked and code in ("GRBS", "RTBL")):
                sections[_raw(code).ljust(4)[:4]] = raw
        return sections

    def _number(self, name: str, default: int) -> int:
        value = self._kept.get(name, default)
        return value & 0xFFFF if isinstance(value, int) else default

    def _marks(self, square: Square) -> int:
        marks = extras_for(square, NAME).get("marks", 0)
        other = marks & 0xFF if isinstance(marks, int) else 0
        return other | (CIRCLE if square.circle and square.kind is SquareKind.OPEN else 0)

    def _rebus(self) -> dict[bytes, bytes]:
        """The sections with the contents that do not fit in one byte."""
        table: dict[str, int] = {}
        indices = bytearray(len(self._squares))
        lost: list[int] = []
        broken: list[int] = []
        for cell, square in enumerate(self._squares):
            content = square.solution
            original = _original_stand_in(square)
            if not content or (fits_square(content, wide=self._wide) and not original):
                continue
            if ";" in content:  # which ends an item of the table
                broken.append(cell)
            elif content not in table and len(table) == _MAX_REBUSES:
                lost.append(cell)
            else:
                indices[cell] = table.setdefault(content, len(table)) + 1
        drop_cells(self._crossword, Feature.REBUS, lost, self._losses)
        drop_cells(self._crossword, Feature.LETTERS, broken, self._losses)
        text = "".join(f"{index:>2}:{content};" for content, index in table.items())
        packed = self._bytes(text)
        if len(packed) > _MAX_SECTION:
            drop_cells(
                self._crossword,
                Feature.REBUS,
                [cell for cell, index in enumerate(indices) if index],
                self._losses,
            )
            return {}
        return {b"GRBS": bytes(indices), b"RTBL": packed} if table else {}

    def _long_entries(self) -> dict[bytes, bytes]:
        long = {
            cell: square.entry
            for cell, square in enumerate(self._squares)
            if square.entry and not fits_square(square.entry, wide=self._wide)
        }
        if not long:
            return {}
        parts = (self._bytes(long.get(cell, "")) for cell in range(len(self._squares)))
        content = b"".join(part + b"\0" for part in parts)
        if len(content) > _MAX_SECTION:
            drop_cells(self._crossword, Feature.ENTRIES, long, self._losses)
            return {}
        return {b"RUSR": content}

    def _bytes(self, text: str) -> bytes:
        return self._encoded(text).encode("utf-8" if self._wide else "latin-1")
