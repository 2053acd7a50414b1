"""`satcross fill`: one fill, several, or all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from satcross.checks import counted, whole_number
from satcross.cli.errors import OK, UNFILLABLE, echo_err
from satcross.cli.options.cluster import CubeOptions
from satcross.cli.options.command import argument, command, flag, option, option_set
from satcross.cli.options.common import SearchOptions
from satcross.cli.options.puzzle import PuzzleOptions
from satcross.cli.options.refill import RefillOptions
from satcross.cli.output.grids import CSV, JSON, OWN, TEXT, About, GridSink, ListedOutputOptions
from satcross.cli.run import exit_code, run, unfillable, why_stopped
from satcross.errors import OptionError, printable
from satcross.files import digest_of_end, exists, read_file, write_file
from satcross.model.marks import OPEN
from satcross.results import Found, Impossible, Stopped, Work
from satcross.solve.protocol import LAZY, LAZY_CADICAL, SolverOptions
from satcross.task import Listed, ListingResult, Task
from satcross.tasks.fill import FillTask

if TYPE_CHECKING:
    from satcross.model.crossword import Crossword
    from satcross.model.fill import Fill, FillResult
    from satcross.model.puzzle import Puzzle
    from satcross.tasks.enumerate import Fills
    from satcross.words.table import Codes

SAVE_EVERY_S = 1.0
MAX_STATE = 128 << 20  # bytes; 10,000 fills of a large grid have 20 MB
SHORTEST_S = 1e-3  # of a time limit that others have used up

EXAMPLES = """\
Examples:
  satcross fill grid.txt                   one fill, from the built-in list
  satcross fill grid.txt --seed 7 --entries      another, with its entries
  satcross fill grid.txt --jobs 4          four seeds at once; the first answer
  satcross fill grid.txt -w mine.dict -w big.dict --min-score 60
  satcross fill mini.txt --all --distinct words -o fills.txt
  satcross fill open4.txt --all --state open4.state -o fills.txt
                                           all fills; after Ctrl-C, the rest
  satcross fill a.txt b.txt c.txt --all --count-only     how many each has
  satcross fill grid.txt -n 8 --distinct auto      as different as they can be
  satcross fill draft.json --free fill,theme --all --distinct theme
                                           one for each set of theme words
  satcross fill draft.json --keep theme,17A --ban BEDUE -o draft.json
  satcross fill draft.json --free r1c8-r3c15 --unlike draft.json
  satcross fill grid.txt --all --cluster local --state run -o fills.txt
  satcross fill grid.txt --solver glucose4 --encoding dawg
  satcross fill grid.txt --solver-command 'kissat {cnf}'
  satcross fill draft.ipuz --clues mine.tsv -o daily.puz
  satcross fill grid.txt -n 3 -o fill-{}.pdf       three pictures to print
  echo 7Ah | satcross fill -               a block pattern in hexadecimal

