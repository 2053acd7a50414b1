"""The .puz files of the corpus: every cell and clue as puzpy has it, and as they were made."""

from __future__ import annotations

from pathlib import Path

import puz as puzpy
import pytest
from support import make_puz_corpus as make_corpus
from support.crossword_text import crossword_text

from satcross.apps.interchange.puz import format as puz
from satcross.formats import own
from satcross.formats.losses import Losses
from satcross.kinds.diagramless import DIAGRAMLESS
from satcross.model.crossword import Crossword, SquareKind

FOLDER = Path(__file__).parent / "corpus"
FILES = sorted(FOLDER.glob("*.puz"))
NAMES = [path.stem for path in FILES]
# Files of which we write other bytes that mean the same.
OTHER_BYTES = {"fewer_clues", "no_solution_x", "notes", "unknown_section"}


def corpus_file(name: str) -> Crossword:
    return puz.read((FOLDER / f"{name}.puz").read_bytes(), name)


def letters(name: str) -> list[str]:
    crossword = corpus_file(name)
    marks = {SquareKind.BLOCK: "#"}
    cells = [marks.get(square.kind, square.solution or ".") for square in crossword.squares]
    n = crossword.n_cols
    return [" ".join(cells[start : start + n]) for start in range(0, len(cells), n)]


def clue_texts(name: str) -> dict[str, str]:
    return {f"{clue.label}{clue.direction[0]}": clue.text for clue in corpus_file(name).clues}


def test_the_corpus_is_what_the_script_makes() -> None:
    made = make_corpus.files()
    assert len(made) >= 30
    assert {path.stem: path.read_bytes() for path in FILES} == made


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_cells_clues_and_marks_are_what_puzpy_finds(path: Path) -> None:
    crossword = puz.read(path.read_bytes(), path.name)
    opened = puzpy.load(path.read_bytes())
    assert (crossword.n_cols, crossword.n_rows) == (opened.width, opened.height)
    known = not opened.is_solution_locked() and path.stem != "no_solution_x"
    for cell, square in enumerate(crossword.squares):
        letter = opened.solution[cell]
        assert (square.kind is SquareKind.BLOCK) is (letter in ".:")
        if square.kind is SquareKind.BLOCK:
            continue
        solution = opened.rebus().get_rebus_solution(cell) or letter.replace("-", "")
        assert square.solution == (solution if known else "")
        entry = opened.rebus().get_rebus_fill(cell) or opened.fill[cell].strip("-.")
        assert square.entry == entry
        assert square.circle is opened.markup().is_markup_square(cell, puzpy.GridMarkup.Circled)
    numbering = opened.clue_numbering() if path.stem != "fewer_clues" else None
    for direction in ("across", "down") if numbering else ():
        ours = crossword.clues_of(direction.capitalize())
        theirs = getattr(numbering, direction)
        assert [clue.label for clue in ours] == [str(clue["num"]) for clue in theirs]
        assert [clue.cells[0] for clue in ours] == [clue["cell"] for clue in theirs]
        assert [len(clue.cells) for clue in ours] == [clue["len"] for clue in theirs]
        if path.stem != "windows1252":
            assert [clue.text for clue in ours] == [clue["clue"] for clue in theirs]
            assert crossword.title == opened.title
    assert (crossword.author, crossword.copyright) == (opened.author, opened.copyright)
    assert (crossword.timer_s is not None) is opened.has_timer()
    if opened.has_timer():
        assert crossword.timer_s == opened.timer().elapsed_seconds
        assert crossword.timer_runs is opened.timer().is_running()


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_what_is_read_is_written_again(path: Path) -> None:
    data = path.read_bytes()
    crossword = puz.read(data, path.name)
    losses = Losses("puz")
    again = puz.write(crossword, losses)
    assert not losses.dropped
    assert not losses.notes
    assert (again == data) is (path.stem not in OTHER_BYTES)
    assert puz.read(again, "again") == crossword


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_nothing_is_lost_by_way_of_our_json(path: Path) -> None:
    crossword = puz.read(path.read_bytes(), path.name)
    again = own.read(own.write(crossword, Losses("json")), "json")
    assert again == crossword
    assert puz.write(again, Losses("puz")) == puz.write(crossword, Losses("puz"))


