"""Every rule in every task and every round trip, against brute force: equal, or refused by name.

The rules are those of the registry, and the tasks are the public functions about a puzzle. A new
rule or task is here without anybody's doing. `tests/rules/test_matrix.py` runs a sample, and
`python -m fuzz.matrix` all.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import pickle
import random
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence, Set
from functools import cache
from itertools import combinations, islice, product
from pathlib import Path
from typing import Any

from support.cli import run_cli
from support.defined import fills_by_definition
from support.defined_puzzles import defined_puzzle
from support.pools import SerialPool
from support.rule_puzzles import all_fills_by_rules, slots_of
from support.workbench_desk import Desk

import satcross as sx
from satcross.apps.cluster.batch import Batch
from satcross.apps.cluster.best import PoolOptimise
from satcross.apps.cluster.jobs import numbered_jobs
from satcross.apps.cluster.runs import PoolCount, PoolFills
from satcross.apps.proofs.certificate.checked import CertificateCheck
from satcross.apps.proofs.checker import check_proof
from satcross.apps.unique.others import Giving
from satcross.apps.workbench.document import rules_data
from satcross.encoding.decode import Decoder
from satcross.kinds.codeword.task import CodewordTask
from satcross.kinds.fillin.task import FillInTask
from satcross.model.needs import Need
from satcross.model.puzzle import Puzzle, Slot
from satcross.rules import kinds, rule_types, rules_in
from satcross.tasks.checking import faults_of
from satcross.verification.rules import RuleChecker, SlotContent

WORDS = {
    "ate": 50, "tea": 60, "eat": 40, "tan": 30, "ant": 70, "net": 20, "ten": 90, "tee": 80,
    "ates": 10, "teas": 20, "eats": 50, "at": 50, "ta": 40, "an": 30, "en": 60, "ne": 20, "te": 70,
    "tans": 20, "nets": 35, "seta": 80, "as": 20, "is": 30, "ess": 10, "see": 44, "ease": 21,
    "a": 40, "e": 50, "s": 30,
}  # fmt: skip
LISTED = sx.WordList.from_words(WORDS, min_letters=1)
GRIDS = ("....\n#.#.\n....", "A..\n#.#\n...", "...\n...\n...", "..#\n...\n#..", "...\n#.#\n...")
REBUS_GRIDS = (
    ("[TE]..\n#.#\n...", ("rebus AT", "rebus EA")),
    ("[AT]..\n..#\n...", ("rebus ES",)),
    ("[NE].\n..", ()),
)
"""Grids that give strings, and strings that other cells may hold."""
VALUES = {
    "board": ("board torus", "board mobius", "board hexagon"),
    "cell": ("cell h1",),
    "min-length": ("min-length 3", "min-length 1"),
    "either-or": (
        "either-or r1c2: T/A, A/TE, TE/A",
        "either-or r1c2",
        "either-or 1: T/A, A/N, TE/A",
    ),
    "rebus": ("rebus EA", "rebus tan"),
    "constraint": (
        "somewhere S",
        "~1A=*E",
        "at most 1 of cell=S, slot=T*, 1A=ATE",
        "exactly 1 of r1c1=[AE], r3c3=[^A-S]",
        "any of cell=S, (1A=*E, (at most 1 of cell=T, r1c1=A)), ~(slot=T*, cell=N)",
    ),
    "different-letters": ("different-letters r1c1 r1c2 r3c2",),
    "letter-count": (
        "letter-count cell: [AEIOU] at most 4",
        "letter-count cell: each [AST] at least 1",
        "letter-count r1c1 r1c2 r3c2: T none",
    ),
    "opposite": ("opposite r1c2 r3c2", "opposite r1c1 r1c2"),
    "max-shared-substring": ("max-shared-substring 2",),
    "no-shared-words": ("no-shared-words 1", "no-shared-words 3"),
    "no-crossing": ("no-crossing slot: tea, ten, net, ant, eat, ta", "no-crossing slot: ate"),
    "min-score": ("min-score 50 1A", "min-score 30"),
    "word-list": (
        "word-list 1A: ate, tea, ten, an, ates, ease",
        "word-list slot: tea, ate, eat, tan, ten, net, at",
    ),
    "no-words": ("no-words ~1A: ate, tea, ten, an", "no-words 3+: tea, ate, eat"),
    "reads": ("reads r1c1 r3c2: ta, at, ee, an, sa",),
    "regex": ("regex 1A: .*[et].*", "regex slot: (?!as).*[aeiou].?"),
    "same-letter": ("same-letter r1c1 r3c2",),
    "slot": ("slot nina: r1c1 r1c2 r3c2", "slot again: r1c2 r3c2 r1c1 r1c2"),
    "solution-word": (
        "solution-word tea st",
        "solution-word ten: r3c3 r1c2 r3c2",
        "solution-word *: r3c2 r1c2 r3c3",
    ),
    "treatment": (
        "treatment 1A: reversed, cyclic; several readings",
        "treatment 1A: misprint wrong; spells N",
        "treatment 1A 2D: latent, without-first; spells TA; several readings",
        "treatment 1A: jumbled, plain",
        "treatment 1A: latent, without-first; letters in m1",
        "treatment 1A: plain, latent; treated spell T, N; plain first",
    ),
    "with-auxiliaries": (
        "with-auxiliaries 1 - @x 1A=*E ; 1 - ~@x cell=S ; 0 1 @x (2 - @y cell=T) @y",
    ),
    "two-readings": ("two-readings r1c2", "two-readings r1c1 r3c3", "two-readings 1 in r1c2 r3c3"),
}
"""Texts of the kinds that need a value. A kind without one is its name.

