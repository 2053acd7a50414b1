"""Every rule in every task and every round trip: a sample, with a rule that only tests know."""

from __future__ import annotations

import pickle
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from support.matrix import (
    FORMS,
    TASKS,
    VALUES,
    WORDS,
    cases,
    plain_fills,
    public_tasks,
    puzzles,
    refusal_of,
)
from support.rule_puzzles import keywords_of

import satcross as sx
import satcross.rules
import satcross.verification.rules
from satcross.apps.cluster.campaign import identity
from satcross.model.puzzle import Puzzle
from satcross.rules import kinds, rule_of_text, rules_of, short_forms, with_short_forms

pytestmark = pytest.mark.usefixtures("solvers_in_process")
SLOW = "a codeword", "a fill-in"  # one solution is proved, and how hard it is to find
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
    rules = satcross.rules
    caches = (rules._own_kinds, rules._own_kind, rules.short_forms, rules._kinds_by_keyword)
    for cache_of in caches:
        cache_of.cache_clear()
    yield "no-anagrams"
    for cache_of in caches:
        cache_of.cache_clear()
    for package in packages.values():
        sys.modules.pop(f"{package.__name__}.no_anagrams", None)
        vars(package).pop("no_anagrams", None)


def test_the_short_forms_are_those_of_all_rules() -> None:
    shorts = {kind.short.keyword: kind.short for kind in kinds().values() if kind.short}
    assert list(short_forms().items()) == list(shorts.items())


def test_every_task_and_every_rule_is_here(no_anagrams: str) -> None:
    assert public_tasks() == set(TASKS)
    for kind in kinds():
        for text in VALUES.get(kind, (kind,)):
            assert rule_of_text(text).kind == kind, f"{kind} needs an example in VALUES"
    assert no_anagrams in kinds()


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", sorted(TASKS | FORMS))
def test_every_rule_is_kept_or_refused_by_name(
    name: str, whole: bool, no_anagrams: str, tmp_path: Path
) -> None:
    """By default each rule is in every fourth of them, in every sixth where a case takes long."""
    n_kept = n_bound = 0
    turn = sorted(TASKS | FORMS).index(name)
    for number, case in enumerate(cases(whole=whole, turn=turn)):
        if not whole and (number + turn) % (6 if name in SLOW else 4):
            continue
        puzzle, right = case
        folder = tmp_path / str(number)
        folder.mkdir()
        if not refusal_of((TASKS | FORMS)[name], case, folder):
            n_kept += 1
            n_bound += len(right) != len(plain_fills(str(puzzle.grid)))
    assert n_bound > 1 or not n_kept


def test_every_rule_comes_back_from_every_form(no_anagrams: str) -> None:
    for puzzle in puzzles(whole=True):
        if len(puzzle.rules) != 1:
            continue
        (rule,) = puzzle.rules
        assert rule_of_text(rule.to_text()) == rule
        assert rule_of_text(rule.written()) == rule
        assert rules_of([rule.to_text(), rule]) == (rule, rule)
        others = () if rule.short else (rule,)
        assert with_short_forms(others, keywords_of([rule])) == (rule,)
        assert pickle.loads(pickle.dumps(puzzle)).rules == (rule,)
        assert puzzle.restricted(givens=[]).rules == (rule,)
        assert puzzle.freeing("r1c1").rules == (rule,)
        plain = Puzzle(puzzle.grid.rectangle(), puzzle.listed)
        assert identity(plain, "") != identity(puzzle, "")


def test_a_rule_without_a_checker_leads_to_no_fill(
    no_anagrams: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import satcross.verification.rules as checkers

    monkeypatch.setattr(checkers, "__path__", checkers.__path__[:1])
    puzzle = Puzzle("...", WORDS, rules=no_anagrams)
    with pytest.raises(sx.VerificationError, match="there is no checker of the rule no-anagrams"):
        sx.fill(puzzle)


def test_certificates_refuse_a_rule_that_their_check_does_not_know(
    no_anagrams: str, tmp_path: Path
) -> None:
    puzzle = Puzzle("...", WORDS, rules=no_anagrams)
    names = [
        name for name in public_tasks() if "certificate" in signature(vars(sx)[name]).parameters
    ]
    assert len(names) > 4

    def refused(ask: Callable[..., Any], **more: Any) -> None:
        with pytest.raises(sx.OptionError, match="does not support the rule 'no anagrams'"):
            ask(certificate=tmp_path / "proof", **more)
        assert not [*tmp_path.glob("*proof*")]

    for name in names:
        refused(partial(getattr(sx, name), puzzle))
    refused(partial(sx.optimise, puzzle), goal="total")
