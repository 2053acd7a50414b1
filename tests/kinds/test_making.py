"""Puzzles of other kinds: seeds, tries and ends of `Making`; the library's call."""

from __future__ import annotations

import pickle
import time
from dataclasses import dataclass
from typing import Any

import pytest

import satcross as sx
from satcross.kinds.codeword.make import CodewordMaker, CodewordOptions
from satcross.kinds.fillin.make import FillInMaker, FillInOptions, laid_out
from satcross.model.kinds import CROSSWORD, PuzzleKind
from satcross.options import declared, option, options_of
from satcross.pattern.presets import Preset
from satcross.puzzles import MadeKind, kinds_made
from satcross.results import Result
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline, Task
from satcross.tasks.maker import Maker, Step, Steps
from satcross.tasks.making import Making, OfPuzzle
from satcross.tasks.sources import OfSize

MINI = ".....\n.#.#.\n.....\n.#.#.\n....."
WORDS = ["cat", "cab", "tee", "bee"]


class _Number(Task[int, Any]):
    """Finds the number of its seed, or what `ends` has for it; if it is slow, in its second run."""

    def __init__(self, seed: int, ends: dict[int, Any], is_slow: bool) -> None:
        super().__init__()
        self._seed, self._ends, self._is_slow = seed, ends, is_slow

    def _run(self, deadline: Deadline) -> Any:
        if self._is_slow:
            self._is_slow = False
            while not deadline.passed():
                time.sleep(0.001)
            return sx.Stopped(deadline.reason)
        return self._ends.get(self._seed, sx.Best(self._seed, 0))


@dataclass(frozen=True)
class _Numbers(Maker[int]):
    wanted: int | None = None
    modulus: int = 100
    ends: tuple[tuple[int, Any], ...] = ()
    is_slow: bool = False
    tries = 4
    no_other = "no other among {}"

    def steps(self, options: SolverOptions) -> Steps[Result[int]]:
        found: Result[int] = yield Step(_Number(options.seed, dict(self.ends), self.is_slow))
        return found

    def key(self, made: int) -> int:
        return made % self.modulus

    def apart(self, made: int) -> int:
        return 0 if self.wanted is None else abs(made - self.wanted)


def values(making: Making[int]) -> list[int]:
    return [one.value for one in making]


def test_each_puzzle_is_of_the_next_seed_that_gives_another_one() -> None:
    making = Making(_Numbers(modulus=3), SolverOptions(seed=5))
    assert values(making) == [5, 6, 7]
    assert making.has_no_other
    assert str(making.result) == "no other among 4"
    assert isinstance(making.result, sx.Stopped)
    assert making.result.reason is sx.Reason.GIVEN_UP


def test_the_nearest_is_taken_where_none_is_what_is_wanted() -> None:
    assert values(Making(_Numbers(wanted=2), limit=2)) == [2, 3]
    assert values(Making(_Numbers(wanted=9), limit=1)) == [3]
    assert values(Making(_Numbers(wanted=9), limit=1, tries=1)) == [0]


def test_a_seed_without_a_puzzle_ends_it() -> None:
    why = sx.Impossible("none")
    making = Making(_Numbers(ends=((1, why),)), limit=3)
    assert values(making) == [0]
    assert making.result == why
    stopped = sx.Stopped(sx.Reason.ROUNDS, detail="tired")
    assert Making(_Numbers(ends=((0, stopped),))).one() == stopped


def test_why_the_search_for_a_nearer_one_ended_is_its_reason() -> None:
    stopped = sx.Stopped(sx.Reason.ROUNDS)
    best = Making(_Numbers(wanted=9, ends=((2, stopped),)), limit=1).one()
    assert best == sx.Best(1, 0, reason=sx.Reason.ROUNDS)


def test_it_goes_on_where_it_was_stopped() -> None:
    found: list[int] = []
    with Making(_Numbers(is_slow=True), limit=3) as making:
        making.subscribe(
            lambda event: (
                found.append(event.value.value) if isinstance(event, sx.Answered) else None
            )
        )
        results = [making.run(0.01) for _ in range(4)]
    assert [isinstance(result, sx.Stopped) for result in results] == [True, True, True, False]
    assert found == [0, 1, 2]


def test_time_that_passes_gives_the_nearest_so_far() -> None:
    slow = _Numbers(wanted=9, is_slow=True)
    making = Making(slow, limit=1)
    assert isinstance(making.run(0.01), sx.Stopped)
    assert making.one(0.01) == sx.Best(0, 0, reason=sx.Reason.TIME_LIMIT)


def test_a_making_runs_in_a_process() -> None:
    source = OfPuzzle(sx.Puzzle("CAT\nA#E\nBEE", []))
    making = Making(FillInMaker(source, FillInOptions(givens=2)), limit=1)
    pickle.dumps(making)
    with sx.ProcessTask(making) as task:
        assert isinstance(task.run(), sx.Found)
        assert task.best is not None
        assert task.best.value.given == ("1A", "2D")


