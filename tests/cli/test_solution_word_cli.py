"""`--solution-word`: in all commands that write a puzzle, and in `check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pypdf import PdfReader
from support.cli import run_cli

import satcross as sx
from satcross.model.crossword import Crossword

LATTICE = ".....\n.#.#.\n.....\n.#.#.\n.....\n"
TOPICS = "volcano,It may erupt\nglacier\nriver\nmountain\ndesert\nisland\nforest\nvalley\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("grid.txt").write_text(LATTICE)
    Path("topics.csv").write_text(TOPICS)


def load(name: str) -> Crossword:
    return sx.load_crossword(name).crossword


def text_of(name: str) -> list[str]:
    return [page.extract_text() for page in PdfReader(name).pages]


@pytest.mark.parametrize("name", ["a.json", "a.ipuz", "a.jpz"])
def test_a_fill_has_the_letters_and_files_their_numbers(name: str) -> None:
    done = run_cli("fill", "grid.txt", "--solution-word", "Tea-set", "-o", name)
    assert done.code == 0, done.err
    assert done.err.startswith("solution word TEASET: r")
    assert load(name).solution_word == "TEASET"
    again = run_cli("check", name, "--solution-word", "teaset")
    assert (again.code, again.err) == (0, "solution word: TEASET\nright: 6 entries\n")
    wrong = run_cli("check", name, "--solution-word", "seat")
    assert (wrong.code, wrong.out) == (1, "the numbered squares spell T E A S E T, not SEAT\n")


def test_a_format_without_these_numbers_names_them() -> None:
    done = run_cli("fill", "grid.txt", "--solution-word", "tea", "-o", "a.puz")
    assert done.code == 2
    assert "puz cannot hold numbers of a solution word (r" in done.err
    assert not Path("a.puz").exists()
    done = run_cli("fill", "grid.txt", "--solution-word", "tea", "-o", "a.puz", "--lossy")
    assert done.code == 0
    assert "left out: numbers of a solution word" in done.err


def test_text_says_the_cells_beside_the_grid_and_json_in_it() -> None:
    text = run_cli("fill", "grid.txt", "--solution-word", "tea")
    data = json.loads(run_cli("fill", "grid.txt", "--solution-word", "tea", "--format", "json").out)
    cells = data["solution_word"]["cells"]
    assert data["solution_word"]["word"] == "TEA"
    assert text.err == f"solution word TEA: {' '.join(cells)}\n"
    grid = sx.Grid.parse(text.out)
    assert [grid.cells[grid.position(cell)] for cell in cells] == ["T", "E", "A"]


def test_several_fills_have_a_choice_each() -> None:
    done = run_cli("fill", "grid.txt", "--solution-word", "tea", "-n", "5", "--format", "json")
    for line in done.out.splitlines():
        data = json.loads(line)
        grid = sx.Grid.parse("\n".join(data["grid"]))
        cells = data["solution_word"]["cells"]
        assert [grid.cells[grid.position(cell)] for cell in cells] == ["T", "E", "A"]
    assert len(done.out.splitlines()) == 5


def test_any_word_of_the_list_stands_in_the_cells_that_are_named() -> None:
    cells = "r1c2 r3c4 r5c1 r5c4"
    done = run_cli("fill", "grid.txt", "--solution-word", f"*: {cells}", "-o", "a.json")
    assert done.code == 0, done.err
    word = load("a.json").solution_word
    assert done.err == f"solution word {word}: {cells}\n"
    assert word in sx.Puzzle.of(LATTICE).words


def test_a_word_of_letters_that_no_fill_has_is_proved_impossible() -> None:
    done = run_cli("fill", "grid.txt", "--solution-word", "zzzzzzzzzzzzzzzzzzzz")
    assert (done.code, done.out) == (20, "")
    done = run_cli("fill", "grid.txt", "--solution-word", "z" * 22)
    assert (done.code, "22 letters need more than 21 cells" in done.err) == (2, True)


def test_the_puzzle_does_not_show_the_word_and_the_solution_does() -> None:
    done = run_cli("fill", "grid.txt", "--solution-word", "tea", "-o", "a.pdf")
    assert done.code == 0
    puzzle, solution = text_of("a.pdf")
    assert "Solution word" in puzzle
    assert "TEA" not in puzzle.partition("Solution word")[2].replace(" ", "")
    assert "TEA" in solution.partition("Solution word")[2].replace(" ", "")


def test_a_codeword_has_one_too() -> None:
    done = run_cli("codeword", "9x9", "--any-letters", "--solution-word", "lemon", "-o", "a.ipuz")
    assert done.code == 0, done.err
    crossword = load("a.ipuz")
    assert crossword.solution_word == "LEMON"
    assert all(square.label for square in crossword.squares if square.mark)
    assert run_cli("codeword", "--solve", "a.ipuz", "-n", "2").code == 0


def test_solvers_of_a_diagramless_know_that_its_squares_are_no_blocks() -> None:
    Path("toe.txt").write_text("####\n#TOE\n#A##\n#R##")
    options = ("toe.txt", "--told", "nothing", "--give", "cells")
    assert "given: r4c2=R; one grid" in run_cli("diagramless", *options).err
    done = run_cli("diagramless", *options, "--solution-word", "tar: r2c2 r3c2 r4c2")
    assert "given: nothing; one grid: proved" in done.err
    assert "r2c2=. r3c2=. r4c2=." in done.out
    done = run_cli("diagramless", *options, "--solution-word", "roe", "-o", "a.ipuz")
    assert "solution word ROE: r4c2 r2c3 r2c4\n" in done.err
    assert load("a.ipuz").solution_word == "ROE"
    printed = load("a.ipuz").as_printed(solved=False).squares
    assert [(at, square.mark) for at, square in enumerate(printed) if square.mark] == [
        (6, "2"), (7, "3"), (13, "1")
    ]  # fmt: skip
    assert not any(square.solution for square in printed)
    assert run_cli("diagramless", "--solve", "a.ipuz").err == "one grid: proved\n"


def test_made_sampled_and_best_grids_have_one_too() -> None:
    Path("words.txt").write_text("...\n#.#\n...\n")
    Path("few.txt").write_text("cat\nago\ntoe\nore\nate\n")
    for command in (
        "make 5x5 --solution-word tea -o a.json",
        "sample words.txt -w few.txt -n 1 --solution-word tea -o a.json",
        "optimise grid.txt --time-limit 5 --solution-word tea -o a.json",
    ):
        Path("a.json").unlink(missing_ok=True)
        done = run_cli(*command.split())
        assert done.code in (0, 124), done.err
        assert load("a.json").solution_word == "TEA"


def test_a_layout_of_given_words_has_one_where_they_have_its_letters() -> None:
    done = run_cli("freeform", "topics.csv", "--solution-word", "gravel", "-o", "a.json")
    assert done.code == 0, done.err
    assert load("a.json").solution_word == "GRAVEL"
    done = run_cli("freeform", "topics.csv", "--solution-word", "pizza")
    assert (done.code, done.out) == (2, "")
    assert "the words have too few letters for pizza: P (0 of 1), Z (0 of 2)" in done.err


def test_a_layout_whose_crossings_take_the_letters_is_not_shown() -> None:
    Path("two.csv").write_text("cat\nact\n")
    done = run_cli("freeform", "two.csv", "--solution-word", "catact")
    assert (done.code, done.out) == (20, "")
    assert "no layout that is as good has the letters of catact" in done.err


def test_finished_files_are_marked_when_they_are_converted_or_drawn() -> None:
    run_cli("fill", "grid.txt", "-o", "plain.ipuz")
    letter = load("plain.ipuz").squares[0].solution
    done = run_cli("convert", "plain.ipuz", "a.json", "--solution-word", letter)
    assert (done.code, load("a.json").solution_word) == (0, letter)
    done = run_cli("convert", "plain.ipuz", "a.json", "--solution-word", "*: r1c2 r5c1")
    assert done.code == 0, done.err
    done = run_cli("render", "plain.ipuz", "-o", "a.svg", "--solution-word", letter)
    assert done.code == 0
    assert "Solution word" in Path("a.svg").read_text()
    done = run_cli("convert", "plain.ipuz", "b.json", "--solution-word", "猫")
    assert (done.code, Path("b.json").exists()) == (2, False)
    assert "1 to 64 letters of the alphabet" in done.err


def test_a_puzzle_file_and_a_batch_have_the_rule() -> None:
    Path("puzzle.json").write_text(
        json.dumps(
            {
                "schema": "satcross.puzzle/1",
                "grid": LATTICE.split(),
                "solution_word": "tea",
            }
        )
    )
    done = run_cli("fill", "puzzle.json", "-o", "a.json")
    assert done.code == 0, done.err
    assert load("a.json").solution_word == "TEA"
    Path("jobs.jsonl").write_text('{"grid": "grid.txt", "solution_word": "tea"}\n')
    result = json.loads(run_cli("batch", "jobs.jsonl", "--cluster", "local:1").out)
    grid = sx.Grid.parse("\n".join(result["grid"]))
    cells = result["solution_word"]["cells"]
    assert [grid.cells[grid.position(cell)] for cell in cells] == ["T", "E", "A"]


def test_numbers_that_are_wrong_are_faults() -> None:
    run_cli("fill", "grid.txt", "--solution-word", "tea", "-o", "a.json")
    text = Path("a.json").read_text().replace('"mark": "3"', '"mark": "4"')
    Path("a.json").write_text(text)
    done = run_cli("check", "a.json")
    assert (done.code, done.out) == (1, "no square has the number 3 of the solution word\n")


def test_commands_without_a_word_say_why() -> None:
    for name, why in (
        ("theme", "its grids are not filled"),
        ("wordsearch", "--message TEXT hides"),
        ("acrostic", "solvers find a quotation"),
    ):
        done = run_cli(name, "grid.txt", "--solution-word", "tea")
        assert (done.code, len(done.err.splitlines())) == (2, 1)
        assert f"--solution-word: {name} has no such option: " in done.err
        assert why in done.err
