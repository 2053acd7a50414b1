"""Every rule in every task and every round trip, against brute force: equal, or refused by name.

The rules are those of the registry, with one that only the tests know; the tasks are the public
functions about a puzzle. A new rule or task is here without anybody's doing.
"""

from __future__ import annotations

import inspect
import pickle
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from support.rule_puzzles import all_fills_by_rules

import satcross as sx
import satcross.rules
import satcross.verification.rules
from satcross import api
from satcross.cluster.runs import identity
from satcross.encoding.decode import Decoder
from satcross.model.puzzle import Puzzle
from satcross.proof import check_proof
from satcross.rules import Rule, keywords_of, kinds, rule_of_text, rules_of, with_short_forms
from satcross.tasks.checking import faults_of

WORDS = {
    "ate": 50, "tea": 60, "eat": 40, "tan": 30, "ant": 70, "net": 20, "ten": 90, "tee": 80,
    "ates": 10, "teas": 20, "eats": 50, "at": 50, "ta": 40, "an": 30, "en": 60, "ne": 20, "te": 70,
    "tans": 20, "nets": 35, "seta": 80, "as": 20, "is": 30, "ess": 10, "see": 44, "ease": 21,
}  # fmt: skip
GRIDS = ("....\n#.#.\n....", "A..\n#.#\n...", "...\n...\n...", "..#\n...\n#..", "...\n#.#\n...")
VALUES = {
    "constraint": ("somewhere S", "~1A=*E", "at most 1 of cell=S, slot=T*, 1A=ATE"),
    "different-letters": ("different-letters r1c1 r1c2 r3c2",),
    "max-shared-substring": ("max-shared-substring 2",),
    "min-score": ("min-score 50 1A", "min-score 30"),
    "word-list": (
        "word-list 1A: ate, tea, ten, an, ates, ease",
        "word-list slot: tea, ate, eat, tan, ten, net, at",
    ),
    "same-letter": ("same-letter r1c1 r3c2",),
    "slot": ("slot nina: r1c1 r1c2 r3c2", "slot again: r1c2 r3c2 r1c1 r1c2"),
}
"""Texts of the kinds that need a value. A kind without one is its name."""

SUPPORT = Path(__file__).parent.parent / "support"


