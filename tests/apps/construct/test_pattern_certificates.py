"""Certificates of patterns: right ones are accepted, and none for what is not so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.certified_patterns import (
    certified,
    check_formula,
    is_true,
    rules_and_size,
    small_patterns,
)
from support.cli import run_cli
from support.seeds import split

import satcross as sx
from satcross import PatternRules, Range, Symmetry
from satcross.apps.construct.claim import PatternCertificateCheck
from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.patterns.certificate.form import NAME
from satcross.apps.proofs.checker import Rejected
from satcross.tasks.certificate.form import CertificateForm

MAGIC = CertificateForm(NAME).first_line

pytest.importorskip("satcross.apps.proofs.checker._propagation")

MOST = 300  # patterns of a listing


def checked(path: Path) -> PatternCertificateCheck:
    result = sx.verify_certificate(path)
    assert isinstance(result, sx.Found), result
    assert isinstance(result.value, PatternCertificateCheck)
    return result.value


@pytest.mark.parametrize("seeds", split(range(1000, 2500), 13))
def test_the_formula_of_the_check_has_the_patterns_of_brute_force(seeds: range) -> None:
    assert sum(check_formula(rules_and_size(seed)) for seed in seeds) > len(seeds) / 2


@pytest.mark.parametrize("n_blocks", [3, 4, 5])
def test_clues_in_blocks_are_a_rule_of_the_formula(n_blocks: int) -> None:
    rules = PatternRules(
        3, 4, symmetry=Symmetry.NONE, min_length=2, all_checked=False, connected=False,
        n_blocks=Range(n_blocks, n_blocks), arrows=True,
    )  # fmt: skip
    assert check_formula(rules)
    assert any(small_patterns(rules) or ())


@pytest.mark.parametrize("seeds", split(range(1500), 18))
def test_what_is_proved_of_patterns_is_shown(seeds: range, tmp_path: Path) -> None:
    claims = set()
    for seed in seeds:
        rules, path = rules_and_size(seed), tmp_path / f"{seed}"
        patterns = small_patterns(rules)
        assert patterns is not None
        if len(list(patterns)) > MOST:
            continue
        alike = list(Alike)[seed % 3]
        certified(rules, path, alike, fewest=seed % 2 == 0)
        found = checked(path)
        assert found.rules == rules
        assert is_true(found), (seed, rules)
        claims.add(found.claim)
    assert claims == {"no pattern", "no other pattern", "no fewer blocks"}


def test_published_numbers_have_certificates(tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    rules = PatternRules(9, 9, n_words=Range(33))
    assert certified(rules, path, Alike.TURNED, fewest=False) == 0
    assert checked(path).rules == rules
    path.unlink()
    listed = PatternRules(9, 9, n_words=Range(32), cheaters=False)
    assert certified(listed, path, Alike.TURNED, fewest=False) == 4
    assert len(checked(path).patterns) == 4
    # Not without the proof that there are no others, nor of a smaller number.
    head, _, proof = path.read_bytes()[len(MAGIC) :].partition(b"\n")
    data = json.loads(head)
    for wrong in (
        data | {"patterns": data["patterns"][:3]},
        data | {"rules": data["rules"] | {"n_words": [31, None]}},
        data | {"rules": data["rules"] | {"cheaters": True}},
        data | {"rules": data["rules"] | {"symmetry": "none"}},
    ):
        path.write_bytes(MAGIC + json.dumps(wrong).encode() + b"\n" + proof)
        assert isinstance(sx.verify_certificate(path), Rejected)
    path.write_bytes(MAGIC + head + b"\n")
    assert isinstance(sx.verify_certificate(path), Rejected)


def test_a_proof_that_was_stopped_goes_on(tmp_path: Path) -> None:
    from satcross.apps.construct.patterns.listing import Patterns

    path = tmp_path / "certificate"
    rules = PatternRules(11, 11, n_words=Range(51))
    with Patterns(rules, certificate=path) as task:
        for limit in (1e-9, 0.02, 0.05, 0.1):
            if isinstance(task.run(limit), sx.Impossible):
                break
            assert not path.exists()
        assert isinstance(task.run(), sx.Impossible)
    assert checked(path).claim == "no pattern"
    stopped = sx.verify_certificate(path, time_limit_s=1e-9)
    assert isinstance(stopped, sx.Stopped)


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (PatternRules(6, 6, board="ring"), "board"),
        (PatternRules(5, 5, voids=frozenset({12})), "voids"),
    ],
)
def test_other_rules_have_no_certificates(rules: PatternRules, name: str, tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    with pytest.raises(sx.OptionError, match=f"does not support the rule {name}"):
        sx.patterns(rules, certificate=path)
    with pytest.raises(sx.OptionError, match=f"does not support the rule {name}"):
        sx.fewest_blocks(rules, certificate=path)
    assert not list(tmp_path.iterdir())


def test_commands_write_and_check_certificates(tmp_path: Path) -> None:
    path = tmp_path / "c"
    none = run_cli("pattern", "5x5", "--preset", "none", "--words", "11-", "--certificate", path)
    assert none.code == 20
    assert "check it with: satcross verify" in none.err
    shown = run_cli("verify", path)
    assert shown.code == 0
    assert "rule: n words: 11-\n" in shown.out
    assert "verified: no pattern obeys these rules" in shown.out
    path.unlink()
    listed = run_cli("pattern", "5x5", "--preset", "none", "--all", "--certificate", path)
    assert "8 patterns; there are no more" in listed.err
    assert "no pattern but these 8, turned or mirrored," in run_cli("verify", path).out
    found = json.loads(run_cli("verify", path, "--format", "json").out)
    assert (found["claim"], len(found["patterns"])) == ("no other pattern", 8)
    path.unlink()
    some = run_cli("pattern", "5x5", "--preset", "none", "-n", "2", "--certificate", path)
    assert "nothing was proved" in some.err
    assert not path.exists()
    fewest = ("pattern", "5x5", "--preset", "none", "--max-length", "3")
    few = run_cli(*fewest, "--blocks", "fewest", "--certificate", path)
    n_blocks = few.out.count("#")
    assert f"fewer than {n_blocks} blocks" in run_cli("verify", path).out
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"max_length": 3', b'"max_length": null'))
    rejected = run_cli("verify", path)
    assert (rejected.code, rejected.out.split(":")[0]) == (1, "rejected")
    path.write_bytes(data[:60])
    assert run_cli("verify", path).code == 2
