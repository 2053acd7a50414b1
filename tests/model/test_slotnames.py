"""Slots are called as people call them, wherever one is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.cli import run_cli, run_ok

import satcross as sx
from satcross.apps.construct.cli.pattern_rules import parse_slot
from satcross.apps.letters.letters import SlotWordsTask
from satcross.errors import OptionError
from satcross.model.refill import refilled
from satcross.model.slotnames import slot_name, with_slot_names
from satcross.model.slots import Light
from satcross.rules import rule_of_text, rules_of

GRID = sx.Grid.parse("...\n.#.\n...")
LISTED = "cat cot arc ore ten tan ace are ate ear era eat tea nee net"
WORDS = sx.WordList.from_words(LISTED.split())
ACROSS = [
    "3A",
    "3a",
    "3-A",
    "3 A",
    "3 across",
    "3-Across",
    "3ACROSS",
    "3 ac",
    "3ac.",
    "3\u2013Across",
]
DOWN = ["2D", "2-d", "2 Down", "2-DOWN", "2dn", "2 dn."]
OTHER = ["3", "Across", "3 Diagonal", "3B", "3 acrossed", "A 3", "3A+", "r3c1", ""]


@pytest.mark.parametrize(("names", "usual"), [(ACROSS, "3A"), (DOWN, "2D")])
def test_the_forms_that_people_write(names: list[str], usual: str) -> None:
    puzzle = sx.Puzzle(GRID, WORDS)
    for name in names:
        assert slot_name(name) == usual
        assert puzzle.slot(name).name == usual
    assert with_slot_names(" ".join(names[4:])) == " ".join([usual] * len(names[4:]))


@pytest.mark.parametrize("name", OTHER)
def test_other_texts_are_no_such_name(name: str) -> None:
    assert slot_name(name) == name
    assert with_slot_names(name) == name
    with pytest.raises(OptionError, match="there is no slot"):
        sx.Puzzle(GRID, WORDS).slot(name)


def test_slots_of_boards_are_called_by_their_headings() -> None:
    ring = sx.Grid.parse("......\n......\n......")
    puzzle = sx.Puzzle(ring, WORDS, rules=["board ring"], min_length=2)
    for slot in puzzle.slots:
        assert isinstance(slot, Light)
        named = f"{slot.number}-{slot.heading}"
        assert puzzle.slot(named) is puzzle.slot(named.lower().replace("-", " ")) is slot


def given(name: str) -> object:
    """The puzzle with one entry given."""
    return refilled(sx.Puzzle(sx.Grid.parse("CAT\nA#E\nTEN"), WORDS), keep=[name])[0].grid


ASKED: list[Callable[[str], object]] = [
    lambda name: sx.fill(GRID, WORDS).unwrap()[name],
    lambda name: sx.slot_words(GRID, name, WORDS).unwrap().possible,
    lambda name: SlotWordsTask(sx.Puzzle(GRID, WORDS), name).run().unwrap().witness("tea"),
    given,
    lambda name: refilled(sx.Puzzle(sx.Grid.parse("CAT\nA#E\nTEN"), WORDS), free=[f"{name}+"]),
    lambda name: str(next(sx.enumerate_fills(GRID, WORDS, distinct=name))),
    lambda name: sx.Word(name, "TEA"),
    lambda name: rule_of_text(f"{name}=TEA"),
    lambda name: rule_of_text(f"at most 1 of {name}=TEA, 1A=CAT"),
    lambda name: rule_of_text(f"word-list {name} 1D: tea, ten"),
    lambda name: rule_of_text(f"min-score 50 {name}"),
    lambda name: rule_of_text(f"regex ~{name}: .*"),
    lambda name: rule_of_text(f"treatment {name}: misprint; spells A"),
    lambda name: rule_of_text(f"two-readings {name}=TEA/TEN"),
    lambda name: rule_of_text(f"two-readings 1 in {name}"),
    lambda name: sx.Puzzle(GRID, WORDS).with_slot_list(name, ["zoo"]).rules,
    lambda name: sx.optimise(GRID, WORDS, goal="total", slot_weights={name: 2}).unwrap(),
    lambda name: sx.compile_fills(GRID, WORDS).unwrap().where(f"{name}=TEA").n_fills,
]


@pytest.mark.parametrize("asked", ASKED, ids=range(len(ASKED)))
def test_every_question_takes_them(asked: Callable[[str], object]) -> None:
    usual = asked("3A")
    assert {str(asked(name)) for name in ("3-Across", "3 across", "3ac")} == {str(usual)}


def test_a_slot_that_a_rule_object_names_is_not_lost() -> None:
    """A rule about others than a slot of such a name was about this one, too."""
    (rule,) = rules_of("min-score 60 ~3A")
    (same,) = rules_of(type(rule)(("~3-Across",), 60))  # type: ignore[call-arg]
    puzzle = sx.Puzzle(GRID, WORDS)
    assert rule.bound_to(puzzle) == same.bound_to(puzzle)


def test_no_path_has_a_name_that_is_read_as_that_of_a_light() -> None:
    for name in ("3A", "3-Across", "3down"):
        with pytest.raises(OptionError, match="cannot be the name of a slot"):
            sx.Puzzle(GRID, WORDS, extra_slots=[f"{name}: r1c1-r3c1"])


@pytest.mark.parametrize(
    "options",
    [
        ["letters", "GRID", "--slot", "3@"],
        ["optimise", "GRID", "--goal", "total", "--slot-weight", "3@=2"],
        ["fill", "GRID", "--all", "--distinct", "1A,3@"],
        ["fill", "FULL", "--keep", "3@, r1c1", "--format", "json"],
        ["fill", "FULL", "--free", "3@+"],
        ["fill", "GRID", "--rule", "3@=T*"],
        ["fill", "GRID", "--slot-list", "3@: OWN"],
        ["make", "3x3", "--preset", "none", "--rule", "5@=T*", "-w", "builtin"],
    ],
)
def test_commands_take_them(options: list[str], tmp_path: Path) -> None:
    texts = {
        "GRID": str(GRID), "FULL": "CAT\nA#E\nTEN", "WORDS": "\n".join(WORDS), "OWN": "ten\nera"
    }  # fmt: skip
    for name, text in texts.items():
        (tmp_path / name).write_text(f"{text}\n")

    def printed(form: str) -> str:
        given = [word.replace("@", form) for word in options]
        for name in texts:
            given = [word.replace(name, str(tmp_path / name)) for word in given]
        return run_ok(*given, *([] if "-w" in given else ["-w", tmp_path / "WORDS"]))

    assert printed("-Across") == printed(" across") == printed("A")


def test_slots_of_patterns_have_their_directions_so() -> None:
    for way in ("A", "a ", "Across ", "ac "):
        assert parse_slot(f"{way}r8c1 15") == parse_slot("A 7,0,15")
    assert parse_slot("down r1c2 5") == parse_slot("d r1c2 5") != parse_slot("A r1c2 5")
    with pytest.raises(OptionError, match="is no slot"):
        parse_slot("acrobat r1c2 5")


def test_two_weights_of_one_slot_are_refused(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text(str(GRID))
    weights = ("--slot-weight", "3A=2", "--slot-weight", "3 across=3")
    done = run_cli("optimise", tmp_path / "grid", "--goal", "total", *weights)
    assert (done.code, done.err) == (2, "satcross: --slot-weight: 3A has two weights\n")


def test_a_witness_is_found_by_a_word_as_people_write_it() -> None:
    report = sx.slot_words(GRID, "3-Across", WORDS).unwrap()
    for word in ("TEA", "tea", "t-e a"):
        fill = report.witness(word)
        assert fill is not None
        assert fill["3A"].word == "TEA"
    assert report.witness("zzz") is None
