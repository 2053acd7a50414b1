"""`satcross fill`: one fill, several, or all."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from satcross import rooms
from satcross.cli.errors import ExitCode, echo_err
from satcross.cli.options.cluster import CubeOptions
from satcross.cli.options.command import HelpPanel, command, flag, option_set
from satcross.cli.options.common import SearchOptions
from satcross.cli.options.fills import EngineOptions, ManyOptions
from satcross.cli.options.house import HouseOptions
from satcross.cli.options.puzzle import PuzzleOptions
from satcross.cli.options.refill import RefillOptions
from satcross.cli.output.fills import print_one, print_several, say_certificate
from satcross.cli.output.grids import OWN, FillOutputOptions
from satcross.model.marks import OPEN
from satcross.task import Listing, Task
from satcross.tasks.fill import FillTask

if TYPE_CHECKING:
    from satcross.cli.output.continued import SavedListing
    from satcross.model.fill import Fill, FillResult
    from satcross.tasks.enumerate import Fills

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
  satcross fill grid.txt --certificate grid.cert         where there is none, the proof
  satcross fill grid.txt --all --certificate grid.cert   and that these are all
  satcross fill grid.txt --assume r1c1=Q --assume '1A=*S'   a fill, or which of these
                                           cannot hold together
  satcross fill grid.txt --house nyt       no crossing of names that few know, and more
  satcross fill grid.txt --solver glucose4 --encoding dawg
  satcross fill grid.txt --solver-command 'kissat {cnf}'
  satcross fill draft.ipuz --clues mine.tsv -o daily.puz
  satcross fill grid.txt -n 3 -o fill-{}.pdf       three pictures to print
  echo 7Ah | satcross fill -               a block pattern in hexadecimal

Exit codes:
  0 filled   20 proved unfillable   2 bad input   130 interrupted
  124 the time limit came first; the fills printed before are right"""
EXCLUSIONS = """\
number all_: do not go together; give one of them
more !count_only: several grids are only counted; add --all --count-only, or call satcross batch
certificate count_only|state: it is of fills that are listed, from the first on; leave out {pair}
certificate distinct!=grids: it is of all fills; leave out {pair}
count_only !all_: it is for --all
entries count_only: no fill is printed; leave out {pair}
count_only number|state: it is for --all
state !number !all_: one fill leaves nothing to continue; add --all or -n N
distinct !number>1|all_|state|unlike: one fill has nothing to differ from; add -n N, --all or
  --unlike GRID
distinct=auto !number>1: auto makes several fills as different as they can be; add -n N, or give a
  number
ordered cluster !number>1|all_: one fill has no order; add -n or --all
assume number>1|all_|jobs|certificate|cluster: is of one search for one fill; give it as a
  --rule, or leave out {pair}
jobs number>1|all_: several jobs search for one fill; leave out -n and --all, or --jobs
keep|free blank: --blank leaves out all letters; leave out {pair}
solver solver_command: do not go together; give one of them
encoding solver=lazy: the lazy engine has no encoding; add an eager --solver, as in --solver
  cadical195
encoding !solver|solver_command: the lazy engine has no encoding; add an eager --solver, as in
  --solver cadical195
ordered !cluster: is for work on a cluster; add --cluster local
jobs cluster: a cluster has its own workers; leave out {pair}
count_only cluster: fills of a cluster are listed as they come; call satcross count
distinct!=grids cluster: fills that are to differ by more are compared with each other, and cubes
  are apart; leave out --cluster
certificate jobs|cluster: it is of a search in one process; leave out {pair}
certificate solver|solver_command: it is of our own engine; leave out {pair}"""


@option_set()
class FillSearchOptions:
    """How to search: seed and time, and by what solver."""

    search: SearchOptions
    engine: EngineOptions


@command(
    HelpPanel.GRIDS,
    10,
    examples=EXAMPLES,
    exclusions=EXCLUSIONS,
    replaces=("grid",),
    guide="guide/fill.md",
)
def fill(
    puzzle: PuzzleOptions,
    *,
    blank: bool = flag("Leave out the letters of GRID.", panel="The puzzle"),
    again: RefillOptions,
    many: ManyOptions,
    by: HouseOptions,
    how: FillSearchOptions,
    cluster: CubeOptions,
    out: FillOutputOptions,
) -> int:
    """Fill a grid with words: once, several times, or in all ways.

    Letters in the grid are given; an entry that is wholly given need not be in the word list.
    GRID may be a crossword file too, and so may the output.
    """
    search, engine = how.search, how.engine
    options, n = engine.solver_options(search.seed), many.n_wanted
    own = out.chosen_format() == OWN
    house = by.load()
    puzzle = by.added_to(puzzle, house)
    grids = [puzzle, *(replace(puzzle, grid=name) for name in many.more or ())]
    asked = [many.load(one, again, blank=blank, seed=search.seed, own=own) for one in grids]
    for one in asked:
        by.check_pattern(house, one.puzzle)
    if many.count_only:
        count = rooms.only(
            "count_listed", "counts fills", "leave it out", "count_only"
        ).count_listed
        with out.open(n) as sink:
            code: int = count(asked, options, search.time_limit, sink)
            return code
    _, loaded, distinct, about = asked[0]
    saved: SavedListing | None = None
    task: Task[Fill, FillResult] | Fills
    with ExitStack() as opened:
        pool = opened.enter_context(cluster.pool_if_named())
        if pool is not None:
            task = cluster.workers().PoolFills(
                loaded, pool, options, limit=n, state=many.state, resume=many.state is not None,
                ordered=cluster.ordered,
            )  # fmt: skip
        elif many.state is not None:
            from satcross.cli.output.continued import SavedListing

            saved = SavedListing(many.state, out)
            task = saved.listing(loaded, options, limit=n, distinct=distinct)
        elif n == 1:
            task = FillTask(
                loaded, options, jobs=engine.jobs, certificate=engine.certificate,
                assume=engine.assume or (),
            )  # fmt: skip
        else:
            from satcross.tasks.enumerate import Fills

            task = Fills(
                loaded, options, limit=n, distinct=distinct, certificate=engine.certificate
            )
        place = {} if saved is None else saved.place()
        sink = opened.enter_context(out.open(n, about, **place))
        opened.enter_context(task)
        if isinstance(task, Listing):
            written = None
            if engine.certificate is not None and task.complete is not None:
                written = task.complete.written
                written.is_checked_later = True
            code = print_several(task, search.time_limit, sink, loaded, saved)
            say_certificate(written)
            return code
        code = print_one(task, search.time_limit, sink)
        if isinstance(task, FillTask):
            say_certificate(task.certificate)
    if code == ExitCode.UNFILLABLE and again.names_letters and cluster.cluster is None:
        echo_err("the letters that stay allow no fill; free more of them")
    if code == ExitCode.OK and OPEN not in loaded.grid.cells and cluster.cluster is None:
        echo_err("every cell is given: nothing to fill; --keep or --free opens some")
    return code
