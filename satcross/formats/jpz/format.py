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

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from satcross.checks import some_of
from satcross.errors import FormatError
from satcross.formats.colours import colour_of
from satcross.formats.extras import extras_for, note_foreign, sides_of, with_bars
from satcross.formats.jpz.arrows import by_direction, clues_in_cells, inner_of_cells
from satcross.formats.jpz.cells import (
    BARS,
    CLUE,
    NAME,
    bars_of,
    beside_of,
    drop_marks,
    kept_extras,
    label_of,
    looks_of,
    mark_of,
    others_of,
    span_of,
)
from satcross.formats.jpz.links import directions_of, with_links
from satcross.formats.jpz.load import Element, child, children, load, name_of, whole_number
from satcross.formats.jpz.settings import (
    COMPLETION,
    INSTRUCTIONS,
    completion_xml,
    keep_notes,
    notes_apart,
    settings_xml,
)
from satcross.formats.losses import Feature, Losses, drop_labels_of_blocks
from satcross.formats.markup import NOT_XML, escaped, from_html
from satcross.model.behaviour import behaviour_of
from satcross.model.crossword import (
    ACROSS,
    DOWN,
    SHADED,
    Clue,
    Crossword,
    Square,
    SquareKind,
    clues_for,
    pattern_of,
    spelled,
)
from satcross.model.grid import MAX_SIDE
from satcross.model.kinds import NUMBERS, PuzzleKind, kind_in, kinds
from satcross.model.linked import continued_names, linked_to, printed_label

KEEPS = frozenset(Feature) - {Feature.NAMED, Feature.BOARD}
_NO_KINDS = frozenset({"", "metadata"})  # names of elements beside the puzzle
_CROSSWORD = "crossword"  # the element of kinds that have none of their own
META = {
    "title": "title",
    "creator": "author",
    "editor": "editor",
    "copyright": "copyright",
    "publisher": "publisher",
    "created": "date",
    "description": "notes",
}
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<crossword-compiler-applet xmlns="http://crossword.info/xml/crossword-compiler-applet">
"""
_PUZZLE = ' <rectangular-puzzle xmlns="http://crossword.info/xml/rectangular-puzzle"{alphabet}>\n'
_KINDS = {
    "letter": SquareKind.OPEN,
    "block": SquareKind.BLOCK,
    CLUE: SquareKind.BLOCK,
    "void": SquareKind.VOID,
}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_IN_ATTRIBUTE = str.maketrans({'"': "&quot;", "\t": "&#9;", "\n": "&#10;"})
_TAG_OR_TEXT = re.compile(r"<[^>]*>|[^<]+")
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

    def crossword(self, root: Element) -> Crossword:
        is_root = name_of(root) == "rectangular-puzzle"
        if (puzzle := root if is_root else child(root, "rectangular-puzzle")) is None:
            raise self._wrong("there is no <rectangular-puzzle>", "check that it is a .jpz file")
        main, self._kind = self._main(puzzle)
        bare = self._squares(child(main, "grid"))
        texts, more = self._texts(root, puzzle)
        clues, titles = self._clues(main, bare)
        timer = child(child(root, "applet-settings"), "timer")
        extras = kept_extras({"metadata": more, "titles": titles})
        bare = replace(bare.without_usual_labels(), kind=self._kind)
        crossword = replace(bare, clues=clues, extras=extras, **texts)
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
        known = [kind.names[NAME][-1] for kind in kinds() if NAME in kind.names]
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
            shade=(colour_of(colour) or SHADED) if colour else "",
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
        texts: dict[str, Any] = {}
        more: dict[str, str] = {}
        metadata = child(puzzle, "metadata")
        for item in () if metadata is None else metadata:
            text = self._text_of(item, "\n")[0]
            field = META.get(name_of(item))
            if field:
                texts[field] = text
            elif text and name_of(item):
                more[name_of(item)] = text
        for field in ("title", "copyright"):  # the places in older files
            found = [*children(child(root, "applet-settings"), field), *children(root, field)]
            if found and not texts.get(field):
                texts[field] = self._text_of(found[0], "\n")[0]
        places = (child(puzzle, INSTRUCTIONS), child(metadata, INSTRUCTIONS))
        done = child(child(root, "applet-settings"), COMPLETION)
        own = ["" if one is None else self._text_of(one, "\n")[0] for one in (*places, done)]
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
        cells, word, place = words.get(element.get("word", ""), ((), None, None))
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
        html = self._inner(element, 0)
        lead = html[: len(html) - len(html.lstrip())]
        trail = html[len(html.rstrip()) :]
        html = html.lstrip() if "\n" in lead else html
        html = html.rstrip() if "\n" in trail else html
        return from_html(html, line_break)

    def _inner(self, element: Element, depth: int) -> str:
        if depth > _MAX_DEPTH:
            raise self._wrong("the markup is nested too deep", "simplify it")
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

    def _wrong(self, problem: str, hint: str = "") -> FormatError:
        return FormatError(problem, hint=hint, source=self._source)


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as .jpz.

    A bar is written in both of its squares, as programs differ in which one they read. Text
    outside bold and italics is put in `<span>`, since Crossword Solver does not show it otherwise.
    """
    crossword = behaviour_of(crossword.kind).for_others(crossword)
    note_foreign(crossword, NAME, losses)
    drop_labels_of_blocks(crossword, losses)
    if crossword.kind.clues_in_grid and all(c.place is None for c in crossword.clues):
        losses.drop_kind(crossword.kind)  # which nothing but the places of clues says
    drop_marks(crossword, losses)
    out = _Writer()
    text = out.document(crossword)
    if out.has_lost:
        losses.drop(Feature.TEXT)
    return text.encode()


