"""Files for learning platforms: questions, a glossary, and content for H5P."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring
from support.cli import run_cli
from support.drawn import clued

from satcross.errors import FormatError
from satcross.formats.reading import file_of, load_crossword
from satcross.formats.registry import QUIZZES, Format, format_named
from satcross.kinds.quotations import CRYPTOGRAM
from satcross.model.crossword import Crossword
from satcross.model.grid import Grid

HOSTILE = "Is <b> & {x} ~ = # : \\ * ]]> 'here'? (3)"
LATTICE = "CAT\nO#O\nDEN"


def puzzle(grid: str = LATTICE, **changes: Any) -> Crossword:
    crossword = clued(Grid.parse(grid), title="Pets / 1", author="A. Setter")
    first, second, *others = crossword.clues
    first = replace(first, text=HOSTILE, markup="", annotation="A pet: {meows}.")
    second = replace(second, text="Cold room", markup="<b>Cold</b> room")
    return replace(crossword, clues=(first, second, *others), **changes)


def packed(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """The two parts of a file for H5P."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == ["h5p.json", "content/content.json"]
        about, content = (json.loads(archive.read(name)) for name in archive.namelist())
    return about, content


def placed_by_library(words: Sequence[dict[str, Any]]) -> list[str]:
    """What H5P.Crossword's generator shows of words with places: the longest first, one by one.

    A word is left out where it would change a letter, be beside one that it does not cross, or
    have all its letters already.
    """
    cells: dict[tuple[int, int], str] = {}
    shown: list[str] = []
    for word in sorted(words, key=lambda word: -len(word["answer"])):
        down = word["orientation"] == "down"
        own = [
            ((word["row"] + n * down, word["column"] + n * (not down)), letter)
            for n, letter in enumerate(word["answer"])
        ]
        if all(cells.get(at) == letter for at, letter in own):
            continue
        (row, col), (end_row, end_col) = own[0][0], own[-1][0]
        around = [(row - down, col - (not down)), (end_row + down, end_col + (not down))]
        for (row, col), letter in own:
            if (row, col) not in cells:
                around += [(row - (not down), col - down), (row + (not down), col + down)]
            elif cells[row, col] != letter:
                around.append((row, col))
        if not any(at in cells for at in around):
            cells |= dict(own)
            shown.append(word["answer"])
    return shown


def test_moodle_reads_what_was_written() -> None:
    content = file_of(puzzle(notes="For\nMonday"), "moodle")
    assert content.dropped == ()
    assert content.notes == ("the grid, and all that is printed in it",)
    category, *questions = fromstring(content.data)
    assert category.findtext("category/text") == "Pets // 1"
    assert category.findtext("info/text") == "A. Setter\nFor Monday"
    assert {question.get("type") for question in questions} == {"shortanswer"}
    first, second = questions[:2]
    assert first.findtext("name/text") == "1 Across"
    html = first.findtext("questiontext/text") or ""
    assert html == HOSTILE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert first.findtext("generalfeedback/text") == "A pet: {meows}."
    assert second.findtext("questiontext/text") == "<b>Cold</b> room"
    answers = [[a.findtext("text") for a in one.findall("answer")] for one in questions]
    assert answers == [["CAT"], ["DEN"], ["COD"], ["TON"]]


def test_moodle_keeps_the_blanks_between_tags() -> None:
    # Its reader of XML drops a piece of text that is blank, as between two escapes.
    crossword = puzzle()
    clues = [replace(clue, markup="<b>Cold</b> <i>room</i> ]]>") for clue in crossword.clues]
    for name in ("moodle", "glossary"):
        text = file_of(replace(crossword, clues=tuple(clues)), name).data.decode()
        assert text.count("<![CDATA[<b>Cold</b> <i>room</i> ]]]]><![CDATA[>") == 4
        assert "&" not in text


@pytest.mark.parametrize(("name", "most", "unit"), [
    ("moodle", 255, "characters"), ("glossary", 255, "characters"), ("h5p", 127, "bytes"),
    ("h5p-words", 127, "bytes"),
])  # fmt: skip
def test_a_title_for_which_a_platform_has_no_room(name: str, most: int, unit: str) -> None:
    assert file_of(puzzle(title="Д" * most), name, lossy=True).data
    with pytest.raises(FormatError, match=f"the title has more than 255 {unit}"):
        file_of(puzzle(title="Д" * (most + 1)), name, lossy=True)


