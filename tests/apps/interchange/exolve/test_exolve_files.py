"""Exolve: files by hand, in a page, annotations, what is wrong; and every crossword and back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from support.crosswords import crosswords, kinds_of

from satcross.apps.interchange.exolve.format import KEEPS, read, write
from satcross.errors import FormatError
from satcross.formats.losses import Feature, Losses
from satcross.formats.reading import sniffed
from satcross.kinds.diagramless import DIAGRAMLESS
from satcross.model.crossword import Crossword, Square, SquareKind
from satcross.model.kinds import CROSSWORD

FILE = """\
<!DOCTYPE html><script>
createExolve(`
exolve-begin
  exolve-id: one
  exolve-title: R&amp;B
  exolve-setter: A. Setter
  exolve-width: 3
  exolve-height: 3
  exolve-grid:
    C A@ T!
    O|.  0
    T_0  .
  exolve-across:
    1 A <i>pet</i> (3) [CAT] double definition
    3 Two, 0? (2)
  exolve-down:
    1 Small bed (3)
  exolve-postscript:
    First line
    second line
exolve-end
`);
</script>
"""


def test_a_page_is_read() -> None:
    assert sniffed(FILE.encode()) == "exolve"
    crossword = read(FILE.encode(), "f")
    assert (crossword.title, crossword.author) == ("R&B", "A. Setter")
    assert crossword.notes == "First line\nsecond line"
    assert [s.solution or s.kind.value for s in crossword.squares] == [
        "C", "A", "T", "O", "block", "open", "T", "open", "block",
    ]  # fmt: skip
    assert crossword.squares[1].circle
    assert crossword.squares[2].given
    assert crossword.bars_right == {3}
    assert crossword.bars_below == frozenset()
    pet = crossword.clues[0]
    assert (pet.text, pet.markup, pet.answer) == ("A pet (3)", "A <i>pet</i> (3)", "CAT")
    assert (pet.annotation, pet.extras) == ("[CAT] double definition", {})
    assert read(write(crossword, Losses("exolve")), "f") == crossword


def test_tags_that_end_before_an_annotation_are_not_part_of_it() -> None:
    first = read(FILE.replace("A <i>pet</i> (3)", "A <i>pet (3)</i>").encode(), "f")
    assert first.clues[0].markup == "A <i>pet (3)</i>"
    assert first.clues[0].annotation == "[CAT] double definition"
    assert read(write(first, Losses("exolve")), "f") == first


@given(crosswords(KEEPS) | crosswords(KEEPS - {Feature.REBUS}, kinds=kinds_of("exolve")))
def test_every_crossword_comes_back(crossword: Crossword) -> None:
    losses = Losses("exolve")
    again = read(write(crossword, losses), "f")
    assert not losses.dropped
    assert again == crossword


def test_hidden_squares() -> None:
    grid = "exolve-begin\nexolve-width: 2\nexolve-height: 2\nexolve-grid:\n{}\nexolve-end"
    hidden = read(grid.format("A*B@*\n. *C*_").encode(), "f")
    assert hidden.kind is DIAGRAMLESS
    assert not any(square.extras for square in hidden.squares)
    assert "    A*B@*\n    .*C*\n" in write(hidden, Losses("exolve")).decode()
    some = read(grid.format("A*B\n.*C").encode(), "f")
    assert some.kind is CROSSWORD
    assert "    A*B\n    .*C\n" in write(some, Losses("exolve")).decode()
    losses = Losses("exolve")
    of_several = replace(hidden, squares=(Square(solution="AB"), *hidden.squares[1:]))
    assert b"*" not in write(of_several, losses)
    assert losses.dropped[DIAGRAMLESS] == "puzzles of the kind diagramless"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("exolve-begin", "", "f: the file has no exolve-begin"),
        ("exolve-grid:", "", "f: there is no exolve-grid"),
        ("width: 3", "width: 4", "f:9: the grid has 3 rows of 3 squares, not 3 of 4"),
        ("width: 3", "width: 999", "f:7: exolve-width must be a whole number from 1 to 200"),
        ("O|.  0", "O|.", "f:11: the row has 2 squares, the first one 3"),
        ("O|.  0", "O|% 0", "f:11: 'O|% 0' is no row of a grid"),
        (
            "exolve-grid:",
            "exolve-language: hi\nexolve-grid:",
            "f:9: exolve-language cannot be read",
        ),
        ("3 Two", "3d Two", "f:15: '3d Two, 0? (2)' is no clue across"),
        ("3 Two", "1 Two", "f:15: '1 Two, 0? (2)' is no clue across"),
    ],
)
def test_what_is_wrong_has_its_line(old: str, new: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(FILE.replace(old, new, 1).encode(), "f")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("letters", "lines"),
    [
        (["ש", "ל", "A"], ["exolve-language: he Hebrew", "exolve-option: allow-chars:A"]),
        (["त्रि", "न", ""], ["exolve-language: hi Devanagari 5"]),
        (["ガ", "ツ", "ー"], ["exolve-language: ja Katakana", "exolve-option: allow-chars:ー"]),
        (["한", "국", ""], ["exolve-language: ko Hangul"]),
        (["DŽ", "Š", "E"], ["exolve-language: und Latin 2"]),
        (["Ĉ", "7", "IJ"], ["exolve-language: und Latin 2", "exolve-option: allow-digits"]),
        (["A", "7", "B"], ["exolve-language: und Latin", "exolve-option: allow-digits"]),
        (["7", "12", ""], ["exolve-option: allow-digits", "exolve-option: rebus-cells"]),
        (["IJ", "A", ""], ["exolve-option: rebus-cells"]),
        (["A", "B", ""], []),
    ],
)
def test_other_letters_have_their_language(letters: list[str], lines: list[str]) -> None:
    squares = tuple(map(Square, [SquareKind.OPEN] * 3, letters))
    crossword = Crossword(1, 3, squares)
    losses = Losses("exolve")
    text = write(crossword, losses).decode()
    found = [line.strip() for line in text.splitlines() if "-option" in line or "-lang" in line]
    assert found == lines
    assert read(text.encode(), "f").squares == squares
    assert losses.notes == (["Exolve draws the grid from left to right"] if "ש" in letters else [])


def test_letters_may_be_separated_by_marks() -> None:
    text = "exolve-begin\nexolve-width: 4\nexolve-height: 1\nexolve-language: hi Devanagari\n"
    crossword = read(f"{text}exolve-grid:\nत्रि@क!.0\nexolve-end".encode(), "f")
    assert [square.solution for square in crossword.squares] == ["त्रि", "क", "", ""]
    assert crossword.squares[0].circle
