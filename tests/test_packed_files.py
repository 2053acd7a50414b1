"""Files read piece by piece: unpacked by name or first bytes, up to a limit, wherever they end."""

from __future__ import annotations

import gzip
import io
import itertools
import lzma
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from satcross.cnf import dimacs, output
from satcross.errors import DimacsError, GridError, InputError
from satcross.files import read_stdin
from satcross.model.grid import Grid
from satcross.packed import pieces_of, pieces_of_file, pieces_of_stdin

TEXT = b"some text\n" * 1000


def read(path: Path, limit: int = 1 << 20) -> bytes:
    return b"".join(pieces_of_file(path, GridError, limit=limit))


@pytest.mark.parametrize("name", ["plain.txt", "x.gz", "x.xz", "gzip", "xz"])
def test_a_file_is_unpacked_by_its_name_or_first_bytes(tmp_path: Path, name: str) -> None:
    packs: dict[str, Callable[[bytes], bytes]] = {
        "plain.txt": bytes,
        "x.gz": gzip.compress,
        "gzip": gzip.compress,
    }
    pack = packs.get(name, lzma.compress)
    path = tmp_path / name
    path.write_bytes(pack(TEXT))
    assert read(path) == TEXT
    path.write_bytes(pack(TEXT) + pack(b"more"))  # archives may be joined
    assert read(path) == TEXT + b"more"
    path.write_bytes(pack(b""))
    assert read(path) == b""


def test_padding_after_an_archive_is_no_damage(tmp_path: Path) -> None:
    for name, packed in (("x.gz", gzip.compress(TEXT)), ("x.xz", lzma.compress(TEXT))):
        (tmp_path / name).write_bytes(packed + bytes(8))
        assert read(tmp_path / name) == TEXT
        (tmp_path / name).write_bytes(packed + b"rubbish")
        with pytest.raises(GridError, match=r"not a valid .* file \("):
            read(tmp_path / name)


@pytest.mark.parametrize("at", range(0, 60, 7))
def test_a_cut_or_changed_archive_is_an_error_of_one_line(at: int) -> None:
    for packed in (gzip.compress(TEXT, mtime=0), lzma.compress(TEXT)):
        for data in (packed[: at + 7], packed[:at] + b"\xff\x00\xff" + packed[at + 3 :]):
            name = "x.gz" if packed[:1] == b"\x1f" else "x.xz"
            read_back, message = b"", ""
            try:
                read_back = b"".join(pieces_of(io.BytesIO(data), name, GridError, limit=1 << 20))
            except GridError as error:
                message = str(error)
            # gzip's head has fields that do not matter
            assert read_back == TEXT or message.startswith(f"{name}: not a valid ")
            assert "\n" not in message


class Broken(io.RawIOBase):
    """A device that cannot be read."""

    def readable(self) -> bool:
        return True

    def readinto(self, _: object) -> int:
        raise OSError(5, "Input/output error")


def test_standard_input_that_is_closed_or_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = io.TextIOWrapper(io.BufferedReader(Broken()), encoding="utf-8")
    for stdin, message in (
        (None, "<stdin>: standard input is closed; name a file"),
        (broken, "<stdin>: the file cannot be read: Input/output error"),
    ):
        monkeypatch.setattr(sys, "stdin", stdin)
        for reading in (lambda: read_stdin(limit=9), lambda: list(pieces_of_stdin(limit=9))):
            with pytest.raises(InputError) as caught:
                reading()
            assert str(caught.value) == message


# Endless inputs: a reader that does not stop at the first wrong line never comes back.


def endless(*first: bytes, then: bytes) -> Iterator[bytes]:
    return itertools.chain(first, itertools.repeat(then * 1000))


@pytest.mark.parametrize(
    ("first", "then", "message"),
    [
        (b"p cnf 3 3\n", b"1 0\n", "f:1: the header promises 3 clauses, and there are more; cor"),
        (b"p cnf 3 3\n", b"4 0\n", "f:2:1: literal 4 is beyond the 3 variables of the header"),
        (b"p cnf 3 3\n", b"x", "f:2:1: 'xxxxxxxxxxxxxxxxxxxx' is no literal; give integers"),
        (b"p cnf 3 3\n1 2", b"3", "f:2:3: '23333333333333333333' is no literal; give integers"),
        (b"p cnf 3 3\nc", b" c", "f: a comment has more than 1 MB; check that it is the right"),
        (b"c\n", b"1 ", "f:2:1: clauses begin before the `p cnf` line; is this a CNF file?"),
        (b"c x\n", b"c c c\n" * 9, "f: there are more than 20 comments; check that it is the r"),
        (b"", b"\0", "f:1:1: this is a binary file, not a CNF; is it compressed? unpack it"),
        (b"p cnf 1 1000000\n", b"1 ", "f: the clauses have more than 5,000 numbers; check that"),
    ],
)
def test_a_formula_is_read_no_further_than_its_first_fault(
    first: bytes, then: bytes, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dimacs, "MAX_COMMENTS", 20)
    monkeypatch.setattr(dimacs, "MAX_NUMBERS", 5000)
    monkeypatch.setattr(dimacs, "pieces_of_file", lambda *_, **__: endless(first, then=then))
    with pytest.raises(DimacsError) as caught:
        dimacs.read_formula("f")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("first", "then", "message"),
    [
        (b"s SATISFIABLE\n", b"v 1 0\n", "f:3: literals follow the assignment's 0"),
        (b"s SATISFIABLE\n", b"v 7\n", "f:2: variable 7 is beyond the formula's 3; is this"),
        (b"SAT\n", b"1 -2 4 ", "f:2: variable 4 is beyond the formula's 3; is this the output"),
        (b"s SATISFIABLE\nv ", b"x", "f:2: 'xxxxxxxxxxxxxxxxxxxx' is no literal"),
        (b"s SATISFIABLE\nv 1", b" 1 -1", "f:2: variable 1 is given both values"),
        (b"s SATISFIABLE\n", b"c\n", "f: there are more than 5,000 lines; check that it is"),
        (b"s UNKNOWN\n", b"s UNSATISFIABLE\n", "f:2: a second answer, UNSATISFIABLE, which"),
    ],
)
def test_an_answer_is_read_no_further_than_its_first_fault(
    first: bytes, then: bytes, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "MAX_LINES", 5000)
    monkeypatch.setattr(output, "pieces_of_file", lambda *_, **__: endless(first, then=then))
    with pytest.raises(DimacsError) as caught:
        output.read_output("f", 3)
    assert str(caught.value).startswith(message)


def test_a_line_too_long_for_a_grid_is_read_to_its_end_by_nobody() -> None:
    message = r"^g:2: more than 200 cells in a row or column; check that it is a grid$"
    with pytest.raises(GridError, match=message):
        Grid.parse("." * 5 + "\n" + "." * 201 + "?", source="g")  # `?` is no cell
    with pytest.raises(GridError, match=r"^g: more than 2 MB of text; check that it is a grid$"):
        Grid.parse("." * ((2 << 20) + 1), source="g")
