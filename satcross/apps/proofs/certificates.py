"""The claims that certificates have, and the check of a certificate.

A claim is a `Claim` of `satcross.apps.proofs.checker.certificate`, called `CLAIM` in the module
`claim.py` of a room. Nothing else names it: it is found by that file's name, and a certificate by
its first line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache

from satcross import FormatError, Found, InputError, Reason, Stopped, rooms
from satcross.apps.proofs.checker import Rejected
from satcross.apps.proofs.checker.certificate import (
    MAX_FILE,
    CertificateResult,
    Claim,
    Refuted,
    WrongError,
)
from satcross.apps.proofs.checker.check import Clock
from satcross.extend import read_file
from satcross.packed import ByteSource
from satcross.tasks.certificate.form import CertificateForm

_OF_ALL = {"schema", "version", "claim"}  # fields of every head


@cache
def claims() -> Mapping[str, type[Claim]]:
    """All kinds of certificates by name."""
    found: list[type[Claim]] = [module.CLAIM for module in rooms.modules("claim")]
    return {claim.name: claim for claim in sorted(found, key=lambda claim: claim.name)}


def check_certificate(
    source: ByteSource,
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> CertificateResult:
    """Check a certificate: see `satcross.verify_certificate`."""
    clock = Clock(time_limit_s, on_progress)
    data = read_file(source, FormatError, limit=MAX_FILE)
    try:
        claim, proof = _read(data, str(source))
        followed = _formula(claim, clock).follow(proof, clock)
    except WrongError as error:
        return Rejected(None, (), str(error))
    except TimeoutError:
        return Stopped(Reason.TIME_LIMIT, clock.work)
    return Found(claim.checked(followed), clock.work)


def _formula(claim: Claim, clock: Clock) -> Refuted:
    """What the proof has to refute. Raises WrongError: nothing, as the claim is wrong."""
    try:
        if wrong := claim.fault(clock.tick):
            raise WrongError(wrong)
        return claim.formula(clock.tick)
    except (InputError, LookupError, ValueError, re.error):
        raise WrongError("the grid cannot have such rules") from None


def _read(data: bytes, source: str) -> tuple[Claim, memoryview]:
    """What a certificate claims, and its proof."""
    kind = next(
        (
            kind
            for kind in claims().values()
            if data.startswith(CertificateForm(kind.name).first_line)
        ),
        None,
    )
    if kind is None:
        raise FormatError("is no certificate", hint="--certificate writes one", source=source)
    start = len(CertificateForm(kind.name).first_line)
    end = data.find(b"\n", start)
    try:
        head = json.loads(data[start:end])
        if head["schema"] != CertificateForm(kind.name).schema or head["claim"] not in kind.claims:
            raise FormatError(f"a certificate of another kind: {str(head['schema'])[:40]}")
        if unknown := sorted(head.keys() - kind.fields - _OF_ALL):
            raise FormatError(f"the certificate has an unknown field {unknown[0][:40]!r}")
        return kind.read(head), memoryview(data)[end + 1 :]
    except InputError as error:
        raise FormatError(error.problem, source=source) from None
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise FormatError("the certificate is damaged", source=source) from None
