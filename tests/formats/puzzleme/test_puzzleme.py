"""PuzzleMe's JSON: what a file says, how it is recognised, and what is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli
from support.crossword_text import crossword_text
from support.format_fuzz import broken_bytes, swapped_json

from satcross.errors import FormatError
from satcross.formats import own
from satcross.formats.losses import Feature, Losses
from satcross.formats.puzzleme import KEEPS, read
from satcross.formats.reading import file_of, load_crossword, sniffed

FILE = Path(__file__).parent / "whole.json"
TEXT = """\
row H| EAR T
row E # Ñ
row N . ~
r1c1 label 1, circle yes, shade #ffcc00
r1c3 label 2
r2c1 given yes
r3c1 label 3
clue Across | 1 | What a pump does | HEART | r1c1 r1c2 r1c3
clue Across | 3 |  | NO | r3c1 r3c2
clue Down | 1 | Down & out (2, 1) | He-n | r1c1 r2c1 r3c1
 markup <b>Down</b> &amp; out (2, 1)
clue Down | 2 | Around | TÑE | r1c3 r2c3 r2c1
title 'Tea & toast'
author 'A. Setter'
copyright '2026'
date '2026-06-21'
notes 'First\\nsecond'
"""


def changed(change: Callable[[Any], object]) -> bytes:
    """The file with a change of its fields."""
    top = json.loads(FILE.read_bytes())
    change(top)
    return json.dumps(top).encode()


def test_what_a_file_says() -> None:
    crossword = read(FILE.read_bytes(), "f")
    assert crossword_text(crossword) == TEXT
    assert own.read(own.write(crossword, Losses("json")), "again") == crossword


def test_what_it_keeps_is_in_the_file() -> None:
    """The features of the table that this file does not show."""
    missing = KEEPS - {
        Feature.SIZE, Feature.BARS, Feature.VOIDS, Feature.CIRCLES, Feature.SHADES, Feature.COLOURS,
        Feature.REBUS, Feature.LETTERS, Feature.UNFILLED, Feature.GIVENS, Feature.LABELS,
        Feature.CLUES, Feature.CLUE_CELLS, Feature.ANSWERS, Feature.MARKUP, Feature.TEXT,
        Feature.TITLE, Feature.AUTHOR, Feature.COPYRIGHT, Feature.DATE, Feature.NOTES,
    }  # fmt: skip
    assert missing == {Feature.CLUE_ORDER}
    data = changed(lambda top: top["placedWords"][1].update(clueNum="7a"))
    assert read(data, "f").clues[0].label == "7a"


def test_optional_fields() -> None:
    plain = {"box": [["A", "\0"], ["B", "*"]], "placedWords": []}
    crossword = read(json.dumps(plain).encode(), "f")
    assert [square.solution for square in crossword.squares] == ["A", "B", "", ""]
    assert (crossword.title, crossword.clues) == ("", ())
    shaped = {**plain, "backgroundShapeBoxes": [[1, 0], [7, 7], "x"], "help": "Hint"}
    crossword = read(json.dumps(shaped).encode(), "f")
    assert [square.circle for square in crossword.squares] == [False, True, False, False]
    assert crossword.notes == "Hint"


def test_files_are_recognised_by_their_content(tmp_path: Path) -> None:
    assert sniffed(FILE.read_bytes()) == "puzzleme"
    for name in ("puzzle.json", "puzzle"):
        path = tmp_path / name
        path.write_bytes(FILE.read_bytes())
        assert load_crossword(path).format == "puzzleme"
    said = run_cli("convert", str(tmp_path / "puzzle.json"), "-", "--to", "jpz")
    assert said.code == 0
    assert "HEART" not in said.err


def test_it_is_not_written(tmp_path: Path) -> None:
    crossword = read(FILE.read_bytes(), "f")
    with pytest.raises(FormatError, match="files of puzzleme can only be read"):
        file_of(crossword, "puzzleme", lossy=True)
    said = run_cli("convert", str(FILE), str(tmp_path / "out.json"), "--to", "puzzleme")
    assert said.code == 2
    assert "files of puzzleme can only be read; write another format" in said.err
    assert not (tmp_path / "out.json").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda top: top.pop("box"), "the file has no box and placedWords"),
        (lambda top: top.update(box=3), "box must be a list, got 3"),
        (lambda top: top.update(box=[]), "box must have 1 to 200 columns of 1 to 200 squares"),
        (lambda top: top.update(box=[[]]), "box must have 1 to 200 columns"),
        (lambda top: top["box"][1].pop(), "the columns of box are not equally long"),
        (lambda top: top["box"][0].__setitem__(0, 7), "a square of box must be text or null"),
        (lambda top: top.update(title=3), "title must be text, got 3"),
        (lambda top: top.update(cellInfos=[3]), "cellInfos must be a list of objects"),
        (lambda top: top["cellInfos"][0].update(x="0"), "x must be a whole number, got '0'"),
        (lambda top: top["placedWords"][0].update(nBoxes=1.5), "nBoxes must be a whole number"),
        (lambda top: top["placedWords"][0].update(clue="x"), "clue must be an object, got 'x'"),
        (lambda top: top["placedWords"][0].update(clueNum=[1]), "a number of a clue must be"),
        (lambda top: top.update(clueNums=[[True]]), "a number of a clue must be a number or"),
    ],
)
def test_what_is_refused(change: Callable[[Any], object], message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(changed(change), "f")
    assert str(caught.value).startswith(f"f: {message}")


def test_broken_files() -> None:
    rng = random.Random(1)
    n_read = 0
    for number in range(300):
        data = FILE.read_bytes()
        if number % 2:
            data = broken_bytes(data, rng)
        else:
            data = json.dumps(swapped_json(json.loads(data), rng)).encode()
        message = ""
        try:
            own.write(read(data, "broken"), Losses("json"))
            n_read += 1
        except FormatError as error:
            message = str(error)
        assert not message or message.startswith("broken")
        assert "\n" not in message
    assert 20 < n_read < 290
