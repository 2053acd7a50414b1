"""Repeated words, the shortest entry and rebus strings: rules with short forms of their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_ok

import satcross as sx
from satcross.encoding.decode import Decoder
from satcross.model.puzzle import Puzzle
from satcross.rules import rules_in

WORDS = {"cat": 50, "act": 60, "at": 20, "tat": 10, "heat": 70, "eat": 40}
ALIKE: list[tuple[dict[str, Any], list[str]]] = [
    ({"distinct": False}, ["allow-repeats"]),
    ({"allow_repeats": True}, ["allow-repeats"]),
    ({"distinct": True, "min_length": 2, "rebus": ()}, []),
    ({"min_length": 3}, ["min-length 3"]),
    ({"rules": ["min-length 1", "min-length 3"]}, ["min-length 1", "min-length 3"]),
    ({"rebus": "eat"}, ["rebus EAT"]),
    ({"rebus": ["at", "e at", "AT"]}, ["rebus AT", "rebus EAT"]),
    ({"rules": ["rebus at", "allow-repeats", "rebus AT"]}, ["allow-repeats", "rebus AT"]),
    ({"rules": "allow-repeats", "distinct": True}, []),
    ({"rules": ["rebus at"], "rebus": ["ea"]}, ["rebus AT", "rebus EA"]),
]


@pytest.mark.parametrize(("keywords", "texts"), ALIKE)
def test_short_forms_are_rules(keywords: dict[str, Any], texts: list[str]) -> None:
    puzzle = Puzzle("...\n...\n...", WORDS, **keywords)
    assert [rule.to_text() for rule in puzzle.rules] == texts
    assert puzzle.distinct == ("allow-repeats" not in texts)
    assert puzzle.min_length == (3 if "min-length 3" in texts else 2)
    assert puzzle.rebus == tuple(text[6:] for text in texts if text.startswith("rebus"))
    assert Puzzle(puzzle.grid, WORDS, texts).rules == puzzle.rules
    assert sx.load_puzzle(sx.puzzle_data(puzzle)).rules == puzzle.rules


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"distinct": 1}, "distinct: must be True or False, got 1"),
        ({"allow_repeats": None}, "allow_repeats: must be True or False, got None"),
        ({"min_length": 0}, "min_length: must be 1 or greater, got 0"),
        ({"min_length": "2"}, "min_length: must be a whole number, got '2'"),
        ({"rules": "min-length"}, "'min-length' is not a rule"),
        ({"rules": "allow-repeats 3"}, "'allow-repeats 3' is not a rule"),
        ({"rebus": 5}, "rebus: must be a tuple, got 5"),
        ({"rebus": ["A"]}, "rebus: must be 2 to 40 letters of the alphabet, got 'A'"),
        ({"rules": "rebus"}, "rebus: must be 2 to 40 letters of the alphabet, got ''"),
    ],
)
def test_what_is_no_value_is_refused(keywords: dict[str, Any], message: str) -> None:
    with pytest.raises(sx.OptionError) as error:
        Puzzle("...", WORDS, **keywords)
    assert message in str(error.value)


def test_files_and_comments_of_before_are_read(tmp_path: Path) -> None:
    data = {"allow_repeats": True, "min_length": 3, "rebus": ["AT", "HE"], "rules": ["somewhere H"]}
    puzzle = Puzzle("....\n#..#", WORDS, distinct=False, min_length=3, rebus=["at", "he"],
                    rules="somewhere H")  # fmt: skip
    assert rules_in(data) == puzzle.rules
    file = {"schema": "satcross.puzzle/1", "grid": ["....", "#..#"], "word_list": WORDS} | data
    assert sx.load_puzzle(file).rules == puzzle.rules
    sx.export(puzzle, tmp_path / "a.cnf")
    comments = sx.dimacs.read_formula(tmp_path / "a.cnf").comments
    wanted = ["distinct no", "min-length 3", "rebus AT", "rebus HE", "constraint 1 - cell=H"]
    assert [line[9:] for line in comments if line[9:] in wanted] == wanted
    assert Decoder.from_comments(comments).rules == puzzle.rules


@pytest.mark.needs("apps/explain")
def test_a_correction_lets_words_stand_twice_beside_a_rule() -> None:
    """Rules have the places that they had before, where one is added to a changed puzzle."""
    words = ["AB", "BA"]
    found = sx.explain(Puzzle("..\n..", words, rules=["same-letter r1c1 r1c2", "1A=AB"]))
    assert isinstance(found, sx.Found)
    first = next(iter(sx.corrections(found)))
    assert [first.text(change) for change in first.changes] == [
        "let words stand twice",
        "leave out the rule 'same letter in r1c1 r1c2'",
    ]


def test_options_of_several_values_stand_beside_rules_given_with_them(tmp_path: Path) -> None:
    texts = ["cell=RE", "rebus re", "slot y: r2c1 r2c2"]
    puzzle = Puzzle(
        "...\n...", ["care", "dat", "cd", "aa", "ret", "da"],
        rules=texts, rebus=["at"], extra_slots=["x: r1c1 r2c1"], distinct=False,
        constraints=[sx.somewhere("D")],
    )  # fmt: skip
    found = [rule.to_text() for rule in puzzle.rules]
    assert [one.partition(" ")[0] for one in found].count("slot") == 2
    (tmp_path / "p").write_text("...\n...\n")
    (tmp_path / "w").write_text("care\ndat\ncd\naa\nret\nda\n")
    options = [word for text in texts for word in ("--rule", text)]
    options += ["--rebus", "at", "--extra-slot", "x: r1c1 r2c1", "--allow-repeats"]
    out = run_ok(
        "fill", tmp_path / "p", "-w", tmp_path / "w", *options, "--rule", "somewhere D",
        "--format", "json",
    )  # fmt: skip
    said = json.loads(out)
    assert said["grid"] == list(sx.fill(puzzle).unwrap().grid.lines()) == ["CA[RE]", "DAT"]
    assert {one["slot"] for one in said["entries"]} >= {"x", "y"}
