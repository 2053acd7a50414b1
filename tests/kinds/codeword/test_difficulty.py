"""What a solver of a codeword must do: each step is right; more letters never make it harder."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from support.cli import run_cli
from support.seeds import quick

import satcross as sx
from satcross.kinds.codeword.difficulty import (
    GUESS,
    KNOWN,
    LOOK_UP,
    SHARED,
    SINGLE,
    TECHNIQUES,
    Difficulty,
    SolverStep,
    difficulty_of,
    eased,
)
from satcross.kinds.codeword.faults import other_solution
from satcross.kinds.codeword.puzzle import Codeword
from satcross.kinds.codeword.task import CodewordTask, MadeCodeword
from satcross.pattern.presets import Preset, preset_rules
from satcross.task import Deadline, DeadlinePassedError


@cache
def every_word() -> sx.WordList:
    """What a solver may think of: words that are used, and rarer ones."""
    return sx.WordList.builtin(min_score=20)


@cache
def made_by(seed: int) -> MadeCodeword:
    pattern = next(iter(sx.patterns(preset_rules(Preset.BRITISH, 11, 11), seed=seed)))
    options = sx.SolverOptions(seed=seed)
    with CodewordTask(sx.Puzzle.of(pattern), options, solving=every_word()) as task:
        return task.run().unwrap()


def with_letters(made: MadeCodeword, n: int, seed: int) -> MadeCodeword:
    codeword, key = made.codeword, made.codeword.key(made.fill)
    given = random.Random(seed).sample(sorted(key), n)
    more = {**codeword.given, **{number: key[number] for number in given}}
    return replace(made, codeword=replace(codeword, given=more))


def fitting(numbers: list[int], letter_of: dict[int, str]) -> Iterator[str]:
    """Known words whose letters are equal just where the numbers are, and not used elsewhere."""
    for word, score in every_word().query("?" * len(numbers)):
        pairs = set(zip(numbers, word, strict=True))
        if score < KNOWN or not len(pairs) == len(set(numbers)) == len(set(word)):
            continue
        used = {letter: number for number, letter in letter_of.items()}
        if all(letter_of.get(n, one) == one and used.get(one, n) == n for n, one in pairs):
            yield word


def is_right(step: SolverStep, made: MadeCodeword, known: dict[int, str]) -> bool:
    """Whether the words that a step names are those that fit, and lead to its letters."""
    if step.technique in (LOOK_UP, GUESS) or not step.slots:
        return True
    left: list[set[str]] = []
    for name in step.slots:
        cells = made.fill.puzzle.slot(name.partition(" ")[0]).cells
        numbers = [made.codeword.numbers[cell] for cell in cells]
        words = {*fitting(numbers, known), made.fill[name.partition(" ")[0]].word}
        if len(step.slots) == 1:
            return words == set(step.words) and all(
                word[numbers.index(number)] == letter
                for word in words
                for number, letter in step.letters.items()
            )
        (number,) = step.letters
        left.append({word[numbers.index(number)] for word in words})
    return set.intersection(*left) == set(step.letters.values())


@pytest.mark.needs("apps/construct")
@pytest.mark.parametrize("seed", quick(range(40), 2))
def test_each_step_is_right(seed: int) -> None:
    made = with_letters(made_by(seed), seed % 4, seed)
    found = difficulty_of(made.codeword, made.fill, every_word())
    known = dict(made.codeword.given)
    for step in found.steps:
        assert is_right(step, made, known), str(step)
        assert not known.keys() & step.letters.keys()
        known |= step.letters
    assert known == made.codeword.key(made.fill)
    assert found.rating == max(step.technique for step in found.steps)
    assert sum(found.counts.values()) == len(found.steps)


@pytest.mark.needs("apps/construct")
@pytest.mark.parametrize("seed", quick(range(40), 3))
def test_more_letters_never_make_it_harder(seed: int) -> None:
    made = made_by(seed % 10)
    order = made.codeword.by_frequency()
    random.Random(seed).shuffle(order)
    key = made.codeword.key(made.fill)
    ratings = []
    for n in (0, 1, 2, 4, 8, 16, len(order)):
        given = {**made.codeword.given, **{number: key[number] for number in order[:n]}}
        asked = replace(made.codeword, given=given)
        ratings.append(difficulty_of(asked, made.fill, every_word()).rating)
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[-1] == SINGLE


@pytest.mark.parametrize("seed", quick(range(1000), 50))
def test_small_ones_are_solved_and_guesses_are_needed_for_several_solutions(seed: int) -> None:
    rng = random.Random(seed)
    letters = "ABCDE"[: rng.randint(2, 5)]
    rows = ["".join(rng.choice(f"{letters}#") for _ in range(4)) for _ in range(rng.randint(1, 4))]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    runs = re.findall(f"[{letters}]{{2,}}", " ".join(rows + columns))
    if not runs or len(set(runs)) < len(runs):
        return
    more = ["".join(rng.choice(letters) for _ in rng.choice(runs)) for _ in range(20)]
    words = sx.WordList.from_words([*runs, *more], alphabet=sx.Alphabet(letters))
    grid = sx.Grid(len(rows), 4, tuple("".join(rows)))
    fill = next(iter(sx.enumerate_fills(sx.Puzzle(grid, words))))
    codeword = Codeword.of_fill(fill, seed)
    key = codeword.key(fill)
    ratings = []
    for number in (0, *sorted(key)):
        if number:
            codeword = codeword.giving(fill, [codeword.numbers.index(number)])
        found = difficulty_of(codeword, fill, words)
        known = dict(codeword.given)
        for step in found.steps:
            known |= step.letters
        assert known == key
        ratings.append(found.rating)
        if other_solution(fill.grid, codeword.numbers, codeword.given, words) is not None:
            assert found.rating == GUESS
    assert ratings == sorted(ratings, reverse=True)


@pytest.fixture(scope="module")
def words_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("words") / "words.txt"
    path.write_text("".join(f"{word};{score}\n" for word, score in every_word().words()))
    return path


@pytest.mark.needs("apps/construct")
@pytest.mark.parametrize("wanted", quick(list(TECHNIQUES), 2))
def test_it_is_aimed_at(wanted: int, words_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "coded.txt"
    listed = "-w", words_file, "--min-score", KNOWN
    done = run_cli("codeword", "13x13", *listed, "--seed", 3, "--difficulty", wanted, "--steps", 2)
    assert done.code == 0
    assert f"\ndifficulty {wanted} of 5: " in done.err
    assert done.err.count("\n  ") == 2
    path.write_text(done.out)
    assert (
        run_cli("codeword", *listed, "--solve", path, "--steps", 2).err.splitlines()[1:]
        == (done.err.splitlines()[1:])
    )


def test_one_that_is_not_reached_is_the_nearest(tmp_path: Path) -> None:
    grid = tmp_path / "grid"
    grid.write_text("...\n...\n...\n")
    done = run_cli("codeword", grid, "--any-letters", "--difficulty", "5", "--format", "json")
    assert done.code == 1
    assert done.err.endswith("; 5 was not reached\n")
    found = json.loads(done.out)["difficulty"]
    assert found["rating"] < GUESS
    assert {step["technique"] for step in found["steps"]} <= {"single", "pattern", "shared letter"}
    done = run_cli("codeword", grid, "--difficulty", "6")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "must be from 1 to 5, got 6" in done.err


@pytest.mark.needs("apps/construct")
def test_it_stops() -> None:
    made = made_by(0)
    with pytest.raises(DeadlinePassedError):
        difficulty_of(made.codeword, made.fill, every_word(), Deadline.after(0))
    with pytest.raises(DeadlinePassedError):
        eased(made.codeword, made.fill, every_word(), 1, Deadline.after(0))


def test_steps_are_told() -> None:
    assert str(SolverStep(SINGLE, {1: "A"})) == "1=A: the last letter left"
    assert (
        str(SolverStep(SINGLE, {1: "A", 2: "B"}, ("3D",), ("ABBA",)))
        == "1=A 2=B: 3D can only be ABBA"
    )
    two = SolverStep(SHARED, {1: "A"}, ("3D", "4A"))
    assert str(two) == "1=A: the only letter that fits both 3D and 4A"
    assert str(SolverStep(GUESS, {1: "A"})) == "1=A: a guess among many letters"
    assert str(Difficulty((two, two))) == "difficulty 3 of 5: 2 shared letters"
    assert str(Difficulty(())) == "difficulty 1 of 5: all letters are given"


def test_another_alphabet() -> None:
    words = sx.WordList.from_words(["abcab", "bcabc"], alphabet=sx.Alphabet("ABC"))
    made = CodewordTask(sx.Puzzle(".....", words), difficulty=1).run().unwrap()
    assert made.difficulty is not None
    assert made.difficulty.rating == SINGLE
