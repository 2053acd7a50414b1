"""The bench: what it measures, what it calls right, how its table reads."""

from __future__ import annotations

import doctest
import itertools
import sys
from pathlib import Path
from types import ModuleType

import pytest
from support.processes import has_ended
from support.tasks import long_enough

from benchmarks import figures
from benchmarks.judge import judge_fills, judge_formula, judge_seconds
from benchmarks.measure import Run, measure
from benchmarks.peers import base, board, qxw
from benchmarks.peers.base import Answer, text_grids
from benchmarks.peers.board import Board
from benchmarks.peers.cs50 import Creator, Cs50
from benchmarks.peers.qxw import Qxw, deck
from benchmarks.table import Bar, Outcome, Row, Verdict, markdown
from benchmarks.works import Work, works
from satcross.model.grid import Grid
from satcross.verification.crossword import verify
from satcross.words import WordList

PYTHON = [sys.executable, "-S", "-c"]
SQUARE = "BASS\nAREA\nLIEN\nMASK"
COLUMNS = ["BALM", "ARIA", "SEES", "SANK"]
WORDS = [*SQUARE.split(), *COLUMNS]


def run(
    stdout: str = "",
    *,
    wall_s: float = 1.0,
    peak_mb: float = 50.0,
    code: int = 0,
    stopped: bool = False,
    stderr: str = "",
) -> Run:
    return Run(wall_s, wall_s / 2, peak_mb, code, stopped, stdout, stderr)


def test_a_process_is_measured() -> None:
    found = measure([*PYTHON, "pass"])
    assert (found.code, found.stopped, found.stdout, found.stderr) == (0, False, "", "")
    assert found.cpu_s > 0
    assert 0.001 < found.wall_s < 10
    assert 2 < found.peak_mb < 60


def test_output_and_exit_code_are_kept() -> None:
    code = "import sys; print('é'); print('oh', file=sys.stderr); sys.exit(7)"
    found = measure([sys.executable, "-X", "utf8", "-c", code])
    assert (found.code, found.stdout, found.stderr) == (7, "é\n", "oh\n")


def test_peak_memory_is_the_child_s_own() -> None:
    held = bytearray(150_000_000)  # in this process: it must not count
    held[::4096] = b"x" * len(held[::4096])
    small = measure([*PYTHON, "pass"])
    large = measure([*PYTHON, "x = bytearray(b'x') * 100_000_000"])
    assert small.peak_mb < 60
    assert 100 < large.peak_mb - small.peak_mb + 5 < 130
    del held


def test_the_limit_kills_the_command_and_its_children(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    child = f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', {child!r}])"
    found = long_enough(
        lambda limit_s: measure([*PYTHON, code], limit_s=limit_s),
        lambda _: pid.exists() and pid.read_text(encoding="utf-8"),
        0.4,
    )
    assert found.stopped
    assert found.code < 0
    assert found.wall_s > 0.39
    assert has_ended(int(pid.read_text(encoding="utf-8")))


@pytest.mark.skipif(sys.platform != "linux", reason="needs a subreaper")
@pytest.mark.parametrize("limit_s", [0.0, 1.0])
def test_what_a_command_leaves_in_a_session_of_its_own_is_killed(
    limit_s: float, tmp_path: Path
) -> None:
    # As MiniZinc starts its solver; and the command ends at once, or is killed at the limit.
    pids = tmp_path / "pids"
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen(['sleep', '60'], start_new_session=True)\n"
        f"open({str(pids)!r}, 'w').write(str(child.pid))\n"
        f"time.sleep({60 if limit_s else 0})\n"
    )
    run = long_enough(
        lambda limit_s: measure([sys.executable, "-c", code], limit_s=limit_s),
        lambda _: pids.exists() and pids.read_text(encoding="utf-8"),
        limit_s,
    )
    assert run.stopped == bool(limit_s)
    assert not Path("/proc", pids.read_text(encoding="utf-8")).exists()


def test_the_memory_limit_holds() -> None:
    found = measure([*PYTHON, "x = bytearray(600_000_000)"], memory_mb=400)
    assert found.code == 1
    assert "MemoryError" in found.stderr


def test_a_missing_command_is_told() -> None:
    found = measure(["no-such-program-at-all"])
    assert found.code == 127
    assert "no-such-program-at-all" in found.stderr


def outcomes(*seconds: float, verdict: Verdict = "right") -> list[Outcome]:
    return [Outcome(run(wall_s=s), verdict) for s in seconds]


