"""`satcross optimise`: the best fill, and the proof that there is no better one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from satcross import Answered, Best, Fill, Found, Impossible, OptionError, Stopped, Task
from satcross.apps.optimise.optimise import OptimiseResult, OptimiseTask
from satcross.apps.optimise.several import BestFills
from satcross.commandline import (
    JSON,
    About,
    FillOutputOptions,
    GridSink,
    HelpPanel,
    KeepOptions,
    LedgerOptions,
    PuzzleOptions,
    SearchOptions,
    Shared,
    command,
    echo_err,
    end,
    exit_code,
    fill_data,
    flag,
    option,
    option_set,
    run,
    say_certificate,
    why_stopped,
)
from satcross.extend import Goal, counted, normal_name

OPTIMISE_SCHEMA = "satcross.optimise/1"
MOST_TOLD = 20  # proved fills up to which each has a line that says so

EXAMPLES = """\
Examples:
  satcross optimise grid.txt                   the best lowest score
  satcross optimise grid.txt --goal total --time-limit 30
  satcross optimise grid.txt --goal total --slot-weight 12A=3 --slot-weight 5D=0
  satcross optimise grid.txt --goal total -n 5 --time-limit 60     the five best
  satcross optimise mini.txt --goal total --all --min-total 950 -o best.txt
  satcross optimise grid.txt --goal total --each     every better fill as it is found
  satcross optimise grid.txt --goal total --certificate best.cert      and the proof
  satcross optimise grid.txt --goal total --cluster local --state run

Without a limit a large grid may never finish: Ctrl-C stops it and prints the best fill so far.

