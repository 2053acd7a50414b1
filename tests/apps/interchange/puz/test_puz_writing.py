"""Crosswords to .puz: what comes back, what puzpy makes of it, what is lost and told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import puz as puzpy
import pytest
from hypothesis import given
from support.crosswords import crosswords, kinds_of
from support.tasks import little_work

from satcross.apps.interchange.puz import format as puz
from satcross.apps.interchange.puz.layout import KEEPS
from satcross.errors import FormatError
from satcross.formats.losses import Feature, Losses
from satcross.kinds.diagramless import DIAGRAMLESS
from satcross.model.crossword import (
    Clue,
    Crossword,
    Square,
    SquareKind,
    crossword_of,
    with_fill,
)
from satcross.model.grid import Grid

FOLDER = Path(__file__).parent / "corpus"


def corpus_file(name: str) -> Crossword:
    return puz.read((FOLDER / f"{name}.puz").read_bytes(), name)


def written(crossword: Crossword) -> tuple[puzpy.Puzzle, Losses]:
    losses = Losses("puz")
    return puzpy.load(puz.write(crossword, losses)), losses


@given(crosswords(KEEPS, kinds=kinds_of("puz")))
def test_all_that_puz_keeps_comes_back(crossword: Crossword) -> None:
    losses = Losses("puz")
    data = puz.write(crossword, losses)
    if Feature.VOIDS in losses.dropped:
        assert crossword.kind is DIAGRAMLESS  # where `:` is a block
        return
    assert not losses.dropped
    assert puz.read(data, "written") == crossword


@given(crosswords(KEEPS, min_side=2, kinds=kinds_of("puz")))
def test_puzpy_opens_what_is_written(crossword: Crossword) -> None:
    opened, _ = written(crossword)  # which checks the checksums
    assert (opened.width, opened.height) == (crossword.n_cols, crossword.n_rows)
    wide = opened.encoding == "UTF-8"
    for cell, square in enumerate(crossword.squares):
        block = ":" if crossword.kind is DIAGRAMLESS else "."
        if square.kind is SquareKind.VOID:
            assert opened.solution[cell] == ":"
            continue
        assert (opened.solution[cell] == block) is (square.kind is SquareKind.BLOCK)
        if square.kind is SquareKind.BLOCK:
            continue
        content = opened.rebus().get_rebus_solution(cell) or opened.solution[cell]
        assert content == (square.solution or "-")
        one_byte = square.entry.isascii() or not wide
        if len(square.entry) <= 1 and one_byte:
            assert opened.fill[cell] == (square.entry or "-")
        else:
            assert opened.rebus().fill[cell] == square.entry
        assert opened.markup().is_markup_square(cell, puzpy.GridMarkup.Circled) is square.circle
    numbering = opened.clue_numbering()
    theirs = [(c["dir"], str(c["num"]), c["clue"]) for c in (*numbering.across, *numbering.down)]
    assert theirs == [(c.direction.lower(), c.label, c.text) for c in crossword.clues]
    assert opened.title == crossword.title
    assert opened.notes == crossword.notes


@pytest.mark.parametrize(
    ("title", "version"), [("Mini", b"1.3"), ("Año ÿ", b"1.3"), ("“Q”", b"2.0"), ("Ω", b"2.0")]
)
def test_the_version_is_1_3_while_text_is_latin_1(title: str, version: bytes) -> None:
    opened, _ = written(replace(crossword_of(Grid.parse("AB\nCD")), title=title))
    assert (opened.version, opened.title) == (version, title)


def test_a_letter_that_is_no_byte_of_version_2_is_a_rebus() -> None:
    crossword = Crossword(1, 3, tuple(Square(solution=letter) for letter in "ЖÑA"))
    opened, _ = written(crossword)
    assert opened.solution == "XNA"
    assert opened.rebus().get_rebus_solution(0) == "Ж"
    assert opened.rebus().get_rebus_squares() == [0, 1]


def test_the_state_tells_whether_there_is_a_solution() -> None:
    assert written(crossword_of(Grid.parse("..\n..")))[0].solution_state == 2
    assert written(crossword_of(Grid.parse("A.\n..")))[0].solution_state == 0
    assert written(crossword_of(Grid.parse("##\n##")))[0].solution_state == 0


def test_marks_of_the_format_can_be_letters() -> None:
    squares = tuple(
        Square(solution=content, entry=content) for content in (".", ":", "-", "\x01", "a")
    )
    opened, losses = written(Crossword(1, 5, squares))
    assert not losses.dropped
    assert opened.solution == "XXXXa"
    assert puz.read(opened.tobytes(), "x").squares == squares


def test_voids_and_bars_and_all_else_are_lost_and_told() -> None:
    squares = (
        Square(solution="A", given=True, shade="#ff0000", label="9"),
        Square(SquareKind.VOID),
        Square(solution="B;"),
        Square(solution="C"),
    )
    clues = (
        Clue("Across", "1", "Two", cells=(2, 3)),
        Clue("Across", "3", "Two", markup="<b>Two</b>", answer="BC"),
        Clue("Down", "1", "Fits", cells=(0, 2)),
        Clue("Diagonal", "1", "Lost"),
    )
    crossword = Crossword(
        2, 2, squares, frozenset({2}), frozenset(), clues, "t",
        editor="e", publisher="p", date="2024-01-01",
    )  # fmt: skip
    losses = Losses("puz")
    data = puz.write(crossword, losses)
    assert losses.dropped == {
        Feature.SHADES: "shading (r1c1)",
        Feature.GIVENS: "given letters (r1c1)",
        Feature.BARS: "bars (r2c1)",
        Feature.LABELS: "labels other than the usual numbers (r1c1, r2c1)",
        Feature.MARKUP: "bold and italics in clues (3 Across)",
        Feature.EDITOR: "an editor",
        Feature.PUBLISHER: "a publisher",
        Feature.DATE: "a date",
        Feature.CLUE_ORDER: "clues whose numbers differ from the usual ones (1 Across, 3 Across)",
        Feature.CLUE_LISTS: "clues that are neither across nor down (1 Diagonal)",
        Feature.LETTERS: "these characters in cells (r2c1)",
    }
    again = puz.read(data, "x")
    assert [square.solution for square in again.squares] == ["A", "", "B", "C"]
    assert [(clue.label, clue.direction, clue.text) for clue in again.clues] == [
        ("2", "Across", "Two"),
        ("1", "Down", "Fits"),
    ]


def test_clues_out_of_order_are_set_in_order_and_told() -> None:
    crossword = crossword_of(Grid.parse("AB\nCD"))
    clues = tuple(replace(clue, text=clue.label + clue.direction) for clue in crossword.clues)
    losses = Losses("puz")
    data = puz.write(replace(crossword, clues=clues[::-1]), losses)
    assert list(losses.dropped) == [Feature.CLUE_ORDER]
    assert puz.read(data, "x").clues == clues


def test_a_second_clue_of_a_slot_is_lost_and_told() -> None:
    crossword = crossword_of(Grid.parse("XY"))
    clues = (Clue("Across", "1", "one"), Clue("Across", "1", "two"))
    losses = Losses("puz")
    data = puz.write(replace(crossword, clues=clues), losses)
    assert losses.dropped == {
        Feature.CLUE_ORDER: "clues whose numbers differ from the usual ones (1 Across)"
    }
    assert [clue.text for clue in puz.read(data, "x").clues] == ["one"]


def test_clues_of_cells_that_are_no_slot_are_lost_and_told() -> None:
    crossword = crossword_of(Grid.parse("AB\nCD"))
    clues = (*crossword.clues[:3], replace(crossword.clues[3], cells=(1, 2), answer=""))
    losses = Losses("puz")
    puz.write(replace(crossword, clues=clues), losses)
    assert losses.dropped == {Feature.CLUE_CELLS: "clues for cells that are not a slot (2 Down)"}


def test_text_that_would_end_text_is_told() -> None:
    losses = Losses("puz")
    data = puz.write(Crossword(1, 1, (Square(),), title="a\0b\ud800"), losses)
    assert losses.dropped == {Feature.TEXT: "these characters in text (title)"}
    assert puz.read(data, "x").title == "ab?"


def test_more_rebuses_than_a_file_has_numbers_for() -> None:
    squares = tuple(Square(solution=f"AB{n}") for n in range(256))
    losses = Losses("puz")
    again = puz.read(puz.write(Crossword(16, 16, squares), losses), "x")
    assert losses.dropped == {Feature.REBUS: "cells of several letters (r16c16)"}
    assert [square.solution for square in again.squares[-2:]] == ["AB254", "A"]


def test_entries_longer_than_a_section() -> None:
    squares = tuple(Square(entry="AB" * 50) for _ in range(700))
    losses = Losses("puz")
    again = puz.read(puz.write(Crossword(70, 10, squares), losses), "x")
    assert list(losses.dropped) == [Feature.ENTRIES]
    assert again.squares[0].entry == "A"


def test_a_grid_too_large() -> None:
    with pytest.raises(FormatError, match="at most 200 rows and columns, got 1 and 201"):
        puz.write(Crossword(1, 201, (Square(),) * 201), Losses("puz"))


def test_a_fill_replaces_a_scrambled_solution() -> None:
    crossword = corpus_file("scrambled")
    assert written(crossword)[0].is_solution_locked()
    assert written(crossword)[0].unlock_solution(7844)
    filled = with_fill(crossword, Grid.parse("CATCH\nAREAS\nRENTS"))
    opened, _ = written(filled)
    assert opened.solution == "CATCHAREASRENTS"
    assert (opened.solution_state, opened.scrambled_cksum) == (0, 0)


def test_a_fill_drops_the_rebus_of_a_scrambled_solution() -> None:
    filled = with_fill(corpus_file("scrambled_rebus"), Grid.parse("CATCH\nAREAS\nRENTS"))
    opened, _ = written(filled)
    assert opened.solution == "CATCHAREASRENTS"
    assert not opened.has_rebus()


def test_a_new_letter_drops_the_stand_in_of_the_old() -> None:
    crossword = corpus_file("rebus_digit_stand_in")
    squares = (replace(crossword.squares[0], solution="Q"), *crossword.squares[1:])
    opened, _ = written(replace(crossword, squares=squares))
    assert opened.solution == "QATA1ETE1"
    assert opened.rebus().get_rebus_squares() == [4, 8]


def test_a_new_entry_drops_the_old_state() -> None:
    crossword = corpus_file("diagramless")
    squares = (replace(crossword.squares[0], entry="K"), *crossword.squares[1:])
    opened, _ = written(replace(crossword, squares=squares))
    assert opened.fill == "KAT:--------:---"


def test_new_text_lifts_the_version() -> None:
    crossword = corpus_file("windows1252")
    assert written(crossword)[0].version == b"1.3"
    opened, _ = written(replace(crossword, author="Ω"))
    assert (opened.version, opened.title) == (b"2.0", "Dash – dots…")


def test_extras_that_make_no_sense_are_passed_over() -> None:
    nonsense = MappingProxyType(
        {
            "puz": {
                **{"version": "x", "puzzle_type": "y", "scrambled": "AB", "fill": 5},
                **{"sections": {"LTIM": "?", "LONGER": "Ω"}, "more_clues": 3, "preamble": None},
            }
        }
    )
    square = Square(solution="A", extras=MappingProxyType({"puz": {"stand_in": 7, "marks": "z"}}))
    opened, losses = written(Crossword(1, 1, (square,), extras=nonsense))
    assert (opened.solution, opened.version) == ("A", b"1.3")
    assert not losses.dropped


def test_extras_of_other_formats_are_noted() -> None:
    extras = MappingProxyType({"jpz": {"format": "3"}})
    _, losses = written(Crossword(1, 1, (Square(extras=extras),)))
    assert [note.partition(": ")[0] for note in losses.notes] == [
        "1 detail that only jpz files hold"
    ]


def test_reading_and_writing_a_sunday_puzzle_is_quick() -> None:
    data = (FOLDER / "sunday.puz").read_bytes()
    with little_work():
        again = puz.write(puz.read(data, "sunday"), Losses("puz"))
    assert again == data


def test_raised_and_struck_text_keeps_its_meaning() -> None:
    clue = Clue("Across", "1", "About 1082, not 9", "About 10<sup>82</sup>, <s>not</s> 9",
                cells=(0, 1), answer="AB")  # fmt: skip
    crossword = Crossword(1, 2, (Square(solution="A"), Square(solution="B")), clues=(clue,))
    losses = Losses("puz")
    opened = puzpy.load(puz.write(crossword, losses))
    assert opened.clues == ["About 10^82, ~not~ 9"]
    assert losses.dropped == {Feature.MARKUP: "bold and italics in clues (1 Across)"}
