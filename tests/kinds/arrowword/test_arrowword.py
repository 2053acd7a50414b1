"""Arrow words: made, checked, drawn, written and read again."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from support.cli import run_cli, run_refused

from satcross.apps.clues.book import ClueBook
from satcross.apps.pictures.fonts import text_width
from satcross.apps.pictures.sheets import sheets_of
from satcross.apps.solving.html import html_of
from satcross.drawing.shapes import Polygon, ShapeGroup, Text
from satcross.drawing.style import Part, Style
from satcross.errors import GridError, OptionError
from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import format_named
from satcross.kinds.arrowword import ARROW_WORD
from satcross.kinds.arrowword.drawing import LEAST, fits
from satcross.kinds.arrowword.faults import arrow_faults
from satcross.kinds.arrowword.task import ArrowWordTask, arrow_word, with_clue
from satcross.model.arrows import arrows_of, clues_by_block
from satcross.model.crossword import Crossword, SquareKind
from satcross.model.grid import Grid
from satcross.model.kinds import CROSSWORD
from satcross.model.puzzle import Puzzle
from satcross.pattern.presets import Preset, preset_rules
from satcross.results import Found, Impossible
from satcross.solve.protocol import SolverOptions
from satcross.words import WordList

PATTERN = "##.##\n.....\n#....\n#....\n.....\n"
BOARD = Grid.parse("##Q##\nSTUMP\n#HEAR\n#AURA\nPIETY\n")

OF_OTHERS = pytest.mark.needs("apps/interchange")


def board() -> Crossword:
    return arrow_word(BOARD, arrows_of(BOARD))


@pytest.mark.parametrize("seed", range(4))
def test_one_is_made_around_a_picture(seed: int) -> None:
    voids = frozenset(r * 13 + c for r, c in product(range(6, 11), range(4, 8)))
    rules = replace(preset_rules(Preset.ARROWS, 17, 13), voids=voids)
    with ArrowWordTask(rules, WordList.builtin(), SolverOptions(seed=seed)) as task:
        found = task.run(60)
    assert isinstance(found, Found)
    fill, crossword = found.value
    assert crossword.kind is ARROW_WORD
    assert arrow_faults(crossword, voids) == []
    assert {at for at, cell in enumerate(fill.grid.cells) if cell == "~"} == voids
    assert len({entry.word for entry in fill.entries}) == len(crossword.clues)


def test_a_seed_makes_the_same_one_again() -> None:
    def made() -> Crossword:
        words, rules = WordList.builtin(), preset_rules(Preset.ARROWS, 9, 9)
        with ArrowWordTask(rules, words, SolverOptions(seed=5)) as task:
            return task.run(60).unwrap()[1]

    assert made() == made()


def test_clues_are_chosen_that_fit_into_their_blocks() -> None:
    rng = Random(3)
    words = WordList.builtin(max_words=40_000)
    texts = ["cat", "of a kind", "unmistakably", "in the north of the country by a river"]
    pairs = [(word, " ".join(rng.sample(texts, rng.randint(1, 3)))) for word, _ in words.words()]
    book = ClueBook.from_pairs([*pairs, *((word, f"as {word[:3].lower()}") for word, _ in pairs)])
    cell = 38.0
    left = with_clue(words, book, cell)
    assert 0 < len(left) <= len(words)
    rules = preset_rules(Preset.ARROWS, 9, 9)
    with ArrowWordTask(rules, left, SolverOptions(seed=1), book=book, cell=cell) as task:
        _, crossword = task.run(60).unwrap()
    for clues in clues_by_block(crossword).values():
        for clue in clues:
            assert clue.text in book.clues(clue.answer)
            assert fits(clue.text, cell, len(clues))
    (sheet,) = sheets_of(crossword, Part.PUZZLE, style=Style(cell=cell))
    shown = [shape for shape in sheet.flat() if isinstance(shape, Text)]
    assert min(text.size for text in shown) >= LEAST
    assert all(text_width(text.text, text.size) < cell for text in shown)
    lost = "".join(text.text.rstrip("-") for text in shown).replace(" ", "")
    assert len(lost) >= sum(len(clue.text.replace(" ", "")) for clue in crossword.clues) * 0.97


def test_a_list_without_short_clues_is_refused() -> None:
    book = ClueBook.from_pairs([("cat", "a pet " * 30)])
    with pytest.raises(OptionError, match="no word of the list"):
        with_clue(WordList.from_words(["cat", "dog"]), book, 40.0)


def test_blocks_of_a_grid_get_its_clues() -> None:
    words = WordList.builtin()
    with ArrowWordTask(Puzzle(Grid.parse(PATTERN), words), words) as task:
        _, crossword = task.run(60).unwrap()
    assert arrow_faults(crossword) == []
    few = WordList.from_words(["abcde"])
    with ArrowWordTask(Puzzle(Grid.parse(PATTERN), few), few) as task:
        assert isinstance(task.run(60), Impossible)


@pytest.mark.parametrize(
    ("grid", "problem"),
    [
        ("....\n....\n", "1A begins neither right of a block nor below one"),
        ("#...\n...#\n#...\n", "2D begins neither right of a block nor below one"),
        ("#..\n#.#\n", "the block r2c1 has no clue"),
        ("#.#\n...\n#.#\n#.#\n", "has no clue"),
        (".#..\n####\n....\n", "r1c1 is in no slot"),
        ("#...|.\n.....\n", "a rectangle of cells and blocks"),
    ],
)
def test_a_grid_whose_blocks_cannot_have_the_clues_is_refused(grid: str, problem: str) -> None:
    words = WordList.builtin()
    with pytest.raises(GridError, match=problem):
        ArrowWordTask(Puzzle(Grid.parse(grid), words), words)


def test_the_checker_names_what_is_wrong() -> None:
    crossword = board()
    assert arrow_faults(crossword, ()) == []
    first, *rest = crossword.clues
    assert "has 0 clues" in arrow_faults(replace(crossword, clues=tuple(rest)))[0]
    wrong = replace(first, place=4)
    assert arrow_faults(replace(crossword, clues=(wrong, *rest)))[-1].endswith(
        "is in no block beside it"
    )
    assert "has 2 clues" in str(arrow_faults(replace(crossword, clues=(first, first, *rest))))
    short = replace(first, cells=first.cells[1:])
    assert "has no entry" in str(arrow_faults(replace(crossword, clues=(short, *rest))))
    squares = list(crossword.squares)
    squares[2] = replace(squares[2], kind=SquareKind.BLOCK, solution="")
    assert "the block r1c3 has 0 clues" in arrow_faults(replace(crossword, squares=tuple(squares)))
    assert arrow_faults(crossword, {3}) == ["r1c4 is block"]
    squares[2] = replace(squares[2], kind=SquareKind.OPEN)
    squares[7] = replace(squares[7], kind=SquareKind.BLOCK)
    assert "r1c3 is in no entry" in arrow_faults(replace(crossword, squares=tuple(squares)))


@pytest.mark.parametrize(
    "format_", ["satcross", *(pytest.param(name, marks=OF_OTHERS) for name in ("ipuz", "jpz"))]
)
def test_files_keep_the_blocks_of_clues(format_: str) -> None:
    crossword = board()
    texts = tuple(replace(c, text=f"Clue & {n}") for n, c in enumerate(crossword.clues))
    crossword = replace(crossword, clues=texts, title="Arrows")
    data = file_of(crossword, format_, target="x").data
    assert parse_crossword(data, format_named(format_), "x") == crossword


@pytest.mark.needs("apps/interchange")
@pytest.mark.parametrize("base", [0, 1, 7])
def test_an_ipuz_file_may_count_from_0(base: int) -> None:
    crossword = board()
    data = json.loads(file_of(crossword, "ipuz", target="x").data)
    for clue in (clue for clues in data["clues"].values() for clue in clues):
        clue["location"] = [n - 1 + base for n in clue["location"]]
    raw = json.dumps(data).encode()
    read = parse_crossword(raw, format_named("ipuz"), "x")
    places = [clue.place for clue in crossword.clues]
    assert [clue.place for clue in read.clues] == (places if base < 2 else [None] * len(places))
    assert read.kind is ARROW_WORD  # as the file says
    again = json.loads(file_of(read, "ipuz", target="x").data)
    assert again["clues"] == data["clues"]
    assert again["kind"] == data["kind"]


@pytest.mark.needs("apps/interchange")
def test_a_jpz_file_may_have_its_clues_in_cells_alone() -> None:
    crossword = board()
    data = file_of(crossword, "jpz", target="x").data.decode()
    head, _, rest = data.partition("   <clues")
    alone = head + rest[rest.rindex("</clues>") + len("</clues>") :]
    read = parse_crossword(alone.encode(), format_named("jpz"), "x")
    assert [replace(clue, label="") for clue in crossword.clues] == list(read.clues)


@pytest.mark.needs("apps/interchange")
def test_other_formats_say_that_they_lose_the_kind() -> None:
    lost = file_of(board(), "xd", target="x", lossy=True).dropped
    assert "arrow-word" in lost[0]


def test_each_entry_has_one_arrow_at_the_side_of_its_block() -> None:
    crossword = board()
    (sheet,) = sheets_of(crossword, Part.PUZZLE)
    (grid,) = (shape for shape in sheet.shapes if isinstance(shape, ShapeGroup))
    groups = {part.name: part.shapes for part in grid.shapes if isinstance(part, ShapeGroup)}
    heads = [shape for shape in groups["arrows"] if isinstance(shape, Polygon)]
    assert len(heads) == len(crossword.clues)
    assert "numbers" not in groups
    for head in heads:
        at = [(int(y // 36), int(x // 36)) for x, y in head.points]
        assert len(set(at)) == 1  # within one square
        assert any(divmod(clue.cells[0], 5) == at[0] for clue in crossword.clues)


@pytest.mark.parametrize("text", ["word " * 9000, "x" * 9000, "a-" * 200, "Abc/def–ghi", "…"])
@pytest.mark.parametrize("cell", [1.0, 40.0])
def test_a_clue_that_does_not_fit_is_set_smaller(text: str, cell: float) -> None:
    crossword = board()
    clues = tuple(replace(clue, text=text) for clue in crossword.clues)
    (sheet,) = sheets_of(replace(crossword, clues=clues), Part.PUZZLE, style=Style(cell=cell))
    shown = [shape for shape in sheet.flat() if isinstance(shape, Text)]
    assert len(shown) >= len(clues)
    assert all(text_width(text.text, text.size) < cell for text in shown)
    assert not fits("word " * 9000, 40.0, 1)


def test_long_words_are_divided_where_they_are_spoken() -> None:
    crossword = board()
    clues = [replace(clue, text="Unimportantly yours") for clue in crossword.clues]
    (sheet,) = sheets_of(replace(crossword, clues=tuple(clues)), Part.PUZZLE)
    shown = {shape.text for shape in sheet.flat() if isinstance(shape, Text)}
    assert shown == {"Unimpor-", "tantly yours"}


def test_check_names_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    path = tmp_path / "arrows.json"
    path.write_bytes(file_of(board(), "satcross", target="x").data)
    assert run_cli("check", path).code == 0
    first, *rest = board().clues
    wrong = replace(board(), clues=(replace(first, place=4), *rest))
    path.write_bytes(file_of(wrong, "satcross", target="x").data)
    done = run_cli("check", path)
    assert done.code == 1
    assert "is in no block beside it" in done.out


def test_a_page_to_solve_has_the_clues_over_its_squares() -> None:
    page = html_of(replace(board(), clues=tuple(replace(c, text="X<Y") for c in board().clues)))
    assert 'id="layer"' in page
    assert "X&lt;Y" in page
    assert '"place":' in page
    assert f'"labels":[{",".join(BOARD.size * [chr(34) * 2])}]' in page  # no numbers
    assert 'id="layer"' not in html_of(replace(board(), kind=CROSSWORD))


def test_the_command_makes_several_with_clues(tmp_path: Path) -> None:
    words = [word for word, _ in WordList.builtin(max_words=40_000).words()]
    lines = "".join(f"{word}\tAs {word[::-1].lower()}\n" for word in words)
    (tmp_path / "clues.tsv").write_text(lines)
    clues = tmp_path / "clues.tsv"
    out = tmp_path / "a-{}.json"
    done = run_cli("arrowword", "7x9", "--clues", clues, "-n", 2, "--picture", "2x3@r1c1",
                   "-o", out, "--title", "Arrows")  # fmt: skip
    assert done.code == 0, done
    assert "words with a clue that fits" in done.err
    for number in (1, 2):
        data = json.loads((tmp_path / f"a-{number}.json").read_text())
        assert data["kind"] == "arrow-word"
        assert data["title"] == "Arrows"
        assert all(clue["text"] and clue["place"] for clue in data["clues"])
        assert data["squares"][2][:2] == [None, None]
    done = run_cli("arrowword", "5x5", "--format", "json")
    data = json.loads(done.out)
    assert data["schema"] == "satcross.arrowword/1"
    assert {clue["block"] for clue in data["clues"]} <= {f"r{r}c{c}" for r in range(1, 6)
                                                         for c in range(1, 6)}  # fmt: skip


def test_banned_words_of_a_file_are_not_used(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text(PATTERN)
    grid = str(tmp_path / "grid.txt")
    free = tmp_path / "free.json"
    first = run_cli("arrowword", grid)
    assert first.code == 0, first
    word = first.out.split()[1]
    run_cli("convert", grid, free, "--to", "satcross")
    data = json.loads(free.read_text())
    data["extras"] = {"workbench": {"banned": [word]}}
    free.write_text(json.dumps(data))
    again = run_cli("arrowword", free)
    assert again.code == 0, again
    assert word not in again.out


def test_a_grid_file_takes_the_picture_of_its_voids(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text(PATTERN.replace("\n", "~~\n"))
    assert run_cli("fill", "-", "-o", tmp_path / "photo.png", stdin="...\n###\n").code == 0
    argv = ["arrowword", tmp_path / "grid.txt", "-o", tmp_path / "out.json", "--picture"]
    n_cols = PATTERN.index("\n")
    for where, said in (
        (f"2x2@r1c{n_cols + 1}", "or name the picture's file"),
        (f"2x2@r1c{n_cols}={tmp_path / 'photo.png'}", "is not free for a picture"),
    ):
        assert said in run_refused(*argv, where)
    photo = tmp_path / "photo.png"
    before = photo.read_bytes()
    same = "arrowword", "7x8", "--picture", f"2x2@r1c1={photo}", "-o", photo
    assert "is also the file of --picture" in run_refused(*same)
    assert photo.read_bytes() == before
    done = run_cli(*argv, f"2x2@r1c{n_cols + 1}={photo}")
    assert done.code == 0, done
    assert len(json.loads((tmp_path / "out.json").read_text())["extras"]["satcross"]["pictures"])


@pytest.mark.parametrize(
    ("argv", "problem"),
    [
        (
            ["9x9", "--picture", "3x3"],
            "'3x3' is no place within 9 columns and 9 rows; give its columns x rows",
        ),
        (["9x9", "--picture", "10x1@r1c1"], "is no place within 9 columns and 9 rows"),
        (["9x9", "--picture", "999x999@r999c999"], "is no place within 9 columns and 9 rows"),
        (["9x9", "--picture", "0x2@r1c1"], "is no place within 9 columns and 9 rows"),
        (["61x9"], "a pattern of 61 columns and 9 rows"),
        (["9x9", "--clues", "none.tsv"], "none.tsv: there is no such file"),
        (["9x9", "--rebus", "ING"], "does not support the rule 'rebus ING'"),
        (["none.txt"], "none.txt: there is no such file"),
        (["9x9", "-n", "2", "-o", "a.pdf"], "pdf files hold one grid each"),
    ],
)
def test_wrong_options_are_refused(argv: list[str], problem: str) -> None:
    done = run_cli("arrowword", *argv)
    assert done.code == 2
    assert problem in done.err
    assert done.err.count("\n") == 1


def test_a_grid_file_is_named_where_it_is_refused(tmp_path: Path) -> None:
    grid = tmp_path / "grid.txt"
    grid.write_text("....\n....\n")
    done = run_cli("arrowword", grid)
    assert done.code == 2
    assert f"{grid}: 1A begins neither" in done.err
    done = run_cli("arrowword", grid, "--picture", "1x1@r1c1")
    assert "write ~ for each cell" in done.err
    assert run_cli("arrowword", "3x3").code == 20
