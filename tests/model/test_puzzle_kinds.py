"""Kinds of puzzles as objects: one of each, found in folders, and refused where they are gone."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
from support.crosswords import kinds_of

from satcross.errors import FormatError, InputError, OptionError
from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import format_named
from satcross.model import kinds as module
from satcross.model.behaviour import Behaviour, behaviour_of
from satcross.model.crossword import crossword_of
from satcross.model.grid import Grid
from satcross.model.kinds import CROSSWORD, PuzzleKind, kind_in, kind_named, kinds

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
        "satcross", "satcross.errors", "satcross.kinds", "satcross.model", "satcross.model.kinds",
        "satcross.model.picture", "satcross.plugins", "satcross.results",
    }  # fmt: skip


def test_a_kind_that_there_is_not() -> None:
    known = ", ".join(kind.value for kind in kinds())
    with pytest.raises(OptionError, match=f"no kind of puzzle 'x'; choose one of {known}"):
        kind_named("x")
    assert kind_in("ipuz", "http://example.org/x#1", "f") is None


def test_what_files_call_kinds_is_known_where_they_are_not_installed() -> None:
    """The table of the core says what the folders say."""
    named: dict[str, dict[str, str]] = {}
    for kind in kinds()[1:]:
        for format_name, names in kind.names.items():
            named.setdefault(format_name, {})[names[-1]] = kind.value
    installed = {kind.value for kind in kinds()}
    for format_name, known in module._IN_FILES.items():
        here = {name: kind for name, kind in known.items() if kind in installed}
        assert named.pop(format_name, {}) == here
    assert not named


@pytest.mark.parametrize("name", ["satcross", "ipuz", "jpz", "puz", "exolve"])
def test_a_file_of_a_kind_that_is_not_installed_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is never read as a plain crossword."""
    files = {}
    for kind in kinds_of(name):
        puzzle = replace(PLAIN, kind=kind)
        if kind.clues_in_grid:
            arrowed = crossword_of(Grid.parse("#AT\nA##\nT##"))
            puzzle = replace(
                arrowed, kind=kind, clues=tuple(replace(one, place=0) for one in arrowed.clues)
            )
        files[kind] = file_of(puzzle, name).data
        assert parse_crossword(files[kind], format_named(name), "f").kind is kind
    monkeypatch.setattr(module, "_ours", lambda: {"crossword": CROSSWORD})
    for kind, data in files.items():
        with pytest.raises(InputError, match=kind.value) as refused:
            parse_crossword(data, format_named(name), "f")
        assert isinstance(refused.value, FormatError)
        assert "\n" not in str(refused.value)
    plain = file_of(PLAIN, name, lossy=True).data
    assert parse_crossword(plain, format_named(name), "f").kind is CROSSWORD
