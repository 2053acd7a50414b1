"""Books whose text flows: what a reader finds in each, and whether others accept the files."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import PIL.Image
import pytest

import satcross as sx
from satcross.apps.books.book import Book
from satcross.apps.books.editions.braille import HEIGHT, WIDTH, translated
from satcross.apps.pictures.images import load_clue_picture
from satcross.errors import OptionError
from satcross.kinds.codeword import CODEWORD
from satcross.model.crossword import ACROSS, Clue, Crossword, Square, SquareKind
from satcross.model.media import Medium
from satcross.outputs import outputs_of
from satcross.words.alphabets import parse_alphabet

EPUBCHECK = Path("/usr/bin/epubcheck")  # Debian's package: a JAR
BOOK = Book(title="Pets & more", author="A. Setter", copyright="(c) A. S.")


@pytest.fixture(scope="module")
def puzzles() -> list[object]:
    """Puzzles with all that a grid may have beside letters, and a word search."""
    pets = sx.crossword_of(sx.Grid.parse("CAT\nO#O\nDEN"))
    texts = {"CAT": "It <meows> & purrs", "DEN": "", "COD": "A fish", "TON": "Weight"}
    clues = [replace(clue, text=texts[clue.answer]) for clue in pets.clues]
    clues[0] = replace(clues[0], markup="It <b>&lt;meows&gt;</b> &amp; purrs", annotation="a pet")
    squares = list(pets.squares)
    squares[1] = replace(squares[1], circle=True)
    squares[2] = replace(squares[2], given=True)
    squares[8] = replace(squares[8], shade="#ffcc00", mark="1")
    pets = replace(
        pets, clues=tuple(clues), squares=tuple(squares), title="Pets", bars_right=frozenset({0})
    )
    search = sx.make_wordsearch(["heron", "otter"], board="6x6", seed=1)
    assert isinstance(search, sx.Best | sx.Found)
    codeword = replace(
        pets,
        kind=CODEWORD,
        clues=(),
        title="",
        squares=tuple(
            replace(one, label=str(1 + "CATODEN".index(one.solution)) if one.solution else "")
            for one in squares
        ),
    )
    return [pets, codeword, search.value]


def text_of(puzzles: list[object], **more: object) -> str:
    return sx.book_of(puzzles, BOOK, format_name="txt", **more).decode()  # type: ignore[arg-type]


def test_text_has_all_that_is_needed_to_solve_and_the_solutions_behind(
    puzzles: list[object],
) -> None:
    text = text_of(puzzles, word_bank=True)
    asked, solved = text.split("\n\nSolution\n\n\n")
    assert asked.startswith("Pets & more\n\nA. Setter\n\n(c) A. S.\n\n\nContents\n\n1. Pets\n")
    assert ". empty\n# block" in asked
    assert "  1|  2 3=T\n  .   #   .\n  4   .   .\n" in asked
    assert "circled: row 1, column 2\n" in asked
    assert "shaded: row 3, column 3\n" in asked
    assert "Solution word: row 3, column 3\n" in asked
    assert (
        "Across\n\n1 It <meows> & purrs (3)\n3 (3)\n\nDown\n\n1 A fish (3)\n2 Weight (3)\n" in asked
    )
    assert asked.count("Words\n\nCAT\nCOD\nDEN\nTON\n") == 1  # and no answer of the codeword
    assert "  1|  2 3=T\n  4   #   4\n  5   6   7\n" in asked
    assert "C|A T\nO # O\nD E N\n" in solved
    assert "CAT: a pet" in solved
    rows = asked.split("3. Word search\n\n")[1].splitlines()[:6]
    letters = [row.split() for row in rows]
    for line in solved.splitlines()[-2:]:
        word, cells = line.split(": ")
        ends = [[int(n) - 1 for n in end.split() if n.isdigit()] for end in
                cells.replace(",", "").split("–")]  # fmt: skip
        n = len(word)
        step = [(b - a) // (n - 1) for a, b in zip(*ends, strict=True)]
        found = [letters[ends[0][0] + i * step[0]][ends[0][1] + i * step[1]] for i in range(n)]
        assert "".join(found).lower() == word


def test_braille_has_pages_of_40_cells_and_25_lines_and_says_where_puzzles_are(
    puzzles: list[object],
) -> None:
    data = sx.book_of(puzzles, BOOK, format_name="brf").decode("ascii")
    pages = data.split("\f")
    assert all(len(page.splitlines()) == HEIGHT for page in pages)
    assert max(map(len, data.splitlines())) <= WIDTH
    for number, page in enumerate(pages, 1):
        assert page.splitlines()[-1].strip() == translated(str(number)).upper()
    names = (("#A4 ,PETS", 2), ("#C4 ,WORD SEARCH", 4), (",SOLUTION", 5))
    for name, number in names:
        (line,) = (line for line in pages[0].splitlines() if line.startswith(name))
        assert line.endswith(f" {translated(str(number)).upper()}")
        assert name in pages[number - 1]
    assert "  1_  2 3'T\n  -   =   -\n  4   -   -\n" in pages[1]


@pytest.mark.skipif(not shutil.which("lou_translate"), reason="needs liblouis")
def test_braille_is_what_liblouis_writes() -> None:
    lines = """The cat, (3,5) ran
