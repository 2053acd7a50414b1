"""An .xd file as plain text, without our reader.

Source: doc/xd-format.md of century-arcade/xd, with the marks of its draft 4.0, and what satcross
adds by docs/reference/formats.md.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

from oracles.numbered import numbered
from satcross.model.crossword import Clue, Crossword, Square, SquareKind

_FIELDS = ("title", "author", "editor", "copyright", "publisher", "date")
_TAGS = {"/": "i", "*": "b", "_": "u", "-": "s", "~": "sub", "^": "sup"}
_CLUE = re.compile(r"([A-Z]?)([^\s.]*)\.(?: (.*))?", re.DOTALL)
_META = re.compile(r"(\S+) \^(Continued|Annotation):(.*)")


def crossword_of_xd(data: bytes) -> Crossword:
    """The crossword in a file that satcross has written."""
    headers, rows, lines, notes, design = _parts(data.decode())
    fields = {}
    for line in headers:
        key, _, value = line.partition(":")
        fields[key.lower()] = value.strip(" \t")
    rebus = dict(pair.split("=", 1) for pair in fields.get("rebus", "").split(" ") if pair)
    marked = fields.get("special", "")
    squares = tuple(_square(char, rebus, marked) for row in rows for char in row)
    squares, right, below = _designed(squares, len(rows[0]), design)
    groups = {"A": "Across", "D": "Down", "": "Clues"}
    for found in re.finditer(r"([A-Z])=(.*?)(?=\s[A-Z]=|$)", fields.get("cluegroup", "")):
        groups[found[1]] = found[2]
    n_cols = len(rows[0])
    is_open = [one.kind is SquareKind.OPEN for one in squares]
    entries = {
        (way, str(number)): tuple(cells)
        for number, way, cells in numbered(n_cols, is_open, (right, below))
    }
    clues: list[Clue] = []
    for line in filter(None, lines):
        if (meta := _META.fullmatch(line)) and clues:
            clues[-1] = _with_meta(clues[-1], meta[2], meta[3].strip(" \t"), entries)
            continue
        match = _CLUE.fullmatch(line)
        assert match is not None, line
        cells = entries.get((groups.get(match[1], match[1]), match[2]), ())
        text, _, answer = f" {match[3] or ''} ".rpartition(" ~ ")
        dotted = "".join(squares[at].solution or "." for at in cells)
        known = answer.strip(" \t")
        plain, markup = _marked(text.strip(" \t").replace("\\", "\n"))
        clues.append(Clue(
            groups.get(match[1], match[1]), match[2], plain, markup, cells,
            "" if known == dotted else known,
        ))  # fmt: skip
    return Crossword(
        len(rows), n_cols, squares, right, below, clues=tuple(clues), notes="\n".join(notes),
        **{name: fields.get(name, "") for name in _FIELDS},  # type: ignore[arg-type]
    )  # fmt: skip


def _parts(text: str) -> list[list[str]]:
    """Headers, grid, clues and notes: under their names, or two empty lines apart."""
    text = text.removesuffix("\n")
    if text.startswith("## "):
        named = {}
        for part in re.split(r"(?m)^## ", text)[1:]:
            name, _, body = part.partition("\n")
            named[name] = body.strip("\n").split("\n")
        return [named.get(name, []) for name in ("Metadata", "Grid", "Clues", "Notes", "Design")]
    parts = [part.split("\n") for part in text.split("\n\n\n", 3)]
    return [*[*parts, [], []][:4], []]


def _designed(
    squares: tuple[Square, ...], n_cols: int, lines: list[str]
) -> tuple[tuple[Square, ...], frozenset[int], frozenset[int]]:
    """The squares with the circles and colours of a design, and its bars."""
    rules = {line[0]: line for line in lines if line[1:3] == " {"}
    chars = "".join(lines[lines.index("</style>") + 1 :]) if lines else ""
    found, right, below = list(squares), set(), set()
    for at, char in enumerate(chars):
        rule = rules.get(char, "")
        colour = re.search(r"background-light: (#\w+)", rule)
        if "background: circle" in rule:
            found[at] = replace(found[at], circle=True)
        if colour:
            found[at] = replace(found[at], shade=colour[1])
        right |= {at - 1} if "bar-left" in rule else set()
        below |= {at - n_cols} if "bar-top" in rule else set()
    return tuple(found), frozenset(right), frozenset(below)


def _square(char: str, rebus: dict[str, str], marked: str) -> Square:
    if char not in rebus and char in "#_":
        return Square(SquareKind.BLOCK if char == "#" else SquareKind.VOID)
    content = rebus.get(char, char.upper() if char.isascii() else char)
    is_marked = "a" <= char <= "z"
    return Square(
        solution="" if content == "." else content,
        circle=is_marked and marked == "circle",
        shade=Square.SHADED if is_marked and marked == "shaded" else "",
    )


def _with_meta(
    clue: Clue, key: str, value: str, entries: dict[tuple[str, str], tuple[int, ...]]
) -> Clue:
    if key == "Annotation":
        return replace(clue, annotation=value)
    ways = {"A": "Across", "D": "Down"}
    cells = tuple(entries[ways[name[0]], name[1:]] for name in value.split())
    return replace(clue, continued=cells)


def _marked(text: str) -> tuple[str, str]:
    """A text with marks in braces as plain text and as markup."""
    plain, markup, at = "", "", 0
    has_tags = False
    stack: list[str] = []
    for found in re.finditer(r"\{([/*_~^-])|([/*_~^-])\}", text):
        opened, closed = found[1], found[2]
        is_mark = opened and f"{opened}}}" in text[found.end() :]
        if not (is_mark or (closed and stack and stack[-1] == closed)):
            continue
        piece = text[at : found.start()]
        plain, markup, at = plain + piece, markup + escape(piece, quote=False), found.end()
        if opened:
            stack.append(opened)
            has_tags = True
            markup += f"<{_TAGS[opened]}>"
        else:
            markup += f"</{_TAGS[stack.pop()]}>"
    plain, markup = plain + text[at:], markup + escape(text[at:], quote=False)
    return plain, markup if has_tags else ""
