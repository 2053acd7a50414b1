"""Our readers get what others write of a puzzle: puzpy's texts, xdformat's xd, pypuz's files.

The puzzle is handed to them as a file of ours that they read, in another format; what our reader
makes of theirs has to show the same puzzle. `test_judges.py` looks at what they read.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import puz
import pytest
from support.judged_files import expected, other, plain_puzzle

from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import format_named

KEYS = ("title", "author", "copyright", "solution", "numbers", "circles", "clues")
Writer = Callable[[bytes], bytes]


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
        return str(puz.to_text_format(puz.load(data), version)).encode()

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
        return bytes(target.read_bytes())

    compare(ours, written, theirs)
