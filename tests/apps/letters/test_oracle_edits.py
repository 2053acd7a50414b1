"""An oracle whose grid, bans and list come and go, against all fills and against fresh ones."""

from __future__ import annotations

import random

import pytest
from support.letter_checks import brute, check_letters, check_words
from support.random_puzzles import random_puzzle

from satcross.apps.letters.oracle import LetterOracle
from satcross.apps.letters.report import WordVerdictReport
from satcross.apps.letters.stages import lacking
from satcross.errors import GridError, OptionError
from satcross.model.grid import BLOCK, OPEN, Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Reason, Stopped
from satcross.words import WordList


def check_verdicts(report: WordVerdictReport, fills: set[str]) -> None:
    """Settled words against all fills."""
    assert report.complete
    assert report.fillable in (None, bool(fills))
    for verdict in report.verdicts:
        cells = report.puzzle.slot(verdict.slot).cells
        having = [f for f in fills if "".join(f[cell] for cell in cells) == verdict.word]
        assert verdict.possible is bool(having)
        witness = report.witness(verdict.slot, verdict.word)
        assert (witness is not None) == bool(having)
        if witness is not None:
            assert "".join(witness.grid.cells) in having


def changed(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The puzzle after one thing that a constructor does."""
    grid, listed = puzzle.grid, puzzle.listed
    cells = list(grid.cells)
    at = rng.randrange(len(cells))
    words = [word for word, _ in listed.words()]
    match rng.randrange(7):
        case 0 | 1:
            if cells[at] != BLOCK:
                cells[at] = rng.choice(listed.alphabet.letters)
        case 2:
            cells = [OPEN if cell != BLOCK and rng.random() < 0.5 else cell for cell in cells]
        case 3:
            cells[at] = OPEN if cells[at] == BLOCK else BLOCK
        case 4:
            bans = rng.sample(words, min(len(words) - 1, rng.randint(1, 4)))
            listed = listed.with_scores(dict.fromkeys(bans))
        case 5:
            new = ["".join(rng.choices(listed.alphabet.letters, k=rng.randint(2, 4)))]
            listed = listed.with_scores({word: rng.randint(1, 100) for word in new})
        case 6:
            listed = listed.with_min_score(rng.randint(0, 60))
    return Puzzle(grid.with_cells(cells), listed, distinct=puzzle.distinct)


@pytest.mark.parametrize("seed", [*range(8), 16])
def test_an_oracle_of_many_changes_tells_the_truth(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = random_puzzle(seed)
    full = puzzle.listed
    with LetterOracle(puzzle, empty=seed % 4 != 0) as oracle:
        for _ in range(12):
            fills = brute(puzzle)
            match oracle.fill():
                case Found(fill):
                    assert "".join(fill.grid.cells) in fills
                case result:
                    assert isinstance(result, Impossible)
                    assert not fills
            slot = rng.choice(puzzle.slots)
            pairs = [
                (slot.name, word)
                for slot in puzzle.slots
                for word, _ in [*full.words(), ("A" * len(slot), 0)]
                if len(word) == len(slot)
            ]
            rng.shuffle(pairs)
            check_verdicts(oracle.settle(pairs[:20]), fills)
            if rng.random() < 0.3:
                check_words(oracle.words(slot.name), fills)
            if rng.random() < 0.3:
                check_letters(oracle.report(), fills)
            try:
                puzzle = changed(puzzle, rng)
                oracle.take_over(puzzle)
            except GridError:  # no slot is left
                continue


def test_bans_and_letters_need_no_other_engine() -> None:
    words = WordList.of(dict.fromkeys(("AT", "TO", "OH", "HO", "AN", "NO", "TA", "HA"), 50))
    puzzle = Puzzle(Grid.parse("A.\n.."), words)
    with LetterOracle(puzzle, empty=True) as oracle:
        known = oracle._known
        assert "".join(oracle.words("1A").possible)
        oracle.change_words(words.with_scores({"AT": None, "HA": None}))
        assert oracle.words("1A").possible == tuple(
            sorted(slot_words_of(oracle.puzzle, "1A"), key=["AN", "AT"].index)
        )
        oracle.place({"r1c1": None})
        oracle.place({"r2c2": "O"})
        fills = brute(oracle.puzzle)
        assert {v.word for v in oracle.settle([("1A", w) for w in words_of(words)]).verdicts
                if v.possible} == {fill[:2] for fill in fills}  # fmt: skip
        oracle.change_words(words)
        assert oracle._known is known
        oracle.change_words(words.with_scores({"OX": 9}))
        assert oracle._known is not known


def words_of(words: WordList) -> list[str]:
    return [word for word, _ in words.words()]


def slot_words_of(puzzle: Puzzle, slot: str) -> set[str]:
    cells = puzzle.slot(slot).cells
    return {"".join(fill[cell] for cell in cells) for fill in brute(puzzle)}


def test_a_list_of_fewer_words_keeps_what_was_proved() -> None:
    puzzle = next(p for p in map(random_puzzle, range(99)) if len(p.listed) > 60 and p.distinct)
    few = puzzle.listed.with_min_score(30)
    gone = lacking(puzzle.listed, few)
    assert gone
    assert set(gone) == {word for word, score in puzzle.listed.words() if score < 30}
    assert lacking(few, puzzle.listed) is None
    assert lacking(puzzle.listed, puzzle.listed) == ()
    swapped = few.with_scores({"ABAB" if "ABAB" not in puzzle.listed else "BABA": 50})
    assert lacking(puzzle.listed, swapped) is None or "ABAB" in puzzle.listed


def test_fills_can_be_asked_to_differ() -> None:
    letters = "ABCDE"
    words = WordList.from_words([a + b + c for a in letters for b in letters for c in letters])
    with LetterOracle(Puzzle(Grid.parse("...\n...\n..."), words), empty=True) as oracle:
        first = oracle.fill()
        assert isinstance(first, Found)
        assert oracle.fill() == first  # what is known already
        second = oracle.fill(unlike=[first.value])
        assert isinstance(second, Found)
        pairs = zip(first.value.grid.cells, second.value.grid.cells, strict=True)
        same = sum(a == b for a, b in pairs)
        assert same < 5


def test_settling_in_order_and_stopping() -> None:
    puzzle = next(p for p in map(random_puzzle, range(99)) if len(p.slots) > 3)
    slot = puzzle.slots[0]
    pairs = [(slot.name, word) for word, _ in puzzle.listed.words() if len(word) == len(slot)]
    with LetterOracle(puzzle) as oracle:
        oracle.stop()
        report = oracle.settle(pairs)
        assert (report.stopped, report.complete) in ((Reason.CANCELLED, False), (None, True))
        assert [verdict.word for verdict in report.verdicts] == [word for _, word in pairs]
        assert oracle.settle(pairs).complete
        assert isinstance(oracle.fill(0.001), Found | Impossible | Stopped)
        with pytest.raises(OptionError, match="there is no slot"):
            oracle.settle([("99A", "CAT")])
