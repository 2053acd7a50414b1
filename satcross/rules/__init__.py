"""The rules that there are, one a file, and how they are written.

A rule is added by two files: its own in this package, and the function that checks fills for it in
`satcross.verification.rules`; or in the folders `rules` and `checkers` of a room. Nothing else
names it: this module finds the files by their names.

A text names a rule: its kind and its value, as in "max-shared-substring 4", or a constraint, as in
"~12A=*S" and "at most 1 of 1A=CAT, 2D=DOG". Files, command line and messages between processes
write rules so. Some rules have a *keyword* as well, a short form: `Puzzle(..., no_near_duplicates=
True)`, or `{"no_near_duplicates": true}` in a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import compress, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross import plugins, rooms
from satcross.checks import check_type, plain_integer
from satcross.errors import OptionError
from satcross.model.cellnames import MAX_NAMED, NamedCell
from satcross.model.marks import OPEN
from satcross.model.slotnames import with_slot_names
from satcross.model.value import min_length_in
from satcross.rules.base import ConditionRule, KeyRule, PairRule, Rule, ShortForm
from satcross.words.scales import Scale

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet
    from satcross.model.grid import Grid
    from satcross.rules.constraint import ConstraintLike
    from satcross.words import WordList

    RuleLike = Rule | ConstraintLike | str
    """A rule, its text, or a literal that must hold."""

_KIND = re.compile(r"[a-z]+(-[a-z]+)*")
# Modules that are not rules.
_PARTS = {"base", "cells", "conditions", "entries", "families", "literals"}
_OF_COUNTS = {"all", "any", "at", "exactly", "if", "none"}  # the first words of constraints


def kinds() -> Mapping[str, type[Rule]]:
    """All kinds of rules by name, in the order of their names; then those of other packages."""
    brought = {name: _brought(name) for name in plugins.names(plugins.RULES)}
    return _own_kinds() | {name: kind for name, kind in brought.items() if kind is not None}


def own_names() -> tuple[str, ...]:
    """The names of our own kinds of rules."""
    return tuple(_own_kinds())


@cache
def _own_kinds() -> dict[str, type[Rule]]:
    return _kinds_in(_files())


def _files() -> list[Path]:
    # By the files' names: `pkgutil` finds no more here, and takes a millisecond to import.
    folders = (*__path__, *rooms.folders("rules"))
    files = (file for folder in folders for file in Path(folder).glob("*.py"))
    return sorted(files, key=lambda file: file.stem)


def _kinds_in(files: Iterable[Path]) -> dict[str, type[Rule]]:
    names = (file.stem.replace("_", "-") for file in files)
    found = [_own_kind(name) for name in names if _KIND.fullmatch(name) and name not in _PARTS]
    return {kind.kind: kind for kind in found if kind is not None}


def kind_called(name: str) -> type[Rule] | None:
    """The kind of rules of this name; None if there is none.

    Raises:
        OptionError: another package brings it, and it cannot be used.
    """
    if not _KIND.fullmatch(name) or name in _PARTS:  # `_spelled_apart` is for `Puzzle` alone
        return None
    return _own_kind(name) or _brought(name)


@cache
def _own_kind(name: str) -> type[Rule] | None:
    stem = name.replace("-", "_")
    module_name = rooms.module_in("rules", stem) or f"{__name__}.{stem}"
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name != module_name:
            raise
        return None
    found: list[type[Rule]] = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Rule)
    ]
    for kind in found:
        if getattr(kind, "kind", "") == name:
            return kind
    raise TypeError(f"{module_name} has no rule {name!r}")


def _brought(name: str) -> type[Rule] | None:
    """The kind of rules of this name that another package brings; None if there is none.

    Raises:
        OptionError: what the package has is no such kind.
    """
    if name in _OF_COUNTS:  # a constraint, for which other packages need not be looked through
        return None
    kind = plugins.load(plugins.RULES, name)
    if kind is None:
        return None
    if isinstance(kind, type) and issubclass(kind, Rule) and getattr(kind, "kind", "") == name:
        return kind
    raise OptionError(
        f"{name!r} of {plugins.package_of(plugins.RULES, name)} is no kind of rules of that name",
        hint="see docs/guide/plugins.md",
        source=plugins.RULES,
    )


@cache
def short_forms() -> Mapping[str, ShortForm]:
    """The short forms that there are, by their keywords."""
    return {name: kind.short for name, kind in _kinds_by_keyword().items() if kind.short}


@cache
def _kinds_by_keyword() -> Mapping[str, type[Rule]]:
    # Every command has the short forms as options. Two thirds of the rules have none, and most
    # runs need none of those: to look into the files is quicker than to import them.
    files = [file for file in _files() if b"ShortForm(" in file.read_bytes()]
    return {kind.short.keyword: kind for kind in _kinds_in(files).values() if kind.short}


def rule_of_text(text: str) -> Rule:
    """The rule that a text names.

    Raises:
        OptionError: there is no such rule, or it does not have such a value.

    >>> print(rule_of_text("max-shared-substring 4"))
    maximum shared substring 4
    >>> print(rule_of_text("at most 1 of 1A=CAT, slot=*S"))
    at most 1 of 1A=CAT, slot=*S
    >>> print(rule_of_text("somewhere Z"), rule_of_text("constraint 1 - cell=Z"))
    cell=Z cell=Z
    """
    about, colon, rest = text.partition(":")  # after which there may be words
    text = f"{with_slot_names(about)}{colon}{rest}"
    name, _, value = " ".join(text.split()).partition(" ")
    kind = kind_called(name)
    try:
        if kind is None or value.startswith("="):  # "cell = Z" is "cell=Z"
            from satcross.rules.constraint import constraint_of_text

            return constraint_of_text(text)
        return kind.of_value(value)
    except OptionError:
        raise
    except ValueError:
        raise OptionError(
            f"{text[:60]!r} is not a rule",
            hint=f"write a constraint, as in '~12A=*S' and 'at most 1 of 1A=CAT, 2D=DOG', or"
            f" a rule: {', '.join(kinds())}",
            parameter="rules",
        ) from None


def rules_of(given: object, parameter: str = "rules") -> tuple[Rule, ...]:
    """Rules from a rule, a text, a literal, or several of them.

    Args: parameter: names them in messages.

    Raises:
        OptionError: something else is among them, or a text names no rule.
    """
    from satcross.rules.constraint import Constraint
    from satcross.rules.literals import Auxiliary, Letter, Word

    several = [given] if isinstance(given, Rule | Letter | Word | Auxiliary | str) else given
    found: list[Rule] = []
    for one in several if isinstance(several, Iterable) else [given]:
        if isinstance(one, Letter | Word | Auxiliary):
            found.append(Constraint((one,)))
        elif isinstance(one, Rule):
            found.append(one)
        elif isinstance(one, str):
            found.append(rule_of_text(one))
        else:
            raise OptionError(
                f"must be of rules and their texts, got a {type(one).__name__}",
                hint="see satcross.rules",
                parameter=parameter,
            )
    return tuple(found)


def with_short_forms(
    rules: Iterable[Rule], keywords: Mapping[str, Any], *, add: bool = False
) -> tuple[Rule, ...]:
    """Rules with those that keywords ask for, which replace others of their kinds.

    The order is that of kinds, and within a kind that in which they were given.

    Args: add: where a keyword has several values, whether they stand beside the rules of their
        kind, as all were given together.

    Raises:
        OptionError: there is no such keyword, or its value is not one that it takes.
    """
    known = _kinds_by_keyword()
    opposites = {short.opposite: name for name, short in short_forms().items() if short.opposite}
    asked: dict[str, Any] = {}
    for name, value in keywords.items():
        keyword = opposites.get(name, name)
        if keyword not in known:
            hint = f"there are {', '.join(known)}"
            raise OptionError(f"there is no rule {name!r}", hint=hint)
        if short_forms()[keyword].kind is bool:
            check_type(name, value, "bool", {})
        asked[keyword] = plain_integer(value) if keyword == name else not value
    found = [
        rule
        for rule in rules
        if not (rule.short and rule.short.keyword in asked) or (add and rule.short.kind is tuple)
    ]
    for name, value in asked.items():
        if value is not short_forms()[name].off:
            found += known[name].of_keyword(value)
    return in_order(found)


def rules_with_words(
    rules: object, short_forms: Mapping[str, Any], words: WordList
) -> tuple[tuple[Rule, ...], WordList]:
    """(the rules of a puzzle in the letters of its list, the list with the words that they add).

    Raises:
        OptionError: as `rules_of` and `with_short_forms`; or the list lacks letters of a rule.
    """
    given = with_short_forms(rules_of(rules), short_forms, add=True)
    found = tuple(rule.in_letters(words.alphabet) for rule in given)
    new = [word for rule in found for word in rule.words_in() if word not in words]
    return found, words.with_scores(dict.fromkeys(new, Scale.DEFAULT)) if new else words


def in_order(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Rules in the order of their kinds, and within a kind in that in which they were given.

    Those that mean something together are `Rule.joined`.
    """
    in_kinds = sorted(map(_of_own_kind, rules), key=lambda rule: rule.kind)
    groups = [list(same) for _, same in groupby(in_kinds, type)]
    return tuple(rule for same in groups for rule in same[0].joined(same))