Treatments here make only letters that words of the list have, as brute force tries no others.
"""


def keyword_values() -> dict[str, Any]:
    """By keyword of a rule, a value of it in files, from the examples in `VALUES`."""
    found: dict[str, Any] = {}
    for kind in kinds().values():
        if kind.short is not None and kind.short.keyword in rule_types():
            text = VALUES.get(kind.kind, (kind.kind,))[0].partition(" ")[2]
            value = int(text) if kind.short.kind is int else text or True
            found[kind.short.keyword] = value
    return found


# On the second grid: brute force has much to try on the first, of which fewer are fills.
SMALL = ("treatment", "either-or 1")
MOST_BEST = 40  # each is searched for
MOST_UNITS = 9  # of which every choice is tried
MEMORY = Path("/dev/shm")  # a ledger is brought to the disk after each cube: ten times as slow
Fills = Set[tuple[str, ...]]
Case = tuple[Puzzle, Fills]
LETTERS = sorted(set("".join(WORDS).upper()))


def cells_of(fill: sx.Fill) -> tuple[str, ...]:
    return fill.grid.cells


@cache
def plain_fills(text: str, rules: tuple[str, ...] = ()) -> frozenset[tuple[str, ...]]:
    """By brute force, which knows the rules that say what is looked for in every grid."""
    return frozenset(all_fills_by_rules(Puzzle(text, LISTED, rules)))


def plain_fillings(puzzle: Puzzle) -> Fills:
    """The fills of the grid alone, with all letters in the other cells of slots that rules add."""
    grid = puzzle.grid
    known = tuple(rule.to_text() for rule in puzzle.rules if rule.need in ("", Need.REBUS))
    in_lights = {at for light in slots_of(grid, puzzle.min_length) for at in light}
    others = [at for at in sorted(puzzle.cells_in_slots - in_lights) if not grid.is_given(at)]
    found: set[tuple[str, ...]] = set()
    if puzzle.needs & {Need.BOARDS, Need.TREATMENTS} or any(
        r.kind == "either-or" for r in puzzle.rules
    ):
        return treated_fillings(puzzle)
    for cells in plain_fills("\n".join(grid.lines()), known):
        for held in product([*LETTERS, *puzzle.rebus], repeat=len(others)):
            whole = [*cells, *grid.cells[grid.size :]]
            for at, text in zip(others, held, strict=True):
                whole[at] = text
            found.add(tuple(whole))
    return found


def treated_fillings(puzzle: Puzzle) -> Fills:
    """The grids with words in the slots that are not treated, and any letters in other cells.

    Those in a treated slot are of a word, as the checker says of this slot alone. Also those of
    boards, whose slots `tests/rules/test_boards.py` compares with the checker's.
    """
    found = {puzzle.grid.cells}
    strings = puzzle.texts[len(puzzle.listed.alphabet) :]
    for slot in puzzle.slots:
        if puzzle.given_codes(slot) is None:
            if puzzle.is_treated(slot):
                words = [*_treated_ways(puzzle, slot)]
            else:
                words = [way for word in WORDS for way in _ways(word.upper(), len(slot), strings)]
            found = {
                _with_text(cells, slot.cells, word)
                for cells in found
                for word in words
                if all(
                    cells[at] in (".", letter) for at, letter in zip(slot.cells, word, strict=True)
                )
            }
    for at in sorted(puzzle.cells_in_slots):
        found = {
            _with_text(cells, (at,), (letter,))
            for cells in found
            for letter in ([*LETTERS, *strings] if cells[at] == "." else [cells[at]])
        }
    return found


def _treated_ways(puzzle: Puzzle, slot: Slot) -> Iterator[tuple[str, ...]]:
    """The letters in a slot that are made of some word."""
    free = [*LETTERS, *puzzle.texts[len(puzzle.listed.alphabet) :]]
    held = [puzzle.grid.cells[at] for at in slot.cells]
    for letters in product(*(free if text == "." else [text] for text in held)):
        alone = puzzle.grid.with_cells(_with_text(puzzle.grid.cells, slot.cells, letters))
        faults = [fault.text for fault in faults_of(puzzle, alone) if fault.where == slot.name]
        if not any(" is no word by " in text for text in faults):
            yield letters


def _ways(word: str, n_cells: int, strings: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """A word in so many cells, each with a letter or one of the strings."""
    if not n_cells:
        yield from [()] * (not word)
        return
    for text in (word[:1], *strings):
        if text and word.startswith(text):
            for rest in _ways(word[len(text) :], n_cells - 1, strings):
                yield (text, *rest)


def _with_text(cells: tuple[str, ...], at: Sequence[int], text: Sequence[str]) -> tuple[str, ...]:
    held = dict(zip(at, text, strict=True))
    return tuple(held.get(cell, old) for cell, old in enumerate(cells))


TOGETHER = (
    ("min-length 3", "min-length 1", "max-shared-substring 3", "max-shared-substring 2"),
    ("cell=S", "min-score 30"),
    ("somewhere S", "max-shared-substring 2", "same-letter r1c1 r3c2"),
    ("different-letters r1c1 r1c2 r3c2", "same-letter r1c1 r3c2"),
    ("slot nina: r1c1 r1c2 r3c2", "no-near-duplicates"),
    ("cell h1", "slot nina: r1c1 h1 r3c2"),
    ("cell h1 = T", "cell A at 4 0.5", "slot nina: r1c1 h1", "slot ring: a r1c2 a", "~a=[AE]"),
    ("cell h1", "slot nina: r1c1 h1 r3c2", "same-letter h1 r1c2", "no-near-duplicates"),
    ("two-readings r1c2=T/A r3c3", "letter-count cell: T at least 2"),
    ("two-readings 2D=TEA/ANT", "no-near-duplicates"),
    ("two-readings r3c1 r1c2", "slot nina: r1c1 r1c2 r3c2", "min-score 30 nina ninab"),
    ("cell h1", "slot nina: h1 r1c1 r3c2 h1", "different-letters r1c1-r1c3 h1", "min-score 20"),
)
"""Rules that were once wrong together."""


def cases(*, whole: bool, turn: int = 0) -> Iterator[Case]:
    """The puzzles with their fills; arguments as for `puzzles`."""
    return ((puzzle, fills_of(puzzle)) for puzzle in puzzles(whole=whole, turn=turn))


def puzzles(*, whole: bool, turn: int = 0) -> Iterator[Puzzle]:
    """Each rule on each grid, and with strings in cells.

    Args:
        whole: or on one of the first two grids, and some rules that were wrong together.
        turn: then every third rule from this one on has strings beside it.
    """
    texts = [text for kind in kinds() for text in VALUES.get(kind, (kind,))]
    for number, text in enumerate(texts):
        first = 1 if text.startswith(SMALL) else number % 2
        grids = GRIDS if whole else (GRIDS[first], GRIDS[1 - first])
        yield from islice(_puzzles((text,), grids), None if whole else 1)
    for together in () if whole else TOGETHER:
        yield from _puzzles(together, GRIDS[:1])
    for grid, strings in REBUS_GRIDS:
        yield from _puzzles(strings, (grid,))
    for grid, strings in REBUS_GRIDS if whole else REBUS_GRIDS[:1]:
        for text in texts if whole else texts[turn % 3 :: 3]:
            yield from _puzzles((*strings, text), (grid,), may_be_refused=True)


def pairs() -> Iterator[Case]:
    """Every two rules on each grid."""
    texts = [text for kind in kinds() for text in VALUES.get(kind, (kind,))]
    for together in combinations(texts, 2):
        for puzzle in _puzzles(together, GRIDS, may_be_refused=True):
            yield puzzle, fills_of(puzzle)


def _puzzles(
    together: Sequence[str], grids: Sequence[str], *, may_be_refused: bool = False
) -> Iterator[Puzzle]:
    """Rules on grids.

    Args:
        may_be_refused: whether a grid may lack a cell or slot of a rule, or have a rebus beside a
            pattern of words; then it is left out.
    """
    for grid in grids:
        if any("1A=" in text for text in together) and len(Puzzle(grid, LISTED).slot("1A")) != 3:
            continue
        try:
            puzzle = Puzzle(grid, LISTED, together)
        except (sx.OptionError, sx.GridError):
            if not may_be_refused:
                raise
            continue
        yield puzzle


def fills_of(puzzle: Puzzle) -> Fills:
    """The fills of words of `LISTED`, by brute force and the independent checker."""
    key = str(puzzle.grid), tuple(rule.to_text() for rule in puzzle.rules)
    if key not in _known:
        every = plain_fillings(puzzle)
        _known[key] = frozenset(
            cells for cells in every if not faults_of(puzzle, puzzle.grid.with_cells(cells))
        )
    return _known[key]


_known: dict[tuple[str, tuple[str, ...]], Fills] = {}  # for each task anew they take seconds


Readings = dict[tuple[str, ...], tuple[str, ...]]
"""By fill, the words that are read in the slots, in the puzzle's order."""


