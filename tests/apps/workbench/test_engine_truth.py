"""What the workbench says of tiny grids, over random edits and undo, against all fills."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.brute_force import all_fills
from support.random_puzzles import random_puzzle
from support.seeds import split
from support.workbench_desk import Data, Desk

from satcross.apps.workbench.engine import promises
from satcross.apps.workbench.messages import EditError
from satcross.model.alphabet import Alphabet
from satcross.model.value import distinct_in

N_EDITS = 8


class Truth:
    """All fills of a crossword, found without satcross.

    Args:
        desk: has the crossword.
        listed: the words of its list, with their scores.
        alphabet: the letters.
    """

    def __init__(self, desk: Desk, listed: dict[str, int], alphabet: str) -> None:
        document = desk.document
        words = {**listed, **document.overrides}
        least = document.min_score or 0
        self.words = {
            word: score
            for word, score in words.items()
            if score >= least and not (word in document.overrides and score == 0)
        }
        self.rows = desk.rows
        self.slots = {slot.name: slot.cells for slot in document.slots}
        self._alphabet, self._distinct = alphabet, distinct_in(document.rules)
        self.fills = self._fills_of(self.rows)

    def _fills_of(self, rows: list[str]) -> set[str]:
        fills = all_fills(rows, self.words, self._alphabet, distinct=self._distinct)
        return {"".join(fill) for fill in fills}

    def fills_without(self, entry: str) -> set[str]:
        """All fills with another word for a full entry, whose crossing full entries stay."""
        text = list("".join(self.rows))
        kept = {
            cell
            for name, cells in self.slots.items()
            if name != entry and all(text[cell] != "." for cell in cells)
            for cell in cells
        }
        for cell in set(self.slots[entry]) - kept:
            text[cell] = "."
        n = len(self.rows[0])
        return self._fills_of(["".join(text[at : at + n]) for at in range(0, len(text), n)])

    def spells(self, fill: str, entry: str) -> str:
        """The word of an entry in a fill."""
        return "".join(fill[cell] for cell in self.slots[entry])

    def is_fill(self, cells: list[str | None]) -> bool:
        """Whether a witness is one of the fills."""
        text = "".join(self.rows)
        return "".join(a or b for a, b in zip(cells, text, strict=True)) in self.fills

    def with_letters(self, cells: dict[str, str]) -> str:
        """The grid after the letters of an answer."""
        text = list("".join(self.rows))
        for at, letter in cells.items():
            text[int(at)] = letter
        return "".join(text)


def random_edit(desk: Desk, rng: random.Random, letters: str, words: list[str]) -> None:
    """One thing that a constructor does."""
    n = len(desk.document.squares)
    at = rng.randrange(n)
    match rng.randrange(12):
        case 0 | 1 | 2 | 3:
            desk.edit("letters", cells={str(at): rng.choice([*letters, ""])})
        case 4:
            desk.edit("kind", cells=[at], kind=rng.choice(["block", "open"]), symmetric=False)
        case 5 | 6:
            desk.undo()
        case 7:
            desk.redo()
        case 8:
            word = rng.choice(words)
            desk.edit("override", words={word: rng.choice([0, 0, 1, 50, None])})
        case 9:
            new = "".join(rng.choices(letters, k=rng.randint(2, 4)))
            desk.edit("override", words={new: rng.randint(1, 100)})
        case 10:
            desk.edit("min_score", min_score=rng.choice([None, 10, 40]))
        case 11:
            if rng.random() < 0.5:
                desk.edit("clear", what="letters")
            else:
                desk.edit("rules", allow_repeats=distinct_in(desk.document.rules))


def check_standing(desk: Desk, truth: Truth, rng: random.Random) -> None:
    """Everything that is said without being asked."""
    consistency = desk.standing("consistency")[-1]
    fills = truth.fills
    text = "".join(truth.rows)
    spelled = {entry: "".join(text[cell] for cell in of) for entry, of in truth.slots.items()}
    full = {entry: word for entry, word in spelled.items() if "." not in word}
    unlisted = {entry: word for entry, word in full.items() if word not in truth.words}
    assert {entry: one["word"] for entry, one in consistency["unlisted"].items()} == unlisted
    assert all(m["revision"] == desk.history.revision for m in desk.heard if "revision" in m)
    verdict = desk.standing("verdict")[-1]
    assert verdict["verdict"] == ("fillable" if fills else "impossible")
    if fills:
        assert truth.is_fill(verdict["witness"])
        for cell, letter in consistency["forced"].items():
            assert {fill[int(cell)] for fill in fills} == {letter}
        for cell, possible in enumerate(consistency["letters"]):
            if possible is not None:
                assert {fill[cell] for fill in fills} <= set(possible)
        for entry, n in consistency["counts"].items():
            assert n >= len({truth.spells(fill, entry) for fill in fills})
        assert not consistency["dead"]
        check_letters(desk, truth)
    else:
        check_why(desk, truth)
    check_marks(desk, truth, rng)


def check_letters(desk: Desk, truth: Truth) -> None:
    """The letters of every cell, once all are settled."""
    said: dict[str, Data] = {}
    forced: dict[str, str] = {}
    for message in desk.standing("letters"):
        said |= message["cells"]
        forced = message["forced"]
    assert desk.standing("letters")[-1]["done"]
    text = "".join(truth.rows)
    cells = {cell for of in truth.slots.values() for cell in of if text[cell] == "."}
    assert set(said) == {str(cell) for cell in cells}
    for cell in cells:
        letters = {fill[cell] for fill in truth.fills}
        assert set(said[str(cell)]["possible"]) == letters
        assert not said[str(cell)]["unknown"]
        assert forced.get(str(cell)) == (letters.pop() if len(letters) == 1 else None)


def check_proof(desk: Desk, truth: Truth, entry: str, word: str) -> None:
    """Why a candidate is dead, and that each correction leads to a fill with it."""
    said = desk.ask("proof", entry=entry, word=word)
    assert said["outcome"] == "found", (entry, word)
    typed = dict(zip(map(str, truth.slots[entry]), word, strict=True))
    assert said["typed"] == typed
    for correction in said["corrections"]:
        assert all(correction["witness"][int(at)] == typed[at] for at in typed)
        tried = desk.ask("what_if", changes=correction["changes"])
        assert tried["outcome"] == "fillable", correction["text"]


def check_marks(desk: Desk, truth: Truth, rng: random.Random) -> None:
    """The marks of all candidates in view."""
    lists = desk.standing("candidates")[-1]["lists"]
    marks: dict[str, dict[str, str]] = {}
    for message in desk.standing("marks"):
        for entry, some in message["marks"].items():
            marks.setdefault(entry, {}).update(some)
    for shown in lists:
        entry = shown["entry"]
        if "problem" in shown:
            continue
        fills = truth.fills
        if "." not in truth.spells("".join(truth.rows), entry):
            fills = truth.fills_without(entry)
            if not truth.fills:  # every word is settled
                assert shown.get("n_open", 0) == 0
        order = [["good", "open", "dead"].index(row[2]) for row in shown["words"]]
        assert order == sorted(order)
        fitting = {truth.spells(fill, entry) for fill in fills}
        check_promises(desk, truth, shown)
        for word, score, mark, _ in shown["words"]:
            assert truth.words[word] == score
            said = marks.get(entry, {}).get(word, mark)
            assert said == ("good" if word in fitting else "dead"), (entry, word)
            if said == "dead" and rng.random() < 0.1:
                check_proof(desk, truth, entry, word)
        assert fitting & truth.words.keys() <= {word for word, *_ in shown["words"]}


def check_promises(desk: Desk, truth: Truth, shown: Data) -> None:
    """How good a fill with each candidate can be, and that the better ones come first."""
    text = "".join(truth.rows)
    scores = {row[0]: row[1] for row in shown["words"]}
    if "." not in truth.spells(text, shown["entry"]) or not truth.fills:
        assert not shown["promises"]
        return
    empty = [name for name in truth.slots if "." in truth.spells(text, name)]
    best: dict[str, int] = {}
    for fill in truth.fills:
        lowest = min(truth.words[truth.spells(fill, name)] for name in empty)
        word = truth.spells(fill, shown["entry"])
        best[word] = max(lowest, best.get(word, 0))
    assert shown["promises"].keys() == {row[0] for row in shown["words"] if row[2] == "good"}
    for word, (lowest, most, forces) in shown["promises"].items():
        assert lowest <= best[word] <= most <= scores[word]
        for entry, forced, score in forces:
            assert score == truth.words[forced]
            with_it = [f for f in truth.fills if truth.spells(f, shown["entry"]) == word]
            assert {truth.spells(fill, entry) for fill in with_it} == {forced}
    order = [shown["promises"][row[0]][0] for row in shown["words"] if row[2] == "good"]
    assert order == sorted(order, reverse=True)
    if order:
        assert order[0] == max(best.values())


def check_why(desk: Desk, truth: Truth) -> None:
    """The reason, and that each correction leads to a fill."""
    said = desk.standing("why")[-1]
    assert said["outcome"] == "found"
    assert said["done"]
    for correction in said["corrections"]:
        tried = desk.ask("what_if", changes=correction["changes"])
        assert tried["outcome"] == "fillable", correction["text"]


def check_questions(desk: Desk, truth: Truth, rng: random.Random, letters: str) -> None:
    """Some questions."""
    fills = truth.fills
    found = desk.ask(rng.choice(["fill", "next_fill"]))
    assert found["outcome"] == ("found" if fills else "impossible")
    if fills:
        assert truth.with_letters(found["cells"]) in fills
    several = desk.ask("fills", n=3)
    assert several["outcome"] == ("found" if fills else "impossible")
    shown = [truth.with_letters(fill["cells"]) for fill in several["fills"]]
    assert set(shown) <= fills
    assert len(shown) == len(set(shown))
    cell = rng.choice([cell for of in truth.slots.values() for cell in of])
    letter = rng.choice(letters)
    witness = desk.ask("witness", cell=cell, letter=letter)["cells"]
    if witness is not None:
        assert truth.is_fill(witness)
        assert witness[cell] == letter
    best = desk.ask("best", goal="total")
    assert best["outcome"] == ("found" if fills else "impossible")
    if fills:
        assert best["proved"]
        text = "".join(truth.rows)
        entries = [name for name in truth.slots if "." in truth.spells(text, name)]
        totals = [
            sum(truth.words.get(truth.spells(fill, entry), 0) for entry in entries)
            for fill in fills
        ]
        assert best["objective"] == max(totals)


@pytest.mark.parametrize("seeds", split(range(600), 3))
def test_the_workbench_tells_the_truth_over_edits_and_undo(
    seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(promises, "LEVELS", 12)  # each halves what is not known of the best
    for seed in seeds:
        tell_the_truth(seed, tmp_path / str(seed))


def tell_the_truth(seed: int, folder: Path) -> None:
    """One crossword, edited at random; after some edits the engine is not waited for."""
    folder.mkdir()
    rng = random.Random(seed)
    puzzle = random_puzzle(seed)
    listed = dict(puzzle.listed.words())
    letters = puzzle.listed.alphabet.letters
    lines = [f"{word};{score}" for word, score in listed.items()]
    desk = Desk(folder, puzzle.grid.lines(), lines, alphabet=Alphabet(letters))
    try:
        for _ in range(N_EDITS):
            try:
                random_edit(desk, rng, letters, list(listed))
            except EditError:  # a letter for a block
                continue
            for _ in range(rng.randrange(6)):  # the next edit comes in the midst of the work
                desk.analyst.work()
            if rng.random() < 0.4:
                continue
            slots = [slot.name for slot in desk.document.slots]
            if not slots or not Truth(desk, listed, letters).words:
                continue
            desk.view(*rng.sample(slots, min(2, len(slots))), limit=60)
            desk.work()
            truth = Truth(desk, listed, letters)
            check_standing(desk, truth, rng)
            if rng.random() < 0.4:
                check_questions(desk, truth, rng, letters)
    finally:
        desk.close()
