"""Writes .jpz, as plain XML. `satcross.formats.jpz` tells more, and reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from satcross.crossword import SHADED, Clue, Crossword, Square, SquareKind, spelled
from satcross.formats.extras import enumeration_of, extras_for, note_foreign
from satcross.formats.losses import Feature, Losses
from satcross.formats.markup import escaped, from_html

NAME = "jpz"
KEEPS = frozenset(Feature)
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
_KINDS = {SquareKind.BLOCK: "block", SquareKind.VOID: "void"}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_TAG_OR_TEXT = re.compile(r"<[^>]*>|[^<]+")


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as .jpz.

    Both squares beside a bar tell it, as programs differ in which they look at. Text beside bold
    and italics is put in `<span>`, since the Crossword Solver shows none that stands free.
    """
    note_foreign(crossword, NAME, losses, has_enumerations=True)
    closed = [
        f"r{position // crossword.n_cols + 1}c{position % crossword.n_cols + 1}"
        for position, square in enumerate(crossword.squares)
        if square.label and square.kind is not SquareKind.OPEN
    ]
    if closed:
        losses.drop(Feature.LABELS, closed)
    out = _Writer()
    text = out.document(crossword)
    if out.has_lost:
        losses.drop(Feature.TEXT)
    return text.encode()


def sides_of(crossword: Crossword, position: int) -> list[str]:
    """The attributes of the sides where a square has a bar."""
    beside = {
        "top-bar": position - crossword.n_cols in crossword.bars_below,
        "right-bar": position in crossword.bars_right,
        "bottom-bar": position in crossword.bars_below,
        "left-bar": position - 1 in crossword.bars_right,
    }
    return [side for side, has_bar in beside.items() if has_bar]