def random_case(seed: int) -> tuple[Puzzle, Fills, Readings]:
    """A random puzzle with hidden cells, its fills by definition, and what is read in them."""
    puzzle = defined_puzzle(seed)
    _random.add(puzzle)
    readings = defined_fills(puzzle)
    return puzzle, readings.keys(), readings


_random: set[Puzzle] = set()  # of which brute force would take long


def defined_fills(puzzle: Puzzle) -> Readings:
    """The fills of a puzzle by definition."""
    fills = fills_by_definition(puzzle)
    readings = {
        one.cells(puzzle): tuple(one.words[slot.name] for slot in puzzle.slots) for one in fills
    }
    assert len(readings) == len(fills)
    return readings


def check_readings(puzzle: Puzzle, readings: Readings) -> None:
    """The checker of fills and the entries of a fill say which words are read."""
    codes = {text: code for code, text in enumerate(puzzle.texts)}
    for cells, words in readings.items():
        for slot, word in zip(puzzle.slots, words, strict=True):
            assert reading_in(puzzle, slot, cells) == word, (slot, cells)
        fill = sx.Fill(puzzle, {at: codes[cells[at]] for at in sorted(puzzle.cells_in_slots)})
        assert tuple(entry.reading for entry in fill.entries) == words, cells


def by_letter(fills: Fills, n: int) -> list[set[str]]:
    return [{cells[at] for cells in fills} for at in range(n)]


