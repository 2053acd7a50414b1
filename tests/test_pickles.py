"""Pickles and copies of all that the library gives: equal, and no larger than need be."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from support.matrix import VALUES

import satcross as sx
from satcross.errors import InputError
from satcross.model.fill import Fill
from satcross.processes.channel import Codec
from satcross.tasks.checking import faults_of

LARGEST = 60_000  # bytes; the list below takes some 150,000, and the built-in one 2,600,000
GRID = "....\n....\n....\n...."


@pytest.fixture(scope="module")
def words() -> sx.WordList:
    return sx.WordList.builtin(max_words=8000)


@pytest.fixture(scope="module")
def puzzle(words: sx.WordList) -> sx.Puzzle:
    return sx.Puzzle(GRID, words)


def found(result: Any) -> Any:
    result.unwrap()
    return result


MAKE: dict[str, Callable[[sx.Puzzle], Any]] = {
    "found": lambda puzzle: found(sx.fill(puzzle)),
    "fill": lambda puzzle: sx.fill(puzzle).unwrap(),
    "best": lambda puzzle: sx.optimise(puzzle, time_limit_s=1),
    "some": lambda puzzle: list(islice(sx.enumerate_fills(puzzle), 20)),
    "impossible": lambda puzzle: sx.fill("Q...", puzzle.listed),
    "impossible, with evidence": lambda puzzle: sx.prove(puzzle, "proof"),
    "stopped": lambda puzzle: sx.count(puzzle, time_limit_s=0.01),
    "unique": sx.unique,
    "crossword": lambda puzzle: sx.crossword_of(sx.fill(puzzle).unwrap().grid),
    "pattern": lambda _: next(sx.patterns(sx.pattern_rules("7x7", "mini"))),
    "made": lambda puzzle: found(sx.make("5x5", theme=[], words=sx.WordList.builtin())),
    "densest": lambda puzzle: sx.densest("4x4", words=puzzle.listed, time_limit_s=5),
    "layout": lambda _: found(sx.make_freeform(["cat", "tap", "pat"])),
    "word search": lambda _: found(sx.make_wordsearch(["cat", "tap"], "5x5")),
    "grid": lambda puzzle: puzzle.grid,
    "alphabet": lambda puzzle: puzzle.listed.alphabet,
    "rules": lambda puzzle: puzzle.with_rule("~1A=*S").rules,
}


@pytest.mark.parametrize("name", MAKE)
def test_a_pickle_is_equal_and_small(
    name: str, puzzle: sx.Puzzle, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    value = MAKE[name](puzzle)
    data = pickle.dumps(value)
    again = pickle.loads(data)
    assert again == value == copy.deepcopy(value) == copy.copy(value)
    assert repr(again) == repr(value)
    assert len(data) < LARGEST
    assert pickle.loads(pickle.dumps(again)) == value


def test_lists_and_puzzles_are_equal_by_what_they_hold(puzzle: sx.Puzzle) -> None:
    puzzle.listed.score("CAT")  # what was looked up is no part of it
    for value in (puzzle, puzzle.listed, sx.Puzzle(GRID, puzzle.listed, "rebus AB")):
        size = len(pickle.dumps(value))
        for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value)):
            assert again == value
            assert hash(again) == hash(value)
            assert len({again, value}) == 1
            assert abs(len(pickle.dumps(again)) - size) < size / 2
    cats = sx.WordList.from_words([("cat", 60), "dog"])
    assert cats == sx.WordList.from_words(["dog", ("cat", 60)], source="elsewhere")
    others: list[Any] = [["cat", "dog"], [("cat", 60)], [("c-at", 60), "dog"], [("cat", 60), "cow"]]
    for other in others:
        assert cats != sx.WordList.from_words(other)
    assert cats != "cats"
    one = sx.Puzzle("...\n...", cats)
    assert one == sx.Puzzle("...\n...", sx.WordList.from_words([("cat", 60), "dog"]))
    assert one != sx.Puzzle("...\n..C", cats)
    assert one != one.with_rule("~1A=*S")
    assert one != one.restricted(slots=[0])
    assert one != "one"


def test_a_fill_comes_back_with_all_that_is_said_of_it(puzzle: sx.Puzzle) -> None:
    fill = sx.fill(puzzle).unwrap()
    again = pickle.loads(pickle.dumps(fill))
    assert again.entries == fill.entries
    assert (again.score, again.lowest_score) == (fill.score, fill.lowest_score)
    assert str(again) == str(fill)
    assert not faults_of(again.puzzle, again.grid)
    assert sx.crossword_of(again.grid) == sx.crossword_of(fill.grid)
    assert again.puzzle.grid == puzzle.grid
    assert again["1A"] == fill["1A"]
    assert copy.deepcopy(fill).puzzle is puzzle


def questions(fill: Fill) -> Iterator[Callable[[], Any]]:
    puzzle = fill.puzzle
    yield lambda: sx.fill(puzzle)
    yield lambda: list(sx.enumerate_fills(puzzle))
    yield lambda: sx.count(puzzle)
    yield lambda: sx.unique(puzzle)
    yield lambda: sx.optimise(puzzle)
    yield lambda: sx.explain(puzzle)
    yield lambda: sx.letters(puzzle)
    yield lambda: sx.slot_words(puzzle, "1A")
    yield lambda: sx.compile_fills(puzzle)
    yield lambda: list(sx.sample(puzzle))
    yield lambda: sx.prove(puzzle, "proof")
    yield lambda: sx.fill(puzzle.grid, puzzle.listed)
    yield lambda: sx.fill(puzzle.keeping("1A"))
    yield lambda: sx.export(puzzle, "x.cnf")
    yield lambda: sx.minimal_givens(puzzle)


@pytest.mark.parametrize("number", range(15))
def test_nothing_is_proved_of_a_list_without_its_words(
    number: int, puzzle: sx.Puzzle, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    again = pickle.loads(pickle.dumps(sx.fill(puzzle).unwrap()))
    with pytest.raises(InputError, match="only the words of a fill that was pickled"):
        list(questions(again))[number]()
    assert sx.fill(sx.Puzzle(again.puzzle.grid, puzzle.listed, again.puzzle.rules)).unwrap()


@pytest.mark.parametrize("kind", VALUES)
def test_fills_by_every_rule_come_back(kind: str, words: sx.WordList) -> None:
    for text in VALUES[kind]:
        try:
            result = sx.fill(sx.Puzzle("...\n...\n...", words, text), time_limit_s=5)
        except InputError:
            continue  # it is of other grids
        if isinstance(result, sx.Found):
            again = pickle.loads(pickle.dumps(result.value))
            assert again == result.value
            assert again.entries == result.value.entries
            assert not faults_of(again.puzzle, again.grid), text


def test_a_channel_keeps_the_puzzle_of_a_fill(puzzle: sx.Puzzle) -> None:
    fill = sx.fill(puzzle).unwrap()
    here, there = Codec(), Codec()
    (received,) = there.feed(b"".join(here.first(fill, share=(sx.Puzzle, sx.WordList))))
    sent = there.take_first(received)
    assert sent.puzzle == puzzle
    (back,) = here.feed(b"".join(there.frame(sent)))
    assert back.puzzle is puzzle
