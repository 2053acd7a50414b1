"""Injected faults of files and streams, at every step of every command that writes.

    python -m fuzz.faults              every case, in some minutes
    python -m fuzz.faults fill prove   those of some commands
    python -m fuzz.faults --real       file systems that are really full; needs root on Linux

A *step* is a call to the system that opens, writes, names or closes a file in the output folder, or
writes to stdout or stderr. Each case of `fuzz.file_cases` runs once to count its steps, and then
once for each step and fault:

- *error*: the step fails, with "no space left" where it writes, and an I/O error elsewhere;
- *interrupt*: Ctrl-C, right after the step;
- *full*: the disk is full after n bytes, for n at, before and after the end of each write;
- *pipe*: the reader of stdout or stderr is gone;
- *short*: every write takes only half of what it is given.

All that with old files in place and without. Afterwards each file must be the old one or the new
one, complete, and nothing beside it. The exit code must be the documented one: 2 after an error,
with one line on stderr that says so; 130 after an interrupt; 141 for the reader of stdout that is
gone; that of the command where only stderr failed, or where another way was found.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

from fuzz.file_cases import CASES, Case, make_inputs
from satcross.cli.main import main as satcross
from satcross.cli.streams import guarded, stdout_failed

T = TypeVar("T")
TRACEBACK, FAILED, INTERRUPTED, READER_GONE = 1, 2, 130, 141
PRINT, MESSAGE, WRITE = "print", "message", "write"
# What is looked at by an audit hook too, so that no way to write escapes the injected faults.
_AUDITED = {"open": "open", "os.rename": "rename", "os.mkdir": "mkdir"}
_FILE = io.FileIO
_PAGE, _ENOUGH = 4096, 512  # bytes; pages
KINDS = ("error", "interrupt", "full", "pipe", "short")


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong, and where.

    Args:
        kind: "error", "interrupt", "full", "pipe" or "short"; "none" for nothing.
        at: the number of the step; of "full", the number of bytes.
    """

    kind: str = "none"
    at: int = -1


@dataclass(frozen=True, slots=True)
class Done:
    """What a run left.

    Args:
        code: the exit code.
        err: what it wrote to stderr.
        files: by name, the content of the files in the output folder; of folders None.
        steps: the names of the steps.
        writes: how many bytes each write to a file had.
        escaped: what the audit hook saw and the faults did not.
    """

    code: int
    err: str
    files: dict[str, bytes | None]
    steps: tuple[str, ...]
    writes: tuple[int, ...]
    escaped: tuple[str, ...]


