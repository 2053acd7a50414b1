"""Entry points: found, listed, broken; the test kit; and the example package, installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from commands_page import entries, markdown
from support.cli import run_cli, run_ok
from support.packages import EXAMPLE, forget, install

from satcross import Crossword, Grid, crossword_of, grid_of, plugins
from satcross.apps.solving.html import html_of
from satcross.cli import commands
from satcross.commandline import argument, command, flag, option
from satcross.errors import FormatError, OptionError
from satcross.extend import (
    Backend,
    Deadline,
    Feature,
    Format,
    Losses,
    Outcome,
    RawAnswer,
    SquareKind,
    find_slots,
)
from satcross.formats.reading import load_crossword, save_crossword
from satcross.formats.registry import NAMES, format_named
from satcross.kinds.codeword import CODEWORD
from satcross.model.kinds import kind_named, kinds
from satcross.solve.backends.pysat import PysatBackend
from satcross.testing import (
    CLUED,
    check_command,
    check_format,
    check_kind,
    check_list,
    check_rule,
    check_solver,
)

ROOT = Path(__file__).resolve().parents[1]
FORMATS = Path(__file__).parent / "apps" / "interchange"


@pytest.fixture
def example(site: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example package, installed."""
    monkeypatch.syspath_prepend(EXAMPLE / "src")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(site, project["name"], project["entry-points"])
    return site


# Exolve's own ways to count, by which squares have labels that it cannot hold otherwise.
COUNTED = {"no_number", "reversal"}


def corpus(name: str) -> list[bytes]:
    """Good files of a format, of those that its tests read."""
    files = sorted((FORMATS / name / "corpus").glob("*"))
    return [
        path.read_bytes()
        for path in files
        if path.suffix in format_named(name).suffixes and path.stem not in COUNTED
    ]


@pytest.mark.parametrize("name", NAMES)
def test_our_own_formats_pass_the_kit(name: str) -> None:
    check_format(format_named(name), corpus(name))


def test_one_of_our_solvers_passes_the_kit() -> None:
    check_solver(lambda seed: PysatBackend("glucose4"))


def test_the_kit_finds_what_is_wrong_with_a_format() -> None:
    good = format_named("xd")

    assert good.read is not None
    assert good.write is not None
    read, write = good.read, good.write

    def raising(data: bytes, source: str) -> Crossword:
        if b"\0" in data:
            raise IndexError
        return read(data, source)

    def forgetting(crossword: Crossword, losses: Losses) -> bytes:
        return write(replace(crossword, title=""), losses)

    with pytest.raises(AssertionError, match="IndexError, not FormatError"):
        check_format(replace(good, read=raising))
    with pytest.raises(AssertionError, match="a title: does not come back"):
        check_format(replace(good, write=forgetting))
    with pytest.raises(AssertionError, match="the extension is 'xd'"):
        check_format(replace(good, suffixes=("xd",)))
    with pytest.raises(AssertionError, match="neither read nor written"):
        check_format(replace(good, read=None, write=None))


def answers(crossword: Crossword, losses: Losses) -> bytes:
    """The answers, one a line: a format that nobody could read again."""
    keeps = frozenset({Feature.SIZE, Feature.LETTERS, Feature.TITLE})
    losses.drop_unsupported(crossword, keeps)
    lines = [crossword.title]
    if all(square.solution for square in crossword.squares if square.kind is SquareKind.OPEN):
        grid = grid_of(crossword)
        lines += ["".join(grid.cells[cell] for cell in slot.cells) for slot in find_slots(grid)]
    return "\n".join(lines).encode()


ANSWERS = Format(
    "answers", "Answers", (".answers",), None, answers,
    frozenset({Feature.SIZE, Feature.LETTERS, Feature.TITLE}),
)  # fmt: skip


def test_the_kit_checks_a_format_that_is_only_written() -> None:
    check_format(ANSWERS)

    def quiet(crossword: Crossword, losses: Losses) -> bytes:
        return answers(crossword, Losses("quiet"))

    def untitled(crossword: Crossword, losses: Losses) -> bytes:
        return answers(replace(crossword, title=""), losses)

    with pytest.raises(AssertionError, match="bars: cannot be kept, and no loss is reported"):
        check_format(replace(ANSWERS, write=quiet))
    with pytest.raises(AssertionError, match="a title: does not change the file"):
        check_format(replace(ANSWERS, write=untitled))
    with pytest.raises(AssertionError, match="an author: is not kept"):
        check_format(replace(ANSWERS, keeps=ANSWERS.keeps | {Feature.AUTHOR}))
    with pytest.raises(AssertionError, match="files are given"):
        check_format(ANSWERS, [b"CAT"])


