"""Files that are refused, bombs among them, before they take time or memory."""

from __future__ import annotations

import gzip
import io
import random
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.crosswords import kinds_of
from support.format_fuzz import broken_bytes, check_read, corpus
from support.tasks import CPU_S

from satcross.apps.interchange.jpz import format as jpz
from satcross.errors import FormatError

FILES = corpus(Path(__file__).parent / "corpus", ".jpz")
GRID = '<grid width="2" height="1"><cell x="1" y="1" solution="A"/><cell x="2" y="1"/></grid>'


def document(inner: str, kind: str = "crossword") -> bytes:
    return f"<rectangular-puzzle><{kind}>{inner}</{kind}></rectangular-puzzle>".encode()


def zipped(*files: tuple[str, bytes]) -> bytes:
    """A zip file of these files, dated 1980: the same bytes, and test names, at any time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def encrypted() -> bytes:
    data = bytearray(zipped(("a.xml", document(GRID))))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "bad.jpz:1:1: the file is not XML: no element found"),
        (b"<a>\n<b></a>", "bad.jpz:2:6: the file is not XML: mismatched tag"),
        (b"<a>&nosuch;</a>", "the file is not XML: undefined entity"),
        (b"\x00\x01\x02", "the file is not XML"),
        (b'<?xml version="1.0" encoding="martian"?><a/>', "cannot be read"),
        (b'<?xml version="1.0" encoding="utf-7"?><a/>', "cannot be read"),
        ('<?xml version="1.0" encoding="UTF-8"?><a>é</a>'.encode("latin-1"), "the file is not XML"),
        (b"<!DOCTYPE a><a/>", "the file has a document type"),
        (b"<!DOCTYPE html><html/>", "the file is a web page without a crossword of Exolve"),
        (b"\n<html><body>crossword</body>", "the file is a web page without"),
        (b"<html/>", "the file is a web page without"),
        (b"<a/>", "there is no <rectangular-puzzle>"),
        (
            document("", "word-search"),
            "the kind of puzzle is 'word-search'; only <crossword>",
        ),
        *(
            (document("", kind.names["jpz"][-1]), "the grid must have a width and a height")
            for kind in kinds_of("jpz")
            if not kind.clues_in_grid
        ),
        (document("", "sudoku"), "sudoku"),
        (document(""), "the grid must have a width and a height"),
        (document('<grid width="2"/>'), "the grid must have a width and a height"),
        (document('<grid width="201" height="1"/>'), "of 1 to 200"),
        (document('<grid width="-1" height="1"/>'), "the grid must have a width"),
        (document(GRID.replace('x="2"', 'x="3"')), "x of a cell must be from 1 to 2, got '3'"),
        (document(GRID.replace('x="2"', 'x="b"')), "x of a cell must be from 1 to 2, got 'b'"),
        (document(GRID.replace('x="2"', "")), "x of a cell must be from 1 to 2, got ''"),
        (document(GRID.replace('x="2" y="1"', 'x="2" y="1" type="hex"')), "void, got 'hex'"),
        (
            document(GRID + '<word id="1" x="1-3" y="1"/>'),
            "x of a word must be from 1 to 2, got '1-3'",
        ),
        (
            document(GRID + '<word id="1"><cells x="1" y="2"/></word>'),
            "y of a cells must be from 1 to 1, got '2'",
        ),
        (
            document(GRID + '<word id="1">' + '<cells x="1" y="1"/>' * 900 + "</word>"),
            "a word has 801 cells",
        ),
        (
            document(f"{GRID}<clues><clue>{'<b>' * 60}{'</b>' * 60}</clue></clues>"),
            "the markup is nested too deep",
        ),
        (zipped(), "there is no file"),
        (zipped(("a/", b"")), "the archive is empty"),
        (zipped(("a.xml", zipped(("b.xml", b"<a/>")))), "the archive contains another archive"),
        (
            gzip.compress(zipped(("b.xml", b"<a/>")), mtime=0),
            "the archive contains another archive",
        ),
        (zipped(*((f"{n}.xml", b"<a/>") for n in range(70))), "the archive has many files"),
        (zipped(("a.xml", document(GRID)))[:60], "the archive is damaged"),
        (
            gzip.compress(document(GRID), mtime=0)[:-3],
            "not a valid gzip file (compressed file ended",
        ),
        (
            gzip.compress(document(GRID), mtime=0)[:12] + b"\xff" * 40,
            "not a valid gzip file (error",
        ),
        (encrypted(), "the archive is damaged"),
    ],
)
def test_a_defect_is_named(data: bytes, problem: str) -> None:
    if data == zipped():  # an archive of nothing begins otherwise, and is no archive to us
        problem = "the file is not XML"
    with pytest.raises(FormatError, match=re.escape(problem)) as caught:
        jpz.read(data, "bad.jpz")
    assert str(caught.value).startswith("bad.jpz:")
    assert caught.value.hint or " must " in caught.value.problem


def test_the_good_document_is_good() -> None:
    assert check_read(document(GRID), jpz.read, jpz.write)
    assert check_read(zipped(("a.xml", document(GRID))), jpz.read, jpz.write)


LAUGHS = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))


def blown_up(opened: Any, megabytes: int) -> None:
    for _ in range(megabytes):
        opened.write(b" " * (1 << 20))


def zip_bomb(megabytes: int) -> bytes:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("a.xml", "w") as file,
    ):
        blown_up(file, megabytes)
    return out.getvalue()


def gzip_bomb(megabytes: int) -> bytes:
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb") as file:
        blown_up(file, megabytes)
    return out.getvalue()


def lying_zip() -> bytes:
    """An archive that inflates to more than it says."""
    data = bytearray(zip_bomb(100))
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(mark) + offset
        data[at : at + 4] = (1000).to_bytes(4, "little")
    return bytes(data)


BOMBS: dict[str, Callable[[], bytes]] = {
    "laughs": f'<!DOCTYPE a [<!ENTITY l0 "ha">{LAUGHS}]><a>&l9;</a>'.encode,
    "quadratic": lambda: (
        b'<!DOCTYPE a [<!ENTITY x "' + b"x" * 100_000 + b'">]><a>' + b"&x;" * 10_000 + b"</a>"
    ),
    "external": lambda: b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>',
    "external_type": lambda: b'<!DOCTYPE a SYSTEM "http://example.org/a.dtd"><a/>',
    "parameter": lambda: b'<!DOCTYPE a [<!ENTITY % x SYSTEM "file:///etc/hostname"> %x;]><a/>',
    "elements": lambda: b"<a>" + b"<b/>" * 2_000_000 + b"</a>",
    "nested": lambda: b"<b>" * 2_000_000,
    "few_elements": lambda: b"<a>" + b"<b/>" * 190_000 + b"</a>",
    "nested_a_little": lambda: b"<b>" * 99_000 + b"</b>" * 99_000,
    "attributes": lambda: b"<a " + b" ".join(b'a%d=""' % n for n in range(900_000)) + b"/>",
    "few_attributes": lambda: b"<a " + b" ".join(b'a%d=""' % n for n in range(490_000)) + b"/>",
    "text": lambda: b"<a>" + b"x" * ((8 << 20) - 10) + "é".encode() + b"</a>",
    "wide_text": lambda: b"<a>" + "𝄞".encode() * ((2 << 20) - 10) + b"</a>",
    "too_much_text": lambda: b"<a>" + b"x" * (9 << 20) + b"</a>",
    "zip": lambda: zip_bomb(100),
    "zip_of_elements": lambda: zipped(("a.xml", b"<a>" + b"<b/>" * 1_900_000 + b"</a>")),
    "cells": lambda: document(
        '<grid width="200" height="200">' + '<cell x="1-200" y="1-200"/>' * 90_000 + "</grid>"
    ),
    "words": lambda: document(GRID + '<word id="1" x="1-2" y="1"/>' * 90_000),
    "gzip": lambda: gzip_bomb(100),
    "lying_zip": lying_zip,
}


CHILD = """
import sys, time
from satcross.errors import FormatError
from satcross.apps.interchange.jpz import format as jpz
data = sys.stdin.buffer.read()
started = time.process_time()
try:
    jpz.read(data, "bomb")
