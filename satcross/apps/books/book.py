"""Books: puzzles with a title page, contents and page numbers, and their solutions at the back.

Puzzles are laid out by `sheets_of` on what the gutter leaves of a page, and moved; for large print
on a smaller page that is then enlarged. A solution is a picture of the grid alone, made smaller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from satcross import OptionError
from satcross.apps.pictures.fonts import cleaned, text_width
from satcross.apps.pictures.heads import shortened
from satcross.apps.pictures.shades import WHITE, luminance, moved
from satcross.apps.pictures.words import text_block
from satcross.extend import (
    BLACK,
    MM,
    Circle,
    Line,
    Page,
    Polygon,
    Rect,
    Shape,
    ShapeGroup,
    Sheet,
    Text,
    Texts,
    check_fields,
)

BASE = 8.5  # points of the smallest text on a page of a puzzle, before it is enlarged
_MAX_GUTTER, _MAX_BLEED = 40.0, 20.0  # mm
_TYPE = (BASE, 36.0)  # of large print
_MAX_SOLUTIONS = 24
_TITLE, _AUTHOR, _HEADING, _ENTRY, _NUMBER = 34.0, 16.0, 18.0, 10.0, 9.0  # sizes
_LEADING = 1.45
_WRITTEN = 0.9  # of the size of a solution's name
_PICTURES = 0.9  # of the height of a page of solutions; the rest is for their names
_LEAST_LETTER = 6.5  # points, in solutions
_GAP = 14.0
_MARK, _MARK_OFF = 5 * MM, 2 * MM  # a crop mark, and its distance from the paper
_DARK = 0.5  # luminance of what becomes black for contrast
_BOLDER = 1.6


@dataclass(frozen=True, slots=True)
class Book:
    """How a book is made.

    Args:
        page: the paper after it is cut.
        title, author, copyright: of its title page; without a title there is none.
        gutter: the additional margin at the spine, in mm.
        bleed: how much larger than the paper each side is printed, in mm.
        crop_marks: whether marks show where to cut.
        solutions: number of solutions on a page, at most: fewer where letters would be too small.
        type_size: the smallest size of text, in points; None for the usual sizes.
        high_contrast: black instead of grey, and thicker lines.
        grey_voids: whether all that is no square of a grid is grey, and not only holes of one.
        handouts: puzzles for a class: with a line for a name, and without title and contents.
        language: of headings.

    Raises:
        OptionError: a value is out of range.
    """

    page: Page = Page()  # noqa: RUF009  it is frozen
    title: str = ""
    author: str = ""
    copyright: str = ""
    gutter: float = 8.0
    bleed: float = 0.0
    crop_marks: bool = False
    solutions: int = 6
    type_size: float | None = None
    high_contrast: bool = False
    grey_voids: bool = False
    handouts: bool = False
    language: str = "en"

    def __post_init__(self) -> None:
        check_fields(self, globals())
        limits = (
            ("gutter", self.gutter, 0.0, _MAX_GUTTER),
            ("bleed", self.bleed, 0.0, _MAX_BLEED),
            ("solutions", self.solutions, 1, _MAX_SOLUTIONS),
            ("type_size", self.type_size, *_TYPE),
        )
        for name, value, low, high in limits:
            if value is not None and not low <= value <= high:
                raise OptionError(
                    f"must be from {low:g} to {high:g}, got {value:g}", parameter=name
                )

    @property
    def enlarged(self) -> float:
        """By how much a page of a puzzle is enlarged."""
        return (self.type_size or BASE) / BASE

    @property
    def inner(self) -> Page:
        """The page on which a puzzle is laid out."""
        width = (self.page.width - self.gutter * MM) / self.enlarged
        return Page(width, self.page.height / self.enlarged, self.page.columns)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A puzzle of a book.

    Args:
        name: its number and title.
        pages: of the puzzle, on `Book.inner`.
        solution: a picture of its solution; None if it is not known.
        notes: further pages of the solution, on `Book.inner`.
        written: answers that are written with more than their letters, a text for each list.
    """

    name: str
    pages: Sequence[Sheet]
    solution: Sheet | None
    notes: Sequence[Sheet] = ()
    written: Sequence[str] = ()


def book_sheets(chapters: Sequence[Chapter], book: Book, *, key: bool = True) -> list[Sheet]:
    """The pages of a book. Args: key: whether the solutions are in it."""
    if not key:
        chapters = [replace(chapter, solution=None, notes=()) for chapter in chapters]
    front = _front(chapters, book)
    body = [sheet for chapter in chapters for sheet in chapter.pages]
    back = key_pages(chapters, book)
    pages = [*front, *(_enlarged(sheet, book) for sheet in body), *back]
    first = 1 if book.title.strip() and not book.handouts else 0  # which has no number
    return [
        _printed(sheet, number, book, numbered=number > first and not book.handouts)
        for number, sheet in enumerate(pages, 1)
    ]