def check_fill(puzzle: Puzzle, right: Fills, _: Path) -> None:
    for solver in ("lazy", "cadical195"):
        found = sx.fill(puzzle, solver=solver)
        if right:
            assert cells_of(found.unwrap()) in right
        else:
            assert isinstance(found, sx.Impossible)


def check_enumerate(puzzle: Puzzle, right: Fills, _: Path) -> None:
    for solver in ("lazy", "minisat22"):
        assert {cells_of(one) for one in sx.enumerate_fills(puzzle, solver=solver)} == right


def check_count(puzzle: Puzzle, right: Fills, _: Path) -> None:
    found = sx.count(puzzle)
    assert (found.value.n if isinstance(found, sx.Found) else 0) == len(right)


def check_sample(puzzle: Puzzle, right: Fills, _: Path) -> None:
    for fill in sx.sample(puzzle, 3, seed=1):
        assert cells_of(fill) in right


def check_store(puzzle: Puzzle, right: Fills, _: Path) -> None:
    found = sx.compile_fills(puzzle)
    if not right:
        assert isinstance(found, sx.Impossible)
        return
    again = sx.FillStore.from_bytes(found.unwrap().to_bytes())
    assert {cells_of(one) for one in again} == right
    assert again.puzzle.rules == puzzle.rules


def check_letters(puzzle: Puzzle, right: Fills, _: Path) -> None:
    every = by_letter(right, len(puzzle.grid.cells))
    for cell in sx.letters(puzzle).unwrap().cells:
        assert set(cell.possible) == every[cell.cell], cell


def check_words(puzzle: Puzzle, right: Fills, _: Path) -> None:
    joined = puzzle.listed.alphabet.joined
    for slot in puzzle.slots:
        found = sx.slot_words(puzzle, slot.name).unwrap()
        wanted = {joined(cells[at] for at in slot.entry_cells) for cells in right}
        assert set(found.possible) == wanted, slot
        assert found.n_impossible >= 0
        for word in found.possible:
            witness = found.witness(word)
            assert witness is not None
            assert witness[slot.name].word == word
            assert cells_of(witness) in right


def reading_in(puzzle: Puzzle, slot: Slot, cells: tuple[str, ...]) -> str:
    """The word of a slot in a fill, as the independent checker reads it."""
    held = tuple(cells[at] for at in slot.entry_cells)
    word = puzzle.listed.alphabet.joined(held)
    entries = [SlotContent(slot.name, held, word, False, word)]
    names = [one.name for one in puzzle.slots]
    by_name = {puzzle.grid.cell_name(at): text for at, text in enumerate(cells)}
    for rule in puzzle.rules:
        entries = RuleChecker(rule).read(entries, names, puzzle.listed, by_name)
    return entries[0].reading


def worth(puzzle: Puzzle, cells: tuple[str, ...], goal: str) -> int:
    scores = [
        puzzle.listed.score(reading_in(puzzle, slot, cells)) or 0
        for slot in puzzle.slots
        if puzzle.given_codes(slot) is None
    ]
    return sum(scores) if goal == "total" else min(scores)


def check_optimise(puzzle: Puzzle, right: Fills, _: Path) -> None:
    for goal in ("total", "lowest"):
        found = sx.optimise(puzzle, goal=goal)
        if not right:
            assert isinstance(found, sx.Impossible)
            continue
        assert cells_of(found.unwrap()) in right
        best = max(worth(puzzle, cells, goal) for cells in right)
        assert worth(puzzle, cells_of(found.unwrap()), goal) == best, goal


def check_best(puzzle: Puzzle, right: Fills, _: Path) -> None:
    """All fills, in falling order of what they are worth."""
    for goal in ("total", "lowest"):
        found = [cells_of(one.value) for one in islice(sx.best_fills(puzzle, goal=goal), MOST_BEST)]
        assert len(found) == len(set(found)) == min(len(right), MOST_BEST), goal
        assert set(found) <= right
        values = sorted((worth(puzzle, cells, goal) for cells in right), reverse=True)
        assert [worth(puzzle, cells, goal) for cells in found] == values[: len(found)], goal


