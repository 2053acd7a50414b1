"""Every transcript in the README and docs/ is what the commands print today."""

from __future__ import annotations

from pathlib import Path

import pytest
from transcripts import PAGES, Transcript, run, transcripts


@pytest.mark.parametrize(
    "page", [page for page in PAGES if transcripts(page)], ids=lambda p: p.name
)
def test_transcripts_are_true(page: Path, tmp_path: Path) -> None:
    wrong = []
    for transcript in transcripts(page):
        printed = run(transcript.command, tmp_path)
        if not transcript.is_true(printed):
            wrong.append(f"$ {transcript.command}\n{printed}")
    assert not wrong, "run `scripts/transcripts.py --update`?\n" + "\n\n".join(wrong)


def test_there_are_transcripts() -> None:
    assert sum(len(transcripts(page)) for page in PAGES) >= 8


def test_an_ellipsis_stands_for_lines_and_nothing_else() -> None:
    transcript = Transcript(Path(), "x", "one\n…\nfour")
    assert transcript.is_true("one\ntwo\nthree\nfour")
    assert transcript.is_true("one\nfour")
    assert not transcript.is_true("one\ntwo")
    assert not Transcript(Path(), "x", "one.").is_true("one!")
