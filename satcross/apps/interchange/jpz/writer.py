"""Writing .jpz: a crossword as the XML of Crossword Compiler."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any

from satcross import Crossword
from satcross.apps.interchange.extras import extras_for, sides_of
from satcross.apps.interchange.jpz.arrows import inner_of_cells
from satcross.apps.interchange.jpz.cells import BARS, CLUE, NAME, drop_marks, looks_of, span_of
from satcross.apps.interchange.jpz.links import directions_of
from satcross.apps.interchange.jpz.settings import (
    ALPHABET,
    COMPLETION,
    INSTRUCTIONS,
    LOOK,
    META,
    SCHEME,
    SETTINGS,
    completion_xml,
    notes_apart,
    settings_xml,
)
from satcross.apps.interchange.kinds import names_in
from satcross.apps.interchange.texts import NOT_XML, named_texts
from satcross.extend import (
    Clue,
    Feature,
    Links,
    Losses,
    Square,
    SquareKind,
    behaviour_of,
    clues_by_block,
    clues_for,
    from_html,
    pattern_of,
    spelled,
)

_CROSSWORD = "crossword"  # the element of kinds that have none of their own
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<crossword-compiler-applet xmlns="http://crossword.info/xml/crossword-compiler-applet">
"""
_PUZZLE = ' <rectangular-puzzle xmlns="http://crossword.info/xml/rectangular-puzzle"{alphabet}>\n'
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_IN_ATTRIBUTE = str.maketrans({'"': "&quot;", "\t": "&#9;", "\n": "&#10;"})
_TAG_OR_TEXT = re.compile(r"<[^>]*>|[^<]+")


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as .jpz.

    A bar is written in both of its squares, as programs differ in which one they read. Text
    outside bold and italics is put in `<span>`, since Crossword Solver does not show it otherwise.
    """
    crossword = behaviour_of(crossword.kind).for_others(crossword)
    losses.note_foreign(crossword, NAME)
    losses.drop_of_blocks(crossword, {Feature.LABELS, Feature.MARKS})
    crossword = _with_places(crossword, losses)
    drop_marks(crossword, losses)
    losses.drop_clues(Feature.CLUE_LISTS, _in_other_lists(crossword))
    out = _Writer()
    text = out.document(crossword)
    if out.has_lost:
        lost = [name for name, one in named_texts(crossword) if NOT_XML.search(one)]
        losses.drop(Feature.TEXT, lost)
    if out.trimmed:
        losses.note("blanks and line breaks in texts", out.trimmed)
    return text.encode()


def _with_places(crossword: Crossword, losses: Losses) -> Crossword:
    """The crossword whose clues in blocks have squares: a block has the clue of a word."""
    entries = Links(crossword).entries() if crossword.kind.clues_in_grid else {}
    clues = [
        replace(clue, cells=entries.get((clue.direction, clue.label), ()))
        if entries and clue.place is not None and not clue.cells
        else clue
        for clue in crossword.clues
    ]
    crossword = replace(crossword, clues=tuple(clues))
    if lost := [one.name for one in clues if one.place is not None and not one.cells]:
        losses.note("which block has a clue", lost)
    if crossword.kind.clues_in_grid and not clues_by_block(crossword):
        losses.drop_kind(crossword.kind)  # which nothing but the places of clues says
    return crossword


def _in_other_lists(crossword: Crossword) -> list[Clue]:
    """The clues of lists whose titles are read as the name of another list."""
    titles: Mapping[str, str] = extras_for(crossword, NAME).get("titles", {})
    names = list(dict.fromkeys(clue.direction for clue in crossword.clues))
    shown = [
        titles.get(name, name).strip() or f"Clues {number}" for number, name in enumerate(names, 1)
    ]
    read = dict(zip(names, directions_of(shown), strict=True))
    return [clue for clue in crossword.clues if read[clue.direction] != clue.direction]


class _Writer:
    """Builds a document, and records whether characters had to be replaced.

    Fields: trimmed: the clues that readers get without blanks and line breaks at their ends.
    """

    def __init__(self) -> None:
        self.has_lost = False
        self.trimmed: list[str] = []

    def document(self, crossword: Crossword) -> str:
        kept = extras_for(crossword, NAME)
        letters = sorted({char for square in crossword.squares for char in square.solution})
        alphabet = self._attributes({"alphabet": "".join(letters)} if letters else {})
        kind = crossword.kind
        element = _CROSSWORD if kind.clues_in_grid else (names_in(NAME, kind) or (_CROSSWORD,))[-1]
        is_coded = kind.code == kind.NUMBERS
        show = self._attributes(({ALPHABET: "true"} if is_coded else {}) | kept.get(SETTINGS, {}))
        done = completion_xml(kept, self._lines, self._attributes)
        parts = [_HEAD, settings_xml(crossword, show, done), _PUZZLE.format(alphabet=alphabet)]
        parts += self._metadata(crossword, kept)
        parts.append(f"  <{element}>\n")
        parts.append(f'   <grid width="{crossword.n_cols}" height="{crossword.n_rows}">\n')
        look = {SCHEME: "coded" if is_coded else "normal"}
        parts.append(f"    <{LOOK}{self._attributes(look | kept.get(LOOK, {}))}/>\n")
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
            if square.shade != Square.SHADED:
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
        number, later = 0, Links(crossword).later()
        for direction in dict.fromkeys(clue.direction for clue in crossword.clues):
            title = self._escaped(kept.get("titles", {}).get(direction, direction))
            lists.append(f'   <clues ordering="normal">\n    <title><b>{title}</b></title>\n')
            for at, clue in enumerate(crossword.clues):
                if clue.direction != direction:
                    continue
                number += 1
                words.append(self._word(clue, number, crossword))
                label = Links.printed_label(clue, Links(crossword).continued(clue), between=",")
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
        if "\n" in lead + trail:  # which readers take for the file's indentation
            self.trimmed.append(clue.name)
        if not clue.markup:
            return self._escaped(text)
        markup = from_html(self._legal(clue.markup))[1]
        markup = markup or escape(self._legal(clue.text), quote=False)
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
        return escape(self._legal(text), quote=False).replace("\r", "&#13;")

    def _legal(self, text: str) -> str:
        """The text with `\\ufffd` for characters that XML cannot hold."""
        legal = NOT_XML.sub("\ufffd", text)
        self.has_lost |= legal != text
        return legal
