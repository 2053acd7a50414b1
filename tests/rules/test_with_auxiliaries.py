"""Auxiliaries of the user's own: how they are written, what they cost, and what refuses them."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from support.cli import run_cli

import satcross as sx
from satcross.cnf.dimacs import read_formula
from satcross.encoding.decode import Decoder
from satcross.rules import rule_of_text, rules_data, rules_in
from satcross.rules.literals import Auxiliary
from satcross.rules.with_auxiliaries import MAX_TOGETHER, WithAuxiliaries
from satcross.tasks.checking import faults_of

X, Y = Auxiliary("x"), Auxiliary("y")
PUZZLE = sx.Puzzle("...\n#.#\n...", ["cot", "ode", "pen", "cat", "ape", "ten", "tot"])


def fills(puzzle: sx.Puzzle) -> set[str]:
    return {str(fill) for fill in sx.enumerate_fills(puzzle)}


def test_constraints_that_name_an_auxiliary_are_kept_together(tmp_path: Path) -> None:
    first = PUZZLE.with_rule("any of @x, 1A=C*")
    assert fills(first) == fills(PUZZLE)
    both = first.with_rule(sx.implies(X, sx.somewhere("P")), "1A=CAT")
    assert [rule.kind for rule in both.rules] == ["constraint", "with-auxiliaries"]
    right = {text for text in fills(PUZZLE) if text.startswith("CAT") and "P" in text}
    assert fills(both.with_rule(X)) == right
    same = sx.Puzzle(PUZZLE.grid, PUZZLE.words, constraints=[sx.any_of(X, sx.Word("1A", "C*"))])
    assert same.rules == first.rules
    (rule,) = first.rules
    assert rules_in(rules_data([rule])) == (rule,)
    assert rule_of_text(rule.written()) == rule
    assert pickle.loads(pickle.dumps(both)).rules == both.rules
    sx.export(both, tmp_path / "a.cnf")
    assert Decoder.from_comments(read_formula(tmp_path / "a.cnf").comments).rules == both.rules


def test_a_chain_of_auxiliaries_stays_small() -> None:
    """A counter that a user writes down: at most 2 of the cells hold a vowel."""
    cells = [f"r1c{column}" for column in range(1, 61)]
    puzzle = sx.Puzzle("." * 60, ["BA" * 30, "B" * 58 + "AB", "AB" + "B" * 56 + "AE", "E" * 60])
    rules = ["~@s59_3"]
    for at, cell in enumerate(cells):
        for j in (1, 2, 3):
            before = f"@s{at - 1}_{j}, " if at else ""
            one_less = f", @s{at - 1}_{j - 1}" if j > 1 else ""
            one_more = f"({cell}=[AE]{one_less})" if at or j == 1 else ""
            parts = f"{before}{one_more}"
            rules.append(f"@s{at}_{j} iff (any of {parts})" if parts else f"~@s{at}_{j}")
    encoding = sx.encode(puzzle.with_rule(*rules))
    assert encoding.formula.n_vars < 5000
    assert fills(puzzle.with_rule(*rules)) == {"B" * 58 + "AB"}


def test_the_checker_finds_values_itself() -> None:
    puzzle = PUZZLE.with_rule("exactly 1 of @x, @y", "@x iff 1A=C*", "if @y then somewhere P")
    for fill in sx.enumerate_fills(PUZZLE):
        is_right = fill["1A"].word[0] == "C" or "P" in str(fill)
        texts = [str(fault) for fault in faults_of(puzzle, fill.grid)]
        rule = puzzle.rules[0]
        assert texts == ([] if is_right else [f"does not hold: {rule}"])


@pytest.mark.needs("apps/explain")
def test_a_reason_names_them() -> None:
    found = sx.explain(PUZZLE.with_rule("@x iff 1A=C*", "@x", "~1A=C*"))
    assert isinstance(found, sx.Found)
    assert len(found.value.reasons) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("any of @, 1A=CAT", "'@' is no condition"),
        ("@a-b", "rules: 'a-b' is not the name of an auxiliary"),
        (f"any of {', '.join(f'@a{i}' for i in range(MAX_TOGETHER + 1))}",
         "11 auxiliaries depend on each other, more than 10: @a0, @a1, @a2 and 8 more"),
        ("any of @x, 9A=CAT", "there is no slot '9A'"),
        ("with-auxiliaries", "is not a rule"),
        ("with-auxiliaries 1 -", "a constraint needs one literal or more"),
    ],
)  # fmt: skip
def test_what_cannot_be_said_is_refused(text: str, message: str) -> None:
    with pytest.raises(sx.OptionError, match=message):
        PUZZLE.with_rule(text)


@pytest.mark.needs("apps/store")
def test_what_cannot_keep_them_names_them(tmp_path: Path) -> None:
    puzzle = PUZZLE.with_rule("any of @x, 1A=C*", "~@x")
    with pytest.raises(sx.OptionError, match="assume: '@x' cannot be assumed"):
        sx.fill(PUZZLE, assume="@x")
    with pytest.raises(sx.OptionError, match="where: "):
        sx.compile_fills(PUZZLE).unwrap().where("@x")
    unfillable = puzzle.with_rule("~1A=C*")
    with pytest.raises(sx.OptionError, match="any of @x, 1A=C"):
        sx.fill(unfillable, certificate=tmp_path / "a.cert")
    assert not list(tmp_path.iterdir())
    (tmp_path / "g.txt").write_text("...\n#.#\n...\n")
    (tmp_path / "w.txt").write_text("cot\node\npen\ncat\nape\nten\ntot\n")
    done = run_cli(
        "fill", tmp_path / "g.txt", "-w", tmp_path / "w.txt", "--rule", "any of @x, 1A=C*",
        "--rule", "~@x", "--all",
    )  # fmt: skip
    assert (done.code, done.out.count("C")) == (0, 4)


@pytest.mark.needs("apps/proofs")
def test_a_proof_keeps_them(tmp_path: Path) -> None:
    puzzle = PUZZLE.with_rule("any of @x, 1A=C*", "~@x", "~1A=C*")
    sx.prove(puzzle, tmp_path / "proof").unwrap()
    assert sx.check_proof(tmp_path / "proof" / "puzzle.cnf", tmp_path / "proof" / "proof.drat")


@pytest.mark.needs("apps/construct")
def test_a_grid_that_is_made_keeps_them() -> None:
    entries = sx.EntryRules(["any of @x, ~somewhere E, 9A=CAT", "~@x"])
    made = sx.make("5x5", preset="mini", seed=1, entries=entries).unwrap()
    assert "E" not in str(made.fill)


def test_they_are_one_value() -> None:
    with pytest.raises(sx.OptionError, match="no constraint is given"):
        WithAuxiliaries(())
    assert ~~X == X != ~X
    assert (str(X), str(~Y)) == ("@x", "~@y")
