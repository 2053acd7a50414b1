"""What both .jpz and ipuz hold goes from one to the other, and nothing is lost unsaid."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from support.crossword_text import crossword_text
from support.crosswords import crosswords, kinds_of
from support.format_fuzz import corpus

from satcross.apps.interchange.ipuz import format as ipuz
from satcross.apps.interchange.jpz import format as jpz
from satcross.formats.losses import Losses
from satcross.formats.registry import format_named
from satcross.model.crossword import Crossword

FOLDER = Path(__file__).parent / "corpus"
IPUZ_FOLDER = Path(__file__).parents[1] / "ipuz" / "corpus"
# Here a label is printed instead of the number by which the cells are found.
FILES = [path for path in corpus(IPUZ_FOLDER, ".ipuz") if path.stem not in ("clue_forms",)]


@given(crosswords(ipuz.KEEPS & jpz.KEEPS, kinds=[k for k in kinds_of("jpz") if "ipuz" in k.names]))
@settings(max_examples=20, deadline=None)
def test_there_and_back(crossword: Crossword) -> None:
    there = jpz.read(jpz.write(crossword, Losses("jpz")), "x")
    assert ipuz.read(ipuz.write(there, Losses("ipuz")), "x") == crossword


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_ipuz_file_as_jpz(path: Path) -> None:
    crossword = ipuz.read(path.read_bytes(), path.name)
    if not format_named("jpz").keeps_kind(crossword.kind):
        pytest.skip("there is no such kind in .jpz")
    losses = Losses("jpz")
    there = jpz.read(jpz.write(crossword, losses), "x")
    assert crossword_text(there) == crossword_text(crossword)
    assert losses.dropped == {}
    extras = [crossword.extras, *(square.extras for square in crossword.squares)]
    kept = [*extras, *(clue.extras for clue in crossword.clues)]
    n = sum(bool({*each.get("ipuz", {})} - {"order"}) for each in kept)
    n_lengths = sum('"enumeration"' in str(json.dumps(item)) for item in lengths_only(crossword))
    assert [note.partition(": ")[0] for note in losses.notes] == (
        [f"{n - n_lengths} detail{'' if n - n_lengths == 1 else 's'} that only ipuz files hold"]
        if n > n_lengths
        else []
    )


def lengths_only(crossword: Crossword) -> list[dict[str, object]]:
    raws = [clue.extras["ipuz"]["clue"] for clue in crossword.clues if clue.extras]
    return [raw for raw in raws if isinstance(raw, dict) and not {"hints", "image"} & set(raw)]


def test_enumerations_go_both_ways() -> None:
    crossword = jpz.read((FOLDER / "plain.jpz").read_bytes(), "plain")
    losses = Losses("ipuz")
    data = ipuz.write(crossword, losses)
    fields = json.loads(data)
    assert fields["clues"]["Across"][0] == {
        **{"number": 1, "clue": "Sailor of old", "enumeration": "3"}
    }
    assert fields["showenumerations"] is True
    assert losses.notes == [
        "1 detail that only jpz files hold: metadata completion, completion only-if-correct,"
        " settings width, height, cursor-color, grid-look clue-square-divider-width"
    ]
    losses = Losses("jpz")
    back = jpz.write(ipuz.read(data, "x"), losses).decode()
    assert '<clue word="1" number="1" format="3">Sailor of old</clue>' in back
    assert [note.partition(": ")[0] for note in losses.notes] == [
        "1 detail that only ipuz files hold"
    ]  # showenumerations


def test_notes_of_two_places_are_lost_in_no_file() -> None:
    both = """<rectangular-puzzle><metadata><description>About.</description></metadata>
        <instructions>Read me.</instructions><crossword><grid width="1" height="1"><cell x="1"
        y="1"/></grid></crossword></rectangular-puzzle>"""
    found = jpz.read(both.encode(), "f")
    losses = Losses("ipuz")
    data = ipuz.write(found, losses).replace(b'"notes": "', b'"intro": "", "notes": "')
    assert (found.notes, losses.notes) == ("About.\n\nRead me.", [])
    losses = Losses("jpz")
    jpz.write(ipuz.read(data, "f"), losses)
    assert losses.notes == []
    jpz.write(ipuz.read(data.replace(b"Read me", b"Read <b>me</b>"), "f"), losses)
    assert losses.notes == ["1 detail that only ipuz files hold: texts notes"]


def test_other_attributes_are_noted() -> None:
    crossword = jpz.read((FOLDER / "timer_and_more.jpz").read_bytes(), "x")
    losses = Losses("ipuz")
    ipuz.write(crossword, losses)
    assert [note.partition(": ")[0] for note in losses.notes] == [
        "2 details that only jpz files hold"
    ]
    assert list(losses.dropped.values()) == ["a timer"]
