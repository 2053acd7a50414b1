"""The ledger: which cubes are open, split or done, and what came of them, in a file of SQLite.

A cube is *open* until a worker has done it, *split* when others have taken its place, or *done*,
with its result. A result is committed with its cube in one transaction, and once: the first counts.
A second one of the same cube, as when a worker was thought dead, must have the same digest. What is
leased to a worker is known to the coordinator only; in the ledger it is still open, so that a
coordinator that dies leaves nothing to be cleared up.

Each row has a *checksum*, the SHA-256 of the rest of it and of what the work is; a cube that was
split also has the number of its parts. A ledger that is opened again is read as a whole: a value
that was changed, or a row that is missing, is found before any result is used. What is behind the
checksums is not checked once more: it is what this program has written.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satcross import OptionError, SolverError
from satcross.extend import cannot
from satcross.tasks.cubes import LEDGER, Branch, Cube

SCHEMA = 3
NAME = LEDGER

_TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE cubes (
    id INTEGER PRIMARY KEY,
    place TEXT NOT NULL UNIQUE,     -- where it stands in the tree: "000.004.017", for its order
    path TEXT NOT NULL,             -- [[cell, letter], ...]
    weight REAL NOT NULL,
    share REAL NOT NULL,            -- of the whole tree, 1 for the root
    state TEXT NOT NULL CHECK (state IN ('open', 'split', 'done')),
    n TEXT NOT NULL DEFAULT '0',    -- fills, or parts of a split cube; text, as counts may be large
    seconds REAL NOT NULL DEFAULT 0,
    digest TEXT,
    result BLOB,
    checksum TEXT NOT NULL DEFAULT ''   -- of all of these
);
CREATE INDEX by_state ON cubes (state, weight);
"""
_CONTENT = "id, place, path, weight, share, state, n, seconds, digest, result"
_NOTES = "notes"  # a row of `about`: a checksum, a blank, and JSON

# In which order open cubes are given out.
LARGEST = "share DESC, weight DESC, place"
HEAVIEST = "weight DESC, place"
IN_ORDER = "place"


@dataclass(frozen=True, slots=True)
class Node:
    """A cube as a part of the tree.

    Args:
        number: of the cube.
        place: where it stands in the tree; the order of these is the order of the fills.
        path: the letters that it adds.
        share: how much of the whole tree it is, where each split divides evenly.
        state: "open", "split" or "done".
    """

    number: int
    place: str
    path: Branch
    share: float
    state: str


@dataclass(frozen=True, slots=True)
class Tally:
    """How far the work has come.

    Args:
        n_open, n_split, n_done: cubes.
        share_done: the share of the tree that is done.
        n: what all results together count.
    """

    n_open: int
    n_split: int
    n_done: int
    share_done: float
    n: int


