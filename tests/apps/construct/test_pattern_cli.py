"""`satcross pattern`: what it prints, how it ends, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import Done, run_cli

from satcross.model.grid import Grid
from satcross.model.puzzle import find_slots
from satcross.pattern.presets import Preset, preset_rules
from satcross.pattern.verify import pattern_faults


def run(*arguments: str) -> Done:
    return run_cli("pattern", *arguments)


def grids(out: str) -> list[Grid]:
    return [Grid.parse(part) for part in out.strip().split("\n\n")]


def test_one() -> None:
    code, out, err = run("9x7", "--seed", "3")
    assert (code, err) == (0, "rules of the preset mini; --preset none leaves them out\n")
    (grid,) = grids(out)
    assert (grid.n_rows, grid.n_cols) == (7, 9)
    assert run("9x7", "--seed", "3") == (code, out, err)


def test_the_usual_preset_is_taken_and_named() -> None:
    for size, preset in (("15x15", "nyt"), ("21x21", "nyt"), ("9x9", "mini"), ("5x5", "mini")):
        code, out, err = run(size)
        assert (code, err) == (
            0,
            f"rules of the preset {preset}; --preset none leaves them out\n",
        )
        rules = preset_rules(Preset(preset), *map(int, size.split("x")))
        assert pattern_faults(grids(out)[0], rules) == ()
        assert run(size, "--preset", preset) == (0, out, "")
    assert run("7x7", "--preset", "none").err == ""
    assert run("7x7", "--bars").err == ""
    assert run("7x7", "--checked", "half").err == ""


def test_presets_and_what_overrides_them() -> None:
    code, out, err = run("--preset", "nyt", "-n", "2", "--words", "74", "--blocks", "36")
    assert (code, err) == (0, "2 patterns; there may be more\n")
    for grid in grids(out):
        assert len(find_slots(grid)) == 74
        assert grid.cells.count("#") == 36
        assert pattern_faults(grid, preset_rules(Preset.NYT, 15, 15)) == ()
    _, out, _ = run("11x11", "--preset", "lattice", "--symmetry", "rotation90")
    assert len(out.split()) == 11


def test_every_rule_is_obeyed() -> None:
    code, out, _ = run(
        "13x13", "--symmetry", "left-right", "--min-length", "3", "--max-length", "9",
        "--checked", "alternate,half", "--no-open-squares", "--no-block-squares",
        "--max-block-run", "4", "--no-empty-lines", "--length", "9=2-8", "--open", "r1c1",
        "--block", "r2c2", "--slot", "D 0,0,5", "--slot", "A r3c1 6",
    )  # fmt: skip
    assert code == 0
    (grid,) = grids(out)
    rows = grid.lines()
    assert all(row == row[::-1] for row in rows)
    assert (rows[0][0], rows[1][1]) == (".", "#")
    assert [row[0] for row in rows[:6]] == list(".....#")
    assert rows[2][:7] == "......#"
    assert 2 <= sum(len(slot) == 9 for slot in find_slots(grid)) <= 8


def test_all_with_json() -> None:
    none = ("--preset", "none")
    arguments = (
        "5x5",
        *none,
        "--all",
        "--no-empty-lines",
        "--alike",
        "transposed",
        "--format",
        "json",
    )
    code, out, err = run(*arguments)
    assert (code, err) == (0, "10 patterns; there are no more\n")
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["number"] for record in records] == list(range(1, 11))
    full = next(record for record in records if not record["blocks"])
    assert full == {
        "schema": "satcross.pattern/1",
        "number": full["number"],
        "grid": ["....."] * 5,
        "hex": "FFFFFFh",
        "blocks": 0,
        "words": 10,
        "lengths": {"5": 10},
    }


def test_hex_round_trips() -> None:
    _, text, _ = run("--preset", "lattice", "-n", "2")
    _, out, _ = run("--preset", "lattice", "-n", "2", "--format", "hex")
    assert [str(Grid.from_hex(line)) for line in out.split()] == [str(g) for g in grids(text)]


def test_fewest() -> None:
    code, out, err = run("9x9", "--preset", "none", "--words", "28", "--blocks", "fewest")
    assert code == 0
    n = out.count("#")
    assert err == f"{n} blocks; proved: no pattern has fewer\n"
    code, out, err = run("9x9", "--preset", "none", "--words", "28", "--blocks", str(n - 1))
    assert (code, out) == (20, "")
    code, out, err = run("9x9", "--preset", "none", "--words", "28", "--blocks", f"-{n}", "--all")
    assert code == 0
    assert {grid.cells.count("#") for grid in grids(out)} == {n}


def test_none_at_all(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old", encoding="utf-8")
    assert run("5x5", "--preset", "mini", "--words", "30", "-o", str(path)) == (
        20, "", "no pattern: proved: none obeys all these rules\n",
    )  # fmt: skip
    assert path.read_text(encoding="utf-8") == "old"


def test_no_time() -> None:
    code, out, err = run("15x15", "--preset", "nyt", "--time-limit", "1e-9")
    assert (code, out, err) == (124, "", "0 patterns; stopped: time limit\n")
    code, out, err = run("--preset", "nyt", "--blocks", "fewest", "--time-limit", "1e-9")
    assert (code, out, err) == (124, "", "stopped: time limit\n")


def test_a_grids_blocks_and_letters_stay(tmp_path: Path) -> None:
    path = tmp_path / "like.txt"
    path.write_text("#.......\n........\n...HEART\n" + "........\n" * 5, encoding="utf-8")
    code, out, _ = run("--like", str(path), "-o", str(tmp_path / "new.txt"))
    assert (code, out) == (0, "")
    rows = (tmp_path / "new.txt").read_text(encoding="utf-8").split()
    assert rows[0][0] == rows[7][7] == "#"
    assert rows[2][3:] == "HEART"


def test_letters_of_other_alphabets_stay(tmp_path: Path) -> None:
    path = tmp_path / "like.txt"
    path.write_text("ΑΩ...\n" + ".....\n" * 4, encoding="utf-8")
    assert run("--like", str(path))[0] == 2
    code, out, _ = run("--like", str(path), "--alphabet", "greek")
    assert (code, out[:2]) == (0, "ΑΩ")


def test_judging(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("cat\ncot\noat\ntot\n", encoding="utf-8")
    for name, text in (("hard", "...\n...\n..."), ("easy", "...\n.#.\n...")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    names = [str(tmp_path / name) for name in ("hard", "easy")]
    options = [part for name in names for part in ("--judge", name)]
    code, out, err = run(*options, "-w", str(words))
    assert (code, err) == (0, "")
    assert out.startswith(names[1])
    assert "\nexpected fills 10^0.8; tightest 1A 10^-0.0; 1 block, 4 words of 3.0 letters" in out
    assert out.endswith(
        "expected fills 0; tightest 4A 0; 0 blocks, 6 words of 3.0 letters on average\n"
    )
    _, out, _ = run(*options, "-w", str(words), "--format", "json")
    first, second = map(json.loads, out.splitlines())
    assert (first["name"], second["name"]) == (names[1], names[0])
    assert (first["expected_fills"], second["expected_fills"]) == (0.778, None)
    assert first["tightest_region"] == {"expected_fills": 0.0, "slots": []}
    assert second["tightest_region"] == {
        "expected_fills": None,
        "slots": ["1A", "4A", "5A", "1D", "2D", "3D"],
    }


def test_judging_names_the_part_where_no_fill_is_expected(tmp_path: Path) -> None:
    words, grid = tmp_path / "words.txt", tmp_path / "grid"
    five = [f"{a}{b}abc" for a in "abcde" for b in "abcde"]
    words.write_text("\n".join(["abc", "bcd", "cde", "dea", "eab", *five]), encoding="utf-8")
    grid.write_text("...#.....\n...######\n...######", encoding="utf-8")
    code, out, _ = run("--judge", str(grid), "-w", str(words))
    assert code == 0
    assert "\nexpected fills 10^-0.7, but 10^-2.1 of 1A, 5A, 6A, 1D and 2 others; tightest " in out
    _, out, _ = run("--judge", str(grid), "-w", str(words), "--format", "json")
    region = json.loads(out)["tightest_region"]
    assert region == {"expected_fills": -2.097, "slots": ["1A", "5A", "6A", "1D", "2D", "3D"]}


def test_the_best_of_many_come_first() -> None:
    code, out, err = run("9x9", "--preset", "nyt", "--best-of", "6", "-n", "3", "--format", "json")
    assert (code, err) == (0, "the best 3 of 6 patterns; there may be more\n")
    scores = [json.loads(line)["expected_fills"] for line in out.splitlines()]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 3
    _, out, _ = run("9x9", "--preset", "nyt", "-n", "6", "--score", "--format", "json")
    every = sorted((json.loads(line)["expected_fills"] for line in out.splitlines()), reverse=True)
    assert every[:3] == scores


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "SIZE: no size is given; give one as in 15x15"),
        (["15by15"], "SIZE: '15by15' is no size; give columns x rows, as in 15x15"),
        (["1x5"], "size: a pattern of 1 column and 5 rows; give 2 to 60 of each"),
        (["61x5"], "size: a pattern of 61 columns and 5 rows; give 2 to 60 of each"),
        (["5x7", "--symmetry", "diagonal"], "--symmetry: diagonal symmetry is for square grids"),
        (["5x5", "--words", "x"], "--words: 'x' is neither a number nor a range; give one as"),
        (["5x5", "--words", "-"], "--words: '-' is neither a number nor a range; give one as"),
        (["5x5", "--blocks", "9-3"], "--blocks: there is no number from 9 to 3; turn them round"),
        (["5x5", "--blocks", ""], "--blocks: '' is neither a number nor a range"),
        (["5x5", "--min-length", "1"], "--min-length: must be 2 or greater, got 1"),
        (["5x5", "--max-length", "2"], "--max-length: the longest slot (2) is shorter than"),
        (["5x5", "--max-block-run", "0"], "--max-block-run: 0 is no longest run of blocks"),
        (["5x5", "--checked", "some"], "--checked: 'some' does not say which cells are checked"),
        (["5x5", "--checked", "all,half"], "--checked: 'all,half' does not say which cells"),
        (["5x5", "--checked", "3/2"], "--checked: 3/2 is no share of a slot; give 0 to 1"),
        (["5x5", "--length", "5"], "--length: '5' does not say how many slots have a length"),
        (["5x5", "--length", "5=1", "--length", "5=2"], "--length: length 5 has two numbers"),
        (["5x5", "--length", "5=3-1"], "--length: there is no number from 3 to 1"),
        (["5x5", "--slot", "A 0,0"], "--slot: 'A 0,0' is no slot; give direction, first cell"),
        (["5x5", "--slot", "A 0,0,6"], "--slot: there is no room for a slot of 6 cells from row 0"),
        (["5x5", "--slot", "A r0c1 3"], "--slot: there is no room for a slot of 3 cells"),
        (["5x5", "--stack", "3"], "--stack: '3' is no stack; give number x length, as in 3x15"),
        (["5x5", "--stack", "3x6"], "--stack: a stack of 3 slots of 6 cells does not fit"),
        (["5x5", "--open", "c1r1"], "--open: 'c1r1' is no cell; give one as in r1c3"),
        (["5x5", "--block", "r6c1"], "--block: r6c1 lies outside 5 columns and 5 rows"),
        (["5x5", "--open", "r1c1", "--block", "r1c1"], "r1c1 must be open and a block"),
        (["5x7", "--format", "hex"], "--format: only square patterns of blocks are written in"),
        (["5x5", "--bars", "--checked", "none", "--format", "hex"], "--format: only square"),
        (["5x5", "-n", "0"], "--number: must be 1 or greater, got 0"),
        (["5x5", "-n", "2", "--all"], "-n and --all do not go together; give one of them"),
        (["5x5", "--best-of", "9", "--all"], "--best-of: the best of all is not known before"),
        (["5x5", "--best-of", "2", "-n", "3"], "--best-of: there is no choice of 3 among 2"),
        (["5x5", "--best-of", "2", "--blocks", "fewest"], "--best-of: the fewest blocks and the"),
        (["5x5", "--judge", "x"], "--judge: it judges existing grids, and makes none"),
        (
            ["--judge", "x", "--no-cheaters"],
            "--judge: it judges existing grids, and makes none; leave out --cheaters",
        ),
        (["5x5", "--max-words", "9"], "--max-words: it is for scoring; add --score or --best-of"),
        (["--judge", "gone.txt"], "gone.txt: there is no such file; check the path"),
        (["--like", "gone.txt"], "gone.txt: there is no such file; check the path"),
        (["5x5", "--like", "7Ah"], "--like: the grid has 3 columns and 3 rows; leave out the size"),
        (["5x5", "--seed", "-1"], "--seed: must be 0 or greater, got -1"),
        (["5x5", "--time-limit", "0"], "--time-limit: must be a number of seconds above 0"),
        (["5x5", "-w", "gone.dict"], "--list: it is for scoring; add --score or --best-of"),
        (["5x5", "--score", "-w", "gone.dict"], "gone.dict: there is no such file"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"satcross: {message}")
    assert err.count("\n") == 1


def test_a_grid_with_bars_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "bars.txt"
    path.write_text(".|..\n...\n...\n", encoding="utf-8")
    code, out, err = run("--like", str(path))
    assert (code, out) == (2, "")
    assert err == f"satcross: {path}: bars and voids cannot be kept; give a grid of blocks\n"


def test_a_large_pattern_is_a_matter_of_seconds() -> None:
    code, out, _ = run("40x40", "--time-limit", "300")
    assert code == 0
    assert len(out.split()) == 40
