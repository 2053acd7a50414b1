"""Stores of all fills against brute force: which, how many, letters, the best, samples."""

from __future__ import annotations

import itertools
import pickle
import random
from collections import Counter

import pytest
from support.rule_puzzles import Cells, Kind, all_fills_by_rules, make_puzzle
from support.seeds import split

import satcross as sx
from satcross.apps.counting.diagram import compiler, components
from satcross.apps.store import compile as compiling
from satcross.task import Event
from satcross.tasks.checking import faults_of

KINDS = {
    "plain": Kind(max_cells=12),
    "bars": Kind(bars=0.15, voids=0.1, min_lengths=(1, 2, 3)),
    "two letters": Kind(letters="AB", bars=0.1, max_cells=12, p_given=(0.0,)),
    "rebus": Kind(letters="ABC", rebus=True, max_cells=9),
    "shared runs": Kind(letters="ABC", shared=True, max_cells=9),
    "near duplicates": Kind(letters="ABSED", near=True, max_cells=8),
}
MOST = 2000


def compiled(puzzle: sx.Puzzle, *, scores: bool = True) -> sx.FillStore | None:
    """The store; None if there is no fill."""
    with compiling.CompileTask(puzzle, scores=scores) as task:
        result = task.run()
    if isinstance(result, sx.Impossible):
        return None
    assert isinstance(result, sx.Found)
    return result.value


def cells_of(fill: sx.Fill) -> Cells:
    return fill.grid.cells


def compare(puzzle: sx.Puzzle, wanted: set[Cells], seed: int) -> bool:
    """Ask a store everything; whether the puzzle has a fill."""
    store = compiled(puzzle)
    if store is None:
        assert not wanted
        return False
    assert store.n_fills == len(wanted)
    fills = list(store)
    assert {cells_of(fill) for fill in fills} == wanted
    assert not any(faults_of(puzzle, fill.grid) for fill in fills)
    totals = sorted((fill.score for fill in fills), reverse=True)
    assert store.best_total == totals[0]
    n = 1 + seed % 9
    best = store.best(n)
    assert [fill.score for fill in best] == totals[:n]
    assert len(set(best)) == len(best)
    check_letters(store, wanted)
    check_numbers(store, fills, seed)
    check_conditions(store, wanted, seed)
    again = sx.FillStore.from_bytes(store.to_bytes())
    assert again.to_bytes() == store.to_bytes()
    assert list(again) == fills
    assert [fill.entries for fill in again.best(n)] == [fill.entries for fill in best]
    return True


def check_letters(store: sx.FillStore, wanted: set[Cells]) -> None:
    letters = store.letters()
    assert list(letters) == [store.puzzle.grid.cell_name(cell) for cell in store.cells]
    for name, counts in letters.items():
        at = store.puzzle.grid.position(name)
        assert counts == Counter(cells[at] for cells in wanted)


def check_numbers(store: sx.FillStore, fills: list[sx.Fill], seed: int) -> None:
    number = seed % len(fills)
    assert store.at(number) == fills[number]
    with pytest.raises(sx.OptionError):
        store.at(len(fills))
    drawn = store.sample(5, seed=seed)
    numbers = random.Random(f"satcross store {seed}")
    assert drawn == [fills[numbers.randrange(len(fills))] for _ in range(5)]


def check_conditions(store: sx.FillStore, wanted: set[Cells], seed: int) -> None:
    rng = random.Random(seed)
    puzzle = store.puzzle
    grid = puzzle.grid
    for _ in range(3):
        cell = rng.choice(store.cells)
        text = rng.choice(puzzle.texts)
        name = grid.cell_name(cell)
        some = store.where(f"{name}={text}")
        right = {cells for cells in wanted if cells[cell] == text}
        assert some.n_fills == len(right)
        assert {cells_of(fill) for fill in some} == right
        assert store.where(f"~{name}={text}").n_fills == len(wanted) - len(right)
        if right:
            assert some.best()[0].score == max(fill.score for fill in some)
            check_letters(some, right)
        else:
            assert (some.best(), some.sample(), some.best_total) == ([], [], None)
            assert some.letters() == {}
        slot = rng.choice(puzzle.slots)
        word = "".join(rng.choice(sorted(wanted))[at] for at in slot.cells)
        with_word = {c for c in wanted if "".join(c[at] for at in slot.cells) == word}
        if not puzzle.has_rebus:
            condition = rng.choice([word, f"{word[0]}*{word[1:]}", f"[{word[0]}]{word[1:]}"])
            assert store.where(sx.Word(slot.name, condition)).n_fills == len(with_word)
            both = store.where(f"{slot.name}={word}", f"{name}={text}")
            assert both.n_fills == len(with_word & right)


