"""The .xd files of the corpus, written by hand, against what they say, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.crossword_text import crossword_text

from satcross.apps.interchange.xd import format as xd
from satcross.formats import own
from satcross.formats.losses import Losses
from satcross.model.crossword import Crossword

FOLDER = Path(__file__).parent / "corpus"
FILES = sorted(FOLDER.glob("*.xd"))
NAMES = [path.stem for path in FILES]
# Files that are as we write them.
OUR_FORM = {
    *("dots_unknown", "groups", "metadata", "no_clues", "plain", "special_other", "unicode"),
    *("uniclues", "voids_unknown"),
}


def corpus_file(name: str) -> Crossword:
    return xd.read((FOLDER / f"{name}.xd").read_bytes(), name)


def test_the_corpus_is_whole() -> None:
    assert len(FILES) >= 18
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(NAMES)
    assert set(NAMES) >= OUR_FORM


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_what_a_file_says(path: Path) -> None:
    crossword = xd.read(path.read_bytes(), path.name)
    assert crossword_text(crossword) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_what_is_read_is_written_again(path: Path) -> None:
    crossword = xd.read(path.read_bytes(), path.name)
    losses = Losses("xd")
    data = xd.write(crossword, losses)
    assert not losses.dropped
    assert not losses.notes
    assert (data == path.read_bytes()) is (path.stem in OUR_FORM)
    assert xd.read(data, "again") == crossword


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_nothing_is_lost_by_way_of_our_json(path: Path) -> None:
    crossword = xd.read(path.read_bytes(), path.name)
    again = own.read(own.write(crossword, Losses("json")), "json")
    assert again == crossword
    assert xd.write(again, Losses("xd")) == xd.write(crossword, Losses("xd"))


def test_what_only_xd_holds() -> None:
    metadata = corpus_file("metadata")
    assert metadata.extras == {
        "xd": {"headers": [["Number", "7"], ["Genre", "about nothing: much"], ["Number", "8"]]}
    }
    beside = [clue.extras.get("xd") for clue in metadata.clues]
    assert beside == [
        {"beside": [["Refs", "D2"], ["Hint", "alphabet"]]},
        None,
        None,
        {"beside": [["Refs", "A1"]]},
    ]
    sections = corpus_file("explicit").extras["xd"]["sections"]
    assert sections == [["Design", "Anything at all\n  - is kept"]]
    special = corpus_file("special_other")
    assert [bool(square.extras) for square in special.squares] == [True, False, False, True]
    assert [square.solution for square in special.squares] == ["A", "B", "C", "D"]
