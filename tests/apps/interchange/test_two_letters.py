"""Two letters in a cell, and cells beside the rectangle, in files of other programs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.cli import run_cli

import satcross as sx
from satcross.drawing.wordbank import word_bank_of
from satcross.formats.reading import file_of
from satcross.model.alphabet import Alphabet
from satcross.model.crossword import TWO_LETTERS, Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList

LISTED = WordList.from_words(["ab", "ba", "aa", "bb", "abb", "bab", "aba"], alphabet=Alphabet("AB"))


def puzzle_of(*rules: str) -> Puzzle:
    return Puzzle("...\n...", LISTED, rules=rules, distinct=False)


def test_other_formats_report_the_loss() -> None:
    fill = sx.fill(puzzle_of("cell h1", "slot nina: r1c1 h1")).unwrap()
    with pytest.raises(sx.FormatError, match=r"puz cannot hold cells beside the rectangle \(h1\)"):
        file_of(crossword_of(fill.grid), "puz")
    content = file_of(crossword_of(fill.grid), "puz", lossy=True)
    assert content.dropped[0] == "cells beside the rectangle (h1)"


def test_exolve_takes_the_second_letters_together(tmp_path: Path) -> None:
    filled = Grid.parse("[C/B][A/O]T\n#[B/A]#")
    text = file_of(crossword_of(filled), "exolve").data.decode()
    assert "exolve-alternatives: r2c1:B r2c2:O r1c2:A\n" in text
    independent = text.replace("r2c2:O r1c2:A", "\n  exolve-alternatives: r1c2:A")
    (tmp_path / "a.exolve").write_text(independent)
    read = sx.load_crossword(tmp_path / "a.exolve").crossword
    assert str(sx.grid_of(read)) == "CAT\n#B#"


@pytest.mark.parametrize("name", ["puz", "ipuz", "exolve", "xd", "jpz", "qxw"])
@pytest.mark.parametrize("text", ["[ON|OFF]S[T|A]\nE#L\n[EN|S]IN", "[C|B]AT\n#[T|S]#"])
def test_files_for_players_have_both_texts(name: str, text: str, tmp_path: Path) -> None:
    filled = Grid.parse(text)
    if name == "exolve" and "ON" in text:
        with pytest.raises(sx.FormatError, match="cannot hold these characters"):
            file_of(crossword_of(filled), name)
        return
    path = tmp_path / "a"
    path.write_bytes(file_of(crossword_of(filled), name).data)
    again = sx.load_crossword(path, format_name=name).crossword
    assert (Crossword.EITHER_OR in again.notes) == (name != "qxw")
    assert str(sx.grid_of(again)) == str(filled)
    words = ["CAT", "AS"] if "C" in text else ["ONST", "ENIN", "OFFES", "ALN"]
    book = sx.ClueBook.from_pairs([(word, f"of {word.lower()}") for word in words])
    clued, unclued = sx.with_clues(again, book)
    assert not unclued
    asked = file_of(clued, "gift").data.decode()
    assert re.findall(r"\]of (\w+) \{\n\t=(\w+)\n", asked) == [(w.lower(), w) for w in words]
    assert set(word_bank_of(clued, "en")) == set(words)
    plain = file_of(again, "text", lossy=True).data.decode()
    assert Grid.parse(plain) == filled


@pytest.mark.parametrize("name", ["puz", "ipuz", "exolve", "xd", "jpz"])
def test_files_for_players_have_both_letters(name: str, tmp_path: Path) -> None:
    filled = Grid.parse("[C/B][A/O]T\n#[B/A]#")
    path = tmp_path / "a"
    path.write_bytes(file_of(crossword_of(filled), name).data)
    again = sx.load_crossword(path, format_name=name).crossword
    assert TWO_LETTERS in again.notes
    assert sx.grid_of(again) == filled


@pytest.mark.needs("apps/thematic")
def test_beside_a_rebus_a_file_names_no_rule_that_nobody_wrote(tmp_path: Path) -> None:
    file = tmp_path / "both.xd"
    file.write_text("Rebus: 1=C/B 2=EN\n\n\n1AT\nORE\nD2T\n", encoding="utf-8")
    done = run_cli("check", file)
    assert done.code == 2
    assert "both.xd: the grid has two readings of r1c1: cells may hold several" in done.err
    assert "the rule" not in done.err
