"""Each check of a house, on a crossword that it finds fault with and on one that it does not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import satcross as sx
from satcross.apps.houses.earlier import Earlier
from satcross.apps.houses.findings import checks
from satcross.apps.houses.houses import House, load_house
from satcross.apps.houses.page import Reviewed
from satcross.apps.houses.review import review
from satcross.model.crossword import Clue, crossword_of
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.words.origin import Origin

LISTED = ["ice age", "ice cream", "cats", "cat", "dog", "ace", "one to a", "sea", "ease"]


@dataclass(frozen=True)
class Case:
    """A crossword.

    Args:
        grid: its rows.
        found: what the check says of it, in order; () where all is well.
        values: of the check's parameters, as TOML has them.
        clues: by the name of an entry; answers with spaces after a bar, as "Cold | ice cream".
        rules: of the puzzle.
    """

    grid: str
    found: tuple[str, ...] = ()
    values: str = ""
    clues: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()


def clued(*pairs: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, text) for name, _, text in (pair.partition(" ") for pair in pairs))


BARS = "+-+-+-+\n|. . .|\n+ + + +\n|. .|.|\n+ + + +\n|. . .|\n+-+-+-+"
CASES: dict[str, tuple[Case, ...]] = {
    "sizes": (
        Case("...\n...", ("the grid is 3x2, not 3x3 or 5x5",), 'known = ["3x3", "5x5"]'),
        Case("...\n...", (), 'known = ["3x2"]'),
    ),
    "walls": (
        Case("..#", ("the grid has 1 block",), 'kind = "bars"'),
        Case("..#", (), 'kind = "blocks"'),
    ),
    "symmetry": (
        Case("#..\n...\n...",
             ("the pattern has no rotation or left-right symmetry: r1c1 is a block, but r3c3 is"
              " not",), 'any-of = ["rotation", "left-right"]'),
        Case("#..\n...\n...", (), 'any-of = ["rotation", "diagonal"]'),
        Case("#..\n..#", (), 'any-of = ["diagonal", "rotation"]'),  # the first is for squares
    ),
    "shortest": (
        Case("...\n#..", ("4A has 2 cells, fewer than 3", "2D has 2 cells, fewer than 3",
                          "3D has 2 cells, fewer than 3"), "cells = 3"),
        Case("...\n...\n...", (), "cells = 3"),
    ),
    "all-checked": (
        Case("...\n#..", ("1 unchecked cell: r1c1",)),
        Case("..........\n#.########", ("10 unchecked cells: r1c1, r1c3, r1c4, r1c5, r1c6, r1c7,"
                                         " r1c8, r1c9 and 2 more",)),
        Case("..\n.."),
    ),
    "in-entries": (Case("..#.\n..##", ("1 cell in no entry: r1c4",)), Case("...\n#..")),
    "checked-share": (
        Case(".....\n.#.#.\n.....", ("1A has 3 of 5 cells checked, fewer than 4",
                                   "4A has 3 of 5 cells checked, fewer than 4"), 'least = "2/3"'),
        Case(".....\n.#.#.\n.....", (), 'least = "2/3"\nrounded = "down"'),
    ),
    "unchecked-run": (
        Case("......\n.###..",
             ("1A has 3 unchecked cells side by side from r1c2 on",), "most = 2"),
        Case("......\n.###..", (), "most = 3"),
    ),
    "unchecked-ends": (
        Case("......\n##....", ("1A begins with 2 unchecked cells",)),
        Case("......\n....##", ("1A ends with 2 unchecked cells",)),
        Case("......\n.###.."),
    ),
    "unchecked-by-length": (
        Case("......\n.###..", ("1A has 3 unchecked cells of 6, more than 2",), "most = {6 = 2}"),
        Case("......\n.###..", (), "most = {6 = 3, 5 = 0}"),
    ),
    "connected": (
        Case("..#..\n..#..", ("r1c4 is not connected to the rest",)),
        Case(".....\n..#.."),
    ),
    "through-cuts": (
        Case("...##\n.....\n##...\n##...",  # r2c3 holds the two parts together
             ("r2c3 alone connects 2 parts of the grid",)),
        # Not r1c3 and r5c3: the entry down is the only connection, but longer than it.
        Case("...###\n...###\n##.###\n##....\n##....",
             tuple(f"r{row}c3 alone connects 2 parts of the grid" for row in (2, 3, 4))),
        Case(".....\n.....\n....."),
    ),
    "words": (
        Case("...\n...", ("5 entries, more than 4",), "most = {3x2 = 4}"),
        Case("...\n...", ("5 entries, fewer than 6",), "least = {3x2 = 6}"),
        Case("...\n...", ("5 entries, more than the 4 of a grid without a theme",),
             "themeless = {3x2 = 4}\nmost = {3x2 = 5}"),
        Case("...\n...", (), "most = {3x2 = 5, 4x4 = 1}\nleast = {3x2 = 5}"),
    ),
    "blocks": (
        Case("#..\n..#", ("2 blocks, more than 1",), "most = {3x2 = 1}"),
        Case("#..\n..#", (), "most = {3x2 = 2}"),
    ),
    "block-share": (
        Case("#..\n..#", ("2 blocks, 33 % of the cells; usual are up to 25 %",), 'most = "1/4"'),
        Case("#..\n..#", (), 'most = "1/3"'),
    ),
    "cheaters": (
        Case("#...\n....\n....\n...#", ("2 cheaters, more than 1: r1c1, r4c4",), "most = 1"),
        Case("#...\n....\n....\n...#", (), "most = 2"),
    ),
    "lengths": (
        Case("...\n...", ("2 entries of 3 cells, more than 1",), "most = {3 = 1}"),
        Case("...\n...", (), "most = {3 = 2, 2 = 3}"),
    ),
    "mean-length": (
        Case("...\n...", ("the mean length of entries is 2.40, less than 2.50",), 'least = "5/2"'),
        Case("...\n...", (), 'least = "12/5"'),
    ),
    "letters": (Case("CA.", ("1 cell without a letter",)), Case("CAT")),
    "rules": (
        Case("CAT", ("a rule does not hold: cell=Z",), rules=("somewhere Z",)),
        Case("CAT", rules=("somewhere C",)),
    ),
    "unlisted": (Case("XQZQ", ("1A XQZQ is in no list",)), Case("CATS"), Case("OBOE")),
    "repeats": (Case("CAT#CAT", ("1A and 2A are both CAT",)), Case("CAT#DOG")),
    "stems": (Case("CAT#CATS", ("1A CAT and 2A CATS are forms of CAT",)), Case("CAT#DOG")),
    "shared-words": (
        Case("ICEAGE#ICECREAM", ("1A ICE AGE and 2A ICE CREAM share the word ICE",)),
        Case("ICEAGE#ICECREAM", (), "from-length = 4"),
        Case("ICEAGE#ONETOA"),
    ),
    "naticks": (
        Case("ERATO\nD####\nE####\nN####"),  # of which one is well known
        Case("ERATO\nD####\nO####\nM####",
             ("1A ERATO and 1D EDOM cross at r1c1: both are names that few know",)),
        Case("ERATO\nA####\nS####\nE####"),
    ),
    "vulgar": (Case("FUCK", ("1A FUCK is vulgar",)), Case("OBOE")),
    "abbreviations": (
        Case("NATO#IBM", ("2 abbreviations, more than 1: 1A NATO, 2A IBM",), "most = 1"),
        Case("NATO#IBM", (), "most = 2"),
    ),
    "names": (
        Case("OBAMA#PARIS", ("2 names, more than 1: 1A OBAMA, 2A PARIS",), "most = 1"),
        Case("OBAMA#OBOE", (), "most = 1"),
    ),
    "crosswordese": (
        Case("ERATO#OBOE", ("1 entry of crosswordese, more than 0: 1A ERATO",), "most = 0"),
        Case("ERATO#OBOE", (), "most = 1"),
        Case("ERATO#OBOE", (), "most = 0\nup-to = 4"),
    ),
    "obscure": (
        Case("EATAGE#ERATO", ("1 obscure entry, more than 0: 1A EATAGE",), "most = 0"),
        Case("EATAGE#ERATO", (), "most = 0\nbelow = 2"),
    ),
    "partials": (
        Case("ONETOA", ("1A ONE TO A is a part of a phrase of more than 5 letters",)),
        Case("ICEAGE", ("1 part of a phrase, more than 0: 1A ICE AGE",),
             "most = {6x1 = 0}\nup-to = 6", clued("1A The ___ is long ago")),
        Case("ICEAGE", (), "most = {6x1 = 0}", clued("1A It is long ago")),
    ),
    "missing-clues": (
        Case("CAT#DOG", ("2A DOG has no clue",), clues=clued("1A Pet", "2A ")),
        Case("CAT#DOG", ("2A DOG has no clue",), clues=clued("1A Pet")),
        Case("CAT#DOG", clues=clued("1A Pet", "2A Barker")),
        Case("CAT#DOG"),
    ),
    "stray-clues": (
        Case("CAT", ("the clue 7D has no entry",), clues=clued("1A Pet", "7D Nothing")),
        Case("CAT", clues=clued("1A Pet")),
    ),
    "clue-of-another-word": (
        Case("CAT#DOG", ("the clue of 1A is for COT, and it is CAT",),
             clues=clued("1A Bed | cot", "2A Barker | Dog")),
        Case("C.T", ("the clue of 1A is for DOG, and it is C.T",), clues=clued("1A Barker | DOG")),
        Case("C.T", clues=clued("1A Bed | COT")),
        Case("CAT", clues=clued("1A Pet")),
    ),
    "same-clue": (
        Case("CAT#DOG", ("1A and 2A have the same clue: A pet",),
             clues=clued("1A A pet", "2A a  PET")),
        Case("CAT#DOG", clues=clued("1A A pet", "2A Another pet")),
    ),
    "answer-in-clue": (
        Case("CATS", ("the clue of 1A CATS has the word CAT, of its answer CATS",),
             clues=clued("1A More than one cat")),
        Case("ICEBERG", ("the clue of 1A ICEBERG has its answer",),
             clues=clued("1A Cold berg, an ice berg of the sea")),
        Case("ICECREAM", ("the clue of 1A ICECREAM has the word CREAM, of its answer ICE CREAM",),
             clues=clued("1A Cold cream | ice cream")),
        Case("CAT", clues=clued("1A Catalogue")),
    ),
    "words-in-clues": (
        Case("CATS#DOG", ("the clue of 2A has the word CATS, which is 1A",),
             clues=clued("1A Pets", "2A It hunts cats")),
        Case("ICECREAM#DOG", ("the clue of 2A has the word CREAM, which is in 1A ICE CREAM",),
             clues=clued("1A Cold", "2A It likes cream, and more cream")),
        Case("CATS#DOG", clues=clued("1A Pets of cats", "2A Dogs")),
    ),
    "enumerations": (
        Case("CATS", ("the clue of 1A says (3), and the entry has 4 letters",),
             clues=clued("1A Pets (3)")),
        Case("ICECREAM", ("the clue of 1A says (8), and ICE CREAM is (3,5)",),
             clues=clued("1A Cold (8)")),
        Case("ICECREAM#CATS", clues=clued("1A Cold (3,5)", "2A Pets (two words)")),
        Case("CATS#DOG", clues=clued("1A Pets, all of them (4,3)", "2A See 1")),
    ),
    "references": (
        Case("CAT#DOG", ("the clue of 1A refers to 3-Across, which is not there",
                         "the clue of 2A refers to itself"),
             clues=clued("1A Enemy of 2- and 3-Across", "2A It is 2 Across")),
        Case("CAT#DOG", ("the clue of 2A refers to 9, which is not there",),
             clues=clued("1A Like 2ac", "2A See 9")),
        Case("CAT#DOG", clues=clued("1A In 3D, like 2-Across", "2A See 1")),
    ),
    "clue-length": (
        Case("CAT", ("the clue of 1A has 5 characters, more than 4",), "most = 4",
             clued("1A A pet")),
        Case("CAT", (), "most = 5", clued("1A A pet")),
    ),
    "used-clues": (
        Case("CAT", ("1A CAT has the same clue in old.xd",), clues=clued("1A a  Pet")),
        Case("CAT", clues=clued("1A Mouser")),
    ),
    "freshness": (
        Case("CAT#OBOE", ("1 of 2 entries are in none of the 4 earlier crosswords",
                          "used most: 1A CAT 3 times")),
    ),
    "percentiles": (
        Case("CAT#OBOE", ("entries: 2, percentile 38", "blocks: 1, percentile 50",
                          "mean length of entries: 3.50, percentile 50",
                          "entries of 3 cells: 1, percentile 50")),
    ),
}  # fmt: skip
ORIGINS = {
    word: Origin(word.lower(), score, kind, ("SCOWL",), 1.0)
    for word, score, kind in (
        ("ERATO", 6, "person"), ("EDOM", 40, "place"), ("EDEN", 70, "place"),
        ("OBAMA", 82, "name"), ("PARIS", 88, "place"), ("OBOE", 60, "word"),
        ("EATAGE", 4, "word"), ("NATO", 50, "abbreviation"), ("IBM", 43, "abbreviation"),
        ("FUCK", 90, "vulgar"),
    )
}  # fmt: skip
"""What the built-in list says of words, in whatever version."""
EARLIER = Earlier(
    4,
    {"CAT": 3, "DOG": 1},
    {("CAT", "a pet"): "old.xd"},
    {
        "entries": [1, 2, 3, 3],
        "blocks": [0, 2],
        "mean length of entries": [3, 4],
        "entries of 3 cells": [1],
    },
)


def page_of(case: Case) -> Reviewed:
    words = sx.WordList.from_words(LISTED)
    puzzle = Puzzle(Grid.parse(case.grid, hex_patterns=False), words, case.rules)
    if not case.clues:
        page = Reviewed(puzzle, earlier=EARLIER)
        vars(page)["origins"] = ORIGINS
        return page
    clues = []
    for name, text in case.clues:
        shown, _, answer = text.partition(" | ")
        clues.append(Clue({"A": "Across", "D": "Down"}[name[-1]], name[:-1], shown, answer=answer))
    crossword = replace(crossword_of(puzzle.grid), clues=tuple(clues))
    return Reviewed(puzzle, crossword, earlier=EARLIER)


@pytest.mark.parametrize("name", ["crosswordese", "obscure", "unlisted"])
def test_what_the_setter_has_chosen_is_not_called_obscure(name: str, tmp_path: Path) -> None:
    case = next(case for case in CASES[name] if case.found)
    puzzle = page_of(case).puzzle
    slot = puzzle.slot("1A")
    house = house_of(tmp_path, name, "" if name == "unlisted" else "most = 0")

    def found(cells: tuple[int, ...], *, is_said: bool) -> list[str]:
        page = Reviewed(puzzle, theme=cells, is_said=is_said)
        vars(page)["origins"] = ORIGINS
        return [one.text for one in review(page, house)]

    assert found(slot.cells, is_said=True) == []
    assert found(slot.cells[1:], is_said=True) == list(case.found)  # no entry of the theme
    # In a full grid of text, the words that the list lacks are all that the theme might be.
    assert found(slot.cells, is_said=False) == list(case.found)


def house_of(tmp_path: Path, name: str, values: str = "") -> House:
    """A house with one check."""
    others = "".join(
        f'{one.name} = "off"\n' for one in checks().values() if one.usual and one.name != name
    )
    path = tmp_path / "own.toml"
    path.write_text(f'[checks]\n{others}[checks.{name}]\nseverity = "warning"\n{values}\n')
    return load_house(str(path))


def test_every_check_has_cases() -> None:
    assert CASES.keys() == checks().keys()
    assert all(one.text.endswith(".") for one in checks().values())


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name in CASES for number in range(len(CASES[name]))]
)
def test_what_a_check_finds(name: str, number: int, tmp_path: Path) -> None:
    case = CASES[name][number]
    page = page_of(case)
    found = review(page, house_of(tmp_path, name, case.values))
    assert tuple(one.text for one in found) == case.found
    for one in found:
        assert one.check == name
        assert {page.puzzle.slot(entry).name for entry in one.entries} == set(one.entries)
        assert all(0 <= cell < page.grid.size for cell in one.cells)
