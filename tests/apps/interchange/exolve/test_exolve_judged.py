"""Our reader and writer, judged by Exolve's own program: where SATCROSS_EXOLVE names its folder."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from oracles import exolve
from oracles.exolve import VARIABLE, differences, has_judge, judge, puzzles_in
from support.crosswords import crosswords
from support.judged_files import expected, plain_puzzle
from support.random_crosswords import random_crossword
from support.seeds import split

from satcross.apps.interchange.exolve.format import KEEPS, read, write
from satcross.errors import FormatError
from satcross.formats.losses import Feature, Losses
from satcross.formats.reading import file_of
from satcross.model.crossword import Crossword, SquareKind, clues_for, pattern_of

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


def test_what_exolve_writes_for_our_ipuz_is_the_same_puzzle() -> None:
    puzzles = []
    for seed in range(60):
        bare = plain_puzzle(seed, marked=True)
        squares = tuple(replace(one, solution=one.solution[:1]) for one in bare.squares)
        is_open = [one.kind is SquareKind.OPEN for one in squares]
        inner = [at for at in range(1, len(squares)) if (at + 1) % bare.n_cols]
        bars = frozenset(at for at in inner if not (at + seed) % 5 and all(is_open[at : at + 2]))
        bare = replace(bare, squares=squares, bars_right=bars, clues=())
        clues = [
            replace(clue, text=f"Pet {at} (3)")
            for at, clue in enumerate(clues_for(pattern_of(bare)))
        ]
        puzzles.append(replace(bare, clues=tuple(clues)))
    script = Path(exolve.__file__).with_name("exolve_from_ipuz.js")
    done = subprocess.run(
        ["node", str(script), os.environ[VARIABLE]],
        input=json.dumps([json.loads(file_of(one, "ipuz").data) for one in puzzles]).encode(),
        capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    for crossword, text in zip(puzzles, json.loads(done.stdout), strict=True):
        shown, wanted = expected(read(text.encode(), "f")), expected(crossword)
        for key in wanted.keys() - {"notes"}:
            assert shown[key] == wanted[key], (key, text)
