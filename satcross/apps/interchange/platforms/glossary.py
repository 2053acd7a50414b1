"""The vocabulary of a crossword as a glossary of Moodle, in its XML.

Source: Moodle's `mod/glossary/exportfile.php` and `import.php`.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from satcross import Crossword
from satcross.apps.interchange.platforms.questions import (
    KEEPS,
    about,
    holds,
    questions_of,
    title_of,
)
from satcross.apps.interchange.texts import xml_text as xml
from satcross.extend import Losses

__all__ = ["KEEPS", "holds", "write"]

_HTML = 1  # Moodle's number of that format


def write(crossword: Crossword, losses: Losses) -> bytes:
    """The answers of a crossword as concepts, and its clues as their definitions.

    Other forms of an answer, and that of a second reading, are keywords of its concept.

    Raises:
        FormatError: a clue or an answer is missing.
    """
    entries: list[str] = []
    for question in sorted(questions_of(crossword, losses), key=lambda each: each.answers):
        html = question.html + f"<br>{escape(question.note, quote=False)}" * bool(question.note)
        entries += [
            "<ENTRY>",
            f"<CONCEPT>{xml(question.answers[0])}</CONCEPT>",
            f"<DEFINITION>{xml(html)}</DEFINITION>",
            f"<FORMAT>{_HTML}</FORMAT>",
            "<USEDYNALINK>0</USEDYNALINK>",
            "<CASESENSITIVE>0</CASESENSITIVE>",
            "<FULLMATCH>1</FULLMATCH>",
            "<TEACHERENTRY>1</TEACHERENTRY>",
            *_alias_lines(question.answers[1:]),
            "</ENTRY>",
        ]
    intro = "<br>".join(escape(line, quote=False) for line in about(crossword))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<GLOSSARY>",
        "<INFO>",
        f"<NAME>{xml(title_of(crossword, losses.language))}</NAME>",
        f"<INTRO>{xml(intro)}</INTRO>",
        f"<INTROFORMAT>{_HTML}</INTROFORMAT>",
        "<ALLOWDUPLICATEDENTRIES>1</ALLOWDUPLICATEDENTRIES>",
        "<DISPLAYFORMAT>dictionary</DISPLAYFORMAT>",
        "<SHOWSPECIAL>1</SHOWSPECIAL>",
        "<SHOWALPHABET>1</SHOWALPHABET>",
        "<SHOWALL>1</SHOWALL>",
        "<ALLOWCOMMENTS>0</ALLOWCOMMENTS>",
        "<USEDYNALINK>0</USEDYNALINK>",
        "<DEFAULTAPPROVAL>1</DEFAULTAPPROVAL>",
        "<GLOBALGLOSSARY>0</GLOBALGLOSSARY>",
        "<ENTBYPAGE>10</ENTBYPAGE>",
        "<ENTRIES>",
        *entries,
        "</ENTRIES>",
        "</INFO>",
        "</GLOSSARY>",
        "",
    ]
    return losses.encoded("\n".join(lines))


def _alias_lines(names: Sequence[str]) -> list[str]:
    """What else a concept is called."""
    lines = [f"<ALIAS><NAME>{xml(name)}</NAME></ALIAS>" for name in names]
    return ["<ALIASES>", *lines, "</ALIASES>"] if lines else []