except FormatError as error:
    print(time.process_time() - started)
    print(error)
    with open("/proc/self/status") as status:  # ru_maxrss would count the parent's memory too
        print(next(int(line.split()[1]) >> 10 for line in status if line.startswith("VmHWM")))
"""


# What comes near a limit takes the most: one of those runs by default. Others are refused unread.
QUICK = ("laughs", "external", "few_elements", "zip", "lying_zip")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in BOMBS],
)
def test_a_bomb_is_refused_quickly_and_in_little_memory(name: str) -> None:
    data = BOMBS[name]()
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", CHILD],
        input=data,
        capture_output=True,
        check=True,
        timeout=120,
    )
    seconds, message, megabytes = run.stdout.decode().splitlines()
    assert message.startswith("bomb")
    assert len(message) < 200
    assert float(seconds) < CPU_S, seconds
    assert int(megabytes) < 200, megabytes


def swapped_xml(data: bytes, rng: random.Random) -> bytes:
    """A document with one to three of its attributes, tags or texts replaced."""
    values = ('"0"', '"-1"', '"9999999999"', '"1-2"', '"2-1"', '""', '"block"', '"é&amp;"', '"x"')
    text = data.decode("utf-8-sig")
    for _ in range(rng.choice((1, 1, 2, 3))):
        kind = rng.randrange(4)
        spans = [
            match.span()
            for match in re.finditer(
                (r'"[^"<>]*"', r"[a-z-]+(?==)", r"<[^<>]*>", r">[^<>]+<")[kind], text
            )
        ]
        if not spans:
            continue
        start, end = rng.choice(spans)
        a, b = rng.choice(spans)
        new = (rng.choice(values), text[a:b], rng.choice(("", text[a:b])), "> &#233; <")[kind]
        text = text[:start] + new + text[end:]
    return text.encode()


def fuzz(n: int, seed: int) -> int:
    rng = random.Random(seed)
    files = [path.read_bytes() for path in FILES]
    plain = [data for data in files if data.lstrip(b"\xef\xbb\xbf")[:1] == b"<"]
    plain = [data for data in plain if b"encoding" not in data[:60] or b"UTF-8" in data[:60]]
    n_read = 0
    for number in range(n):
        if number % 3:
            data = swapped_xml(rng.choice(plain), rng)
        else:
            data = broken_bytes(rng.choice(files), rng)
        n_read += check_read(data, jpz.read, jpz.write)
    return n_read


def test_broken_files_are_refused_or_read() -> None:
    assert 20 < fuzz(160, seed=5) < 140


@pytest.mark.slow
def test_thousands_of_broken_files_are_refused_or_read() -> None:
    assert 400 < fuzz(4000, seed=6) < 3600


CLUED = """<rectangular-puzzle><crossword><grid width="2" height="1">
<cell x="1" y="1" solution="A"/><cell x="2" y="1" solution="B"/></grid>
<word id="1" x="1-2" y="1"/><clues><title>Across</title>
<clue word="1" number="1">Pet</clue></clues></crossword></rectangular-puzzle>"""


@pytest.mark.parametrize(
    ("old", "new", "remark"),
    [
        ("Pet", "<font>Pet</font> <a>x</a>", "left out: tags of clues: <a>, <font>"),
        ("Pet", "<span>Pet</span> <b>x</b>", None),
        ('word="1"', 'word="9"', "a clue has the word '9', which the file has not"),
        ("</grid>", '<cell x="1" y="1"/></grid>', "of several cells at r1c1 the last one is read"),
    ],
)
def test_what_is_left_out_is_named(old: str, new: str, remark: str | None) -> None:
    found = jpz.read(CLUED.replace(old, new).encode(), "f")
    assert found.remarks == ((remark,) if remark else ())


def test_a_second_puzzle_is_left_out_by_name() -> None:
    found = jpz.read(f"<crossword-compiler>{CLUED}{CLUED}</crossword-compiler>".encode(), "f")
    assert found.remarks == ("left out: 1 more puzzle of the file",)
