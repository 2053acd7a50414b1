"""Why there is no fill, what would help, and proofs, against brute force with rules lifted."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from fuzz.differential.checks.base import (
    Check,
    Trial,
    answers_of,
    memory_folder,
    require,
    run_with_stops,
)
from fuzz.differential.data import OPEN
from fuzz.differential.engines import kernel_of, options_of, short_slices
from fuzz.differential.generate import Case
from satcross.apps.explain.changes import Correction
from satcross.apps.explain.corrections import Corrections
from satcross.apps.explain.explain import ExplainTask, Explanation
from satcross.apps.explain.rules import RuleKind, SoftRule
from satcross.apps.proofs.checker.check import Rejected, check_proof
from satcross.apps.proofs.prove.folder import proof_name
from satcross.apps.proofs.prove.proof_lines import FORMS
from satcross.apps.proofs.prove.prove import ProveTask
from satcross.model.fill import Fill
from satcross.results import Found, Impossible

KERNELS = ("lazy", "lazy", "lazy, oracle", "lazy, encoded")
MAX_CELLS = 9  # of puzzles with rules lifted: many cells are then free
MAX_TRIED = 150  # sets of changes

Slot = tuple[tuple[int, ...], Collection[str] | None]


def can_keep(
    slots: Sequence[Slot], fixed: Mapping[int, str], letters: str, *, distinct: bool
) -> bool:
    """Whether some letters keep these rules.

    Args:
        slots: the cells of each, and what it may spell; None for anything.
        fixed: the letters that cells must hold.
        letters: what other cells may hold.
        distinct: whether no two of the slots of two or more cells may spell the same.
    """
    cells = sorted({cell for slot, _ in slots for cell in slot})
    last = {cell: [slot for slot in slots if max(slot[0]) == cell] for cell in cells}
    starts: list[tuple[tuple[int, ...], set[str]]] = [
        (slot, {word[:n] for word in words if len(word) == len(slot) for n in range(len(word) + 1)})
        for slot, words in slots
        if words is not None
    ]
    through = {cell: [(slot, some) for slot, some in starts if cell in slot] for cell in cells}
    held: dict[int, str] = {}

    def fits(cell: int) -> bool:
        for slot, some in through[cell]:
            if "".join(held[c] for c in slot if c <= cell) not in some:
                return False
        if not distinct:
            return True
        done = [slot for slot, _ in slots if len(slot) > 1 and max(slot) <= cell]
        texts = ["".join(held[c] for c in slot) for slot in done]
        return not last[cell] or len(set(texts)) == len(texts)

    def rest(n: int) -> bool:
        if n == len(cells):
            return True
        cell = cells[n]
        for letter in fixed.get(cell, letters):
            held[cell] = letter
            if fits(cell) and rest(n + 1):
                return True
        return False

    return rest(0)


class Lifted:
    """What brute force says of a puzzle with rules lifted or changed."""

    def __init__(self, trial: Trial) -> None:
        data = trial.data
        self.data = data
        self.by_name = {run.name: run.cells for run in trial.runs}
        self.enough = data.listed
        self.every = dict(data.words)
        inside = {cell for run in trial.runs for cell in run.cells}
        cells = data.cells
        self.fixed = {at: cells[at] for at in sorted(inside) if data.given(at)}
        self.given = {
            name: run for name, run in self.by_name.items() if all(cells[c] != OPEN for c in run)
        }

    def keeps(self, trial: Trial, rules: Collection[SoftRule]) -> bool:
        """Whether some rules of the puzzle can be kept together."""
        kinds = {rule.kind for rule in rules}
        fixed = {rule.index: self.fixed[rule.index] for rule in rules if _is_letter(rule)}
        words = self.enough if RuleKind.SCORE in kinds else self.every
        slots: list[Slot] = []
        for rule in rules:
            if rule.kind is RuleKind.SLOT:
                name = rule.where(trial.puzzle)
                cells = self.by_name[name]
                if name not in self.given:
                    slots.append((cells, words))
                elif set(cells) <= set(fixed):  # wholly given: needs no listed word
                    slots.append((cells, None))
        return can_keep(slots, fixed, self.data.letters, distinct=RuleKind.DISTINCT in kinds)

    def helps(self, changes: Collection[tuple[str, str]]) -> bool:
        """Whether the puzzle has a fill after some changes, each a kind and where it is."""
        freed = {where for kind, where in changes if kind == "free-entry"}
        stays = {cell for name, run in self.given.items() if name not in freed for cell in run}
        gone = {cell for name in freed for cell in self.given[name] if cell not in stays}
        for kind, where in changes:
            if kind == "drop-letter":
                row, _, col = where[1:].partition("c")
                gone.add((int(row) - 1) * self.data.n_cols + int(col) - 1)
        fixed = {cell: letter for cell, letter in self.fixed.items() if cell not in gone}
        every_score = ("lower-min-score", "") in changes
        slots: list[Slot] = []
        for name, cells in self.by_name.items():
            words: Collection[str] | None = self.enough
            if ("add-word", name) in changes or set(cells) <= set(fixed):
                words = None
            elif every_score or ("lower-score", name) in changes:
                words = self.every
            slots.append((cells, words))
        distinct = self.data.distinct and ("allow-repeats", "") not in changes
        return can_keep(slots, fixed, self.data.letters, distinct=distinct)

    def changes(self) -> list[tuple[str, str]]:
        """All changes, each a kind and where it is."""
        n = self.data.n_cols
        out = [("drop-letter", f"r{at // n + 1}c{at % n + 1}") for at in self.fixed]
        out += [("free-entry", name) for name in self.given]
        out += [("add-word", name) for name in self.by_name]
        if self.data.min_score is not None:
            out += [("lower-score", name) for name in self.by_name]
            out.append(("lower-min-score", ""))
        return [*out, ("allow-repeats", "")]


def _is_letter(rule: SoftRule) -> bool:
    return rule.kind is RuleKind.LETTER


def check_explain(trial: Trial) -> None:
    """The reasons cannot be kept together, but all without any one of them can."""
    with short_slices(trial.rng.choice((2, 100))):
        explanation = _explained(trial, stops=trial.rng.random() < 0.3)
    if explanation is None:
        return
    lifted = Lifted(trial)
    reasons = explanation.reasons
    require(explanation.is_minimal, f"not minimal: {explanation}")
    require(not lifted.keeps(trial, reasons), f"can be kept: {explanation}")
    for rule in reasons:
        others = [other for other in reasons if other != rule]
        require(lifted.keeps(trial, others), f"{rule} is not needed: {explanation}")


def _explained(trial: Trial, *, stops: bool) -> Explanation | None:
    engine = trial.of(KERNELS)
    data = trial.data
    full = None if data.min_score is None else data.full_words()
    with (
        kernel_of(engine),
        ExplainTask(trial.puzzle, options_of("lazy", trial.seed), full_words=full) as task,
    ):
        result: Any
        if stops:
            trial.engine += ", interrupted"
            result, stopped = run_with_stops(task, trial)
            for one in stopped:
                require(one.partial is None or not trial.fills, "reasons, but there is a fill")
        else:
            result = task.run()
    if isinstance(result, Impossible):
        evidence = result.evidence
        require(isinstance(evidence, Fill) and trial.is_right(evidence), "a wrong fill")
        return None
    require(isinstance(result, Found), f"no explanation: {result}")
    require(not trial.fills, f"there is a fill, but {result.value}")
    explanation: Explanation = result.value
    return explanation


def check_corrections(trial: Trial) -> None:
    """The corrections are all sets of one and two changes that help, and no larger ones of them."""
    explanation = _explained(trial, stops=False)
    if explanation is None:
        return
    rng, lifted = trial.rng, Lifted(trial)
    full = None if trial.data.min_score is None else trial.data.full_words()
    every = lifted.changes()
    n_pairs = len(every) * (len(every) - 1) // 2
    most = 2 if n_pairs <= MAX_TRIED else 1
    with (
        kernel_of(trial.engine),
        Corrections(
            explanation, options_of("lazy", trial.seed), full_words=full, max_changes=most
        ) as corrections,
    ):
        answers = answers_of(corrections)
        if rng.random() < 0.3:
            trial.engine += ", interrupted"
            run_with_stops(corrections, trial)
        else:
            corrections.run()
        require(corrections.is_exhausted, f"the list has not ended: {corrections.result}")
    found = [
        frozenset((change.kind.value, change.where(trial.puzzle)) for change in answer.changes)
        for answer in answers
    ]
    require(len(set(found)) == len(found), "a correction came twice")
    right: list[frozenset[tuple[str, str]]] = []
    for size in range(1, most + 1):
        for some in combinations(every, size):
            changes = frozenset(some)
            if not any(smaller <= changes for smaller in right) and lifted.helps(changes):
                right.append(changes)
    shown = [sorted(changes) for changes in found]
    require(set(found) == set(right), f"{shown} instead of {[sorted(some) for some in right]}")
    for answer in answers:
        _check_correction_fill(trial, lifted, answer)


def _check_correction_fill(trial: Trial, lifted: Lifted, answer: Correction) -> None:
    """The fill of a correction has a word for each slot that no change is about."""
    kinds = {change.kind.value for change in answer.changes}
    about = {change.where(trial.puzzle) for change in answer.changes}
    cells = answer.fill.grid.cells
    for name, run in lifted.by_name.items():
        word = "".join(cells[cell] for cell in run)
        if name in about or name in lifted.given:
            continue
        words = lifted.every if "lower-min-score" in kinds else lifted.enough
        require(word in words, f"{answer}: {name} {word} is not in the list")


def check_proof_of(trial: Trial) -> None:
    """A proof is accepted, or there is a fill; without its last lines it proves less."""
    rng = trial.rng
    form = rng.choice(FORMS)
    trial.engine = f"lazy, {form}"
    with tempfile.TemporaryDirectory(dir=memory_folder()) as parent:
        folder = Path(parent) / "proof"
        options = options_of("lazy", trial.seed)
        with ProveTask(trial.puzzle, folder, options, proof=form) as task:
            result: Any = run_with_stops(task, trial)[0] if rng.random() < 0.2 else task.run()
        if isinstance(result, Impossible):
            evidence = result.evidence
            require(isinstance(evidence, Fill) and trial.is_right(evidence), "a wrong fill")
            require(not folder.exists(), "a folder without a proof")
            return
        require(isinstance(result, Found), f"no proof: {result}")
        require(not trial.fills, "a proof, but there is a fill")
        checked = check_proof(folder / "puzzle.cnf", folder / proof_name(form))
        require(isinstance(checked, Found), f"rejected: {checked}")


def check_wrong_proof(trial: Trial) -> None:
    """No proof is accepted for the formula of a puzzle that has a fill."""
    from satcross.apps.proofs.prove.proof_lines import encode_unfiltered
    from satcross.cnf import dimacs

    trial.engine = "checker"
    encoded = encode_unfiltered(trial.puzzle)
    n = encoded.formula.n_vars
    if not n:
        return
    lines = ["0"]
    for _ in range(trial.rng.choice((0, 1, 3))):
        some = trial.rng.sample(range(1, n + 1), min(n, trial.rng.choice((1, 2))))
        clause = [v if trial.rng.random() < 0.5 else -v for v in some]
        lines.insert(0, " ".join(map(str, [*clause, 0])))
    with tempfile.TemporaryDirectory(dir=memory_folder()) as parent:
        cnf, proof = Path(parent) / "puzzle.cnf", Path(parent) / "proof.drat"
        dimacs.write(encoded.formula, cnf)
        proof.write_text("\n".join(lines) + "\n", encoding="ascii")
        checked = check_proof(cnf, proof)
    require(isinstance(checked, Rejected) or not trial.fills, f"accepted: {lines}")


def is_explained(case: Case) -> bool:
    """Whether brute force can lift the rules of the puzzle."""
    if case.fills is None or not case.data.is_plain:
        return False
    n_cells = len({cell for run in case.runs for cell in run.cells})
    return n_cells <= MAX_CELLS and len(case.data.letters) <= 4


def is_unfillable(case: Case) -> bool:
    """Whether there are reasons to find."""
    return is_explained(case) and not case.fills


def is_provable(case: Case) -> bool:
    """Whether `prove` knows all rules of the puzzle."""
    return case.fills is not None and case.data.is_plain


CHECKS = (
    Check("explain", 2.5, check_explain, is_explained),
    Check("corrections", 0.3, check_corrections, is_unfillable),
    Check("prove", 0.8, check_proof_of, is_provable),
    Check("wrong proofs", 0.3, check_wrong_proof, is_provable),
)
