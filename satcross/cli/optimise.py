"""`satcross optimise`: the best fill, and the proof that there is no better one.

The JSON form is one object a line, schema `satcross.optimise/1`:

- `schema`: that name.
- `goal`: "lowest" or "total".
- `value`: what the fill is worth by the goal, slot weights included; null for the lowest score
  when no slot counts.
- `bound`: no fill is worth more.
- `proved`: whether `value` and `bound` are the same, and the fill a best one.
- `stopped`: "time limit", "rounds", "interrupted"; "" when the search came to its end, and with
  `--each` for fills that were not the last.
- `fill`: the fill, schema `satcross.fill/1`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

import typer

from satcross.cli import exits
from satcross.cli.fill_view import fill_json, fill_text
from satcross.cli.options import (
    AllowRepeatsOption,
    AlphabetOption,
    EntriesOption,
    ExcludeOption,
    GridArgument,
    MaxWordsOption,
    MinLengthOption,
    MinScoreOption,
    OutputFormat,
    ProgressOption,
    SeedOption,
    TimeLimitOption,
    WordsOption,
    check_numbers,
    load_words,
)
from satcross.cli.progress import ProgressView, progress_view
from satcross.cli.puzzles import load_puzzle
from satcross.cli.sink import Sink, open_sink
from satcross.errors import OptionError
from satcross.solve.protocol import SolverOptions
from satcross.tasks.optimise import optimise as find_best
from satcross.tasks.optimise_results import BestSoFar, Optimal
from satcross.tasks.results import Unfillable, Unknown

OPTIMISE_SCHEMA = "satcross.optimise/1"

EXAMPLES = """\
Examples:
  satcross optimise grid.txt                   the best lowest score
  satcross optimise grid.txt --goal total --time-limit 30
  satcross optimise grid.txt --goal total --slot-weight 12A=3 --slot-weight 5D=0
  satcross optimise grid.txt --goal total --each     every better fill as it is found

Without a limit a large grid may take for ever: stop it with Ctrl-C, and the best fill is printed.

