"""Files of many makes, plain and packed: read as they should be, and written again without loss."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.crossword_text import crossword_text
from support.format_fuzz import corpus

from satcross.apps.interchange.jpz import format as jpz
from satcross.formats.losses import Losses
from satcross.model.crossword import Crossword

FOLDER = Path(__file__).parent / "corpus"
FILES = corpus(FOLDER, ".jpz")


def read(name: str) -> Crossword:
    return jpz.read((FOLDER / f"{name}.jpz").read_bytes(), name)


def test_there_are_enough_files() -> None:
    assert len(FILES) >= 12


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_read_as_expected(path: Path) -> None:
    assert crossword_text(read(path.stem)) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_written_without_loss(path: Path) -> None:
    crossword, losses = read(path.stem), Losses("jpz")
    written = jpz.write(crossword, losses)
    assert (losses.dropped, losses.notes) == ({}, [])
    again = jpz.read(written, "written")
    assert again == crossword
    assert jpz.write(again, losses) == written


def test_attributes_that_mean_nothing_to_us_survive() -> None:
    text = jpz.write(read("looks"), Losses("jpz")).decode()
    for piece in (
        'top-right-number="9" foreground-color="#FF0000"',
        'background-color="plaid"',
        'background-shape="star"',
        '<background-picture format="PNG" align="center">'
        "<encoded-image>iVBORw0KGgo=</encoded-image></background-picture>",
    ):
        assert piece in text
    text = jpz.write(read("timer_and_more"), Losses("jpz")).decode()
    for piece in (
        '<timer initial-value="754" start-on-load="false"/>',
        '<word id="1" x="1-3" y="1" solution="T.A.R."/>',
        '<word id="2" x="1" y="1-3" hidden="true"/>',
        '<clue word="1" number="1" format="1,1,1" citation="none">Sailor</clue>',
        '<clue word="2" number="1" is-link="true">Weight</clue>',
        "<rights>all</rights>",
        "<identifier>id-7</identifier>",
        "<instructions>Fill it in.</instructions>",
    ):
        assert piece in text
    text = jpz.write(read("barred"), Losses("jpz")).decode()
    assert '<cell x="1" y="1" solution="C" number="1" top-bar="true" left-bar="true"/>' in text
    text = jpz.write(read("lists"), Losses("jpz")).decode()
    assert "<title><b>Waagerecht</b></title>" in text
    assert (
        '<word id="7"><cells x="3" y="2"/><cells x="2" y="2"/><cells x="1" y="2"/></word>' in text
    )
