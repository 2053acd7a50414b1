"""The text format of Across Lite, from which it makes .puz files: version 1 and version 2.

`<ACROSS PUZZLE>`, or `<ACROSS PUZZLE V2>`, and then the sections `<TITLE>`, `<AUTHOR>`,
`<COPYRIGHT>`, `<SIZE>`, `<GRID>`, `<REBUS>`, `<ACROSS>`, `<DOWN>` and `<NOTEPAD>`: the name on a
line, and below it the content, usually indented. Only the grid has to be there, and the order does
not matter. Clues have no numbers: they are in the order of their entries.

In the grid `.` is a block, `:` one that is to be found, and `-` a square whose letter is not known,
as in .puz and in puzpy's texts; a grid full of X is a solution that is held back. A section
`<REBUS>`, which is of version 2, has the flag `MARK;`, by which small letters have circles, and
lines such as `1:HEART:H`: the marker in the grid, the letters, and the one letter for programs
without rebuses. A small letter as marker has a circle too where the flag is set.

An empty line among clues is an empty clue where there are not more lines than entries; else it is
left out. Across Lite reads texts in Windows-1252, so they are written in it if it has all their
characters and they do not look like UTF-8; else in UTF-8, which is read too.

Only files of this format keep the following, as extras: the one letter of a rebus, if it is not the
first of its letters, and clues beyond those of the entries.

Source: "Creating Across puzzles using Across Lite" of Literate Software Systems, and the readers of
XWord, puzpy and xd-crossword-tools, which agree with each other where it says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from satcross import Crossword, FormatError
from satcross.apps.interchange.across_text.lines import (
    BLANKS,
    BLOCK,
    EMPTY,
    GRID,
    HIDDEN,
    HIDDEN_NAME,
    KEEPS,
    LISTS,
    MANY,
    MARK,
    NAME,
    NOTEPAD,
    REBUS,
    SIZE,
    TEXTS,
    UNKNOWN,
    AcrossSections,
    Numbered,
    capital,
    notes_of,
    sections_of,
    short_of,
)
from satcross.apps.interchange.across_text.writer import AcrossTextWriter
from satcross.apps.interchange.extras import extras_of
from satcross.apps.interchange.kinds import kind_in
from satcross.apps.interchange.rows import check_rows
from satcross.extend import (
    CROSSWORD,
    Clue,
    Light,
    Losses,
    Square,
    SquareKind,
    clue_key,
    counted,
    find_slots,
    pattern_of,
    some_of,
    spelled,
)

__all__ = ["KEEPS", "read", "write"]
_SHOWN = 3
_SIZE = re.compile(r"([0-9]{1,4})[ \t]*[xX][ \t]*([0-9]{1,4})")


def read(data: bytes, source: str) -> Crossword:
    """The crossword in an Across Lite text.

    Raises:
        FormatError: it is another format, has no grid, or has a line that nobody understands.
    """
    return _Reader(sections_of(data, source), source).crossword()


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as an Across Lite text."""
    losses.note_foreign(crossword, NAME)
    losses.drop_unsupported(crossword, KEEPS)
    return AcrossTextWriter(crossword, losses).data()


@dataclass(slots=True)
class _Markers:
    """The contents of the section with rebuses.

    Args:
        letters: by marker.
        short: by marker, the one letter.
        has_circles: whether small letters have circles.
    """

    letters: dict[str, str] = field(default_factory=dict)
    short: dict[str, str] = field(default_factory=dict)
    has_circles: bool = False


