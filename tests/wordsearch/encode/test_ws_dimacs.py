"""Export and decode: the file alone suffices, and what is decoded is verified."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from satcross.cnf import dimacs as cnf
from satcross.cnf.assignment import Assignment
from satcross.errors import DimacsError
from satcross.solve.backends.formula import formula_session
from satcross.wordsearch.board import picture, sized
from satcross.wordsearch.encode.decode import Decoder
from satcross.wordsearch.encode.formula import export
from satcross.wordsearch.headings import HEADINGS, headings_of_level
from satcross.wordsearch.layout import Layout
from satcross.wordsearch.problem import LayoutConstraints, LayoutProblem
from satcross.wordsearch.puzzle import WordSearch
from satcross.wordsearch.verify import verify
from satcross.wordsearch.words import hidden_words

WORDS = hidden_words(["Cat", "catalog", "ice tea", "abba"])
BOARD = picture("########\n######.#\n########\n.#######\n########\n########")


def solved(path: Path) -> tuple[cnf.Dump, Assignment]:
    dump = cnf.read_formula(path)
    session = formula_session(dump.formula, np.empty(0, dtype=np.int32))
    answer = session.solve()
    session.close()
    assert answer.assignment is not None
    return dump, answer.assignment


@pytest.mark.parametrize("allow_inside", [False, True])
def test_a_complete_file_gives_a_finished_square(tmp_path: Path, allow_inside: bool) -> None:
    path = tmp_path / "search.cnf.gz"
    constraints = LayoutConstraints(2, allow_inside=allow_inside, forbid=("TAB", "4U"))
    written = export(
        LayoutProblem(BOARD, WORDS, HEADINGS, constraints), path, complete_with="ABCEGILOTXY"
    )
    dump, assignment = solved(path)
    assert (written.formula.n_vars, written.formula.n_clauses) == (
        dump.formula.n_vars,
        dump.formula.n_clauses,
    )
    assert written.places.n_letters == BOARD.n_squares * 11
    made = Decoder.from_comments(dump.comments).decode(assignment)
    assert isinstance(made, WordSearch)
    assert made.layout.words == WORDS
    assert made.layout.board == BOARD
    assert len(made.layout.crossings) >= 2
    faults = verify(made.rows(), BOARD, WORDS, forbid=constraints.forbid, allow_inside=allow_inside)
    assert faults == []
    shown = [int(v) for c in dump.comments if c.startswith("p show") for v in c.split()[2:-1]]
    assert shown == list(range(1, written.places.n_places + written.places.n_letters + 1))


def test_a_file_of_places_gives_a_layout(tmp_path: Path) -> None:
    path = tmp_path / "search.cnf"
    export(
        LayoutProblem(BOARD, WORDS, headings_of_level("medium"), LayoutConstraints(unused=28)), path
    )
    dump, assignment = solved(path)
    layout = Decoder.from_comments(dump.comments).decode(assignment)
    assert isinstance(layout, Layout)
    assert len(layout.unused) == 28
    assert set(layout.headings()) <= {"E", "S", "SE", "NE"}


def test_wrong_assignments_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "search.cnf"
    words = hidden_words(["ab", "ba"])
    export(LayoutProblem(sized("3x1"), words, HEADINGS), path, complete_with="AB")
    dump, assignment = solved(path)
    decoder = Decoder.from_comments(dump.comments)
    good = assignment.true_variables()
    n = dump.formula.n_vars

    def decode(true: list[int]) -> None:
        decoder.decode(Assignment.of(true, n), source="out.txt")

    places = [v for v in good if v in decoder.places]
    letters = [v for v in good if v in decoder.letters]
    with pytest.raises(DimacsError, match=r"out\.txt: AB stands in 0 places"):
        decode(good[1:])
    more = next(v for v in decoder.places if v not in good)
    with pytest.raises(DimacsError, match="stands in 2 places, not in one"):
        decode([*good, more])
    with pytest.raises(DimacsError, match="no letter of the alphabet"):
        decode([v for v in good if v != letters[0]])
    other = next(v for v, (c, _) in decoder.letters.items()
                 if v not in good and c == decoder.letters[letters[0]][0])  # fmt: skip
    with pytest.raises(DimacsError, match="a cell holds"):
        decode([*good, other])
    with pytest.raises(DimacsError, match="AB is missing"):
        decode([*places, *(v for v, (_, letter) in decoder.letters.items() if letter == "A")])


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("satcross wordsearch 1", "satcross wordsearch 2", "of format 2"),
        ("satcross wordsearch 1", "", "no comments of a word search"),
        ("satcross alphabet AB", "", "lacks the comment `satcross alphabet`"),
        ("satcross alphabet AB", "satcross alphabet AA", "makes no sense: letter 'A' is repeated"),
        ("satcross alphabet AB", "satcross alphabet XY", "a word that is not made of its letters"),
        ("satcross directions E S", "satcross directions Q", "no direction 'Q'"),
        ("satcross board ###", "satcross board #?#", "no rectangle of # and ."),
        ("satcross board ###", "satcross board ...", "the board has no cell"),
        ("satcross word AB ab", "satcross word A a", "makes no sense: `satcross word A a`"),
        ("satcross cells every", "satcross cells some", "makes no sense: `satcross cells some`"),
        ("satcross inside no", "satcross inside", "makes no sense: `satcross inside `"),
        ("satcross forbid B", "satcross forbid", "makes no sense: `satcross forbid `"),
        ("satcross place 1 1 r1c1 E", "satcross place 1 9 r1c1 E", "`satcross place 1 9"),
        ("satcross place 1 1 r1c1 E", "satcross place 1 1 r1c1 EE", "`satcross place 1 1"),
        ("satcross place 1 1 r1c1 E", "satcross place 1 1 r1c3 E", "a place that leaves the board"),
        ("satcross letter 3 r1c1=A", "satcross letter 3 r1c1=Z", "`satcross letter 3"),
        ("satcross letter 3 r1c1=A", "satcross letter 3 r2c1=A", "outside its board"),
    ],
)
def test_bad_comments_are_named(tmp_path: Path, old: str, new: str, problem: str) -> None:
    path = tmp_path / "search.cnf"
    words, constraints = hidden_words(["ab"]), LayoutConstraints(forbid=("B",))
    export(
        LayoutProblem(sized("3x1"), words, headings_of_level("easy"), constraints),
        path,
        complete_with="AB",
    )
    comments = cnf.read_formula(path).comments
    assert old in comments
    changed = [new if line == old else line for line in comments]
    with pytest.raises(DimacsError) as error:
        Decoder.from_comments([line for line in changed if line], source="a.cnf")
    assert str(error.value).startswith("a.cnf: ")
    assert problem in str(error.value)
    assert "\n" not in str(error.value)
