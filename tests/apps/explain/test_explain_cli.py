"""`satcross explain`: what it prints, exit codes, bad options."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from support.cli import Done, run_cli

from satcross.apps.explain import corrections

IMPOSSIBLE = "Q.Z\n...\n...\n"


@pytest.fixture
def grid(tmp_path: Path) -> str:
    path = tmp_path / "grid.txt"
    path.write_text(IMPOSSIBLE)
    return str(path)


def test_text(grid: str) -> None:
    done = run_cli("explain", grid)
    assert done.code == 20
    out, err = done[1:]
    lines = out.splitlines()
    assert lines[0] == "no fill because of 1A, the letters Q at r1c1 and Z at r1c3"
    assert lines[2:5] == ["Q + Z", ". . .", ". . ."]
    assert [line.split(":")[0] for line in lines[6:]] == [f"correction {n}" for n in (1, 2, 3)]
    assert err == (
        "unfillable: proved; each of these reasons is needed\n3 corrections; there may be more\n"
    )


def test_what_is_known_before_the_first_correction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corrections, "SOON", 0)
    grid = tmp_path / "grid"
    grid.write_text("Q.Z\n...\nX.J\n")
    argv = ["explain", str(grid), "--max-changes", "1", "--corrections", "1"]
    done = run_cli(*argv, "--fills")
    early, fill = done.out.split("\n\n")[2:4]
    assert early.startswith("known so far: ")
    assert early.count(";") >= 1
    assert len(fill.splitlines()) == 3
    assert "no correction with up to 1 change exists: proved; one with " in done.err
    assert " is known, above" in done.err
    lines = [json.loads(line) for line in run_cli(*argv, "--format", "json").out.splitlines()]
    assert [line["kind"] for line in lines] == ["explanation", "early", "end"]
    assert lines[1]["grid"] == fill.split()
    assert "number" not in lines[1]


def test_min_score_is_named(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("CAT;20\nCOT;80\n")
    (tmp_path / "grid").write_text(".A.\n###\n###\n")
    argv = ["explain", str(tmp_path / "grid"), "-w", str(tmp_path / "words")]
    done = run_cli(*argv)
    assert done.code == 0
    assert done[1:] == ("", "fillable: there is nothing to explain\n")
    done = run_cli(*argv, "--min-score", "50")
    assert done.code == 20
    out, err = done[1:]
    assert out.startswith("no fill because of 1A, the letter A at r1c2 and minimum score 50\n")
    assert "lower the score for 1A: CAT has 20" in out
    assert "3 corrections" in err


def test_the_minimum_score_is_lowered_no_more_than_needed(tmp_path: Path) -> None:
    grid = tmp_path / "grid"
    grid.write_text("#...#\n.....\n.....\n.....\n#...#\n")
    argv = ["explain", str(grid), "--min-score", "99", "--corrections", "1", "--format", "json"]
    change = json.loads(run_cli(*argv).out.splitlines()[1])["changes"][0]
    assert (change["kind"], change["least"]) == ("lower-min-score", True)
    assert change["text"] == f"lower the minimum score to {change['score']}"
    assert run_cli("fill", str(grid), "--min-score", str(change["score"])).code == 0
    assert run_cli("fill", str(grid), "--min-score", str(change["score"] + 1)).code == 20


def test_json(grid: str) -> None:
    done = run_cli("explain", grid, "--format", "json", "--corrections", "2")
    assert done.code == 20
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [line["kind"] for line in lines] == ["explanation", "correction", "correction", "end"]
    assert {line["schema"] for line in lines} == {"satcross.explain/1"}
    reasons = lines[0]["reasons"]
    assert [reason["where"] for reason in reasons] == ["1A", "r1c1", "r1c3"]
    assert reasons[2] == {
        "kind": "letter", "where": "r1c3", "letter": "Z", "row": 0, "col": 2, "needed": True
    }  # fmt: skip
    assert lines[0]["minimal"]
    assert lines[1]["changes"][0]["kind"] == "drop-letter"
    assert lines[2]["changes"][0]["shape"] == "Q.Z"
    assert lines[2]["changes"][0]["word"] == lines[2]["grid"][0]
    assert lines[3]["stopped"] is None


def test_fills_and_none(grid: str) -> None:
    done = run_cli("explain", grid, "--corrections", "1", "--fills")
    assert done.code == 20
    out = done.out
    assert len(out.rsplit("\n\n", 1)[1].split()) == 3
    done = run_cli("explain", grid, "--corrections", "0")
    assert done.code == 20
    assert "correction" not in done.out


def test_first_reasons_and_a_correction_come_before_the_minimal_reasons(
    grid: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satcross.apps.explain.commands.explain.FIRST_EFFORT", 1)
    Path(grid).write_text("#...#\n.....\n.....\n.....\n#...#\n")
    args = ("explain", grid, "--min-score", "99", "--corrections", "2")
    lines = [json.loads(line) for line in run_cli(*args, "--format", "json").out.splitlines()]
    assert [line["kind"] for line in lines] == [
        "explanation", "correction", "explanation", "correction", "end"
    ]  # fmt: skip
    assert [line["minimal"] for line in lines if "minimal" in line] == [False, True]
    assert [line["number"] for line in lines if "number" in line] == [1, 2]
    done = run_cli(*args)
    assert done.code == 20
    assert done.out.count("no fill because of ") == 2
    first, second, last = done.err.splitlines()
    assert first.startswith("unfillable: proved; not yet known to be needed: ")
    assert second == "unfillable: proved; each of these reasons is needed"
    assert last == "2 corrections; there may be more"
    done = run_cli("explain", grid, "--min-score", "99", "--corrections", "0")
    assert done.out.count("no fill because of ") == 2
    assert done.err.splitlines()[-1] == second


def test_stopped(tmp_path: Path) -> None:
    path = tmp_path / "open.txt"
    path.write_text("\n".join(["." * 12] * 12))
    done = run_cli("explain", str(path), "--time-limit", "0.3")
    assert done.code == 124
    out, err = done[1:]
    assert out == ""
    assert re.fullmatch(
        r"stopped: time limit; whether there is a fill is not known after [\d,]+ conflicts?;"
        r" more time or another --seed may decide it\n",
        err,
    )


@pytest.mark.parametrize(
    "option", [["--corrections", "-1"], ["--max-changes", "0"], ["--time-limit", "0"]]
)
def test_bad_options(grid: str, option: list[str]) -> None:
    done = run_cli("explain", grid, *option)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1


def test_same_output_under_any_hash_seed(grid: str) -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-m", "satcross", "explain", grid],
            check=False,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert "correction 3" in printed.pop()


FOUR = "XXX#QQQ\n...#...\n...#...\n#######\nJJJ#VVV\n...#...\n...#...\n"
THREE = "XXX#QQQ\n...#...\n...#...\n#######\nJJJ#CAB\n...#...\n...#...\n"


def explain_blocks(folder: Path, grid: str, *options: str) -> Done:
    """The output about a grid of 3x3 squares, with all strings of A, B, C and D as words."""
    (folder / "grid").write_text(grid)
    (folder / "words").write_text("\n".join("".join(word) for word in product("ABCD", repeat=3)))
    done = run_cli("explain", str(folder / "grid"), "-w", str(folder / "words"), *options)
    assert done.code == 20
    return done


def test_where_no_few_changes_help_given_entries_are_freed(tmp_path: Path) -> None:
    done = explain_blocks(tmp_path, FOUR, "--fills")
    correction, fill = done.out.split("\n\n")[2:]
    assert correction == (
        "correction 1: free 1A, now XXX; free 4A, now QQQ; free 11A, now JJJ; free 14A, now VVV"
    )
    assert len(fill.splitlines()) == 7
    assert set(fill) <= set("ABCD#\n")
    assert done.err.endswith(
        "\nno correction with up to 3 changes exists: proved; freeing 4 given entries would do\n"
    )


def test_no_more_given_entries_are_freed_than_needed(tmp_path: Path) -> None:
    done = explain_blocks(tmp_path, THREE, "--max-changes", "2", "--corrections", "1")
    assert "correction 1: free 1A, now XXX; free 4A, now QQQ; free 11A, now JJJ\n" in done.out
    assert done.err.endswith(
        "\nno correction with up to 2 changes exists: proved; freeing 3 given entries would do\n"
    )


def test_given_entries_that_nothing_could_replace_stay(tmp_path: Path) -> None:
    done = explain_blocks(
        tmp_path, "XXX#QQQ#ABCDA\n...#...######\n...#...######\n", "--max-changes", "1"
    )
    assert "correction 1: free 1A, now XXX; free 4A, now QQQ\n" in done.out


def test_of_more_freed_entries_than_one_too_many_it_is_not_proved_that_all_are_needed(
    tmp_path: Path,
) -> None:
    done = explain_blocks(tmp_path, FOUR, "--max-changes", "2", "--format", "json")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [change["where"] for change in lines[1]["changes"]] == ["1A", "4A", "11A", "14A"]
    assert not lines[1]["smallest"]
    assert lines[2] == {
        "schema": "satcross.explain/1", "kind": "end", "corrections": 1, "exhausted": False,
        "stopped": None,
    }  # fmt: skip


def test_where_no_entry_is_given_more_changes_are_proposed(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("X.X#Q.Q\n...#...\nX.X#Q.Q\n")
    done = run_cli("explain", str(tmp_path / "grid"), "--max-changes", "1")
    assert done.code == 20
    assert "correction 1" not in done.out
    assert done.err.endswith(
        "no correction with up to 1 change exists: proved; --max-changes 2 allows more\n"
    )


def test_all_minimal_sets_are_listed(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("C.T\n#.#\n.X.\n")
    (tmp_path / "words").write_text("cot\node\npen\ncat\n")
    args = ("explain", str(tmp_path / "grid"), "-w", str(tmp_path / "words"), "--all")
    done = run_cli(*args, "--corrections", "0")
    assert done.code == 20
    assert done.out.endswith("\nnor because of 2D and the letter X at r3c2\n")
    assert done.err.endswith("\n2 minimal sets of reasons; there are no others\n")
    lines = [json.loads(line) for line in run_cli(*args, "--format", "json").out.splitlines()]
    assert [line["kind"] for line in lines][:3] == ["explanation", "explanation", "explanations"]
    assert lines[2] == {
        "schema": "satcross.explain/1", "kind": "explanations", "n": 2, "exhausted": True,
        "stopped": None,
    }  # fmt: skip
