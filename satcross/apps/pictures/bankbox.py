"""A word bank on a page: a frame below the clues, with the words in columns of equal width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from satcross import Crossword
from satcross.apps.pictures.flow import ASCENT, LEADING, Column, Spot
from satcross.apps.pictures.fonts import cleaned, text_width
from satcross.apps.pictures.heads import shortened
from satcross.extend import (
    ACROSS,
    DOWN,
    Clue,
    Line,
    Shape,
    ShapeGroup,
    Text,
    Texts,
    as_written,
    read_in,
)
from satcross.model.enumerations import in_words

# All in font sizes: above the frame; from it to the words; between columns; of a line.
GAP, _PAD, _BETWEEN, _OWN_LEADING = 0.9, 0.6, 1.2, 1.3
_FRAME, _GREY = 0.6, "#888888"


class BankRows(NamedTuple):
    """Rows of a word bank on a page. Args: top: with the space above the frame."""

    page: int
    top: float
    rows: range


@dataclass(frozen=True, slots=True)
class BankBox:
    """A word bank in a frame.

    Args: heading: its name; words: as printed; none where there is no bank; width: in points;
        size: of the font in points.
    """

    heading: str = ""
    words: tuple[str, ...] = ()
    width: float = 0.0
    size: float = 1.0

    @property
    def _room(self) -> float:
        return self.width / self.size - 2 * _PAD

    @property
    def _n_columns(self) -> int:
        """As many as the longest word allows, and not more than the rows need."""
        longest = max(map(text_width, self.words), default=0.0)
        most = max(1, int((self._room + _BETWEEN) / (longest + _BETWEEN)))
        return ceil(len(self.words) / ceil(len(self.words) / most))

    @property
    def n_rows(self) -> int:
        """The lines of words."""
        return ceil(len(self.words) / self._n_columns) if self.words else 0

    def columns_above(self, columns: Sequence[Column]) -> tuple[Column, ...]:
        """The columns without its room at their ends; () if one is not as high."""
        high = self.height()
        if any(column.bottom - column.top < high for column in columns):
            return ()
        return tuple(replace(column, bottom=column.bottom - high) for column in columns)

    def below(self, columns: Sequence[Column], spots: Sequence[Spot]) -> BankRows:
        """Its place below columns of one page with these lines, and below the grid above them."""
        ends = [y + (LEADING - ASCENT) * self.size for _, y, _ in spots]
        top = max(ends + [column.top for column in columns])
        return BankRows(columns[-1].page, top, range(self.n_rows))

    def on_pages(self, page: int, top: float, bottom: float) -> list[BankRows]:
        """It on pages of its own, from `page` on. Args: top, bottom: of the room on each."""
        most = max(1, int(((bottom - top) / self.size - GAP - 2 * _PAD) / _OWN_LEADING) - 1)
        starts = range(0, self.n_rows, most)
        return [
            BankRows(page + n, top, range(start, min(start + most, self.n_rows)))
            for n, start in enumerate(starts)
        ]

    def height(self, n_rows: int | None = None) -> float:
        """In points, with the space above it; 0 without words. Args: n_rows: None for all."""
        n = self.n_rows if n_rows is None else n_rows
        return self.size * (GAP + 2 * _PAD + (n + 1) * _OWN_LEADING) if self.words else 0.0

    def shapes(self, x: float, place: BankRows) -> list[Shape]:
        """The frame with some of its rows. Args: x: its left side."""
        _, y, rows = place
        if not rows:
            return []
        size, pad = self.size, _PAD * self.size
        top, right = y + GAP * size, x + self.width
        bottom = y + self.height(len(rows))
        edges = ((x, top, right, top), (right, top, right, bottom),
                 (right, bottom, x, bottom), (x, bottom, x, top))  # fmt: skip
        shapes: list[Shape] = [Line(*edge, _FRAME, _GREY) for edge in edges]
        line = top + pad + ASCENT * size
        shapes.append(Text(x + pad, line, self.heading, size, bold=True))
        step = (self._room + _BETWEEN) / self._n_columns * size
        room = step - _BETWEEN * size
        for at, word in enumerate(self.words):
            column, row = divmod(at, self.n_rows)
            if row in rows:
                base = line + (row - rows.start + 1) * _OWN_LEADING * size
                text = Text(x + pad + column * step, base, word, size)
                shapes.append(shortened(text, max(room, size)))
        return [ShapeGroup("words", tuple(shapes))]


def bank_of(clues: Sequence[Clue]) -> BankBox:
    """The word bank among some clues; without words if there is none."""
    for clue in clues:
        if words := clue.bank:
            shown = tuple(" ".join(cleaned(word).split()) for word in words)
            return BankBox(" ".join(cleaned(clue.direction).split()), shown)
    return BankBox()


def written_otherwise(crossword: Crossword, language: str) -> list[str]:
    """The answers that are written with more than their letters, with their numbers.

    Returns: a text for each list of clues that has some, which begins with its name.
    """
    texts = Texts.of(language)
    names = {ACROSS: texts.across, DOWN: texts.down}
    found: dict[str, list[str]] = {}
    for clue in crossword.clues:
        letters = read_in(crossword, clue.direction, clue.whole)
        written = as_written(clue, letters) if clue.text.strip() and letters else ""
        if written and written.lower() != letters.lower():
            answer = f"{clue.label}\u00a0{written}".strip()
            found.setdefault(names.get(clue.direction, clue.direction.strip()), []).append(answer)
    return [
        f"{name}: " * bool(name) + Clue.BETWEEN.join(answers) for name, answers in found.items()
    ]


def annotated(crossword: Crossword) -> Crossword:
    """The crossword with its answers, and what explains them, in place of the clues."""
    clues = [
        replace(clue, text=_explained(clue, crossword), markup="")
        for clue in crossword.clues
        if clue.annotation.strip()
    ]
    return replace(crossword, clues=tuple(clues))


def _explained(clue: Clue, crossword: Crossword) -> str:
    """An answer and what explains it, unless that begins with the answer."""
    letters = read_in(crossword, clue.direction, clue.whole) or clue.answer
    answer, note = in_words(letters, clue), " ".join(clue.annotation.split())
    return note if note.strip("[(").startswith((answer, letters)) else f"{answer}: {note}"
