"""Rows Gardens, .rg and .rgz: text that looks like YAML, and the same zipped; only read.

Keys such as `title: A Garden`, `rows:` with a list of answers for each row, and `light:`,
`medium:` and `dark:` with those of the blooms of a shade, from the top to the bottom:

    rows:
    - - clue: First row
        answer: VERGES
    - - clue: Second row, first answer
        answer: REPEAL
      - clue: Second row, second answer
        answer: RECREATED

Values are as they are, in quotes or not, up to the end of the line; `*` and `**` around words are
italics and bold. Letters and digits of the answers are the squares. A bloom may be read from any of
its petals, clockwise or not, so that answers of blooms are not what their squares spell.

Gardens whose first row has a bloom at its beginning are refused, as the board `rows-garden` has
none. Other keys are kept, and named when another format is written.

Source: no description is published; Rgz.kt and RowsGarden.kt of jpd236/kotwords, and rg.js of
crosswordnexus/jscrossword, with the files that they read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from html import escape
from itertools import chain
from typing import Any

from satcross import Crossword, FormatError, Grid, GridError, crossword_of
from satcross.apps.interchange.extras import extras_of
from satcross.apps.interchange.jpz.load import ZIP, unzipped
from satcross.apps.interchange.texts import decoded
from satcross.extend import MAX_SIDE, VOID, Clue, Feature, counted, from_html, some_of, spelled

NAME = "rows-garden"
BOARD = "rows-garden"
IS_TREATED = True  # blooms are read from any petal
KEEPS = frozenset(
    {
        *(Feature.SIZE, Feature.BARS, Feature.VOIDS, Feature.BOARD, Feature.LETTERS),
        *(Feature.CLUES, Feature.CLUE_LISTS, Feature.CLUE_CELLS, Feature.ANSWERS, Feature.MARKUP),
        *(Feature.TEXT, Feature.TITLE, Feature.AUTHOR, Feature.COPYRIGHT, Feature.NOTES),
    }
)
_FIELDS = "title", "author", "copyright", "notes"
# The keys of answers, and the headings of their clues on the board.
_SHADES = {"light": "Light", "medium": "Medium", "dark": "Dark"}
_ROWS = "rows"
_SUFFIXES = ".rg", ".yaml", ".txt"
_MAX_TEXT = 1 << 20  # bytes; a garden of the usual size has ten thousand
_KEY = re.compile(r"([A-Za-z_]\w*):[ \t]*(.*)")
_ITEM = re.compile(r"[ \t]*((?:-[ \t]*){0,2})(?:(clue|answer):[ \t]*(.*))?")
_BOLD, _ITALIC = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"\*(.+?)\*")
_HALF = 3  # petals of a bloom in a row
_LEAST_ROWS = 4
_SHOWN = 3


def read(data: bytes, source: str) -> Crossword:
    """The Rows Garden in a file.

    Raises:
        FormatError: it is no such text, or its answers do not make a garden.
    """
    if data.startswith(ZIP):
        data = unzipped(data, source, _SUFFIXES)
    return _Reader(decoded(data, source, _MAX_TEXT), source).crossword()


@dataclass(slots=True)
class GardenEntry:
    """A clue and its answer, and the number of the line where it begins."""

    line: int
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def letters(self) -> str:
        """The letters and digits of the answer."""
        return "".join(filter(str.isalnum, self.texts.get("answer", ""))).upper()


class _Reader:
    def __init__(self, text: str, source: str) -> None:
        self._source = source
        self._texts: dict[str, str] = {}
        self._rows: list[list[GardenEntry]] = []
        self._blooms: dict[str, list[GardenEntry]] = {}
        section = ""
        for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
            line = raw.rstrip()
            if key := _KEY.fullmatch(line):
                section = self._key(key[1].lower(), key[2], number)
            elif line:
                self._item(section, line, number)
        for entry in chain(*self._rows, *self._blooms.values()):
            if not entry.letters:
                raise self._wrong("an answer is missing", entry.line)
        if not all(self._rows):
            raise self._wrong(f"row {self._rows.index([]) + 1} has no answer")

    def _key(self, name: str, value: str, number: int) -> str:
        """Take a key and its value; the section that it begins, or "" for none."""
        if name in self._texts or name in self._blooms or (name == _ROWS and self._rows):
            raise self._wrong(f"the key {name[:20]} is repeated", number)
        if name != _ROWS and name not in _SHADES:
            self._texts[name] = value
            return ""
        if value:
            raise self._wrong(f"{value[:20]!r} is no list of answers", number)
        if name in _SHADES:
            self._blooms[name] = []
        return name

    def _item(self, section: str, line: str, number: int) -> None:
        """Take a line of a list: it begins a row or an entry, or goes on with one."""
        item = _ITEM.fullmatch(line)
        n_dashes = item[1].count("-") if item else 0
        if item is None or not section or (n_dashes == 2 and section != _ROWS):
            raise self._wrong(f"{line.strip()[:30]!r} is neither a clue nor an answer", number)
        kind, value = item[2], item[3] or ""
        if section == _ROWS and (n_dashes > 1 or (n_dashes and not kind)):
            self._rows.append([])
        entries = self._blooms.get(section, self._rows[-1] if self._rows else None)
        if not kind:
            return
        if entries is None or not (n_dashes or entries):
            raise self._wrong(f"{line.strip()[:30]!r} is in no row", number)
        if n_dashes:
            entries.append(GardenEntry(number))
        if kind in entries[-1].texts:
            raise self._wrong(f"the {kind} is repeated", number)
        entries[-1].texts[kind] = value

    def crossword(self) -> Crossword:
        bare = self._with_letters()
        rows = [entry for row in self._rows for entry in row]
        clues: list[Clue] = []
        elsewhere: list[str] = []
        for heading, entries in (
            ("Rows", rows),
            *((_SHADES[name], self._blooms.get(name, [])) for name in _SHADES),
        ):
            places = [clue for clue in bare.clues if clue.direction == heading]
            if len(places) != len(entries):
                what = f"{counted(len(places), 'entry')} of {heading}"
                raise self._wrong(f"the grid has {what}, the file {len(entries)}")
            for place, entry in zip(places, entries, strict=True):
                text, markup = _marked(entry.texts.get("clue", ""))
                answer = entry.texts["answer"]
                clue = replace(place, text=text, markup=markup, answer=answer)
                clues.append(clue)
                if not _is_read(entry.letters, spelled(bare.squares, place.cells)):
                    elsewhere.append(f"{place.label} {heading} ({answer[:20]})")
        remark = f"answers that their petals do not spell: {some_of(elsewhere, _SHOWN)}"
        texts: dict[str, Any] = {name: self._texts.pop(name, "") for name in _FIELDS}
        return replace(
            bare,
            clues=tuple(clues),
            extras=extras_of(NAME, {key: value for key, value in self._texts.items() if value}),
            remarks=(remark,) if elsewhere else (),
            **texts,
        )

    def _with_letters(self) -> Crossword:
        """The garden with its letters and the bars after answers."""
        rows = self._rows
        letters = ["".join(entry.letters for entry in row) for row in rows]
        if len(rows) < _LEAST_ROWS or len(rows) % 2:
            raise self._wrong(f"a garden has an even number of rows, this one {len(rows)}")
        n_cols = len(letters[1])
        if n_cols % (2 * _HALF) != _HALF or n_cols == _HALF or max(n_cols, len(rows)) > MAX_SIDE:
            raise self._wrong(f"rows have 9, 15, 21 … letters, these {n_cols}", rows[1][0].line)
        outer = (n_cols - _HALF) // 2
        cells: list[str] = []
        bars: set[int] = set()
        for at, row in enumerate(rows):
            is_outer = at in (0, len(rows) - 1)
            wanted = outer if is_outer else n_cols
            if len(letters[at]) != wanted:
                problem = f"row {at + 1} has {counted(len(letters[at]), 'letter')}, not {wanted}"
                raise self._wrong(problem, row[0].line)
            places = [len(cells) + col for col in range(n_cols) if not is_outer or col // _HALF % 2]
            ends = [sum(len(one.letters) for one in row[:n]) for n in range(1, len(row))]
            bars |= {places[end - 1] for end in ends}
            by_place = dict(zip(places, letters[at], strict=True))
            cells += [by_place.get(place, VOID) for place in range(len(cells), len(cells) + n_cols)]
        try:
            grid = Grid(len(rows), n_cols, tuple(cells), frozenset(bars), board=BOARD)
            return crossword_of(grid)
        except GridError as error:
            raise self._wrong(error.problem) from None

    def _wrong(self, problem: str, line: int | None = None) -> FormatError:
        hint = "check that it is a Rows Garden"
        return FormatError(problem, hint=hint, source=self._source, line=line)


def _is_read(letters: str, petals: str) -> bool:
    """Whether petals hold these letters, from any of them on and clockwise or not."""
    return len(letters) == len(petals) and (letters in petals * 2 or letters in petals[::-1] * 2)


def _marked(text: str) -> tuple[str, str]:
    """The text of a clue, and its markup.

    >>> _marked("*Terms of ___*")
    ('Terms of ___', '<i>Terms of ___</i>')
    """
    html = _ITALIC.sub(r"<i>\1</i>", _BOLD.sub(r"<b>\1</b>", escape(text, quote=False)))
    return from_html(html)