class _Writer:
    """Puts a document together, and remembers whether characters had to be left out."""

    def __init__(self) -> None:
        self.has_lost = False

    def document(self, crossword: Crossword) -> str:
        kept = extras_for(crossword, NAME)
        letters = sorted({char for square in crossword.squares for char in square.solution})
        alphabet = self._attributes({"alphabet": "".join(letters)} if letters else {})
        parts = [_HEAD, *self._settings(crossword), _PUZZLE.format(alphabet=alphabet)]
        parts += self._metadata(crossword, kept)
        parts.append("  <crossword>\n")
        parts.append(f'   <grid width="{crossword.n_cols}" height="{crossword.n_rows}">\n')
        parts.append('    <grid-look numbering-scheme="normal"/>\n')
        parts += self._cells(crossword)
        parts.append("   </grid>\n")
        parts += self._words_and_clues(crossword, kept)
        parts.append("  </crossword>\n </rectangular-puzzle>\n</crossword-compiler-applet>\n")
        return "".join(parts)

    def _settings(self, crossword: Crossword) -> list[str]:
        if crossword.timer_s is None:
            return [" <applet-settings/>\n"]
        runs = "true" if crossword.timer_runs else "false"
        timer = f'<timer initial-value="{crossword.timer_s}" start-on-load="{runs}"/>'
        return [f" <applet-settings>{timer}</applet-settings>\n"]

    def _metadata(self, crossword: Crossword, kept: Mapping[str, Any]) -> list[str]:
        parts = ["  <metadata>\n"]
        more = dict(kept.get("metadata", {}))
        instructions = more.pop("instructions", "")
        texts = {tag: getattr(crossword, field) for tag, field in META.items()}
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
        for position, square in enumerate(crossword.labelled().squares):
            row, col = divmod(position, crossword.n_cols)
            place = {"x": str(col + 1), "y": str(row + 1)}
            sides = dict.fromkeys(sides_of(crossword, position), "true")
            kept = dict(extras_for(square, NAME))
            picture = kept.pop("background-picture", None)
            if square.shade != SHADED:
                kept.pop("background-color", None)
            if square.circle:
                kept.pop("background-shape", None)
            attributes = {**place, **_looks(square), **sides, **kept}
            inner = self._picture(picture)
            end = f">{inner}</cell>" if inner else "/>"
            parts.append(f"    <cell{self._attributes(attributes)}{end}\n")
        return parts

    def _picture(self, picture: Any) -> str:
        if not isinstance(picture, Mapping):
            return ""
        image = self._escaped(str(picture.get("encoded-image", "")))
        more = {key: value for key, value in picture.items() if key != "encoded-image"}
        name = self._attributes(more)
        return (
            f"<background-picture{name}><encoded-image>{image}</encoded-image></background-picture>"
        )

    def _words_and_clues(self, crossword: Crossword, kept: Mapping[str, Any]) -> list[str]:
        words: list[str] = []
        lists: list[str] = []
        number = 0
        titles = kept.get("titles", {})
        directions: dict[str, list[Clue]] = {}
        for clue in crossword.clues:
            directions.setdefault(clue.direction, []).append(clue)
        for direction, clues in directions.items():
            title = self._escaped(titles.get(direction, direction))
            lists.append(f'   <clues ordering="normal">\n    <title><b>{title}</b></title>\n')
            for clue in clues:
                number += 1
                words.append(self._word(clue, number, crossword))
                lists.append(self._clue(clue, number))
            lists.append("   </clues>\n")
        return words + lists

    def _word(self, clue: Clue, number: int, crossword: Crossword) -> str:
        places = [divmod(cell, crossword.n_cols) for cell in clue.cells]
        span = _span(places)
        attributes: dict[str, Any] = {"id": str(number), **span}
        if clue.answer and clue.answer != spelled(crossword.squares, clue.cells):
            attributes["solution"] = clue.answer
        attributes |= extras_for(clue, NAME).get("word", {})
        if span or not places:
            return f"   <word{self._attributes(attributes)}/>\n"
        cells = "".join(f'<cells x="{col + 1}" y="{row + 1}"/>' for row, col in places)
        return f"   <word{self._attributes(attributes)}>{cells}</word>\n"

    def _clue(self, clue: Clue, number: int) -> str:
        kept = {key: value for key, value in extras_for(clue, NAME).items() if key != "word"}
        lengths = enumeration_of(clue)
        told = {
            "word": str(number),
            "number": clue.label,
            **({"format": lengths} if lengths else {}),
        }
        attributes = self._attributes({**told, **kept})
        return f"    <clue{attributes}>{self._content(clue)}</clue>\n"

    def _content(self, clue: Clue) -> str:
        if not clue.markup:
            return self._escaped(clue.text)
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
            f' {key}="{self._attribute(value)}"'
            for key, value in attributes.items()
            if isinstance(value, str) and _NAME.fullmatch(key)
        )

    def _attribute(self, value: str) -> str:
        text = self._escaped(value).replace('"', "&quot;")
        return text.replace("\t", "&#9;").replace("\n", "&#10;")

    def _escaped(self, text: str) -> str:
        return escaped(self._legal(text)).replace("\r", "&#13;")

    def _legal(self, text: str) -> str:
        """The text without the characters that XML cannot hold."""
        legal = _NOT_XML.sub("\ufffd", text)
        self.has_lost |= legal != text
        return legal


def _looks(square: Square) -> dict[str, str]:
    """The attributes of a cell that tell its square."""
    out: dict[str, str] = {}
    if square.kind is not SquareKind.OPEN:
        out["type"] = _KINDS[square.kind]
    else:
        told = {
            "solution": square.solution,
            "number": square.label,
            "solve-state": square.entry,
            "hint": "true" if square.given and square.solution else "",
        }
        out |= {key: value for key, value in told.items() if value}
    if square.circle:
        out["background-shape"] = "circle"
    if square.shade:
        out["background-color"] = square.shade
    return out


def _span(places: Iterable[tuple[int, int]]) -> dict[str, str]:
    """The attributes x and y of a word that lies straight, without gaps; else none."""
    rows, cols = (list(side) for side in zip(*places, strict=True)) if places else ([], [])
    for across, (along, other) in ((True, (cols, rows)), (False, (rows, cols))):
        if along and len(set(other)) == 1 and along == list(range(along[0], along[0] + len(along))):
            run = f"{along[0] + 1}-{along[-1] + 1}" if len(along) > 1 else f"{along[0] + 1}"
            fixed = f"{other[0] + 1}"
            return {"x": run, "y": fixed} if across else {"x": fixed, "y": run}
    return {}