Exit codes:
  0 proved best   20 proved unfillable   2 bad input
  124 stopped by a limit   130 interrupted; both print the best fill so far, if there is one"""
EXCLUSIONS = """\
number all_: do not go together; give one of them
each number>1|all_: it is for one fill; leave it out
min_total !number>1|all_: it is for several fills; add -n N or --all
number>1|all_ cluster: a cluster looks for one fill; leave out --cluster
rounds cluster: they are counted in one search, and a cluster makes many; use --time-limit
certificate number>1|all_: it is of the one best fill; leave out {pair}
certificate cluster: it is of a search in one process; leave out {pair}"""


class GoalName(StrEnum):
    """What makes a fill better."""

    LOWEST = "lowest"
    TOTAL = "total"


@option_set("What is best")
class BestOptions:
    """What makes fills better, and how many are wanted."""

    goal: GoalName = option(
        "",
        "Raise the lowest score of an entry, or the total of all scores.",
        default=GoalName.LOWEST,
    )
    slot_weight: list[str] | None = option(
        "SLOT=N",
        "Multiply the scores of a slot, as in 12A=3; 0: it does not count. Can be repeated. Slots"
        " that are wholly given never count.",
    )
    number: int | None = option(
        "N",
        "The N best fills, the best first; a limit is for all of them together. Default: 1.",
        "-n",
    )
    all_: bool = flag("All fills, the best first.")
    min_total: int | None = option(
        "N", "Leave out fills with a lower total; with --goal total, and -n or --all."
    )

    @property
    def is_several(self) -> bool:
        """Whether more than one fill may be wanted."""
        return self.all_ or self.number not in (None, 1)


@option_set("Search")
class RoundOptions(SearchOptions):
    """The search, and a limit that is the same on every machine."""

    rounds: int | None = option(
        "N", "Stop after N rounds of the search: the same result on every machine."
    )


@command(
    HelpPanel.QUESTIONS,
    40,
    examples=EXAMPLES,
    exclusions=EXCLUSIONS,
    replaces=("grid",),
    guide="guide/optimise.md",
)
def optimise(
    puzzle: PuzzleOptions,
    *,
    again: KeepOptions,
    best: BestOptions,
    search: RoundOptions,
    each: bool = flag("Print every better fill as it is found, not only the last.", panel="Output"),
    cluster: LedgerOptions,
    certificate: Path | None = Shared.CERTIFICATE,
    out: FillOutputOptions,
) -> int:
    """Find the best fill by scores, and prove that no fill is better.

    It starts from the fill that `satcross fill` finds with the same seed, and improves on it.
    """
    weights = _weights(best.slot_weight or [])
    goal: Goal = best.goal.value
    loaded, base, roles, _ = puzzle.load_kept(again)
    about = About(base, loaded.words.alphabet, search.seed, roles)
    if best.is_several:
        limit = None if best.all_ else best.number
        several = BestFills(
            loaded, search.solver(), goal=goal, slot_weights=weights, rounds=search.rounds,
            limit=limit, min_total=best.min_total,
        )  # fmt: skip
        with out.open(limit, about) as sink, several:
            return _print_several(several, search.time_limit, _Printer(sink, goal, False))
    task: Task[Fill, OptimiseResult]
    with ExitStack() as opened:
        pool = opened.enter_context(cluster.pool_if_named())
        if pool is None:
            task = OptimiseTask(
                loaded, search.solver(), goal=goal, slot_weights=weights, rounds=search.rounds,
                certificate=certificate,
            )  # fmt: skip
        else:
            task = cluster.workers().PoolOptimise(
                loaded, pool, search.solver(), goal=goal, slot_weights=weights, **cluster.saved
            )
        sink = opened.enter_context(out.open(None if each else 1, about))
        opened.enter_context(task)
        printer = _Printer(sink, goal, each)
        result = run(task, search.time_limit, sink.view, printer.better)
        sink.view.close()
        match result:
            case Impossible():
                end(result)
            case Stopped():
                echo_err(f"{why_stopped(result)}; no fill was found")
            case Best():
                printer.last(result)
        if isinstance(task, OptimiseTask):
            say_certificate(task.certificate)
    return exit_code(result)


def _print_several(task: BestFills, time_limit_s: float | None, printer: _Printer) -> int:
    """Find the best fills and print them, the best first. The exit code.

    Those that are proved are in that order, and are printed as they are found.
    """
    rest: list[Best[Fill]] = []

    def take(best: Best[Fill]) -> None:
        if best.is_proved and not rest:
            printer.several(best)
        else:
            rest.append(best)

    result = run(task, time_limit_s, printer.sink.view, lambda new: take(new.value))
    printer.sink.view.close()
    rest.sort(key=lambda best: -(best.objective or 0))
    for best in rest:
        printer.several(best)
    n = counted(task.n_found, "fill")
    match result:
        case Found() if task.is_exhausted:
            echo_err(f"{n}; there are no more")
        case Found() if task.n_found > MOST_TOLD:
            echo_err(f"{n}; there may be more")
    code = end(result, n)
    reasons = [best.reason for best in rest if best.reason is not None]
    return exit_code(Stopped(reasons[-1])) if isinstance(result, Found) and reasons else code


def _weights(texts: Sequence[str]) -> dict[str, int]:
    """The weight by slot name, from `12A=3`."""
    weights: dict[str, int] = {}
    for text in texts:
        name, _, number = text.partition("=")
        if not name or not (number.isascii() and number.isdigit()) or len(number) > 9:
            raise OptionError(
                f"{text!r} is not SLOT=N",
                hint="for example 12A=3",
                parameter="slot_weight",
            )
        name = normal_name(name)
        if name in weights:
            raise OptionError(f"{name} has two weights", parameter="slot_weight")
        weights[name] = int(number)
    return weights


@dataclass(slots=True)
class _Printer:
    """Prints better fills as they are found, or only the last.

    Args:
        sink: where they go.
        goal: "lowest" or "total".
        each: whether better fills are printed as they are found.
    """

    sink: GridSink
    goal: str
    each: bool

    def better(self, answered: Answered[Fill]) -> None:
        """Print a better fill, if that is asked for."""
        if not self.each:
            self.sink.view.found()
            return
        self._print(answered, proved=False)
        if self.sink.format != JSON:
            with self.sink.view.hidden():
                echo_err(_name(self.goal, answered.objective))

    def last(self, best: Best[Fill]) -> None:
        """Print the last fill, unless it was; and how good it is proved to be."""
        if not self.sink.n_written or self.sink.format == JSON:
            self._print(best, proved=best.is_proved, stopped=best.reason or "")
        if best.is_proved and best.value.lowest_score is None:
            echo_err("every entry is given: nothing to improve; --keep or --free opens some")
            return
        name = _name(self.goal, best.objective)
        if best.is_proved or best.bound is None or best.gap is None:
            echo_err(f"{name}: proved best")
            return
        part = f", {best.gap / best.bound:.1%}" if self.goal == GoalName.TOTAL else ""
        echo_err(
            f"{name}; no fill has more than {best.bound:,} (gap {best.gap:,}{part});"
            f" stopped: {best.reason}"
        )

    def several(self, best: Best[Fill]) -> None:
        """Print one of several fills, and how good it is proved to be."""
        self._print(best, proved=best.is_proved, stopped=best.reason or "")
        if self.sink.n_written <= MOST_TOLD or not best.is_proved:
            proved = "proved: no fill but those above has more" if best.is_proved else "not proved"
            echo_err(f"{_name(self.goal, best.objective)}: {proved}")

    def _print(
        self, found: Answered[Fill] | Best[Fill], *, proved: bool, stopped: str = ""
    ) -> None:
        def to_data(number: int) -> dict[str, Any]:
            return {
                "schema": OPTIMISE_SCHEMA,
                "goal": self.goal,
                "value": found.objective,
                "bound": found.bound,
                "proved": proved,
                "stopped": stopped,
                "fill": fill_data(found.value, number),
            }

        self.sink.write_fill(found.value, to_data)


def _name(goal: str, value: int | None) -> str:
    what = "lowest score" if goal == GoalName.LOWEST else "total"
    return f"{what} {'-' if value is None else f'{value:,}'}"
