"""The test kit of certificates: see `satcross.testing`."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from satcross import FormatError, Found, Stopped
from satcross.apps.proofs.certificates import check_certificate
from satcross.apps.proofs.checker import Rejected
from satcross.apps.proofs.checker.certificate import Checked, Claim
from satcross.packed import HeldFile
from satcross.tasks.certificate.form import CertificateForm

_N_DAMAGED = 300
_LIMIT_S = 30.0  # of one check
_WITHIN = 0.6  # how often a change is made further inside of a value

IsTrue = Callable[[bytes, Checked], bool | None]
Damage = Callable[[bytes, random.Random], bytes]


def parts_of(data: bytes) -> tuple[Any, bytes]:
    """The head of a certificate, and its proof."""
    _, head, proof = data.split(b"\n", 2)
    return json.loads(head), proof


def certificate_of(claim: type[Claim], head: Any, proof: bytes) -> bytes:
    """The certificate with that head and proof."""
    return CertificateForm(claim.name).first_line + json.dumps(head).encode() + b"\n" + proof


def check_claim(
    claim: type[Claim],
    files: Sequence[bytes],
    is_true: IsTrue,
    *,
    n_damaged: int = _N_DAMAGED,
    seed: int = 0,
    damage: Damage | None = None,
) -> Counter[str]:
    """Check a claim: right certificates are verified, damaged ones show nothing false.

    Damage is done to the bytes of a certificate, to values of its head, some of which are then
    those of another certificate, and to its proof. Such a certificate is rejected, or refused by
    one line that names the file, or what it claims is so.

    Args:
        files: right certificates of this kind.
        is_true: of a certificate that was verified: whether what it claims is so, found without
            satcross's check; None where that takes too long.
        n_damaged: how many damaged ones are tried.
        seed: of the damage.
        damage: more of it, which knows the proofs; for a third of them.

    Returns: how many damaged ones were "refused", "rejected", "right" and "not tried".
    """
    assert files, "give some certificates"
    for data in files:
        _check_right(claim, data, is_true)
    rng = random.Random(f"{claim.name} {seed}")
    outcomes: Counter[str] = Counter()
    for number in range(n_damaged):
        data = rng.choice(files)
        if damage is not None and number % 3 == 0:
            data = damage(data, rng)
        else:
            data = damaged(claim, data, rng.choice(files), rng)
        outcomes[_outcome(data, is_true)] += 1
    return outcomes


def _check_right(claim: type[Claim], data: bytes, is_true: IsTrue) -> None:
    """Check a right certificate, and forms of it that must be refused."""
    assert data.startswith(CertificateForm(claim.name).first_line), "a certificate of another kind"
    result = check_certificate(HeldFile(data, "file"))
    assert isinstance(result, Found), f"a right certificate is not verified: {result}"
    found = result.value
    head, proof = parts_of(data)
    assert found.claim == head["claim"], f"{found.claim!r} is shown in place of {head['claim']!r}"
    assert is_true(data, found) is not False, f"a right certificate is false: {head}"
    said = found.said()
    json.dumps(said.data)
    assert "claim" not in said.data, "the claim is said twice"
    assert said.verified, "nothing is said to be verified"
    assert "\n" not in said.verified, "what is verified is said on several lines"
    again = check_certificate(HeldFile(data, "file"))
    assert isinstance(again, Found), "the second check finds something else"
    assert again.value.said() == said, "the second check says something else"
    stopped = check_certificate(HeldFile(data, "file"), time_limit_s=0)
    assert isinstance(stopped, Found | Stopped), "no time is left, and something is wrong"
    for wrong in (
        {"schema": f"{CertificateForm(claim.name).schema}0"},
        {"schema": None},
        {"claim": "no such claim"},
        {"claim": None},
        {"no such field": 1},
    ):
        outcome = _outcome(certificate_of(claim, head | wrong, proof), is_true)
        assert outcome == "refused", f"{wrong} is not refused"
    for name in head.keys() - {"version"}:
        less = {key: value for key, value in head.items() if key != name}
        _outcome(certificate_of(claim, less, proof), is_true)


def _outcome(data: bytes, is_true: IsTrue) -> str:
    """What comes of a certificate. Raises AssertionError: something false, or an error."""
    try:
        result = check_certificate(HeldFile(data, "file"), time_limit_s=_LIMIT_S)
    except FormatError as error:
        text = str(error)
        assert "\n" not in text, f"an error of several lines: {text!r}"
        assert text.startswith("file"), f"the error does not name the file: {text}"
        return "refused"
    except Exception as error:
        what = f"{type(error).__name__}, not FormatError"
        raise AssertionError(f"{data!r}: {what}") from error
    if isinstance(result, Rejected):
        assert result.why, "rejected without a reason"
        assert "\n" not in result.why, f"a reason of several lines: {result.why!r}"
        return "rejected"
    assert isinstance(result, Found), f"{data!r}: not done within {_LIMIT_S} s"
    truth = is_true(data, result.value)
    assert truth is not False, f"{data!r} is verified, and false"
    return "not tried" if truth is None else "right"


def damaged(claim: type[Claim], data: bytes, other: bytes, rng: random.Random) -> bytes:
    """A certificate with one change or two.

    Args: other: a certificate whose values it may get.
    """
    head, proof = parts_of(data)
    other_head, other_proof = parts_of(other)
    for _ in range(rng.choice((1, 1, 2))):
        match rng.randrange(8):
            case 0:
                whole = certificate_of(claim, head, proof)
                return _other_bytes(whole, whole, rng)
            case 1:
                head["claim"] = rng.choice(claim.claims)
            case 2 | 3:
                proof = _other_bytes(proof, other_proof, rng)
            case 4:
                name = rng.choice(sorted(head))
                head[name] = other_head.get(name)
            case _:
                name = rng.choice(sorted(head))
                head[name] = _changed(head[name], rng)
    return certificate_of(claim, head, proof)


def _other_bytes(data: bytes, other: bytes, rng: random.Random) -> bytes:
    at, n = rng.randrange(len(data) + 1), rng.randint(1, 12)
    match rng.randrange(6):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[at + n :]
        case 2:
            return data[:at] + rng.randbytes(n) + data[at:]
        case 3:
            return data[:at] + data[at + n :][:n] + data[at:][:n] + data[at + 2 * n :]
        case 4:
            return other
        case _:
            flipped = bytearray(data)
            for _ in range(rng.randint(1, 3) if data else 0):
                flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            return bytes(flipped)


def _changed(value: Any, rng: random.Random) -> Any:
    """Another value in place of one of a head."""
    if rng.random() < 0.05:
        return rng.choice([None, [], {}, "", -1, 1 << 40, 0.5, True])
    changed: Any = rng.choice([None, [], rng.randrange(8), [rng.randrange(8)]])
    match value:
        case bool():
            changed = not value
        case int():
            changed = rng.choice([value + 1, value - 1, rng.randrange(8), rng.randrange(100)])
        case str():
            changed = _other_text(value, rng)
        case list() if value:
            changed = _other_list(value, rng)
        case dict() if value:
            changed = _other_fields(value, rng)
    return changed


def _other_fields(fields: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    name, other = rng.choice(sorted(fields)), rng.choice(sorted(fields))
    if rng.random() < _WITHIN:
        return fields | {name: _changed(fields[name], rng)}
    if rng.random() < 0.5:
        return {key: value for key, value in fields.items() if key != name}
    return fields | {name: fields[other]}


def _other_text(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    match rng.randrange(4):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return "".join(rng.sample(text, len(text)))
        case 2 if text:
            return text[:at] + rng.choice(text) + text[at + 1 :]
        case _:
            return text[:at] + rng.choice("ABCDE.#0129 ") + text[at + 1 :]


def _other_list(values: list[Any], rng: random.Random) -> list[Any]:
    at, other = rng.randrange(len(values)), rng.randrange(len(values))
    if rng.random() < _WITHIN:
        return [*values[:at], _changed(values[at], rng), *values[at + 1 :]]
    match rng.randrange(4):
        case 0:
            return values[:at] + values[at + 1 :]
        case 1:
            return [*values, values[at]]
        case 2:
            return [*values[:at], values[other], *values[at + 1 :]]
        case _:
            return rng.sample(values, len(values))
