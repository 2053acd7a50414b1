"""Enumerations: the lengths of the words of an answer behind its clue."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from satcross.apps.clues.words import HiddenWord
from satcross.apps.pictures.sheets import sheets_of
from satcross.apps.solving.html import html_of
from satcross.drawing.shapes import Text
from satcross.drawing.style import Page, Part, Style
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.enumerations import in_texts, is_british, with_enumerations, word_lengths
from satcross.model.grid import Grid

LATTICE = "ICECREAM\n.#.#.#.#\nREUSABLE\n.#.#.#.#"


@pytest.mark.parametrize(
    ("written", "lengths"),
    [
        ("ICECREAM", "8"), ("ICE CREAM", "3,5"), ("ice-cream", "3-5"), (" ice  cream ", "3,5"),
        ("ICE CREAMS", "8"), ("", "8"), ("i'm a cab!", "8"), ("o'clock me", "6,2"),
        ("two-by four", "8"), ("on-the-ice", "2-3-3"), ("no-go area", "2-2,4"),
        ("ab - cdefgh", "2,6"),
        ("Éclair é à", "6,1,1"), ("--", "8"), ("les œufs", "3,5"),
        ("Fuß-ball", "4-4"), ("die Maße", "3,5"),
    ],
)  # fmt: skip
def test_the_lengths_follow_the_written_form(written: str, lengths: str) -> None:
    assert word_lengths(written, 8) == lengths


@pytest.mark.parametrize("seed", range(20))
def test_lengths_are_those_of_the_words_joined(seed: int) -> None:
    rng = random.Random(seed)
    words = ["x" * rng.randint(1, 9) for _ in range(rng.randint(1, 5))]
    joints = [rng.choice(" -") for _ in words[1:]] + [""]
    written = "".join(word + joint for word, joint in zip(words, joints, strict=True))
    expected = "".join(
        str(len(word)) + {" ": ",", "-": "-", "": ""}[joint]
        for word, joint in zip(words, joints, strict=True)
    )
    assert word_lengths(written, sum(map(len, words))) == expected


def clued(grid: str, text: str = "Cold comfort") -> Crossword:
    crossword = crossword_of(Grid.parse(grid))
    written = {"ICECREAM": "ice cream", "REUSABLE": "re-usable"}
    clues = tuple(
        replace(clue, text=text, answer=written.get(clue.answer, clue.answer))
        for clue in crossword.clues
    )
    return replace(crossword, clues=clues)


def texts(crossword: Crossword, wanted: bool | None = None) -> list[str]:
    return [clue.text for clue in in_texts(with_enumerations(crossword, wanted)).clues]


def test_british_grids_have_them_and_american_ones_do_not() -> None:
    lattice = clued(LATTICE)
    assert texts(lattice)[:2] == ["Cold comfort (3,5)", "Cold comfort (2-6)"]
    assert texts(lattice)[2] == "Cold comfort (4)"
    american = clued("CAT\nO..\nBEE")
    assert texts(american) == ["Cold comfort"] * 6
    assert texts(lattice, wanted=False) == ["Cold comfort"] * 6
    assert texts(american, wanted=True) == ["Cold comfort (3)"] * 6
    barred = replace(american, bars_right=frozenset({0}))
    assert is_british(barred)
    freeform = clued("CAT~\nO~E~\nTEN~\n~~~~")
    assert not is_british(freeform)


@pytest.mark.parametrize(
    "text", ["Cold (3,5)", "Cold (two words, 8)", "Cold (3'1,4) ", "Cold (5-3)"]
)
def test_a_clue_that_has_one_stays(text: str) -> None:
    assert texts(clued(LATTICE, text), wanted=True) == [text] * 6
    for other in ("Cold (almost)", "Cold (1984)"):
        assert texts(clued(LATTICE, other), wanted=True)[0] == f"{other} (3,5)"


def test_those_of_files_are_used_and_markup_is_kept() -> None:
    crossword = clued(LATTICE)
    first = replace(
        crossword.clues[0],
        markup="<i>Cold</i> comfort",
        enumeration="4,4",
    )
    clue = in_texts(with_enumerations(replace(crossword, clues=(first,)))).clues[0]
    assert (clue.text, clue.markup) == ("Cold comfort (4,4)", "<i>Cold</i> comfort (4,4)")


def test_pages_show_them() -> None:
    def shown(crossword: Crossword, wanted: bool | None) -> tuple[bool, bool]:
        style = Style(enumerations=wanted)
        (sheet,) = sheets_of(crossword, Part.PUZZLE, page=Page(), style=style)
        text = " ".join(shape.text for shape in sheet.flat() if isinstance(shape, Text))
        return "(3,5)" in text, "(3,5)" in html_of(crossword, enumerations=wanted)

    assert shown(clued(LATTICE), None) == (True, True)
    assert shown(clued(LATTICE), False) == (False, False)


def test_a_word_of_a_list_has_the_same_lengths() -> None:
    assert HiddenWord("REUSE", "re-use", "Take again").question() == "Take again (2-3)"
    assert HiddenWord("ICECREAM", "ice cream", "Cold").question() == "Cold (3,5)"
