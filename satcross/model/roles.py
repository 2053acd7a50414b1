"""What a file of our own JSON remembers of filling: letters, banned words, rules, and words.

They are in its extras, where the workbench has its pins and theme cells; what a file of a puzzle
says of its words is beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from satcross.checks import check_type
from satcross.errors import FormatError, OptionError
from satcross.model.crossword import Crossword
from satcross.model.refill import P, Roles, refilled
from satcross.rules import Rule, keywords_in, rule_types, rules_in
from satcross.words.choice import ListChoice

if TYPE_CHECKING:
    from satcross.model.value import PuzzleValue

WORDS = "puzzle"  # keys of `satcross.words.choice`


class Recorded:
    """What a file of our own JSON remembers of filling.

    Args: crossword: of the file; None where there is none; source: what errors call the file.
    """

    EXTRAS: ClassVar = "workbench"  # whose pins and theme cells these are

    def __init__(self, crossword: Crossword | None, source: str = "file") -> None:
        self._crossword, self._source = crossword, source

    def roles(self) -> Roles | None:
        """The roles that the file has; None where it has none.

        Raises:
            FormatError: they are damaged.
        """
        settings = None if self._crossword is None else self._crossword.extras.get(self.EXTRAS)
        if self._crossword is None or settings is None:
            return None
        n = len(self._crossword.squares)
        found = [settings.get(key, []) for key in ("pinned", "theme", "banned")]
        kinds = (int, int, str)
        is_right = all(
            isinstance(values, list) and all(type(value) is kind for value in values)
            for values, kind in zip(found, kinds, strict=True)
        )
        if not is_right or not all(0 <= at < n for at in (*found[0], *found[1])):
            raise _damaged(self._source)
        pinned, theme, banned = found
        return Roles(frozenset(pinned) - frozenset(theme), frozenset(theme), tuple(banned), True)

    def roles_in(self, puzzle: PuzzleValue) -> Roles:
        """The roles that the file has, or else those that the grid shows. Raises as `roles`."""
        return self.roles() or Roles.of(puzzle)

    def refilled(self, puzzle: P) -> tuple[P, Roles]:
        """The puzzle of filling its grid again, as far as the file says; and the roles.

        Raises:
            FormatError: what the file says is damaged.
            OptionError: an entry with a banned word has to stay.
        """
        return refilled(puzzle, roles=self.roles())

    def rules(self) -> tuple[Rule, ...]:
        """The rules for entries that the file has.

        Raises:
            FormatError: they are damaged, or there are others.
        """
        settings = None if self._crossword is None else self._crossword.extras.get(self.EXTRAS)
        rules = {} if settings is None else settings.get("rules", {})
        if not isinstance(rules, Mapping) or not rule_types().keys() >= rules.keys():
            raise _damaged(self._source)
        try:
            return rules_in(keywords_in(rules))
        except OptionError as error:
            problem = f"the rule {error.parameter} {error.problem}"
            raise FormatError(problem, hint="correct it in the file", source=self._source) from None

    def words(self) -> dict[str, Any]:
        """What the file says of its words; keys are of `satcross.words.choice`.

        Raises:
            FormatError: it is damaged.
        """
        said = {} if self._crossword is None else self._crossword.extras.get(WORDS, {})
        try:
            if not isinstance(said, Mapping) or not ListChoice.KEYS.keys() >= said.keys():
                raise _damaged(self._source, WORDS)
            for key, value in said.items():
                check_type(
                    key, value, ListChoice.KEYS[key], {"Sequence": Sequence, "Mapping": Mapping}
                )
        except OptionError:
            raise _damaged(self._source, WORDS) from None
        return dict(said)


def _damaged(source: str, part: str = Recorded.EXTRAS) -> FormatError:
    problem = f"the {part!r} part of extras is damaged"
    return FormatError(problem, hint="remove it from the file", source=source)


def with_roles(crossword: Crossword, roles: Roles) -> Crossword:
    """The crossword with these roles in its extras, beside what else is there.

    Cells beside the grid, such as those of a second reading, have no role in a file.
    """
    old = crossword.extras.get(Recorded.EXTRAS)
    squares = range(crossword.n_rows * crossword.n_cols)
    pinned, theme = ([at for at in squares if at in cells] for cells in (roles.given, roles.theme))
    if old is None and not (pinned or theme or roles.banned):
        return crossword
    settings: dict[str, Any] = dict(old or {})
    settings |= {"pinned": pinned, "theme": theme}
    settings.pop("banned", None)
    if roles.banned:
        settings["banned"] = list(roles.banned)
    extras = MappingProxyType({**crossword.extras, Recorded.EXTRAS: settings})
    return replace(crossword, extras=extras)
