"""Fill-ins and jigsaws: made, read, written and solved, against brute force."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli, run_refused
from support.seeds import quick
from support.tasks import check_task

import satcross as sx
from benchmarks.kinds.fillin import Cells, runs_of
from satcross import Reason
from satcross.kinds.fillin import JIGSAW, make
from satcross.kinds.fillin.faults import fillin_faults
from satcross.kinds.fillin.make import FillInOptions, maker_of
from satcross.kinds.fillin.puzzle import fillin_of, fillin_of_crossword, misfit
from satcross.kinds.fillin.task import FillInTask, MadeFillIn, number_puzzle
from satcross.model.crossword import Clue
from satcross.rooms import rooms
from satcross.words.alphabets import parse_alphabet

LATTICE = ".....\n.#.#.\n.....\n.#.#.\n....."


def placed(
    runs: Sequence[Cells],
    words: Sequence[str],
    held: dict[tuple[int, int], str],
) -> Iterator[dict[tuple[int, int], str]]:
    """The letters of all ways to put each word into a run of its own."""
    if not runs:
        yield held
        return
    for at, word in enumerate(words):
        cells = runs[0]
        if len(word) == len(cells):
            fits = all(held.get(c, x) == x for c, x in zip(cells, word, strict=True))
            if fits:
                more = held | dict(zip(cells, word, strict=True))
                yield from placed(runs[1:], [*words[:at], *words[at + 1 :]], more)


def random_rows(seed: int) -> list[str]:
    """A small filled grid, whose entries differ."""
    rng = random.Random(seed)
    while True:
        n_rows, n_cols = rng.randint(1, 4), rng.randint(2, 4)
        letters = "ABCD"[: rng.randint(2, 4)]
        share = rng.random() / 2
        rows = [
            "".join("#" if rng.random() < share else rng.choice(letters) for _ in range(n_cols))
            for _ in range(n_rows)
        ]
        words = ["".join(rows[r][c] for r, c in run) for run in runs_of(rows)]
        if words and len(set(words)) == len(words):
            return rows


@pytest.mark.parametrize("seed", quick(range(2000), 30))
def test_solutions_and_fewest_entries_are_those_of_brute_force(seed: int) -> None:
    rows = random_rows(seed)
    runs = runs_of(rows)
    letters = {cell: rows[cell[0]][cell[1]] for run in runs for cell in run}
    words = ["".join(letters[cell] for cell in run) for run in runs]
    grid = sx.Grid.parse("\n".join(rows), hex_patterns=False)
    asked = fillin_of(grid.without_letters(), words)
    assert not misfit(asked)
    ways = list(placed(runs, words, {}))
    assert len(list(sx.enumerate_fills(asked))) == len(ways)
    others = [way for way in ways if way != letters]
    fewest = next(
        n
        for n in range(len(runs) + 1)
        for some in combinations(runs, n)
        if all(any(way[c] != letters[c] for run in some for c in run) for way in others)
    )
    n_given = min(seed % 3, len(runs))
    made = FillInTask(sx.Puzzle(grid, ["ab"]), n_given=n_given).run()
    assert isinstance(made, sx.Best)
    assert (made.objective, made.bound) == (fewest, fewest)
    assert len(made.value.given) == max(fewest, n_given)
    assert [str(one) for one in sx.enumerate_fills(made.value.puzzle)] == [str(made.value.fill)]


def test_they_stop_and_go_on() -> None:
    puzzle = sx.Puzzle.of(LATTICE)
    check_task(lambda: FillInTask(puzzle), final=lambda result, _: result.is_proved)


def made_of(grid: str, n_given: int = 0) -> MadeFillIn:
    result = FillInTask(sx.Puzzle(grid, sx.WordList.builtin()), n_given=n_given).run()
    assert isinstance(result, sx.Best)
    return result.value


def test_the_checker_finds_what_is_wrong() -> None:
    made = made_of("CAT\nA#O\nPIE", n_given=1)
    right = made.crossword()
    assert fillin_faults(right) == []
    clues = list(right.clues)
    changes: list[dict[str, Any]] = [
        {"clues": clues[1:]},
        {"clues": [*clues, clues[0]]},
        {"clues": [*clues, Clue("3", "", "DOG", answer="DOG")]},
        {"clues": [replace(clues[0], direction="4"), *clues[1:]]},
        {"clues": [replace(clues[0], text="DOG"), *clues[1:]]},
        {"squares": [replace(right.squares[0], label="1"), *right.squares[1:]]},
        {"squares": [replace(right.squares[0], solution=""), *right.squares[1:]]},
        {"squares": [replace(right.squares[0], solution="B"), *right.squares[1:]]},
    ]
    for change in changes:
        changed: dict[str, Any] = {name: tuple(value) for name, value in change.items()}
        assert fillin_faults(replace(right, **changed)), change
    assert fillin_faults(made.crossword([])) == []
    assert fillin_faults(replace(made.crossword([]), clues=right.clues[1:]))


def test_own_files_keep_it(tmp_path: Path) -> None:
    made = made_of(LATTICE, n_given=1)
    path = tmp_path / "fillin.json"
    written = sx.crossword_of(made.fill.grid).clues
    for clues in (None, written):
        crossword = made.crossword(clues)
        sx.save_crossword(crossword, path, format_name="satcross")
        again = sx.load_crossword(path).crossword
        assert again == crossword
        asked = fillin_of_crossword(again, sx.LATIN, "file")
        assert (asked.grid, list(asked.words.words())) == (
            made.puzzle.grid,
            list(made.puzzle.words.words()),
        )
        if "apps/interchange" not in rooms():
            continue
        sx.save_crossword(crossword, path, format_name="ipuz", lossy=True)
        assert (clues is None) == ("cells" not in path.read_text())  # where the words are
        with pytest.raises(sx.InputError):
            sx.save_crossword(crossword, tmp_path / "fillin.puz")


def test_clues_of_a_jigsaw_are_in_the_order_of_their_answers() -> None:
    made = made_of("CAT\nA#O\nPIE")
    told = {"CAT": "Pet", "PIE": "It has a crust", "CAP": "It has a peak", "TOE": "One of ten"}
    slots = sx.crossword_of(made.fill.grid).clues
    clues = [replace(clue, text=told[clue.answer]) for clue in slots]
    jigsaw = made.crossword(clues)
    assert jigsaw.kind is JIGSAW
    assert [(clue.label, clue.text) for clue in jigsaw.clues] == [
        ("", "It has a peak"), ("", "Pet"), ("", "It has a crust"), ("", "One of ten"),
    ]  # fmt: skip
    assert jigsaw.labelled() == jigsaw
    if "apps/solving" in rooms():
        assert "It has a peak (3)" in sx.html_of(jigsaw)
    labelled = made_of("ABED\n####\nBEDS\n####\nCAGE").crossword([])
    assert [clue.label for clue in labelled.clues] == ["A", "B", "C"]
    spanish = parse_alphabet("spanish")
    words = [list("ÑU"), list("NU"), list("OH")]
    rows = "\n##\n".join("".join(word) for word in words)
    puzzle = sx.Puzzle(
        sx.Grid.parse(rows, alphabet=spanish), sx.WordList.from_words([], alphabet=spanish)
    )
    listed = FillInTask(puzzle).run().value.crossword([])  # type: ignore[union-attr]
    assert [clue.answer for clue in listed.clues] == ["NU", "ÑU", "OH"]


@pytest.mark.parametrize("seed", range(5))
def test_numbers_differ_and_have_one_solution(seed: int) -> None:
    pattern = sx.Grid.parse(LATTICE)
    puzzle = number_puzzle(pattern, seed)
    assert isinstance(puzzle, sx.Puzzle)
    made = FillInTask(puzzle).run()
    assert isinstance(made, sx.Best)
    numbers = [entry.word for entry in made.value.fill.entries]
    assert len(set(numbers)) == len(numbers)
    assert all(number.isdecimal() and number[0] != "0" for number in numbers)
    assert number_puzzle(pattern, seed).grid == puzzle.grid  # type: ignore[union-attr]


def test_there_may_be_too_few_numbers() -> None:
    pattern = sx.Grid.parse("\n###########\n".join(["..#..#..#.."] * 23))
    assert isinstance(number_puzzle(pattern), sx.Impossible)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "paper.txt: the grid is empty"),
        ("...\n", "paper.txt: there are no words"),
        ("...\n\ncat cat\n", "paper.txt:3: 'cat' is the same word as on line 3"),
        ("...\n\ncat\n3: dog, c4t\n", "paper.txt:4: 'c4t' is not made of letters"),
        ("...\n..\n\ncat\n", "paper.txt:2:3: this row has 2 cells"),
        (f"...\n\n{'a' * 300}\n", "has more than 64 letters"),
    ],
)
def test_bad_text_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "paper.txt"
    path.write_text(text)
    assert said in run_refused("fillin", "--solve", path)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("...\n\ncat dog", 20, "proved: 1 slot of 3 cells and 2 words of that length"),
        ("...\n\nhouse", 20, "proved: 1 slot of 3 cells and 0 words of that length"),
        ("CAT\n\ndog", 20, "1A CAT is given, and is none of the words"),
        (".A.\n\ndog", 20, "no solution: proved"),
        ("...\n###\n...\n\ncat dog", 0, "2 solutions, no others"),
        ("C..\n###\n...\n\n3: cat\ndog", 0, "one solution"),
    ],
)
def test_papers_are_solved(text: str, code: int, said: str, tmp_path: Path) -> None:
    path = tmp_path / "paper.txt"
    path.write_text(text)
    done = run_cli("fillin", "--solve", path, "-n", "5")
    assert done.code == code
    assert said in done.err


@pytest.mark.parametrize(
    "options",
    [["--rule", "1A=CAT"], ["--min-length", "3"], ["--min-length", "1"], ["--rebus", "HE"]],
)
def test_rules_are_refused_where_one_is_solved(options: list[str]) -> None:
    error = run_refused("fillin", "--solve", "-", *options, stdin="...\n\ncat")
    assert error.startswith(f"satcross: {options[0]}: each word is placed once")
    run_refused("fillin", "5x5", "--numbers", *options)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("grid").write_text(LATTICE + "\n")
    done = run_cli("fillin", "grid", "--givens", "1", "--seed", "3")
    assert (done.code, "one solution: proved" in done.err) == (0, True)
    Path("paper").write_text(done.out)
    assert run_cli("fillin", "--solve", "paper").err == "one solution\n"
    data = json.loads(
        run_cli("fillin", "grid", "--givens", "1", "--seed", "3", "--format", "json").out
    )
    assert (data["schema"], data["given"], len(data["words"]["5"])) == (
        "satcross.fillin/1", ["3D"], 6,
    )  # fmt: skip
    filled = "\n".join(data["fill"]["grid"])
    assert run_cli("fillin", "-", "--givens", "1", stdin=filled).out == done.out
    assert run_cli("fillin", "--solve", "grid", "-w", "paper").code in (0, 2)
    done = run_cli("fillin", "grid", "-n", "3", "-o", "f{}.json", "--jigsaw")
    assert (done.code, done.err.count("have no clue")) == (0, 3)
    grids = {str(sx.load_crossword(f"f{n}.json").crossword.squares) for n in (1, 2, 3)}
    assert len(grids) == 3
    assert run_cli("fillin", "--solve", "f2.json").err == "one solution\n"
    done = run_cli("fillin", "-", "-n", "2", stdin=filled)
    assert (done.code, "no other fill-in" in done.err) == (1, True)
    done = run_cli("fillin", "-", stdin="CAT\n###\nCAT\n")
    assert (done.code, "CAT is there twice" in done.err) == (2, True)
    assert run_cli("fillin", "5x5", "--allow-repeats").code == 2
    done = run_cli("fillin", "grid", "--preset", "nyt")
    assert (done.code, done.err.count("\n")) == (2, 1)
    for options in (
        ["--rebus", "HE"], ["--extra-slot", "x: r1c1-r3c3"], ["--allow-repeats"], ["--givens", "99"]
    ):  # fmt: skip
        run_refused("fillin", "grid", *options)


@pytest.mark.needs("apps/freeform")
def test_words_that_cross_are_laid_out(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    path.write_text("root,It drinks\nleaf,It makes sugar\ntree,It has both\n")
    done = run_cli("fillin", path, "--freeform", "--jigsaw")
    assert done.code == 0
    assert done.out.endswith("\nL It makes sugar (4)\nR It drinks (4)\nT It has both (4)\n")
    path.write_text("abc\ncde\nefg\n")
    narrow = run_cli("fillin", path, "--freeform", "--max-cols", "3")
    assert (narrow.code, max(map(len, narrow.out.split("\n\n")[0].split()))) == (0, 3)
    path.write_text("dog\nbird\nhorse\nsheep\n")
    done = run_cli("fillin", path, "--freeform")
    assert (done.code, "left out, as no place was found: DOG" in done.err) == (1, True)


def test_a_solution_word_is_told_and_marked(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text(".....\n.#.#.\n.....\n.#.#.\n.....\n")
    path = tmp_path / "a.json"
    asked = ("fillin", tmp_path / "grid.txt", "--solution-word", "teaset")
    assert run_cli(*asked).err.startswith("solution word TEASET: ")
    assert run_cli(*asked, "-o", path).code == 0
    assert run_cli("check", path).err == "solution word: TEASET\nright: 6 entries\n"


def test_a_grid_alone_is_solved_with_the_words_of_a_list() -> None:
    (fill,) = sx.solve_puzzle("fillin", "C.T\n.#.\n...\n", ["cat", "cab", "tee", "bee"])
    assert str(fill) == "CAT\nA#E\nBEE"
    with pytest.raises(sx.InputError, match="words are below the grid, and a list of words is"):
        list(sx.solve_puzzle("fillin", "C.T\n\ncat\n", ["cat"]))


def test_given_words_are_struck_out_in_the_list() -> None:
    made = sx.make_puzzle("fillin", "CAT\nA#E\nBEE", ["cat", "cab", "tee", "bee"], givens=1)
    found = made.unwrap()
    (given,) = (found.fill[name].word for name in found.given)
    struck = {clue.answer for clue in found.crossword.clues if clue.markup == f"<s>{clue.text}</s>"}
    assert struck == {given}
    assert {clue.markup for clue in found.crossword.clues if clue.answer != given} == {""}


def test_the_report_says_what_was_not_proved() -> None:
    maker = maker_of("CAT\nA#E\nBEE", ["cat", "cab", "tee", "bee"], FillInOptions(givens=1))
    best = sx.make_puzzle("fillin", "CAT\nA#E\nBEE", ["cat", "cab", "tee", "bee"], givens=1)
    assert isinstance(best, sx.Best)
    said = "4 words, 1 entry given (TEE); one solution: proved"
    assert maker.report(best) == [f"{said}, and no fewer do"]
    stopped = replace(best, bound=0, reason=Reason.TIME_LIMIT)
    assert maker.report(stopped) == [f"{said}; at least 0 are needed; stopped: time limit"]


def test_numbers_that_never_differ_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "number_puzzle", lambda *_: None)
    result = sx.make_puzzle("fillin", "...\n.#.\n...", numbers=True)
    assert isinstance(result, sx.Stopped)
    assert result.reason is Reason.GIVEN_UP
