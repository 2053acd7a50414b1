"""Where variables come from: groups of consecutive ids, each with a label."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VarGroup:
    """The variables first, first + 1, …, first + n - 1.

    Args:
        label: what they say, for people: `word 12A`.
        first: the lowest id, at least 1.
        n: how many.
    """

    label: str
    first: int
    n: int

    @property
    def ids(self) -> range:
        """Their ids, rising."""
        return range(self.first, self.first + self.n)


@dataclass(frozen=True, slots=True)
class VarMap:
    """All variables of a formula: groups that follow each other without holes from 1."""

    groups: tuple[VarGroup, ...]

    @property
    def n_vars(self) -> int:
        """How many variables there are."""
        return self.groups[-1].first + self.groups[-1].n - 1 if self.groups else 0

    def group(self, label: str) -> VarGroup:
        """The group with this label. Raises KeyError when there is none."""
        for group in self.groups:
            if group.label == label:
                return group
        raise KeyError(label)

    def n_by_kind(self) -> dict[str, int]:
        """How many variables there are of each kind, a label's first word."""
        counts: dict[str, int] = {}
        for group in self.groups:
            kind = group.label.split(" ", 1)[0]
            counts[kind] = counts.get(kind, 0) + group.n
        return counts


class VarMapBuilder:
    """Gives out variables.

    Args:
        n_vars: variables that are known already.
        tick: called with every few thousand groups; an exception in it ends the work.

    >>> variables = VarMapBuilder()
    >>> variables.new("letter", 3), variables.new("word 1A", 2), variables.n_vars
    (1, 4, 5)
    >>> variables.build().group("word 1A").ids
    range(4, 6)
    """

    def __init__(self, n_vars: int = 0, tick: Callable[[], None] | None = None) -> None:
        self.n_vars = n_vars
        self._tick = tick
        self._groups: list[VarGroup] = [VarGroup("known", 1, n_vars)] if n_vars else []

    def new(self, label: str, n: int = 1) -> int:
        """The first of `n` new variables with consecutive ids."""
        first = self.n_vars + 1
        self.n_vars += n
        self._groups.append(VarGroup(label, first, n))
        if self._tick is not None and not len(self._groups) & 0xFFF:
            self._tick()
        return first

    def build(self) -> VarMap:
        """The groups given out so far."""
        return VarMap(tuple(self._groups))
