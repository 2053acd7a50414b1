"""The smallest refill, against brute force."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import pytest
from support.cli import run_cli
from support.seeds import quick

import satcross as sx
from satcross.apps.houses.houses import House, load_house
from satcross.apps.houses.page import Reviewed
from satcross.apps.houses.refill import MOST_LETTERS, Refill, can_refill, smallest_refill
from satcross.apps.houses.review import Finding, review
from satcross.model.puzzle import Puzzle
from satcross.results import Reason, Stopped
from satcross.task import NEVER, Deadline

OWN = """
[checks]
stems = "error"
letters = "off"
shared-words = "off"
"""


def reviewed(filled: str, words: sx.WordList, house: House) -> tuple[Reviewed, tuple[Finding, ...]]:
    page = Reviewed(Puzzle(filled, words))
    return page, review(page, house)


def smallest(page: Reviewed, house: House, finding: Finding, before: set[str]) -> int | None:
    """How many letters the best of all fills changes, of words of the list and of the grid."""
    puzzle = page.puzzle
    inside = sorted({cell for slot in puzzle.slots for cell in slot.cells})
    here = {entry.name: entry.word or "" for entry in page.entries}
    known = {*(word for word, _ in puzzle.listed.words()), *here.values()}
    letters = sorted(set("".join(known)))
    old = tuple(puzzle.grid.cells[at] for at in inside)

    def distance(held: tuple[str, ...]) -> int:
        return sum(a != b for a, b in zip(held, old, strict=True))

    for held in sorted(product(letters, repeat=len(inside)), key=distance):
        cells = list(puzzle.grid.cells)
        for at, letter in zip(inside, held, strict=True):
            cells[at] = letter
        spelt = {slot.name: "".join(cells[at] for at in slot.cells) for slot in puzzle.slots}
        if not known.issuperset(spelt.values()):
            continue
        if sum(spelt[name] == here[name] for name in finding.entries) > finding.stay:
            continue
        after = Reviewed(Puzzle(puzzle.grid.with_cells(cells), puzzle.listed))
        if all(one.text in before for one in review(after, house)):
            return distance(held)
    return None


@pytest.mark.parametrize("seed", quick(range(100), 4))
def test_it_is_the_smallest(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    (tmp_path / "own.toml").write_text(OWN)
    house = load_house(str(tmp_path / "own.toml"))
    letters = "ASD"
    shape = rng.choice([("...", "...", "..."), ("....", "....", "#.#."), ("...#", "...#", "#...")])
    words = {
        "".join(rng.choice(letters) for _ in range(n)) for n in (2, 3, 3, 4) for _ in range(12)
    }
    filled = "\n".join(
        "".join(rng.choice(letters) if cell == "." else cell for cell in row) for row in shape
    )
    page, found = reviewed(filled, sx.WordList.from_words(sorted(words)), house)
    for finding in [one for one in found if can_refill(page, one)][:2]:
        before = {one.text for one in found if one != finding}
        refill = smallest_refill(page, house, found, finding, deadline=NEVER)
        best = smallest(page, house, finding, before)
        if isinstance(refill, Stopped):
            assert refill.reason is Reason.GIVEN_UP
        elif refill is None:
            assert best is None or best > MOST_LETTERS
        else:
            assert refill.n_letters == best
            pairs = zip(refill.fill.grid.cells, page.puzzle.grid.cells, strict=True)
            assert sum(a != b for a, b in pairs) == refill.n_letters
            assert {change.entry: change.after for change in refill.changes} == {
                entry.slot.name: entry.word
                for entry in refill.fill.entries
                if entry.word != page.puzzle.spelled(page.puzzle.given_codes(entry.slot) or ())
            }


WORDS = ["cat", "cot", "cut", "are", "ore", "use", "bed", "bad", "cab", "cob", "tea", "teas"]


def test_what_stays(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN)
    house = load_house(str(tmp_path / "own.toml"))
    words = sx.WordList.from_words(WORDS)
    page, found = reviewed("CAT#CAT", words, house)
    (finding,) = found
    refill = smallest_refill(page, house, found, finding, deadline=NEVER)
    assert isinstance(refill, Refill)
    assert refill.n_letters == 1
    fixed = smallest_refill(page, house, found, finding, fixed=range(3), deadline=NEVER)
    assert isinstance(fixed, Refill)
    assert [change.entry for change in fixed.changes] == ["2A"]
    both = smallest_refill(page, house, found, finding, fixed=range(7), deadline=NEVER)
    assert both is None
    stopped = smallest_refill(page, house, found, finding, deadline=Deadline.after(0))
    assert isinstance(stopped, Stopped)
    themed = Reviewed(page.puzzle, theme=range(7))
    assert not can_refill(themed, finding)
    draft, found = reviewed("CAT#CAT#.EA", words, house)
    assert not any(can_refill(draft, one) for one in found)


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN)
    (tmp_path / "words.txt").write_text("\n".join(WORDS))
    (tmp_path / "g.txt").write_text("CAT#CAT\n")
    argv = ("check", tmp_path / "g.txt", "-w", tmp_path / "words.txt",
            "--house", tmp_path / "own.toml")  # fmt: skip
    done = run_cli(*argv)
    head, line = done.out.splitlines()
    assert head == "error: 1A and 2A are both CAT (repeats)"
    assert line.startswith("  refill: ")
    assert line.endswith(": 1 letter")
    assert run_cli(*argv, "--no-refill").out == f"{head}\n"
    said = json.loads(run_cli(*argv, "--format", "json").out)["findings"][0]["refill"]
    assert said["n_letters"] == 1
    assert len(said["changes"]) == 1
    assert said["changes"][0].keys() == {"entry", "before", "after"}
    assert "time limit" in run_cli(*argv, "--time-limit", "1e-9").out
    assert run_cli("check", tmp_path / "g.txt", "--no-refill").code == 2
