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


def making(
    kind: str,
    what: Any,
    words: WordsLike | None,
    options: Mapping[str, Any],
    solver: SolverOptions,
) -> Making[Any]:
    """What makes puzzles of a kind.

    Args: as of `satcross.make_puzzle`; options: of the kind.

    Raises:
        InputError: there is no such kind or option, or it cannot be made of that.
    """
    wanted = checked_options(kind, options, words)
    return Making(maker_for(kind, what, words, wanted), solver)


def maker_for(kind: str, what: Any, words: WordsLike | None, wanted: Any) -> Maker[Any]:
    """The maker of a kind. Args: as of `making`; wanted: its options, checked.

    Raises:
        InputError: it cannot be made of that, or the code of its package is wrong.
    """
    module, name = maker_module(kind), _value_of(kind)
    with code_of(name, "maker_of"):
        maker: Maker[Any] = module.maker_of(what, words, wanted)
    return maker if is_ours(name) else ForeignMaker(name, maker)


def checked_options(kind: str, options: Mapping[str, Any], words: WordsLike | None = None) -> Any:
    """The options of a kind. Raises OptionError: there is no such kind or option."""
    beside = {"words": words}
    return options_of(maker_module(kind).OPTIONS, options, f"make_puzzle({kind!r})", beside)


def solutions(
    kind: str,
    what: Crossword | str | PathLike[str],
    words: WordList | None,
    solver: SolverOptions,
    *,
    alphabet: Alphabet = LATIN,
    limit: int | None = None,
) -> Listing[Any]:
    """The solutions of a puzzle. Args: as of `satcross.solve_puzzle`.

    Raises:
        InputError: there is no such kind, or it is no puzzle of the kind.
    """
    module, source = maker_module(kind), kind
    if not hasattr(module, "solutions_of"):
        raise OptionError(f"puzzles of the kind {kind} are not solved", parameter="kind")
    alphabet = alphabet if words is None else words.alphabet
    if isinstance(what, PathLike):
        from satcross.formats.grids import content_of

        content = content_of(fspath(what))
        what, source = content.said(alphabet), content.source
    found: Listing[Any] = module.solutions_of(
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


def maker_module(kind: str) -> Any:
    """What makes and solves puzzles of a kind. Raises OptionError: nothing does."""
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
    if not is_ours(name := _value_of(kind)):
        _check_module(module, made, name)
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
