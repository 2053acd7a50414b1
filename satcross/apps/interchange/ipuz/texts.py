"""The texts of ipuz files: title, author and so on, and the two places for notes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from satcross import Crossword
from satcross.apps.interchange.extras import joined_notes
from satcross.apps.interchange.plain import plain_html
from satcross.formats.markup import to_html

NOTES = ("intro", "notes")  # the places for notes
TEXTS = ("title", "author", "editor", "copyright", "publisher", "date", "notes")
_DATE = re.compile(r"(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01])/([0-9]{4})")
_ISO_DATE = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")


def texts_json(crossword: Crossword, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Title, author and so on; as in the original file if they have not changed."""
    out: dict[str, Any] = {}
    notes = {field: raw[field] for field in NOTES if field in raw}
    for key in TEXTS:
        text = getattr(crossword, key)
        both = (text_of(field, value) for field, value in notes.items())
        if key == "notes" and "intro" in notes and joined_notes(*both) == text:
            out |= notes
            continue
        field = "intro" if key == "notes" and "intro" in raw else key
        if field in raw and text_of(field, raw[field]) == text:
            out[field] = raw[field]
        elif text:
            out[field] = html_of(field, text)
    return out


def text_of(key: str, value: Any) -> str:
    """The text of a field that holds HTML, a number or null; a date as 2026-12-31."""
    text = "" if value is None else plain_html(str(value), "\n")[0]
    date = _DATE.fullmatch(text) if key == "date" else None
    return f"{date[3]}-{date[1]}-{date[2]}" if date else text


def html_of(key: str, text: str) -> str:
    """Text in the notation of such a field; a date as 12/31/2026."""
    date = _ISO_DATE.fullmatch(text) if key == "date" else None
    return f"{date[2]}/{date[3]}/{date[1]}" if date else to_html(text).replace("\n", "<br>")
