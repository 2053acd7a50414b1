"""The ledger: which cubes are open, split or done, and what came of them, in a file of SQLite.

A cube is *open* until a worker has done it, *split* when others have taken its place, or *done*,
with its result. A result is committed with its cube in one transaction, and once: the first counts.
A second one of the same cube, as when a worker was thought dead, must have the same digest. What is
leased to a worker is known to the coordinator only; in the ledger it is still open, so that a
coordinator that dies leaves nothing to be cleared up.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path as FilePath

from satcross.cluster.cubes import Cube, Path
from satcross.errors import OptionError, SolverError
from satcross.files import cannot

SCHEMA = 1
NAME = "ledger.sqlite"

_TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE cubes (
    id INTEGER PRIMARY KEY,
    place TEXT NOT NULL UNIQUE,     -- where it stands in the tree: "000.004.017", for its order
    path TEXT NOT NULL,             -- [[cell, letter], ...]
    weight REAL NOT NULL,
    share REAL NOT NULL,            -- of the whole tree, 1 for the root
    state TEXT NOT NULL CHECK (state IN ('open', 'split', 'done')),
    n TEXT NOT NULL DEFAULT '0',    -- fills; SQLite's integers are too small for some counts
    seconds REAL NOT NULL DEFAULT 0,
    digest TEXT,
    result BLOB
);
CREATE INDEX by_state ON cubes (state, weight);
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A cube in the ledger.

    Args:
        number: of the cube.
        place: where it stands in the tree; the order of these is the order of the fills.
        path: the letters that it adds.
        share: how much of the whole tree it is, where each split divides evenly.
    """

    number: int
    place: str
    path: Path
    share: float


@dataclass(frozen=True, slots=True)
class Node:
    """A cube as a part of the tree.

    Args:
        number, place, path: see `Entry`.
        state: "open", "split" or "done".
        has_result: whether it is done by a worker, not only by dividing it into nothing.
    """

    number: int
    place: str
    path: Path
    state: str
    has_result: bool


