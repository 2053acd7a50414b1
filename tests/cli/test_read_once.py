"""Every file that a command reads may be a pipe, which gives its content once, or be packed."""

from __future__ import annotations

import gzip
import lzma
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cli import Done, run_cli, run_ok
from support.pipes import fed

from fuzz.file_cases import CASES, Case, make_inputs
from satcross import packed

pytestmark = pytest.mark.skipif(os.name != "posix", reason="named pipes")
FOLDERS = {"pf"}  # read by the names of the files in them
_MORE_INPUTS = {
    "scored.txt": "COD;40\nARE;60\nBEN;60\nCAB;60\nORE;60\nDEN;60\n",
    "more.txt": "ORD\nABE\n",
    "rules.txt": "# one rule\nno-words slot: ZOO\n",
    "phrases.txt": "CAT\n",
    "mask.txt": "####\n####\n####\n",
    "forbidden.txt": "XYZ\n",
    "house.toml": 'title = "House"\n\n[checks]\nvulgar = "error"\n',
    "jobs.jsonl": '{"grid": "7Ah", "words": "few.txt"}\n',
    "unsat.txt": "s UNSATISFIABLE\n",
    "mzn.txt": "=====UNSATISFIABLE=====\n",
}
# Options that no case has, and files of other formats.
_MORE = (
    "fill IN/grid.txt -w IN/words.txt --exclude IN/more.txt --rules IN/rules.txt",
    "fill IN/grid.txt -w IN/words.txt@0-60 --rule 'word-list 1A: @IN/words.txt'",
    "fill IN/grid.txt -w IN/words.txt --house IN/house.toml",
    "explain IN/grid.txt -w IN/scored.txt --min-score 60",
    "unique IN/grid.txt -w IN/words.txt --give cells --solution IN/filled.txt",
    "pattern --like IN/filled.txt --symmetry none --preset none",
    "make 3x3 -w IN/words.txt --theme-file IN/phrases.txt --blocks 0 --unpaired --symmetry none",
    "check IN/filled.txt -w IN/words.txt --exclude IN/more.txt --house IN/house.toml",
    "codeword IN/grid.txt -w IN/words.txt --any-letters --against IN/more.txt",
    "wordsearch IN/few.txt --mask IN/mask.txt --no-forbid --bonus IN/phrases.txt",
    "wordsearch IN/few.txt 4x4 --forbid IN/forbidden.txt",
    "convert IN/c.puz - --to xd", "convert IN/c.jpz - --to xd", "convert IN/c.exolve - --to xd",
    "convert IN/c.json - --to xd", "convert IN/c.qxw - --to text", "convert IN/c.ipuz - --to xd",
    "fill IN/c.ipuz -w IN/words.txt", "fill IN/c.json -w IN/words.txt",
    "convert IN/c.xd - --to text",
    "check IN/c.puz -w IN/words.txt", "render IN/c.puz -o OUT/r.svg",
    "decode IN/e.mzn IN/mzn.txt", "decode IN/e.wcnf IN/unsat.txt", "decode IN/e.opb IN/unsat.txt",
    "batch IN/jobs.jsonl", "verify IN/patterns.cert",
)  # fmt: skip
_FILE = re.compile(r"IN/([\w.-]+)")


def places() -> Iterator[tuple[Case, int]]:
    """For each argument or option of each command that names a file, a case with such a file."""
    seen: set[tuple[str, ...]] = set()
    more = (shlex.split(line) for line in _MORE)
    for case in (*CASES, *(Case(name, tuple(rest), code=-1) for name, *rest in more)):
        for at, word in enumerate(case.arguments):
            found = _FILE.search(word)
            before = case.arguments[at - 1] if at else ""
            key = (case.command, before if before.startswith("-") else str(at), word)
            if found and found[1] not in FOLDERS and key not in seen:
                seen.add(key)
                yield case, at


def source_of(case: Case, at: int) -> str:
    """The name of the file that an argument of a case names."""
    found = _FILE.search(case.arguments[at])
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("in")
    make_inputs(folder)
    for name, text in _MORE_INPUTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    filled, grid, words = (str(folder / name) for name in ("filled.txt", "grid.txt", "words.txt"))
    for kind in ("ipuz", "puz", "jpz", "exolve", "json", "qxw", "xd"):
        run_ok("convert", filled, folder / f"c.{kind}")
    for kind in ("mzn", "wcnf", "opb"):
        run_ok("export", grid, "-w", words, "-o", folder / f"e.{kind}")
    run_cli("pattern", "3x3", "--words", "7-", "--certificate", folder / "patterns.cert")
    return folder


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who opens a pipe again, into which nobody writes any more, is not to wait for long."""
    monkeypatch.setattr(packed, "PATIENCE_S", 1.0)


def run(case: Case, inputs: Path, out: Path, at: int = 0, instead: Path | None = None) -> Done:
    """Run a case; its output without the names of files."""
    out.mkdir()
    for folder in case.folders:
        (out / folder).mkdir()
    words = [word.replace("--stats", "--no-near-duplicates") for word in case.arguments]
    names = {str(inputs): "IN", str(out): "OUT"}
    if instead is not None:
        names = {str(instead): f"IN/{source_of(case, at)}", **names}
        words[at] = _FILE.sub(str(instead), case.arguments[at])
    done = run_cli(*Case(case.command, tuple(words)).argv(inputs, out))
    texts: list[Any] = [done.out, done.err]
    for name, other in names.items():
        texts = [text.replace(name, other) for text in texts]
    return Done(done.code, *texts)


@pytest.mark.parametrize(("case", "at"), places(), ids=str)
def test_a_pipe_is_read_once(case: Case, at: int, inputs: Path, tmp_path: Path) -> None:
    wanted = run(case, inputs, tmp_path / "plain")
    assert wanted.code not in (2, 130), wanted.err
    source = inputs / source_of(case, at)
    # Some with an extension; the others as those of `<(...)` are called.
    pipe = tmp_path / ("63" if len(case.name) % 5 else source.name)
    with fed(pipe, [source.read_bytes()]):
        found = run(case, inputs, tmp_path / "piped", at, pipe)
    assert (found.code, found.out) == (wanted.code, wanted.out), found.err


@pytest.mark.parametrize(("case", "at"), places(), ids=str)
def test_a_packed_file_is_unpacked(case: Case, at: int, inputs: Path, tmp_path: Path) -> None:
    wanted = run(case, inputs, tmp_path / "plain")
    source = inputs / source_of(case, at)
    is_gzip = len(case.name) % 2
    path = tmp_path / f"{source.name}.{'gz' if is_gzip else 'xz'}"
    path.write_bytes((gzip.compress if is_gzip else lzma.compress)(source.read_bytes()))
    found = run(case, inputs, tmp_path / "packed", at, path)
    assert (found.code, found.out) == (wanted.code, wanted.out), found.err
