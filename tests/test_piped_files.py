"""Pipes and devices in place of files: read once by each function, and never for ever."""

from __future__ import annotations

import gzip
import lzma
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from support.cli import run_cli, run_refused
from support.pipes import fed
from support.processes import has_ended

import satcross as sx
from satcross import packed
from satcross.apps.houses.houses import load_house
from satcross.apps.lists.audit import audit
from satcross.apps.lists.records import read_lines
from satcross.apps.models.solutions import decode_solution
from satcross.apps.pictures.images import load_image
from satcross.cnf.variants import read_problem
from satcross.errors import GridError, InputError
from satcross.files import read_file
from satcross.formats.reading import load_crossword
from satcross.model.alphabet import LATIN
from satcross.model.grid import read_grid
from satcross.packed import pieces_of, pieces_of_file, pipes_kept

pytestmark = pytest.mark.skipif(os.name != "posix", reason="named pipes")
SHELL = Path("/bin/bash")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of each kind."""
    path = tmp_path_factory.mktemp("files")
    (path / "grid").write_text("...\n...\n...\n")
    (path / "words").write_text("COD\nARE\nBEN\nCAB\nORE\nDEN\n")
    (path / "none").write_text("CAT\nDOG\n")
    (path / "filled").write_text("COD\nARE\nBEN\n")
    (path / "clues").write_text("COD\ta fish\n")
    (path / "house").write_text('title = "House"\n\n[checks]\nvulgar = "error"\n')
    (path / "mzn.answer").write_text("=====UNSATISFIABLE=====\n")
    (path / "answer").write_text("s SATISFIABLE\nv 1 -2 0\n")
    (path / "lrat").write_text("5 2 0 1 3 0\n6 0 5 2 4 0\n")
    (path / "drat").write_text("2 0\n0\n")
    (path / "small.cnf").write_text("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
    puzzle = sx.Puzzle((path / "grid").read_text(), sx.WordList.load(path / "words"))
    nothing = sx.Puzzle((path / "grid").read_text(), sx.WordList.load(path / "none"))
    sx.compile_fills(puzzle).unwrap().save(path / "fills")
    for kind in ("mzn", "wcnf", "cnf"):
        run_cli("export", path / "grid", "-w", path / "words", "-o", path / f"e.{kind}")
        shutil.move(path / f"e.{kind}", path / kind)
    for kind in ("json", "ipuz", "puz", "jpz", "xd", "exolve", "qxw"):
        run_cli("convert", path / "filled", path / f"c.{kind}")
        shutil.move(path / f"c.{kind}", path / kind)
    sx.fill(nothing, certificate=path / "fills.cert")
    run_cli("pattern", "3x3", "--words", "7-", "--certificate", path / "patterns.cert")
    Image.new("L", (3, 3)).save(path / "picture", "png")
    return path


def words_in(words: sx.WordList) -> list[tuple[str, int]]:
    return list(words.words())


def of_puzzle(path: Path) -> object:
    puzzle = sx.load_puzzle(path)
    return puzzle.grid, puzzle.listed.digest


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "WordList.load": ("words", lambda path: words_in(sx.WordList.load(path))),
    "WordList.of": ("words", lambda path: words_in(sx.WordList.of(path))),
    "scale": ("words", lambda path: words_in(sx.WordList.load(f"{path}=64"))),
    "exclude": ("words", lambda path: len(sx.WordList.from_words(["COD", "C"], exclude=[path]))),
    "audit": ("words", lambda path: len(audit(path).suspects)),
    "read_lines": ("words", lambda path: read_lines(path, LATIN).entries()),
    "read_grid": ("grid", read_grid),
    "ClueBook.load": ("clues", lambda path: sx.ClueBook.load(path).clues("COD")),
    "load_house": ("house", lambda path: load_house(str(path)).title),
    "load_image": ("picture", load_image),
    "load_fills": ("fills", lambda path: sx.load_fills(path).n_fills),
    "read_formula": ("cnf", lambda path: sx.dimacs.read_formula(path).formula.n_clauses),
    "read_assignment": ("answer", lambda path: sx.dimacs.read_assignment(path, 2)),
    "read_problem": ("wcnf", lambda path: read_problem(path).formula.n_clauses),
    "decode_solution": ("mzn", lambda path: decode_solution(path, path.parent / "mzn.answer")),
    "check_proof": ("drat", lambda path: sx.check_proof(path.parent / "small.cnf", path)),
    "check_proof cnf": ("small.cnf", lambda path: sx.check_proof(path, path.parent / "drat")),
    **{
        f"load_crossword {kind}": (kind, lambda path: load_crossword(path).crossword)
        for kind in ("json", "ipuz", "puz", "jpz", "xd", "exolve", "qxw", "filled")
    },
    **{
        f"load_puzzle {kind}": (kind, of_puzzle)
        for kind in ("json", "ipuz", "puz", "jpz", "xd", "filled")
    },
    **{
        f"verify_certificate {kind}": (f"{kind}.cert", sx.verify_certificate)
        for kind in ("fills", "patterns")
    },
}  # fmt: skip


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who opens a pipe again, into which nobody writes any more, is not to wait for long."""
    monkeypatch.setattr(packed, "PATIENCE_S", 1.0)


