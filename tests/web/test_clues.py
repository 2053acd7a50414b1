"""Clues of before: of the crosswords and the clue files in the folder."""

from __future__ import annotations

from pathlib import Path

from satcross.web.clues import ClueIndex
from satcross.web.engine.lists import WordOptions
from satcross.web.folder import Folder

XD = "Title: Pets\n\n\nCAT\nARE\nBED\n\n\nA1. Pet ~ CAT\nA4. Exist ~ ARE\nA5. Bunk ~ BED\n"


def test_clues_come_from_crosswords_and_clue_files(tmp_path: Path) -> None:
    (tmp_path / "pets.xd").write_text(XD)
    (tmp_path / "mine.tsv").write_text("CAT\tMouser\nCAT\tPet\nDOG\tBarker\n")
    (tmp_path / "notes.tsv").write_text("nothing of use\n")
    index = ClueIndex(Folder(tmp_path, WordOptions()))
    found = index.of("CAT", but="other")
    assert {clue["text"]: clue["in"] for clue in found["clues"]} == {
        "Pet": ["mine.tsv", "pets.xd"],
        "Mouser": ["mine.tsv"],
    }
    assert found["used"] == ["pets.xd"]  # a clue file is no crossword
    (tmp_path / "mine.tsv").write_text("CAT\tTom\n")
    assert [clue["text"] for clue in index.of("CAT", but="pets.xd")["clues"]] == ["Tom"]
