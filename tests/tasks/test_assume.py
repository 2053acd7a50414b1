"""Fills under assumptions: the three answers against brute force, and cores in names."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.brute_force import all_fills
from support.cli import run_cli
from support.random_constraints import random_constraints
from support.random_puzzles import random_puzzle
from support.tasks import BUSY_S

import satcross as sx
from satcross.tasks.fill import FillTask

WORDS = ["cot", "ode", "pen", "cat", "ape", "ten", "ore"]
GRID = "C..\n#.#\n..."


@pytest.mark.usefixtures("solvers_in_process")
@pytest.mark.parametrize("solver", ["lazy", "cadical195", "minisat22", "kissat404"])
def test_against_brute_force(solver: str) -> None:
    answers: list[bool] = []
    for seed in range(30):
        puzzle = random_puzzle(seed)
        fills = brute(puzzle)
        if len(fills) > 300:
            continue
        with FillTask(puzzle, sx.SolverOptions(solver=solver, seed=seed)) as task:
            for turn in range(4):  # the same session, with other assumptions
                pairs = random_constraints(puzzle, 100 * seed + turn)
                asked = [one for one, _ in pairs]
                task.assume(asked)
                right = {cells for cells in fills if all(holds(cells) for _, holds in pairs)}
                result = task.run()
                answers.append(bool(right))
                if right:
                    assert isinstance(result, sx.Found), (seed, turn)
                    assert result.value.grid.cells in right
                    continue
                assert isinstance(result, sx.Impossible), (seed, turn)
                core = result.evidence
                assert isinstance(core, tuple)
                assert set(core) <= {str(one) for one in asked}
                kept = [holds for one, holds in pairs if str(one) in core]
                assert not any(all(holds(cells) for holds in kept) for cells in fills)
    assert 10 < sum(answers) < len(answers) - 10


def brute(puzzle: sx.Puzzle) -> set[tuple[str, ...]]:
    rows = ["".join(row) for row in puzzle.grid.rows()]
    words = {word for word, _ in puzzle.words.words()}
    letters = puzzle.words.alphabet.letters
    found = all_fills(rows, words, letters, distinct=puzzle.distinct)
    return {tuple("".join(fill)) for fill in found}


def test_a_core_is_in_names_of_slots_and_letters() -> None:
    if_t = sx.implies(sx.somewhere("T"), sx.somewhere("D"))
    found = sx.fill(GRID, WORDS, assume=["r1c1=C", sx.Word("1A", "CAT"), if_t])
    assert isinstance(found, sx.Impossible)
    assert found.evidence == ("1A=CAT", "any of ~cell=T, cell=D")
    assert found.why == "no fill where 1A=CAT, any of ~cell=T, cell=D"
    assert str(sx.fill(GRID, WORDS, assume="1A=CAT").unwrap()) == "CAT\n#P#\nTEN"


def core_of(grid: str, *assume: str) -> object:
    found = sx.fill(grid, WORDS, assume=assume)
    return found.evidence if isinstance(found, sx.Impossible) else found


def test_what_arc_consistency_knows_is_a_core() -> None:
    assert core_of(GRID, "r1c1=C", "r1c1=Z") == ("r1c1=Z",)
    assert isinstance(core_of(GRID, "~r1c1=Z", "1A=C*"), sx.Found)
    assert core_of("Q..\n#.#\n...", "1A=*T") == ()


def test_rules_between_entries_are_kept() -> None:
    puzzle = sx.Puzzle("...\n#.#\n...", WORDS, max_shared_substring=2)
    found = sx.fill(puzzle, assume=["1A=COT", "r3c1=C"])
    assert isinstance(found, sx.Impossible)


@pytest.mark.parametrize(
    ("assume", "more", "message"),
    [
        ("no-near-duplicates", {}, "assume: 'no near duplicates' cannot be assumed; give it as a"),
        ("r9c9=A", {}, "assume: there is no cell 'r9c9'"),
        ("1A=CATS", {}, "assume: no word of 3 letters matches 'CATS'"),
        ("A CAT", {}, "assume: 'A CAT' is not a rule"),
        ("1A=CAT", {"jobs": 2}, "jobs: assumptions are of one search"),
        ("1A=CAT", {"certificate": "a.cert"}, "certificate: assumptions are of one search"),
    ],
)  # fmt: skip
def test_what_cannot_be_assumed_is_refused(
    assume: str,
    more: dict[str, object],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sx.OptionError, match=message):
        sx.fill(GRID, WORDS, assume=assume, **more)  # type: ignore[arg-type]
    assert not any(tmp_path.iterdir())


def test_on_the_command_line(tmp_path: Path) -> None:
    grid, words = tmp_path / "grid.txt", tmp_path / "words.txt"
    grid.write_text(GRID)
    words.write_text("\n".join(WORDS))
    found = run_cli("fill", grid, "-w", words, "--assume", "1A=CAT")
    assert (found.code, found.out) == (0, "CAT\n#P#\nTEN\n")
    core = run_cli("fill", grid, "-w", words, "--assume", "1A=CAT", "--assume", "cell=D")
    assert core.code == 20
    assert "no fill where 1A=CAT, cell=D" in core.err
    assert run_cli("fill", grid, "--assume", "1A=CAT", "--all").code == 2


def test_a_time_limit_is_kept_and_the_search_goes_on() -> None:
    open_ = sx.Puzzle("\n".join(["." * 9] * 9), sx.WordList.builtin())
    with FillTask(open_, assume=sx.all_of(*(~sx.Letter("r1c1", x) for x in "AEIOU"))) as task:
        for _ in range(2):
            stopped = task.run(0.3)
            assert isinstance(stopped, sx.Stopped)
            assert stopped.reason == "time limit"
            assert stopped.work.elapsed_s < 0.9 + BUSY_S


def test_what_was_learnt_is_kept() -> None:
    puzzle = sx.Puzzle("\n".join(["....."] * 5), sx.WordList.builtin(min_score=80))
    with FillTask(puzzle, assume="r1c1=Z") as task:
        first = task.run()
        assert first.work.conflicts > 50
        task.assume("r1c1=Z")
        again = task.run()
        assert type(first) is type(again)
        assert again.work.conflicts - first.work.conflicts < first.work.conflicts / 10
