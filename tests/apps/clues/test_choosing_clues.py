"""Clues for a crossword: which squares they are for, which are left, and that none stands twice."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from support.cli import run_cli
from support.tasks import little_work

import satcross as sx
from satcross.apps.clues.book import ClueBook
from satcross.apps.clues.choose import _all_different, answer_words, with_clues
from satcross.model.crossword import ACROSS, DOWN, Clue, Crossword, Square, crossword_of
from satcross.model.grid import Grid
from satcross.words.alphabets import parse_alphabet

# 1A CAT, 4A ORE, 5A TEN, 1D COT, 2D ARE, 3D TEN
GRID = "CAT\nORE\nTEN"
BOOK = [("cat", "Pet"), ("ore", "Mine find"), ("ten", "X"), ("ten", "Two fives"), ("are", "Exist")]


def names(clues: tuple[Clue, ...]) -> list[str]:
    return [f"{clue.label}{clue.direction[0]} {clue.answer} {clue.text}".strip() for clue in clues]


def crossword(text: str = GRID) -> Crossword:
    return crossword_of(Grid.parse(text))


def test_every_entry_gets_its_clue() -> None:
    clued, unclued = with_clues(crossword(), ClueBook.from_pairs(BOOK))
    told = names(clued.clues)
    assert told[:2] == ["1A CAT Pet", "4A ORE Mine find"]
    assert told[3:5] == ["1D COT", "2D ARE Exist"]
    assert sorted([told[2], told[5]]) in (
        ["3D TEN Two fives", "5A TEN X"],
        ["3D TEN X", "5A TEN Two fives"],
    )
    assert names(unclued) == ["1D COT"]
    assert replace(clued, clues=()) == replace(crossword(), clues=())


def test_written_clues_stay_unless_replaced() -> None:
    before = crossword()
    clues = list(before.clues)
    clues[0] = replace(clues[0], text="Mine & yours", markup="<i>Mine &amp; yours</i>")
    clues[3] = replace(clues[3], text="Small bed")
    before = replace(before, clues=tuple(clues))
    book = ClueBook.from_pairs(BOOK)
    kept, _ = with_clues(before, book)
    assert kept.clues[0] == before.clues[0]
    assert kept.clues[1].text == "Mine find"
    changed, unclued = with_clues(before, book, replace=True)
    assert (changed.clues[0].text, changed.clues[0].markup) == ("Pet", "")
    assert changed.clues[3].text == "Small bed"  # the book has nothing better
    assert unclued == ()


def test_a_written_clue_is_not_used_again() -> None:
    before = crossword("CAT\n###\nTEN")
    # By hand for CAT; "X" is also one of TEN's.
    before = replace(before, clues=(replace(before.clues[0], text="x "), before.clues[1]))
    for seed in range(6):
        clued, _ = with_clues(before, ClueBook.from_pairs(BOOK), seed=seed)
        assert [clue.text for clue in clued.clues] == ["x ", "Two fives"]
    # But a clue that stands twice is better than none.
    clued, unclued = with_clues(before, ClueBook.from_pairs([("ten", "X")]))
    assert [clue.text for clue in clued.clues] == ["x ", "X"]
    assert unclued == ()


def test_seeds_choose_and_repeat() -> None:
    pairs = [("cat", f"Clue {i}") for i in range(50)]
    book = ClueBook.from_pairs([*pairs, *BOOK[1:]])
    texts = [with_clues(crossword(), book, seed=seed)[0].clues[0].text for seed in range(20)]
    assert len(set(texts)) > 10
    assert texts == [
        with_clues(crossword(), book, seed=seed)[0].clues[0].text for seed in range(20)
    ]
    # What CAT gets does not depend on the rest of the puzzle.
    other = crossword("CAT\n###\n###")
    assert [with_clues(other, book, seed=s)[0].clues[0].text for s in range(20)] == texts


def test_different_clues_are_found_where_a_greedy_choice_fails() -> None:
    book = ClueBook.from_pairs(
        [("cat", "A"), ("cat", "B"), ("ore", "B"), ("ore", "C"), ("ten", "c")]
    )
    for seed in range(20):
        clued, _ = with_clues(crossword("CAT\n###\nORE\n###\nTEN"), book, seed=seed)
        assert [clue.text for clue in clued.clues] == ["A", "B", "c"]


def test_matching_is_maximum() -> None:
    rng = random.Random(8)
    for _ in range(300):
        offers = [rng.sample("ABCDE", rng.randint(0, 3)) for _ in range(rng.randint(1, 5))]
        chosen = _all_different(offers)
        got = [text for text in chosen if text is not None]
        assert len({text.casefold() for text in got}) == len(got)
        assert all(text is None or text in some for text, some in zip(chosen, offers, strict=True))
        best = max(
            len(set(pick) - {None})
            for pick in itertools.product(*[[None, *some] for some in offers])
            if len(set(pick) - {None}) == sum(text is not None for text in pick)
        )
        assert len(got) == best


def test_one_word_very_often() -> None:
    offers = [[f"Clue {i}" for i in range(200)]] * 4000 + [["Other"]]
    with little_work():  # looked at one by one, they would take minutes
        chosen = _all_different(offers)
    assert sorted(filter(None, chosen)) == sorted([*offers[0], "Other"])


def test_crossword_without_clues_gets_them_for_every_slot() -> None:
    bare = replace(crossword("CAT\nO#E\nT.N"), clues=())
    clued, unclued = with_clues(bare, ClueBook.from_pairs(BOOK))
    assert names(clued.clues) == ["1A CAT Pet", "3A", "1D COT", f"2D TEN {clued.clues[3].text}"]
    assert [clue.cells for clue in clued.clues] == [(0, 1, 2), (6, 7, 8), (0, 3, 6), (2, 5, 8)]
    assert names(unclued) == ["3A", "1D COT"]


def test_clues_without_cells_or_answers_are_located_by_label() -> None:
    bare = replace(
        crossword(),
        clues=(
            Clue(ACROSS, "1", ""),
            Clue(DOWN, "2", ""),
            Clue(DOWN, "9", ""),
            Clue("Odd", "1", ""),
        ),
    )
    clued, unclued = with_clues(bare, ClueBook.from_pairs(BOOK))
    assert clued.clues == (
        Clue(ACROSS, "1", "Pet"),
        Clue(DOWN, "2", "Exist"),
        *bare.clues[2:],
    )
    assert names(unclued) == ["9D", "1O"]


def test_own_labels_and_own_answers() -> None:
    squares = list(crossword().squares)
    squares[0] = replace(squares[0], label="A")
    own = replace(crossword(), squares=tuple(squares), clues=(Clue(ACROSS, "A", ""),))
    assert with_clues(own, ClueBook.from_pairs(BOOK))[0].clues[0].text == "Pet"
    blank = Crossword(1, 3, (Square(),) * 3, clues=(Clue(ACROSS, "1", "", answer="Té-n"),))
    assert with_clues(blank, ClueBook.from_pairs(BOOK[2:3]))[0].clues[0].text == "X"
    assert answer_words(blank, parse_alphabet("latin")) == {"TEN"}


def test_rebus_and_other_alphabets() -> None:
    heart = crossword("[HEART]S")
    assert answer_words(heart, parse_alphabet("latin")) == {"HEARTS"}
    clued, _ = with_clues(heart, ClueBook.from_pairs([("hearts", "Suit")]))
    assert clued.clues[0].text == "Suit"
    german = parse_alphabet("german")
    overs = crossword_of(Grid.parse("ÜBER", alphabet=german))
    book = ClueBook.from_pairs([("über", "Mehr als"), ("uber", "Taxi")], alphabet=german)
    assert with_clues(overs, book)[0].clues[0].text == "Mehr als"
    assert answer_words(overs, german) == {"ÜBER"}


PROGRAM = """
from satcross.apps.clues.book import ClueBook
from satcross.apps.clues.choose import with_clues
from satcross.model.crossword import crossword_of
from satcross.model.grid import Grid
pairs = [(w, f"{w} {i}") for w in ("cat", "ore", "ten", "cot", "are") for i in range(9)]
book = ClueBook.from_pairs(pairs)
crossword = crossword_of(Grid.parse("CAT\\nORE\\nTEN"))
for seed in range(5):
    print([clue.text for clue in with_clues(crossword, book, seed=seed)[0].clues])
