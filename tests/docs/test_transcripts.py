"""Every transcript in the README and docs/ is what the commands print today."""

from __future__ import annotations

from pathlib import Path

import pytest
from transcripts import Transcript, run, transcripts

FOUND = transcripts()


@pytest.mark.parametrize("transcript", FOUND, ids=lambda t: f"{t.page.name}: {t.command[:60]}")
def test_transcripts_are_true(transcript: Transcript, tmp_path: Path) -> None:
    printed = run(transcript.command, tmp_path)
    assert transcript.is_true(printed), f"run `scripts/transcripts.py --update`?\n{printed}"


def test_there_are_transcripts() -> None:
    assert len(FOUND) >= 8


def test_an_ellipsis_stands_for_lines_and_nothing_else() -> None:
    transcript = Transcript(Path(), "x", "one\n…\nfour")
    assert transcript.is_true("one\ntwo\nthree\nfour")
    assert transcript.is_true("one\nfour")
    assert not transcript.is_true("one\ntwo")
    assert not Transcript(Path(), "x", "one.").is_true("one!")
