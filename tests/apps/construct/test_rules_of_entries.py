"""Rules about entries in patterns that are made."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run_cli

import satcross as sx


def test_a_pattern_to_make_takes_the_first_only() -> None:
    spec = sx.PatternRules(3, 3)
    for text in ("min-length 3", "rebus AT"):
        with pytest.raises(sx.OptionError, match="does not support the rule"):
            sx.make(spec, ["cat", "dog"], entries=sx.EntryRules(text))
    assert not sx.EntryRules(distinct=False).distinct
    assert sx.EntryRules(rules="allow-repeats") == sx.EntryRules(allow_repeats=True)


def test_made_grids_keep_to_lists_of_slots(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("actss\nhello\nlions\nstare\nstore\nstars\narena\nerase\ntense\n")
    done = run_cli("make", "5x5", "--preset", "mini", "--slot-list", f"1A: {own}", "--seed", "1")
    assert done.code == 0, done.err
    words = own.read_text().upper().split()
    assert done.out.split()[0].strip("#") in words


def test_a_pattern_keeps_what_is_about_its_slots() -> None:
    entries = sx.EntryRules(
        rules=["word-list 1A: acts, hello, the, cat, lions", "min-score 40 30A"]
    )
    made = sx.make("5x5", preset="mini", entries=entries).unwrap()
    assert made.fill.entries[0].word in ("ACTS", "HELLO", "THE", "CAT", "LIONS")
