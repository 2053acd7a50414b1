"""`satcross book`: what is on which page, read by another program."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from pypdf import PdfReader
from support.cli import run_cli

import satcross as sx
from satcross.apps.books.book import Book, Chapter, _printed, book_sheets, key_pages
from satcross.apps.books.commands.book import _is_read
from satcross.apps.books.puzzles import _chapter
from satcross.apps.pictures.sheets import sheets_of
from satcross.apps.wordsearch.files import searches_of
from satcross.drawing.shapes import BLACK, Rect, Sheet, Text
from satcross.drawing.style import MM, Page, Part, Style
from satcross.errors import FormatError, OptionError
from satcross.model.crossword import crossword_of
from satcross.model.grid import Grid

_PLAIN = sx.crossword_of(sx.Grid.parse("CAT\nO#O\nDEN"))
_TOLD = ("It meows", "A lair", "A fish", "Weight")
PETS = replace(
    _PLAIN,
    clues=tuple(replace(one, text=text) for one, text in zip(_PLAIN.clues, _TOLD, strict=True)),
)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with puzzles of three kinds, and a file that is none."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "shelf"
    folder.mkdir()
    for number, title in ((2, "Second"), (10, "Tenth")):
        path = folder / f"p{number}.json"
        sx.save_crossword(replace(PETS, title=title, author="A. Setter"), path)
    (folder / "q.txt").write_text("CAT\nO#O\nDEN\n")
    (tmp_path / "words.txt").write_text("heron\notter\ntrout\n")
    done = run_cli("wordsearch", "words.txt", "8x8", "-n", "2", "-o", folder / "w.json")
    assert done.code == 0, done.err
    return folder


def pages(name: str) -> list[str]:
    return [page.extract_text() for page in PdfReader(name).pages]


@pytest.mark.needs("apps/interchange")
def test_a_folder_gives_files_of_every_format_that_is_read() -> None:
    for name in ("a.rg", "a.rgz", "a.cfp", "A.PUZ", "a.exolve", "a.json", "a.txt", "a.ipuz.gz"):
        assert _is_read(Path(name)), name
    for name in ("a.gift", "a.h5p", "a.md", "a.svg", "a"):
        assert not _is_read(Path(name)), name


def test_the_contents_name_the_pages_of_all_kinds(shelf: Path) -> None:
    (shelf / "notes.md").write_text("no puzzle")
    done = run_cli("book", "shelf", "-o", "b.pdf", "--title", "Pets", "--copyright", "(c) A. S.")
    assert (done.code, done.out) == (0, "")
    left = f"left out: {Path('shelf', 'notes.md')}, which has no extension of a puzzle"
    assert done.err.splitlines() == [left, "5 puzzles"]
    texts = pages("b.pdf")
    assert texts[0].strip() == "Pets"
    assert texts[1].startswith("(c) A. S.")
    listed = re.findall(r"^(\d\. .*|Solution) (\d+)$", texts[2], re.MULTILINE)
    assert [name for name, _ in listed] == [
        "1. Second", "2. Tenth", "3. Crossword", "4. Word search", "5. Word search", "Solution",
    ]  # fmt: skip
    for name, number in listed:
        text = texts[int(number) - 1]
        assert text.startswith(name)
        assert number in text.splitlines()
    assert int(listed[0][1]) % 2 == 1  # on the right-hand side
    last = texts[-1]
    assert all(name in last for name, _ in listed[:-1])
    again = run_cli(
        "book", "shelf", "-o", "again.pdf", "--title", "Pets", "--copyright", "(c) A. S."
    )
    assert again.code == 0
    assert Path("again.pdf").read_bytes() == Path("b.pdf").read_bytes()


def test_a_class_gets_numbered_sheets_and_one_key(shelf: Path) -> None:
    done = run_cli("book", "shelf", "-o", "class.pdf", "--handouts", "--key", "key.pdf")
    assert done.code == 0, done.err
    texts = pages("class.pdf")
    assert len(texts) == 5
    # The line for a name is above the title, and no part of it.
    assert [text.splitlines()[0] for text in texts] == ["Name: Date:"] * 5
    assert [text.splitlines()[1][:3] for text in texts] == [f"{n}. " for n in range(1, 6)]
    (key,) = pages("key.pdf")
    assert "1. Second" in key
    assert "5. Word search" in key


def test_handouts_with_small_squares_are_named(tmp_path: Path) -> None:
    sx.save_crossword(crossword_of(Grid.parse("A" * 30)), tmp_path / "long.json")
    small = "long.json: squares of 4.0 mm on this page; a larger --page has larger ones"
    for args, is_small in (
        (["--page", "a5", "--handouts"], True), (["--page", "a5"], False), (["--handouts"], False),
    ):  # fmt: skip
        done = run_cli("book", tmp_path / "long.json", "-o", tmp_path / "b.pdf", *args)
        assert done.code == 0
        assert (small in done.err) == is_small, done.err


def test_loose_sheets_have_their_gutter_on_the_same_side(shelf: Path) -> None:
    def left(name: str) -> list[float]:
        """The leftmost text of each page."""
        places: list[list[float]] = []
        for page in PdfReader(name).pages:
            places.append([])
            page.extract_text(
                visitor_text=lambda text, cm, tm, font, size: (
                    places[-1].append(tm[4] * cm[0] + cm[4]) if text.strip() else None
                )
            )
        return [min(some) for some in places]

    for more in (["--handouts", "--key", "key.pdf"], []):
        assert run_cli("book", "shelf", "-o", "class.pdf", "--gutter", "12", *more).code == 0
        places = left("class.pdf")
        assert (max(places[:4]) - min(places[:4]) < 6) == bool(more)


def test_keys_of_large_grids_can_be_read(tmp_path: Path) -> None:
    grid = Grid.parse("\n".join("A" * 27 for _ in range(25)))
    large, small = crossword_of(grid), crossword_of(Grid.parse("CAT\nABC\nDEF"))
    sizes = []
    for puzzles in ([large] * 3, [small] * 12):
        chapters = [
            Chapter(str(n), [], sheets_of(one, Part.SOLUTION)[0])
            for n, one in enumerate(puzzles, 1)
        ]
        sheets = key_pages(chapters, Book())
        letters = [
            shape.size
            for sheet in sheets
            for shape in sheet.flat()
            if isinstance(shape, Text) and len(shape.text) == 1 and shape.text.isalpha()
        ]
        sizes.append((len(sheets), min(letters)))
    assert sizes[0][0] == 2
    assert sizes[0][1] >= 6.5
    assert sizes[1][0] == 2  # six on a page, as usual


def test_gutter_bleed_and_crop_marks_are_where_printers_expect_them(shelf: Path) -> None:
    page = Page(100 * MM, 150 * MM)
    book = Book(page=page, gutter=10, bleed=3, crop_marks=True)
    blot = Sheet(90 * MM, 150 * MM, (Rect(0, 0, 90 * MM, 1),))
    around = 9 * MM  # the marks, with 2 mm on both sides
    for number, gutter in ((1, 10 * MM), (2, 0.0)):
        sheet = _printed(blot, number, book, numbered=False)
        assert (sheet.width, sheet.height) == pytest.approx((118 * MM, 168 * MM))
        (rect,) = (shape for shape in sheet.flat() if isinstance(shape, Rect))
        assert (rect.x, rect.y) == pytest.approx((around + gutter, around))
        assert len(sheet.flat()) == 1 + 8
    assert run_cli("book", "shelf", "-o", "b.pdf", "--page", "100x150", "--bleed", "3").code == 0
    box = PdfReader("b.pdf").pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx((106 * MM, 156 * MM), abs=0.1)


def test_all_that_is_no_square_is_grey_where_that_is_asked_for(tmp_path: Path) -> None:
    ring = crossword_of(Grid.parse("CAT~\nO~E~\nDEN~"))
    sx.save_crossword(ring, tmp_path / "ring.json")
    name = str(tmp_path / "ring.json")
    for more, voids in (([], 1), (["--grey-voids"], 4)):
        for kind in ("epub", "docx"):
            out = tmp_path / f"x.{kind}"
            assert run_cli("book", name, "-o", out, *more).code == 0
            with ZipFile(out) as packed:
                text = b"".join(packed.read(one) for one in packed.namelist() if "x" in one)
            assert text.lower().count(b"c4c4c4") == voids * 2  # with the solution
        for contrast, shade in ((False, "#c4c4c4"), (True, BLACK)):
            book = Book(grey_voids=bool(more), high_contrast=contrast, handouts=True)
            style = Style(grey_voids=book.grey_voids)
            for sheet in book_sheets([_chapter(ring, 1, book, style, word_bank=False)], book):
                fills = [one.fill for one in sheet.flat() if isinstance(one, Rect)]
                assert fills.count(shade) == voids
    done = run_cli("book", name, "-o", tmp_path / "x.txt", "--grey-voids")
    assert done.code == 2
    assert "--grey-voids: a .txt has no such pages" in done.err


def test_large_print_has_no_small_clue_and_a_word_bank_every_answer(shelf: Path) -> None:
    args = ("--type-size", "20", "--word-bank", "--high-contrast", "--no-enumerations")
    assert run_cli("book", "shelf/p2.json", "-o", "b.pdf", *args).code == 0
    sizes: dict[str, float] = {}

    def note(text: str, _: object, matrix: list[float], __: object, size: float) -> None:
        if text.strip():
            sizes[text.strip()] = size * matrix[0]

    reader = PdfReader("b.pdf")
    for page in reader.pages:
        page.extract_text(visitor_text=note)
    text = " ".join(" ".join(pages("b.pdf")).split())
    assert "CAT COD DEN TON" in text
    assert "It meows" in text
    found = [size for words, size in sizes.items() if re.search("[a-z]{3}", words)]
    assert found
    assert min(found) >= 19.9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("empty", "-o", "b.pdf"), "empty: no puzzle is in this folder"),
        (("shelf", "gone.ipuz", "-o", "b.pdf"), "gone.ipuz: there is no such file"),
        (("shelf", "bad.json", "-o", "b.pdf"), "bad.json"),
        (("shelf", "-o", "b.odt"), "extension '.odt'; use one of .pdf, .docx, .epub, .txt, .brf"),
        (("shelf", "-o", "b.txt", "--gutter", "9"), "--gutter: a .txt has no such pages"),
        (("shelf", "-o", "b.brf", "--language", "de"), "--language: braille is written in the"),
        (("shelf", "-o", "b.pdf", "--key", "b.pdf"), "b.pdf is also the file of"),
        (("shelf", "-o", "b.pdf", "--gutter", "90"), "--gutter: must be from 0 to 40, got 90"),
        (("shelf", "-o", "b.pdf", "--type-size", "2"), "--type-size: must be from 8.5 to 36"),
        (("open.txt", "-o", "b.pdf", "--key", "k.pdf"), "no solution is known"),
    ],
)
def test_what_is_wrong_is_one_line_and_writes_nothing(
    shelf: Path, arguments: tuple[str, ...], message: str
) -> None:
    Path("empty").mkdir()
    Path("bad.json").write_text("{}")
    Path("open.txt").write_text("...\n...\n")
    done = run_cli("book", *arguments)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1
    assert not list(Path().glob("[bk].*"))


def test_one_puzzle_is_a_book_too(shelf: Path) -> None:
    for name, args in {"q": ("render", "shelf/q.txt"), "w": ("wordsearch", "words.txt")}.items():
        assert run_cli(*args, "-o", f"{name}.docx").code == 0
        assert Path(f"{name}.docx").read_bytes().startswith(b"PK")


def test_a_word_search_comes_back_from_its_json_or_is_refused(shelf: Path) -> None:
    data = (shelf / "w.json").read_bytes()
    made = searches_of(data, "w.json")
    assert len(made) == 2
    assert "".join(made[0].rows()) in data.decode().replace('", "', "")
    for old, new, why in (
        ('"direction": ".*?"', '"direction": "Q"', "a field is missing or wrong"),
        ('"row": ', '"row": 9', "HERON stands outside the board"),
        ('"message": ""', '"massage": ""', "a field is missing or wrong"),
        ('"word": "HERON"', '"word": "HEROS"', ""),
    ):
        wrong = re.sub(old, new, data.decode()).encode()
        with pytest.raises(FormatError, match=f"w.json:1: this is no word search: {why}"):
            searches_of(wrong, "w.json")
    with pytest.raises(OptionError, match="there is no puzzle"):
        sx.book_of([])


@pytest.mark.needs("apps/freeform", "apps/solving")
def test_sounds_that_paper_lacks_are_named(shelf: Path) -> None:
    Path("bell.mp3").write_bytes(b"ID3" + bytes(20))
    Path("list.txt").write_text("bell: [Listen](bell.mp3)\nball: Round\n")
    lost = "left out: sounds, which no paper has ("
    done = run_cli("freeform", "list.txt", "-o", "rings.pdf")
    assert (done.code, done.err.count(lost)) == (0, 1)
    assert run_cli("freeform", "list.txt", "-o", "rings.json").code == 0
    assert lost in run_cli("render", "rings.json", "-o", "rings.pdf").err
    assert lost not in run_cli("render", "rings.json", "-o", "rings.html").err
    assert (
        f"left out: rings.json: {lost.removeprefix('left out: ')}"
        in run_cli("book", "rings.json", "-o", "rings.epub").err
    )
