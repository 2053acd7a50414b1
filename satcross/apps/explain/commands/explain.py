"""`satcross explain`: why a grid has no fill, and what to change."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from satcross import Answered, Fill, Found, Impossible, Puzzle, Reason, Stopped
from satcross.apps.explain.changes import Change, ChangeKind, Correction
from satcross.apps.explain.corrections import Corrections
from satcross.apps.explain.every import Explanations
from satcross.apps.explain.explain import ExplainTask, Explanation
from satcross.apps.explain.rules import RuleKind, SoftRule, reasons_text
from satcross.commandline import (
    ExitCode,
    HelpPanel,
    KeepOptions,
    ProgressView,
    PuzzleOptions,
    ReportOptions,
    SearchOptions,
    command,
    echo_err,
    exit_code,
    flag,
    option,
    run,
    why_stopped,
)
from satcross.extend import OPEN, Deadline, Event, NamedCell, counted
from satcross.task import Early

SCHEMA = "satcross.explain/1"
# Of shrinking, as `ExplainTask` counts: some seconds, after which reasons are printed that may not
# all be needed, and the first correction is looked for before the search for fewer goes on.
FIRST_EFFORT = 6000
MARK = "+"

EXAMPLES = """\
Examples:
  satcross explain grid.txt                why it has no fill, and three corrections
  satcross explain grid.txt --corrections 10 --fills
  satcross explain grid.txt --all --corrections 0   every minimal set of reasons
  satcross explain grid.txt -w mine.dict --min-score 60 --time-limit 30
  satcross explain grid.txt --format json

