"""Each encoding's assignments are exactly the fills, one assignment each."""

from __future__ import annotations

import random

import pytest
from support.brute_force import all_fills
from support.random_puzzles import random_puzzle
from support.seeds import quick

from satcross.cnf.formula import Formula
from satcross.encoding.decode import decode
from satcross.encoding.encode import ENCODINGS, Encoding, encode
from satcross.errors import DimacsError, OptionError
from satcross.model.consistency import arc_consistent
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.pysat import PysatBackend
from satcross.solve.backends.scramble import Scramble
from satcross.solve.protocol import Outcome
from satcross.words import WordList

Rows = tuple[str, ...]
MANY = 40  # fills that are looked at, at most


def session_of(formula: Formula) -> EagerSession:
    scramble = Scramble.identity(formula.n_vars)
    return EagerSession("minisat22", formula, PysatBackend("minisat22"), scramble)


def assignments_of(encoding: Encoding, limit: int) -> list[Fill]:
    """A fill for each assignment of all variables, auxiliaries included."""
    session = session_of(encoding.formula)
    fills: list[Fill] = []
    while len(fills) <= limit:
        answer = session.solve()
        if answer.outcome is Outcome.UNSAT:
            break
        assert answer.assignment is not None
        fills.append(decode(encoding, answer.assignment))
        values = answer.assignment.values
        session.add_clause([-v if values[v] else v for v in range(1, len(values))])
    session.close()
    return fills


def brute(puzzle: Puzzle, distinct: bool) -> set[Rows]:
    words = [word for word, _ in puzzle.words.words()]
    rows = str(puzzle.grid).split("\n")
    return all_fills(rows, words, puzzle.words.alphabet.letters, distinct=distinct)


@pytest.mark.parametrize("seed", quick(range(100), 13))
def test_assignments_are_the_fills(seed: int) -> None:
    puzzle = random_puzzle(10_000 + seed)
    distinct = random.Random(seed).choice([None, True, False])
    wanted = brute(puzzle, puzzle.distinct if distinct is None else distinct)
    for name in ENCODINGS:
        encoding = encode(puzzle, encoding=name, distinct=distinct)
        found = assignments_of(encoding, MANY)
        rows = [tuple(str(fill).split("\n")) for fill in found]
        if len(wanted) <= MANY:
            assert sorted(rows) == sorted(wanted), name
        else:
            assert set(rows) <= wanted, name
            assert len(set(rows)) == len(rows) == MANY + 1, name


def test_the_random_puzzles_are_of_all_kinds() -> None:
    sizes = [len(brute(puzzle, puzzle.distinct)) for puzzle in map(random_puzzle, range(40))]
    assert sum(size == 0 for size in sizes) > 3
    assert sum(0 < size <= MANY for size in sizes) > 8


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("distinct", [True, False])
def test_distinctness_can_be_overridden_either_way(encoding: str, distinct: bool) -> None:
    # With distinct words arc consistency takes AB from the second slot and nothing is left.
    words = WordList.from_words(["ab", "cd"])
    for default in (True, False):
        puzzle = Puzzle(Grid.parse("AB#..\n#####\n..#CD"), words, distinct=default)
        for problem in (puzzle, arc_consistent(puzzle)):
            encoded = encode(problem, encoding=encoding, distinct=distinct)
            assert encoded.puzzle.distinct is distinct
            assert len(assignments_of(encoded, 9)) == (0 if distinct else 4)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_no_word_for_a_slot_is_the_empty_clause(encoding: str) -> None:
    puzzle = Puzzle(Grid.parse("...\n###\n..."), WordList.from_words(["abc"]))
    encoded = encode(puzzle, encoding=encoding)
    assert list(encoded.formula) == [[]]
    assert session_of(encoded.formula).solve().outcome is Outcome.UNSAT
    assert encoded.n_clauses_by_constraint == {"slot has no word": 1}


def test_exempt_entries_cross_and_stay_distinct() -> None:
    words = WordList.from_words(["ac", "bd", "ad"])
    puzzle = Puzzle(Grid.parse("QX#\n.##\n###"), words)  # 1A is exempt, 1D must start with Q
    assert assignments_of(encode(puzzle), 9) == []
    words = WordList.from_words(["qd", "xe", "de"])
    puzzle = Puzzle(Grid.parse("QX\n.."), words)
    for name in ENCODINGS:
        assert [str(fill) for fill in assignments_of(encode(puzzle, encoding=name), 9)] == [
            "QX\nDE"
        ]
    twice = Puzzle(Grid.parse("QX\n##\nQX"), words)
    assert assignments_of(encode(twice), 9) == []
    assert len(assignments_of(encode(twice, distinct=False), 9)) == 1


def test_unknown_encoding() -> None:
    puzzle = Puzzle(Grid.parse(".."), WordList.from_words(["ab"]))
    with pytest.raises(OptionError, match=r"^encoding: there is no encoding 'log'; choose one"):
        encode(puzzle, encoding="log")


def test_tick_is_called_for_each_slot_and_can_stop_the_work() -> None:
    puzzle = Puzzle(Grid.parse("..\n.."), WordList.from_words(["ab", "ba", "aa", "bb"]))
    calls: list[int] = []
    encode(puzzle, tick=lambda: calls.append(1))
    assert len(calls) == 4

    def stop() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        encode(puzzle, tick=stop)


def test_decoding_refuses_what_does_not_satisfy_the_formula() -> None:
    puzzle = Puzzle(
        Grid.parse("..\n.."), WordList.from_words(["ab", "ba", "aa", "bb"]), distinct=False
    )
    encoding = encode(puzzle)
    fills = assignments_of(encode(puzzle), 99)
    assert fills
    answer = session_of(encoding.formula).solve().assignment
    assert answer is not None
    truth = bytearray(answer.truth)
    truth[answer.true_variables()[0]] = 0
    with pytest.raises(DimacsError, match="does not satisfy the formula: clause 1 is false"):
        decode(encoding, type(answer)(bytes(truth)))
