"""`satcross batch`: many grids, lists and seeds; a result for each."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross import FormatError, OptionError, Stopped
from satcross.cli import config
from satcross.cli.options.cluster import ClusterOptions
from satcross.commandline import (
    ExitCode,
    HelpPanel,
    ProgressOptions,
    argument,
    command,
    echo_err,
    exit_code,
    flag,
    option,
    run,
)
from satcross.errors import escaped
from satcross.extend import cannot, counted, read_file, read_file_or_stdin, utf8_text

if TYPE_CHECKING:
    from satcross.apps.cluster.jobs import Job

MAX_BYTES = 256 << 20
_START = b'{"schema": "satcross.batch/'  # of every line of results

EXAMPLES = """\
Examples:
  satcross batch jobs.jsonl -o results.jsonl
  satcross batch jobs.jsonl -o results.jsonl --resume      only what is missing
  satcross batch jobs.jsonl --cluster tcp://head:8786 --time-limit 60
  echo '{"grids": ["a.txt", "b.txt"], "seeds": 3}' | satcross batch -

Exit codes:
  0 every job has a result, which may be an error   2 bad input
  130 interrupted; the results written before are right"""
EXCLUSIONS = """\
resume !output: there is nothing to resume; add -o FILE"""


@command(HelpPanel.PROGRAMS, 40, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/cluster.md")
def batch(
    jobs: str = argument("JOBS", "A file with a JSON object a line, - for stdin."),
    *,
    output: Path | None = option("FILE", "File for the results. Default: stdout.", "-o"),
    resume: bool = flag("Keep the results in the file, and do the other jobs."),
    time_limit: float | None = option("S", "Seconds for each job that names no limit."),
    cluster: ClusterOptions,
    progress: ProgressOptions,
) -> int:
    """Fill or count many grids, on all cores or a cluster; one line of JSON for each.

    A job is {"grid": PATH, "words": [PATH], "seed": N}; "grids", "lists" and "seeds" stand for all
    combinations.
    """
    from satcross.apps.cluster.batch import Batch

    wanted = _read(jobs)
    done = _done(output, resume=resume)
    n_by_result: dict[str, int] = {}
    n_apart = 0
    with cluster.pool() as pool, progress.view() as view:
        task = Batch(wanted, pool, done=done, time_limit_s=time_limit)
        with _Lines(output) as lines, task:

            def write(result: dict[str, Any]) -> None:
                nonlocal n_apart
                n_apart += "apart" in result
                n_by_result[result["result"]] = n_by_result.get(result["result"], 0) + 1
                lines.write(escaped(json.dumps(result, ensure_ascii=False)))

            result = run(task, None, view, lambda answered: write(answered.value))
        view.close()
    parts = ", ".join(f"{n:,} {name}" for name, n in sorted(n_by_result.items()))
    if n_apart:
        are = "is" if n_apart == 1 else "are"
        parts += f"; {n_apart:,} {are} not what was wanted"
    there = f"; {counted(len(done), 'result')} there already" if done else ""
    echo_err(f"{counted(task.n_found, 'job')}{': ' if parts else ''}{parts}{there}")
    if isinstance(result, Stopped):
        return exit_code(result)
    return ExitCode.OK


def _read(name: str) -> list[Job]:
    from satcross.apps.cluster.jobs import read_jobs

    data, source = read_file_or_stdin(name, FormatError, MAX_BYTES)
    lines = utf8_text(data, source, FormatError).splitlines()
    return list(read_jobs(lines, source, config.defaults()))


def _done(output: Path | None, *, resume: bool) -> set[str]:
    """The jobs whose results are in the file. A line that was cut off is removed."""
    if output is None:
        return set()
    if not output.exists() or not output.stat().st_size:
        return set()
    if not resume:
        raise OptionError(
            "the file is there already",
            hint="add --resume, or remove it",
            parameter="output",
            source=str(output),
        )
    data = read_file(output, FormatError, limit=MAX_BYTES)
    whole = data.rfind(b"\n") + 1
    cut_off = data[whole:]
    done: set[str] = set()
    for number, line in enumerate(data[:whole].splitlines(), start=1):
        try:
            result = json.loads(line)
            is_final = result["result"] in ("found", "impossible", "error")
            job = str(result["job"])
        except (ValueError, TypeError, KeyError, RecursionError):
            raise _no_result(output, number) from None
        if is_final:
            done.add(job)
    if cut_off:  # only what a batch has begun to write is removed
        if not (cut_off.startswith(_START) or _START.startswith(cut_off)):
            raise _no_result(output, data.count(b"\n") + 1)
        os.truncate(output, whole)
    return done


def _no_result(output: Path, line: int) -> FormatError:
    return FormatError(
        "is no result of a batch", hint="choose another file", source=str(output), line=line
    )


class _Lines:
    """Whole lines, appended to a file or printed."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: Any = None

    def __enter__(self) -> _Lines:
        if self._path is not None:
            try:
                self._file = self._path.open("ab", buffering=0)
            except OSError as error:
                raise cannot("written", self._path, error, OptionError) from None
        return self

    def write(self, line: str) -> None:
        if self._file is None:
            print(line, flush=True)
            return
        assert self._path is not None
        try:
            self._file.write(line.encode("utf-8", "surrogatepass") + b"\n")
        except OSError as error:
            raise cannot("written", self._path, error, OptionError) from None

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
