"""The judge of pairs of formats finds each thing that is another, and believes no false report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

import pytest
from support import format_pairs
from support.format_judge import RecordedLosses, faults_of
from support.format_pairs import through

from satcross.errors import FormatError
from satcross.formats import reading
from satcross.formats.losses import Feature
from satcross.formats.registry import format_named
from satcross.kinds.diagramless import DIAGRAMLESS
from satcross.model.crossword import TWO_LETTERS, Clue, Crossword, Square, SquareKind, crossword_of
from satcross.model.grid import Grid

PLAIN = replace(
    crossword_of(Grid.parse("AB|C\nD.F\nGH#")),
    title="t",
    notes="n",
    timer_s=5,
    extras={"ipuz": {"fields": {"difficulty": 3}}},
    clues=(
        Clue("Across", "1", "One", "<i>One</i>", (0, 1), "AB", annotation="why"),
        Clue("Across", "4", "Four", cells=(3, 4, 5)),
        Clue("Across", "6", "Six", cells=(6, 7), answer="OTHER", enumeration="2"),
        Clue("Down", "1", "Fall", cells=(0, 3, 6), answer="ADG"),
    ),
)
Change = Callable[[Crossword], Crossword]


def square(at: int, **fields: object) -> Change:
    def change(crossword: Crossword) -> Crossword:
        squares = list(crossword.squares)
        squares[at] = replace(squares[at], **fields)  # type: ignore[arg-type]
        return replace(crossword, squares=tuple(squares))

    return change


def clue(at: int, **fields: object) -> Change:
    def change(crossword: Crossword) -> Crossword:
        clues = list(crossword.clues)
        clues[at] = replace(clues[at], **fields)  # type: ignore[arg-type]
        return replace(crossword, clues=tuple(clues))

    return change


def field(**fields: object) -> Change:
    return lambda crossword: replace(crossword, **fields)  # type: ignore[arg-type]


CHANGES: dict[str, Change] = {
    "kind of r3c3": square(8, kind=SquareKind.VOID),
    "solution of r1c1": square(0, solution="B"),
    "solution of r1c2": square(1, solution="B|X"),
    "circle of r2c2": square(4, circle=True),
    "shade of r3c3": square(8, shade="#ff0000"),
    "given of r1c1": square(0, given=True),
    "entry of r2c2": square(4, entry="Q"),
    "mark of r1c3": square(2, mark="1"),
    "label of r1c1": square(0, label="9"),
    "bars of r1c2": field(bars_right=frozenset()),
    "title of it": field(title="T"),
    "notes of it": field(notes="n "),
    "timer of it": field(timer_s=None),
    "the kind": field(kind=DIAGRAMLESS),
    "clue of 6 Across": lambda one: replace(one, clues=(*one.clues[:2], *one.clues[3:])),
    "clue of 9 Across": lambda one: replace(one, clues=(*one.clues, Clue("Across", "9", "New"))),
    "order of 4 Across": lambda one: replace(
        one, clues=(one.clues[1], one.clues[0], *one.clues[2:])
    ),
    "number of 4 Across": clue(1, label="5"),
    "direction of 1 Down": clue(3, direction="Words"),
    "cells of 4 Across": clue(1, cells=(3, 4)),
    "text of 4 Across": clue(1, text="Four "),
    "markup of 1 Across": clue(0, markup=""),
    "enumeration of 6 Across": clue(2, enumeration=""),
    "answer of 6 Across": clue(2, answer=""),
    "answer of 1 Down": clue(3, answer="ADX"),
    "annotation of 1 Across": clue(0, annotation=""),
    "continued of 1 Across": clue(0, continued=((6, 7),)),
    "place of 1 Across": clue(0, place=8),
    "details of ipuz of it": field(extras={}),
}


def faults(after: Crossword, losses: RecordedLosses | None = None, name: str = "ipuz") -> list[str]:
    return faults_of(PLAIN, after, format_named(name), losses or RecordedLosses(name))


def test_a_crossword_that_comes_back_has_no_faults() -> None:
    assert faults(PLAIN) == []


@pytest.mark.parametrize("what", CHANGES)
def test_everything_that_is_another_is_found(what: str) -> None:
    found = faults(CHANGES[what](PLAIN))
    assert any(what in fault for fault in found), found


NAMED = {
    "circle of r2c2": (Feature.CIRCLES, "r2c2"),
    "label of r1c1": (Feature.LABELS, "r1c1"),
    "solution of r1c2": (Feature.REBUS, "r1c2"),
    "bars of r1c2": (Feature.BARS, "r1c2"),
    "clue of 6 Across": (Feature.CLUE_ORDER, "6 Across"),
    "markup of 1 Across": (Feature.MARKUP, "1 Across"),
    "annotation of 1 Across": (Feature.ANNOTATIONS, "1 Across"),
    "answer of 1 Down": (Feature.ANSWERS, "1 Down"),
    "text of 4 Across": (Feature.TEXT, "4 Across"),
    "order of 4 Across": (Feature.CLUE_ORDER, "1 Across"),
    "notes of it": (Feature.TEXT, "notes"),
}


@pytest.mark.parametrize("what", NAMED)
def test_a_report_is_of_its_places_alone(what: str) -> None:
    feature, place = NAMED[what]
    after = CHANGES[what](PLAIN)
    told = RecordedLosses("ipuz")
    told.drop(feature, [place])
    assert not [fault for fault in faults(after, told) if what in fault]
    for elsewhere in (["r2c1", "2 Down", "title"], []):
        other = RecordedLosses("ipuz")
        other.drop(feature, elsewhere)
        assert [fault for fault in faults(after, other) if what in fault]


@pytest.mark.parametrize("feature", [Feature.CIRCLES, Feature.REBUS, Feature.LABELS, Feature.BARS])
def test_a_report_of_what_is_there_is_a_fault(feature: Feature) -> None:
    told = RecordedLosses("ipuz")
    told.drop(feature, ["r2c1"])
    assert faults(PLAIN, told) == [f"ipuz: reported, but not lost: {feature.value} of r2c1"]


def test_a_note_is_of_its_places_alone() -> None:
    after = clue(0, text="One ")(PLAIN)
    for place, n in (("1 Across", 0), ("4 Across", 1)):
        told = RecordedLosses("ipuz")
        told.note("blanks and line breaks in texts", [place])
        assert len(faults(after, told)) == n


@pytest.mark.parametrize(
    ("text", "note", "same"),
    [
        ("C/B", "", {"C/B"}),
        ("C/B", Crossword.EITHER_OR, {"C|B"}),
        ("ON/OFF", "", {"ON|OFF", "ON/OFF"}),
        ("ON/OFF", TWO_LETTERS, set()),
    ],
)
def test_marks_between_two_texts_follow_the_rule_of_grid_text(
    text: str, note: str, same: set[str]
) -> None:
    before = Crossword(1, 1, (Square(solution=text),), notes=note)
    told = RecordedLosses("text")
    if note:
        told.drop(Feature.NOTES)
    found = set()
    for other in ("C/B", "C|B", "ON/OFF", "ON|OFF"):
        after = Crossword(1, 1, (Square(solution=other),))
        if not faults_of(before, after, format_named("text"), told):
            found.add(other)
    assert found == same


def test_an_answer_whose_letter_is_named_may_be_reported_or_not() -> None:
    before = replace(PLAIN, clues=(replace(PLAIN.clues[3], direction="Down"),))
    after = clue(0, answer="")(square(0, solution="")(before))
    told = RecordedLosses("puz")
    told.drop(Feature.REBUS, ["r1c1"])
    found = faults_of(before, after, format_named("puz"), told)
    assert not [fault for fault in found if "answer" in fault]
    told.drop(Feature.ANSWERS, ["1 Down"])
    assert faults_of(before, after, format_named("puz"), told) == found
    told.places[Feature.REBUS] = ["r3c2"]
    told.places.pop(Feature.ANSWERS)
    assert "puz: answer of 1 Down: 'ADG' is ''" in faults_of(
        before, after, format_named("puz"), told
    )


def test_clues_that_say_the_same_are_paired_by_their_squares() -> None:
    clues = [Clue("Across", n, "See 1 Down", cells=at) for n, at in (("1", (0, 1)), ("4", (2, 3)))]
    before = replace(crossword_of(Grid.parse("AB\nCD")), clues=tuple(clues))
    after = replace(before, clues=(replace(clues[1], label="3"),))
    found = faults_of(before, after, format_named("ipuz"), RecordedLosses("ipuz"))
    assert found == [
        "ipuz: clue of 1 Across: 'See 1 Down' is None",
        "ipuz: number of 4 Across: '4' is '3'",
    ]


def test_a_clue_that_loses_all_that_it_says_is_paired_with_itself() -> None:
    """It had lengths alone, and another clue of its direction got another name and text."""
    clues = (
        Clue("Across", "1", "Fish", cells=(0, 1)),
        Clue("Across", "3", "", cells=(2, 3), enumeration="2"),
        Clue("Across", "1.", "\\ a.", cells=(4, 5)),
    )
    before = replace(crossword_of(Grid.parse("AB\nCD\nEF")), clues=clues)
    changed = replace(clues[2], label="1", text="/ a.", cells=(0, 1))
    after = replace(before, clues=(clues[0], replace(clues[1], enumeration=""), changed))
    found = faults_of(before, after, format_named("xd"), RecordedLosses("xd"))
    assert found
    assert not [one for one in found if " of 3 Across: ''" in one]


def test_clues_that_say_nothing_are_paired_by_their_annotations() -> None:
    one = Clue("Words (no direction)", "", "", annotation="why")
    before = replace(crossword_of(Grid.parse("AB")), clues=(one,))
    after = replace(before, clues=(replace(one, direction="Words"),))
    told = RecordedLosses("exolve")
    told.drop(Feature.CLUE_LISTS, ["Words (no direction)"])
    assert faults_of(before, after, format_named("exolve"), told) == []


def test_of_clues_with_one_name_the_one_that_is_lost_is_looked_at() -> None:
    clues = Clue("4 letters", "", "WISK"), Clue("4 letters", "", "", enumeration="3,4")
    before = replace(crossword_of(Grid.parse("AB")), clues=clues)
    told = RecordedLosses("xd")
    told.note("lengths of answers", ["4 letters"])
    after = replace(before, clues=(clues[0], replace(clues[1], enumeration="")))
    assert faults_of(before, after, format_named("xd"), told) == []


def test_only_a_grid_that_has_no_place_may_be_refused() -> None:
    wide = crossword_of(Grid.parse("AB\nCD\nEF"))
    leg = through(wide, "line")
    assert (leg.faults, leg.refused[:23]) == ([], "the grid must be square")
    for name in ("ruby-quiz", "line", "puz"):
        refuse = FormatError("the grid must be square, got 3 rows of 3", hint="use another format")
        with patch.object(format_pairs, "file_of", side_effect=refuse):
            assert through(crossword_of(Grid.parse("ABC\nDEF\nGHI")), name).faults


REFUSAL = FormatError("text cannot hold circles (r1c1)")


@pytest.mark.parametrize(
    ("crossword", "raised", "n"),
    [
        (replace(PLAIN, squares=square(0, circle=True)(PLAIN).squares), REFUSAL, 1),  # clues, too
        (Crossword(1, 1, (Square(solution="A", circle=True),)), REFUSAL, 0),
        (Crossword(1, 1, (Square(solution="A", circle=True),)), None, 1),
        (Crossword(1, 1, (Square(solution="A", entry="B"),)), REFUSAL, 1),
        (Crossword(1, 1, (Square(solution="A", entry="B"),)), None, 0),
    ],
    ids=["not all", "all", "not refused", "for a solver's work", "none"],
)
def test_a_refusal_names_all_that_is_lost_of_the_puzzle(
    crossword: Crossword, raised: FormatError | None, n: int
) -> None:
    real = reading.file_of

    def refuses(crossword: Crossword, name: str, *, lossy: bool) -> object:
        if raised is not None and not lossy:
            raise raised
        return real(crossword, name, lossy=True)

    with patch.object(format_pairs, "file_of", refuses):
        assert len(through(crossword, "text").faults) == n
