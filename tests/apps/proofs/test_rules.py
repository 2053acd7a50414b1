"""Certificates of puzzles with rules: right ones are accepted, and none for what is not so."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.certified_puzzles import (
    RULES,
    certified_puzzle,
    fills_of,
    puzzles,
)
from support.matrix import GRIDS, LISTED
from support.matrix import puzzles as matrix_puzzles
from support.seeds import split

import satcross as sx
from satcross.apps.proofs.certificate.checked import CertificateCheck
from satcross.apps.proofs.checker import Rejected
from satcross.apps.unique.unique import UniqueTask
from satcross.solve.lazy import search
from satcross.tasks.certificate.form import CertificateForm
from satcross.tasks.fill import FillTask

MAGIC = CertificateForm().first_line

pytest.importorskip("satcross.apps.proofs.checker._steps")


@pytest.fixture(params=["usual", "chronological"])
def phases(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of a few conflicts that clear their clauses, and have phases without learning."""
    monkeypatch.setattr(search, "RESTART_UNIT", 2)
    monkeypatch.setattr(search, "REDUCE_FROM", 3)
    monkeypatch.setattr(search, "CHRONO_CELLS", 9.0 if request.param == "usual" else 0.0)
    monkeypatch.setattr(search, "CHRONO_CONFLICTS", 3)


@pytest.mark.usefixtures("phases")
@pytest.mark.parametrize("about", RULES)
@pytest.mark.parametrize("seeds", split(range(1500), 7))
def test_what_is_proved_is_shown(about: str, seeds: range, tmp_path: Path) -> None:
    found = puzzles(about, len(seeds), 10 * seeds[0])
    assert sum(shown(seed, asked, tmp_path) for seed, asked in found) > len(seeds) / 4


@pytest.mark.usefixtures("phases")
@pytest.mark.parametrize(
    ("about", "seed"),
    [
        ("letters", 135),  # a clause of one literal contradicts what holds already
        ("constraints", 3066),  # two letters that a rule names are a word that it names
        ("constraints", 3335),
        ("all", 10401),  # a given letter in no slot
        ("all", 11078),
    ],
)
def test_what_was_rejected_once_is_shown(about: str, seed: int, tmp_path: Path) -> None:
    asked = certified_puzzle(about, seed)
    assert asked is not None
    assert shown(seed, asked, tmp_path)


def shown(seed: int, asked: sx.Puzzle, folder: Path) -> int:
    """How many certificates there are of a puzzle, after checking them by brute force."""
    path, other = folder / f"{seed}", folder / f"{seed}-fill"
    fills = fills_of(asked)
    with UniqueTask(asked, sx.SolverOptions(seed=seed), certificate=path) as task:
        task.run()
    sx.fill(asked, seed=seed, certificate=other)
    assert (path.exists(), other.exists()) == (len(fills) < 2, not fills), seed
    written = {path, other} & set(folder.iterdir())
    for one in written:
        checked = sx.verify_certificate(one)
        assert isinstance(checked, sx.Found), (seed, checked)
        assert isinstance(checked.value, CertificateCheck)
        assert [str(fill) for fill in checked.value.fills] == fills
        one.unlink()
    return len(written)


@pytest.mark.usefixtures("phases")
@pytest.mark.parametrize("about", RULES)
@pytest.mark.parametrize("seeds", split(range(1500), 3))
def test_other_claims_are_shown_too(about: str, seeds: range, tmp_path: Path) -> None:
    """Lists, letters and lowest scores, and totals where the rules are no more than tables."""
    path = tmp_path / "c"

    def claim() -> Any:
        checked = sx.verify_certificate(path)
        path.unlink()
        assert isinstance(checked, sx.Found), checked
        return checked.value

    for seed, asked in puzzles(about, len(seeds), 10 * seeds[0] + 5):
        fills = sorted(fills_of(asked, None))
        listed = sx.enumerate_fills(asked, seed=seed, certificate=path)
        assert sorted(str(fill) for fill in listed) == fills, seed
        assert sorted(map(str, claim().fills)) == fills, seed
        if not isinstance(sx.letters(asked, seed=seed, certificate=path), sx.Impossible):
            grids = [sx.Grid.parse(fill) for fill in fills]
            for name, letters in claim().letters.items():
                at = asked.grid.position(name)
                assert set(letters) == {grid.cells[at] for grid in grids}, (seed, name)
        best = sx.optimise(asked, seed=seed, certificate=path)
        if path.exists() and isinstance(best, sx.Best):
            assert claim().value == best.objective, seed
        path.unlink(missing_ok=True)
        try:
            best = sx.optimise(asked, goal="total", seed=seed, certificate=path)
        except sx.OptionError:
            assert about != "words"
            continue
        if path.exists() and isinstance(best, sx.Best):
            assert claim().value == best.objective, seed
        path.unlink(missing_ok=True)


