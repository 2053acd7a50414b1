"""What is in a book whose text flows: headings, paragraphs, lists, and grids as rows of squares.

What a picture shows by its looks alone is said in words too: circles, shades, and the squares of a
solution word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from satcross import Crossword
from satcross.apps.books.book import Book
from satcross.apps.pictures.bankbox import annotated
from satcross.apps.pictures.board import with_grey_voids
from satcross.apps.pictures.heads import byline, check_length
from satcross.apps.pictures.images import pictures_of
from satcross.apps.pictures.links import in_language
from satcross.apps.pictures.pages import has_solution
from satcross.apps.pictures.words import Look, runs_of, unwritten
from satcross.extend import (
    ACROSS,
    CROSSWORD,
    DOWN,
    Behaviour,
    Clue,
    Medium,
    Sheet,
    Square,
    SquareKind,
    Texts,
    behaviour_of,
    find_slots,
    in_texts,
    key_of,
    pattern_of,
    with_enumerations,
)

Runs = Sequence[tuple[str, Look]]


@dataclass(frozen=True, slots=True)
class HeadingBlock:
    """A heading. Args: level: 1 of the book and its parts, 2 of a puzzle, 3 of a list."""

    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text."""

    text: str


class ListItem(NamedTuple):
    """An item of a list.

    Args:
        label: before it; "" for none.
        runs: its text in pieces, each in one style.
        pictures: of a clue, each with its width divided by its height.
    """

    label: str
    runs: Runs
    pictures: Sequence[tuple[Medium, float]] = ()


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: Sequence[ListItem]


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """Squares in rows.

    Args:
        crossword: whose squares have the labels that are printed.
        solved: whether its letters are shown; given ones always are.
        picture: a drawing of the same; instead of the squares where they stand in no rows.
        name: says what it is in place of the picture.
    """

    crossword: Crossword
    solved: bool
    picture: Callable[[], Sheet] | None = None
    name: str = ""

    @property
    def has_rows(self) -> bool:
        """Whether the squares, and nothing else, make the puzzle."""
        return not self.crossword.board and not self.crossword.named

    def rows(self) -> list[Sequence[Square]]:
        """The squares of each row."""
        n, squares = self.crossword.n_cols, self.crossword.squares
        return [squares[start : start + n] for start in range(0, self.crossword.n_rows * n, n)]

    def letter(self, square: Square) -> str:
        """What is written in a square."""
        return square.solution if self.solved or square.given else ""


Block = HeadingBlock | Paragraph | Items | DrawnBoard


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a book that begins on a page of its own.

    Args: name: in the contents; blocks: with its heading; right_to_left: whether it is read so.
    """

    name: str
    blocks: Sequence[Block]
    right_to_left: bool = False


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A book: `puzzles`, and `solutions` for its end, of which either may be missing."""

    book: Book
    puzzles: Sequence[Section] = ()
    solutions: Sequence[Section] = ()

    @property
    def front(self) -> Iterator[Block]:
        """The title page."""
        if self.book.title.strip() and self.puzzles and not self.book.handouts:
            yield HeadingBlock(_line(self.book.title), 1)
            for text in (self.book.author, self.book.copyright):
                if text.strip():
                    yield Paragraph(_line(text))

    @property
    def contents(self) -> list[str]:
        """The names of all parts; empty for handouts and for the solutions alone."""
        if self.book.handouts or not self.puzzles:
            return []
        names = [section.name for section in self.puzzles]
        return [*names, Texts.of(self.book.language).solution] if self.solutions else names


def puzzle_blocks(
    crossword: Crossword,
    name: str,
    book: Book,
    *,
    enumerations: bool | None = None,
    answers: Sequence[str] = (),
    picture: Callable[[], Sheet] | None = None,
) -> list[Block]:
    """A puzzle to solve.

    Args:
        crossword: the puzzle.
        name: its heading.
        book: whose language it has.
        enumerations: as in `Style`.
        answers: of a word bank.
        picture: a drawing of it; what can be drawn alone, or is best drawn, is shown by it.

    Raises:
        FormatError: there are too many clues and notes for a crossword.
    """
    check_length(crossword)
    texts = Texts.of(book.language)
    asked = in_language(in_texts(with_enumerations(crossword, enumerations)), book.language)
    if asked.kind.clues_in_grid and picture is None:
        asked = _numbered(asked, texts.across, texts.down)
    blank = Behaviour.BLANK if picture else "_{number}"
    asked = behaviour_of(asked.kind).with_blanks(asked, texts.words, blank)
    drawn = _shown(asked, book, solved=False)
    blocks: list[Block] = [HeadingBlock(name, 2), *_lines(byline(asked), asked.notes)]
    blocks[1:1] = naming(book)
    blocks += [DrawnBoard(drawn, False, picture, name), *_marks(drawn, book.language)]
    if key := key_of(crossword):
        blocks.append(DrawnBoard(key, False))
    if not asked.kind.clues_in_grid:
        blocks += clue_blocks(asked.clues)
    if answers:
        blocks += [HeadingBlock(texts.words, 3), plain_items(answers)]
    return [*blocks, *_lines(crossword.copyright)]


