"""`satcross render` and `satcross cs50`, called as the command line calls them."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from pypdf import PdfReader
from support.cli import Done, run_cli
from support.drawn import DAILY15, daily15, one_clue

from satcross.cli.commands import cs50 as cs50_module
from satcross.cli.errors import ExitCode
from satcross.formats import own
from satcross.formats.losses import Losses
from satcross.model.crossword import Crossword

STRUCTURE = "#___#\n#_##_\n#_##_\n#_##_\n#____\n"
WORDS = "six\nfive\nseven\nnine\neight\nthree\nfour\ntwo\n"
NUMBERS = "█SIX█\n█E██F\n█V██I\n█E██V\n█NINE\n"


def render(*arguments: str | Path) -> Done:
    return run_cli("render", *map(str, arguments))


def cs50(*arguments: str | Path) -> Done:
    return run_cli("cs50", *map(str, arguments))


def fault(*arguments: str | Path) -> str:
    """The one line of a call that is bad input."""
    done = run_cli(*arguments)
    assert done.code == 2
    assert done.err.count("\n") == 1
    return done.err


@pytest.fixture
def daily(tmp_path: Path) -> Path:
    return saved(tmp_path / "daily.json", daily15())


def saved(path: Path, crossword: Crossword) -> Path:
    path.write_bytes(own.write(crossword, Losses("json")))
    return path


def test_the_ending_tells_what_is_drawn(daily: Path, tmp_path: Path) -> None:
    for name in ("out.svg", "out.png", "out.pdf", "upper.PDF"):
        assert render(daily, "-o", tmp_path / name).code == 0
    assert ElementTree.parse(tmp_path / "out.svg").getroot().tag.endswith("}svg")
    assert Image.open(tmp_path / "out.png").size == (1087, 1087)
    assert len(PdfReader(tmp_path / "out.pdf").pages) == 2
    assert (tmp_path / "upper.PDF").read_bytes() == (tmp_path / "out.pdf").read_bytes()
    assert len(list(tmp_path.iterdir())) == 5  # and no temporary files


def test_without_output_svg_is_printed(daily: Path) -> None:
    done = render(daily)
    assert done.code == 0
    plain = done.out
    assert plain.count("<text") == 71 + 189
    done = render(daily, "--blank", "-o", "-")
    assert done.code == 0
    blank = done.out
    assert blank.count("<text") == 71
    done = render(daily, "--blank", "--no-numbers")
    assert done.code == 0
    assert done.out.count("<text") == 0


def test_grid_text_can_be_drawn(tmp_path: Path) -> None:
    path = tmp_path / "grid.txt"
    path.write_text(DAILY15)
    done = render(path)
    assert done.code == 0
    assert done.out.count("<text") == 71 + 189


def test_blank_and_solution_choose_the_page(daily: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    for option, expected in (("--blank", "Across"), ("--solution", "Solution")):
        assert render(daily, "-o", out, option).code == 0
        (page,) = PdfReader(out).pages
        assert expected in page.extract_text()


def test_pages_titles_and_columns(daily: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    names = ["--title", "Ünlike", "--author", "N. N."]
    done = render(daily, "-o", out, "--page", "letter", "--columns", "3", *names)
    assert done.code == 0
    pdf = PdfReader(out)
    assert [float(side) for side in pdf.pages[0].mediabox[2:]] == [612, 792]
    assert pdf.metadata is not None
    assert (pdf.metadata.title, pdf.metadata.author) == ("Ünlike", "N. N.")
    assert "Ünlike" in pdf.pages[0].extract_text()
    assert "Unit Propagation" not in pdf.pages[0].extract_text()


def test_a_manuscript_for_the_new_york_times(daily: Path, tmp_path: Path) -> None:
    out = tmp_path / "nyt.pdf"
    options = ("--layout", "nyt", "--author", "A. Byron", "--contact", "12 Elm St", "--page", "a4")
    assert render(daily, "-o", out, *options).code == 0
    pages = PdfReader(out).pages
    assert [round(float(side)) for side in pages[0].mediabox[2:]] == [595, 842]
    assert pages[0].extract_text().startswith("Unit Propagation\nA. Byron\n12 Elm St\nWord count")
    assert "ACROSS" in pages[1].extract_text()
    said = fault("render", "examples/mini5.txt", "-o", tmp_path / "no.pdf", "--layout", "nyt")
    assert "21 of 21 squares have no letter" in said


def test_a_page_as_a_picture(daily: Path, tmp_path: Path) -> None:
    assert (
        render(daily, "-o", tmp_path / "p.png", "--blank", "--page", "a4", "--width", "210").code
        == 0
    )
    assert Image.open(tmp_path / "p.png").size == (210, 297)
    assert (
        render(daily, "-o", tmp_path / "p.svg", "--blank", "--page", "a4", "--embed-font").code == 0
    )
    svg = (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert "@font-face" in svg
    assert "Gone to a new owner" in svg
    assert render(daily, "-o", tmp_path / "s.png", "--scale", "0.5").code == 0
    assert Image.open(tmp_path / "s.png").size == (272, 272)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("-o", "x.jpg"),
            r"no format has the extension '\.jpg'; use one of \.txt",
        ),
        (("-o", "x"), "no format has the extension ''; use one of"),
        (("--width", "9"), r"--width: does not apply to \.svg files; leave it out"),
        (("-o", "x.pdf", "--scale", "2"), "--scale: does not apply to"),
        (("-o", "x.png", "--embed-font"), "--embed-font: does not apply to"),
        (("-o", "x.png", "--columns", "2"), "--columns: .*give --page too"),
        (("--blank", "--solution"), "--blank and --solution do not go together"),
        (("-o", "x.pdf", "--page", "a99"), "--page: must be one of a3, a4,"),
        (("-o", "x.pdf", "--columns", "99"), "--columns: must be from 1 to 8, got 99"),
        (("-o", "x.png", "--width", "0"), "--width: the picture would have 0 x 0 pixels"),
        (("-o", "no/such/x.svg"), f"{re.escape(str(Path('no/such/x.svg')))}: "),
        (("--layout", "nyt"), r"--layout: does not apply to \.svg files"),
        (("-o", "x.pdf", "--layout", "post"), "--layout: must be newspaper or nyt, got 'post'"),
        (("-o", "x.pdf", "--contact", "a"), "--contact: needs --layout nyt"),
        (("-o", "x.pdf", "--layout", "nyt", "--blank"), "--blank: does not go with --layout nyt"),
        (("-o", "x.pdf", "--layout", "nyt", "--language", "de"), "--language: does not go with"),
        (("-o", "x.pdf", "--layout", "nyt", "--enumerations"), "--enumerations: does not go with"),
        (("-o", "x.svg", "--no-enumerations"), r"--enumerations: does not apply to \.svg files"),
        (("-o", "x.pdf", "--layout", "nyt", *["--contact", "a"] * 9), "--contact: must be at most"),
    ],
)
def test_options_that_make_no_sense(
    daily: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert re.search(message, fault("render", daily, *arguments))
    assert os.listdir() == ["daily.json"]  # noqa: PTH208


def test_a_solution_that_is_not_known(tmp_path: Path) -> None:
    path = tmp_path / "open.txt"
    path.write_text("...\n.#.\n...\n")
    said = fault("render", path, "--solution")
    assert "no letter of the solution is known; fill the grid" in said


def test_a_file_that_is_no_crossword_leaves_the_picture_alone(tmp_path: Path) -> None:
    bad, out = tmp_path / "bad.json", tmp_path / "out.pdf"
    bad.write_text("{")
    out.write_text("before")
    assert "bad.json" in fault("render", bad, "-o", out)
    assert out.read_text(encoding="utf-8") == "before"
    assert "missing.json" in fault("render", tmp_path / "missing.json", "-o", out)


def test_letters_that_the_fonts_lack_are_told(tmp_path: Path) -> None:
    path = saved(tmp_path / "star.json", one_clue("A ★"))
    done = render(path, "-o", tmp_path / "star.pdf")
    assert done.err == "the fonts lack ★; \ufffd stands for them\n"
    done = render(path, "-o", tmp_path / "star.svg")
    assert done.err == ""


@pytest.fixture
def course(tmp_path: Path) -> tuple[Path, Path]:
    structure, words = tmp_path / "structure0.txt", tmp_path / "words0.txt"
    structure.write_text(STRUCTURE)
    words.write_text(WORDS)
    return structure, words


def test_cs50_prints_as_its_program_does(course: tuple[Path, Path]) -> None:
    done = cs50(*course)
    assert done.code == 0
    assert done.out == NUMBERS


def test_cs50_saves_the_picture(course: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "output.png"
    assert cs50(*course, out, "--seed", "3").code == 0
    image = Image.open(out).convert("RGB")
    assert image.size == (367, 367)
    side = 72.0
    for row, line in enumerate(NUMBERS.splitlines()):
        for col, char in enumerate(line):
            corner = (round(3.6 + side * col + 8), round(3.6 + side * row + 8))
            assert image.getpixel(corner) == ((0, 0, 0) if char == "█" else (255, 255, 255))
            left, top = round(3.6 + side * col) + 8, round(3.6 + side * row) + 8
            square = image.crop((left, top, left + 56, top + 56)).convert("L")
            darkest = min(level for level, n in enumerate(square.histogram()) if n)
            assert darkest < 60  # a block or a letter
    assert cs50(*course, tmp_path / "output.pdf").code == 0
    assert len(PdfReader(io.BytesIO((tmp_path / "output.pdf").read_bytes())).pages) == 1


def test_cs50_without_a_fill(course: tuple[Path, Path], tmp_path: Path) -> None:
    course[1].write_text("six\nfive\n")
    out = tmp_path / "output.png"
    done = cs50(*course, out)
    assert done.code == ExitCode.UNFILLABLE
    assert done.out == "No solution.\n"
    assert not out.exists()


def test_cs50_structures_as_its_program_reads_them(tmp_path: Path) -> None:
    """What is no `_` is a block, letters too; short rows end in blocks, and empty lines count."""
    path = tmp_path / "structure.txt"
    path.write_bytes("__ _A\r\n\r\n_█\r\n".encode())
    assert str(cs50_module.read_structure(path)) == "..#.#\n#####\n.####"


@pytest.mark.parametrize(
    ("structure", "message"),
    [
        (b"", "the structure is empty; give rows of _ and #"),
        (b"\n\n", "the structure is empty"),
        (b"###\n###", "the grid has no slot"),
        (b"\xff\xfe_", "not UTF-8"),
        (b"_" * 300, "more than 200 cells"),
        (b"_\n" * 300, "more than 200 cells"),
    ],
)
def test_cs50_structures_that_are_none(
    course: tuple[Path, Path], structure: bytes, message: str
) -> None:
    course[0].write_bytes(structure)
    assert re.search(f"structure0.txt: .*{message}", fault("cs50", *course))


def test_cs50_bad_calls(course: tuple[Path, Path], tmp_path: Path) -> None:
    assert "output.gif: no format has" in fault("cs50", *course, tmp_path / "output.gif")
    assert "--time-limit: " in fault("cs50", *course, "--time-limit", "0")
    assert "missing: " in fault("cs50", tmp_path / "missing", course[1])
    assert "missing: " in fault("cs50", course[0], tmp_path / "missing")


@pytest.mark.needs("apps/solving")
def test_a_british_page_has_the_lengths_of_the_words_as_the_list_has_them(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("ice cream;50\nre-usable;50\n")
    (tmp_path / "clues.tsv").write_text("ICECREAM\tCold comfort\nREUSABLE\tNot thrown away\n")
    grid = tmp_path / "grid.txt"
    grid.write_text("........\n########\n........\n")
    page = tmp_path / "page.html"
    words, clues = tmp_path / "words.txt", tmp_path / "clues.tsv"
    done = run_cli("fill", str(grid), "-w", str(words), "--clues", str(clues), "-o", str(page))
    assert done.code == 0, done.err
    text = page.read_text("utf-8")
    assert "Cold comfort (3,5)" in text
    assert "Not thrown away (2-6)" in text
