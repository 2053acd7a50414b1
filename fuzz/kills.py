"""Signals at random moments of every command: `python -m fuzz.kills --trials N --seed S`.

Each trial starts a command of `fuzz.kill_recipes` in its own process, sends a signal (or
closes the pipe that reads its output) at a random moment, and checks what is left:

- the exit code is that of docs/reference/exit-codes.md, and it ends in time;
- no process that it started is alive, not even one in its own session: each has a mark in its
  environment, which /proc shows;
- no file is left in its temporary directory, nor beside its output unless it was SIGKILL;
- an output file is the old one or a complete new one;
- standard output ends with a whole line, and is JSON where that was asked for; standard error has
  no traceback.

A trial depends on the seed and its number alone, but for the speed of the machine:
`--only NUMBER` repeats one. A failure is tried again with less and less, and reported with the
command, the moment, and how often it happens. Linux only.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from fuzz.kill_recipes import arguments, code_at_limit, is_server, make_inputs, recipes
from satcross.apps.store.store import FillStore

MARK = "SATCROSS_KILLS_TRIAL"
PIPE = "PIPE"
SIGNALS = ("KILL", "TERM", "INT", "HUP", PIPE)
OLD = b"what was there before\n"
INTERRUPTED = {"INT": 130, "TERM": 143, "HUP": 129}
READER_GONE = 141

_ENDLESS_S = 1.6  # of an endless command after it has started, in which its moment lies
# It has a limit all the same: if a signal is lost, that shows.
_LIMIT_S = 8
_PIPE_LIMIT_S = 2  # where it need not notice that its reader has gone
_MUST_END_S = 20.0  # on a busy machine; a lost signal shows, as endless commands have a limit
_STOPS_S = 2.0  # to end after a limit, on a busy machine, whether or not a signal comes
_ORPHANS_S = 4.0  # for children to end that were just being started
_SIGN_OF_LIFE = 100  # trials
_MAX_AGAIN = 5  # failures that are repeated
_AGAIN = 5  # repetitions of a failure in each simpler form


@dataclass(frozen=True, slots=True)
class Trial:
    """What is to be done.

    Args:
        line: of the recipes.
        endless: whether it is one of the endless ones.
        kind: one of `SIGNALS`.
        part: when, as a part of the time that the command takes.
        from_output: whether to count from the first byte or file that it writes, and not from its
            start; `part` is then a part of a tenth of a second.
        twice: whether the signal is sent a second time soon after.
        to_group: whether it goes to the process group, as from a terminal or by `timeout`.
        has_old: whether there is an older output file.
        to_pipe: whether standard output is a pipe, else a file.
    """

    line: str
    endless: bool
    kind: str
    part: float
    from_output: bool
    twice: bool
    to_group: bool
    has_old: bool
    to_pipe: bool

    SIMPLER: ClassVar[Sequence[str]] = ("twice", "to_group", "has_old", "to_pipe", "from_output")

    @classmethod
    def draw(cls, seed: int, number: int, lines: Sequence[tuple[str, bool]]) -> Trial:
        """The trial of that number."""
        rng = random.Random(f"{seed}:{number}")
        # All lines come in turn, each with another signal.
        line, endless = lines[number % len(lines)]
        kind = SIGNALS[(number // len(lines) + number % len(lines)) % len(SIGNALS)]
        if kind == PIPE and is_server(line):
            kind = "TERM"  # it prints one line, and would go on for ever
        return cls(
            line, endless, kind,
            part=rng.random(),
            from_output=rng.random() < 0.3,
            twice=kind not in ("KILL", PIPE) and rng.random() < 0.25,
            to_group=kind not in ("KILL", PIPE) and rng.random() < 0.25,
            has_old=rng.random() < 0.5,
            to_pipe=kind == PIPE or rng.random() < 0.5,
        )  # fmt: skip

    def with_less(self, name: str) -> Trial:
        """The same without one of `SIMPLER`."""
        if name == "to_pipe" and self.kind == PIPE:
            return self
        change: dict[str, Any] = {name: False}
        return replace(self, **change)


@dataclass(slots=True)
class Outcome:
    """What came of a trial.

    Args:
        faults: what is wrong; none if all is as promised.
        notes: what is worth counting.
        code: the exit code.
        moment_s: when the signal was sent.
    """

    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    code: int = 0
    moment_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Usual:
    """How a command ends when it is left alone.

    Args:
        code: its exit code.
        seconds: how long it takes.
    """

    code: int
    seconds: float


class Runner:
    """Runs trials with the input of one folder.

    Args:
        work: an empty folder.
    """

    def __init__(self, work: Path) -> None:
        self._work = work
        self._inputs = work / "inputs"
        self._inputs.mkdir()
        make_inputs(self._inputs)
        self._usual: dict[str, Usual] = {}
        self._lock = threading.Lock()
        self._n = 0
        self._start_s = self.usual("--help", endless=False).seconds

    def usual(self, line: str, *, endless: bool) -> Usual:
        """How a command ends when it is left alone; measured once."""
        if endless:
            return Usual(code_at_limit(line), self._start_s + _ENDLESS_S)
        with self._lock:
            known = self._usual.get(line)
        if known is None:
            with self._place() as place:
                started = time.monotonic()
                process = self._start(place, line, None, subprocess.DEVNULL)
                known = Usual(process.wait(), time.monotonic() - started)
            with self._lock:
                self._usual[line] = known
        return known

    def run(self, trial: Trial) -> Outcome:
        """Run one trial."""
        usual = self.usual(trial.line, endless=trial.endless)
        with self._place() as place:
            if trial.has_old:
                place.put_old(trial.line, self._inputs)
            return _Run(trial, usual, place, self._start).outcome()

    def _place(self) -> Place:
        with self._lock:
            self._n += 1
            return Place(self._work / f"trial-{self._n}", f"{os.getpid()}-{self._n}")

    def _start(
        self, place: Place, line: str, limit_s: float | None, stdout: int
    ) -> subprocess.Popen[bytes]:
        with place.stderr.open("wb") as stderr:
            return subprocess.Popen(
                [sys.executable, "-m", "satcross", *arguments(line, place.out, limit_s)],
                cwd=self._inputs,
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                process_group=0,
                env={**os.environ, "TMPDIR": str(place.temporary), MARK: place.mark},
            )


class Place:
    """The folders of one trial.

    Args:
        folder: holds them all; removed at the end.
        mark: what its processes have in their environment.
    """

    def __init__(self, folder: Path, mark: str) -> None:
        self.mark = mark
        self._folder = folder
        self.out, self.temporary = folder / "out", folder / "tmp"
        self.stdout, self.stderr = folder / "stdout", folder / "stderr"
        for path in (folder, self.out, self.temporary):
            path.mkdir()

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *_: object) -> None:
        for pid in marked(self.mark):
            os.kill(pid, signal.SIGKILL)
        shutil.rmtree(self._folder, ignore_errors=True)

    def put_old(self, line: str, inputs: Path) -> None:
        """An older file in the place of each that the command writes."""
        for name in outputs(line):
            if name == "proof":
                if "--force" in line:
                    shutil.copytree(inputs / "proof", self.out / name)
            elif "{}" in name:
                for number in range(1, 30):
                    (self.out / name.replace("{}", str(number))).write_bytes(OLD)
            else:
                (self.out / name).write_bytes(OLD)


def outputs(line: str) -> list[str]:
    """The names after OUT/ in a line, and what goes with them."""
    names = [word.removeprefix("OUT/") for word in line.split() if word.startswith("OUT/")]
    return [*names, *(["solution.txt"] if "search.txt" in names else [])]


def marked(mark: str) -> list[int]:
    """The processes with this mark in their environment, zombies left out."""
    wanted = f"{MARK}={mark}\0".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if wanted in (entry / "environ").read_bytes() + b"\0":
                found.append(int(entry.name))
        except OSError:  # it has gone, or is somebody else's
            continue
    return found


Start = Callable[[Place, str, float | None, int], subprocess.Popen[bytes]]


class _Run:
    def __init__(self, trial: Trial, usual: Usual, place: Place, start: Start) -> None:
        self._trial, self._usual, self._place, self._start = trial, usual, place, start
        self._outcome = Outcome()
        self._received = bytearray()
        self._close_reader = threading.Event()
        self._is_ours = True
        self._is_over = False
        self._went_on_s = 0.0

    def outcome(self) -> Outcome:
        trial, place, outcome = self._trial, self._place, self._outcome
        limit_s = None
        if trial.endless:
            limit_s = _PIPE_LIMIT_S if trial.kind == PIPE else _LIMIT_S
        reader: threading.Thread | None = None
        if trial.to_pipe:
            ours, theirs = os.pipe()
            process = self._start(place, trial.line, limit_s, theirs)
            os.close(theirs)
            reader = threading.Thread(target=self._read, args=(ours,))
            reader.start()
        else:
            with place.stdout.open("wb") as file:
                process = self._start(place, trial.line, limit_s, file.fileno())
        started = time.monotonic()
        try:
            self._wait_for_moment(process, started)
            outcome.moment_s = time.monotonic() - started
            # Before its first line of Python no program can do anything about a signal.
            self._is_ours = _handles(process.pid, signal.SIGTERM)
            self._is_over = process.poll() is not None
            self._strike(process)
            struck = time.monotonic()
            # Who is not to notice that its reader has gone comes to its usual end.
            wait_s = _MUST_END_S + (4 * self._usual.seconds if trial.kind == PIPE else 0)
            try:
                outcome.code = process.wait(wait_s)
            except subprocess.TimeoutExpired:
                self._fault(f"did not end within {wait_s:.0f} s")
                process.kill()
                process.wait()
            self._went_on_s = time.monotonic() - struck
        finally:
            self._close_reader.set()
            if reader is not None:
                reader.join()
        self._check_code()
        self._check_processes()
        self._check_files()
        self._check_streams()
        return outcome

    def _wait_for_moment(self, process: subprocess.Popen[bytes], started: float) -> None:
        trial = self._trial
        wait_s = trial.part * self._usual.seconds * 1.05
        if trial.from_output:
            end = started + self._usual.seconds
            while time.monotonic() < end and process.poll() is None and not self._has_output():
                time.sleep(0.002)
            started, wait_s = time.monotonic(), trial.part * 0.1
        while process.poll() is None and (left_s := started + wait_s - time.monotonic()) > 0:
            time.sleep(min(left_s, 0.05))

    def _has_output(self) -> bool:
        if self._trial.to_pipe:
            return bool(self._received)
        has_stdout = self._place.stdout.stat().st_size > 0
        return has_stdout or any(path.name.startswith(".") for path in self._place.out.iterdir())

    def _strike(self, process: subprocess.Popen[bytes]) -> None:
        trial = self._trial
        if trial.kind == PIPE:
            self._close_reader.set()
            return
        number = signal.Signals[f"SIG{trial.kind}"]
        for again in (False, True):
            if again:
                if not trial.twice:
                    return
                time.sleep(trial.part * 0.2)
            if trial.to_group:
                try:
                    os.killpg(process.pid, number)
                except ProcessLookupError:
                    return
            else:
                process.send_signal(number)

    def _read(self, fd: int) -> None:
        try:
            os.set_blocking(fd, False)
            while True:
                if self._trial.kind == PIPE and self._close_reader.is_set():
                    return
                try:
                    chunk = os.read(fd, 1 << 12)
                except BlockingIOError:
                    time.sleep(0.002)
                    continue
                if not chunk:
                    return
                self._received += chunk
        finally:
            os.close(fd)

    def _fault(self, text: str) -> None:
        self._outcome.faults.append(text)

    def _check_code(self) -> None:
        kind, code = self._trial.kind, self._outcome.code
        allowed = {self._usual.code}
        if kind == "KILL":
            allowed.add(-signal.SIGKILL)
        elif kind == PIPE:
            allowed.add(READER_GONE)
        else:
            allowed.add(INTERRUPTED[kind])
            if not self._is_ours:
                allowed |= {-signal.Signals[f"SIG{kind}"], 1}  # 1: a traceback while Python starts
        if self._has_gone_on():
            self._fault("the signal was lost")
        elif code not in allowed:
            err = self._place.stderr.read_text("utf-8", errors="replace")[-600:]
            self._fault(f"exit code {code}, expected one of {sorted(allowed)}; stderr: {err!r}")
        self._outcome.notes.append(
            "ended before" if code == self._usual.code else f"exit code {code}"
        )
        if not self._is_ours:
            self._outcome.notes.append("before our first line")

    def _has_gone_on(self) -> bool:
        """Whether an endless command has gone on to its limit after a signal that ends it."""
        trial = self._trial
        return (
            trial.endless
            and trial.kind in INTERRUPTED
            and not is_server(trial.line)
            and self._outcome.code == self._usual.code
            and self._is_ours
            and not self._is_over
            and self._went_on_s > _STOPS_S
        )

    def _check_processes(self) -> None:
        end = time.monotonic() + _ORPHANS_S
        while left := marked(self._place.mark):
            if time.monotonic() > end:
                names = ", ".join(sorted(command_of(pid) for pid in left))
                self._fault(f"processes are left: {names}")
                return
            time.sleep(0.02)

    def _check_files(self) -> None:
        left = sorted(path.name for path in self._place.temporary.iterdir())
        if left:
            self._fault(f"temporary files are left: {', '.join(left)}")
        for path in sorted(self._place.out.iterdir()):
            self._check_file(path)

    def _check_file(self, path: Path) -> None:
        trial = self._trial
        if path.name.startswith("."):
            if trial.kind == "KILL":
                self._outcome.notes.append("hidden file after KILL")
            else:
                self._fault(f"a hidden file is left beside the output: {path.name}")
            return
        if not any(_matches(path.name, name) for name in outputs(trial.line)):
            self._fault(f"an unexpected file: {path.name}")
            return
        if path.is_dir():
            names = sorted(inner.name for inner in path.iterdir())
            if trial.kind != "KILL" and any(name.startswith(".") for name in names):
                self._fault(f"the proof is not whole: {names}")
            return
        data = path.read_bytes()
        if data == OLD and trial.has_old:
            return
        if problem := _incomplete(path.name, data):
            self._fault(f"{path.name} is neither the old file nor a complete one: {problem}")

    def _check_streams(self) -> None:
        trial = self._trial
        err = self._place.stderr.read_text("utf-8", errors="replace")
        if self._is_ours:
            for sign in ("Traceback", "Exception ignored", "Fatal Python error", "Error:"):
                if sign in err:
                    self._fault(f"stderr has {sign!r}: {err[-600:]!r}")
                    break
        out = bytes(self._received) if trial.to_pipe else self._place.stdout.read_bytes()
        whole, _, rest = out.rpartition(b"\n")
        if rest and trial.kind == "KILL":
            self._outcome.notes.append("KILL cut a line of stdout")
        elif rest and trial.kind != PIPE:
            self._fault(f"stdout ends with part of a line: {rest[-60:]!r}")
        if "--format json" not in trial.line or "OUT/" in trial.line or not whole:
            return
        if trial.line.startswith("words"):  # one document of many lines
            if trial.kind not in ("KILL", PIPE) and _is_no_json(out):
                self._fault("stdout is not JSON")
        elif any(_is_no_json(line) for line in whole.split(b"\n")):
            self._fault("stdout has a line that is not JSON")


def _handles(pid: int, number: int) -> bool:
    """Whether a process has changed what a signal does; True if it has gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("ascii", errors="replace").splitlines()
    except OSError:
        return True
    fields = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    changed = int(fields.get("SigCgt", "0"), 16) | int(fields.get("SigIgn", "0"), 16)
    return fields.get("State", "").startswith("Z") or bool(changed >> (number - 1) & 1)


