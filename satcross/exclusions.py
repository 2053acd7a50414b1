"""Which options do not go together: a row for each combination, which its command declares.

A row that concerns one option set alone is declared by the set, for every command that takes it,
and those of a kind of puzzle by its options, for the library too: see `satcross.options`.
`command` looks at them before it calls a command, the reference has them as a section of each
command, and a test runs every row. What depends on the content of a file is checked
where the file is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import PurePath
from typing import Any, NamedTuple

from satcross.errors import OptionError

OF_OUTPUT = frozenset({"suffix", "form"})
"""What terms name that is no parameter: see `Exclusion`."""
_SHORT = {"--number": "-n"}  # as it is known
_ATOM = re.compile(r"(\w+)(!=|=|>)?(.*)")
_OTHER = "other:"
_TEXTS = ("", ".txt", ".grid")  # extensions of files that are written as text
_NO_TEXT = ".puz.txt"  # but this one, which is Across Lite's text
_BOTH = "do not go together"


class Exclusion(NamedTuple):
    """A combination of options that is refused.

    Args:
        when: terms that must all be true, separated by spaces. A term is one or several of these
            with `|` between them, of which one must be true; `!` before it negates it:
            `jobs`, a parameter that is on the command line, with another value than the default;
            `jobs>1`, its value is greater; `output=*.json`, its value matches; `distinct!=grids`,
            it is on the command line and does not match. `suffix` stands for the extension of
            `output`, and that of pictures on standard output; `form` for the format that `format`
            names, or else that extension. `other:` before a term is for all parameters on the
            command line but these and those of the terms before.
        problem: what is wrong, after the option of the first term; "do not go together" names
            those of the first two terms. `{suffix}`, `{form}` and `{other}` stand for what was
            found.
        hint: the remedy, in which `{pair}` stands for the options of the first two terms; "" if
            the problem says it.
    """

    when: str
    problem: str
    hint: str

    def names(self) -> set[str]:
        """The parameters that it names, without those of `OF_OUTPUT`."""
        atoms = re.split(r"[ |]", self.when.replace(_OTHER, "").replace("!", ""))
        return {parsed(atom)[0] for atom in atoms} - OF_OUTPUT


def parse_exclusions(text: str) -> list[Exclusion]:
    """The exclusions in a text, one a line: `when: problem; hint`. Indented lines go on.

    >>> parse_exclusions("cell slot: do not go together; give one of them")
    [Exclusion(when='cell slot', problem='do not go together', hint='give one of them')]
    """
    rows: list[Exclusion] = []
    for line in re.sub(r"\n +", " ", re.sub(r"\n +\|", "|", text)).splitlines():
        when, _, said = line.partition(": ")
        problem, _, hint = said.partition("; ")
        rows.append(Exclusion(when, problem, hint))
    return rows


def exclude(
    rows: Iterable[Exclusion],
    values: Mapping[str, Any],
    usual: Mapping[str, Any],
    given: Mapping[str, str],
) -> None:
    """Raise OptionError for options that do not go together.

    Args:
        rows: the exclusions, of which the first one that holds is reported.
        values, usual: by parameter, the values and the defaults.
        given: the parameters that were given, with their names for people; those of arguments of a
            command are in capitals.
    """
    output = str(values.get("output") or "-")
    ending = PurePath(output).suffix.lower()
    suffix = ".svg" if output == "-" else ending
    is_text = ending in _TEXTS and not output.lower().endswith(_NO_TEXT)
    form = values.get("format") or ("text" if is_text else ending[1:])

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

    for row in rows:
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
            if problem == _BOTH:
                one, other = (_SHORT.get(name, name) for name in names[:2])
                raise OptionError(f"{one} and {other} {_BOTH}", hint=hint)
            starts = not row.when.startswith("!") and not names[0].isupper()
            raise OptionError(problem, hint=hint, source=names[0] if starts else "")


def parsed(atom: str) -> tuple[str, str, str]:
    """A part of a term: the parameter, the relation and the value; the last two may be ""."""
    match = _ATOM.fullmatch(atom)
    assert match is not None
    return match[1], match[2] or "", match[3]


def described(rows: Iterable[Exclusion], names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What the manual says of the exclusions of a command: the options, and why.

    Args: rows: the exclusions; names: of the command's parameters, for people.
    """
    about = {"suffix": "such", "form": "this format", "other": "others", "pair": "one of them"}
    for row in rows:
        with_: list[str] = []
        without: list[str] = []
        for term in row.when.split():
            atoms = term.removeprefix("!").removeprefix(_OTHER).split("|")
            shown = [_described(atom, names) for atom in atoms]
            if term.startswith(_OTHER):
                with_.append(f"any option but {', '.join(shown)}")
            else:
                (without if term.startswith("!") else with_).append(" or ".join(shown))
        texts = [" with ".join(with_), f"without {' and '.join(without)}" if without else ""]
        why = [row.problem.format(**about), row.hint.format(**about)]
        yield " ".join(filter(None, texts)), f"{'; '.join(filter(None, why))}."


def _described(atom: str, names: Mapping[str, str]) -> str:
    """An option with its value."""
    name, relation, value = parsed(atom)
    if name == "suffix":
        return f"-o *{value}"
    if name == "form":
        return f"output as {value}"
    other = " FILE" if value == "-" else f" other than {value}"  # than standard output
    values = {"": "", "=": f" {value}", "!=": other, ">": f" more than {value}"}
    return names[name].replace("[", "").replace("]", "") + values[relation]
