"""`satcross fill`: one fill, several, or all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
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
from satcross.cli.output.grids import JSON, OWN, About, GridSink, ListedOutputOptions
from satcross.cli.progress import ProgressView
from satcross.cli.run import end, exit_code, run, unfillable, why_stopped
from satcross.errors import OptionError, printable
from satcross.model.marks import OPEN
from satcross.results import Found, Impossible, Stopped, Work
from satcross.solve.protocol import LAZY, SolverOptions
from satcross.task import Answered, Deadline, Listing, ListingResult, Task
from satcross.tasks.fill import FillTask

if TYPE_CHECKING:
    from satcross.cli.output.continued import SavedListing
    from satcross.cluster.pools import Pool
    from satcross.model.crossword import Crossword
    from satcross.model.fill import Fill, FillResult
    from satcross.model.puzzle import Puzzle
    from satcross.tasks.enumerate import Fills
    from satcross.words.table import Codes

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

    @property
    def n_wanted(self) -> int | None:
        """The number of fills wanted; None for all."""
        return None if self.all_ else 1 if self.number is None else self.number

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
        return SolverOptions(
            self.solver or LAZY, self.solver_command, self.encoding or "auto", seed
        )


class _Asked(NamedTuple):
    """What is to be filled, and how.

    Args:
        name: of the grid.
        puzzle: what to fill.
        distinct: how any two fills differ.
        about: what is made.
    """

    name: str
    puzzle: Puzzle
    distinct: Any
    about: About


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
    options, n = engine.solver_options(search.seed), many.n_wanted
    own = out.chosen_format() == OWN
    grids = [puzzle, *(replace(puzzle, grid=name) for name in many.more or ())]
    asked = [_load(one, again, many, blank=blank, seed=search.seed, own=own) for one in grids]
    first = asked[0]
    with ExitStack() as opened:
        if many.count_only:
            return _count(asked, options, search.time_limit, opened.enter_context(out.open(n)))
        saved: SavedListing | None = None
        task: Task[Fill, FillResult] | Fills
        if cluster.cluster is not None:
            pool = opened.enter_context(cluster.pool())
            task = _on_cluster(first.puzzle, options, n, pool, cluster, many.state)
        elif n == 1 and many.state is None:
            task = FillTask(first.puzzle, options, jobs=engine.jobs)
        else:
            if many.state is not None:
                from satcross.cli.output.continued import SavedListing

                saved = SavedListing(many.state, out)
            task = _listing(first, options, n, saved)
        place = {} if saved is None else saved.place()
        sink = opened.enter_context(out.open(n, first.about, **place))
        opened.enter_context(task)
        if isinstance(task, Listing):
            return _several(task, search.time_limit, sink, first.puzzle, saved)
        code = _one(task, search.time_limit, sink)
    if code == UNFILLABLE and again.names_letters and cluster.cluster is None:
        echo_err("the letters that stay allow no fill; free more of them")
    if code == OK and OPEN not in first.puzzle.grid.cells and cluster.cluster is None:
        echo_err("every cell is given: nothing to fill; --keep or --free opens some")
    return code


def _load(
    puzzle: PuzzleOptions,
    again: RefillOptions,
    many: ManyOptions,
    *,
    blank: bool,
    seed: int,
    own: bool,
) -> _Asked:
    """What to fill of a grid.

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
    about = About(base, loaded.words.alphabet, seed, roles)
    return _Asked(puzzle.grid, loaded, distinct, about)


def _on_cluster(
    puzzle: Puzzle,
    options: SolverOptions,
    n: int | None,
    pool: Pool,
    cluster: CubeOptions,
    state: Path | None,
) -> Task[Fill, FillResult] | Fills:
    """The task of a cluster: one fill by many seeds, or all fills by cubes."""
    from satcross.cluster.runs import PoolFills, PoolRace

    if n == 1:
        n_seeds = cluster.seeds or max(1, pool.n_workers)
        return PoolRace(puzzle, pool, options, n_seeds=n_seeds)
    return PoolFills(
        puzzle, pool, options, limit=n, state=state, resume=state is not None,
        ordered=cluster.ordered,
    )  # fmt: skip


