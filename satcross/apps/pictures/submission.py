"""A manuscript for the crossword editors of The New York Times, as pages of a PDF.

The first page has the constructor's name and contact, the number of words, and the grid with its
answers and numbers. The following ones have the clues in double spacing on the left, and the
answers in a column on the right; each has the constructor's name and its own number.

Source: the paper's specification sheet (clues double-spaced on the left, answers in a column at the
far right, name and address beside the grid, the name on all other pages), and what CrossFire, Phil
and Crossword Nexus print for it since it takes PDFs instead of paper: no blank grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from satcross import Crossword, FormatError, OptionError
from satcross.apps.pictures.board import board
from satcross.apps.pictures.fonts import cleaned, text_width
from satcross.apps.pictures.heads import check_length, shortened
from satcross.apps.pictures.words import Look, TextLine, line_shapes, lines_of, words_of
from satcross.extend import (
    Clue,
    Medium,
    Page,
    Part,
    Shape,
    Sheet,
    SquareKind,
    Style,
    Text,
    counted,
    find_slots,
    pattern_of,
    some_of,
    spelled,
)

SIZE = 12.0  # of all text, in points
LEADING = 1.2  # in font sizes, from line to line of a clue; twice that from clue to clue
_MARGIN = 72.0  # an inch, less on small paper
_MARGIN_PART = 0.12  # of the paper's width, at most
_MAX_GRID = 400.0  # its width and height
_MAX_CONTACT, _MAX_LINE = 8, 200  # lines, and characters of one
_LABELS = 30.0  # width of the column of numbers
_ANSWERS = 0.36  # part of the width for the answers
_GAP = 14.0  # before the answers
_KEPT = 8  # lines of a clue that are not divided between pages
_BOLD = Look(bold=True)
_SHOWN = 3  # clues that are named in an error


def submission_sheets(
    crossword: Crossword, contact: Sequence[str], page: Page, style: Style
) -> list[Sheet]:
    """The pages of a manuscript.

    Args:
        crossword: with all letters and clues; its author is the constructor.
        contact: lines below the name: an address, an e-mail address.
        page: the paper.
        style: the style of the grid.

    Raises:
        FormatError: a letter or a clue is missing, or there are too many clues and notes.
        OptionError: there is too much in `contact`.
    """
    if len(contact) > _MAX_CONTACT or any(len(line) > _MAX_LINE for line in contact):
        raise OptionError(
            f"must be at most {_MAX_CONTACT} lines of {_MAX_LINE} characters", parameter="contact"
        )
    check_length(crossword)
    _check_whole(crossword)
    return [_grid_sheet(crossword, contact, page, style), *_clue_sheets(crossword, page)]


def _check_whole(crossword: Crossword) -> None:
    """Raises FormatError if an editor could not judge the crossword."""
    if crossword.named:
        raise FormatError("a manuscript cannot hold cells beside the rectangle")
    if crossword.board:
        raise FormatError(f"a manuscript cannot hold the board {crossword.board!r}")
    if shown := [
        f"{clue.label} {clue.direction}" for clue in crossword.clues if Medium.all_of(clue)
    ]:
        named = some_of(shown, _SHOWN)
        raise FormatError(f"a manuscript cannot hold pictures and sounds of clues: {named}")
    open_ = [square for square in crossword.squares if square.kind is SquareKind.OPEN]
    n_unknown = sum(not square.solution for square in open_)
    if n_unknown or not open_:
        raise FormatError(
            f"{n_unknown} of {counted(len(open_), 'square')} have no letter"
            if open_
            else "the grid has no open squares",
            hint="a submission needs the whole solution: fill the grid first",
        )
    slots = find_slots(pattern_of(crossword))
    written = {clue.cells for clue in crossword.clues if clue.text.strip()}
    usual = {(clue.direction, clue.label) for clue in crossword.clues if clue.text.strip()}
    missing = [
        f"{slot.number} {slot.heading}"
        for slot in slots
        if slot.cells not in written and (slot.heading, str(slot.number)) not in usual
    ]
    if missing:
        raise FormatError(
            f"these entries have no clue: {some_of(missing, _SHOWN)}",
            hint="a submission needs all clues: write them, or give --clues FILE to satcross clues",
        )


def _margin(page: Page) -> float:
    return min(_MARGIN, _MARGIN_PART * page.width)


def _line(x: float, y: float, text: str, room: float, *, bold: bool = False) -> Text:
    return shortened(Text(x, y, " ".join(cleaned(text).split()), SIZE, bold=bold), room)


def _grid_sheet(crossword: Crossword, contact: Sequence[str], page: Page, style: Style) -> Sheet:
    margin = _margin(page)
    room = page.width - 2 * margin
    n_words = len(find_slots(pattern_of(crossword)))
    texts = [crossword.title, crossword.author, *contact, f"Word count: {n_words}"]
    shapes: list[Shape] = []
    y = margin
    for number, text in enumerate(texts):
        if text.strip():
            y += SIZE * LEADING
            shapes.append(_line(margin, y, text, room, bold=number == 0))
    y += 2 * SIZE
    height = page.height - margin - y
    cell = min(min(room, _MAX_GRID) / crossword.n_cols, min(height, _MAX_GRID) / crossword.n_rows)
    x = margin + (room - cell * crossword.n_cols) / 2
    shapes.append(board(crossword, Part.SOLUTION, x, y, cell, style))
    return Sheet(page.width, page.height, tuple(shapes))


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of the list of clues.

    Args:
        line: the words.
        label, answer: before and after it, in columns of their own.
        is_indented: whether it is beside a label.
        gap: lines left empty above it, unless it is the first of a page.
        n_kept: lines after it that have to be on the same page.
    """

    line: TextLine
    label: str = ""
    answer: str = ""
    is_indented: bool = False
    gap: int = 0
    n_kept: int = 0


