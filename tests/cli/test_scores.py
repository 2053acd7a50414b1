"""Scores mean the same in all commands: of entries that the list has and the grid did not give."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli

import satcross as sx

# The only fill is AB / CD: AB is given, and counts nowhere.
TOTAL, LOWEST = 240, 70


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("ab;10\ncd;70\nac;80\nbd;90\n", encoding="utf-8")
    Path("grid.txt").write_text("AB\n..\n", encoding="utf-8")


def line_of(*args: str) -> dict[str, Any]:
    done = run_cli(*args, "-w", "words.txt", "--format", "json")
    assert done.code == 0, done.err
    data: dict[str, Any] = json.loads(done.out.splitlines()[0])
    return data


@pytest.mark.parametrize("args", [["fill"], ["fill", "--all"], ["sample"]])
def test_given_entries_do_not_count(args: list[str]) -> None:
    data = line_of(args[0], "grid.txt", *args[1:])
    assert (data["score"], data["lowest_score"]) == (TOTAL, LOWEST)
    assert [entry["score"] for entry in data["entries"] if entry["given"]] == [10]


@pytest.mark.parametrize("more", [[], ["-n", "2"]])
def test_the_value_of_optimise_is_the_score_of_its_fill(more: list[str]) -> None:
    for goal, name, value in (("total", "score", TOTAL), ("lowest", "lowest_score", LOWEST)):
        data = line_of("optimise", "grid.txt", "--goal", goal, *more)
        assert data["value"] == data["fill"][name] == value


def test_stores_batches_and_the_library_count_alike() -> None:
    assert run_cli("compile", "grid.txt", "-w", "words.txt", "-o", "all.fills").code == 0
    store = sx.FillStore.load(Path("all.fills"))
    assert store.best_total == store.best()[0].score == TOTAL
    done = run_cli("query", "all.fills", "--best", "1", "--format", "json")
    assert json.loads(done.out)["score"] == TOTAL
    job = json.dumps({"grids": ["grid.txt"], "words": ["words.txt"]})
    answer = json.loads(run_cli("batch", "-", stdin=job).out)
    assert (answer["score"], answer["lowest_score"]) == (TOTAL, LOWEST)
    result = sx.fill("AB\n..", Path("words.txt"))
    assert isinstance(result, sx.Found)
    assert (result.value.score, result.value.lowest_score, result.value.mean_score) == (
        TOTAL,
        LOWEST,
        80.0,
    )
    assert sx.as_data(result.value)["score"] == TOTAL


def test_theme_entries_do_not_count() -> None:
    done = run_cli("make", "5x5", "--blocks", "4-", "--preset", "none", "--theme", "roses",
                   "--format", "json")  # fmt: skip
    assert done.code == 0, done.err
    data = json.loads(done.out)
    counted = [entry["score"] for entry in data["entries"] if not entry["given"]]
    assert any(entry["given"] for entry in data["entries"])
    assert data["score"] == sum(counted)
    assert data["lowest_score"] == min(counted)
