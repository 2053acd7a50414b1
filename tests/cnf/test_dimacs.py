"""DIMACS files: round trips, compression, whole files only, and bad input by its defect."""

from __future__ import annotations

import errno
import gzip
import io
import os
import shutil
import subprocess
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from satcross.cnf import ascii as ascii_module
from satcross.cnf import dimacs
from satcross.cnf.ascii import NotAnIntegerError, format_clauses, parse_integers
from satcross.cnf.formula import Formula
from satcross.errors import DimacsError

MAX_VAR = 12_345_678
variables = st.one_of(st.integers(1, 120), st.integers(1, MAX_VAR))
literals = st.builds(lambda v, s: v * s, variables, st.sampled_from([1, -1]))
clause_lists = st.lists(st.lists(literals, max_size=6), max_size=15)
comment_lines = st.lists(st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=12))


def plain_text(formula: Formula) -> str:
    lines = [" ".join(map(str, [*clause, 0])) for clause in formula]
    return "".join(f"{line}\n" for line in [f"p cnf {formula.n_vars} {len(lines)}", *lines])


@given(clause_lists)
def test_text_is_what_plain_python_writes(clauses: list[list[int]]) -> None:
    formula = Formula.of(clauses)
    if formula.n_vars > 2_000:  # the table of texts is as long as there are variables
        formula = Formula.of([[lit % 999 + 1 for lit in c] for c in clauses], n_vars=1200)
    text = b"".join(format_clauses(formula.flat, formula.n_vars)).decode()
    assert text == plain_text(formula).split("\n", 1)[1]


@pytest.mark.parametrize("n_vars", [0, 1, 9, 10, 99, 100, 999_999, 1_000_000])
def test_text_at_the_edges_of_digits(n_vars: int) -> None:
    lits = sorted({x for v in (1, 9, 10, n_vars - 1, n_vars) if 1 <= v <= n_vars for x in (v, -v)})
    formula = Formula.of([lits, []], n_vars=n_vars)
    text = b"".join(format_clauses(formula.flat, n_vars)).decode()
    assert text == " ".join([*map(str, lits), "0\n"]) + "0\n"


@given(clause_lists, st.integers(0, 5), comment_lines)
def test_reading_gives_back_what_was_written(
    clauses: list[list[int]], n_more: int, comments: list[str]
) -> None:
    formula = Formula.of(clauses)
    n_vars = formula.n_vars + n_more
    text = "".join(f"c {line}\n" for line in comments) + plain_text(Formula.of(clauses, n_vars))
    dump = dimacs.parse_formula(text.encode())
    assert list(dump.formula) == clauses
    assert dump.formula.n_vars == n_vars
    assert [c.strip() for c in dump.comments] == [c.strip() for c in comments]


@pytest.mark.parametrize("name", ["f.cnf", "f.cnf.gz", "f.cnf.xz"])
def test_files(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    formula = Formula.of([[1, -2], [], [3]], n_vars=4)
    n_bytes = dimacs.write(formula, path, comments=["one", "", "grün"])
    first = path.read_bytes()
    assert len(first) == n_bytes
    dump = dimacs.read_formula(path)
    assert (list(dump.formula), dump.formula.n_vars) == ([[1, -2], [], [3]], 4)
    assert dump.comments == ("one", "", "grün")
    dimacs.write(formula, path, comments=["one", "", "grün"])
    assert path.read_bytes() == first
    if name.endswith(".gz"):
        assert first[3:8] == bytes(5), "a name or the time is in gzip's head"
    assert [p.name for p in tmp_path.iterdir()] == [name]
    assert path.stat().st_mode & 0o444 == 0o444


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "f.cnf"
    path.write_text("old")

    class Full(io.FileIO):
        def write(self, data: object, /) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(io, "FileIO", Full)
    with pytest.raises(DimacsError, match=r"f\.cnf: the file cannot be written: No space left"):
        dimacs.write(Formula.of([[1]]), path)
    assert path.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["f.cnf"]


def test_a_comment_with_a_line_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="one line"):
        dimacs.write(Formula.of([[1]]), tmp_path / "f.cnf", comments=["a\nb"])