def _rows(crossword: Crossword, room: float) -> Iterator[_Row]:
    lists: dict[str, list[Clue]] = {}
    for clue in crossword.clues:
        lists.setdefault(clue.direction, []).append(clue)
    wide = (room * (1 - _ANSWERS) - _LABELS - _GAP) / SIZE
    for direction, clues in lists.items():
        yield _Row(tuple(words_of(direction.upper(), look=_BOLD)), gap=2, n_kept=2)
        for clue in clues:
            answer = clue.answer or spelled(crossword.squares, clue.cells)
            label = " ".join(cleaned(clue.label).split())
            lines = lines_of(words_of(clue.text, clue.markup), wide) or [()]
            for number, line in enumerate(lines):
                yield _Row(
                    line,
                    label="" if number else label,
                    answer="" if number else answer.upper(),
                    is_indented=True,
                    gap=0 if number else 1,
                    n_kept=min(len(lines) - 1 - number, _KEPT),
                )
    if crossword.notes.strip():
        yield _Row(tuple(words_of("NOTES", look=_BOLD)), gap=2, n_kept=2)
        for number, line in enumerate(lines_of(words_of(crossword.notes), room / SIZE)):
            yield _Row(line, gap=1 - min(number, 1))


def _clue_sheets(crossword: Crossword, page: Page) -> Iterator[Sheet]:
    """The pages of clues, and of notes after them."""
    margin = _margin(page)
    room = page.width - 2 * margin
    step = SIZE * LEADING
    per_page = max(int((page.height - 2 * margin) / step) - 2, 1)
    shapes: list[Shape] = []
    number, used = 1, per_page
    for row in _rows(crossword, room):
        if used + row.gap + 1 + min(row.n_kept, per_page - 1) > per_page:
            if shapes:
                yield Sheet(page.width, page.height, tuple(shapes))
            number += 1
            used = 0
            shapes = [Text(page.width - margin, margin + SIZE, f"{number}", SIZE, "end")]
            if crossword.author.strip():
                shapes.append(_line(margin, margin + SIZE, crossword.author, room - _LABELS))
        used += row.gap if used else 0
        y = margin + (used + 2) * step + SIZE
        shapes += _row_shapes(row, margin, room, y)
        used += 1
    if shapes:
        yield Sheet(page.width, page.height, tuple(shapes))


def _row_shapes(row: _Row, x: float, room: float, y: float) -> Iterator[Shape]:
    if row.label:
        yield shortened(Text(x, y, row.label, SIZE), _LABELS)
    yield from line_shapes(row.line, x + (_LABELS if row.is_indented else 0.0), y, SIZE)
    if row.answer:
        answer = cleaned(row.answer)
        # A long answer is smaller: an editor has to read all of it.
        size = min(SIZE, room * _ANSWERS / text_width(answer))
        yield Text(x + room * (1 - _ANSWERS), y, answer, size)
