"""Damaged .puz files: one line that says so, or a right read."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import puz as puzpy
import pytest
from support import make_puz_corpus as make_corpus
from support.format_fuzz import broken_bytes, check_read, corpus

from satcross.apps.interchange.puz import format as puz
from satcross.errors import FormatError
from satcross.formats.losses import Losses

FILES = corpus(Path(__file__).parent / "corpus", ".puz")
PLAIN = make_corpus.files()["plain"]


def with_section(code: bytes, content: bytes) -> bytes:
    opened = puzpy.load(PLAIN)
    opened.extensions[code] = content
    return bytes(opened.tobytes())


def with_byte(at: int, value: int) -> bytes:
    return PLAIN[:at] + bytes([value]) + PLAIN[at + 1 :]


def changed(**fields: object) -> bytes:
    opened = puzpy.load(PLAIN)
    for name, value in fields.items():
        setattr(opened, name, value)
    return bytes(opened.tobytes())


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "this is not a .puz file: it does not contain ACROSS&DOWN; if it is another format"),
        (b"ACROSS&DOWN", "this is not a .puz file"),
        (PLAIN[:40], "the file is cut off; get it again"),
        (PLAIN[:70], "the file is cut off; get it again"),
        (PLAIN[:-20], "the file is cut off; get it again"),
        (with_byte(44, 0), "the grid must have 1 to 200 rows and columns, got 4 rows of 0"),
        (with_byte(45, 201), "the grid must have 1 to 200 rows and columns, got 201 rows of 4"),
        (with_byte(47, 255), "the file is cut off"),
        (PLAIN + bytes(1 << 20), "the file has more than 1 MB; check that it is a crossword"),
        (with_section(b"GRBS", b"\1"), "the size of section GRBS differs from the grid's"),
        (changed(solution="CAT.AR\0ARENT.ADO"), "r2c3 holds '\\x00'"),
        (changed(fill="CAT.AR\x1fARENT.ADO"), "r2c3 holds '\\x1f'"),
    ],
)
def test_a_refusal_in_one_line(data: bytes, problem: str) -> None:
    with pytest.raises(FormatError) as caught:
        puz.read(data, "bad.puz")
    assert str(caught.value).startswith(f"bad.puz: {problem}") or problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_rebus_table_with_a_wrong_key() -> None:
    opened = puzpy.load(with_section(b"GRBS", bytes([1, *[0] * 15])))
    opened.extensions[b"RTBL"] = b"one:HEART;"
    with pytest.raises(FormatError, match="section RTBL has the key 'one'"):
        puz.read(opened.tobytes(), "x")


def test_a_rebus_number_without_a_table_is_the_letter() -> None:
    crossword = puz.read(with_section(b"GRBS", bytes([7, *[0] * 15])), "x")
    assert crossword.squares[0].solution == "C"
    assert crossword.remarks == (
        "rebuses that the file has no text for, read as their letter: r1c1",
    )


def test_circles_of_another_size_are_left_out() -> None:
    crossword = puz.read(with_section(b"GEXT", b"\x80\0"), "x")
    assert not any(one.circle for one in crossword.squares)
    assert crossword.remarks == ("left out: circles, whose section GEXT has 2 squares of 16",)


@pytest.mark.parametrize("timer", [b"soon", b"-5,0", b"1,2", b"9" * 5000])
def test_a_timer_that_is_no_number_is_left_out(timer: bytes) -> None:
    crossword = puz.read(with_section(b"LTIM", timer), "x")
    assert crossword.timer_s is None
    assert crossword.remarks == (f"left out: the timer, which is {timer[:20].decode()!r}",)


@pytest.mark.parametrize(
    ("version", "why"),
    [(b"2.0\0", "not all texts are valid UTF-8"), (b"\0\0\0\0", "that is none"),
     (b"new\0", "that is none")],
)  # fmt: skip
def test_a_version_that_does_not_fit_the_texts_is_a_remark(version: bytes, why: str) -> None:
    crossword = puz.read(changed(title="\xe9").replace(b"1.3\0", version), "x")
    assert crossword.title == "é"
    said = version.rstrip(b"\0").decode()
    assert crossword.remarks == (
        f"read as Windows-1252, though the version is {said!r}, since {why}",
    )
    assert puz.read(puz.write(crossword, Losses("puz")), "x").title == "é"


def test_many_clues_are_quick() -> None:
    header = bytearray(PLAIN[:52])
    header[46:48] = struct.pack("<H", 0xFFFF)
    assert not check_read(bytes(header) + bytes(500_000), puz.read, puz.write)


def break_and_read(n: int, seed: int) -> int:
    """How many of `n` broken files could be read all the same.

    Half of them get right checksums, so that the reader sees what puzpy lets through.
    """
    rng = random.Random(seed)
    n_read = 0
    for number in range(n):
        data = rng.choice(FILES).read_bytes() if number % 20 else PLAIN
        broken = broken_bytes(data, rng) if number % 2 else broken_fields(data, rng)
        n_read += check_read(broken, puz.read, puz.write)
    return n_read


def broken_fields(data: bytes, rng: random.Random) -> bytes:
    """A file whose parts are changed and whose checksums are right."""
    opened = puzpy.load(data)
    match rng.randrange(6):
        case 0:
            code = rng.choice([b"GRBS", b"RTBL", b"RUSR", b"GEXT", b"LTIM", b"ABCD"])
            old = opened.extensions.get(code, bytes(opened.width * opened.height))
            opened.extensions[code] = broken_bytes(old, rng) if old else b"\1"
        case 1:
            opened.clues = rng.sample(opened.clues, rng.randrange(len(opened.clues) + 1))
        case 2:
            opened.solution_state = rng.choice([0, 1, 2, 4, 6, 255])
        case 3:
            opened.puzzletype = rng.choice([0, 1, 0x0401, 0xFFFF])
        case 4:
            marks = [chr(rng.randrange(128)) for _ in opened.fill]
            opened.fill = "".join(marks)
        case _:
            marks = [chr(rng.randrange(128)) for _ in opened.solution]
            opened.solution = "".join(marks)
    return bytes(opened.tobytes())


def test_broken_files() -> None:
    assert 30 < break_and_read(150, seed=1) < 140


@pytest.mark.slow
def test_many_broken_files() -> None:
    assert break_and_read(2500, seed=2) > 500