@dataclass(frozen=True, slots=True)
class Standing:
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
        OptionError: there is a ledger of other work, or one that is not to be resumed; or the
            folder cannot be written.
    """

    def __init__(
        self, folder: FilePath | None, about: dict[str, str], *, resume: bool = False
    ) -> None:
        self._source = str(folder)
        try:
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
            name = ":memory:" if folder is None else str(folder / NAME)
            # Several threads of the coordinator may use it, one after the other.
            self._database = sqlite3.connect(name, isolation_level=None, check_same_thread=False)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self.is_new = not self._database.execute(
                "SELECT 1 FROM sqlite_master WHERE name = 'about'"
            ).fetchone()
            if self.is_new:
                self._create(about)
            else:
                self._check(about, resume=resume)
        except OSError as error:
            raise cannot("written", FilePath(self._source), error, OptionError) from None
        except sqlite3.Error as error:
            raise OptionError(
                f"the ledger cannot be used: {error}",
                hint="choose another folder",
                parameter="state",
                source=self._source,
            ) from None

    def _create(self, about: dict[str, str]) -> None:
        with self._transaction():
            for statement in _TABLES.split(";\n"):
                if statement.strip():
                    self._database.execute(statement)
            self._database.executemany("INSERT INTO about VALUES (?, ?)", sorted(about.items()))
            self._database.execute(f"PRAGMA user_version = {SCHEMA}")
            self._add("000", Cube(), 1.0)

    def _check(self, about: dict[str, str], *, resume: bool) -> None:
        there = dict(self._database.execute("SELECT key, value FROM about"))
        if (self._database.execute("PRAGMA user_version").fetchone()[0]) != SCHEMA:
            raise OptionError(
                "the folder has a ledger of another version of satcross",
                hint="choose another folder",
                parameter="state",
            )
        for key, value in about.items():
            if there.get(key) != value:
                raise OptionError(
                    f"the folder has other work: its {key} is not the same",
                    hint="choose another folder",
                    parameter="state",
                )
        if not resume:
            raise OptionError(
                "the folder has this work already, begun or done",
                hint="add --resume, or choose another folder",
                parameter="state",
            )

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
        self._database.execute(
            "INSERT INTO cubes (place, path, weight, share, state) VALUES (?, ?, ?, ?, 'open')",
            (place, json.dumps(cube.path), max(cube.weight, -1e300), share),
        )

    def open_cubes(self, but: Iterable[int], n: int, *, ordered: bool) -> list[Entry]:
        """Up to n open cubes.

        Args:
            but: the numbers of those that are leased already.
            n: how many.
            ordered: whether in the order of the tree; otherwise the largest first.
        """
        return self._open("place" if ordered else "share DESC, weight DESC, place", but, n)

    def heaviest_cubes(self, but: Iterable[int], n: int) -> list[Entry]:
        """As `open_cubes`, those with the largest weight first."""
        return self._open("weight DESC, place", but, n)

    def _open(self, order: str, but: Iterable[int], n: int) -> list[Entry]:
        leased = tuple(but)
        marks = ",".join("?" * len(leased))
        rows = self._database.execute(
            "SELECT id, place, path, share FROM cubes WHERE state = 'open'"
            f" AND id NOT IN ({marks}) ORDER BY {order} LIMIT ?",
            (*leased, n),
        )
        return [Entry(number, place, _path(path), share) for number, place, path, share in rows]

    def tree(self) -> list[Node]:
        """All cubes, in the order of the tree: each before what it was split into."""
        rows = self._database.execute(
            "SELECT id, place, path, state, result IS NOT NULL FROM cubes ORDER BY place"
        )
        return [
            Node(number, place, _path(path), state, bool(has_result))
            for number, place, path, state, has_result in rows
        ]

    def commit(self, number: int, n: int, digest: str, result: bytes, seconds: float) -> bool:
        """Write down what came of a cube; whether it was the first result.

        Raises:
            SolverError: another result of the cube is there, and is not the same.
        """
        with self._transaction() as database:
            state, known = database.execute(
                "SELECT state, digest FROM cubes WHERE id = ?", (number,)
            ).fetchone()
            if state == "done":
                if known != digest:
                    raise SolverError(
                        f"two workers disagree on cube {number}: one of them computes wrongly"
                    )
                return False
            if state == "split":
                return False
            database.execute(
                "UPDATE cubes SET state = 'done', n = ?, digest = ?, result = ?, seconds = ?"
                " WHERE id = ?",
                (str(n), digest, result, seconds, number),
            )
        return True

    def divide(self, entry: Entry, cubes: list[Cube]) -> None:
        """Put cubes in the place of one that took too long. None at all: it has no fill."""
        with self._transaction() as database:
            (state,) = database.execute(
                "SELECT state FROM cubes WHERE id = ?", (entry.number,)
            ).fetchone()
            if state != "open":
                return
            for i, cube in enumerate(cubes):
                self._add(f"{entry.place}.{i:03d}", cube, entry.share / len(cubes))
            if cubes:
                database.execute("UPDATE cubes SET state = 'split' WHERE id = ?", (entry.number,))
            else:
                database.execute(
                    "UPDATE cubes SET state = 'done', digest = '' WHERE id = ?", (entry.number,)
                )

    def weigh_root(self, weight: float) -> None:
        """Give the whole a weight, unless it was divided."""
        self._database.execute(
            "UPDATE cubes SET weight = ? WHERE place = '000' AND state = 'open'", (weight,)
        )

    def close_up_to(self, weight: float) -> None:
        """Take the open cubes as done, without a result, whose weight is not above this."""
        self._database.execute(
            "UPDATE cubes SET state = 'done', digest = '' WHERE state = 'open' AND weight <= ?",
            (weight,),
        )

    def most_open(self) -> float | None:
        """The largest weight of an open cube; None if none is open."""
        (most,) = self._database.execute(
            "SELECT max(weight) FROM cubes WHERE state = 'open'"
        ).fetchone()
        return None if most is None else float(most)

    def note(self, key: str, value: str) -> None:
        """Write something down about the whole, in the place of what was noted before."""
        self._database.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", ("note " + key, value))

    def noted(self, key: str) -> str | None:
        """What was noted; None if nothing was."""
        row = self._database.execute(
            "SELECT value FROM about WHERE key = ?", ("note " + key,)
        ).fetchone()
        return None if row is None else str(row[0])

    def standing(self) -> Standing:
        """How far the work has come."""
        n = dict.fromkeys(("open", "split", "done"), 0)
        share = 0.0
        for state, count, of_state in self._database.execute(
            "SELECT state, count(*), sum(share) FROM cubes GROUP BY state"
        ):
            n[state] = count
            if state == "done":
                share = of_state
        return Standing(n["open"], n["split"], n["done"], share, self.total())

    def total(self) -> int:
        """What all results together count."""
        # Counts may be larger than the integers of SQLite.
        rows = self._database.execute("SELECT n FROM cubes WHERE state = 'done' AND n != '0'")
        return sum(int(n) for (n,) in rows)

    def done(self) -> Iterator[tuple[int, str]]:
        """The number and place of all cubes with results, in the order of the tree."""
        yield from self._database.execute(
            "SELECT id, place FROM cubes WHERE state = 'done' AND result IS NOT NULL ORDER BY place"
        )

    def first_counted(self) -> int | None:
        """The number of a cube whose result counts something; None if none does."""
        row = self._database.execute(
            "SELECT id FROM cubes WHERE state = 'done' AND n != '0' LIMIT 1"
        ).fetchone()
        return None if row is None else int(row[0])

    def n_open(self) -> int:
        """How many cubes are open."""
        (n,) = self._database.execute("SELECT count(*) FROM cubes WHERE state = 'open'").fetchone()
        return int(n)

    def first_open(self) -> str | None:
        """The place of the first cube that is open; None if none is."""
        (place,) = self._database.execute(
            "SELECT min(place) FROM cubes WHERE state = 'open'"
        ).fetchone()
        return None if place is None else str(place)

    def result(self, number: int) -> bytes:
        """What was committed for a cube."""
        (result,) = self._database.execute(
            "SELECT result FROM cubes WHERE id = ?", (number,)
        ).fetchone()
        return bytes(result or b"")

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def _path(text: str) -> Path:
    return tuple((cell, letter) for cell, letter in json.loads(text))
