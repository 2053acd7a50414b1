"""The answers of every task: found, best so far, proved impossible, or stopped.

    match sx.fill(puzzle, time_limit_s=10):
        case sx.Found(fill): ...
        case sx.Impossible(why): ...
        case sx.Stopped(reason): ...

`unwrap` gives the answer, or raises an error that says why there is none. A task that looks for the
best of something returns `Best` instead of `Found`. Every answer carries the `Work` that it cost.
The classes are plain data: they can be compared, pickled and printed.
"""

from __future__ import annotations

import copyreg
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from satcross.errors import NoAnswerError

T_co = TypeVar("T_co", covariant=True)


def _read_only(items: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(items)


# Rules and reports have read-only mappings, which pickle does not know; tasks and answers are to be
# pickled.
copyreg.pickle(MappingProxyType, lambda mapping: (_read_only, (dict(mapping),)))


class Reason(StrEnum):
    """Why a task stopped before it was done. Each is equal to its text, as in "time limit"."""

    TIME_LIMIT = "time limit"
    INTERRUPTED = "interrupted"  # Ctrl-C
    CANCELLED = "cancelled"  # `Task.stop`, or the task was closed
    CONFLICTS = "conflict limit"
    ROUNDS = "rounds"
    LIMIT = "limit"  # as many answers as were asked for
    GIVEN_UP = "given up"  # some cases took too long, and the rest are done


@dataclass(frozen=True, slots=True)
class Work:
    """What an answer cost.

    Args:
        elapsed_s: wall-clock seconds, building included.
        conflicts: -1 where the solver does not say.
        decisions: -1 where the solver does not say.
        n_words: words left by arc consistency, all slots together.
        engine: what solved: "lazy", "glucose4 (support)".
        seed: whose search answered, where several ran at once; the other counts are then of that
            search, or, when none answered, of all together. None where there was but one.
        n_failed: how many of those searches died or failed.
    """

    elapsed_s: float = 0.0
    conflicts: int = -1
    decisions: int = -1
    n_words: int = 0
    engine: str = ""
    seed: int | None = None
    n_failed: int = 0


@dataclass(frozen=True, slots=True)
class WithValue(Generic[T_co]):
    """A result with a value. Args: value: the answer."""

    value: T_co

    @property
    def fill(self) -> T_co:
        """The value, under its name in results about fills."""
        return self.value

    def unwrap(self) -> T_co:
        """The value; results without one raise `NoAnswerError` here."""
        return self.value

    def _repr_svg_(self) -> str | None:
        return _picture_of(self.value)


@dataclass(frozen=True, slots=True)
class Found(WithValue[T_co]):
    """What was asked for. Every fill, pattern and word search has passed its checker.

    Args:
        value: the answer.
        work: what it cost.
    """

    work: Work = field(default_factory=Work, compare=False)


@dataclass(frozen=True, slots=True)
class Best(WithValue[T_co]):
    """The best that was found, and what is proved about anything better.

    Args:
        value: the answer, checked as in `Found`.
        objective: what it is worth; None where nothing counts.
        bound: it is proved that nothing is better than this; None where nothing is proved.
        reason: why the search stopped; None when the value is proved to be the best.
        work: what it cost.
    """

    objective: int | None
    bound: int | None = None
    reason: Reason | None = None
    work: Work = field(default_factory=Work, compare=False)

    @property
    def is_proved(self) -> bool:
        """Whether it is proved that nothing is better."""
        return self.reason is None

    @property
    def gap(self) -> int | None:
        """How far the objective is from the bound; None where either is unknown."""
        if self.objective is None or self.bound is None:
            return None
        return abs(self.bound - self.objective)


class NoAnswer:
    """A result without a value."""

    __slots__ = ()

    def _why(self) -> str:
        raise NotImplementedError

    def unwrap(self) -> NoReturn:
        """Raise an error that says why there is no value; results with one return it here.

        Raises:
            NoAnswerError: always.
        """
        raise NoAnswerError(self._why())

    if not TYPE_CHECKING:  # type checkers know that there is no such attribute

        def __getattr__(self, name: str) -> NoReturn:
            kind = type(self).__name__
            text = f"{kind!r} object has no attribute {name!r}"
            if name in ("value", "fill"):
                text = f"{kind} has no {name}: {self._why()}; match the result, or call unwrap()"
            raise AttributeError(text, name=name, obj=self)


@dataclass(frozen=True, slots=True)
class Impossible(NoAnswer):
    """It is proved that there is no answer.

    Args:
        why: in a few words: "no word fits 3D". There always is a reason, if only that a search has
            ruled out everything.
        work: what it cost.
        evidence: what shows it, where that is more than words. `prove` and `explain` cannot do
            their work for a puzzle that has a fill: the evidence is that fill. Of `fill` under
            assumptions it is the core.

    Raises:
        ValueError: the reason is empty.
    """

    why: str
    work: Work = field(default_factory=Work, compare=False)
    evidence: object = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not self.why:
            raise ValueError("an Impossible says why there is no answer")

    def _why(self) -> str:
        return f"it is proved that there is no answer: {self.why}"


@dataclass(frozen=True, slots=True)
class Stopped(NoAnswer):
    """The search was stopped before there was an answer.

    Args:
        reason: why.
        work: what it cost.
        detail: more about it, in a few words: "3 patterns were given up"; else "".
        partial: what is known so far, for tasks whose answer grows, such as a count; else None.
    """

    reason: Reason
    work: Work = field(default_factory=Work, compare=False)
    detail: str = ""
    partial: object = field(default=None, compare=False)

    def __str__(self) -> str:
        return self.detail or self.reason.value

    def _why(self) -> str:
        detail = f": {self.detail}" if self.detail else ""
        return f"the search stopped before there was an answer: {self.reason}{detail}"


def _picture_of(value: object) -> str | None:
    """What notebooks show for a result: the picture of its value, if it has one."""
    draw = getattr(value, "_repr_svg_", None)
    return None if draw is None else draw()


class _Whole:
    """Pickles as what it holds, with all that a task may go on from."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __reduce__(self) -> Any:
        return self._value.reduce_whole()


def whole(value: Any) -> Any:
    """What pickles as the value with all that it has: a fill with its whole list."""
    return _Whole(value) if hasattr(type(value), "reduce_whole") else value


Result = Found[T_co] | Best[T_co] | Impossible | Stopped
