"""A puzzle as a DIMACS file."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike

from satcross.checks import checked
from satcross.cnf import dimacs
from satcross.encoding.encode import encode
from satcross.model.puzzle import Puzzle, PuzzleLike
from satcross.words import WordsLike


@dataclass(frozen=True, slots=True)
class ExportStats:
    """What was written.

    Args:
        n_vars: variables.
        n_letters: how many of them are letters, which come first.
        n_clauses: clauses.
        n_literals: literals in all clauses together.
        n_clauses_by_constraint: clauses each constraint made.
        n_vars_by_kind: variables by what they say: "letter", "word", "path", "differ".
        n_slots_by_encoding: slots under "support", "dawg", or "given".
        n_bytes: size of the file.
        encode_s: seconds to make the formula.
        write_s: seconds to write it.
    """

    n_vars: int
    n_letters: int
    n_clauses: int
    n_literals: int
    n_clauses_by_constraint: Mapping[str, int]
    n_vars_by_kind: Mapping[str, int]
    n_slots_by_encoding: Mapping[str, int]
    n_bytes: int
    encode_s: float
    write_s: float


@checked
def export(
    puzzle: PuzzleLike,
    path: str | PathLike[str],
    words: WordsLike | None = None,
    *,
    encoding: str = "auto",
) -> ExportStats:
    """Write a puzzle's formula as DIMACS, with the comments that `decode` needs.

    Args:
        puzzle: a `Puzzle`, or a grid for one: a `Grid`, its text or its rows.
        path: of the file, which appears only when it is whole; `.gz` and `.xz` compress.
        words: for a grid: a `WordList`, words with or without scores, or the path of a file; the
            built-in list by default.
        encoding: of slots: "support", "dawg" or "auto".

    Returns: sizes and seconds.

    Raises:
        OptionError: there is no such encoding.
        DimacsError: the file cannot be written.
    """
    started = time.monotonic()
    encoded = encode(Puzzle.of(puzzle, words), encoding=encoding)
    encoded_at = time.monotonic()
    n_bytes = dimacs.write(encoded, path)
    written_at = time.monotonic()
    formula = encoded.formula
    return ExportStats(
        n_vars=formula.n_vars,
        n_letters=encoded.letters.n,
        n_clauses=formula.n_clauses,
        n_literals=formula.n_literals,
        n_clauses_by_constraint=encoded.n_clauses_by_constraint,
        n_vars_by_kind=encoded.varmap.n_by_kind(),
        n_slots_by_encoding={
            name: encoded.chosen.count(name) for name in sorted(set(encoded.chosen))
        },
        n_bytes=n_bytes,
        encode_s=encoded_at - started,
        write_s=written_at - encoded_at,
    )
