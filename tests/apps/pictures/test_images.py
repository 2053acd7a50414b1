"""Pictures in arrow words: files that are read, kept and drawn."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from PIL import Image as Pillow
from support.cli import run_cli, run_refused

import satcross as sx
from satcross.apps.pictures.images import MAX_SIDE, load_image
from satcross.apps.solving.html import html_of
from satcross.errors import FormatError, OptionError
from satcross.formats.reading import file_of, save_crossword
from satcross.kinds.arrowword import ARROW_WORD
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.model.images import Image

BLUE, RED = (40, 90, 200), (200, 30, 30)
MAKE = "arrowword", "8x9", "--min-score", 88, "--seed", 5


def picture(
    path: Path, mode: str = "RGB", size: tuple[int, int] = (40, 20), turned: int = 1
) -> Path:
    """A blue file whose left quarter is red."""
    drawn = Pillow.new("RGB", size, BLUE)
    drawn.paste(RED, (0, 0, size[0] // 4, size[1]))
    exif = Pillow.Exif()
    exif[0x0112] = turned
    exif[0x010F] = "a camera"
    drawn.convert(mode).save(path, exif=exif)
    return path


def arrow_word() -> Crossword:
    return replace(crossword_of(Grid.parse("~~#A\n~~BC\nDEFG")), kind=ARROW_WORD)


@pytest.mark.parametrize("mode", ["RGB", "CMYK", "L"])
def test_a_photo_is_kept_upright_and_without_a_cameras_notes(mode: str, tmp_path: Path) -> None:
    data = load_image(picture(tmp_path / "photo.jpg", mode, (MAX_SIDE * 2, MAX_SIDE), turned=6))
    kept = Pillow.open(BytesIO(data))
    assert (kept.format, kept.size) == ("JPEG", (MAX_SIDE // 2, MAX_SIDE))
    assert not kept.getexif()
    assert b"camera" not in data
    if mode == "RGB":  # the left is on top now
        assert kept.getpixel((400, 100)) == pytest.approx(RED, abs=30)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "1", "L", "LA", "I;16"])
def test_every_png_is_read(mode: str, tmp_path: Path) -> None:
    kept = Pillow.open(BytesIO(load_image(picture(tmp_path / "a.png", mode))))
    assert (kept.format, kept.size) == ("PNG", (40, 20))
    assert kept.mode in ("RGBA", "L", "LA")


def test_other_files_are_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.png"
    whole = picture(tmp_path / "a.png", size=(400, 400)).read_bytes()
    gif = BytesIO()
    Pillow.new("L", (3, 3)).save(gif, "GIF")
    for data in (b"", whole[:200], b"<svg/>", gif.getvalue()):
        bad.write_bytes(data)
        with pytest.raises(FormatError, match=r"bad\.png: must be a PNG or JPEG"):
            load_image(bad)
    for side in (6_400, 20_000):
        Pillow.new("1", (side, side)).save(bad)
        with pytest.raises(FormatError, match="more than 40,000,000 pixels"):
            load_image(bad)
    said = run_refused(*MAKE, "--picture", f"3x3@r1c1={bad}", "-o", tmp_path / "a.json")
    assert "bad.png" in said
    assert not (tmp_path / "a.json").exists()


def test_pictures_are_in_voids_and_apart(tmp_path: Path) -> None:
    data = load_image(picture(tmp_path / "a.png"))
    crossword = Image(0, 2, 1, data).placed_in(arrow_word())
    both = Image(1, 2, 1, data).placed_in(crossword)
    assert [image.at for image in Image.all_of(both)] == [0, 1]
    for image in (
        Image(0, 1, 1, data),
        Image(1, 2, 2, data),
        Image(4, 3, 1, data),
        Image(0, 0, 1, data),
    ):
        with pytest.raises(OptionError, match="picture"):
            image.placed_in(crossword)


def test_every_drawing_has_the_picture(tmp_path: Path) -> None:
    photo, own = picture(tmp_path / "photo.png"), tmp_path / "a.json"
    assert run_cli(*MAKE, "--picture", f"3x3@r1c1={photo}", "-o", own).code == 0
    for name in ("a.svg", "a.png", "a.pdf", "a.html"):
        assert run_cli("render", own, "-o", tmp_path / name).code == 0
    assert "<image " in (tmp_path / "a.svg").read_text()
    page = (tmp_path / "a.html").read_text()
    assert "img-src data:" in page
    assert "<image " in page
    assert len(pypdf.PdfReader(tmp_path / "a.pdf").pages[0].images) == 1
    drawn = Pillow.open(tmp_path / "a.png").convert("RGB")
    side = drawn.width / 8
    # The place is 3 x 3 cells, the picture half as high as it is wide, in the middle.
    assert drawn.getpixel((round(2 * side), round(1.5 * side))) == BLUE
    assert drawn.getpixel((round(0.3 * side), round(1.5 * side))) == RED
    assert drawn.getpixel((round(1.5 * side), round(0.4 * side))) == (255, 255, 255)


@pytest.mark.needs("apps/interchange")
def test_other_formats_say_that_they_leave_it_out(tmp_path: Path) -> None:
    crossword = Image(0, 2, 2, load_image(picture(tmp_path / "a.png"))).placed_in(arrow_word())
    own = tmp_path / "own.json"
    save_crossword(crossword, own)
    assert Image.all_of(sx.load_crossword(own).crossword) == Image.all_of(crossword)
    content = file_of(crossword, "ipuz")
    assert content.notes == ("1 detail that only satcross files hold: pictures",)


@pytest.mark.parametrize(
    "wrong",
    [
        7, [7], [{}], [{"cell": [0, 0], "rows": 2, "cols": 9, "data": ""}],
        [{"cell": [0, 0], "rows": 2, "cols": 2, "data": "?"}],
        [{"cell": [0, 0], "rows": 2, "cols": 2, "data": "AAAA"}],
        [{"cell": [0, -1], "rows": 2, "cols": 2, "data": ""}],
    ],
)  # fmt: skip
def test_a_damaged_picture_in_a_file_is_one_line(wrong: object, tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    data = {
        "schema": "satcross.crossword/1", "rows": 2, "cols": 3, "kind": "arrow-word",
        "squares": [[None, None, "A"], [None, None, "B"]],
        "extras": {"satcross": {"pictures": wrong}},
    }  # fmt: skip
    own.write_text(json.dumps(data))
    assert "picture" in run_refused("render", own, "-o", tmp_path / "a.svg")
    assert "picture" in run_refused("render", own, "-o", tmp_path / "a.html")


def test_a_picture_on_a_page_to_solve_needs_no_other_file(tmp_path: Path) -> None:
    crossword = Image(0, 2, 2, load_image(picture(tmp_path / "a.png"))).placed_in(arrow_word())
    assert "img-src" not in html_of(arrow_word())
    assert "img-src data:" in html_of(crossword)
