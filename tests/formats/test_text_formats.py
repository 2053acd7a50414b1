"""Grid text, the Ruby Quiz's forms, one line and hexadecimal patterns: read and written."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType, ModuleType
from typing import Any

import pytest
from hypothesis import given
from support.crosswords import LETTERS, OTHER_LETTERS, crosswords
from support.format_fuzz import broken_bytes, check_read
from support.sunday import sunday
from support.tasks import little_work

from satcross.errors import FormatError, GridError
from satcross.formats import hex as pattern
from satcross.formats import line, ruby_quiz
from satcross.formats import text as plain
from satcross.formats.losses import Feature, Losses
from satcross.formats.reading import file_of
from satcross.formats.registry import NAMES
from satcross.model.alphabet import Alphabet
from satcross.model.crossword import Clue, Crossword, Square, SquareKind, crossword_of
from satcross.model.grid import Grid

ALPHABET = Alphabet(LETTERS + OTHER_LETTERS)
MODULES = [plain, ruby_quiz, line, pattern]
BLOG = (  # the fill of the blog post's second pattern
    "s.crumb.reman.bw.r...r.i...o.ra.a.phoebus.s.imown.e.l.r.gymsi...crimine...k..p"
    "oo.n.n.veg..avo.infauna.ilks.sun.l.t.dig.iphi.alanine.oft..tag.m.l.rat..i...ey"
    "eless...omots.e.o.p.watti.o.stopgap.m.td.r...a.e...i.ae.clack.lulls.r"
)
BLOG_PATTERN = "BEFB4516BFAFAAF8FE27573BFBDD5DEFEE75723F8FAAFAFEB4516FBEh"


def written(module: ModuleType, crossword: Crossword) -> tuple[str, Losses]:
    losses = Losses("text")
    data: bytes = module.write(crossword, losses)
    return data.decode(), losses


def rows(crossword: Crossword) -> list[str]:
    marks = {SquareKind.BLOCK: "#", SquareKind.VOID: "~"}
    cells = [marks.get(square.kind, square.solution or ".") for square in crossword.squares]
    n = crossword.n_cols
    return ["".join(cells[start : start + n]) for start in range(0, len(cells), n)]


@given(crosswords(plain.KEEPS))
def test_all_that_text_keeps_comes_back(crossword: Crossword) -> None:
    text, losses = written(plain, crossword)
    assert not losses.dropped
    again = plain.read(text.encode(), "x", alphabet=ALPHABET)
    assert replace(again, clues=()) == crossword
    assert [clue.text for clue in again.clues] == [""] * len(again.clues)


@given(crosswords(ruby_quiz.KEEPS))
def test_all_that_the_quiz_keeps_comes_back(crossword: Crossword) -> None:
    text, losses = written(ruby_quiz, crossword)
    assert not losses.dropped
    again = ruby_quiz.read(text.encode(), "x", alphabet=ALPHABET)
    assert replace(again, clues=()) == crossword


@given(crosswords(line.KEEPS))
def test_all_that_a_line_keeps_comes_back(crossword: Crossword) -> None:
    n = min(crossword.n_rows, crossword.n_cols)
    squares = [
        square
        for position, square in enumerate(crossword.squares)
        if position // crossword.n_cols < n and position % crossword.n_cols < n
    ]
    square_ = Crossword(n, n, tuple(squares))
    text, losses = written(line, square_)
    assert not losses.dropped
    assert replace(line.read(text.encode(), "x", alphabet=ALPHABET), clues=()) == square_


def test_text() -> None:
    crossword = plain.read(b"C . |T-\n~ [heart] #\n", "x")
    assert rows(crossword) == ["C.T", "~HEART#"]
    assert (crossword.bars_right, crossword.bars_below) == (frozenset({1}), frozenset({2}))
    assert [(clue.label, clue.direction) for clue in crossword.clues] == [
        ("1", "Across"),
        ("2", "Down"),
    ]
    assert written(plain, crossword)[0] == "C .|      T-\n~ [HEART] #\n"


def test_a_row_of_the_letters_a_to_f_is_no_pattern() -> None:
    crossword = crossword_of(Grid(1, 4, tuple("FACE")))
    text, _ = written(plain, crossword)
    assert text == "F A C E\n"
    assert rows(plain.read(text.encode(), "x")) == ["FACE"]
    text, _ = written(plain, crossword_of(Grid(1, 1, ("A",))))
    assert text == "[A]\n"
    assert rows(plain.read(text.encode(), "x")) == ["A"]
    assert rows(plain.read(b"7Ah\n", "x")) == ["#..", "..#", ".#."]


def test_a_clue_a_circle_and_strange_letters_are_lost_and_told() -> None:
    squares = (
        Square(solution="a", circle=True, given=True),
        Square(solution="A+B"),
        Square(solution="*", entry="Q"),
    )
    crossword = Crossword(
        1, 3, squares, clues=(Clue("Across", "1", "x"),), title="t", notes="n", timer_s=0
    )
    text, losses = written(plain, crossword)
    assert text == "A[AB].\n"
    assert losses.dropped == {
        Feature.CIRCLES: "circles (r1c1)",
        Feature.GIVENS: "given letters (r1c1)",
        Feature.ENTRIES: "letters written so far (r1c3)",
        Feature.CLUES: "clues (1 Across)",
        Feature.TITLE: "a title",
        Feature.NOTES: "notes",
        Feature.TIMER: "a timer",
        Feature.LETTERS: "these characters in cells (r1c2, r1c3)",
    }


def test_accents_may_come_apart_and_letters_may_have_no_small_form() -> None:
    crossword = Crossword(1, 1, (Square(solution="E\u0301"),))
    assert written(plain, crossword)[0] == "É\n"
    assert Feature.LETTERS not in written(plain, crossword)[1].dropped
    assert written(line, Crossword(1, 1, (Square(solution="ẞ"),)))[0] == "ẞ\n"
    assert written(line, Crossword(1, 1, (Square(solution="Ä"),)))[0] == "ä\n"


def test_the_quiz_s_template() -> None:
    template = b"_ _ _ _ _\n\n_ # # # _\n\n_ _ X _ _\n"
    crossword = ruby_quiz.read(template, "x")
    assert rows(crossword) == [".....", ".###.", "..X.."]
    assert written(ruby_quiz, crossword)[0].encode() == template


def test_the_quiz_s_output() -> None:
    grid = Grid.parse("ABIDE\nN#C##\nGHOST\n##E#E\nLASER")
    output = "A B I D E\n\nN   C    \n\nG H O S T\n\n    E   E\n\nL A S E R\n"
    assert written(ruby_quiz, crossword_of(grid))[0] == output
    for text in (output, output.replace("\n", "\r\n"), output + "\n", output[:-1]):
        assert rows(ruby_quiz.read(text.encode(), "x")) == grid.lines()
    close = output.replace("\n\n", "\n")
    assert rows(ruby_quiz.read(close.encode(), "x")) == grid.lines()


def test_a_row_of_blocks_in_the_quiz_s_output() -> None:
    grid = Grid.parse("AB\n##\nCD\n##")
    text, _ = written(ruby_quiz, crossword_of(grid))
    assert text == "A B\n\n   \n\nC D\n\n   \n"
    assert rows(ruby_quiz.read(text.encode(), "x")) == grid.lines()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A B I\n\nN\n", "x:3: this row has 1 character, the longest has 5; keep the blanks"),
        ("A B\n\nC D\nE F\n", "x:4: a row instead of an empty line; separate all rows"),
        ("AB\n\nCD\n", "x:1: letters without a blank between them; separate them by one blank"),
        ("A|B\n_ _\n", "x: the quiz's format has no bars, voids or rebus cells; read it"),
        ("_ ~\n_ _\n", "x: the quiz's format has no bars, voids"),
        ("_ [AB]\n_ _\n", "x: the quiz's format has no bars, voids"),
        ("A 7\n", "x:1:3: '7' is neither"),
        ("", "x: the grid is empty"),
        ("\n  \n", "x: the grid is empty"),
        ("\0", "x: the file is binary, not a grid"),
    ],
)
def test_refusals_of_the_quiz_s_forms(text: str, problem: str) -> None:
    with pytest.raises(GridError) as caught:
        ruby_quiz.read(text.encode(), "x")
    assert str(caught.value).startswith(problem)


def test_a_rebus_is_cut_where_a_square_holds_one_letter() -> None:
    crossword = crossword_of(Grid.parse("A[HEART]\n~B"))
    for module, text in ((ruby_quiz, "A H\n\n  B\n"), (line, "ah.b\n")):
        out, losses = written(module, crossword)
        assert out == text
        assert losses.dropped == {
            Feature.VOIDS: "void cells (r2c1)",
            Feature.REBUS: "cells of several letters (r1c2)",
        }


def test_the_blog_s_line() -> None:
    crossword = line.read(BLOG.encode(), "x")
    assert rows(crossword)[:3] == ["S#CRUMB#REMAN#B", "W#R###R#I###O#R", "A#A#PHOEBUS#S#I"]
    assert written(line, crossword)[0] == BLOG + "\n"
    wrapped = "\n".join(BLOG[start : start + 78] for start in range(0, len(BLOG), 78))
    assert line.read(wrapped.encode(), "x") == crossword
    assert written(pattern, crossword)[0] == BLOG_PATTERN + "\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("abc", "x: 3 cells are not a square grid; the nearest squares have 1 and 4 cells"),
        ("", "x: 0 cells are not a square grid"),
        ("ab\nc7", "x:2:2: '7' is neither a block (.), an open cell (_) nor a letter; correct"),
        ("." * 201 * 201, "x: more than 200 cells in a row or column"),
    ],
)
def test_refusals_of_a_line(text: str, problem: str) -> None:
    with pytest.raises(GridError) as caught:
        line.read(text.encode(), "x")
    assert str(caught.value).startswith(problem)


def test_a_pattern() -> None:
    crossword = pattern.read(f" {BLOG_PATTERN}\n".encode(), "x")
    assert (crossword.n_rows, crossword.n_cols) == (15, 15)
    assert rows(crossword)[0] == ".#.....#.....#."
    text, losses = written(pattern, crossword)
    assert (text, losses.dropped) == (BLOG_PATTERN + "\n", {})


def test_a_pattern_has_no_letters() -> None:
    text, losses = written(pattern, crossword_of(Grid.parse("A|.\n.~")))
    assert text == "E\n"
    assert losses.dropped == {
        Feature.BARS: "bars (r1c1)",
        Feature.VOIDS: "void cells (r2c2)",
        Feature.LETTERS: "these characters in cells (r1c1)",
    }


@pytest.mark.parametrize("module", [line, pattern])
def test_only_squares(module: ModuleType) -> None:
    with pytest.raises(FormatError, match=r"square, got 1 row of 2; use another format"):
        written(module, crossword_of(Grid.parse("AB\n", hex_patterns=False)))


@pytest.mark.parametrize("module", MODULES)
def test_extras_are_noted(module: ModuleType) -> None:
    crossword = Crossword(1, 1, (Square(),), extras=MappingProxyType({"puz": {"version": "2.0"}}))
    assert written(module, crossword)[1].notes == ["1 detail that only puz files hold: version"]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "satcross"])
def test_the_state_of_the_workbench_is_no_loss(name: str) -> None:
    """What somebody wrote there is one."""
    state: dict[str, Any] = {
        "pinned": [0],
        "theme": [0],
        "symmetry": "rotation",
        "lists": ["a"],
        "min_score": 9,
    }
    own: dict[str, Any] = {"drafts": {}, "rules": {}, "banned": []}
    bare = crossword_of(Grid.parse("ABC\nDEF\nGHI"))
    kept = replace(bare, extras=MappingProxyType({"workbench": {**state, **own}}))
    foreign = "that only workbench files hold"
    assert foreign not in "".join(file_of(kept, name, lossy=True).notes)
    said = {**state, **own, "banned": ["CAT"]}
    kept = replace(bare, extras=MappingProxyType({"workbench": said}))
    assert f"1 detail {foreign}: banned" in file_of(kept, name, lossy=True).notes


@pytest.mark.parametrize("module", MODULES)
def test_what_is_no_text(module: ModuleType) -> None:
    for data, problem in (
        (b"A\n\xff", "x:2: the file is not UTF-8 text; save it as UTF-8"),
        (b"\0", "x: the file is binary"),
        (b"A" * ((2 << 20) + 1), "x: more than 2 MB of text"),
    ):
        with pytest.raises(GridError) as caught:
            module.read(data, "x")
        assert str(caught.value).startswith(problem)


SAMPLES: dict[str, tuple[ModuleType, list[bytes]]] = {
    "text": (plain, [b"C . |T-\n~ [HEART] #\n", b"#..#\n....\nABCD\n#..#\n", b"7Ah\n", b"# _ _\n"]),
    "ruby-quiz": (
        ruby_quiz,
        [b"A B I D E\n\nN   C    \n\nG H O S T\n", b"_ _ #\n\n_ X _\n", b"A B\n   \nC D"],
    ),
    "line": (line, [BLOG.encode(), b"ab_.", b"cat\n.re_"]),
    "hex": (pattern, [BLOG_PATTERN.encode(), b"7Ah", b"FFFF\n"]),
}


def break_and_read(name: str, n: int, seed: int) -> int:
    """How many of `n` broken files could be read all the same."""
    rng = random.Random(seed)
    module, samples = SAMPLES[name]
    read: Callable[[bytes, str], Crossword] = module.read
    return sum(
        check_read(broken_bytes(rng.choice(samples), rng), read, module.write) for _ in range(n)
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_broken_files(name: str) -> None:
    assert 5 < break_and_read(name, 150, seed=1) < 150


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_many_broken_files(name: str) -> None:
    assert break_and_read(name, 4000, seed=2) > 50


@pytest.mark.parametrize("module", MODULES)
def test_reading_and_writing_a_sunday_puzzle_is_quick(module: ModuleType) -> None:
    crossword = sunday()
    with little_work():
        again = module.read(module.write(crossword, Losses("x")), "x")
    assert [square.kind for square in again.squares] == [sq.kind for sq in crossword.squares]
