"""A reference record of what satcross answers, and what has changed since it was made.

    python -m benchmarks.record --write FILE [--compact] [--jobs N]
    python -m benchmarks.record --check FILE [--wording] [--jobs N]

`--write` fills the puzzles of `record_puzzles` with every engine and five seeds, makes the
reference dumps, runs the commands of `record_commands`, and writes down all answers; `--compact`
leaves out the texts and keeps their hashes. `--check` does it again, prints each difference and
ends with 1 if there is one.

Messages on stdout and stderr are compared separately, as *wording*; so are files for people
(`.md`). With `--wording`, differences of that kind are still printed, but do not count as long as
the capitals and numbers on stdout are the same: these are the grids, words, counts and scores.

Nothing but the public library and the command line is used, so that a record made before modules
are moved serves after it too. It holds no times and no paths.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import satcross as sx
from benchmarks import record_commands, record_puzzles
from benchmarks.record_commands import Command
from benchmarks.record_puzzles import ROOT

SCHEMA = "satcross.record/1"
Table = dict[str, dict[str, Any]]

_DUMP_SCRIPT = ROOT / "scripts" / "make_cnf_dumps.py"
_PACKAGES = Path(str(sx.__file__)).resolve().parent.parent  # where this process has satcross from
_LIMIT_S = 300  # of a command, against hanging only
_SHOWN_LINES = 12  # of a difference of texts

# What differs from run to run, and what stands for it in the record.
_VARYING = (
    (re.compile(r'("(?:elapsed|[a-z_]*seconds|[a-z_]*_s)": )[-+.e\d]+'), r"\1SECONDS"),
    (re.compile(r"^(seconds .*?) +\d+(?:\.\d+)?$", re.MULTILINE), r"\1 SECONDS"),
    (re.compile(r"\b\d+(?:\.\d+)? (s|ms|seconds?)\b"), r"SECONDS \1"),
)
# The words, grids and numbers in a text, without the wording around them.
_FACTS = re.compile(r"[A-Z#]{2,}|\d+(?:\.\d+)?")


def digest(data: str | bytes) -> str:
    """The first 16 hexadecimal digits of SHA-256."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:16]


@dataclass(slots=True)
class Record:
    """What was answered.

    Args:
        kernels: what the lazy engine searched with, in C and in Python, by engine.
        fills: digest of the text, and counters, by puzzle and "ENGINE, seed N".
        dumps: digest by name.
        commands: what each command did, by story and "NUMBER COMMAND".
        texts: by digest; empty in a compact record.
    """

    kernels: dict[str, str] = field(default_factory=dict)
    fills: Table = field(default_factory=dict)
    dumps: dict[str, str] = field(default_factory=dict)
    commands: Table = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def keep(self, text: str) -> str:
        """The digest of a text, which is kept."""
        key = digest(text)
        self.texts[key] = text
        return key

    def to_json(self, compact: bool) -> str:
        """The record as JSON, a line for each puzzle, story and text."""
        parts: dict[str, Any] = {
            "schema": SCHEMA,
            "kernels": self.kernels,
            "fills": {name: _narrow(row) for name, row in self.fills.items()},
            "dumps": self.dumps,
            "commands": self.commands,
            "texts": {} if compact else dict(sorted(self.texts.items())),
        }
        return (
            "{\n"
            + ",\n".join(f"{_json(name)}: {_rows(part)}" for name, part in parts.items())
            + "\n}\n"
        )

    @classmethod
    def from_json(cls, text: str) -> Record:
        """The record that `to_json` wrote. Raises ValueError for anything else."""
        parts = json.loads(text)
        if not isinstance(parts, dict) or parts.pop("schema", None) != SCHEMA:
            raise ValueError(f"not a record ({SCHEMA})")
        parts["fills"] = {name: _widened(row) for name, row in parts["fills"].items()}
        return cls(**parts)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _rows(part: object) -> str:
    """As JSON, with a line for each name of a mapping."""
    if not isinstance(part, dict) or not part:
        return _json(part)
    rows = ",\n".join(f" {_json(name)}: {_json(value)}" for name, value in part.items())
    return f"{{\n{rows}\n}}"


