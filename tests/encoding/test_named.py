"""Variables by name, and models of others: of letters alone, with more variables, as lists."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product

import pytest
from pysat.solvers import Cadical195

from satcross import Puzzle, decode, encode, enumerate_fills
from satcross.cnf.assignment import Assignment
from satcross.encoding.encode import Encoding
from satcross.errors import DimacsError, OptionError

WORDS = ["cat", "cot", "tar", "tot", "aba", "rat", "tab", "bat", "tat"]
GRID = "...\n.#.\n..."


def encoded(encoding: str, *, grid: str = GRID) -> Encoding:
    return encode(Puzzle(grid, WORDS), encoding=encoding)


@pytest.mark.parametrize("encoding", ["support", "dawg", "auto"])
def test_every_variable_has_a_name_and_every_name_its_variable(encoding: str) -> None:
    made = encoded(encoding)
    names = [made.name(v) for v in range(1, made.formula.n_vars + 1)]
    assert len(set(names)) == len(names)
    for variable, name in enumerate(names, 1):
        assert made.var(name) == variable
        assert made.var(f"-{name}") == -variable
        assert made.name(-variable) == f"-{name}"
        assert made.id_pool().id(name) == variable
    assert made.id_pool().id("of my own") == made.formula.n_vars + 1


def test_words_have_the_variables_of_their_letters() -> None:
    made = encoded("support")
    with Cadical195(bootstrap_with=made.to_pysat()) as solver:
        assert solver.solve([made.var("1A=TAR")])
        fill = decode(made, solver.get_model())
        assert fill["1A"].word == "TAR"
        assert not solver.solve([made.var("1A=TAR"), made.var("-r1c2=A")])
        core = [made.name(literal) for literal in solver.get_core()]
        assert core == ["1A=TAR", "-r1c2=A"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("r9c9=A", "no such cell"),
        ("r1c1=Z", "no fill has that"),
        ("1A=ZZZ", "no fill has that word"),
        ("9A=CAT", "no such cell, entry"),
        ("path 1A 99", "names are as in"),
        ("", "names are as in"),
    ],
)
def test_what_has_no_variable_says_why(name: str, why: str) -> None:
    with pytest.raises(OptionError, match=why):
        encoded("support").var(name)


def test_words_of_an_automaton_have_no_variables_of_their_own() -> None:
    with pytest.raises(OptionError, match="encoding='support'"):
        encoded("dawg").var("1A=CAT")


def test_no_variable_is_0_or_beyond() -> None:
    made = encoded("support")
    assert made.letters.name(-3) == f"-{made.letters.name(3)}"
    for name, wrong in product((made.name, made.letters.name), (0, made.formula.n_vars + 1)):
        with pytest.raises(OptionError, match=str(wrong)):
            name(wrong)


@pytest.mark.parametrize("encoding", ["support", "dawg"])
def test_models_of_letters_alone_and_with_more_variables(encoding: str) -> None:
    made = encoded(encoding)
    fills = {str(fill) for fill in enumerate_fills(made.puzzle)}
    found = set()
    with Cadical195(bootstrap_with=list(made.formula)) as solver:
        own = made.formula.n_vars + 5
        solver.add_clause([own, own + 1])
        while solver.solve():
            model = solver.get_model()
            letters = [literal for literal in model if 0 < literal <= made.letters.n]
            whole, short = decode(made, model), decode(made, letters)
            assert len(model) > made.formula.n_vars
            assert str(whole) == str(short) == str(decode(made, Assignment.of(model)))
            found.add(str(short))
            solver.add_clause([-literal for literal in letters])
    assert found == fills


def test_letters_of_no_fill_are_refused() -> None:
    made = encoded("support")
    letters = [made.var(name) for name in ("r1c1=C", "r1c2=A", "r1c3=T")]
    for wrong in (letters, [*letters, made.var("r1c3=R")], []):
        with pytest.raises(DimacsError, match="does not satisfy the formula"):
            decode(made, wrong)


@pytest.mark.parametrize("field", [each.name for each in fields(Encoding)])
def test_parts_of_another_type_are_refused(field: str) -> None:
    with pytest.raises(OptionError, match=f"^{field}: must be"):
        replace(encoded("support"), **{field: 5})  # type: ignore[arg-type]
