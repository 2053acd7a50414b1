"""Certificates where cells hold strings or two texts, or entries what is made of words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.certified_puzzles import CELLS, claim_of, every_fill, puzzle_of_cells
from support.rule_puzzles import Kind, make_puzzle
from support.seeds import split
from support.treated_puzzles import (
    counted_puzzle,
    fills_by_trying,
    random_puzzle,
    said_puzzle,
    text_of,
    with_givens,
)
from support.treated_puzzles import whole_puzzle as message_puzzle

import satcross as sx
from satcross.apps.proofs.certificate import forms
from satcross.apps.proofs.certificate.checked import CertificateCheck
from satcross.apps.proofs.checker import Rejected
from satcross.apps.thematic.rules.either_or import EitherOr
from satcross.apps.thematic.rules.two_readings import TwoReadings
from satcross.model.puzzle import Puzzle, Slot

pytest.importorskip("satcross.apps.proofs.checker._steps")

MOST_OPEN = 5  # cells in which all letters are tried
REBUS = Kind(letters="ABC", rebus=True, max_cells=8)


def treated(seed: int) -> sx.Puzzle | None:
    """A puzzle with treated entries, some of which spell a message, have a key, or are given."""
    made = (random_puzzle, said_puzzle, message_puzzle)[seed % 3](seed)
    made = with_givens(made, seed) if seed % 4 == 0 else made
    return made if made.grid.cells.count(".") <= MOST_OPEN else None


MAKERS: dict[str, Callable[[int], sx.Puzzle | None]] = {
    **{about: lambda seed, about=about: puzzle_of_cells(about, seed) for about in CELLS},  # type: ignore[misc]
    "rebus": lambda seed: make_puzzle(seed, REBUS),
    "treated": treated,
    "counted": counted_puzzle,
}


def puzzles(about: str, seeds: range) -> Iterator[tuple[int, sx.Puzzle]]:
    made = ((seed, MAKERS[about](seed)) for seed in seeds)
    return ((seed, puzzle) for seed, puzzle in made if puzzle is not None)


def fills_of(about: str, puzzle: sx.Puzzle) -> set[str]:
    return fills_by_trying(puzzle) if about in ("treated", "counted") else every_fill(puzzle)


@pytest.mark.usefixtures("phases")
@pytest.mark.parametrize("about", MAKERS)
@pytest.mark.parametrize("seeds", split(range(600), 3))
def test_what_is_proved_is_shown(about: str, seeds: range, tmp_path: Path) -> None:
    """There is a certificate exactly where there is no fill, or one, and it is accepted."""
    none, one = tmp_path / "none", tmp_path / "one"
    for seed, asked in puzzles(about, seeds):
        fills = fills_of(about, asked)
        sx.fill(asked, seed=seed, certificate=none)
        sx.unique(asked, seed=seed, certificate=one)
        assert (none.exists(), one.exists()) == (not fills, len(fills) < 2), seed
        for path in {none, one} & set(tmp_path.iterdir()):
            checked = sx.verify_certificate(path)
            assert isinstance(checked, sx.Found), (seed, checked)
            _, named = claim_of(path.read_bytes())
            assert set(map(text_of, named)) == fills, seed
            path.unlink()


@pytest.mark.parametrize("about", MAKERS)
@pytest.mark.parametrize("seeds", split(range(2000, 2150), 4))
def test_other_claims_are_shown_too(about: str, seeds: range, tmp_path: Path) -> None:
    path = tmp_path / "c"

    def claim() -> Any:
        checked = sx.verify_certificate(path)
        path.unlink()
        assert isinstance(checked, sx.Found), checked
        return checked.value

    for seed, asked in puzzles(about, seeds):
        listed = {str(fill) for fill in sx.enumerate_fills(asked, seed=seed, certificate=path)}
        assert len(claim().fills) == len(listed), seed
        if isinstance(sx.letters(asked, seed=seed, certificate=path), sx.Impossible):
            assert not listed
        claim()
        best = sx.optimise(asked, seed=seed, certificate=path)
        if path.exists() and isinstance(best, sx.Best):
            assert claim().value == best.objective, seed
        path.unlink(missing_ok=True)


def test_a_given_entry_counts_where_its_treatment_is_open(tmp_path: Path) -> None:
    best = sx.optimise(counted_puzzle(2135), seed=2135, certificate=tmp_path / "c")
    checked = sx.verify_certificate(tmp_path / "c")
    assert isinstance(best, sx.Best)
    assert isinstance(checked, sx.Found)
    assert isinstance(checked.value, CertificateCheck)
    assert checked.value.value == best.objective


def test_what_the_search_has_wrong_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(self: Puzzle, slot: Slot) -> Any:
        return table(self, slot).take(np.zeros(0, np.int64))

    table, words = Puzzle.table, ["ba", "bab", "aab", "cb", "bc", "ac", "ca"]
    monkeypatch.setattr(Puzzle, "table", nothing)
    monkeypatch.setattr(TwoReadings, "require", lambda self, clauses: clauses.require_any())
    monkeypatch.setattr(EitherOr, "require", lambda self, clauses: clauses.require_any())
    for rule in ("treatment 1A: reversed", "rebus AB", "two-readings r1c1", "either-or r1c1"):
        asked = sx.Puzzle("..\n..", words, rules=[rule, "allow-repeats"])
        assert isinstance(sx.fill(asked, certificate=tmp_path / "c"), sx.Impossible)
        assert isinstance(sx.verify_certificate(tmp_path / "c"), Rejected), rule
        monkeypatch.setattr(Puzzle, "table", nothing if "treat" in rule else table)


@pytest.mark.parametrize("seeds", split(range(600), 13))
def test_forms_are_those_of_the_search(seeds: range) -> None:
    """What treatments make of words, word by word and in tables."""
    for seed in seeds:
        asked = (random_puzzle, said_puzzle, message_puzzle)[seed % 3](seed)
        for rule in asked.rules:
            if rule.kind != "treatment":
                continue
            made = forms.TreatedRows(
                rule, asked.listed, [slot.name for slot in asked.slots], lambda: None
            )
            for slot in asked.slots:
                if slot.name not in made.names:
                    continue
                rows, words = made.rows(slot.name, slot.n_letters)
                table = asked.table(slot).codes.tolist()
                searched = {
                    (tuple(row), asked.reading_in(slot, at)) for at, row in enumerate(table)
                }
                assert {*zip(rows, words, strict=True)} == searched, (seed, slot.name)