@pytest.mark.parametrize("about", RULES)
def test_a_log_changes_nothing(about: str, tmp_path: Path) -> None:
    for seed, asked in puzzles(about, 20):
        with FillTask(asked, sx.SolverOptions(seed=seed), certificate=tmp_path / "c") as task:
            logged = task.run()
        plain = sx.fill(asked, seed=seed)
        assert type(logged) is type(plain)
        assert replace(logged.work, elapsed_s=0.0) == replace(plain.work, elapsed_s=0.0)
        if isinstance(logged, sx.Found):
            assert isinstance(plain, sx.Found)
            assert str(logged.value) == str(plain.value)


NAMED = (
    ("two-readings r1c3", "r1c3b=N"),
    ("two-readings r1c3", "at most 1 of R1C3B=N, 1ab=*T, 1A=T*"),
    ("two-readings 1 in r1c2 r3c3", "~r3c3b=N"),
    ("either-or r1c2: T/A, A/TE, TE/A", "r1c2d=A"),
    ("cell h1", "slot nina: r1c1 h1 r3c2", "h1=[AE]", "~nina=*E"),
    ("cell H1 = t", "slot Nina: R01C1 H1 r3c2", "any of H1=A, NINA=*E", "min-score 30 nina"),
    ("treatment 1A: latent, without-first; letters in m1", "m1=[AT]", "~r01c1=E"),
    ("treatment 1A: plain, reversed; treated 1", "t1a=B"),
    ("treatment *d: plain, latent; treated spell T, N; several readings", "M2D=T"),
)
"""Rules that name cells and slots, in small letters and in capitals."""


def ruled() -> list[sx.Puzzle]:
    """Every rule there is but what certificates refuse, and rules that name cells and slots."""
    named = [sx.Puzzle(GRIDS[1], LISTED, rules) for rules in NAMED]
    return [
        puzzle
        for puzzle in [*matrix_puzzles(whole=False), *named]
        if all(rule.kind != "with-auxiliaries" for rule in puzzle.rules)
    ]


@pytest.mark.parametrize("part", range(4))
def test_every_rule_has_certificates(part: int, tmp_path: Path) -> None:
    for number, asked in enumerate(ruled()[part::4]):
        path, where = tmp_path / f"{number}", [str(rule) for rule in asked.rules]
        n_fills = sum(1 for _ in sx.enumerate_fills(asked, certificate=path))
        checked = sx.verify_certificate(path)
        assert isinstance(checked, sx.Found), (where, checked)
        assert isinstance(checked.value, CertificateCheck)
        assert len(checked.value.fills) == n_fills, where


def test_names_have_one_form() -> None:
    """Whoever writes a name in capitals, with zeros or blanks means the same cell or slot."""
    for texts, same in (
        (("cell H1", "slot Nina: R01C1 H1", "NINA=*A", " H1 =T"),
         ("cell h1", "slot Nina: r1c1 h1", "nina=*A", "h1=T")),
        (("two-readings R1C03", "1AB=N*", "R1c03B=N", "min-score 20 1ab"),
         ("two-readings r1c3", "1Ab=N*", "r1c3b=N", "min-score 20 1Ab")),
        (("treatment 1a: latent; letters in M1", "reads M1: A, T"),
         ("treatment 1A: latent; letters in m1", "reads m1: A, T")),
    ):  # fmt: skip
        one, other = (sx.Puzzle(GRIDS[1], LISTED, rules) for rules in (texts, same))
        assert one.rules == other.rules
        assert [rule.to_text() for rule in one.rules] == [rule.to_text() for rule in other.rules]
        assert sorted(str(rule) for rule in other.rules if rule.kind == "constraint") == sorted(
            text for text in same if "=" in text
        )


def test_the_middle_of_opposite_cells_is_free(tmp_path: Path) -> None:
    """No puzzle has an odd number of them, but a certificate may."""
    path = tmp_path / "c"
    asked = sx.Puzzle("...", ["abz"], rules=["opposite r1c1 r1c3", "~r1c1=A"])
    assert isinstance(sx.fill(asked, certificate=path), sx.Impossible)
    head, _, _ = path.read_bytes()[len(MAGIC) :].partition(b"\n")
    claimed = json.loads(head) | {"rules": ["opposite r1c1 r1c2 r1c3"]}
    no_b_in_the_middle = bytes([0, 2, 55, 2, 0, 0])  # a clause, and a contradiction
    path.write_bytes(MAGIC + json.dumps(claimed).encode() + b"\n" + no_b_in_the_middle)
    assert isinstance(sx.verify_certificate(path), Rejected)


def test_a_path_in_a_rule_is_followed(tmp_path: Path) -> None:
    words = sx.WordList.from_words(["cat", "tac", "aca", "cca"])
    asked = sx.Puzzle("...\n...\n...", words, rules=["solution-word CCA: diagonal"])
    assert isinstance(sx.fill(asked, certificate=tmp_path / "c"), sx.Impossible)
    assert isinstance(sx.verify_certificate(tmp_path / "c"), sx.Found)
