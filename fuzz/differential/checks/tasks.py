"""Counts, samples, letters, words, best fills, the oracle, and the checker of fills."""

from __future__ import annotations

from typing import Any
from unittest import mock

from fuzz.differential.brute import Cells, is_fill
from fuzz.differential.checks.base import (
    Check,
    Trial,
    answers_of,
    has_fills,
    listed,
    require,
    run_with_stops,
    verdict,
)
from fuzz.differential.data import BLOCK, OPEN, VOID, PuzzleData
from fuzz.differential.engines import kernel_of, options_of, short_slices
from fuzz.differential.generate import Case
from satcross.apps.counting.count import Count, CountTask
from satcross.apps.counting.diagram import compiler, components
from satcross.apps.counting.sample import Samples
from satcross.apps.letters.letters import LettersTask, SlotWordsTask
from satcross.apps.letters.oracle import LetterOracle
from satcross.apps.letters.report import LetterReport, WordReport
from satcross.apps.optimise.optimise import OptimiseTask
from satcross.apps.store import compile as compiling
from satcross.apps.store.compile import CompileTask
from satcross.apps.store.store import FillStore
from satcross.results import Best, Found, Impossible, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Answered, Bounded
from satcross.tasks.checking import faults_of

KERNELS = ("lazy", "lazy", "lazy, oracle", "lazy, encoded")
MAX_RUNS = 500  # of a few rounds each, until the best fill must be proved


def check_count(trial: Trial) -> None:
    """`count` counts the fills."""
    _check_count(trial, stops=False)


def check_stopped_count(trial: Trial) -> None:
    """The same, stopped at some step again and again; the lower bounds hold."""
    with short_slices(trial.rng.choice((1, 5))):
        _check_count(trial, stops=True)


def _check_count(trial: Trial, *, stops: bool) -> None:
    methods = (
        ("exact", "exact", "enumerate", "auto") if trial.data.is_plain else ("enumerate", "auto")
    )
    method = trial.rng.choice(methods)
    engine = trial.of(KERNELS)
    trial.engine = f"{engine}, {method}"
    n = len(trial.fills)
    with (
        kernel_of(engine),
        CountTask(trial.puzzle, SolverOptions(seed=trial.seed), method=method) as task,
    ):
        if not stops:
            result: Any = task.run()
        else:
            result, stopped = run_with_stops(task, trial)
            for one in stopped:
                require(isinstance(one, Stopped), f"stopped with {one}")
                require(one.partial.at_least <= n, f"at least {one.partial.at_least} of {n}")
    require(isinstance(result, Found), f"no count: {result}")
    count: Count = result.value
    require((count.kind.value, count.n) == ("exact", n), f"{count.n} fills instead of {n}")


def check_samples(trial: Trial) -> None:
    """Samples are fills, as many as were asked for."""
    rng = trial.rng
    method = rng.choice(("uniform", "uniform", "fast"))
    list_up_to = 200
    if trial.data.is_plain and rng.random() < 0.5:
        list_up_to = 0
    engine = trial.of(KERNELS)
    trial.engine = f"{engine}, {method}{', frontier' if not list_up_to else ''}"
    n = rng.choice((1, 3, 5))
    with (
        kernel_of(engine),
        Samples(
            trial.puzzle,
            SolverOptions(seed=trial.seed),
            n=n,
            method=method,
            list_up_to=list_up_to,
        ) as samples,
    ):
        found = answers_of(samples)
        if rng.random() < 0.3:
            run_with_stops(samples, trial)
        else:
            samples.run()
        n_fills = samples.n_fills
    require(all(trial.is_right(fill) for fill in found), "a wrong fill")
    require(len(found) == (n if trial.fills else 0), f"{len(found)} samples instead of {n}")
    if n_fills is not None:
        require(n_fills == len(trial.fills), f"{n_fills} fills instead of {len(trial.fills)}")


