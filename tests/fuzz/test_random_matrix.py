"""The program that runs the matrix: it counts what is right, and says what is wrong."""

from __future__ import annotations

import pytest

from fuzz import matrix


def test_random_puzzles_are_counted_by_task(capsys: pytest.CaptureFixture[str]) -> None:
    counts, wrong = matrix._part(range(3, 5), each=2)
    assert not wrong
    assert counts[matrix.READINGS, "right"] == 2
    assert counts.total() == 2 + 2 * 2


def test_what_is_wrong_is_named_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("1 fill too few")

    monkeypatch.setattr(matrix, "TASKS", {"count": fail})
    monkeypatch.setattr(matrix, "FORMS", {})
    _, wrong = matrix._part(range(3, 4), each=1)
    assert wrong == ["count, seed 3: AssertionError: 1 fill too few"]
