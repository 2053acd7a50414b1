"""The search for layouts: what it promises, its bookkeeping, and the seed's board beside it."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from support.seeds import quick

from satcross.apps.clues.words import HiddenWord, hidden_words
from satcross.apps.wordsearch.board import picture, rectangle, sized
from satcross.apps.wordsearch.forbidden import builtin_forbidden
from satcross.apps.wordsearch.headings import HEADINGS, headings_of_level
from satcross.apps.wordsearch.layout import (
    WordRun,
    WordSearchLayout,
    crossings_of,
    parallel_pairs,
    rings,
)
from satcross.apps.wordsearch.occurrences import Scanner
from satcross.apps.wordsearch.problem import LayoutConstraints, LayoutProblem
from satcross.apps.wordsearch.search.layouts import _Search, search
from satcross.apps.wordsearch.search.state import CLASH, CROSSING, INTERIOR, PlacedWords
from satcross.model.grid import Grid
from satcross.results import Found, Stopped
from satcross.task import Deadline

_ROOT = Path(__file__).resolve().parents[4]
WORDS44 = hidden_words(
    (_ROOT / "examples" / "lists" / "programming44.txt").read_text(encoding="utf-8").split()
)
SEED_BOARD = (
    (Path(__file__).parents[1] / "data" / "seed_board.txt").read_text(encoding="utf-8").split()
)
_SMALL = hidden_words(["stone", "onset", "notes", "tense", "nest", "tones", "teens"])


def _state(words: tuple[HiddenWord, ...], board: Grid, *, collinear: bool = False) -> PlacedWords:
    rng = np.random.default_rng(0)
    return PlacedWords(board, words, HEADINGS, collinear=collinear, inside=False, rng=rng)


def _fill(state: PlacedWords, rng: random.Random) -> None:
    """Give every word of `_SMALL` a place."""
    while min(state.at) < 0:
        for word, place in enumerate(state.at):
            if place >= 0:
                state.remove(word)
                state.at[word] = -1
        for word in rng.sample(range(len(state.at)), len(state.at)):
            state.put_free(word, np.array([rng.random() for _ in state.headings[word]]))


def _placed(found: Found[WordSearchLayout] | Stopped) -> WordSearchLayout:
    assert isinstance(found, Found), found
    return found.value


def _seed_layout() -> WordSearchLayout:
    """The board printed in the seed: of each word the occurrence that is not within another's."""
    letters = {
        row * 20 + col: letter
        for row, line in enumerate(SEED_BOARD)
        for col, letter in enumerate(line)
        if letter != "."
    }
    board = rectangle(20, 20)
    found = Scanner(board, [word.letters for word in WORDS44]).find(letters)
    placements = []
    for index, word in enumerate(WORDS44):
        mine = [
            o
            for o in found
            if o.text == word.letters
            and not any(set(o.cells) < set(other.cells) for other in found)
        ]
        assert len(mine) == 1, word
        placements.append(WordRun(index, mine[0].cells, mine[0].heading))
    layout = WordSearchLayout(board, WORDS44, tuple(placements))
    assert layout.letters == letters  # every letter of the printout is explained
    return layout


def test_a_state_that_spells_a_forbidden_word_is_repaired_not_refused() -> None:
    # It refused 300 of them before it had kept one, for all came of one that spelled the word.
    constraints = LayoutConstraints(forbid=builtin_forbidden())
    problem = LayoutProblem(rectangle(20, 24), WORDS44, HEADINGS, constraints)
    for seed in (14, 21):
        found = search(problem, rounds=400, seed=seed)
        assert len(_placed(found).crossings) > 60


def test_the_seeds_board_holds_44_words_in_stripes() -> None:
    layout = _seed_layout()
    assert len(WORDS44) == 44
    pairs = parallel_pairs(layout.board, layout.placements)
    assert len(pairs) > 25
    ours = _placed(search(LayoutProblem(sized("24x20"), WORDS44, HEADINGS), rounds=600))
    assert len(ours.crossings) >= 60 > 2 * len(layout.crossings)
    assert len(parallel_pairs(ours.board, ours.placements)) < len(pairs) / 2
    assert len(ours.headings()) == 8


@pytest.mark.parametrize("seed", quick(range(12), 3))
def test_bookkeeping_agrees_with_the_model(seed: int) -> None:
    """Worth and parallels of a place are what the model counts with and without the word."""
    rng = random.Random(seed)
    board = rectangle(rng.randint(6, 9), rng.randint(6, 9))
    state = _state(_SMALL, board)
    _fill(state, rng)
    for word in rng.sample(range(len(_SMALL)), 4):
        whole = state.placements()
        rest = [placement for placement in whole if placement.word != word]
        state.remove(word)
        gained = {(c.cell, c.first, c.second): c for c in crossings_of(whole)}
        for crossing in crossings_of(rest):
            del gained[crossing.cell, crossing.first, crossing.second]
        worth = sum(CROSSING + INTERIOR * c.interior for c in gained.values())
        assert state.worth_here(word) == worth
        n_pairs = len(parallel_pairs(board, whole)) - len(parallel_pairs(board, rest))
        here = state.at[word]
        assert state.parallels(word, np.array([here])).tolist() == [n_pairs]
        # Some other place: the same, where the word clashes with none.
        free = np.flatnonzero(state.worth(word) > -CLASH / 2)
        assert here in free
        other = int(rng.choice(free.tolist()))
        state.put(word, other)
        moved = state.placements()
        extra = len(parallel_pairs(board, moved)) - len(parallel_pairs(board, rest))
        state.remove(word)
        assert state.parallels(word, np.array([other])).tolist() == [extra]
        assert not state.clashing(word, other)
        state.put(word, here)
        assert state.n_used == len({c for p in whole for c in p.cells})


