"""The engine on grids with cells of several letters and rules between entries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle
from support.seeds import split
from support.workbench_client import Browser
from support.workbench_desk import Desk

from satcross.apps.workbench.messages import EditError
from satcross.model.puzzle import Puzzle
from satcross.rules import rule_of_text

KIND = Kind(letters="ABC", rebus=True, near=True, shared=True, max_cells=9)


@pytest.mark.parametrize("rules", [{"no_near_duplicates": True}, {"rebus": ["IA"]}])
def test_rules_between_entries_have_a_verdict_and_fills(
    bench: Browser, rules: dict[str, Any]
) -> None:
    name = bench.new("rules", 4, 4)
    with bench.open(name) as tab:
        tab.edit("rules", **rules)
        verdict = tab.standing("verdict")
        assert verdict["verdict"] == "fillable"
        assert all(verdict["witness"])
        assert tab.ask("fill")["outcome"] == "found"
        assert tab.ask("next_fill")["outcome"] == "found"
        assert len(tab.ask("fills", n=2)["fills"]) == 2


def desk_of(puzzle: Puzzle, folder: Path) -> Desk:
    """A desk with a puzzle."""
    cells, n = puzzle.grid.cells, puzzle.grid.n_cols
    rows = [["#" if c == "#" else c for c in cells[at : at + n]] for at in range(0, len(cells), n)]
    lines = [f"{word};{score}" for word, score in puzzle.listed.words()]
    return Desk(folder, rows, lines, alphabet=puzzle.listed.alphabet, rules=puzzle.rules)


def check_settled(puzzle: Puzzle, folder: Path) -> None:
    """Compare the verdict, letters and marks with all fills."""
    fills = all_fills_by_rules(puzzle)
    desk = desk_of(puzzle, folder)
    try:
        desk.view(*[slot.name for slot in puzzle.slots[:2]], limit=60)
        desk.work()
        verdict = desk.standing("verdict")[-1]
        assert verdict["verdict"] == ("fillable" if fills else "impossible")
        letters: dict[str, Any] = {}
        for message in desk.standing("letters"):
            letters |= message["cells"]
        for cell, said in letters.items():
            assert set(said["possible"]) == {fill[int(cell)] for fill in fills}
            assert not list(said["unknown"])
            text = next(iter(said["possible"]))
            witness = desk.ask("witness", cell=int(cell), letter=text)["cells"]
            assert witness[int(cell)] == text
        marks: dict[str, dict[str, str]] = {}
        for message in desk.standing("marks"):
            for entry, some in message["marks"].items():
                marks.setdefault(entry, {}).update(some)
        # Where nothing is set, words are settled once a fill is known: decision 113.
        if not fills and set(puzzle.grid.cells) == {"."}:
            assert marks == {}
            return
        assert desk.standing("marks")[-1]["done"]
        for shown in desk.standing("candidates")[-1]["lists"]:
            slot = puzzle.slot(shown["entry"])
            if puzzle.given_codes(slot) is not None:
                continue
            spelled = {"".join(fill[cell] for cell in slot.cells) for fill in fills}
            for word, _, mark, _ in shown["words"]:
                said = marks.get(slot.name, {}).get(word, mark)
                assert said == ("good" if word in spelled else "dead"), (slot.name, word)
                if said == "good":
                    witness = desk.ask("witness", entry=slot.name, word=word)["cells"]
                    assert "".join(witness[cell] for cell in slot.cells) == word
    finally:
        desk.close()


@pytest.mark.parametrize("seeds", split(range(300), 3))
def test_every_letter_and_word_is_settled_as_brute_force_does(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        (tmp_path / str(seed)).mkdir()
        check_settled(make_puzzle(seed, KIND), tmp_path / str(seed))


def test_why_a_rebus_grid_has_no_fill_is_said(tmp_path: Path) -> None:
    desk = Desk(tmp_path, [["THE", "."], [".", "."]], ["ab", "cd", "ac", "bd"])
    desk.work()
    assert desk.standing("verdict")[-1]["verdict"] == "impossible"
    for why in (desk.standing("why")[-1], desk.ask("why")):
        assert why["text"] == "no fill because of 1A and the letter THE at r1c1"
        assert "drop the rebus THE at r1c1" in [one["text"] for one in why["corrections"]]
    desk.close()


def test_why_a_word_of_a_rebus_is_dead_is_said(tmp_path: Path) -> None:
    words = ["thea", "theb", "ad", "bc", "dc"]
    desk = Desk(tmp_path, [[".", "."], [".", "."]], words, rules=(rule_of_text("rebus THE"),))
    desk.work()
    said = desk.ask("proof", entry="1A", word="THEA")
    assert said["typed"] == {"0": "THE", "1": "A"}
    assert said["outcome"] == "found"
    assert "the letter" in said["text"], said["text"]
    assert "does not fit" in desk.ask("proof", entry="1A", word="BCDC")["problem"]
    desk.close()


@pytest.mark.parametrize(
    "name", ["no-near-duplicates", "constraint 1 - 1A=C*", "same-letter r1c1 r1c2"]
)
def test_a_rule_can_be_the_reason_and_is_left_out_by_the_correction(
    name: str, tmp_path: Path
) -> None:
    kept = rule_of_text("slot nina: r1c1 r2c1")
    dropped = rule_of_text(name)
    rows: tuple[str, ...] = ("..", "..")
    words = ["AB", "BA", "AA", "BB"]
    if name == "no-near-duplicates":
        rows, words = ("....", "####", "...#"), ["CATS", "CAT", "CA"]
        kept = rule_of_text("slot nina: r1c1 r1c2")
    if name.startswith("same"):
        words = words[:2]
    desk = Desk(tmp_path, rows, words, rules=(dropped, kept))
    desk.work()
    why = desk.standing("why")[-1]
    assert why["outcome"] == "found", why
    assert f"the rule {str(dropped)!r}" in why["text"]
    offers = [one for one in why["corrections"] if str(dropped) in one["text"]]
    assert len(offers) == 1
    assert desk.ask("what_if", changes=offers[0]["changes"])["outcome"] == "fillable"
    desk.edit("correction", changes=offers[0]["changes"])
    assert [rule for rule in desk.document.rules if rule.need] == [kept]
    desk.work()
    assert desk.standing("verdict")[-1]["verdict"] == "fillable"
    desk.close()


@pytest.mark.parametrize("rules", [["no rule"], "same-letter r1c1 r1c2", [1]])
def test_what_is_no_rule_changes_nothing(rules: Any, tmp_path: Path) -> None:
    desk = Desk(tmp_path, ("..", ".."), ["AB", "BA"])
    with pytest.raises(EditError):
        desk.edit("rules", rules=rules)
    assert desk.document.rules == ()
    desk.close()
