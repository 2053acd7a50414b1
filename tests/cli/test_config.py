"""The configuration file: what it sets, what comes before it, and what is wrong in it."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from support.cli import every_command, run_cli, run_ok
from support.seeds import quick

from satcross.cli.config import SETTINGS
from satcross.cli.main import _defaults, command_line

FILES = {"few.txt": "CAT;60\nCOT;90\n", "other.txt": "CUT;70\n", "no.txt": "COT\n"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    inner = tmp_path / "deep" / "er"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    monkeypatch.delenv("SATCROSS_CONFIG", raising=False)
    for key in SETTINGS:
        monkeypatch.delenv(f"SATCROSS_{key.replace('-', '_').upper()}", raising=False)
    return tmp_path


def found(*arguments: str) -> list[str]:
    """The words of the list in force."""
    return [line.split()[0] for line in run_ok("words", "query", "c?t", *arguments).splitlines()]


def test_a_file_above_sets_the_lists_relative_to_itself(folder: Path) -> None:
    (folder / "satcross.toml").write_text('words = ["few.txt", "other.txt"]\n')
    assert found() == ["COT", "CUT", "CAT"]
    (folder / "satcross.toml").write_text('words = "few.txt"\nexclude = "no.txt"\n')
    assert found() == ["CAT"]


def test_the_nearest_file_counts_alone(folder: Path) -> None:
    (folder / "satcross.toml").write_text('words = "few.txt"\nmin-score = 80\n')
    (folder / "deep" / "pyproject.toml").write_text(
        '[project]\nname = "x"\n\n[tool.satcross]\nwords = "../other.txt"\n'
    )
    assert found() == ["CUT"]
    (folder / "deep" / "pyproject.toml").write_text('[project]\nname = "x"\n')
    assert found() == ["COT"]
    (folder / "deep" / "pyproject.toml").write_text("not [ TOML, and not our business\n")
    assert found() == ["COT"]


def test_command_line_before_environment_before_file_before_default(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "satcross.toml").write_text('words = "few.txt"\nmin-score = 70\n')
    assert found() == ["COT"]
    monkeypatch.setenv("SATCROSS_MIN_SCORE", "50")
    assert found() == ["COT", "CAT"]
    assert found("--min-score", "80") == ["COT"]
    monkeypatch.setenv("SATCROSS_MIN_SCORE", "")
    assert found() == ["COT"]
    lists = os.pathsep.join(str(folder / name) for name in ("few.txt", "other.txt"))
    monkeypatch.setenv("SATCROSS_WORDS", lists)
    assert found() == ["COT", "CUT"]
    assert found("-w", str(folder / "other.txt")) == ["CUT"]
    monkeypatch.setenv("SATCROSS_WORDS", "")
    monkeypatch.setenv("SATCROSS_CONFIG", "")
    assert {*found()} >= {"CAT", "COT", "CUT"}  # the built-in list


def test_lists_by_name(folder: Path) -> None:
    (folder / "satcross.toml").write_text('words = ["builtin", "few.txt"]\n')
    assert "CUT" in found()


def test_sets_of_lists_have_names(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "satcross.toml").write_text(
        'words = ["own", "other.txt"]\n'
        '[lists]\nown = ["few.txt-5", "no.txt=7"]\nno = "no.txt"\nbad = "gone.txt"\n'
    )
    assert found() == ["COT", "CUT", "CAT"]
    assert found("-w", "own") == ["COT", "CAT"]
    assert found("--exclude", "no") == ["CUT", "CAT"]
    assert found("-w", str(folder / "other.txt"), "-w", "own") == ["COT", "CUT", "CAT"]
    monkeypatch.setenv("SATCROSS_WORDS", "no")
    assert found() == ["COT"]
    assert run_cli("words", "stats", "-w", "own+1").err == (
        "satcross: own+1: a set of lists has no scale; give it to its lists in the set\n"
    )
    assert "there is no such file, and no list or set of that name; names are own, no, bad," in (
        run_cli("words", "stats", "-w", "onw").err
    )
    assert "satcross.toml:5: bad: there is no file or list 'gone.txt'" in (
        run_cli("words", "stats", "-w", "bad").err
    )
    (folder / "deep" / "er" / "own").write_text("CAT\n")  # a file is never a name
    assert found("-w", "own") == ["CAT"]


def test_another_file_can_be_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "mine.toml").write_text('words = "few.txt"\n')
    monkeypatch.setenv("SATCROSS_CONFIG", str(folder / "mine.toml"))
    assert found() == ["COT", "CAT"]
    assert "mine.toml" in run_ok("--version")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "min-score = -1\n",
            "satcross.toml:1: min-score must be a whole number, 0 or greater, got",
        ),
        ("\nmin-score = true\n", "satcross.toml:2: min-score must be a whole number"),
        ('words = "few.txt"\nscore = 3\n', "satcross.toml:2: there is no setting 'score'; use one"),
        ("words = 3\n", "satcross.toml:1: words must be a file, or a list of files, got '3'"),
        ("a = 1\nb = = 2\n", "satcross.toml:2:5: the file is not TOML: invalid value; correct"),
        (
            'words = "gone.txt"\n',
            "satcross.toml:1: words: there is no file or list 'gone.txt'",
        ),
        ('page = "a9"\n', "satcross.toml:1: page must be a3, a4, a5, letter, legal, or WxH in mm"),
        (f"min-score = {'9' * 5000}\n", "satcross.toml: the file is not TOML"),
        ("columns = 99\n", "satcross.toml:1: columns must be a whole number from 1 to 8, got '99'"),
        ('numbers = "no"\n', "satcross.toml:1: numbers must be true or false, got 'no'"),
        ('rules = "nonsense x"\n', "satcross.toml:1: rules: 'nonsense x' is not a rule; write"),
        ('alphabet = ""\n', "satcross.toml:1: alphabet must be the name of an alphabet"),
        ('[lists]\n"a b" = "few.txt"\n', "satcross.toml:1: lists must be a table of names and"),
        ('[lists]\nbuiltin = "few.txt"\n', "satcross.toml:1: lists must be a table of names and"),
        (
            'words = "own"\n[lists]\nown = ["few.txt", "own"]\n',
            "satcross.toml:3: own: there is no file or list 'own'",
        ),
    ],
)
def test_what_is_wrong_is_one_line_with_its_place(folder: Path, text: str, message: str) -> None:
    (folder / "satcross.toml").write_text(text)
    done = run_cli("words", "stats")
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert message in done.err.replace("\\", "/")


def test_bytes_that_are_no_text_and_a_wrong_variable(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SATCROSS_COLUMNS", "many")
    done = run_cli("words", "stats")
    assert done.err == (
        "satcross: SATCROSS_COLUMNS: must be a whole number from 1 to 8, got 'many';"
        " correct the environment variable, or unset it\n"
    )
    (folder / "satcross.toml").write_bytes(b"words = \xff")
    monkeypatch.delenv("SATCROSS_COLUMNS")
    assert "the file is not UTF-8" in run_cli("words", "stats").err


def test_paper_and_numbers_of_pictures(folder: Path) -> None:
    from pypdf import PdfReader

    (folder / "satcross.toml").write_text('page = "letter"\nnumbers = false\n')
    grid = folder / "grid.txt"
    grid.write_text("CAT\n#O#\n#T#\n")
    for command in ("render", "convert"):
        pdf = folder / f"{command}.pdf"
        more = ("-o", pdf) if command == "render" else (pdf, "--to", "pdf")
        run_ok(command, grid, *more)
        page = PdfReader(pdf).pages[0]
        assert (round(page.mediabox.width), round(page.mediabox.height)) == (612, 792)
    assert ">1<" not in run_ok("render", grid)
    run_ok("render", grid, "-o", folder / "a5.pdf", "--page", "a5")
    assert round(PdfReader(folder / "a5.pdf").pages[0].mediabox.width) == 420
    (folder / "satcross.toml").write_text("numbers = true\n")
    assert ">1<" in run_ok("render", grid)


def test_patterns_do_not_take_the_lists(folder: Path) -> None:
    plain = run_ok("pattern", "5x5")
    (folder / "satcross.toml").write_text('words = "few.txt"\nmin-score = 10\n')
    assert run_ok("pattern", "5x5") == plain


DEFAULTS: dict[str, object] = {
    "words": ["few.txt"],
    "exclude": ["no.txt"],
    "min_score": 70,
    "alphabet": "Latin",
}


@pytest.mark.parametrize("name", sorted(every_command()))
def test_every_command_gets_the_settings_for_its_options(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "satcross.toml").write_text(
        'words = "few.txt"\nexclude = "no.txt"\nmin-score = 70\nalphabet = "Latin"\n'
    )
    first, *inner = name.split()
    defaults = _defaults(command_line((first,)), (first,))[first]
    for key in inner:
        defaults = defaults[key]
    options = {one.name for one in every_command()[name].params if one.param_type_name == "option"}
    assert defaults == {key: DEFAULTS[key] for key in options & set(DEFAULTS)}
    assert defaults.keys() in (set(), {"alphabet"}, set(DEFAULTS)), "a list has all its options"


GRIDS = {
    "fill": "fill grid.txt --all",
    "letters": "letters grid.txt --slot 1A",
    "optimise": "optimise grid.txt --all",
    "count": "count grid.txt",
    "sample": "sample grid.txt -n 9",
    "compile": "compile grid.txt -o grid.fills",
    "export": "export grid.txt -o grid.cnf --stats",
    "explain": "explain grid.txt --corrections 0 --format json",
    "check": "check full.txt",
    "prove": "prove grid.txt -o proof",
    "batch": "batch jobs.jsonl",
    "words": "words query ???",
    "wordsearch": "wordsearch 5x5 --pattern Q?O? --count 1",
    "pattern": "pattern --judge grid.txt",
}


@pytest.mark.parametrize("line", GRIDS.values(), ids=GRIDS)
@pytest.mark.parametrize("by", ["file", "environment"])
def test_settings_have_the_effect_of_the_options(
    folder: Path, line: str, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "grid.txt").write_text("...\n")
    (folder / "full.txt").write_text("CAT\n")
    (folder / "few.txt").write_text("CUT;80\nQUOD;70\nQUO;80\nCAT;60\nCOT;90\nQUOT;60\n")
    (folder / "wide.txt").write_text("QUOT;90\nQUOD;70\nCAT;60\nCOT;90\nCUT;80\nQUO;80\n")

    def answer(*more: str) -> tuple[int, str]:
        shutil.rmtree("proof", ignore_errors=True)
        if line.startswith("batch"):
            job = {"grid": "grid.txt", "task": "count"}
            if more:
                (folder / "left.txt").write_text("CUT;80\nQUO;80\n")
                job["words"] = "left.txt" if len(more) > 2 else "wide.txt"
            (folder / "jobs.jsonl").write_text(json.dumps(job))
            more = ()
        done = run_cli(*line.split(), *more)
        return done.code, re.sub(r'"?seconds.*|"(digest|job)": "\w+"', "", done.out)

    asked = answer("-w", "few.txt", "--min-score", "70", "--exclude", "no.txt")
    assert asked != answer("-w", "wide.txt")
    if by == "file":
        text = 'words = "few.txt"\nmin-score = 70\nexclude = "no.txt"\n'
        (folder / "satcross.toml").write_text(text)
    else:
        for key, value in (("WORDS", "few.txt"), ("MIN_SCORE", "70"), ("EXCLUDE", "no.txt")):
            monkeypatch.setenv(f"SATCROSS_{key}", value)
    assert answer() == asked


@pytest.mark.parametrize("by", quick(["file", "environment"], 1))
def test_rules_have_the_effect_of_the_option(
    folder: Path, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "grid.txt").write_text("...\n...\n")
    (folder / "list.txt").write_text("CAT\nCUT\nCC\nAU\nTT\nUA\n")
    (folder / "full.txt").write_text("CAT\nCUT\n")
    (folder / "jobs.jsonl").write_text(
        '{"grid": "grid.txt", "words": ["list.txt"], "task": "count"}\n'
        '{"grid": "grid.txt", "words": ["list.txt"], "task": "count", "rules": []}\n'
    )
    rules = ["~1A=CUT", "min-length 2"]
    of_grid = ("-w", "list.txt")

    def answers(*more: str) -> list[str]:
        lines = ("fill grid.txt --all", "count grid.txt", "letters grid.txt", "check full.txt")
        return [run_cli(*line.split(), *of_grid, *more).out for line in lines]

    def counts() -> list[str]:
        return [json.loads(line)["n"] for line in run_ok("batch", "jobs.jsonl").splitlines()]

    plain = answers()
    asked = answers(*(word for rule in rules for word in ("--rule", rule)))
    assert asked[:2] != plain[:2]
    assert counts() == ["2", "2"]
    if by == "file":
        (folder / "satcross.toml").write_text(f"rules = {json.dumps(rules)}\n")
    else:
        monkeypatch.setenv("SATCROSS_RULES", "\n".join(rules))
    assert answers() == asked
    assert counts() == ["1", "2"]
    assert answers("--rule", "min-length 2") == plain  # the command line comes first


def test_paper_of_word_searches_and_of_cs50(folder: Path) -> None:
    from pypdf import PdfReader

    (folder / "satcross.toml").write_text('page = "letter"\n')
    structure = folder / "structure.txt"
    structure.write_text("___\n")
    for line in (("wordsearch", folder / "few.txt", "-o"), ("cs50", structure, folder / "few.txt")):
        run_ok(*line, folder / "made.pdf")
        page = PdfReader(folder / "made.pdf").pages[0]
        assert (round(page.mediabox.width), round(page.mediabox.height)) == (612, 792)