def test_writing_to_no_folder_or_to_a_folder(tmp_path: Path) -> None:
    with pytest.raises(DimacsError, match="there is no directory"):
        dimacs.write(Formula.of([[1]]), tmp_path / "none" / "f.cnf")
    (tmp_path / "d.cnf").mkdir()
    with pytest.raises(DimacsError, match="is a directory"):
        dimacs.write(Formula.of([[1]]), tmp_path / "d.cnf")
    assert [p.name for p in tmp_path.iterdir()] == ["d.cnf"]


def test_loose_but_legal_syntax() -> None:
    text = b"c a\r\n\nc\np  cnf\t3 3 \r\n1 -2\n 0 3\t0\nc between\nc\n\n-1 0\n%\n0\n"
    dump = dimacs.parse_formula(text)
    assert list(dump.formula) == [[1, -2], [3], [-1]]
    assert dump.comments == ("a", "", "between", "")


BAD = {
    "no header": (b"c hello\n", r"x: there is no `p cnf` line; is this a CNF file\?"),
    "empty": (b"", r"x: there is no `p cnf` line"),
    "clauses first": (b"c a\n1 0\n", r"x:2:1: clauses begin before the `p cnf` line"),
    "bad header": (b"p cnf 3\n1 0\n", r"x:1:1: the `p` line is not well formed; write `p cnf"),
    "negative header": (b"p cnf -3 1\n1 0\n", r"x:1:1: the `p` line is not well formed"),
    "wcnf": (b"p wcnf 3 1 4\n1 0\n", r"x:1:1: the `p` line is not well formed"),
    "truncated": (b"p cnf 3 3\n1 0\n2 0\n", r"x:1: the header promises 3 clauses, and there are 2"),
    "too many": (b"c\np cnf 3 1\n1 0\n2 0\n", r"x:2: the header promises 1 clause, and there are"),
    "no final 0": (
        b"p cnf 3 2\n1 0\n2 3\n",
        r"x:3:3: the last clause lacks its 0; is the file cut",
    ),
    "out of range": (b"p cnf 3 2\n1 0\n2 -4 0\n", r"x:3:3: literal -4 is beyond the 3 variables"),
    "not an integer": (b"p cnf 3 2\n1 0\n2 x3 0\n", r"x:3:3: 'x3' is no literal; give integers"),
    "two signs": (b"p cnf 3 1\n--1 0\n", r"x:2:1: '--1' is no literal"),
    "lone sign": (b"p cnf 3 1\n1 - 0\n", r"x:2:3: '-' is no literal"),
    "late sign": (b"p cnf 3 1\n1-2 0\n", r"x:2:1: '1-2' is no literal"),
    "comment glued": (b"p cnf 3 1\ncomment\n1 0\n", r"x:2:1: 'comment' is no literal"),
    "huge": (b"p cnf 3 1\n99999999999999999999 0\n", r"x:2:1: '99999999999999999999' is no"),
    "beyond 32 bits": (b"p cnf 3 1\n4294967297 0\n", r"x:2:1: literal 4294967297 is beyond"),
    "many variables": (
        b"p cnf 4294967297 1\n1 0\n",
        r"x:1:1: the header has 4294967297 variables, and at",
    ),
    "binary": (b"\x1f\x8b\x00\x00\n1 0\n", r"x:1:1: this is a binary file, not a CNF"),
    "binary body": (b"p cnf 3 1\n1 \x00\xff 0\n", r"x:2:3: '\\x00\\xff' is no literal"),
}


@pytest.mark.parametrize(("data", "message"), BAD.values(), ids=BAD)
def test_bad_cnf(data: bytes, message: str) -> None:
    with pytest.raises(DimacsError, match="^" + message) as caught:
        dimacs.parse_formula(data, source="x")
    assert "\n" not in str(caught.value)