def key_sheets(chapters: Sequence[Chapter], book: Book) -> list[Sheet]:
    """The solutions alone, as pages of a file of their own."""
    pages = enumerate(key_pages(chapters, book), 1)
    return [_printed(sheet, number, book, numbered=True) for number, sheet in pages]


def _front(chapters: Sequence[Chapter], book: Book) -> list[Sheet]:
    """The title page, what is behind it, and the contents."""
    if book.handouts:
        return []
    front = [_title_page(book), _imprint(book)] if book.title.strip() else []
    lines = len(chapters) + bool(_has_solutions(chapters))
    rows, n_columns = _contents_shape(book)
    n_contents = -(-lines // (rows * n_columns))
    n_contents += (len(front) + n_contents) % 2  # puzzles begin on a right-hand page
    at = len(front) + n_contents + 1
    entries: list[tuple[str, int]] = []
    for chapter in chapters:
        entries.append((chapter.name, at))
        at += len(chapter.pages)
    if _has_solutions(chapters):
        entries.append((Texts.of(book.language).solution, at))
    per_page = rows * n_columns
    for start in range(0, n_contents * per_page, per_page):
        front.append(_contents_page(entries[start : start + per_page], book, first=start == 0))
    return front


def _has_solutions(chapters: Sequence[Chapter]) -> bool:
    return any(chapter.solution is not None or chapter.notes for chapter in chapters)


def _text_page(book: Book) -> tuple[float, float, float, float]:
    """Left, top, width and height of the text of a page without its gutter."""
    margin = book.page.margin
    width = book.page.width - book.gutter * MM - 2 * margin
    return margin, margin, width, book.page.height - 2 * margin - _GAP


def _size(size: float, book: Book) -> float:
    """A size of text, as large as the book's type at least."""
    return max(size, book.type_size or 0.0)


def _title_page(book: Book) -> Sheet:
    left, top, width, height = _text_page(book)
    shapes: list[Shape] = []
    y = top + height * 0.3
    for text, usual, bold in ((book.title, _TITLE, True), (book.author, _AUTHOR, False)):
        shown = " ".join(cleaned(text).split())
        if not shown:
            continue
        size = _size(usual, book)
        for line in _broken(shown, width / size, bold=bold):
            y += size * 1.2
            shapes.append(Text(left + width / 2, y, line, size, "middle", bold=bold))
        y += size
    return Sheet(book.page.width - book.gutter * MM, book.page.height, tuple(shapes))


def _broken(text: str, room: float, *, bold: bool) -> list[str]:
    """A text in lines of `room` font sizes."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, bold=bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _imprint(book: Book) -> Sheet:
    left, top, width, height = _text_page(book)
    size = _size(_NUMBER, book)
    lines = _broken(" ".join(cleaned(book.copyright).split()), width / size, bold=False)
    first = top + height - len(lines) * size * _LEADING
    shapes = [Text(left, first + n * size * _LEADING, line, size) for n, line in enumerate(lines)]
    return Sheet(book.page.width - book.gutter * MM, book.page.height, tuple(shapes))


def _contents_shape(book: Book) -> tuple[int, int]:
    """Rows and columns of a page of contents."""
    _, _, width, height = _text_page(book)
    size = _size(_ENTRY, book)
    rows = max(1, int((height - 2.5 * _size(_HEADING, book)) / (size * _LEADING)))
    return rows, max(1, int(width / (22 * size)))


def _contents_page(entries: Sequence[tuple[str, int]], book: Book, *, first: bool) -> Sheet:
    left, top, width, _ = _text_page(book)
    size, heading = _size(_ENTRY, book), _size(_HEADING, book)
    rows, n_columns = _contents_shape(book)
    shapes: list[Shape] = []
    if first and entries:
        text = Texts.of(book.language).phrases["Contents"]
        shapes.append(Text(left, top + heading, text, heading, bold=True))
    column = (width - (n_columns - 1) * 2 * size) / n_columns
    for index, (name, number) in enumerate(entries):
        n, row = divmod(index, rows)
        x, y = left + n * (column + 2 * size), top + 2.5 * heading + row * size * _LEADING
        room = column - text_width("0000", size)
        entry = shortened(Text(x, y, " ".join(cleaned(name).split()), size), room)
        shapes += [entry, Text(x + column, y, str(number), size, "end")]
        start = x + text_width(entry.text, size) + size / 2
        end = x + column - text_width(str(number), size) - size / 2
        if end - start > size:
            shapes.append(Line(start, y, end, y, 0.3, "#888888"))
    return Sheet(book.page.width - book.gutter * MM, book.page.height, tuple(shapes))


def key_pages(chapters: Sequence[Chapter], book: Book) -> list[Sheet]:
    """The pages with solutions: several on a page, then those that have pages of their own."""
    shown = [chapter for chapter in chapters if chapter.solution is not None]
    left, top, width, height = _text_page(book)
    heading = _size(_HEADING, book)
    y0 = top + 1.8 * heading
    pages: list[Sheet] = []
    at = 0
    while at < len(shown):
        shapes: list[Shape] = []
        if not pages:
            text = Texts.of(book.language).solution
            shapes.append(Text(left, top + heading, text, heading, bold=True))
        # As many as there may be, in letters that can be read.
        for n in range(min(book.solutions, len(shown)), 0, -1):
            n_cols, n_rows = _arranged(n, width, height)
            room_x = (width - (n_cols - 1) * _GAP) / n_cols
            room_y = (top + height - y0 - (n_rows - 1) * _GAP) / n_rows
            here = shown[at : at + n_cols * n_rows]
            keys = [_key(chapter, room_x, room_y, book) for chapter in here]
            if all(letter >= _LEAST_LETTER for _, letter in keys):
                break
        for index, (key, _) in enumerate(keys):
            row, col = divmod(index, n_cols)
            shapes += moved(key, left + col * (room_x + _GAP), y0 + row * (room_y + _GAP), 1.0)
        pages.append(Sheet(width + 2 * left, book.page.height, tuple(shapes)))
        at += len(here)
    notes = [sheet for chapter in chapters for sheet in chapter.notes]
    return [*pages, *(_enlarged(sheet, book) for sheet in notes)]


def _key(chapter: Chapter, width: float, height: float, book: Book) -> tuple[list[Shape], float]:
    """A solution with its name, and the size of its letters."""
    sheet, label = chapter.solution, _size(_ENTRY, book)
    assert sheet is not None
    name = Text(0.0, label, " ".join(cleaned(chapter.name).split()), label, bold=True)
    _, high = text_block(chapter.written, 0.0, 0.0, width, _WRITTEN * label)
    room = height - 1.5 * label - high
    scale = max(min(width / sheet.width, room / sheet.height, book.enlarged), 0.01)
    shapes = [shortened(name, width), *moved(sheet.shapes, 0.0, 1.5 * label, scale)]
    y = 1.5 * label + sheet.height * scale
    shapes += text_block(chapter.written, 0.0, y, width, _WRITTEN * label)[0]
    sizes = (shape.size for shape in sheet.flat() if isinstance(shape, Text))
    return shapes, scale * max(sizes, default=_LEAST_LETTER)


def _arranged(n: int, width: float, height: float) -> tuple[int, int]:
    """The columns and rows of `n` pictures that are about square, which make them largest."""
    shapes = [(cols, -(-n // cols)) for cols in range(1, n + 1)]
    height *= _PICTURES
    return max(shapes, key=lambda shape: min(width / shape[0], height / shape[1]))


def _enlarged(sheet: Sheet, book: Book) -> Sheet:
    scale = book.enlarged
    return Sheet(sheet.width * scale, sheet.height * scale, tuple(moved(sheet.shapes, 0, 0, scale)))


def _printed(sheet: Sheet, number: int, book: Book, *, numbered: bool) -> Sheet:
    """A page at its place beside the gutter, with its number, and what is cut off around it."""
    # Loose sheets are filed at the left, whichever of a set they are.
    page, is_right = book.page, book.handouts or number % 2 == 1
    gutter = book.gutter * MM if is_right else 0.0
    around = book.bleed * MM
    if book.crop_marks:
        around = max(around, _MARK + 2 * _MARK_OFF)
    shapes = list(moved(sheet.shapes, gutter + around, around, 1.0))
    if numbered:
        size = _size(_NUMBER, book)
        x = around + (page.width - page.margin if is_right else page.margin)
        y = around + page.height - page.margin / 2 + size / 3
        shapes.append(Text(x, y, str(number), size, "end" if is_right else "start"))
    if book.high_contrast:
        shapes = list(_in_black(shapes))
    if book.crop_marks:
        shapes += _marks(page, around, book.bleed * MM)
    return Sheet(page.width + 2 * around, page.height + 2 * around, tuple(shapes))


def _marks(page: Page, around: float, bleed: float) -> Iterator[Line]:
    """Lines at the corners of the paper, outside of the bleed."""
    start = max(bleed, _MARK_OFF)
    for x, out in ((around, -1), (around + page.width, 1)):
        for y, down in ((around, -1), (around + page.height, 1)):
            yield Line(x + out * start, y, x + out * around, y, 0.25)
            yield Line(x, y + down * start, x, y + down * around, 0.25)


def _in_black(shapes: Iterable[Shape], *, blocks: bool = False) -> Iterator[Shape]:
    """Shapes in high contrast: dark ones black, light ones white, and lines thicker.

    Args: blocks: whether they are blocks, of which grey ones must not look like squares.
    """

    def extreme(colour: str) -> str:
        return BLACK if blocks or luminance(colour) < _DARK else WHITE

    for shape in shapes:
        match shape:
            case ShapeGroup(name, inner):
                yield replace(shape, shapes=tuple(_in_black(inner, blocks=name == "blocks")))
            case Line() | Circle():
                yield replace(shape, width=shape.width * _BOLDER, colour=BLACK)
            case Text():
                yield replace(shape, colour=BLACK)
            case Rect() | Polygon():
                yield replace(shape, fill=extreme(shape.fill))
            case _:
                yield shape
