"""Codewords: made, read, written, and solved, against brute force."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from support.cli import run_cli, run_refused
from support.seeds import quick
from support.tasks import check_task

import satcross as sx
from satcross.cli.commands import own_names
from satcross.kinds.codeword import task as codeword
from satcross.kinds.codeword.most import MostSlotsTask
from satcross.kinds.codeword.puzzle import Codeword
from satcross.kinds.codeword.task import CodewordTask
from satcross.model.crossword import Square
from satcross.model.keys import key_of
from satcross.rooms import rooms

OF_OTHERS = pytest.mark.needs("apps/interchange")
_MADE = {"codeword", "fillin", "diagramless", "arrowword"}
LATTICE = ".....\n.#.#.\n.....\n.#.#.\n....."
TEXT = """\
 1  2  3  2  1
 3  # 10  # ~
 4  2  1  2  5

3=E 10=Q"""


def random_case(seed: int) -> tuple[Codeword, list[str], bool]:
    """A small codeword of a random filling, and a list with most of its words."""
    rng = random.Random(seed)
    while True:
        n_rows, n_cols = rng.randint(2, 3), rng.randint(2, 3)
        letters = "ABC"[: rng.randint(2, 3)]
        cells = [rng.choice([*letters * 2, "#"]) for _ in range(n_rows * n_cols)]
        rows = ["".join(cells[at : at + n_cols]) for at in range(0, len(cells), n_cols)]
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        runs = re.findall(f"[{letters}]{{2,}}", " ".join(rows + columns))
        if not runs:
            continue
        words = {run for run in runs if rng.random() < 0.8}
        words |= {"".join(rng.choice(letters) for _ in range(rng.choice([2, 3]))) for _ in "1234"}
        grid = sx.Grid.parse("\n".join(rows))
        number_of = {letter: n for n, letter in enumerate(sorted(set(cells) - {"#"}), 1)}
        numbers = tuple(number_of.get(cell, 0) for cell in cells)
        return Codeword(grid, numbers), sorted(words), rng.random() < 0.5


def best_of(puzzle: sx.Puzzle, codeword: Codeword, words: set[str], distinct: bool) -> int:
    """The fewest slots without a word of their own, by trying every key."""
    letters = puzzle.listed.alphabet.letters
    at = sorted({codeword.numbers[cell] for cell in puzzle.cells_in_slots})
    fewest = len(puzzle.slots)
    for key in product(letters, repeat=len(at)):
        if len(set(key)) < len(key):
            continue
        letter_of = dict(zip(at, key, strict=True))
        spelled = [
            "".join(letter_of[codeword.numbers[cell]] for cell in slot.cells)
            for slot in puzzle.slots
        ]
        held = [word for word in spelled if word in words]
        fewest = min(fewest, len(spelled) - len(set(held) if distinct else held))
    return fewest


@pytest.mark.parametrize("seed", quick(range(200), 25))
def test_most_slots_are_those_of_brute_force(seed: int) -> None:
    codeword, words, distinct = random_case(seed)
    listed = sx.WordList.from_words(words, alphabet=sx.Alphabet("ABC"))
    puzzle = codeword.puzzle(listed, [] if distinct else ["allow-repeats"])
    with MostSlotsTask(puzzle) as task:
        found = task.run()
    assert isinstance(found, sx.Best)
    assert found.objective == found.bound == len(found.value.free)
    assert found.objective == best_of(puzzle, codeword, set(words), distinct)
    assert (found.objective == 0) == isinstance(sx.fill(puzzle), sx.Found)


def test_text_is_read_as_it_is_written() -> None:
    codeword = Codeword.parse(TEXT)
    assert codeword.given == {3: "E", 10: "Q"}
    assert Codeword.parse(str(codeword)) == codeword
    assert codeword.grid.lines() == [".....", ".#.#~", "....."]


@pytest.mark.parametrize(
    "format_", [*(pytest.param(name, marks=OF_OTHERS) for name in ("ipuz", "jpz")), "satcross"]
)
def test_files_keep_it(format_: str, tmp_path: Path) -> None:
    fill = sx.fill(LATTICE, seed=2).unwrap()
    codeword = Codeword.of_fill(fill, 5).giving(fill, [0])
    path = tmp_path / "codeword"
    sx.save_crossword(codeword.crossword(fill), path, format_name=format_, lossy=True)
    again = sx.load_crossword(path).crossword
    assert Codeword.of_crossword(again) == codeword
    assert [square.solution for square in again.squares if square.solution] == [
        cell for cell in fill.grid.cells if cell != "#"
    ]


@pytest.mark.needs("apps/interchange", "apps/solving")
@pytest.mark.parametrize(
    ("file", "given"),
    [
        ("ipuz/corpus/coded.ipuz", {}),
        ("ipuz/corpus/coded_blank.ipuz", {7: "F", 10: "L"}),
        ("ipuz/corpus/coded_givens.ipuz", {7: "F", 10: "L"}),
        ("jpz/corpus/coded.jpz", {7: "F", 10: "L"}),
    ],
)
def test_codewords_of_other_programs_are_solved(
    file: str, given: dict[int, str], tmp_path: Path
) -> None:
    path = Path(__file__).parents[2] / "apps" / "interchange" / file
    codeword = Codeword.of_crossword(sx.load_crossword(path).crossword)
    assert codeword is not None
    assert (codeword.numbers[:5], codeword.given) == ((10, 1, 3, 1, 11), given)
    words = tmp_path / "words"
    # LOGOS, CHOSE and LOYAL across; LOCAL, GOOFY and STEAL down.
    words.write_text("logos\nchose\nloyal\nlocal\ngoofy\nsteal\n")
    done = run_cli("codeword", "--solve", path, "-w", words)
    assert done.code == 0
    assert done.err.startswith("one solution\ndifficulty ")
    assert done.out.startswith("LOGOS\nO#O#T\nCHOSE\nA#F#A\nLOYAL\n")
    page = sx.html_of(sx.load_crossword(path).crossword)
    assert page.count("<li data-number=") == len(set(codeword.numbers) - {0})


def test_text_has_bars() -> None:
    grid = sx.Grid.parse("..|.\n.-..\n...")
    codeword = Codeword(grid, (1, 12, 3, 4, 1, 3, 1, 1, 1), {4: "A"})
    assert str(codeword).splitlines()[:2] == [" 1  12|  3", " 4-  1   3"]
    assert Codeword.parse(str(codeword)) == codeword
    assert Codeword.parse("1 2|\n3- 4-").grid == sx.Grid.parse("..\n..")


def test_a_plain_crossword_is_none() -> None:
    assert key_of(sx.crossword_of(sx.Grid.parse(LATTICE)).labelled()) is None


@pytest.mark.parametrize("seed", quick(range(20), 3))
def test_one_solution_is_left(seed: int) -> None:
    words = sx.WordList.builtin(min_score=40)
    puzzle = sx.Puzzle(LATTICE, sx.WordList.builtin())
    options = sx.SolverOptions(seed=seed)
    made = CodewordTask(puzzle, options, solving=words, n_given=seed % 3, pangram=False).run()
    assert isinstance(made, sx.Best)
    assert made.is_proved
    value = made.value
    assert sx.check(puzzle, value.fill.grid) == []
    asked = value.codeword.puzzle(words)
    assert [str(one) for one in sx.enumerate_fills(asked)] == [str(value.fill)]
    assert len(value.codeword.given) == max(made.objective or 0, seed % 3)
    if seed % 3 == 0 and value.codeword.given:
        fewer = dict(list(value.codeword.given.items())[1:])
        less = Codeword(value.codeword.grid, value.codeword.numbers, fewer)
        assert not sx.unique(less.puzzle(words)).unwrap().is_unique


def test_they_stop_and_go_on() -> None:
    puzzle = sx.Puzzle.of(LATTICE)
    check_task(
        lambda: CodewordTask(puzzle, pangram=False),
        final=lambda result, _: result.is_proved,  # a fill of other words after a stop
    )
    lacking = sx.Puzzle("...\n...", ["cat", "dog", "to"])
    check_task(lambda: MostSlotsTask(lacking), final=lambda result, _: result.objective)


def test_all_letters_are_wanted() -> None:
    made = CodewordTask(sx.Puzzle.of("\n".join(["......"] * 2)), pangram=True).run().unwrap()
    assert len(set(made.codeword.numbers)) > 1  # 12 cells cannot have 26 letters
    letters = sx.Alphabet("ABCD")
    words = sx.WordList.from_words(["ab", "ac", "bd", "cd", "aa"], alphabet=letters)
    made = CodewordTask(sx.Puzzle("..\n..", words)).run().unwrap()
    assert set(made.fill.grid.cells) == set("ABCD")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 2\n3\n", "numbers.txt:2: the row has 1 cells and the first one 2"),
        ("1 x\n", "numbers.txt:1: 'x' is not a number from 1 to 999, # or ~"),
        ("1 2\n3=A\n", "numbers.txt: no cell has the number 3"),
        ("1 2\n1=A 2=A\n", "numbers.txt: a letter is given for two numbers"),
        ("1 2\n1=!\n", "numbers.txt:2: 1=!: ! is no letter"),
        ("1 2\n1=A 2=B\n1=A\n1=C\n", "numbers.txt:4: 1=C: 1 is A already"),
        ("\n", "numbers.txt: no row of numbers"),
        ("1 2\n0 4\n", "numbers.txt:2: '0' is not a number"),
        ("1 0001000\n", "numbers.txt:1: '0001000' is not a number"),
        (f"1 2\n{'1' * 5000}=E\n", "numbers.txt:2: '11111111111111111111' is not a number"),
    ],
)
def test_bad_text_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "numbers.txt"
    path.write_text(text)
    assert said in run_refused("codeword", "--solve", path)


@pytest.mark.parametrize(("labels", "given"), [("1 1 2", "AB"), ("1 2 2", "AA"), ("9 9 2", "")])
def test_files_that_are_nearly_one_are_drawn(labels: str, given: str) -> None:
    squares = [
        Square(
            solution=given[at : at + 1] or "Ł",
            given=at < len(given),
            label=label.replace("9", "9" * 5000),
        )
        for at, label in enumerate(labels.split())
    ]
    crossword = replace(sx.crossword_of(sx.Grid.parse("...")), squares=tuple(squares), clues=())
    assert key_of(crossword) is None
    assert sx.pdf_of(crossword)[:4] == b"%PDF"
    if "apps/solving" in rooms():
        assert "<html" in sx.html_of(crossword)


def test_options_of_the_puzzle_count_when_one_is_solved(tmp_path: Path) -> None:
    words, coded, gone = tmp_path / "words", tmp_path / "coded.txt", tmp_path / "gone"
    words.write_text("ab\nba\n")
    coded.write_text("1 2\n2 1\n")
    gone.write_text("ba\n")
    asked = ("codeword", "--solve", coded, "-w", words)
    assert run_cli(*asked).code == 20
    done = run_cli(*asked, "--allow-repeats", "-n", "5")
    assert (done.code, done.err) == (0, "2 solutions, no others\n")
    done = run_cli(*asked, "--allow-repeats", "--exclude", gone)
    assert (done.code, done.err.startswith("in no list: ")) == (20, True)


@pytest.mark.parametrize(
    "more",
    [
        pytest.param("--either-or=r1c2", marks=pytest.mark.needs("apps/thematic")),
        pytest.param("--reading=r1c2", marks=pytest.mark.needs("apps/thematic")),
        *("--rebus=AB", "--rule=cell a", "--rule=board torus"),
    ],
)
def test_what_is_no_codeword_is_not_solved(tmp_path: Path, more: str) -> None:
    path = tmp_path / "coded.txt"
    path.write_text("1 2 3\n# 2 #\n4 2 5\n")
    error = run_refused("codeword", "--solve", path, more)
    assert "a codeword has a rectangle of cells with one letter each" in error


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--allow-repeats"], "each word of a codeword comes once"),
        (["--min-length", "1"], "each run of two cells or more of a codeword has a word"),
        (["--rule", "treatment 1A: misprint"], "does not support the rule 'misprint in 1A'"),
        (["--givens", "9"], "the fill has 4 letters, and 9 are to be given"),
        (["--slot-list", "3D: none"], "there is no slot '3D'"),
    ],
)
def test_what_makes_no_codeword_is_refused(more: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("...\n.#.\n...\n")
    (tmp_path / "words").write_text("tee\nant\ntea\neat\n")
    more = [word.replace("none", str(tmp_path / "words")) for word in more]
    files = tmp_path / "grid", "-w", tmp_path / "words"
    assert said in run_refused("codeword", *files, "--any-letters", *more)


@pytest.mark.needs("apps/construct")
@pytest.mark.parametrize("command", sorted(_MADE.intersection(own_names())))
def test_a_list_for_some_slots_is_kept_where_a_size_is_given(command: str, tmp_path: Path) -> None:
    (tmp_path / "own").write_text("zebra\n")
    assert run_cli(command, "5x5", "--slot-list", f"slot: {tmp_path / 'own'}").code == 20


def test_more_numbers_than_letters_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "coded.txt"
    path.write_text(
        "\n".join(" ".join(f"{6 * row + at}" for at in range(1, 7)) for row in range(5))
    )
    done = run_cli("codeword", "--solve", path)
    assert (done.code, done.out) == (2, "")
    assert "30 numbers cannot stand for 26 letters" in done.err


def test_a_grid_of_standard_input_is_read_once() -> None:
    done = run_cli("codeword", "-", "--any-letters", "-n", "2", stdin=LATTICE)
    assert (done.code, done.err.count("one solution among")) == (0, 2)


def test_the_command(tmp_path: Path) -> None:
    grid, words, coded = tmp_path / "grid", tmp_path / "words", tmp_path / "coded.txt"
    grid.write_text(LATTICE + "\n")
    done = run_cli("codeword", grid, "--seed", "2", "--givens", "6")
    assert (done.code, done.out.count("=")) == (0, 6)
    assert re.search(r"letters, 6 letters given; one solution among [\d,]+ words: proved", done.err)
    coded.write_text(done.out)
    solved = run_cli("codeword", "--solve", coded)
    assert (solved.code, solved.err.partition("\n")[0]) == (0, "one solution")
    data = json.loads(run_cli("codeword", grid, "--seed", "2", "--format", "json").out)
    assert data["schema"] == "satcross.codeword/1"
    assert [row.replace(".", "") for row in data["grid"]] == ["", "##", "", "##", ""]
    assert "\n".join(data["fill"]["grid"]) == solved.out.partition("\n\n")[0]
    words.write_text("cat\ncot\ntoe\n")
    coded.write_text("1 2 3\n4 # 5\n3 5 6\n")
    done = run_cli("codeword", "--solve", coded, "-w", words)
    assert done.code == 20
    assert re.search(r"^in no list: \w+ \w+, \w+ \w+(, \w+ \w+)?; proved: no fewer\n$", done.err)
    done = run_cli("codeword", grid, "--letters", "é")
    assert (done.code, done.err.count("\n")) == (2, 1)


@pytest.mark.needs("apps/pictures")
def test_pictures_of_several(tmp_path: Path) -> None:
    grid = tmp_path / "grid"
    grid.write_text(LATTICE + "\n")
    done = run_cli("codeword", grid, "-n", "2", "-o", tmp_path / "a.pdf")
    assert done.code == 2
    done = run_cli("codeword", grid, "-n", "2", "-o", tmp_path / "a{}.pdf", "--any-letters")
    assert done.code == 0
    assert sorted(path.name for path in tmp_path.glob("*.pdf")) == ["a1.pdf", "a2.pdf"]


@pytest.mark.needs("apps/construct")
def test_a_preset_has_the_pattern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codeword, "CHECK_S", 600.0)  # for a busy machine
    made = run_cli("codeword", "7x7", "--preset", "barred", "--any-letters")
    assert made.code == 0
    assert "|" in made.out
    assert "#" not in made.out
    path = tmp_path / "grid.txt"
    path.write_text(LATTICE)
    assert "--preset: it is for a size" in run_refused("codeword", path, "--preset", "nyt")
