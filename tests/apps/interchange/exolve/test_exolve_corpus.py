"""Small files of Exolve, each with what must come out: squares, clues, texts and remarks.

What they say is what Exolve's own program makes of them: see test_exolve_judged.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.crossword_text import crossword_text

from satcross.apps.interchange.exolve.format import read, write
from satcross.errors import FormatError
from satcross.formats import own
from satcross.formats.losses import Losses

FOLDER = Path(__file__).parent / "corpus"
HIDDEN = {"diagramless", "some_hidden"}
NOTED = {"hebrew": ["Exolve draws the grid from left to right"]}
PARAMS = [
    pytest.param(
        path,
        id=path.stem,
        marks=[pytest.mark.needs("kinds/diagramless")] if path.stem in HIDDEN else [],
    )
    for path in sorted(FOLDER.glob("*.exolve"))
]


@pytest.mark.parametrize("path", PARAMS)
def test_what_a_file_says(path: Path) -> None:
    crossword = read(path.read_bytes(), path.name)
    said = crossword_text(crossword) + "".join(f"remark {one}\n" for one in crossword.remarks)
    assert said == path.with_suffix(".said").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PARAMS)
def test_what_is_read_is_written_again(path: Path) -> None:
    crossword = read(path.read_bytes(), path.name)
    losses = Losses("exolve")
    data = write(crossword, losses)
    assert not losses.dropped
    assert losses.notes == NOTED.get(path.stem, [])
    again = read(data, "again")
    assert again == crossword
    assert write(again, Losses("exolve")) == data
    via_json = own.read(own.write(crossword, Losses("json")), "json")
    assert write(via_json, Losses("exolve")) == data


@pytest.mark.parametrize("word", ["2D", "r1c3", "r1c3-", "r1c3-r9c3", "r1c3-r2c3-r3c3"])
def test_a_reversal_of_no_cells_is_refused(word: str) -> None:
    data = (FOLDER / "reversal.exolve").read_text().replace("r3c3-r1c3", word).encode()
    with pytest.raises(FormatError, match=f"the reversal '{word}' is no pair of cells"):
        read(data, "f")


def test_a_reversal_of_no_light_is_left_out() -> None:
    data = (FOLDER / "reversal.exolve").read_text().replace("r3c3-r1c3", "r1c3-r3c3").encode()
    told = "left out: the reversal r1c3-r3c3, of which there is no light"
    assert told in read(data, "f").remarks