def test_letters() -> None:
    assert letters("plain") == ["C A T #", "A R E A", "R E N T", "# A D O"]
    assert letters("latin1") == ["C A Ñ A", "É T É #"]
    assert letters("rebus") == ["HEART A T", "A CLUB E", "T E HEART"]
    assert letters("rebus_digit_stand_in") == ["ONE A T", "A ONE E", "T E ONE"]
    assert letters("rebus_unicode") == ["К О Т", "O X O", "T O M"]
    assert letters("unfilled") == ["A . C #", ". R . .", "# # # #", ". . . ."]
    assert letters("diagramless") == letters("plain")
    assert letters("scrambled") == [". . . . ."] * 3
    assert letters("no_solution_x")[0] == ". . . #"


def test_clues() -> None:
    assert clue_texts("plain") == {
        "1A": "It purrs",
        "4A": "Care for",
        "6A": "Money for a flat",
        "7A": "Fuss",
        "1D": "Motor",
        "2D": "Region",
        "3D": "Square measure",
        "5D": "Bit: pref.",
    }
    assert [clue.answer for clue in corpus_file("plain").clues] == [
        *("CAT", "AREA", "RENT", "ADO", "CAR", "AREA", "TEND", "ATO"),
    ]
    assert clue_texts("windows1252")["1A"] == "“Purrs”"
    assert clue_texts("windows1252")["1D"] == "It’s a motor"
    assert clue_texts("unicode")["1A"] == "Кот ★"
    assert clue_texts("fewer_clues")["3D"] == "Square measure"
    assert clue_texts("fewer_clues")["5D"] == ""
    assert list(clue_texts("runs_of_one")) == ["2A", "1D"]


def test_names_and_notes() -> None:
    assert corpus_file("windows1252").title == "Dash – dots…"
    assert corpus_file("latin1").title == "Años & días"
    assert corpus_file("notes").notes == "One\nTwo\n\nThree"
    assert corpus_file("version_1_2").notes == "Not in the checksum of 1.2"
    assert corpus_file("unicode").notes == "Ω\nline two"
    assert corpus_file("plain").copyright == "(c) 2024 A. Setter"
    assert corpus_file("empty_clues").title == ""


def test_a_reader_s_state() -> None:
    assert [square.entry for square in corpus_file("rebus_entries").squares] == [
        *("HEART", "A", "", "", "C", "", "", "", "B")
    ]
    entries = "".join(square.entry or "-" for square in corpus_file("diagramless").squares)
    assert entries == "CAT-------------"
    stopped, runs = corpus_file("timer_stopped"), corpus_file("timer_runs")
    assert (stopped.timer_s, stopped.timer_runs) == (3600, False)
    assert (runs.timer_s, runs.timer_runs) == (75, True)


def test_what_only_puz_holds() -> None:
    marks = corpus_file("marks")
    told = {cell: sq.extras["puz"] for cell, sq in enumerate(marks.squares) if sq.extras}
    assert told == {1: {"marks": 0x20}, 2: {"marks": 0x10}, 5: {"marks": 0x50}, 8: {"marks": 0x40}}
    assert corpus_file("plain").extras == {}
    assert corpus_file("unicode_ascii").extras == {"puz": {"version": "2.0"}}
    assert corpus_file("version_1_2c").extras == {"puz": {"version": "1.2c"}}
    assert corpus_file("more_clues").extras == {"puz": {"more_clues": ["And one more", "And two"]}}
    assert corpus_file("diagramless").kind is DIAGRAMLESS
    assert corpus_file("padded").extras["puz"]["preamble"] == "junk before"
    rebus = corpus_file("scrambled_rebus")
    assert sorted(rebus.extras["puz"]["sections"]) == ["GRBS", "RTBL"]
    assert {square.solution for square in rebus.squares} == {""}
    assert list(corpus_file("unknown_section").extras["puz"]["sections"]) == ["XTRA"]


def test_by_hand_in_full() -> None:
    assert crossword_text(corpus_file("by_hand")).splitlines() == [
        "row A B C",
        "row D E F",
        "r1c1 entry A, circle yes",
        "r2c3 circle yes",
        "clue Across | 1 | Across one | ABC | r1c1 r1c2 r1c3",
        "clue Across | 4 | Across four | DEF | r2c1 r2c2 r2c3",
        "clue Down | 1 | Down one | AD | r1c1 r2c1",
        "clue Down | 2 | Down two | BE | r1c2 r2c2",
        "clue Down | 3 | Down three | CF | r1c3 r2c3",
        "title 'Hand'",
        "author 'made'",
    ]
