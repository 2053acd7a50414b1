"""A .qxw file line by line, as Qxw loads it; without our reader.

Lines have to be in the order in which Qxw asks for them: it stops at the first that is out of it.
Only the plain grid is read, and of lights only those that it has by itself.

Source: `a_load` of qxw.c, and the manual of Qxw (quinapalus.com).
"""

from __future__ import annotations

from dataclasses import replace

from oracles.numbered import numbered
from satcross.model.crossword import Crossword, Square, SquareKind

_MAX_SIDE = 63
_BLOCK, _CUTOUT = 1, 8
_WHITE = 0xFFFFFF
_NUMBER, _CIRCLE = "\\#", "\\o"  # in a corner
_CORNERS = 4
_PLAIN = 0  # the geometry
Place = tuple[int, int]


class _Lines:
    """The lines that are left. `s` is the next one."""

    def __init__(self, data: bytes) -> None:
        controls = "".join(map(chr, (*range(32), 127)))
        self._lines = [line.rstrip(controls) for line in data.decode().split("\n")]
        self._at = 0

    @property
    def s(self) -> str:
        return self._lines[self._at]

    def next(self) -> str:
        self._at += 1
        return self._lines[self._at - 1]

    def text(self) -> str:
        line = self.next()
        assert line.startswith("+"), line
        return line[1:]

    def while_(self, keyword: str) -> list[list[str]]:
        """The lines of a keyword that come next, each with the texts that follow it, if any."""
        found = []
        while self.s.startswith(f"{keyword} "):
            fields = self.next().split(" ")[1:]
            while self.s.startswith("+"):
                fields.append(self.text())
            found.append(fields)
        return found


def crossword_of_qxw(data: bytes) -> Crossword:
    """The crossword in a file with a plain grid."""
    lines = _Lines(data)
    assert lines.next().startswith("#QXW2v5")
    word, geometry, width, height, *_symmetry = lines.next().split()
    assert (word, int(geometry)) == ("GP", _PLAIN)
    n_cols, n_rows = int(width), int(height)
    assert 1 <= min(n_cols, n_rows) <= max(n_cols, n_rows) <= _MAX_SIDE
    assert lines.next() == "TTL"
    title = lines.text()
    assert lines.next() == "AUT"
    author = lines.text()
    letters = set()
    for _number, _vowel, _consonant, _follows, shown, same in lines.while_("ALP"):
        assert shown in same
        assert shown not in letters
        letters.add(shown)
    for keyword in ("GLP", "GSP", "GSPMK", "TM", "TMSG", "TCST", "DFN", "DSF", "DAF"):
        lines.while_(keyword)
    squares: dict[Place, tuple[int, int]] = {
        (int(x), int(y)): (int(bars), int(flags))
        for x, y, bars, _merge, flags, _ in lines.while_("SQ")
    }
    looks: dict[Place, tuple[int, bool, int]] = {}
    for at_x, at_y, colour, _ink, _ten, own, _font, parts, _mark in lines.while_("SQSP"):
        looks[int(at_x), int(at_y)] = int(colour, 16) & _WHITE, own != "0", int(parts)
    corners: dict[Place, dict[int, str]] = {}
    for at_x, at_y, corner, text in lines.while_("SQSPMK"):
        corners.setdefault((int(at_x), int(at_y)), {})[int(corner)] = text
    for keyword in ("SQLP", "VL", "VLP"):
        lines.while_(keyword)
    contents: dict[Place, str] = {
        (int(x), int(y)): text.removeprefix('"').removesuffix('"')
        for x, y, way, text in lines.while_("SQCT")
        if way == "0"
    }
    assert lines.next() == "END", lines.s
    places: list[Place] = [(x, y) for y in range(n_rows) for x in range(n_cols)]
    kinds = [
        SquareKind.VOID if flags & _CUTOUT else SquareKind.BLOCK if flags & _BLOCK
        else SquareKind.OPEN
        for place in places
        for flags in [squares[place][1]]
    ]  # fmt: skip
    right = frozenset(at for at, place in enumerate(places) if squares[place][0] & 1)
    below = frozenset(at for at, place in enumerate(places) if squares[place][0] & 2)
    opened = [kind is SquareKind.OPEN for kind in kinds]
    numbers = {entry[0]: str(n) for n, _, entry in numbered(n_cols, opened, (right, below))}
    made = []
    for at, place in enumerate(places):
        if not opened[at]:
            made.append(Square(kinds[at]))
            continue
        shade, is_own, split = looks.get(place, (_WHITE, False, 0))
        texts = {0: _NUMBER} | (corners.get(place, {}) if is_own else {})
        shown_texts = [text for corner, text in texts.items() if corner < _CORNERS]
        plain = [text for text in shown_texts if text and text.lower() != _CIRCLE]
        content = contents.get(place, ".")
        made.append(Square(
            solution=content if {*content} <= letters and not split else "",
            label=numbers.get(at, "") if _NUMBER in plain else "".join(plain),
            circle=_CIRCLE in map(str.lower, shown_texts),
            shade=f"#{shade:06x}" if is_own and shade != _WHITE else "",
        ))  # fmt: skip
    if all(one.label == numbers.get(at, "") for at, one in enumerate(made)):
        made = [replace(one, label="") for one in made]
    return Crossword(
        n_rows, n_cols, tuple(made), bars_right=right, bars_below=below, title=title, author=author
    )