def _of_own_kind(rule: Rule) -> Rule:
    """Constraints with auxiliaries, which are kept together, are a kind of their own."""
    if rule.kind == "constraint":
        from satcross.rules.constraint import Constraint

        if isinstance(rule, Constraint) and rule.auxiliaries():
            from satcross.rules.with_auxiliaries import WithAuxiliaries

            return WithAuxiliaries((rule,))
    return rule


TEXT_LIST = "str | Sequence[str]"


def rule_types() -> dict[str, str]:
    """The rules of a puzzle as files and jobs name them, with the types of their values."""
    types = {"rules": TEXT_LIST}
    for name, short in short_forms().items():
        if short.text:
            number = "int" if short.off is not None else "int | None"
            types[name] = {bool: "bool", int: number, str: "str | None", tuple: TEXT_LIST}[
                short.kind
            ]
    return types


def keywords_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """Keywords of `Puzzle`, from those of `rule_types` that JSON data has.

    Raises:
        OptionError: a value has another type or is out of range, or a text is no rule.
    """
    types = rule_types()
    found = {name: data[name] for name in types if name in data}
    for name, value in found.items():
        check_type(name, value, types[name], {"Sequence": Sequence})
        if types[name] == TEXT_LIST:
            found[name] = (value,) if isinstance(value, str) else tuple(value)
    rules_in(found)
    return found


