"""Puzzles of any kind, made and solved.

The module that a kind names as its `maker` has

- `OPTIONS`, the dataclass of its options, as of `satcross.options`;
- `maker_of(what, words, options)`, the `Maker` for what a caller names;
- `solutions_of(what, source, words, solver, alphabet=…, limit=…)`, a `Listing`, for the crossword
  or the text of a puzzle, which errors call `source`; or nothing of that name.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from os import PathLike, fspath
from typing import Any

from satcross.errors import OptionError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import Crossword
from satcross.model.kinds import PuzzleKind, kinds, our_kinds
from satcross.options import options_of
from satcross.solve.protocol import SolverOptions
from satcross.task import Listing
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
    module = _module(kind)
    beside = {"words": words}
    wanted = options_of(module.OPTIONS, options, f"make_puzzle({kind!r})", beside)
    return Making(module.maker_of(what, words, wanted), solver)


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
    module, source = _module(kind), kind
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


def kinds_made() -> dict[str, PuzzleKind]:
    """The kinds that are made, by name: as in commands, without hyphens."""
    return {_name(kind.value): kind for kind in kinds() if kind.maker}


def module_of(kind: PuzzleKind) -> Any:
    """The module that makes puzzles of a kind.

    Raises:
        OptionError: it cannot be imported.
    """
    try:
        return import_module(kind.maker)
    except Exception as error:
        raise OptionError(
            f"{kind.maker} cannot be imported: {type(error).__name__}: {error}",
            hint="reinstall or remove its package",
            source=kind.value,
        ) from error


def _name(kind: str) -> str:
    return kind.replace("-", "").casefold()


def _module(name: str) -> Any:
    """The module of a kind, whose name may be written as in files: "fill-in"."""
    for look in (our_kinds, kinds):  # others only where it is none of ours
        for kind in look():
            if kind.maker and _name(kind.value) == _name(name):
                return module_of(kind)
    raise OptionError(
        f"no kind {name[:40]!r} is made here",
        hint=f"choose one of {', '.join(sorted(kinds_made()))}",
        parameter="kind",
    )