def _listing(
    asked: _Asked, options: SolverOptions, n: int | None, saved: SavedListing | None
) -> Fills:
    """The task of several fills, from where an earlier run has stopped."""
    from satcross.tasks.enumerate import Fills

    if saved is None:
        return Fills(asked.puzzle, options, limit=n, distinct=asked.distinct)
    with saved.naming():
        task = Fills(asked.puzzle, options, limit=n, distinct=asked.distinct, state=saved.state)
        if saved.state:
            task.state()  # before anything of the output is cut off
    return task


def _one(task: Task[Fill, FillResult], time_limit_s: float | None, sink: GridSink) -> int:
    """Find and print one fill; of several jobs, report which found it. The exit code."""
    result = run(task, time_limit_s, sink.view)
    sink.view.close()
    by_jobs = result.work.seed is not None
    which = f"with seed {result.work.seed}{_failed(result.work)}" if by_jobs else ""
    match result:
        case Found(found):
            sink.write_fill(found, seed=result.work.seed)
            if which:
                echo_err(f"found {which}")
        case Impossible() if which:
            echo_err(unfillable(which))
        case _:
            return end(result)
    return exit_code(result)


def _several(
    task: Fills,
    time_limit_s: float | None,
    sink: GridSink,
    puzzle: Puzzle,
    saved: SavedListing | None,
) -> int:
    """Find and print fills; then say whether there are more. The exit code."""

    def receive(rows: Codes) -> None:
        sink.write_rows(rows, task, puzzle)
        if saved is not None:
            saved.save(task, sink)

    if saved is not None:
        sink.n_written = saved.state.get("n_fills") or 0
    result = _run_listing(
        task, time_limit_s, sink.view, receive, lambda answered: sink.write_fill(answered.value)
    )
    sink.finish_rows()
    sink.view.close()
    done = counted(task.n_found, "fill")
    if isinstance(result, Found):
        if task.n_apart is not None:
            echo_err(_apart(task.n_apart, task.n_apart_bound, result.value.n))
        echo_err(f"{done}; there {'are no' if result.value.is_exhausted else 'may be'} more")
    code = end(result, done)
    if saved is not None:
        saved.save(task, sink, at_once=True)
    return code


def _run_listing(
    task: Fills,
    limit: float | Deadline | None,
    view: ProgressView,
    receive: Callable[[Codes], None],
    found: Callable[[Answered[Fill]], None] | None = None,
) -> ListingResult:
    """Run a listing. Args: receive: takes arrays of fills; found: takes fills one by one."""
    if not task.is_listed:
        return run(task, limit, view, found)
    task.receive(receive)
    if view.is_shown:
        task.count_ahead()
    return run(task, limit, view)


def _apart(n_apart: int, bound: int | None, n: int) -> str:
    """How far apart fills are, and could be at most."""
    text = f"any two differ in {n_apart:,} {'entry' if n_apart == 1 else 'entries'} or more"
    if bound is None:
        return text
    if bound == n_apart:
        return f"{text}; proved: no {n:,} fills differ in more"
    return f"{text}; no {n:,} fills differ in more than {bound:,}"


def _count(
    asked: Sequence[_Asked], options: SolverOptions, time_limit_s: float | None, sink: GridSink
) -> int:
    """Print how many fills there are of each grid, until one is not counted in time.

    Args:
        asked: the grids.
        options: the solver.
        time_limit_s: seconds for all of them.
        sink: where the numbers go.

    Returns: the exit code: that of the last grid if it was stopped; 0 if some grid has a fill.
    """
    from satcross.cli.commands.count import listed_count_json
    from satcross.tasks.enumerate import Fills

    deadline = Deadline.after(time_limit_s)
    codes: set[int] = set()
    for name, puzzle, distinct, _ in asked:
        with Fills(puzzle, options, distinct=distinct) as task:
            result = _run_listing(task, deadline, sink.view, lambda rows: None)
        which = printable(name) if len(asked) > 1 else ""
        codes.add(exit_code(result))
        with sink.view.hidden():
            if sink.format == JSON:
                sink.write_text(listed_count_json(name, task.n_found, result))
            elif not isinstance(result, Stopped):
                sink.write_text(f"{task.n_found}{which and chr(9)}{which}")
            if isinstance(result, Stopped):
                at_least = f"at least {counted(task.n_found, 'fill')}"
                echo_err(f"{which}{which and ': '}{at_least}; {why_stopped(result)}")
                return exit_code(result)
    sink.view.close()
    return min(codes)


def _failed(work: Work) -> str:
    return f"; {counted(work.n_failed, 'other job')} failed" if work.n_failed else ""