"""


def test_same_under_every_hash_seed() -> None:
    root = Path(__file__).resolve().parents[3]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "77")
    }
    assert len(outputs) == 1
    assert outputs.pop().count("cat ") == 5


@pytest.mark.parametrize("n", [1, 2, 3])
def test_as_many_different_clues_as_there_are(n: int) -> None:
    book = ClueBook.from_pairs([("ten", f"Clue {i}") for i in range(n)])
    clued, _ = with_clues(crossword("TEN\n###\nTEN\n###\nTEN"), book)
    assert len({clue.text for clue in clued.clues}) == n
    assert all(clue.text for clue in clued.clues)


@pytest.mark.needs("apps/thematic")
def test_a_treated_entry_has_the_clue_of_its_word(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("tea\nant\ntee\nate\n")
    (tmp_path / "grid").write_text("A..\n.#.\n...\n")
    (tmp_path / "clues").write_text("tea\tA drink\naea\tNo word\n")
    asked = "fill", tmp_path / "grid", "-w", tmp_path / "words", "--rule", "treatment 1A: misprint"
    run_cli(*asked, "--clues", tmp_path / "clues", "-o", tmp_path / "a.json")
    first = sx.load_crossword(tmp_path / "a.json").crossword.clues[0]
    assert (first.answer, first.text) == ("AEA", "A drink")
