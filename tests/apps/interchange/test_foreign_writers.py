"""Our readers get what others write of a puzzle: puzpy's texts, xdformat's xd, pypuz's files.

The puzzle is handed to them as a file of ours that they read, in another format; what our reader
makes of theirs has to show the same puzzle. `test_judges.py` looks at what they read.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import puz
import pytest
from support.judged_files import expected, other

from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import Crossword, Square, SquareKind, clues_for, pattern_of

KEYS = ("title", "author", "copyright", "solution", "numbers", "circles", "clues")
Writer = Callable[[bytes], bytes]


def plain_puzzle(seed: int, *, marked: bool) -> Crossword:
    """A random crossword of features that every program has.

    Args: marked: whether it may also have circles and squares of several letters.
    """
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(2, 6), rng.randint(2, 6)
    # No square has both: these programs leave out such a circle.
    kinds = [Square(SquareKind.BLOCK)] * 3 + [Square(solution=one) for one in ascii_uppercase[:12]]
    if marked:
        kinds += [
            Square(solution="HEART"),
            Square(solution="CLUB"),
            Square(solution="X", circle=True),
        ]
    squares = [rng.choice(kinds) for _ in range(n_rows * n_cols)]
    squares[:2] = [Square(solution="A"), Square(solution="B")]  # an entry, at least
    bare = Crossword(n_rows, n_cols, tuple(squares))
    clues = tuple(
        replace(clue, text=f"{rng.choice(['Pet', 'One (3,4)', 'It was?', 'R & B'])} {at}")
        for at, clue in enumerate(clues_for(pattern_of(bare)))
    )
    title, author, notes = (f"{name} {seed}" for name in ("Title", "A. Setter", "Some notes"))
    texts = {"title": title, "author": author, "copyright": "(c) 2026", "notes": notes}
    return replace(bare, clues=clues, **texts)  # type: ignore[arg-type]


def compare(
    ours: str, writer: Writer, theirs: str, keys: tuple[str, ...] = KEYS, *, marked: bool = True
) -> None:
    """What we read of a file that another program made of ours; circles, unless a remark tells.

    Args: ours: the format of the file that it is given; theirs: that of the file it makes.
    """
    faults: list[str] = []
    for seed in range(60):
        crossword = plain_puzzle(seed, marked=marked)
        made = writer(file_of(crossword, ours).data)
        again = parse_crossword(made, format_named(theirs), "f")
        wanted, shown = expected(crossword), expected(again)
        faults += [
            f"{seed}: {key} is {shown[key]!r}, not {wanted[key]!r}"
            for key in keys
            if shown[key] != wanted[key] and not (key == "circles" and again.remarks)
        ]
    assert not faults, "\n".join(faults[:20])


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_across_text_by_puzpy(version: str) -> None:
    def written(data: bytes) -> bytes:
        return puz.to_text_format(puz.load(data), version).encode()

    compare("puz", written, "across-text", (*KEYS, "notes"), marked=version == "v2")


@pytest.mark.slow
def test_xd_by_xdformat() -> None:
    parse_puz: Any = other("xdformat.puz2xd").parse_puz

    def written(data: bytes) -> bytes:
        return str(parse_puz(data, "x.puz").to_unicode()).encode()

    compare("puz", written, "xd", (*KEYS, "notes"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ours", "read", "write", "theirs"),
    [("ipuz", "fromIPuz", "toPuz", "puz"), ("puz", "fromPuz", "toIPuz", "ipuz"),
     ("jpz", "fromJPZ", "toIPuz", "ipuz"), ("jpz", "fromJPZ", "toPuz", "puz")],
)  # fmt: skip
def test_puz_and_ipuz_by_pypuz(
    ours: str, read: str, write: str, theirs: str, tmp_path: Path
) -> None:
    pypuz = other("pypuz.pypuz")

    def written(data: bytes) -> bytes:
        path, target = tmp_path / f"x.{ours}", tmp_path / f"y.{theirs}"
        path.write_bytes(data)
        getattr(getattr(pypuz.Puzzle(), read)(str(path)), write)(str(target))
        return target.read_bytes()

    compare(ours, written, theirs)
