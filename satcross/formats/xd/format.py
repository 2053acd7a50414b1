"""The .xd format, version 3.0: text that people can read.

Four sections, separated by two blank lines: headers (`Title: …`), the grid, clues, notes; or each
under `## Metadata`, `## Grid`, `## Clues`, `## Notes`, in any order. In the grid `#` is a block,
`_` a void, `.` a square that is not filled. A header `Special: circle` (or `shaded`) gives the mark
of squares in lower case, `Rebus: 1=HEART` the letters of a character.

A file can hold either circles or shades, and no colours. A header `Cluegroup: B=Backward` names the
letters of clues that are neither across nor down; clues without a letter are in the list `Clues`.
Some programs write `.` for blocks: in a file without `#`, `.` is a block if then all answers fit.
A header `Open: .`, which is ours, says that it is none.

Only files of this format keep the following, as extras: other headers and sections, other values of
`Special`, and metadata of a clue (`A1 ^Refs: A2 D4`).

Source: doc/xd-format.md of century-arcade/xd.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

from satcross.checks import counted
from satcross.errors import FormatError
from satcross.formats.extras import extras_of
from satcross.formats.xd.cells import BLOCKS, UNKNOWN, VOIDS
from satcross.formats.xd.sections import (
    FIELDS,
    NAME,
    UNICLUES,
    Line,
    Sections,
    headings_of,
    split_sections,
)
from satcross.formats.xd.text import BLANKS, ClueLine, read_clue, read_meta
from satcross.formats.xd.write import KEEPS, dotted, write
from satcross.model.crossword import (
    ACROSS,
    DOWN,
    SHADED,
    Clue,
    Crossword,
    Square,
    SquareKind,
    clue_key,
    pattern_of,
    spelled,
)
from satcross.model.grid import MAX_SIDE
from satcross.model.puzzle import find_slots

__all__ = ["KEEPS", "read", "write"]

_KNOWN = (*FIELDS, "rebus", "cluegroup", "special")


def read(data: bytes, source: str) -> Crossword:
    """The crossword in an .xd file.

    Raises:
        FormatError: it is not UTF-8 text, has no grid, or has an invalid line.
    """
    return _Reader(split_sections(data, source), source).crossword()


@dataclass(slots=True)
class _Headers:
    """The contents of the headers."""

    texts: dict[str, str] = field(default_factory=dict)
    others: list[list[str]] = field(default_factory=list)
    rebus: dict[str, str] = field(default_factory=dict)
    special: str = ""
    dot_is_open: bool = False
    groups: dict[str, str] = field(default_factory=lambda: {"A": ACROSS, "D": DOWN, "": UNICLUES})


class _Reader:
    def __init__(self, sections: Sections, source: str) -> None:
        self._sections = sections
        self._source = source
        self._headers = self._read_headers()

    def crossword(self) -> Crossword:
        rows = self._rows()
        lines = self._clue_lines()
        bare = self._squares(rows, dot_is_block=False)
        if not (
            self._headers.dot_is_open or any(char in BLOCKS for _, row in rows for char in row)
        ):
            other = self._squares(rows, dot_is_block=True)
            if other != bare and self._fit(lines, other) and not self._fit(lines, bare):
                bare = other
        headers = self._headers
        kept: dict[str, Any] = {}
        if headers.others:
            kept["headers"] = headers.others
        if self._sections.others:
            kept["sections"] = self._sections.others
        return replace(
            bare,
            clues=tuple(self._clues(lines, bare)),
            notes=self._sections.notes,
            extras=extras_of(NAME, kept),
            title=headers.texts.get("title", ""),
            author=headers.texts.get("author", ""),
            editor=headers.texts.get("editor", ""),
            copyright=headers.texts.get("copyright", ""),
            publisher=headers.texts.get("publisher", ""),
            date=headers.texts.get("date", ""),
        )

    def _read_headers(self) -> _Headers:
        out = _Headers()
        seen: set[str] = set()
        for number, line in self._sections.headers:
            key, colon, value = (part.strip(BLANKS) for part in line.partition(":"))
            if not colon or not key:
                raise self._wrong(
                    f"{line[:30]!r} is not a header", "write it as `Title: text`", number
                )
            name = key.lower()
            if name in _KNOWN and name in seen:
                raise self._wrong(f"the header {key} is repeated", "remove one of them", number)
            seen.add(name)
            if name in FIELDS:
                out.texts[name] = value
            elif name == "rebus":
                out.rebus = self._pairs(value, number)
            elif name == "cluegroup":
                out.groups = headings_of(value) | out.groups
            elif name == "open" and value == UNKNOWN:
                out.dot_is_open = True
            else:
                if name == "special":
                    out.special = _special_of(value)
                if name != "special" or out.special not in ("circle", "shaded", ""):
                    out.others.append([key, value])
        return out

    def _pairs(self, value: str, number: int) -> dict[str, str]:
        pairs: dict[str, str] = {}
        for token in value.replace("\t", " ").split(" "):
            if not token:
                continue
            if len(token) < 3 or token[1] != "=":
                raise self._wrong(
                    f"{token[:20]!r} is not a rebus", "write them as `1=HEART 2=CLUB`", number
                )
            pairs[token[0]] = token[2:]
        return pairs

    def _rows(self) -> list[Line]:
        rows = [(number, line) for number, line in self._sections.grid if line]
        if not rows:
            raise self._wrong(
                "the file has no grid", "put it after the headers and two blank lines"
            )
        n_cols = len(rows[0][1])
        if len(rows) > MAX_SIDE or n_cols > MAX_SIDE:
            raise self._wrong(
                f"more than {MAX_SIDE} cells in a row or column",
                "check that it is a grid",
                rows[0][0],
            )
        for number, row in rows:
            if len(row) != n_cols:
                raise self._wrong(
                    f"this row has {counted(len(row), 'cell')}, the first row has {n_cols}",
                    "make all rows the same length",
                    number,
                )
            if any(char in BLANKS for char in row):
                raise self._wrong("a row of the grid has a blank", "remove it", number)
        return rows

    def _squares(self, rows: Collection[Line], *, dot_is_block: bool) -> Crossword:
        blocks = BLOCKS + UNKNOWN if dot_is_block else BLOCKS
        squares = tuple(self._square(char, blocks) for _, row in rows for char in row)
        return Crossword(len(rows), len(squares) // len(rows), squares)

    def _fit(self, lines: list[tuple[ClueLine, list[list[str]]]], bare: Crossword) -> bool:
        """Whether there is one clue for each slot, with the answer that it spells or none."""
        wanted = {
            clue_key(slot): spelled(bare.squares, slot.cells)
            for slot in find_slots(pattern_of(bare))
        }
        answers = {(self._direction(line), line.label): line.answer for line, _ in lines}
        if answers.keys() != wanted.keys() or not any(answers.values()):
            return False
        return all(answer in ("", wanted[key]) for key, answer in answers.items())

    def _square(self, char: str, blocks: str) -> Square:
        content = self._headers.rebus.get(char)
        if content is None:
            if char in blocks:
                return Square(SquareKind.BLOCK)
            if char in VOIDS:
                return Square(SquareKind.VOID)
            content = char.upper() if char.isascii() else char
        square = Square(solution="" if content == UNKNOWN else content)
        if not ("a" <= char <= "z") or not self._headers.special:
            return square
        if self._headers.special == "circle":
            return replace(square, circle=True)
        if self._headers.special == "shaded":
            return replace(square, shade=SHADED)
        return replace(square, extras=extras_of(NAME, {"special": True}))

    def _clue_lines(self) -> list[tuple[ClueLine, list[list[str]]]]:
        """The lines of clues, each with its metadata: keys and values."""
        lines: list[tuple[ClueLine, list[list[str]]]] = []
        by_name: dict[tuple[str, str], list[list[str]]] = {}
        for number, text in self._sections.clues:
            if not text:
                continue
            meta = read_meta(text)
            if meta is not None:
                group, label, key, value = meta
                if (group, label) not in by_name:
                    raise self._wrong(
                        f"clue {group}{label} is not before its metadata", "put it first", number
                    )
                by_name[group, label].append([key, value])
                continue
            line = read_clue(text)
            if line is None:
                raise self._wrong(
                    f"{text[:30]!r} is not a clue", "write it as `A1. text ~ ANSWER`", number
                )
            beside: list[list[str]] = []
            by_name[line.group, line.label] = beside
            lines.append((line, beside))
        return lines

    def _clues(self, lines: list[tuple[ClueLine, list[list[str]]]], bare: Crossword) -> list[Clue]:
        slots = {clue_key(slot): slot for slot in find_slots(pattern_of(bare))}
        clues: list[Clue] = []
        for line, beside in lines:
            direction = self._direction(line)
            slot = slots.get((direction, line.label))
            cells = slot.cells if slot else ()
            answer = line.answer
            if not answer or answer == dotted(bare.squares, cells):
                answer = spelled(bare.squares, cells) if cells else ""
            clues.append(
                Clue(
                    direction,
                    line.label,
                    line.text,
                    markup=line.markup,
                    cells=cells,
                    answer=answer,
                    extras=extras_of(NAME, {"beside": beside} if beside else {}),
                )
            )
        return clues

    def _direction(self, line: ClueLine) -> str:
        return self._headers.groups.get(line.group, line.group)

    def _wrong(self, problem: str, hint: str, line: int | None = None) -> FormatError:
        return FormatError(problem, hint=hint, source=self._source, line=line)


def _special_of(value: str) -> str:
    word = value.lower()
    if word.startswith("circle"):
        return "circle"
    return "shaded" if word.startswith("shade") else word