def test_the_table_reads_well() -> None:
    rows = [
        Row("mini7", "satcross", outcomes(0.3, 0.5, 0.4), [Bar(0.6, "s"), Bar(40, "MB")]),
        Row("mini7", "peer|1", outcomes(2, 3), []),
    ]
    assert markdown(rows).splitlines() == [
        "| work  | tool     | wall s           | CPU s            | peak MB | result    |"
        " target       | met        |",
        "| ----- | -------- | ---------------- | ---------------- | ------- | --------- |"
        " ------------ | ---------- |",
        "| mini7 | satcross | 0.40 (0.30–0.50) | 0.20 (0.15–0.25) | 50      | right 3/3 |"
        " 0.6 s, 40 MB | NO (40 MB) |",
        "| mini7 | peer\\|1  | 2.50 (2.00–3.00) | 1.25 (1.00–1.50) | 50      | right 2/2 |"
        "              |            |",
    ]


@pytest.mark.parametrize(
    ("right", "stopped", "wall"),
    [
        ([1, 2, 3], [60, 60], "3.00 (1.00–>60.0)"),
        ([1, 2], [60, 60, 60], ">60.0 (1.00–>60.0)"),
        ([1], [60], ">30.5 (1.00–>60.0)"),
        ([], [60, 60], ">60.0 (>60.0–>60.0)"),
        ([], [60], ">60.0"),
    ],
)
def test_times_that_the_limit_cut_short_are_marked(
    right: list[float], stopped: list[float], wall: str
) -> None:
    row = Row("w", "t", [*outcomes(*right), *outcomes(*stopped, verdict="stopped")])
    assert row.cells()[2] == wall


def test_a_bar_is_met_only_if_every_run_was_right() -> None:
    bars = [Bar(1, "s")]
    assert Row("w", "t", outcomes(0.9, 1.0, 5.0), bars).missed() == []
    assert Row("w", "t", outcomes(0.9, 1.1, 5.0), bars).missed() == bars
    wrong = [*outcomes(0.1, 0.1), *outcomes(0.1, verdict="wrong")]
    assert Row("w", "t", wrong, bars).missed() == bars
    assert Row("w", "t", wrong, bars).cells()[5:] == ("right 2/3; wrong 1/3", "1 s", "NO")


def test_a_ratio_is_held_against_its_bar() -> None:
    bars = [Bar(1.6, "x fewer")]
    assert Row("w", "t", outcomes(1), bars, ratio=1.7).missed() == []
    assert Row("w", "t", outcomes(1), bars, ratio=1.5).missed() == bars
    assert "1.70 x fewer" in Row("w", "t", outcomes(1), bars, ratio=1.7).cells()[5]


def test_every_fill_is_verified() -> None:
    words = WordList.from_words(WORDS)
    template = Grid.parse("....\n....\n....\nMASK")
    right, other = SQUARE, SQUARE.replace("BASS", "BASK")
    unfinished = SQUARE.replace("AREA", "A.EA")

    def verdict(*grids: str, n_fills: int = 0, stopped: bool = False) -> Verdict:
        return judge_fills(run(stopped=stopped), Answer(grids), template, words, n_fills).verdict

    assert verdict(right) == "right"
    assert verdict(other) == "wrong"
    assert verdict(unfinished) == "wrong"
    assert verdict("BASS\nAREA") == "wrong"
    assert verdict("Traceback!") == "wrong"
    assert verdict(right, right) == "wrong"
    assert verdict(right, n_fills=1) == "right"
    assert verdict(right, n_fills=2) == "wrong"
    assert verdict(right, n_fills=2, stopped=True) == "stopped"
    assert verdict(other, stopped=True) == "wrong"


def test_runs_without_a_fill_are_told_apart() -> None:
    words, template = WordList.from_words(WORDS), Grid.parse("..\n..")
    none = Answer(impossible=True)
    assert judge_fills(run(code=20), none, template, words).verdict == "no fill"
    failed = judge_fills(run(code=1, stderr="x\nValueError: y\n"), Answer(), template, words)
    assert (failed.verdict, failed.detail) == ("failed", "exit 1, ValueError: y")


