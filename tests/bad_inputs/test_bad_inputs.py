"""Bad input, one defect each: the one line that is said, exit code 2, and nothing written."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from satcross.cli.main import main

FILES = Path(__file__).parent / "files"

# A line that ends in … is compared up to there: the rest is the words of Python or of a library.
GRIDS = {
    "fill empty.grid": "empty.grid: the grid is empty; write rows of #, . and letters",
    "fill blank.grid": "blank.grid: the grid is empty; write rows of #, . and letters",
    "fill short_row.grid": "short_row.grid:2:4: this row has 3 cells, the first row has 4;"
    " make all rows the same length; use # for blocks at the ends",
    "fill long_row.grid": "long_row.grid:3:7: this row has 4 cells, the first row has 3;"
    " make all rows the same length; use # for blocks at the ends",
    "fill digit.grid": "digit.grid:2:2: '3' is neither a block (#), an open cell (. or _) nor a"
    " letter of the alphabet; correct the cell, or use an alphabet that has this letter",
    "fill letter_outside_alphabet.grid": "letter_outside_alphabet.grid:2:3: 'Ж' is neither a"
    " block (#), an open cell (. or _) nor a letter of the alphabet;"
    " correct the cell, or use an alphabet that has this letter",
    "fill all_blocks.grid": "all_blocks.grid: the grid has no slot;"
    " it needs a run of two or more open cells, across or down",
    "fill no_slot.grid": "no_slot.grid: the grid has no slot;"
    " it needs a run of two or more open cells, across or down",
    "fill too_wide.grid": "too_wide.grid:1: more than 200 cells in a row or column;"
    " check that it is a grid",
    "fill hex_wrong_length.grid": "hex_wrong_length.grid:1: a hex pattern of 8 characters is not a"
    " square grid; the nearest squares have 6 digits and g or h (5x5) or 9 digits (6x6)",
    "fill 3EF9C51EBF": "pattern: a hex pattern of 10 characters is not a square grid;"
    " the nearest squares have 9 digits (6x6) or 12 digits and g or h (7x7)",
    "fill hex_last_letter.grid": "hex_last_letter.grid:1:3: 'i' means more cells than the 1"
    " left over; end the pattern with g (block) or h (open)",
    "fill binary.grid": "binary.grid: the file is binary, not a grid;"
    " a grid is rows of #, . and letters",
    "fill latin1.grid": "latin1.grid:2: the file is not UTF-8 text; save it as UTF-8",
    "fill missing.grid": "missing.grid: there is no such file; check the path",
    "fill folder": "folder: this is a directory; name a file in it",
    "fill good.grid/grid": "good.grid/grid: the file cannot be read: …",
    "fill -": "<stdin>: the grid is empty; write rows of #, . and letters",
    "export digit.grid -o out.cnf": "digit.grid:2:2: '3' is neither a block …",
    "check short_row.grid": "short_row.grid:2:4: this row has 3 cells, …",
    "check good.grid --grid missing.grid": "missing.grid: there is no such file; check the path",
    "check - --grid -": "--grid: stdin cannot be both grids; name one file",
}
LISTS = {
    "fill good.grid -w score_no_number.dict": "score_no_number.dict:2:5: score 'high' is not a"
    " number from 0 to 1000; write WORD;score, or the word alone",
    "fill good.grid -w score_too_large.dict": "score_too_large.dict:1:5: score '1001' is not a"
    " number from 0 to 1000; write WORD;score, or the word alone",
    "fill good.grid -w score_negative.dict": "score_negative.dict: no line has a usable word:"
    " 'are' has score below 0; use scores of 0 or greater, or none",
    "fill good.grid -w score_fraction.dict": "score_fraction.dict: all scores are from 0 to 1"
    " and would be rounded to 0 or 1; name the list as FILE@0-1",
    "fill good.grid -w empty.dict": "empty.dict: the list is empty; write one word a line",
    "fill good.grid -w nothing_usable.dict": "nothing_usable.dict: no line has a usable word:"
    " 'a' has fewer than 2 letters; check the alphabet",
    "fill good.grid -w binary.dict": "binary.dict: the file is binary, not a list of words;"
    " use a text file",
    "fill good.grid -w utf16.dict": "utf16.dict: the UTF-16 text is damaged; save it as UTF-8",
    "fill good.grid -w truncated.dict.gz": "truncated.dict.gz: not a valid gzip file (…",
    "fill good.grid -w not_gzip.dict.gz": "not_gzip.dict.gz: not a valid gzip file (…",
    "fill good.grid -w not_xz.dict.xz": "not_xz.dict.xz: not a valid xz file (…",
    "fill good.grid -w missing.dict": "missing.dict: there is no such file; check the path",
    "fill good.grid -w folder": "folder: this is a directory; name a file in it",
    "fill good.grid -w good.dict -w empty.dict": "empty.dict: the list is empty;"
    " write one word a line",
    "fill good.grid --exclude missing.dict": "missing.dict: there is no such file; check the path",
    "fill good.grid -w good.dict --exclude good.dict": "good.dict: the options leave no word of"
    " the list; lower the minimum score, or exclude less",
    "fill good.grid -w good.dict --min-score 51": "good.dict: the options leave no word of"
    " the list; lower the minimum score, or exclude less",
    "words stats -w empty.dict": "empty.dict: the list is empty; write one word a line",
    "words convert nosuch/out.dict -w good.dict": "nosuch/out.dict: there is no directory"
    " 'nosuch'; create it first",
}
OPTIONS = {
    "fill good.grid --time-limit -1": "--time-limit: must be a number of seconds above 0,"
    " got -1; leave it out for no limit",
    "fill good.grid --time-limit 0": "--time-limit: must be a number of seconds above 0,"
    " got 0; leave it out for no limit",
    "fill good.grid --time-limit nan": "--time-limit: must be a number of seconds above 0,"
    " got nan; leave it out for no limit",
    "fill good.grid --time-limit soon": "invalid value for '--time-limit': …",
    "fill good.grid -n 0": "--number: must be 1 or greater, got 0",
    "fill good.grid -n -3": "--number: must be 1 or greater, got -3",
    "fill good.grid -n two": "invalid value for …",
    "fill good.grid -n 2 --all": "-n and --all do not go together; give one of them",
    "fill good.grid --all --distinct 0": "--distinct: must be 1 or greater, got 0",
    "fill good.grid --all --distinct most": "--distinct: must be grids, words, symmetry,"
    " auto, a number of entries from 1, a number of letters as in 3-letters, or names of entries as"
    " in 17A,26A, got 'most'",
    "fill good.grid --distinct words": "--distinct: one fill has nothing to differ from;"
    " add -n N, --all or --unlike GRID",
    "fill good.grid --seed -1": "--seed: must be 0 or greater, got -1",
    "fill good.grid --encoding support": "--encoding: the lazy engine has no encoding;"
    " add an eager --solver, as in --solver cadical195",
    "fill good.grid --encoding trie --solver glucose4": "--encoding: there is no encoding"
    " 'trie'; choose one of auto, support, dawg",
    "fill good.grid --solver glucose4 --solver-command kissat": "--solver and --solver-command do"
    " not go together; give one of them",
    "fill good.grid --entries --format json": "--entries: it is for text, not for json;"
    " leave it out",
    "fill good.grid --format xml": "--format: there is no format 'xml' here; choose one of …",
    "fill good.grid --nonsense": "no such option: --nonsense…",
    "fill": "missing argument 'GRID'…",
    "fil good.grid": "no such command 'fil'…",
    "fill good.grid -o nosuch/out.txt": "nosuch/out.txt: there is no directory 'nosuch';"
    " create it first",
    "fill good.grid -o folder": "folder: this is a directory; name a file in it",
    "fill good.grid --max-words 0": "--max-words: must be 1 or greater, got 0",
    "fill good.grid --alphabet AAB": "--alphabet: letter 'A' is repeated",
    "fill good.grid --alphabet klingon": "--alphabet: there is no alphabet called 'klingon'; …",
}
FORMULAS = {
    "decode truncated.cnf good.answer": "truncated.cnf:15: the header promises 13 clauses, and"
    " there are 11; is the file cut off?",
    "decode no_header.cnf good.answer": "no_header.cnf:15:1: clauses begin before the `p cnf`"
    " line; is this a CNF file?",
    "decode literal_out_of_range.cnf good.answer": "literal_out_of_range.cnf:28:1: literal 99 is"
    " beyond the 6 variables of the header",
    "decode no_last_zero.cnf good.answer": "no_last_zero.cnf:28:4: the last clause lacks its 0;"
    " is the file cut off?",
    "decode word_in_clause.cnf good.answer": "word_in_clause.cnf:28:3: 'two' is no literal;"
    " give integers",
    "decode binary.cnf good.answer": "binary.cnf:1:1: this is a binary file, not a CNF;"
    " is it compressed? unpack it",
    "decode no_comments.cnf good.answer": "no_comments.cnf: has no satcross comments;"
    " decode takes files that satcross wrote",
    "decode half_of_the_comments.cnf good.answer": "half_of_the_comments.cnf: lacks the comment"
    " `satcross grid`; decode takes files that satcross wrote",
    "decode not_gzip.cnf.gz good.answer": "not_gzip.cnf.gz: not a valid gzip file (…",
    "decode truncated.cnf.gz good.answer": "truncated.cnf.gz: not a valid gzip file (…",
    "decode truncated.cnf.xz good.answer": "truncated.cnf.xz: not a valid xz file (…",
    "decode missing.cnf good.answer": "missing.cnf: …",
    "decode folder good.answer": "folder: …",
    "decode empty.cnf good.answer": "empty.cnf: there is no `p cnf` line; is this a CNF file?",
    "decode good.cnf variable_out_of_range.answer": "variable_out_of_range.answer:2: variable 99"
    " is beyond the formula's 6; is this the output for this formula?",
    "decode good.cnf no_answer.answer": "no_answer.answer: holds no answer: no line"
    " `s SATISFIABLE` or `s UNSATISFIABLE`; is this a solver's output?",
    "decode good.cnf empty.answer": "empty.answer: holds no answer: …",
    "decode good.cnf binary.answer": "binary.answer: holds no answer: …",
    "decode good.cnf -": "<stdin>: holds no answer: …",
    "decode good.cnf no_assignment.answer": "no_assignment.answer: says SATISFIABLE but gives no"
    " assignment; have the solver print it; MiniSat writes it to a second file",
    "decode good.cnf contradiction.answer": "contradiction.answer:2: variable 1 is given both"
    " values",
    "decode good.cnf two_answers.answer": "two_answers.answer:3: a second answer, UNSATISFIABLE,"
    " which is not the first",
    "decode good.cnf word.answer": "word.answer:2: 'two' is no literal",
    "decode good.cnf no_zero.answer": "no_zero.answer:2: the assignment lacks its 0;"
    " is the file cut off?",
    "decode good.cnf false.answer": "false.answer: the assignment does not satisfy the formula:"
    " clause 2 is false; is it a solver's answer to good.cnf?",
    "decode good.cnf missing.answer": "missing.answer: …",
    "decode good.cnf good.answer --format xml": "invalid value for '--format': …",
    "export good.grid -o nosuch/x.cnf": "nosuch/x.cnf: …",
    "export good.grid -o folder --to cnf": "folder: …",
    "export good.grid -o x.txt": "no format has the extension of 'x.txt'; name the file .cnf,"
    " .cnf+, .gcnf, .wcnf, .pwcnf, .opb, .icnf, .mzn, .xml, .json, or use --to",
    "export good.grid -o x.json.xz": "no format has the extension of 'x.json.xz'; a puzzle is"
    " not compressed: name it .json",
    "export good.grid -o x.nnf": "no format has the extension of 'x.nnf'; `satcross compile`"
    " writes .nnf",
    "export good.grid -o x --to smt2": "--to: there is no format 'smt2'; …",
    "export good.grid -o x.cnf --no-scores": "--no-scores: the format cnf has no objective; leave"
    " it out",
    "export good.grid -o x.wcnf --cubes 2": "--cubes: the format wcnf has no cubes; leave it out",
    "export good.grid -o x.icnf --cubes 0": "--cubes: …",
    "export good.grid -o x.cnf --assume r1c1=A": "--assume: the format cnf has no assumptions;"
    " leave it out",
    "export good.grid -o x.icnf --cubes 2 --assume r1c1=A": "--assume: does not go together with"
    " a number of cubes; give one of them",
    "export good.grid -o x.icnf --assume A": "--assume: must be a cell or a slot with what it"
    " holds, got 'A'; write r1c4=Q or 5A=HOUSE",
    "export good.grid -o x.icnf --assume 1A=CAT": "--assume: '1A=CAT' is not about one cell; name"
    " it, as in r1c4=Q",
    "export good.grid -o x.icnf --assume r9c9=A": "--assume: …",
    "export good.grid -o x.icnf --assume r1c1=[AB]": "--assume: 'r1c1=[AB]' allows several"
    " letters; name one, or others with ~",
    "export good.grid -o x.mzn --encoding dawg": "--encoding: the format minizinc has no clauses"
    " for words in slots; leave it out",
    "export open3.grid -w scored.dict -o x.opb --encoding dawg": "--encoding: dawg has no"
    " variables for words, which scores need; …",
    "export good.grid -o x.json --encoding dawg": "--encoding: the format json has no clauses for"
    " words in slots; leave it out",
    "export good.grid -o -": "no format has the extension of '-'; name the file .cnf, .cnf+,"
    " .gcnf, .wcnf, .pwcnf, .opb, .icnf, .mzn, .xml, .json, or use --to",
    "export good.grid -o x.cnf --encoding trie": "--encoding: there is no encoding 'trie'; …",
    "export good.grid": "missing option '-o' / '--output'…",
}
SOLVERS = {
    "fill good.grid --solver nosuch": "--solver: there is no solver 'nosuch';"
    " choose one of lazy, …",
    "fill good.grid --solver-command nosuchsolver": "there is no program 'nosuchsolver'; …",
    "fill good.grid --solver-command false": "false failed with exit code 1…",
    "fill good.grid --solver-command true": "true failed with exit code 0; …",
}
TABLE = GRIDS | LISTS | OPTIONS | FORMULAS | SOLVERS


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files as the current directory, and an empty standard input."""
    copy = tmp_path / "files"
    shutil.copytree(FILES, copy)
    monkeypatch.chdir(copy)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b""), encoding="utf-8"))
    return copy


