"""From an assignment back to a word search, by a DIMACS file's comments alone; see `formula`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from satcross.cnf.assignment import Assignment
from satcross.cnf.envelope import WORDSEARCH, Envelope
from satcross.errors import DimacsError, InputError
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.wordsearch.board import masked
from satcross.wordsearch.encode.formula import FORMAT
from satcross.wordsearch.headings import BY_NAME, headings_named
from satcross.wordsearch.layout import Layout, Placement
from satcross.wordsearch.letters.filler import layout_conflict
from satcross.wordsearch.puzzle import WordSearch
from satcross.wordsearch.verify import verify
from satcross.wordsearch.words import HiddenWord

_PLACE = re.compile(r"(\d{1,9}) (\d{1,6}) r(\d{1,3})c(\d{1,3}) ([NESW]{1,2})\Z")
_LETTER = re.compile(r"(\d{1,9}) r(\d{1,3})c(\d{1,3})=(.{1,8})\Z")


@dataclass(frozen=True, slots=True)
class Decoder:
    """What a DIMACS file's comments say of its word search.

    Args:
        board, words: what was encoded.
        alphabet: of all letters.
        places: by variable, the place of a word.
        letters: by variable, a cell and its letter's text.
        complete: whether every cell holds a letter.
        allow_inside: as in `LayoutConstraints`.
        forbid: words.
    """

    board: Grid
    words: tuple[HiddenWord, ...]
    alphabet: Alphabet
    places: Mapping[int, Placement]
    letters: Mapping[int, tuple[int, str]]
    complete: bool
    allow_inside: bool
    forbid: tuple[str, ...]

    @classmethod
    def from_comments(cls, comments: Iterable[str], *, source: str = "cnf") -> Decoder:
        """Read the comments that `formula` describes; others are skipped.

        Raises:
            DimacsError: some are missing or cannot be read.
        """
        return _DecoderBuilder(Envelope.read(comments), source).decoder()

    def decode(self, assignment: Assignment, *, source: str = "assignment") -> WordSearch | Layout:
        """The finished square of an assignment; the layout, when only words have letters. Verified.

        Does not look at the formula: see `Formula.first_falsified`.

        Raises:
            DimacsError: a word has no place or two, a cell no letter or two; or a rule is violated.
        """

        def bad(problem: str) -> DimacsError:
            hint = "is it the output for this very formula?"
            return DimacsError(problem, hint=hint, source=source)

        true = [v for v in self.places if v <= assignment.n_vars and assignment.is_true(v)]
        chosen = sorted((self.places[v] for v in true), key=lambda placement: placement.word)
        for number, word in enumerate(self.words):
            n = sum(placement.word == number for placement in chosen)
            if n != 1:
                raise bad(f"{word.letters} stands in {n} places, not in one")
        try:
            layout = Layout(self.board, self.words, tuple(chosen))
        except ValueError as error:
            raise bad(str(error)) from None
        if not self.complete:
            conflict = layout_conflict(
                layout, forbid=list(map(self.alphabet.symbols, self.forbid)),
                allow_inside=self.allow_inside, alphabet=self.alphabet,
            )  # fmt: skip
            if conflict:
                raise bad(conflict)
            return layout
        found: dict[int, str] = {}
        for variable, (cell, letter) in self.letters.items():
            true_here = variable <= assignment.n_vars and assignment.is_true(variable)
            if true_here and found.setdefault(cell, letter) != letter:
                raise bad(f"a cell holds {found[cell]} and {letter}")
        made = WordSearch(layout, self.alphabet, dict(sorted(found.items())))
        faults = verify(
            made.rows(), self.board, self.words,
            alphabet=self.alphabet, forbid=self.forbid, allow_inside=self.allow_inside,
        )  # fmt: skip
        if faults:
            raise bad(str(faults[0]))
        if any(found[at] != self.alphabet.text(own) for at, own in layout.letters.items()):
            raise bad("a word's letters do not stand in its place")
        return made


class _DecoderBuilder:
    """Makes a `Decoder` from comments, given by their first word."""

    def __init__(self, envelope: Envelope, source: str) -> None:
        self._envelope, self._source = envelope, source

    def decoder(self) -> Decoder:
        """Raises DimacsError."""
        envelope = self._envelope
        if envelope.kind != WORDSEARCH:
            raise self._bad("has no comments of a word search")
        if envelope.version != FORMAT:
            raise self._bad(f"has comments of format {envelope.version}")
        for key in ("alphabet", "directions", "cells", "inside", "board", "word"):
            if key not in envelope:
                raise self._bad(f"lacks the comment `satcross {key}`")
        try:
            alphabet = Alphabet.of_spelling(envelope.value("alphabet"))
            headings_named(envelope.value("directions").split())
            board = self._board()
        except InputError as error:
            raise self._bad(f"has a comment that makes no sense: {error.problem}") from None
        words = tuple(self._word(value, alphabet) for value in envelope.values("word"))
        return Decoder(
            board,
            words,
            alphabet,
            dict(self._place(value, board, words) for value in envelope.values("place")),
            dict(self._letter(value, board, alphabet) for value in envelope.values("letter")),
            self._choice("cells", "every", "used"),
            self._choice("inside", "yes", "no"),
            tuple(self._forbidden(value, alphabet) for value in envelope.values("forbid")),
        )

    def _bad(self, problem: str) -> DimacsError:
        hint = "decode takes files that satcross wrote"
        return DimacsError(problem, hint=hint, source=self._source)

    def _senseless(self, key: str, value: str) -> DimacsError:
        return self._bad(f"has a comment that makes no sense: `satcross {key} {value[:30]}`")

    def _board(self) -> Grid:
        rows = self._envelope.values("board")
        if any(len(row) != len(rows[0]) or set(row) - set("#.") for row in rows):
            raise self._bad("has a board that is no rectangle of # and .")
        # Not `picture`, which cuts off empty edges.
        return masked(len(rows), len(rows[0]), tuple(mark == "#" for row in rows for mark in row))

    def _word(self, value: str, alphabet: Alphabet) -> HiddenWord:
        letters, _, written = value.partition(" ")
        if len(letters) < 2:
            raise self._senseless("word", value)
        if not alphabet.is_word(letters):
            raise self._bad("has a word that is not made of its letters")
        return HiddenWord(letters, written, symbols=alphabet.symbols(letters))

    def _forbidden(self, value: str, alphabet: Alphabet) -> str:
        is_word = not alphabet.has_long_letters or alphabet.is_word(value)
        if not value or " " in value or not is_word:
            raise self._senseless("forbid", value)
        return value

    def _choice(self, key: str, on: str, off: str) -> bool:
        value = self._envelope.value(key)
        if value not in (on, off):
            raise self._senseless(key, value)
        return value == on

    def _place(self, value: str, board: Grid, words: Sequence[HiddenWord]) -> tuple[int, Placement]:
        match = _PLACE.match(value)
        if match is None or match[5] not in BY_NAME or not 1 <= int(match[2]) <= len(words):
            raise self._senseless("place", value)
        word, heading = int(match[2]) - 1, BY_NAME[match[5]]
        row, col = int(match[3]) - 1, int(match[4]) - 1
        cells = []
        for _ in words[word].symbols:
            if not (0 <= row < board.n_rows and 0 <= col < board.n_cols):
                raise self._bad(f"has a place that leaves the board: `satcross place {value}`")
            cells.append(row * board.n_cols + col)
            row, col = row + heading.row, col + heading.col
        return int(match[1]), Placement(word, tuple(cells), heading)

    def _letter(self, value: str, board: Grid, alphabet: Alphabet) -> tuple[int, tuple[int, str]]:
        match = _LETTER.match(value)
        if match is None or match[4] not in alphabet:
            raise self._senseless("letter", value)
        row, col = int(match[2]) - 1, int(match[3]) - 1
        inside = 0 <= row < board.n_rows and 0 <= col < board.n_cols
        if not inside or not board.is_square(row * board.n_cols + col):
            raise self._bad(f"has a letter outside its board: `satcross letter {value}`")
        return int(match[1]), (row * board.n_cols + col, match[4])
