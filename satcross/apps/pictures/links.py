"""Linked entries on pages: labels such as `1, 5D`, and clues such as "See 1"."""

from __future__ import annotations

from dataclasses import replace

from satcross import Crossword
from satcross.extend import ACROSS, DOWN, Links, Texts


def with_links(crossword: Crossword, language: str) -> Crossword:
    """The crossword with labels such as `1, 5D` of linked entries, and clues such as "See 1"."""
    texts = Texts.of(language)
    names = {ACROSS: texts.across, DOWN: texts.down}
    short = Links.SHORT if language == "en" else {way: f" {name}" for way, name in names.items()}
    shown = Links(crossword).with_see_texts(texts.phrases["See {name}"], names)
    clues = [
        replace(clue, label=Links.printed_label(clue, Links(crossword).continued(clue), short))
        if clue.continued
        else clue
        for clue in shown.clues
    ]
    return replace(shown, clues=tuple(clues))


def in_language(crossword: Crossword, language: str) -> Crossword:
    """The crossword with the headings of the usual lists of clues, and its editor, in a language.

    Its editor becomes what stands on the page, as in "edited by A. Checker"; the clues of linked
    entries what solvers read.
    """
    texts = Texts.of(language)
    names = {ACROSS: texts.across, DOWN: texts.down}
    crossword = with_links(crossword, language)
    clues = [
        replace(clue, direction=names.get(clue.direction, clue.direction))
        for clue in crossword.clues
    ]
    edited = texts.phrases["edited by {name}"]
    editor = edited.replace("{name}", crossword.editor) if crossword.editor else ""
    return replace(crossword, clues=tuple(clues), editor=editor)
