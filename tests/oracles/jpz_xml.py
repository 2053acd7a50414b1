"""A .jpz file as plain XML, without our reader.

Source: the schema at crossword.info/xml/rectangular-puzzle.xsd.
"""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from oracles.marked_text import marked_text
from satcross.model.crossword import Clue, Crossword, Square, SquareKind
from satcross.model.kinds import kind_named

_BARS = {"right-bar": ("right", 0), "left-bar": ("right", 1), "bottom-bar": ("below", 0)}
_BARS["top-bar"] = ("below", 1)
_FIELDS = {"creator": "author", "created": "date", "description": "notes"}
_KINDS = {"coded": "codeword", "acrostic": "acrostic", "crossword": "crossword"}
_TYPES = {"block": SquareKind.BLOCK, "clue": SquareKind.BLOCK, "void": SquareKind.VOID}
_ORDER = {"Across": 0, "Down": 1}
_USUAL = {"across": "Across", "down": "Down"}
Node = ElementTree.Element


def crossword_of_jpz(data: bytes) -> Crossword:
    """The crossword in a file that is not packed."""
    root = ElementTree.fromstring(data)
    for node in root.iter():
        node.tag = node.tag.partition("}")[2]
    puzzle = _child(root, "rectangular-puzzle")
    name = next(one.tag for one in puzzle if one.tag in _KINDS)
    main = _child(puzzle, name)
    grid = _child(main, "grid")
    n_cols, n_rows = int(grid.attrib["width"]), int(grid.attrib["height"])
    squares = [Square(SquareKind.VOID)] * (n_cols * n_rows)
    bars: dict[str, set[int]] = {"right": set(), "below": set()}
    places: dict[str, int] = {}
    for cell in grid.iter("cell"):
        at = (int(cell.attrib["y"]) - 1) * n_cols + int(cell.attrib["x"]) - 1
        squares[at] = _square(cell, is_acrostic=name == "acrostic")
        for side, (where, back) in _BARS.items():
            if cell.get(side) == "true":
                bars[where].add(at - back * (1 if where == "right" else n_cols))
        places |= {clue.attrib["word"]: at for clue in cell.iter("clue")}
    texts: dict[str, Any] = {}
    for node in _child(puzzle, "metadata"):
        if (field := _FIELDS.get(node.tag, node.tag)) in Crossword.TEXTS:
            texts[field] = marked_text(_inner(node), "\n")[0]
    notes = [texts.pop("notes", "")]
    notes += [marked_text(_inner(one), "\n")[0] for one in puzzle.iter("instructions")]
    kind = kind_named("arrow-word" if places else _KINDS[name])
    timer = next(root.iter("timer"), None)
    return Crossword(
        n_rows, n_cols, tuple(squares), frozenset(bars["right"]), frozenset(bars["below"]),
        tuple(_clues(main, n_cols, places)), notes="\n\n".join(filter(None, notes)), kind=kind,
        timer_s=None if timer is None else int(timer.attrib["initial-value"]),
        timer_runs=timer is None or timer.get("start-on-load") == "true", **texts,
    )  # fmt: skip


def _child(node: Node, tag: str) -> Node:
    found = node.find(tag)
    assert found is not None, tag
    return found


def _inner(node: Node) -> str:
    """What is in an element, as text with tags."""
    parts = [_escaped(node.text or "")]
    for inner in node:
        parts += [f"<{inner.tag}>", _inner(inner), f"</{inner.tag}>", _escaped(inner.tail or "")]
    return "".join(parts).replace("<br></br>", "<br>")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _square(cell: Node, *, is_acrostic: bool) -> Square:
    corner, number = cell.get("top-right-number", ""), cell.get("number", "")
    is_label = is_acrostic and corner.isalpha() and number.isdecimal()
    solution = cell.get("solution", "")
    return Square(
        _TYPES.get(cell.get("type", ""), SquareKind.OPEN),
        solution=solution,
        entry=cell.get("solve-state", ""),
        given=cell.get("hint") == "true",
        label=number + corner * is_label,
        mark=corner * (not is_label),
        circle=cell.get("background-shape") == "circle",
        shade=cell.get("background-color", ""),
    )


def _clues(main: Node, n_cols: int, places: dict[str, int]) -> list[Clue]:
    words = {word.attrib["id"]: word for word in main.iter("word")}
    found: list[Clue] = []
    parts = main.findall("clues")
    titles = [marked_text(_inner(_child(part, "title")))[0] for part in parts]
    titles = [_USUAL.get(one.casefold(), one) for one in titles]
    if "Waagerecht" in titles and "Across" not in titles:  # by docs/reference/formats.md
        titles[titles.index("Waagerecht")] = "Across"
    pairs = sorted(zip(titles, parts, strict=True), key=lambda pair: _ORDER.get(pair[0], 2))
    for title, part in pairs:
        for node in part.findall("clue"):
            name = node.attrib["word"]
            text, markup = marked_text(_inner(node))
            found.append(Clue(
                title, node.get("number", ""), text, markup, _cells(words[name], n_cols),
                words[name].get("solution", ""), place=places.get(name),
                enumeration=node.get("format", ""), annotation=node.get("citation", ""),
            ))  # fmt: skip
    return found


def _cells(word: Node, n_cols: int) -> tuple[int, ...]:
    spans = [word] if word.get("x") else list(word.iter("cells"))
    cells: list[int] = []
    for one in spans:
        xs, ys = (_range(one.attrib[key]) for key in ("x", "y"))
        cells += [(y - 1) * n_cols + x - 1 for y in ys for x in xs]
    return tuple(cells)


def _range(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)