Exit codes:
  0 proved best   20 proved unfillable   2 bad input
  124 stopped by a limit   130 interrupted; both print the best fill so far, if there is one"""


class GoalName(StrEnum):
    """What makes a fill better."""

    LOWEST = "lowest"
    TOTAL = "total"


def optimise(
    grid: GridArgument,
    words: WordsOption = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
    allow_repeats: AllowRepeatsOption = False,
    min_length: MinLengthOption = 2,
    goal: Annotated[
        GoalName,
        typer.Option(
            help="Raise the lowest score of an entry, or the total of all scores.",
            rich_help_panel="What is best",
        ),
    ] = GoalName.LOWEST,
    slot_weight: Annotated[
        list[str] | None,
        typer.Option(
            "--slot-weight",
            metavar="SLOT=N",
            help="Multiply the scores of a slot, as in 12A=3; 0: it does not count. May be given"
            " several times. Slots that are wholly given never count.",
            rich_help_panel="What is best",
        ),
    ] = None,
    seed: SeedOption = 0,
    time_limit: TimeLimitOption = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Stop after N rounds of the search: the same result on every machine.",
            rich_help_panel="Search",
        ),
    ] = None,
    format_: Annotated[
        OutputFormat,
        typer.Option(
            "--format",
            help="Grids as text, or one JSON object a line (schema satcross.optimise/1).",
            rich_help_panel="Output",
        ),
    ] = OutputFormat.TEXT,
    entries: EntriesOption = False,
    each: Annotated[
        bool,
        typer.Option(
            "--each",
            help="Print every better fill as it is found; else only the last.",
            rich_help_panel="Output",
        ),
    ] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write the fills here instead of to stdout.",
            rich_help_panel="Output",
        ),
    ] = None,
    progress: ProgressOption = None,
) -> None:
    """Find the best fill by scores, and prove that no fill is better.

    It starts from the fill that `satcross fill` finds with the same seed, and improves on it.
    """
    check_numbers(seed, time_limit)
    weights = _weights(slot_weight or [])
    if entries and format_ is OutputFormat.JSON:
        raise OptionError(
            "the JSON form has the entries anyway", mend="leave it out", source="--entries"
        )
    with open_sink(output) as sink:
        puzzle = load_puzzle(
            grid,
            load_words(words, min_score, exclude, max_words, alphabet, min_length),
            distinct=not allow_repeats,
            min_length=min_length,
        )
        with progress_view(progress) as view:
            printer = _Printer(sink, view, goal.value, format_, entries, each)
            try:
                result = find_best(
                    puzzle,
                    goal=goal.value,
                    slot_weights=weights,
                    options=replace(SolverOptions(seed=seed), on_progress=view),
                    time_limit_s=time_limit,
                    rounds=rounds,
                    on_better=printer.better,
                )
            except KeyboardInterrupt:
                view.close()
                if printer.best is None:
                    raise
                printer.last(replace(printer.best, reason="interrupted"))
                raise typer.Exit(exits.INTERRUPTED) from None
            view.close()
            match result:
                case Unfillable(why):
                    exits.tell(f"unfillable: proved{': ' if why else ''}{why}")
                    code = exits.UNFILLABLE
                case Unknown(reason):
                    exits.tell(f"stopped without a fill: {reason}")
                    code = exits.STOPPED
                case _:
                    printer.last(result)
                    code = exits.OK if isinstance(result, Optimal) else exits.STOPPED
    raise typer.Exit(code)


def _weights(texts: Sequence[str]) -> dict[str, int]:
    """The weight by slot name, from `12A=3`."""
    weights: dict[str, int] = {}
    for text in texts:
        name, _, number = text.partition("=")
        if not name or not (number.isascii() and number.isdigit()) or len(number) > 9:
            raise OptionError(
                f"{text!r} is no slot and weight",
                mend="write them as in 12A=3",
                source="--slot-weight",
            )
        if name.upper() in weights:
            raise OptionError(f"{name.upper()} has two weights", source="--slot-weight")
        weights[name.upper()] = int(number)
    return weights


@dataclass(slots=True)
class _Printer:
    """Prints better fills, or only the last.

    Args:
        sink: where they go.
        view: what is on the terminal meanwhile.
        goal: "lowest" or "total".
        format_: of fills.
        entries: whether the text lists the entries too.
        each: whether better fills are printed as they are found.
        best: the best fill so far.
    """

    sink: Sink
    view: ProgressView
    goal: str
    format_: OutputFormat
    entries: bool
    each: bool
    best: BestSoFar | None = None

    def better(self, best: BestSoFar) -> None:
        """Take note of a better fill, and print it if it is asked for."""
        self.best = best
        if self.each:
            with self.view.hidden():
                self._print(best)
                if self.format_ is OutputFormat.TEXT:
                    exits.tell(_name(self.goal, best.value))
        self.view.found()

    def last(self, result: Optimal | BestSoFar) -> None:
        """Print the last fill, unless it was; and how it stands."""
        printed = self.each and self.best is not None
        if not printed or self.format_ is OutputFormat.JSON:
            self._print(result)
        exits.tell(_verdict(self.goal, result))

    def _print(self, result: Optimal | BestSoFar) -> None:
        number = self.sink.n_written + 1
        if self.format_ is OutputFormat.JSON:
            self.sink.write(_json(self.goal, result, number))
        else:
            text = fill_text(result.fill, entries=self.entries)
            self.sink.write(("\n" if number > 1 else "") + text)


def _name(goal: str, value: int | None) -> str:
    what = "lowest score" if goal == GoalName.LOWEST else "total"
    return f"{what} {'-' if value is None else f'{value:,}'}"


def _verdict(goal: str, result: Optimal | BestSoFar) -> str:
    """How good the fill is, and how good it is proved to be."""
    name = _name(goal, result.value)
    if isinstance(result, Optimal):
        return f"{name}: proved best"
    part = f", {result.gap / result.bound:.1%}" if goal == GoalName.TOTAL else ""
    return (
        f"{name}; no fill has more than {result.bound:,} (gap {result.gap:,}{part});"
        f" stopped: {result.reason}"
    )


def _json(goal: str, result: Optimal | BestSoFar, number: int) -> str:
    proved = isinstance(result, Optimal)
    data = {
        "schema": OPTIMISE_SCHEMA,
        "goal": goal,
        "value": result.value,
        "bound": result.value if isinstance(result, Optimal) else result.bound,
        "proved": proved,
        "stopped": "" if isinstance(result, Optimal) else result.reason,
        "fill": json.loads(fill_json(result.fill, number)),
    }
    return json.dumps(data, ensure_ascii=False)