def test_the_kit_checks_a_format_that_is_only_read() -> None:
    good = replace(format_named("ipuz"), write=None)
    files = corpus("ipuz")
    check_format(good, files)
    numbers = iter(range(1000))

    def counting(data: bytes, source: str) -> Crossword:
        assert good.read is not None
        return replace(good.read(data, source), notes=str(next(numbers)))

    with pytest.raises(AssertionError, match="checked with files: give some"):
        check_format(good)
    with pytest.raises(AssertionError, match=r"a file has .*an author.*: not in `keeps`"):
        check_format(replace(good, keeps=good.keeps - {Feature.AUTHOR}), files)
    with pytest.raises(AssertionError, match="read differently again"):
        check_format(replace(good, read=counting), files)


def test_formats_that_are_only_written_or_read_are_refused_the_other_way(
    site: Path, tmp_path: Path
) -> None:
    install(site, "half", {"satcross.formats": {"answers": "test_plugins:ANSWERS"}})
    (tmp_path / "grid.txt").write_text("CAT\n")
    file = tmp_path / "grid.answers"
    assert run_ok("convert", str(tmp_path / "grid.txt"), str(file), "--lossy") == ""
    assert file.read_text(encoding="utf-8") == "\nCAT"
    said = run_cli("convert", str(file), "-", "--to", "text")
    assert said.code == 2
    assert (
        said.err == f"satcross: {file}: files of answers can only be written; read another format\n"
    )


PUZZLES = {"codeword": "ipuz/corpus/coded.ipuz", "acrostic": "jpz/corpus/acrostic_rows.jpz"}


@pytest.mark.parametrize("value", PUZZLES)
def test_our_own_kinds_pass_the_kit(value: str) -> None:
    check_kind(kind_named(value), load_crossword(FORMATS / PUZZLES[value]).crossword)


def test_the_kit_finds_what_is_wrong_with_a_kind() -> None:
    puzzle = load_crossword(FORMATS / PUZZLES["codeword"]).crossword
    with pytest.raises(AssertionError, match="is of the kind codeword"):
        check_kind(kind_named("acrostic"), puzzle)
    with pytest.raises(AssertionError, match="'codeword' is another object"):
        check_kind(replace(CODEWORD, place=9), puzzle)
    with pytest.raises(AssertionError, match="has no English title"):
        check_kind(replace(CODEWORD, titles={}), puzzle)
    squares = (replace(puzzle.squares[0], label="99"), *puzzle.squares[1:])
    with pytest.raises(AssertionError, match=r"the puzzle has faults: .* 99"):
        check_kind(CODEWORD, replace(puzzle, squares=squares))


def test_the_kit_finds_clues_that_tell_their_places_and_names_of_no_format(site: Path) -> None:
    site.joinpath("some_kinds.py").write_text(
        "from satcross.extend import PuzzleKind\n"
        "TELLING = PuzzleKind('telling', titles={'en': 'Telling'}, is_numbered=False)\n"
        "WRONG = PuzzleKind('wrong', titles={'en': 'Wrong'}, names={'ipux': ('x',)})\n"
    )
    points = {"telling": "some_kinds:TELLING", "wrong": "some_kinds:WRONG"}
    install(site, "some", {plugins.KINDS: points})
    for name, said in (("telling", "no number says where"), ("wrong", "no format 'ipux'")):
        kind = kind_named(name)
        with pytest.raises(AssertionError, match=said):
            check_kind(kind, replace(CLUED, kind=kind))


