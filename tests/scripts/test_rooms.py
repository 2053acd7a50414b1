"""A copy of the checkout without a room works: two rooms by the day of the year, all in a slow run.

`scripts/rooms` runs the tests of such a copy too.
"""

from __future__ import annotations

import ast
import fcntl
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from transcripts import ROOT
from without_room import copy_without, main, needed, needing

from satcross.rooms import rooms

N_TODAY = 2
_DAY = date.today().timetuple().tm_yday
TODAY = {rooms()[(N_TODAY * _DAY + n) % len(rooms())] for n in range(N_TODAY)}


@pytest.fixture
def types() -> Iterator[Path]:
    """What mypy knows of the modules that copies have in common, for one of them at a time.

    It stays for the next run, as `.mypy_cache` does: mypy compares what modules hold, and not where
    they are.
    """
    folder = ROOT / ".mypy_cache" / "rooms"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # which ends with this file
        yield folder


@pytest.mark.parametrize(
    "room",
    [pytest.param(room, marks=[] if room in TODAY else pytest.mark.slow) for room in rooms()],
)
def test_the_rest_works_without_a_room(room: str, tmp_path: Path, types: Path) -> None:
    copy_without({room}, tmp_path)
    done = subprocess.run(
        [sys.executable, "checks_without_room.py"],
        cwd=tmp_path,
        env={
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(tmp_path),
            "HOME": str(tmp_path),
            "MYPY_CACHE_DIR": str(types),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert (ROOT / "satcross" / room).is_dir()


@pytest.mark.parametrize("room", ["core", rooms()[_DAY % len(rooms())]])
def test_a_copy_may_have_one_room_alone_with_its_tests(
    room: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["without_room.py", "--but", room, str(tmp_path)])
    assert main() == 0
    left = {
        f"{path.parent.name}/{path.name}"
        for house in ("apps", "kinds")
        for path in (tmp_path / "satcross" / house).iterdir()
        if (path / "__init__.py").exists()
    }
    assert left == ({*rooms()}.intersection(needed(room)) if room != "core" else set())
    tests = (tmp_path / "tests_without_room.txt").read_text("utf-8").split()
    folder = "tests/" if room == "core" else f"tests/{room}/"
    assert all(name.startswith(folder) for name in tests)


def test_a_copy_has_the_tests_that_name_what_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = []
    for options in ([], ["--all"]):
        place = tmp_path / f"{len(options)}"
        monkeypatch.setattr(sys, "argv", ["without_room.py", *options, "apps/store", str(place)])
        assert main() == 0
        lists.append({*(place / "tests_without_room.txt").read_text("utf-8").split()})
    named, every = lists
    assert named < every
    assert "tests/rules/test_slots.py" in named  # it calls `sx.compile_fills`
    assert not any("sx.compile_fills" in (ROOT / name).read_text("utf-8") for name in every - named)


def test_what_goes_with_a_room_is_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["without_room.py", "--what"])
    assert main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[::3] == [*rooms()]
    for room, commands, others in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        expected = sorted(needing(room) - {room}) or ["no other room"]
        assert others == f"    goes with it: {', '.join(expected)}"
        for path in (ROOT / "satcross" / room / "commands").glob("[a-z]*.py"):
            assert path.stem.replace("_", "-") in commands


@pytest.mark.parametrize("room", rooms())
def test_a_room_says_for_whom_it_is_and_what_it_takes(room: str) -> None:
    source = (ROOT / "satcross" / room / "__init__.py").read_text("utf-8")
    text = ast.get_docstring(ast.parse(source)) or ""
    assert 6 <= len(text.splitlines()) <= 14
    assert re.search(r"\bFor \w+", text)
    assert re.search(r"\btakes?\b", text)
