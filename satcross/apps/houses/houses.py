"""The rules of a house: a TOML file, of which satcross has some.

    title = "The Daily"
    base = "nyt"                     # a house whose checks it has, unless it says otherwise
    preset = "nyt"                   # for `make`: rules of patterns

    [checks]
    symmetry = {severity = "error", any-of = ["rotation"]}
    words = {most = {"15x15" = 76}}  # the severity stays
    shared-words = "note"
    cheaters = "off"

The checks that are `usual` belong to every house that does not switch them off.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satcross import OptionError
from satcross.apps.houses.findings import KINDS, Severity, checks
from satcross.extend import Preset, read_file
from satcross.tomltext import TomlFile

DATA = Path(__file__).parent / "data"
MAX_FILE = 1 << 20  # bytes
OFF = "off"
_KEYS = ("title", "base", "preset", "checks")


@dataclass(frozen=True, slots=True)
class HouseCheck:
    """A check of a house. Args: severity: of what it finds; values: of its parameters."""

    severity: Severity
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class House:
    """The rules of a house.

    Args:
        name: as it was asked for.
        title: for people.
        preset: the rules of patterns that are made for it.
        checks: by name, in the order of reports, the checks that it has.
    """

    name: str
    title: str
    preset: Preset
    checks: Mapping[str, HouseCheck]

    def value(self, check: str, parameter: str) -> Any:
        """What it says of a parameter of a check; None where it says nothing."""
        asked = self.checks.get(check)
        return None if asked is None else asked.values.get(parameter.replace("-", "_"))

    def forbids(self, check: str) -> bool:
        """Whether what a check finds is an error or a warning."""
        asked = self.checks.get(check)
        return asked is not None and asked.severity is not Severity.NOTE


def house_names() -> tuple[str, ...]:
    """The names of the houses that satcross has, in alphabetical order."""
    return tuple(sorted(path.stem for path in DATA.glob("*.toml")))


def load_house(name: str) -> House:
    """The house of a name, or of a TOML file.

    Raises:
        OptionError: there is no such house or file, or the file says what no house can say.
    """
    is_name = name in house_names()
    path = DATA / f"{name}.toml" if is_name else Path(name)
    if not is_name and not path.suffix and not path.exists():
        raise OptionError(
            f"there is no house {name[:60]!r}",
            hint=f"use one of {', '.join(house_names())}, or a file of your own: own.toml",
            parameter="house",
        )
    return _File(read_file(path, OptionError, limit=MAX_FILE), name).house(path.stem)


class _File(TomlFile):
    """A file of a house."""

    def house(self, stem: str) -> House:
        """What it says. Args: stem: the title where it has none."""
        for key, value in self.said.items():
            if key not in _KEYS:
                raise self.wrong(key, f"there is no key {key[:40]!r}", f"use {', '.join(_KEYS)}")
            kind, what = (dict, "table") if key == "checks" else (str, "text")
            if not isinstance(value, kind):
                problem = f"{key} must be a {what}, got {str(value)[:40]!r}"
                raise self.wrong(key, problem, "correct it")
        base = self._base()
        preset = self.said.get("preset", base.preset if base else Preset.NONE)
        if preset not in list(Preset):
            hint = f"use one of {', '.join(Preset)}"
            raise self.wrong("preset", f"there is no preset {preset[:40]!r}", hint)
        asked = {} if base is None else dict(base.checks)
        if base is None:
            asked = {
                one.name: HouseCheck(one.severity, {}) for one in checks().values() if one.usual
            }
        for key, value in self.said.get("checks", {}).items():
            found = self._asked(key, value, asked.pop(key, None))
            if found is not None:
                asked[key] = found
        ordered = {key: asked[key] for key in checks() if key in asked}
        title = self.said.get("title", base.title if base else stem)
        return House(self.source, title, Preset(preset), ordered)

    def _base(self) -> House | None:
        name = self.said.get("base")
        if name is None:
            return None
        if name not in house_names() or name == self.source:
            hint = f"use one of {', '.join(house_names())}"
            raise self.wrong("base", f"there is no house {name[:40]!r}", hint)
        return load_house(name)

    def _asked(self, key: str, value: Any, before: HouseCheck | None) -> HouseCheck | None:
        """A check as it is asked for; None where it is switched off."""

        def wrong(problem: str, hint: str = "correct it") -> OptionError:
            return self.wrong(key, problem, hint, "[checks]")

        if key not in checks():
            from difflib import get_close_matches  # for this message alone

            like = get_close_matches(key, checks(), 1)
            hint = f"did you mean {like[0]}?" if like else "the guide to houses lists all checks"
            raise wrong(f"there is no check {key[:40]!r}", hint)
        check = checks()[key]
        if value == OFF:
            return None
        table = {"severity": value} if isinstance(value, str) else value
        if not isinstance(table, dict):
            raise wrong(f"{key} must be a severity or a table, got {str(value)[:40]!r}")
        severity = table.get("severity", before.severity if before else check.severity)
        if severity not in list(Severity):
            known = ", ".join((*Severity, OFF) if isinstance(value, str) else Severity)
            raise wrong(f"the severity of {key} must be one of {known}, got {str(severity)[:40]!r}")
        values = dict(before.values) if before else {}
        for name, given in table.items():
            if name == "severity":
                continue
            if name not in check.parameters:
                known = ", ".join(("severity", *check.parameters))
                raise wrong(f"{key} has no {name[:40]!r}", f"it has {known}")
            kind = KINDS[check.parameters[name]]
            read = kind.read(given)
            if read is None:
                raise wrong(f"{name} of {key} must be {kind.what}, got {str(given)[:40]!r}")
            values[name.replace("-", "_")] = read
        for parameter in check.needed:
            if parameter not in values:
                name = parameter.replace("_", "-")
                what = KINDS[check.parameters[name]].what
                raise wrong(f"{key} needs {name}: {what}", f"write {key} = {{{name} = …}}")
        return HouseCheck(Severity(severity), values)