@pytest.mark.needs("apps/freeform")
def test_words_that_have_no_place_are_named() -> None:
    source = laid_out(["CAT", "TEE", "XYZ"], FillInOptions())
    best = Making(FillInMaker(source)).one().unwrap()
    assert best.left_out == ("XYZ",)


def test_a_codeword_of_a_size_without_a_pattern_is_refused() -> None:
    source = OfSize("4x4", Preset.BRITISH, sx.WordList.builtin())
    with pytest.raises(sx.OptionError, match="there is no british pattern of 4x4"):
        Making(CodewordMaker(source)).run()


# The library's call


@pytest.mark.parametrize("kind", ["fillin", "fill-in"])
def test_the_library_makes_a_fill_in(kind: str) -> None:
    made = sx.make_puzzle(kind, "9x9", seed=3, givens=1).unwrap()
    assert made.crossword.kind.value == "fill-in"
    assert len(made.given) == 1
    again = list(sx.solve_puzzle(kind, str(made)))
    assert [str(fill.grid) for fill in again] == [str(made.fill.grid)]


@pytest.mark.needs("apps/freeform")
def test_the_library_makes_numbers_jigsaws_and_layouts() -> None:
    numbers = sx.make_puzzle("fillin", MINI, numbers=True).unwrap()
    assert all(word.isdigit() for word, _ in numbers.puzzle.listed.words())
    jigsaw = sx.make_puzzle("fillin", MINI, jigsaw=True).unwrap()
    assert jigsaw.crossword.kind.value == "jigsaw"
    layout = sx.make_puzzle("fillin", ["cat", "tea"], freeform=True).unwrap()
    assert layout.fill.grid.shape == "3x3"


def test_the_library_makes_a_codeword(tmp_path: Any) -> None:
    made = sx.make_puzzle("codeword", MINI, seed=1, letters="e", any_letters=True).unwrap()
    assert "E" in made.codeword.given.values()
    path = tmp_path / "codeword.txt"
    path.write_text(str(made))
    assert [str(fill.grid) for fill in sx.solve_puzzle("codeword", path)] == [str(made.fill.grid)]


def test_words_of_other_files_count_for_solvers(tmp_path: Any) -> None:
    path = tmp_path / "more.txt"
    path.write_text("tab\nbat\n")
    alone = sx.make_puzzle("codeword", "...\n", ["cat"], any_letters=True).unwrap()
    more = sx.make_puzzle("codeword", "...\n", ["cat"], any_letters=True, against=[path]).unwrap()
    assert (alone.n_words, more.n_words) == (1, 3)
    assert len(more.codeword.given) > len(alone.codeword.given)


def test_the_library_makes_a_carte_blanche() -> None:
    made = sx.make_puzzle("diagramless", MINI, seed=2, carte_blanche=True, told="nothing").unwrap()
    assert made.crossword.kind.value == "carte-blanche"
    assert list(sx.solve_puzzle("diagramless", str(made))) == [made.fill.grid]
    with pytest.raises(sx.OptionError, match="words: a diagramless has its answers"):
        sx.solve_puzzle("diagramless", str(made), WORDS)


def test_the_library_makes_an_arrow_word() -> None:
    made = sx.make_puzzle("arrow-word", "8x8", seed=3, picture=["3x3@r1c1"]).unwrap()
    assert made.crossword.kind.value == "arrow-word"
    assert made.fill.grid.cells[0] == "~"
    with pytest.raises(sx.OptionError, match="arrow-word are not solved"):
        sx.solve_puzzle("arrow-word", str(made.fill))


QUOTE = "No man is an island."
KNOWN = ["no", "man", "is", "an", "island", "on", "as"]


@pytest.mark.parametrize("kind", ["quotefall", "quote-fall", "cryptogram"])
def test_the_library_makes_puzzles_of_a_quotation(kind: str) -> None:
    options: dict[str, Any] = {} if kind == "cryptogram" else {"width": 8}
    made = sx.make_puzzle(kind, QUOTE, KNOWN, seed=2, **options).unwrap()
    assert made.crossword.kind.value.replace("-", "") == kind.replace("-", "")
    assert "".join(filter(str.isalpha, "".join(made.solution.cells))) == "NOMANISANISLAND"
    assert made.n_words == len(KNOWN) + 26  # single letters
    for what in (str(made), made.crossword):
        found = list(sx.solve_puzzle(kind, what, KNOWN))
        assert [fill.grid.cells for fill in found] == [made.fill.grid.cells]
    more = list(sx.solve_puzzle(kind, str(made), [*KNOWN, "x"], limit=1))
    assert len(more) == 1


