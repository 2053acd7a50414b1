"""The checker of codewords against brute force over all keys, and its faults."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import permutations

import pytest
from support.seeds import quick

import satcross as sx
from satcross.errors import VerificationError
from satcross.kinds.codeword import task as construct
from satcross.kinds.codeword.faults import codeword_faults, other_solution
from satcross.kinds.codeword.puzzle import Codeword
from satcross.kinds.codeword.task import CodewordTask, MadeCodeword, check_codeword
from satcross.task import Deadline, DeadlinePassedError

ABCD = sx.Alphabet("ABCD")


def solutions(rows: list[str], words: set[str], given: dict[str, str]) -> int:
    """How many substitutions of the letters in `rows` make distinct words of all runs."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    runs = re.findall("[a-d]{2,}", " ".join(rows + columns))
    held = sorted(set("".join(runs)))
    n_found = 0
    for letters in permutations("ABCD", len(held)):
        key = dict(zip(held, letters, strict=True))
        spelled = ["".join(key[one] for one in run) for run in runs]
        is_one = words.issuperset(spelled) and len(set(spelled)) == len(spelled)
        n_found += is_one and all(key.get(one, letter) == letter for one, letter in given.items())
    return n_found


@pytest.mark.parametrize("seed", quick(range(2000), 100))
def test_other_solutions_are_those_of_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(1, 4), rng.randint(2, 4)
    rows = ["".join(rng.choice("abcd#") for _ in range(n_cols)) for _ in range(n_rows)]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    runs = re.findall("[a-d]{2,}", " ".join(rows + columns))
    if not runs or len(set(runs)) < len(runs):
        return
    words = {run.upper() for run in runs}
    for run in runs * rng.randint(0, 2):
        mixed = dict(zip("abcd", rng.sample("ABCD", 4), strict=True))
        words.add("".join(mixed[one] for one in run))
    listed = sx.WordList.from_words(sorted(words), alphabet=ABCD)
    grid = sx.Grid(n_rows, n_cols, tuple("".join(rows).upper()))
    fill = next(iter(sx.enumerate_fills(sx.Puzzle(grid, listed))))
    codeword = Codeword.of_fill(fill, seed)
    key = codeword.key(fill)
    given = {number: key[number] for number in rng.sample(sorted(key), rng.randint(0, 1))}
    assert codeword_faults(fill.grid, codeword.numbers, given, listed) == []
    other = other_solution(fill.grid, codeword.numbers, given, listed)
    n = solutions(rows, words, {letter.lower(): letter for letter in given.values()})
    assert (other is not None) == (n > 1)
    assert n == sx.count(replace(codeword, given=given).puzzle(listed)).unwrap().n


def test_each_fault_is_found() -> None:
    words = sx.WordList.from_words(["cat", "arc", "tot", "cob"])
    cat, tot = sx.Grid.parse("CAT"), sx.Grid.parse("TOT")
    assert codeword_faults(cat, [1, 2, 3], {}, words) == []
    assert codeword_faults(tot, [1, 2, 3], {}, words) == ["r1c3 has 3, but T is 1"]
    assert codeword_faults(cat, [1, 2, 1], {}, words) == ["r1c3 holds T, but 1 is C"]
    assert codeword_faults(cat, [1, 2, 0], {}, words) == ["r1c3 has no number"]
    assert codeword_faults(cat, [1, 2, 3], {1: "A"}, words) == ["1=A is given, but 1 is C"]
    assert codeword_faults(cat, [1, 2, 3], {4: "A"}, words) == ["4=A is given, but 4 is None"]
    rows = sx.Grid.parse("CAT\n###\nCAT\n###\nTAC")
    numbers = [1, 2, 3, 0, 0, 0, 1, 2, 3, 0, 0, 0, 3, 2, 1]
    assert codeword_faults(rows, numbers, {}, words) == [
        "2A CAT is also at 1A",
        "3A TAC is not in the word list",
    ]


def test_a_codeword_with_two_solutions_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    words = sx.WordList.from_words(["cat", "arc"])
    fill = sx.fill("...", words).unwrap()
    made = MadeCodeword(Codeword.of_fill(fill), fill, 2)
    with pytest.raises(VerificationError, match="another solution: 1="):
        check_codeword(made, words)
    with pytest.raises(DeadlinePassedError):
        other_solution(fill.grid, made.codeword.numbers, {}, words, Deadline.after(0))
    monkeypatch.setattr(construct, "CHECK_S", 0.0)
    result = CodewordTask(sx.Puzzle("...", words), pangram=False).run()
    assert isinstance(result, sx.Stopped)
