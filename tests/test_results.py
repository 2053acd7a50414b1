"""What a result gives to a caller who wants the answer only."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import satcross as sx
from satcross.apps.proofs.checker.check import Rejected
from satcross.results import Reason

# Each result without an answer, and what its error says.
NONE: list[tuple[Any, str]] = [
    (sx.Impossible("no word fits 3D"), "it is proved that there is no answer: no word fits 3D"),
    (
        sx.Stopped(Reason.TIME_LIMIT),
        "the search stopped before there was an answer: time limit",
    ),
    (
        sx.Stopped(Reason.GIVEN_UP, detail="3 patterns were given up"),
        "the search stopped before there was an answer: given up: 3 patterns were given up",
    ),
    (Rejected(3, (1,), "not implied"), "the proof was rejected: line 3: not implied"),
    (Rejected(None, (), "no contradiction"), "the proof was rejected: no contradiction"),
]


def test_unwrap_gives_the_value_of_a_result() -> None:
    assert str(sx.fill("C..", ["cat"]).unwrap()) == "CAT"
    assert str(sx.optimise("...", ["cat"]).unwrap()) == "CAT"
    assert sx.count("...", ["cat"]).unwrap().n == 1
    assert sx.Best(None, None).unwrap() is None


@pytest.mark.parametrize(("result", "why"), NONE)
def test_unwrap_raises_the_reason_where_there_is_no_value(result: Any, why: str) -> None:
    with pytest.raises(sx.NoAnswerError) as caught:
        result.unwrap()
    assert str(caught.value) == why
    assert isinstance(caught.value, sx.SatcrossError)


@pytest.mark.parametrize("name", ["value", "fill"])
@pytest.mark.parametrize(("result", "why"), NONE)
def test_a_missing_value_is_an_error_that_says_why(result: Any, why: str, name: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(result, name)
    kind = type(result).__name__
    assert str(caught.value) == f"{kind} has no {name}: {why}; match the result, or call unwrap()"
    assert not hasattr(result, name)


@pytest.mark.parametrize("result", [result for result, _ in NONE])
def test_results_without_a_value_are_still_plain_data(result: Any) -> None:
    assert copy.deepcopy(result) == pickle.loads(pickle.dumps(result)) == result
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = result.nonsense


def test_the_value_of_an_impossible_fill_names_the_slot() -> None:
    with pytest.raises(sx.NoAnswerError, match="no word fits 1A"):
        sx.fill("Q..", ["cat"]).unwrap()
