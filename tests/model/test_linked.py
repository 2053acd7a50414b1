"""Linked entries: labels, "See 1", enumerations of the whole, and what files make of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.linked_entries import cells, clued

from satcross.errors import OptionError
from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import ACROSS, DOWN
from satcross.model.enumerations import in_texts, with_enumerations
from satcross.model.linked import Links


def test_the_first_has_the_numbers_and_the_others_refer_to_it() -> None:
    crossword = clued()
    numbers = [(clue.direction, clue.label) for clue in crossword.clues]
    assert numbers == [(ACROSS, "1"), (ACROSS, "4"), (ACROSS, "5"),
                       (DOWN, "1"), (DOWN, "2"), (DOWN, "3")]  # fmt: skip
    bare = replace(crossword, clues=tuple(replace(c, text="") for c in crossword.clues))
    one = Links(bare).with_link("1A, 4, 3D")
    assert Links(bare).with_link("1-Across, 4 across, 3-Down") == one
    first = one.clues[0]
    assert first.continued == (cells(one, ACROSS, "4"), cells(one, DOWN, "3"))
    assert Links.printed_label(first, Links(one).continued(first)) == "1, 4, 3D"
    assert Links(one).see_texts() == {1: "See 1", 5: "See 1 Across"}
    shown = Links(one).with_see_texts("Siehe {name}", {ACROSS: "waagerecht"})
    assert [clue.text for clue in shown.clues] == ["", "Siehe 1", "", "", "", "Siehe 1 waagerecht"]


def test_the_whole_answer_is_enumerated_at_the_first() -> None:
    crossword = Links(clued()).with_link("1A,4")
    clues = list(crossword.clues)
    clues[1] = replace(clues[1], text="", answer="a light")
    shown = in_texts(with_enumerations(replace(crossword, clues=tuple(clues)), wanted=True))
    assert [clue.text for clue in shown.clues[:3]] == ["Clue 0 (6,1,5)", "", "Clue 2 (6)"]
    own = replace(clues[0], text="Clue (4-8)")
    shown = in_texts(with_enumerations(replace(crossword, clues=(own, clues[1])), wanted=True))
    assert [clue.text for clue in shown.clues] == ["Clue (4-8)", ""]


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("1, 4", [(ACROSS, "1"), (ACROSS, "4")]),
        ("1/3dn", [(ACROSS, "1"), (DOWN, "3")]),
        ("1 & 3 Down", [(ACROSS, "1"), (DOWN, "3")]),
        ("1,3", [(ACROSS, "1"), (DOWN, "3")]),  # there is no 3 across
        ("1, 99", []),
        ("1, 1", []),
    ],
)
def test_labels_of_files(label: str, found: list[tuple[str, str]]) -> None:
    crossword = clued()
    assert Links.parts_of(label, ACROSS, Links(crossword).entries()) == found
    first = replace(crossword.clues[0], label=label)
    read = Links(replace(crossword, clues=(first, *crossword.clues[1:]))).read().clues[0]
    assert len(read.continued) == max(len(found) - 1, 0)
    assert read.label == ("1" if found else label)


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("1A", "does not name two or more"),
        ("1A,77", "there is no entry 77"),
        ("x", "does not name two or more"),
        ("4A,5A", "4A is linked already"),
        ("5A,4A", "4A is linked already"),
    ],
)
def test_wrong_links(label: str, message: str) -> None:
    crossword = Links(clued()).with_link("1A,4A")
    with pytest.raises(OptionError, match=message):
        Links(crossword).with_link(label)
    with pytest.raises(OptionError, match="no clue for 4A"):
        Links(replace(crossword, clues=clued().clues[:1])).with_link("1A,4A")


def test_our_files_hold_them() -> None:
    crossword = Links(clued()).with_link("1A,4,3D")
    data = file_of(crossword, "satcross").data
    assert b"See 1" not in data
    assert parse_crossword(data, format_named("satcross"), "f") == crossword