def command_of(pid: int) -> str:
    """The beginning of a process's command line; "?" if it has gone."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return "?"
    return " ".join(words)[:80].strip()


def _matches(name: str, pattern: str) -> bool:
    if "{}" not in pattern:
        return name == pattern
    before, _, after = pattern.partition("{}")
    return name.startswith(before) and name.endswith(after)


def _is_no_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return True
    return False


def _unreadable(data: bytes) -> str:
    """What is wrong with the bytes of a store."""
    try:
        FillStore.from_bytes(data)
    except ValueError as error:
        return str(error)
    return ""


def _incomplete(name: str, data: bytes) -> str:
    """What an output file lacks; "" if it is complete."""
    try:
        if name.endswith(".gz"):
            data, name = gzip.decompress(data), name.removesuffix(".gz")
        elif name.endswith(".xz"):
            data, name = lzma.decompress(data), name.removesuffix(".xz")
    except (OSError, EOFError, lzma.LZMAError) as error:
        return str(error)
    ending = name.rpartition(".")[2]
    if ending in ("json", "ipuz"):
        return "no JSON" if _is_no_json(data) else ""
    if ending == "cnf":
        return _incomplete_cnf(data)
    if ending == "fills":
        return _unreadable(data)
    return "" if data.endswith(_ENDS.get(ending, b"\n")) else "it has no end"


_ENDS = {"png": b"IEND\xaeB`\x82", "pdf": b"%%EOF\n", "puz": b"\0"}


def _incomplete_cnf(data: bytes) -> str:
    lines = data.split(b"\n")
    header = next((line.split() for line in lines if line.startswith(b"p cnf")), None)
    if header is None:
        return "no header"
    n = sum(line.endswith(b" 0") or line == b"0" for line in lines if line[:1] not in b"cp")
    return "" if n == int(header[3]) else f"{n} clauses, not {int(header[3])}"


def shrunk(runner: Runner, trial: Trial) -> tuple[Trial, int]:
    """A simpler trial that fails too, and how often of `_AGAIN` times it does."""

    def n_failing(of: Trial) -> int:
        return sum(bool(runner.run(of).faults) for _ in range(_AGAIN))

    best, n_best = trial, n_failing(trial)
    for change in Trial.SIMPLER:
        less = best.with_less(change)
        if less != best and (n := n_failing(less)):
            best, n_best = less, n
    return best, n_best


def main(argv: Sequence[str] | None = None) -> int:
    """Run trials and print a report; the exit code is 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.kills", description=__doc__)
    parser.add_argument("--trials", type=int, default=100, metavar="N")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="trials at the same time")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="repeat one trial")
    parser.add_argument("--match", default="", metavar="TEXT", help="only commands with this text")
    given = parser.parse_args(argv)
    # What is ignored here, as SIGINT is in the background, would be ignored by the commands.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for ignored in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_DFL)
    lines = [each for each in recipes() if given.match in each[0]]
    numbers = (
        [given.only] if given.only is not None else range(given.first, given.first + given.trials)
    )
    started = time.monotonic()
    by_kind: Counter[tuple[str, str]] = Counter()
    by_line: Counter[str] = Counter()
    failed: list[tuple[int, Trial, Outcome]] = []
    with tempfile.TemporaryDirectory(prefix="kills-") as work:
        runner = Runner(Path(work))

        def one(number: int) -> tuple[int, Trial, Outcome]:
            trial = Trial.draw(given.seed, number, lines)
            return number, trial, runner.run(trial)

        with ThreadPoolExecutor(given.jobs) as pool:
            for number, trial, outcome in pool.map(one, numbers):
                by_line[trial.line.split()[0]] += 1
                if by_line.total() % _SIGN_OF_LIFE == 0:
                    taken_s = time.monotonic() - started
                    print(f"{by_line.total()} trials, {taken_s:.0f} s", file=sys.stderr, flush=True)
                for note in outcome.notes:
                    by_kind[trial.kind, note] += 1
                if outcome.faults:
                    failed.append((number, trial, outcome))
                    print(f"trial {number}: {trial}", flush=True)
                    print(f"  at {outcome.moment_s:.3f} s: {'; '.join(outcome.faults)}", flush=True)
        for number, trial, _ in failed[:_MAX_AGAIN]:
            less, n = shrunk(runner, trial)
            print(f"trial {number} again: {n} of {_AGAIN} fail: {less}", flush=True)
    n_trials = sum(by_line.values())
    print(f"{n_trials} trials in {time.monotonic() - started:.0f} s, seed {given.seed}: ", end="")
    print(f"{len(failed)} failed")
    print("  " + "  ".join(f"{name} {n}" for name, n in sorted(by_line.items())))
    for (kind, note), n in sorted(by_kind.items()):
        print(f"  {kind:5} {n:6}  {note}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
