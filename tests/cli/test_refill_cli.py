"""`satcross fill` on a grid that is filled already."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run_cli, run_ok

from satcross.apps.workbench.conversion import crossword_of, document_of
from satcross.apps.workbench.document import new_document
from satcross.apps.workbench.engine.lists import Lists, WordOptions


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    grid = tmp_path / "grid.txt"
    grid.write_text("#...#\nA....\nR....\nC....\n#...#\n")
    path = tmp_path / "draft.json"
    run_ok("fill", grid, "--seed", "1", "-o", path)
    return path


def rows(path: Path) -> list[str]:
    return ["".join(row) for row in json.loads(path.read_text(encoding="utf-8"))["squares"]]


def entries(path: Path) -> dict[str, str]:
    clues = json.loads(path.read_text(encoding="utf-8"))["clues"]
    return {f"{clue['label']}{clue['direction'][0]}": clue["answer"] for clue in clues}


def test_own_files_remember_given_theme_and_banned(draft: Path, tmp_path: Path) -> None:
    settings = json.loads(draft.read_text(encoding="utf-8"))["extras"]["workbench"]
    assert settings == {"pinned": [], "theme": [5, 10, 15]}
    old = entries(draft)
    out = tmp_path / "new.json"
    run_ok("fill", draft, "--keep", "theme", "--ban", old["1A"], "--ban", "xyz", "-o", out)
    new = json.loads(out.read_text(encoding="utf-8"))["extras"]["workbench"]
    assert new == {"pinned": [], "theme": [5, 10, 15], "banned": [old["1A"], "XYZ"]}
    assert entries(out)["4D"] == "ARC"
    assert old["1A"] not in entries(out).values()
    again = tmp_path / "again.json"
    run_ok("fill", out, "--free", "fill", "--seed", "5", "-o", again)  # the ban is remembered
    assert old["1A"] not in entries(again).values()
    kept = tmp_path / "kept.json"
    run_ok("fill", again, "--keep", "theme,8A", "--unlike", again, "-o", kept)
    assert entries(kept)["8A"] == entries(again)["8A"]
    pinned = json.loads(kept.read_text(encoding="utf-8"))["extras"]["workbench"]["pinned"]
    assert pinned == [21, 22, 23]


def test_what_a_file_remembers_of_filling_is_no_loss_in_others(draft: Path) -> None:
    other = draft.with_suffix(".ipuz")
    assert run_cli("convert", draft, other) == (0, "", "")
    run_ok("fill", draft, "--free", "fill", "--ban", "area", "-o", draft)
    told = "left out: 1 detail that only workbench files hold: banned\n"
    assert run_cli("convert", draft, other) == (0, "", told)


def test_theme_entries_that_keep_leaves_out_are_named(draft: Path) -> None:
    """`--free` of the other cells would leave them. Nobody has to read what was meant."""
    told = "--keep leaves out 1 theme entry: 4D; name theme as well to keep all\n"
    for keep in ("1A", "r1c1-r2c5", "r1c1-r2c5,given"):
        assert run_cli("fill", draft, "--keep", keep).err == told
    for keep in ("theme", "1A,theme", "4d", "r1c1-r5c3"):
        assert run_cli("fill", draft, "--keep", keep).err == ""
    for free in ("4D", "theme", "4A+,4D"):
        assert run_cli("fill", draft, "--keep", "1A", "--free", free).err == ""
    text = draft.with_name("full.txt")  # records nothing, so that nothing is lost
    text.write_text(run_ok("fill", draft, "--keep", "theme"))
    assert run_cli("fill", text, "--keep", "1A").err == ""


def test_a_ban_of_a_word_that_could_not_come_is_noted(tmp_path: Path) -> None:
    """It may be misspelt. A word that stands in the grid is known, and one of the list."""
    grid = tmp_path / "grid.txt"
    grid.write_text("XQZ\n...\n...\n")
    ban = ("--ban", "zzqz", "--ban", "cat", "--ban", "xqz")
    done = run_cli("fill", grid, *ban, "--seed", "1")
    assert done.code == 0
    assert done.err == "--ban: zzqz is neither in the word list nor in the grid\n"


def test_the_workbench_keeps_the_bans_of_a_file(draft: Path) -> None:
    from satcross.formats.reading import load_crossword

    run_ok("fill", draft, "--free", "fill", "--ban", "area", "-o", draft)
    defaults = new_document(5, 5)
    document = document_of(load_crossword(draft).crossword, defaults, source="x")
    assert crossword_of(document).extras["workbench"]["banned"] == ["AREA"]
    lists = Lists(WordOptions())
    assert "AREA" not in lists.of(document)
    assert "AREA" in lists.of(defaults)


def test_a_fill_unlike_others(draft: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    run_ok("fill", draft, "--free", "fill", "--unlike", draft, "--distinct", "words", "-o", other)
    old, new = entries(draft), entries(other)
    del old["4D"], new["4D"]
    assert not set(old.values()) & set(new.values())
    third = tmp_path / "third.json"
    unlike = ["--unlike", draft, "--unlike", other]
    run_ok("fill", draft, "--free", "fill", *unlike, "--distinct", "4", "-o", third)
    for before in (draft, other):
        assert sum(entries(before)[k] != w for k, w in entries(third).items()) >= 4


def test_one_fill_for_each_set_of_theme_words(draft: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("ARC\nARM\nTEN\nRAT\nRUT\nEAT\nAT\n")
    grid = tmp_path / "grid.txt"
    grid.write_text("ARC\n#.#\n.T#\n###\n...\n")
    own = tmp_path / "own.json"
    run_ok("fill", grid, "-w", words, "--allow-repeats", "--format", "satcross", "-o", own)
    argv = ("fill", own, "-w", words, "--allow-repeats", "--free", "1A,fill,given", "--all")
    every = {fill[:3] for fill in run_cli(*argv).out.split("\n\n")}
    assert len(every) > 1
    for distinct in ("theme", "1A"):
        done = run_cli(*argv, "--distinct", distinct)
        assert done.code == 0
        assert "there are no more" in done.err
        found = [fill[:3] for fill in done.out.split("\n\n")]
        assert len(found) == len(set(found))
        assert set(found) == every


def test_several_that_differ_as_much_as_they_can(draft: Path) -> None:
    done = run_cli("fill", draft, "--free", "fill", "-n", "4", "--distinct", "auto")
    assert done.code == 0
    assert done.err == (
        "any two differ in 9 entries or more; proved: no 4 fills differ in"
        " more\n4 fills; there may be more\n"
    )


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--keep", "99A"], "--keep: there is no slot '99A'"),
        (["--keep", "r9c9-r1c1"], "--keep: there is no cell 'r9c9'"),
        (["--ban", "12"], "--ban: '12' has letters outside the alphabet"),
        (["--ban", "arc"], "--ban: 4D holds ARC, which is banned, but must stay"),
        (["--keep", "theme", "--blank"], "--keep: --blank leaves out all letters"),
        (["--distinct", "auto"], "--distinct: one fill has nothing to differ from"),
        (["--all", "--distinct", "auto"], "--distinct: auto makes several fills"),
        (["--all", "--distinct", "theme"], "--distinct: the letters of 4D are given"),
        (
            ["--free", "fill", "-n", "2", "--distinct", "symmetry", "--unlike", "DRAFT"],
            "--distinct: a fill is unlike another grid by grids, words",
        ),
        (["--free", "4D", "--unlike", "1-2"], "1-2: "),
    ],
)
def test_wrong_options_are_one_line(arguments: list[str], line: str, draft: Path) -> None:
    named = [str(draft) if word == "DRAFT" else word for word in arguments]
    done = run_cli("fill", draft, *named)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"satcross: {line}"), done.err
    assert done.err.count("\n") == 1


def test_what_stays_can_be_too_much(draft: Path) -> None:
    done = run_cli("fill", draft, "--free", "1A", "--unlike", draft, "--distinct", "words")
    assert done.code in (0, 20)
    if done.code == 20:
        assert "free more of them" in done.err


@pytest.mark.parametrize("name", ["4A+", "5D+"])
def test_freeing_an_entry_leaves_the_letters_of_theme_entries(draft: Path, name: str) -> None:
    done = run_ok("fill", draft, "--free", name, "--unlike", draft, "--seed", "3")
    assert [row[0] for row in done.split("\n")[1:4]] == list("ARC")
    freed = run_ok("fill", draft, "--free", "4D", "--ban", "arc")  # but not its own
    assert [row[0] for row in freed.split("\n")[1:4]] != list("ARC")


@pytest.mark.parametrize("command", ["count", "letters", "optimise", "sample"])
def test_other_commands_take_a_part_of_a_filled_grid_too(draft: Path, command: str) -> None:
    words = ("--min-score", "80")
    done = run_cli(command, draft, "--keep", "theme", *words, "--time-limit", "20")
    grid = draft.with_name("grid.txt")  # has the theme and nothing else
    same = run_cli(command, grid, *words, "--time-limit", "20")
    assert done.out == same.out
    whole = run_cli(command, draft, *words, "--time-limit", "20")
    assert whole.out != same.out


def test_a_recorded_ban_holds_in_other_commands(draft: Path, tmp_path: Path) -> None:
    first = tmp_path / "a.json"
    run_ok("optimise", draft, "--keep", "theme", "--min-score", "70", "-o", first)
    word = entries(first)["1A"]
    run_ok("fill", first, "--keep", "theme", "--ban", word, "-o", tmp_path / "b.json")
    for command in ("optimise", "sample"):
        out = tmp_path / f"{command}.json"
        run_ok(command, tmp_path / "b.json", "--keep", "theme", "-n", "1", "-o", out)
        assert word not in entries(out).values()
        settings = json.loads(out.read_text(encoding="utf-8"))["extras"]["workbench"]
        assert settings["theme"] == [5, 10, 15]
        assert settings["banned"] == [word]


def test_explain_says_why_what_stays_allows_no_fill(draft: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("arc\nact\n", encoding="utf-8")
    done = run_cli("explain", draft, "--keep", "theme", "-w", words)
    assert done.code == 20
    assert done.out.startswith("no fill because of ")
    assert run_cli("explain", draft, "-w", words).code == 0  # all of it is given


def test_a_full_grid_is_reported_as_such(draft: Path) -> None:
    assert "every cell is given: nothing to fill; --keep" in run_cli("fill", draft).err
    assert "every cell is given" not in run_cli("fill", draft, "--keep", "theme").err
    for goal in ("lowest", "total"):
        told = run_cli("optimise", draft, "--goal", goal).err
        assert told == "every entry is given: nothing to improve; --keep or --free opens some\n"