@pytest.mark.parametrize("collinear", [False, True])
def test_putting_and_removing_leaves_no_trace(collinear: bool) -> None:
    rng = random.Random(3)
    state = _state(_SMALL, rectangle(7, 7), collinear=collinear)
    empty = [state.worth(word).copy() for word in range(len(_SMALL))]
    _fill(state, rng)
    for word in rng.sample(range(len(_SMALL)), len(_SMALL)):
        state.remove(word)
    assert all((state.worth(w) == before).all() for w, before in enumerate(empty))
    assert state.n_used == 0
    assert not any(state.by_heading)
    assert not state._line.any()


@pytest.mark.parametrize("packed", [False, True])
def test_the_score_that_moves_add_up_is_the_score(packed: bool) -> None:
    board = rectangle(5, 5) if packed else rectangle(7, 7)
    constraints = LayoutConstraints(unused=None if packed else 20)
    problem = LayoutProblem(board, _SMALL, HEADINGS, constraints)
    run = _Search(problem)
    assert isinstance(run.run(0), Found)
    assert run.state.collinear == packed
    score = run.moves.score()
    for _ in range(150):
        score += run.moves.move(10.0)
    if not packed:  # two words in one cell of a line hide each other from a third beside them
        assert score == pytest.approx(run.moves.score())
    assert all(place >= 0 for place in run.state.at)
    WordSearchLayout(run.board, run.mirrored.words, tuple(run.state.placements()))


def test_hard_constraints_are_satisfied() -> None:
    board = sized("24x20")
    found = search(
        LayoutProblem(board, WORDS44, HEADINGS, LayoutConstraints(70)),
        seed=4,
        rounds=1500,
    )
    layout = _placed(found)
    assert len(layout.crossings) >= 70
    layout = _placed(
        search(
            LayoutProblem(board, WORDS44, HEADINGS, LayoutConstraints(unused=190)),
            rounds=400,
        )
    )
    assert len(layout.unused) == 190


def test_what_cannot_be_is_stopped_not_claimed() -> None:
    board = rectangle(6, 6)
    found = search(LayoutProblem(board, _SMALL, HEADINGS, LayoutConstraints(500)), rounds=50)
    assert isinstance(found, Stopped)
    assert re.fullmatch(r"at most \d+ crossings? found", found.detail)
    tiny = rectangle(5, 2)
    found = search(LayoutProblem(tiny, _SMALL, headings_of_level("easy")), rounds=5)
    assert isinstance(found, Stopped)
    late = search(LayoutProblem(rectangle(9, 9), _SMALL, HEADINGS), deadline=Deadline.after(0.0))
    assert isinstance(late, (Found, Stopped))


def test_words_on_one_line_share_cells_only_where_they_must() -> None:
    words = hidden_words(["onion", "union", "ionic"])
    layout = _placed(search(LayoutProblem(rectangle(6, 6), words, HEADINGS), rounds=40))
    for a in layout.placements:
        for b in layout.placements:
            if a.word < b.word and a.heading.axis == b.heading.axis:
                assert not set(a.cells) & set(b.cells)
    line = rectangle(1, 7)
    two = hidden_words(["onion", "union"])
    assert isinstance(search(LayoutProblem(line, two, HEADINGS), rounds=5), Stopped)
    nine = rectangle(1, 8)
    chain = hidden_words(["union", "ionic"])
    assert len(_placed(search(LayoutProblem(nine, chain, HEADINGS))).letters) <= 8


def test_a_word_and_its_mirror_image_stand_on_the_same_cells() -> None:
    words = hidden_words(["evil", "vole", "live"])
    layout = _placed(search(LayoutProblem(rectangle(5, 5), words, HEADINGS), rounds=100))
    assert layout.placements[2].cells == layout.placements[0].cells[::-1]


def test_a_mask_is_kept_and_words_within_words_stand_apart() -> None:
    board = picture("..####..\n.######.\n########\n########\n.######.\n..####..")
    words = hidden_words(["cat", "cats", "dog", "stone"])
    layout = _placed(search(LayoutProblem(board, words, HEADINGS), rounds=200))
    assert all(board.is_square(cell) for cell in layout.letters)
    assert not set(layout.placements[0].cells) <= set(layout.placements[1].cells)


def test_the_same_seed_gives_the_same_layout_in_every_process() -> None:
    code = (
        "from satcross.apps.wordsearch.board import rectangle\n"
        "from satcross.apps.wordsearch.headings import HEADINGS\n"
        "from satcross.apps.wordsearch.problem import LayoutProblem\n"
        "from satcross.apps.wordsearch.search.layouts import search\n"
        "from satcross.apps.clues.words import hidden_words\n"
        f"words = hidden_words({[word.written for word in _SMALL]})\n"
        "problem = LayoutProblem(rectangle(7, 8), words, HEADINGS)\n"
        "found = search(problem, rounds=99, seed=5)\n"
        "print(found.value.placements)\n"
    )
    texts = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(_ROOT)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert texts[0]
    assert all(a == b for a, b in pairwise(texts))


def test_rings_come_with_crossings() -> None:
    layout = _placed(search(LayoutProblem(sized("20x20"), WORDS44, HEADINGS), rounds=500))
    assert rings(layout.crossings, 3) + rings(layout.crossings, 4) >= 10
