"""Writing .puz: a crossword as puzpy's `Puzzle`, and its bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from satcross import Crossword
from satcross.apps.interchange.extras import extras_for
from satcross.apps.interchange.puz.layout import (
    BLANK,
    BLOCKS,
    CIRCLE,
    EMPTY,
    HIDDEN,
    KEEPS,
    LOCKED,
    MAX_CLUE,
    MAX_REBUSES,
    MAX_SECTION,
    NAME,
    NORMAL,
    NOT_PROVIDED,
    OWN_SECTIONS,
    UNLOCKED,
    VERSION,
    VOID,
    fits_square,
    is_wide,
    stand_in,
    to_bytes,
    version_for,
)
from satcross.apps.interchange.texts import plain_of
from satcross.extend import (
    Clue,
    Feature,
    Losses,
    Square,
    SquareKind,
    cell_name,
    find_slots,
    some_of,
    supported_pattern,
)


def contents_of(crossword: Crossword) -> Iterator[str]:
    """All texts except the clues: names, notes and the contents of squares."""
    yield from (crossword.title, crossword.author, crossword.copyright, crossword.notes)
    for square in crossword.squares:
        if square.kind is SquareKind.OPEN:
            yield square.solution
            yield square.entry


def _closed(square: Square, block: str) -> str:
    return VOID if square.kind is SquareKind.VOID else block


def raw_fill(crossword: Crossword, *, wide: bool, block: str) -> str:
    """The solver's entries, a character for each square."""
    return "".join(
        _closed(square, block)
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


def texts_of(crossword: Crossword) -> list[str]:
    """All texts of a file."""
    return [*contents_of(crossword), *(clue.text for clue in crossword.clues)]


def note_long(clues: Iterable[tuple[str, str]], losses: Losses) -> None:
    """Note the clues, by name, that Across Lite cuts off."""
    if long := [name for name, text in clues if len(text) > MAX_CLUE]:
        names = some_of(long, 3)
        losses.note(f"in Across Lite, what is beyond {MAX_CLUE} characters of a clue: {names}")


class Writer:
    """Args: losses: receives what the file cannot hold."""

    def __init__(self, crossword: Crossword, losses: Losses) -> None:
        self._crossword = crossword
        self._losses = losses
        self._kept: Mapping[str, Any] = extras_for(crossword, NAME)
        self._dirty: list[str] = []  # names of texts that were changed
        self._squares = [self._clean_square(p, sq) for p, sq in enumerate(crossword.squares)]
        slots = find_slots(supported_pattern(crossword, KEEPS))
        clues = losses.clues_in_place(crossword, slots)
        in_file = sorted(slots, key=lambda slot: (slot.number, slot.direction.value))
        self._clues = [self._clue(clues.get(slot.index)) for slot in in_file]
        names = [f"{slot.number} {slot.heading}" for slot in in_file]
        note_long(zip(names, self._clues, strict=True), losses)
        self._clues += [self._clean(str(text), "clues") for text in self._more_clues()]
        self._texts = {
            name: self._clean(getattr(crossword, name), name)
            for name in ("title", "author", "copyright", "notes")
        }
        if "\r" in crossword.notes:  # which readers take for other line ends
            losses.note("blanks and line breaks in texts", ["notes"])
        texts = [*self._texts.values(), *self._clues]
        texts += [text for square in self._squares for text in (square.solution, square.entry)]
        original = str(self._kept.get("version", ""))
        self._version = version_for(texts, original if VERSION.fullmatch(original) else "")
        self._wide = is_wide(self._version)
        is_hidden = crossword.kind.hides_diagram
        self._kind = HIDDEN if is_hidden else self._number("puzzle_type", NORMAL)
        self._block = BLOCKS[1] if self._kind == HIDDEN else BLOCKS[0]

    def data(self) -> bytes:
        """The file."""
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
        if state & LOCKED:
            puzzle.scrambled_cksum = self._number("scrambled_checksum", 0)
        puzzle.fill = self._encoded(self._fill())
        puzzle.extensions = self._sections(locked=bool(state & LOCKED))
        if self._dirty:
            self._losses.drop(Feature.TEXT, dict.fromkeys(self._dirty))
        data: bytes = puzzle.tobytes()
        return data

    def _clean_square(self, position: int, square: Square) -> Square:
        """The square without characters that no section can hold."""
        if square.kind is not SquareKind.OPEN:
            return Square(square.kind, extras=square.extras)
        name = cell_name(position, self._crossword.n_cols)
        return replace(
            square,
            solution=self._clean(square.solution, name),
            entry=self._clean(square.entry, name),
        )

    def _clue(self, clue: Clue | None) -> str:
        if clue is None:
            return ""
        text = plain_of(clue.markup) if clue.markup else clue.text
        return self._clean(text, f"{clue.label} {clue.direction}")

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
            return scrambled, self._number("solution_state", LOCKED)
        letters = "".join(
            self._letter(square) if square.kind is SquareKind.OPEN else _closed(square, self._block)
            for square in self._squares
        )
        return letters, NOT_PROVIDED if any(is_open) and not any(known) else UNLOCKED

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
            raw = _raw(content)[:MAX_SECTION]
            if code not in OWN_SECTIONS or (locked and code in ("GRBS", "RTBL")):
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
            elif content not in table and len(table) == MAX_REBUSES:
                lost.append(cell)
            else:
                indices[cell] = table.setdefault(content, len(table)) + 1
        self._losses.drop_cells(self._crossword, Feature.REBUS, lost)
        self._losses.drop_cells(self._crossword, Feature.LETTERS, broken)
        text = "".join(f"{index:>2}:{content};" for content, index in table.items())
        packed = self._bytes(text)
        if len(packed) > MAX_SECTION:
            self._losses.drop_cells(
                self._crossword,
                Feature.REBUS,
                [cell for cell, index in enumerate(indices) if index],
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
        if len(content) > MAX_SECTION:
            self._losses.drop_cells(self._crossword, Feature.ENTRIES, long)
            return {}
        return {b"RUSR": content}

    def _bytes(self, text: str) -> bytes:
        return self._encoded(text).encode("utf-8" if self._wide else "latin-1")