def _narrow(row: Mapping[str, Any]) -> dict[str, list[str]]:
    """`"ENGINE, seed N": [digest, counters]` as `"ENGINE": ["digest counters", ...]`, by seed."""
    out: dict[str, list[str]] = {}
    for key, (text, counters) in row.items():
        out.setdefault(key.rpartition(", seed ")[0], []).append(f"{text} {counters}".strip())
    return out


def _widened(row: Mapping[str, Any]) -> dict[str, list[str]]:
    """What `_narrow` made narrow."""
    return {
        f"{engine}, seed {seed}": list(value.partition(" ")[::2])
        for engine, values in row.items()
        for seed, value in enumerate(values)
    }


def make(jobs: int, tell: Callable[[str], None]) -> Record:
    """The record of the code as it is.

    Args:
        jobs: processes at once.
        tell: called with a line for people on each step.
    """
    record = Record()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for score in record_puzzles.BUILTIN_SCORES:
            target = str(folder / f"built-in {score}.dict")
            command = ["words", "convert", target, "--min-score", str(score)]
            done = _run(command, folder, folder, "")
            if done.returncode:
                raise RuntimeError(f"no built-in list: {done.stderr}")
        _add_fills(record, folder, jobs)
        tell(f"{sum(map(len, record.fills.values()))} fills of {len(record.fills)} puzzles")
        _add_dumps(record, folder)
        tell(f"{len(record.dumps)} dumps")
    _add_commands(record, jobs)
    tell(f"{sum(map(len, record.commands.values()))} commands")
    return record


_Answers = dict[str, record_puzzles.Answer]


def _add_fills(record: Record, lists: Path, jobs: int) -> None:
    cases = record_puzzles.cases()
    if len({case.name for case in cases}) < len(cases):
        raise RuntimeError("two puzzles have one name")
    found: dict[str, _Answers] = {case.name: {} for case in cases}
    with _pool(jobs) as pool:
        for case, (answers, kernel) in zip(
            cases, pool.map(_answers, cases, [lists] * len(cases)), strict=True
        ):
            found[case.name].update(answers)
            record.kernels["lazy"] = kernel
    for name, answers in found.items():
        record.fills[name] = {
            key: [record.keep(answer.text), answer.counters] for key, answer in answers.items()
        }


def _pool(jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))


_lists: dict[Path, record_puzzles.Lists] = {}  # of this process


def _answers(case: record_puzzles.Case, lists: Path) -> tuple[_Answers, str]:
    """In a process of the pool: the answers of all engines, and the kernel of the lazy ones."""
    known = _lists.setdefault(lists, record_puzzles.Lists(lists))
    out: _Answers = {}
    for engine in case.engines:
        out.update(record_puzzles.answers(case, engine, known))
    return out, "compiled" if record_puzzles.has_kernel() else "python"


def _add_dumps(record: Record, folder: Path) -> None:
    target = folder / "dumps"
    target.mkdir()
    command = [sys.executable, str(_DUMP_SCRIPT), str(target)]
    subprocess.run(command, check=True, env=_environment(folder), timeout=_LIMIT_S)
    record.dumps = {path.name: digest(path.read_bytes()) for path in sorted(target.iterdir())}


