"""Linked entries in files: kept where a format has them, and read from those of others."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from support.linked_entries import cells, clued

from satcross.formats.losses import Feature
from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import ACROSS
from satcross.model.linked import Links


@pytest.mark.parametrize("name", ["ipuz", "jpz", "xd", "exolve", "satcross"])
def test_files_hold_them(name: str) -> None:
    crossword = Links(clued()).with_link("1A,4,3D")
    clues = list(crossword.clues)
    clues[1] = replace(clues[1], text="")
    clues[5] = replace(clues[5], text="Something else")
    crossword = replace(crossword, clues=tuple(clues))
    data = file_of(crossword, name).data
    assert (b"See 1" in data) is (name != "satcross")
    assert parse_crossword(data, format_named(name), "f") == crossword
    lost = file_of(crossword, "puz", lossy=True)
    assert [item for item in lost.dropped if item.startswith(Feature.LINKS.value)]
    assert b"See 1\0" in lost.data


def test_files_of_other_programs() -> None:
    fields = json.loads(file_of(clued(), "ipuz").data)
    fields["clues"]["Across"] = [
        {"number": [1, 4], "label": "1, 4", "clue": "Whole (6,1,5)", "explanation": "Why"},
        [4, "See 1"],
        [5, "Join"],
    ]
    data = json.dumps(fields).encode()
    crossword = parse_crossword(data, format_named("ipuz"), "f")
    assert crossword.clues[0].continued == (cells(crossword, ACROSS, "4"),)
    assert [(c.label, c.text, c.annotation) for c in crossword.clues[:2]] == [
        ("1", "Whole (6,1,5)", "Why"), ("4", "", ""),
    ]  # fmt: skip
    # Crossword Compiler: the word has all cells, and the later clue the same word.
    jpz = file_of(clued(), "jpz").data.decode()
    whole = 'solution="STRIKE A LIGHT"><cells x="1-6" y="3"/></word>'
    for old, new in (
        ('<word id="1" x="1-6" y="1"/>', f'<word id="1" x="1-6" y="1" {whole}'),
        ('word="1" number="1"', 'word="1" number="1/4" citation="Why"'),
        ('<clue word="2" number="4">Clue 1<', '<clue word="1" number="4" is-link="true">See 1<'),
    ):
        assert old in jpz
        jpz = jpz.replace(old, new, 1)
    found = parse_crossword(jpz.encode(), format_named("jpz"), "f").clues
    first, later = found[:2]
    assert (first.label, first.answer, first.enumeration) == ("1", "STRIKE", "6,1,5")
    assert (first.continued, first.annotation) == ((later.cells,), "Why")
    assert (later.text, later.answer, later.extras) == ("", "ALIGHT", {})
