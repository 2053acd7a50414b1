"""Whole puzzles: all options kept, checked by the independent checker; tasks stop and go on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from support.seeds import quick
from support.tasks import check_stops, check_task, long_enough

from satcross.apps.clues.words import hidden_words
from satcross.apps.wordsearch import make as module
from satcross.apps.wordsearch.api import make_wordsearch
from satcross.apps.wordsearch.board import rectangle
from satcross.apps.wordsearch.fit import ENDLESS
from satcross.apps.wordsearch.make import (
    WordSearches,
    WordSearchResult,
    WordSearchTask,
)
from satcross.apps.wordsearch.options import MOST, WordSearchOptions
from satcross.apps.wordsearch.puzzle import PlacedWord, WordSearch
from satcross.apps.wordsearch.verify import verify
from satcross.errors import GridError, OptionError, WordListError
from satcross.plain_data import as_data
from satcross.results import Best, Found, Impossible, Reason, Stopped
from satcross.task import Answered, Bounded, Event, Listed
from satcross.tasks.process import ProcessTask

_ROOT = Path(__file__).resolve().parents[3]
WORDS44 = hidden_words(
    (_ROOT / "examples" / "lists" / "programming44.txt").read_text(encoding="utf-8").split()
)
FEW = hidden_words(["cat", "dog", "tag", "ice cream"])
QUICK = WordSearchOptions(rounds=5, builtin_forbid=False)


def _value(result: WordSearchResult) -> WordSearch:
    assert isinstance(result, Found), result
    return result.value


def test_the_seeds_words_with_all_options() -> None:
    message = "the seed had fewer than ten crossings among its words" * 4
    options = WordSearchOptions(
        message=message, forbid=("QUEUE", "XYZZY"), builtin_forbid=False,
        rounds=400,
    )  # fmt: skip
    made = _value(WordSearchTask(WORDS44, "24x20", options).run(30))
    letters = "".join(message.upper().split())
    faults = verify(made.rows(), made.layout.board, WORDS44, forbid=options.forbid, message=letters)
    assert faults == []
    assert len(made.layout.unused) == len(letters)


@pytest.mark.parametrize("seed", quick(range(4), 1))
def test_puzzles_of_few_words_are_right_and_repeatable(seed: int) -> None:
    options = WordSearchOptions(level="medium", seed=seed, filler="uniform", builtin_forbid=False)
    board = rectangle(8, 9)
    made = _value(WordSearchTask(FEW, board, options).run())
    assert verify(made.rows(), made.layout.board, FEW) == []
    assert {p.heading.name for p in made.layout.placements} <= {"E", "S", "SE", "NE"}
    assert made.seed == seed
    assert _value(WordSearchTask(FEW, board, options).run()) == made
    assert _value(WordSearchTask(FEW, board, replace(options, seed=seed + 50)).run()) != made


def test_a_plain_list_of_words_and_a_board_as_text() -> None:
    made = _value(make_wordsearch(["cat", "Ice cream"], "9x8", seed=3))
    word = made.words[1]
    assert isinstance(word, PlacedWord)
    assert (word.word, word.written) == ("ICECREAM", "Ice cream")
    assert made.rows()[word.row][word.col] == "I"
    assert (len(made.rows()), len(made.rows()[0])) == (8, 9)
    assert str(made).endswith("\n\ncat        Ice cream")
    assert repr(made) == "<WordSearch 9x8, 2 words>"
    masked = _value(make_wordsearch(["cat", "dog"], "####\n####\n.###\n"))
    assert masked.rows()[2][0] == " "
    heart = _value(make_wordsearch(["cat"], shape="heart"))
    assert not all(heart.layout.board.inside)


def test_most_crossings_of_a_small_board() -> None:
    words, board = hidden_words(["cat", "tag", "gas"]), rectangle(3, 3)
    made = WordSearchTask(words, board, WordSearchOptions(crossings=MOST)).run()
    assert isinstance(made, Best)
    assert len(made.value.layout.crossings) == made.objective == made.bound == 3
    refused = WordSearchTask(words, board, WordSearchOptions(crossings=4)).run()
    assert isinstance(refused, Impossible)
    assert refused.why == "3 words cross 3 times at most, and not 4"


def test_what_cannot_be_is_proved_or_not_found() -> None:
    assert isinstance(WordSearchTask(FEW, "3x3").run(), Impossible)  # ICECREAM is too long
    assert isinstance(make_wordsearch(["cat", "catalog"], "7x1"), Stopped)
    inside = WordSearchOptions(allow_inside=True)
    both = _value(WordSearchTask(["cat", "catalog"], "7x1", inside).run())
    assert both.rows() in (["CATALOG"], ["GOLATAC"])
    # The filler can only be A, and reads AA once more.
    none = make_wordsearch(["aa"], "2x2")
    assert isinstance(none, Stopped)
    assert none.detail == "no letters fit any of 4 layouts tried"


@pytest.mark.parametrize("message", ["a", "far too long a message for a board of this size"])
def test_a_message_of_the_wrong_length_is_refused(message: str) -> None:
    made = make_wordsearch(["cat", "dog"], "3x3", message=message)
    assert isinstance(made, Impossible)
    assert "cells" in made.why


def test_many_are_different_and_end_with_the_reason() -> None:
    with WordSearches(FEW, "8x8", replace(QUICK, rounds=50), limit=5) as searches:
        many = list(searches)
    assert len(set(many)) == 5
    assert [made.seed for made in many] == list(range(5))
    assert searches.stopped is Reason.LIMIT
    few = WordSearches(["abc"], "3x1", QUICK, limit=5)
    result = few.run()
    assert isinstance(result, Stopped)
    assert result.partial == Listed(2, is_exhausted=False)
    assert "made before" in str(result)
    none = WordSearches(["abc"], "2x2", QUICK).run()
    assert isinstance(none, Impossible)
    assert none.why.startswith("ABC has 3 letters")
    with pytest.raises(OptionError, match="fit"):
        WordSearches(FEW, options=WordSearchOptions(fit=True))


def test_no_time_is_stopped() -> None:
    options = WordSearchOptions(crossings=400)
    found = WordSearchTask(WORDS44, "20x20", options).run(0.3)
    assert isinstance(found, Stopped)
    assert found.reason is Reason.TIME_LIMIT
    assert "time limit" in str(found)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"crossings": "lots"}, "crossings: must be a number or 'most', got 'lots'"),
        ({"crossings": -1}, "crossings: must be 0 or greater, got -1"),
        ({"seed": 1.5}, "seed: must be a whole number, got 1.5"),
        ({"level": "mad"}, "level: there is no level 'mad'"),
        ({"directions": "E,UP"}, "directions: there is no direction 'UP'"),
        ({"shape": "blob"}, "shape: there is no shape 'blob'"),
        ({"filler": "7"}, "filler: '7' is neither words nor uniform"),
        ({"message": "!"}, "message: the message '!' has no letter"),
        ({"fit": True, "message": "hello"}, "fit: does not go together with message"),
        ({"level": "easy", "directions": "E"}, "directions: does not go together with level"),
    ],
)
def test_options_that_make_no_sense_are_rejected(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        WordSearchOptions(**wrong)  # type: ignore[arg-type]


def test_words_and_boards_that_make_no_sense_are_rejected() -> None:
    with pytest.raises(GridError, match="24"):
        WordSearchTask(FEW, "24")
    with pytest.raises(OptionError, match="board"):
        WordSearchTask(FEW, 5)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="board"):
        WordSearchTask(FEW, "9x9", WordSearchOptions(fit=True))
    with pytest.raises(WordListError, match="words"):
        WordSearchTask([1, 2])  # type: ignore[list-item]
    with pytest.raises(WordListError, match="empty"):
        WordSearchTask([])


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("24x20", WordSearchOptions(crossings=MOST)),
        ("24x20", WordSearchOptions(crossings=400)),
        ("19x18", WordSearchOptions(message="well done", crossings=400)),
        (None, WordSearchOptions(fit=True, rounds=ENDLESS)),
    ],
)
def test_long_work_keeps_limits_and_leaves_a_right_puzzle(
    board: str | None, options: WordSearchOptions
) -> None:
    result = check_stops(lambda: WordSearchTask(WORDS44, board, options), after_s=0.4)
    if isinstance(result, Best):
        made = result.value
        assert made.seed is None
        forbid = options.constraints.forbid
        spelt = options.spelt or None
        assert verify(made.rows(), made.layout.board, WORDS44, forbid=forbid, message=spelt) == []


def test_better_answers_are_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_ANSWER_S", 0.0)
    for options in (
        WordSearchOptions(crossings=MOST), WordSearchOptions(fit=True, rounds=ENDLESS)
    ):  # fmt: skip
        with WordSearchTask(WORDS44[:12], None if options.fit else "12x12", options) as task:
            events: list[Event] = []
            task.subscribe(events.append)
            result = long_enough(task.run, lambda result: isinstance(result, Best), 1.0)
        assert isinstance(result, Best)
        answered = [event for event in events if isinstance(event, Answered)]
        assert answered[-1].value == task.best == result.value
        found = [event.objective or 0 for event in answered]
        assert found == sorted(found, reverse=options.fit)
        bounds = [event.bound for event in events if isinstance(event, Bounded)]
        assert bounds == sorted(bounds)
        assert task.bound == result.bound


def test_a_task_ends_alike_however_it_is_run() -> None:
    def objective(result: WordSearchResult, _: list[WordSearch]) -> object:
        assert isinstance(result, Best)
        return result.objective, result.bound

    def n_listed(result: Found[Listed], made: list[WordSearch]) -> object:
        assert all(verify(m.rows(), m.layout.board, FEW) == [] for m in made)
        return result.value.n, len(set(made))

    check_task(lambda: WordSearchTask(FEW, "9x9", QUICK), final=lambda found, _: type(found))
    check_task(lambda: WordSearches(FEW, "9x9", QUICK, limit=3), final=n_listed)
    small = ["cat", "tag", "gas"]
    most = WordSearchOptions(crossings=MOST)
    check_task(lambda: WordSearchTask(small, "3x3", most), final=objective, limit_s=1.0)
    fit = WordSearchOptions(fit=True)
    check_task(
        lambda: WordSearchTask(["abc", "def", "ghi"], options=fit), final=objective, limit_s=1.0
    )
    check_task(lambda: WordSearchTask(FEW, "3x3"), final=lambda refused, _: refused)


def test_what_goes_on_is_never_worse() -> None:
    options = WordSearchOptions(crossings=MOST)
    with WordSearchTask(WORDS44, "24x20", options) as task:
        first = task.run(0.6)
        second = long_enough(task.run, lambda result: isinstance(result, Best), 0.9)
    assert isinstance(second, Best)
    assert second.reason is Reason.TIME_LIMIT
    if isinstance(first, Best):
        assert (second.objective or 0) >= (first.objective or 0)


def test_a_listing_goes_on_after_a_stop() -> None:
    searches = WordSearches(FEW, "9x9", QUICK, limit=4)
    events: list[Event] = []

    def stop_after_two(event: Event) -> None:
        if isinstance(event, Answered) and searches.n_found == 2:
            searches.stop()

    searches.subscribe(stop_after_two)
    searches.subscribe(events.append)
    result = searches.run()
    assert isinstance(result, Stopped)
    assert result.partial == Listed(2, is_exhausted=False)
    again = searches.run()
    assert again == Found(Listed(4, is_exhausted=False))
    made = [event.value for event in events if isinstance(event, Answered)]
    assert made == list(WordSearches(FEW, "9x9", QUICK, limit=4))


def test_a_child_process_makes_the_same_puzzle() -> None:
    task: ProcessTask[WordSearch, WordSearchResult] = ProcessTask(WordSearchTask(FEW, "9x9", QUICK))
    with task:
        made = _value(task.run(20))
    assert made == _value(WordSearchTask(FEW, "9x9", QUICK).run())
    data = json.loads(json.dumps(as_data(made)))
    assert (data["type"], data["seed"]) == ("WordSearch", 0)
