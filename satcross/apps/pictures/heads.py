"""The head and foot of a page: title, names, notes, and the copyright line."""

from __future__ import annotations

from dataclasses import replace

from satcross import Crossword, FormatError
from satcross.apps.pictures.fonts import cleaned, text_width
from satcross.apps.pictures.words import Look, UnbrokenUnit, line_shapes, lines_of, words_of
from satcross.extend import Page, Shape, Text

TITLE = (18.0, 11.0)  # the largest and smallest size
BYLINE, NOTES, FOOTER = 10.0, 8.5, 7.0
FOOT_HEIGHT = 2.0 * FOOTER  # the space above the lower margin that is reserved for the footer
MAX_NOTES = 4  # lines above the grid; longer notes follow the clues
_MAX_TITLE = 2  # lines
_MAX_NAME = 1000  # maximum length of a name that is considered; far fewer characters fit
_GREY = "#444444"
_BOLD = Look(bold=True)
_MAX_CHARS = 500_000  # of clues and notes; more would take minutes


def title_of(crossword: Crossword) -> str:
    """The title on one line, in characters that can be drawn."""
    return " ".join(cleaned(crossword.title[:_MAX_NAME]).split())


def author_of(crossword: Crossword) -> str:
    """The author on one line, in characters that can be drawn."""
    return " ".join(cleaned(crossword.author[:_MAX_NAME]).split())


def note_words(crossword: Crossword) -> list[UnbrokenUnit]:
    """The words of the notes, in italics."""
    return words_of(crossword.notes, look=Look(italic=True))


def notes_are_long(crossword: Crossword, page: Page) -> bool:
    """Whether the notes are too long for the top of the page."""
    room = (page.width - 2 * page.margin) / NOTES
    return len(lines_of(note_words(crossword), room)) > MAX_NOTES


def head(crossword: Crossword, page: Page, *, notes: bool) -> tuple[list[Shape], float]:
    """Title, author and notes at the top of a page.

    Args:
        crossword: the crossword.
        page: the page.
        notes: whether to include the notes.

    Returns: the shapes, and the y coordinate where the rest of the page begins.
    """
    left, room = page.margin, page.width - 2 * page.margin
    shapes: list[Shape] = []
    y = page.margin
    title = words_of(crossword.title[:_MAX_NAME], look=_BOLD)
    if title:
        size, smallest = TITLE
        while size > smallest and len(lines_of(title, room / size)) > 1:
            size -= 0.5
        lines = lines_of(title, room / size)
        for line in lines[:_MAX_TITLE]:
            y += size
            shapes += line_shapes(line, left, y, size)
            y += 0.2 * size
        if len(lines) > _MAX_TITLE:
            last = shapes[-1]
            assert isinstance(last, Text)  # titles are not underlined
            shapes[-1] = shortened(replace(last, text=f"{last.text}…"), room)
    names = byline(crossword)
    if names:
        y += BYLINE
        shapes.append(shortened(Text(left, y, names, BYLINE, colour=_GREY), room))
        y += 0.35 * BYLINE
    if notes:
        for line in lines_of(note_words(crossword), room / NOTES):
            y += 1.2 * NOTES
            shapes += line_shapes(line, left, y, NOTES)
    return shapes, y + (9.0 if shapes else 0.0)


def running_head(crossword: Crossword, page: Page) -> tuple[list[Shape], float]:
    """The small title on the pages after the first, and where the rest of the page begins."""
    title = title_of(crossword)
    if not title:
        return [], page.margin
    y = page.margin + BYLINE
    room = page.width - 2 * page.margin
    shape = shortened(Text(page.margin, y, title, BYLINE, bold=True), room)
    return [shape], y + 10.0


def foot(crossword: Crossword, page: Page, number: int, n_pages: int) -> list[Shape]:
    """The copyright line, and the page number if there are several pages."""
    y = page.height - page.margin
    right = page.width - page.margin
    shapes: list[Shape] = []
    room = right - page.margin
    if n_pages > 1:
        shapes.append(Text(right, y, f"{number}/{n_pages}", FOOTER, "end", colour=_GREY))
        room -= 40.0
    text = " ".join(cleaned(crossword.copyright[:_MAX_NAME]).split())
    if text:
        if text[0] not in "©(" and "copyright" not in text.lower():
            text = f"© {text}"
        shapes.append(shortened(Text(page.margin, y, text, FOOTER, colour=_GREY), room))
    return shapes


def byline(crossword: Crossword) -> str:
    """Author, editor, publisher and date on one line, as far as they are known.

    Args: crossword: as `satcross.apps.pictures.links.in_language` gives it.
    """
    names = [crossword.author, crossword.editor, crossword.publisher, crossword.date]
    return " · ".join(" ".join(cleaned(name[:_MAX_NAME]).split()) for name in names if name.strip())


def shortened(shape: Text, room: float) -> Text:
    """The text, truncated with an ellipsis if it is wider than `room`."""

    def width(text: str) -> float:
        return text_width(text, shape.size, bold=shape.bold, italic=shape.italic)

    if width(shape.text) <= room:
        return shape
    low, high = 0, len(shape.text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(shape.text[:middle] + "…") <= room:
            low = middle
        else:
            high = middle - 1
    return replace(shape, text=shape.text[:low].rstrip() + "…")


def check_length(crossword: Crossword) -> None:
    """Raises FormatError if the clues and notes are longer than those of any crossword."""
    n_chars = sum(
        len(clue.direction) + len(clue.label) + len(clue.text) + len(clue.markup)
        for clue in crossword.clues
    )
    if n_chars + len(crossword.notes) > _MAX_CHARS:
        raise FormatError(
            f"more than {_MAX_CHARS:,} characters of clues and notes",
            hint="check that it is a crossword",
        )
