"""Questions about a crossword: those of the page, and those that are asked in the background."""

from __future__ import annotations

import queue
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

from satcross import Best, Fill, Found, Impossible
from satcross.extend import normal_name

Data = dict[str, Any]
Job = Generator[queue.SimpleQueue[Any] | None, None, Data | None]
"""Yields between pieces of work; a queue where there is nothing to do while that is empty. It
returns the fields of the last answer, or None where that was sent."""
Answers = Callable[..., Job | Data | None]
"""Is called with the analyst and the question."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question.

    Args:
        job: answers one: at once, or as a job.
        answer: the name of its answers.
        doing: what answering it is, for people; "" for what they need not know.
        is_quick: whether it is answered before anything else.
    """

    job: Answers
    answer: str
    doing: str = ""
    is_quick: bool = False


@dataclass(slots=True, eq=False)
class Question:
    """Something to find out: for the page, or in the background for whoever looks on.

    Args:
        kind: what it is.
        ask: what the page says with it.
        number: of the page's message; None in the background.

    Fields:
        job: while it is under way.
        waits_for: there is nothing to do while this is empty.
        is_done: it is answered, or was given up.
        spent_s: seconds it has had.
    """

    kind: Kind
    ask: Mapping[str, Any] = field(default_factory=dict)
    number: int | None = None
    job: Job | None = None
    waits_for: queue.SimpleQueue[Any] | None = None
    is_done: bool = False
    spent_s: float = 0.0

    @property
    def can_go_on(self) -> bool:
        """Whether there is something to do."""
        return not self.is_done and (self.waits_for is None or not self.waits_for.empty())

    def number_of(self, name: str, usual: int, most: int) -> int:
        """A number that the page may say, from 1 to `most`."""
        return min(max(int(self.ask.get(name, usual)), 1), most)

    def go_on(self, analyst: object) -> Data | None:
        """Do a piece of the work. Returns: the last answer, once there is one to send.

        Args: analyst: whose question it is.
        """
        if self.job is None:
            begun = self.kind.job(analyst, self)
            if not isinstance(begun, Generator):
                self.end()
                return begun
            self.job = begun
        try:
            self.waits_for = next(self.job)
        except StopIteration as end:
            self.end()
            answer: Data | None = end.value
            return answer
        return None

    def restart(self) -> None:
        """Start over when its turn comes."""
        self.end()
        self.is_done = False

    def end(self) -> None:
        """Leave it as it is."""
        self.is_done = True
        if self.job is not None:
            self.job.close()
            self.job = None


# What comes out, as the protocol has it


def letters_of(fill: Fill) -> list[str | None]:
    """The letters of a fill, by cell of the rectangle; None elsewhere."""
    return [text if at in fill.letters else None for at, text in enumerate(fill.grid.texts())]


def beside_of(fill: Fill) -> list[str]:
    """What the rectangle does not show: hidden cells, and the words of entries that are treated.

    The cells that say how an entry is treated are left out, since its word shows that.
    """
    entries = [entry for entry in fill.entries if fill.puzzle.is_treated(entry.slot)]
    own = tuple(
        f"{normal_name(f'{kind}{entry.slot.name}')} = " for entry in entries for kind in "mt"
    )
    lines = [line for line in fill.grid.beside_lines() if not line.startswith(own)]
    treated = [entry for entry in entries if entry.word != entry.reading]
    return [*lines, *(f"{entry.slot.name} {entry.word}: {entry.reading}" for entry in treated)]


def outcome_of(result: object, found: str = "found", impossible: str = "impossible") -> str:
    """A result in a word."""
    if isinstance(result, Found | Best):
        return found
    return impossible if isinstance(result, Impossible) else "stopped"


def score_parts(fill: Fill) -> Data:
    """The scores of a fill as the protocol has them."""
    mean = fill.mean_score
    return {
        "lowest_score": fill.lowest_score,
        "mean_score": None if mean is None else round(mean, 1),
    }
