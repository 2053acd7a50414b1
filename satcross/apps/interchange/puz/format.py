"""Across Lite's .puz, through puzpy.

Reads and writes letters, rebuses (GRBS, RTBL), circles (GEXT), entries of the solver (also several
letters in a square, RUSR), the timer (LTIM), title, author, copyright, notes, clues. Text is
Windows-1252 up to version 1.4 and UTF-8 from 2.0 on: a new file is 1.3 if its text is Latin-1,
else 2.0. A letter that is not a single byte in the file's version is a rebus of one letter.

A square whose letter is unknown is `-`, as in puzpy and others; if no letter is known, the file
says so; so does a grid full of X. A scrambled solution counts as unknown unless its key is given;
the scrambled letters stay with the crossword, and are written again unless the squares have been
filled. Blocks that are
hidden are `:`, also among the entries, where `.` is a block that the solver has found. In other
puzzles `:` is a square that does not belong to the grid.

A wrong checksum, texts in UTF-8 before version 2 and too few clues are no reason to refuse a file:
they are remarks.

Only files of this format keep the following, as extras: the version, scrambled solutions, marks of
wrong and revealed letters, stand-ins of rebuses, the kind of puzzle, clues beyond the numbered
ones, unknown sections, and the bytes around them.

Source: the format as documented by the puz project (code.google.com/archive/p/puz, FileFormat).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from satcross import Crossword, FormatError
from satcross.apps.interchange.extras import extras_of
from satcross.apps.interchange.kinds import kind_in
from satcross.apps.interchange.puz.layout import (
    BLOCKS,
    CIRCLE,
    EMPTY,
    HIDDEN,
    HIDDEN_NAME,
    KEEPS,
    MAX_SECONDS,
    NAME,
    NORMAL,
    VOID,
    fits_square,
    from_bytes,
    is_wide,
    stand_in,
    utf8_of,
    version_for,
)
from satcross.apps.interchange.puz.opening import opened, unlock
from satcross.apps.interchange.puz.writer import Writer, raw_fill, texts_of
from satcross.extend import (
    CROSSWORD,
    MAX_SIDE,
    Clue,
    Feature,
    Losses,
    Square,
    SquareKind,
    cell_name,
    clue_key,
    counted,
    find_slots,
    pattern_of,
    some_of,
    spelled,
)

if TYPE_CHECKING:
    from puz import Puzzle

_SHOWN = 3
_MANY_X = 5  # squares; fewer may well be an answer


def read(data: bytes, source: str, key: str = "") -> Crossword:
    """The crossword in a .puz file.

    Args: key: the four digits that unlock its solution; "" to leave it locked.

    Raises:
        FormatError: it is another format, cut off, damaged, or too large; or its solution is not
            locked, or has another key.
    """
    puzzle, remarks = opened(data, source)
    if key:
        unlock(puzzle, key, source)
    return _Reader(puzzle, source, remarks).crossword()


class _Reader:
    def __init__(self, puzzle: Puzzle, source: str, remarks: list[str]) -> None:
        self._puzzle = puzzle
        self._remarks = remarks
        self._utf8: list[str] = []  # names of texts in another encoding than the version's
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
            title=self._named(puzzle.title, "title"),
            author=self._named(puzzle.author, "author"),
            copyright=self._named(puzzle.copyright, "copyright"),
            notes=self._named(puzzle.notes, "notes").replace("\r\n", "\n").replace("\r", "\n"),
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
        if self._utf8:
            self._remarks.append(
                f"read as UTF-8, though the version is {version.strip()}, since these texts are"
                f" valid UTF-8: {some_of(self._utf8, _SHOWN)}"
            )
        return replace(crossword, extras=extras_of(NAME, kept), remarks=tuple(self._remarks))

    def _squares(self, solution: str, fill: str, kept: dict[str, Any]) -> list[Square]:
        state = self._puzzle.solution_state
        letters = {char for char in solution if char not in BLOCKS}
        locked = bool(state & 4)
        unknown = locked or (state & 2 and letters <= {"X", *EMPTY})
        if not unknown and letters == {"X"} and solution.count("X") >= _MANY_X:
            # Papers that hold the solution back fill the grid so, and few set the flag.
            unknown = b"GRBS" not in self._sections
            if unknown:
                self._remarks.append("every square holds X: read as a file without its solution")
        if locked:
            self._remarks.append(
                "the solution is locked: read without it; to have it, give its key of four digits,"
                " as in `convert locked.puz open.puz --unlock 1234`"
            )
            kept["scrambled"] = solution
            kept["scrambled_checksum"] = self._puzzle.scrambled_cksum
            if state != 4:
                kept["solution_state"] = int(state)
        rebus = {} if locked else self._rebus()
        entries = self._long_entries()
        marks = self._taken(b"GEXT") or bytes(self._n)
        if len(marks) != self._n:  # as pypuz writes it beside rebuses
            self._remarks.append(
                "left out: circles, whose section GEXT has"
                f" {counted(len(marks), 'square')} of {self._n}"
            )
            marks = bytes(self._n)
        is_hidden = self._puzzle.puzzletype == HIDDEN
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
                kind = SquareKind.BLOCK if is_hidden or char != VOID else SquareKind.VOID
                squares.append(Square(kind, extras=extras_of(NAME, extras)))
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
        found = {cell: index - 1 for cell, index in enumerate(indices) if index}
        if lost := [cell for cell, number in found.items() if number not in table]:
            names = [cell_name(cell, self._puzzle.width) for cell in lost]
            self._remarks.append(
                f"rebuses that the file has no text for, read as their letter:"
                f" {some_of(names, _SHOWN)}"
            )
        return {cell: table.get(number, "") for cell, number in found.items()}

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
        is_number = seconds.isascii() and seconds.isdigit() and len(seconds) <= MAX_SECONDS
        if not is_number or stopped not in ("", "0", "1"):
            self._remarks.append(f"left out: the timer, which is {content[:20]!r}")
            return None, True
        return int(seconds), stopped != "1"

    def _clues(self, bare: Crossword, kept: dict[str, Any]) -> list[Clue]:
        """The clues; a file has them by number, across before down."""
        slots = find_slots(pattern_of(bare))
        in_file = sorted(slots, key=lambda slot: (slot.number, slot.direction.value))
        names = [f"{slot.number} {slot.heading}" for slot in in_file]
        texts = [
            self._named(clue, name)
            for clue, name in zip_longest(
                self._puzzle.clues, names[: len(self._puzzle.clues)], fillvalue="a further clue"
            )
        ]
        if len(texts) != len(slots):
            self._remarks.append(
                f"{counted(len(texts), 'clue')} for {counted(len(slots), 'entry')}:"
                + (
                    f" none for {some_of(names[len(texts) :], _SHOWN)}"
                    if len(texts) < len(slots)
                    else " the further ones are kept for .puz files"
                )
            )
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

    def _named(self, text: str, name: str) -> str:
        """A text, which may be UTF-8 in any version: many programs write it so."""
        wide = None if self._wide else utf8_of(text)
        if wide is None:
            return self._text(text)
        self._utf8.append(name)
        return wide

    def _text(self, text: str) -> str:
        return from_bytes(text, wide=self._wide)

    def _wrong(self, problem: str) -> FormatError:
        problem = f"the file is damaged: {problem}"
        return FormatError(problem, hint="get it again", source=self._source)


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
    losses.note_foreign(crossword, NAME)
    losses.drop_unsupported(crossword, KEEPS)
    losses.drop_of_blocks(crossword, {Feature.CIRCLES})
    if crossword.kind.hides_diagram:  # where blocks have the mark of voids
        voids = (at for at, one in enumerate(crossword.squares) if one.kind is SquareKind.VOID)
        losses.drop_cells(crossword, Feature.VOIDS, voids)
    return Writer(crossword, losses).data()
