"""Puzzles of any kind, made and solved.

What a kind names as its `make`, a module or a name in one, has

- `OPTIONS`, the dataclass of its options, as of `satcross.options`;
- `maker_of(what, words, options)`, the `Maker` for what a caller names;
- `solutions_of(what, source, words, solver, alphabet=…, limit=…)`, a `Listing`, for the crossword
  or the text of a puzzle, which errors call `source`; or nothing of that name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from os import PathLike, fspath
from typing import Any, get_type_hints

from satcross.errors import OptionError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import Crossword
from satcross.model.kinds import broken_kinds, code_of, imported, is_ours, kind_error, kinds
from satcross.options import declared, options_of
from satcross.solve.protocol import SolverOptions
from satcross.task import Listing
from satcross.tasks.foreign import ForeignMaker
from satcross.tasks.maker import Maker
from satcross.tasks.making import Making
from satcross.words import WordList, WordsLike


class MadeKind:
    """What makes and solves the puzzles of a kind.

    Args: kind: its name, as in commands or in files.

    Fields:
        options: the dataclass of its options.

    Raises:
        OptionError: nothing makes such puzzles here, or the code of its package is wrong.
    """

    def __init__(self, kind: str) -> None:
        self._asked, self._name = kind, _value_of(kind)
        self._module = _module_of(kind, self._name)
        self.options: type[Any] = self._module.OPTIONS

    def making(
        self,
        what: Any,
        words: WordsLike | None,
        options: Mapping[str, Any],
        solver: SolverOptions,
    ) -> Making[Any]:
        """The task that makes them.

        Args: as of `satcross.make_puzzle`; options: of the kind.

        Raises:
            InputError: there is no such option, or it cannot be made of that.
        """
        return Making(self.maker(what, words, self.checked(options, words)), solver)

    def checked(self, options: Mapping[str, Any], words: WordsLike | None = None) -> Any:
        """Its options. Raises OptionError: there is no such option."""
        beside = {"words": words}
        return options_of(self.options, options, f"make_puzzle({self._asked!r})", beside)

    def maker(self, what: Any, words: WordsLike | None, wanted: Any) -> Maker[Any]:
        """What makes one of a seed. Args: as of `making`; wanted: `checked` options.

        Raises:
            InputError: it cannot be made of that, or the code of its package is wrong.
        """
        with code_of(self._name, "maker_of"):
            maker: Maker[Any] = self._module.maker_of(what, words, wanted)
        return maker if is_ours(self._name) else ForeignMaker(self._name, maker)

    def solutions(
        self,
        what: Crossword | str | PathLike[str],
        words: WordList | None,
        solver: SolverOptions,
        *,
        alphabet: Alphabet = LATIN,
        limit: int | None = None,
    ) -> Listing[Any]:
        """The solutions of a puzzle. Args: as of `satcross.solve_puzzle`.

        Raises:
            InputError: it is no puzzle of the kind, or none is solved.
        """
        source = self._asked
        if not hasattr(self._module, "solutions_of"):
            raise OptionError(f"puzzles of the kind {source} are not solved", parameter="kind")
        alphabet = alphabet if words is None else words.alphabet
        if isinstance(what, PathLike):
            from satcross.formats.grids import content_of

            content = content_of(fspath(what))
            what, source = content.said(alphabet), content.source
        found: Listing[Any] = self._module.solutions_of(
            what, source, words, solver, alphabet=alphabet, limit=limit
        )
        return found


def kinds_made() -> dict[str, str]:
    """The kinds that are made here: by name, sorted, what makes them."""
    made = {_name(kind.value): kind.make for kind in kinds() if kind.make}
    return dict(sorted(made.items()))


def _name(kind: str) -> str:
    """As in commands, where files have a hyphen."""
    return kind.replace("-", "").casefold()


def _module_of(kind: str, value: str) -> Any:
    """What a kind names as its `make`. Raises as `MadeKind`. Args: value: its name in files."""
    known, names = kinds_made(), [each.value for each in kinds() if each.make]
    if (made := known.get(_name(kind))) is None:
        for name, error in broken_kinds().items():
            if _name(name) == _name(kind):
                raise error
        raise OptionError(
            f"{kind[:40]!r} is not made here",
            hint=f"choose one of {', '.join(sorted(names))}",
            parameter="kind",
        )
    module = imported(made, kind)
    if not is_ours(value):
        _check_module(module, made, value)
    return module


def _value_of(kind: str) -> str:
    """The name of a kind in files, of one as in commands."""
    return next((each.value for each in kinds() if _name(each.value) == _name(kind)), kind)


def _check_module(module: Any, place: str, kind: str) -> None:
    """Raise OptionError unless what makes a kind of another package has what it must have.

    Args: place: where it is, for errors; kind: the name of the kind.
    """
    options = getattr(module, "OPTIONS", None)
    if not (isinstance(options, type) and is_dataclass(options)):
        raise kind_error(kind, f"OPTIONS of {place} must be a dataclass")
    try:
        declared(options)
        with code_of(kind, "OPTIONS"):
            get_type_hints(options)
            options()
    except OptionError as error:
        raise kind_error(kind, error.problem, error.hint) from error
    if not callable(getattr(module, "maker_of", None)):
        raise kind_error(kind, f"{place} has no function maker_of")
