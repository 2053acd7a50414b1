"""Certificates of grids: what `densest` proves is shown, and nothing that is not so."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.certified_grids import (
    damaged,
    head_of,
    is_true,
    rules_and_words,
    rules_words_and_theme,
    with_head,
    without_part,
)
from support.cli import run_cli
from support.seeds import split

import satcross as sx
from satcross import PatternRules, Symmetry
from satcross.construct.certificate.check import GridsCertificateCheck
from satcross.construct.densest import DensestTask
from satcross.construct.make import MadeGrids
from satcross.proof import Rejected

pytest.importorskip("satcross.proof._steps")

SMALL = ["ate", "eat", "tea", "are", "ear", "era", "arc", "car"]
FIVES = [
    "fast",
    "honor",
    "argue",
    "scene",
    "held",
    "hash",
    "force",
    "angel",
    "sound",
    "tree",
    "house",
    "train",
]


def checked(path: Path) -> GridsCertificateCheck:
    result = sx.verify_certificate(path)
    assert isinstance(result, sx.Found), result
    assert isinstance(result.value, GridsCertificateCheck)
    return result.value


@pytest.mark.parametrize("seeds", split(range(400), 16))
def test_what_is_proved_of_grids_is_shown(seeds: range, tmp_path: Path) -> None:
    claims: dict[str, int] = {}
    for seed in seeds:
        rules, words = rules_and_words(seed)
        path = tmp_path / f"{seed}"
        result = sx.densest(rules, words, seed=seed, certificate=path)
        found = checked(path)
        assert found.rules == rules
        assert found.value == (result.objective if isinstance(result, sx.Best) else None)
        assert is_true(found, path), seed
        claims[found.claim] = claims.get(found.claim, 0) + (found.n_patterns > 1)
    assert all(claims[claim] > 2 for claim in ("no grid", "no grid with fewer blocks"))


def certified(seed: int, path: Path) -> int:
    """Make a certificate around a theme, of one of four commands; how many grids there are."""
    rules, words, theme = rules_words_and_theme(seed)
    listed = sx.WordList.of(words)
    kinds = (
        "allow-repeats",
        "max-shared-substring 2",
        "no-words slot: ABA, AA, BAB",
        "no-near-duplicates",
    )
    entries = sx.EntryRules(kinds[seed % 5 : seed % 5 + 1])
    listing: Any
    match seed % 4:
        case 0:
            result = sx.make(rules, listed, theme, entries=entries, seed=seed, certificate=path)
            return isinstance(result, sx.Found)
        case 1:
            listing = sx.theme_patterns(rules, theme, seed=seed, certificate=path)
        case 2:
            listing = sx.theme_patterns(rules, theme, listed, seed=seed, certificate=path)
        case _:
            listing = MadeGrids(rules, listed, theme, entries=entries)
            listing.certify(path)
    with listing:
        return len(list(listing))


@pytest.mark.parametrize("seeds", split(range(800), 24))
def test_what_is_proved_around_themes_is_shown(seeds: range, tmp_path: Path) -> None:
    claims: dict[str, int] = {}
    for seed in seeds:
        path = tmp_path / f"{seed}"
        n_found = certified(seed, path)
        if not path.exists():  # one grid proves nothing, and there may be too many patterns
            assert n_found > 10_000 or (n_found and seed % 4 == 0)
            continue
        found = checked(path)
        assert len(found.patterns) == n_found, seed
        assert is_true(found, path), seed
        claims[found.claim] = claims.get(found.claim, 0) + 1
    assert len(claims) == 4, claims


@pytest.mark.parametrize("seeds", split(range(20), 1))
def test_damaged_certificates_of_grids_show_nothing_false(seeds: range, tmp_path: Path) -> None:
    path, n_rejected, n_tried = tmp_path / "certificate", 0, 0
    for seed in seeds:
        for number in range(8):
            path.unlink(missing_ok=True)
            if number % 2:
                rules, words = rules_and_words(1000 + 8 * seed + number)
                sx.densest(rules, words, certificate=path)
            elif certified(1000 + 8 * seed + number, path) and not path.exists():
                continue
            whole, rng = path.read_bytes(), random.Random(seed)
            for _ in range(25):
                path.write_bytes(damaged(whole, rng))
                n_tried += 1
                try:
                    result = sx.verify_certificate(path, time_limit_s=30)
                except sx.InputError:
                    n_rejected += 1
                    continue
                if isinstance(result, sx.Found):
                    assert isinstance(result.value, GridsCertificateCheck)
                    assert is_true(result.value, path) is not False, (seed, number, result.value)
                else:
                    n_rejected += 1
                    assert isinstance(result, Rejected), result
    assert n_rejected > n_tried / 4


def test_parts_that_do_not_cover_the_claim_are_rejected(tmp_path: Path) -> None:
    """Whoever writes a file by hand may leave out, exchange or repeat parts."""
    path = tmp_path / "certificate"
    rules = PatternRules(4, 4, symmetry=Symmetry.NONE)
    words = ["aba", "bab", "abb", "bba", "baa", "aab", "abab", "baba", "bbaa"]
    result = sx.densest(rules, words, certificate=path)
    assert isinstance(result, sx.Best)
    assert result.objective
    whole = path.read_bytes()
    assert checked(path).n_patterns > 2

    def is_rejected(data: bytes) -> bool:
        path.write_bytes(data)
        try:
            return isinstance(sx.verify_certificate(path), Rejected)
        except sx.InputError:
            return True

    head, proofs = head_of(whole)
    for at in range(len(head["patterns"])):
        fewer, rest = head_of(whole)
        assert is_rejected(with_head(fewer, without_part(fewer, rest, at)))
        grids = [each["grid"] for each in head["patterns"]]
        other = [*head["patterns"]]
        other[at] = other[at] | {"grid": grids[at - 1]}  # a pattern twice, and one missing
        assert is_rejected(with_head(head | {"patterns": other}, proofs))
    n = head["n_bytes"]
    patterns = head["patterns"]
    changes: tuple[dict[str, Any], ...] = (
        {"claim": "no grid", "fills": []},
        {"fills": []},
        {"claim": "no grid"},
        {"fills": head["fills"] * 2},
        {"words": ["".join(word) for n in (3, 4) for word in product("AB", repeat=n)]},
        {"rules": head["rules"] | {"all_checked": False}},
        {"rules": head["rules"] | {"connected": False, "min_length": 2}},
        {"n_bytes": n + 1},
        {"n_bytes": n - 1, "patterns": [
            patterns[0] | {"n_bytes": patterns[0]["n_bytes"] + 1}, *patterns[1:]
        ]},
        {"patterns": patterns[::-1]},
        {"patterns": [patterns[0] | {"slots": patterns[0]["slots"][1:]}, *patterns[1:]]},
        {"patterns": [patterns[0] | {"slots": patterns[0]["slots"][::-1]}, *patterns[1:]]},
    )  # fmt: skip
    for wrong in changes:
        assert is_rejected(with_head(head | wrong, proofs)), wrong
    assert is_rejected(whole[:-1])
    assert is_rejected(whole + b"\0")
    # The grid that was found, with a cell that is blocked, would be proved to be the densest.
    fill = ["#" + head["fills"][0][0][1:], *head["fills"][0][1:]]
    assert is_rejected(with_head(head | {"fills": [fill]}, proofs))


def test_a_certificate_that_was_stopped_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    rules = PatternRules(4, 4, symmetry=Symmetry.NONE)
    with DensestTask(rules, sx.WordList.of(SMALL), certificate=path) as task:
        for _ in range(200):
            if not isinstance(task.run(0.002), sx.Stopped):
                break
            assert not path.exists()
        assert isinstance(task.run(), sx.Impossible)
    assert checked(path).claim == "no grid"
    stopped = sx.verify_certificate(path, time_limit_s=1e-9)
    assert isinstance(stopped, sx.Stopped)
    assert [each.name for each in tmp_path.iterdir()] == ["certificate"]


def test_what_has_no_certificate_of_grids_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    with pytest.raises(sx.OptionError, match="does not support the rule board"):
        sx.densest(PatternRules(6, 6, board="ring"), SMALL, certificate=path)
    alphabet = "".join(map(chr, range(0x4E00, 0x4E00 + 70)))
    wide = sx.WordList.from_words([alphabet[:3]], alphabet=sx.Alphabet(alphabet))
    with pytest.raises(sx.OptionError, match="at most 64 letters"):
        sx.densest(PatternRules(3, 3), wide, certificate=path)
    assert not list(tmp_path.iterdir())
    # No file is written where nothing is proved.
    rules = replace(PatternRules(4, 4), n_blocks=sx.Range(2, None))
    result = sx.densest(rules, SMALL, certificate=path, time_limit_s=1e-9)
    assert isinstance(result, sx.Stopped)
    assert not list(tmp_path.iterdir())


def test_densest_writes_and_checks_certificates(tmp_path: Path) -> None:
    path, words = tmp_path / "c", tmp_path / "words.txt"
    words.write_text("\n".join(SMALL))
    none = run_cli("densest", "4x4", "-w", words, "--certificate", path)
    assert none.code == 20
    assert "check it with: satcross verify" in none.err
    shown = run_cli("verify", path)
    assert shown.code == 0
    assert "verified: no pattern that obeys these rules can be filled with the 8 words" in shown.out
    path.unlink()
    words.write_text("\n".join(FIVES))
    best = run_cli("densest", "5x5", "-w", words, "--certificate", path)
    assert best.code == 0
    n_blocks = best.out.count("#")
    shown = run_cli("verify", path)
    assert (
        f"no pattern with fewer than {n_blocks} blocks that obeys these rules can be filled"
        in shown.out
    )
    assert shown.out.startswith(best.out)
    data = json.loads(run_cli("verify", path, "--format", "json").out)
    assert (data["claim"], data["value"]) == ("no grid with fewer blocks", n_blocks)
    path.unlink()
    stopped = run_cli("densest", "4x4", "--time-limit", "0.000001", "--certificate", path)
    assert stopped.code == 124
    assert "nothing was proved" in stopped.err
    assert not path.exists()


def test_make_and_theme_write_and_check_certificates(tmp_path: Path) -> None:
    path, words = tmp_path / "c", tmp_path / "words.txt"
    words.write_text("\n".join(FIVES))
    made = ("make", "5x5", "-w", words, "--certificate", path)
    none = run_cli(*made, "--theme", "trees")
    assert (none.code, none.out) == (20, "")
    assert "check it with: satcross verify" in none.err
    shown = run_cli("verify", path).out
    assert "rule: theme: TREES\n" in shown
    assert "verified: no pattern that obeys these rules can be filled with the 12 words" in shown
    data = path.read_bytes()
    head, proofs = head_of(data)
    assert head["thin"]
    path.write_bytes(with_head(head | {"words": [*head["words"], "EEL", "ERA", "SEE"]}, proofs))
    assert isinstance(sx.verify_certificate(path), Rejected)
    path.write_bytes(with_head(head | {"claim": "no pattern with the theme"}, proofs))
    assert isinstance(sx.verify_certificate(path), Rejected)
    path.unlink()
    one = run_cli(*made)
    assert one.code == 0
    assert "nothing was proved" in one.err
    assert not path.exists()
    assert "1 grid; there are no more" in run_cli(*made, "-n", "9").err
    assert "no pattern but this one that obeys these rules can be" in run_cli("verify", path).out
    path.unlink()
    themed = ("theme", "5x5", "--theme", "apple", "--any", "--certificate", path)
    listed = run_cli(*themed, "-n", "99", "--format", "json")
    n = len(listed.out.splitlines())
    assert f"no pattern but these {n} obeys" in run_cli("verify", path).out
    data = json.loads(run_cli("verify", path, "--format", "json").out)
    assert (data["claim"], len(data["patterns"])) == ("no other pattern with the theme", n)


def test_certificates_of_grids_with_rules_of_entries(tmp_path: Path) -> None:
    path, words = tmp_path / "c", tmp_path / "words.txt"
    words.write_text("\n".join([*FIVES, "rue", "hues", "heldo"]))
    made = ("make", "5x5", "-w", words, "-n", "99", "--certificate", path)
    n = run_cli(*made).out.count("\n\n") + 1
    path.unlink()
    for more in (("--max-shared-substring", "2"), ("--rule", "no-words slot: FAST")):
        fewer = run_cli(*made, *more)
        assert fewer.code == 20, more
        head, proofs = head_of(path.read_bytes())
        assert run_cli("verify", path).code == 0
        path.write_bytes(with_head(head | {"entries": []}, proofs))
        assert isinstance(sx.verify_certificate(path), Rejected), n
        path.unlink()


def test_what_certificates_around_themes_do_not_support(tmp_path: Path) -> None:
    path, line = tmp_path / "c", ("make", "7x7", "--certificate", str(tmp_path / "c"))
    for more, why in (
        (("--preset", "nyt"), "does not support cheaters only where they are needed"),
        (("--theme", "clinton/bobdole"), "does not support the two readings CLINTON/BOBDOLE"),
        (("--rule", "~1A=*S"), "does not support the rule"),
        (("--rule", "no-words 1A: THE"), "does not support the rule"),
        (("--jobs", "2"), "it is of a search in one process"),
    ):
        refused = run_cli(*line, *more)
        assert refused.code == 2, more
        assert why in refused.err
        assert refused.err.count("\n") == 1
    assert not list(tmp_path.iterdir())
    result = sx.make(PatternRules(7, 7), certificate=path, time_limit_s=1e-9)
    assert isinstance(result, sx.Stopped)
    assert not list(tmp_path.iterdir())


def test_certificates_are_the_same_again() -> None:
    """Also in a process with another order of sets."""
    code = (
        "import satcross as sx, sys, tempfile, pathlib\n"
        "path = pathlib.Path(tempfile.mkdtemp(), 'c')\n"
        "sx.make('5x5', sys.argv[1:], 'trees', preset='mini', certificate=path)\n"
        "print(path.read_bytes())"
    )
    outs = {
        subprocess.run(
            [sys.executable, "-c", code, *FIVES], capture_output=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(outs) == 1
    assert len(outs.pop()) > 1000
