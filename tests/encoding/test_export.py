"""Export: a file that stands for itself, the same bytes every time, and the promised sizes."""

from __future__ import annotations

import hashlib
import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from satcross.cnf import dimacs
from satcross.encoding.decode import Decoder
from satcross.encoding.encode import encode
from satcross.errors import DimacsError, OptionError
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid, read_grid
from satcross.model.puzzle import Puzzle
from satcross.tasks.export import export
from satcross.words import WordList

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data"


def little() -> Puzzle:
    words = WordList.from_words("".join(word) for word in itertools.product("ABCD", repeat=3))
    return Puzzle(Grid.parse("...\n...\n.A."), words)


def test_the_statistics_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "little.cnf"
    stats = export(little(), path, encoding="support")
    dump = dimacs.read_formula(path)
    assert stats.n_vars == dump.formula.n_vars == sum(stats.n_vars_by_kind.values())
    assert stats.n_clauses == dump.formula.n_clauses
    assert stats.n_clauses == sum(stats.n_clauses_by_constraint.values())
    assert stats.n_literals == dump.formula.n_literals
    assert stats.n_bytes == path.stat().st_size
    assert stats.n_letters == stats.n_vars_by_kind["letter"] == 8 * 4 + 1
    assert stats.n_slots_by_encoding == {"support": 6}
    assert stats.encode_s >= 0
    assert stats.write_s >= 0


@pytest.mark.parametrize("encoding", ["support", "dawg", "auto"])
def test_the_file_holds_the_formula_and_its_meaning(encoding: str, tmp_path: Path) -> None:
    puzzle = little()
    path = tmp_path / "little.cnf.gz"
    export(puzzle.restricted(distinct=False), path, encoding=encoding)
    dump = dimacs.read_formula(path)
    made = encode(puzzle, encoding=encoding, distinct=False)
    assert list(dump.formula) == list(made.formula)
    assert list(dump.comments) == made.comments()
    decoder = Decoder.from_comments(dump.comments)
    assert decoder.grid == puzzle.grid
    assert decoder.digest == puzzle.words.digest
    assert decoder.words == puzzle.words.source
    assert [rule.to_text() for rule in decoder.rules] == ["allow-repeats"]
    assert len(decoder.letters) == made.letters.n
    for variable, (cell, letter) in decoder.letters.items():
        code = puzzle.words.alphabet.code(letter)
        assert made.letters.ids[cell, code] == variable


def test_comments_with_letters_beyond_ascii(tmp_path: Path) -> None:
    alphabet = Alphabet("AÑЖ")
    words = WordList.from_words(["añ", "ñж", "жa"], alphabet=alphabet)
    path = tmp_path / "f.cnf"
    export(Puzzle(Grid.parse("Ñ.", alphabet=alphabet), words), path)
    decoder = Decoder.from_comments(dimacs.read_formula(path).comments)
    assert decoder.grid == Grid(1, 2, ("Ñ", "."))
    assert set(decoder.letters.values()) == {(0, "Ñ"), (1, "Ж")}


def test_a_puzzle_without_a_fill_is_exported_too(tmp_path: Path) -> None:
    path = tmp_path / "f.cnf"
    stats = export(Puzzle(Grid.parse("...\n###\n..."), WordList.from_words(["abc"])), path)
    assert stats.n_clauses == 1
    assert list(dimacs.read_formula(path).formula) == [[]]


def test_bad_options_write_nothing(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no encoding 'x'"):
        export(little(), tmp_path / "f.cnf", encoding="x")
    with pytest.raises(DimacsError, match="there is no directory"):
        export(little(), tmp_path / "none" / "f.cnf")
    assert list(tmp_path.iterdir()) == []


def test_the_bytes_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    code = """
import itertools, sys
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.tasks.export import export
from satcross.words import WordList
words = WordList.from_words("".join(word) for word in itertools.product("ABCD", repeat=3))
for name in ("support", "dawg"):
    export(Puzzle(Grid.parse("...\\n...\\n.A."), words), f"{sys.argv[1]}/{name}.cnf", encoding=name)
"""
    seen = set()
    for seed in ("0", "4242"):
        folder = tmp_path / seed
        folder.mkdir()
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-c", code, folder], check=True, env=env)
        content = b"".join(p.read_bytes() for p in sorted(folder.iterdir()))
        seen.add(hashlib.sha256(content).hexdigest())
    assert len(seen) == 1


def test_encoding_and_writing_need_no_solver() -> None:
    code = (
        "import sys, satcross.encoding.encode, satcross.encoding.decode, satcross.cnf.dimacs;"
        "import satcross.tasks.export;"
        "sys.exit('pysat' in sys.modules or 'pysolvers' in sys.modules)"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run([sys.executable, "-c", code], check=False, env=env).returncode == 0


@pytest.mark.slow
@pytest.mark.shared
def test_the_automaton_takes_far_fewer_clauses_for_a_long_list() -> None:
    if not SHARED.is_dir():
        pytest.skip("no shared data here")
    words = WordList.load(SHARED / "words" / "UKACD18plus.txt")
    puzzle = Puzzle(read_grid(str(SHARED / "grids" / "american15-themed.txt")), words)
    support = encode(puzzle, encoding="support").formula
    dawg = encode(puzzle, encoding="dawg").formula
    assert support.n_clauses > 5_000_000
    assert support.n_clauses >= 1.6 * dawg.n_clauses
