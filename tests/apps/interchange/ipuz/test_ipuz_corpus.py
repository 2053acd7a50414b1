"""Files of many makes: read as they should be, and written again without loss."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.crossword_text import crossword_text
from support.format_fuzz import corpus

from satcross.apps.interchange.ipuz import format as ipuz
from satcross.formats.losses import Losses
from satcross.model.crossword import grid_of

FOLDER = Path(__file__).parent / "corpus"
FILES = corpus(FOLDER, ".ipuz")
# Files that say things twice, or that are empty: written, they do so no more.
NORMALISED = {"givens", "lenient", "coded", "coded_blank"}


def read(path: Path) -> Any:
    return ipuz.read(path.read_bytes(), path.name)


def loaded(data: bytes) -> Any:
    text = data.decode("utf-8-sig").strip()
    wrapped = re.fullmatch(r"[\w.]+\s*\((.*)\)\s*;?", text, re.DOTALL)
    return json.loads(wrapped[1] if wrapped else text)


def test_there_are_enough_files() -> None:
    assert len(FILES) >= 16


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_read_as_expected(path: Path) -> None:
    assert crossword_text(read(path)) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_written_without_loss(path: Path) -> None:
    crossword, losses = read(path), Losses("ipuz")
    written = ipuz.write(crossword, losses)
    assert (losses.dropped, losses.notes) == ({}, [])
    again = ipuz.read(written, "written")
    assert crossword_text(again) == crossword_text(crossword)
    assert ipuz.write(again, losses) == written
    assert again == crossword or path.stem in NORMALISED


def normal(value: Any) -> Any:
    """JSON without differences of spelling: 1 and "1", 0 and "0", {"value": "A"} and "A"."""
    if isinstance(value, dict):
        inner = {key: normal(item) for key, item in value.items() if item != {}}
        if set(inner) == {"number", "clue"}:
            return [inner["number"], inner["clue"]]
        return next(iter(inner.values())) if set(inner) in ({"cell"}, {"value"}) else inner
    if isinstance(value, list):
        return [normal(item) for item in value]
    return str(value) if type(value) is int else value


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if path.stem not in {*NORMALISED, "blank_unnumbered", "rows_only"}],
    ids=lambda path: path.stem,
)
def test_every_field_survives(path: Path) -> None:
    """All that the file says, unknown fields and their order too, is in the file written."""
    told = loaded(path.read_bytes())
    written = json.loads(ipuz.write(read(path), Losses("ipuz")))
    for key in ("saved", "solution"):  # null and "" for an empty cell are written as 0
        for row in told.get(key, []):
            row[:] = [0 if cell == "" else cell for cell in row]
    if path.stem == "saved":
        told["saved"][1][2] = 0
    if path.stem == "odd_labels":
        told["puzzle"][0][2] = 0
    assert normal(written) == normal(told)
    assert list(written) == list(told)


def test_a_blank_grid_without_numbers_stays_without() -> None:
    written = json.loads(ipuz.write(read(FOLDER / "blank_unnumbered.ipuz"), Losses("ipuz")))
    assert written["puzzle"] == [["#", 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, "#"]]
    assert "solution" not in written


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ({"Across": "ON", "Down": "OFF"}, "[ON|OFF]E"),
        ({"Across": "A", "Down": "B", "style": {"shapebg": "circle"}}, "[A|B]E"),
        (["A", "B"], "[A/B]E"),
        (["A", "A"], "AE"),
        (["AB", "CD"], "[AB]E"),  # other answers that are right, not two readings
        (["A", "B", "C"], "AE"),
        ({"value": "A", "Down": "B"}, "AE"),
        ({"Across": "A"}, "AE"),
    ],
)
def test_both_texts_of_a_cell_are_read(cell: Any, text: str) -> None:
    data = loaded((FOLDER / "plain.ipuz").read_bytes())
    data["solution"][0][:2] = [cell, "E"]
    crossword = ipuz.read(json.dumps(data).encode(), "x.ipuz")
    (row, *_) = grid_of(crossword).lines(both=True)
    assert row.startswith(text)
    written = json.loads(ipuz.write(crossword, Losses("x")))
    assert written["solution"][0][0] == cell
