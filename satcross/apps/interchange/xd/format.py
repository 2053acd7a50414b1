"""The .xd format, version 3.0: text that people can read.

Four sections, separated by two blank lines: headers (`Title: …`), the grid, clues, notes; or each
under `## Metadata`, `## Grid`, `## Clues`, `## Notes`, in any order. In the grid `#` is a block,
`_` a void, `.` a square that is not filled. A header `Special: circle` (or `shaded`) gives the mark
of squares in lower case, `Rebus: 1=HEART` the letters of a character.

Circles beside shades, colours and bars are in the section `## Design`, which is an extension: see
`satcross.apps.interchange.xd.design`. A header `Cluegroup: B=Backward` names the letters of clues
that are neither across nor down; clues without a letter are in the list `Clues`. Some programs
write `.` for blocks: in a file without `#`, `.` is a block if then more numbers and answers of
clues fit the grid. A header `Open: .`, which is ours, says that it is none. `|` parts the words of
an answer. Headers `Notes` and `Description` are notes; comments as in HTML are left out.

Linked entries and what explains an answer are metadata of a clue, with keys that are ours:
`A1 ^Continued: D5 A7` and `A1 ^Annotation: text`. Only files of this format keep the following, as
extras: other metadata (`A1 ^Refs: A2 D4`), headers and sections, and other values of `Special`.

Source: doc/xd-format.md of century-arcade/xd, and README.md of puzzmo-com/xd-crossword-tools.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from satcross import Alphabet, Crossword, FormatError
from satcross.apps.interchange.extras import extras_of
from satcross.apps.interchange.rows import check_rows
from satcross.apps.interchange.texts import named_texts
from satcross.apps.interchange.xd.beside import read_beside
from satcross.apps.interchange.xd.design import BARRED, SECTION, Design, needs_design, read_design
from satcross.apps.interchange.xd.grid import BLOCKS, UNKNOWN, VOIDS
from satcross.apps.interchange.xd.text import (
    BLANKS,
    COMMENT,
    FIELDS,
    NAME,
    SPLIT,
    TILDE,
    UNICLUES,
    ClueLine,
    Line,
    Sections,
    headings_of,
    read_clue,
    read_meta,
    split_sections,
)
from satcross.apps.interchange.xd.writer import XdWriter, dotted, is_reading
from satcross.extend import (
    ACROSS,
    DOWN,
    Clue,
    Feature,
    Links,
    Losses,
    Square,
    SquareKind,
    clue_key,
    find_slots,
    pattern_of,
    spelled,
)

KEEPS = frozenset(Feature) - {
    *(Feature.NAMED, Feature.BOARD),
    *(Feature.GIVENS, Feature.ENTRIES),
    *(Feature.LABELS, Feature.MARKS, Feature.CLUE_CELLS, Feature.TIMER),
}
_NOTES = "description", "notes"  # headers of other programs
_PAIR = re.compile(r"(\S)[ \t]*=[ \t]*(.+?)(?=[ \t,;]+\S[ \t]*=|[ \t,;]*\Z)")
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
    notes: list[str] = field(default_factory=list)
    rebus: dict[str, str] = field(default_factory=dict)
    special: str = ""
    dot_is_open: bool = False
    form: str = ""  # the header that says that there are bars
    groups: dict[str, str] = field(default_factory=lambda: {"A": ACROSS, "D": DOWN, "": UNICLUES})


class _Reader:
    def __init__(self, sections: Sections, source: str) -> None:
        self._sections = sections
        self._source = source
        self._headers = self._read_headers()
        self._design = Design()

    def crossword(self) -> Crossword:
        rows = self._rows()
        lines = self._clue_lines()
        remarks = [*self._sections.remarks, *self._read_design(rows)]
        bare = self._squares(rows, dot_is_block=False)
        if not (
            self._headers.dot_is_open or any(char in BLOCKS for _, row in rows for char in row)
        ):
            other = self._squares(rows, dot_is_block=True)
            if other != bare and lines:
                bare, guess = self._likelier(lines, bare, other)
                remarks.append(guess)
        headers = self._headers
        kept: dict[str, Any] = {}
        if headers.others:
            kept["headers"] = headers.others
        if headers.form and not (bare.bars_right or bare.bars_below):
            kept["headers"] = [*headers.others, [headers.form, BARRED]]
        if self._sections.others:
            kept["sections"] = self._sections.others
        if self._design.looks and not needs_design(bare):
            kept["design"] = True  # though small letters in the grid could say it
        texts: dict[str, Any] = {name: headers.texts.get(name, "") for name in FIELDS}
        return replace(
            bare,
            clues=tuple(self._clues(lines, bare)),
            notes="\n".join(filter(None, (*headers.notes, self._sections.notes))),
            extras=extras_of(NAME, kept),
            remarks=tuple(remarks),
            **texts,
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
            elif name in _NOTES:
                out.notes.append(value)
            elif name == "rebus":
                out.rebus = self.pairs_of(value, number)
            elif name == "cluegroup":
                out.groups = headings_of(value) | out.groups
            elif name == "open" and value == UNKNOWN:
                out.dot_is_open = True
            elif name == "form" and value.lower() == BARRED and not out.form:
                out.form = key
            else:
                if name == "special":
                    out.special = _special_of(value)
                if name != "special" or out.special not in ("circle", "shaded", ""):
                    out.others.append([key, value])
        return out

    def pairs_of(self, value: str, number: int) -> dict[str, str]:
        """The letters of each character: they are apart by blanks, commas or semicolons.

        A character that is there twice stands for either of both: `1=C 1=B` is `C/B`.
        """
        pairs = _PAIR.findall(value)
        rest = _PAIR.sub("", value).strip(",; \t")
        wrong = rest or next((one for _, one in pairs if re.search(r"[ \t=,;]", one)), "")
        if wrong:
            raise self._wrong(
                f"{wrong[:20]!r} is not a rebus", "write them as `1=HEART 2=CLUB`", number
            )
        found: dict[str, list[str]] = {}
        for char, content in pairs:
            found.setdefault(char, []).append(content)
        return {char: "/".join(dict.fromkeys(some)) for char, some in found.items()}

    def _rows(self) -> list[Line]:
        rows = [(number, line) for number, line in self._sections.grid if line]
        if not rows:
            raise self._wrong(
                "the file has no grid", "put it after the headers and two blank lines"
            )
        check_rows(rows, self._wrong, lambda row: any(char in BLANKS for char in row), "remove it")
        return rows

    def _squares(self, rows: Collection[Line], *, dot_is_block: bool) -> Crossword:
        blocks = BLOCKS + UNKNOWN if dot_is_block else BLOCKS
        squares = tuple(self._square(char, blocks) for _, row in rows for char in row)
        return self._design.applied(Crossword(len(rows), len(squares) // len(rows), squares))

    def _read_design(self, rows: Sequence[Line]) -> list[str]:
        """Read the section with circles, colours and bars; remarks on it."""
        named = [one for one in self._sections.others if one[0].lower() == SECTION]
        if not named:
            return []
        design = read_design(named[0][1], len(rows), len(rows[0][1])) if len(named) == 1 else None
        if design is None:
            return ["the section Design is kept, but its style sheet or its grid is not understood"]
        self._sections.others.remove(named[0])
        self._design = design
        return []

    def _likelier(
        self, lines: list[tuple[ClueLine, list[list[str]]]], opened: Crossword, blocked: Crossword
    ) -> tuple[Crossword, str]:
        """The grid that the clues fit better, and a remark that says so.

        Args: opened, blocked: with `.` as an open square, and as a block.
        """
        (n_open, of_open), (n_block, of_block) = (
            self._fit(lines, grid) for grid in (opened, blocked)
        )
        is_block = n_block > n_open
        chosen, other = (of_block, of_open) if is_block else (of_open, of_block)
        what = "a block" if is_block else "an open square"
        text = f"`.` is read as {what}: {chosen} of {len(lines)} answers fit then, else {other}"
        return (blocked if is_block else opened), text

    def _fit(
        self, lines: list[tuple[ClueLine, list[list[str]]]], bare: Crossword
    ) -> tuple[int, int]:
        """How well the clues fit a grid, to be compared; and how many answers do.

        An answer that fits counts as much as two numbers, which are an entry each.
        """
        slots = {clue_key(slot): slot.cells for slot in find_slots(pattern_of(bare))}
        labels = {(self._direction(line), line.label): line.answer for line, _ in lines}
        n_labels = sum(2 * (key in slots) - 1 for key in labels)
        n_fitting = sum(
            _fits(answer, bare, slots[key]) for key, answer in labels.items() if key in slots
        )
        return n_labels + 2 * n_fitting - len(slots.keys() - labels.keys()), n_fitting

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
            return replace(square, shade=Square.SHADED)
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
            continued, annotation, others = read_beside(beside, slots)
            said = self._with_answers(line, bare, cells)
            answer = said.answer
            if not answer or answer == dotted(bare.squares, cells):
                answer = spelled(bare.squares, cells) if cells else ""
            elif SPLIT in answer and _fits(answer, bare, cells):
                answer = answer.replace(SPLIT, " ")
            clues.append(
                Clue(
                    direction,
                    line.label,
                    said.text,
                    markup=line.markup,
                    cells=cells,
                    answer=answer,
                    extras=extras_of(NAME, {"beside": others} if others else {}),
                    annotation=annotation,
                    continued=continued,
                )
            )
        return list(Links(replace(bare, clues=tuple(clues))).read().clues)

    def _with_answers(self, line: ClueLine, bare: Crossword, cells: Sequence[int]) -> ClueLine:
        """A line whose text ends in none of its answers, of which a file may list several."""
        texts, answers = line.text.split(TILDE), [line.answer]
        while len(texts) > 1 and not line.markup and is_reading(texts[-1], bare, cells):
            answers.insert(0, texts.pop())
        return replace(line, text=TILDE.join(texts), answer="/".join(dict.fromkeys(answers)))

    def _direction(self, line: ClueLine) -> str:
        return self._headers.groups.get(line.group, line.group)

    def _wrong(self, problem: str, hint: str, line: int | None = None) -> FormatError:
        return FormatError(problem, hint=hint, source=self._source, line=line)


def _fits(answer: str, bare: Crossword, cells: Sequence[int]) -> bool:
    """Whether an answer has the letters of these squares, as far as they are known."""
    solutions = [Alphabet.plain_letters(bare.squares[cell].solution) for cell in cells]
    letters = Alphabet.plain_letters(answer.replace(SPLIT, ""))
    if all(solutions):
        return letters == "".join(solutions)
    return answer == dotted(bare.squares, cells) or (
        len(letters) == len(cells)
        and all(known in ("", letter) for known, letter in zip(solutions, letters, strict=True))
    )


def _special_of(value: str) -> str:
    word = value.lower()
    if word.startswith("circle"):
        return "circle"
    return "shaded" if word.startswith("shade") else word


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as .xd."""
    losses.note_foreign(crossword, NAME)
    losses.drop_unsupported(crossword, KEEPS)
    text = XdWriter(crossword, losses, KEEPS).text(partial(_dots_look_blocked, crossword))
    if COMMENT in text:
        losses.drop(Feature.TEXT, [name for name, one in named_texts(crossword) if COMMENT in one])
        text = text.replace(COMMENT, COMMENT.replace("!", "! "))
    return losses.encoded(text)


def _dots_look_blocked(crossword: Crossword, text: str) -> bool:
    """Whether our reader takes the dots in the grid of a file for blocks."""
    sections = split_sections(text.encode(errors="replace"), "written")
    chars = {char for _, line in sections.grid for char in line}
    if UNKNOWN not in chars or not chars.isdisjoint(BLOCKS):
        return False
    again = _Reader(sections, "written").crossword()
    return any(
        one.kind is SquareKind.BLOCK and other.kind is SquareKind.OPEN
        for one, other in zip(again.squares, crossword.squares, strict=True)
    )


def unread_links(crossword: Crossword) -> list[Clue]:
    """The clues whose links nobody can read: files have no numbers but the usual ones.

    Clues that are linked say so in metadata.
    """
    squares = tuple(replace(one, label="") for one in crossword.squares)
    bare = replace(crossword, squares=squares, bars_right=frozenset(), bars_below=frozenset())
    unread = Links(bare).unreadable(has_cells=False)
    return [clue for clue in unread if not clue.continued]
