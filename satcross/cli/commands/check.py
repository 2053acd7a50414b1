"""`satcross check`: the rules again, for a fill from anywhere; and the rules of a house."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross.checks import check_time_limit, counted
from satcross.cli.errors import ExitCode, echo_err
from satcross.cli.options.command import HelpPanel, argument, command, flag, option, option_set
from satcross.cli.options.common import FormatOptions
from satcross.cli.options.puzzle import PuzzleOptions
from satcross.task import Deadline

if TYPE_CHECKING:
    from satcross.model.crossword import Crossword
    from satcross.model.grid import Grid
    from satcross.model.puzzle import Puzzle
    from satcross.words import WordList

EXAMPLES = """\
Examples:
  satcross check filled.txt                 by the built-in list
  satcross check filled.txt -w mine.dict --grid template.txt
  satcross fill grid.txt | satcross check -
  satcross check puzzle.json                also what its kind asks for
  satcross check daily.ipuz --house nyt     pattern, entries and clues, before it is published
  satcross check daily.ipuz --house own.toml --against published --format json

Exit codes:
  0 right, with --house: no error   1 wrong; the faults are printed, one a line   2 bad input"""
EXCLUSIONS = """\
template=- grid=-: stdin cannot be both grids; name one file
house template: the grid before it was filled is for a check without --house; leave out {pair}
against !house: needs --house
refill !house: needs --house
time_limit !house: needs --house"""

SCHEMA = "satcross.check/1"
REFILLS_S = 10  # a refill that is not found soon is seldom small


@option_set()
class FilledOptions(PuzzleOptions):
    """A puzzle whose grid is filled."""

    grid: str = argument("FILLED", "File of a filled grid, or - for stdin; a draft with --house.")


@option_set("House")
class HouseCheckOptions:
    """Checks before a crossword is published."""

    house: str | None = option(
        "FILE|NAME",
        "Check it by the rules of a house: guardian, lat, listener, nyt, times, or a TOML file of"
        " your own. The grid may have empty cells.",
    )
    against: Path | None = option(
        "FOLDER", "With --house: your crosswords, to find clues and entries used before."
    )
    refill: bool | None = flag(
        "With --house: make and show the smallest refill for each error and warning that another"
        " fill avoids. Default: yes.",
        default=None,
    )
    time_limit: float | None = option(
        "S", f"With --house: stop looking for refills after S seconds. Default: {REFILLS_S}."
    )

    def __post_init__(self) -> None:
        check_time_limit(self.time_limit)

    def deadline(self) -> Deadline:
        """When to stop looking for refills."""
        return Deadline.after(REFILLS_S if self.time_limit is None else self.time_limit)


@command(
    HelpPanel.GRIDS,
    60,
    examples=EXAMPLES,
    exclusions=EXCLUSIONS,
    guide="guide/fill.md#checking-a-filled-grid",
)
def check(
    filled: FilledOptions,
    template: str | None = option(
        "TEMPLATE",
        "The grid before it was filled. Its letters must be the same, and entries that it gave"
        " wholly need not be in the list.",
        "--grid",
    ),
    *,
    by: HouseCheckOptions,
    out: FormatOptions,
) -> int:
    """Check a filled grid: letters everywhere, all entries words, none of them twice.

    With --house, look for what an editor would: in the pattern, the entries and the clues. Where
    another fill helps, the one that changes the fewest letters is shown.
    """
    if by.house is not None:
        return _check_by_house(by.house, filled, by, as_json=out.as_json)
    found, word, read = _faults(filled, template)
    if out.as_json:
        data = [
            {"check": kind, "severity": "error", "text": text, "cells": [], "entries": []}
            for kind, text in found
        ]
        _print_report(None, data)
    else:
        for _, text in found:
            print(text)
        if found:
            echo_err(f"wrong: {counted(len(found), 'fault')}")
        else:
            if word:
                echo_err(f"solution word: {word}")
            echo_err(f"right: {read}")
    return ExitCode.WRONG if found else ExitCode.OK


def _check_by_house(
    name: str, filled: FilledOptions, by: HouseCheckOptions, *, as_json: bool
) -> ExitCode:
    from satcross.cli.options.house import houses

    house = houses().load_house(name)
    puzzle, crossword, _ = filled.load_with_crossword(hex_patterns=False)
    found: list[dict[str, Any]] = houses().checked(
        house,
        puzzle,
        crossword,
        filled.grid,
        against=by.against,
        deadline=None if by.refill is False else by.deadline(),
        prints=not as_json,
    )
    if as_json:
        _print_report(house.title, found)
    return ExitCode.OK if _is_right(found) else ExitCode.WRONG


def _print_report(house: str | None, findings: list[dict[str, Any]]) -> None:
    right = _is_right(findings)
    head = {"schema": SCHEMA, "house": house, "right": right}
    print(json.dumps(head | {"findings": findings}))


def _is_right(findings: list[dict[str, Any]]) -> bool:
    return not any(one["severity"] == "error" for one in findings)


def _faults(filled: FilledOptions, template: str | None) -> tuple[list[tuple[str, str]], str, str]:
    """The faults of a puzzle with their kinds, its solution word, and how much was read."""
    from dataclasses import replace

    from satcross.cli.options.refill import KeepOptions
    from satcross.model.roles import Recorded
    from satcross.verification.crossword import verify

    asked = choice = None
    banned: tuple[str, ...] = ()
    if template is not None:
        asked, base, choice = replace(filled, grid=template).load_with_crossword()
        asked, roles = KeepOptions().apply(asked, base, template)
        banned = roles.banned
    # No fill is a pattern of blocks. A rule of the template may be all that says where slots are.
    puzzle, crossword, _ = filled.load_with_crossword(
        choice, None if asked is None else asked.rules, hex_patterns=False
    )
    if crossword is not None:
        _echo_other_answers(puzzle, crossword, filled.grid)
    if crossword is not None and crossword.kind.is_quotation:
        from satcross.model.crossword import SquareKind

        told = _of_kind(crossword, puzzle.grid, puzzle.listed)
        n_letters = sum(square.kind is SquareKind.OPEN for square in crossword.squares)
        return told, "", counted(n_letters, "letter")
    if recorded := Recorded(crossword, filled.grid).roles():
        banned += recorded.banned
    before, words = (None, puzzle.listed) if asked is None else (asked.grid, asked.listed)
    if banned:
        words = words.with_scores(dict.fromkeys(banned))
    faults = verify(before, puzzle.grid, words, rules=puzzle.rules)
    word = ""
    if crossword is not None and any(square.mark for square in crossword.squares):
        from satcross.model.value import solution_word_in
        from satcross.verification.marks import mark_faults

        rule = solution_word_in(puzzle.rules)
        wanted = None if rule is None or rule.is_any else rule.word
        faults += mark_faults(crossword, wanted, words.alphabet)
        word = crossword.solution_word
    told = [(fault.kind, str(fault)) for fault in faults]
    if crossword is not None:
        known = {text for _, text in told}
        told += [one for one in _of_kind(crossword, puzzle.grid, words) if one[1] not in known]
    return told, word, counted(_n_read(puzzle), "entry")


def _echo_other_answers(puzzle: Puzzle, crossword: Crossword, source: str) -> None:
    """Report answers of clues that are not what their squares spell, if it has not been done.

    In files of our own they may be words that are treated in the grid.
    """
    from satcross.formats.reading import other_answers

    if any(map(puzzle.is_treated, puzzle.slots)):
        return
    for remark in other_answers(crossword):
        if remark not in crossword.remarks:
            echo_err(f"{source}: {remark}")


def _of_kind(crossword: Crossword, grid: Grid, words: WordList) -> list[tuple[str, str]]:
    """What is wrong with a puzzle of its kind, with the kinds of faults.

    Empty cells are faults already, but for those of a quotation, whose kind looks for them.
    """
    from satcross.model.behaviour import behaviour_of
    from satcross.model.grid import OPEN

    if OPEN in grid.cells and not crossword.kind.is_quotation:
        return []
    return behaviour_of(crossword.kind).faults(crossword, grid, words)


def _n_read(puzzle: Puzzle) -> int:
    """How many entries it has, those that are read twice once."""
    cells, twins = puzzle.grid.cells, puzzle.twins
    read = {
        (min(slot.index, twins.get(slot.index, slot.index)), *(cells[at] for at in slot.cells))
        for slot in puzzle.slots
    }
    return len(read)
