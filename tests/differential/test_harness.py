"""The differential harness finds what is broken on purpose, and says how to repeat it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fuzz.differential.__main__ import main
from fuzz.differential.brute import all_fills, is_fill, runs_of
from fuzz.differential.checks import BY_NAME, CHECKS, search
from fuzz.differential.data import PuzzleData
from fuzz.differential.generate import KINDS, make_case, make_family
from fuzz.differential.record import Record
from fuzz.differential.running import Asked, ask, repeat
from fuzz.differential.shrink import as_test, shrink
from satcross.apps.counting.counter import FillCounter
from satcross.apps.explain.shrink import Shrinker
from satcross.apps.letters.known import Verdicts
from satcross.apps.proofs.checker import check as proof_check
from satcross.cnf.cardinality import at_least_k
from satcross.cnf.formula import Formula
from satcross.encoding import encode as encoder
from satcross.encoding.decode import Decoder
from satcross.encoding.encode import Encoding
from satcross.encoding.letters import LetterVars
from satcross.model import consistency
from satcross.model.consistency import Domains
from satcross.model.fill import Fill
from satcross.results import Found
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.protocol import Session
from satcross.tasks import diversity
from satcross.tasks.objective import FillValue
from satcross.verification import crossword

ROOT = Path(__file__).parents[2]
MOST = 300  # puzzles until a difference must be found

Break = Callable[[pytest.MonkeyPatch], None]


def drop_a_clause(patch: pytest.MonkeyPatch) -> None:
    """Every formula lacks a clause in its middle."""
    real = encoder.encode

    def broken(*args: Any, **kwargs: Any) -> Encoding:
        encoded = real(*args, **kwargs)
        flat = encoded.formula.flat
        ends = np.flatnonzero(flat == 0)
        if len(ends) < 3:
            return encoded
        middle = len(ends) // 2
        less = np.concatenate((flat[: ends[middle - 1] + 1], flat[ends[middle] + 1 :]))
        return replace(encoded, formula=Formula(encoded.formula.n_vars, less))

    patch.setattr(encoder, "encode", broken)
    patch.setattr(search, "encode", broken)


def repeat_words(patch: pytest.MonkeyPatch) -> None:
    """The lazy engine lets a word stand twice."""
    real = TableProblem.of

    def broken(*args: Any) -> TableProblem:
        return replace(real(*args), distinct_groups=())

    patch.setattr(TableProblem, "of", broken)
    patch.setattr(crossword, "_word_faults", lambda entries, words, distinct: [])


def no_clauses_against_repeats(patch: pytest.MonkeyPatch) -> None:
    """The formula lets a word stand twice."""
    patch.setattr(encoder, "no_word_twice", lambda *args, **kwargs: None)


def ignore_a_word(patch: pytest.MonkeyPatch) -> None:
    """Arc consistency forgets the last word of the first slot."""
    real = consistency._Propagation.run

    def broken(self: consistency._Propagation) -> Domains:
        slot = self.puzzle.slots[0]
        table = self.puzzle.words.table(len(slot))
        if len(table) > 1 and not self.rows:
            self.rows = {0: np.arange(len(table)) < len(table) - 1}
        return real(self)

    patch.setattr(consistency._Propagation, "run", broken)


def no_shared_runs(patch: pytest.MonkeyPatch) -> None:
    """No rule between entries has any clause."""
    patch.setattr(encoder, "at_most_one_slot", lambda *args, **kwargs: None)


def no_constraints(patch: pytest.MonkeyPatch) -> None:
    """Constraints are verified by nobody, and the engines do not have them."""
    patch.setattr("satcross.encoding.conditions.condition_clauses", lambda *args: [])
    patch.setattr("satcross.verification.rules.constraint.faults", lambda *args: [])


def one_spelling_differs(patch: pytest.MonkeyPatch) -> None:
    """A word put into other cells counts as another word."""

    def broken(
        fill: Fill, k: int, domains: Domains, letters: LetterVars, session: Session
    ) -> list[list[int]]:
        free = diversity.free_slots(domains)
        variables = [session.new_variable() for _ in free]
        clauses = [
            [-variable, *(-int(letters.ids[cell, fill.letters[cell]]) for cell in slot.cells)]
            for variable, slot in zip(variables, free, strict=True)
        ]
        return [*clauses, *at_least_k(variables, k, session.new_variable)] if free else [[]]

    patch.setattr(diversity, "entries_differ", broken)


def count_too_few(patch: pytest.MonkeyPatch) -> None:
    """The counter forgets a fill."""
    real = FillCounter.run

    def broken(self: FillCounter, **kwargs: Any) -> Any:
        out = real(self, **kwargs)
        self.n_found = max(0, self.n_found - 1)
        return out

    patch.setattr(FillCounter, "run", broken)


def low_bound(patch: pytest.MonkeyPatch) -> None:
    """The first bound of a best fill is too low."""
    real = FillValue.bound
    patch.setattr(FillValue, "bound", lambda self, domains: real(self, domains) // 2)


def not_minimal(patch: pytest.MonkeyPatch) -> None:
    """An explanation keeps every rule that arc consistency does not rule out."""

    def broken(self: Shrinker, *args: Any) -> bool:
        self.needed = set(self.kept)
        return True

    patch.setattr(Shrinker, "run", broken)


def forget_no_goods(patch: pytest.MonkeyPatch) -> None:
    """Every letter that is not known to be possible is called impossible."""
    real = Verdicts.catch_up

    def broken(self: Verdicts) -> None:
        real(self)
        if self.fillable:
            self.of = bytearray(verdict or 2 for verdict in self.of)

    patch.setattr(Verdicts, "catch_up", broken)


def overlook_repeats(patch: pytest.MonkeyPatch) -> None:
    """The checker of fills lets a word stand twice."""
    real = crossword._word_faults
    patch.setattr(
        crossword,
        "_word_faults",
        lambda entries, words, _, *more: real(entries, words, False, *more),
    )


def accept_all_proofs(patch: pytest.MonkeyPatch) -> None:
    """The checker of proofs says yes."""
    patch.setattr(
        "fuzz.differential.checks.explaining.check_proof",
        lambda cnf, proof: Found(proof_check.ProofCheck(0, 0, 0)),
    )


def decode_without_rebus(patch: pytest.MonkeyPatch) -> None:
    """The comments of a file lose the rebus."""
    real = Decoder.from_comments
    patch.setattr(Decoder, "from_comments", lambda comments: replace(real(comments), rules=()))


BROKEN: dict[str, tuple[Break, Collection[str], Collection[str]]] = {
    # By name: what breaks it, and the kinds and tasks to look at; all by default.
    "a clause less": (drop_a_clause, (), ()),
    "the lazy engine repeats words": (repeat_words, (), ()),
    "formulas repeat words": (no_clauses_against_repeats, (), ()),
    "a word less": (ignore_a_word, (), ()),
    "no shared runs": (no_shared_runs, ("shared runs",), ()),
    "no constraints": (no_constraints, ("constraints",), ()),
    "one spelling differs": (one_spelling_differs, ("rebus",), ("distinct K",)),
    "too few fills": (count_too_few, (), ("count", "count, interrupted")),
    "low bound": (low_bound, (), ("lowest", "total")),
    "not minimal": (not_minimal, (), ("explain",)),
    "letters impossible": (forget_no_goods, (), ("letters", "words", "oracle")),
    "repeats overlooked": (overlook_repeats, (), ("check",)),
    "proofs accepted": (accept_all_proofs, (), ("wrong proofs",)),
    "rebus lost": (decode_without_rebus, ("rebus",), ("export",)),
}


def differences(kinds: Collection[str] = (), tasks: Collection[str] = ()) -> Iterator[Asked]:
    """The questions of the first seeds that find something."""
    asked = (ask(seed, kinds, tasks) for seed in range(MOST))
    return (one for one in asked if one.failure)


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    break_it, kinds, tasks = BROKEN[name]
    break_it(monkeypatch)
    assert next(differences(kinds, tasks), None) is not None


def test_nothing_is_found_where_nothing_is_broken() -> None:
    assert [(one.seed, one.failure) for one in differences()] == []


def test_a_difference_is_made_small_and_printed_as_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    overlook_repeats(monkeypatch)
    asked = next(differences(tasks=("check",)))
    data, seed = shrink(asked)
    assert repeat(asked.task, seed, data)
    assert len(data.words) <= len(asked.case.data.words)
    assert len(data.cells) <= 6
    shown = as_test(asked, data, seed)
    names: dict[str, Any] = {"repeat": repeat, "PuzzleData": PuzzleData}
    exec(shown, names)
    with pytest.raises(AssertionError):
        names[f"test_check_{asked.seed}"]()


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_puzzles_with_and_without_a_fill(kind: str) -> None:
    n_fillable = n_unfillable = 0
    for seed in range(60):
        rng = random.Random(seed)
        case = make_case(rng, make_family(rng, kind))
        if case.fills is not None:
            n_fillable += bool(case.fills)
            n_unfillable += not case.fills
            assert all(is_fill(case.data, case.runs, fill) for fill in case.fills)
    assert n_fillable > 2
    assert n_unfillable > 2


@pytest.mark.parametrize("name", [check.name for check in CHECKS if check.weight >= 0.1])
def test_each_question_is_answered(name: str) -> None:
    check = BY_NAME[name]
    n_asked = 0
    for seed in range(12):
        asked = ask(seed, tasks=(name,))
        assert asked.failure == ""
        n_asked += check.applies(asked.case)
    assert n_asked == 12


def test_brute_force_divides_words_into_cells() -> None:
    data = PuzzleData(((".", "."),), "AB", (("AAB", 1), ("BA", 1), ("AA", 1)), rebus=("AA", "AB"))
    fills = all_fills(data, runs_of(data), 10)
    assert fills == {("AA", "B"), ("A", "AB"), ("B", "A"), ("A", "A")}


def test_runs_that_overlap_or_are_limited_otherwise_do_not_add_up(tmp_path: Path) -> None:
    one, other = Record(seeds=[(0, 10)]), Record(seeds=[(9, 12)])
    with pytest.raises(ValueError, match="9 to 11 are not all new"):
        one.merge(other)
    with pytest.raises(ValueError, match="other kinds or tasks"):
        one.merge(Record(kinds=("bars",)))
    one.merge(Record(seeds=[(10, 12), (20, 30)]))
    assert one.seeds == [(0, 12), (20, 30)]
    assert one.missing((5, 25)) == [(12, 20)]
    assert one.missing((0, 12)) == []
    one.write(tmp_path / "one.json")
    assert Record.read(tmp_path / "one.json") == one


def test_puzzles_and_questions_do_not_depend_on_the_order_of_sets() -> None:
    script = (
        "from fuzz.differential.running import ask\n"
        "for seed in range(12): asked = ask(seed); print(asked.task, asked.engine, asked.case.data)"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-X", "utf8", "-c", script],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
            encoding="utf-8",
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert len(runs[0].splitlines()) == 12


def test_a_run_goes_on_where_its_record_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    assert main(["--puzzles", "20", "--record", str(path)]) == 0
    assert Record.read(path).n.total() == 20
    assert main(["--puzzles", "30", "--record", str(path)]) == 0
    assert Record.read(path).seeds == [(0, 30)]
    assert Record.read(path).n.total() == 30
    assert "30 puzzles, seeds 0 to 29" in capsys.readouterr().out
    assert main(["--puzzles", "30", "--record", str(path), "--kind", "bars"]) == 2
    assert main(["--sum", str(path), str(path)]) == 2
    assert "are not all new" in capsys.readouterr().err
    (tmp_path / "other.json").write_text("{}")
    assert main(["--sum", str(tmp_path / "other.json")]) == 2
    assert main(["--only", "7"]) == 0
    assert "no difference" in capsys.readouterr().out
