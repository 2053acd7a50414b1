"""SVG, PNG and PDF: what other programs find in them."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
import time
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader
from support.drawn import daily15, fancy_mini, german, greek, one_clue, russian, sunday21
from support.tasks import little_work

from satcross.apps.pictures.api import pdf_of, png_of, svg_of
from satcross.apps.pictures.fonts import (
    advances,
    font_file,
    missing_characters,
    printable,
    text_width,
)
from satcross.apps.pictures.sheets import sheets_of, unprintable
from satcross.drawing.style import Page, Part, Style
from satcross.errors import FormatError, OptionError
from satcross.model.crossword import Crossword, Square

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).resolve().parents[3]


def read(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data), strict=True)


def pixels(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


# SVG


def test_svg_holds_every_shape_once() -> None:
    root = ElementTree.fromstring(svg_of(daily15()))
    (sheet,) = sheets_of(daily15())
    n_blocks = sum(square.solution == "" for square in daily15().squares)
    assert len(root.findall(f".//{SVG}rect")) == n_blocks + 1  # and the white of the paper
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert len(texts) == 71 + 225 - n_blocks
    assert "".join(text or "" for text in texts[71:]) == "".join(
        square.solution for square in daily15().squares
    )
    assert root.get("viewBox") == f"0 0 {sheet.width:g} {sheet.height:g}"
    assert root.get("width") == f"{sheet.width:g}pt"
    assert root.findtext(f"{SVG}title") == "Unit Propagation"


def test_svg_groups_say_what_they_are() -> None:
    root = ElementTree.fromstring(svg_of(fancy_mini()))
    names = [element.get("class") for element in root.iter(f"{SVG}g")]
    assert names == [
        "grid", "shades", "circles", "blocks", "lines", "border", "numbers", "letters"
    ]  # fmt: skip


def test_svg_names_the_font_and_others_if_it_is_missing() -> None:
    family = ElementTree.fromstring(svg_of(one_clue("x"))).get("font-family") or ""
    assert family.startswith("'Satcross Sans', ")
    assert family.endswith("sans-serif")


def test_svg_can_hold_its_font() -> None:
    plain, embedded = svg_of(greek()), svg_of(greek(), embed_font=True)
    assert "@font-face" not in plain
    assert embedded.count("@font-face") == 1  # bold is not needed there
    assert "font-weight: 400" in embedded
    assert "data:font/ttf;base64,AAEAAAA" in embedded
    assert 3_000 < len(embedded) - len(plain) < 20_000
    assert svg_of(greek(), embed_font=True) == embedded
    with_clues = svg_of(daily15(), Part.PUZZLE, page=Page(), embed_font=True)
    assert with_clues.count("@font-face") == 3


@pytest.mark.parametrize("text", ["<&>\"'", "\0\x01\x1b", "\ud800", "]]>", "a\nb", "\ufffe", "💡"])
def test_svg_is_well_formed_whatever_the_text(text: str) -> None:
    crossword = replace(one_clue(f"clue {text}"), title=text, notes=text, copyright=text)
    squares = (replace(crossword.squares[0], solution=text), *crossword.squares[1:])
    for part in Part:
        for page in (None, Page()):
            drawn = svg_of(replace(crossword, squares=squares), part, page=page)
            ElementTree.fromstring(drawn.encode())


def test_a_picture_holds_one_page() -> None:
    assert "<text" in svg_of(daily15(), Part.PUZZLE, page=Page())
    crossword = sunday21()
    clues = tuple(replace(clue, text="long " * 60, markup="") for clue in crossword.clues)
    with pytest.raises(OptionError, match=r"page: the puzzle needs \d+ pages.*\.pdf"):
        svg_of(replace(crossword, clues=clues), Part.PUZZLE, page=Page())


# PNG


def test_png_is_as_large_as_asked() -> None:
    assert pixels(png_of(one_clue("x"), width_px=300)).size == (300, 106)  # 111.6 x 39.6 points
    assert pixels(png_of(one_clue("x"), scale=1)).size == (112, 40)
    assert pixels(png_of(one_clue("x"))).size == (223, 79)
    corner = Image.open(io.BytesIO(png_of(one_clue("x"), width_px=301)))
    assert corner.getpixel((300, 106)) == (255, 255, 255, 255)  # white to the edge
    assert pixels(png_of(one_clue("x"), page=Page(), width_px=210)).size == (210, 297)


def test_png_pixels_of_blocks_squares_shades_and_voids() -> None:
    squares = (
        replace(Square(), kind=Square().kind.__class__("block")),
        Square(),
        Square(shade="#ffd700"),
        replace(Square(), kind=Square().kind.__class__("void")),
    )
    image = pixels(png_of(Crossword(1, 4, squares), style=Style(numbers=False), scale=2))
    colours = [image.getpixel((round(3.6 + 72 * (n + 0.5)), 40)) for n in range(4)]
    assert colours == [(0, 0, 0), (255, 255, 255), (255, 215, 0), (255, 255, 255)]
    assert image.getpixel((76, 40)) != (255, 255, 255)  # the line between the first two


@pytest.mark.parametrize("letter", ["W", "Ä", "Ω", "Я", "Ñ", "8"])
def test_png_letters_are_drawn_in_our_font(letter: str) -> None:
    """Dark pixels are where the letter is, and as wide as it is."""
    crossword = Crossword(1, 1, (Square(solution=letter),))
    image = pixels(png_of(crossword, style=Style(numbers=False), scale=10)).crop((40, 40, 350, 350))
    dark = [x for x in range(310) for y in range(0, 310, 2) if image.getpixel((x, y)) == (0, 0, 0)]
    width = 10 * text_width(letter, 0.6 * 36)
    assert 0.6 * width < max(dark) - min(dark) < 1.02 * width
    assert abs((max(dark) + min(dark)) / 2 - (198 - 40)) < 12


def test_png_does_not_depend_on_fonts_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    before = png_of(daily15(), width_px=400)
    monkeypatch.setenv("FONTCONFIG_FILE", "/dev/null")
    assert png_of(daily15(), width_px=400) == before


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"width_px": 0}, "width_px"),
        ({"width_px": -5}, "width_px"),
        ({"width_px": 10**9}, "width_px"),
        ({"scale": 0.0}, "scale"),
        ({"scale": float("nan")}, "scale"),
        ({"scale": float("inf")}, "scale"),
        ({"scale": 1e5}, "scale"),
        ({"scale": 1e-9}, "scale"),
        ({"scale": 1.0, "width_px": 5}, "width and scale"),
    ],
)
def test_sizes_that_make_no_picture_are_refused(options: dict[str, Any], named: str) -> None:
    with pytest.raises(OptionError, match=named):
        png_of(one_clue("x"), **options)


@pytest.mark.slow
def test_png_of_the_largest_grid() -> None:
    crossword = Crossword(200, 200, (Square(),) * 40_000)
    assert pixels(png_of(crossword, style=Style(numbers=False))).size == (2400, 2400)


def test_png_that_would_take_much_memory_is_refused() -> None:
    full = Crossword(200, 200, (Square(solution="A"),) * 40_000)
    with pytest.raises(OptionError, match=r"40,399 letters.*too much memory; write \.svg or \.pdf"):
        png_of(full)
    with pytest.raises(OptionError, match=r"width_px: .* 1 to 19,\d{3},\d{3} pixels"):
        png_of(daily15(), width_px=5000)


# PDF


def test_pdf_has_a_page_for_the_puzzle_and_one_for_the_solution() -> None:
    pdf = read(pdf_of(daily15()))
    assert len(pdf.pages) == 2
    assert [float(side) for side in pdf.pages[0].mediabox[2:]] == [
        pytest.approx(595.28, abs=0.02), pytest.approx(841.89, abs=0.02)
    ]  # fmt: skip
    puzzle, solution = (" ".join(page.extract_text().split()) for page in pdf.pages)
    assert "Unit Propagation" in puzzle
    for clue in daily15().clues:
        if not clue.markup:
            for word in clue.text.split():
                assert word in puzzle
    assert "Solution" in solution
    assert "Gone to a new owner" not in solution


def test_pdf_parts_can_be_chosen() -> None:
    assert len(read(pdf_of(daily15(), (Part.PUZZLE,))).pages) == 1
    (page,) = read(pdf_of(daily15(), (Part.SOLUTION,), page=Page.named("letter"))).pages
    assert [float(side) for side in page.mediabox[2:]] == [612, 792]
    assert "Solution" in page.extract_text()


def test_a_puzzle_without_letters_has_no_solution_page() -> None:
    crossword = daily15()
    bare = tuple(replace(square, solution="") for square in crossword.squares)
    assert len(read(pdf_of(replace(crossword, squares=bare))).pages) == 1


def test_pdf_names_title_and_author_and_no_time() -> None:
    data = pdf_of(german())
    info = read(data).metadata
    assert info is not None
    assert (info.title, info.author) == ("Größe und Übermaß", "Jürgen Weiß")
    assert info.creator == "satcross"
    assert b"20000101" in data
    assert str(time.gmtime().tm_year).encode() not in (info.creation_date_raw or "").encode()


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        (german, ("Größe und Übermaß", "Ä", "Ü", "Ö")),
        (greek, ("Σταυρόλεξο", "Ἀθηνᾶ Ω.", "Λέξη με γράμματα και τόνους", "Ω")),
        (russian, ("Кроссворд", "Ё. Щука", "Ещё одно слово")),
    ],
)
def test_pdf_text_of_other_alphabets_is_there(sample: object, expected: tuple[str, ...]) -> None:
    assert callable(sample)
    text = " ".join(" ".join(page.extract_text().split()) for page in read(pdf_of(sample())).pages)
    for part in expected:
        assert part in text


def test_pdf_fonts_are_embedded_and_reduced() -> None:
    data = pdf_of(daily15())
    assert len(data) < 60_000
    fonts = {}
    for page in read(data).pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            descendant = font["/DescendantFonts"][0].get_object()
            descriptor = descendant["/FontDescriptor"].get_object()
            fonts[str(font["/BaseFont"])] = len(descriptor["/FontFile2"].get_data())
            assert "/ToUnicode" in font
    assert len(fonts) == 3  # regular, bold, italic
    for name, size in fonts.items():
        assert name[7] == "+"  # a subset
        assert "Satcross" in name
        assert size < 40_000


def test_the_same_crossword_is_the_same_bytes_in_any_process() -> None:
    code = (
        "import sys; sys.path.insert(0, 'tests')\n"
        "from apps.pictures.test_drawing_files import hashes\n"
        "print(*hashes())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == hashes()


def hashes() -> list[str]:
    drawn = (
        pdf_of(daily15()),
        png_of(daily15(), width_px=90),
        svg_of(daily15(), embed_font=True).encode(),
    )
    return [hashlib.sha256(data).hexdigest() for data in drawn]


def test_a_15x15_with_78_clues_is_one_page() -> None:
    crossword = daily15()
    with little_work():
        data = pdf_of(crossword, (Part.PUZZLE,))
    assert len(read(data).pages) == 1


def test_very_long_clues_are_all_in_the_pdf() -> None:
    text = " ".join(f"word{n}" for n in range(2500))
    pdf = read(pdf_of(one_clue(text), (Part.PUZZLE,)))
    assert len(pdf.pages) > 1
    found = " ".join(page.extract_text() for page in pdf.pages).split()
    assert [word for word in found if word.startswith("word")] == text.split()
    with pytest.raises(FormatError):
        pdf_of(one_clue("x" * 600_000))


# Fonts


def test_widths_are_those_of_the_font() -> None:
    from fontTools.ttLib import TTFont

    for bold in (False, True):
        for italic in (False, True):
            font = TTFont(font_file(bold=bold, italic=italic))
            glyphs, metrics = font.getBestCmap(), font["hmtx"].metrics
            assert font["name"].getDebugName(1) == "Satcross Sans"
            assert {code: metrics[glyph][0] / 1000 for code, glyph in glyphs.items()} == {
                code: pytest.approx(width) for code, width in advances(bold, italic).items()
            }


def test_the_four_styles_have_the_same_characters() -> None:
    sets = {frozenset(advances(bold, italic)) for bold in (0, 1) for italic in (0, 1)}
    assert len(sets) == 1
    known = next(iter(sets))
    wanted = "ABCXYZabcxyz0189ÄÖÜßÑÇŁŠŐΑΩάώᾶАЯЁёїђ“”‘’„«»–—…·•½¼€£©°²³×÷½§¶†"
    assert not [char for char in wanted if ord(char) not in known]


def test_what_the_fonts_lack_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.apps.pictures.scripts.folders", list)
    crossword = replace(one_clue("five ★ and 漢字 ﬁne"), title="♥")
    assert unprintable(crossword) == ["★", "♥", "字", "漢"]
    assert not unprintable(daily15())
    assert missing_characters(["a\u200db\ufe0f"]) == []
    assert printable("★ x") == "\ufffd x"
    with pytest.raises(OptionError, match="no font on this machine has 字 漢"):
        pdf_of(crossword)
    crossword = replace(one_clue("five ★"), title="♥")
    assert "\ufffd" in read(pdf_of(crossword)).pages[0].extract_text()
    assert "★" in svg_of(crossword, Part.PUZZLE, page=Page())  # a viewer may have another font


@given(text=st.text(max_size=30))
@settings(max_examples=12, deadline=None)
def test_any_text_can_be_drawn(text: str) -> None:
    crossword = replace(
        one_clue(text), title=text, author=text, squares=(Square(solution=text, label=text),) * 3
    )
    if any(unicodedata.category(char)[0] in "LM" for char in unprintable(crossword)):
        with pytest.raises(OptionError, match="no font on this machine has"):
            pdf_of(crossword)
    else:
        assert len(read(pdf_of(crossword)).pages) >= 1
        assert png_of(crossword, width_px=30)
    ElementTree.fromstring(svg_of(crossword).encode())
