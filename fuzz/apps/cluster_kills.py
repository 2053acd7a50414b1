"""All fills on a cluster whose workers and coordinator are killed: the set must be the serial one.

    python -m fuzz.apps.cluster_kills [--min-score N] [--every S] [--coordinators N] [--seed S]

All fills of an open 5x5 are listed by one process, and then with `--cluster local:2 --state`. A
worker is killed every ten seconds of work, by default; the coordinator twice, when a third and two
thirds of the tree are done, and the same command goes on then. Every kill is SIGKILL. In the end
both files must have the same fills, none of them twice, and no process may be left. Linux only.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from fuzz.kills import MARK, command_of, marked
from satcross.apps.cluster.ledger import NAME

OPEN5 = "\n".join(["....."] * 5)
_LOOK_S = 0.1
_WORKER = "satcross.processes.inside"  # in the command of a worker
_ORPHANS_S = 10.0  # for the workers of a coordinator that was killed to end


@dataclass(slots=True)
class Killed:
    """How many processes were killed.

    Args:
        workers, coordinators: of each kind.
    """

    workers: int = 0
    coordinators: int = 0


class Killing:
    """A command on a cluster of this machine, and what is killed of it.

    Args:
        command: lists all fills; its state is `state`.
        state: folder of the ledger.
        rng: chooses the workers.
        every_s: seconds from one kill of a worker to the next.
        n_coordinators: how often the coordinator is killed.
    """

    def __init__(
        self,
        command: list[str],
        state: Path,
        rng: random.Random,
        *,
        every_s: float,
        n_coordinators: int,
    ) -> None:
        self.killed = Killed()
        self._command, self._state, self._rng = command, state, rng
        self._every_s, self._n_coordinators = every_s, n_coordinators
        self._mark = f"{os.getpid()}-{rng.random()}"

    def run(self) -> int:
        """Run it until it ends by itself; its exit code."""
        while True:
            before, next_s = self._done(), time.monotonic() + self._every_s
            process = subprocess.Popen(self._command, env={**os.environ, MARK: self._mark})
            while process.poll() is None:
                time.sleep(_LOOK_S)
                n, done = self.killed.coordinators, self._done()
                if done == before:  # workers that are not yet at work would just be started anew
                    next_s = time.monotonic() + self._every_s
                elif n < self._n_coordinators and done[1] > (n + 1) / (self._n_coordinators + 1):
                    process.kill()
                    process.wait()
                    self.killed.coordinators += 1
                elif time.monotonic() >= next_s and self._kill_worker(process.pid):
                    next_s = time.monotonic() + self._every_s
            if process.returncode != -signal.SIGKILL:
                return process.returncode

    def left(self) -> list[str]:
        """The commands of processes that are left, after some seconds."""
        end = time.monotonic() + _ORPHANS_S
        while (pids := marked(self._mark)) and time.monotonic() < end:
            time.sleep(_LOOK_S)
        return sorted(map(command_of, pids))

    def _done(self) -> tuple[int, float]:
        """How many cubes are done, and how much of the tree that is."""
        name = self._state / NAME
        if not name.exists():
            return 0, 0.0
        try:
            with closing(sqlite3.connect(f"file:{name}?mode=ro", uri=True)) as database:
                n, share = database.execute(
                    "SELECT count(*), sum(share) FROM cubes WHERE state = 'done'"
                ).fetchone()
        except sqlite3.Error:  # it is being made
            return 0, 0.0
        return int(n), float(share or 0.0)

    def _kill_worker(self, coordinator: int) -> bool:
        workers = [
            pid for pid in marked(self._mark)
            if pid != coordinator and _WORKER in command_of(pid)
        ]  # fmt: skip
        if not workers:
            return False
        try:
            os.kill(self._rng.choice(sorted(workers)), signal.SIGKILL)
        except ProcessLookupError:
            return False
        self.killed.workers += 1
        return True


def fills_of(path: Path) -> list[bytes]:
    """The fills in a file, sorted."""
    return sorted(path.read_bytes().strip().split(b"\n\n"))


def main(argv: list[str] | None = None) -> int:
    """Run both, print what was killed, and compare. The exit code: 0, or 1 where they differ."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.apps.cluster_kills", description=__doc__)
    parser.add_argument(
        "--min-score", type=int, default=40, metavar="N", help="of the built-in list"
    )
    parser.add_argument("--every", type=float, default=10.0, metavar="S", help="kill a worker")
    parser.add_argument("--coordinators", type=int, default=2, metavar="N", help="times")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which workers")
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="cluster-kills-") as name:
        folder = Path(name)
        (folder / "open5.txt").write_text(OPEN5)
        command = [sys.executable, "-m", "satcross", "fill", str(folder / "open5.txt"), "--all"]
        command += ["--min-score", str(given.min_score), "-o"]
        started = time.monotonic()
        subprocess.run([*command, str(folder / "alone.txt")], check=True)
        alone_s = time.monotonic() - started
        state = folder / "state"
        killing = Killing(
            [*command, str(folder / "fills.txt"), "--cluster", "local:2", "--state", str(state)],
            state, random.Random(given.seed), every_s=given.every,
            n_coordinators=given.coordinators,
        )  # fmt: skip
        started = time.monotonic()
        code = killing.run()
        print(f"one process {alone_s:.0f} s, the cluster {time.monotonic() - started:.0f} s")
        print(
            f"killed: {killing.killed.workers} workers, {killing.killed.coordinators} coordinators"
        )
        if left := killing.left():
            print(f"processes are left: {', '.join(left)}")
            return 1
        if code != 0 or not (folder / "fills.txt").exists():
            print(f"exit code {code}")
            return 1
        alone, fills = fills_of(folder / "alone.txt"), fills_of(folder / "fills.txt")
    digests = [hashlib.sha256(b"\n".join(rows)).hexdigest()[:16] for rows in (alone, fills)]
    print(
        f"{len(alone):,} and {len(fills):,} fills, {len(set(fills)):,} different; digests {digests}"
    )
    return 0 if alone == fills and len(set(fills)) == len(fills) else 1


if __name__ == "__main__":
    sys.exit(main())
