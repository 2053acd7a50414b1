"""A finished word search."""

from __future__ import annotations

from dataclasses import dataclass

from satcross import Alphabet
from satcross.apps.clues.words import HiddenWord
from satcross.apps.wordsearch.layout import WordSearchLayout
from satcross.extend import Picture, counted, runs_right_to_left, shown_rows

_LINE = 78  # characters of a line of the list


def in_brackets(letter: str) -> str:
    """A letter as grid text has it."""
    return letter if len(letter) == 1 else f"[{letter}]"


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word and where it stands.

    Args:
        word: its letters.
        written: as in the list.
        row, col: of its first letter, 0-based.
        direction: "E", "SE", ….
        clue: as in the list; "" where it has none.
    """

    word: str
    written: str
    row: int
    col: int
    direction: str
    clue: str = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WordSearch(Picture):
    """A finished word search. Equal when letters and list are equal; as text, what solvers get.

    Args:
        layout: where the words stand.
        alphabet: of all letters.
        letters: by position, the text of the letter in every cell of the board.
        message: what the cells without a word spell, row by row; "" when they are only filler.
        seed: makes it again with the same options; None where no seed does.
        shows_clues: whether the list beside it has clues instead of words.
        language: of what a page says beside the words: see `satcross.drawing.languages`.
        n_bonus: how many words, the last ones, are hidden and not in the list beside it.
        lower_case: whether the square is shown in lower case.
        title: above it, where none is given for a page; "" for none.
    """

    layout: WordSearchLayout
    alphabet: Alphabet
    letters: dict[int, str]
    message: str = ""
    seed: int | None = None
    shows_clues: bool = False
    language: str = "en"
    n_bonus: int = 0
    lower_case: bool = False
    title: str = ""

    @property
    def shown(self) -> dict[int, str]:
        """By position, the letters as they are shown."""
        if not self.lower_case:
            return self.letters
        return {at: letter.lower() for at, letter in self.letters.items()}

    @property
    def listed(self) -> tuple[HiddenWord, ...]:
        """The words in the list beside it, in the order in which they were given."""
        return self.layout.words[: len(self.layout.words) - self.n_bonus]

    @property
    def words(self) -> tuple[PlacedWord, ...]:
        """The words in the order of the list, each with its place."""
        found = []
        for word, placement in zip(self.layout.words, self.layout.placements, strict=True):
            row, col = divmod(placement.cells[0], self.layout.board.n_cols)
            name = placement.heading.name
            found.append(PlacedWord(word.letters, word.written, row, col, name, word.clue))
        return tuple(found)

    def rows(self) -> list[str]:
        """The square, a string for each row; a blank for what is not on the board.

        A letter of several characters is in brackets, as in the text of grids: `B[IJ]L`.
        """
        return list(map("".join, self._cells(self.letters)))

    def _cells(self, letters: dict[int, str]) -> list[list[str]]:
        n = self.layout.board.n_cols
        cells = [in_brackets(letters.get(at, " ")) for at in range(n * self.layout.board.n_rows)]
        return [cells[start : start + n] for start in range(0, len(cells), n)]

    def sorted_words(self) -> list[HiddenWord]:
        """The list in alphabetical order; in its own order where it shows clues."""
        if self.shows_clues:  # whose order must not tell the words
            return list(self.listed)
        return sorted(self.listed, key=lambda word: self.alphabet.collation_key(word.letters))

    @property
    def is_right_to_left(self) -> bool:
        """Whether the first column is on the right: most letters run from there."""
        letters = self.letters.values()
        return 2 * sum(map(runs_right_to_left, letters)) > len(letters)

    def list_items(self) -> list[str]:
        """What the list beside it says, in the order of `sorted_words`."""
        words = self.sorted_words()
        return [w.question(self.alphabet) if self.shows_clues else w.written for w in words]

    def list_text(self) -> str:
        """The list in columns that are read downwards."""
        written = self.list_items()
        width = max(map(len, written)) + 2
        n_columns = max(1, min(_LINE // width, len(written)))
        n_rows = -(-len(written) // n_columns)
        lines = ["".join(f"{text:<{width}}" for text in written[i::n_rows]) for i in range(n_rows)]
        return "\n".join(line.rstrip() for line in lines)

    def __str__(self) -> str:
        rows = self._cells(self.shown)
        width = max(len(cell) for row in rows for cell in row)
        lines = [" ".join(cell.ljust(width) for cell in row).rstrip() for row in rows]
        bonus = [f"Bonus words: {self.n_bonus}"] if self.n_bonus else []
        return "\n".join([*shown_rows(lines), "", self.list_text(), *bonus])

    def __repr__(self) -> str:
        board = self.layout.board
        return (
            f"<WordSearch {board.n_cols}x{board.n_rows}, {counted(len(self.layout.words), 'word')}>"
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, WordSearch)
            and self.letters == other.letters
            and self.layout.board == other.layout.board
            and self.layout.words == other.layout.words
        )

    def __hash__(self) -> int:
        return hash((tuple(sorted(self.letters.items())), self.layout.words))
