"""Certificates of layouts: right ones are accepted, and none for what is not so."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from support.certified_layouts import certified, check_formula, damaged, drawn, is_true
from support.cli import run_cli
from support.seeds import split

import satcross as sx
from satcross.freeform.certificate.check import MAGIC, LayoutCertificateCheck
from satcross.freeform.layout import LayoutOptions
from satcross.freeform.listing import Layouts
from satcross.freeform.make import FreeformTask
from satcross.proof import Rejected

pytest.importorskip("satcross.proof._propagation")

FIVE = ["GRID", "SLOT", "CLUE", "LETTER", "CROSSING"]


def checked(path: Path) -> LayoutCertificateCheck:
    result = sx.verify_certificate(path)
    assert isinstance(result, sx.Found), result
    assert isinstance(result.value, LayoutCertificateCheck)
    return result.value


@pytest.mark.parametrize("seeds", split(range(600), 6))
def test_the_formula_of_the_check_has_the_layouts_of_brute_force(seeds: range) -> None:
    n_found = 0
    for seed in seeds:
        rng = random.Random(f"formula {seed}")
        words = drawn(rng, rng.choice([1, 2, 3, 3, 4]))
        n_rows = rng.randint(1, 4)
        n = rng.choice([len(words), rng.randint(1, len(words))])
        n_found += check_formula(words, n_rows, rng.randint(n_rows, 5), n)
    assert n_found


@pytest.mark.parametrize("seeds", split(range(400), 10))
def test_what_is_proved_of_layouts_is_shown(seeds: range, tmp_path: Path) -> None:
    claims = set()
    for seed in seeds:
        path = tmp_path / f"{seed}"
        asked = certified(random.Random(seed), path)
        found = checked(path)
        assert is_true(found), (seed, asked)
        claims.add(found.claim)
    assert claims == {"no layout", "no better layout", "no other layout"}


@pytest.mark.parametrize("seeds", split(range(100), 1))
def test_damaged_certificates_of_layouts_show_nothing_false(seeds: range, tmp_path: Path) -> None:
    n_rejected = n_tried = 0
    for seed in seeds:
        rng = random.Random(f"damaged {seed}")
        for number in range(8):
            path = tmp_path / f"{seed} {number}"
            asked = certified(rng, path)
            whole = path.read_bytes()
            for _ in range(15):
                path.write_bytes(damaged(whole, rng))
                n_tried += 1
                try:
                    result = sx.verify_certificate(path, time_limit_s=60)
                except sx.InputError:
                    n_rejected += 1
                    continue
                if not isinstance(result, sx.Found):
                    n_rejected += 1
                    assert isinstance(result, Rejected), result
                    continue
                assert isinstance(result.value, LayoutCertificateCheck)
                assert is_true(result.value), (seed, asked, result.value)
    assert n_tried / 8 < n_rejected < n_tried


def test_nothing_else_follows_from_a_proof(tmp_path: Path) -> None:
    path = tmp_path / "c"
    task = Layouts(["CAT", "TOP", "ACT", "APT"], certificate=path)
    assert len(list(task)) == len(checked(path).layouts) > 1
    head, _, proof = path.read_bytes()[len(MAGIC) :].partition(b"\n")
    data = json.loads(head)
    for wrong in (
        data | {"layouts": data["layouts"][1:]},
        data | {"layouts": [data["layouts"][0], *data["layouts"]]},
        data | {"words": ["PACT", *data["words"]]},
        data | {"words": data["words"][1:]},
        data | {"n_placed": 3},
        data | {"limits": [2, None]},
        data | {"claim": "no layout", "layouts": []},
        data | {"claim": "no layout", "layouts": [], "part": [0, 1], "bytes": []},
        data | {"bytes": data["bytes"][:-1]},
        data | {"bytes": data["bytes"][::-1]},
        data
        | {"words": [word * 60 for word in data["words"]], "layouts": [], "claim": "no layout"},
    ):
        path.write_bytes(MAGIC + json.dumps(wrong).encode() + b"\n" + proof)
        assert isinstance(sx.verify_certificate(path), Rejected), wrong
    for wrong in (
        data | {"schema": "another/1"},
        data | {"words": ["C~T", *data["words"][1:]]},
        data | {"layouts": [[]]},
        data | {"part": [7]},
        data | {"limits": [True, None]},
        [],
    ):
        path.write_bytes(MAGIC + json.dumps(wrong).encode() + b"\n" + proof)
        with pytest.raises(sx.FormatError):
            sx.verify_certificate(path)


def test_words_that_cannot_cross_need_few_proofs(tmp_path: Path) -> None:
    for at, (words, n_boxes) in enumerate((
        (["CAT", "DOG", "ZEBU"], 0),
        (["CAT", "TACK", "ROW", "WORN"], 0),
        (["DOG", "BIRD", "HORSE", "SHEEP", "CHEF", "MELT", "FEET"], 5),
    )):  # fmt: skip
        path = tmp_path / f"{at}"
        result = sx.make_freeform(words, certificate=path)
        assert isinstance(result, sx.Impossible)
        found = checked(path)
        assert (found.claim, found.n_boxes) == ("no layout", n_boxes)
        assert sorted(found.words) == sorted(words)


def test_a_proof_of_layouts_that_was_stopped_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "c"
    with FreeformTask(FIVE, certificate=path) as task:
        assert not path.exists()
        for limit in (1e-9, 0.05, 0.1, 0.1, 0.2, 0.2, None):
            result = task.run(limit)
            assert path.exists() == (isinstance(result, sx.Best) and result.is_proved)
    assert checked(path).claim == "no better layout"
    assert isinstance(sx.verify_certificate(path, time_limit_s=1e-9), sx.Stopped)


def test_other_layouts_have_no_certificates(tmp_path: Path) -> None:
    path = tmp_path / "c"
    for wanted, holding in ((LayoutOptions(parts=2), ""), (None, "GRID")):
        with pytest.raises(sx.OptionError, match="a certificate does not support"):
            Layouts(FIVE, wanted=wanted, holding=holding, certificate=path)
    assert not list(tmp_path.iterdir())


def test_freeform_and_verify_say_what_is_proved(tmp_path: Path) -> None:
    path, words, dutch = tmp_path / "c", tmp_path / "w", tmp_path / "d"
    words.write_text("cat\ndog\nbird\nzebu\n", encoding="utf-8")
    dutch.write_text("ijzel\npijp\nzee ijs\n", encoding="utf-8")
    none = run_cli("freeform", words, "--certificate", path)
    assert none.code == 20
    assert none.err.endswith(f"check it with: satcross verify {path}\n")
    shown = run_cli("verify", path)
    assert "verified: no layout has all of these words: by the lengths and letters" in shown.out
    path.unlink()
    few = ("freeform", words, "--at-least", "2", "--certificate", path)
    run_cli(*few, "--max-cols", "4", "-n", "1")
    shown = run_cli("verify", path)
    assert "rule: at most 4 columns\n" in shown.out
    assert "verified: no layout has more than 3 of these words; no layout has 3 of" in shown.out
    data = json.loads(run_cli("verify", path, "--format", "json").out)
    assert (data["claim"], data["n_placed"], data["max_cols"]) == ("no better layout", 3, 4)
    assert len(data["layouts"]) == 1
    path.unlink()
    assert run_cli("freeform", dutch, "--alphabet", "dutch", "--certificate", path).code == 0
    assert "[IJ]ZEL" in run_cli("verify", path).out
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"n_placed": 3', b'"n_placed": 2'))
    assert (run_cli("verify", path).code, run_cli("verify", words).code) == (1, 2)
    path.unlink()
    assert "nothing was proved (no layout is proved to be" in run_cli(*few, "--no-prove").err
    assert not path.exists()
