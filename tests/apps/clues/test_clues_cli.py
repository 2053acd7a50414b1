"""`satcross clues`: what it writes, what it tells, and that errors leave files alone."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from support.cli import Done, run_cli

from satcross.apps.clues.clue_files import add_clues
from satcross.formats.reading import load_crossword, save_crossword
from satcross.model.alphabet import LATIN
from satcross.model.crossword import ACROSS, Clue, crossword_of
from satcross.model.grid import Grid

CLUES = "cat\tPet\nore\tMine find\nten\tX\nten\tTwo fives\nowl\nare\tExist\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    crossword = crossword_of(Grid.parse("CAT\nORE\nTEN"))
    clues = (crossword.clues[0], replace(crossword.clues[1], text="Rock"), *crossword.clues[2:])
    save_crossword(replace(crossword, clues=clues, title="Three"), "in.json")
    (tmp_path / "db.tsv").write_text(CLUES)
    return tmp_path


def run(*args: object) -> Done:
    done = run_cli("clues", *args)
    assert done.code == 0, done.err
    return done


def fail(here: Path, *args: object) -> str:
    before = {path.name: path.read_bytes() for path in here.iterdir()}
    done = run_cli("clues", *args)
    assert done.code == 2
    assert {path.name: path.read_bytes() for path in here.iterdir()} == before
    return done.err.splitlines()[-1].removeprefix("satcross: ")


def test_writes_a_file_and_names_what_is_missing(here: Path) -> None:
    result = run("in.json", "--clues", "db.tsv", "-o", "out.json")
    assert result.out == ""
    assert result.err == ("clues: left out, no clue: 1 (owl in line 5)\nno clue for 1D COT\n")
    crossword = load_crossword("out.json").crossword
    assert crossword.title == "Three"
    texts = [clue.text for clue in crossword.clues]
    assert texts[:2] == ["Pet", "Rock"]
    assert sorted([texts[2], texts[5]]) == ["Two fives", "X"]
    assert texts[3:5] == ["", "Exist"]


def test_stdout_takes_the_format_of_the_source(here: Path) -> None:
    result = run("in.json", "-c", "db.tsv", "--seed", "3")
    assert json.loads(result.out)["clues"][0]["text"] == "Pet"
    run("in.json", "-c", "db.tsv", "--seed", "3", "-o", "out.json")
    assert (here / "out.json").read_text(encoding="utf-8") == result.out


def test_replace(here: Path) -> None:
    run("in.json", "-c", "db.tsv", "-o", "in.json", "--replace")
    assert load_crossword("in.json").crossword.clues[1].text == "Mine find"


def test_list(here: Path) -> None:
    (here / "db.tsv").write_text("cat;Pet\n")
    result = run("in.json", "-c", "db.tsv", "--list")
    assert result.out == "slot\tanswer\tclue\n5A\tTEN\t\n1D\tCOT\t\n2D\tARE\t\n3D\tTEN\t\n"
    assert result.err == ""
    run("in.json", "-c", "db.tsv", "--list", "-o", "out.json")
    assert load_crossword("out.json").crossword.clues[0].text == "Pet"


def test_the_list_without_a_database_is_one_when_it_is_filled_in(here: Path) -> None:
    listed = run("in.json", "--list")
    assert listed.err == ""
    lines = listed.out.splitlines()
    assert lines[0] == "slot\tanswer\tclue"
    filled = [lines[0], *(f"{line}Clue {n}" for n, line in enumerate(lines[1:]))]
    (here / "todo.tsv").write_text("\n".join(filled) + "\n")
    run("in.json", "-c", "todo.tsv", "-o", "out.json")
    texts = [clue.text for clue in load_crossword("out.json").crossword.clues]
    assert all(texts)
    assert {text for text in texts if text.startswith("Clue")} == {
        f"Clue {n}" for n in range(len(lines) - 1)
    }
    assert fail(here, "in.json") == (
        "no file of clues is given; name one, or print the entries without a clue with --list"
    )


def test_several_books(here: Path) -> None:
    (here / "more.csv").write_text("clue,word\nSmall bed,cot\n")
    result = run("in.json", "-c", "db.tsv", "-c", "more.csv", "-o", "out.json")
    assert result.err == "clues: left out, no clue: 1 (owl in db.tsv line 5)\n"
    assert load_crossword("out.json").crossword.clues[3].text == "Small bed"


@pytest.mark.needs("apps/interchange", "apps/pictures", "apps/books", "apps/solving")
def test_faults_leave_files_alone(here: Path) -> None:
    assert fail(here, "in.json", "-c", "no.tsv", "-o", "in.json") == (
        "no.tsv: there is no such file; check the path"
    )
    assert "no.json: there is no such file" in fail(here, "no.json", "-c", "db.tsv")
    assert fail(here, "in.json", "-c", "db.tsv", "-o", "out.xyz") == (
        "--output: no format has the extension '.xyz'; use one of"
        " .txt, .grid, .hex, .puz, .ipuz, .jpz, .xml, .xd, .exolve, .puz.txt, .qxw, .json,"
        " .gift, .moodle.xml, .glossary.xml, .h5p, .words.h5p, .pdf, .svg, .png, .docx, .epub,"
        " .brf, .html, .zip, or name the format with --to"
    )
    assert fail(here, "in.json", "-c", "db.tsv", "--list", "-o", "-") == (
        "--output: the list goes to stdout; write the crossword to a file"
    )
    assert fail(here, "in.json", "-c", "db.tsv", "--seed", "-1") == (
        "--seed: must be 0 or greater, got -1"
    )
    assert fail(here, "in.json", "-c", "in.json").startswith("in.json: ")


def test_names_of_clues() -> None:
    assert Clue(ACROSS, "12", "").short_name == "12A"
    assert Clue("Diagonal", "3", "").short_name == "3 Diagonal"
    assert Clue("Theme", "", "").short_name == "Theme"


def test_function_for_other_commands(here: Path) -> None:
    crossword = load_crossword("in.json").crossword
    clued, unclued = add_clues(crossword, [here / "db.tsv"], alphabet=LATIN, seed=1)
    assert clued.clues[0].text == "Pet"
    assert [clue.short_name for clue in unclued] == ["1D"]


def test_start_up_imports_no_formats() -> None:
    program = (
        "import sys, satcross.apps.clues.commands.clues;"
        "books = ('satcross.formats', 'satcross.apps.clues.book', 'satcross.apps.clues.choose');"
        "print([m for m in sys.modules if m.startswith(books)])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.needs("apps/interchange")
def test_title_and_author_are_written(here: Path) -> None:
    run("in.json", "-c", "db.tsv", "-o", "out.ipuz", "--title", "Sunday", "--author", "Me")
    crossword = load_crossword("out.ipuz").crossword
    assert (crossword.title, crossword.author) == ("Sunday", "Me")
    run("in.json", "-c", "db.tsv", "-o", "out.ipuz", "--author", "Me")
    assert load_crossword("out.ipuz").crossword.title == "Three"


@pytest.mark.needs("apps/interchange")
def test_title_and_author_without_a_place_are_refused(here: Path) -> None:
    book = ("in.json", "-c", "db.tsv")
    assert fail(here, *book, "-o", "out.txt", "--lossy", "--title", "x") == (
        "--title: text has no place for it; write a crossword file or a page, as in -o fill.ipuz"
    )
    assert fail(here, *book, "--to", "qxw", "--title", "x", "--author", "\udcff") == (
        "--author: '\\udcff' is not UTF-8"
    )
    assert fail(here, *book, "--list", "--author", "Me") == (
        "--author: only the list is written; write the crossword to a file with -o"
    )


@pytest.mark.needs("apps/interchange")
def test_links_enumerations_and_annotations(here: Path) -> None:
    (here / "lamp.txt").write_text("STRIKE\n#####A\nALIGHT\n")
    (here / "lamp.tsv").write_text(
        "answer\tclue\tannotation\nstrike a light\tHit a lamp? My word!\tSTRIKE + A LIGHT\n"
        "eat\tDine (3)\t\n"
    )
    options = ("lamp.txt", "--clues", "lamp.tsv", "--link", "1A,3A")
    assert run(*options, "--list").out.splitlines() == ["slot\tanswer\tclue"]
    hit = "Hit a lamp? My word! (6,1,5)"
    for name, *shown in (
        ("lamp.exolve", f"1, 3 {hit} STRIKE + A LIGHT", "3 See 1", "2 Dine (3)"),
        ("lamp.xd", f"A1. {hit} ~ STRIKE", "A3. See 1 ~ ALIGHT", "D2. Dine (3) ~"),
        ("lamp.ipuz", '"enumeration": "6,1,5"', '[3, "See 1"]', '[2, "Dine (3)"]'),
    ):
        done = run(*options, "--enumerations", "-o", name)
        assert done.err == ""
        text = (here / name).read_text()
        assert all(part in text for part in shown), text
    todo = run("lamp.txt", "--link", "1A,3A", "--list").out.splitlines()
    assert todo[1:] == ["1A\tSTRIKEALIGHT\t", "2D\tEAT\t"]
    plain = run_cli("convert", "lamp.ipuz", "lamp.puz")
    assert plain.err == (
        "satcross: lamp.puz: puz cannot hold linked entries (1 Across), annotations of clues"
        " (1 Across); allow losses (--lossy, lossy=True) to leave that out, or use another format\n"
    )
    none = run_cli("convert", "lamp.ipuz", "-", "--to", "ipuz", "--no-enumerations").out
    assert '"enumeration"' not in none
    assert "(3)" in none  # which is part of the clue
    assert fail(here, "lamp.txt", "--link", "1A,9D", "-o", "x.ipuz") == (
        "--link: there is no entry 9D"
    )
    assert fail(here, "lamp.txt", "--link", "1A", "-o", "x.ipuz") == (
        "--link: '1A' does not name two or more different entries; write them as 1A,5D"
    )
