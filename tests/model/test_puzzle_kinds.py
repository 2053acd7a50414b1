"""Kinds of puzzles as objects: one of each, found in folders, and refused where they are gone."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import replace

import pytest

from satcross.errors import OptionError
from satcross.model.behaviour import Behaviour, behaviour_of
from satcross.model.crossword import crossword_of
from satcross.model.grid import Grid
from satcross.model.kinds import PuzzleKind, kind_named, kinds

PLAIN = replace(crossword_of(Grid.parse("TAR\nO#O\nNOT")))
LOW = """
import sys
from satcross.model.kinds import kinds
print(*kinds())
print(*sorted(name for name in sys.modules if name.startswith("satcross")))
"""


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.value)
def test_there_is_one_object_of_each_kind(kind: PuzzleKind) -> None:
    crossword = replace(PLAIN, kind=kind)
    for again in (copy.copy(kind), copy.deepcopy(kind), pickle.loads(pickle.dumps(kind))):
        assert again is kind
    assert pickle.loads(pickle.dumps(crossword)).kind is kind
    assert kind_named(kind.value) is kind
    assert repr(kind) == f"<PuzzleKind {kind.value}>"
    assert type(behaviour_of(kind)) is Behaviour or kind.behaviour


def test_kinds_are_found_in_the_same_order_and_import_next_to_nothing() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", LOW],
            check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1
    names, loaded = said.pop().splitlines()
    assert names == " ".join(map(repr, kinds()))
    folders = {name for name in loaded.split() if name.startswith("satcross.kinds.")}
    assert all(name.count(".") == 2 for name in folders)
    assert {*loaded.split()} - folders <= {
        "satcross", "satcross.errors", "satcross.extend", "satcross.kinds", "satcross.stubs",
        "satcross.model", "satcross.model.kinds", "satcross.model.picture", "satcross.plugins",
        "satcross.results",
    }  # fmt: skip


def test_a_kind_that_there_is_not() -> None:
    known = ", ".join(kind.value for kind in kinds())
    with pytest.raises(OptionError, match=f"no kind of puzzle 'x'; choose one of {known}"):
        kind_named("x")
