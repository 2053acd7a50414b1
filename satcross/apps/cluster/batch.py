"""Batches: many independent jobs from a file, each with one result.

A job is a JSON object on its own line:

- `grid`: the path of a grid or crossword file, or a list of its rows; required, unless rules add
  cells.
- the other keys of a puzzle, as `satcross.formats.puzzle` has them: `words` and `min_score`, say;
  paths are from the current folder.
- `seed`: 0 by default.
- `task`: "fill" (by default) or "count".
- `kind`: makes a puzzle of another kind instead, as `satcross.make_puzzle` does, with `options`, an
  object, and the words that the job names; without these the kind decides. It is made of the grid,
  or of `what`, such as a size or a text.
- `time_limit`: seconds; that of the batch by default.
- `id`: any text; it is repeated in the result.

A value of another type is an error. What a grid's file says of words, banned words and rules is
kept; what a job says comes before it.

`grids`, `lists` and `seeds` stand for several jobs: one for each combination. `seeds` is a list, or
a number N for 0 to N - 1; an item of `lists` is a list of paths.

A result (schema `satcross.batch/1`) has `job`, the digest of what was asked, words and grid
included; `number`, the line of the job, and `id`; `seed`, and `task` or `kind`; `result`: "found",
"impossible", "stopped" or "error"; for a fill, `grid`, `score`, `lowest_score`, and `solution_word`
where it has one; for a count, `n` as text; for a kind, `puzzle`, as `satcross.crossword/1`,
`reports`, lines of its maker for people, and `apart`, how far it is from what is wanted, where no
seed gave one that is; `why`, `reason` or `error`; and `seconds`.

Jobs of one line make different puzzles of a kind. One that an earlier job of the line has already,
as where both go on to the same seed, is made again with the seeds that follow those of the line,
and the result has the one that gave it. Where none of these gives another puzzle, `same_as` has the
seed of the earlier job.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from satcross import (
    Crossword,
    Fill,
    FillTask,
    Found,
    Grid,
    Impossible,
    InputError,
    Progress,
    Puzzle,
    Reason,
    SolverOptions,
    Stopped,
    WordList,
    crossword_of,
    file_of,
)
from satcross.apps.cluster.jobs import Job
from satcross.apps.cluster.pools import CallDone, Calls, Pool, is_stopped, payload_of, unpacked
from satcross.apps.cluster.work import Watch
from satcross.apps.counting.count import Count, CountTask
from satcross.extend import (
    OWN,
    Deadline,
    ListChoice,
    Listing,
    MadeKind,
    Maker,
    OfPuzzle,
    Recorded,
    check_time_limit,
    format_named,
    marked_fill,
    parse_crossword,
    solution_word_in,
)
from satcross.formats.grids import load_puzzle

SCHEMA = "satcross.batch/1"
AHEAD = 1000  # jobs that may be done before an earlier one is
MOST_DEATHS = 3  # of workers, under one job


class Batch(Listing[dict[str, Any]]):
    """The results of jobs, in their order; each is plain data: see
    `satcross.apps.cluster.batch`.

    A job whose grid or words cannot be read, or whose worker dies again and again, has an error as
    its result.

    Args:
        jobs: what is to be done.
        pool: who does the work; it stays open.
        done: digests of jobs that are left out, as their results are there already.
        time_limit_s: seconds for each job that does not say otherwise; None for no limit.
        owns_pool: whether to close the pool in the end.
    """

    def __init__(
        self,
        jobs: Iterable[Job],
        pool: Pool,
        *,
        done: Iterable[str] = (),
        time_limit_s: float | None = None,
        owns_pool: bool = False,
    ) -> None:
        super().__init__()
        self._owns_pool = owns_pool
        check_time_limit(time_limit_s)
        self._pool = pool
        self._limit_s = time_limit_s
        self._skipped = frozenset(done)
        self._jobs = list(jobs)
        self._prepared: Iterator[_Prepared] | None = None
        self._results: dict[int, tuple[_Prepared, dict[str, Any]]] = {}
        self._others = _Others(self._jobs)
        self._calls: Calls[tuple[int, _Prepared, int]] = Calls(pool, 2)  # place, job, deaths
        self._n_given = 0  # places that jobs were given
        self._n_returned = 0
        self._reported = 0.0

    def _next(self, deadline: Deadline) -> dict[str, Any] | Reason | None:
        if self._prepared is None:
            self._prepared = iter(_prepared(self._jobs, self._pool, self._limit_s))
        while True:
            if self._n_returned in self._results:
                job, result = self._results.pop(self._n_returned)
                # In the order of the jobs, so that it is the same on any number of cores.
                if again := self._others.instead_of(job, result):
                    self._submit(self._n_returned, again, 0)
                    continue
                self._n_returned += 1
                return result
            if deadline.passed():
                self._pool.stop()
                return deadline.reason
            if not self._give_out() and not self._calls:
                return None
            self._tell()
            for call, ended in self._calls.ended(0.1) if self._calls else ():
                self._take(*call, ended)

    def _give_out(self) -> bool:
        """Begin calls as long as there is room; whether there may be more jobs."""
        assert self._prepared is not None
        while self._calls.has_room and self._n_given - self._n_returned < AHEAD:
            job = next(self._prepared, None)
            if job is None:
                return False
            if job.digest in self._skipped:
                continue
            place, self._n_given = self._n_given, self._n_given + 1
            if job.error:
                self._results[place] = job, job.result(result="error", error=job.error)
                return True
            self._submit(place, job, 0)
        return True

    def _submit(self, place: int, job: _Prepared, n_deaths: int) -> None:
        self._calls.begin((place, job, n_deaths), run_job, job.words, job.text, job.options)

    def _take(self, place: int, job: _Prepared, n_deaths: int, ended: CallDone) -> None:
        if ended.error is None:
            self._results[place] = job, job.result(**ended.value)
        elif n_deaths + 1 < MOST_DEATHS:
            self._submit(place, job, n_deaths + 1)
        else:
            what = f"{type(ended.error).__name__}: {ended.error}".splitlines()[0]
            self._results[place] = job, job.result(result="error", error=what)

    def _tell(self) -> None:
        now = time.monotonic()
        if now - self._reported > 0.5:
            self._reported = now
            phase = f"jobs: {self._n_returned:,} of {len(self._jobs):,} done"
            self.emit(Progress(phase, self.elapsed_s))

    def _close(self) -> None:
        if self._owns_pool:
            self._pool.close()
        else:
            self._calls.stop()


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A job as its worker gets it.

    Args:
        job: the job.
        digest: of all that decides its answer.
        words: digest of the payload with its words.
        text: the grid as text.
        options: task, seed, time limit, rules and banned words; or what `make_puzzle` is given.
        error: why it cannot be run; "" if it can.
        remarks: what the reader of its file left out or guessed.
    """

    job: Job
    digest: str
    words: str = ""
    text: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""
    remarks: tuple[str, ...] = ()

    def result(self, **what: Any) -> dict[str, Any]:
        name = {"id": self.job.name} if self.job.name else {}
        head = {"schema": SCHEMA, "job": self.digest, "number": self.job.number}
        remarks = {"remarks": list(self.remarks)} if self.remarks else {}
        return head | name | self.job.about() | remarks | what


