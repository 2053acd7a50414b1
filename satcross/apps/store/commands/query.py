"""`satcross query`: questions about all fills, from a file of `satcross compile`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from satcross import FormatError, OptionError, VerificationError
from satcross.apps.counting.numbers import json_number
from satcross.apps.store.file import AGAIN
from satcross.apps.store.store import FillStore
from satcross.commandline import (
    JSON,
    TEXT,
    About,
    ExitCode,
    FillOutputOptions,
    GridSink,
    HelpPanel,
    argument,
    command,
    echo_err,
    flag,
    option,
    option_set,
)
from satcross.extend import counted

QUERY_SCHEMA = "satcross.query/1"

EXAMPLES = """\
Examples:
  satcross query open4.fills                       how many fills there are
  satcross query open4.fills --where r1c4=Q --where 5A=HO?SE
  satcross query open4.fills --letters             how often each letter stands where
  satcross query open4.fills --sample 5 --seed 7   each fill as likely as any other
  satcross query open4.fills --best 10 --entries
  satcross query open4.fills --all --format json

Exit codes:
  0 answered   20 there is no such fill   2 bad input   130 interrupted"""
EXCLUSIONS = """\
sample best: do not go together; give one of them
sample at: do not go together; give one of them
sample all_: do not go together; give one of them
sample letters: do not go together; give one of them
best at: do not go together; give one of them
best all_: do not go together; give one of them
best letters: do not go together; give one of them
at all_: do not go together; give one of them
at letters: do not go together; give one of them
all_ letters: do not go together; give one of them"""


@option_set("What to ask")
class QuestionOptions:
    """Which fills, and what of them."""

    where: list[str] | None = option(
        "CELL=X|SLOT=WORD",
        "Only fills with this letter or word, as in r1c4=Q, ~r1c4=Q, 5A=HOUSE or 5A=H??SE. Can be"
        " repeated: all must hold.",
    )
    sample: int | None = option(
        "N", "N fills at random, each as likely as any other; with repetition.", at_least=1
    )
    best: int | None = option(
        "N", "The N fills with the largest sums of scores, best first.", at_least=1
    )
    at: int | None = option("NUMBER", "The fill of this number, from 0, in the file's order.")
    all_: bool = flag("All fills, in the file's order.")
    letters: bool = flag("In how many fills each cell has each letter.")
    seed: int = option("N", "Random seed of --sample.", default=0, at_least=0)

    def n_wanted(self) -> int | None:
        """How many fills are to be printed; None for all."""
        if self.all_:
            return None
        return self.sample or self.best or 1

    @property
    def wants_fills(self) -> bool:
        """Whether fills are to be printed, and no numbers."""
        return self.all_ or any(x is not None for x in (self.sample, self.best, self.at))


@command(HelpPanel.QUESTIONS, 80, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/store.md")
def query(
    file: Path = argument("FILE", "A file that satcross compile has written."),
    *,
    question: QuestionOptions,
    out: FillOutputOptions,
) -> int:
    """Ask a file of all fills: how many, which letters, samples, the best.

    Each answer is exact, and takes milliseconds. Every fill that is printed is verified.
    """
    format_ = out.chosen_format()
    if not question.wants_fills and format_ not in (TEXT, JSON):
        raise OptionError(
            f"numbers cannot be written as {format_}",
            hint="ask for fills, as in --best 1",
            parameter="format" if out.format else "output",
        )
    whole = FillStore.load(file)
    conditions = question.where or []
    store = whole.where(*conditions)
    about = About(None, store.puzzle.listed.alphabet, question.seed)
    with out.open(question.n_wanted(), about) as sink:
        if question.wants_fills:
            try:
                n = _write_fills(store, question, sink)
            except VerificationError as error:
                raise FormatError(str(error), hint=AGAIN, source=str(file)) from None
            if n:
                echo_err(f"{counted(n, 'fill')} of {store.n_fills:,}")
            else:
                echo_err("there is no such fill")
        elif format_ == JSON:
            sink.write_text(store_json(store, conditions, letters=question.letters))
        elif question.letters:
            if store.n_fills:
                sink.write_text(letters_text(store))
            echo_err(counted(store.n_fills, "fill"))
        else:
            sink.write_text(counted(store.n_fills, "fill"))
            if conditions:
                echo_err(f"of {whole.n_fills:,}")
    return ExitCode.OK if store.n_fills else ExitCode.UNFILLABLE


def _write_fills(store: FillStore, question: QuestionOptions, sink: GridSink) -> int:
    """Print or write the fills that are asked for; how many they were."""
    if question.all_:
        for rows in store.arrays():
            if store.puzzle.has_rebus:
                for row in rows:
                    sink.write_fill(store.fill(row))
            else:
                sink.write_rows(rows, store, store.puzzle)
        return sink.n_written
    if not store.n_fills:
        return 0
    if question.best is not None:
        fills = store.best(question.best)
    elif question.sample is not None:
        fills = store.sample(question.sample, seed=question.seed)
    else:
        fills = [store.at(question.at or 0)]
    for fill in fills:
        sink.write_fill(fill)
    return sink.n_written


def store_json(store: FillStore, conditions: Sequence[str], *, letters: bool) -> str:
    """One line of JSON, schema as in docs/reference/json.md."""
    data: dict[str, Any] = {
        "schema": QUERY_SCHEMA,
        "where": list(conditions),
        "n_fills": json_number(store.n_fills),
        "best_total": store.best_total,
    }
    if letters:
        grid = store.puzzle.grid
        data["cells"] = []
        for name, counts in store.letters().items():
            place = grid.row_and_col(grid.position(name))
            by_letter = {letter: json_number(n) for letter, n in counts.items()}
            data["cells"].append({"cell": name, **place, "letters": by_letter})
    return json.dumps(data, ensure_ascii=False)


def letters_text(store: FillStore) -> str:
    """A line for each cell: its letters, the most frequent first, each with its number of fills."""
    lines: list[str] = []
    for name, counts in store.letters().items():
        often = sorted(counts.items(), key=lambda item: -item[1])
        lines.append(f"{name}: " + ", ".join(f"{letter} {n:,}" for letter, n in often))
    return "\n".join(lines)
