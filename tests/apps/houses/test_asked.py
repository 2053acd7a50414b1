"""What a house asks of `fill` and `make`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run_cli

import satcross as sx
from satcross.apps.houses.house import entry_rules, narrowed, pattern_rules
from satcross.apps.houses.houses import house_names, load_house
from satcross.pattern.presets import preset_rules
from satcross.pattern.rules import Range
from satcross.pattern.symmetry import Symmetry

OWN = """
[checks]
stems = "error"
naticks = "off"
shortest = {cells = 3}
symmetry = {any-of = ["left-right"]}
words = {most = {5x5 = 10}, themeless = {5x5 = 9}}
"""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(OWN)
    Path("words.txt").write_text("cat\ncats\ntoga\ncot\nsea\n")


def test_the_rules_of_houses() -> None:
    assert entry_rules(load_house("nyt")) == (
        "no-near-duplicates",
        "no-shared-words 3",
        "no-naticks",
    )
    assert entry_rules(load_house("own.toml")) == ("no-near-duplicates", "no-shared-words 3")
    for name in house_names():
        house = load_house(name)
        usual = preset_rules(house.preset, 15, 15)
        changed = pattern_rules(house, usual, has_theme=True)
        assert changed.keys() <= {"n_words", "n_blocks", "all_checked"}, name
    nyt = load_house("nyt")
    usual = preset_rules(nyt.preset, 15, 15)
    assert pattern_rules(nyt, usual, has_theme=True) == {}
    assert pattern_rules(nyt, usual, has_theme=False) == {"n_words": Range(72, 72)}
    mini = preset_rules(load_house("own.toml").preset, 5, 5)
    assert pattern_rules(load_house("own.toml"), mini, has_theme=False) == {
        "n_words": Range(None, 9),
        "symmetry": Symmetry.LEFT_RIGHT,
    }


def test_narrowed() -> None:
    assert narrowed(Range(72, 78), None, 76) == Range(72, 76)
    assert narrowed(Range(72, 78), 74, 80) == Range(74, 78)
    assert narrowed(Range(72, 78), None, 70) == Range(70, 70)
    assert narrowed(Range(), None, None) == Range()


def test_fill() -> None:
    Path("grid.txt").write_text("...#....\n########\n...#...#\n")
    done = run_cli("fill", "grid.txt", "-w", "words.txt", "--house", "own.toml")
    assert done.code == 2
    assert done.err == (
        "satcross: --house: the pattern is none of own: the pattern has no left-right symmetry;"
        " change it, or name the rules for its entries instead, as in --no-naticks\n"
    )
    Path("grid.txt").write_text("...#...\n#######\n...#...\n")
    found = run_cli("fill", "grid.txt", "-w", "words.txt", "--house", "own.toml")
    assert found.code == 20  # three words of three letters
    Path("words.txt").write_text("cat\ncot\nsea\nseas\ncats\ntin\n")
    grid = run_cli("fill", "grid.txt", "-w", "words.txt", "--house", "own.toml").out
    assert sorted(grid.replace("#", " ").split()) == ["CAT", "COT", "SEA", "TIN"]
    Path("grid.txt").write_text("....#...\n########\n....#...\n")
    Path("own.toml").write_text('[checks]\nstems = "error"\n')
    done = run_cli("fill", "grid.txt", "-w", "words.txt", "--house", "own.toml", "--all")
    for text in done.out.strip().split("\n\n"):
        words = [word for word in text.replace("#", " ").split() if word.isalpha()]
        assert len({word.removesuffix("S") for word in words}) == len(words)
    assert done.code == 0


@pytest.mark.needs("apps/construct")
def test_make() -> None:
    argv = ("make", "5x5", "--house", "own.toml", "--seed", "3", "--format", "json")
    done = run_cli(*argv)
    assert done.code == 0
    rows = json.loads(done.out)["grid"]
    assert all(row == row[::-1] for row in ("".join(".#"[c == "#"] for c in row) for row in rows))
    assert len(sx.Puzzle(sx.Grid.of("\n".join(rows)), ["cat"]).slots) <= 9
    done = run_cli(*argv, "--symmetry", "rotation")  # an option comes before the house
    assert done.code == 0
    assert "own: error: the pattern has no left-right symmetry" in done.err or all(
        row == row[::-1]
        for row in ("".join(".#"[c == "#"] for c in r) for r in json.loads(done.out)["grid"])
    )