class Ledger:
    """The ledger of one run.

    Args:
        folder: where it is kept, created if it is not there; None for one in memory.
        about: what the work is: the digests of puzzle and options, the version. A ledger that is
            there already must say the same.
        resume: whether to go on with a ledger that is there; otherwise that is an error.

    Raises:
        OptionError: there is a ledger of other work, one that is damaged, or one that is not to be
            resumed; or the folder cannot be written.
    """

    def __init__(self, folder: Path | None, about: dict[str, str], *, resume: bool = False) -> None:
        self._source = str(Path(folder or "") / NAME)
        self._of = hashlib.sha256(repr(sorted(about.items())).encode()).digest()
        try:
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
            name = ":memory:" if folder is None else str(folder / NAME)
            # Several threads of the coordinator may use it, one after the other.
            self._database = sqlite3.connect(name, isolation_level=None, check_same_thread=False)
            with ExitStack() as failing:
                failing.callback(self.close)
                self._open(about, resume=resume)
                failing.pop_all()
        except OSError as error:
            raise cannot("written", folder or Path(), error, OptionError) from None
        except (sqlite3.Error, UnicodeDecodeError) as error:  # of SQLite's message
            raise OptionError(
                f"the ledger cannot be used: {error}",
                hint="delete the folder, and begin anew, or choose another",
                parameter="state",
                source=self._source,
            ) from None

    def _open(self, about: dict[str, str], *, resume: bool) -> None:
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=NORMAL")
        self._database.create_function("checksum", -1, self._checksum)
        self.is_new = not self._version() and not self._one("SELECT count(*) FROM sqlite_master")
        if self.is_new:
            self._create(about)
        else:
            self._check(about, resume=resume)

    def damaged(self, what: str) -> OptionError:
        """The error for a ledger that says what it cannot; `what`, in a few words."""
        return OptionError(
            f"the ledger is damaged: {what}",
            hint="delete the folder, and begin anew",
            parameter="state",
            source=self._source,
        )

    def _create(self, about: dict[str, str]) -> None:
        with self._transaction():
            for statement in filter(str.strip, _TABLES.split(";\n")):
                self._database.execute(statement)
            rows = sorted({**about, _NOTES: self._with_checksum({})}.items())
            self._database.executemany("INSERT INTO about VALUES (?, ?)", rows)
            self._database.execute(f"PRAGMA user_version = {SCHEMA}")
            self._add("000", Cube(), 1.0)

    def _version(self) -> int:
        return int(self._database.execute("PRAGMA user_version").fetchone()[0])

    def _check(self, about: dict[str, str], *, resume: bool) -> None:
        problem, hint = "", "delete the folder, and begin anew, or choose another"
        if self._version() != SCHEMA:
            problem = "the ledger has the format of another version of satcross"
        else:
            there = dict(self._select("SELECT key, value FROM about"))
            for key, value in about.items():
                if there.get(key) != value:
                    problem = f"the folder has other work: its {key} is not the same"
        if not problem and not resume:
            problem = "the folder has this work already, begun or done"
            hint = "add --resume, or choose another folder"
        if problem:
            raise OptionError(problem, hint=hint, parameter="state", source=self._source)
        self._notes()
        self._check_cubes()

    def _check_cubes(self) -> None:
        """Raise OptionError unless all cubes are there, with the right checksums."""
        if self._one("PRAGMA integrity_check(1)") != "ok":  # an index may lack some of them
            raise self.damaged("its tables and indexes do not fit together")
        wrong = self._select(
            f"SELECT id FROM cubes WHERE checksum IS NOT checksum({_CONTENT}) LIMIT 1"
        )
        if wrong:
            raise self.damaged(f"the content and the checksum of cube {wrong[0][0]} differ")
        wanted, found = {"": 1}, Counter[str]()  # parts, by the place of what was split
        for place, state, n in self._select("SELECT place, state, n FROM cubes"):
            found[place.rpartition(".")[0]] += 1
            if state == "split" and int(n):
                wanted[place] = int(n)
        if found != wanted:
            raise self.damaged("cubes are missing")

    def _select(self, query: str, *values: object) -> list[Any]:
        """The rows of a query. Raises OptionError: they cannot be read."""
        try:
            return self._database.execute(query, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self.damaged(str(error)) from None

    def _one(self, query: str, *values: object) -> Any:
        """The first value of a query that has one row. Raises OptionError: it is missing."""
        rows = self._select(query, *values)
        if not rows:
            raise self.damaged("a row is missing")
        return rows[0][0]

    def _checksum(self, *content: Any) -> str:
        """The checksum of a row."""
        *values, result = content
        is_data = isinstance(result, bytes)
        checksum = hashlib.sha256(self._of + repr((*values, is_data or result)).encode())
        checksum.update(result if is_data else b"")
        return checksum.hexdigest()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Commits what is written in a `with` statement: all of it, or nothing.

        Raises:
            OptionError: it cannot be written, as on a full disk. What was committed stays.
        """
        try:
            self._database.execute("BEGIN IMMEDIATE")
            with self._database:  # commits, or rolls back
                yield self._database
        except sqlite3.Error as error:
            raise OptionError(
                f"the ledger cannot be written: {error}",
                hint="what is in it stays; make room, and go on with it",
                parameter="state",
                source=self._source,
            ) from None

    def _add(self, place: str, cube: Cube, share: float) -> None:
        added = self._database.execute(
            "INSERT INTO cubes (place, path, weight, share, state) VALUES (?, ?, ?, ?, 'open')",
            (place, json.dumps(cube.path), max(cube.weight, -1e300), share),
        )
        self._renew_checksum(added.lastrowid)

    def _change(self, number: int, **values: object) -> None:
        """Write values of a cube, within a transaction."""
        names = ", ".join(f"{name} = ?" for name in values)
        query = f"UPDATE cubes SET {names} WHERE id = ?"
        self._database.execute(query, (*values.values(), number))
        self._renew_checksum(number)

    def _renew_checksum(self, number: int | None) -> None:
        query = f"UPDATE cubes SET checksum = checksum({_CONTENT}) WHERE id = ?"
        self._database.execute(query, (number,))

    def open_cubes(self, but: Iterable[int], n: int, *, by: str = LARGEST) -> list[Node]:
        """Up to n open cubes.

        Args:
            but: the numbers of those that are leased already.
            n: how many.
            by: which first: LARGEST, HEAVIEST or IN_ORDER.
        """
        leased = tuple(but)
        marks = ",".join("?" * len(leased))
        which = f"WHERE state = 'open' AND id NOT IN ({marks}) ORDER BY {by} LIMIT ?"
        return self._nodes(which, *leased, n)

    def tree(self) -> list[Node]:
        """All cubes, in the order of the tree: each before what it was split into."""
        return self._nodes(f"ORDER BY {IN_ORDER}")

    def _nodes(self, which: str, *values: object) -> list[Node]:
        query = f"SELECT id, place, path, share, state FROM cubes {which}"
        return [
            Node(number, place, _path(path), share, state)
            for number, place, path, share, state in self._select(query, *values)
        ]

    def commit(self, number: int, n: int, digest: str, result: bytes, seconds: float) -> bool:
        """Write down what came of a cube; whether it was the first result.

        Raises:
            SolverError: another result of the cube is there, and is not the same.
        """
        with self._transaction():
            ((state, known),) = self._select("SELECT state, digest FROM cubes WHERE id = ?", number)
            if state == "done":
                if known != digest:
                    raise SolverError(
                        f"two workers disagree on cube {number}: one of them computes wrongly"
                    )
                return False
            if state == "split":
                return False
            self._change(
                number, state="done", n=str(n), digest=digest, result=result, seconds=seconds
            )
        return True

    def divide(self, entry: Node, cubes: list[Cube]) -> None:
        """Put cubes in the place of one that took too long. None at all: it has no fill."""
        with self._transaction():
            state = self._one("SELECT state FROM cubes WHERE id = ?", entry.number)
            if state != "open":
                return
            for i, cube in enumerate(cubes):
                self._add(f"{entry.place}.{i:03d}", cube, entry.share / len(cubes))
            if cubes:
                self._change(entry.number, state="split", n=str(len(cubes)))
            else:
                self._change(entry.number, state="done", digest="")

    def weigh_root(self, weight: float) -> None:
        """Give the whole a weight, unless it was divided."""
        with self._transaction():
            for (number,) in self._select(
                "SELECT id FROM cubes WHERE place = '000' AND state = 'open'"
            ):
                self._change(number, weight=weight)

    def close_up_to(self, weight: float) -> None:
        """Take the open cubes as done, without a result, whose weight is not above this."""
        with self._transaction():
            for (number,) in self._select(
                "SELECT id FROM cubes WHERE state = 'open' AND weight <= ?", weight
            ):
                self._change(number, state="done", digest="")

    def most_open(self) -> float | None:
        """The largest weight of an open cube; None if none is open."""
        most = self._one("SELECT max(weight) FROM cubes WHERE state = 'open'")
        return None if most is None else float(most)

    def note(self, key: str, value: str) -> None:
        """Write something down about the whole, in the place of what was noted before."""
        with self._transaction() as database:
            notes = self._with_checksum({**self._notes(), key: value})
            database.execute("UPDATE about SET value = ? WHERE key = ?", (notes, _NOTES))

    def noted(self, key: str) -> str | None:
        """What was noted; None if nothing was."""
        return self._notes().get(key)

    def _with_checksum(self, notes: dict[str, str]) -> str:
        text = json.dumps(notes, sort_keys=True)
        return f"{self._checksum(text, None)} {text}"

    def _notes(self) -> dict[str, str]:
        value = self._one("SELECT value FROM about WHERE key = ?", _NOTES)
        text = value.partition(" ")[2]
        if value != f"{self._checksum(text, None)} {text}":
            raise self.damaged("the content and the checksum of its notes differ")
        notes: dict[str, str] = json.loads(text)
        return notes

    def tally(self) -> Tally:
        """How far the work has come."""
        n = dict.fromkeys(("open", "split", "done"), 0)
        share = 0.0
        for state, count, of_state in self._select(
            "SELECT state, count(*), sum(share) FROM cubes GROUP BY state"
        ):
            n[state] = count
            if state == "done":
                share = of_state
        return Tally(n["open"], n["split"], n["done"], share, self.total())

    def total(self) -> int:
        """What all results together count."""
        # Counts may be larger than the integers of SQLite.
        rows = self._select("SELECT n FROM cubes WHERE state = 'done' AND n != '0'")
        return sum(int(n) for (n,) in rows)

    def done(self) -> Iterator[tuple[int, str]]:
        """The number and place of all cubes with results, in the order of the tree."""
        yield from self._select(
            "SELECT id, place FROM cubes WHERE state = 'done' AND result IS NOT NULL ORDER BY place"
        )

    def n_open(self) -> int:
        """How many cubes are open."""
        return int(self._one("SELECT count(*) FROM cubes WHERE state = 'open'"))

    def first_open(self) -> str | None:
        """The place of the first cube that is open; None if none is."""
        place = self._one("SELECT min(place) FROM cubes WHERE state = 'open'")
        return None if place is None else str(place)

    def result(self, number: int) -> bytes:
        """What was committed for a cube."""
        return bytes(self._one("SELECT result FROM cubes WHERE id = ?", number) or b"")

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def _path(text: str) -> Branch:
    """A path as it is in the ledger."""
    return tuple((cell, letter) for cell, letter in json.loads(text))
