"""The kinds of puzzles: what is true of each, by which files, pictures and pages treat it.

A crossword is the only kind that is known here. Each other one is declared in a folder of
`satcross.kinds`, or by another package, whose entry point in the group `satcross.kinds` has the
name of the kind. Folders are found when a kind is asked for, packages when the kind is none of
ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from satcross.errors import OptionError, SatcrossError

_SHOWN = 60  # characters of a wrong value
_CHECK = "check it with satcross.testing.check_kind"


@dataclass(frozen=True, eq=False, repr=False)
class PuzzleKind:
    """What a puzzle asks for, as traits. Each has the value of a plain crossword by default.

    There is one object of each kind, also in copies and pickles: compare kinds with `is`.

    Args:
        value: its name in files and messages, as in "crossword".
        titles: what it is called, by language; at least in English, "en". Languages that came later
            say it themselves: see `satcross.drawing.languages.Texts`.
        names: by format of files, what says there that a puzzle is of this kind. The last one
            does; others stand before it for programs that do not know it. A format that is not
            here cannot hold it, but for those that hold any kind: see `Format.keeps_kind`.
        behaviour: where what it does differently is, as in "package.module:Class", with a class
            that is derived from `satcross.model.behaviour.Behaviour`; "" for nothing.
        make: what makes and solves puzzles of it, as of `satcross.puzzles`, as in "package.module"
            or "package.module:name"; "" for nothing.
        place: among the kinds in lists; ours have 0 to 99.
        hides_diagram: whether blocks, bars and numbers are to be found; those that are given are
            printed.
        is_quotation: whether solvers find a quotation.
        is_numbered: whether the usual numbers are printed where no square has a label.
        has_labels: whether there may be anything in the corners of squares.
        has_clues: whether its clues ask for answers.
        lists_words: whether its clues are the answers, whose places are asked for.
        clues_in_grid: whether clues stand in blocks, and not in lists.
        code: `NUMBERS` or `LETTERS` if all squares with one of these as label hold one letter, for
            which a key is printed; else "".
        labels_name_clues: whether a label is a number and the letter of a clue, as in `12B`.
        enumerations: whether clues have the lengths of their answers in any grid, as they have in
            British ones.
    """

    NUMBERS: ClassVar = "numbers"
    LETTERS: ClassVar = "letters"

    value: str
    titles: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    behaviour: str = ""
    make: str = ""
    place: int = 100
    hides_diagram: bool = False
    is_quotation: bool = False
    is_numbered: bool = True
    has_labels: bool = True
    has_clues: bool = True
    lists_words: bool = False
    clues_in_grid: bool = False
    code: str = ""
    labels_name_clues: bool = False
    enumerations: bool = False

    def __post_init__(self) -> None:
        for name in ("titles", "names"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    @property
    def is_ours(self) -> bool:
        """Whether it is one of satcross itself, and not of another package."""
        return is_ours(self.value)

    def error(self, problem: str, hint: str = "") -> OptionError:
        """What is wrong with its code. Args: as of `InputError`."""
        return kind_error(self.value, problem, hint)

    def __repr__(self) -> str:
        return f"<PuzzleKind {self.value}>"

    def __hash__(self) -> int:
        return hash(self.value)

    def __reduce__(self) -> tuple[Callable[[str], PuzzleKind], tuple[str]]:
        return kind_named, (self.value,)

    def __copy__(self) -> PuzzleKind:
        return self

    def __deepcopy__(self, memo: object) -> PuzzleKind:
        return self


CROSSWORD = PuzzleKind("crossword", place=0)


@cache
def _ours() -> Mapping[str, PuzzleKind]:
    """The kinds of satcross that are installed, in the order of lists, by value."""
    found = [CROSSWORD]
    for path in sorted((Path(__file__).parents[1] / "kinds").glob("*/__init__.py")):
        folder = import_module(f"satcross.kinds.{path.parent.name}")
        found += getattr(folder, "KINDS", ())  # it may only make crosswords
    return {kind.value: kind for kind in sorted(found, key=lambda kind: (kind.place, kind.value))}


def kinds() -> tuple[PuzzleKind, ...]:
    """All kinds: ours in the order of lists, then those of other packages that are not broken."""
    others = [found for found in _of_packages().values() if isinstance(found, PuzzleKind)]
    return (*_ours().values(), *others)


def broken_kinds() -> dict[str, OptionError]:
    """The kinds of other packages that cannot be used: by name, why."""
    return {name: found for name, found in _of_packages().items() if isinstance(found, OptionError)}


def _of_packages() -> dict[str, PuzzleKind | OptionError]:
    """The kinds of other packages by name, or why they cannot be used; none with a name of ours."""
    from satcross import plugins

    found: dict[str, PuzzleKind | OptionError] = {}
    for name in plugins.names(plugins.KINDS):
        if not is_ours(name):
            try:
                found[name] = kind_named(name)
            except OptionError as error:
                found[name] = error
    return found


def is_ours(value: str) -> bool:
    """Whether satcross itself has a kind of this name."""
    return value in _ours()


def kind_named(value: str) -> PuzzleKind:
    """The kind of this value.

    Raises:
        OptionError: there is none, or its package is broken.
    """
    if found := _ours().get(value):
        return found
    from satcross import plugins

    other = plugins.load(plugins.KINDS, value)
    if other is None:
        known = ", ".join(kind.value for kind in kinds())
        raise OptionError(
            f"there is no kind of puzzle {value[:40]!r}", hint=f"choose one of {known}"
        )
    if not isinstance(other, PuzzleKind) or other.value != value:
        raise OptionError(
            f"{value!r} of {plugins.package_of(plugins.KINDS, value)} is not a PuzzleKind of that"
            " name",
            hint=_CHECK,
            source=plugins.KINDS,
        )
    return other


def imported(place: str, kind: str) -> Any:
    """What a kind names, as in "package.module:name". Args: kind: the kind, for errors.

    Raises:
        OptionError: there is nothing of that name.
    """
    module, _, name = place.partition(":")
    try:
        found = import_module(module)
        return getattr(found, name) if name else found
    except Exception as error:
        problem = f"{place} cannot be imported: {type(error).__name__}: {error}"
        raise kind_error(kind, problem + _place_of(error, {_top(module)})) from error


def kind_error(kind: str, problem: str, hint: str = "") -> OptionError:
    """What is wrong with the code of a kind.

    Args: kind: its name; problem, hint: as of `InputError`.
    """
    from satcross import plugins

    name = f"the kind {kind}"
    if kind in plugins.names(plugins.KINDS):
        name += f" of {plugins.package_of(plugins.KINDS, kind)}"
    return OptionError(problem, hint=hint or _CHECK, source=name)


def wrong_value(kind: str, what: str, found: object, wanted: str) -> OptionError:
    """What code of a kind gave that it may not give. Args: what: which code; wanted: instead."""
    shown = repr(found)
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
    return kind_error(kind, f"{what} returns {shown}, and not {wanted}")


@contextmanager
def code_of(kind: str, what: str) -> Iterator[None]:
    """Run code of a kind: what it raises is an error in one line if the kind is not ours.

    Args: kind: its name; what: which code, for the error.

    Raises:
        OptionError: it raised something that is no error of satcross.
    """
    try:
        yield
    except (SatcrossError, StopIteration):  # the latter is how generators end
        raise
    except Exception as error:
        if is_ours(kind):
            raise
        said = f"{type(error).__name__}: {error}".removesuffix(": ")
        said += _place_of(error, packages_of(kind))
        raise kind_error(kind, f"{what} raises {said}") from error


def packages_of(kind: str) -> set[str]:
    """The packages, or modules in none, that have the code of a kind."""
    try:
        found = kind_named(kind)
    except OptionError:  # it is not installed, or broken
        return set()
    return {_top(place) for place in (found.behaviour, found.make) if place}


def _top(place: str) -> str:
    return place.partition(":")[0].partition(".")[0]


def _place_of(error: Exception, packages: set[str]) -> str:
    """The last line of these packages that an error went through, as " (making.py:41)"."""
    place, at = "", error.__traceback__
    while at is not None:
        if _top(at.tb_frame.f_globals.get("__name__", "")) in packages:
            place = f" ({Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno})"
        at = at.tb_next
    return place