def test_gift_escapes_what_means_something_to_it() -> None:
    text = file_of(puzzle(), "gift").data.decode()
    head, first, second = text.split("\n\n")[:3]
    assert head == "// A. Setter\n$CATEGORY: Pets // 1"
    assert first.splitlines()[1:] == ["\t=CAT", "\t####A pet\\: \\{meows\\}.", "}"]
    question = first.splitlines()[0]
    assert not re.search(r"(?<!\\)[~=#{}]", question.removesuffix("{"))
    assert re.sub(r"\\(.)", r"\1", question) == f"::1 Across::[plain]{HOSTILE} {{"
    assert second.startswith("::3 Across::[html]<b>Cold</b> room {")


def test_an_answer_of_two_words_is_right_with_its_blank_and_without() -> None:
    crossword = clued(Grid.parse("ICECREAM"))
    (clue,) = crossword.clues
    crossword = replace(crossword, clues=(replace(clue, text="Cold (3,5)", markup=""),))
    text = file_of(crossword, "gift").data.decode()
    assert "\t=ICE CREAM\n\t=ICECREAM\n" in text


def test_both_readings_of_a_square_with_two_letters_are_right(tmp_path: Path) -> None:
    made = clued(Grid.parse("[C/B]AT"))
    (tmp_path / "a.puz").write_bytes(file_of(made, "puz").data)
    for one in (made, load_crossword(tmp_path / "a.puz").crossword):
        assert "{\n\t=CAT\n\t=BAT\n}" in file_of(one, "gift").data.decode()


def test_a_glossary_is_in_the_order_of_its_words() -> None:
    root = fromstring(file_of(puzzle(), "glossary").data)
    entries = root.findall("INFO/ENTRIES/ENTRY")
    assert [entry.findtext("CONCEPT") for entry in entries] == ["CAT", "COD", "DEN", "TON"]
    assert entries[2].findtext("DEFINITION") == "<b>Cold</b> room"


def test_h5p_shows_every_word_in_its_place() -> None:
    crossword = puzzle("CAT~~~\n~R~~E~\n~EROSA\n~A~~A~", notes="Solve <it>")
    lossy = file_of(crossword, "h5p", lossy=True)
    about, content = packed(lossy.data)
    assert about["mainLibrary"] == "H5P.Crossword"
    assert about["preloadedDependencies"] == [
        {"machineName": "H5P.Crossword", "majorVersion": "0", "minorVersion": "5"}
    ]
    assert content["taskDescription"] == "<div>Solve &lt;it&gt;</div>"
    assert sorted(placed_by_library(content["words"])) == ["AREA", "CAT", "EROSA", "ESA"]
    assert content["overallFeedback"] == [{"from": 0, "to": 100}]  # which its check reads
    (cat,) = (word for word in content["words"] if word["answer"] == "CAT")
    assert (cat["row"], cat["column"], cat["orientation"]) == (1, 1, "across")
    assert cat["clue"].startswith("Is &lt;b&gt; &amp; {x}")


def test_h5p_refuses_words_side_by_side() -> None:
    plain = clued(Grid.parse("CAT\nORE\nDEN"))
    with pytest.raises(FormatError, match="h5p has no words side by side, as at"):
        file_of(plain, "h5p", lossy=True)


def test_h5p_names_bars_and_not_the_entries_without_them() -> None:
    with pytest.raises(FormatError, match=r"h5p cannot hold bars \(r1c1"):
        file_of(clued(Grid.parse("A|T|E\nN|O|N")), "h5p")


def test_h5p_hides_the_words_of_any_grid() -> None:
    about, content = packed(file_of(puzzle("CAT\nORE\nDEN"), "h5p-words").data)
    assert about["mainLibrary"] == "H5P.FindTheWords"
    assert re.fullmatch("([a-zA-Z]+,)+[a-zA-Z]+", content["wordList"])  # what its editor asks for
    assert content["wordList"].split(",") == ["CAT", "ORE", "DEN", "COD", "ARE", "TEN"]
    # The library stops at an error without these.
    assert len(content["behaviour"]["orientations"]) == 8
    assert "@found" in content["l10n"]["found"]
    assert "@score" in content["l10n"]["score"]
    squares = (replace(puzzle().squares[0], solution="Ч"), *puzzle().squares[1:])
    with pytest.raises(FormatError, match="only the letters A to Z: ЧAT, ЧOD"):
        file_of(puzzle(squares=squares), "h5p-words")