def check_unique(puzzle: Puzzle, right: Fills, _: Path) -> None:
    found = sx.unique(puzzle)
    if not right:
        assert isinstance(found, sx.Impossible)
        return
    value = found.unwrap()
    one, other = value.fill.grid.cells, value.fill.grid.cells
    if value.other is not None:
        other = value.other.grid.cells
    assert {one, other} <= right
    assert value.is_unique == (len(right) == 1) == (one == other)
    assert value.cells == tuple(at for at in range(len(one)) if one[at] != other[at])


def fewest_given(
    fills: Fills, wanted: tuple[str, ...], units: Sequence[Sequence[int]]
) -> int | None:
    """The fewest units whose letters only one of the fills has, by trying; None if none has."""
    for n in range(len(units) + 1):
        for some in combinations(units, n):
            cells = [cell for unit in some for cell in unit]
            if sum(all(fill[at] == wanted[at] for at in cells) for fill in fills) == 1:
                return n
    return None


def check_givens(puzzle: Puzzle, right: Fills, _: Path) -> None:
    if not right:
        assert isinstance(sx.minimal_givens(puzzle), sx.Impossible)
        return
    wanted = min(right)
    open_cells = puzzle.cells_in_slots.difference(puzzle.givens)
    entries = [open_cells.intersection(slot.entry_cells) for slot in puzzle.slots]
    units = {"cells": [[at] for at in open_cells], "entries": [sorted(one) for one in entries]}
    kinds: tuple[Giving, ...] = ("cells", "entries")
    for by in kinds:
        found = sx.minimal_givens(puzzle, solution=puzzle.grid.with_cells(wanted), by=by)
        given = {cell for unit in units[by] for cell in unit}
        if sum(all(fill[at] == wanted[at] for at in given) for fill in right) > 1:
            assert isinstance(found, sx.Impossible), by
            continue
        assert isinstance(found, sx.Best)
        assert found.is_proved
        assert found.objective == found.bound == len(found.value.names)
        agree = [fill for fill in right if all(fill[at] == wanted[at] for at in found.value.cells)]
        assert agree == [wanted]
        if len(units[by]) <= MOST_UNITS:
            assert found.objective == fewest_given(right, wanted, units[by])


def check_explain(puzzle: Puzzle, right: Fills, _: Path) -> None:
    found = sx.explain(puzzle)
    assert isinstance(found, sx.Found) == (not right)
    if isinstance(found, sx.Found):
        for correction in sx.corrections(found, limit=3, max_changes=2):
            assert correction.fill.letters


def check_prove(puzzle: Puzzle, right: Fills, folder: Path) -> None:
    found = sx.prove(puzzle, folder / "proof")
    assert isinstance(found, sx.Impossible) == bool(right)
    if not right:
        files = (folder / "proof" / name for name in ("puzzle.cnf", "proof.drat"))
        assert isinstance(check_proof(*files), sx.Found)


def check_export(puzzle: Puzzle, right: Fills, folder: Path) -> None:
    """The formula has as many assignments as fills, and its comments have the rules."""
    path = folder / "a.cnf"
    sx.export(puzzle, path)
    read = sx.dimacs.read_formula(path)
    decoder = Decoder.from_comments(read.comments)
    assert decoder.rules == puzzle.rules
    encoding = sx.encode(puzzle)
    found = {cells_of(one) for one in sx.enumerate_fills(puzzle, solver="cadical195")}
    assert found == right
    assert list(read.formula) == list(encoding.formula)


def check_distances(puzzle: Puzzle, right: Fills, _: Path) -> None:
    """Fills that differ in entries and in letters, as many as can be found one after the other."""
    slots = [slot for slot in puzzle.slots if puzzle.given_codes(slot) is None]
    named = enumerate(puzzle.grid.named, puzzle.grid.size)
    hidden = {at for at, cell in named if not (cell.place or re.match(r"r\d+c\d+[bd]$", cell.name))}
    joined = puzzle.listed.alphabet.joined

    def entries(cells: tuple[str, ...]) -> list[str]:
        return [joined(cells[at] for at in slot.entry_cells) for slot in slots]

    def n_entries(one: tuple[str, ...], other: tuple[str, ...]) -> int:
        return sum(map(str.__ne__, entries(one), entries(other)))

    def n_letters(one: tuple[str, ...], other: tuple[str, ...]) -> int:
        return sum(one[at] != other[at] for at in range(len(one)) if at not in hidden)

    apart: dict[int | str, Callable[[tuple[str, ...], tuple[str, ...]], bool]] = {
        1: lambda one, other: n_entries(one, other) >= 1,
        2: lambda one, other: n_entries(one, other) >= 2,
        "2-letters": lambda one, other: n_letters(one, other) >= 2,
        "words": lambda one, other: set(entries(one)).isdisjoint(entries(other)),
    }
    for distinct, is_apart in apart.items():
        found = [cells_of(one) for one in sx.enumerate_fills(puzzle, distinct=distinct)]
        assert set(found) <= right
        assert all(is_apart(*pair) for pair in combinations(found, 2)), distinct
        # Another one would have been found: each fill is near one of them.
        near = [one for one in right if all(is_apart(one, other) for other in found)]
        assert not near, distinct


