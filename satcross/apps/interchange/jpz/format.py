""".jpz and .xml: the XML of Crossword Compiler, plain, zipped, gzipped, or in a script.

Reads `<crossword>`, `<coded>` and `<acrostic>` puzzles in rectangular grids, in any namespace or
none, under any root; also the script that Crossword Compiler writes for web pages,
`var CrosswordPuzzleData = "<?xml …"`. Attributes of cells, words and clues for which a `Crossword`
has no field, such as `format` (the word lengths of an answer), are kept in extras and written
again.

Source: the schema at crossword.info/xml/rectangular-puzzle.xsd, and what XWord, Kotwords and
Crossword Nexus read and write. `<coded>` is in the schema; `<acrostic>` is Crossword Nexus'
addition, which Kotwords and Forkyz know too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

from satcross import Crossword, FormatError
from satcross.apps.interchange.colours import colour_of
from satcross.apps.interchange.extras import joined_notes, sides_of, with_bars
from satcross.apps.interchange.jpz.arrows import by_direction, clues_in_cells
from satcross.apps.interchange.jpz.cells import (
    CLUE,
    NAME,
    bars_of,
    beside_of,
    kept_extras,
    label_of,
    mark_of,
    others_of,
)
from satcross.apps.interchange.jpz.links import directions_of, with_links
from satcross.apps.interchange.jpz.load import Element, child, children, load, name_of, whole_number
from satcross.apps.interchange.jpz.settings import (
    COMPLETION,
    INSTRUCTIONS,
    LOOK,
    META,
    SETTINGS,
    joined_texts,
    keep_notes,
    kept_of,
    unread_settings,
)
from satcross.apps.interchange.jpz.writer import write
from satcross.apps.interchange.kinds import kind_in, names_in
from satcross.apps.interchange.plain import lost_tags, plain_html
from satcross.extend import (
    ACROSS,
    DOWN,
    MAX_SIDE,
    Clue,
    Feature,
    PuzzleKind,
    Square,
    SquareKind,
    behaviour_of,
    cell_name,
    counted,
    from_html,
    kinds,
    some_of,
    spelled,
)

__all__ = ["KEEPS", "LENGTHS_APART", "read", "write"]
LENGTHS_APART = True
KEEPS = frozenset(Feature) - {Feature.NAMED, Feature.BOARD}
_NO_KINDS = frozenset({"", "metadata"})  # names of elements beside the puzzle
_KINDS = {
    "letter": SquareKind.OPEN,
    "block": SquareKind.BLOCK,
    CLUE: SquareKind.BLOCK,
    "void": SquareKind.VOID,
}
_SHOWN = 3
_MAX_DEPTH = 50  # of nested markup
_MAX_WORD_CELLS = 4 * MAX_SIDE
_MAX_CELLS = 4 * MAX_SIDE * MAX_SIDE  # of all cells and words of a file


def read(data: bytes, source: str) -> Crossword:
    """The crossword in a .jpz file.

    Raises:
        FormatError: it is not such XML, another kind of puzzle, or contains an invalid value.
    """
    return _Reader(source).crossword(load(data, source))


class _Reader:
    """Reads the parts of a document one by one."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._n_cells = 0
        self._remarks: list[str] = []
        self._lost_tags: set[str] = set()  # of clues

    def crossword(self, root: Element) -> Crossword:
        is_root = name_of(root) == "rectangular-puzzle"
        if (puzzle := root if is_root else child(root, "rectangular-puzzle")) is None:
            raise self._wrong("there is no <rectangular-puzzle>", "check that it is a .jpz file")
        main, self._kind = self._main(puzzle)
        bare = self._squares(child(main, "grid"))
        texts, more = self._texts(root, puzzle)
        clues, titles = self._clues(main, bare)
        settings = child(root, "applet-settings")
        timer = child(settings, "timer")
        if unread := unread_settings(settings):
            self._remarks.append(f"left out: settings of the program: {some_of(unread, _SHOWN)}")
        looks = {SETTINGS: kept_of(settings), LOOK: kept_of(child(child(main, "grid"), LOOK))}
        extras = kept_extras({"metadata": more, "titles": titles} | looks)
        bare = replace(bare.without_usual_labels(), kind=self._kind)
        n_more = len([*children(root, "rectangular-puzzle")]) - 1
        if n_more > 0:
            self._remarks.append(f"left out: {counted(n_more, 'more puzzle')} of the file")
        if self._lost_tags:
            named = some_of([f"<{tag}>" for tag in sorted(self._lost_tags)], _SHOWN)
            self._remarks.append(f"left out: tags of clues: {named}")
        remarks = tuple(dict.fromkeys(self._remarks))
        crossword = replace(bare, clues=clues, extras=extras, remarks=remarks, **texts)
        crossword = with_links(behaviour_of(self._kind).of_others(crossword))
        if any(clue.place is not None for clue in clues):
            kind = kind_in(NAME, CLUE, self._source) or self._kind
            crossword = replace(crossword, kind=kind)
        if timer is not None:
            seconds = whole_number(timer.get("initial-value", "0"))
            runs = timer.get("start-on-load") == "true"
            crossword = replace(crossword, timer_s=max(0, seconds or 0), timer_runs=runs)
        return crossword

    def _main(self, puzzle: Element) -> tuple[Element, PuzzleKind]:
        """The element of the puzzle, and the kind that it is for."""
        inner = {name_of(one): one for one in puzzle}
        for name in sorted(inner.keys() - _NO_KINDS):
            found = kind_in(NAME, name, self._source)
            if found is not None and not found.clues_in_grid:
                return inner[name], found
        names = [name for name in inner if name not in _NO_KINDS]
        known = [name for kind in kinds() for name in names_in(NAME, kind)[-1:]]
        elements = [f"<{name}>" for name in known if name != CLUE]
        raise self._wrong(
            f"the kind of puzzle is {(*names, 'none')[0][:30]!r}",
            f"only {some_of(elements, len(elements))} can be read",
        )

    def _squares(self, grid: Element | None) -> Crossword:
        n_cols, n_rows = (
            (whole_number(grid.get(key)) if grid is not None else None) or 0
            for key in ("width", "height")
        )
        if not (1 <= n_cols <= MAX_SIDE and 1 <= n_rows <= MAX_SIDE):
            raise self._wrong(f"the grid must have a width and a height of 1 to {MAX_SIDE}")
        squares = [Square(SquareKind.VOID)] * (n_rows * n_cols)
        sources: dict[int, Element] = {}
        for cell in children(grid, "cell"):
            for position in self._span(cell, n_cols, n_rows):
                if position in sources:
                    where = cell_name(position, n_cols)
                    self._remarks.append(f"of several cells at {where} the last one is read")
                sources[position] = cell
                squares[position] = self._square(cell)
        sides = {position: bars_of(cell) for position, cell in sources.items()}
        crossword = with_bars(squares, n_cols, sides)
        for position, cell in sources.items():
            beside = beside_of(cell, sides_of(crossword, position), self._kind)
            squares[position] = replace(squares[position], extras=kept_extras(beside))
        return replace(crossword, squares=tuple(squares))

    def _square(self, cell: Element) -> Square:
        kind = cell.get("type", "letter")
        if kind == CLUE and self._kind.labels_name_clues:
            kind = "void"  # a mark between words, or the letter of a clue before its answer
        if kind not in _KINDS:
            raise self._wrong(
                f"the type of a cell must be letter, block, clue or void, got {kind[:20]!r}"
            )
        colour = cell.get("background-color", "")
        square = Square(
            _KINDS[kind],
            circle=cell.get("background-shape") == "circle",
            shade=(colour_of(colour) or Square.SHADED) if colour else "",
        )
        if square.kind is not SquareKind.OPEN:
            return square
        return replace(
            square,
            solution=cell.get("solution", ""),
            entry=cell.get("solve-state", ""),
            given=cell.get("hint") == "true" and bool(cell.get("solution")),
            label=label_of(cell, self._kind),
            mark=mark_of(cell, self._kind),
        )

    def _texts(self, root: Element, puzzle: Element) -> tuple[dict[str, Any], dict[str, str]]:
        """Title, author and so on; and other metadata."""
        metadata = child(puzzle, "metadata")
        given: dict[str, list[str]] = {}
        for item in () if metadata is None else metadata:
            given.setdefault(name_of(item), []).append(self._plain(item))
        texts: dict[str, Any] = {
            META[name]: joined_texts(META[name], *some)
            for name, some in given.items()
            if name in META
        }
        more = {name: joined_notes(*some) for name, some in given.items() if name not in META}
        more = {name: text for name, text in more.items() if name and text}
        settings = child(root, "applet-settings")
        for field in ("title", "copyright"):  # the places in older files
            found = [*children(settings, field), *children(root, field)]
            if found and not texts.get(field):
                texts[field] = self._plain(found[0])
        beside = [one for part in (settings, root, puzzle) for one in children(part, "description")]
        for one in beside:
            told = self._plain(one)
            texts["notes"] = joined_notes(texts.get("notes", ""), told)
        places = (puzzle, metadata, settings, *([root] if root is not puzzle else []))
        done = child(settings, COMPLETION)
        own = [self._plain(one) for part in places for one in children(part, INSTRUCTIONS)]
        own.append("" if done is None else self._plain(done))
        keep_notes(texts, more, own, {} if done is None else done.attrib)
        return texts, more

    def _clues(self, main: Element, bare: Crossword) -> tuple[tuple[Clue, ...], dict[str, str]]:
        """The clues, and the titles of lists that differ from their direction."""
        words: dict[str, tuple[tuple[int, ...], Element, int | None]] = {}
        span = partial(self._span, n_cols=bare.n_cols, n_rows=bare.n_rows)
        own = clues_in_cells(main, span)
        for word in children(main, "word"):
            cells = span(word) if word.get("x") else []
            for part in children(word, "cells"):
                cells += span(part)
                if len(cells) > _MAX_WORD_CELLS:
                    break
            if len(cells) > _MAX_WORD_CELLS:
                raise self._wrong(f"a word has {len(cells)} cells", f"at most {_MAX_WORD_CELLS}")
            name = word.get("id", "")
            words[name] = tuple(cells), word, own[name][0] if name in own else None
        lists: list[tuple[str, list[Clue]]] = []
        for number, element in enumerate(children(main, "clues"), 1):
            title = child(element, "title")
            name = "" if title is None else self._text_of(title)[0].strip()
            clues = [self._clue(clue, words, bare) for clue in children(element, "clue")]
            lists.append((name or f"Clues {number}", clues))
        listed = {clue.get("word") for part in children(main, "clues") for clue in part}
        more = [self._clue(one, words, bare) for at, (_, one) in own.items() if at not in listed]
        lists += by_direction([clue for clue in more if clue.cells])
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
        words: Mapping[str, tuple[tuple[int, ...], Element, int | None]],
        bare: Crossword,
    ) -> Clue:
        text, markup = self._text_of(element)
        name = element.get("word", "")
        cells, word, place = words.get(name, ((), None, None))
        self._lost_tags |= lost_tags(self._html(element)) - {"span"}
        if name and word is None:
            self._remarks.append(f"a clue has the word {name[:20]!r}, which the file has not")
        clue = Clue("", element.get("number", ""), text, markup, cells, place=place)
        own = "" if word is None else word.get("solution", "")
        answer = own or spelled(bare.squares, cells)
        kept: dict[str, Any] = others_of(element, ("word", "number", "format", "citation"))
        if word is not None and (beside := others_of(word, ("id", "x", "y", "solution"))):
            kept["word"] = beside
        return replace(
            clue,
            answer=answer,
            extras=kept_extras(kept),
            enumeration=element.get("format", ""),
            annotation=element.get("citation", ""),
        )

    def _span(self, element: Element, n_cols: int, n_rows: int) -> list[int]:
        """The cells of x="3-7" y="2"; those of "7-3" are in reverse order."""
        ranges: list[range] = []
        for key, n in (("x", n_cols), ("y", n_rows)):
            text = element.get(key, "")
            first, _, last = text.partition("-")
            a, b = whole_number(first), whole_number(last or first)
            if a is None or b is None or not (1 <= a <= n and 1 <= b <= n):
                raise self._wrong(
                    f"{key} of a {name_of(element)} must be from 1 to {n}, got {text[:20]!r}"
                )
            ranges.append(range(a - 1, b) if a <= b else range(a - 1, b - 2, -1))
        xs, ys = ranges
        self._n_cells += len(xs) * len(ys)
        if self._n_cells > _MAX_CELLS:
            raise self._wrong("the words have too many cells", "check that it is a crossword")
        return [y * n_cols + x for y in ys for x in xs]

    def _text_of(self, element: Element, line_break: str = " ") -> tuple[str, str]:
        """The text inside an element, and its markup, without the file's indentation."""
        return from_html(self._html(element), line_break)

    def _plain(self, element: Element) -> str:
        """The text inside an element that is no clue; a remark says that it has markup."""
        text, has_markup = plain_html(self._html(element), "\n")
        if has_markup:
            self._remarks.append(f"left out: markup of <{name_of(element)}>")
        return text

    def _html(self, element: Element) -> str:
        html = self._inner(element, 0)
        lead = html[: len(html) - len(html.lstrip())]
        trail = html[len(html.rstrip()) :]
        html = html.lstrip() if "\n" in lead else html
        return html.rstrip() if "\n" in trail else html

    def _inner(self, element: Element, depth: int) -> str:
        if depth > _MAX_DEPTH:
            raise self._wrong("the markup is nested too deep", "simplify it")
        parts = [escape(element.text or "", quote=False)]
        for inner in element:
            tag = name_of(inner)
            if tag == "br":
                parts.append("<br>")
            else:
                html = self._inner(inner, depth + 1)
                parts.append(f"<{tag}>{html}</{tag}>" if tag.isalnum() else html)
            parts.append(escape(inner.tail or "", quote=False))
        return "".join(parts)

    def _wrong(self, problem: str, hint: str = "check that it is a .jpz file") -> FormatError:
        return FormatError(problem, hint=hint, source=self._source)
