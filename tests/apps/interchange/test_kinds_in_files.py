"""Each kind of puzzle in each format: it comes back whole, or is refused by its name."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli

from satcross.apps.solving.html import html_of
from satcross.errors import FormatError
from satcross.formats.losses import Feature
from satcross.formats.reading import file_of, load_crossword, parse_crossword
from satcross.formats.registry import NAMES, QUIZZES, format_named
from satcross.kinds.arrowword import ARROW_WORD
from satcross.kinds.codeword import CODEWORD
from satcross.kinds.diagramless import DIAGRAMLESS
from satcross.kinds.fillin import FILL_IN, JIGSAW
from satcross.kinds.quotations import ACROSTIC
from satcross.kinds.quotations.files import folded
from satcross.model.crossword import (
    Clue,
    Crossword,
    Square,
    SquareKind,
    crossword_of,
)
from satcross.model.grid import Grid
from satcross.model.kinds import CROSSWORD, PuzzleKind, kinds

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "formats.md"
KINDS = kinds()[1:]
FOLDERS = Path(__file__).parent


def a_puzzle(kind: PuzzleKind, keeps: frozenset[Any]) -> Crossword:
    """A puzzle of a kind: with the labels and clues that such puzzles have, if a format has any."""
    grid = Grid.parse("TAR\nO#O\nNOT")
    plain = replace(crossword_of(grid), kind=kind)
    if Feature.CLUES not in keeps:
        plain = replace(plain, clues=())
    if kind is CODEWORD and Feature.LABELS in keeps:
        codes = {letter: str(at) for at, letter in enumerate("TARON", 1)}
        squares = [
            replace(square, label=codes.get(square.solution, ""), given=square.solution == "T")
            for square in plain.squares
        ]
        return replace(plain, squares=tuple(squares), clues=())
    if kind is ACROSTIC and {Feature.LABELS, Feature.CLUE_CELLS} <= keeps:
        opened = [at for at, square in enumerate(plain.squares) if square.kind is SquareKind.OPEN]
        squares = list(plain.squares)
        for number, at in enumerate(opened, 1):
            squares[at] = replace(squares[at], label=str(number))
        clues = (
            Clue("Clues", "A", "Went first", cells=(2, 1, 6), answer="RAN"),
            Clue("Clues", "B", "Base", cells=(5, 3, 7, 0, 8), answer="OOOTT"),
        )
        return replace(plain, squares=tuple(squares), clues=clues)
    if kind is ARROW_WORD and Feature.CLUES in keeps:
        arrowed = replace(crossword_of(Grid.parse("#AT\nA##\nT##")), kind=kind)
        return replace(arrowed, clues=tuple(replace(one, place=0) for one in arrowed.clues))
    if kind in (FILL_IN, JIGSAW) and Feature.CLUE_LISTS in keeps:
        words = ("NOT", "ROT", "TAR", "TON")
        return replace(plain, clues=tuple(Clue("3 letters", "", word) for word in words))
    return plain


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.value)
@pytest.mark.parametrize("name", NAMES)
def test_a_kind_comes_back_or_is_refused(name: str, kind: PuzzleKind) -> None:
    format_ = format_named(name)
    puzzle = a_puzzle(kind, format_.keeps)
    if name == "hex":
        puzzle = replace(puzzle, squares=tuple(Square(one.kind) for one in puzzle.squares))
    if format_.keeps_kind(kind):
        written = file_of(puzzle, name)
        again = parse_crossword(written.data, format_, "f")
        assert again == puzzle
        assert file_of(again, name).data == written.data
        return
    with pytest.raises(FormatError, match=f"{name} cannot hold .*of the kind {kind.value}"):
        file_of(puzzle, name, target="out")
    lossy = file_of(puzzle, name, lossy=True)
    assert f"puzzles of the kind {kind.value}" in lossy.dropped
    again = parse_crossword(lossy.data, format_, "f")
    assert again.kind is CROSSWORD


# What quizzes ask of each kind: its clues, the words in its grid, or nothing.
ASKED = {
    "codeword": "h5p-words",
    "fill-in": "h5p-words",
    "jigsaw": "gift moodle glossary h5p-words",
    "diagramless": "gift moodle glossary h5p-words",
    "carte-blanche": "gift moodle glossary h5p-words",
    "arrow-word": "gift moodle glossary h5p-words",
    "acrostic": "gift moodle glossary",
    "quote-fall": "",
    "cryptogram": "",
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.value)
@pytest.mark.parametrize("name", QUIZZES)
def test_a_kind_is_asked_in_a_quiz_or_refused(name: str, kind: PuzzleKind) -> None:
    plain = crossword_of(Grid.parse("TAR\nO#O\nNOT"))
    clues = tuple(replace(one, text=f"Clue {n}") for n, one in enumerate(plain.clues))
    puzzle = replace(plain, clues=clues, kind=kind)
    if name in ASKED[kind.value].split():
        asked = file_of(puzzle, name)
        assert asked.data == file_of(puzzle, name, lossy=True).data
        assert not asked.dropped
        if name in ("gift", "moodle", "glossary"):
            assert all(f"Clue {n}".encode() in asked.data for n in range(4))
        return
    with pytest.raises(FormatError, match=f"{name} cannot hold .*of the kind {kind.value}"):
        file_of(puzzle, name, target="out")
    if name != "h5p":  # which has a grid
        with pytest.raises(FormatError, match=f"{name} cannot hold .*of the kind {kind.value}"):
            file_of(puzzle, name, lossy=True, target="out")


def test_a_puzzle_of_another_kind_is_not_one_of_the_files_kind() -> None:
    """The kind of a file is not kept beside that of the crossword."""
    coded = load_crossword(FOLDERS / "ipuz" / "corpus" / "coded.ipuz").crossword
    for name in ("ipuz", "jpz"):
        for kind in kinds():
            if kind is ARROW_WORD or not format_named(name).keeps_kind(kind):
                continue  # its clues have places
            data = file_of(replace(coded, kind=kind), name).data
            assert parse_crossword(data, format_named(name), "f").kind is kind


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.value)
def test_a_puzzle_of_each_kind_is_converted_and_drawn(kind: PuzzleKind, tmp_path: Path) -> None:
    own = tmp_path / "puzzle.json"
    own.write_bytes(file_of(a_puzzle(kind, format_named("satcross").keeps), "satcross").data)
    for name in NAMES:
        done = run_cli("convert", own, "--to", name, tmp_path / f"again.{name}")
        holds = name == "satcross"
        refused = not format_named(name).keeps_kind(kind)
        if name in ("text", "ruby-quiz", "line", "hex"):  # they hold a grid alone, and say so
            assert f"of the kind {kind.value}" in done.err
        else:
            assert done.code == (2 if refused else 0), done.err
            assert (f"of the kind {kind.value}" in done.err) is refused
            assert not (holds and done.err)
    for suffix in ("svg", "png", "pdf", "html"):
        done = run_cli("render", own, "-o", tmp_path / f"page.{suffix}")
        assert (done.code, done.err) == (0, "")


@pytest.mark.snapshot
@pytest.mark.xdist_group("docs/reference/formats.md")
def test_the_table_of_kinds_in_the_docs_is_what_the_code_says(renewed: bool) -> None:
    rows = [
        f"| {kind.value} | "
        + " | ".join("kept" if format_named(name).keeps_kind(kind) else "–" for name in NAMES)
        + " |"
        for kind in KINDS
    ]
    text = PAGE.read_text(encoding="utf-8")
    first = f"| {KINDS[0].value} | "
    start = text.index(first)
    end = text.index("\n\n", start)
    table = "\n".join(rows)
    if renewed:
        PAGE.write_text(text[:start] + table + text[end:], encoding="utf-8")
    else:
        assert text[start:end] == table


def test_blocks_that_are_given_are_shown() -> None:
    """Of a diagramless puzzle; all others are in the solution alone, and no number is shown."""
    puzzle = a_puzzle(DIAGRAMLESS, format_named("satcross").keeps)
    squares = [replace(one, given=at == 4) for at, one in enumerate(puzzle.squares)]
    for name in ("ipuz", "exolve"):
        one = replace(puzzle, squares=tuple(squares))
        for wanted in (one, replace(puzzle, n_rows=1, n_cols=9, clues=())):
            data = file_of(wanted, name, lossy=True).data
            assert parse_crossword(data, format_named(name), "f").squares == wanted.squares
    fields = json.loads(file_of(replace(puzzle, squares=tuple(squares)), "ipuz").data)
    assert fields["puzzle"] == [[0, 0, 0], [0, "#", 0], [0, 0, 0]]
    fields = json.loads(file_of(puzzle, "ipuz").data)
    assert fields["puzzle"] == [[0, 0, 0]] * 3
    assert fields["solution"][1] == ["O", "#", "O"]


def test_blocks_and_numbers_of_others_stay_in_their_files() -> None:
    path = FOLDERS / "ipuz" / "corpus" / "diagramless_shown.ipuz"
    puzzle = load_crossword(path).crossword
    assert not any(square.given or square.label for square in puzzle.squares)
    written = json.loads(file_of(puzzle, "ipuz").data)
    assert written["puzzle"] == [["#", 1, 2], [3, 0, 0], [4, 0, "#"]]


def test_the_quotation_of_an_acrostic_is_a_clue_in_files_alone() -> None:
    puzzle = a_puzzle(ACROSTIC, format_named("satcross").keeps)
    labels = [f"{one.label}A" if one.label else "" for one in puzzle.squares]
    puzzle = replace(
        puzzle,
        squares=tuple(
            replace(one, label=label) for one, label in zip(puzzle.squares, labels, strict=True)
        ),
    )
    for name in ("ipuz", "jpz"):
        data = file_of(puzzle, name).data
        assert data.count(b"[QUOTE]") == 1
        again = parse_crossword(data, format_named(name), "f")
        assert again == puzzle
        said = replace(puzzle, clues=(*puzzle.clues, Clue("Clues", "", "[QUOTE]", cells=(1, 2))))
        again = parse_crossword(file_of(said, name).data, format_named(name), "f")
        assert [clue.cells for clue in again.clues] == [clue.cells for clue in said.clues]
        bare = replace(puzzle, clues=())
        assert parse_crossword(file_of(bare, name).data, format_named(name), "f") == bare
    assert b'number="3" top-right-number="A"' in file_of(puzzle, "jpz").data


def test_answers_in_rows_of_their_own_are_drawn_as_blanks() -> None:
    path = FOLDERS / "jpz" / "corpus" / "acrostic_rows.jpz"
    puzzle = load_crossword(path).crossword
    shown = folded(puzzle)
    assert (shown.n_rows, shown.n_cols) == (1, 11)
    quotation = [square.solution or " " for square in shown.squares]
    assert "".join(quotation) == "ART IS LONG"
    assert [(clue.label, clue.answer, clue.cells) for clue in shown.clues] == [
        ("A", "GRAIN", (10, 1, 0, 4, 9)),
        ("B", "LOTS", (7, 8, 2, 5)),
    ]
    page = html_of(puzzle)
    assert "[QUOTE]" not in page
    assert "[QUOTE]" in json.dumps(json.loads(file_of(puzzle, "ipuz").data))
    others = replace(
        puzzle, squares=tuple(replace(one, label="") for one in puzzle.squares)
    )  # nothing tells where they belong
    assert folded(others) == others
    assert folded(replace(puzzle, kind=CROSSWORD)).n_rows == 3
