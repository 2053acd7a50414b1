"""All commands in the guide and the README work as written; what a page says they print is true."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.forked_cli import ForkedCli
from support.unprivileged import NOBODY
from transcripts import (
    PAGES,
    README,
    ROOT,
    Reader,
    Transcript,
    name_of,
    own_satcross,
    transcripts,
)

WITH_COMMANDS = [page for page in PAGES if transcripts(page)]

INSTALLATION = next(one for one in transcripts(README) if "scripts/fill" in one.command)


def ordinary_user() -> int | None:
    """Who runs the commands: nobody in place of root, if nobody may read the programs."""
    if os.geteuid() != 0:
        return None
    for path in (sys.executable, ROOT):
        if subprocess.run(
            ["ls", path],
            check=False,
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
            capture_output=True,
        ).returncode:
            return None
    return NOBODY


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    """A reader whose `satcross` starts at once, where that is possible."""
    user = ordinary_user()
    # pytest's own folders are closed to other users.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        programs = own_satcross(folder / "programs")
        if not Path("/proc/self/fd").exists():
            yield Reader(folder, folder, programs, user)
            return
        (folder / "forked").mkdir()
        with ForkedCli(folder / "forked", user) as forked:
            yield Reader(folder, folder, (forked.folder, programs[1]), user)


@pytest.fixture(scope="module")
def installed() -> Iterator[Reader]:
    """A reader who has installed satcross, from PyPI, by the commands of the README."""
    user = NOBODY if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        checkout = Reader(folder / "checkout", folder / "home", (), user)
        checkout.open(README)
        printed, code = checkout.run(INSTALLATION.command)
        assert code == 0, printed
        yield Reader(folder, folder, (checkout.folder / ".venv" / "bin",), user)


def at(reader: Reader, page: Path, to: str = "checked") -> Reader:
    """The same reader with a folder and a home for one page."""
    own = reader.folder / to / name_of(page)
    return Reader(own / "folder", own / "home", reader.programs, reader.user)


@pytest.mark.snapshot
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=name_of(page), marks=pytest.mark.xdist_group(name_of(page)))
        for page in WITH_COMMANDS
    ],
)
def test_the_commands_of_a_page_work_as_written(page: Path, reader: Reader, renewed: bool) -> None:
    not_run = ("not run", "slow")
    if renewed:
        text = at(reader, page, "renewed").renewed(page, not_run)
        page.write_text(text, encoding="utf-8")
    faults = at(reader, page).faults(page, not_run)
    assert not faults, "run scripts/snapshots?\n" + "\n\n".join(faults)


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_the_commands_of_a_page_work_from_installation_on(page: Path, installed: Reader) -> None:
    assert not at(installed, page).faults(page)


@pytest.mark.slow
@pytest.mark.skipif(platform.machine() != "x86_64", reason="settings of other processors")
def test_the_commands_of_all_pages_print_the_same_on_an_older_processor() -> None:
    # What logarithms and products of matrices are in their last digits depends on it.
    older = {
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2",
        "OPENBLAS_CORETYPE": "Nehalem",
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", __file__, "-k", "work_as_written"],
        env=os.environ | older,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_commands_are_run_by_an_ordinary_user(reader: Reader) -> None:
    if os.geteuid() == 0 and reader.user is None:
        pytest.skip("only root may read this checkout, so root runs the commands")
    page = ROOT / "docs" / "guide" / "ordinary.md"  # which need not be there
    own = at(reader, page)
    own.open(page)
    printed, code = own.run("echo ${TMPDIR-unset}; id -u; pwd; ls -A; ls -A ~; touch new")
    user = os.geteuid() if reader.user is None else reader.user
    assert printed.splitlines() == ["unset", str(user), str(own.folder)]
    assert user != 0
    assert code == 0


def test_a_command_that_is_not_run_says_why() -> None:
    marks = [
        line
        for page in WITH_COMMANDS
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith(("<!-- slow", "<!-- not run"))
    ]
    found = [one for page in WITH_COMMANDS for one in transcripts(page) if one.mark]
    assert len({(one.page, one.command) for one in found}) >= len(marks) > 0
    assert all(len(line) > len("<!-- not run: because -->") for line in marks)


def test_there_are_transcripts() -> None:
    assert sum(len(transcripts(page)) for page in PAGES) >= 8


def test_an_ellipsis_stands_for_lines_and_nothing_else() -> None:
    transcript = Transcript(Path(), "x", "one\n…\nfour")
    assert transcript.is_true("one\ntwo\nthree\nfour")
    assert transcript.is_true("one\nfour")
    assert not transcript.is_true("one\ntwo")
    assert not Transcript(Path(), "x", "one.").is_true("one!")