def solution_blocks(
    crossword: Crossword,
    name: str,
    book: Book,
    *,
    picture: Callable[[], Sheet] | None = None,
) -> list[Block]:
    """Its solution, with what explains the answers. Args: as of `puzzle_blocks`."""
    if not has_solution(crossword):
        return []
    drawn = _shown(crossword, book, solved=True)
    blocks: list[Block] = [HeadingBlock(name, 2), DrawnBoard(drawn, True, picture, name)]
    blocks += [Paragraph(text) for text in behaviour_of(crossword.kind).texts_below(crossword)]
    return [*blocks, *clue_blocks(annotated(in_language(crossword, book.language)).clues)]


def clue_blocks(clues: Iterable[Clue]) -> Iterator[Block]:
    """The lists of clues, if any is written."""
    lists: dict[str, list[Clue]] = {}
    for clue in clues:
        lists.setdefault(clue.direction, []).append(clue)
    if not any(clue.text or clue.markup for some in lists.values() for clue in some):
        return
    for direction, some in lists.items():
        if direction.strip():
            yield HeadingBlock(_line(direction), 3)
        yield Items([_item(clue) for clue in some])


def naming(book: Book) -> list[Paragraph]:
    """The line for a name on the sheets of a class."""
    if not book.handouts:
        return []
    phrases = Texts.of(book.language).phrases
    return [Paragraph(f"{phrases['Name']}: {'_' * 20}  {phrases['Date']}: {'_' * 10}")]


def plain_items(texts: Iterable[str]) -> Items:
    """A list of texts."""
    return Items([ListItem("", [(text, Look())]) for text in texts])


def place(at: int, n_cols: int, language: str) -> str:
    """Where a square is, in words."""
    row, col = divmod(at, n_cols)
    said = Texts.of(language).phrases["row {row}, column {col}"]
    return said.replace("{row}", str(row + 1)).replace("{col}", str(col + 1))


def _item(clue: Clue) -> ListItem:
    shown = [one for one in Medium.all_of(clue) if one.is_picture]
    ratios = (ratio for _, ratio in pictures_of(clue))
    return ListItem(_line(clue.label), _runs(clue), list(zip(shown, ratios, strict=True)))


def _runs(clue: Clue) -> Runs:
    runs = [(text, look) for text, look in runs_of(clue.text, clue.markup) if text]
    return runs if any(text.strip() for text, _ in runs) else [(unwritten(clue), Look())]


def _shown(crossword: Crossword, book: Book, *, solved: bool) -> Crossword:
    """The squares as they are printed."""
    drawn = behaviour_of(crossword.kind).shown(crossword).with_both_letters()
    if drawn.kind.has_labels:
        drawn = drawn.as_printed(solved=solved)
    return with_grey_voids(drawn, all_of_them=book.grey_voids)


def _numbered(crossword: Crossword, across: str, down: str) -> Crossword:
    """A crossword with clues in its grid as one with numbers and lists of clues."""
    numbered = replace(crossword, kind=CROSSWORD).labelled()
    headings = {ACROSS: across, DOWN: down}
    listed = {clue.cells: clue for clue in crossword.clues}
    clues = [
        replace(clue, direction=headings.get(slot.heading, slot.heading), label=slot.label)
        for slot in find_slots(pattern_of(numbered))
        if (clue := listed.get(slot.cells))
    ]
    return replace(numbered, clues=tuple(clues))


def _marks(crossword: Crossword, language: str) -> Iterator[Paragraph]:
    """What circles, shades and the numbers of a solution word show."""
    phrases, n = Texts.of(language).phrases, crossword.n_cols
    squares = [one if one.kind is SquareKind.OPEN else Square() for one in crossword.squares]
    marked = {
        phrases["circled"]: [at for at, one in enumerate(squares) if one.circle],
        phrases["shaded"]: [at for at, one in enumerate(squares) if one.shade],
        phrases["Solution word"]: crossword.solution_cells,
    }
    for what, cells in marked.items():
        if cells and all(at < crossword.n_rows * n for at in cells):
            yield Paragraph(f"{what}: {'; '.join(place(at, n, language) for at in cells)}")


def _lines(*texts: str) -> list[Block]:
    return [Paragraph(_line(text)) for text in texts if text.strip()]


def _line(text: str) -> str:
    return " ".join(text.split())
