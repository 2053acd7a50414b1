"""What Qxw's files ask: the rules they become, round trips, and Qxw's own fills of the same tasks.

Qxw's fills must be right here. Where it finds none, there is none, or it takes ours as right: its
search leaves fills out.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support.qxw_files import QxwFile, random_file
from support.seeds import quick

import satcross as sx
from benchmarks.peers import qxw_deck
from benchmarks.peers.qxw import program
from satcross.apps.interchange.qxw.format import read, write
from satcross.errors import FormatError, GridError
from satcross.formats.losses import Losses
from satcross.formats.puzzle import crossword_of_puzzle
from satcross.model.alphabet import LATIN
from satcross.model.crossword import crossword_of, grid_of
from satcross.model.roles import Recorded
from satcross.verification.crossword import verify


def rules_of(file: QxwFile) -> list[str]:
    found = read(file.text().encode(), "f").extras.get("workbench", {"rules": {"rules": ()}})
    return list(found["rules"]["rules"])


def saved(file: QxwFile, words: list[str], folder: Path, more: list[str] | None = None) -> Path:
    (folder / "words").write_text("\n".join(words))
    (folder / "more").write_text("\n".join(more or words))
    (folder / "f.qxw").write_text(file.text())
    return folder / "f.qxw"


@pytest.mark.parametrize(
    ("file", "rules"),
    [
        (QxwFile(["..", ".."], light=(1, 2, 0, 0)),
         ["treatment 1A 3A 1D 2D: reversed; several readings"]),
        (QxwFile(["..", ".."], light=(1, 16, 0, 0)),
         ["treatment 1A 3A 1D 2D: plain, jumbled; several readings"]),
        (QxwFile(["..."], light=(1, 1, 1, 0), treatment=(6, 0, 0, 0), messages=("x", "")),
         ["treatment 1A: latent; spells X; several readings"]),
        (QxwFile(["..."], light=(1, 1, 1, 0), treatment=(5, 0, 0, 0), messages=("e", "a")),
         ["treatment 1A: misprint E>A; several readings"]),
        (QxwFile(["..."], light=(1, 1, 1, 0), treatment=(1, 0, 0, 0), messages=("key", "")),
         ["treatment 1A: playfair-kept KEY; several readings"]),
        (QxwFile(["..#", "..."], free=[([(0, 0), (1, 1), (2, 1)], (1, 1, 0, 0))]),
         ["slot free1: r1c1 r2c2 r2c3"]),
        (QxwFile(["..."], merges={(0, 0): 1}), ["min-length 200", "slot across-1: r1c1 r1c3"]),
    ],
)  # fmt: skip
def test_what_becomes_rules(file: QxwFile, rules: list[str]) -> None:
    assert rules_of(file) == rules


def test_what_cannot_be_asked_is_said_when_it_is_filled(tmp_path: Path) -> None:
    file = QxwFile(["..."], light=(1, 1, 1, 0), treatment=(9, 0, 0, 0))
    path = saved(file, ["abc"], tmp_path)
    assert read(path.read_bytes(), "f").n_cols == 3
    with pytest.raises(FormatError, match="cannot fill this: a plug-in treats answers"):
        sx.load_puzzle(path)


def test_dictionaries_are_filtered_and_shared_out(tmp_path: Path) -> None:
    file = QxwFile(
        ["...", "###", "..."],
        dictionaries=(("words", "^[a-z]+$", ""), ("", "", "COW")),
        own={(0, 2, 0): (2, 1, 0, 0)},
    )
    path = saved(file, ["ant 2", "Bob", "cat's", "eel -1.5"], tmp_path)
    puzzle = sx.load_puzzle(path)
    assert sorted(puzzle.listed.words()) == [("ANT", 60), ("BOB", 50), ("COW", 50), ("EEL", 42)]
    assert [str(fill.grid)[-3:] for fill in sx.enumerate_fills(puzzle)] == ["COW"] * 3
    (tmp_path / "words").unlink()
    with pytest.raises(sx.WordListError, match="there is no such file"):
        sx.load_puzzle(path)


def test_a_file_with_free_lights_alone_is_filled(tmp_path: Path) -> None:
    path = saved(QxwFile(["..."], merges={(0, 0): 1}), ["at", "cat"], tmp_path)
    puzzle = sx.load_puzzle(path)
    assert str(puzzle.rules[-1]) == "slot across-1: r1c1 r1c3"
    assert len(list(sx.enumerate_fills(puzzle))) == 1


@pytest.mark.parametrize("other", ["words", "more"])
def test_a_filtered_part_of_a_list_is_for_its_lights_only(tmp_path: Path, other: str) -> None:
    # Of one file the list is read as it is; of two, word by word.
    file = QxwFile(
        ["...", "###", "..."],
        dictionaries=(("words", "", ""), (other, "", "^[aeiou]")),
        light=(3, 1, 0, 0),
        own={(0, 2, 0): (2, 1, 0, 0)},
    )
    puzzle = sx.load_puzzle(saved(file, ["ant", "Bob", "eel", "dog"], tmp_path))
    assert sorted(puzzle.listed.words()) == [(word, 50) for word in ("ANT", "BOB", "DOG", "EEL")]
    assert [str(rule) for rule in puzzle.rules] == ["ANT, EEL in 2A"]
    second = {str(fill.grid)[-3:] for fill in sx.enumerate_fills(puzzle)}
    assert second == {"ANT", "EEL"}


@pytest.mark.parametrize("seed", quick(range(300), 30))
def test_files_come_back(seed: int) -> None:
    file, *_ = random_file(seed)
    first = read(file.text().encode(), "f")
    losses = Losses("qxw")
    assert read(write(first, losses), "f") == first
    assert not losses.dropped


@pytest.mark.parametrize(
    "rules",
    [
        ["treatment 1A: latent; spells X; several readings", "slot free1: r1c1 r2c2"],
        ["treatment 1A 1D: plain, reversed; several readings"],
        ["treatment 1A 3A 1D: vigenere KEY; several readings"],
        ["board torus; bars r1c2A r2c1D r2c2A r2c2D"],
        ["board hexagon; bars r1c1R"],
    ],
)
def test_rules_of_other_files_are_written(rules: list[str]) -> None:
    data = {"schema": "satcross.puzzle/1", "grid": ["..", ".."], "rules": rules}
    losses = Losses("qxw")
    crossword = crossword_of_puzzle(data, "f", LATIN)
    again = read(write(crossword, losses), "f")
    words = sx.WordList.from_words(["abc", "ab"])
    puzzles = [sx.Puzzle(grid_of(one), words, Recorded(one).rules()) for one in (crossword, again)]
    assert not losses.dropped
    assert not losses.notes
    assert {str(rule) for rule in puzzles[0].rules} == {str(rule) for rule in puzzles[1].rules}


def test_lights_without_an_end_are_lost() -> None:
    crossword = crossword_of(sx.Grid(2, 2, (".",) * 4, board="torus"))
    losses = Losses("qxw")
    write(crossword, losses)
    assert list(losses.dropped.values()) == [
        "boards other than a rectangle (lights without an end are none in Qxw)"
    ]


@pytest.mark.skipif(not program(), reason="Qxw is not installed")
@pytest.mark.parametrize("seed", quick(range(1000, 1200), 8))
def test_qxw_and_satcross_agree(seed: int, tmp_path: Path) -> None:
    file, words, more = random_file(seed)
    path, deck = saved(file, words, tmp_path, more), tmp_path / "f.qxd"
    try:
        theirs = qxw_deck.filled(path, deck)
    except subprocess.SubprocessError:
        return  # a deck of no words, or too hard for it
    try:
        puzzle = sx.load_puzzle(path).with_rule("allow-repeats")  # it compares forms, not words
    except (GridError, sx.OptionError):
        return  # no word at all, or a dictionary without words
    ours = sx.fill(puzzle)
    if theirs is None:
        if isinstance(ours, sx.Impossible):
            return
        held = ours.unwrap().grid
        letters = {name: held.cells[held.position(name)] for name in cells_of(deck)}
        assert qxw_deck.filled(path, deck, given=letters) is not None
        return
    grid = puzzle.grid
    cells = list(grid.cells)
    for name, letter in theirs.items():
        cells[grid.position(name)] = letter if letter in LETTERS else cells[grid.position(name)]
    whole = sx.fill(sx.Puzzle(grid.with_cells(cells), puzzle.listed, puzzle.rules)).unwrap()
    assert not verify(grid, whole.grid, puzzle.listed, rules=puzzle.rules)


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def cells_of(deck: Path) -> set[str]:
    """The cells of a deck's words."""
    lines = deck.read_text(encoding="utf-8").splitlines()
    return {
        name
        for line in lines
        if line and line[0] not in ".#"
        for name in line.split()
        if name[0] != "="
    }