def contents(folder: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


@pytest.mark.parametrize(("command", "line"), [*TABLE.items()])
def test_one_line_and_exit_code_2(
    here: Path, command: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    program = re.search(r"--solver-command (true|false)", command)
    if program and not shutil.which(program[1]):
        pytest.skip(f"there is no program {program[1]!r}")
    if sys.platform == "win32" and "good.grid/grid" in command:
        line = "good.grid/grid: there is no such file; check the path"
    before = contents(here)
    assert main(command.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    err = err.replace(os.sep, "/")
    expected = f"satcross: {line}"
    if line.endswith("…"):
        assert err.startswith(expected[:-1])
        assert err.count("\n") == 1
        assert err.endswith("\n")
    else:
        assert err == expected + "\n"
    assert contents(here) == before


def test_the_good_files_are_good(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So that what the table finds is the one defect, and not something else."""
    assert main(["fill", "good.grid"]) == 0
    assert main(["fill", "good.grid", "-w", "good.dict"]) == 20
    assert main(["words", "stats", "-w", "good.dict"]) == 0
    assert main(["decode", "good.cnf", "good.answer"]) == 0


def test_every_bad_file_is_in_the_table() -> None:
    used = {part for command in TABLE for part in command.split()}
    files = {path.name for path in FILES.iterdir()}
    assert files <= used