def check_store(trial: Trial) -> None:
    """A store has the fills, knows their letters and the best, and comes back from its file."""
    rng = trial.rng
    by_layers = trial.puzzle.needs <= components.LAYERS and rng.random() < 0.7
    trial.engine = "layers" if by_layers else "listing"
    with (
        mock.patch.object(compiling, "FIRST_LETTERS", -1 if by_layers else 1 << 22),
        mock.patch.object(compiler, "CHUNK", rng.choice((1, 7, 1 << 14))),
        CompileTask(trial.puzzle, SolverOptions(seed=trial.seed)) as task,
    ):
        result: Any = run_with_stops(task, trial)[0] if rng.random() < 0.3 else task.run()
    if isinstance(result, Impossible):
        require(not trial.fills, f"no fill instead of {len(trial.fills)}")
        return
    require(isinstance(result, Found), f"no store: {result}")
    store: FillStore = FillStore.from_bytes(result.value.to_bytes())
    fills = list(store)
    require(store.n_fills == len(fills) == len(trial.fills), f"{store.n_fills} fills")
    require(len(set(fills)) == len(fills), "a fill twice")
    require(all(trial.is_right(fill) for fill in fills), "a wrong fill")
    totals = sorted((fill.score for fill in fills), reverse=True)
    best = store.best(3)
    require([fill.score for fill in best] == totals[:3], "other best fills")
    for name, counts in store.letters().items():
        at = store.puzzle.grid.position(name)
        letter = rng.choice(sorted(counts))
        n = sum(fill.grid.cells[at] == letter for fill in fills)
        require(counts[letter] == n, f"{name} is {letter} in {counts[letter]} fills, not {n}")
        require(store.where(f"{name}={letter}").n_fills == n, f"not {n} with {name}={letter}")


# Letters and words


def check_letters(trial: Trial) -> None:
    """`letters` says for every cell and letter whether some fill has it."""
    rng = trial.rng
    cells = None
    if rng.random() < 0.3:
        inside = sorted({cell for run in trial.runs for cell in run.cells})
        cells = rng.sample(inside, rng.randint(1, len(inside)))
    engine = trial.of(KERNELS)
    stops = rng.random() < 0.3
    options = options_of("lazy", trial.seed)
    with (
        kernel_of(engine),
        short_slices(rng.choice((2, 100))),
        LettersTask(trial.puzzle, options, cells=cells) as task,
    ):
        result: Any
        partial: list[Any] = []
        if stops:
            trial.engine += ", interrupted"
            result, partial = run_with_stops(task, trial)
        else:
            result = task.run()
    for stopped in partial:
        check_letter_report(trial.data, stopped.partial, trial.fills)
    require(isinstance(result, Found) and result.value.complete, f"not complete: {result}")
    check_letter_report(trial.data, result.value, trial.fills)
    if cells is not None:
        require([cell.cell for cell in result.value.cells] == sorted(cells), "other cells")


def check_letter_report(data: PuzzleData, report: LetterReport, fills: frozenset[Cells]) -> None:
    """What a report says, complete or not, against all fills."""
    require(report.fillable in (None, bool(fills)), f"fillable: {report.fillable}")
    for cell in report.cells:
        known = [*cell.possible, *cell.impossible, *cell.unknown]
        require(sorted(known) == sorted(data.letters), f"letters of {cell.name}: {known}")
        truth = {fill[cell.cell] for fill in fills}
        low, high = set(cell.possible), {*cell.possible, *cell.unknown}
        require(low <= truth <= high, f"{cell.name}: {low} to {high} instead of {truth}")
        require(cell.given == data.given(cell.cell), f"{cell.name} given: {cell.given}")
        forced = cell.forced
        require(not forced or truth <= {forced}, f"{cell.name} forced: {forced}")
        for letter in cell.possible:
            witness = report.witness(cell.cell, letter)
            held = None if witness is None else witness.grid.cells
            right = held in fills and held is not None and held[cell.cell] == letter
            require(right, f"witness of {letter} at {cell.name}: {held}")


def check_words(trial: Trial) -> None:
    """`letters --slot` says for every word of a slot whether some fill has it there."""
    engine = trial.of(KERNELS)
    run = trial.rng.choice(trial.runs)
    options = options_of("lazy", trial.seed)
    with (
        kernel_of(engine),
        short_slices(trial.rng.choice((2, 100))),
        SlotWordsTask(trial.puzzle, run.name, options) as task,
    ):
        result: Any
        partial: list[Any] = []
        if trial.rng.random() < 0.3:
            trial.engine += ", interrupted"
            result, partial = run_with_stops(task, trial)
        else:
            result = task.run()
    for stopped in partial:
        check_word_report(trial.data, run.cells, stopped.partial, trial.fills)
    require(isinstance(result, Found) and result.value.complete, f"not complete: {result}")
    check_word_report(trial.data, run.cells, result.value, trial.fills)


