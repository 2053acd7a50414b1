"""Whole puzzles from Hypothesis: what is written of them is read again as it was."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from fuzz.readers.targets import ROOT, crossword_reader
from satcross.cnf.dimacs import parse_formula, write_flat
from satcross.encoding.decode import Decoder
from satcross.encoding.encode import encode
from satcross.errors import InputError
from satcross.formats.registry import format_named
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle

sys.path.insert(0, str(ROOT / "tests"))  # where the strategies are, which tests use too

from support.crosswords import crosswords, kinds_of
from support.puzzle_strategies import puzzles

T = TypeVar("T")


def for_each(strategy: st.SearchStrategy[T], n: int, number: int, use: Callable[[T], None]) -> None:
    """Call `use` with `n` values; a failing one is shrunk, and its error raised."""

    @seed(number)
    @settings(
        max_examples=n,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @given(strategy)
    def run(value: T) -> None:
        use(value)

    run()


def drawn(strategy: st.SearchStrategy[T], n: int, number: int) -> list[T]:
    """Some values."""
    values: list[T] = []
    for_each(strategy, n, number, values.append)
    return values


def written_crosswords(name: str, n: int, number: int) -> list[bytes]:
    """Files of a format with everything that it can hold."""
    write = crossword_reader(name)[1]

    def file(crossword: Crossword) -> bytes:
        try:
            return write(crossword)
        except InputError:  # an oblong, to formats of squares
            return b""

    keeps, held = format_named(name).keeps, kinds_of(name)
    return [data for data in map(file, drawn(crosswords(keeps, kinds=held), n, number)) if data]


def check_puzzle(puzzle: Puzzle | InputError) -> None:
    """Whatever a puzzle is written as must be read as the same; else AssertionError."""
    if isinstance(puzzle, InputError):
        assert "\n" not in str(puzzle)
        return
    grid, alphabet = puzzle.grid, puzzle.listed.alphabet
    assert Grid.parse(str(grid), alphabet=alphabet, hex_patterns=False) == grid
    own_read, own_write = crossword_reader("satcross")
    crossword = crossword_of(grid)
    assert own_read(own_write(crossword)) == crossword
    encoding = encode(puzzle)
    out = io.BytesIO()
    for line in encoding.comments():
        out.write(f"c {line}\n".encode())
    write_flat(out, encoding.formula.n_vars, [encoding.formula.flat])
    dump = parse_formula(out.getvalue())
    assert list(dump.comments) == [line.rstrip() for line in encoding.comments()]
    assert list(dump.formula) == list(encoding.formula)
    decoder = Decoder.from_comments(dump.comments)
    assert decoder.grid == grid
    assert decoder.rules == puzzle.rules


def run_puzzles(n: int, number: int) -> str:
    """Check `n` puzzles; what is wrong with the smallest that fails, else ""."""
    try:
        for_each(puzzles(), n, number, check_puzzle)
    except Exception as error:
        notes = " ".join(getattr(error, "__notes__", ()))
        return f"{type(error).__name__}: {error} {notes}"
    return ""