Exit codes:
  0 filled   20 proved unfillable   2 bad input   130 interrupted
  124 the time limit came first; the fills printed before are right"""


@option_set("How many")
class ManyOptions:
    """How many fills, and how they differ."""

    more: list[str] | None = argument(
        "[GRID]...", "More grids, with --all --count-only.", default=None
    )
    number: int | None = option("N", "Number of fills.", "-n")
    all_: bool = flag("All fills.")
    distinct: str | None = option(
        "grids|words|K|K-letters|symmetry|NAMES|auto",
        "How any two fills differ: in some letter (the default), in all free entries, in at least"
        " K entries, in at least K letters, as in 5-letters; in some letter, also from the other's"
        " images by symmetries of the grid; in the set of words of some entries, as in 17A,26A or"
        " theme; or with -n as much as they can.",
    )
    count_only: bool = flag("Print how many fills there are, not the fills.")
    state: Path | None = option(
        "FILE",
        "Continue the listing that FILE records, and record progress there. -o then appends to its"
        " file. With --cluster, a folder; then all fills are written again.",
    )

    def n_wanted(self, *, has_others: bool) -> int | None:
        """The number of fills wanted; None for all. Raises OptionError.

        Args: has_others: whether there are other grids to differ from.
        """
        if self.more and not self.count_only:
            raise OptionError(
                "several grids are only counted",
                hint="add --all --count-only, or call satcross batch",
            )
        if self.count_only and (self.number is not None or not self.all_ or self.state):
            raise OptionError("it is for --all", parameter="count_only")
        if self.number is not None and self.all_:
            raise OptionError("-n and --all do not go together", hint="give one of them")
        n_wanted = None if self.all_ else 1 if self.number is None else self.number
        if self.state is not None and self.number is None and not self.all_:
            raise OptionError(
                "one fill leaves nothing to continue", hint="add --all or -n N", parameter="state"
            )
        is_one = n_wanted == 1 and self.state is None
        if is_one and self.distinct is not None and not has_others:
            raise OptionError(
                "one fill has nothing to differ from",
                hint="add -n N, --all or --unlike GRID",
                parameter="distinct",
            )
        if self.distinct == "auto" and (n_wanted is None or n_wanted == 1):
            raise OptionError(
                "auto makes several fills as different as they can be",
                hint="add -n N, or give a number",
                parameter="distinct",
            )
        return n_wanted

    def how(self, puzzle: Puzzle, base: Crossword | None, source: str) -> Any:
        """How fills differ, as the library takes it, which checks it.

        Args: puzzle, base, source: with all letters of the grid, for its theme entries.

        Raises:
            OptionError: the theme entries are wanted, and not known.
        """
        names = (self.distinct or "grids").split(",")
        if "theme" not in names:
            number = None if self.distinct is None else whole_number(self.distinct)
            return (self.distinct or "grids") if number is None else number
        from satcross.model.refill import theme_entries
        from satcross.model.roles import recorded_roles

        found = [slot.name for slot in theme_entries(puzzle, recorded_roles(base, source))]
        if not found:
            raise OptionError(
                "the grid does not say which entries are theme entries",
                hint="name them, as in 17A,26A",
                parameter="distinct",
            )
        return ",".join([*found, *(name for name in names if name != "theme")])


@option_set("Search")
class EngineOptions:
    """Which solver, and how many of them."""

    jobs: int = option(
        "N",
        "Search with N seeds at once, from --seed on, each in its own process; the first answer"
        " counts. 0: one for each CPU.",
        default=1,
    )
    solver: str | None = option(
        "NAME",
        "lazy (the default), lazy-cadical, or a PySAT solver for the eager encoding: cadical195,"
        " glucose4, …",
    )
    solver_command: str | None = option(
        "CMD", "Command line of an external solver, with {cnf} for the formula's file."
    )
    encoding: str | None = option("auto|support|dawg", "Encoding of the slots, for eager solvers.")

    def solver_options(self, seed: int) -> SolverOptions:
        """The solver with this seed. Raises OptionError."""
        if self.solver is not None and self.solver_command is not None:
            raise OptionError(
                "--solver and --solver-command do not go together", hint="give one of them"
            )
        is_lazy = self.solver_command is None and self.solver in (None, LAZY, LAZY_CADICAL)
        if self.encoding is not None and is_lazy:
            raise OptionError(
                "the lazy engine has no encoding",
                hint="add an eager --solver, as in --solver cadical195",
                parameter="encoding",
            )
        return SolverOptions(
            self.solver or LAZY, self.solver_command, self.encoding or "auto", seed
        )


class _Wanted(NamedTuple):
    """Which fills are looked for.

    Args:
        options: how.
        n: how many; None for all.
        distinct: how any two differ.
        time_limit_s: for how long; None for no limit.
    """

    options: SolverOptions
    n: int | None
    distinct: Any
    time_limit_s: float | None


@command
def fill(
    puzzle: PuzzleOptions,
    *,
    blank: bool = flag("Leave out the letters of GRID.", panel="The puzzle"),
    again: RefillOptions,
    many: ManyOptions,
    search: SearchOptions,
    engine: EngineOptions,
    cluster: CubeOptions,
    out: ListedOutputOptions,
) -> int:
    """Fill a grid with words: once, several times, or in all ways.

    Letters in the grid are given; an entry that is wholly given need not be in the word list.
    GRID may be a crossword file too, and so may the output.
    """
    n_wanted = many.n_wanted(has_others=bool(again.unlike))
    again.check(blank=blank)
    if engine.jobs != 1 and n_wanted != 1:
        raise OptionError(
            "several jobs search for one fill",
            hint="leave out -n and --all, or --jobs",
            parameter="jobs",
        )
    cluster.check()
    if cluster.cluster is not None and engine.jobs != 1:
        raise OptionError(
            "a cluster has its own workers", hint="use --seeds, or leave out --cluster",
            parameter="jobs",
        )  # fmt: skip
    if cluster.ordered and n_wanted == 1:
        raise OptionError("one fill has no order", hint="add -n or --all", parameter="ordered")
    options = engine.solver_options(search.seed)
    own = out.chosen_format() == OWN
    loaded, distinct, about = _load(puzzle, again, many, blank=blank, seed=search.seed, own=own)
    if many.count_only and cluster.cluster is None:
        puzzles = [(puzzle.grid, loaded, distinct)]
        for name in many.more or ():
            other = replace(puzzle, grid=name)
            one = _load(other, again, many, blank=blank, seed=search.seed, own=own)
            puzzles.append((name, *one[:2]))
        with out.open(n_wanted, about) as sink:
            return _count(puzzles, options, search.time_limit, sink)
    wanted = _Wanted(options, n_wanted, distinct, search.time_limit)
    if cluster.cluster is not None:
        return _on_cluster(loaded, wanted, cluster, many, out, about)
    if many.state is not None:
        continued = Continued(many.state, out)
        return continued.run(loaded, wanted)
    with out.open(n_wanted, about) as sink:
        if n_wanted == 1:
            code = _one(FillTask(loaded, options, jobs=engine.jobs), search.time_limit, sink)
            if code == UNFILLABLE and again.names_letters:
                echo_err("the letters that stay allow no fill; free more of them")
            if code == OK and OPEN not in loaded.grid.cells:
                echo_err("every cell is given: nothing to fill; --keep or --free opens some")
            return code
        from satcross.tasks.enumerate import Fills

        fills = Fills(loaded, options, limit=n_wanted, distinct=distinct)
        return _several(fills, search.time_limit, sink, loaded)


def _load(
    puzzle: PuzzleOptions,
    again: RefillOptions,
    many: ManyOptions,
    *,
    blank: bool,
    seed: int,
    own: bool,
) -> tuple[Puzzle, Any, About]:
    """What to fill of a grid, how fills differ, and what is made.

    Args:
        puzzle: the grid, the words and the rules.
        again: which letters stay.
        many: how fills differ.
        blank: whether to leave out the letters.
        seed: for clues.
        own: whether our own format is written.
    """
    loaded, base, _ = puzzle.load_with_crossword(blank=blank)
    distinct = many.how(loaded, base, puzzle.grid)
    roles = None
    # Most fills need neither, and their modules take time to import.
    if again.names_letters or base is not None or own:
        loaded, roles = again.apply(loaded, base, puzzle.grid)
    if again.unlike:
        loaded = again.unlike_others(loaded, "grids" if distinct == "auto" else distinct)
    return loaded, distinct, About(base, loaded.words.alphabet, seed, roles)


def _on_cluster(
    puzzle: Puzzle,
    wanted: _Wanted,
    cluster: CubeOptions,
    many: ManyOptions,
    out: ListedOutputOptions,
    about: About,
) -> int:
    """Find fills on a cluster: one by many seeds, or all by cubes. The exit code."""
    from satcross.cluster.runs import PoolFills, PoolRace

    options, n_wanted = wanted.options, wanted.n
    if many.count_only:
        raise OptionError(
            "fills of a cluster are listed as they come",
            hint="call satcross count",
            parameter="count_only",
        )
    if many.distinct not in (None, "grids"):
        raise OptionError(
            "fills that are to differ by more are compared with each other, and cubes are apart",
            hint="leave out --cluster",
            parameter="distinct",
        )
    if n_wanted == 1 and many.state is not None:
        raise OptionError("a race has no state", hint="add --all", parameter="state")
    if n_wanted != 1 and cluster.seeds is not None:
        raise OptionError(
            "several seeds search for one fill", hint="leave out -n and --all", parameter="seeds"
        )
    with cluster.pool() as pool, out.open(n_wanted, about) as sink:
        if n_wanted == 1:
            n_seeds = cluster.seeds or max(1, pool.n_workers)
            race = PoolRace(puzzle, pool, options, n_seeds=n_seeds)
            return _one(race, wanted.time_limit_s, sink)
        fills = PoolFills(
            puzzle, pool, options, limit=n_wanted, state=many.state,
            resume=many.state is not None, ordered=cluster.ordered,
        )  # fmt: skip
        return _several(fills, wanted.time_limit_s, sink, puzzle)


def _one(task: Task[Fill, FillResult], time_limit_s: float | None, sink: GridSink) -> int:
    """Find and print one fill; of several jobs, report which found it. The exit code."""
    with task:
        result = run(task, time_limit_s, sink.view)
    sink.view.close()
    match result:
        case Found(found, work):
            sink.write_fill(found, seed=work.seed)
            if work.seed is not None:
                echo_err(f"found with seed {work.seed}{_failed(work)}")
        case Impossible(why, work):
            by_jobs = work.seed is not None
            echo_err(unfillable(f"with seed {work.seed}{_failed(work)}" if by_jobs else why))
        case Stopped():
            echo_err(why_stopped(result))
    return exit_code(result)


def _several(
    task: Fills,
    time_limit_s: float | None,
    sink: GridSink,
    puzzle: Puzzle,
    written: Callable[[], None] | None = None,
) -> int:
    """Find and print fills; then say whether there are more. The exit code.

    Args: written: called after each array of fills that is written.
    """
    with task:
        if task.is_listed:

            def receive(rows: Codes) -> None:
                sink.write_rows(rows, task, puzzle)
                if written is not None:
                    written()

            task.receive(receive)
            if sink.view.is_shown:
                task.count_ahead()
            result = run(task, time_limit_s, sink.view)
            sink.finish_rows()
        else:
            result = run(
                task, time_limit_s, sink.view, lambda answered: sink.write_fill(answered.value)
            )
    sink.view.close()
    match result:
        case Found(Listed(n, is_exhausted)):
            if task.n_apart is not None:
                echo_err(_apart(task.n_apart, task.n_apart_bound, n))
            echo_err(f"{counted(n, 'fill')}; there {'are no' if is_exhausted else 'may be'} more")
        case Impossible(why):
            echo_err(unfillable(why))
        case Stopped():
            echo_err(f"{counted(task.n_found, 'fill')}; {why_stopped(result)}")
    return exit_code(result)


def _apart(n_apart: int, bound: int | None, n: int) -> str:
    """How far apart fills are, and could be at most."""
    text = f"any two differ in {n_apart:,} {'entry' if n_apart == 1 else 'entries'} or more"
    if bound is None:
        return text
    if bound == n_apart:
        return f"{text}; proved: no {n:,} fills differ in more"
    return f"{text}; no {n:,} fills differ in more than {bound:,}"


def _count(
    puzzles: Sequence[tuple[str, Puzzle, Any]],
    options: SolverOptions,
    time_limit_s: float | None,
    sink: GridSink,
) -> int:
    """Print how many fills there are of each grid, until one is not counted in time.

    Args:
        puzzles: names of grids, what to fill, and how fills differ.
        options: the solver.
        time_limit_s: seconds for all of them.
        sink: where the numbers go.

    Returns: the exit code: that of the last grid if it was stopped; 0 if some grid has a fill.
    """
    from satcross.tasks.enumerate import Fills

    end = None if time_limit_s is None else time.monotonic() + time_limit_s
    codes: set[int] = set()
    for name, puzzle, distinct in puzzles:
        left_s = None if end is None else max(end - time.monotonic(), SHORTEST_S)
        with Fills(puzzle, options, distinct=distinct) as task:
            if task.is_listed:
                task.receive(lambda rows: None)
                if sink.view.is_shown:
                    task.count_ahead()
            result = run(task, left_s, sink.view)
        which = printable(name) if len(puzzles) > 1 else ""
        is_stopped = isinstance(result, Stopped)
        with sink.view.hidden():
            if sink.format == JSON:
                sink.write_text(_count_json(name, task.n_found, result))
            elif not is_stopped:
                sink.write_text(f"{task.n_found}{which and chr(9)}{which}")
            if isinstance(result, Stopped):
                at_least = f"at least {counted(task.n_found, 'fill')}"
                echo_err(f"{which}{which and ': '}{at_least}; {why_stopped(result)}")
                return exit_code(result)
        codes.add(exit_code(result))
    sink.view.close()
    return min(codes)


def _count_json(name: str, n: int, result: ListingResult) -> str:
    """How many fills of a grid were listed, as `satcross count` prints it."""
    import json

    from satcross.cli.commands.count import count_json
    from satcross.tasks.count import Count, CountKind

    kind = CountKind.AT_LEAST if isinstance(result, Stopped) else CountKind.EXACT
    why = result.why if isinstance(result, Impossible) else ""
    count = Count(kind, n, by="enumeration", at_least=n, why=why)
    known = Stopped(result.reason, partial=count) if isinstance(result, Stopped) else Found(count)
    return json.dumps({"grid": name, **json.loads(count_json(known))}, ensure_ascii=False)


class Continued:
    """A listing that goes on where an earlier run stopped, as a file says.

    What is written to a file of grids is cut off where the state was saved, so that no fill is
    lost or there twice, even after a crash. Standard output cannot be cut off; there the state is
    saved after each array of fills, and at the end.

    Args:
        path: the file of the state; it need not be there.
        out: where the fills go.
    """

    def __init__(self, path: Path, out: ListedOutputOptions) -> None:
        self._path = path
        self._out = out
        self._saved_s = 0.0

    def run(self, puzzle: Puzzle, wanted: _Wanted) -> int:
        """List the fills that are left. The exit code."""
        import json

        state = self._read()
        format_ = self._out.chosen_format()
        if format_ not in (TEXT, JSON, CSV) or "{}" in (self._out.output or ""):
            raise OptionError(
                "a listing can be continued as text, CSV or JSON, in one place", parameter="state"
            )
        to_file = self._out.output not in (None, "-")
        if state.get("n_fills") and (state.get("n_bytes") is not None) != to_file:
            raise OptionError(
                f"the earlier run wrote to {'standard output' if to_file else 'a file'}",
                hint="write to the same place again",
                parameter="output",
            )
        form = f"--format {format_}{' --entries' * self._out.entries}"
        if state.get("form", form) != form:
            raise OptionError(
                f"the earlier run wrote {state['form']!s:.40}",
                hint="give that again, or another state and output",
                parameter="state",
            )
        from satcross.tasks.enumerate import Fills
        from satcross.tasks.listed import with_digest

        with self._naming():
            task = Fills(
                puzzle, wanted.options, limit=wanted.n, distinct=wanted.distinct, state=state
            )
            if state:
                task.state()  # before anything of the output is cut off
        at = state.get("n_bytes") or 0
        with self._out.open(wanted.n, at=at, end=state.get("end")) as sink:
            sink.n_written = state.get("n_fills") or 0

            def save(*, at_once: bool = False) -> None:
                now = time.monotonic()
                position = sink.position()
                if at_once or position is None or now >= self._saved_s + SAVE_EVERY_S:
                    self._saved_s = now
                    written = {"n_bytes": position, "form": form}
                    if position is not None and self._out.output:
                        written["end"] = digest_of_end(Path(self._out.output), position)
                    data = with_digest({**task.state(), **written})
                    write_file(self._path, json.dumps(data).encode() + b"\n", OptionError)

            code = _several(task, wanted.time_limit_s, sink, puzzle, save)
            save(at_once=True)
        return code

    def _read(self) -> dict[str, Any]:
        import json

        from satcross.tasks.listed import checked_state

        if not exists(self._path):
            return {}
        data = read_file(self._path, OptionError, limit=MAX_STATE)
        try:
            state = json.loads(data)
        except (ValueError, RecursionError):
            state = None
        with self._naming():
            return checked_state(state)

    @contextmanager
    def _naming(self) -> Iterator[None]:
        """Errors about the content of the file name it."""
        try:
            yield
        except OptionError as error:
            if error.parameter == "state" and exists(self._path):
                error.source = str(self._path)
            raise


def _failed(work: Work) -> str:
    return f"; {counted(work.n_failed, 'other job')} failed" if work.n_failed else ""
