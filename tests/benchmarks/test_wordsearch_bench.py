"""The bench of word searches: its lists, its parts, and what its tables say."""

from __future__ import annotations

import pytest

from benchmarks.apps import wordsearch as bench
from benchmarks.apps.wordsearch import MESSAGES, hundred, main, programming
from satcross.apps.wordsearch.letters.filler import message_letters


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_what_is_measured() -> None:
    assert (len(programming()), sum(map(len, programming()[: bench.FEW]))) == (44, 121)
    assert [len(message_letters(message)) for message in MESSAGES] == [8, 14, 33, 63]
    texts = [word.letters for word in hundred(0)]
    assert (len(texts), len(set(texts))) == (100, 100)
    assert not any(a != b and (a in b or a[::-1] in b) for a in texts for b in texts)
    assert texts != [word.letters for word in hundred(1)]


def test_the_printed_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "printed"]) == 0
    head, rule, row = capsys.readouterr().out.splitlines()[-3:]
    figures = dict(zip(_cells(head), _cells(row), strict=True))
    assert len(_cells(rule)) == len(figures)
    found = figures["crossings"], figures["parallel"], figures["triangles"]
    assert found == ("8", "37", "0")


def test_limits_and_parts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "programming", lambda: programming()[:4])
    arguments = ["--only", "messages", "--only", "fit", "--seeds", "1", "--limit", "0.3"]
    assert main(arguments) == 0
    _, messages, fits = capsys.readouterr().out.split("\n\n")
    assert len(messages.splitlines()) == 2 + 2 * len(MESSAGES)
    head, _, row = fits.splitlines()
    assert _cells(row)[0] == "in 0.3 s"
    columns, rows = map(int, _cells(row)[2].split("x"))
    assert columns * rows == int(_cells(row)[3]) >= int(_cells(row)[4])
    assert len(_cells(head)) == len(_cells(row))


def test_bars_that_are_missed_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "programming", lambda: programming()[:4])
    assert main(["--only", "layouts", "--seeds", "1"]) == 1  # four words cross six times at most
    assert "| 24x20 | 0 | " in capsys.readouterr().out