def check_certificates(puzzle: Puzzle, right: Fills, folder: Path) -> None:
    """What is proved of the fills, and what the check of the certificate says of it."""
    asked: dict[str, Callable[[Path], object]] = {
        "fill": lambda path: sx.fill(puzzle, certificate=path),
        "all": lambda path: list(sx.enumerate_fills(puzzle, certificate=path)),
        "unique": lambda path: sx.unique(puzzle, certificate=path),
        "letters": lambda path: sx.letters(puzzle, certificate=path),
        "total": lambda path: sx.optimise(puzzle, goal="total", certificate=path),
        "lowest": lambda path: sx.optimise(puzzle, goal="lowest", certificate=path),
    }
    refused: list[sx.OptionError] = []
    for name, ask in asked.items():
        path = folder / name
        try:
            ask(path)
        except sx.OptionError as error:
            refused.append(error)
            continue
        is_due = {"fill": not right, "unique": len(right) < 2}.get(name, True)
        assert path.exists() == is_due, name
        if is_due:
            checked = sx.verify_certificate(path)
            assert isinstance(checked, sx.Found), (name, checked)
            said = checked.value
            assert isinstance(said, CertificateCheck)
            if name == "all":
                assert sorted(one.cells for one in said.fills) == sorted(right)
            if name == "letters":
                for cell, letters in said.letters.items():
                    at = puzzle.grid.position(cell)
                    assert set(letters) == {cells[at] for cells in right}, cell
            if name in ("total", "lowest") and right:
                assert said.value == max(worth(puzzle, cells, name) for cells in right)
    if len(refused) == len(asked):
        raise refused[0]
    assert all(_names_a_rule(error, puzzle) for error in refused)


def check_check(puzzle: Puzzle, right: Fills, _: Path) -> None:
    chance = random.Random(1)
    near = _near_misses(puzzle, right, chance) if puzzle in _random else None
    wrong = sorted((plain_fillings(puzzle) if near is None else near) - right)
    for cells in (*right, *chance.sample(wrong, min(len(wrong), 100))):
        faults = sx.check(puzzle, puzzle.grid.with_cells(cells))
        assert (not faults) == (cells in right)


def _near_misses(puzzle: Puzzle, right: Fills, chance: random.Random) -> Fills:
    """Grids that differ from fills in a letter, and any others."""
    open_cells = [at for at in sorted(puzzle.cells_in_slots) if puzzle.grid.cells[at] == "."]
    found: set[tuple[str, ...]] = set()
    for _ in range(100):
        some = open_cells if not right or chance.random() < 0.3 else [chance.choice(open_cells)]
        cells = list(chance.choice(sorted(right)) if right else puzzle.grid.cells)
        for at in some:
            cells[at] = chance.choice(puzzle.texts)
        found.add(tuple(cells))
    return found


def check_file(puzzle: Puzzle, right: Fills, folder: Path) -> None:
    """A puzzle in one JSON file."""
    path = folder / "puzzle.json"
    sx.save_puzzle(puzzle, path)
    again = sx.load_puzzle(path)
    assert again.rules == puzzle.rules
    assert {cells_of(one) for one in sx.enumerate_fills(again)} == right


def check_process(puzzle: Puzzle, right: Fills, _: Path) -> None:
    """What another process is sent."""
    again = pickle.loads(pickle.dumps(puzzle))
    assert again.rules == puzzle.rules
    assert {cells_of(one) for one in sx.enumerate_fills(again)} == right


def check_state(puzzle: Puzzle, right: Fills, _: Path) -> None:
    """A listing that is stopped after each fill, and goes on from the text of its state."""
    found: list[tuple[str, ...]] = []
    state: dict[str, Any] = {}
    while True:
        with sx.enumerate_fills(puzzle, state=state) as fills:
            fill = next(fills, None)
            state = json.loads(json.dumps(fills.state()))
        if fill is None:
            break
        found.append(cells_of(fill))
        assert len(found) <= len(right)
    assert len(found) == len(set(found))
    assert set(found) == right