def test_a_kind_that_is_broken_is_named(
    tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its package is there: that is no unknown kind, and no traceback."""
    site.joinpath("broken_kinds.py").write_text(
        "from satcross.extend import PuzzleKind\n"
        "BAD = PuzzleKind('bad', behaviour='broken_kinds:Nowhere', make='broken_kinds.nowhere')\n"
        "OTHER = PuzzleKind('another')\n"
    )
    points = {"bad": "broken_kinds:BAD", "other": "broken_kinds:OTHER", "gone": "nowhere:KIND"}
    install(site, "broken", {plugins.KINDS: points})
    data = '{"schema":"satcross.crossword/1","rows":1,"cols":2,"squares":[["A","B"]],"kind":"%s"}'
    for name, said in (
        (
            "bad",
            "the kind bad of broken 1.0: broken_kinds:Nowhere cannot be imported: AttributeError",
        ),
        ("other", "'other' of broken 1.0 is not a PuzzleKind of that name"),
        ("gone", "'gone' of broken 1.0 cannot be imported: ModuleNotFoundError"),
    ):
        path = tmp_path / f"{name}.json"
        path.write_text(data % name)
        done = run_cli("check", path)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert said in done.err
    (tmp_path / "jobs").write_text('{"kind": "bad", "grid": ["AB"]}\n')
    done = run_cli("batch", tmp_path / "jobs")
    assert done.code == 2
    assert "broken_kinds.nowhere cannot be imported" in done.err


def test_a_kind_of_another_package(example: Path, tmp_path: Path) -> None:
    from satcross_example.consonants import CONSONANTS

    assert kind_named("consonants") is CONSONANTS
    assert kinds()[-1] is CONSONANTS
    puzzle = replace(crossword_of(Grid.parse("CAT")), kind=CONSONANTS)
    for name in ("puzzle.json", "puzzle.ipuz"):
        save_crossword(puzzle, tmp_path / name)
        assert load_crossword(tmp_path / name).crossword.kind is CONSONANTS
    with pytest.raises(FormatError, match="jpz cannot hold puzzles of the kind consonants"):
        save_crossword(puzzle, tmp_path / "puzzle.jpz")
    assert "<h1>Konsonanten</h1>" in html_of(puzzle, language="de")
    said = run_cli("check", tmp_path / "puzzle.ipuz")
    assert (said.code, said.out) == (1, "r1c2 A is not given\n")


def test_a_file_of_a_kind_whose_package_is_gone_is_refused(site: Path, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.json"
    save_crossword(crossword_of(Grid.parse("CAT")), file)
    data = file.read_text("utf-8").replace('"rows"', '"kind": "consonants", "rows"')
    file.write_text(data, encoding="utf-8")
    assert ", cryptogram, got 'consonants'" in run_cli("check", file).err
    install(site, "broken", {plugins.KINDS: {"consonants": "math:pi"}})
    forget()
    assert "'consonants' of broken 1.0 is not a PuzzleKind" in run_cli("check", file).err


def test_the_kit_finds_what_is_wrong_with_a_solver() -> None:
    class Wrong(PysatBackend):
        def solve(self, *arguments: object) -> RawAnswer:
            return RawAnswer(Outcome.UNSAT)

    class Empty(PysatBackend):
        def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
            found = super().solve(assumptions, n_vars, deadline)
            return replace(found, values=np.zeros(n_vars + 1, dtype=np.bool_))

    for wrong, message in ((Wrong, "that it is not"), (Empty, "is false")):
        with pytest.raises(AssertionError, match=message):
            check_solver(lambda seed, wrong=wrong: wrong("glucose4"))  # type: ignore[misc]


def test_the_example_works_once_installed(example: Path, tmp_path: Path) -> None:
    assert plugins.names(plugins.FORMATS) == ("table",)
    check_format(format_named("table"))
    check_list("colours", at_least=20)
    from satcross_example.dpll import Dpll

    start: type[Backend] = Dpll
    check_solver(start)
    shown = run_ok("--version")
    brought = (
        "format table",
        "output cards",
        "solver dpll",
        "list colours",
        "command seeds",
        "command consonants",
        "kind consonants",
        "rule no-doubles",
    )
    for line in brought:
        assert f"{line}: satcross-example 1.0\n" in shown
    grid, out = tmp_path / "grid.txt", tmp_path / "grid.mdtable"
    grid.write_text("....\n.###\n.###\n.###\n")
    run_ok("fill", grid, "-w", "colours", "--solver", "dpll", "-o", out)
    assert out.read_text(encoding="utf-8").startswith("|   |   |   |   |\n")
    assert run_ok("convert", out, "-", "--to", "text").count("\n") == 4
    assert run_ok("fill", grid, "-w", "colours", "--format", "table").count("|") == 30


def test_rules_of_other_packages(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = {"no-doubles": "satcross_example.no_doubles:NoDoubles", "wrong": "math:pi"}
    monkeypatch.syspath_prepend(str(EXAMPLE / "src"))
    install(site, "unchecked", {plugins.RULES: points})
    grid, words = tmp_path / "grid.txt", tmp_path / "words.txt"
    grid.write_text("...\n###\n###\n")
    words.write_text("EEL;90\nELM;50\n")
    argv = ["fill", str(grid), "-w", str(words), "--rule"]
    assert run_cli(*argv, "wrong r1c1-r1c2") == (
        2,
        "",
        "satcross: satcross.rules: 'wrong' of unchecked 1.0 is no kind of rules of that name;"
        " see docs/guide/plugins.md\n",
    )
    unchecked = run_cli(*argv, "no-doubles r1c1-r1c3")
    problem = "satcross: there is no checker of the rule no-doubles\n"
    assert unchecked == (2, "", problem)
    with pytest.raises(AssertionError, match="there is no checker"):
        check_rule("no-doubles r1c1-r1c2")
    module = "satcross_example.no_doubles_check"
    install(site, "checked", {plugins.CHECKERS: {"no-doubles": module}})
    forget()
    check_rule("no-doubles r1c1-r1c2")
    assert run_ok(*argv, "no-doubles r1c1-r1c3").startswith("ELM\n")
    monkeypatch.setattr(f"{module}.faults", lambda rule, filled: ())
    with pytest.raises(AssertionError, match="a fill is left out"):
        check_rule("no-doubles r1c1-r1c2")


def test_the_example_tests_itself(example: Path, tmp_path: Path) -> None:
    paths = [str(example), str(EXAMPLE / "src"), str(ROOT)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull,
         "--rootdir", tmp_path, EXAMPLE / "tests"],
        check=False, capture_output=True, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "11 passed" in done.stdout


@pytest.mark.slow
def test_the_example_can_be_installed(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps",
         "--no-build-isolation", "--target", tmp_path / "site", EXAMPLE],
        check=True,
    )  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "satcross", "--version"],
        check=True, capture_output=True, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), str(ROOT)])},
    )  # fmt: skip
    assert "list colours: satcross-example 1.0" in done.stdout


def test_unknown_names_list_what_is_installed(example: Path, tmp_path: Path) -> None:
    grid = tmp_path / "grid.txt"
    grid.write_text("...\n")
    assert run_cli("convert", grid, "-", "--to", "tabel").err.endswith(", zip, cards, table\n")
    assert run_cli("fill", grid, "--solver", "dppl").err.endswith(", dpll\n")
    assert ", colours; " in run_cli("fill", grid, "-w", "colors").err


def test_broken_and_doubled_packages_are_one_line(site: Path, tmp_path: Path) -> None:
    install(site, "broken", {plugins.FORMATS: {"bad": "no_such_module:X", "int": "math:pi"}})
    install(site, "one", {plugins.LISTS: {"twice": "math:pi"}})
    install(site, "two", {plugins.LISTS: {"twice": "math:e"}})
    grid = tmp_path / "grid.txt"
    grid.write_text("...\n")
    assert run_cli("convert", grid, "-", "--to", "bad").err == (
        "satcross: satcross.formats: 'bad' of broken 1.0 cannot be imported: ModuleNotFoundError:"
        " No module named 'no_such_module'; reinstall or remove that package\n"
    )
    assert "is not a Format of that name" in run_cli("convert", grid, "-", "--to", "int").err
    with pytest.raises(OptionError, match="'twice' is brought by"):
        plugins.load(plugins.LISTS, "twice")
    # A broken package is in nobody's way.
    assert "extension '.odd'" in run_cli("convert", grid, tmp_path / "grid.odd").err


def test_ours_come_first(site: Path, tmp_path: Path) -> None:
    install(site, "greedy", {plugins.FORMATS: {"xd": "no_such_module:X"}})
    assert format_named("xd").title == "xd"


def test_ordinary_commands_do_not_look(tmp_path: Path) -> None:
    code = (
        "import sys; from satcross.cli.process import run;"
        "sys.argv = ['satcross', 'fill', 'grid', '-o', 'grid.svg'];"
        "assert run() == 0;"
        "print('importlib.metadata' in sys.modules)"
    )
    (tmp_path / "grid").write_text("...\n...\n")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize("name", commands.own_names())
def test_our_own_commands_pass_the_kit(name: str) -> None:
    check_command(name)


def completed(monkeypatch: pytest.MonkeyPatch, typed: str) -> str:
    with monkeypatch.context() as patch:
        patch.setenv("_SATCROSS_COMPLETE", "complete_fish")
        patch.setenv("_TYPER_COMPLETE_ARGS", typed)
        patch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
        return run_ok()


def test_a_command_of_a_package_is_one_like_ours(
    example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("grid.txt", "fill.txt"):
        (tmp_path / name).write_text("...\n...\n...\n")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "few.txt").write_text("COD\nARE\nBEN\nCAB\nORE\nDEN\n")
    help_ = run_cli("--help")
    assert help_.err == ""
    names = [name for name in ("fill", "seeds", "make") if f"│ {name} " in help_.out]
    places = [help_.out.index(f"│ {name} ") for name in names]
    assert (len(names), places) == (3, sorted(places))  # it has a place between ours
    run_ok("seeds", "grid.txt", "-w", "few.txt", "-o", "out.ipuz")
    monkeypatch.setenv("SATCROSS_WORDS", "few.txt")  # as every command has it
    run_ok("seeds", "fill.txt", "-o", "fill.txt")  # which it may replace
    assert run_cli("seeds", "grid.txt", "-o", "few.txt", "-w", "few.txt").code == 2
    assert "did you mean 'seeds'" in run_cli("seed").err.lower()
    assert "seeds" in completed(monkeypatch, "satcross se").split()
    assert "--tries" in completed(monkeypatch, "satcross seeds --tr")
    assert "lowest without" in markdown(entries(("seeds",)))


def test_commands_that_cannot_be_used_are_one_line_each(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = {"bad": "no_such_module:X", "int": "math:pi", "fill": "math:pi", "No": "math:pi"}
    install(site, "broken", {plugins.COMMANDS: points})
    install(site, "one", {plugins.COMMANDS: {"twice": "math:pi"}})
    install(site, "two", {plugins.COMMANDS: {"twice": "math:e"}})
    head = "satcross: satcross.commands: "
    said = {
        "bad": "'bad' of broken 1.0 cannot be imported: ModuleNotFoundError: No module named"
        " 'no_such_module'; reinstall or remove that package",
        "int": "'int' of broken 1.0 is no command of that name; see docs/guide/plugins.md",
        "No": "'No' of broken 1.0 is no name of a command: lower-case letters, digits and hyphens"
        " are; remove that package",
        "twice": "'twice' is brought by two and one; uninstall one of them",
        "fill": "'fill' of broken 1.0 has the name of a command of satcross, which stays what it"
        " is; remove that package",
    }
    for name, line in said.items():
        if name != "fill":
            assert run_cli(name, "--help") == (2, "", f"{head}{line}\n")
    shown = run_cli("--help")
    assert shown.code == 0
    assert sorted(shown.err.splitlines()) == sorted(f"{head}{line}" for line in said.values())
    assert run_cli("fill", "--help").err == ""
    assert run_cli("fil").err.count("\n") == 1
    assert "fill" in completed(monkeypatch, "satcross ").split()
    assert "fill" in completed(monkeypatch, "satcross bad ").split()


def test_the_kit_finds_what_is_wrong_with_a_command(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = {name: f"test_plugins:{name}" for name in ("shout", "whisper", "mumble")}
    install(site, "voices", {plugins.COMMANDS: points})
    check_command("shout", works=["shout cat"], refused=["shout cat --loud 0"])
    with pytest.raises(AssertionError, match="shout cat --loud 0: satcross: --loud: bad"):
        check_command("shout", works=["shout cat --loud 0"])
    with pytest.raises(AssertionError, match="shout cat: exit code 0, not 2"):
        check_command("shout", refused=["shout cat"])
    with pytest.raises(AssertionError, match="the exclusion 'quiet soft' names soft"):
        check_command("whisper")
    with pytest.raises(AssertionError, match="the example 'mumble cat' is refused"):
        check_command("mumble")
    with pytest.raises(AssertionError, match="ValueError: quietly; a traceback"):
        check_command("shout", works=["shout dog"])
    with pytest.raises(AssertionError, match="no command 'sing' is installed"):
        check_command("sing")


@command("Voices", examples="  satcross shout cat --loud 2     twice")
def shout(
    word: str = argument("WORD", "What."), *, loud: int = option("N", "How loud.", default=1)
) -> None:
    """Say it."""
    if not loud:
        raise OptionError("bad", parameter="loud")
    if word == "dog":
        raise ValueError("quietly")
    print(word.upper() * loud)


@command(examples="  satcross whisper", exclusions="quiet soft: is too low")
def whisper(*, quiet: bool = flag("Quietly.")) -> None:
    """Say it quietly."""


@command(examples="  satcross mumble cat")
def mumble() -> None:
    """Say it so that nobody understands."""
