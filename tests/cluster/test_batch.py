"""`satcross batch`: every job has one result, and none is done twice."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli
from support.signals import KILL

from satcross.cluster.batch import Batch, read_jobs
from satcross.cluster.pools import LocalPool
from satcross.errors import OptionError

JOBS = [
    {"grid": ["...", "...", "..."], "words": ["words.txt"], "seeds": 3, "id": "square"},
    {"grid": "missing.txt", "words": ["words.txt"]},
    {"grids": ["grid.txt"], "lists": [["words.txt"], ["none.txt"]], "task": "count"},
    {"grid": ["..", ".."], "words": ["words.txt"], "seed": 1},
]
WANTED = ["found", "found", "found", "error", "found", "error", "impossible"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("COD\nARE\nBEN\nCAB\nORE\nDEN\n")
    (tmp_path / "grid.txt").write_text("...\n...\n...\n")
    (tmp_path / "jobs.jsonl").write_text("".join(json.dumps(job) + "\n" for job in JOBS))
    return tmp_path


def results(path: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        line.pop("seconds", None)
    return lines


def test_jobs_give_results_in_their_order(folder: Path) -> None:
    done = run_cli("batch", "jobs.jsonl", "-o", "out.jsonl")
    assert done.code == 0
    assert "7 jobs: 2 error, 4 found, 1 impossible" in done.err
    lines = results(folder / "out.jsonl")
    assert [line["result"] for line in lines] == WANTED
    assert [line["number"] for line in lines] == [1, 1, 1, 2, 3, 3, 4]
    assert [line["seed"] for line in lines[:3]] == [0, 1, 2]
    assert lines[0]["id"] == "square"
    assert sorted(lines[0]["grid"]) in (["ARE", "BEN", "COD"], ["CAB", "DEN", "ORE"])
    assert lines[3]["error"].startswith("missing.txt: there is no such file")
    assert (lines[4]["n"], lines[4]["kind"]) == ("2", "exact")
    refused = run_cli("batch", "jobs.jsonl", "-o", "out.jsonl")
    assert refused.code == 2
    assert "out.jsonl: the file is there already; add --resume, or remove it" in refused.err
    # A line that was cut off is done again; nothing else is.
    text = (folder / "out.jsonl").read_text(encoding="utf-8")
    (folder / "out.jsonl").write_text(text[:-20])
    again = run_cli("batch", "jobs.jsonl", "-o", "out.jsonl", "--resume")
    assert "1 job: 1 impossible; 6 results there already" in again.err
    assert results(folder / "out.jsonl") == lines


def test_results_that_are_nested_too_deep_are_refused(folder: Path) -> None:
    (folder / "out.jsonl").write_text("[" * 100_000 + "\n", "utf-8")
    done = run_cli("batch", "jobs.jsonl", "-o", "out.jsonl", "--resume")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.startswith("satcross: out.jsonl:1: is no result of a batch")


def test_a_killed_batch_is_resumed(folder: Path) -> None:
    jobs = [{"grid": "grid.txt", "words": ["words.txt"], "seeds": 200}]
    (folder / "many.jsonl").write_text(json.dumps(jobs[0]))
    command = [sys.executable, "-m", "satcross", "batch", "many.jsonl", "-o", "out.jsonl"]
    child = subprocess.Popen(command)
    out = folder / "out.jsonl"
    while child.poll() is None and not (out.exists() and out.stat().st_size):
        os.sched_yield()
    child.send_signal(KILL)
    child.wait()
    done = run_cli("batch", "many.jsonl", "-o", "out.jsonl", "--resume")
    assert done.code == 0
    lines = results(out)
    assert [line["seed"] for line in lines] == list(range(200))
    assert {line["result"] for line in lines} == {"found"}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "is not JSON"),
        ("[]", "is not a JSON object"),
        ("{}", "there is no grid"),
        ('{"grid": "a", "colour": 1}', "'colour' is not known"),
        ('{"grid": "a", "grids": []}', "'grid' and 'grids' do not go together"),
        ('{"grid": "a", "seed": "x"}', "seed"),
        ('{"grid": "a", "seeds": 0}', "seeds"),
        ('{"grid": "a", "task": "sing"}', "'sing' is no task of a batch"),
        ('{"grid": "a", "time_limit": "long"}', "time_limit is not a number"),
        ('{"grid": "a", "words": [1]}', "words are not paths"),
        ('{"grid": "a", "min_score": "high"}', "min_score is not a number"),
    ],
)
def test_a_line_that_is_no_job_is_named(line: str, problem: str) -> None:
    with pytest.raises(OptionError) as caught:
        list(read_jobs(['{"grid": "a"}', line], "jobs.jsonl"))
    assert str(caught.value).startswith(f"jobs.jsonl:2: {problem}")


def test_a_grid_without_extension_is_read_as_what_it_is(folder: Path) -> None:
    assert run_cli("convert", "grid.txt", "grid.ipuz").code == 0
    (folder / "grid.ipuz").rename(folder / "monday")
    jobs = list(read_jobs(['{"grid": "monday", "words": ["words.txt"]}'], "x"))
    with LocalPool(1) as pool, Batch(jobs, pool) as batch:
        (result,) = batch
    assert result["result"] == "found"


def test_a_list_is_given_by_its_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATCROSS_DATA", str(folder))
    (folder / "lists").mkdir()
    (folder / "lists" / "mine.dict.gz").write_bytes(gzip.compress(b"CAB\nDEN\nORE\nCOD\nARE\nBEN"))
    grid = ["...", "...", "..."]
    lines = [json.dumps({"grid": grid, "words": [name]}) for name in ("mine", "builtin", "other")]
    lines.append(json.dumps({"grid": grid}))
    with LocalPool(1) as pool, Batch(list(read_jobs(lines, "x")), pool) as batch:
        mine, builtin, other, default = batch
    assert sorted(mine["grid"]) in (["ARE", "BEN", "COD"], ["CAB", "DEN", "ORE"])
    assert builtin["job"] == default["job"]  # the same words
    assert "no list of that name" in other["error"]


def test_wrong_rules_are_results(folder: Path) -> None:
    jobs = list(read_jobs(['{"grid": ["..."], "words": ["words.txt"], "min_length": 0}'], "x"))
    with LocalPool(1) as pool, Batch(jobs, pool) as batch:
        (result,) = batch
    assert result["result"] == "error"
    assert "min_length" in result["error"]
