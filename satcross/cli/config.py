"""The user's defaults: a configuration file, and environment variables above it.

The command line comes first, then the environment, then the file, then the built-in default. The
file is `satcross.toml`, or `pyproject.toml` with a table `[tool.satcross]`: the nearest one in the
current folder or above it. Most starts have neither, so nothing here is imported that they would
not need: this is `os` and little else until a file is found.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from satcross.errors import OptionError

FILE: Final = "SATCROSS_CONFIG"  # the file to read instead; empty: none
_NAMES = ("satcross.toml", "pyproject.toml")
_TABLE = b"[tool.satcross]"
_MAX_FILE = 1 << 20  # bytes
_SET_NAME = re.compile(r"[^\W_]+(-[^\W_]+)*")  # as other names of lists


class Setting:
    """A setting: its key in the file, and how its values are checked.

    Args:
        what: the values that it takes, for errors.
        check: the value if it is one of them, else None.
        parse: the value that a variable's text means.
        option: the parameter of commands whose default it is; others are asked for by `setting`.
    """

    __slots__ = ("check", "option", "parse", "what")

    def __init__(
        self,
        what: str,
        check: Callable[[Any], Any],
        parse: Callable[[str], Any] = str,
        option: str = "",
    ) -> None:
        self.what, self.check, self.parse, self.option = what, check, parse, option


def _files(value: Any) -> list[str] | None:
    names = [value] if isinstance(value, str) else value
    good = isinstance(names, list) and all(isinstance(name, str) and name for name in names)
    return names if good else None


def _sets(value: Any) -> dict[str, list[str]] | None:
    if not isinstance(value, dict) or not all(map(_SET_NAME.fullmatch, value)):
        return None
    if {"builtin", "vulgar"} & value.keys():  # which are lists
        return None
    found = {name: _files(files) for name, files in value.items()}
    return {name: files for name, files in found.items() if files} if all(found.values()) else None


def _rules(value: Any) -> list[str] | None:
    from satcross.rules import rule_of_text

    texts = _files(value)
    return texts and [rule_of_text(text).to_text() for text in texts]


def _slot_lists(value: Any) -> list[str] | None:
    texts = _files(value)
    good = texts and all(all(map(str.strip, text.partition(":"))) for text in texts)
    return texts if good else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _number(lowest: int, highest: int) -> Callable[[Any], int | None]:
    def check(value: Any) -> int | None:
        return value if type(value) is int and lowest <= value <= highest else None

    return check


def _to_number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None


def _flag(value: Any) -> bool | None:
    return value if type(value) is bool else None


def _paper(value: Any) -> str | None:
    from satcross.drawing.style import Page

    try:
        Page.named(value if isinstance(value, str) else "")
    except OptionError:
        return None
    return str(value)


_FLAGS = {"true": True, "1": True, "false": False, "0": False}
_LISTS = "a file, or a list of files"

SETTINGS: Final[Mapping[str, Setting]] = {
    "words": Setting(_LISTS, _files, lambda text: text.split(os.pathsep), "words"),
    "lists": Setting(
        "a table of names and files, as in mine = ['own.dict', 'big.txt@0-50']", _sets
    ),
    "exclude": Setting(_LISTS, _files, lambda text: text.split(os.pathsep), "exclude"),
    "slot-lists": Setting(
        "slots and a list, as in '10+: long.txt', or a list of these",
        _slot_lists,
        str.splitlines,
        "slot_list",
    ),
    "min-score": Setting(
        "a whole number, 0 or greater", _number(0, 10**9), _to_number, "min_score"
    ),
    "alphabet": Setting("the name of an alphabet, or letters", _text, str, "alphabet"),
    "rules": Setting("a rule as of --rule, or a list of rules", _rules, str.splitlines, "rule"),
    "page": Setting("a3, a4, a5, letter, legal, or WxH in mm", _paper),
    "columns": Setting("a whole number from 1 to 8", _number(1, 8), _to_number),
    "numbers": Setting("true or false", _flag, lambda text: _FLAGS.get(text.lower())),
}


def setting(key: str) -> Any:
    """What a setting is by environment or file; None where neither says."""
    value = _of_environment(key)
    return _of_file()[1].get(key) if value is None else value


def defaults() -> dict[str, Any]:
    """The defaults of options, by parameter, for every command that has them.

    Raises:
        OptionError: the file or a variable has a value that is wrong, whatever the command.
    """
    name, values = _of_file()
    found: dict[str, Any] = {}
    for key, entry in SETTINGS.items():
        value = _of_environment(key)
        if value is None and key in values:
            value = values[key]
            if entry.check is _files:
                value = [_of_folder(file, name, key, set_names()) for file in value]
            if entry.check is _slot_lists:
                parts = [text.partition(":") for text in value]
                value = [
                    f"{slots}: {_of_folder(file.strip(), name, key, set_names())}"
                    for slots, _, file in parts
                ]
        if value is not None and entry.check is _files:
            value = [file for one in value for file in list_set(one) or [one]]
        if value is not None and entry.option:
            found[entry.option] = value
    return found


def set_names() -> tuple[str, ...]:
    """The names of the sets of lists."""
    return tuple(_of_file()[1].get("lists", ()))


def list_set(name: str) -> list[str]:
    """The lists of the set of this name; none if there is no such set, or a file of this name.

    Raises:
        OptionError: a list of it is not there.
    """
    config, values = _of_file()
    files = values.get("lists", {}).get(name, ())
    if not files or os.path.exists(name):  # noqa: PTH110
        return []
    return [_of_folder(file, config, name) for file in files]


def file_in_use() -> str:
    """The configuration file that is read; "" if none is."""
    return _of_file()[0]


def _of_environment(key: str) -> Any:
    variable = f"SATCROSS_{key.replace('-', '_').upper()}"
    text = os.environ.get(variable)
    if not text:
        return None
    entry = SETTINGS[key]
    problem = f"must be {entry.what}, got {text[:40]!r}"
    hint = "correct the environment variable, or unset it"
    try:
        value = entry.check(entry.parse(text))
    except OptionError as error:
        value, problem, hint = None, error.problem, error.hint
    if value is None:
        raise OptionError(problem, hint=hint, source=variable)
    return value


def _of_file() -> tuple[str, dict[str, Any]]:
    """The file's name and its settings; ("", {}) where there is none."""
    return _find(os.getcwd(), os.environ.get(FILE))  # noqa: PTH109  # start-up: no pathlib


