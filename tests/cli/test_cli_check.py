"""`satcross check`: right, wrong, and against a template."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from support.cli import run_cli

from satcross import Grid, crossword_of
from satcross.formats.reading import save_crossword


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("art\nrea\ntaz\nreq\narx\n", encoding="utf-8")
    Path("filled.txt").write_text("arx\nreq\ntaz\n", encoding="utf-8")
    Path("template.txt").write_text("..x\n..q\n..z\n", encoding="utf-8")


def test_right() -> None:
    argv = ["check", "filled.txt", "-w", "words.txt", "--grid", "template.txt"]
    done = run_cli(*argv)
    assert done.code == 0
    assert done[1:] == ("", "right: 6 entries\n")


def test_without_the_template_the_theme_entry_is_missing() -> None:
    done = run_cli("check", "filled.txt", "-w", "words.txt")
    assert done.code == 1
    assert done[1:] == ("3D XQZ is not in the word list\n", "wrong: 1 fault\n")


def test_all_faults_are_listed() -> None:
    Path("filled.txt").write_text("arx\narx\nt.y\n", encoding="utf-8")
    done = run_cli("check", "filled.txt", "-w", "words.txt", "--grid", "template.txt")
    assert done.code == 1
    out, err = done[1:]
    assert out.splitlines() == [
        "r2c3 holds X, but Q was given",
        "r3c2 is not filled",
        "r3c3 holds Y, but Z was given",
        "4A ARX is also at 1A",
        "1D AAT is not in the word list",
    ]
    assert err == "wrong: 5 faults\n"
    done = run_cli("check", "filled.txt", "-w", "words.txt", "--allow-repeats")
    assert done.code == 1
    assert "stands" not in done.out


def test_another_shape() -> None:
    Path("template.txt").write_text("..\n..\n", encoding="utf-8")
    done = run_cli("check", "filled.txt", "-w", "words.txt", "--grid", "template.txt")
    assert done.code == 1
    assert done.out == ("the fill has 3 rows and 3 columns, the template has 2 and 2\n")


def test_one_row_of_the_letters_a_to_f_is_a_fill() -> None:
    Path("filled.txt").write_text("face\n", encoding="utf-8")  # not a 4x4 pattern
    done = run_cli("check", "filled.txt")
    assert done.code == 0
    assert done.err == "right: 1 entry\n"


def test_a_fill_has_the_alphabet_of_its_template(tmp_path: Path) -> None:
    puzzle = {"schema": "satcross.puzzle/1", "grid": ["..."], "alphabet": "greek"}
    (tmp_path / "p.json").write_text(json.dumps({**puzzle, "word_list": ["φως"]}))
    for name in ("fill.txt", "fill.ipuz"):
        assert run_cli("fill", tmp_path / "p.json", "-o", tmp_path / name).code == 0
        done = run_cli("check", tmp_path / name, "--grid", tmp_path / "p.json")
        assert done == (0, "", "right: 1 entry\n")


def test_slots_that_only_the_template_has(tmp_path: Path) -> None:
    template = tmp_path / "p.json"
    template.write_text(
        '{"schema": "satcross.puzzle/1", "grid": [".#", "#."], "word_list": ["TA"],'
        ' "rules": ["slot XA: r1c1 r2c2"]}'
    )
    filled = tmp_path / "f.txt"
    filled.write_text("T#\n#A\n")
    assert run_cli("check", filled, "--grid", template) == (0, "", "right: 1 entry\n")
    filled.write_text("A#\n#T\n")
    done = run_cli("check", filled, "--grid", template)
    assert (done.code, done.out) == (1, "XA AT is not in the word list\n")


@pytest.mark.parametrize(
    ("made", "old", "new", "said"),
    [
        ("codeword filled.txt", '"label": "1"', '"label": "2"', ", but 2 is "),
        ("fillin filled.txt", '"text": "TAZ"', '"text": "TAG"', "TAG is there 0 times"),
        ("fillin filled.txt --jigsaw", '"answer": "TAZ"', '"answer": "TAG"', "TAG is there 0"),
        ("cryptogram q.txt", '"solution": "T"', '"solution": "Z"', "ARZ is not in the list"),
        ("quotefall q.txt --width 5", '"T"', '"Z"', "do not hold the quotation"),
        ("acrostic q.txt --source ta --length 3-3", '"R"', '"E"', "do not hold the quotation"),
    ],
)
def test_puzzles_of_other_kinds_are_what_they_should_be(
    made: str, old: str, new: str, said: str
) -> None:
    Path("q.txt").write_text("Art: zea!")
    Path("words.txt").write_text("art\nrea\ntaz\nreq\narx\nxqz\ntar\naez\nzea\n")
    run = run_cli(*made.split(), "-w", "words.txt", "-o", "a.json")
    assert run.code == 0, run.err
    done = run_cli("check", "a.json", "-w", "words.txt")
    assert (done.code, done.out) == (0, "")
    text = Path("a.json").read_text()
    assert old in text
    Path("a.json").write_text(text.replace(old, new))
    done = run_cli("check", "a.json", "-w", "words.txt")
    assert (done.code, said in done.out) == (1, True), done.out


def test_answers_that_differ_from_the_grid_are_named() -> None:
    plain = crossword_of(Grid.parse("ART"))
    clue = replace(plain.clues[0], text="Skill", answer="CRT")
    said = "answers that differ from the grid: 1 Across is CRT, the grid has ART\nright: 1 entry\n"
    for name in ("puzzle.json", "puzzle.ipuz"):
        save_crossword(replace(plain, clues=(clue,)), name)
        assert run_cli("check", name, "-w", "words.txt") == (0, "", f"{name}: {said}")


def test_words_that_are_treated_are_no_other_answers() -> None:
    plain = crossword_of(Grid.parse("TRA"))
    clue = replace(plain.clues[0], text="Skill", answer="ART")
    save_crossword(replace(plain, clues=(clue,)), "puzzle.json")
    argv = ["check", "puzzle.json", "-w", "words.txt", "--rule", "treatment 1A: reversed"]
    assert run_cli(*argv) == (0, "", "right: 1 entry\n")
