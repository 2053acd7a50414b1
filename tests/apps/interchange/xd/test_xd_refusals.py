"""Broken .xd files: one line that says what to mend, or a right read."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.format_fuzz import broken_bytes, check_read, corpus
from support.tasks import little_work

from satcross.apps.interchange.xd import format as xd
from satcross.errors import FormatError

FILES = corpus(Path(__file__).parent / "corpus", ".xd")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "x: the file has no grid; put it after the headers and two blank lines"),
        ("Title: x\n", "x: the file has no grid"),
        ("## Grid\n", "x: the file has no grid"),
        ("no header\n\n\nAB\n", "x:1: 'no header' is not a header; write it as `Title: text`"),
        (": x\n\n\nAB\n", "x:1: ': x' is not a header"),
        ("Title: x\ntitle: y\n\n\nAB\n", "x:2: the header title is repeated; remove one of them"),
        ("Rebus: 1=\n\n\nAB\n", "x:1: '1=' is not a rebus; write them as `1=HEART 2=CLUB`"),
        ("Rebus: HEART\n\n\nAB\n", "x:1: 'HEART' is not a rebus"),
        ("Title:\n\n\nAB\nC\n", "x:5: this row has 1 cell, the first row has 2"),
        ("Title:\n\n\nA B\n", "x:4: a row of the grid has a blank; remove it"),
        (f"Title:\n\n\n{'A' * 201}\n", "x:4: more than 200 cells in a row or column"),
        ("Title:\n\n\nAB\n\n\nA clue\n", "x:7: 'A clue' is not a clue; write it as `A1. text"),
        ("Title:\n\n\nAB\n\n\n. clue\n", "x:7: '. clue' is not a clue"),
        ("Title:\n\n\nAB\n\n\nA1 ^Refs: B\n", "x:7: clue A1 is not before its metadata"),
    ],
)
def test_a_refusal_in_one_line(text: str, problem: str) -> None:
    with pytest.raises(FormatError) as caught:
        xd.read(text.encode(), "x")
    assert str(caught.value).startswith(problem)
    assert "\n" not in str(caught.value)


def test_no_text() -> None:
    with pytest.raises(FormatError, match=r"^x:2: the file is not UTF-8 text; save it as UTF-8$"):
        xd.read(b"Title:\n\xff\n", "x")
    with pytest.raises(FormatError, match="more than 2 MB"):
        xd.read(b"A" * (2 << 20) + b"A", "x")


@pytest.mark.parametrize("piece", ["{*", "{/{*{_{-", "{*a*}", " ~ ", "<b>", "&amp;", "A1 ^"])
def test_long_lines_are_quick(piece: str) -> None:
    text = "Title: x\n\n\nAB\n\n\nA1. " + piece * (500_000 // len(piece))
    with little_work():
        crossword = xd.read(text.encode(), "x")
    assert len(crossword.clues) == 1


def break_and_read(n: int, seed: int) -> int:
    """How many of `n` broken files could be read all the same."""
    rng = random.Random(seed)
    datas = [path.read_bytes() for path in FILES]
    return sum(
        check_read(broken_bytes(rng.choice(datas), rng), xd.read, xd.write) for _ in range(n)
    )


def test_broken_files() -> None:
    assert 30 < break_and_read(200, seed=1) < 190


@pytest.mark.slow
def test_many_broken_files() -> None:
    assert break_and_read(4000, seed=2) > 500
