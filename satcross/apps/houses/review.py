"""All findings of a house about a crossword."""

from __future__ import annotations

from dataclasses import dataclass

from satcross.apps.houses.findings import Severity, checks
from satcross.apps.houses.houses import House
from satcross.apps.houses.page import Reviewed


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a house does not want, or wants to be looked at.

    Args:
        check: the name of the check that found it.
        severity: how serious it is for the house.
        text: what and where, for people.
        cells: positions of the cells that it is about, in reading order.
        entries: names of the entries that it is about, the first one first.
        stay: how many of these entries may stay as they are, if a refill is to avoid it.
    """

    check: str
    severity: Severity
    text: str
    cells: tuple[int, ...] = ()
    entries: tuple[str, ...] = ()
    stay: int = 0

    def __str__(self) -> str:
        return f"{self.severity}: {self.text} ({self.check})"


def review(page: Reviewed, house: House) -> tuple[Finding, ...]:
    """What the checks of a house find: errors first, then warnings, then notes."""
    found = [
        Finding(
            name, one.severity or asked.severity, one.text, tuple(sorted(set(one.cells))),
            one.entries, one.stay,
        )
        for name, asked in house.checks.items()
        for one in checks()[name].find(page, **asked.values)
    ]  # fmt: skip
    order = list(Severity)
    return tuple(sorted(found, key=lambda one: order.index(one.severity)))
