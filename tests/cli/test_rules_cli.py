"""The rules on the command line, from grid text to decoded fills."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run_cli

from satcross.cli.options.puzzle import EntryRulesOptions
from satcross.cnf.dimacs import read_formula
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.pysat import PysatBackend
from satcross.solve.backends.scramble import Scramble

WORDS = "hearts;60\nhearth;50\nheart;40\nsweetheart;70\nsea\nseas\nhat\nhats\na;9\nshe\ntea\nteas\n"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words").write_text(WORDS, encoding="utf-8")
    Path("grid").write_text("SWEET[HEART]\n#####.\n", encoding="utf-8")


def test_a_rebus_goes_all_the_way() -> None:
    code, out, _ = run_cli("fill", "grid", "-w", "words", "--all", "--format", "json")
    assert code == 0
    fills = [json.loads(line) for line in out.splitlines()]
    assert {fill["grid"][1][-1] for fill in fills} == {"S", "H"}
    entry = fills[0]["entries"][0]
    assert (entry["word"], entry["score"]) == ("SWEETHEART", 70)
    assert run_cli("count", "grid", "-w", "words")[1] == "2 fills\n"
    assert run_cli("export", "grid", "-w", "words", "-o", "a.cnf")[0] == 0
    dump = read_formula("a.cnf")
    assert "satcross letter 6 r1c6=HEART" in dump.comments
    session = EagerSession(
        "minisat22",
        dump.formula,
        PysatBackend("minisat22"),
        Scramble.identity(dump.formula.n_vars),
    )
    answer = session.solve()
    session.close()
    assert answer.assignment is not None
    true = [v for v in range(1, dump.formula.n_vars + 1) if answer.assignment.is_true(v)]
    Path("out").write_text(f"s SATISFIABLE\nv {' '.join(map(str, true))} 0\n", encoding="utf-8")
    code, out, _ = run_cli("decode", "a.cnf", "out")
    assert code == 0
    assert out in ("SWEET[HEART]\n#####S\n", "SWEET[HEART]\n#####H\n")
    Path("filled").write_text(out, encoding="utf-8")
    assert run_cli("check", "filled", "-w", "words", "--grid", "grid")[0] == 0


def test_check_needs_the_rebus_that_the_template_lacks() -> None:
    Path("blank").write_text("......\n#####.\n", encoding="utf-8")
    Path("filled").write_text("SWEET[HEART]\n#####S\n", encoding="utf-8")
    argv = ["check", "filled", "-w", "words", "--grid", "blank"]
    code, out, _ = run_cli(*argv)
    assert (code, out) == (1, "r1c6 holds HEART, which is not an allowed rebus\n")
    assert run_cli(*argv, "--rebus", "heart")[0] == 0


def test_rules_are_checked_and_kept() -> None:
    Path("two").write_text("SEA#\n####\n....\n", encoding="utf-8")
    fills = run_cli("fill", "two", "-w", "words", "--all")[1]
    assert fills.count("SEAS") == fills.count("TEAS") == fills.count("HATS") == 1
    near = run_cli("fill", "two", "-w", "words", "--all", "--no-near-duplicates")[1]
    assert sorted(near.split("\n")[2::4]) == ["HATS", "TEAS"]
    shared = run_cli("fill", "two", "-w", "words", "--all", "--max-shared-substring", "2")[1]
    assert shared.split("\n")[2::4] == ["HATS"]
    count = ["count", "two", "-w", "words", "--max-shared-substring", "2"]
    assert run_cli(*count)[1] == "1 fill\n"
    Path("filled").write_text("SEA#\n####\nSEAS\n", encoding="utf-8")
    code, out, _ = run_cli("check", "filled", "-w", "words", "--no-near-duplicates",
                       "--max-shared-substring", "3")  # fmt: skip
    assert code == 1
    assert out == "1A SEA and 2A SEAS both have SEA\n1A SEA and 2A SEAS are forms of SEA\n"


def test_min_length() -> None:
    Path("lattice").write_text(".|.|.\n. . .\n", encoding="utf-8")
    assert run_cli("count", "lattice", "-w", "words", "--min-length", "3")[1] == "4 fills\n"
    code, _, err = run_cli("fill", "lattice", "-w", "words", "--min-length", "1")
    assert (code, err) == (20, "unfillable: proved: no word fits 1D\n")
    Path("one").write_text(".\n", encoding="utf-8")
    assert run_cli("fill", "one", "-w", "words", "--min-length", "1")[1] == "[A]\n"
    assert run_cli("fill", "one", "-w", "words")[0] == 2
    Path("filled").write_text("B\n", encoding="utf-8")
    code, out, _ = run_cli("check", "filled", "-w", "words", "--min-length", "1")
    assert (code, out) == (1, "1A B is not in the word list\n1D B is not in the word list\n")


@pytest.mark.parametrize(
    ("argv", "problem"),
    [
        (["--rebus", "H"], "--rebus: must be 2 to 40 letters of the alphabet, got 'H'"),
        (["--rebus", "a/b"], "--rebus: must be 2 to 40 letters of the alphabet, got"),
        (["--max-shared-substring", "1"], "--max-shared-substring: must be from 2 to 200, got 1"),
        (["--min-length", "0"], "--min-length: must be 1 or greater, got 0"),
    ],
)
def test_wrong_options_are_told_in_one_line(argv: list[str], problem: str) -> None:
    for command in (["fill"], ["count"], ["check"], ["export", "-o", "x.cnf"]):
        code, out, err = run_cli(*command, "grid", "-w", "words", *argv)
        assert (code, out) == (2, "")
        assert err.startswith(f"satcross: {problem}")
        assert err.count("\n") == 1
    assert not Path("x.cnf").exists()


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        (["letters", "--cell", "r2c6", "--rebus", "er"], 0, "r2c6: H S\n"),
        (["letters", "--slot", "2D", "--format", "json"], 0, '"word": "HEARTS"'),
        (["optimise", "--goal", "total"], 0, "SWEET[HEART]\n#####S\n"),
        (["prove", "-o", "p"], 1, "SWEET[HEART]"),
        (["explain", "--rule", "~1A=SWEETHEART"], 20, "'~1A=SWEETHEART'"),
    ],
)
def test_a_rebus_goes_to_every_command(command: list[str], code: int, said: str) -> None:
    done = run_cli(command[0], "grid", "-w", "words", *command[1:])
    assert done.code == code, done
    assert said in done.out


def test_a_rule_as_text_is_kept_by_every_way_to_a_grid(tmp_path: Path) -> None:
    grid = tmp_path / "grid.txt"
    grid.write_text("STONE\n#####\nATONE\n", encoding="utf-8")
    done = run_cli("check", grid, "--rule", "max-shared-substring 4")
    assert (done.code, done.out) == (1, "1A STONE and 2A ATONE both have TONE\n")
    recorded = tmp_path / "grid.json"
    assert run_cli("convert", grid, recorded).code == 0
    data = json.loads(recorded.read_text(encoding="utf-8"))
    data["extras"] = {"workbench": {"rules": {"rules": ["max-shared-substring 4"]}}}
    recorded.write_text(json.dumps(data), encoding="utf-8")
    done = run_cli("check", recorded, "--rule", "~1A=Z*")
    assert (done.code, done.out) == (1, "1A STONE and 2A ATONE both have TONE\n")
    rules = EntryRulesOptions(rule=["max-shared-substring 3"]).load().rules
    assert [rule.to_text() for rule in rules] == ["max-shared-substring 3"]


def test_an_option_and_a_rule_that_say_different_things() -> None:
    open_below = "".join(f"#####{letter}####\n" for letter in "EART.")
    Path("grid").write_text(f"SWEETHEART\n{open_below}")
    said = ("fill", "grid", "-w", "words", "--max-shared-substring", "6", "--rule")
    done = run_cli(*said, "max-shared-substring 3")
    problem = "is 6, but there is the rule 'max-shared-substring 3' too; give one of them"
    assert done == (2, "", f"satcross: --max-shared-substring: {problem}\n")
    assert run_cli(*said, "max-shared-substring 6").code == 0
    Path("satcross.toml").write_text('rules = "max-shared-substring 2"')
    assert run_cli(*said[:-1]).code == 0  # the option comes before the configuration
    assert run_cli(*said[:-3]).code == 20


def test_rules_of_files_and_configurations_are_named_in_errors() -> None:
    Path("p.json").write_text(
        '{"schema": "satcross.puzzle/1", "grid": ["..."], "word_list": ["HAT"],'
        ' "rules": ["word-list 1A: @words"]}'
    )
    lacks = "'@words' has letters that the alphabet lacks; only --rule reads a list; write its"
    assert lacks in run_cli("fill", "p.json").err
    Path("p.json").write_text(
        '{"schema": "satcross.puzzle/1", "grid": ["..."], "word_list": ["HAT"], "max_words": 0}'
    )
    done = run_cli("fill", "p.json")
    assert done == (2, "", "satcross: p.json: max_words must be 1 or greater, got 0\n")
    Path("satcross.toml").write_text('words = "words"\nrules = ["no-anagram"]')
    assert run_cli("fill", "grid").err.startswith(
        "satcross: satcross.toml:2: rules: 'no-anagram' is not a rule; write a constraint"
    )
    Path("satcross.toml").unlink()
    assert "at most 2 of 1A=HAT cannot be asked for: there is 1 literal" in (
        run_cli("fill", "grid", "-w", "words", "--rule", "at most 2 of 1A=HAT").err
    )
