"""Puzzles with hidden cells in every task, against fills that are made from their definition."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run_cli
from support.matrix import FORMS, TASKS, check_readings, random_case, refusal_of
from support.seeds import quick

import satcross as sx
from satcross.apps.counting import count as counting
from satcross.apps.unique.givens import GivensTask
from satcross.tasks.objective import Goal

pytestmark = [
    pytest.mark.usefixtures("solvers_in_process"),
    pytest.mark.needs("apps/thematic"),  # the rules of hidden cells
]

IN_TURN = [name for name in TASKS | FORMS if name not in ("a codeword", "a fill-in")]


@pytest.mark.parametrize("seed", quick(range(120), 4))
def test_tasks_agree_with_the_definition_of_a_fill(seed: int, tmp_path: Path) -> None:
    puzzle, fills, readings = random_case(seed)
    check_readings(puzzle, readings)
    for turn in range(3):
        name = IN_TURN[(3 * seed + turn) % len(IN_TURN)]
        folder = tmp_path / name
        folder.mkdir()
        refusal_of((TASKS | FORMS)[name], (puzzle, fills), folder)


@pytest.mark.parametrize("seed", [2_000_991, 2_020_669, 2_030_584])
@pytest.mark.parametrize("name", ["a file", "compile_fills"])
def test_second_cells_have_one_order_wherever_letters_are_given(
    seed: int, name: str, tmp_path: Path
) -> None:
    puzzle, fills, _ = random_case(seed)
    assert not refusal_of((TASKS | FORMS)[name], (puzzle, fills), tmp_path)


def _listed(words: str, letters: str) -> sx.WordList:
    scored = (entry.partition(";")[::2] for entry in words.split())
    return sx.WordList.from_words(
        {word: int(score or 50) for word, score in scored}, alphabet=sx.Alphabet(letters)
    )


RULE = "treatment 1A: misprint; letters in m0; several readings"


def misprint() -> sx.Puzzle:
    """CBA is CBB by B or ABA by A, so that it is in two fills."""
    return sx.Puzzle("...", _listed("CBB;70 ABA;50", "ABC"), RULE)


def test_no_entries_leave_one_fill_where_another_reads_them_otherwise() -> None:
    puzzle = misprint()
    wanted = next(fill for fill in sx.enumerate_fills(puzzle) if fill["1A"].word == "CBA")
    with GivensTask(puzzle, solution=wanted.grid, by="entries") as task:
        found = task.run()
    assert isinstance(found, sx.Impossible)
    assert found.why.startswith("another fill has the same entries: 1 cell: m0 ")
    assert task.other is not None
    assert task.other.cells == (3,)
    by_cells = sx.minimal_givens(puzzle, solution=wanted.grid)
    assert isinstance(by_cells, sx.Best)
    assert "m0" in by_cells.value.names


def test_the_command_shows_both_readings(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("C.A\n")  # CBA alone fits, by A or by B
    (tmp_path / "list").write_text("cbb;70\naba;50\n")
    done = run_cli(
        "unique", tmp_path / "grid", "-w", tmp_path / "list", "--alphabet", "ABC",
        "--rule", RULE, "--give", "entries",
    )  # fmt: skip
    assert done.code == 1
    assert done.out.split("\n\n")[0::2] == ["CBA", "CBA"]
    assert done.err.startswith("not unique: these two differ in 1 cell: m0 ")


@pytest.mark.parametrize("goal", ["total", "lowest"])
def test_the_best_fills_are_all_fills(goal: Goal) -> None:
    every = {fill.grid.cells for fill in sx.enumerate_fills(misprint())}
    found = [best.value.grid.cells for best in sx.best_fills(misprint(), goal=goal)]
    assert len(found) == len(every) == 12
    assert set(found) == every


def test_an_entry_that_is_read_in_two_ways_is_one_entry_of_a_slot() -> None:
    words = sx.WordList.from_words(["cat", "cot", "bat"])
    puzzle = sx.Puzzle("...", words, "treatment 1A: misprint; letters in m; several readings")
    report = sx.slot_words(puzzle, "1A", time_limit_s=60).unwrap()
    assert (len(report.possible), report.unknown) == (175, ())
    assert report.n_impossible == 0
    assert sx.count(puzzle).unwrap().n == 225


def test_a_word_is_possible_if_one_of_its_readings_is() -> None:
    rule = "treatment 1A: plain, misprint; treated spell C; several readings"
    puzzle = sx.Puzzle("...", _listed("CCB;2 BCB;100", "ABC"), rule)
    every = {fill["1A"].word for fill in sx.enumerate_fills(puzzle)}
    assert set(sx.slot_words(puzzle, "1A").unwrap().possible) == every


def test_a_letter_that_no_message_has_is_read_by_nobody() -> None:
    """1D was once read as treated by A, which here says that an entry is plain."""
    rule = "treatment slot: plain, misprint, letters-latent; treated spell CB, D; several readings"
    words = _listed("CAB;60 DAB;20 CCB;20", "ABCD")
    puzzle = sx.Puzzle(".##.\n...#\n..#.", words, [rule, "min-length 3"])
    fills = [fill.grid.cells for fill in sx.enumerate_fills(puzzle)]
    assert len(fills) == len(set(fills)) == sx.count(puzzle).unwrap().n


def test_there_may_be_more_treatments_than_letters_where_no_cell_holds_them() -> None:
    rule = "treatment 1A: reversed, latent, inserted; letters in m; several readings"
    with pytest.raises(sx.OptionError, match="which has no letter"):
        sx.Puzzle("..", _listed("AB BAA", "AB"), rule)
    rule = "treatment 1A: plain, latent, inserted, misprint; letters in m; several readings"
    puzzle = sx.Puzzle("..", _listed("AB BAA", "AB"), rule)
    assert sx.fill(puzzle).unwrap().grid
    for cells in ("kinds in k", "treated 1"):
        with pytest.raises(sx.OptionError, match="more treatments than letters"):
            sx.Puzzle("..", _listed("AB BAA", "AB"), rule.replace("letters in m", cells))


def test_fills_are_counted_by_listing_where_no_exact_method_is_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "AAET AESS ARST ASEE EEEA ERRSA ESER ETAS REAS SART SAS SSTR"
    words = sx.WordList.from_words(text.split())
    monkeypatch.setattr(counting, "LIST_ON_S", 600)
    puzzle = sx.Puzzle("....", words, "treatment 1A: misprint, caesar")
    count = sx.count(puzzle).unwrap()
    assert (count.kind, count.n, count.by) == (counting.CountKind.EXACT, 1214, "enumeration")
