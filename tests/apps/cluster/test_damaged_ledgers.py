"""Ledgers that were damaged, or changed by hand: refused in one line that names the file.

Checksums find any damage. What is behind them is what the program has written.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.cli import run_cli, run_refused
from support.pools import SerialPool

import satcross.apps.cluster
from satcross.apps.cluster.best import PoolOptimise
from satcross.apps.cluster.ledger import NAME
from satcross.apps.cluster.runs import PoolCount, PoolFills
from satcross.errors import OptionError
from satcross.model.puzzle import Puzzle
from satcross.results import Best, Found

WORDS = ["cat", "arc", "ape", "tea", "car", "tee", "ate", "eat", "era", "ace", "are", "ear"]
GRID = "...\n...\n..."
PUZZLE = Puzzle(GRID, WORDS, distinct=False)

Run = Callable[[Path, bool], Any]


def fills(folder: Path, resume: bool) -> set[str]:
    with PoolFills(PUZZLE, SerialPool(2), state=folder, resume=resume) as task:
        found = [str(fill) for fill in task]
    assert task.is_exhausted
    assert len(set(found)) == len(found)
    return set(found)


def count(folder: Path, resume: bool) -> int:
    with PoolCount(PUZZLE, SerialPool(2), state=folder, resume=resume) as task:
        result = task.run()
    assert isinstance(result, Found)
    return result.value.n


def best(folder: Path, resume: bool) -> int | None:
    with PoolOptimise(PUZZLE, SerialPool(2), goal="total", state=folder, resume=resume) as task:
        result = task.run()
    assert isinstance(result, Best)
    return result.objective


RUNS: list[Run] = [fills, count, best]


def change(folder: Path, *statements: str) -> None:
    """Change a ledger by SQL."""
    with closing(sqlite3.connect(folder / NAME)) as database, database:
        for statement in statements:
            database.execute(statement)


def refused(run: Run, folder: Path, problem: str = "the ledger is damaged") -> None:
    with pytest.raises(OptionError, match=problem) as caught:
        run(folder, True)
    text = str(caught.value)
    assert text.startswith(f"{folder / NAME}: ")
    assert text.endswith(("delete the folder, and begin anew", "or choose another"))
    assert "\n" not in text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "run"


@cache
def ledger_of(run: Run) -> bytes:
    """The ledger of a run that has come to its end."""
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder), False)
        return (Path(folder) / NAME).read_bytes()


def put(run: Run, folder: Path) -> bytes:
    """Write such a ledger to a folder; its bytes."""
    whole = ledger_of(run)
    folder.mkdir(exist_ok=True)
    (folder / NAME).write_bytes(whole)
    return whole


@pytest.mark.parametrize("run", RUNS)
def test_a_ledger_gives_the_same_again(run: Run, folder: Path) -> None:
    assert run(folder, False) == run(folder, True)


DAMAGE = [
    "UPDATE cubes SET n = n + 1 WHERE result IS NOT NULL",
    "UPDATE cubes SET n = 'abc'",
    "UPDATE cubes SET path = '[[999,999]]'",
    "UPDATE cubes SET path = '{'",
    "UPDATE cubes SET result = x'00'",
    "UPDATE cubes SET result = NULL",
    "UPDATE cubes SET result = 'text', n = x'ff', path = x'ff'",
    "UPDATE cubes SET state = 'done'",
    "UPDATE cubes SET state = 'open'",
    "UPDATE cubes SET share = 0.5, weight = 1e300",
    "UPDATE cubes SET place = place || '.000'",
    "UPDATE cubes SET digest = 'x'",
    "UPDATE cubes SET checksum = ''",
    "UPDATE cubes SET id = id + 100",
    "DELETE FROM cubes WHERE place = '000'",
    "DELETE FROM cubes WHERE id = (SELECT max(id) FROM cubes)",
    "DELETE FROM cubes",
    "DELETE FROM about WHERE key = 'notes'",
    "UPDATE about SET value = '{}' WHERE key = 'notes'",
    "DROP TABLE cubes",
    "DROP TABLE about",
]


@pytest.mark.parametrize("run", RUNS)
def test_every_change_is_found(run: Run, folder: Path) -> None:
    n_found = 0
    for statement in DAMAGE:
        whole = put(run, folder)
        try:
            change(folder, statement)
        except sqlite3.IntegrityError:  # a path, as a number, twice
            continue
        if whole != (folder / NAME).read_bytes():
            refused(run, folder)
            n_found += 1
    assert n_found > 15


@pytest.mark.parametrize("run", RUNS)
def test_cubes_that_lack_their_parent_are_found(run: Run, folder: Path) -> None:
    """Without a cube of two parts and another one as many rows are left as its siblings need."""
    put(run, folder)
    with closing(sqlite3.connect(folder / NAME)) as database:
        split = database.execute(
            "SELECT id FROM cubes WHERE state = 'split' AND n = '2'"
        ).fetchall()
        (number,) = database.execute("SELECT max(id) FROM cubes").fetchone()
    for (gone,) in split:
        for other in range(1, number + 1):
            if other != gone:
                put(run, folder)
                change(folder, f"DELETE FROM cubes WHERE id IN ({gone}, {other})")
                refused(run, folder)


@pytest.mark.parametrize("run", RUNS)
def test_an_index_without_the_cubes_is_found(run: Run, folder: Path) -> None:
    put(run, folder)
    other = "(SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_about_1')"
    change(
        folder,
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_master SET rootpage = {other} WHERE name = 'by_state'",
    )
    refused(run, folder)


def test_a_ledger_of_an_earlier_format_is_refused(folder: Path) -> None:
    put(fills, folder)
    change(folder, "PRAGMA user_version = 1")
    refused(fills, folder, "has the format of another version of satcross")


@pytest.mark.parametrize("name", [NAME, f"{NAME}-wal"])
def test_damaged_bytes_are_found(name: str, folder: Path) -> None:
    whole = put(fills, folder)
    expected = fills(folder, True)
    if name != NAME:
        (folder / name).write_bytes(b"\xff" * 5000)  # of no transaction
        assert fills(folder, True) == expected
        return
    for at in range(0, len(whole), 811):
        data = bytearray(whole)
        data[at] ^= 0x55
        (folder / NAME).write_bytes(data)
        try:
            found = fills(folder, True)  # where it is a byte that nobody reads
        except OptionError as error:
            text = str(error)
            assert text.startswith(f"{folder / NAME}: ")
        else:
            assert found == expected


def test_the_command_refuses_in_one_line(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(satcross.apps.cluster, "connect", lambda _: SerialPool(2))
    monkeypatch.chdir(tmp_path)
    Path("w.txt").write_text("\n".join(WORDS), "utf-8")
    Path("g.txt").write_text(GRID, "utf-8")
    argv = ("count", "g.txt", "-w", "w.txt", "--cluster", "local", "--state", "run")
    right = run_cli(*argv)
    assert run_cli(*argv).out == right.out
    change(folder, "UPDATE cubes SET n = n + 1 WHERE n != '0'")
    error = run_refused(*argv)
    assert error.startswith("satcross: run/ledger.sqlite: the ledger is damaged: the content and")
    assert json.loads(run_cli(*argv[:4], "--format", "json").out)["kind"] == "exact"


def test_an_error_of_sqlite_that_is_no_text(folder: Path) -> None:
    """It names the table whose statement is wrong, as the file has it."""
    whole = put(count, folder)
    broken = whole.replace(b"tablecubescubes", b"table\x9cubescubes").replace(
        b"CREATE TABLE cubes", b"CREATE TABEL cubes"
    )
    assert broken != whole
    (folder / NAME).write_bytes(broken)
    refused(count, folder, "the ledger cannot be used")
