"""Pictures and sounds in clues: from files beside a list to pages, paper and files."""

from __future__ import annotations

import wave
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image as Picture
from support.cli import run_cli

from satcross.apps.pictures.images import load_clue_picture
from satcross.apps.pictures.sheets import sheets_of
from satcross.apps.solving.html import html_of
from satcross.drawing.shapes import PlacedImage
from satcross.drawing.style import Page, Part, Style
from satcross.errors import InputError
from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import Crossword, clues_for, crossword_of, pattern_of
from satcross.model.grid import Grid
from satcross.model.media import Medium

NAMES = ("Picture", "Sound")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Picture.new("RGB", (900, 300), "red").save(tmp_path / "apple.png")
    with wave.open(str(tmp_path / "bell.wav"), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(8000)
        sound.writeframes(bytes(800))
    (tmp_path / "list.txt").write_text("bell: ![](apple.png)\nlamp: [Listen](bell.wav)\n")
    return tmp_path


def with_clues(*texts: str) -> Crossword:
    crossword = crossword_of(Grid.parse("CAT\nA##\nR##"))
    clues = zip(clues_for(pattern_of(crossword)), texts, strict=True)
    return replace(crossword, clues=tuple(replace(clue, text=text) for clue, text in clues))


def test_pages_paper_and_our_own_files_have_them(folder: Path) -> None:
    written = with_clues('![a "pet"](apple.png)', "It rings [<Listen>](bell.wav) twice")
    made = Medium.with_all(written, folder, load_clue_picture, names=NAMES)
    assert [clue.text for clue in made.clues] == ["Picture", "It rings <Listen> twice"]
    (picture,), (_sound,) = map(Medium.all_of, made.clues)
    assert picture.is_picture
    assert picture.about == 'a "pet"'
    assert Picture.open(folder / "apple.png").width > 480  # which is kept smaller
    page = html_of(made)
    assert '<img src="data:image/png;base64,' in page
    assert 'alt="a &quot;pet&quot;"' in page
    assert "img-src data:; media-src data:;" in page
    assert 'aria-label="1 &lt;Listen&gt;"></audio>' in page
    assert "-src data:" not in html_of(written)
    for fills in (False, True):
        style = Style(fills_page=fills)
        (sheet,) = sheets_of(made, Part.PUZZLE, page=Page(), style=style)
        (drawn,) = [shape for shape in sheet.flat() if isinstance(shape, PlacedImage)]
        assert drawn.width == pytest.approx(3 * drawn.height)
        assert drawn.x + drawn.width <= sheet.width
    data = file_of(made, "satcross").data
    assert parse_crossword(data, format_named("satcross"), "x") == made
    content = file_of(made, "text", lossy=True)
    assert content.notes == ("pictures and sounds of clues (1 Across, 1 Down)",)
    damaged = data.replace(b"image/png", b"image/svg")
    with pytest.raises(InputError, match="damaged"):
        html_of(parse_crossword(damaged, format_named("satcross"), "x"))


@pytest.mark.parametrize(
    ("clue", "problem"),
    [
        ("![](none.png)", "no such file"),
        ("![](list.txt)", "PNG or JPEG"),
        ("[x](apple.png)", "a sound must be one of"),
        ("![](../apple.png)", "not beside the list"),
        ("![](/etc/passwd)", "not beside the list"),
        ("![](https://example.org/x.png)", "in the web"),
    ],
)
def test_what_is_no_picture_or_sound_is_refused(folder: Path, clue: str, problem: str) -> None:
    assert Medium.are_in(clue)
    with pytest.raises(InputError, match=problem):
        Medium.with_all(with_clues(clue, "x"), folder, load_clue_picture, names=NAMES)


@pytest.mark.needs("apps/freeform")
def test_a_list_with_pictures_makes_a_page_and_paper(folder: Path) -> None:
    page = folder / "page.html"
    done = run_cli("freeform", folder / "list.txt", "-o", page, "--word-bank", "--language", "de")
    assert done.code == 0
    text = page.read_text()
    assert "<img " in text
    assert "Listen" in text
    assert "<li>bell</li><li>lamp</li>" in text
    done = run_cli("freeform", folder / "list.txt", "-o", folder / "page.pdf")
    assert "left out: sounds, which no paper has (" in done.err
    done = run_cli("wordsearch", folder / "list.txt", "--show-clues")
    assert done.code == 2
    (folder / "list.txt").write_text("bell: ![](none.png)\nlamp: x\n")
    done = run_cli("freeform", folder / "list.txt", "-o", folder / "new.html")
    assert (done.code, (folder / "new.html").exists()) == (2, False)
