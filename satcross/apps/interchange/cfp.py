"""Files of CrossFire, .cfp: XML, which is only read.

The element `CROSSFIRE` has `TITLE`, `AUTHOR`, `COPYRIGHT`, `NOTES`; a `GRID` whose rows are lines,
where `.` is a block; `CIRCLES`, the positions of squares from 0 on; a `REBUS` for each character of
the grid that stands for several letters (`input`, `letters`); and a `WORD` for each clue, with its
`num` and `dir`, in whose text HTML is markup.

What CrossFire writes for a square without a letter is not published, and other readers of these
files do not say: a blank and the signs that other formats have there are read as such a square, and
a remark says so. Any other sign that is neither a letter nor a rebus is refused.
Extras name what is read for nothing: which entries are of the theme, and what CrossFire shows in a
rebus square.

Source: no description is published; xw_read_cfp of crosswordnexus/jscrossword, and cfp-to-jpz of
Brooke Husic, with the files that they read.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from satcross import Crossword, FormatError
from satcross.apps.interchange.extras import extras_of
from satcross.apps.interchange.jpz.load import Element, child, children, load, name_of, whole_number
from satcross.apps.interchange.plain import plain_html
from satcross.extend import (
    ACROSS,
    DOWN,
    MAX_SIDE,
    Clue,
    Feature,
    Square,
    SquareKind,
    clue_key,
    counted,
    find_slots,
    from_html,
    pattern_of,
    spelled,
)

NAME = "cfp"
ROOT = "CROSSFIRE"
KEEPS = frozenset(
    {
        *(Feature.SIZE, Feature.CIRCLES, Feature.REBUS, Feature.LETTERS, Feature.CLUES),
        *(Feature.CLUE_ORDER, Feature.TEXT, Feature.MARKUP, Feature.TITLE, Feature.AUTHOR),
        *(Feature.COPYRIGHT, Feature.NOTES),
    }
)
_FIELDS = "title", "author", "copyright", "notes"
_WAYS = {"ACROSS": ACROSS, "DOWN": DOWN}
_KNOWN = {"VERSION", "GRID", "CIRCLES", "REBUSES", "WORDS", *(name.upper() for name in _FIELDS)}
_BLOCK = "."
_EMPTY = " -_?"
_VERSION = "1"
_MAX_DEPTH = 50  # of nested markup


def read(data: bytes, source: str) -> Crossword:
    """The crossword in a .cfp file.

    Raises:
        FormatError: it is not such XML, or has an invalid value or a square without a letter.
    """
    root = load(data, source)
    if name_of(root) != ROOT:
        raise FormatError(
            f"there is no <{ROOT}>", hint="check that it is a .cfp file", source=source
        )
    return _Reader(root, source).crossword()


class _Reader:
    def __init__(self, root: Element, source: str) -> None:
        self._root = root
        self._source = source
        self._guessed: dict[str, None] = {}  # signs of squares that are read as empty

    def crossword(self) -> Crossword:
        rows = self._rows()
        squares = self._squares(rows)
        bare = Crossword(len(rows), len(rows[0]), tuple(squares))
        html = {name: _inner(child(self._root, name.upper())).strip() for name in _FIELDS}
        plain = {name: plain_html(one, "\n") for name, one in html.items()}
        lost = [
            f"left out: markup of {name}" for name, (_, has_markup) in plain.items() if has_markup
        ]
        texts: dict[str, Any] = {name: text for name, (text, _) in plain.items()}
        return replace(
            bare, clues=tuple(self._clues(bare)), remarks=(*self._remarks(), *lost), **texts
        )

    def _remarks(self) -> list[str]:
        version = _inner(child(self._root, "VERSION")).strip()
        found = [f"read as version {_VERSION}, though it is {version[:20]!r}"]
        remarks = found if version not in ("", _VERSION) else []
        others = dict.fromkeys(name_of(one) for one in self._root if name_of(one) not in _KNOWN)
        if self._guessed:
            signs = " and ".join(map(repr, self._guessed))
            remarks.append(f"squares with {signs} are read as empty: CrossFire's sign is not known")
        return remarks + [f"left out: <{name[:30]}>, which is not known" for name in others]

    def _rows(self) -> list[str]:
        grid = child(self._root, "GRID")
        n_cols = None if grid is None else whole_number(grid.get("width"))
        lines = [line.removesuffix("\r") for line in _inner(grid).split("\n")]
        # A blank may be a square; others are indents.
        rows = [line if len(line) == n_cols else line.strip() for line in lines]
        rows = [row for row in rows if row]
        if grid is None or not any(map(str.strip, rows)):
            raise self._wrong("the file has no grid", "check that it is a .cfp file")
        if max(len(rows), *map(len, rows)) > MAX_SIDE:
            raise self._wrong(f"more than {MAX_SIDE} cells in a row or column")
        n_cols = n_cols or len(rows[0])
        for number, row in enumerate(rows, 1):
            if len(row) != n_cols:
                raise self._wrong(
                    f"row {number} of the grid has {counted(len(row), 'cell')}, not {n_cols}"
                )
        return rows

    def _squares(self, rows: list[str]) -> list[Square]:
        table = {
            one.get("input", ""): one for one in children(child(self._root, "REBUSES"), "REBUS")
        }
        n = len(rows) * len(rows[0])
        circles: set[int] = set()
        for part in _inner(child(self._root, "CIRCLES")).split(","):
            at = whole_number(part)
            if part.strip() and (at is None or at >= n):
                raise self._wrong(f"there is no square {part.strip()[:20]!r} for a circle")
            circles |= set() if at is None else {at}
        return [
            replace(self._square(char, table), circle=at in circles)
            for at, char in enumerate("".join(rows))
        ]

    def _square(self, char: str, table: dict[str, Element]) -> Square:
        if char == _BLOCK:
            return Square(SquareKind.BLOCK)
        if char in table:
            letters = (table[char].get("letters") or "").strip().upper()
            if not letters:
                raise self._wrong(f"the rebus {char!r} has no letters")
            display = table[char].get("display") or ""
            return Square(solution=letters, extras=extras_of(NAME, {"display": display}))
        if char in _EMPTY:
            self._guessed.setdefault(char)
            return Square()
        if not char.isalnum():
            raise self._wrong(
                f"a square holds {char!r}, which is neither a letter nor a rebus",
                "fill the grid in CrossFire",
            )
        return Square(solution=char.upper() if char.isascii() else char)

    def _clues(self, bare: Crossword) -> list[Clue]:
        slots = {clue_key(slot): slot for slot in find_slots(pattern_of(bare))}
        found: dict[str, list[Clue]] = {way: [] for way in _WAYS.values()}
        for word in children(child(self._root, "WORDS"), "WORD"):
            way = _WAYS.get((word.get("dir") or "").upper())
            if way is None:
                raise self._wrong(f"a clue has the direction {(word.get('dir') or '')[:20]!r}")
            label = (word.get("num") or "").strip()
            slot = slots.get((way, label))
            clue = _clue(word, way, label)
            if slot is not None:
                answer = spelled(bare.squares, slot.cells)
                clue = replace(clue, cells=slot.cells, answer=answer)
            found[way].append(clue)
        return [clue for clues in found.values() for clue in clues]

    def _wrong(self, problem: str, hint: str = "") -> FormatError:
        return FormatError(problem, hint=hint, source=self._source)


def _clue(word: Element, way: str, label: str) -> Clue:
    """A clue without its place in the grid."""
    text, markup = from_html(_inner(word).strip())
    is_theme = word.get("isTheme") == "true"
    extras = extras_of(NAME, {"isTheme": True} if is_theme else {})
    return Clue(way, label, text, markup=markup, extras=extras)


def _inner(element: Element | None, depth: int = 0) -> str:
    """The text of an element with the tags in it, as HTML in it is markup, escaped or not."""
    if element is None:
        return ""
    if depth > _MAX_DEPTH:
        return "".join(element.itertext())
    parts = [element.text or ""]
    for one in element:
        name = name_of(one)
        parts += [f"<{name}>", _inner(one, depth + 1), f"</{name}>", one.tail or ""]
    return "".join(parts)
