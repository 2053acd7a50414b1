"""Lists as programs for flashcards write them, Anki above all, made lists of words and clues.

    #separator:tab
    #html:true
    #guid column:1
    #tags column:4
    f&[k;2       <b>perro</b>       dog&nbsp;[sound:perro.mp3]       animals

Lines that begin so name the separator, and columns that hold neither a word nor a clue. Fields may
be HTML, also where no line says so.
Source: the Anki manual, "Text Files"; `rslib/src/import_export/text/csv/metadata.rs`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from html import unescape

from satcross.extend import counted

_NAMED = {"tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "colon": ":", "space": " "}
_HEADER = re.compile(r"#(separator|html|tags|columns|deck|notetype|\w+ column):(.*)")
_HIDDEN = frozenset({"guid column", "notetype column", "deck column", "tags column"})
_NUMBER = re.compile(r"[0-9]{1,4}")  # of a column
_TAGS = "a|b|big|br|div|em|font|h[1-6]|hr|i|img|ins|li|ol|p|s|small|span|strong|sub|sup|u|ul"
_TAG = re.compile(rf"</?({_TAGS})\b[^<>]*>", re.IGNORECASE)
_BREAKS = ("br", "div", "hr", "li", "ol", "p", "ul")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_MEDIA = re.compile(r"\[(?:sound|anki):[^\[\]]*\]|<img\b[^<>]*>", re.IGNORECASE)
_CLOZE = re.compile(r"\{\{c\d+::(.*?)(?:::[^{}]*)?\}\}")
# Where no header says that it is HTML, what nobody writes who means the text itself.
_SURELY_HTML = re.compile(
    rf"&nbsp;|\[sound:[^\[\]]*\]|<(?:br|img)\b[^<>]*>|<({_TAGS})\b[^<>]*>[^<>]*</\1>",
    re.IGNORECASE,
)


def plain_lines(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    r"""A list without what programs for flashcards add to it, and notes of that.

    Returns: as many lines, of which the headers are blank; and the notes.

    >>> lines = ["#separator:tab", "#html:true", "#guid column:1", "x1\t<b>perro</b>\tdog&nbsp;"]
    >>> plain_lines(lines)[0][3]
    'perro\tdog '
    """
    said = {}
    for line in lines:
        if (header := _HEADER.fullmatch(line.lstrip("\ufeff"))) is None:
            break
        said[header[1]] = header[2].strip()
    found = _cards(lines, said) if "separator" in said else list(lines)
    is_html = said.get("html") == "true"
    if not is_html and ("html" in said or not any(map(_SURELY_HTML.search, found))):
        return found, []
    n_media = sum(len(_MEDIA.findall(line)) for line in found)
    shown = [_shown(line) for line in found]
    n_lines = sum(old != new for old, new in zip(found, shown, strict=True))
    notes = [f"HTML is read as text in {counted(n_lines, 'line')}"] if n_lines else []
    if n_media:
        notes.append(f"pictures and sounds of flashcards that are left out: {n_media}")
    return shown, notes


def _cards(lines: Sequence[str], said: dict[str, str]) -> list[str]:
    """The first two columns that hold text, at the lines where their rows begin."""
    name = said["separator"]
    mark = _NAMED.get(name.lower(), name[:1]) or "\t"
    hidden = {int(said[key]) - 1 for key in _HIDDEN & said.keys() if _NUMBER.fullmatch(said[key])}
    found = [""] * len(lines)
    n_before = len(said)
    reader = csv.reader((f"{line}\n" for line in lines[n_before:]), delimiter=mark)
    at = n_before
    try:
        for row in reader:
            texts = [text for n, text in enumerate(row) if n not in hidden]
            found[at] = "\t".join(" ".join(text.split()) for text in texts[:2])
            at = n_before + reader.line_num
    except csv.Error:  # a field of more than 131,072 characters
        return ["" if at < n_before else line for at, line in enumerate(lines)]
    return found


def _shown(line: str) -> str:
    """A line of HTML as people see it."""
    line = _CLOZE.sub(r"\1", _MEDIA.sub(" ", line))
    line = _TAG.sub(lambda tag: " " if tag[1].lower() in _BREAKS else "", line)
    return _ENTITY.sub(lambda entity: " ".join(unescape(entity[0]).split()) or " ", line)
