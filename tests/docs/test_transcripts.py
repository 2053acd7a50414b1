"""Every transcript in the README and docs/ is what the commands print today."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.forked_cli import ForkedCli
from transcripts import PAGES, Transcript, name_of, run, transcripts


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path | None]:
    """The folder of a `satcross` that starts at once, where there is one."""
    if not Path("/proc/self/fd").exists():
        yield None
        return
    with ForkedCli(tmp_path_factory.mktemp("forked")) as forked:
        yield forked.folder


@pytest.mark.parametrize("page", [page for page in PAGES if transcripts(page)], ids=name_of)
def test_transcripts_are_true(page: Path, tmp_path: Path, programs: Path | None) -> None:
    wrong = []
    for transcript in transcripts(page):
        printed = run(transcript.command, tmp_path, programs)
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