class _Others:
    """The puzzles that were made, by the line of their jobs, and the seeds that give others."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._seeds: dict[int, dict[str, int]] = {}  # by line, and by puzzle
        self._next: dict[int, int] = {}  # seed, by line
        self._n_tried: dict[int, int] = {}  # for one puzzle; `SEVERAL` if there is no other
        for job in jobs:
            self._next[job.number] = max(self._next.get(job.number, 0), job.seed + 1)

    def instead_of(self, prepared: _Prepared, result: dict[str, Any]) -> _Prepared | None:
        """The job to do instead of one whose puzzle was made before; None if it was not.

        Where no other one is to be tried any more, the result says that it is the same.
        """
        if "puzzle" not in result:
            return None
        line, seed = prepared.job.number, prepared.job.seed
        made = self._seeds.setdefault(line, {})
        first = made.setdefault(json.dumps(result["puzzle"], sort_keys=True), seed)
        if first == seed:
            self._n_tried[line] = 0
            return None
        if self._n_tried.get(line, 0) >= Maker.SEVERAL:
            result["same_as"] = first
            return None
        self._n_tried[line] = self._n_tried.get(line, 0) + 1
        other = self._next[line]
        self._next[line] += 1
        options = {**prepared.options, "seed": other}
        return replace(prepared, job=replace(prepared.job, seed=other), options=options)


def _prepared(jobs: list[Job], pool: Pool, limit_s: float | None) -> Iterator[_Prepared]:
    payloads: dict[str, str] = {}  # by the digest of words

    @cache
    def load(choice: ListChoice) -> WordList | InputError:
        try:
            # Words of one letter too, for all jobs: only those with `min_length` 1 use them.
            return choice.load(1)
        except InputError as error:
            return error

    def listed(choice: ListChoice, _: int) -> WordList:
        words = load(choice)
        if isinstance(words, InputError):
            raise words
        return words

    for job in jobs:
        remarks: tuple[str, ...] = ()
        try:
            if job.what is not None:
                words, text = listed(job.words, 1), ""
                asked: dict[str, Any] = {"what": job.what}
            else:
                puzzle, banned, words, base = _puzzle(job, listed)
                text = str(puzzle.grid)
                remarks = () if base is None else base.remarks
                rules = [rule.to_text() for rule in puzzle.rules]
                asked = {"rules": {"rules": rules} if rules else {}, "banned": banned}
                if job.kind and base is not None and base.clues:
                    asked["base"] = file_of(base, OWN).data.decode()
        except InputError as error:
            yield _Prepared(job, _digest(job.number, str(job.words), job.grid), error=str(error))
            continue
        asked |= job.about()
        if job.kind:
            usual = ListChoice(source=job.words.source)
            named = job.words != usual or not words.is_builtin
            asked |= {"options": job.options, "named": named}
        options = {"time_limit_s": limit_s if job.time_limit_s is None else job.time_limit_s}
        digest = _digest(words.digest, text, asked)
        if words.digest not in payloads:
            payloads[words.digest] = pool.give(payload_of(words))
        yield _Prepared(job, digest, payloads[words.digest], text, options | asked, remarks=remarks)


def _puzzle(
    job: Job, load: Callable[[ListChoice, int], WordList]
) -> tuple[Puzzle, tuple[str, ...], WordList, Crossword | None]:
    """The puzzle of a job, the words that its file bans, its list with them, and its crossword."""
    if not isinstance(job.grid, str):
        grid = Grid.of_lines(job.grid, job.words.letters())
        listed = load(job.words, 1)
        return Puzzle(grid, listed, **job.rules), (), listed, None
    puzzle, crossword, _ = load_puzzle(job.grid, job.words, job.rules, given=job.given, load=load)
    if crossword is None:
        return puzzle, (), puzzle.listed, None
    again, roles = Recorded(crossword, job.grid).refilled(puzzle)
    return again, roles.banned, puzzle.listed, crossword


def _digest(*parts: Any) -> str:
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=list)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def run_job(words: str, text: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """In a worker: do a job.

    Args:
        words: digest of the payload with the word list.
        text: the grid.
        options: see `_Prepared`.
    """
    listed = unpacked(words)
    assert isinstance(listed, WordList)
    started = time.monotonic()
    if "what" in options:
        return _ended(_made(options["what"], listed, options), started)
    grid = Grid.of_lines(text.split("\n"), listed.alphabet)
    if options["banned"]:
        listed = listed.with_scores(dict.fromkeys(options["banned"]))
    puzzle = Puzzle(grid, listed, **options["rules"])
    if "kind" in options:
        what: Any = puzzle if options["rules"] else grid
        if "base" in options:
            base = parse_crossword(options["base"].encode(), format_named(OWN), "grid")
            what = OfPuzzle(puzzle, base)
        return _ended(_made(what, listed, options), started)
    search = SolverOptions(seed=options["seed"])
    out: dict[str, Any]
    task = CountTask(puzzle, search) if options["task"] == "count" else FillTask(puzzle, search)
    with task, Watch(task):
        result = task.run(options["time_limit_s"])
    match result:
        case Found(Count() as count):
            out = {"result": "found", "n": str(count.n), "kind": count.kind.value}
        case Found(Fill() as fill):
            lowest = fill.lowest_score
            scores = {"score": fill.score, "lowest_score": lowest}
            out = {"result": "found", **fill.grid.json_data(), **scores}
            if solution_word_in(puzzle.rules):
                marked = marked_fill(crossword_of(fill.grid), fill, options["seed"])
                out["solution_word"] = marked.solution_data()
        case Impossible() | Stopped():
            out = _none(result)
    return _ended(out, started)


def _made(what: Any, words: WordList, options: Mapping[str, Any]) -> dict[str, Any]:
    """A puzzle of a kind, for the result of its job."""
    # A puzzle, which has rules, has its words.
    listed = words if options["named"] and not isinstance(what, Puzzle) else None
    search = SolverOptions(seed=options["seed"])
    try:
        task = MadeKind(options["kind"]).making(what, listed, options["options"], search)
        with task, Watch(task):
            result = task.one(options["time_limit_s"])
        if isinstance(result, Impossible | Stopped):
            return _none(result)
        data = file_of(result.value.crossword, OWN).data
        reports, apart = task.report(result), task.apart(result.value)
    except InputError as error:
        return {"result": "error", "error": str(error)}
    out = {"result": "found", "puzzle": json.loads(data)}
    return out | ({"reports": reports} if reports else {}) | ({"apart": apart} if apart else {})


def _none(result: Impossible | Stopped) -> dict[str, Any]:
    if isinstance(result, Impossible):
        return {"result": "impossible", "why": result.why}
    return {"result": "stopped", "reason": str(result.reason)}


def _ended(out: dict[str, Any], started: float) -> dict[str, Any]:
    if is_stopped():
        out = {"result": "stopped", "reason": str(Reason.INTERRUPTED)}
    return out | {"seconds": round(time.monotonic() - started, 4)}