def check_ledger(puzzle: Puzzle, right: Fills, folder: Path) -> None:
    """Cubes whose results are in a ledger, from which another listing takes them."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else folder) as name:
        _check_ledger(puzzle, right, Path(name))


def _check_ledger(puzzle: Puzzle, right: Fills, folder: Path) -> None:
    for again in (False, True):
        with PoolFills(puzzle, SerialPool(), state=folder / "run", resume=again) as fills:
            assert {cells_of(one) for one in fills} == right
    with PoolCount(puzzle, SerialPool(), state=folder / "count") as task:
        count = task.run()
    assert (count.value.n if isinstance(count, sx.Found) else 0) == len(right)


def check_batch(puzzle: Puzzle, right: Fills, _: Path) -> None:
    """A line of `satcross batch`."""
    line = {
        "grid": puzzle.grid.lines(),
        "alphabet": puzzle.listed.alphabet.spelling,
        "word_list": dict(puzzle.listed.words()),
        "rules": [rule.to_text() for rule in puzzle.rules],
        "task": "count",
    }
    with Batch(numbered_jobs([line]), SerialPool()) as batch:
        (found,) = batch
    assert not found.get("error"), found
    assert int(found.get("n") or 0) == len(right), found


def check_command(puzzle: Puzzle, right: Fills, folder: Path) -> None:
    """Options of the command line, and a file of rules."""
    (folder / "grid").write_text(str(puzzle.grid))
    lines = "".join(f"{word};{score}\n" for word, score in puzzle.listed.words())
    (folder / "list").write_text(lines)
    texts = [rule.to_text() for rule in puzzle.rules]
    (folder / "rules").write_text("\n".join(texts))
    alphabet = puzzle.listed.alphabet
    args = (
        "fill", folder / "grid", "-w", folder / "list", "--all", "--format", "json",
        "--alphabet", alphabet.spelling,
    )  # fmt: skip
    for rules in (
        [word for text in texts for word in ("--rule", text)],
        ["--rules", folder / "rules"],
    ):
        done = run_cli(*args, *rules)
        assert done.code == (0 if right else 20), done
        found = [json.loads(line) for line in done.out.splitlines()]
        assert {
            (
                *sx.Grid.of_lines(one["grid"], alphabet).cells,
                # Grid text may bring second cells before those of rules.
                *(one["named"][cell.name] for cell in puzzle.grid.named),
            )
            for one in found
        } == right


def check_reports(puzzle: Puzzle, right: Fills, folder: Path) -> None:
    """The commands that say something of a puzzle."""
    (folder / "grid").write_text(str(puzzle.grid))
    lines = "".join(f"{word};{score}\n" for word, score in puzzle.listed.words())
    (folder / "list").write_text(lines)
    asked = ["grid", "-w", "list", "--alphabet", puzzle.listed.alphabet.spelling]
    asked += [word for rule in puzzle.rules for word in ("--rule", rule.to_text())]

    def run(command: str, *more: str, code: int) -> list[Any]:
        with contextlib.chdir(folder):
            done = run_cli(command, *asked, *more, "--format", "json")
        assert done.code == code, (command, done)
        return [json.loads(line) for line in done.out.splitlines()]

    (letters,) = run("letters", code=0 if right else 20)
    for said in letters["cells"]:
        at = puzzle.grid.position(said["cell"])
        assert set(said["possible"]) == {cells[at] for cells in right}
    reasons = run("explain", "--corrections", "1", code=0 if right else 20)
    assert (reasons[0]["kind"] == "fillable") == bool(right)
    for goal in ("total", "lowest"):
        best = run("optimise", "--goal", goal, code=0 if right else 20)
        if right:
            assert best[0]["value"] == max(worth(puzzle, cells, goal) for cells in right)
    compiled = run("compile", "-o", "store", code=0 if right else 20)
    assert [one["n_fills"] for one in compiled] == ([len(right)] if right else [])
    run("prove", "-o", "proof", code=1 if right else 0)


def check_pools(puzzle: Puzzle, right: Fills, _: Path) -> None:
    """Tasks of a pool of workers."""
    for goal in ("total", "lowest"):
        with PoolOptimise(puzzle, SerialPool(), goal=goal) as task:
            best = task.run()
        if not right:
            assert isinstance(best, sx.Impossible)
            continue
        assert cells_of(best.unwrap()) in right
        most = max(worth(puzzle, cells, goal) for cells in right)
        assert worth(puzzle, cells_of(best.unwrap()), goal) == most


def check_oracle(puzzle: Puzzle, right: Fills, _: Path) -> None:
    """Letters that are typed and taken out again: they are assumed, or the engine starts over."""
    every = by_letter(right, len(puzzle.grid.cells))
    with sx.LetterOracle(puzzle, empty=True) as oracle:
        for at, cell in enumerate(puzzle.grid.cells):
            if cell != "." or not every[at]:
                continue
            letter = max(every[at])
            # What is given wholly need not be listed and is not compared: another puzzle.
            typed = {cells for cells in right if cells[at] == letter}
            slots = [slot for slot in puzzle.slots if at in slot.cells]
            if any(set(slot.cells) <= {at, *puzzle.givens} for slot in slots):
                continue
            oracle.place({at: letter})
            for report in oracle.report().cells:
                assert set(report.possible) == {cells[report.cell] for cells in typed}
            oracle.place({at: None})
        for report in oracle.report().cells:
            assert set(report.possible) == every[report.cell]


def check_workbench(puzzle: Puzzle, right: Fills, folder: Path) -> None:
    """The document of the page, and what its engine says of the letters."""
    rules = rules_in(json.loads(json.dumps(rules_data(puzzle.rules))))
    assert rules == puzzle.rules
    lines = [f"{word};{score}" for word, score in puzzle.listed.words()]
    n = puzzle.grid.n_cols
    cells = puzzle.grid.cells
    rows = [cells[at : at + n] for at in range(0, puzzle.grid.size, n)]
    desk = Desk(folder, rows, lines, rules=rules, alphabet=puzzle.listed.alphabet)
    try:
        desk.work()
        verdict = desk.standing("verdict")[-1]["verdict"]
        assert verdict == ("fillable" if right else "impossible")
        every = by_letter(right, len(cells))
        said: dict[str, Any] = {}
        for message in desk.standing("letters"):
            said |= message["cells"]
        for cell, letters in said.items():
            assert set(letters["possible"]) == every[int(cell)]
            assert not letters["unknown"]
    finally:
        desk.close()


def check_make(puzzle: Puzzle, right: Fills, _: Path) -> None:
    """The same pattern, made: rules about what is in it hold in it."""
    grid = puzzle.grid
    if min(grid.n_rows, grid.n_cols) < 2:
        return  # no pattern has one row
    blocks = frozenset(cell for cell, text in enumerate(grid.cells) if text == "#")
    spec = sx.PatternRules(
        grid.n_rows, grid.n_cols, blocks=blocks, n_blocks=sx.Range(len(blocks), len(blocks)),
        min_length=2, symmetry=sx.Symmetry.NONE, connected=False, all_checked=False,
    )  # fmt: skip
    entries = sx.EntryRules(rules=puzzle.rules)
    made = sx.make(spec, puzzle.listed, entries=entries, time_limit_s=20)
    if puzzle.givens:  # the pattern is made without letters
        without = puzzle.restricted(givens=[])
        right = defined_fills(without).keys() if puzzle in _random else fills_of(without)
    if right:
        assert isinstance(made, sx.Found | sx.Best)
        assert cells_of(made.value.fill) in right
    else:
        assert isinstance(made, sx.Impossible)


def check_codeword(puzzle: Puzzle, right: Fills, _: Path) -> None:
    check_solved(CodewordTask(puzzle, pangram=False), right)


def check_fillin(puzzle: Puzzle, right: Fills, _: Path) -> None:
    check_solved(FillInTask(puzzle), right)


def check_solved(task: CodewordTask | FillInTask, right: Fills) -> None:
    """The solution is a fill; that there is no other one is for checkers of their own."""
    with task:
        made = task.run()
    if right:
        assert isinstance(made, sx.Best)
        assert cells_of(made.value.fill) in right
    else:
        assert isinstance(made, sx.Impossible)


TASKS: dict[str, Callable[[Puzzle, Fills, Path], None]] = {
    "fill": check_fill,
    "enumerate_fills": check_enumerate,
    "count": check_count,
    "sample": check_sample,
    "compile_fills": check_store,
    "letters": check_letters,
    "slot_words": check_words,
    "optimise": check_optimise,
    "best_fills": check_best,
    "unique": check_unique,
    "minimal_givens": check_givens,
    "explain": check_explain,
    "prove": check_prove,
    "export": check_export,
    "check": check_check,
}

FORMS: dict[str, Callable[[Puzzle, Fills, Path], None]] = {
    "distances": check_distances,
    "certificates": check_certificates,
    "a file": check_file,
    "another process": check_process,
    "a state": check_state,
    "a ledger": check_ledger,
    "a batch": check_batch,
    "the command line": check_command,
    "reports of the command line": check_reports,
    "a pool": check_pools,
    "letters that are typed": check_oracle,
    "the workbench": check_workbench,
    "a pattern that is made": check_make,
    "a codeword": check_codeword,
    "a fill-in": check_fillin,
}
"""Ways in which a puzzle reaches a task, and comes back."""


_OTHERWISE = (
    " comes once", "has a word", "support cells of several letters",
    "needs an alphabet of at most 64 letters",
)  # fmt: skip
"""How codewords and fill-ins refuse rules that they could not keep for solvers, and certificates
the letters that these add."""


def public_tasks() -> set[str]:
    """The public functions about a puzzle."""
    return {
        name
        for name in dir(sx)
        if inspect.isfunction(function := getattr(sx, name))
        and next(iter(inspect.signature(function).parameters), "") == "puzzle"
        and re.fullmatch(
            r"satcross\.(api|tasks\..*|apps\.(proofs|store|counting|explain|letters|optimise|unique)\.api)",
            function.__module__,
        )
    }


def refusal_of(check: Callable[[Puzzle, Fills, Path], None], case: Case, folder: Path) -> str:
    """The error by which a rule was refused, or "" where all is right.

    The function raises what the check raises for what is wrong, and a refusal that does not name
    the rule.
    """
    puzzle, right = case
    try:
        check(puzzle, right, folder)
    except sx.OptionError as error:
        if not _names_a_rule(error, puzzle):
            raise
        return str(error)
    return ""


def _names_a_rule(error: sx.OptionError, puzzle: Puzzle) -> bool:
    named = [f"does not support the rule {str(rule)!r}" for rule in puzzle.rules]
    return any(text in str(error) for text in (*named, *_OTHERWISE))
