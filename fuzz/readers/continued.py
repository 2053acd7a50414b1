"""Files by which commands go on: states of listings, ledgers, and stores of fills.

Each input is given to the commands that read such a file. What they print is compared with all
fills of the puzzle, which `fuzz.differential.brute` finds: every fill is one of them, none is there
twice, and an answer that is called complete is. Digests and checksums find damage.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import satcross as sx
import satcross.apps.cluster
from fuzz.differential.brute import all_fills, is_fill, runs_of
from fuzz.differential.data import PuzzleData
from satcross.apps.cluster.ledger import _CONTENT, NAME
from satcross.apps.cluster.work import packed
from satcross.errors import InputError
from satcross.tasks.listed import with_digest
from satcross.words.alphabets import parse_alphabet

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.cli import Done, run_cli
from support.pools import SerialPool

SOURCE = "input"
CODES = (0, 2, 20, 124)
WORDS = {
    "cat": 50, "arc": 40, "ape": 30, "tea": 60, "car": 20, "tee": 10, "ate": 35, "eat": 45,
    "era": 55, "ace": 25, "are": 15, "ear": 5,
}  # fmt: skip
GRID = "...\n...\n..."
N_CELLS = 9
N_BEFORE = 3  # fills that were written before a state was saved

_RULES = ("g.txt", "-w", "w.txt", "--allow-repeats")
_LEDGERS = {
    "fills": ("fill", *_RULES, "--all"),
    "count": ("count", *_RULES),
    "best": ("optimise", *_RULES, "--goal", "total", "--format", "json"),
}
_TASKS = {b"count_cube": "count", b"best_of_cube": "best"}
_ALPHABETS = {"join": "latin", "lazy": "latin+russian+digits"}  # more letters than the join takes
_STATEMENTS = (
    *("DROP TABLE about", "DROP TABLE cubes", "PRAGMA user_version = 1"),
    *("DELETE FROM cubes WHERE id = 2", "DELETE FROM about", "UPDATE cubes SET n = 'abc'"),
    *("UPDATE cubes SET path = '[[999,999]]'", "UPDATE cubes SET path = '{'"),
    *("UPDATE cubes SET result = zeroblob(99)", "UPDATE cubes SET result = x'00'"),
    *("UPDATE cubes SET n = n + 1", "UPDATE cubes SET state = 'open'", "UPDATE cubes SET id = -id"),
    *("UPDATE cubes SET place = place || '.000'", "UPDATE cubes SET weight = 9e999"),
    *("UPDATE cubes SET n = printf('%5000d', 1)", "UPDATE about SET value = x'ff00'"),
    "UPDATE cubes SET state = 'open', n = '0', digest = NULL, result = NULL WHERE result > ''",
)

Parsed = dict[str, Any] | None


@cache
def expected() -> frozenset[str]:
    """All fills."""
    words = tuple((word.upper(), score) for word, score in WORDS.items())
    rows = tuple(tuple(row) for row in GRID.split("\n"))
    data = PuzzleData(rows, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", words, distinct=False)
    found = all_fills(data, runs_of(data), 1000)
    return frozenset("\n".join("".join(fill[at : at + 3]) for at in (0, 3, 6)) for fill in found)


@contextmanager
def _folder() -> Iterator[None]:
    """The files that commands name, in a folder of their own, which is the current one."""
    memory = Path("/dev/shm")  # as nothing waits for a disk there
    place = memory if memory.is_dir() else None
    before, folder = Path.cwd(), tempfile.mkdtemp(prefix="fuzz-", dir=place)
    try:
        os.chdir(folder)
        Path("g.txt").write_text(GRID, "utf-8")
        lines = "".join(f"{word};{score}\n" for word, score in WORDS.items())
        Path("w.txt").write_text(lines, "utf-8")
        with mock.patch.object(satcross.apps.cluster, "connect", return_value=SerialPool(2)):
            yield
    finally:
        os.chdir(before)
        shutil.rmtree(folder, ignore_errors=True)


def _ask(*argv: str) -> Done:
    """What a command prints.

    Raises:
        InputError: it refuses the file, in one line that names it.
        AssertionError: it does something else that it must not.
    """
    done = run_cli(*argv)
    if "out of memory" in done.err:
        raise MemoryError
    assert done.code in CODES, f"exit code {done.code}"
    assert "Traceback" not in done.err, done.err
    assert "Warning" not in done.err, done.err
    if done.code == 2:
        assert done.err.count("\n") == 1, done.err
        # A state may also want more of the other file than there is.
        assert done.err.startswith((f"satcross: {SOURCE}", "satcross: out: has ")), done.err
        raise InputError(done.err.removeprefix("satcross: ").strip().partition(": ")[2])
    return done


def _json(data: bytes) -> Parsed:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _grids(text: str) -> list[str]:
    grids = [grid for grid in text.strip("\n").split("\n\n") if grid]
    wrong = [grid for grid in grids if grid not in expected()]
    assert not wrong, f"a wrong fill: {wrong[0]!r}"
    return grids


# States


@cache
def _before(kind: str) -> tuple[str, dict[str, Any]]:
    """What a listing wrote, and its state, while more fills are found, and wait."""
    alphabet = parse_alphabet(_ALPHABETS[kind])
    puzzle = sx.Puzzle(GRID, sx.WordList.from_words(WORDS, alphabet=alphabet), distinct=False)
    with sx.enumerate_fills(puzzle, state={}) as fills:
        text = "\n\n".join(str(next(fills)) for _ in range(N_BEFORE)) + "\n"
        return text, fills.state()


def states() -> list[bytes]:
    """States of two searches, to standard output and to a file."""
    found = []
    for kind in _ALPHABETS:
        text, state = _before(kind)
        for n_bytes in (None, len(text)):
            whole = with_digest({**state, "n_bytes": n_bytes})
            found.append(json.dumps({**whole, "kind": kind}).encode())
    return found


def state(data: bytes) -> list[str]:
    """The fills that `fill --state` lists."""
    parsed = _json(data)
    kind, n_bytes = "join", None
    if parsed is not None:
        kind = "lazy" if parsed.pop("kind", "") == "lazy" else "join"
        n_bytes = parsed.get("n_bytes")
        data = json.dumps(parsed).encode()
    before = _before(kind)[0]
    argv = ["fill", *_RULES, "--alphabet", _ALPHABETS[kind], "--all", "--state", SOURCE]
    with _folder():
        Path(SOURCE).write_bytes(data)
        if type(n_bytes) is int:
            argv += ["-o", "out"]
            Path("out").write_text(before, "utf-8")
        try:
            done = _ask(*argv)
        except InputError:
            assert not Path("out").exists() or Path("out").read_text("utf-8") == before
            raise
        text = Path("out").read_text("utf-8")[n_bytes:] if type(n_bytes) is int else done.out
    fills = _grids(text)
    whole = [*_grids(before), *fills]
    assert set(whole) == expected(), "fills are missing"
    assert len(whole) == len(expected()), "a fill is there twice"
    return fills


# Ledgers


@cache
def _ledger(kind: str) -> bytes:
    """The ledger of a run that came to its end."""
    with _folder():
        _ask(*_LEDGERS[kind], "--cluster", "local", "--state", SOURCE)
        return Path(SOURCE, NAME).read_bytes()


def ledgers() -> list[bytes]:
    """Ledgers of all commands: as files, and as JSON with their rows, of which files are made."""
    found: list[bytes] = []
    for kind in _LEDGERS:
        found += [_ledger(kind)] * 10
        form = {"kind": kind, **_rows(kind), "sql": []}
        found += [json.dumps(form).encode()] * 20
        found += [json.dumps({**form, "sql": [text]}).encode() for text in _STATEMENTS]
    return found


def _rows(kind: str) -> dict[str, Any]:
    """The rows of a ledger, with results that were unpacked, so that values in them can change."""
    with _folder():
        Path(NAME).write_bytes(_ledger(kind))
        with closing(sqlite3.connect(NAME)) as database:
            cubes = database.execute(f"SELECT {_CONTENT}, checksum FROM cubes").fetchall()
            ((notes,),) = database.execute("SELECT value FROM about WHERE key = 'notes'")

    def shown(value: Any) -> Any:
        if not isinstance(value, bytes):
            return value
        if kind == "fills" and value:
            rows = np.frombuffer(zlib.decompress(value), np.uint8).reshape(-1, N_CELLS)
            return {"rows": rows.tolist()}
        return {"hex": value.hex()}

    return {"notes": notes, "cubes": [[shown(value) for value in cube] for cube in cubes]}


def _value(value: Any) -> Any:
    """A value of JSON as one of SQLite."""
    with suppress(ValueError, TypeError, KeyError, OverflowError, AttributeError):
        if isinstance(value, dict) and "rows" in value:
            return packed(np.array(value["rows"], dtype=np.uint8))
        if isinstance(value, dict):
            return bytes.fromhex(value["hex"])
    return value if value is None or isinstance(value, float | str | int) else json.dumps(value)


def _build(form: dict[str, Any], kind: str) -> None:
    """Write the ledger of a JSON form; what SQLite does not take is left out.

    What the form lacks is as in the ledger of a run that came to its end.
    """
    folder = Path(SOURCE)
    (folder / NAME).write_bytes(_ledger(kind))
    cubes, sql = form.get("cubes"), form.get("sql")
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as database:
        ((notes,),) = database.execute("SELECT value FROM about WHERE key = 'notes'")
        database.execute("PRAGMA ignore_check_constraints = ON")
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("PRAGMA synchronous = OFF")
        if "cubes" in form:
            database.execute("DELETE FROM cubes")
        for cube in cubes if isinstance(cubes, list) else ():
            with suppress(sqlite3.Error, OverflowError, UnicodeError, TypeError):
                values = [_value(value) for value in cube]
                marks = ",".join("?" * len(values))
                query = f"INSERT OR REPLACE INTO cubes ({_CONTENT}, checksum) VALUES ({marks})"
                database.execute(query, values)
        with suppress(sqlite3.Error, OverflowError, UnicodeError):
            notes = _value(form.get("notes", notes))
            database.execute("UPDATE about SET value = ? WHERE key = 'notes'", (notes,))
        for statement in sql if isinstance(sql, list) else ():
            with suppress(sqlite3.Error, TypeError, ValueError):
                database.execute(statement)


def ledger(data: bytes) -> str:
    """What the command of a ledger prints."""
    form = _json(data)
    with _folder():
        Path(SOURCE).mkdir()
        if form is None:
            kind = next((kind for task, kind in _TASKS.items() if task in data), "fills")
            Path(SOURCE, NAME).write_bytes(data)
        else:
            kind = next((kind for kind in _LEDGERS if kind == form.get("kind")), "fills")
            _build(form, kind)
        done = _ask(*_LEDGERS[kind], "--cluster", "local", "--state", SOURCE)
        _JUDGES[kind](done)
    return done.out


def _judge_fills(done: Done) -> None:
    fills = _grids(done.out)
    assert len(set(fills)) == len(fills), "a fill is there twice"
    assert set(fills) == expected(), "fills are missing"


def _judge_count(done: Done) -> None:
    assert done.out == f"{len(expected())} fills\n", f"a wrong number: {done.out}"


def _judge_best(done: Done) -> None:
    data = json.loads(done.out)
    _grids("\n".join(data["fill"]["grid"]))
    best = max(map(_total, expected()))
    assert data["value"] <= best
    assert (data["value"], data["bound"], data["proved"]) == (best, best, True)


def _total(grid: str) -> int:
    rows = grid.lower().split("\n")
    columns = map("".join, zip(*rows, strict=True))
    return sum(WORDS[word] for word in (*rows, *columns))


_JUDGES: dict[str, Callable[[Done], None]] = {
    "fills": _judge_fills,
    "count": _judge_count,
    "best": _judge_best,
}


# Stores


def stores() -> list[sx.FillStore]:
    """The fills, and those of a grid of several parts with a given letter."""
    found = []
    for grid in (GRID, "..#\n..~\n###\n.A."):
        words = {**WORDS, "at": 20, "to": 30, "oh": 40, "ah": 60, "ho": 50}
        result = sx.compile_fills(sx.Puzzle(grid, words, distinct=grid != GRID))
        assert isinstance(result, sx.Found)
        found.append(result.value)
    return found


def store_check(data: bytes) -> None:
    """Ask a store for all its fills, and check each; it has its own puzzle.

    Raises:
        InputError: it is refused.
        AssertionError: a fill is wrong.
    """
    with _folder():
        name = f"{SOURCE}.fills"
        Path(name).write_bytes(data)
        n_fills = sx.load_fills(name).n_fills
        asked: Sequence[tuple[str, ...]] = (("--sample", "20"), ("--best", "3"), ("--letters",))
        if n_fills <= 1000:
            asked = [("--all",), *asked]
        puzzle = sx.load_fills(name).puzzle
        for question in asked if sx.load_fills(name).has_scores else asked[:-2]:
            done = _ask("query", name, *question, "--format", "json")
            if question != ("--letters",):
                _check_fills(puzzle, [json.loads(line)["grid"] for line in done.out.splitlines()])


def _check_fills(puzzle: sx.Puzzle, fills: list[list[str]]) -> None:
    grid, listed = puzzle.grid, puzzle.listed
    rows = tuple(
        tuple(grid.cells[at : at + grid.n_cols]) for at in range(0, len(grid.cells), grid.n_cols)
    )
    words = tuple((word, 50) for word, _ in listed.words())
    data = PuzzleData(
        rows, listed.alphabet.letters, words, tuple(grid.bars_right), tuple(grid.bars_below),
        None, puzzle.distinct, puzzle.min_length, puzzle.rebus,
    )  # fmt: skip
    runs = runs_of(data)
    for fill in fills:
        text = "\n".join(fill)
        cells = sx.Grid.parse(
            text, alphabet=listed.alphabet, source=SOURCE, hex_patterns=False
        ).cells
        assert is_fill(data, runs, cells), f"a wrong fill: {fill}"