def check_word_report(
    data: PuzzleData, cells: tuple[int, ...], report: WordReport, fills: frozenset[Cells]
) -> None:
    """What a report on a slot says, complete or not, against all fills."""
    require(report.fillable in (None, bool(fills)), f"fillable: {report.fillable}")
    truth = {_spelled(fill, cells) for fill in fills}
    low, high = set(report.possible), {*report.possible, *report.unknown}
    require(low <= truth <= high, f"{low} to {high} instead of {truth}")
    words = {word for word in data.listed if len(word) == len(cells)}
    given = _spelled(data.cells, cells)
    if OPEN not in given:
        words.add(given)
    n_known = len(report.possible) + len(report.unknown) + report.n_impossible
    require(n_known == len(words), f"{n_known} words instead of {len(words)}")
    for word in report.possible:
        witness = report.witness(word)
        held = None if witness is None else witness.grid.cells
        right = held in fills and held is not None and _spelled(held, cells) == word
        require(right, f"witness of {word}: {held}")


def _spelled(fill: Cells, cells: tuple[int, ...]) -> str:
    return "".join(fill[cell] for cell in cells)


def check_oracle(trial: Trial) -> None:
    """One oracle while letters come and go agrees with brute force of the grid as it is."""
    rng = trial.rng
    engine = trial.of(KERNELS)
    data = trial.data
    case = trial.case
    with (
        kernel_of(engine),
        short_slices(rng.choice((2, 100))),
        LetterOracle(trial.puzzle, options=SolverOptions(seed=trial.seed)) as oracle,
    ):
        for _ in range(rng.choice((2, 4, 6))):
            case = Case.of(data)
            if case.fills is not None and case.runs:
                if rng.random() < 0.8:
                    report = oracle.report()
                    require(report.complete, "the report is not complete")
                    check_letter_report(data, report, case.fills)
                if rng.random() < 0.4:
                    run = rng.choice(case.runs)
                    words = oracle.words(run.name)
                    require(words.complete, "the report on words is not complete")
                    check_word_report(data, run.cells, words, case.fills)
            data = _typed(trial, data, oracle)
            case = Case.of(data)
            if case.fills is not None:
                check_letter_report(data, oracle.report(0), case.fills)


def _typed(trial: Trial, data: PuzzleData, oracle: LetterOracle) -> PuzzleData:
    """The grid after a letter was typed into some cell, or taken out; the oracle has it too."""
    rng = trial.rng
    cells = list(data.cells)
    for _ in range(rng.choice((1, 1, 1, 2))):
        open_cells = [at for at, cell in enumerate(cells) if cell not in (BLOCK, VOID)]
        at = rng.choice(open_cells)
        letter = rng.choice(data.letters)
        if cells[at] != OPEN and rng.random() < 0.7:
            letter = OPEN
        if rng.random() < 0.5 or len(cells) == 1:
            oracle.place({at: None if letter == OPEN else letter})
            cells[at] = letter
        else:
            cells[at] = letter
            oracle.update(_with_cells(data, cells).grid())
    return _with_cells(data, cells)


def _with_cells(data: PuzzleData, cells: list[str]) -> PuzzleData:
    n = data.n_cols
    rows = tuple(tuple(cells[at : at + n]) for at in range(0, len(cells), n))
    return PuzzleData(**{**vars(data), "rows": rows})


# The best fill


def check_lowest(trial: Trial) -> None:
    """`optimise` for the lowest score gives the best fill and proves it."""
    _check_best(trial, "lowest")


def check_total(trial: Trial) -> None:
    """`optimise` for the total gives the best fill and proves it."""
    _check_best(trial, "total")