class _Writer:
    """Builds a document, and records whether characters had to be replaced."""

    has_lost = False

    def document(self, crossword: Crossword) -> str:
        kept = extras_for(crossword, NAME)
        letters = sorted({char for square in crossword.squares for char in square.solution})
        alphabet = self._attributes({"alphabet": "".join(letters)} if letters else {})
        kind = crossword.kind
        element = _CROSSWORD if kind.clues_in_grid else kind.names.get(NAME, (_CROSSWORD,))[-1]
        is_coded = kind.code == NUMBERS
        show = ' show-alphabet="true"' if is_coded else ""
        done = completion_xml(kept, self._lines, self._attributes)
        parts = [_HEAD, settings_xml(crossword, show, done), _PUZZLE.format(alphabet=alphabet)]
        parts += self._metadata(crossword, kept)
        parts.append(f"  <{element}>\n")
        parts.append(f'   <grid width="{crossword.n_cols}" height="{crossword.n_rows}">\n')
        scheme = "coded" if is_coded else "normal"
        parts.append(f'    <grid-look numbering-scheme="{scheme}"/>\n')
        parts += self._cells(crossword)
        parts.append("   </grid>\n")
        has_words_alone = is_coded and not crossword.clues  # viewers move along words
        if has_words_alone:
            crossword = replace(crossword, clues=tuple(clues_for(pattern_of(crossword))))
        words, lists = self._words_and_clues(crossword, kept)
        parts += words if has_words_alone else words + lists
        parts.append(f"  </{element}>\n </rectangular-puzzle>\n</crossword-compiler-applet>\n")
        return "".join(parts)

    def _metadata(self, crossword: Crossword, kept: Mapping[str, Any]) -> list[str]:
        parts = ["  <metadata>\n"]
        more = dict(kept.get("metadata", {}))
        instructions = str(more.pop(INSTRUCTIONS, ""))
        more.pop(COMPLETION, None)
        texts = {tag: getattr(crossword, field) for tag, field in META.items()}
        texts["description"], instructions = notes_apart(crossword.notes, instructions)
        # Readers look for these four, empty or not.
        always = ("title", "creator", "copyright", "description")
        for tag, text in (*texts.items(), *more.items()):
            if (text or tag in always) and _NAME.fullmatch(tag):
                parts.append(f"   <{tag}>{self._lines(text)}</{tag}>\n")
        parts.append("  </metadata>\n")
        if instructions:
            parts.append(f"  <instructions>{self._lines(instructions)}</instructions>\n")
        return parts

    def _lines(self, text: str) -> str:
        return "<br/>".join(self._escaped(line) for line in text.split("\n"))

    def _cells(self, crossword: Crossword) -> list[str]:
        parts: list[str] = []
        own = inner_of_cells(crossword, self._content)
        for position, square in enumerate(crossword.labelled().squares):
            row, col = divmod(position, crossword.n_cols)
            sides = {BARS[side]: "true" for side in sides_of(crossword, position)}
            kept = dict(extras_for(square, NAME))
            picture = kept.pop("background-picture", None)
            if square.shade != SHADED:
                kept.pop("background-color", None)
            if square.circle:
                kept.pop("background-shape", None)
            if not crossword.kind.labels_name_clues:
                kept.pop("type", None)  # `CLUE`
            attributes = {
                "x": str(col + 1),
                "y": str(row + 1),
                **looks_of(square, crossword.kind),
                **sides,
                **kept,
            }
            if position in own and square.kind is SquareKind.BLOCK:
                attributes["type"] = CLUE
            inner = self._picture(picture) + own.get(position, "")
            end = f">{inner}</cell>" if inner else "/>"
            parts.append(f"    <cell{self._attributes(attributes)}{end}\n")
        return parts

    def _picture(self, picture: Any) -> str:
        if not isinstance(picture, Mapping):
            return ""
        image = self._escaped(str(picture.get("encoded-image", "")))
        name = self._attributes({**picture, "encoded-image": None})  # no text: left out
        return (
            f"<background-picture{name}><encoded-image>{image}</encoded-image></background-picture>"
        )

    def _words_and_clues(
        self, crossword: Crossword, kept: Mapping[str, Any]
    ) -> tuple[list[str], list[str]]:
        words: list[str] = []
        lists: list[str] = []
        number, later = 0, linked_to(crossword)
        for direction in dict.fromkeys(clue.direction for clue in crossword.clues):
            title = self._escaped(kept.get("titles", {}).get(direction, direction))
            lists.append(f'   <clues ordering="normal">\n    <title><b>{title}</b></title>\n')
            for at, clue in enumerate(crossword.clues):
                if clue.direction != direction:
                    continue
                number += 1
                words.append(self._word(clue, number, crossword))
                label = printed_label(clue, continued_names(crossword, clue), between=",")
                lists.append(self._clue(clue, number, label, is_later=at in later))
            lists.append("   </clues>\n")
        return words, lists

    def _word(self, clue: Clue, number: int, crossword: Crossword) -> str:
        places = [divmod(cell, crossword.n_cols) for cell in clue.whole]
        span = span_of(places)
        attributes: dict[str, Any] = {"id": str(number), **span}
        if clue.answer and clue.answer != spelled(crossword.squares, clue.cells):
            attributes["solution"] = clue.answer
        attributes |= extras_for(clue, NAME).get("word", {})
        if span or not places:
            return f"   <word{self._attributes(attributes)}/>\n"
        cells = "".join(f'<cells x="{col + 1}" y="{row + 1}"/>' for row, col in places)
        return f"   <word{self._attributes(attributes)}>{cells}</word>\n"

    def _clue(self, clue: Clue, number: int, label: str, *, is_later: bool) -> str:
        kept = {key: value for key, value in extras_for(clue, NAME).items() if key != "word"}
        more = {
            "format": clue.enumeration,
            "is-link": "true" if is_later else "",
            "citation": clue.annotation,
        }
        ours = {"word": str(number), "number": label}
        ours |= {key: value for key, value in more.items() if value}
        attributes = self._attributes({**ours, **kept})
        return f"    <clue{attributes}>{self._content(clue)}</clue>\n"

    def _content(self, clue: Clue) -> str:
        text = clue.text
        lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        self.has_lost |= "\n" in lead + trail  # readers take it for the file's indentation
        if not clue.markup:
            return self._escaped(text)
        markup = from_html(self._legal(clue.markup))[1] or escaped(self._legal(clue.text))
        parts: list[str] = []
        depth = 0
        for piece in _TAG_OR_TEXT.findall(markup):
            if piece.startswith("<"):
                depth += -1 if piece.startswith("</") else 1
                parts.append(piece)
            else:
                parts.append(f"<span>{piece}</span>" if depth == 0 else piece)
        return "".join(parts).replace("\r", "&#13;")

    def _attributes(self, attributes: Mapping[str, Any]) -> str:
        return "".join(
            f' {key}="{self._escaped(value).translate(_IN_ATTRIBUTE)}"'
            for key, value in attributes.items()
            if isinstance(value, str) and _NAME.fullmatch(key)
        )

    def _escaped(self, text: str) -> str:
        return escaped(self._legal(text)).replace("\r", "&#13;")

    def _legal(self, text: str) -> str:
        """The text with `\\ufffd` for characters that XML cannot hold."""
        legal = NOT_XML.sub("\ufffd", text)
        self.has_lost |= legal != text
        return legal
