"""A disk that is full by the time a certificate is written: the answer is printed all the same."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli

import satcross as sx
from satcross.errors import InputError
from satcross.files import HiddenFile
from satcross.streams import Output

FULL = "the file cannot be written: No space left on device"


class Full(Output):
    """The file of a draft on a disk without any space."""

    def write(self, data: Any, /) -> int:
        if not self.is_dropping:
            self._fail(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
        return memoryview(data).nbytes

    def flush(self) -> None:
        self.write(b"x")


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    opened = HiddenFile.__enter__

    def on_full_disk(draft: HiddenFile) -> HiddenFile:
        opened(draft)
        assert draft._file is not None
        draft._file.__class__ = Full
        return draft

    monkeypatch.setattr(HiddenFile, "__enter__", on_full_disk)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grid").write_text("...\n...\n...\n")
    (tmp_path / "words").write_text("COD\nARE\nBEN\nCAB\nORE\nDEN\n")
    (tmp_path / "one").write_text("COD\nARE\nBEN\nCAB\nORE\nDEX\n")
    (tmp_path / "none").write_text("CAT\nDOG\n")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("fill grid -w words --all", ""),
        ("fill grid -w none", "unfillable: proved"),
        ("optimise grid -w words", "lowest score 50: proved best"),
        ("optimise grid -w none", "unfillable: proved"),
        ("letters grid -w words", ""),
        ("unique grid -w none", "unfillable: proved"),
        ("pattern 3x3 --words 7-", "no pattern: proved"),
    ],
)
def test_the_answer_is_printed_and_the_error_names_the_file(
    command: str, answer: str, full_disk: Path
) -> None:
    wanted = run_cli(*command.split())
    done = run_cli(*command.split(), "--certificate", "c")
    assert done.code == 2
    assert done.out == wanted.out
    assert answer in done.err
    assert done.err.splitlines()[-1] == f"satcross: c: {FULL}"
    assert "Traceback" not in done.err
    assert not (full_disk / "c").exists()


def test_a_function_of_the_library_says_that_the_certificate_is_not_there(full_disk: Path) -> None:
    words = sx.WordList.load(full_disk / "words")
    nothing = sx.WordList.load(full_disk / "none")
    grid = "...\n...\n..."
    rules = sx.pattern_rules("3x3", n_words=sx.Range(7, None))
    for ask in (
        lambda: sx.fill(grid, nothing, certificate="c"),
        lambda: sx.optimise(grid, words, certificate="c"),
        lambda: sx.letters(grid, words, certificate="c"),
        lambda: list(sx.enumerate_fills(grid, words, certificate="c")),
        lambda: list(sx.patterns(rules, certificate="c")),
    ):
        with pytest.raises(InputError) as caught:
            ask()
        assert str(caught.value) == f"c: {FULL}"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_device_is_no_place_for_a_certificate(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("...\n")
    done = run_cli("fill", tmp_path / "grid", "--certificate", "/dev/full")
    assert (done.code, done.out) == (2, "")
    assert done.err == "satcross: /dev/full: is a device or a pipe; name a file\n"