def test_lines_are_right_after_comments_between_clauses() -> None:
    with pytest.raises(DimacsError, match=r"^x:4:3: 'q' is no literal"):
        dimacs.parse_formula(b"p cnf 3 2\n1 0\nc a comment\n2 q 0\n", source="x")


def test_bad_files(tmp_path: Path) -> None:
    with pytest.raises(DimacsError, match=r"none\.cnf: there is no such file; check the path"):
        dimacs.read_formula(tmp_path / "none.cnf")
    with pytest.raises(DimacsError, match="is a directory"):
        dimacs.read_formula(tmp_path)
    plain = tmp_path / "plain.cnf.gz"
    plain.write_bytes(b"p cnf 1 1\n1 0\n")
    with pytest.raises(DimacsError, match=r"not a valid gzip file \(.*\); create it again"):
        dimacs.read_formula(plain)
    cut = tmp_path / "cut.cnf.gz"
    cut.write_bytes(gzip.compress(b"p cnf 1 1\n1 0\n" * 50)[:-12])
    with pytest.raises(DimacsError, match="not a valid gzip file"):
        dimacs.read_formula(cut)
    damaged = tmp_path / "f.cnf.xz"
    damaged.write_bytes(b"\xfd7zXZ\x00rubbish")
    with pytest.raises(DimacsError, match="not a valid xz file"):
        dimacs.read_formula(damaged)


@given(st.lists(st.integers(-(10**17), 10**17)), st.integers(1, 9), st.sampled_from(" \n\t\r"))
def test_parsing_does_not_depend_on_block_size(values: list[int], size: int, gap: str) -> None:
    data = (gap * 2).join(map(str, values)).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ascii_module, "_PARSE_BLOCK", size)
        assert parse_integers(data).tolist() == values
        with pytest.raises(NotAnIntegerError) as caught:
            parse_integers(data + gap.encode() + b"1_0 7")
    assert caught.value.position == len(data) + 1


@pytest.mark.parametrize("solver", ["minisat", "cadical"])
def test_debians_solvers_read_an_empty_clause(tmp_path: Path, solver: str) -> None:
    if shutil.which(solver) is None:
        pytest.skip(f"{solver} is not installed")
    for formula in (Formula.of([[]]), Formula.of([[1, 2], []]), Formula.of([[]], n_vars=3)):
        path = tmp_path / "empty.cnf"
        dimacs.write(formula, path)
        assert subprocess.run([solver, path], capture_output=True, check=False).returncode == 20


def test_formatting_uses_the_flat_array_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = Formula.of([[1, -2, 3], [-3]], n_vars=3)
    monkeypatch.setattr(ascii_module, "_FORMAT_BLOCK", 2)
    pieces = list(format_clauses(formula.flat, 3))
    assert len(pieces) == 3
    assert b"".join(pieces) == b"1 -2 3 0\n-3 0\n"
    assert np.array_equal(dimacs.parse_formula(b"p cnf 3 2\n" + b"".join(pieces)).formula.flat,
                          formula.flat)  # fmt: skip


PORTIONS = st.lists(
    st.sampled_from(
        ["1", "-2", "0", "3", "99", "x", "-", "\n", "\n", " ", "\t", "\r\n", "c", "c hello", "%"]
    ),
    max_size=40,
)


@given(PORTIONS, st.integers(1, 9))
def test_reading_does_not_depend_on_the_pieces(tokens: list[str], size: int) -> None:
    data = ("c a\np cnf 3 4\n" + " ".join(tokens)).encode()

    def read(piece: int) -> object:
        with mock.patch.object(dimacs, "PIECE", piece):
            try:
                dump = dimacs.parse_formula(data, source="x")
            except DimacsError as error:
                return str(error)
            return list(dump.formula), dump.comments

    # Of several faults another one may be found first, but none where there was none.
    one, whole = read(size), read(1 << 20)
    assert one == whole or (isinstance(one, str) and isinstance(whole, str))