@pytest.mark.parametrize("by", ["listing", "layers"])
@pytest.mark.parametrize("seeds", split(range(400), 4))
@pytest.mark.parametrize("kind", KINDS)
def test_stores_know_what_brute_force_finds(
    kind: str, seeds: range, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if by == "layers":
        monkeypatch.setattr(compiling, "FIRST_LETTERS", -1)
    n_fillable = 0
    for seed in seeds:
        puzzle = make_puzzle(seed, KINDS[kind])
        if by == "layers" and not puzzle.needs <= components.LAYERS:
            continue
        wanted = all_fills_by_rules(puzzle)
        if len(wanted) <= MOST:
            n_fillable += compare(puzzle, wanted, seed)
    if by == "listing" or KINDS[kind].bars:
        assert n_fillable >= len(seeds) // 5


@pytest.mark.parametrize("chunk", [1, 3])
def test_pieces_of_any_size_give_the_same_bytes(
    chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles = [make_puzzle(seed, KINDS["two letters"]) for seed in range(8)]
    listed = [compiled(puzzle) for puzzle in puzzles]
    monkeypatch.setattr(compiling, "FIRST_LETTERS", -1)
    monkeypatch.setattr(compiler, "CHUNK", chunk)
    for puzzle, store in zip(puzzles, listed, strict=True):
        by_layers = compiled(puzzle)
        assert (store is None) == (by_layers is None)
        if store is not None and by_layers is not None:
            assert store.to_bytes() == by_layers.to_bytes()


def independent(n: int, letters: str = "ABCDEFGH") -> sx.Puzzle:
    """Slots of different lengths that do not cross: the numbers of their words are multiplied."""
    rows = ["." * length + "#" * (n + 1 - length) for length in range(2, n + 2)]
    blank = "#" * (n + 1)
    words = [a + b * (length - 1) for length in range(2, n + 2) for a in letters for b in letters]
    return sx.Puzzle("\n".join(line for row in rows for line in (row, blank)), words)


def test_independent_parts_are_multiplied() -> None:
    store = compiled(independent(22))
    assert store is not None
    assert (store.n_parts, store.n_fills) == (22, 64**22)
    assert store.n_nodes < 22 * 200
    last = store.at(64**22 - 1)
    assert all(entry.word == "H" * len(entry.slot) for entry in last.entries)
    assert store.letters()["r1c1"]["A"] == 64**22 // 8
    assert len(set(store.sample(20, seed=1))) == 20
    assert store.where("1A=AB", "r1c2=B").n_fills == 64**21
    assert [fill.score for fill in store.best(100)] == [22 * 50] * 100


def square(letters: str) -> sx.Puzzle:
    """An open 4x4 that any letters fill."""
    words = ["".join(word) for word in itertools.product(letters, repeat=4)]
    return sx.Puzzle("\n".join(["...."] * 4), words, distinct=False)


def test_counts_above_64_bits_in_one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = "ABCDEFGHIJKLMNOPQ"
    n = len(letters)
    monkeypatch.setattr(compiling, "FIRST_LETTERS", -1)
    store = compiled(square(letters))
    assert store is not None
    assert (store.n_parts, store.n_nodes, store.n_fills) == (1, 16, n**16)
    assert store.letters()["r2c2"] == dict.fromkeys(letters, n**15)
    for number in (0, n**16 - 1, n**15 + 7):
        digits = "".join(letters[number // n**place % n] for place in range(15, -1, -1))
        assert str(store.at(number)).replace("\n", "") == digits
    assert store.where("r1c1=A", "7A=QQQQ").n_fills == n**11


def test_samples_are_even() -> None:
    store = compiled(sx.Puzzle("...\n###\n...", ["abc", "abd", "bcd", "ccd", "dda"]))
    assert store is not None
    assert store.n_fills == 20
    often = Counter(str(fill) for fill in store.sample(4000, seed=3))
    assert len(often) == 20
    # Each count is about normal: 200 with a deviation of 14.
    assert all(120 < n < 280 for n in often.values())


def test_words_that_must_differ_bind_parts_together() -> None:
    store = compiled(sx.Puzzle("...\n###\n...", ["abc", "abd", "bcd"]))
    assert store is not None
    assert (store.n_parts, store.n_fills) == (1, 6)
    free = compiled(sx.Puzzle("...\n###\n...", ["abc", "abd", "bcd"], distinct=False))
    assert free is not None
    assert (free.n_parts, free.n_fills) == (2, 9)


def test_limits_stop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "FIRST_LETTERS", 0)
    monkeypatch.setattr(compiling, "MOST_LETTERS", 1000)
    puzzle = square("ABCDEF")
    with compiling.CompileTask(puzzle, max_edges=10) as task:
        stopped = task.run()
    assert isinstance(stopped, sx.Stopped)
    assert stopped.reason is sx.Reason.GIVEN_UP
    assert str(stopped).startswith("at least")
    assert str(stopped).endswith("fills and more than 10 edges")
    with compiling.CompileTask(puzzle) as task:
        task.stop()
        assert isinstance(task.run(), sx.Stopped)


def test_a_stopped_run_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "FIRST_LETTERS", -1)
    monkeypatch.setattr(compiler, "CHUNK", 1)
    puzzle = make_puzzle(5, KINDS["two letters"])
    whole = compiled(puzzle)
    assert whole is not None
    n_stops = 0
    with compiling.CompileTask(puzzle) as task:

        def stop(event: Event) -> None:
            if isinstance(event, sx.Progress) and event.phase.startswith("compiling"):
                task.stop()

        task.subscribe(stop)
        monkeypatch.setattr(compiling, "TICK_S", 0.0)
        while isinstance(result := task.run(), sx.Stopped):
            n_stops += 1
    assert n_stops > 3
    assert isinstance(result, sx.Found)
    assert result.value.to_bytes() == whole.to_bytes()


def test_a_store_comes_from_another_process() -> None:
    puzzle = sx.Puzzle("...\n...\n...", ["abc", "bca", "cab", "acb", "bac", "cba", "aab", "bab"])
    here = compiled(puzzle)
    with sx.ProcessTask(compiling.CompileTask(puzzle)) as task:
        result = task.run()
    assert here is not None
    assert isinstance(result, sx.Found)
    assert result.value.to_bytes() == here.to_bytes()
    data = sx.as_data(result.value)
    assert (data["type"], data["n_fills"]) == ("FillStore", here.n_fills)
    here.sample()
    assert list(pickle.loads(pickle.dumps(here))) == list(here)


def test_a_store_without_scores_knows_no_best_fill() -> None:
    puzzle = sx.Puzzle("...", {"abc": 10, "abd": 20, "bcd": 30})
    scored, plain = compiled(puzzle), compiled(puzzle, scores=False)
    assert scored is not None
    assert plain is not None
    assert (scored.best_total, plain.best_total) == (30, None)
    assert plain.n_fills == scored.n_fills == 3
    plain = sx.FillStore.from_bytes(plain.to_bytes())
    with pytest.raises(sx.OptionError, match="scores"):
        plain.best()


@pytest.mark.parametrize(
    ("condition", "problem"),
    [
        ("r9c9=A", "no cell"),
        ("9A=ABC", "no slot"),
        ("1A=ABCD", "no word of 3"),
        ("r1c1=?", "no cell can hold"),
        ("house", "must be a cell or a slot"),
        ("cell=A", "no condition"),
        ("slot=ABC", "no condition"),
        ("~1A=ABC", "no condition"),
        ("1A=*B*", "no condition"),
    ],
)
def test_other_conditions_are_refused(condition: str, problem: str) -> None:
    store = compiled(sx.Puzzle("...", ["abc", "abd"]))
    assert store is not None
    with pytest.raises(sx.InputError, match=problem):
        store.where(condition)


def test_conditions_with_several_letters_in_a_cell() -> None:
    puzzle = sx.Puzzle(sx.Grid.parse("..."), ["shear", "ahe", "hea"], rebus=["HE"])
    store = compiled(puzzle)
    assert store is not None
    by_cells = {fill.grid.cells for fill in store}
    assert by_cells == {("A", "H", "E"), ("H", "E", "A")}
    assert store.where("1A=AHE").n_fills == 1
    assert store.where("r1c2=HE").n_fills == 0


def test_a_path_may_end_before_its_other_cells() -> None:
    puzzle = sx.Puzzle(
        "...", {"abc": 10, "cba": 7, "dbc": 20, "cbd": 90}, rules=["slot back: r1c3 r1c2 r1c1"]
    )
    store = compiled(puzzle)
    assert store is not None
    assert store.best_total == 110
    assert [fill.score for fill in store.best(4)] == [110, 110, 17, 17]


def test_conditions_on_cells_beside_the_rectangle_and_on_sets_of_letters() -> None:
    words = {"abc": 10, "abd": 20, "bcd": 30, "bca": 40}
    for rebus in ([], ["rebus DA"]):
        store = compiled(
            sx.Puzzle(
                "..", ["ab", "bc"], rules=["cell h", "slot x: r1c1 r1c2 h", "allow-repeats", *rebus]
            )
        )
        assert store is None  # no word of three letters
        store = compiled(
            sx.Puzzle(
                "..", words | {"ab": 1, "bc": 1}, rules=["cell h", "slot x: r1c1 r1c2 h", *rebus]
            )
        )
        assert store is not None
        for where, n in {
            "h=C": 1,
            "~h=C": 3,
            "h=[CD]": 3,
            "~h=[CD]": 1,
            "r1c1=[AC]": 2,
            "r1c1=[^A]": 2,
        }.items():
            assert store.where(where).n_fills == n, where