class _Reader:
    def __init__(self, sections: AcrossSections, source: str) -> None:
        self._sections = sections
        self._source = source
        self._remarks: list[str] = []
        self._markers = self._read_markers()

    def crossword(self) -> Crossword:
        rows = self._rows()
        chars = "".join(rows)
        squares = [self._square(char) for char in chars]
        letters = [char.upper() for char in chars if char not in BLOCK + HIDDEN]
        is_full = set(letters) == {UNKNOWN} and self._markers.letters.keys().isdisjoint(chars)
        if is_full and len(letters) >= MANY:
            self._remarks.append("every square holds X: read as a file without its solution")
            squares = [replace(one, solution="") for one in squares]
        is_hidden = HIDDEN in chars
        if is_hidden and BLOCK in chars:
            self._remarks.append("`:` beside `.`: all of them are blocks that are to be found")
        hidden = kind_in(NAME, HIDDEN_NAME, self._source) if is_hidden else None
        bare = Crossword(len(rows), len(rows[0]), tuple(squares))
        kept: dict[str, Any] = {}
        clues = self._clues(bare, kept)
        notepad = [line for _, line in self._sections.lines.get(NOTEPAD, [])]
        texts: dict[str, Any] = {
            name.lower(): " ".join(line for _, line in self._sections.filled(name))
            for name in TEXTS
        }
        return replace(
            bare,
            kind=hidden or CROSSWORD,
            clues=tuple(clues),
            notes=notes_of(notepad),
            extras=extras_of(NAME, kept),
            remarks=tuple(self._remarks),
            **texts,
        )

    def _read_markers(self) -> _Markers:
        found = _Markers()
        for number, line in self._sections.filled(REBUS):
            marker, colon, rest = line.partition(":")
            if not colon:
                flags = {flag.strip(BLANKS).upper() for flag in line.split(";")} - {""}
                if flags != {MARK}:
                    raise self._wrong(
                        f"{line[:20]!r} is neither the flag MARK; nor a rebus",
                        "write it as `1:HEART:H`",
                        number,
                    )
                found.has_circles = True
                continue
            parts = [part.strip(BLANKS) for part in rest.split(":")]
            marker = marker.strip(BLANKS)
            if len(marker) != 1 or marker in BLOCK + HIDDEN or len(parts) > 2 or not parts[0]:
                raise self._wrong(
                    f"{line[:20]!r} is not a rebus", "write it as `1:HEART:H`", number
                )
            if marker in found.letters:
                raise self._wrong(f"the marker {marker} is repeated", "remove one", number)
            found.letters[marker] = parts[0]
            found.short[marker] = parts[1] if len(parts) > 1 else ""
        return found

    def _rows(self) -> list[str]:
        lines = self._sections.filled(GRID)
        if not lines:
            raise self._wrong("the file has no grid", "write it below <GRID>")
        check_rows(
            lines,
            self._wrong,
            lambda row: not row.isprintable() or " " in row,
            "write it as letters and dots",
        )
        self._check_size(len(lines), len(lines[0][1]))
        return [row for _, row in lines]

    def _check_size(self, n_rows: int, n_cols: int) -> None:
        for number, line in self._sections.filled(SIZE)[:1]:
            match = _SIZE.fullmatch(line)
            if match is None:
                raise self._wrong(f"{line[:20]!r} is no size", "write it as 15x15", number)
            if (int(match[1]), int(match[2])) != (n_cols, n_rows):
                raise self._wrong(
                    f"the size is {line}, the grid has {counted(n_rows, 'row')} of {n_cols}",
                    f"write {n_cols}x{n_rows}",
                    number,
                )

    def _square(self, char: str) -> Square:
        if char in BLOCK + HIDDEN:
            return Square(SquareKind.BLOCK)
        circle = self._markers.has_circles and capital(char) != char
        letters = self._markers.letters.get(char)
        if letters is None:
            content = capital(char)
            return Square(solution="" if content == EMPTY else content, circle=circle)
        short = self._markers.short[char]
        kept = {"short": [short, letters]} if short not in ("", short_of(letters)) else {}
        content = "" if letters == EMPTY else letters
        return Square(solution=content, circle=circle, extras=extras_of(NAME, kept))

    def _clues(self, bare: Crossword, kept: dict[str, Any]) -> list[Clue]:
        slots = find_slots(pattern_of(bare))
        clues: list[Clue] = []
        further: dict[str, list[str]] = {}
        missing: list[str] = []
        n_texts = 0
        for heading, name in LISTS.items():
            wanted = [slot for slot in slots if slot.heading == heading]
            texts, n_said = _texts_of(self._sections.lines.get(name, []), len(wanted))
            n_texts += n_said
            missing += [f"{slot.number} {heading}" for slot in wanted[n_said:]]
            if len(texts) > len(wanted):
                further[heading] = texts[len(wanted) :]
            clues += [_clue(slot, text, bare) for slot, text in zip(wanted, texts, strict=False)]
        if further or missing:
            n = f"{counted(n_texts, 'clue')} for {counted(len(slots), 'entry')}:"
            kept_for = f" the further ones are kept for {NAME} files"
            self._remarks.append(
                n + (f" none for {some_of(missing, _SHOWN)}" if missing else kept_for)
            )
        if further:
            kept["more_clues"] = further
        return clues

    def _wrong(self, problem: str, hint: str, line: int | None = None) -> FormatError:
        return FormatError(problem, hint=hint, source=self._source, line=line)


def _clue(slot: Light, text: str, bare: Crossword) -> Clue:
    answer = spelled(bare.squares, slot.cells)
    return Clue(*clue_key(slot), text, cells=slot.cells, answer=answer)


def _texts_of(lines: Sequence[Numbered], n_wanted: int) -> tuple[list[str], int]:
    """The texts of a list of clues, at least `n_wanted`; and how many of them the file has.

    Blank lines are clues only where they fit: others part lines, or end a section.
    """
    every = [line for _, line in lines]
    while every and not every[-1] and len(every) > n_wanted:
        every.pop()
    said = [line for line in every if line]
    texts = every if len(said) < n_wanted and len(every) <= n_wanted else said
    return texts + [""] * (n_wanted - len(texts)), len(texts)