@pytest.mark.parametrize(
    ("letter", "language", "plain"),
    [("Ç", "en", "C"), ("Ñ", "es", "N"), ("Ä", "sv", "A"), ("Ä", "de", "AE"), ("Ø", "no", "O")],
)
def test_h5p_hides_words_with_other_letters_in_those_it_has(
    letter: str, language: str, plain: str
) -> None:
    squares = (replace(puzzle().squares[0], solution=letter), *puzzle().squares[1:])
    made = file_of(puzzle(squares=squares), "h5p-words", language=language)
    assert packed(made.data)[1]["wordList"].split(",")[0] == f"{plain}AT"
    said = packed(made.data)[1]["l10n"]
    english = packed(file_of(puzzle(), "h5p-words").data)[1]["l10n"]
    assert said.keys() == english.keys()
    assert (said["wordListHeader"] == english["wordListHeader"]) == (language == "en")
    note = f"letters other than A to Z ({letter}AT as {plain}AT, {letter}OD as {plain}OD)"
    assert note in made.notes


@pytest.mark.parametrize(("name", "language"), [("gift", "de"), ("moodle", "de"), ("gift", "es")])
def test_questions_are_named_in_the_language_of_the_page(name: str, language: str) -> None:
    text = file_of(puzzle(title=""), name, language=language).data.decode()
    words = {"de": ("1 Waagerecht", "1 Senkrecht"), "es": ("1 Horizontales", "1 Verticales")}
    for word in words[language]:
        assert word in text
    assert "Across" not in text
    assert {"de": "Kreuzworträtsel", "es": "Crucigrama"}[language] in text


@pytest.mark.parametrize("name", QUIZZES)
def test_what_cannot_be_asked_is_refused(name: str) -> None:
    format_ = format_named(name)
    assert file_of(puzzle(), name, lossy=True) == file_of(puzzle(), name, lossy=True)
    assert Format.name_of(f"Pets{format_.suffixes[0].upper()}") == name
    empty = replace(
        puzzle(),
        squares=tuple(replace(square, solution="") for square in puzzle().squares),
        clues=tuple(replace(clue, answer="") for clue in puzzle().clues),
    )
    with pytest.raises(FormatError, match=r"no answer|not all letters are known"):
        file_of(empty, name, lossy=True)
    if name != "h5p-words":
        bare = replace(puzzle(), clues=tuple(replace(clue, text="") for clue in puzzle().clues))
        with pytest.raises(FormatError, match="these entries have no clue: 1 Across"):
            file_of(bare, name, lossy=True)
    wrong = replace(puzzle(), kind=CRYPTOGRAM)
    with pytest.raises(FormatError, match="puzzles of the kind cryptogram"):
        file_of(wrong, name)


@pytest.mark.needs("apps/freeform", "apps/wordsearch")
def test_the_command_line_writes_them_by_their_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pets.csv").write_text("cat,It meows\ncod,It swims\nnet,It catches\n")
    for name in ("p.gift", "p.moodle.xml", "p.glossary.xml", "p.words.h5p", "p.h5p"):
        done = run_cli("freeform", "pets.csv", "--title", "Pets", "-o", name)
        assert done.code == 0, done.err
        assert Path(name).stat().st_size > 100
    done = run_cli("freeform", "pets.csv", "--format", "gift")
    assert "\t=CAT\n" in done.out
    done = run_cli("convert", "p.gift", "again.ipuz")
    assert (done.code, done.err) == (
        2,
        "satcross: p.gift: files of gift can only be written; read another format\n",
    )
    assert not Path("again.ipuz").exists()
    done = run_cli("freeform", "pets.csv", "-o", "own.json")
    assert load_crossword("own.json").crossword.clues
    done = run_cli("wordsearch", "pets.csv", "6x6", "-o", "search.h5p")
    assert packed(Path("search.h5p").read_bytes())[1]["wordList"] == "CAT,COD,NET"
    done = run_cli("wordsearch", "pets.csv", "6x6", "-o", "search.zip", "--page", "a4")
    assert (done.code, Path("search.zip").exists()) == (2, False)
