"""Clues of before: of the crosswords and the clue files in the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.apps.lists.clues import ClueIndex, keep_clue
from satcross.errors import OptionError
from satcross.model.alphabet import LATIN

XD = "Title: Pets\n\n\nCAT\nARE\nBED\n\n\nA1. Pet ~ CAT\nA4. Exist ~ ARE\nA5. Bunk ~ BED\n"


def index_of(folder: Path) -> ClueIndex:
    return ClueIndex(lambda: ((p.name, p, p.stat()) for p in sorted(folder.iterdir())), LATIN)


@pytest.mark.needs("apps/interchange")
def test_clues_come_from_crosswords_and_clue_files(tmp_path: Path) -> None:
    (tmp_path / "pets.xd").write_text(XD)
    (tmp_path / "mine.tsv").write_text("CAT\tMouser\nCAT\tPet\nDOG\tBarker\n")
    (tmp_path / "notes.tsv").write_text("nothing of use\n")
    index = index_of(tmp_path)
    found = index.of(["CAT"], but="other")["CAT"]
    assert {clue["text"]: clue["in"] for clue in found["clues"]} == {
        "Pet": ["mine.tsv", "pets.xd"],
        "Mouser": ["mine.tsv"],
    }
    assert found["used"] == ["pets.xd"]  # a clue file is no crossword
    (tmp_path / "mine.tsv").write_text("CAT\tTom\n")
    assert [clue["text"] for clue in index.of(["CAT"], but="pets.xd")["CAT"]["clues"]] == ["Tom"]


def test_clues_are_kept_changed_and_removed_in_the_folders_file(tmp_path: Path) -> None:
    path = tmp_path / "clues.tsv"

    def keep(word: str, before: str | None, text: str | None) -> str:
        keep_clue(path, LATIN, {"word": word, "before": before, "text": text})
        return path.read_text()

    assert keep("cat", None, " It  purrs ") == "CAT\tIt purrs\n"
    assert keep("CAT", None, "It purrs") == "CAT\tIt purrs\n"  # once is enough
    quoted = 'CAT\t"Miaow"\n'
    assert keep("CAT", "It purrs", '"Miaow"') == quoted
    path.write_text(f"# mine\nice cream\t70\tIt melts\tby me\n{quoted}")
    assert index_of(tmp_path).of(["CAT"], but="")["CAT"]["clues"] == [
        {"text": '"Miaow"', "in": ["clues.tsv"]}
    ]
    assert keep("ICECREAM", "It melts", "Cold") == f"# mine\nice cream\t70\tCold\tby me\n{quoted}"
    assert keep("CAT", '"Miaow"', None) == "# mine\nice cream\t70\tCold\tby me\n"
    path.write_text('"CAT"\t"Pet"\n"DOG"\t"Tom ""x"""\n')
    assert keep("CAT", "Pet", 'Say "aah"') == 'CAT\tSay "aah"\n"DOG"\t"Tom ""x"""\n'
    before = path.read_bytes()
    for said in (
        {"word": "CAT", "before": "Pet"},
        {"word": "", "text": "Pet"},
        {"word": "CAT"},
        {},
    ):
        with pytest.raises(OptionError):
            keep_clue(path, LATIN, said)
    assert path.read_bytes() == before
    path.write_text("CAT;Pet\nDOG;Pet\n")
    with pytest.raises(OptionError, match="other separators than tabs"):
        keep("CAT", None, "Tom")


def test_the_folders_file_keeps_what_is_not_a_clue(tmp_path: Path) -> None:
    path = tmp_path / "clues.tsv"

    def added_to(text: str) -> str:
        path.write_text(text, newline="")
        keep_clue(path, LATIN, {"word": "dog", "before": None, "text": "Barker"})
        return path.read_text()

    new = "DOG\tBarker\n"
    assert added_to("") == new
    assert added_to("# mine\n") == f"# mine\n{new}"
    assert added_to("word\tclue\tnote\r\n") == f"word\tclue\tnote\n{new}"
    assert added_to("CAT\tPet\u2028Tom\n") == f"CAT\tPet\u2028Tom\n{new}"  # one line
    for text, why in (
        ("clue\tword\nPet\tcat\n", "columns"),
        ("word,clue\ncat,Pet\n", "separators"),
    ):
        with pytest.raises(OptionError, match=f"has other {why} than"):
            added_to(text)
        assert path.read_text() == text