@pytest.mark.parametrize("name", READERS)
def test_a_function_reads_a_pipe_once(name: str, folder: Path) -> None:
    source, read = READERS[name]
    data = (folder / source).read_bytes()
    wanted = read(folder / source)
    for pack in (bytes, gzip.compress, lzma.compress):
        with fed(folder / "pipe", [pack(data)]) as pipe:
            assert alike(read(pipe), wanted)
        (folder / "packed").write_bytes(pack(data))
        assert alike(read(folder / "packed"), wanted)


def alike(found: Any, wanted: Any) -> bool:
    """Whether two results are equal, as far as they can be."""
    return bool(found == wanted) or str(found) == str(wanted)


def test_a_pipe_may_give_its_bytes_one_by_one(tmp_path: Path) -> None:
    text = b"COD\nARE\n"
    for pack in (bytes, gzip.compress, lzma.compress):
        bytewise = [bytes([byte]) for byte in pack(text)]
        with fed(tmp_path / "pipe", bytewise, pause_s=0.001) as pipe:
            assert read_file(pipe, limit=100) == text


def test_whoever_writes_into_a_pipe_may_take_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "PATIENCE_S", 0.05)
    with fed(tmp_path / "pipe", [b"COD\n", b"ARE\n"], pause_s=0.4) as pipe:
        time.sleep(0.1)  # it has opened the pipe by then, and waits
        assert read_file(pipe, limit=100) == b"COD\nARE\n"


def test_nobody_is_waited_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "PATIENCE_S", 0.05)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(GridError) as caught:
        read_grid(tmp_path / "pipe")
    message = f"{tmp_path / 'pipe'}: the file cannot be read: nobody writes into this pipe"
    assert str(caught.value) == message
    (tmp_path / "grid").write_text("...\n")
    for argv in (
        ["fill", tmp_path / "pipe"],
        ["fill", tmp_path / "grid", "-w", tmp_path / "pipe"],
        ["fill", tmp_path / "grid", "--exclude", tmp_path / "pipe"],
        ["fill", tmp_path / "grid", "--rules", tmp_path / "pipe"],
        ["fill", tmp_path / "grid", "--house", tmp_path / "pipe"],
        ["convert", tmp_path / "pipe", "-", "--to", "xd"],
        ["verify", tmp_path / "pipe"],
        ["query", tmp_path / "pipe"],
        ["decode", tmp_path / "pipe", "-"],
        ["batch", tmp_path / "pipe"],
    ):
        assert run_refused(*argv) == f"satcross: {message}\n"
    monkeypatch.setenv("SATCROSS_CONFIG", str(tmp_path / "pipe"))
    assert run_refused("fill", tmp_path / "grid") == f"satcross: {message}\n"


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/full", "/dev/null"])
def test_a_device_is_refused_in_one_line(device: str, tmp_path: Path) -> None:
    if not Path(device).exists():
        pytest.skip(f"there is no {device}")
    (tmp_path / "grid").write_text("...\n")
    for argv in (
        ["fill", device],
        ["fill", tmp_path / "grid", "-w", device],
        ["convert", device, "-", "--to", "text"],
        ["decode", device, "-"],
    ):
        assert run_refused(*argv).startswith(f"satcross: {device}:")


def test_the_same_pipe_may_be_read_again_where_it_is_kept(tmp_path: Path) -> None:
    def read(path: Path) -> bytes:
        return b"".join(pieces_of_file(path, InputError, limit=100))

    with fed(tmp_path / "pipe", [gzip.compress(b"ABC")]) as pipe, pipes_kept():
        assert [read(pipe), read(pipe)] == [b"ABC", b"ABC"]
    for data in (b"one", b"two"):  # a library reads what there is now
        with fed(tmp_path / "pipe", [data]) as pipe:
            assert read(pipe) == data
    with fed(tmp_path / "pipe", [bytes(1000)]) as pipe, pipes_kept():
        for _ in range(2):
            with pytest.raises(InputError, match="has more than 0 MB"):
                read(pipe)


def test_two_bytes_of_a_checksum_are_not_taken_for_gzip(tmp_path: Path) -> None:
    path = tmp_path / "x.puz"
    path.write_bytes(b"\x1f\x8bACROSS&DOWN\0")
    with path.open("rb") as file:
        found = b"".join(pieces_of(file, str(path), InputError, limit=100))
    assert found == path.read_bytes()


@pytest.mark.skipif(not SHELL.exists(), reason="needs bash")
def test_a_shell_gives_files_as_pipes(folder: Path) -> None:
    command = f"{sys.executable} -m satcross"
    for line in (
        f"{command} fill <(cat grid) -w <(cat words)",
        f"{command} fill <(gzip -c grid) -w words",
        f"{command} fill /dev/stdin -w <(cat words) < grid",
        f"cat grid | {command} fill /dev/stdin -w <(cat words)",
        f"cat json | {command} fill - -w words --free 1A+ --seed 0",
        f"{command} fill <(cat ipuz) -w words --free 1A+ --seed 0",
    ):
        done = subprocess.run(
            [SHELL, "-c", line], cwd=folder, capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.returncode, len(done.stdout.split())) == (0, 3), (line, done.stderr)


def test_an_interrupt_ends_the_wait_for_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    command = [sys.executable, "-m", "satcross", "fill", "pipe"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        writer = None
        while writer is None:  # until it waits for us
            try:
                writer = os.open(tmp_path / "pipe", os.O_WRONLY | os.O_NONBLOCK)
            except OSError:
                time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        os.close(writer)
        assert process.stderr is not None
        assert process.stderr.read() == "satcross: interrupted\n"
    assert has_ended(process.pid)