def _add_commands(record: Record, jobs: int) -> None:
    stories = record_commands.stories()
    with _pool(jobs) as pool:
        # The longest first, so that no process waits for the other's last one.
        order = sorted(stories, key=lambda name: -len(stories[name]))
        told = dict(zip(order, pool.map(_story, [stories[name] for name in order]), strict=True))
    for name in stories:
        row = record.commands[name] = {}
        for number, (command, step) in enumerate(zip(stories[name], told[name], strict=True), 1):
            row[f"{number} {command.text}"] = {
                "exit": step.exit_code,
                "stdout": record.keep(step.stdout),
                "stderr": record.keep(step.stderr),
                "facts": "" if command.is_prose else digest("\n".join(facts(step.stdout))),
                **({"files": step.files} if step.files else {}),
            }


@dataclass(frozen=True, slots=True)
class _Step:
    """What a command did: `files` are digests of those that it wrote."""

    exit_code: int
    stdout: str
    stderr: str
    files: dict[str, str]


def _story(commands: list[Command]) -> list[_Step]:
    """In a process of the pool: run the commands of a story in their own folder."""
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as other:
        folder = Path(name).resolve()
        record_commands.write_inputs(folder)
        before = _digests(folder)
        steps = []
        for command in commands:
            done = _run(command.arguments, folder, Path(other), command.stdin)
            after = _digests(folder)
            steps.append(
                _Step(
                    done.returncode,
                    steady(done.stdout, folder),
                    steady(done.stderr, folder),
                    {file: value for file, value in after.items() if before.get(file) != value},
                )
            )
            before = after
        return steps