def rules_in(data: Mapping[str, Any]) -> tuple[Rule, ...]:
    """The rules that JSON data has: texts in a list `rules`, and values of keywords.

    A keyword of several rules has a list of values, as in {"constraints": ["1 - cell=Z"]}.

    Raises:
        OptionError: a text is no rule, or a value is out of range.
    """
    texts = list(data.get("rules", ()))
    given: dict[str, Any] = {}
    for name, kind in _kinds_by_keyword().items():
        if kind.short and kind.short.kind is tuple:
            texts += [f"{kind.kind} {value}" for value in data.get(name, ())]
        elif name in data:
            given[name] = data[name]
    return with_short_forms(rules_of(texts), given)


def board_of(
    grid: Grid, rules: Sequence[Rule], alphabet: Alphabet
) -> tuple[Grid, tuple[Rule, ...]]:
    """A grid with the cells and the board that rules add, and the rules with those for what it had.

    A named cell that the grid has keeps what is in it.

    Raises:
        OptionError: two cells have one name, or there are too many; or there are two boards.
        GridError: the grid does not fit its board.
    """
    boards = [*filter(None, dict.fromkeys((grid.board, *(rule.board_in() for rule in rules))))]
    if len(boards) > 1:
        raise OptionError(
            f"there are two boards: {boards[0]} and {boards[1]}",
            hint="name one of them",
            parameter="rules",
        )
    lacks_board = bool(grid.board) and not any(rule.board_in() for rule in rules)
    if boards and not grid.board:
        grid = replace(grid, board=boards[0])
    there = {cell.name: cell for cell in grid.named}
    added: dict[str, tuple[NamedCell, str]] = {}
    names: dict[str, None] = {}
    min_length = min_length_in(rules)
    cells = list(grid.cells)
    for rule in dict.fromkeys(rules):
        is_new = False
        for cell, letter in rule.cells_in(grid, min_length):
            if rule.shares_cells and (cell.name in names or cell.name in there):
                names[cell.name] = None
                continue
            if cell.name in names or there.get(cell.name, cell) != cell:
                raise OptionError(
                    f"there are two cells {cell.name!r}",
                    hint="rename one of them",
                    parameter="rules",
                )
            names[cell.name] = None
            if cell.name not in there:
                added[cell.name] = cell, alphabet.normalise(letter) or letter or OPEN
                is_new = True
        for at, letter in rule.letters_in(grid, min_length) if is_new else ():
            cells[at] = letter
    if len(there) + len(added) > MAX_NAMED:
        raise OptionError(f"must be at most {MAX_NAMED:,} cells with names", parameter="rules")
    missing = there.keys() - names.keys()
    if missing or lacks_board:
        # Those of other packages are named where they are meant; to look for them takes long.
        made = [rule for kind in _own_kinds().values() for rule in kind.of_grid(grid)]
        wanted = [
            (lacks_board and bool(rule.board_in()))
            or any(cell.name in missing for cell, _ in rule.cells_in(grid, min_length))
            for rule in made
        ]
        rules = in_order((*rules, *compress(made, wanted)))
    if added:
        # In the order of the rules, whichever of them the grid had: files bring some.
        held = dict(zip(there, zip(grid.named, cells[grid.size :], strict=True), strict=True))
        every = {name: (held | added)[name] for name in (*names, *held)}
        named, letters = zip(*every.values(), strict=True)
        grid = replace(grid, cells=(*cells[: grid.size], *letters), named=named)
    return grid, tuple(rules)


