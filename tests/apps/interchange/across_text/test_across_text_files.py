"""Across Lite texts: what files say, what is refused, what comes back, and what puzpy says."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import puz
import pytest
from hypothesis import given
from support.cli import run_cli
from support.crossword_text import crossword_text
from support.crosswords import crosswords, kinds_of
from support.format_fuzz import broken_bytes, check_read, corpus

from satcross.apps.interchange.across_text import format as across
from satcross.errors import FormatError, GridError
from satcross.formats import own
from satcross.formats.grids import load_grid
from satcross.formats.losses import Feature, Losses
from satcross.formats.reading import file_of, load_crossword, parse_crossword, sniffed
from satcross.formats.registry import Format, format_named
from satcross.model.alphabet import LATIN
from satcross.model.crossword import Clue, Crossword, Square, SquareKind, crossword_of
from satcross.model.grid import Grid

FOLDER = Path(__file__).parent / "corpus"
FILES = sorted(FOLDER.glob("*.txt"))
NAMES = [path.stem for path in FILES]
HIDDEN = pytest.mark.needs("kinds/diagramless")
PARAMS = [
    pytest.param(path, id=path.stem, marks=[HIDDEN] if path.stem == "diagramless" else [])
    for path in FILES
]
# Files that are as we write them.
OUR_FORM = {"plain", "rebus_and_circles", "diagramless"}


def read(text: str) -> Crossword:
    return across.read(text.encode(), "x")


def written(crossword: Crossword) -> tuple[str, Losses]:
    losses = Losses("across-text")
    data = across.write(crossword, losses)
    try:
        return data.decode(), losses
    except UnicodeDecodeError:
        return data.decode("cp1252"), losses


@pytest.mark.parametrize("path", PARAMS)
def test_what_a_file_says(path: Path) -> None:
    crossword = across.read(path.read_bytes(), path.name)
    assert crossword_text(crossword) == path.with_suffix(".said").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PARAMS)
def test_what_is_read_is_written_again(path: Path) -> None:
    crossword = across.read(path.read_bytes(), path.name)
    losses = Losses("across-text")
    data = across.write(crossword, losses)
    assert not losses.dropped
    assert not losses.notes
    assert (data == path.read_bytes()) is (path.stem in OUR_FORM)
    assert across.read(data, "again") == crossword
    via_json = own.read(own.write(crossword, Losses("json")), "json")
    assert across.write(via_json, Losses("across-text")) == data


def test_the_format_of_a_text_is_known_by_its_content(tmp_path: Path) -> None:
    data = (FOLDER / "plain.txt").read_bytes()
    assert sniffed(data) == sniffed(b"\n" + data.lower()) == "across-text"
    assert Format.name_of("a.txt") == "text"
    assert Format.name_of("A.PUZ.TXT") == "across-text"
    for name in ("a.txt", "a.grid", "a.puz.txt", "a"):
        (tmp_path / name).write_bytes(data)
        assert load_crossword(tmp_path / name).format == "across-text"
        grid, crossword = load_grid(str(tmp_path / name), LATIN)
        assert grid.lines() == ["CAT", "A#O", "NEW"]
        assert crossword is not None
        assert crossword.title == "Tiny"
    (tmp_path / "grid.txt").write_text("C.T\n", encoding="utf-8")
    assert load_crossword(tmp_path / "grid.txt").format == "text"
    with pytest.raises(GridError, match=r"a\.txt:1:1: '<' is neither"):
        load_crossword(tmp_path / "a.txt", format_name="text")


def test_a_clue_between_tags_begins_no_section() -> None:
    text = "<ACROSS PUZZLE>\n<GRID>\n\tAB\n<ACROSS>\n\t<i>Pet</i>\n<DOWN>\n"
    assert read(text).clues[0].text == "<i>Pet</i>"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "x:1: an Across Lite text begins with <ACROSS PUZZLE>"),
        ("<TITLE>\n", "x:1: an Across Lite text begins with <ACROSS PUZZLE>"),
        ("<ACROSS PUZZLE V3>\n", "x:1: an Across Lite text begins with <ACROSS PUZZLE>"),
        ("<ACROSS PUZZLE>\n", "x: the file has no grid; write it below <GRID>"),
        ("<ACROSS PUZZLE>\nA\n", "x:2: a line before the first section; remove it"),
        ("<ACROSS PUZZLE>\n<TITEL>\n", "x:2: there is no section <TITEL>; remove it"),
        ("<ACROSS PUZZLE>\n<GRID>\nA\n</GRID>\n", "x:4: there is no section </GRID>; remove it"),
        ("<ACROSS PUZZLE>\n<ACROSS>\n<sic>\n", "x:3: there is no section <sic>; remove it"),
        ("<ACROSS PUZZLE>\n<GRID>\nA\n <GRID>\n", "x:4: the section <GRID> is repeated"),
        ("<ACROSS PUZZLE>\n<GRID>\nAB\nC\n", "x:4: this row has 1 cell, the first row has 2"),
        ("<ACROSS PUZZLE>\n<GRID>\nA B\n", "x:3: a row of the grid has a blank; write it as"),
        (f"<ACROSS PUZZLE>\n<GRID>\n{'A' * 201}\n", "x:3: more than 200 cells in a row or"),
        ("<ACROSS PUZZLE>\n<SIZE>\n15\n<GRID>\nAB\n", "x:3: '15' is no size; write it as 15x15"),
        (
            "<ACROSS PUZZLE>\n<SIZE>\n1x2\n<GRID>\nAB\n",
            "x:3: the size is 1x2, the grid has 1 row of 2; write 2x1",
        ),
        (
            "<ACROSS PUZZLE V2>\n<GRID>\nA\n<REBUS>\nMARKS;\n",
            "x:5: 'MARKS;' is neither the flag MARK; nor a rebus; write it as `1:HEART:H`",
        ),
        ("<ACROSS PUZZLE V2>\n<GRID>\nA\n<REBUS>\n10:AB:A\n", "x:5: '10:AB:A' is not a rebus"),
        ("<ACROSS PUZZLE V2>\n<GRID>\nA\n<REBUS>\n1:A:B:C\n", "x:5: '1:A:B:C' is not a rebus"),
        ("<ACROSS PUZZLE V2>\n<GRID>\nA\n<REBUS>\n1::A\n", "x:5: '1::A' is not a rebus"),
        ("<ACROSS PUZZLE V2>\n<GRID>\nA\n<REBUS>\n.:AB:A\n", "x:5: '.:AB:A' is not a rebus"),
        (
            "<ACROSS PUZZLE V2>\n<GRID>\n1\n<REBUS>\n1:AB\n1:CD\n",
            "x:6: the marker 1 is repeated; remove one",
        ),
        ("<ACROSS PUZZLE>\n\0", "x: the file is binary, not an Across Lite text; get it again"),
    ],
)
def test_a_refusal_in_one_line(text: str, problem: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value).startswith(problem)
    assert "\n" not in str(caught.value)


def test_neither_utf_8_nor_windows_1252() -> None:
    with pytest.raises(FormatError, match=r"^x:3: the file is not UTF-8 text"):
        across.read(b"<ACROSS PUZZLE>\n<TITLE>\n\x81\n", "x")


SQUARE = "<ACROSS PUZZLE>\n<GRID>\nAB\nCD\n<DOWN>\nc\nd\n<ACROSS>\n"


@pytest.mark.parametrize(
    ("lines", "texts", "remark"),
    [
        ("a\nb\n", ["a", "b"], ""),
        ("\na\n\n \nb\n\n", ["a", "b"], ""),
        ("\nb\n", ["", "b"], ""),
        ("a\n\t\n", ["a", ""], ""),
        ("\n\n\n", ["", ""], ""),
        ("a\n", ["a", ""], "3 clues for 4 entries: none for 3 Across"),
        ("", ["", ""], "2 clues for 4 entries: none for 1 Across, 3 Across"),
        ("\n\nb\n", ["b", ""], "3 clues for 4 entries: none for 3 Across"),
        ("a\nb\nc\n", ["a", "b"], "5 clues for 4 entries: the further ones are kept for"),
        ("<a> b\na <b c=1>", ["<a> b", "a <b c=1>"], ""),
    ],
)
def test_blank_and_missing_lines_of_clues(lines: str, texts: list[str], remark: str) -> None:
    crossword = read(SQUARE + lines)
    assert [clue.text for clue in crossword.clues] == [*texts, "c", "d"]
    assert [text[: len(remark)] for text in crossword.remarks] == [remark] * bool(remark)


@HIDDEN
def test_colons_beside_dots_are_blocks_too() -> None:
    crossword = read("<ACROSS PUZZLE>\n<GRID>\nA:B.\n")
    assert [square.kind is SquareKind.BLOCK for square in crossword.squares] == [False, True] * 2
    assert crossword.kind.hides_diagram
    assert crossword.remarks[0] == "`:` beside `.`: all of them are blocks that are to be found"


def test_small_letters_without_the_flag_are_letters() -> None:
    crossword = read("<ACROSS PUZZLE V2>\n<GRID>\nabc\n<REBUS>\nb:BEE:B\n")
    assert [square.solution for square in crossword.squares] == ["A", "BEE", "C"]
    assert not any(square.circle for square in crossword.squares)


@given(crosswords(across.KEEPS, kinds=kinds_of("across-text")))
def test_all_that_it_keeps_comes_back(crossword: Crossword) -> None:
    losses = Losses("across-text")
    data = across.write(crossword, losses)
    again = across.read(data, "written")
    hides_nothing = all(one.kind is SquareKind.OPEN for one in crossword.squares)
    if crossword.kind.hides_diagram and hides_nothing:
        assert losses.dropped.pop(crossword.kind) == "puzzles of the kind diagramless"
        crossword = replace(crossword, kind=again.kind)
    assert {*losses.dropped} <= {Feature.TEXT}
    if not losses.dropped:
        assert again == crossword


def test_what_it_has_no_place_for_is_named() -> None:
    squares = (Square(solution="a:b", circle=True), Square(), Square(SquareKind.VOID, circle=True))
    clues = (Clue("Across", "1", " <DOWN>\nx"), Clue("Across", "9", "y"), Clue("Up", "1", "z"))
    crossword = Crossword(
        1, 3, squares, clues=clues, title="<GRID>", editor="e", notes="<TITLE>\n\n", timer_s=1
    )
    text, losses = written(crossword)
    assert losses.dropped == {
        Feature.VOIDS: "void cells (r1c3)",
        Feature.EDITOR: "an editor",
        Feature.TIMER: "a timer",
        Feature.LETTERS: "these characters in cells (r1c1)",
        Feature.CIRCLES: "circles (r1c3)",
        Feature.CLUE_ORDER: "clues whose numbers differ from the usual ones (9 Across)",
        Feature.CLUE_LISTS: "clues that are neither across nor down (1 Up)",
        Feature.TEXT: "these characters in text (title, 1 Across, notes)",
    }
    assert losses.notes == ["blanks at the ends of lines (1 Across, notes)"]
    again = read(text)
    assert (again.title, again.notes) == ("(GRID)", "(TITLE)")
    assert [clue.text for clue in again.clues] == ["<DOWN> x"]


def test_a_grid_full_of_x_has_no_solution() -> None:
    held = read("<ACROSS PUZZLE>\n<GRID>\nXXX\nX.X\n")
    assert not any(square.solution for square in held.squares)
    assert "\t---\n\t-.-\n" in written(held)[0]
    assert read("<ACROSS PUZZLE>\n<GRID>\nXXX\n").squares[0].solution == "X"
    real = crossword_of(Grid.parse("XXX\nX#X"))
    assert read(written(real)[0]).squares == real.squares


def test_more_rebuses_than_markers() -> None:
    contents = [f"R{chr(ord('A') + n // 26)}{chr(ord('A') + n % 26)}" for n in range(50)]
    squares = tuple(Square(solution=content) for content in contents)
    text, losses = written(Crossword(1, 50, squares))
    n_markers = 17 + 26
    assert losses.dropped[Feature.REBUS].startswith("cells of several letters (r1c44, r1c45")
    again = [square.solution for square in read(text).squares]
    assert again == contents[:n_markers] + ["R"] * (50 - n_markers)


def test_the_code_page() -> None:
    plain = crossword_of(Grid.parse("AB"))
    for title, encoding in (("Café “x”", "cp1252"), ("Ω", "utf-8"), ("Ã©", "utf-8")):
        crossword = replace(plain, title=title)
        data = file_of(crossword, "across-text").data
        assert f"\t{title}\n".encode(encoding) in data
        assert parse_crossword(data, format_named("across-text"), "x").title == title


def by_puzpy(text: str) -> puz.Puzzle:
    """What puzpy reads, which knows version 2 by a small v."""
    return puz.load_text(text.replace("PUZZLE V2>", "PUZZLE v2>"))


@given(crosswords(across.KEEPS))
def test_puzpy_reads_the_same(crossword: Crossword) -> None:
    text, losses = written(crossword)
    if losses.dropped:
        return
    theirs = by_puzpy(text)
    assert (theirs.width, theirs.height) == (crossword.n_cols, crossword.n_rows)
    for at, square in enumerate(crossword.squares):
        if square.kind is not SquareKind.OPEN:
            assert theirs.solution[at] == "."
        elif theirs.rebus().is_rebus_square(at):
            assert theirs.rebus().get_rebus_solution(at) == (square.solution or "-")
        else:
            assert theirs.solution[at] == (square.solution or "-")
    # Its circles are those of squares without a rebus, and it leaves empty clues out.
    plain = [at for at, one in enumerate(crossword.squares) if one.circle]
    plain = [at for at in plain if not theirs.rebus().is_rebus_square(at)]
    assert sorted(theirs.markup().get_markup_squares()) == plain
    if all(clue.text for clue in crossword.clues):
        found = theirs.clue_numbering()
        shown = [
            (heading, str(clue["num"]), clue["clue"])
            for heading, clues in (("Across", found.across), ("Down", found.down))
            for clue in clues
        ]
        assert shown == [(clue.direction, clue.label, clue.text) for clue in crossword.clues]


@given(crosswords({*across.KEEPS} - {Feature.TEXT}))
def test_puzpy_writes_what_we_read(crossword: Crossword) -> None:
    data = file_of(crossword, "puz", lossy=True).data
    text = puz.to_text_format(puz.load(data))
    ours = read(text)
    # It writes rebuses by the letters of the .puz file, and a circle of a rebus not at all.
    for one, other in zip(ours.squares, crossword.squares, strict=True):
        assert (one.kind, one.solution) == (other.kind, other.solution)
        assert one.circle == (other.circle and len(other.solution) == 1) or other.circle
    if all(clue.text for clue in crossword.clues):
        assert [clue.text for clue in ours.clues] == [clue.text for clue in crossword.clues]


FUZZED = corpus(FOLDER, ".txt")


def break_and_read(n: int, seed: int) -> int:
    """How many of `n` broken files could be read all the same."""
    rng = random.Random(seed)
    datas = [path.read_bytes() for path in FUZZED]
    return sum(
        check_read(broken_bytes(rng.choice(datas), rng), across.read, across.write)
        for _ in range(n)
    )


def test_broken_files() -> None:
    assert 20 < break_and_read(200, seed=1) < 190


@pytest.mark.slow
def test_many_broken_files() -> None:
    assert break_and_read(4000, seed=2) > 300


def test_its_extension_is_not_that_of_grid_text(tmp_path: Path) -> None:
    grid = tmp_path / "grid.txt"
    grid.write_text("CAT\nA#O\nNEW\n", encoding="utf-8")
    out = str(tmp_path / "out.puz.txt")
    refused = run_cli("fill", str(grid), "--entries", "-o", out)
    assert refused.code == 2
    assert "--entries: it is for text, not for txt" in refused.err
    assert run_cli("fill", str(grid), "--title", "Tiny", "-o", out).code == 0
    assert load_crossword(out).crossword.title == "Tiny"


def test_a_circle_for_which_no_small_letter_is_left_is_named() -> None:
    letters = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "", "HEART"]
    squares = tuple(Square(solution=letter, circle=True) for letter in letters)
    text, losses = written(Crossword(1, 28, squares))
    assert losses.dropped == {Feature.CIRCLES: "circles (r1c27, r1c28)"}
    again = read(text).squares
    assert [square.solution for square in again] == letters
    assert [square.circle for square in again] == [True] * 26 + [False] * 2
