"""Which options do not go together: one table for all commands.

`command` looks here before it calls a command, the reference and the man pages have the table as a
section of each command, and a test runs every row of it. What depends on the content of a file, or
on what a format can hold, is checked where the file is read or written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import combinations
from pathlib import PurePath
from typing import Any, NamedTuple

from satcross.errors import OptionError


class Exclusion(NamedTuple):
    """A combination of options that is refused.

    Args:
        commands: the commands that refuse it.
        when: terms that must all be true, separated by spaces. A term is one or several of these
            with `|` between them, of which one must be true; `!` before it negates it:
            `jobs`, a parameter that is on the command line, with another value than the default;
            `jobs>1`, its value is greater; `output=*.json`, its value matches; `distinct!=grids`,
            it is on the command line and does not match. `suffix` stands for the extension of
            `output`, and that of pictures on standard output.
        problem: what is wrong, after the option of the first term; "" if it is enough to name the
            options of the first two terms. `{suffix}` stands for its value.
        hint: the remedy.
    """

    commands: str
    when: str
    problem: str = ""
    hint: str = "give one of them"


class Alone(NamedTuple):
    """An option beside which few others make sense.

    Args:
        command: the command that has it.
        option: its parameter.
        others: parameters that may be on the command line too.
        problem: what is wrong, after the option; `{}` stands for the other option.
        hint: the remedy, as `problem`.
    """

    command: str
    option: str
    others: str
    problem: str
    hint: str


_SEVERAL = "number>1|all_"
_LEAVE = "leave it out"
_OF_PAGE = "give --page too, or leave it out"
_NOT_OF = "does not apply to {suffix} files"
_ON_CLUSTER = "is for work on a cluster", "add --cluster local"
_WITH_NYT = "blank|solution|columns|fill_page|no_numbers|language|enumerations"

EXCLUSIONS = (
    # How many
    Exclusion("fill optimise pattern", "number all_"),
    Exclusion(
        "fill", "more !count_only", "several grids are only counted",
        "add --all --count-only, or call satcross batch",
    ),
    Exclusion("fill", "count_only !all_", "it is for --all", ""),
    Exclusion("fill", "count_only number|state", "it is for --all", ""),
    Exclusion(
        "fill", "state !number !all_", "one fill leaves nothing to continue", "add --all or -n N"
    ),
    Exclusion(
        "fill", f"distinct !{_SEVERAL}|state|unlike", "one fill has nothing to differ from",
        "add -n N, --all or --unlike GRID",
    ),
    Exclusion(
        "fill", "distinct=auto !number>1", "auto makes several fills as different as they can be",
        "add -n N, or give a number",
    ),
    Exclusion("fill", f"ordered cluster !{_SEVERAL}", "one fill has no order", "add -n or --all"),
    Exclusion(
        "fill", f"jobs {_SEVERAL}", "several jobs search for one fill",
        "leave out -n and --all, or --jobs",
    ),
    Exclusion("optimise", f"each {_SEVERAL}", "it is for one fill", _LEAVE),
    Exclusion("optimise", f"min_total !{_SEVERAL}", "it is for several fills", "add -n N or --all"),
    Exclusion(
        "pattern", "best_of all_", "the best of all is not known before all are found",
        "leave out --all, and give a large K",
    ),
    Exclusion(
        "pattern", "best_of blocks=fewest", "the fewest blocks and the best of many are two aims",
        "leave out one of --blocks fewest and --best-of",
    ),
    # The grid and its letters
    Exclusion("fill", "keep|free blank", "--blank leaves out all letters", "leave out one of them"),
    Exclusion("check", "template=- grid=-", "stdin cannot be both grids", "name one file"),
    Exclusion("letters", "cell slot"),
    *(
        Exclusion("query", f"{one} {other}")
        for one, other in combinations(("sample", "best", "at", "all_", "letters"), 2)
    ),
    # Scores of patterns
    Exclusion(
        "pattern", "max_words !score|best_of|judge", "it is for scoring",
        "add --score or --best-of; --slots limits the words of the grid, as in --slots 0-72",
    ),
    Exclusion(
        "pattern", "words|min_score|exclude !score|best_of|judge", "it is for scoring",
        "add --score or --best-of",
    ),
    # Solvers
    Exclusion("fill", "solver solver_command"),
    Exclusion(
        "fill", "encoding solver=lazy|solver=lazy-cadical", "the lazy engine has no encoding",
        "add an eager --solver, as in --solver cadical195",
    ),
    Exclusion(
        "fill", "encoding !solver|solver_command", "the lazy engine has no encoding",
        "add an eager --solver, as in --solver cadical195",
    ),
    # Clusters
    Exclusion("fill make", "ordered|seeds|keep_best !cluster", *_ON_CLUSTER),
    Exclusion("count optimise prove", "state|combined !cluster", *_ON_CLUSTER),
    Exclusion(
        "fill", "jobs cluster", "a cluster has its own workers",
        "use --seeds, or leave out --cluster",
    ),
    Exclusion("make", "jobs cluster"),
    Exclusion("prove", "jobs cluster", "--cluster has its own workers", "leave out one of them"),
    Exclusion(
        "make", "keep_best !seeds|time_limit", "there is no end to seeds",
        "add --seeds or --time-limit",
    ),
    Exclusion(
        "fill", "count_only cluster", "fills of a cluster are listed as they come",
        "call satcross count",
    ),
    Exclusion(
        "fill", "distinct!=grids cluster",
        "fills that are to differ by more are compared with each other, and cubes are apart",
        "leave out --cluster",
    ),
    Exclusion("fill", f"state cluster !{_SEVERAL}", "a race has no state", "add --all"),
    Exclusion(
        "fill", f"seeds {_SEVERAL}", "several seeds search for one fill", "leave out -n and --all"
    ),
    Exclusion(
        "count", "method=approximate|method=enumerate cluster", "cubes are counted exactly",
        "leave out --method",
    ),
    Exclusion("count", "epsilon|delta cluster", "cubes are counted exactly", _LEAVE),
    Exclusion(
        "optimise", f"{_SEVERAL} cluster", "a cluster looks for one fill", "leave out --cluster"
    ),
    Exclusion(
        "optimise", "rounds cluster", "they are counted in one search, and a cluster makes many",
        "use --time-limit",
    ),
    # Proofs
    Exclusion(
        "prove", "jobs !check", "is for checks", "add --check DIR, or use --cluster local:N"
    ),
    Exclusion("prove", "!grid !check", "there is no GRID", "name a grid, or --check DIR"),
    Exclusion("prove", "!output !check", "a proof needs a folder", "add -o DIR"),
    # Files
    Exclusion("batch", "resume !output", "there is nothing to resume", "add -o FILE"),
    Exclusion("export", "output=-", "a CNF cannot go to stdout", "name a file"),
    Exclusion(
        "export", "output=*.json stats|encoding", "a puzzle has no clauses",
        "leave out --encoding and --stats",
    ),
    Exclusion(
        "clues", "output=- list_", "the list goes to stdout", "write the crossword to a file"
    ),
    Exclusion(
        "clues", "!book !list_", "no file of clues is given",
        "name one, or print the entries without a clue with --list",
    ),
    Exclusion(
        "clues", "title|author list_ !output", "only the list is written",
        "write the crossword to a file with -o",
    ),
    # Pictures
    Exclusion("render", "width|scale suffix=.svg|suffix=.pdf|suffix=.html", _NOT_OF, _LEAVE),
    Exclusion("render", "embed_font suffix=.png|suffix=.pdf|suffix=.html", _NOT_OF, _LEAVE),
    Exclusion("render", "layout suffix=.svg|suffix=.png|suffix=.html", _NOT_OF, _LEAVE),
    Exclusion("render", "page|no_numbers|solution|columns|fill_page suffix=.html", _NOT_OF, _LEAVE),
    Exclusion("render", "columns|fill_page suffix=.svg|suffix=.png !page", _NOT_OF, _OF_PAGE),
    Exclusion("render", "enumerations suffix=.svg|suffix=.png !page", _NOT_OF, _OF_PAGE),
    Exclusion("render", "contact !layout=nyt", "needs --layout nyt", ""),
    Exclusion("render", f"{_WITH_NYT} layout=nyt", "does not go with --layout nyt", _LEAVE),
    Exclusion("render", "blank solution"),
)  # fmt: skip

ALONE = (
    Alone(
        "pattern", "judge",
        "words min_score exclude max_words score alphabet format output title author lossy"
        " progress",
        "it judges existing grids, and makes none", "leave out {}",
    ),
    Alone(
        "prove", "check", "jobs cluster time_limit progress format",
        "a check takes no {}", "leave it out",
    ),
)  # fmt: skip

_SHORT = {"--number": "-n"}  # as it is known
_TERM = re.compile(r"(\w+)(!=|=|>)?(.*)")


def exclude(
    command: str, values: Mapping[str, Any], usual: Mapping[str, Any], given: Mapping[str, str]
) -> None:
    """Raise OptionError for options that do not go together.

    Args:
        command: its name.
        values, usual: by parameter, the values and the defaults.
        given: the parameters on the command line, with their names for people.
    """
    for alone in ALONE:
        if command == alone.command and alone.option in given:
            for name, shown in given.items():
                if name != alone.option and name not in alone.others.split():
                    raise OptionError(
                        alone.problem.format(shown),
                        hint=alone.hint.format(shown),
                        source=given[alone.option],
                    )
    output = str(values.get("output") or "-")
    suffix = ".svg" if output == "-" else PurePath(output).suffix.lower()

    def holds(atom: str) -> bool:
        name, relation, value = parsed(atom)
        actual = suffix if name == "suffix" else values.get(name)
        is_given = name in given and actual != usual[name]
        if not relation or actual is None:
            return is_given
        if relation == ">":
            return int(actual) > int(value)
        matches = fnmatchcase(str(getattr(actual, "value", actual)), value)
        return matches if relation == "=" else is_given and not matches

    for row in rows(command):
        found: list[str] = []
        for term in row.when.split():
            true = [atom for atom in term.removeprefix("!").split("|") if holds(atom)]
            if bool(true) == term.startswith("!"):
                break
            found += true[:1]
        else:
            names = [given.get(parsed(atom)[0], "") for atom in found]
            if not row.problem:
                one, other = (_SHORT.get(name, name) for name in names[:2])
                problem = f"{one} and {other} do not go together"
                raise OptionError(problem, hint=row.hint)
            first = "" if row.when.startswith("!") else names[0]
            raise OptionError(
                row.problem.format(suffix=suffix),
                hint=row.hint,
                source=first if first.startswith("-") else "",
            )


def rows(command: str) -> Iterator[Exclusion]:
    """The rows of the table for a command."""
    return (row for row in EXCLUSIONS if command in row.commands.split())


def parsed(atom: str) -> tuple[str, str, str]:
    """A part of a term: the parameter, the relation and the value; the last two may be ""."""
    match = _TERM.fullmatch(atom)
    assert match is not None
    return match[1], match[2] or "", match[3]


def described(command: str, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What the manual says of the exclusions of a command: the options, and why.

    Args: names: of the command's parameters, for people.
    """
    for alone in ALONE:
        if alone.command == command:
            others = ", ".join(names[name] for name in alone.others.split())
            yield (
                f"{names[alone.option]} with any option but {others}",
                f"{alone.problem.format('others')}; {alone.hint.format('the other')}.",
            )
    for row in rows(command):
        with_: list[str] = []
        without: list[str] = []
        for term in row.when.split():
            atoms = [_described(atom, names) for atom in term.removeprefix("!").split("|")]
            (without if term.startswith("!") else with_).append(" or ".join(filter(None, atoms)))
        if all(with_ + without):
            problem = row.problem.format(suffix="such") or "do not go together"
            missing = f"without {' and '.join(without)}" if without else ""
            shown = " ".join(filter(None, (" with ".join(with_), missing)))
            yield shown, f"{'; '.join(filter(None, (problem, row.hint)))}."


def _described(atom: str, names: Mapping[str, str]) -> str:
    name, relation, value = parsed(atom)
    if name == "suffix":
        return f"-o *{value}"
    match relation:
        case _ if name not in names:
            return ""
        case "=":
            return f"{names[name]} {value}"
        case "!=":
            return f"{names[name]} other than {value}"
        case ">":
            return f"{names[name]} {int(value) + 1} or more"
    return names[name]