@pytest.fixture
def no_anagrams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The text of a rule of two files, which the package does not know: no task may ignore it."""
    packages = {"rule": satcross.rules, "checker": satcross.verification.rules}
    for name, package in packages.items():
        folder = tmp_path / name
        folder.mkdir()
        shutil.copy(SUPPORT / f"no_anagrams_{name}.py", folder / "no_anagrams.py")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    caches = (satcross.rules.kinds, satcross.rules.kind_called, satcross.rules.short_forms)
    for cache_of in caches:
        cache_of.cache_clear()
    yield "no-anagrams"
    for cache_of in caches:
        cache_of.cache_clear()
    for package in packages.values():
        sys.modules.pop(f"{package.__name__}.no_anagrams", None)
        vars(package).pop("no_anagrams", None)


Fills = set[tuple[str, ...]]


def cells_of(fill: sx.Fill) -> tuple[str, ...]:
    return fill.grid.cells


@cache
def plain_fills(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(all_fills_by_rules(Puzzle(text, WORDS)))


def cases(*, whole: bool) -> Iterator[tuple[Puzzle, Fills, Rule]]:
    """Each rule on each grid, with its fills by brute force and the independent checker.

    Args: whole: or on the first two grids only.
    """
    for kind in kinds():
        for text in VALUES.get(kind, (kind,)):
            rule = rule_of_text(text)
            for grid in GRIDS if whole else GRIDS[:2]:
                plain = Puzzle(grid, WORDS)
                if "1A=" in text and len(plain.slot("1A")) != 3:
                    continue
                puzzle = plain.with_rule(rule)
                (rule,) = puzzle.rules
                right = {
                    cells
                    for cells in plain_fills(grid)
                    if not faults_of(puzzle, puzzle.grid.with_cells(cells))
                }
                yield puzzle, right, rule


def by_letter(fills: Fills, n: int) -> list[set[str]]:
    return [{cells[at] for cells in fills} for at in range(n)]


def check_fill(puzzle: Puzzle, right: Fills, _: Path) -> None:
    for solver in ("lazy", "lazy-cadical", "cadical195"):
        found = sx.fill(puzzle, solver=solver)
        if right:
            assert cells_of(found.unwrap()) in right
        else:
            assert isinstance(found, sx.Impossible)


def check_enumerate(puzzle: Puzzle, right: Fills, _: Path) -> None:
    for solver in ("lazy", "minisat22"):
        assert {cells_of(one) for one in sx.enumerate_fills(puzzle, solver=solver)} == right


def check_count(puzzle: Puzzle, right: Fills, _: Path) -> None:
    found = sx.count(puzzle)
    assert (found.value.n if isinstance(found, sx.Found) else 0) == len(right)


def check_sample(puzzle: Puzzle, right: Fills, _: Path) -> None:
    for fill in sx.sample(puzzle, 3, seed=1):
        assert cells_of(fill) in right


def check_store(puzzle: Puzzle, right: Fills, _: Path) -> None:
    found = sx.compile_fills(puzzle)
    if not right:
        assert isinstance(found, sx.Impossible)
        return
    again = sx.FillStore.from_bytes(found.unwrap().to_bytes())
    assert {cells_of(one) for one in again} == right
    assert again.puzzle.rules == puzzle.rules


def check_letters(puzzle: Puzzle, right: Fills, _: Path) -> None:
    every = by_letter(right, len(puzzle.grid.cells))
    for cell in sx.letters(puzzle).unwrap().cells:
        assert set(cell.possible) == every[cell.cell], cell


def check_words(puzzle: Puzzle, right: Fills, _: Path) -> None:
    slot = puzzle.slots[0]
    found = sx.slot_words(puzzle, slot.name)
    if right:
        wanted = {"".join(cells[at] for at in slot.cells) for cells in right}
        assert set(found.unwrap().possible) == wanted


def worth(puzzle: Puzzle, cells: tuple[str, ...], goal: str) -> int:
    scores = [
        puzzle.words.score("".join(cells[at] for at in slot.cells)) or 0
        for slot in puzzle.slots
        if puzzle.given_codes(slot) is None
    ]
    return sum(scores) if goal == "total" else min(scores)


def check_optimise(puzzle: Puzzle, right: Fills, _: Path) -> None:
    for goal in ("total", "lowest"):
        found = sx.optimise(puzzle, goal=goal)
        if not right:
            assert isinstance(found, sx.Impossible)
            continue
        assert cells_of(found.unwrap()) in right
        best = max(worth(puzzle, cells, goal) for cells in right)
        assert worth(puzzle, cells_of(found.unwrap()), goal) == best, goal


def check_best(puzzle: Puzzle, right: Fills, _: Path) -> None:
    totals = [
        worth(puzzle, cells_of(one.value), "total")
        for one in sx.best_fills(puzzle, goal="total", limit=5)
    ]
    every = sorted((worth(puzzle, cells, "total") for cells in right), reverse=True)
    assert totals == every[:5]


def check_explain(puzzle: Puzzle, right: Fills, _: Path) -> None:
    found = sx.explain(puzzle)
    assert isinstance(found, sx.Found) == (not right)
    if isinstance(found, sx.Found):
        for correction in sx.corrections(found, limit=3, max_changes=2):
            assert correction.fill.letters


def check_prove(puzzle: Puzzle, right: Fills, folder: Path) -> None:
    found = sx.prove(puzzle, folder / "proof")
    assert isinstance(found, sx.Impossible) == bool(right)
    if not right:
        files = (folder / "proof" / name for name in ("puzzle.cnf", "proof.drat"))
        assert isinstance(check_proof(*files), sx.Found)


def check_export(puzzle: Puzzle, right: Fills, folder: Path) -> None:
    """The formula has as many assignments as fills, and its comments have the rules."""
    path = folder / "a.cnf"
    sx.export(puzzle, path)
    read = sx.dimacs.read_formula(path)
    decoder = Decoder.from_comments(read.comments)
    assert decoder.rules == puzzle.rules
    encoding = sx.encode(puzzle)
    found = {cells_of(one) for one in sx.enumerate_fills(puzzle, solver="cadical195")}
    assert found == right
    assert list(read.formula) == list(encoding.formula)


def check_check(puzzle: Puzzle, right: Fills, _: Path) -> None:
    for cells in plain_fills(str(puzzle.grid)):
        faults = sx.check(puzzle, puzzle.grid.with_cells(cells))
        assert (not faults) == (cells in right)


TASKS: dict[str, Callable[[Puzzle, Fills, Path], None]] = {
    "fill": check_fill,
    "enumerate_fills": check_enumerate,
    "count": check_count,
    "sample": check_sample,
    "compile_fills": check_store,
    "letters": check_letters,
    "slot_words": check_words,
    "optimise": check_optimise,
    "best_fills": check_best,
    "explain": check_explain,
    "prove": check_prove,
    "export": check_export,
    "check": check_check,
}


def public_tasks() -> set[str]:
    """The public functions about a puzzle."""
    return {
        name
        for name, function in vars(api).items()
        if inspect.isfunction(function)
        and not name.startswith("_")
        and next(iter(inspect.signature(function).parameters), "") == "puzzle"
        and function.__module__ == api.__name__
    }


def test_every_task_and_every_rule_is_here(no_anagrams: str) -> None:
    assert public_tasks() == set(TASKS)
    for kind in kinds():
        for text in VALUES.get(kind, (kind,)):
            assert rule_of_text(text).kind == kind, f"{kind} needs an example in VALUES"
    assert no_anagrams in kinds()


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("task", sorted(TASKS))
def test_every_rule_is_kept_or_refused_by_name(
    task: str, whole: bool, no_anagrams: str, tmp_path: Path
) -> None:
    n_kept = n_bound = 0
    for number, (puzzle, right, rule) in enumerate(cases(whole=whole)):
        folder = tmp_path / str(number)
        folder.mkdir()
        refusal = ""
        try:
            TASKS[task](puzzle, right, folder)
        except sx.OptionError as error:
            refusal = str(error)
        assert not refusal or f"does not support the rule {str(rule)!r}" in refusal, rule
        if not refusal:
            n_kept += 1
            n_bound += len(right) < len(plain_fills(str(puzzle.grid)))
    assert n_bound > 1 or not n_kept


def test_every_rule_comes_back_from_every_form(no_anagrams: str) -> None:
    for puzzle, _, rule in cases(whole=True):
        assert rule_of_text(rule.to_text()) == rule
        assert rules_of([rule.to_text(), rule]) == (rule, rule)
        others = () if rule.short else (rule,)
        assert with_short_forms(others, keywords_of([rule])) == (rule,)
        assert pickle.loads(pickle.dumps(puzzle)).rules == (rule,)
        assert puzzle.restricted(givens=[]).rules == (rule,)
        assert puzzle.freeing("r1c1").rules == (rule,)
        plain = Puzzle(puzzle.grid, puzzle.words)
        assert identity(plain, "") != identity(puzzle, "")


def test_a_rule_without_a_checker_leads_to_no_fill(
    no_anagrams: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import satcross.verification.rules as checkers

    monkeypatch.setattr(checkers, "__path__", checkers.__path__[:1])
    puzzle = Puzzle("...", WORDS, rules=no_anagrams)
    with pytest.raises(sx.VerificationError, match="there is no checker of the rule no-anagrams"):
        sx.fill(puzzle)
