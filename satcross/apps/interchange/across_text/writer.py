"""Writing Across Lite texts: the sections of a file, and the characters of its grid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from satcross import Crossword
from satcross.apps.interchange.across_text.lines import (
    BLANKS,
    BLOCK,
    EMPTY,
    FIRST,
    GRID,
    HIDDEN,
    KEEPS,
    LISTS,
    MANY,
    MARK,
    NAME,
    NOTEPAD,
    REBUS,
    SECOND,
    SIGNS,
    SIZE,
    TEXTS,
    UNKNOWN,
    WINDOWS,
    capital,
    is_tag,
    notes_of,
    short_of,
)
from satcross.apps.interchange.extras import extras_for
from satcross.apps.interchange.puz.writer import note_long
from satcross.apps.interchange.texts import plain_of
from satcross.extend import (
    Clue,
    Feature,
    Losses,
    Square,
    SquareKind,
    find_slots,
    some_of,
    supported_pattern,
)

_SMALL = "zyxwvutsrqponmlkjihgfedcba"  # the last ones stand for circles least often
_BREAKS = re.compile(r"\r\n|\r|\n")
_NOT_IN_TABLE = str.maketrans("", "", "\0\r\n:")
_INDENT = "\t"  # as in all examples of the description
_SHOWN = 3


class AcrossTextWriter:
    """Args: losses: receives what the file cannot hold."""

    def __init__(self, crossword: Crossword, losses: Losses) -> None:
        self._crossword = crossword
        self._losses = losses
        self._changed: list[str] = []  # names of texts that could not be written as they are
        self._trimmed: list[str] = []  # of texts that lose blanks at the ends of lines

    def data(self) -> bytes:
        """The file."""
        crossword = self._crossword
        grid = _AcrossGrid(crossword, self._losses)
        sections: dict[str, list[str]] = {
            name: [self._one_line(getattr(crossword, name.lower()), name.lower())] for name in TEXTS
        }
        sections[SIZE] = [f"{crossword.n_cols}x{crossword.n_rows}"]
        sections[GRID] = grid.rows
        if grid.rebus:
            sections[REBUS] = grid.rebus
        sections |= self._clues()
        lines = [f"<{SECOND if grid.rebus else FIRST}>"]
        for name, content in sections.items():
            lines += [f"<{name}>", *(_INDENT + line for line in content)]
        lines += [f"<{NOTEPAD}>", *self._notes()]
        if self._changed:
            self._losses.drop(Feature.TEXT, dict.fromkeys(self._changed))
        if self._trimmed:
            names = some_of(list(dict.fromkeys(self._trimmed)), _SHOWN)
            self._losses.note(f"blanks at the ends of lines ({names})")
        return _bytes("\n".join(lines) + "\n", self._losses)

    def _clues(self) -> dict[str, list[str]]:
        """The lines of both lists by section: those of all entries, and what is kept beyond."""
        slots = find_slots(supported_pattern(self._crossword, KEEPS))
        placed = self._losses.clues_in_place(self._crossword, slots)
        further = extras_for(self._crossword, NAME).get("more_clues")
        out: dict[str, list[str]] = {}
        named: list[tuple[str, str]] = []
        for heading, section in LISTS.items():
            lines = out[section] = []
            for slot in slots:
                if slot.heading == heading:
                    name = f"{slot.number} {heading}"
                    lines.append(self._clue(placed.get(slot.index), name))
                    named.append((name, lines[-1]))
            more = further.get(heading) if isinstance(further, Mapping) else None
            for text in more if isinstance(more, list | tuple) else ():
                lines.append(self._one_line(str(text), "clues"))
        note_long(named, self._losses)
        return out

    def _clue(self, clue: Clue | None, name: str) -> str:
        if clue is None:
            return ""
        return self._one_line(plain_of(clue.markup) if clue.markup else clue.text, name)

    def _one_line(self, text: str, name: str) -> str:
        whole = self._without_tag(_BREAKS.sub(" ", text).replace("\0", ""), name)
        line = whole.strip(BLANKS)
        if line != whole:
            self._trimmed.append(name)
        if _BREAKS.search(text) or "\0" in text:
            self._changed.append(name)
        return line

    def _without_tag(self, line: str, name: str) -> str:
        """A line that no reader takes for the name of a section."""
        if not is_tag(line, NOTEPAD if name == "notes" else ""):
            return line
        self._changed.append(name)
        return line.replace("<", "(", 1)[::-1].replace(">", ")", 1)[::-1]

    def _notes(self) -> list[str]:
        whole = _BREAKS.sub("\n", self._crossword.notes).replace("\0", "")
        lines = [self._without_tag(line, "notes") for line in whole.split("\n")]
        if "\0" in self._crossword.notes:
            self._changed.append("notes")
        again = notes_of(lines)
        if again != "\n".join(lines):
            self._trimmed.append("notes")
        return again.split("\n") if again else []


class _AcrossGrid:
    """The grid as characters, and the lines of the section with rebuses.

    Fields:
        rows: a text for each row.
        rebus: the flag for circles, and the letters of each marker; none in version 1.
    """

    def __init__(self, crossword: Crossword, losses: Losses) -> None:
        self._crossword = crossword
        self._block = HIDDEN if crossword.kind.hides_diagram else BLOCK
        # By letters, and whether they have a circle, the marker.
        self._table: dict[tuple[str, bool], str] = {}
        self._shorts: dict[str, str] = {}  # by marker
        self._lost: list[int] = []  # squares with characters that no marker can stand for
        self._crowded: list[int] = []  # squares for which no marker was left
        self._unmarked: list[int] = []  # squares that lose their circle
        self._signs, self._small = self._free()
        chars = [self._char(at, one) for at, one in enumerate(crossword.squares)]
        for feature, cells in (
            (Feature.LETTERS, self._lost),
            (Feature.REBUS, self._crowded),
            (Feature.CIRCLES, self._unmarked),
        ):
            losses.drop_cells(crossword, feature, cells)
        if self._block == HIDDEN and HIDDEN not in chars:
            losses.drop_kind(crossword.kind)  # blocks alone say that they are to be found
        n = crossword.n_cols
        self.rows = ["".join(chars[start : start + n]) for start in range(0, len(chars), n)]
        has_circles = any(one.circle for one in crossword.squares if one.kind is SquareKind.OPEN)
        self.rebus = [f"{MARK};"] if has_circles else []
        self.rebus += [
            f"{marker}:{letters}:{self._shorts[marker]}"
            for (letters, _), marker in self._table.items()
        ]

    def _free(self) -> tuple[Iterator[str], Iterator[str]]:
        """The characters that can be markers, without and with a circle."""
        squares = [one for one in self._crossword.squares if one.kind is SquareKind.OPEN]
        plain = {self._clean(one.solution) for one in squares}
        # A grid of nothing but X would be read as one without its solution.
        self._is_all_x = plain == {UNKNOWN} and len(squares) >= MANY
        circled = {self._clean(one.solution).lower() for one in squares if one.circle}
        small = [char for char in _SMALL if char not in circled]
        signs = [sign for sign in SIGNS if sign not in plain]
        if not circled:
            signs += small
        return iter(signs), iter(small)

    def _clean(self, solution: str) -> str:
        clean = solution.translate(_NOT_IN_TABLE).strip(BLANKS)
        return "" if clean == EMPTY else clean

    def _char(self, at: int, square: Square) -> str:
        if square.kind is not SquareKind.OPEN:
            self._unmarked += [at] if square.circle else []
            return self._block
        letters = self._clean(square.solution)
        if letters != square.solution:
            self._lost.append(at)
        if not letters and not square.circle:
            return EMPTY
        if _is_plain(letters) and not self._is_all_x:
            if not square.circle:
                return letters
            small = letters.lower()
            if len(small) == 1 and small != capital(small) == letters:
                return small
        return self._marker(at, square, letters or EMPTY)

    def _marker(self, at: int, square: Square, letters: str) -> str:
        key = letters, square.circle
        if key not in self._table:
            marker = next(self._small if square.circle else self._signs, "")
            if not marker and square.circle:
                self._unmarked.append(at)
                return self._marker(at, Square(solution=letters, extras=square.extras), letters)
            if not marker:
                self._crowded.append(at)
                return EMPTY if letters == EMPTY else short_of(letters)
            self._table[key] = marker
            self._shorts[marker] = _short(square, letters)
        return self._table[key]


def _is_plain(letters: str) -> bool:
    """Whether it stands for itself in the grid."""
    is_mark = letters in BLOCK + HIDDEN + EMPTY + "<> "
    return (
        len(letters) == 1 and letters.isprintable() and not is_mark and capital(letters) == letters
    )


def _short(square: Square, letters: str) -> str:
    """The one letter of a rebus, as in the original file if its letters have not changed."""
    kept: Any = extras_for(square, NAME).get("short")
    match kept:
        case [str(short), original] if original == letters and short == short.strip(BLANKS):
            return short if not set(short) & set(":\r\n\0") else short_of(letters)
        case _:
            return short_of(letters)


def _bytes(text: str, losses: Losses) -> bytes:
    """A text in Windows-1252 if it can be, and is not read as UTF-8 then; else in UTF-8."""
    try:
        data = text.encode(WINDOWS)
    except UnicodeEncodeError:
        return losses.encoded(text)
    try:
        is_utf8 = data.decode() != text
    except UnicodeDecodeError:
        is_utf8 = False
    return losses.encoded(text) if is_utf8 else data
