"""Words, patterns, wordplay, clues, files and pages with letters of several characters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run_cli, run_ok
from support.long_letters import puzzles

import satcross as sx
from satcross.apps.construct.theme import Theme
from satcross.apps.lists.wordplay import wordplay
from satcross.formats.reading import load_crossword
from satcross.formats.registry import NAMES
from satcross.model.crossword import crossword_of, grid_of
from satcross.words.alphabets import parse_alphabet

DUTCH = parse_alphabet("dutch")
LISTED = {"bijou": 60, "bi-jou": 40, "ijs": 70, "rijs": 50, "zus": 30, "xylofoon": 20, "jij": 10}


@pytest.fixture
def words() -> sx.WordList:
    return sx.WordList.from_words(LISTED, alphabet=DUTCH)


def test_a_list_has_the_words_as_people_write_them(words: sx.WordList) -> None:
    assert [word for word, _ in words.words()] == [
        "IJS", "BIJOU", "RIJS", "BI·JOU", "ZUS", "XYLOFOON", "JIJ",
    ]  # fmt: skip
    assert words.lengths == (2, 3, 4, 5, 8)
    assert (words.score("BIJOU"), words.score("BI·JOU"), words.score("B·IJOU")) == (60, 40, 60)
    assert words.written("BI·JOU") == "bi-jou"
    assert "IJS" in words
    assert "I·JS" not in words
    assert words.written_forms("BIJOU") == ("bijou",)
    assert words.written_forms("BI·JOU") == ("bi-jou",)
    again = words.with_scores({"BIJOU": None, "ijzel": 5})
    assert "BIJOU" not in again
    assert again.score("IJZEL") == 5
    assert sx.WordList.from_words([words.pair(word) for word, _ in words.words()], alphabet=DUTCH)


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("?s", ["IJS"]),
        ("[ij]*", ["IJS"]),
        ("[i·j]*", ["JIJ"]),
        ("bij*", ["BIJOU"]),
        ("bi·j*", ["BI·JOU"]),
        ("bi-j??", ["BI·JOU"]),
        ("b?ou", ["BIJOU"]),
        ("*[x-ij]*", ["IJS", "BIJOU", "RIJS", "XYLOFOON", "JIJ"]),
        ("[^ij]?", ["JIJ"]),
        ("*ij", ["JIJ"]),
    ],
)
def test_patterns_are_cut_as_words_are(pattern: str, found: list[str], words: sx.WordList) -> None:
    assert [word for word, _ in words.query(pattern)] == found


@pytest.mark.parametrize("pattern", ["b[ij", "[ij-]", "[ij-a]", "b9", "[4]"])
def test_wrong_patterns_are_refused(pattern: str, words: sx.WordList) -> None:
    with pytest.raises(sx.OptionError, match=r"^pattern"):
        words.query(pattern)


def test_a_file_of_words_is_read_word_by_word(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text("ijs;70\nBIJOU;60\nBI JOU;40\n'rij;5\nx4;1\nĲs;80\n# remark\nij;3\n")
    words = sx.WordList.load(path, alphabet=DUTCH)
    assert dict(words.words()) == {"IJS": 80, "BIJOU": 60, "BI·JOU": 40, "RIJ": 5}
    listed = run_ok("words", "convert", "-", "-w", path, "--alphabet", "dutch")
    assert listed.splitlines() == ["IJS;80", "BIJOU;60", "BI·JOU;40", "RIJ;5"]
    again = tmp_path / "again"
    again.write_text(listed)
    assert sx.WordList.load(again, alphabet=DUTCH).digest == words.digest
    assert sx.WordList.load(path).digest != words.digest
    shown = run_ok("words", "query", "bi*", "-w", path, "--alphabet", "dutch")
    assert shown.split()[:1] == ["BI·JOU"]
    stats = json.loads(
        run_ok("words", "stats", "-w", path, "--alphabet", "dutch", "--format", "json")
    )
    assert stats["alphabet"] == DUTCH.spelling
    assert [row["length"] for row in stats["lengths"]] == [2, 4, 5]


def test_words_are_sorted_by_their_letters() -> None:
    hungarian = parse_alphabet("hungarian")
    words = ["CSÓ", "CUKOR", "DZSEM", "DZÉTA", "DZ", "DÓ", "ZSÁK", "ZÚG"]
    in_order = ["CUKOR", "CSÓ", "DÓ", "DZ", "DZÉTA", "DZSEM", "ZÚG", "ZSÁK"]
    assert sorted(words, key=hungarian.collation_key) == in_order


def test_wordplay_takes_letters_whole() -> None:
    listed = ["rijs", "sijr", "sjri", "ijs", "rij", "s", "bij", "ou", "bijou", "bi-jou", "jirs"]
    words = sx.WordList.from_words(listed, alphabet=DUTCH)
    found = {kind: [one.text for one in wordplay("rijs", words, kinds=[kind])] for kind in (
        "anagram", "deletion", "charade", "reversal", "hidden",
    )}  # fmt: skip
    assert found["anagram"] == ["sijr"]  # SJRI has no IJ
    assert found["reversal"] == ["sijr"]
    assert [one.text for one in wordplay("bijou", words, kinds=["charade"])] == ["bij + ou"]
    assert [one.text for one in wordplay("bi", words, kinds=["hidden"])] == []
    assert [one.text for one in wordplay("ijo", words, kinds=["hidden"])] == [
        "bIJ Ou",
        "bIJOu",
    ]
    (container,) = wordplay(
        "lijst", sx.WordList.from_words(["lt", "ijs"], alphabet=DUTCH), kinds=["container"]
    )
    assert container.text == "l(ijs)t"


def test_clues_are_found_by_letters() -> None:
    grid = sx.Grid.parse("B[IJ]OU\nI#.#\nJ#.#\nO#.#\nU#.#", alphabet=DUTCH)
    book = sx.ClueBook.from_pairs([("bijou", "Jewel"), ("bi-jou", "No word")], alphabet=DUTCH)
    clued, _ = sx.with_clues(crossword_of(grid), book)
    texts = {(clue.direction, clue.label): clue.text for clue in clued.clues}
    assert texts["Across", "1"] == "Jewel"
    assert texts["Down", "1"] == "No word"


@pytest.mark.parametrize("letters", ["dutch", "A क ष क्ष क्षि S"])
def test_a_letter_is_one_cell_in_every_format(letters: str, tmp_path: Path) -> None:
    alphabet = parse_alphabet(letters)
    long = [text for text in alphabet.texts if len(text) > 1][-1]
    rows = [("A", long, "S"), ("S", "#", "A"), (long, "A", "S")]
    grid = sx.Grid(3, 3, tuple(cell for row in rows for cell in row))
    assert sx.Grid.parse(str(grid), alphabet=alphabet) == grid
    n_kept = 0
    for name in NAMES:
        path = tmp_path / f"grid.{name}"
        written = sx.save_crossword(crossword_of(grid), path, format_name=name, lossy=True)
        again = load_crossword(path, format_name=name, alphabet=alphabet).crossword
        if not written.dropped:
            n_kept += 1
            assert grid_of(again, alphabet=alphabet) == grid, name
    assert n_kept > 5


def test_pages_show_the_letters(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("B[IJ]S\n")
    args = ("--alphabet", "dutch", "--solution", "-o", tmp_path / "page.svg")
    run_ok("render", tmp_path / "grid", *args)
    assert ">IJ<" in (tmp_path / "page.svg").read_text(encoding="utf-8")


def test_theme_entries_count_letters() -> None:
    puzzle, right = puzzles(6)[3]  # an open square
    n = puzzle.grid.n_cols
    rules = sx.PatternRules(n, n, symmetry=sx.Symmetry.NONE, n_blocks=sx.Range(0, 0))
    alphabet = puzzle.listed.alphabet
    for cells in sorted(right):
        word = alphabet.joined(cells[:n])
        made = sx.make(rules, puzzle.listed, [word], seed=1)
        assert made.unwrap().fill.grid.cells in right
        assert word in {entry.word for entry in made.unwrap().fill.entries}
    assert any("IJ" in cells for cells in right)
    assert isinstance(sx.make(rules, puzzle.listed, ["ij-ij-i-j"]), sx.Impossible)
    (found,) = sx.theme_patterns(
        sx.PatternRules(4, 4, symmetry=sx.Symmetry.NONE, min_length=2),
        Theme.of(["rijst"], DUTCH),
        limit=1,
    )
    assert "R[IJ]ST" in str(found.grid)


def test_what_is_not_supported_is_refused(tmp_path: Path) -> None:
    done = run_cli("serve", tmp_path, "--alphabet", "dutch")
    assert done.code == 2
    assert "letters of several characters are not supported" in done.err
    assert done.err.count("\n") == 1