class Layer:
    """Calls to the system, some of which fail. Use it in a `with` statement.

    Args:
        folder: the files in which count.
        fault: what goes wrong.
    """

    _active: Layer | None = None

    def __init__(self, folder: Path, fault: Fault) -> None:
        self.steps: list[str] = []
        self.writes: list[int] = []
        self.audited: Counter[str] = Counter()
        self._folder = str(folder)
        self._fault = fault
        self._descriptors: dict[int, str] = {}
        self._unowned: set[int] = set()
        self._stack = ExitStack()

    def __enter__(self) -> Layer:
        for name in ("open", "rename", "replace", "mkdir", "fsync", "fchmod"):
            step = "rename" if name == "replace" else name
            self._stack.enter_context(mock.patch.object(os, name, self._call(step, name)))
        self._stack.enter_context(mock.patch.object(io, "FileIO", _file_class(self)))
        Layer._active = self
        return self

    def __exit__(self, *_: object) -> None:
        Layer._active = None
        self._stack.close()
        for descriptor in self._unowned:  # an interrupt has lost them
            os.close(descriptor)

    def stream(self, descriptor: int, step: str) -> None:
        """Count what is written to a descriptor as steps of this name."""
        self._descriptors[descriptor] = step

    def step_of(self, descriptor: int) -> str | None:
        """The name of a write to a descriptor; None if it does not count."""
        return self._descriptors.get(descriptor)

    def owned(self, descriptor: int) -> None:
        """Take note that a file object will close a descriptor."""
        self._unowned.discard(descriptor)

    def closed(self, descriptor: int) -> None:
        """Take note that a descriptor may soon be one of another file."""
        self._descriptors.pop(descriptor, None)

    def step(self, name: str, call: Callable[[], T]) -> T:
        """Do a step, or fail."""
        number, fault = len(self.steps), self._fault
        self.steps.append(name)
        if number != fault.at or fault.kind in ("none", "full", "short"):
            return call()
        if fault.kind == "interrupt":
            call()
            raise KeyboardInterrupt
        if fault.kind == "pipe":
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
        code = errno.ENOSPC if name in (WRITE, PRINT, MESSAGE) else errno.EIO
        raise OSError(code, os.strerror(code))

    def room(self, n_bytes: int) -> int:
        """How many of the bytes of a write are taken. Raises OSError: none."""
        fault = self._fault
        if fault.kind == "short":
            return max(1, n_bytes // 2)
        if fault.kind != "full":
            return n_bytes
        left = fault.at - sum(self.writes)
        if left <= 0 < n_bytes:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return min(left, n_bytes)

    @property
    def counted(self) -> Counter[str]:
        """How often there was each of the steps that the audit hook sees as well."""
        return Counter(step for step in self.steps if step in _AUDITED.values())

    def _call(self, step: str, name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def call(*args: Any, **keywords: Any) -> Any:
            if step == "open":
                if not self.is_inside(args[0]) or not _is_writing(args[1]):
                    return real(*args, **keywords)

                def opened() -> int:
                    descriptor: int = real(*args, **keywords)
                    self._descriptors[descriptor] = WRITE
                    self._unowned.add(descriptor)
                    return descriptor

                return self.step(step, opened)
            # The last argument of `rename` is where the file goes.
            paths = args[:2] if step == "rename" else args[:1]
            if not any(self._is_ours(path) for path in paths):
                return real(*args, **keywords)
            return self.step(step, lambda: real(*args, **keywords))

        return call

    def _is_ours(self, path: Any) -> bool:
        if isinstance(path, int):
            return self._descriptors.get(path) == WRITE
        return self.is_inside(path)

    def is_inside(self, path: Any) -> bool:
        """Whether a path is the output folder, or in it."""
        if isinstance(path, int):
            return False
        whole = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  # as the system has it
        return whole == self._folder or whole.startswith(f"{self._folder}/")

    @staticmethod
    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        """Count what happens in the output folder. The hook cannot be removed again."""
        layer = Layer._active
        if layer is None or event not in _AUDITED:
            return
        if event == "open":
            path, mode, flags = arguments
            writes = _is_writing(flags) if mode is None else bool(set(mode) & set("wax+"))
            if isinstance(path, int) or not writes:
                return
        if layer.is_inside(arguments[1] if event == "os.rename" else arguments[0]):
            layer.audited[_AUDITED[event]] += 1


def _is_writing(flags: int) -> bool:
    return bool(flags & (os.O_WRONLY | os.O_RDWR))


def _file_class(layer: Layer) -> type[io.FileIO]:
    class File(_FILE):
        def __init__(self, file: Any, mode: str = "r", closefd: bool = True) -> None:
            if not layer.is_inside(file) or mode == "r":
                super().__init__(file, mode, closefd)
                layer.owned(file)
                return
            layer.step("open", lambda: _FILE.__init__(self, file, mode, closefd))
            layer.stream(self.fileno(), WRITE)

        def write(self, data: Any, /) -> int:
            step = layer.step_of(self.fileno())
            if step is None:
                return super().write(data)
            view = memoryview(data).cast("B")

            def write() -> int:
                n_taken = layer.room(len(view)) if step == WRITE else len(view)
                return _FILE.write(self, view[:n_taken])

            n_written = layer.step(step, write)
            if step == WRITE:
                layer.writes.append(n_written)
            return n_written

        def close(self) -> None:
            if self.closed:
                return
            descriptor = self.fileno()
            if layer.step_of(descriptor) != WRITE:
                super().close()
                return
            layer.closed(descriptor)
            try:
                layer.step("close", lambda: None)
            finally:
                super().close()

    return File


@dataclass(slots=True)
class Runner:
    """Runs cases, with faults and without, and judges what is left.

    Args:
        scratch: an empty folder.
    """

    scratch: Path
    n_runs: int = 0
    n_survived: int = 0
    n_steps: int = 0
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._inputs.mkdir()
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            make_inputs(self._inputs)

    @property
    def _inputs(self) -> Path:
        return self.scratch / "in"

    def case(self, case: Case) -> None:
        """Run a case with every fault at every step, with old files and without."""
        # A file that is there is read by --state, which takes no other content.
        for with_old in (False, True) if case.files and case.writes != "state" else (False,):
            self.at_every_step(case, with_old=with_old)

    def at_every_step(
        self,
        case: Case,
        *,
        with_old: bool = True,
        kinds: Sequence[str] = KINDS,
    ) -> None:
        """Run a case with every fault of these kinds at every step.

        Args:
            case: the case.
            with_old: whether there are old files.
            kinds: of faults.
        """
        clean = self.run(case, Fault(), with_old)
        written = {name for name, data in clean.files.items() if data is not None}
        if clean.code != case.code or written != set(case.files):
            what = f"exit code {clean.code}, files {sorted(written)}: {clean.err!r}"
            self._require(False, case, Fault(), what)
            return
        self._require(not clean.escaped, case, Fault(), f"not injected: {clean.escaped}")
        self.n_steps += len(clean.steps)
        for fault in faults_of(clean, kinds):
            done = self.run(case, fault, with_old)
            self.judge(case, fault, clean, done, with_old)

    def run(
        self,
        case: Case,
        fault: Fault,
        with_old: bool,
        out: Path | None = None,
    ) -> Done:
        """Run a case once.

        Args:
            case: the case.
            fault: what goes wrong.
            with_old: whether there are old files.
            out: the output folder; one in `scratch` by default, recreated.
        """
        self.n_runs += 1
        if out is None:
            out = self.scratch / "out"
            shutil.rmtree(out, ignore_errors=True)
            out.mkdir()
        place_olds(case, out, with_old)
        with (
            tempfile.TemporaryFile(dir=self.scratch) as stdout,
            tempfile.TemporaryFile(dir=self.scratch) as stderr,
            Layer(out, fault) as layer,
        ):
            layer.stream(stdout.fileno(), PRINT)
            layer.stream(stderr.fileno(), MESSAGE)
            with (
                redirect_stdout(guarded(stdout.fileno(), None, stdout_failed)),
                redirect_stderr(guarded(stderr.fileno(), None, lambda _: None)),
            ):
                try:
                    code = satcross(case.argv(self._inputs, out))
                except Exception:
                    code = TRACEBACK
                    traceback.print_exc()
                sys.stderr.flush()
            layer.closed(stdout.fileno())
            layer.closed(stderr.fileno())
            stderr.seek(0)
            err = stderr.read().decode()
        escaped = layer.audited - layer.counted
        return Done(
            code, err, content(out), tuple(layer.steps), tuple(layer.writes), tuple(escaped)
        )

    def judge(self, case: Case, fault: Fault, clean: Done, done: Done, with_old: bool) -> None:
        """Take note of what is wrong with what a run left."""
        old = {name: old_content(name) if with_old else None for name in case.files}
        is_old = [done.files.get(name) == old[name] for name in case.files]
        is_new = [done.files.get(name) == clean.files[name] for name in case.files]
        whole = all(a or b for a, b in zip(is_old, is_new, strict=True))
        self._require(whole, case, fault, "a file is neither the old one nor the new one")
        allowed = set(clean.files) | set(case.folders)
        beside = sorted(set(done.files) - allowed)
        self._require(not beside, case, fault, f"left beside: {', '.join(beside)}")
        empty = [
            name for name, data in done.files.items() if data is None
            and name not in case.folders and not any(n.startswith(f"{name}/") for n in done.files)
        ]  # fmt: skip
        self._require(not empty, case, fault, f"an empty folder is left: {', '.join(empty)}")
        self._require("Traceback" not in done.err, case, fault, "a traceback")
        step = clean.steps[fault.at] if fault.kind not in ("full", "short") else WRITE
        expected, is_reported = FAILED, True
        if fault.kind == "interrupt":
            expected, is_reported = INTERRUPTED, False
        elif fault.kind == "short" or step == MESSAGE:
            expected, is_reported = clean.code, False
        elif fault.kind == "pipe":
            expected, is_reported = READER_GONE, False
        if done.code == expected:
            n_lines = sum(line.startswith("satcross: ") for line in done.err.splitlines())
            good = not is_reported or n_lines == 1
            self._require(good, case, fault, f"{n_lines} lines report the error: {done.err!r}")
            if expected == clean.code:
                self._require(all(is_new), case, fault, "the file is not the new one")
        elif done.code == clean.code and step in ("open", "close", "fsync"):
            self.n_survived += 1
            self._require(all(is_new), case, fault, "the file is not the new one")
        else:
            self._require(False, case, fault, f"exit code {done.code}: {done.err!r}")

    def _require(self, good: bool, case: Case, fault: Fault, problem: str) -> None:
        if not good:
            self.problems.append(f"{case.name}: {fault.kind} at {fault.at}: {problem}")

    def real(self, case: Case) -> None:
        """Run a case on a file system with more and more room, until it succeeds."""
        disk = self.scratch / "disk"
        for with_old in (False, True):
            with full_disk(disk, _ENOUGH, case, with_old) as out:
                clean = self.run(case, Fault(), with_old, out)
            for n_pages in range(_ENOUGH):
                with full_disk(disk, n_pages, case, with_old) as out:
                    done = self.run(case, Fault(), with_old, out)
                if done.code == clean.code:
                    break
                self.judge(case, Fault("full", n_pages), clean, done, with_old)


def faults_of(clean: Done, kinds: Sequence[str] = KINDS) -> Iterator[Fault]:
    """All faults of these kinds in a run that had none."""
    for number, step in enumerate(clean.steps):
        if "error" in kinds:
            yield Fault("error", number)
        if "interrupt" in kinds and step not in (MESSAGE, "close"):
            yield Fault("interrupt", number)
        if "pipe" in kinds and step in (PRINT, MESSAGE):
            yield Fault("pipe", number)
    if "full" in kinds:
        total, at = sum(clean.writes), 0
        places = {0, 1, total // 2, total - 1}
        for n_bytes in clean.writes:
            at += n_bytes
            places |= {at - 1, at, at + 1}
        yield from (Fault("full", place) for place in sorted(places) if 0 <= place < total)
    if "short" in kinds and clean.writes:
        yield Fault("short")


def old_content(name: str) -> bytes:
    """What an old file of this name has in it."""
    return f"the old {name}\n".encode()


def place_olds(case: Case, out: Path, with_old: bool) -> None:
    """Make the folders that a case needs, and the old files."""
    for folder in case.folders:
        (out / folder).mkdir(exist_ok=True)
    if with_old:
        for name in case.files:
            (out / name).parent.mkdir(exist_ok=True)
            (out / name).write_bytes(old_content(name))


def content(folder: Path) -> dict[str, bytes | None]:
    """By name, the content of all files below a folder; of folders None."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


@contextmanager
def full_disk(disk: Path, n_pages: int, case: Case, with_old: bool) -> Iterator[Path]:
    """A folder on a file system in memory with this much room left after the old files."""
    disk.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4M", "satcross", str(disk)], check=True)
    try:
        out = disk / "out"
        out.mkdir()
        place_olds(case, out, with_old)
        with (disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(bytes(_PAGE))
        os.truncate(disk / "filler", (disk / "filler").stat().st_size - n_pages * _PAGE)
        yield out
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def main() -> int:
    """Run the cases of some commands, or of all, and print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m fuzz.faults", description="Injected faults of files and streams."
    )
    parser.add_argument("command", nargs="*", help="only the cases of these commands")
    parser.add_argument("--real", action="store_true", help="with file systems that are full")
    chosen = parser.parse_args()
    cases = [
        case for case in CASES
        if (not chosen.command or case.command.split()[0] in chosen.command)
        and (case.files or not chosen.real)
    ]  # fmt: skip
    started = time.monotonic()
    totals: Counter[str] = Counter()
    print("| command | calls | steps | runs | another way found | wrong |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name in dict.fromkeys(case.command for case in cases):
        row = _row([case for case in cases if case.command == name], real=chosen.real)
        totals += row
        _print_row(f"`{name}`", row)
    _print_row("all", totals)
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)
    return 1 if totals["wrong"] else 0


def _row(cases: Sequence[Case], *, real: bool) -> Counter[str]:
    """What came of some cases; problems are printed."""
    with tempfile.TemporaryDirectory(prefix="satcross-faults-") as folder:
        runner = Runner(Path(folder).resolve())
        for case in cases:
            (runner.real if real else runner.case)(case)
    for problem in runner.problems:
        print(problem, file=sys.stderr)
    return Counter(
        calls=len(cases), steps=runner.n_steps, runs=runner.n_runs,
        survived=runner.n_survived, wrong=len(runner.problems),
    )  # fmt: skip


def _print_row(name: str, row: Counter[str]) -> None:
    figures = (row[key] for key in ("calls", "steps", "runs", "survived", "wrong"))
    print(f"| {name} | {' | '.join(f'{n:,}' for n in figures)} |", flush=True)


sys.addaudithook(Layer.audit)

if __name__ == "__main__":
    sys.exit(main())
