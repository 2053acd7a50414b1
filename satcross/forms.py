"""Forms of the page, made of options: see `satcross.options`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from satcross.exclusions import parse_exclusions
from satcross.options import ASKED, Declared, declared, exclusions_of, options_of

Data = dict[str, Any]
T = TypeVar("T")


def fields_of(cls: type[Any]) -> list[Data]:
    """The fields of a form for a dataclass of options, as the protocol has them.

    Options that only a command has are left out, those with a value `on_page`, and those that name
    files: they are on the server, where a page names none.
    """
    hints = get_type_hints(cls)
    found: dict[str, Data] = {}
    for name, one in declared(cls).items():
        if one.of_command or one.on_page is not ASKED:
            continue
        if type_ := _type_of(hints[name], one):
            found[name] = _field(name, one, type_, getattr(cls, name, None), hints[name])
    for row in parse_exclusions(exclusions_of(cls)):
        _note(found, row.when.split())
    # What it is asked about comes first.
    return sorted(found.values(), key=lambda field: bool(field["type"] != "lines"))


def options_in(cls: type[T], ask: Mapping[str, Any]) -> T:
    """The options that a question says; fields that are empty or false are not given.

    Raises:
        OptionError: as `options_of`.
    """
    names = [field["name"] for field in fields_of(cls)]
    said = [(name, ask.get(name)) for name in names]
    given = {name: value for name, value in said if value or type(value) is int}  # 0 counts
    fixed = {name: one.on_page for name, one in declared(cls).items() if one.on_page is not ASKED}
    return options_of(cls, fixed | given, "", {})


def _type_of(hint: Any, one: Declared) -> str:
    """The type of a field; "" for an option that no form has."""
    types = [each for each in get_args(hint) if each is not NoneType]
    kind = types[0] if get_origin(hint) in (Union, UnionType) else hint
    if one.choices or (isinstance(kind, type) and issubclass(kind, Enum)):
        return "choice"
    names = {bool: "flag", int: "number", str: "text", list[str]: "lines"}
    return names.get(kind, "")


def _field(name: str, one: Declared, type_: str, usual: Any, hint: Any) -> Data:
    field: Data = {
        "name": name,
        "label": one.label or name.replace("_", " ").capitalize(),
        "help": one.text,
        "type": type_,
        "value": usual.value if isinstance(usual, Enum) else usual,
        "needs": [],
        "without": [],
    }
    if type_ == "number":
        field["least"], field["most"] = one.bounds
    elif type_ == "choice":
        kind = next((each for each in get_args(hint) if each is not NoneType), hint)
        choices = one.choices or {each.value: each.value for each in kind}
        first = [["", "as usual", ""]] if usual is None else []
        field["choices"] = first + [[*each, one.notes.get(each[0], "")] for each in choices.items()]
    return field


def _note(fields: Mapping[str, Data], when: list[str]) -> None:
    """Note at the fields what does not go together, where it is about two fields alone."""
    if len(when) != 2 or not set(when[0].split("|")) & fields.keys():
        return
    first, other = when
    names = [name for name in other.removeprefix("!").split("|") if name in fields]
    for name in first.split("|"):
        if name in fields and names:
            fields[name]["needs" if other.startswith("!") else "without"] += names
