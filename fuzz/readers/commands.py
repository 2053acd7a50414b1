"""Mutated inputs and arguments through the whole command line, in this process."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from fuzz.readers.mutate import mutated
from fuzz.readers.oracle import MAX_S, TooSlowError, limited
from fuzz.readers.running import Tally, seeds_of
from fuzz.readers.targets import ROOT, TARGETS
from satcross.cli.main import build_app

sys.path.insert(0, str(ROOT / "tests"))

from support.cli import run_cli

CODES = {0, 1, 2, 20, 124}  # documented, of commands that nobody interrupts
_VALUES = (
    *("0", "1", "-1", "3", "5x5", "9x9", "1000x1000", "latin", "german", "text", "json", "svg"),
    *("g.txt", "w.txt", "good.cnf", "good.answer", "missing", "out.txt", "-", "", "A", "1A=CAT"),
    *("r1c1", "70-74", "3=0-10", "A r1c1 3", "c?t", "grids", "words", "half", "9" * 5000, "1e400"),
    *("nan", "-0", "a\udcffb", "a\nb", "\u202e", "[HEART]", "7EF9C51EBF", "0.5", "{}", "most"),
)
_SKIPPED = ("--solver-command", "--time-limit", "--jobs", "--worker", "serve")
_LIMITED_S = "0.3"


def run_files(n: int, seed: int) -> Tally:
    """Mutated files to the commands that read them."""
    targets = [target for target in TARGETS.values() if target.command]
    seeds = {target.name: seeds_of(target, seed) for target in targets}
    rng = random.Random(f"{seed} files")

    def make() -> list[str]:
        target = rng.choice(targets)
        name = f"mutated{target.suffix}"
        Path(name).write_bytes(mutated(seeds[target.name], target.tokens, rng))
        return [part.format(name) for part in target.command]

    return _run(n, make)


def run_arguments(n: int, seed: int) -> Tally:
    """Arguments put together at random."""
    rng = random.Random(f"{seed} arguments")
    parameters = {
        name: command.params for name, command in _leaves(typer.main.get_command(build_app()))
    }

    def make() -> list[str]:
        name = rng.choice([name for name in sorted(parameters) if name[0] not in _SKIPPED])
        out = list(name)
        for parameter in parameters[name]:
            is_option = parameter.param_type_name == "option"
            if is_option and (parameter.opts[0] in _SKIPPED or rng.randrange(8)):
                continue
            out += [rng.choice(parameter.opts)] if is_option else []
            if not getattr(parameter, "is_flag", False):
                good = "g.txt" if "GRID" in (parameter.metavar or "") else "w.txt"
                out.append(rng.choice((good, good, *_VALUES)))
        if any("--time-limit" in parameter.opts for parameter in parameters[name]):
            out += ["--time-limit", _LIMITED_S]
        if rng.randrange(10) == 0:
            out.insert(rng.randrange(len(out) + 1), rng.choice(_VALUES))
        return out

    return _run(n, make)


def _leaves(command: Any, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        return [(path, command)]
    return [leaf for name, one in inner.items() for leaf in _leaves(one, (*path, name))]


def _run(n: int, make: Any) -> Tally:
    tally = Tally()
    before, folder = Path.cwd(), Path(tempfile.mkdtemp(prefix="fuzz-"))
    try:
        os.chdir(folder)
        for _ in range(n):
            _refresh(folder)
            _one(make(), tally)
    finally:
        os.chdir(before)
        shutil.rmtree(folder, ignore_errors=True)
    return tally


def _refresh(folder: Path) -> None:
    """The files that commands may name; what others wrote is removed."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    (folder / "g.txt").write_text("CAT\n...\n...\n")
    (folder / "w.txt").write_text("cat;50\narc\nape\ntea\ncar\ntee\nate\neat\n")
    for name in ("good.cnf", "good.answer"):
        shutil.copy(ROOT / "tests" / "bad_inputs" / "files" / name, folder)


def _one(argv: Sequence[str], tally: Tally) -> None:
    started = time.process_time()
    fault = where = ""
    try:
        with limited():
            signal.setitimer(signal.ITIMER_VIRTUAL, MAX_S)
            done = run_cli(*argv)
        tally.n_read += done.code != 2
        if done.code not in CODES:
            fault = where = f"exit code {done.code}"
        elif done.code == 2 and done.err.count("satcross: ") != 1:
            fault, where = f"not one error: {done.err[:300]!r}", "not one error"
        elif "Traceback" in done.err:
            fault = where = f"traceback: {done.err[-300:]!r}"
    except (Exception, TooSlowError) as error:
        fault, where = f"{type(error).__name__}: {str(error)[:200]}", type(error).__name__
    seconds = time.process_time() - started
    tally.n += 1
    tally.seconds += seconds
    tally.slowest_s = max(tally.slowest_s, seconds)
    if fault:
        shown = " ".join(repr(part[:60]) for part in argv)
        tally.faults.setdefault(f"{argv[0]} {where}", f"{shown}: {fault}")


def peak_mb() -> int:
    """The most memory that this process had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