def _check_best(trial: Trial, goal: Any) -> None:
    rng = trial.rng
    free = trial.free_runs()
    weights = {run.name: rng.choice((0, 1, 2, 3, 7)) for run in free if rng.random() < 0.25}
    if rng.random() < 0.5:
        weights = {}
    engine = trial.of(KERNELS[:3])
    scores = dict(trial.data.words)

    def worth(fill: Cells) -> int | None:
        values = [
            weights.get(run.name, 1) * scores[trial.text(run, fill)]
            for run in free
            if weights.get(run.name, 1)
        ]
        return sum(values) if goal == "total" else min(values, default=None)

    best = max((worth(fill) or 0 for fill in trial.fills), default=None)
    events: list[Any] = []
    options = options_of("lazy", trial.seed)
    rounds = rng.choice((1, 2, 5)) if rng.random() < 0.15 else None
    stops = rounds is None and rng.random() < 0.3
    with (
        kernel_of(engine),
        short_slices(rng.choice((2, 100))),
        OptimiseTask(trial.puzzle, options, goal=goal, slot_weights=weights, rounds=rounds) as task,
    ):
        task.subscribe(events.append)
        result: Any
        stopped: list[Any] = []
        if stops:
            trial.engine += ", interrupted"
            result, stopped = run_with_stops(task, trial)
        else:
            result = task.run()
        while rounds is not None and not task.is_done and len(stopped) < MAX_RUNS:
            stopped.append(result)
            result = task.run()
    if best is None:
        require(isinstance(result, Impossible), f"{result} without a fill")
        return
    for event in events:
        if isinstance(event, Bounded | Answered) and event.bound is not None:
            require(event.bound >= best, f"bound {event.bound} below {best}")
    for one in stopped:
        if isinstance(one, Best):
            require(trial.is_right(one.value), "a wrong fill")
            require(one.bound is None or one.bound >= best, f"bound {one.bound} below {best}")
    require(isinstance(result, Best) and result.is_proved, f"not proved: {result}")
    found = verdict(result)
    require(found is not None and trial.is_right(found), "a wrong fill")
    value = worth(found.grid.cells) if found is not None else None
    require((result.objective or 0, value or 0) == (best, best), f"{result.objective}, not {best}")


# The checker of fills


def check_verify(trial: Trial) -> None:
    """`check` finds no fault in fills, and some in everything else."""
    rng = trial.rng
    puzzle = trial.puzzle
    data = trial.data
    some = sorted(trial.fills)
    for fill in rng.sample(some, min(3, len(some))):
        faults = faults_of(puzzle, puzzle.grid.with_cells(fill))
        require(not faults, f"faults of {fill}: {[str(fault) for fault in faults]}")
    inside = sorted({cell for run in trial.runs for cell in run.cells})
    texts = [*data.letters, *puzzle.texts[len(data.letters) :]]
    for _ in range(3):
        filled = list(rng.choice(some) if some and rng.random() < 0.8 else data.cells)
        for at, cell in enumerate(filled):
            if cell == OPEN and at in inside:
                filled[at] = rng.choice(texts)
        if rng.random() < 0.8:
            filled[rng.choice(inside)] = rng.choice(texts)
        else:  # any cell, to anything
            filled[rng.randrange(len(filled))] = rng.choice([*texts, OPEN, BLOCK, VOID])
        right = is_fill(data, trial.runs, tuple(filled))
        faults = faults_of(puzzle, puzzle.grid.with_cells(filled))
        shown = [str(fault) for fault in faults]
        require(right == (not faults), f"{tuple(filled)} is right: {right}, but {shown}")


def check_slots(trial: Trial) -> None:
    """The slots of the puzzle are those of brute force, names included."""
    slots = [(slot.name, slot.cells) for slot in trial.puzzle.slots]
    require(slots == [(run.name, run.cells) for run in trial.runs], f"slots {slots}")
    listed(slots, "a slot")


def without_rebus(case: Case) -> bool:
    """Whether letters can be asked about."""
    return case.fills is not None and not case.data.has_rebus


def has_total(case: Case) -> bool:
    """Whether the best total can be asked for."""
    data = case.data
    if data.has_rebus or data.shared or data.near:
        return False
    return case.fills is not None and not (data.distinct and data.min_length == 1)


CHECKS = (
    Check("count", 2.0, check_count, has_fills),
    Check("count, interrupted", 1.0, check_stopped_count, has_fills),
    Check("sample", 1.5, check_samples, has_fills),
    Check("store", 1.0, check_store, has_fills),
    Check("letters", 1.5, check_letters, without_rebus),
    Check("words", 1.5, check_words, without_rebus),
    Check("oracle", 0.8, check_oracle, without_rebus),
    Check("lowest", 2.0, check_lowest, has_fills),
    Check("total", 2.0, check_total, has_total),
    Check("check", 3.0, check_verify, has_fills),
    Check("slots", 0.5, check_slots, has_fills),
)
