"""The engine of the workbench on treated entries, and what the page is told of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.seeds import split
from support.treated_puzzles import fills_by_trying, random_puzzle, said_puzzle, with_givens
from support.workbench_desk import Desk

from satcross.model.puzzle import Puzzle
from satcross.rules import rule_of_text


def desk_of(puzzle: Puzzle, folder: Path) -> Desk:
    cells, n = puzzle.grid.cells[: puzzle.grid.size], puzzle.grid.n_cols
    rows = [cells[at : at + n] for at in range(0, len(cells), n)]
    lines = [f"{word};{score}" for word, score in puzzle.listed.words()]
    return Desk(folder, rows, lines, alphabet=puzzle.listed.alphabet, rules=puzzle.rules)


def check_settled(puzzle: Puzzle, folder: Path) -> None:
    """Compare the verdict, letters and marks with all fills."""
    n = puzzle.grid.size
    fills = {
        tuple("".join(text.split("\n")[: puzzle.grid.n_rows])) for text in fills_by_trying(puzzle)
    }
    desk = desk_of(puzzle, folder)
    try:
        desk.view(*[slot.name for slot in puzzle.slots[:2]], limit=60)
        desk.work()
        verdict = desk.standing("verdict")[-1]
        assert verdict["verdict"] == ("fillable" if fills else "impossible")
        if fills:
            assert tuple(a or "#" for a in verdict["witness"]) in fills
        letters: dict[str, Any] = {}
        for message in desk.standing("letters"):
            letters |= message["cells"]
        for cell, said in letters.items():
            assert int(cell) < n
            assert set(said["possible"]) == {fill[int(cell)] for fill in fills}
            assert not list(said["unknown"])
        for question in ("letters", "consistency"):
            assert all(int(at) < n for said in desk.standing(question) for at in said["forced"])
        for shown in desk.standing("candidates")[-1]["lists"]:
            slot = puzzle.slot(shown["entry"])
            if all(cell in puzzle.givens for cell in slot.entry_cells):
                continue
            marks: dict[str, str] = {}
            for message in desk.standing("marks"):
                marks |= message["marks"].get(slot.name, {})
            spelled = {"".join(fill[cell] for cell in slot.entry_cells) for fill in fills}
            good = {word for word, _, mark, _ in shown["words"] if marks.get(word, mark) == "good"}
            assert good <= spelled
            if shown["n"] <= 60:
                assert good == spelled
    finally:
        desk.close()


@pytest.mark.parametrize("seeds", split(range(120), 3))
def test_everything_is_settled_as_brute_force_does(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        puzzle = said_puzzle(seed + 5000)  # letters of hidden cells cannot be given on the page
        if seed % 3:
            puzzle = with_givens(random_puzzle(seed), seed) if seed % 2 else random_puzzle(seed)
        (tmp_path / str(seed)).mkdir()
        check_settled(puzzle, tmp_path / str(seed))


def test_a_treated_entry_shows_its_answer(tmp_path: Path) -> None:
    rules = (rule_of_text("treatment 1A: misprint; spells O"),)
    desk = Desk(tmp_path, ["..."], ["dog", "cat"], rules=rules)
    desk.view("1A")
    desk.work()
    assert desk.standing("consistency")[-1]["treated"] == {
        "1A": {"by": "misprint, for O", "word": ""}
    }
    (shown,) = desk.standing("candidates")[-1]["lists"]
    assert {(word[0], word[2], written) for word, _, _, written in shown["words"]} == {
        ("D", "G", "dog")
    }
    desk.edit("letters", cells={"0": "D", "1": "K", "2": "G"})
    desk.work()
    said = desk.standing("consistency")[-1]
    assert said["treated"]["1A"]["word"] == "DOG"
    assert said["unlisted"] == {}
    desk.edit("letters", cells={"0": "X"})
    desk.work()
    assert desk.standing("consistency")[-1]["unlisted"]["1A"]["why"] == "form"
    desk.close()


def test_letters_of_entries_are_told_beside_a_fill(tmp_path: Path) -> None:
    rules = (rule_of_text("treatment 1A: misprint; letters in m"), rule_of_text("m=O"))
    desk = Desk(tmp_path, ["..."], ["dog"], rules=rules)
    desk.work()
    found = desk.ask("fill")
    for said in (desk.standing("verdict")[-1], found):
        letter, treated = said["beside"]
        assert letter == "m = O"
        assert treated.startswith("1A D")
        assert treated.endswith("G: DOG")
    assert sorted(found["cells"]) == ["0", "1", "2"]
    desk.close()