def _find(folder: str, named: str | None) -> tuple[str, dict[str, Any]]:
    if named is not None:
        return (named, settings_of(named, _bytes(named))) if named else ("", {})
    while True:
        for name in _NAMES:
            path = os.path.join(folder, name)  # noqa: PTH118
            if os.path.isfile(path):  # noqa: PTH113
                data = _bytes(path)
                if name == _NAMES[0] or _TABLE in data:
                    return path, settings_of(path, data)
        above = os.path.dirname(folder)  # noqa: PTH120
        if above == folder:
            return "", {}
        folder = above


def _bytes(path: str) -> bytes:
    from pathlib import Path

    from satcross.files import read_file

    return read_file(Path(path), OptionError, limit=_MAX_FILE)


def settings_of(path: str, data: bytes) -> dict[str, Any]:
    """The settings in the bytes of a configuration file, checked. Raises OptionError."""
    from satcross.tomltext import TomlFile

    file = TomlFile(data, os.path.relpath(path))
    root, table = file.said, _TABLE.decode()
    if path.endswith(_NAMES[1]):
        tool = root.get("tool")
        root = tool.get("satcross", {}) if isinstance(tool, dict) else {}
    found: dict[str, Any] = {}
    for key, value in root.items():
        entry = SETTINGS.get(key)
        if entry is None:
            hint = f"use one of {', '.join(SETTINGS)}"
            raise file.wrong(key, f"there is no setting {key[:40]!r}", hint, table)
        problem, hint = f"{key} must be {entry.what}, got {str(value)[:40]!r}", "correct it there"
        try:
            found[key] = entry.check(value)
        except OptionError as error:
            found[key], problem, hint = None, f"{key}: {error.problem}", error.hint
        if found[key] is None:
            raise file.wrong(key, problem, hint, table)
    return found


def _of_folder(file: str, config: str, key: str, sets: Collection[str] = ()) -> str:
    """A file that the configuration names, whose path is relative to the configuration's folder.

    Args: sets: names that it may be as well.

    Raises:
        OptionError: it is not there, and not the name of a list that is installed.
    """
    path = os.path.join(os.path.dirname(config), os.path.expanduser(file))  # noqa: PTH111, PTH118, PTH120
    if os.path.exists(path):  # noqa: PTH110
        return os.path.relpath(path)
    from satcross.words.named import known_names
    from satcross.words.scales import Scale

    if file in sets or Scale.split(file)[0].name in known_names():
        return file
    if os.path.exists(Scale.split(path)[0]):  # noqa: PTH110
        return os.path.relpath(path)
    from satcross.tomltext import TomlFile

    raise TomlFile(_bytes(config), os.path.relpath(config)).wrong(
        key,
        f"{key}: there is no file or list {file[:60]!r}",
        "correct the path, which is relative to this file",
        _TABLE.decode(),
    )
