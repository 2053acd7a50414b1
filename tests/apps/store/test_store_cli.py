"""`compile` and `query`: what they print, write and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run_cli, run_ok

GRID = "cnf_dumps/square48.grid"
WORDS = "cnf_dumps/square48.words"


@pytest.fixture
def store(tmp_path: Path) -> str:
    """A file with the 48 fills of a square."""
    path = tmp_path / "48.fills"
    done = run_cli("compile", GRID, "-w", WORDS, "-o", str(path))
    assert (done.code, done.out) == (0, "48 fills\n")
    return str(path)


def test_compile_reports_as_json(tmp_path: Path) -> None:
    path = tmp_path / "48.fills"
    done = run_cli("compile", GRID, "-w", WORDS, "-o", str(path), "--format", "json")
    report = json.loads(done.out)
    assert report["schema"] == "satcross.compile/1"
    assert (report["n_fills"], report["n_parts"], report["best_total"]) == (48, 1, 500)
    assert report["n_bytes"] == path.stat().st_size


def test_a_grid_without_a_fill_gives_no_file(tmp_path: Path) -> None:
    grid = tmp_path / "grid.txt"
    grid.write_text("Q.Z\n...\n...\n")
    path = tmp_path / "none.fills"
    done = run_cli("compile", str(grid), "-o", str(path))
    assert (done.code, done.out) == (20, "")
    assert "no word fits 1A" in done.err
    assert not path.exists()


def test_standard_output_is_no_place_for_a_store() -> None:
    done = run_cli("compile", GRID, "-w", WORDS, "-o", "-")
    assert (done.code, done.out) == (2, "")
    assert done.err == "satcross: --output: standard output is for the count; name a file\n"


def test_limits_give_no_file(tmp_path: Path) -> None:
    path = tmp_path / "some.fills"
    done = run_cli("compile", "examples/daily15.txt", "-o", str(path), "--time-limit", "0.001")
    assert done.code == 124
    assert done.err.startswith("nothing is written: stopped: time limit")
    assert not path.exists()


def test_query_counts(store: str) -> None:
    assert run_cli("query", store).out == "48 fills\n"
    done = run_cli("query", store, "--where", "r1c1=S")
    assert (done.code, done.out, done.err) == (0, "10 fills\n", "of 48\n")
    done = run_cli("query", store, "--where", "r1c1=S", "--format", "json")
    assert json.loads(done.out) == {
        "schema": "satcross.query/1", "where": ["r1c1=S"], "n_fills": 10, "best_total": 500,
    }  # fmt: skip


def test_query_counts_letters(store: str) -> None:
    lines = run_cli("query", store, "--letters").out.splitlines()
    assert len(lines) == 25
    assert lines[0].startswith("r1c1: S 10, G 6, A 4")
    cells = json.loads(run_cli("query", store, "--letters", "--format", "json").out)["cells"]
    assert (cells[7]["cell"], cells[7]["row"], cells[7]["col"]) == ("r2c3", 1, 2)
    assert all(sum(cell["letters"].values()) == 48 for cell in cells)


@pytest.mark.needs("apps/pictures")
def test_query_prints_fills(store: str, tmp_path: Path) -> None:
    every = run_cli("query", store, "--all", "--format", "line").out.splitlines()
    assert len(set(every)) == 48
    one = run_cli("query", store, "--at", "7", "--format", "line").out.splitlines()
    assert one == every[7:8]
    drawn = run_cli("query", store, "--sample", "9", "--seed", "3", "--format", "line")
    assert set(drawn.out.splitlines()) <= set(every)
    again = run_cli("query", store, "--sample", "9", "--seed", "3", "--format", "line")
    assert drawn.out == again.out
    lines = run_ok("query", store, "--best", "3", "--format", "json").splitlines()
    best = [json.loads(line) for line in lines]
    assert [fill["score"] for fill in best] == [500] * 3
    table = tmp_path / "fills.csv"
    assert run_cli("query", store, "--all", "-o", str(table)).code == 0
    assert table.read_text("utf-8").count("\n") == 1 + 48
    files = str(tmp_path / "fill-{}.svg")
    assert run_cli("query", store, "--best", "2", "-o", files).code == 0
    assert (tmp_path / "fill-2.svg").exists()


def test_no_such_fill_is_proved(store: str) -> None:
    for question in ((), ("--best", "2"), ("--letters",), ("--all",)):
        done = run_cli("query", store, "--where", "r3c3=Q", *question)
        assert done.code == 20
        assert done.out == ("" if question else "0 fills\n")


@pytest.mark.needs("apps/pictures")
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--best", "2", "--all"), "--best and --all do not go together"),
        (("--best", "0"), "--best: must be 1 or greater, got 0"),
        (("--at", "48"), "--at: must be from 0 to 47, got 48"),
        (("--where", "house"), "--where: must be a cell or a slot"),
        (("--where", "r9c9=A"), "there is no cell 'r9c9'"),
        (("--where", "1A=HOUSES"), "no word of 5 letters matches 'HOUSES'"),
        (("--where", "~1A=SCALE"), "--where: ~1A=SCALE is no condition"),
        (("--letters", "--format", "svg"), "--format: numbers cannot be written as svg"),
        (("--best", "2", "-o", "x.svg"), "--output: svg files hold one grid each"),
        (("--seed", "-1"), "--seed: must be 0 or greater"),
    ],
)
def test_wrong_questions(store: str, arguments: tuple[str, ...], problem: str) -> None:
    done = run_cli("query", store, *arguments)
    assert (done.code, done.out) == (2, "")
    assert problem in done.err
    assert done.err.count("\n") == 1


def test_wrong_files(store: str, tmp_path: Path) -> None:
    data = Path(store).read_bytes()
    bad = tmp_path / "bad.fills"
    for content in (b"", b"CAT\n", data[:-30], data[:1000] + bytes(8) + data[1008:]):
        bad.write_bytes(content)
        done = run_cli("query", str(bad))
        assert (done.code, done.out) == (2, "")
        assert done.err == (
            f"satcross: {bad}: this is not a file of fills, or it is damaged;"
            " make it again with `satcross compile`\n"
        )
    assert run_cli("query", str(tmp_path / "missing")).err.endswith("check the path\n")
