"""Commands with `--cluster`: what they print, and which options do not go together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run_cli
from support.pools import SerialPool

from satcross.apps.cluster import workers

WORDS = "cod;10\nare;50\nben;60\ncab;70\nore;20\nden;90\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text(WORDS, encoding="utf-8")
    Path("open3.txt").write_text("...\n...\n...\n", encoding="utf-8")


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> SerialPool:
    pool = SerialPool(2)
    pool.dashboard = "http://127.0.0.1:8787/status"
    monkeypatch.setattr(workers, "connect", lambda _: pool)
    return pool


def test_the_best_fill(pool: SerialPool) -> None:
    argv = ["optimise", "open3.txt", "-w", "words.txt", "--goal", "total", "--cluster", "local"]
    alone = run_cli(*argv[:-2])
    done = run_cli(*argv, "--state", "run")
    assert (done.code, done.out) == (0, alone.out)
    assert done.err == f"dashboard: {pool.dashboard}\n{alone.err}"
    again = run_cli(*argv, "--state", "run", "--format", "json")
    assert again.code == 0
    data = json.loads(again.out)
    assert (data["value"], data["bound"], data["proved"]) == (300, 300, True)


def test_no_best_fill(pool: SerialPool) -> None:
    Path("words.txt").write_text("abc\nbca\ncab\n", encoding="utf-8")
    done = run_cli("optimise", "open3.txt", "-w", "words.txt", "--cluster", "local")
    assert done.code == 20
    assert done.err.splitlines()[-1] == "unfillable: proved: the search ruled out every fill"


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ("optimise open3.txt --state run", "--state: is for work on a cluster"),
        ("optimise open3.txt --cluster local -n 2", "--number: a cluster looks for one fill"),
        ("optimise open3.txt --cluster local --rounds 3", "--rounds: they are counted in one"),
        (
            "fill open3.txt --cluster local --jobs 2",
            "--jobs: a cluster has its own workers; leave",
        ),
        ("fill open3.txt --cluster local --ordered", "--ordered: one fill has no order; add -n or"),
        ("count open3.txt --cluster local --epsilon 2", "--epsilon: cubes are counted exactly; le"),
        ("count open3.txt --cluster local --delta 0.1", "--delta: cubes are counted exactly; leav"),
        ("count open3.txt --cluster local --method enumerate", "--method: cubes are counted exac"),
    ],
)
def test_options_that_do_not_go_together(pool: SerialPool, argv: str, message: str) -> None:
    done = run_cli(*argv.split())
    assert done.code == 2
    assert done.err.startswith(f"satcross: {message}"), done.err
    assert len(done.err.splitlines()) == 1
