"""Which options do not go together: `exclusions.tsv`, one table for all commands.

`command` looks here before it calls a command, the reference and the man pages have the table as a
section of each command, and a test runs every row of it. What depends on the content of a file is
checked where the file is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from satcross.errors import OptionError

_TABLE = Path(__file__).with_name("exclusions.tsv")
_SHORT = {"--number": "-n"}  # as it is known
_ATOM = re.compile(r"(\w+)(!=|=|>)?(.*)")
_OTHER = "other:"
_TEXTS = ("", ".txt", ".grid")  # extensions of files that are written as text


class Exclusion(NamedTuple):
    """A combination of options that is refused, a line of the table.

    Args:
        commands: the commands that refuse it.
        when: terms that must all be true, separated by spaces. A term is one or several of these
            with `|` between them, of which one must be true; `!` before it negates it:
            `jobs`, a parameter that is on the command line, with another value than the default;
            `jobs>1`, its value is greater; `output=*.json`, its value matches; `distinct!=grids`,
            it is on the command line and does not match. `suffix` stands for the extension of
            `output`, and that of pictures on standard output; `form` for the format that `format`
            names, or else that extension. `other:` before a term is for all parameters on the
            command line but these and those of the terms before.
        problem: what is wrong, after the option of the first term; "" if it is enough to name the
            options of the first two terms. `{suffix}`, `{form}` and `{other}` stand for what was
            found.
        hint: the remedy, in which `{pair}` stands for the options of the first two terms.
    """

    commands: str
    when: str
    problem: str
    hint: str


def table() -> Iterator[Exclusion]:
    """All exclusions."""
    for line in _TABLE.read_text(encoding="utf-8").splitlines()[1:]:
        yield Exclusion(*line.split("\t"))


def rows(command: str) -> Iterator[Exclusion]:
    """The exclusions of a command."""
    return (row for row in table() if command in row.commands.split())


def exclude(
    command: str, values: Mapping[str, Any], usual: Mapping[str, Any], given: Mapping[str, str]
) -> None:
    """Raise OptionError for options that do not go together.

    Args:
        command: its name.
        values, usual: by parameter, the values and the defaults.
        given: the parameters on the command line, with their names for people.
    """
    output = str(values.get("output") or "-")
    ending = PurePath(output).suffix.lower()
    suffix = ".svg" if output == "-" else ending
    form = values.get("format") or ("text" if ending in _TEXTS else ending[1:])

    def holds(atom: str) -> bool:
        name, relation, value = parsed(atom)
        actual = {"suffix": suffix, "form": form}.get(name, values.get(name))
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
            if term.startswith(_OTHER):
                known = {*term.removeprefix(_OTHER).split("|"), *found}
                true = [name for name in given if name not in known]
            else:
                true = [atom for atom in term.removeprefix("!").split("|") if holds(atom)]
            if bool(true) == term.startswith("!"):
                break
            found += true[:1]
        else:
            names = [given.get(parsed(atom)[0], "") for atom in found]
            pair = " or ".join(_SHORT.get(name, name) for name in names[:2])
            about = {"suffix": suffix, "form": form, "other": names[-1] if names else ""}
            about["pair"] = pair
            problem, hint = row.problem.format(**about), row.hint.format(**about)
            if not problem:
                one, other = (_SHORT.get(name, name) for name in names[:2])
                raise OptionError(f"{one} and {other} do not go together", hint=hint)
            starts = not row.when.startswith("!") and names[0].startswith("-")
            raise OptionError(problem, hint=hint, source=names[0] if starts else "")


def parsed(atom: str) -> tuple[str, str, str]:
    """A part of a term: the parameter, the relation and the value; the last two may be ""."""
    match = _ATOM.fullmatch(atom)
    assert match is not None
    return match[1], match[2] or "", match[3]


def described(command: str, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What the manual says of the exclusions of a command: the options, and why.

    Args: names: of the command's parameters, for people.
    """
    about = {"suffix": "such", "form": "this format", "other": "others", "pair": "one of them"}
    for row in rows(command):
        with_: list[str] = []
        without: list[str] = []
        for term in row.when.split():
            atoms = term.removeprefix("!").removeprefix(_OTHER).split("|")
            shown = list(filter(None, (_described(atom, names) for atom in atoms)))
            if term.startswith(_OTHER):
                with_.append(f"any option but {', '.join(shown)}")
            else:
                (without if term.startswith("!") else with_).append(" or ".join(shown))
        if all(with_ + without):
            texts = [" with ".join(with_), f"without {' and '.join(without)}" if without else ""]
            why = [row.problem.format(**about) or "do not go together", row.hint.format(**about)]
            yield " ".join(filter(None, texts)), f"{'; '.join(filter(None, why))}."


def _described(atom: str, names: Mapping[str, str]) -> str:
    """An option with its value; "" if the command has no such option."""
    name, relation, value = parsed(atom)
    if name == "suffix":
        return f"-o *{value}"
    if name == "form":
        return f"output as {value}"
    if name not in names:
        return ""
    other = " FILE" if value == "-" else f" other than {value}"  # than standard output
    values = {"": "", "=": f" {value}", "!=": other, ">": f" more than {value}"}
    return names[name].replace("[", "").replace("]", "") + values[relation]
