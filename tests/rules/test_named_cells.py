"""Cells beside the rectangle: every way to list fills, against brute force, and all forms."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from support.cli import run_cli
from support.fills_agree import check_letters
from support.path_puzzles import brute_force, check_encoding, check_engines, fillings
from support.seeds import quick

import satcross as sx
from satcross.errors import GridError
from satcross.formats.reading import file_of
from satcross.model.alphabet import Alphabet
from satcross.model.cellnames import MAX_NAMED
from satcross.model.crossword import crossword_of, with_fill
from satcross.model.puzzle import Puzzle
from satcross.rules import rule_of_text
from satcross.tasks.checking import faults_of
from satcross.words import WordList

pytestmark = pytest.mark.usefixtures("solvers_in_process")

STAR = Path(__file__).parents[2] / "examples" / "star.json"


def make(seed: int) -> tuple[Puzzle, list[str]]:
    """A tiny puzzle with cells beside a rectangle, or on a board without one, and its words."""
    rng = random.Random(seed)
    while True:
        letters = "AB" if rng.random() < 0.5 else "ABC"
        n_rows, n_cols = rng.choice([(0, 1), (1, 2), (2, 2), (2, 3)])
        cells = [
            "#" if rng.random() < 0.2 else rng.choice([*".....", "A"])
            for _ in range(n_rows * n_cols)
        ]
        names = ["h", "Out", "rim"][: rng.randint(1, 3)]
        rules = [
            f"cell {name}{rng.choice(['', ' at -1 2.5'])}{' = b' if rng.random() < 0.2 else ''}"
            for name in names
        ]
        open_ = [f"r{at // n_cols + 1}c{at % n_cols + 1}" for at, c in enumerate(cells) if c != "#"]
        for name in ("one", "Two")[: rng.randint(1, 2)]:
            path = " ".join(rng.choice([*open_, *names]) for _ in range(rng.randint(2, 4)))
            rules.append(f"slot {name}: {path}")
        words = sorted({"".join(rng.choice(letters) for _ in range(n)) for n in (2, 3, 3, 4) * 9})
        rows = ["".join(cells[i : i + n_cols]) for i in range(0, len(cells), n_cols)]
        try:
            listed = WordList.from_words(words, alphabet=Alphabet(letters))
            return Puzzle(rows, listed, rules=rules, distinct=rng.random() < 0.4), words
        except GridError:  # a given letter that no word has
            continue


@pytest.mark.parametrize("seed", quick(range(60), 5))
def test_all_engines_find_the_fills(seed: int) -> None:
    check_engines(seed, *make(seed))


@pytest.mark.parametrize("encoding", ["support", "dawg"])
@pytest.mark.parametrize("seed", quick(range(100, 120), 5))
def test_all_encodings_have_the_fills(seed: int, encoding: str) -> None:
    check_encoding(encoding, *make(seed))


@pytest.mark.parametrize("seed", quick(range(200, 240), 5))
def test_the_checker_agrees(seed: int) -> None:
    puzzle, words = make(seed)
    right = set(brute_force(puzzle, words))
    for cells in fillings(puzzle):
        filled = puzzle.grid.with_cells(cells)
        assert (not faults_of(puzzle, filled)) == (cells in right)
        # The rules alone say what the template has.
        bare = puzzle.grid.rectangle()
        about = (puzzle.listed, puzzle.distinct)
        faults = sx.verify(bare, filled, about[0], distinct=about[1], rules=puzzle.rules)
        assert (not faults) == (cells in right)


@pytest.mark.parametrize("seed", quick(range(300, 340), 5))
def test_letters_are_those_of_the_fills(seed: int) -> None:
    puzzle, words = make(seed)
    check_letters(puzzle, set(brute_force(puzzle, words)))


@pytest.mark.needs("apps/store")
@pytest.mark.parametrize("seed", quick(range(300, 340), 5))
def test_stores_are_those_of_the_fills(seed: int) -> None:
    puzzle, words = make(seed)
    right = set(brute_force(puzzle, words))
    found = sx.compile_fills(puzzle)
    if right:
        again = sx.FillStore.from_bytes(found.unwrap().to_bytes())
        assert {one.grid.cells for one in again} == right
        assert again.puzzle.grid == puzzle.grid
    else:
        assert isinstance(found, sx.Impossible)


@pytest.mark.parametrize("seed", quick(range(400, 420), 5))
def test_files_have_the_cells(seed: int, tmp_path: Path) -> None:
    puzzle, words = make(seed)
    sx.save_puzzle(puzzle, tmp_path / "a.json")
    again = sx.load_puzzle(tmp_path / "a.json")
    assert (again.grid, again.rules) == (puzzle.grid, puzzle.rules)
    for cells in list(brute_force(puzzle, words))[:3]:
        filled = puzzle.grid.with_cells(cells)
        made = with_fill(crossword_of(puzzle.grid), filled)
        (tmp_path / "b.json").write_bytes(file_of(made, "satcross").data)
        assert sx.grid_of(sx.load_crossword(tmp_path / "b.json").crossword) == filled


LISTED = WordList.from_words(["ab", "ba", "aa", "bb", "abb", "bab", "aba"], alphabet=Alphabet("AB"))


def puzzle_of(*rules: str) -> Puzzle:
    return Puzzle("...\n...", LISTED, rules=rules, distinct=False)


def test_rules_name_the_cells() -> None:
    puzzle = puzzle_of("cell h1", "cell B2", "slot nina: r1c1 H1 b2")
    h1, b2 = (puzzle.grid.position(name) for name in ("h1", "B2"))
    assert (h1, b2) == (6, 7)
    every = {fill.grid.cells for fill in sx.enumerate_fills(puzzle)}
    for rule, holds in (
        ("h1=A", lambda cells: cells[h1] == "A"),
        ("~H1=[BA]", lambda cells: False),
        ("same-letter h1 b2", lambda cells: cells[h1] == cells[b2]),
        ("different-letters r1c1 h1", lambda cells: cells[0] != cells[h1]),
        (sx.rules.rule_of_text("h1=B"), lambda cells: cells[h1] == "B"),
    ):
        found = {fill.grid.cells for fill in sx.enumerate_fills(puzzle.with_rule(rule))}
        assert found == {cells for cells in every if holds(cells)}, rule


def test_letters_stay_and_are_freed_by_names() -> None:
    puzzle = puzzle_of("cell h1 = a", "cell rim = b", "slot nina: h1 r1c1 rim")
    assert puzzle.grid.beside() == {"h1": "A", "rim": "B"}
    assert puzzle.keeping("rim").grid.beside() == {"h1": ".", "rim": "B"}
    freed = puzzle.freeing("rim")
    assert freed.grid.beside() == {"h1": "A", "rim": "."}
    assert [str(rule) for rule in freed.rules if rule.kind in ("cell", "slot")] == [
        "cell h1 = A",
        "cell rim",
        "slot nina: h1 r1c1 rim",
    ]
    with pytest.raises(sx.OptionError, match="not a rectangle"):
        puzzle.freeing("r1c1-rim")


def test_a_grid_with_such_cells_brings_their_rules() -> None:
    first = puzzle_of("cell h1", "cell a at 3 0", "slot nina: r1c1 h1 a")
    fill = sx.fill(first).unwrap()
    again = Puzzle(fill.grid, LISTED, rules="slot nina: r1c1 h1 a", distinct=False)
    assert again.grid == fill.grid
    assert again.rules[1].to_text().startswith("cell h1 = ")
    assert sx.fill(again).unwrap() == fill


def test_names_of_cells_are_read_in_capitals_and_hold_sets_beside_rebus() -> None:
    rules = ["cell h", "slot x: r1c2 h", "rebus BA", "allow-repeats"]
    puzzle = sx.Puzzle("..", ["ab", "bab", "aba"], rules=rules)
    for text in ("H=[AB]", "h=[AB]", "R1C1=A"):
        with_rule = puzzle.with_rule(text)
        at = with_rule.grid.position(text.partition("=")[0].lower())
        found = {one.grid.cells[at] for one in sx.enumerate_fills(with_rule)}
        every = {one.grid.cells[at] for one in sx.enumerate_fills(puzzle)}
        assert found == every & set("AB" if "[" in text else "A"), text


def test_an_equals_sign_makes_a_literal() -> None:
    assert str(rule_of_text("cell = Z")) == "cell=Z"
    assert str(rule_of_text("cell z = Z")) == "cell z = Z"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("cell", "must be a name"),
        ("cell r1c1", "cannot be the name of a cell"),
        ("cell 12A", "cannot be the name of a cell"),
        ("cell theme", "cannot be the name of a cell"),
        ("cell a-b", "cannot be the name of a cell"),
        ("cell a at 1", "must be a name"),
        ("cell a at 999 0", "must be at -200 to 200"),
        ("cell a = #", "cannot be a block or a void"),
        ("cell a = Z", "'Z' at a is not in the word list's alphabet"),
        (("cell a", "cell A at 1 1"), "two cells 'a'"),
        ("cell R2C03b", "r2c3b is the cell of the second text of r2c3; write 'two-readings r2c3'"),
        ("cell r1c1d", "write 'either-or r1c1'"),
        (("cell a", "slot A: r1c1 r1c2"), "a slot and a cell are called 'A'"),
        (("cell a", "slot one: r1c1 b"), "there is no cell 'b'; cells are r1c1 to r2c3 and a to a"),
        (("cell a", "a=A"), "cell a is in no slot"),
        (("cell a", "same-letter a r1c1"), "cell a is in no slot"),
    ],
)
def test_a_bad_cell_gets_one_line(rules: str | tuple[str, ...], said: str) -> None:
    with pytest.raises((sx.OptionError, GridError), match=said) as error:
        Puzzle("...\n...", LISTED, rules=rules)
    assert "\n" not in str(error.value)


def test_a_cell_is_not_called_as_a_light_of_the_board() -> None:
    rules = ["board marching-bands", "cell a1"]
    with pytest.raises(sx.OptionError, match="a slot and a cell are called 'a1'"):
        Puzzle("...\n...\n...", LISTED, rules=rules)


def test_there_is_a_limit_of_cells() -> None:
    rules = [f"cell h{n}" for n in range(MAX_NAMED)]
    assert len(Puzzle("..", LISTED, rules=rules).grid.named) == MAX_NAMED
    with pytest.raises(sx.OptionError, match="at most 2,000 cells with names"):
        Puzzle("..", LISTED, rules=[*rules, "cell more"])


def test_the_checker_says_which_cell_is_wrong() -> None:
    puzzle = puzzle_of("cell h1 = a", "slot nina: h1 r1c1 r1c2")
    fill = sx.fill(puzzle).unwrap().grid
    wrong = fill.with_cells([*fill.cells[:-1], "B"])
    assert any("h1 holds B, but A was given" in str(f) for f in faults_of(puzzle, wrong))
    assert [str(f) for f in faults_of(puzzle, fill.rectangle())] == ["the fill has no cell h1"]
    (fault,) = sx.verify(fill.rectangle(), fill, LISTED, distinct=False)
    assert str(fault) == "the template has no cell h1"
    faults = sx.verify(None, wrong, LISTED, distinct=False, rules=puzzle.rules)
    assert any("h1 holds B, but A was given" in str(f) for f in faults)


def test_pictures_show_cells_at_their_places_and_no_hidden_ones() -> None:
    puzzle = puzzle_of("cell h1", "cell out at 4 -1", "slot nina: r1c1 h1 out")
    fill = sx.fill(puzzle).unwrap()
    plain, drawn = sx.svg_of(fill.grid.rectangle()), sx.svg_of(fill)
    assert drawn.count("<text") == plain.count("<text") + 1
    size = [float(drawn.split(f'{side}="')[1].split("pt")[0]) for side in ("width", "height")]
    before = [float(plain.split(f'{side}="')[1].split("pt")[0]) for side in ("width", "height")]
    assert size[0] - before[0] == pytest.approx(2 * (size[1] - before[1]))
    for draw in (sx.png_of, sx.pdf_of):
        assert draw(fill)
    with pytest.raises((sx.OptionError, sx.FormatError), match="cells beside the rectangle"):
        sx.submission_of(fill)
    hidden = Puzzle([], LISTED, rules=["cell a", "cell b", "slot one: a b"])
    with pytest.raises(sx.OptionError, match="no cell has a place to draw"):
        sx.svg_of(hidden)


@pytest.mark.needs("apps/counting", "apps/letters", "apps/explain", "apps/pictures")
def test_the_commands_take_a_board_that_is_no_rectangle(tmp_path: Path) -> None:
    done = run_cli("fill", STAR, "--format", "json")
    found = json.loads(done.out)
    assert found["grid"] == []
    assert list(found["named"])[-1] == "hidden"
    assert {entry["row"] for entry in found["entries"]} == {None}
    assert run_cli("fill", STAR).out.splitlines()[-1].startswith("core ")
    listed = run_cli("fill", STAR, "--all", "--format", "json").out.count("\n")
    assert run_cli("count", STAR).out == f"{listed} fills\n"
    assert run_cli("letters", STAR).out.endswith("\nforced: z=R\n")
    assert "core" in run_cli("explain", STAR, "--rule", "hidden=Q").out
    for name in ("fill.svg", "fill.json", "fill.pdf"):
        assert run_cli("fill", STAR, "-o", tmp_path / name).code == 0
    assert run_cli("check", tmp_path / "fill.json", "--grid", STAR).code == 0
    converted = run_cli("convert", tmp_path / "fill.json", tmp_path / "fill.txt")
    assert "cannot hold a board" in converted.err
    assert run_cli("export", STAR, "-o", tmp_path / "a.cnf").code == 0


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("x", "a named cell must be a JSON object"),
        ({}, "cannot be the name of a cell"),
        ({"name": "h", "at": [1]}, "at must be"),
        ({"name": "h", "at": [1, 1e300]}, "at must be"),
        ({"name": "h", "at": [1, 900]}, "must be at -200 to 200"),
        ({"name": "h", "square": "#"}, "cannot be a block"),
        ({"name": "h", "square": 4}, "must be a JSON object"),
    ],
)
def test_a_damaged_file_gets_one_line(named: object, said: str, tmp_path: Path) -> None:
    data = {"schema": "satcross.crossword/1", "rows": 1, "cols": 2, "squares": [["A", "B"]]}
    (tmp_path / "a.json").write_text(json.dumps({**data, "named": [named]}))
    with pytest.raises(sx.FormatError, match=said):
        sx.load_crossword(tmp_path / "a.json")
    two = [{"name": "h", "square": "A"}] * 2
    (tmp_path / "a.json").write_text(json.dumps({**data, "named": two}))
    with pytest.raises(sx.FormatError, match="different names"):
        sx.load_crossword(tmp_path / "a.json")


@pytest.mark.parametrize("rows", [[], ["A."]])
def test_the_text_of_a_fill_is_no_other_grid(rows: list[str], tmp_path: Path) -> None:
    rules = ["cell a at 0 0 = A", "cell b at 1 1 = B", "slot x: a b", "allow-repeats"]
    fill = sx.fill(sx.Puzzle(rows, ["ab"], rules=rules)).unwrap()
    (tmp_path / "fill.txt").write_text(str(fill))
    done = run_cli("fill", tmp_path / "fill.txt")
    assert (done.code, done.err.count("\n")) == (2, 1)
