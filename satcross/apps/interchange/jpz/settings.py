"""Settings of .jpz files, and instructions, which stand beside the description."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from satcross import Crossword
from satcross.apps.interchange.extras import joined_notes
from satcross.apps.interchange.jpz.cells import others_of
from satcross.apps.interchange.jpz.load import Element, name_of

INSTRUCTIONS, COMPLETION = "instructions", "completion"
_OF_COMPLETION = f"{COMPLETION} "  # before an attribute: no element can be called so
SETTINGS, LOOK = "settings", "grid-look"  # whose attributes are kept
ALPHABET, SCHEME = "show-alphabet", "numbering-scheme"  # which are written anew
# What is read of the settings; the others are buttons and the like of one program.
_READ = frozenset({"title", "copyright", "description", INSTRUCTIONS, COMPLETION, "timer"})
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

    Args: show: its attributes; completion: the element of what is shown when the puzzle is solved.
    """
    inner = completion
    if crossword.timer_s is not None:
        runs = "true" if crossword.timer_runs else "false"
        inner += f'<timer initial-value="{crossword.timer_s}" start-on-load="{runs}"/>'
    settings = f"<applet-settings{show}"
    return f" {settings}>{inner}</applet-settings>\n" if inner else f" {settings}/>\n"


def kept_of(element: Element | None) -> dict[str, str]:
    """The attributes of the settings, or of the look of the grid, which only this format has."""
    return {} if element is None else others_of(element, (ALPHABET, SCHEME))


def unread_settings(element: Element | None) -> list[str]:
    """The names of the elements of settings that are left out."""
    return [] if element is None else sorted({*map(name_of, element)} - _READ)


def completion_xml(
    kept: Mapping[str, Any],
    lines: Callable[[str], str],
    attributes: Callable[[Mapping[str, Any]], str],
) -> str:
    """The element of what is shown when the puzzle is solved; "" if there is none.

    Args: kept: the extras of the file; lines, attributes: make XML of a text, and of attributes.
    """
    texts = kept.get("metadata", {})
    own = {key.removeprefix(_OF_COMPLETION): texts[key] for key in texts if _OF_COMPLETION in key}
    text, named = lines(str(texts.get(COMPLETION, ""))), attributes(own)
    return f"<{COMPLETION}{named}>{text}</{COMPLETION}>" if text or named else ""


def joined_texts(field: str, *texts: str) -> str:
    """A text of a crossword that a file has several times, each once; a single one as it is."""
    if len(texts) == 1:
        return texts[0]
    if field == "notes":
        return joined_notes(*texts)
    return ", ".join(dict.fromkeys(text for text in texts if text.strip()))


def notes_apart(notes: str, instructions: str) -> tuple[str, str]:
    """The description and the instructions, if the notes are still both of them."""
    end = f"\n\n{instructions}"
    if instructions and notes.endswith(end):
        return notes.removesuffix(end), instructions
    return notes, ""


def keep_notes(
    texts: dict[str, Any], more: dict[str, str], own: Sequence[str], done: Mapping[str, str]
) -> None:
    """Put instructions among the notes, and keep them and what a solved puzzle shows.

    Args:
        texts, more: the notes, and what only this format has.
        own: the instructions, from both of their places, and the text for a solved puzzle.
        done: the attributes of that text, as `only-if-correct`.
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
    more |= {f"{_OF_COMPLETION}{key}": value for key, value in done.items()}