def test_the_library_makes_an_acrostic() -> None:
    made = sx.make_puzzle("acrostic", "Ta c xo", ["cat", "ox", "cot"], source="CO",
                          length="2-3", answer=["2=ox"], width=5).unwrap()  # fmt: skip
    assert (made.answers, made.crossword.n_cols) == (("CAT", "OX"), 5)
    assert made.crossword.kind.value == "acrostic"
    with pytest.raises(sx.OptionError, match="acrostic are not solved"):
        sx.solve_puzzle("acrostic", made.crossword)


@pytest.mark.parametrize(
    ("kind", "what", "options", "said"),
    [
        ("acrostic", "a b", {}, "source: it is what the initials of the answers spell"),
        ("acrostic", "a b", {"source": "A", "width": 4}, "width: must be from 5 to 60, got 4"),
        ("acrostic", "a b", {"source": "A", "length": "4"}, "length: must be two numbers"),
        ("acrostic", "a b", {"source": "A", "answer": ["A"]}, "answer: must be a number"),
        ("quotefall", "a b", {"width": 61}, "width: must be from 5 to 60, got 61"),
        ("quotefall", ["a b"], {}, "what: it must be the text of a quotation"),
        ("cryptogram", "a b", {"width": 8}, "there is no option 'width'; it has none"),
        ("sudoku", "9x9", {}, "kind: 'sudoku' is not made here"),
        ("codeword", "9x9", {"given": 1}, "there is no option 'given'; its options are preset"),
        ("codeword", "9x9", {"solve": True}, "there is no option 'solve'"),
        ("codeword", "9x9", {"givens": -1}, "givens: must be 0 or greater, got -1"),
        ("codeword", "9x9", {"givens": "3"}, "givens: must be a whole number, got '3'"),
        ("codeword", "9x9", {"preset": "odd"}, "preset: must be one of lattice"),
        ("codeword", "9x9", {"difficulty": 6}, "difficulty: must be"),
        ("diagramless", MINI, {"give": "all"}, "give: must be one of places, cells"),
        ("diagramless", MINI, {"told": "odd"}, "told: must be of"),
        ("arrowword", "9x9", {"picture": ["3x3"]}, "picture: '3x3' is no place within 9 columns"),
        ("codeword", MINI, {"preset": "nyt"}, "preset: it is for a size, as 15x15"),
        ("fillin", "9x9", {"freeform": True}, "what: with freeform, it must be a list of words"),
        (
            "fillin",
            "9x9",
            {"max_cols": 9},
            "max_cols: it is the box of a list that is laid out; add",
        ),
        ("fillin", "9x9", {"numbers": True, "jigsaw": True}, "leave out numbers or jigsaw"),
        ("fillin", "9x9", {"numbers": True, "words": WORDS}, "leave out numbers or words"),
        ("fillin", "9x9", {"freeform": True, "numbers": True}, "freeform and numbers do not go"),
        ("diagramless", MINI, {"any_order": True}, "have numbers; add carte_blanche"),
    ],
)
def test_what_is_not_declared_is_refused(
    kind: str, what: str, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(sx.OptionError) as caught:
        sx.make_puzzle(kind, what, **options)
    assert said in str(caught.value)


def test_time_limits_and_proofs_are_answers() -> None:
    assert sx.make_puzzle("fillin", "15x15", time_limit_s=1e-6) == sx.Stopped(sx.Reason.TIME_LIMIT)
    result = sx.make_puzzle("codeword", "XQZ\n.#.\n...", WORDS)
    assert isinstance(result, sx.Impossible)
    misfit = sx.solve_puzzle("fillin", "...\n.#.\n...\n\ncat tees bee cab")
    assert isinstance(misfit.run(), sx.Impossible)


def test_a_kind_is_made_by_what_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = PuzzleKind("code-twin", make="satcross.kinds.codeword.make")  # of another package, say
    monkeypatch.setattr("satcross.puzzles.kinds", lambda: (CROSSWORD, twin))
    assert kinds_made() == {"codetwin": twin.make}
    made = sx.make_puzzle("code-twin", MINI, seed=1, any_letters=True).unwrap()
    assert made.crossword.kind.value == "codeword"
    with pytest.raises(sx.OptionError, match="choose one of code-twin"):
        sx.make_puzzle("crossword", MINI)


def test_every_kind_declares_its_options() -> None:
    for kind in kinds_made():
        options = MadeKind(kind).options
        assert all(one.text.endswith(".") for one in declared(options).values())
    assert CodewordOptions().givens == 0


@dataclass(frozen=True, kw_only=True)
class Ranged:
    """Options with a range and a lowest value."""

    each: int | None = option("1..5", "How many.")
    some: int = option("N", "How many.", default=1, at_least=1)


def test_the_range_of_an_option_is_kept() -> None:
    assert options_of(Ranged, {"each": 5}, "x", {}).each == 5
    assert options_of(Ranged, {"each": None}, "x", {}).each is None
    for wrong in (0, 6, -3, 60):
        with pytest.raises(sx.OptionError, match=f"each: must be from 1 to 5, got {wrong}"):
            options_of(Ranged, {"each": wrong}, "x", {})
