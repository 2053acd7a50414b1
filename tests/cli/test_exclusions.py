"""Every exclusion of a command refuses what it says, in its own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from support.cli import every_command, run_cli

from satcross.cli.commands import declared
from satcross.exclusions import (
    Exclusion,
    described,
    parse_exclusions,
    parsed,
)

COMMANDS = every_command()
# What else must stand there, lest an earlier row refuse it, by how the row begins.
BESIDE = {
    "distinct=auto !number>1": ("--all",),
    "count_only cluster": ("--all",),
    "entries count_only": ("--all",),
    "distinct!=grids cluster": ("--all",),
    "!output !check": ("g.txt",),
    "entries !form=text": ("--format", "json"),
    "report !form=text !output!=-": ("--format", "json"),
    "embed_font !suffix=.svg": ("-o", "x.png"),
    "page|no_numbers|solution|columns|fill_page !suffix": ("-o", "x.html"),
    "blank !suffix": ("-o", "x.ipuz"),
    "language !suffix": ("-o", "x.ipuz"),
    "grey_voids !suffix": ("-o", "x.ipuz"),
}
PDF = ("-o", "x.pdf")
VALUES = {
    "certificate": "new",
    "check": "proof",
    "cluster": "local",
    "slot": "1A",
    "cell": "r1c1",
    "export": "x.cnf",
}


def parameters(command: str) -> dict[str, Any]:
    return {parameter.name: parameter for parameter in COMMANDS[command].params}


def usual_value(parameter: Any) -> str:
    """Some value of an option that is not its default."""
    choices = getattr(parameter.type, "choices", ())
    words = [getattr(choice, "value", choice) for choice in choices]
    words += [word for word in (parameter.metavar or "").split("|") if word.islower()]
    others = [word for word in words if word != parameter.default]
    is_number = parameter.type.name in ("int", "float")
    return VALUES.get(parameter.name, "2" if is_number else others[0] if others else "x")


def words_of(parameter: Any, relation: str, value: str) -> list[str]:
    """A parameter on the command line so that an atom of a term is true."""
    if getattr(parameter, "is_flag", False):
        return [parameter.opts[0]]
    wanted = {
        "": usual_value(parameter),
        "=": value.replace("*", "x"),
        "!=": "words",
        ">": str(int(value) + 1) if value.isdigit() else "",
    }[relation]
    return [parameter.opts[0], wanted] if parameter.param_type_name == "option" else [wanted]


def earlier(known: dict[str, Any], name: str) -> list[str]:
    """The arguments that must stand before a parameter, if that is an argument."""
    names = [one for one, known_as in known.items() if known_as.param_type_name == "argument"]
    return names[: names.index(name)] if name in names else []


def command_lines(command: str, row: Exclusion) -> Iterator[list[str]]:
    """Command lines that a row refuses: one for each choice of the atoms of its terms."""
    known = parameters(command)
    terms = [
        [parsed(atom) for atom in term.split("|")]
        for term in row.when.split()
        if not term.startswith("!")
    ]
    for atoms in product(*terms):
        words = [word for key, more in BESIDE.items() if row.when.startswith(key) for word in more]
        if command == "render" and "layout=nyt" in row.when:
            words += PDF
        for name, relation, value in atoms:
            if name == "suffix":
                words += ["-o", f"x{value}"]
            elif name == "form":
                words += ["--format", value]
            else:
                words += [
                    "y" if w == "x" in words else w for w in words_of(known[name], relation, value)
                ]
        there = {name for name, *_ in atoms}
        absent = [parsed(atom)[0] for atom in row.when.replace("!", "").split()]
        needed = {name for name, parameter in known.items() if parameter.required}
        needed.update(before for name in there for before in earlier(known, name))
        for name, parameter in known.items():
            if name in needed and name not in there and name not in absent:
                is_option = parameter.param_type_name == "option"
                # Arguments in their order, before those of the row.
                words = [*words, "-o", "x"] if is_option else ["g.txt", *words]
        yield words


PAIRS = [(name, row) for name, one in declared().items() for row in one.exclusions()]
ALONE = [pair for pair in PAIRS if "other:" in pair[1].when]
ROWS = [pair for pair in PAIRS if pair not in ALONE]


@pytest.mark.parametrize(("command", "row"), ROWS, ids=lambda x: getattr(x, "when", x))
def test_every_row_refuses(command: str, row: Exclusion) -> None:
    lines = list(command_lines(command, row))
    assert lines
    for words in lines:
        done = run_cli(command, *words)
        suffix = next((word[1:] for word in words if word.startswith("x.")), ".svg")
        form = words[words.index("--format") + 1] if "--format" in words else "text"
        problem = row.problem.format(suffix=suffix, form=form)
        assert (done.code, done.out) == (2, ""), words
        said = re.escape("; ".join(filter(None, (problem, row.hint))))
        pattern = said.replace(re.escape("{pair}"), r"(?:-\S+|[A-Z.|]+) or (?:-\S+|[A-Z.|]+)")
        assert re.search(f"{pattern}$", done.err.rstrip()), words


def test_lines_that_are_indented_go_on() -> None:
    text = "one other:two|three\n  |four !five: a problem; a\n  remedy\nsix seven: none"
    first, second = parse_exclusions(text)
    assert first == Exclusion("one other:two|three|four !five", "a problem", "a remedy")
    assert first.names() == {"one", "two", "three", "four", "five"}
    assert second == Exclusion("six seven", "none", "")


def test_every_parameter_of_an_exclusion_is_one_of_its_command() -> None:
    for command, row in PAIRS:
        assert row.names() <= set(parameters(command)), (command, row)


@pytest.mark.parametrize(("command", "row"), ALONE, ids=lambda x: getattr(x, "when", x))
def test_an_option_that_stands_alone_refuses_all_but_its_own(command: str, row: Exclusion) -> None:
    known = parameters(command)
    one, _, others = row.when.partition(" other:")
    own = [one, *others.split("|")]
    assert set(own) < set(known)
    for name, parameter in known.items():
        if name not in own:
            before = ["g.txt" for _ in earlier(known, name)]
            words = [*words_of(known[one], "", ""), *before, *words_of(parameter, "", "")]
            done = run_cli(command, *words)
            is_option = parameter.param_type_name == "option"
            long = [text for text in parameter.opts if text.startswith("--")]
            other = long[0] if is_option else name.upper()
            said = f"{row.problem.format(other=other)}; {row.hint.format(other=other)}\n"
            assert done.code == 2
            assert done.err.endswith(said), name


def test_every_row_is_in_the_manual() -> None:
    for command in {command for command, _ in PAIRS}:
        names = {name: parameter.opts[0] for name, parameter in parameters(command).items()}
        rows = [row for one, row in PAIRS if one == command]
        assert len(list(described(rows, names))) == len(rows)