def test_a_formula_needs_as_many_clauses_as_it_says(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    path.write_text("c hi 0\np cnf 2 2\n1 2 0\n-1 0\n")
    good = judge_formula(run(), path)
    assert (good.verdict, good.n_clauses, good.detail) == ("right", 2, "2 clauses")
    path.write_text("p cnf 2 3\n1 2 0\n-1 0\n")
    assert judge_formula(run(), path).verdict == "wrong"
    assert judge_formula(run(code=2, stderr="bad"), path).detail == "exit 2, bad"
    assert judge_formula(run(), tmp_path / "none").verdict == "failed"


def test_a_process_may_measure_itself() -> None:
    assert judge_seconds(run("0.25\n", wall_s=9)).wall_s == 0.25
    assert judge_seconds(run("", code=1)).verdict == "failed"


def test_the_board_has_the_slots_and_overlaps_of_a_puzzle() -> None:
    from satcross.model.puzzle import Puzzle

    text = ".#...\n.....\nA.#..\n.....\n#...#"
    parsed = Board.parse(text)
    puzzle = Puzzle(Grid.parse(text), WordList.from_words(["ab"]))
    positions = sorted(tuple(r * 5 + c for r, c in cells) for cells in parsed.slots)
    assert positions == sorted(slot.cells for slot in puzzle.slots)
    crossed = {parsed.slots[o.first][o.i] for o in parsed.overlaps}
    assert crossed == {parsed.slots[o.second][o.j] for o in parsed.overlaps}
    assert sorted(r * 5 + c for r, c in crossed) == sorted(x.cell for x in puzzle.crossings)


@pytest.mark.parametrize("text", ["...\n...\n...", "C..\n.#.\n...", "#..\n...\n..#"])
def test_cs50_finds_a_right_fill(text: str, tmp_path: Path) -> None:
    words = ["".join(letters) for n in (2, 3) for letters in itertools.product("ABC", repeat=n)]
    listed = WordList.from_words(words)
    for seed in range(3):
        found = Creator(Board.parse(text), words, seed).solve()
        assert found is not None
        filled = Grid.parse(Board.parse(text).filled(found))
        assert not verify(Grid.parse(text), filled, listed)


def test_cs50_says_when_there_is_no_fill() -> None:
    # Both across would have to be AB: arc consistent, but the same word twice.
    assert Creator(Board.parse(".#.\n..."), ["AB", "BA", "AAA"]).solve() is None
    square = Board.parse("..\n..")
    assert Creator(square, ["AA", "AB", "BA"]).solve() is None
    assert Creator(square, ["AB", "CD", "AC", "BD"]).solve() is not None


def test_qxw_reads_a_deck_and_prints_words(tmp_path: Path) -> None:
    grid_path = tmp_path / "grid.txt"
    grid_path.write_text("A.\n.#\n")
    assert deck(Board.parse("A.\n.#")) == ".RANDOM 1\nc0_0 c0_1 =A.\nc0_0 c1_0 =A.\n"
    said = Qxw().read(grid_path, run("W0 AT\n# AT\nW1 AN\n# AN\n"))
    assert said == Answer(("AT\nN#",))
    assert Qxw().read(grid_path, run(code=4)) == Answer(impossible=True)


def test_absent_files_are_skipped_and_named(tmp_path: Path) -> None:
    (tmp_path / "grids").mkdir()
    (tmp_path / "grids" / "mini7.txt").write_text("...\n")
    chosen, notes = figures._present(works(tmp_path), None)
    assert [work.name for work in chosen if work.kind != "load"] == ["mini7, built-in list"]
    assert len(notes) == 6
    assert all(note.startswith("Skipped: ") and "no " in note for note in notes)


def test_the_works_can_be_chosen() -> None:
    all_works = [Work("one", "load"), Work("two", "load")]
    assert [work.name for work in figures._present(all_works, ["TW"])[0]] == ["two"]
    chosen, notes = figures._present(all_works, ["three"])
    assert not chosen
    assert "one; two" in notes[0]


def test_without_data_the_examples_are_filled() -> None:
    found = works(None)
    assert [work.missing() for work in found] == [None] * len(found)
    assert "fill" in {work.kind for work in found}


def test_a_whole_table_is_printed_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "figures.md"
    code = figures.main(["--seeds", "1", "--only", "import satcross", "--markdown", str(path)])
    said = capsys.readouterr()
    assert code in (0, 1)
    assert said.out == path.read_text(encoding="utf-8")
    assert "| import satcross, beyond numpy | satcross |" in said.out
    assert "right 1/1" in said.out
    assert said.err.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["figures.md"]


def test_it_runs_as_a_module_and_as_a_file() -> None:
    for command in (["-m", "benchmarks.figures"], ["benchmarks/figures.py"]):
        found = measure([sys.executable, *command, "--help"], limit_s=20)
        assert found.code == 0, found.stderr
        assert "--seeds" in found.stdout


def test_text_grids_are_apart_by_empty_lines() -> None:
    assert text_grids("AB\nCD\n\n\nEF\nGH\n") == ["AB\nCD", "EF\nGH"]
    assert text_grids("\n") == []


@pytest.mark.parametrize("module", [base, board, qxw], ids=lambda module: module.__name__)
def test_the_examples_in_docstrings_hold(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted
    assert not results.failed


def test_cs50_is_always_there() -> None:
    assert Cs50().available() is None