def _digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): digest(path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _run(
    arguments: Iterable[str], folder: Path, scratch: Path, stdin: str
) -> subprocess.CompletedProcess[str]:
    """Run satcross in a folder, with another one for its temporary files."""
    return subprocess.run(
        [sys.executable, "-m", "satcross", *arguments],
        cwd=folder,
        env=_environment(scratch),
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=_LIMIT_S,
    )


def _environment(scratch: Path) -> dict[str, str]:
    """The same on every machine, but for where Python and satcross are."""
    programs = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    return {
        "PATH": os.pathsep.join(programs),
        "PYTHONPATH": str(_PACKAGES),
        "TMPDIR": str(scratch),
        "HOME": str(scratch),
        "LANG": "C.UTF-8",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "TERM": "dumb",
    }


def steady(text: str, folder: Path) -> str:
    """A text without what differs from run to run.

    >>> steady("built in 0.25 s: /tmp/a/mini.cnf", Path("/tmp/a"))
    'built in SECONDS s: FOLDER/mini.cnf'
    """
    text = text.replace(str(folder), "FOLDER").replace(str(_PACKAGES), "PACKAGES")
    for pattern, instead in _VARYING:
        text = pattern.sub(instead, text)
    return text


def facts(text: str) -> list[str]:
    """The words, grids and numbers of a text.

    >>> facts("48 fills; there are no more\\nCAT\\n#O#")
    ['48', 'CAT', '#O#']
    """
    return _FACTS.findall(text)


@dataclass(slots=True)
class Differences:
    """What has changed: `hard` always counts, `wording` is in messages to people."""

    hard: list[str] = field(default_factory=list)
    wording: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def compare(old: Record, new: Record) -> Differences:
    """The differences, each as lines for people."""
    found = Differences()
    if old.kernels != new.kernels:
        found.hard.append(f"kernels: {old.kernels} before, {new.kernels} now")
    n_uncounted = 0
    for name, row, row_now in _both("puzzle", old.fills, new.fills, found):
        for key, value, value_now in _both(f"{name}:", row, row_now, found):
            if value[0] != value_now[0]:
                shown = _shown(value[0], value_now[0], old, new)
                found.hard.append(f"{name}: {key}: another answer{shown}")
            elif value[1] and not value_now[1]:
                n_uncounted += 1
            elif value[1] != value_now[1]:
                found.hard.append(
                    f"{name}: {key}: conflicts and decisions {value[1]} before, {value_now[1]} now"
                )
    if n_uncounted:
        found.notes.append(f"{n_uncounted} answers have no `work` with conflicts and decisions now")
    for name, value, value_now in _both("dump", old.dumps, new.dumps, found):
        if value != value_now:
            found.hard.append(f"dump {name}: other bytes")
    for name, row, row_now in _both("story", old.commands, new.commands, found):
        for key, step, step_now in _both(f"{name}:", row, row_now, found):
            _compare_steps(f"{name}: {key}", (step, step_now), (old, new), found)
    return found


def _compare_steps(
    name: str,
    steps: tuple[Mapping[str, Any], Mapping[str, Any]],
    records: tuple[Record, Record],
    found: Differences,
) -> None:
    """Compare what a command did."""
    step, now = steps
    if step["exit"] != now["exit"]:
        said = _shown(step["stderr"], now["stderr"], *records)
        found.hard.append(f"{name}: exit code {step['exit']} before, {now['exit']} now{said}")
    for file, value, value_now in _both(
        f"{name}: file", step.get("files", {}), now.get("files", {}), found
    ):
        if value != value_now:
            kind = found.wording if file.endswith(".md") else found.hard
            kind.append(f"{name}: file {file}: other bytes")
    if step["facts"] != now["facts"]:
        shown = _shown(step["stdout"], now["stdout"], *records)
        found.hard.append(f"{name}: stdout has other words or numbers{shown}")
    elif step["stdout"] != now["stdout"]:
        shown = _shown(step["stdout"], now["stdout"], *records)
        found.wording.append(f"{name}: stdout{shown}")
    if step["stderr"] != now["stderr"]:
        shown = _shown(step["stderr"], now["stderr"], *records)
        found.wording.append(f"{name}: stderr{shown}")


def _both(
    what: str, old: Mapping[str, Any], new: Mapping[str, Any], found: Differences
) -> Iterable[tuple[str, Any, Any]]:
    """What both have under one name; what one of them lacks is a difference."""
    found.hard += [f"{what} {name}: not there now" for name in old if name not in new]
    found.hard += [f"{what} {name}: new" for name in new if name not in old]
    return [(name, old[name], new[name]) for name in old if name in new]


def _shown(key: str, key_now: str, old: Record, new: Record) -> str:
    """How two texts differ, as far as the records have them."""
    text, text_now = old.texts.get(key), new.texts.get(key_now)
    if text_now is None or key == key_now:
        return ""
    if text is None:
        lines = [f"now {line}" for line in text_now.splitlines()]
    else:
        compared = difflib.unified_diff(text.splitlines(), text_now.splitlines(), n=0, lineterm="")
        lines = [line for line in list(compared)[2:] if not line.startswith("@@")]
    more = [f"and {len(lines) - _SHOWN_LINES} more lines"] if len(lines) > _SHOWN_LINES else []
    return "".join(f"\n    {line}" for line in [*lines[:_SHOWN_LINES], *more])


def _check(path: Path, jobs: int, wording_is_free: bool) -> int:
    """Compare today's record with the one in a file, and print the differences."""
    old = Record.from_json(path.read_text(encoding="utf-8"))
    new = make(jobs, print)
    found = compare(old, new)
    for title, lines in (("differences", found.hard), ("wording", found.wording)):
        if lines:
            print(f"\n{title}:", *lines, sep="\n")
    print("", *found.notes, sep="\n")
    print(f"{len(found.hard)} differences, {len(found.wording)} of wording alone")
    return int(bool(found.hard) or (bool(found.wording) and not wording_is_free))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--write", type=Path, metavar="FILE", help="make the record")
    task.add_argument("--check", type=Path, metavar="FILE", help="compare with this record")
    parser.add_argument("--compact", action="store_true", help="--write: hashes without texts")
    parser.add_argument("--wording", action="store_true", help="--check: wording may differ")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once (default: 1)")
    options = parser.parse_args()
    if options.check is not None:
        return _check(options.check, options.jobs, options.wording)
    record = make(options.jobs, print)
    options.write.write_text(record.to_json(options.compact), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
