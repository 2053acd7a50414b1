"""Pictures of anything that has a grid, and what notebooks show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import satcross as sx
from satcross.drawing.style import Page, Part

GRID = sx.Grid.parse("C..\n#.#\n...")
PUZZLE = sx.Puzzle(GRID, ["cot", "ode", "pen", "cat"])


def drawables() -> dict[str, object]:
    result = sx.fill(PUZZLE)
    assert isinstance(result, sx.Found)
    fills = sx.enumerate_fills(PUZZLE)
    next(fills)
    return {
        "text": "C.#",
        "grid": GRID,
        "puzzle": PUZZLE,
        "fill": result.value,
        "result": result,
        "fills": fills,
        "crossword": sx.crossword_of(GRID),
        "best": sx.Best(result.value, 1),
    }


@pytest.mark.parametrize("name", list(drawables()))
def test_everything_with_a_grid_is_drawn(name: str) -> None:
    drawable = drawables()[name]
    svg = sx.svg_of(drawable)
    assert "<svg" in svg
    assert sx.svg_of(drawable, "puzzle", page="a5") != svg
    assert sx.png_of(drawable, width_px=90).startswith(b"\x89PNG")
    assert sx.pdf_of(drawable, page=Page()).startswith(b"%PDF")
    assert sx.pdf_of(drawable) == sx.pdf_of(drawable, page="a4")
    assert sx.html_of(drawable, title="One").count("One</") == 2
    if name not in ("text", "fills"):
        assert drawable._repr_svg_() == svg  # type: ignore[attr-defined]


def test_the_solution_has_the_letters_and_the_puzzle_has_none() -> None:
    result = sx.fill(PUZZLE)
    assert ">P<" in sx.svg_of(result)
    assert ">P<" not in sx.svg_of(result, "puzzle")
    assert sx.svg_of(result, Part.PUZZLE) == sx.svg_of(result, "puzzle")


def test_word_searches_are_drawn_too() -> None:
    made = sx.make_wordsearch(["cat", "dog"], "5x5", seed=1)
    assert isinstance(made, sx.Found)
    assert repr(made.value) == "<WordSearch 5x5, 2 words>"
    assert "<svg" in made.value._repr_svg_()
    svg = sx.svg_of(made, title="Pets")
    assert "Pets" in svg
    assert sx.svg_of(made, "puzzle", title="Pets") != svg
    assert sx.png_of(made).startswith(b"\x89PNG")
    assert sx.pdf_of(made).startswith(b"%PDF")
    assert "<h1>Pets</h1>" in sx.html_of(made, title="Pets")
    assert '<html lang="de"' in sx.html_of(made, language="de")
    with pytest.raises(sx.OptionError, match="language"):
        sx.html_of(made, language="xx")
    with pytest.raises(sx.OptionError, match="has no clues"):
        sx.html_of(made, enumerations=True)
    with pytest.raises(sx.OptionError, match="has no voids"):
        sx.html_of(made, grey_voids=True)


def test_a_page_can_be_without_the_answers() -> None:
    result = sx.fill(PUZZLE)
    assert '"solution":""' not in sx.html_of(result)
    assert '"solution":""' in sx.html_of(result, answers=False)


def test_a_page_speaks_a_language_and_counts_letters() -> None:
    bare = sx.crossword_of(sx.fill(PUZZLE).unwrap().grid)
    clues = [replace(clue, text="Bed") if clue.label == "1" else clue for clue in bare.clues]
    clued = replace(bare, clues=tuple(clues))
    assert '<html lang="fr"' in sx.html_of(clued, language="fr")
    assert "Bed (3)" in sx.html_of(clued, enumerations=True)
    assert "Bed (3)" not in sx.html_of(clued, enumerations=False)
    with pytest.raises(sx.OptionError, match="language"):
        sx.html_of(clued, language="xx")


def test_what_is_made_from_nothing_is_drawn() -> None:
    made = sx.make("5x5", theme=["sat", "cnf"], preset="mini")
    assert isinstance(made, sx.Found)
    layout = sx.make_freeform(["cat", "tea"])
    assert isinstance(layout, sx.Best)
    assert repr(layout.value) == "<Layout 3x3, 2 words>"
    for drawable in (made, made.value, made.value.themed, layout, layout.value):
        assert "<svg" in sx.svg_of(drawable)
        assert sx.svg_of(drawable) == drawable._repr_svg_()


@pytest.mark.parametrize("nothing", [None, 3, ["a"], Path("x"), object(), sx.Impossible("why")])
def test_what_has_no_grid_is_refused(nothing: object) -> None:
    with pytest.raises(sx.OptionError, match=r"^drawable: must be something with a grid, got "):
        sx.svg_of(nothing)


def test_parts_and_papers_that_do_not_exist_are_refused() -> None:
    with pytest.raises(sx.OptionError, match=r"^part: must be one of puzzle, solution, got 'both'"):
        sx.svg_of(GRID, "both")
    with pytest.raises(sx.OptionError, match=r"^page: must be one of a3"):
        sx.svg_of(GRID, page="a99")


def test_an_enumeration_without_an_answer_has_no_picture_yet() -> None:
    fills = sx.enumerate_fills(PUZZLE)
    with pytest.raises(sx.OptionError, match="there is no answer yet"):
        sx.svg_of(fills)
    assert fills._repr_html_() == "<p>Fills: 0 found, more may come</p>"
    list(fills)
    assert fills._repr_html_().startswith("<p>Fills: 1 found, no more</p><")


def test_results_without_a_picture_have_none() -> None:
    assert sx.Found(3)._repr_svg_() is None


def test_reprs_are_short() -> None:
    result = sx.fill(PUZZLE)
    assert isinstance(result, sx.Found)
    assert repr(GRID) == "<Grid 3x3, 2 blocks>"
    assert repr(sx.Grid.parse("A|B")) == "<Grid 2x1, 0 blocks, 1 bar>"
    assert repr(PUZZLE) == "<Puzzle 3x3, 3 slots, 4 words>"
    assert repr(PUZZLE.words) == "<WordList words, 4 words>"
    assert repr(result.value) == "<Fill 3x3, 3 entries, score 150>"
    assert repr(sx.crossword_of(GRID)) == "<Crossword 3x3, 3 clues>"
    for shown in (GRID, PUZZLE, PUZZLE.words, result.value, sx.enumerate_fills(PUZZLE)):
        assert len(repr(shown)) < 80
