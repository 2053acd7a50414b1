""".jpz: the XML of Crossword Compiler, plain, zipped or gzipped.

Read: `<crossword>` puzzles in rectangular grids, in any namespace or none. Attributes of cells,
words and clues that a `Crossword` has no place for, such as `format` (the lengths of the words of
an answer), are kept in extras and written again.

Source: the schema at crossword.info/xml/rectangular-puzzle.xsd, and what XWord, Kotwords and
Crossword Nexus read and write.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from satcross.crossword import (
    ACROSS,
    DOWN,
    SHADED,
    Clue,
    Crossword,
    Extras,
    Square,
    SquareKind,
    spelled,
)
from satcross.errors import FormatError, GridError
from satcross.formats.colours import colour_of
from satcross.formats.extras import extras_of
from satcross.formats.jpz_load import Element, child, children, load, name_of
from satcross.formats.jpz_titles import directions_of
from satcross.formats.jpz_write import (
    KEEPS,
    META,
    NAME,
    sides_of,
    write,
)
from satcross.formats.markup import escaped, from_html
from satcross.grid.model import MAX_SIDE

__all__ = ["KEEPS", "read", "write"]

_MAX_DEPTH = 50  # of bold in italics in bold
_MAX_WORD_CELLS = 4 * MAX_SIDE  # longer ones go back and forth for ever
_MAX_CELLS = 4 * MAX_SIDE * MAX_SIDE  # of all cells and words of a file
_BARS = ("top-bar", "right-bar", "bottom-bar", "left-bar")
_KNOWN_CELL = frozenset(
    (
        *("x", "y", "type", "solution", "number", "solve-state", "hint"),
        *("background-shape", "background-color", *_BARS),
    )
)


def read(data: bytes, source: str) -> Crossword:
    """The crossword in a .jpz file.

    Raises:
        FormatError: it is no XML of this kind, is another kind of puzzle, or makes no sense.
    """
    return _Reader(source).crossword(load(data, source))


class _Reader:
    """Takes the parts of a document one by one."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._n_cells = 0

    def crossword(self, root: Element) -> Crossword:
        puzzle = (
            root if name_of(root) == "rectangular-puzzle" else child(root, "rectangular-puzzle")
        )
        if puzzle is None:
            raise self._wrong("there is no <rectangular-puzzle>", "is it a .jpz file?")
        main = child(puzzle, "crossword")
        if main is None:
            kinds = [name_of(kind) for kind in puzzle if name_of(kind) not in ("", "metadata")]
            kind = kinds[0][:30] if kinds else "none"
            raise self._wrong(f"this is a puzzle of the kind {kind!r}", "only <crossword> is read")
        bare = self._squares(child(main, "grid"))
        texts, more = self._texts(root, puzzle)
        clues, titles = self._clues(main, bare)
        timer = child(child(root, "applet-settings"), "timer")
        kept: dict[str, Any] = {"metadata": more, "titles": titles}
        crossword = replace(bare.without_usual_labels(), clues=clues, **texts)
        if timer is not None:
            seconds = _whole(timer.get("initial-value", "0"))
            runs = timer.get("start-on-load") == "true"
            crossword = replace(crossword, timer_s=max(0, seconds or 0), timer_runs=runs)
        return replace(crossword, extras=_extras(kept))

    def _squares(self, grid: Element | None) -> Crossword:
        sides = [_whole(grid.get(key)) for key in ("width", "height")] if grid is not None else []
        if grid is None or not all(side and 1 <= side <= MAX_SIDE for side in sides):
            raise self._wrong("the grid has no width and height", f"whole numbers up to {MAX_SIDE}")
        n_cols, n_rows = (side or 0 for side in sides)
        squares = [Square(SquareKind.VOID)] * (n_rows * n_cols)
        right: set[int] = set()
        below: set[int] = set()
        sources: dict[int, Element] = {}
        for cell in children(grid, "cell"):
            for position in self._span(cell, n_cols, n_rows):
                sources[position] = cell
                squares[position] = self._square(cell)
                row, col = divmod(position, n_cols)
                if cell.get("right-bar") == "true" and col + 1 < n_cols:
                    right.add(position)
                if cell.get("left-bar") == "true" and col:
                    right.add(position - 1)
                if cell.get("bottom-bar") == "true" and row + 1 < n_rows:
                    below.add(position)
                if cell.get("top-bar") == "true" and row:
                    below.add(position - n_cols)
        try:
            crossword = Crossword(
                n_rows, n_cols, tuple(squares), frozenset(right), frozenset(below)
            )
        except GridError as error:
            raise self._wrong(error.problem, "mend it") from None
        for position, cell in sources.items():
            beside = _beside(cell, sides_of(crossword, position))
            squares[position] = replace(squares[position], extras=_extras(beside))
        return replace(crossword, squares=tuple(squares))

    def _square(self, cell: Element) -> Square:
        kind = cell.get("type", "letter")
        if kind == "clue":
            raise self._wrong(
                "clues stand in squares", "only crosswords with lists of them are read"
            )
        kinds = {"block": SquareKind.BLOCK, "void": SquareKind.VOID}
        if kind not in (*kinds, "letter"):
            raise self._wrong(f"a cell has the type {kind[:20]!r}", "letter, block or void")
        colour = cell.get("background-color", "")
        square = Square(
            kinds.get(kind, SquareKind.OPEN),
            circle=cell.get("background-shape") == "circle",
            shade=(colour_of(colour) or SHADED) if colour else "",
        )
        if square.kind is not SquareKind.OPEN:
            return square
        return replace(
            square,
            solution=cell.get("solution", ""),
            entry=cell.get("solve-state", ""),
            given=cell.get("hint") == "true" and bool(cell.get("solution")),
            label=cell.get("number", ""),
        )

    def _texts(self, root: Element, puzzle: Element) -> tuple[dict[str, Any], dict[str, str]]:
        """Title, author and so on; and what else there is in the metadata."""
        texts: dict[str, Any] = {}
        more: dict[str, str] = {}
        for item in child(puzzle, "metadata") or ():
            text = self._text_of(item, "\n")[0]
            field = META.get(name_of(item))
            if field:
                texts[field] = text
            elif text and name_of(item):
                more[name_of(item)] = text
        for field in ("title", "copyright"):  # older files have them here
            settings = child(root, "applet-settings")
            found = child(settings, field)
            found = child(root, field) if found is None else found
            if found is not None and not texts.get(field):
                texts[field] = self._text_of(found, "\n")[0]
        instructions = child(puzzle, "instructions")
        if instructions is not None:
            text = self._text_of(instructions, "\n")[0]
            if text and texts.get("notes"):
                more["instructions"] = text
            elif text:
                texts["notes"] = text
        return texts, more

    def _clues(self, main: Element, bare: Crossword) -> tuple[tuple[Clue, ...], dict[str, str]]:
        """The clues, and the titles of lists that have another name here."""
        words: dict[str, tuple[tuple[int, ...], Element]] = {}
        for word in children(main, "word"):
            cells = self._span(word, bare.n_cols, bare.n_rows) if word.get("x") else []
            for part in children(word, "cells"):
                cells += self._span(part, bare.n_cols, bare.n_rows)
                if len(cells) > _MAX_WORD_CELLS:
                    break
            if len(cells) > _MAX_WORD_CELLS:
                raise self._wrong(f"a word of {len(cells)} cells", "mend it")
            words[word.get("id", "")] = tuple(cells), word
        lists: list[tuple[str, list[Clue]]] = []
        for number, element in enumerate(children(main, "clues"), 1):
            title = child(element, "title")
            name = "" if title is None else self._text_of(title)[0].strip()
            clues = [self._clue(clue, words, bare) for clue in children(element, "clue")]
            lists.append((name or f"Clues {number}", clues))
        names = directions_of([title for title, _ in lists])
        order = {ACROSS: 0, DOWN: 1}
        placed = sorted(zip(names, lists, strict=True), key=lambda item: order.get(item[0], 2))
        titles = {name: title for name, (title, _) in placed if title != name and name in order}
        return (
            tuple(replace(clue, direction=name) for name, (_, clues) in placed for clue in clues),
            titles,
        )

    def _clue(
        self,
        element: Element,
        words: Mapping[str, tuple[tuple[int, ...], Element]],
        bare: Crossword,
    ) -> Clue:
        text, markup = self._text_of(element)
        cells, word = words.get(element.get("word", ""), ((), None))
        clue = Clue("", element.get("number", ""), text, markup, cells)
        answer = ("" if word is None else word.get("solution", "")) or spelled(
            bare.squares, clue.cells
        )
        kept: dict[str, Any] = {
            key: value for key, value in element.attrib.items() if key not in ("word", "number")
        }
        if word is not None:
            known = ("id", "x", "y", "solution")
            beside = {key: value for key, value in word.attrib.items() if key not in known}
            if beside:
                kept = {**kept, "word": beside}
        return replace(clue, answer=answer, extras=_extras(kept))

    def _span(self, element: Element, n_cols: int, n_rows: int) -> list[int]:
        """The cells of x="3-7" y="2"; "7-3" is read backwards."""
        ranges: list[range] = []
        for key, n in (("x", n_cols), ("y", n_rows)):
            told = element.get(key, "")
            first, _, last = told.partition("-")
            a, b = _whole(first), _whole(last or first)
            if a is None or b is None or not (1 <= a <= n and 1 <= b <= n):
                raise self._wrong(
                    f"a {name_of(element)} has {key}={told[:20]!r}", f"give numbers from 1 to {n}"
                )
            ranges.append(range(a - 1, b) if a <= b else range(a - 1, b - 2, -1))
        xs, ys = ranges
        self._n_cells += len(xs) * len(ys)
        if self._n_cells > _MAX_CELLS:
            raise self._wrong("more cells in words than a crossword can have", "mend it")
        return [y * n_cols + x for y in ys for x in xs]

    def _text_of(self, element: Element, line_break: str = " ") -> tuple[str, str]:
        """The text inside an element, and its markup; without the indents of the file."""
        html = self._inner(element, 0)
        lead = html[: len(html) - len(html.lstrip())]
        trail = html[len(html.rstrip()) :]
        html = html.lstrip() if "\n" in lead else html
        html = html.rstrip() if "\n" in trail else html
        return from_html(html, line_break)

    def _inner(self, element: Element, depth: int) -> str:
        if depth > _MAX_DEPTH:
            raise self._wrong("markup is nested too deep", "mend it")
        parts = [escaped(element.text or "")]
        for inner in element:
            tag = name_of(inner)
            if tag == "br":
                parts.append("<br>")
            else:
                html = self._inner(inner, depth + 1)
                parts.append(f"<{tag}>{html}</{tag}>" if tag.isalnum() else html)
            parts.append(escaped(inner.tail or ""))
        return "".join(parts)

    def _wrong(self, problem: str, mend: str) -> FormatError:
        return FormatError(problem, mend=mend, source=self._source)


def _beside(cell: Element, sides: list[str]) -> dict[str, Any]:
    """What a cell has that its square has not."""
    kept: dict[str, Any] = {
        key: value for key, value in cell.attrib.items() if key not in _KNOWN_CELL
    }
    picture = child(cell, "background-picture")
    if picture is not None:
        image = child(picture, "encoded-image")
        kept["background-picture"] = {
            **picture.attrib,
            "encoded-image": "" if image is None else image.text or "",
        }
    colour = cell.get("background-color", "")
    if colour and colour_of(colour) is None:
        kept["background-color"] = colour
    shape = cell.get("background-shape", "circle")
    if shape != "circle":
        kept["background-shape"] = shape
    outer = {key: "true" for key in _BARS if cell.get(key) == "true" and key not in sides}
    return {**kept, **outer}


def _extras(kept: dict[str, Any]) -> Extras:
    return extras_of(NAME, {key: value for key, value in kept.items() if value not in ("", {})})


def _whole(text: str | None) -> int | None:
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