1A 2nd 12th 3b 14B, 1.5 m and 2,000 in 5°
ABC Abc DEFg McDonald's NASA's iPhone I'm OK
café École CAFÉ señor über façade Århus naïve crème rôle ø æon
“quoted” "x" it's a-b: He said "No!" (see 5 Down); it’s
dash – em — end? wait… 50% £5 $5 A&B a/b [x] {y} #3 < > = + * _5 ©""".splitlines()
    for line in lines:
        done = subprocess.run(
            ["lou_translate", "en-ueb-g1.ctb"], input=line, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        assert translated(line) == done.stdout.strip().translate(str.maketrans("`~{}", "@^[]"))


def test_what_text_and_braille_cannot_show_is_refused() -> None:
    with pytest.raises(OptionError, match="braille has no signs for ж"):
        translated("жc")
    named = replace(
        sx.crossword_of(sx.Grid.parse("AT\nTO")), clues=(Clue("Across", "1", "x"),), board="torus"
    )
    for name in ("txt", "brf"):
        with pytest.raises(OptionError, match=r"1\. Crossword: its squares are not in rows"):
            sx.book_of([named], format_name=name)
    assert sx.book_of([named], format_name="epub")
    with pytest.raises(OptionError, match="format_name: must be one of pdf, docx"):
        sx.book_of(["AT\nTO"], format_name="odt")
    with pytest.raises(OptionError, match=r"bleed: a \.docx has no such pages"):
        sx.book_of(["AT\nTO"], Book(bleed=3), format_name="docx")


def test_rows_of_numbers_run_as_the_letters_do() -> None:
    hebrew = sx.crossword_of(sx.Grid.parse("אב\nגד", alphabet=parse_alphabet("hebrew")))
    text = sx.book_of([hebrew], Book(language="he"), format_name="txt").decode()
    assert "\n\u200f1 2\u200f\n\u200f3 .\u200f\n" in text
    assert "\n\u200fא ב\u200f\n" in text


def test_the_same_book_is_the_same_file(puzzles: list[object]) -> None:
    pytest.importorskip("docx")
    for name in outputs_of("a book"):
        one, other = (sx.book_of(puzzles, BOOK, format_name=name) for _ in "ab")
        assert one == other


def test_docx_has_tables_headings_and_black_squares(puzzles: list[object]) -> None:
    docx = pytest.importorskip("docx")
    made = docx.Document(BytesIO(sx.book_of(puzzles, BOOK, format_name="docx", part="puzzle")))
    heads = [each.text for each in made.paragraphs if each.style.name.startswith("Heading")]
    assert heads == [
        "Pets & more", "Contents", "1. Pets", "Across", "Down", "2. Codeword", "3. Word search",
        "Words",
    ]  # fmt: skip
    first = made.tables[0]
    assert [[cell.text.strip() for cell in row.cells] for row in first.rows] == [
        ["1", "2", "3\nT"], ["", "", ""], ["4", "", ""],
    ]  # fmt: skip
    assert 'w:fill="000000"' in first.cell(1, 1)._tc.xml
    assert 'w:fill="ffcc00"' in first.cell(2, 2)._tc.xml
    bold = [run.text for each in made.paragraphs for run in each.runs if run.bold]
    assert "<meows>" in bold


def epub(puzzles: list[object]) -> bytes:
    arabic = replace(sx.crossword_of(sx.Grid.parse("AT\nTO")), board="torus", title='"Donut" <1>')
    return sx.book_of([*puzzles, arabic], BOOK, format_name="epub")


def test_an_epub_begins_with_its_type_and_has_pictures(puzzles: list[object]) -> None:
    with zipfile.ZipFile(BytesIO(epub(puzzles))) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
        assert any(name.endswith(".svg") for name in archive.namelist())


@pytest.mark.slow
def test_epubcheck_finds_nothing(puzzles: list[object], tmp_path: Path) -> None:
    if not EPUBCHECK.exists() or not shutil.which("java"):
        pytest.skip("needs java and epubcheck")
    (tmp_path / "b.epub").write_bytes(epub(puzzles))
    done = subprocess.run(
        ["java", "-jar", str(EPUBCHECK), str(tmp_path / "b.epub")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "0 fatals / 0 errors / 0 warnings" in done.stdout + done.stderr, done.stderr


def test_pictures_of_clues_are_in_epub_and_docx_and_refused_by_text(tmp_path: Path) -> None:
    PIL.Image.new("RGB", (60, 40), "red").save(tmp_path / "apple.png")
    plain = sx.crossword_of(sx.Grid.parse("APPLE"))
    clue = Clue(ACROSS, "1", "![a red one](apple.png)", cells=tuple(range(5)))
    named = replace(plain, clues=(clue,))
    crossword = Medium.with_all(named, tmp_path, load_clue_picture, names=("Picture", "Sound"))
    files = {
        name: zipfile.ZipFile(BytesIO(sx.book_of([crossword], format_name=name)))
        for name in ("epub", "docx")
    }
    (in_epub,) = (name for name in files["epub"].namelist() if name.endswith(".png"))
    page = files["epub"].read("EPUB/p0000.xhtml").decode()
    assert f'<img src="{in_epub.removeprefix("EPUB/")}" alt="a red one"/>' in page
    assert 'media-type="image/png"' in files["epub"].read("EPUB/package.opf").decode()
    assert [name for name in files["docx"].namelist() if name.startswith("word/media/")]
    for name in ("txt", "brf"):
        with pytest.raises(sx.OptionError, match="text cannot show its pictures"):
            sx.book_of([crossword], format_name=name)
    with pytest.raises(sx.FormatError, match="cannot hold pictures and sounds of clues: 1 Across"):
        sx.submission_of(crossword)


def test_lower_case_stays_lower_in_text() -> None:
    made = sx.make_wordsearch(["heron", "otter"], board="6x6", seed=1)
    assert isinstance(made, sx.Best | sx.Found)
    text = text_of([replace(made.value, lower_case=True)])
    assert " ".join(made.value.rows()[0].lower()) in text


def test_raised_lowered_and_struck_text() -> None:
    clue = Clue(
        "Across", "1", "10 82, H2O, not", "10<sup>82</sup>, H<sub>2</sub>O, <s>not</s>",
        cells=(0, 1), answer="AT",
    )  # fmt: skip
    crossword = Crossword(1, 2, tuple(map(Square, [SquareKind.OPEN] * 2, "AT")), clues=(clue,))
    text = sx.book_of([crossword], BOOK, format_name="txt").decode()
    assert "10^82, H2O, ~not~" in text
    assert b"#AJ@5#HB" in sx.book_of([crossword], BOOK, format_name="brf")
    docx = pytest.importorskip("docx")
    made = docx.Document(BytesIO(sx.book_of([crossword], BOOK, format_name="docx")))
    fonts = {
        run.text: tuple(map(bool, (run.font.superscript, run.font.subscript, run.font.strike)))
        for paragraph in made.paragraphs
        for run in paragraph.runs
    }
    assert fonts["82"] == (True, False, False)
    assert fonts["2"] == (False, True, False)
    assert fonts["not"] == (False, False, True)