Exit codes:
  20 proved unfillable, and explained   0 it has a fill   2 bad input
  124 the time limit came first; what is printed is proved   130 interrupted"""


@command(HelpPanel.QUESTIONS, 10, examples=EXAMPLES, guide="guide/explain.md")
def explain(
    puzzle: PuzzleOptions,
    *,
    again: KeepOptions,
    all_: bool = flag("All minimal sets of reasons, the first and the others.", panel="Reasons"),
    corrections: int = option(
        "N",
        "Number of sets of changes to find that make the grid fillable; 0 for none.",
        default=3,
        panel="Corrections",
        at_least=0,
    ),
    max_changes: int = option(
        "N",
        "Maximum number of changes in each. Where no such correction is found, one that frees"
        " given entries may have more.",
        default=3,
        panel="Corrections",
        at_least=1,
    ),
    fills: bool = flag("Print a fill after each.", panel="Corrections"),
    search: SearchOptions,
    report: ReportOptions,
) -> int:
    """Say why a grid has no fill, and what to change.

    The reasons exclude each other, and are minimal: without any of them the others can be kept.
    """
    loaded, _, roles, words = puzzle.load_kept(again)
    score = words.lowest_score
    full = words.load(loaded.min_length, every_score=True) if score else None
    if full is not None and roles is not None:
        full = full.with_scores(dict.fromkeys(roles.banned))
    if full is not None and len(full) == len(loaded.words):
        full = None
    options, deadline = search.solver(), Deadline.after(search.time_limit)
    with (
        report.view() as view,
        ExplainTask(loaded, options, full_words=full, effort=FIRST_EFFORT) as task,
    ):
        printer = ExplainPrinter(view, json=report.as_json, fills=fills, min_score=score)
        result = run(task, deadline, view)
        match result:
            case Impossible(evidence=fill):
                assert isinstance(fill, Fill)
                printer.fillable(fill)
                return ExitCode.OK
            case Found(explanation) | Stopped(partial=Explanation() as explanation):
                is_first = isinstance(result, Stopped) and result.reason is Reason.CONFLICTS
                printer.explanation(explanation, is_first=is_first)
            case Stopped():
                view.close()
                n = counted(result.work.conflicts, "conflict")
                echo_err(
                    f"{why_stopped(result)}; whether there is a fill is not known after {n};"
                    " more time or another --seed may decide it"
                )
                return exit_code(result)
        stopped = result if isinstance(result, Stopped) else None
        found: Corrections | None = None
        if corrections:
            found = Corrections(
                explanation,
                options,
                full_words=full,
                limit=corrections,
                max_changes=max_changes,
                free_entries=True,
            )
            _print_when_found(found, printer, is_first=is_first)
        if is_first:
            explanation, stopped = _minimal(task, explanation, found, deadline, view, printer)
        if all_ and stopped is None:
            others = Explanations(explanation, options, full_words=full)
            ended = run(
                others,
                deadline,
                view,
                lambda answered: printer.other(answered.value, others.n_found + 1),
            )
            stopped = ended if isinstance(ended, Stopped) else None
            printer.all_given(others, stopped)
        if found is not None:
            if stopped is None:
                ended = run(found, deadline, None if is_first else view)
                stopped = ended if isinstance(ended, Stopped) else None
            printer.end(found, stopped, max_changes)
    return ExitCode.UNFILLABLE if stopped is None else exit_code(stopped)


def _minimal(
    task: ExplainTask,
    explanation: Explanation,
    found: Corrections | None,
    deadline: Deadline,
    view: ProgressView,
    printer: ExplainPrinter,
) -> tuple[Explanation, Stopped | None]:
    """Print the first correction and then a minimal set of reasons; the set, or why not."""
    if found is not None:
        ended = run(found, deadline, view)
        if isinstance(ended, Stopped) and ended.reason is not Reason.CONFLICTS:
            return explanation, ended
    result = run(task, deadline)
    if isinstance(result, Stopped):
        if isinstance(result.partial, Explanation):
            printer.explanation(result.partial, before=explanation)
        return explanation, result
    assert isinstance(result, Found)
    printer.explanation(result.value, before=explanation)
    return result.value, None


def _print_when_found(found: Corrections, printer: ExplainPrinter, *, is_first: bool) -> None:
    """Have each correction printed when it is found.

    Args: is_first: whether fewer reasons may follow, so that the search stops after the first one.
    """

    def take(event: Event) -> None:
        if isinstance(event, Early) and not found.n_found:
            printer.early(event.value)
        if isinstance(event, Answered):
            printer.correction(event.value, found.n_found)
            if is_first and found.n_found == 1:
                found.stop(Reason.CONFLICTS)

    found.subscribe(take)


class ExplainPrinter:
    """Prints what was found, as soon as it is found.

    Args:
        view: what is on the terminal meanwhile.
        json: whether to print JSON, one object a line; else text.
        fills: whether the text has a fill with each correction.
        min_score: the minimum score in force, for people; None for none.
    """

    def __init__(
        self, view: ProgressView, *, json: bool, fills: bool, min_score: int | None
    ) -> None:
        self._view = view
        self._json = json
        self._fills = fills
        self._min_score = min_score

    def fillable(self, fill: Fill) -> None:
        """Report that there is nothing to explain."""
        self._view.close()
        if self._json:
            self._print_json("fillable", fill.grid.json_data())
        echo_err("fillable: there is nothing to explain")

    def explanation(
        self,
        explanation: Explanation,
        *,
        is_first: bool = False,
        before: Explanation | None = None,
    ) -> None:
        """Print the reasons and the grid; say how sure they are.

        Args:
            explanation: the reasons.
            is_first: whether fewer may follow.
            before: those that were printed before.
        """
        puzzle, reasons = explanation.puzzle, explanation.reasons
        text = f"no fill because of {reasons_text(puzzle, reasons, self._min_score)}"
        if self._json:
            self._print_reasons(explanation, text)
        elif before is None or reasons != before.reasons:
            after = "\n" if before is not None else ""
            self._print(f"{after}{text}\n\n{marked_grid(puzzle, reasons)}")
        with self._view.hidden():
            if explanation.is_minimal:
                echo_err("unfillable: proved; each of these reasons is needed")
            else:
                unsure = reasons_text(puzzle, explanation.unsure, self._min_score)
                how = "not yet" if is_first else "stopped: not"
                echo_err(f"unfillable: proved; {how} known to be needed: {unsure}")

    def other(self, explanation: Explanation, number: int) -> None:
        """Print another minimal set of reasons."""
        text = reasons_text(explanation.puzzle, explanation.reasons, self._min_score)
        if self._json:
            self._print_reasons(explanation, f"no fill because of {text}")
        else:
            before = "\n" if number == 2 else ""
            self._print(f"{before}nor because of {text}")
        self._view.found()

    def all_given(self, others: Explanations, stopped: Stopped | None) -> None:
        """Report whether these were all minimal sets of reasons."""
        if self._json:
            why = None if stopped is None else str(stopped)
            data = {"n": others.n_found + 1, "exhausted": stopped is None, "stopped": why}
            self._print_json("explanations", data)
        with self._view.hidden():
            n = counted(others.n_found + 1, "minimal set") + " of reasons"
            echo_err(f"{n}; there are no others" if stopped is None else f"{n}; stopped: {stopped}")

    def early(self, correction: Correction) -> None:
        """Print what is known before the first correction is."""
        if self._json:
            self._print_json("early", _correction_data(correction))
        else:
            self._print(f"\nknown so far: {self._text(correction)}")

    def correction(self, correction: Correction, number: int) -> None:
        """Print one correction."""
        if self._json:
            self._print_json("correction", {"number": number, **_correction_data(correction)})
        else:
            before = "\n" if number == 1 or self._fills else ""
            self._print(f"{before}correction {number}: {self._text(correction)}")
        self._view.found()

    def end(self, found: Corrections, stopped: Stopped | None, max_changes: int) -> None:
        """Report how the search for corrections ended."""
        self._view.close()
        if self._json:
            data = {
                "corrections": found.n_found,
                "exhausted": found.exhausted,
                "stopped": None if stopped is None else str(stopped),
            }
            self._print_json("end", data)
        n = counted(found.n_found, "correction")
        is_none = found.n_found == 0 or found.freed is not None
        if is_none and (found.is_cut or found.n_undecided):
            limit = counted(max_changes, "change")
            how = "was found" if found.n_undecided else "exists: proved"
            echo_err(f"no correction with up to {limit} {how}; {_instead(found, max_changes)}")
            if stopped is None:
                return
        if stopped is not None:
            echo_err(f"{n}; stopped: {stopped}")
        elif found.exhausted:
            echo_err(f"{n}; there are no others")
        elif found.is_cut:
            echo_err(f"{n}; there are no others with so few changes")
        else:
            echo_err(f"{n}; there may be more")

    def _print_reasons(self, explanation: Explanation, text: str) -> None:
        reasons = [self._reason(explanation, rule) for rule in explanation.reasons]
        data = {"reasons": reasons, "minimal": explanation.is_minimal, "text": text}
        self._print_json("explanation", data)

    def _reason(self, explanation: Explanation, rule: SoftRule) -> dict[str, Any]:
        puzzle = explanation.puzzle
        data: dict[str, Any] = {"kind": rule.kind.value, "where": rule.where(puzzle) or None}
        if rule.kind is RuleKind.LETTER:
            place = puzzle.grid.row_and_col(rule.index)
            data |= {"letter": puzzle.grid.cells[rule.index], **place}
        elif rule.kind is RuleKind.SCORE:
            data["score"] = self._min_score
        elif rule.kind is RuleKind.RULE:
            data["rule"] = puzzle.rules[rule.index].to_text()
        data["needed"] = rule not in explanation.unsure
        return data

    def _text(self, correction: Correction) -> str:
        unsure = "" if correction.is_smallest else " (fewer changes may do)"
        return f"{correction}{unsure}" + (f"\n\n{correction.fill}" if self._fills else "")

    def _print_json(self, kind: str, data: dict[str, Any]) -> None:
        self._print(json.dumps({"schema": SCHEMA, "kind": kind, **data}, ensure_ascii=False))

    def _print(self, text: str) -> None:
        with self._view.hidden():
            print(text, flush=True)


def _instead(found: Corrections, max_changes: int) -> str:
    if found.freed is None and found.soon is not None:
        n = len(found.soon.changes)
        return f"one with {n} is known, above"
    if found.freed is None:
        return f"--max-changes {max_changes + 1} allows more"
    return f"freeing {counted(len(found.freed.changes), 'given entry')} would do"


def marked_grid(puzzle: Puzzle, reasons: Collection[SoftRule]) -> str:
    """The grid with the reasons marked, cells separated by spaces.

    A `+` is an open cell of a slot among the reasons, a capital a given letter among them; other
    given letters are small, other open cells dots, blocks `#`. Cells beside the rectangle follow by
    their names.
    """
    marked = {
        cell
        for rule in reasons
        if rule.kind is RuleKind.SLOT
        for cell in puzzle.slots[rule.index].cells
    }
    letters = {rule.index for rule in reasons if rule.kind is RuleKind.LETTER}
    grid = puzzle.grid
    for suffix in (NamedCell.SECOND, NamedCell.DOWNWARD):
        marked.update(at for at, hidden in grid.second_cells(suffix).items() if hidden in marked)

    def drawn(position: int, cell: str) -> str:
        if cell == OPEN:
            return MARK if position in marked else OPEN
        return cell if not grid.is_square(position) or position in letters else cell.lower()

    cells = [drawn(position, cell) for position, cell in enumerate(grid.cells)]
    marked_ = grid.with_cells(cells)
    rows = marked_.lines()
    if not (grid.bars_right or grid.bars_below):
        rows = [" ".join(row) for row in marked_.rows()]
    apart = [""] if rows and grid.named else []
    return "\n".join([*rows, *apart, *marked_.beside_lines()])


def _correction_data(correction: Correction) -> dict[str, Any]:
    return {
        "changes": [_change(correction, change) for change in correction.changes],
        "smallest": correction.is_smallest,
        **correction.fill.grid.json_data(),
    }


def _change(correction: Correction, change: Change) -> dict[str, Any]:
    data: dict[str, Any] = {
        "kind": change.kind.value,
        "where": change.where(correction.puzzle) or None,
        "text": correction.text(change),
    }
    if change.kind is ChangeKind.WORD:
        data["shape"] = correction.shapes[change.index]
    if change.kind is ChangeKind.RULE:
        data["rule"] = correction.puzzle.rules[change.index].to_text()
    if change.kind is ChangeKind.MIN_SCORE:
        data["score"] = correction.lowest_score
    if change.kind in (ChangeKind.MIN_SCORE, ChangeKind.SCORE):
        data["least"] = change not in correction.unsure
    if change.kind in (ChangeKind.WORD, ChangeKind.SCORE):
        data["word"] = correction.fill.entries[change.index].word
    return data