def with_letters_of(grid: Grid, rules: Sequence[Rule], alphabet: Alphabet) -> Grid:
    """A grid with the letters that rules give in hidden cells that it leaves open: `[./.]`.

    Raises: as `board_of`.
    """
    own = {cell.name: at for at, cell in enumerate(grid.named, grid.size)}
    cells, min_length = list(grid.cells), min_length_in(rules)
    for rule in rules if own else ():
        given = {
            own[cell.name]: alphabet.normalise(letter) or letter
            for cell, letter in rule.cells_in(grid, min_length)
            if letter and cell.name in own
        }
        if given:
            given |= dict(rule.letters_in(grid, min_length))
        for at, letter in given.items():
            cells[at] = letter if cells[at] == OPEN else cells[at]
    return grid.with_cells(cells)


def rules_data(rules: Iterable[Rule]) -> dict[str, list[str]]:
    """Rules as JSON data, which `rules_in` and `Puzzle` take; {} for none."""
    texts = [rule.to_text() for rule in rules]
    return {"rules": texts} if texts else {}


__all__ = [
    "ConditionRule",
    "KeyRule",
    "PairRule",
    "Rule",
    "ShortForm",
    "board_of",
    "keywords_in",
    "kind_called",
    "kinds",
    "rule_of_text",
    "rule_types",
    "rules_data",
    "rules_in",
    "rules_of",
    "rules_with_words",
    "short_forms",
    "with_short_forms",
]
