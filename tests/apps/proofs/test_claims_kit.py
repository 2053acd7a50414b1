"""The kit of claims finds what is wrong with one; claims are found by their files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import pytest

import satcross as sx
from satcross.apps.proofs.certificates import check_certificate, claims
from satcross.apps.proofs.checker.certificate import (
    ByLines,
    Claim,
    Followed,
    Said,
    Tick,
    WrongError,
)
from satcross.apps.proofs.checker.reading import ClauseFile
from satcross.apps.proofs.testing import check_claim
from satcross.packed import HeldFile
from satcross.tasks.certificate.form import CertificateForm

pytest.importorskip("satcross.apps.proofs.checker._propagation")

N_VARS = 3


@dataclass(frozen=True)
class NoModel(Claim):
    """That some clauses over three variables cannot all hold."""

    name: ClassVar = "formula certificate"
    claims: ClassVar = ("no model",)
    fields: ClassVar = frozenset(("clauses",))

    claim: str
    clauses: list[list[int]]
    n_steps: int = 0

    @classmethod
    def read(cls, head: Any) -> Self:
        for literal in (literal for clause in head["clauses"] for literal in clause):
            if type(literal) is not int or not 1 <= abs(literal) <= N_VARS:
                raise ValueError("a literal")
        return cls(head["claim"], head["clauses"])

    def formula(self, tick: Tick) -> ByLines:
        flat = [literal for clause in self.clauses for literal in (*clause, 0)]
        return ByLines(ClauseFile(N_VARS, np.array(flat, np.int32)))

    def checked(self, followed: Followed) -> NoModel:
        return replace(self, n_steps=followed.n_steps)

    def said(self) -> Said:
        return Said({"n_steps": self.n_steps}, [str(self.clauses)], "the clauses have no model")


class Careless(NoModel):
    """It does not look at what follows."""

    def formula(self, tick: Tick) -> ByLines:
        return ByLines(ClauseFile(1, np.array([1, 0, -1, 0], np.int32)))


class Broken(NoModel):
    """It breaks where something is damaged."""

    @classmethod
    def read(cls, head: Any) -> Self:
        if not head["clauses"]:
            raise RuntimeError
        return super().read(head)


class Silent(NoModel):
    """It says nothing of what is so."""

    def said(self) -> Said:
        return super().said()._replace(verified="")


class Strict(NoModel):
    """It rejects what is right."""

    def formula(self, tick: Tick) -> ByLines:
        raise WrongError("no formula is good enough")


def certificate(clauses: list[list[int]]) -> bytes:
    return CertificateForm(NoModel.name).head({"claim": "no model", "clauses": clauses})


FILES = [certificate([[1], [-1, 2], [-2, 3], [-3]]), certificate([[2, 3], [2, -3], [-2, 1], [-1]])]


def is_true(data: bytes, checked: object) -> bool:
    clauses = json.loads(data.split(b"\n", 2)[1])["clauses"]
    return not any(
        all(any(values[abs(literal) - 1] == (literal > 0) for literal in c) for c in clauses)
        for values in product((False, True), repeat=N_VARS)
    )


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[Claim]], None]:
    def add(claim: type[Claim]) -> None:
        monkeypatch.setattr("satcross.apps.proofs.certificates.claims", lambda: {claim.name: claim})

    return add


def test_a_right_claim_passes(known: Callable[[type[Claim]], None]) -> None:
    known(NoModel)
    found = check_claim(NoModel, FILES, is_true)
    assert found.total() == 300
    assert min(found["refused"], found["rejected"], found["right"]) > 0


@pytest.mark.parametrize(
    ("claim", "wrong"),
    [
        (Careless, "is verified, and false"),
        (Broken, "RuntimeError, not FormatError"),
        (Silent, "nothing is said"),
        (Strict, "a right certificate is not verified"),
    ],
)
def test_a_wrong_claim_does_not(
    claim: type[Claim], wrong: str, known: Callable[[type[Claim]], None]
) -> None:
    known(claim)
    with pytest.raises(AssertionError, match=wrong):
        check_claim(claim, FILES, is_true)


def test_claims_are_found_by_their_files() -> None:
    root = Path(sx.__file__).parent
    files = {path.parent.parent.name for path in root.rglob("claim.py")}
    assert {claim.__module__.split(".")[1] for claim in claims().values()} == files
    assert all(claim.name == name for name, claim in claims().items())


def parts(data: bytes) -> tuple[bytes, Any, bytes]:
    first, head, proof = data.split(b"\n", 2)
    return first, json.loads(head), proof


def outcome(first: bytes, head: object, proof: bytes) -> object:
    return check_certificate(
        HeldFile(b"\n".join((first, json.dumps(head).encode(), proof)), "file")
    )


@pytest.fixture
def no_fill(tmp_path: Path) -> bytes:
    assert isinstance(sx.fill("..\n..", ["ab", "ca"], certificate=tmp_path / "c"), sx.Impossible)
    return (tmp_path / "c").read_bytes()


def test_what_the_check_has_not_heard_of_is_refused(no_fill: bytes) -> None:
    first, head, proof = parts(no_fill)
    assert isinstance(outcome(first, head, proof), sx.Found)
    with pytest.raises(sx.FormatError, match="file: the certificate has an unknown field 'cells'"):
        outcome(first, head | {"cells": []}, proof)
    with pytest.raises(sx.FormatError, match="file: is no certificate"):
        outcome(b"satcross other certificate", head, proof)


def test_letters_belong_to_one_claim(no_fill: bytes, tmp_path: Path) -> None:
    first, head, proof = parts(no_fill)
    with pytest.raises(sx.FormatError, match="the certificate is damaged"):
        outcome(first, head | {"letters": {"r1c1": ["Q"]}}, proof)
    sx.letters("..\n..", ["ab", "ba", "bc", "cb", "ac", "ca"], certificate=tmp_path / "letters")
    first, head, proof = parts((tmp_path / "letters").read_bytes())
    assert isinstance(outcome(first, head, proof), sx.Found)
    del head["letters"]
    with pytest.raises(sx.FormatError, match="the certificate is damaged"):
        outcome(first, head, proof)
