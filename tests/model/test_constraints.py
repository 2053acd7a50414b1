"""Constraints as data: how they are made, refused, written and read; and what `verify` says."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

import satcross as sx
from satcross.errors import InputError, VerificationError
from satcross.rules import rule_of_text
from satcross.rules.constraint import Constraint
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.session import SearchSession
from satcross.solve.protocol import Outcome
from satcross.tasks.checking import check, faults_of

PUZZLE = sx.Puzzle("...\n...\n#..", ["cat", "ate", "ten", "tea", "en", "at", "an", "ea", "te"])


X, Y, Z = map(sx.somewhere, "XYZ")


def test_names_are_normalised_and_negation_is_undone() -> None:
    assert sx.Letter(" R01C2 ", "z") == sx.Letter("r1c2", "z")
    assert sx.Word("12a", "c a t") == sx.Word("12A", "cat")
    literal = sx.Word(None, "*S")
    assert ~~literal == literal != ~literal
    assert sx.somewhere("Z") == sx.Letter(None, "Z")


@pytest.mark.parametrize(
    ("constraint", "shown"),
    [
        (sx.any_of(sx.Letter("r1c1", "A")), "r1c1=A"),
        (sx.any_of(~sx.Letter("r1c1", "A"), sx.Word(None, "*S")), "any of ~r1c1=A, slot=*S"),
        (sx.all_of(sx.somewhere("Q"), sx.somewhere("Z")), "all of cell=Q, cell=Z"),
        (sx.any_of(~sx.Letter("r1c2", "[aeiou]")), "~r1c2=[aeiou]"),
        (sx.at_most(1, [sx.Word("1A", "CAT")] * 2), "at most 1 of 1A=CAT, 1A=CAT"),
        (sx.exactly(1, [sx.Word("1A", "CAT")] * 2), "exactly 1 of 1A=CAT, 1A=CAT"),
        (Constraint((sx.somewhere("Q"),) * 3, 1, 2), "1 to 2 of cell=Q, cell=Q, cell=Q"),
        (sx.any_of(X, sx.all_of(Y, Z)), "any of cell=X, (all of cell=Y, cell=Z)"),
        (sx.any_of(X, ~sx.all_of(Y, Z)), "any of cell=X, (at most 1 of cell=Y, cell=Z)"),
        (sx.implies(sx.any_of(X, Y), Z), "any of (none of cell=X, cell=Y), cell=Z"),
        (Constraint.iff(X, Y), "any of (all of cell=X, cell=Y), (none of cell=X, cell=Y)"),
        (sx.any_of(sx.any_of(X), sx.at_most(0, [Y])), "any of cell=X, ~cell=Y"),
        (sx.any_of(sx.exactly(1, [X, Y])), "exactly 1 of cell=X, cell=Y"),
        (
            ~sx.exactly(1, [X, Y, Z]),
            "any of (none of cell=X, cell=Y, cell=Z), (at least 2 of cell=X, cell=Y, cell=Z)",
        ),
    ],
)
def test_texts_are_read_back(constraint: Constraint, shown: str) -> None:
    assert str(constraint) == shown
    assert rule_of_text(shown) == constraint
    assert Constraint.of_value(constraint.value()) == constraint
    assert pickle.loads(pickle.dumps(constraint)) == constraint


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("if somewhere X then cell = Y", sx.implies(X, Y)),
        ("if cell=X, cell=Y then any of cell=Z, ~cell=X",
         sx.implies(sx.all_of(X, Y), sx.any_of(Z, ~X))),
        ("cell=X iff (exactly 1 of cell=Y, cell=Z)", Constraint.iff(X, sx.exactly(1, [Y, Z]))),
        ("~(any of cell=X, (cell=Y, cell=Z))", ~sx.any_of(X, sx.all_of(Y, Z))),
        ("at most 1 of cell=X, (cell=Y), ~(cell=Z)", sx.at_most(1, [X, Y, ~Z])),
    ],
)  # fmt: skip
def test_texts_within_each_other(text: str, same: Constraint) -> None:
    assert rule_of_text(text) == same


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("any of cell=X, (cell=Y", ": the parenthesis of '(cell=Y' is not closed;"),
        ("any of (cell=X, ~(cell=Y), cell=Z", ": the parenthesis of '(cell=X, ~(cell=Y), ' is not"),
        ("any of cell=X), (cell=Y", ": nothing is open before '), (cell=Y';"),
        ("if cell=X", ": 'if' needs one 'then';"),
        ("if cell=X then cell=Y then cell=Z", ": 'if' needs one 'then';"),
        ("cell=X iff cell=Y iff cell=Z", ": 'iff' is between two conditions;"),
        ("any of (), cell=X", ": a condition is missing;"),
        ("~~(cell=X)", ": '~~(cell=X)' is no condition;"),
        ("(cell=X)cell=Y", ": '(cell=X)cell=Y' is no condition;"),
        ("cell=X iff (any of cell=Y, DOG)", ": 'DOG' is no condition;"),
    ],
)
def test_texts_that_are_no_conditions(text: str, why: str) -> None:
    with pytest.raises(sx.OptionError, match="is not a rule") as caught:
        rule_of_text(text)
    assert f"{text!r} is not a rule{why}" in str(caught.value)


def test_both_or_neither_is_said_of_literals_and_constraints() -> None:
    for one, other in ((X, Y), (sx.Word("1A", "C*"), sx.any_of(X, Y)), (sx.all_of(X, Y), ~Z)):
        text = f"({one}) iff ({other})"
        assert Constraint.iff(one, other) == rule_of_text(text.replace("(cell=Z)", "~cell=Z"))
    with pytest.raises(sx.OptionError, match="must be of Letter, Word and Constraint, got"):
        Constraint.iff(X, "1A=CAT")  # type: ignore[arg-type]


def test_a_negation_holds_where_the_constraint_does_not() -> None:
    puzzle = sx.Puzzle("...", ["cat", "cot", "ace", "tea", "oat"])
    every = {str(fill) for fill in sx.enumerate_fills(puzzle)}
    parts = sx.somewhere("A"), sx.Word("1A", "C*"), sx.Letter("r1c3", "T")
    for least in range(4):
        for most in range(least, 4):
            one = Constraint(parts, least, most)
            holding = {str(fill) for fill in sx.enumerate_fills(puzzle.with_rule(one))}
            others = {str(fill) for fill in sx.enumerate_fills(puzzle.with_rule(~one))}
            assert holding | others == every
            assert not holding & others


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1 -",
        "1 - (1 - 1A=CAT",
        "1 - 1A=A) 1A=B",
        "1 - CAT",
        "1 - =A",
        "x - 1A=CAT",
        "3 - 1A=CAT",
    ],
)
def test_texts_that_make_no_sense(text: str) -> None:
    with pytest.raises((ValueError, sx.OptionError)):
        Constraint.of_value(text)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sx.Letter("r9c9", "A"), "there is no cell 'r9c9'"),
        (lambda: sx.Letter("r3c1", "A"), "cell r3c1 is in no slot"),
        (lambda: sx.Letter("first", "A"), "there is no cell 'first'"),
        (lambda: sx.Letter("", "A"), "there is no cell ''"),
        (lambda: sx.Letter("r1c1", "?"), "no cell can hold '\\?'"),
        (lambda: sx.Letter("r1c1", "AB"), "no cell can hold 'AB'"),
        (lambda: sx.Letter("r1c1", ""), "no cell can hold ''"),
        (lambda: sx.Letter("r1c1", "[A]?"), "no cell can hold '\\[A\\]\\?'"),
        (lambda: sx.Letter("r1c1", "[A]*"), "no cell can hold"),
        (lambda: sx.Letter("r1c1", "[A"), "the set is not closed"),
        (lambda: sx.Letter(1, "A"), "must be a string or None, got 1"),  # type: ignore[arg-type]
        (lambda: sx.Word("99A", "CAT"), "there is no slot '99A'"),
        (lambda: sx.Word("", "CAT"), "there is no slot ''"),
        (lambda: sx.Word("1A", "CATS"), "no word of 3 letters matches 'CATS'"),
        (lambda: sx.Word("1A", ""), "the pattern is empty"),
        (lambda: sx.Word("1A", "[A"), "the set is not closed"),
        (lambda: sx.Word("1A", "C4T"), "'4' is not|'4' is no "),
        (
            lambda: sx.at_most(3, [sx.somewhere("A")]),
            "at most 3 of cell=A cannot be asked for: there is 1 literal",
        ),
        (
            lambda: sx.at_least(2, [sx.somewhere("A")]),
            "at least 2 of cell=A cannot be asked for: there is 1 literal",
        ),
        (
            lambda: sx.at_most(-1, [sx.somewhere("A")]),
            "at most -1 of cell=A cannot be asked for: there is 1 literal",
        ),
        (sx.any_of, "needs one literal or more"),
        (lambda: sx.any_of("CAT"), "must be of Letter, Word and Constraint, got a str"),  # type: ignore[arg-type]
        (lambda: sx.at_most("2", []), "must be a whole number"),  # type: ignore[arg-type]
        (lambda: "a Z somewhere", "'a Z somewhere' is not a rule"),
        (lambda: "three-readings r1c2=T/A r3c3", "'three-readings r1c2=T/A r3c3' is not a rule"),
        (lambda: 5, "must be of rules and their texts, got a int"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    make: Callable[[], sx.Word], message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        PUZZLE.with_rule(make())
    assert "\n" not in str(caught.value)


def test_rules_add_up_and_leave_the_puzzle_alone() -> None:
    first = PUZZLE.with_rule(sx.Word("1A", "C*"))
    second = first.with_rule(sx.somewhere("N"), ~sx.somewhere("Z"))
    assert (len(PUZZLE.rules), len(first.rules), len(second.rules)) == (0, 1, 3)
    assert sx.Puzzle("...", ["cat"], constraints=sx.somewhere("C")).rules == (
        sx.any_of(sx.somewhere("C")),
    )
    assert not sx.Puzzle("...", ["cat"], constraints=[]).needs
    assert first.needs == {"conditions"}
    assert pickle.loads(pickle.dumps(second)).rules == second.rules


def test_a_puzzle_with_fewer_givens_keeps_them() -> None:
    puzzle = PUZZLE.with_rule(sx.somewhere("Z"))
    assert puzzle.restricted(givens=[]).rules == puzzle.rules


def test_a_broken_constraint_is_a_fault() -> None:
    puzzle = sx.Puzzle("...", ["cat", "cot"]).with_rule(~sx.Word("1A", "?[A-C]?"))
    filled = sx.Grid.parse("CAT")
    assert [str(fault) for fault in faults_of(puzzle, filled)] == ["does not hold: ~1A=?[A-C]?"]
    assert faults_of(puzzle, sx.Grid.parse("COT")) == []
    with pytest.raises(VerificationError, match="does not hold"):
        check(puzzle, filled, maker="a test")


def test_words_of_cells_with_several_letters() -> None:
    """A word is what the slot spells, however it is put into cells."""
    puzzle = sx.Puzzle("....", ["start", "star", "tart", "carts"], rebus="TA")
    every = {str(fill) for fill in sx.enumerate_fills(puzzle)}
    start = {str(fill) for fill in sx.enumerate_fills(puzzle.with_rule(sx.Word("1A", "START")))}
    others = {str(fill) for fill in sx.enumerate_fills(puzzle.with_rule(~sx.Word("1A", "START")))}
    assert len(start) == 1
    assert start | others == every
    assert not start & others
    with_rebus = puzzle.with_rule(sx.somewhere("TA"))
    assert {str(fill) for fill in sx.enumerate_fills(with_rebus)} == start
    with pytest.raises(sx.OptionError, match="'ST\\*' is not a word"):
        puzzle.with_rule(sx.Word("1A", "ST*"))


def test_an_empty_clause_ends_a_lazy_session(lazy_kernel: str) -> None:
    puzzle = sx.Puzzle("..\n..", ["ab", "cd", "ac", "bd"])
    session = SearchSession(TableProblem.of(sx.arc_consistent(puzzle)))
    assert session.solve().outcome is Outcome.SAT
    session.add_clause([])
    assert session.solve().outcome is Outcome.UNSAT
    session.close()
