"""Settings of .jpz files, and instructions, which stand beside the description."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satcross.formats.extras import joined_notes
from satcross.model.crossword import Crossword

INSTRUCTIONS, COMPLETION = "instructions", "completion"
META = {
    "title": "title",
    "creator": "author",
    "editor": "editor",
    "copyright": "copyright",
    "publisher": "publisher",
    "created": "date",
    "description": "notes",
}
"""By element of the metadata, the text of a crossword."""


def settings_xml(crossword: Crossword, show: str, completion: str) -> str:
    """The element of settings.

    Args: show: its attributes; completion: what is shown when the puzzle is solved, as XML.
    """
    inner = f"<{COMPLETION}>{completion}</{COMPLETION}>" if completion else ""
    if crossword.timer_s is not None:
        runs = "true" if crossword.timer_runs else "false"
        inner += f'<timer initial-value="{crossword.timer_s}" start-on-load="{runs}"/>'
    settings = f"<applet-settings{show}"
    return f" {settings}>{inner}</applet-settings>\n" if inner else f" {settings}/>\n"


def notes_apart(notes: str, instructions: str) -> tuple[str, str]:
    """The description and the instructions, if the notes are still both of them."""
    end = f"\n\n{instructions}"
    if instructions and notes.endswith(end):
        return notes.removesuffix(end), instructions
    return notes, ""


def keep_notes(texts: dict[str, Any], more: dict[str, str], own: Sequence[str]) -> None:
    """Put instructions among the notes, and keep them and what a solved puzzle shows.

    Args: own: the instructions, from both of their places, and the text for a solved puzzle.
    """
    *instructions, completion = own
    more.pop(INSTRUCTIONS, None)
    found = joined_notes(*instructions)
    if found and texts.get("notes"):
        more[INSTRUCTIONS] = found
    if found:
        texts["notes"] = joined_notes(texts.get("notes", ""), found)
    if completion:
        more[COMPLETION] = completion
