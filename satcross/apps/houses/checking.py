"""`satcross check --house`: what an editor would look for."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from satcross import Crossword, Puzzle, Stopped
from satcross.apps.houses.earlier import earlier_in
from satcross.apps.houses.findings import Severity
from satcross.apps.houses.houses import House
from satcross.apps.houses.page import Reviewed
from satcross.apps.houses.refill import MOST_LETTERS, Refill, can_refill, smallest_refill
from satcross.apps.houses.review import Finding, review
from satcross.commandline import echo_err
from satcross.extend import Deadline, Recorded, counted


def checked(
    house: House,
    puzzle: Puzzle,
    crossword: Crossword | None,
    source: str,
    *,
    against: Path | None,
    deadline: Deadline | None,
    prints: bool,
) -> list[dict[str, Any]]:
    """What a house finds in a puzzle, as JSON has it.

    Args:
        crossword: of which the puzzle was made; None for a bare grid.
        source: the file.
        against: a folder of crosswords from before.
        deadline: when to stop looking for refills; None for no refills.
        prints: whether findings are printed, each as soon as its refill is known.
    """
    earlier = None
    if against is not None:
        earlier = earlier_in(against, puzzle.listed.alphabet, but=Path(source))
        if earlier.left_out:
            echo_err(f"--against: {counted(earlier.left_out, 'file')} left out: no crosswords")
        for name, remarks in earlier.remarks.items():
            echo_err(f"--against: {name}: {'; '.join(remarks)}")
    roles = Recorded(crossword, source).roles_in(puzzle)
    page = Reviewed(
        puzzle, crossword, theme=roles.theme, is_said=roles.is_recorded, earlier=earlier
    )
    found = review(page, house)
    data: list[dict[str, Any]] = []
    n_left = sum(can_refill(page, one) for one in found)
    for one in found:
        if prints:
            print(one, flush=True)
        refill = None
        if deadline is not None and can_refill(page, one):
            share = deadline.share(n_left)
            n_left -= 1
            refill = smallest_refill(page, house, found, one, fixed=roles.given, deadline=share)
            if prints:
                print(f"  refill: {_said(refill)}", flush=True)
        data.append(_data(puzzle, one) | {"refill": None})
        if isinstance(refill, Refill):
            data[-1]["refill"] = {
                "n_letters": refill.n_letters,
                "changes": [change._asdict() for change in refill.changes],
                **refill.fill.grid.json_data(),
            }
    if prints:
        n_of = Counter(one.severity for one in found)
        numbers = [counted(n_of[one], one.value) for one in Severity if n_of[one]]
        echo_err(f"{house.title}: {', '.join(numbers) or 'nothing found'}")
    return data


def _said(refill: Refill | Stopped | None) -> str:
    """A refill for people, or why there is none."""

    if isinstance(refill, Stopped):
        return f"none found: {refill.reason.value}"
    return str(refill) if refill else f"none of up to {MOST_LETTERS} letters"


def _data(puzzle: Puzzle, one: Finding) -> dict[str, Any]:
    """A finding as JSON has it."""
    return {
        "check": one.check,
        "severity": one.severity.value,
        "text": one.text,
        "cells": [puzzle.grid.cell_name(cell) for cell in one.cells],
        "entries": list(one.entries),
    }
