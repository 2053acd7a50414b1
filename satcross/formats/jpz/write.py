"""Writes .jpz as plain XML, which `satcross.formats.jpz.format` describes and reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from satcross.formats.extras import extras_for, note_foreign, sides_of
from satcross.formats.losses import Feature, Losses, drop_labels_of_blocks
from satcross.formats.markup import escaped, from_html
from satcross.model.crossword import SHADED, Clue, Crossword, Square, SquareKind, spelled
from satcross.model.enumerations import enumeration_of

NAME = "jpz"
KEEPS = frozenset(Feature) - {Feature.NAMED}
META = {
    "title": "title",
    "creator": "author",
    "editor": "editor",
    "copyright": "copyright",
    "publisher": "publisher",
    "created": "date",
    "description": "notes",
}
BARS = {"T": "top-bar", "R": "right-bar", "B": "bottom-bar", "L": "left-bar"}
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

    A bar is written in both of its squares, as programs differ in which one they read. Text
    outside bold and italics is put in `<span>`, since Crossword Solver does not show it otherwise.
    """
    note_foreign(crossword, NAME, losses, has_enumerations=True)
    drop_labels_of_blocks(crossword, losses)
    out = _Writer()
    text = out.document(crossword)
    if out.has_lost:
        losses.drop(Feature.TEXT)
    return text.encode()


class _Writer:
    """Builds a document, and records whether characters had to be replaced."""

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
            sides = {BARS[side]: "true" for side in sides_of(crossword, position)}
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
        ours = {"word": str(number), "number": clue.label}
        ours |= {"format": lengths} if lengths else {}
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
        """The text with `\\ufffd` for characters that XML cannot hold."""
        legal = _NOT_XML.sub("\ufffd", text)
        self.has_lost |= legal != text
        return legal


def _looks(square: Square) -> dict[str, str]:
    """The attributes of a cell that describe its square."""
    out: dict[str, str] = {}
    if square.kind is not SquareKind.OPEN:
        out["type"] = _KINDS[square.kind]
    else:
        texts = {
            "solution": square.solution,
            "number": square.label,
            "solve-state": square.entry,
            "hint": "true" if square.given and square.solution else "",
        }
        out |= {key: value for key, value in texts.items() if value}
    if square.circle:
        out["background-shape"] = "circle"
    if square.shade:
        out["background-color"] = square.shade
    return out


def _span(places: Iterable[tuple[int, int]]) -> dict[str, str]:
    """The attributes x and y of a straight word without gaps; none for others."""
    rows, cols = (list(side) for side in zip(*places, strict=True)) if places else ([], [])
    for across, (along, other) in ((True, (cols, rows)), (False, (rows, cols))):
        if along and len(set(other)) == 1 and along == list(range(along[0], along[0] + len(along))):
            run = f"{along[0] + 1}-{along[-1] + 1}" if len(along) > 1 else f"{along[0] + 1}"
            fixed = f"{other[0] + 1}"
            return {"x": run, "y": fixed} if across else {"x": fixed, "y": run}
    return {}
