"""Rules about the words of some slots: `min-score`, `word-list`, `no-words`; lists of slots."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.cli import run_cli
from support.rule_puzzles import all_fills_by_rules

import satcross as sx
from satcross.model.consistency import arc_consistent
from satcross.model.puzzle import Puzzle
from satcross.tasks.checking import faults_of
from satcross.verification.arrays import ArrayChecker

pytestmark = pytest.mark.usefixtures("solvers_in_process")

WORDS = {
    "ate": 50, "tea": 60, "eat": 40, "tan": 30, "ant": 70, "net": 20, "ten": 90, "tee": 80,
    "ates": 10, "teas": 20, "eats": 50, "tans": 20, "nets": 35, "seta": 80, "see": 44, "ease": 21,
    "ess": 10, "at": 50, "ta": 40, "an": 30, "en": 60, "ne": 20, "te": 70, "as": 20, "is": 30,
}  # fmt: skip
GRID = "...\n#.#\n..."
RULES = (
    "min-score 40 1A",
    "min-score 50 2D",
    "word-list 1A 2D: tea, ten, ate, net, ant, tee, tan, eat",
    "min-score 20",
    "regex 1A 3A: T.*|.+(t|a.)",
    "no-words 1A 2D: tea, ten, ate, nets",
    "no-words ~1A: tea, ten, ant, eat",
    "min-score 40 3+ ~2D",
)


@pytest.mark.parametrize("rebus", [(), ("TE", "EA")])
@pytest.mark.parametrize("rule", RULES)
def test_fills_are_those_of_brute_force(rule: str, rebus: tuple[str, ...]) -> None:
    plain = Puzzle(GRID, WORDS, rebus=rebus)
    puzzle = plain.with_rule(rule)
    every = all_fills_by_rules(plain)
    right = {cells for cells in every if not faults_of(puzzle, puzzle.grid.with_cells(list(cells)))}
    assert 0 < len(right) < len(every)
    for solver in ("lazy", "minisat22"):
        fills = {fill.grid.cells for fill in sx.enumerate_fills(puzzle, solver=solver)}
        assert fills == right
    assert sx.count(puzzle).unwrap().n == len(right)


def test_arrays_of_fills_are_checked() -> None:
    plain = Puzzle(GRID, WORDS)
    fills = list(sx.enumerate_fills(plain))
    cells = arc_consistent(plain).cells
    rows = np.array([[fill.letters[cell] for cell in cells] for fill in fills], dtype=np.uint8)
    n_wrong = 0
    for rule in RULES:
        puzzle = plain.with_rule(rule)
        checker = ArrayChecker(puzzle.grid, puzzle.listed, cells, rules=puzzle.rules)
        for row, fill in zip(rows, fills, strict=True):
            faults = faults_of(puzzle, fill.grid)
            wrong = checker.wrong_row(row[None])
            assert (wrong is None) == (not faults)
            assert wrong is None or wrong[1] in {fault.text for fault in faults}
            n_wrong += wrong is not None
        found = checker.wrong_row(rows)
        assert found is not None
        assert faults_of(puzzle, fills[found[0]].grid)
        assert not any(faults_of(puzzle, fill.grid) for fill in fills[: found[0]])
    assert n_wrong > 20


def test_given_entries_are_not_restricted() -> None:
    puzzle = Puzzle("TEE\n###\n...", WORDS, rules=["word-list slot: tea", "min-score 50"])
    assert [str(fill.grid).split()[-1] for fill in sx.enumerate_fills(puzzle)] == ["TEA"]


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("min-score x", "is not a rule"),
        ("min-score", "is not a rule"),
        ("min-score 1001", "must be from 0 to 1000"),
        ("min-score 5 99A", "there is no slot '99A'"),
        ("word-list 1A", "word-list needs words"),
        ("word-list : tea", "there are no slots"),
        ("regex 1A", "there is no expression"),
        ("regex : t.*", "there are no slots"),
        ("regex 1A: (t", "is no regular expression: missing"),
        (f"regex 1A: {'t' * 501}", "more than 500 characters"),
        ("word-list 1A: 77", "has letters that the alphabet lacks"),
        ("word-list 9A: tea", "there is no slot '9A'"),
        ("no-words ~9A: tea", "there is no slot '9A'"),
        ("no-words 1A", "no-words needs words"),
    ],
)
def test_what_is_no_rule_is_refused(rule: str, problem: str) -> None:
    with pytest.raises(sx.OptionError, match=problem):
        Puzzle(GRID, WORDS, rules=rule)


def test_names_and_words_are_read_as_people_write_them() -> None:
    puzzle = Puzzle(GRID, WORDS, rules=["word-list 1a: Tea, t e n,tea", "min-score 40 2d"])
    assert [rule.to_text() for rule in puzzle.rules] == [
        "min-score 40 2D",
        "word-list 1A: TEA, TEN",
    ]
    assert sum(rule.to_text() == "word-list slot: TEA" for rule in Puzzle(
        GRID, WORDS, rules="word-list SLOT: tea").rules) == 1  # fmt: skip


def test_slots_by_length_and_all_but_some() -> None:
    puzzle = Puzzle(
        "....\n#.#.\n....", WORDS,
        rules=["min-score 1 4+", "min-score 2 ~4+", "min-score 3 *D ~2d 4+", "min-score 4 9+"],
    )  # fmt: skip
    assert [rule.to_text() for rule in puzzle.rules] == [
        "min-score 1 1A 4A", "min-score 2 2D 3D", "min-score 3 3D 1A 4A", "min-score 4 9+",
    ]  # fmt: skip
    # None of them is about all slots because none is there.
    assert Puzzle(GRID, WORDS, rules="min-score 99 9+").rules
    assert sx.fill(Puzzle(GRID, WORDS, rules="min-score 99 9+")).unwrap()


@pytest.mark.parametrize("slots", ["1A", "1A 2D", "*D", "3+", "slot", "9+"])
def test_lists_of_slots_hold_their_words_and_lend_none(slots: str) -> None:
    own = {"tee": 70, "sea": 9, "ate": 8, "san": 7, "tan": 6, "eta": 60, "net": 5}
    puzzle = Puzzle(GRID, WORDS).with_slot_list(slots, own)
    words = {**own, **WORDS}
    assert dict(puzzle.listed.words()) == {word.upper(): n for word, n in words.items()}
    names = {"slot": ["1A", "3A", "2D"], "3+": ["1A", "3A", "2D"], "*D": ["2D"]}
    about = names.get(slots, slots.split())
    right = set()
    for cells in all_fills_by_rules(Puzzle(GRID, words)):
        held = {"1A": cells[:3], "3A": cells[6:], "2D": cells[1::3]}
        lists = {name: own if name in about else WORDS for name in held}
        if all("".join(word).lower() in lists[name] for name, word in held.items()):
            right.add(cells)
    found = {fill.grid.cells for fill in sx.enumerate_fills(puzzle)}
    assert found == right
    for fill in sx.enumerate_fills(Puzzle(GRID, words)):
        assert bool(faults_of(puzzle, fill.grid)) == (fill.grid.cells not in right)


def test_a_list_of_slots_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g").write_text(GRID)
    Path("w").write_text("".join(f"{word};{score}\n" for word, score in WORDS.items()))
    Path("own.txt").write_text("sea;9\nTee;7\n")
    Path("satcross.toml").write_text('[lists]\ntheme = "own.txt@0-10"\n')
    args = ("fill", "g", "-w", "w", "--min-score", "20")
    done = run_cli(*args, "--all", "--slot-list", "1A: theme")
    assert done.code == 0, done.err
    assert set(done.out.split()[::3]) <= {"SEA", "TEE"}
    one = run_cli(*args, "--slot-list", "1a:own.txt", "-o", "fill.json")
    assert one.code == 0, one.err
    assert run_cli("check", "fill.json", "-w", "w").err.startswith("right")
    Path("satcross.toml").write_text('slot-lists = "3+: own.txt"\n')
    assert run_cli(*args).err.startswith("unfillable: proved: no word fits ")
    Path("satcross.toml").unlink()
    for text, problem in (
        ("1A", "--slot-list: '1A' names no slots and list"),
        (": own.txt", "--slot-list: ': own.txt' names no slots and list"),
        ("~1A: own.txt", "'~1A' names no slots for a list"),
        ("9A: own.txt", "there is no slot '9A'"),
        ("1A: gone.txt", "gone.txt: there is no such file"),
    ):
        assert problem in run_cli(*args[:4], "--slot-list", text).err


def test_the_reason_is_named(tmp_path: Path) -> None:
    (tmp_path / "g").write_text(GRID)
    (tmp_path / "w").write_text("".join(f"{word};{score}\n" for word, score in WORDS.items()))
    done = run_cli(
        "explain", tmp_path / "g", "-w", tmp_path / "w", "--rule", "word-list 1A 2D: see"
    )
    assert "the rule 'SEE in 1A, 2D'" in done.out


def test_a_list_of_a_slot_can_be_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g").write_text(GRID)
    Path("w").write_text("".join(f"{word};{score}\n" for word, score in WORDS.items()))
    Path("theme").write_text("# ours\nTEA;50\n\nt, e n\n")
    Path("rules").write_text("word-list 3A: ate, tea\nword-list 1A: @theme  # those of the theme\n")
    args = ("fill", "g", "-w", "w", "--all")
    right = run_cli(*args, "--rule", "word-list 1A: tea, ten")
    assert right.code == 0
    assert right.out
    by_file = run_cli(*args, "--rule", "word-list 1A: @theme")
    assert by_file.out == right.out
    both = run_cli(*args, "--rules", "rules")
    assert both.err == right.err
    assert both.out == right.out
    missing = run_cli(*args, "--rule", "word-list 1A: @nothing")
    assert (missing.code, missing.err.count("\n")) == (2, 1)
    assert missing.err.startswith("satcross: nothing: ")
