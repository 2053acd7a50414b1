"""The checker of certificates in one file, `examples/check_certificate.py`, beside brute force."""

from __future__ import annotations

import random
import re
import runpy
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from support.certified_claims import certificates, is_true

from satcross.apps.proofs.certificates import claims
from satcross.apps.proofs.testing import damaged, parts_of

CHECKER = Path(__file__).parents[3] / "examples" / "check_certificate.py"
EXAMPLE = runpy.run_path(str(CHECKER))
CLAIMS = ("no fill", "no other fill", "no other letter")
FEW = 40
NOT_OF_PATTERNS: Any = object()


def is_right(data: bytes) -> bool:
    try:
        EXAMPLE["check"](data)
    except EXAMPLE["CertificateError"]:
        return False
    return True


@pytest.mark.parametrize("about", CLAIMS)
def test_right_certificates_are_right(about: str) -> None:
    assert all(map(is_right, islice(certificates(about), FEW)))


@pytest.mark.parametrize("about", CLAIMS)
def test_no_damaged_certificate_shows_what_is_false(about: str) -> None:
    files = list(islice(certificates(about, 500), FEW))
    rng = random.Random(about)
    n_right = 0
    for _ in range(500):
        data = damaged(claims()["certificate"], rng.choice(files), rng.choice(files), rng)
        if is_right(data):
            n_right += 1
            assert is_true(data, NOT_OF_PATTERNS) is not False, data
    assert n_right < 250


def test_cut_proofs_and_other_claims_show_nothing_false() -> None:
    for data in islice(certificates("no other fill", 900), FEW):
        empty = data[: -len(parts_of(data)[1])] + b"\x00\x00"
        for other in (data[:-1], data[: -(len(parts_of(data)[1]) // 2)], empty):
            if is_right(other):  # there was a contradiction before
                assert is_true(other, NOT_OF_PATTERNS) is not False
        assert not is_right(data.replace(b"no other fill", b"no fill"))


def test_what_it_does_not_know_it_refuses() -> None:
    known = {"rebus", "allow-repeats"}
    data = next(certificates("no fill"))
    head, _ = parts_of(data)
    assert not {*head["rules"]} - known
    changed = data.replace(
        b'"rules": [', b'"rules": ["rebus AB", ' if head["rules"] else b'"rules": ["rebus AB"'
    )
    assert changed != data
    with pytest.raises(EXAMPLE["CertificateError"], match="rebus AB"):
        EXAMPLE["check"](changed)


def test_it_needs_nothing_of_satcross_and_is_short(tmp_path: Path) -> None:
    text = CHECKER.read_text("utf-8")
    assert "import satcross" not in text
    code = re.sub(r'""".*?"""', "", text, flags=re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) < 200
    path = tmp_path / "c"

    def run(data: bytes, *files: Path) -> tuple[int, str]:
        path.write_bytes(data)
        program = [sys.executable, "-I", "-S", str(CHECKER), *map(str, files or [path])]
        done = subprocess.run(program, capture_output=True, text=True, check=False)
        return done.returncode, (done.stdout or done.stderr)[:6]

    assert run(next(certificates("no other fill"))) == (0, "right:")
    assert run(b"satcross certificate\n{}\n") == (1, "wrong:")
    assert run(b"", path, path) == (1, "usage:")
