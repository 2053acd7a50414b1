"""Pages in the language of the puzzle, enclosed voids, and pages that are filled."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from support.drawn import daily15
from support.drawn_boxes import box, grid_box, outside, overlaps, texts_beside_grid

from satcross.apps.pictures.board import with_grey_voids
from satcross.apps.pictures.fonts import missing_characters
from satcross.apps.pictures.pages import LEAST_FILLING
from satcross.apps.pictures.scripts import script_of
from satcross.apps.pictures.sheets import sheets_of
from satcross.apps.pictures.squares import squares_on
from satcross.apps.solving.html import html_of
from satcross.drawing.languages import FOLDER, Texts
from satcross.drawing.shapes import Sheet, Text
from satcross.drawing.style import Page, Part, Style
from satcross.errors import OptionError
from satcross.model.crossword import Crossword, SquareKind, crossword_of
from satcross.model.grid import Grid
from satcross.model.kinds import PuzzleKind, kinds
from satcross.words.alphabets import ALPHABETS, SYLLABIC

RING = "CAT~\nO~E~\nTEN~\n~~~~"


def clued(grid: str) -> Crossword:
    crossword = crossword_of(Grid.parse(grid))
    clues = [replace(clue, text=f"Clue of {clue.answer}") for clue in crossword.clues]
    return replace(crossword, clues=tuple(clues))


@pytest.mark.parametrize("language", Texts.LANGUAGES)
def test_headings_are_in_the_language(language: str) -> None:
    names = Texts.of(language)
    headings = [getattr(names, each.name) for each in fields(names)][:-2]
    assert all(isinstance(text, str) and text for text in headings)
    assert "{n}" in names.message
    assert all(map(script_of, missing_characters(headings)))  # the machine may have a font
    style = Style(language=language)
    puzzle, *_ = sheets_of(clued(RING), Part.PUZZLE, page=Page(), style=style)
    shown = [shape.text for shape in puzzle.flat() if isinstance(shape, Text)]
    assert names.across in shown
    assert names.down in shown
    (solution,) = sheets_of(clued(RING), Part.SOLUTION, page=Page(), style=style)
    assert names.solution in [s.text for s in solution.flat() if isinstance(s, Text)]
    page = html_of(clued(RING), language=language)
    assert f'lang="{language}"' in page
    assert f">{names.across}</h2>" in page


def test_every_language_has_a_file_with_the_same_texts() -> None:
    there = sorted(path.name for path in FOLDER.iterdir())
    assert there == sorted(f"{x}.toml" for x in Texts.LANGUAGES)
    english = Texts.of("en").phrases
    assert list(english.values()) == list(english)
    for language in Texts.LANGUAGES:
        assert list(Texts.of(language).phrases) == list(english)
        assert all(getattr(Texts.of(language), each.name) for each in fields(Texts))
        said = Texts.of(language).kinds
        assert all(language in kind.titles or kind.value in said for kind in kinds())
        titles = [Texts.of(language).kind_title(kind) for kind in kinds()]
        assert len({*filter(None, titles)}) == len(titles)
        assert all(map(script_of, missing_characters(titles)))


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.value)
def test_a_page_without_a_title_has_the_name_of_its_kind(kind: PuzzleKind) -> None:
    crossword = replace(crossword_of(Grid.parse("CAT\n#T#")), kind=kind)
    page = html_of(crossword, language="de")
    assert f"<h1>{Texts.of('de').kind_title(kind)}</h1>" in page
    named = html_of(replace(crossword, title="Nr. 7"), language="de")
    assert Texts.of("de").kind_title(kind) not in named


def test_every_alphabet_of_a_language_has_texts() -> None:
    assert set(Texts.OF_ALPHABET) <= {*ALPHABETS, *SYLLABIC}
    english = {
        *("latin", "digits", "croatian", "hungarian", "welsh"),
        *("czech", "slovak", "albanian", "maltese"),
    }
    assert set(ALPHABETS) - set(Texts.OF_ALPHABET) == english
    assert set(Texts.OF_ALPHABET.values()) <= set(Texts.LANGUAGES)
    with pytest.raises(OptionError, match="there are no texts in 'xx'"):
        Style(language="xx")


def grey(text: str, *, all_of_them: bool = False) -> list[int]:
    squares = with_grey_voids(crossword_of(Grid.parse(text)), all_of_them=all_of_them).squares
    assert all(s.shade for s in squares if s.kind is SquareKind.BLOCK)
    return [at for at, s in enumerate(squares) if s.kind is SquareKind.BLOCK]


def test_only_holes_of_a_single_square_are_grey() -> None:
    assert grey(RING) == [5]
    assert grey("CAT\nO~E\nT~N") == []
    assert grey("~CAT\nO~~E\nTENN\n~~~~") == []
    assert grey("~CAT\nO~~E\nTENN\n~~~~", all_of_them=True) == [0, 5, 6, 12, 13, 14, 15]
    assert grey("~CAT\nO~XE\nTENN") == [5]


def square_side(sheet: Sheet, crossword: Crossword) -> float:
    left, _, right, _ = grid_box(sheet)
    return (right - left) / crossword.n_cols


def of_size(n_rows: int, n_cols: int, clue: str) -> Crossword:
    """A crossword of crossing words in every second row and column, with this clue for each."""
    cells = [
        "A" if not (row % 2 and col % 2) else "~" for row in range(n_rows) for col in range(n_cols)
    ]
    made = crossword_of(Grid(n_rows, n_cols, tuple(cells)))
    return replace(made, clues=tuple(replace(each, text=clue) for each in made.clues))


@pytest.mark.parametrize("shape", [(9, 9), (20, 29), (30, 30), (42, 30), (42, 11), (5, 29)])
@pytest.mark.parametrize("clue", ["x", "A clue of some length that says what the word means"])
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_squares_of_a_filled_page_have_six_millimetres(
    shape: tuple[int, int], clue: str, size: str
) -> None:
    page = Page.named(size)
    rows, cols = squares_on(page)
    crossword = of_size(min(shape[0], rows), min(shape[1], cols), clue)
    crossword = replace(crossword, title="A title")
    sheets = sheets_of(crossword, Part.PUZZLE, page=page, style=Style(fills_page=True))
    assert square_side(sheets[0], crossword) >= LEAST_FILLING - 0.01
    assert len(sheets) <= 3
    for sheet in sheets:
        assert not outside(sheet)
    solution, *_ = sheets_of(crossword, Part.SOLUTION, page=page, style=Style(fills_page=True))
    assert not outside(solution)


@pytest.mark.parametrize("size", ["a4", "a5", "letter"])
def test_a_filled_page_has_larger_squares_and_clues(size: str) -> None:
    page = Page.named(size)
    for crossword in (clued(RING), daily15()):
        usual, *_ = sheets_of(crossword, Part.PUZZLE, page=page, style=Style(fills_page=False))
        filled, *others = sheets_of(crossword, Part.PUZZLE, page=page, style=Style(fills_page=True))
        assert not outside(filled)
        if others:  # small paper, and a grid whose squares would be too small on one page
            assert size == "a5"
            assert square_side(filled, crossword) >= LEAST_FILLING
            continue
        boxes = [grid_box(filled), *map(box, texts_beside_grid(filled))]
        assert not overlaps(boxes)
        sizes = [max(t.size for t in texts_beside_grid(sheet)) for sheet in (usual, filled)]
        sides = [grid_box(sheet)[2] - grid_box(sheet)[0] for sheet in (usual, filled)]
        assert sizes[0] * sides[0] <= sizes[1] * sides[1]
    small = clued(RING)
    usual, *_ = sheets_of(small, Part.PUZZLE, page=page, style=Style(fills_page=False))
    (filled,) = sheets_of(small, Part.PUZZLE, page=page, style=Style(fills_page=True))
    assert grid_box(filled)[2] - grid_box(filled)[0] > grid_box(usual)[2] - grid_box(usual)[0]


def test_a_saved_layout_has_squares_as_large_as_when_it_is_made() -> None:
    page = Page.named("a4")
    layout = of_size(27, 27, "A clue of some length that says what the word means")
    usual = sheets_of(layout, Part.PUZZLE, page=page)
    assert square_side(usual[0], layout) >= LEAST_FILLING - 0.01
    assert usual == sheets_of(layout, Part.PUZZLE, page=page, style=Style(fills_page=True))
    small = sheets_of(clued(RING), Part.PUZZLE, page=page)
    assert small != sheets_of(clued(RING), Part.PUZZLE, page=page, style=Style(fills_page=False))
    blocked = daily15()
    plain = sheets_of(blocked, Part.PUZZLE, page=page, style=Style(fills_page=False))
    assert sheets_of(blocked, Part.PUZZLE, page=page) == plain
