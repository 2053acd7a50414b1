"""Rows Gardens in files, which are only read."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from support.cli import run_cli

from satcross.apps.interchange import rows_garden
from satcross.errors import FormatError
from satcross.formats.reading import file_of, load_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import Crossword, grid_of
from satcross.testing import check_format

FILE = """\
title: A Garden
author: A. Setter
copyright: (c) 2026
created: 2026-01-02
url:
notes: Read *me*: now
rows:
- - clue: First: "row" ({}[],&*#?|-<>=!%@)
    answer: VERGES
- - clue: *Peal* **again** & <b>
    answer: RE-PEAL
  - clue: Made again
    answer: RE CREATED
- - clue: Replaced
    answer: supersede
  - clue:
    answer: DECALS
- - clue: Dog
    answer: WESTIE
light:
- clue: Meal
  answer: SUPPER
- clue: Go back
  answer: RECEDE
- clue: Meant
  answer: SLATED
medium:
- clue: Show
  answer: REVEAL
- clue: Oil
  answer: GREASE
dark:
- clue: Pipes
  answer: SEWERS
- clue: Lie
  answer: DECEIT
"""


def read(text: str) -> Crossword:
    return rows_garden.read(text.encode(), "x")


def test_what_a_file_says() -> None:
    crossword = read(FILE)
    assert crossword.board == "rows-garden"
    assert grid_of(crossword).lines()[:2] == [
        "~ ~ ~ V E R  ~ ~ ~  G E S ~ ~ ~",
        "R E P E A L| R E C  R E A T E D",
    ]
    said = [(clue.direction, clue.label, clue.text, clue.answer) for clue in crossword.clues]
    assert said == [
        ("Rows", "A1", 'First: "row" ({}[],&*#?|-<>=!%@)', "VERGES"),
        ("Rows", "B1", "Peal again & <b>", "RE-PEAL"),
        ("Rows", "B2", "Made again", "RE CREATED"),
        ("Rows", "C1", "Replaced", "supersede"),
        ("Rows", "C2", "", "DECALS"),
        ("Rows", "D1", "Dog", "WESTIE"),
        ("Light", "3", "Meal", "SUPPER"),
        ("Light", "4", "Go back", "RECEDE"),
        ("Light", "5", "Meant", "SLATED"),
        ("Medium", "1", "Show", "REVEAL"),
        ("Medium", "2", "Oil", "GREASE"),
        ("Dark", "6", "Pipes", "SEWERS"),
        ("Dark", "7", "Lie", "DECEIT"),
    ]
    assert crossword.clues[1].markup == "<i>Peal</i> <b>again</b> &amp; &lt;b&gt;"
    light = crossword.clues[6]
    assert [divmod(cell, 15) for cell in light.cells] == [
        *((1, 0), (1, 1), (1, 2)),
        *((2, 2), (2, 1), (2, 0)),
    ]
    texts = crossword.title, crossword.author, crossword.copyright, crossword.notes
    assert texts == ("A Garden", "A. Setter", "(c) 2026", "Read *me*: now")
    assert crossword.extras == {"rows-garden": {"created": "2026-01-02"}}
    assert crossword.remarks == ()


@pytest.mark.parametrize(
    ("old", "new"), [("\n", "\r\n"), ("title", "\ufefftitle"), ("- -", "-\n  -")]
)
def test_other_ways_to_write_it(old: str, new: str) -> None:
    indented = FILE.replace("\n- ", "\n  - ").replace("\n  - clue", "\n    - clue")
    for text in (FILE.replace(old, new), indented):
        assert read(text) == read(FILE)


@pytest.mark.needs("apps/pictures")
def test_it_is_known_by_its_extension_and_may_be_zipped(tmp_path: Path) -> None:
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("readme.md", "hello")
        archive.writestr("a.rg", FILE)
    (tmp_path / "a.rgz").write_bytes(packed.getvalue())
    (tmp_path / "a.rg").write_text(FILE, encoding="utf-8")
    for name in ("a.rg", "a.rgz"):
        loaded = load_crossword(tmp_path / name)
        assert (loaded.format, loaded.crossword) == ("rows-garden", read(FILE))
        assert loaded.crossword.remarks == ()
        drawn = run_cli("render", tmp_path / name, "-o", tmp_path / "a.svg")
        assert (drawn.code, drawn.err) == (0, "")
    with pytest.raises(FormatError, match="files of rows-garden can only be read"):
        file_of(read(FILE), "rows-garden")
    check_format(format_named("rows-garden"), [FILE.encode(), packed.getvalue()])


def test_an_answer_that_its_petals_do_not_spell_is_named() -> None:
    crossword = read(FILE.replace("SLATED", "DETALS").replace("SEWERS", "SEWERY"))
    assert crossword.remarks == ("answers that their petals do not spell: 6 Dark (SEWERY)",)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("author:", "title:", "x:2: the key title is repeated; check that it is a Rows Garden"),
        ("light:", "rows:", "x:20: the key rows is repeated"),
        ("medium:", "light:", "x:27: the key light is repeated"),
        ("dark:", "dark: SEWERS", "x:32: 'SEWERS' is no list of answers"),
        ("- clue: Meal", "clue - Meal", "x:21: 'clue - Meal' is neither a clue nor an answer"),
        ("- clue: Meal", "- - clue: Meal", "x:21: '- - clue: Meal' is neither a clue nor an"),
        ("- - clue: First", "  clue: First", "x:8: 'clue: First: \"row\" ({}[],&*#?|' is"),
        ("rows:\n", "rows:\n-\n", "x: row 1 has no answer"),
        ("    answer: WESTIE", "    clue: WESTIE", "x:19: the clue is repeated"),
        ("answer: WESTIE", "answer: -", "x:18: an answer is missing"),
        ("WESTIE", "WESTIES", "x:18: row 4 has 7 letters, not 6"),
        ("supersede", "super", "x:14: row 3 has 11 letters, not 15"),
        ("VERGES", "VERGESVER", "x:8: row 1 has 9 letters, not 6"),
        ("RE CREATED", "RE CREATE", "x:10: rows have 9, 15, 21 … letters, these 14"),
        ("- - clue: Dog\n    answer: WESTIE\n", "", "x: a garden has an even number of rows, this"),
        ("- clue: Lie\n  answer: DECEIT\n", "", "x: the grid has 2 entries of Dark, the file 1"),
        ("DECEIT\n", "DECEIT\n- answer: DECEIT\n", "x: the grid has 2 entries of Dark, the file 3"),
        ("  - clue: Made again", "  - answer: X\n  - clue: Made again", "x:10: rows have 9"),
    ],
)  # fmt: skip
def test_a_refusal_in_one_line(old: str, new: str, problem: str) -> None:
    assert old in FILE
    with pytest.raises(FormatError) as caught:
        read(FILE.replace(old, new, 1))
    assert str(caught.value).startswith(problem)
    assert "\n" not in str(caught.value)


def test_an_entry_of_one_letter_is_refused() -> None:
    with pytest.raises(FormatError, match="x: the grid has 6 entries of Rows, the file 7"):
        read(FILE.replace("RE-PEAL", "R\n  - answer: EPEAL"))
