"""The texts of files: read with a limit, as XML, as plain text, and where blanks change."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape

from satcross import Crossword, FormatError
from satcross.extend import Losses, cell_name, utf8_text
from satcross.model.plaintext import in_plain, pieces_of


def named_texts(crossword: Crossword) -> Iterator[tuple[str, str]]:
    """All texts of a crossword, each with what a message calls its place."""
    for name in Crossword.TEXTS:
        yield name, getattr(crossword, name)
    for at, square in enumerate(crossword.squares):
        where = cell_name(at, crossword.n_cols)
        for text in (square.solution, square.entry, square.label, square.mark):
            yield where, text
    for clue in crossword.clues:
        for text in (clue.text, clue.markup, clue.answer, clue.enumeration, clue.annotation,
                     clue.label, clue.direction):  # fmt: skip
            yield clue.name, text


def note_changed_blanks(
    crossword: Crossword, line_of: Callable[[str], str], losses: Losses
) -> None:
    """Note the texts whose blanks and line breaks are others in a file.

    Args: line_of: a text, or a line of the notes, as it is in the file.
    """
    changed = [
        name
        for name, text in named_texts(crossword)
        if "\n".join(map(line_of, text.split("\n") if name == "notes" else [text])) != text
        or (name == "notes" and not all(text.split("\n")) and text)
    ]
    if changed:
        losses.note("blanks and line breaks in texts", dict.fromkeys(changed))


def check_size(data: bytes, source: str, limit: int) -> None:
    """Raise FormatError if a file has more than `limit` bytes, which are whole megabytes."""
    if len(data) > limit:
        raise FormatError(
            f"the file has more than {limit >> 20} MB",
            hint="check that it is a crossword",
            source=source,
        )


def decoded(data: bytes, source: str, limit: int) -> str:
    """The text of a file in UTF-8, without a byte order mark.

    Raises:
        FormatError: it is not UTF-8, or has more than `limit` bytes.
    """
    check_size(data, source, limit)
    return utf8_text(data, source, FormatError)


NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """Text for XML content, with `\\ufffd` for characters that XML cannot hold.

    It has a CDATA section instead of escapes: Moodle's reader drops blanks between two escapes.
    """
    text = NOT_XML.sub("\ufffd", text)
    if escape(text, quote=False) == text:
        return text
    return f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>"


def plain_of(markup: str) -> str:
    """Markup as plain text, as `in_plain` writes its pieces.

    >>> plain_of("10<sup>82</sup> &lt; <i>x</i><sub>2</sub> <s>no<i>t</i></s>")
    '10^82 < x2 ~not~'
    """
    return in_plain((text, "sup" in tags, "s" in tags) for text, tags in pieces_of(markup))
