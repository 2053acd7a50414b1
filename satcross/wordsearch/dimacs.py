"""Word searches as DIMACS files that can be decoded alone.

    c satcross wordsearch 1
    c satcross alphabet ABEGT             letters that cells can hold
    c satcross directions E SE S
    c satcross cells every                every cell holds a letter; `used`: only those of words
    c satcross inside no                  whether a word may stand within a longer one
    c satcross wish at least 3 crossings  what else was asked, for people; "none"
    c satcross board ####                 one line for each row
    c satcross word ICECREAM ice cream    one line for each word: its letters, and as written
    c satcross forbid RAT                 one line for each forbidden word
    c satcross variables place 1 1 40     what variables 1..40 say
    c satcross place 7 1 r1c2 SE          variable 7: word 1 begins in r1c2 and runs south-east
    c satcross letter 55 r1c3=C           variable 55: this letter stands there
    c p show 1 2 3 … 0                    the places (and letters, when every cell holds one)

A formula in which every cell holds a letter has a finished square in every assignment, honest as
`verify` has it; one of the other kind has a layout.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from os import PathLike

import numpy as np

from satcross.cnf import dimacs
from satcross.wordsearch.board import Board
from satcross.wordsearch.encode import WordSearchEncoding, encode
from satcross.wordsearch.headings import HEADINGS, Heading
from satcross.wordsearch.wish import Wish
from satcross.wordsearch.words import HiddenWord

FORMAT = 1
_SHOWN_PER_LINE = 20


@dataclass(frozen=True, slots=True)
class WordSearchExport:
    """What was written.

    Args:
        n_vars, n_places, n_letters: variables; those of places come first, then those of letters.
        n_clauses, n_literals: clauses, and literals in all of them together.
        n_clauses_by_constraint: clauses that each constraint made.
        n_bytes: size of the file.
        encode_s, write_s: seconds to make the formula and to write it.
    """

    n_vars: int
    n_places: int
    n_letters: int
    n_clauses: int
    n_literals: int
    n_clauses_by_constraint: Mapping[str, int]
    n_bytes: int
    encode_s: float
    write_s: float


def export(
    board: Board,
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    path: str | PathLike[str],
    wish: Wish | None = None,
    *,
    complete_with: str | None = None,
) -> WordSearchExport:
    """Write a word search's formula, with the comments that decoding needs, to a file.

    Args:
        board, words, headings, wish, complete_with: as for `encode`.
        path: `.gz` and `.xz` compress; the file appears only when it is whole.

    Raises:
        DimacsError: the file cannot be written.
    """
    started = time.monotonic()
    encoding = encode(board, words, headings, wish, complete_with=complete_with)
    encoded_at = time.monotonic()
    n_bytes = dimacs.write(encoding, path)
    formula = encoding.formula
    return WordSearchExport(
        formula.n_vars,
        encoding.places.n_places,
        int((encoding.places.letter > 0).sum()),
        formula.n_clauses,
        formula.n_literals,
        encoding.n_clauses_by_constraint,
        n_bytes,
        encoded_at - started,
        time.monotonic() - encoded_at,
    )


def comments_of(encoding: WordSearchEncoding) -> list[str]:
    """The comment lines of an encoding, in the order above, without their `c `."""
    places, wish = encoding.places, encoding.wish
    board = places.board
    lines = [
        f"satcross wordsearch {FORMAT}",
        f"satcross alphabet {places.alphabet}",
        f"satcross directions {' '.join(map(str, encoding.headings))}",
        f"satcross cells {'every' if encoding.complete else 'used'}",
        f"satcross inside {'yes' if wish.allow_inside else 'no'}",
        f"satcross wish {str(wish) or 'none'}",
        *(f"satcross board {row}" for row in str(board).split("\n")),
        *(f"satcross word {word.letters} {word.written}" for word in places.words),
        *(f"satcross forbid {word}" for word in wish.forbid),
    ]
    for label, run in groupby(encoding.varmap.groups, key=lambda group: group.label):
        groups = [group for group in run if group.n]
        if groups:
            last = groups[-1].first + groups[-1].n - 1
            lines.append(f"satcross variables {label} {groups[0].first} {last}")
    names = [f"r{row + 1}c{col + 1}" for row in range(board.n_rows) for col in range(board.n_cols)]
    for word, placements in enumerate(places.placements):
        variable = places.first[word]
        starts: list[int] = placements.cells[:, 0].tolist()
        for start, way in zip(starts, placements.headings.tolist(), strict=True):
            lines.append(f"satcross place {variable} {word + 1} {names[start]} {HEADINGS[way]}")
            variable += 1
    for cell, code in np.argwhere(places.letter > 0).tolist():
        letter = places.alphabet[code]
        lines.append(f"satcross letter {places.letter[cell, code]} {names[cell]}={letter}")
    n_shown = places.n_places
    if encoding.complete:
        n_shown += int((places.letter > 0).sum())
    for start in range(1, n_shown + 1, _SHOWN_PER_LINE):
        shown = range(start, min(start + _SHOWN_PER_LINE, n_shown + 1))
        lines.append(f"p show {' '.join(map(str, shown))} 0")
    return lines
