"""The three answers to "fill this"."""

from __future__ import annotations

from dataclasses import dataclass, field

from satcross.fill import Fill


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
class Filled:
    """A fill was found, and has passed `verify`."""

    fill: Fill
    work: Work = field(default_factory=Work, compare=False)


@dataclass(frozen=True, slots=True)
class Unfillable:
    """It is proved that there is no fill.

    Args:
        why: for people, when arc consistency alone shows it: "no word fits 3D"; else "".
    """

    why: str = ""
    work: Work = field(default_factory=Work, compare=False)


@dataclass(frozen=True, slots=True)
class Unknown:
    """The search was stopped before either was known.

    Args:
        reason: for people: "time limit".
    """

    reason: str
    work: Work = field(default_factory=Work, compare=False)


FillResult = Filled | Unfillable | Unknown
