"""Our reader and writer, judged by Exolve's own program: where SATCROSS_EXOLVE names its folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from oracles.exolve import VARIABLE, differences, has_judge, judge, puzzles_in
from support.crosswords import crosswords
from support.random_crosswords import random_crossword
from support.seeds import split

from satcross.apps.interchange.exolve.format import KEEPS, read, write
from satcross.errors import FormatError
from satcross.formats.losses import Feature, Losses
from satcross.formats.reading import file_of
from satcross.model.crossword import Crossword

pytestmark = pytest.mark.skipif(not has_judge(), reason=f"{VARIABLE} names no copy of Exolve")


def pages() -> list[Path]:
    if not has_judge():
        return []
    folder = Path(os.environ[VARIABLE])
    ours = Path(__file__).parent / "corpus"
    return [page for pattern in ("test-*.html", "*.exolve") for page in
            (*sorted(folder.glob(pattern)), *sorted(ours.glob(pattern)))]  # fmt: skip


@pytest.mark.parametrize("page", pages(), ids=lambda path: path.name)
def test_pages_of_exolve_are_read_as_exolve_reads_them(page: Path) -> None:
    for text in puzzles_in(page.read_text("utf-8-sig")):
        judged = judge(text)
        if "exolve-3d" in text:
            with pytest.raises(FormatError, match="three dimensions"):
                read(text.encode(), page.name)
            continue
        crossword = read(text.encode(), page.name)
        assert "error" not in judged
        assert differences(crossword, judged) == []
        losses = Losses("exolve")
        written = write(crossword, losses)
        if "#" in {square.solution for square in crossword.squares}:  # it may begin a comment
            assert "r4c3" in str(losses.dropped)
            continue
        assert read(written, "f") == crossword
        assert differences(crossword, judge(written.decode())) == []


@given(crosswords(KEEPS - {Feature.REBUS}))
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_exolve_reads_what_we_write(crossword: Crossword) -> None:
    judged = judge(write(crossword, Losses("exolve")).decode())
    assert differences(crossword, judged) == []


@pytest.mark.parametrize("seeds", split(range(500), 40))
def test_exolve_reads_random_crosswords_as_we_do(seeds: range) -> None:
    faults = []
    for seed in seeds:
        data = file_of(random_crossword(seed), "exolve", lossy=True).data
        judged = judge(data.decode())
        if "error" in judged:
            faults.append(f"{seed}: {judged['error']}")
            continue
        # Its program trims a mark of byte order as a blank, and has clues without a text where
        # squares are hidden.
        if "\ufeff" not in data.decode() and not judged["hides"]:
            faults += [f"{seed}: {one}" for one in differences(read(data, "f"), judged)]
    assert not faults
