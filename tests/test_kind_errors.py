"""A caller's mistake is reported in one line, whatever the function and the parameter."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import satcross as sx
from satcross.apps.cluster import connect

WORDS = ["at", "to", "oh", "ah", "ho", "cat", "cot"]
GRID = "..\n.."
WRONG: list[Any] = [
    None, True, -1, 3, 1.5, float("nan"), "", "x", b"x", object(), [None], ["x", 3], {3: 4},
    ("a", 1), int,
]  # fmt: skip


def puzzle() -> sx.Puzzle:
    return sx.Puzzle(GRID, WORDS)


def crossword() -> sx.Crossword:
    return sx.crossword_of(sx.Grid.parse("AT\nTO"))


def clued() -> sx.Crossword:
    """A crossword whose clues are written."""
    bare = crossword()
    return replace(bare, clues=tuple(replace(clue, text="A clue") for clue in bare.clues))


# By name: the function, and arguments with which it works.
CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {}


def call(function: Callable[..., Any], name: str = "", /, **arguments: Any) -> None:
    CALLS[name or function.__name__] = function, arguments


def add_calls(folder: Path) -> None:
    """Fill `CALLS`; files go to `folder`."""
    CALLS.clear()
    (folder / "grid.txt").write_text("AT\nTO\n", encoding="utf-8")
    (folder / "clues.tsv").write_text("AT\tNear\n", encoding="utf-8")
    (folder / "words.txt").write_text("at\nto\n", encoding="utf-8")
    blocked = "C.T\n#.#\n.X."
    call(sx.fill, puzzle=GRID, words=WORDS, seed=1, time_limit_s=5, jobs=1, solver="lazy",
         solver_command=None, encoding="auto", on_progress=None)  # fmt: skip
    call(sx.enumerate_fills, puzzle=GRID, words=WORDS, limit=1, distinct="grids", seed=1,
         time_limit_s=5, solver="lazy", solver_command=None, encoding="auto",
         on_progress=None)  # fmt: skip
    call(sx.count, puzzle=GRID, words=WORDS, method="enumerate", epsilon=0.8, delta=0.2, seed=1,
         time_limit_s=5, encoding="auto", on_progress=None)  # fmt: skip
    call(sx.unique, puzzle=GRID, words=WORDS, seed=1, time_limit_s=5, on_progress=None)
    call(sx.minimal_givens, puzzle=GRID, words=WORDS, solution=None, by="cells", seed=1,
         time_limit_s=5, on_progress=None)  # fmt: skip
    call(sx.best_fills, puzzle=GRID, words=WORDS, goal="total", limit=1, min_total=1,
         slot_weights={"1A": 2}, rounds=3, seed=1, time_limit_s=5, on_progress=None)  # fmt: skip
    call(sx.compile_fills, puzzle=GRID, words=WORDS, scores=True, max_edges=100, seed=1,
         time_limit_s=5, on_progress=None)  # fmt: skip
    call(sx.load_fills, path=folder / "some.fills")
    call(sx.wordplay, word="cart", words=WORDS, kinds=["anagram"], limit=3)
    call(sx.run_batch, jobs=[{"grid": "missing.txt"}], pool=None, time_limit_s=5)
    call(connect, address=None)
    call(sx.sample, puzzle=GRID, n=1, words=WORDS, method="uniform", seed=1, time_limit_s=5,
         on_progress=None)  # fmt: skip
    call(sx.letters, puzzle=GRID, words=WORDS, cells=["r1c1"], seed=1, time_limit_s=5,
         on_progress=None)  # fmt: skip
    call(sx.slot_words, puzzle=GRID, slot="1A", words=WORDS, seed=1, time_limit_s=5,
         on_progress=None)  # fmt: skip
    call(sx.optimise, puzzle=GRID, words=WORDS, goal="total", slot_weights={"1A": 2}, rounds=3,
         seed=1, time_limit_s=5, on_progress=None)  # fmt: skip
    call(sx.explain, puzzle=blocked, words=WORDS, full_words=None, seed=1, time_limit_s=5,
         on_progress=None)  # fmt: skip
    call(sx.corrections, explanation=sx.explain(blocked, WORDS), full_words=None, limit=1,
         max_changes=1, seed=1, time_limit_s=5, on_progress=None)  # fmt: skip
    call(sx.prove, puzzle=blocked, folder=folder / "proof", words=WORDS, proof="lrat",
         force=True, seed=1, time_limit_s=5, on_progress=None)  # fmt: skip
    call(sx.export, puzzle=GRID, path=folder / "out.cnf", words=WORDS, encoding="auto",
         amo=None, card=None, scores=True, n_cubes=None, assume=())  # fmt: skip
    call(sx.write_instances, folder=folder / "many", family="weighted", only="open-3x3", seed=2)
    call(sx.check, puzzle=GRID, filled="AT\nTO", words=WORDS)
    call(sx.verify, template=sx.Grid.parse(GRID), filled=sx.Grid.parse("AT\nTO"),
         words=sx.WordList.of(WORDS), distinct=True, min_length=2, rebus=(),
         max_shared_substring=None, no_near_duplicates=False)  # fmt: skip
    call(sx.encode, puzzle=puzzle(), encoding="auto", distinct=True)
    call(sx.arc_consistent, puzzle=puzzle())
    call(sx.read_grid, name=folder / "grid.txt", alphabet=sx.LATIN, hex_patterns=True)
    call(sx.load_crossword, name=folder / "grid.txt", format_name=None, alphabet=sx.LATIN)
    call(sx.save_crossword, crossword=crossword(), path=folder / "out.json", format_name=None,
         lossy=False)  # fmt: skip
    call(sx.load_puzzle, source=folder / "grid.txt", words=WORDS)
    call(sx.puzzle_data, puzzle=puzzle(), with_words=True)
    call(sx.save_puzzle, puzzle=puzzle(), path=folder / "puzzle.json")
    call(sx.file_of, crossword=crossword(), format_name="text", lossy=True)
    call(sx.crossword_of, grid=sx.Grid.parse(GRID))
    call(sx.grid_of, crossword=crossword(), alphabet=sx.LATIN, source="grid")
    call(sx.with_fill, crossword=crossword(), filled=sx.Grid.parse("AT\nTO"))
    call(sx.svg_of, drawable=GRID, part="puzzle", page="a4", style=None, title="", embed_font=False)
    call(sx.png_of, drawable=GRID, part="puzzle", page=None, style=None, title="", width_px=20,
         scale=None)  # fmt: skip
    call(sx.pdf_of, drawable=GRID, parts=("puzzle",), page="a4", style=None, title="")
    call(sx.submission_of, drawable=clued(), contact=("a@example.org",), page="letter", style=None)
    call(sx.html_of, drawable=GRID, answers=True, title="", language="en", enumerations=True)
    call(sx.book_of, drawables=[GRID], book=None, part="puzzle", word_bank=True,
         enumerations=True)  # fmt: skip
    call(sx.scorm_of, drawable=clued(), title="", language="en", enumerations=True)
    call(sx.pattern_rules, rules="5x5", preset="mini")
    call(sx.patterns, rules="5x5", preset="mini", limit=1, alike="turned", seed=1, time_limit_s=5,
         on_progress=None)  # fmt: skip
    call(sx.fewest_blocks, rules="4x4", preset="mini", seed=1, time_limit_s=5, on_progress=None)
    call(sx.theme_patterns, rules="5x5", theme=["sat"], preset="mini", limit=1, seed=1,
         time_limit_s=5, on_progress=None)  # fmt: skip
    call(sx.make, rules="4x4", words=None, theme=["sat"], preset="mini",
         entries=sx.EntryRules(), seed=1, time_limit_s=5, on_progress=None)  # fmt: skip
    call(sx.densest, rules="3x3", words=None, preset="mini", seed=1, time_limit_s=5,
         on_progress=None)  # fmt: skip
    call(sx.make_freeform, words=["cat", "tea"], max_rows=4, max_cols=4, at_least=1, seed=1,
         time_limit_s=5, on_progress=None)  # fmt: skip
    call(sx.make_wordsearch, words=["cat", "dog"], board="4x4", level="hard", directions=None,
         shape="rectangle", fit=False, crossings=None, allow_inside=False,
         filler="words", message="", forbid=(), builtin_forbid=True, alphabet=sx.LATIN, seed=1,
         time_limit_s=5, on_progress=None)  # fmt: skip
    call(sx.make_puzzle, kind="fillin", what=GRID, words=WORDS, seed=1, time_limit_s=5,
         on_progress=None)  # fmt: skip
    call(sx.solve_puzzle, kind="fillin", puzzle="...\n.#.\n...\n\ncat cab tee bee", words=None,
         alphabet=sx.LATIN, limit=1, seed=1, on_progress=None)  # fmt: skip
    call(sx.PatternRules, n_rows=4, n_cols=4, symmetry=sx.Symmetry.NONE, min_length=3,
         max_length=None, n_blocks=sx.Range(), stacks=())  # fmt: skip
    call(sx.Theme, words=("SAT",), optional=(), n_optional=0, symmetric=True, gap=2)
    literals = (sx.Letter("r1c1", "A"), ~sx.Word("1A", "TO"))
    for function in (sx.any_of, sx.all_of):
        call(lambda *of, _f=function, **more: _f(*of, *more.values()), function.__name__,
             literal=literals[0])  # fmt: skip
    for name in ("at_least", "at_most", "exactly"):
        call(getattr(sx, name), name, **{"k": 1, "literals": literals})
    call(sx.implies, condition=literals[0], then=literals[1])
    call(sx.Constraint.iff, one=literals[0], other=literals[1])
    call(sx.somewhere, text="A")
    call(sx.Letter, cell="r1c1", text="A", negated=False)
    call(sx.Word, slot="1A", pattern="*S", negated=False)
    call(sx.Constraint, literals=literals, least=1, most=None)
    encoding = sx.encode(puzzle())
    call(sx.decode, dump=encoding, assignment=sx.Assignment.of([], encoding.formula.n_vars))
    call(sx.with_clues, crossword=crossword(), book=sx.ClueBook.load(folder / "clues.tsv"))
    call(sx.with_solution_word, crossword=crossword(), word="a", cells="", alphabet=sx.LATIN,
         seed=1)  # fmt: skip
    sx.fill(blocked, WORDS, certificate=folder / "certificate")
    call(sx.verify_certificate, path=folder / "certificate", time_limit_s=5, on_progress=None)
    call(sx.check_proof, cnf=folder / "proof" / "puzzle.cnf", proof=folder / "proof" / "proof.drat",
         time_limit_s=5, on_progress=None)  # fmt: skip
    call(sx.as_data, value=sx.fill(GRID, WORDS))
    call(sx.Grid.parse, "Grid.parse", text=GRID, alphabet=sx.LATIN, source="grid")
    call(sx.Grid.from_hex, "Grid.from_hex", pattern="7Ah")
    call(sx.Grid, n_rows=1, n_cols=2, cells=("A", "."), bars_right=frozenset(),
         bars_below=frozenset())  # fmt: skip
    call(sx.Grid.parse(GRID).position, "Grid.position", cell="r1c1")
    call(sx.Puzzle, grid=GRID, words=WORDS, distinct=True, min_length=2, rebus=(),
         max_shared_substring=None, no_near_duplicates=False)  # fmt: skip
    call(puzzle().slot, "Puzzle.slot", name="1A")
    call(sx.WordList.of, "WordList.of", words=WORDS)
    call(sx.WordList.from_words, "WordList.from_words", words=WORDS, alphabet=sx.LATIN,
         source="words", min_score=None, exclude=(), max_words=None, min_letters=2)  # fmt: skip
    call(sx.WordList.builtin, "WordList.builtin", min_score=95, exclude=(), max_words=None)
    words = sx.WordList.of(WORDS)
    call(words.query, "WordList.query", pattern="c.t")
    call(words.with_min_score, "WordList.with_min_score", min_score=10)
    call(sx.Alphabet, letters="ABC", folds=())
    call(sx.SolverOptions, solver="lazy", command=None, encoding="auto", seed=1, on_progress=None)


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    add_calls(tmp_path_factory.mktemp("kind"))
    return dict(CALLS)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of the wrong arguments are good names of files."""
    monkeypatch.chdir(tmp_path)


def outcome(function: Callable[..., Any], arguments: dict[str, Any]) -> str:
    """What became of a call: "" when it worked or was refused in one line, else the error."""
    try:
        made = function(**arguments)
        if isinstance(made, Iterator):
            next(made, None)
            getattr(made, "close", lambda: None)()
    except sx.SatcrossError as error:
        return "" if "\n" not in str(error) else f"several lines: {error}"
    except Exception as error:  # that is the question
        return f"{type(error).__name__}: {error}"
    return ""


def names() -> list[str]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        add_calls(Path(folder))
    return list(CALLS)


def with_numpy(value: Any) -> Any:
    """The arguments with whole numbers as numpy has them."""
    if isinstance(value, dict):
        return {key: with_numpy(one) for key, one in value.items()}
    return np.int64(value) if type(value) is int else value


@pytest.mark.parametrize("name", names())
def test_whole_numbers_of_numpy_are_accepted_everywhere(name: str, calls: dict[str, Any]) -> None:
    function, right = calls[name]

    def error(arguments: dict[str, Any]) -> str:
        try:
            made = function(**arguments)
            if isinstance(made, Iterator):
                next(made, None)
                getattr(made, "close", lambda: None)()
        except sx.SatcrossError as error:  # some need a file that another call writes
            return str(error)
        return ""

    if name != "load_fills":
        assert error(with_numpy(right)) == error(right)


def test_whole_numbers_of_numpy_are_kept_as_those_of_python() -> None:
    one: Any
    for one in (np.int64(1), np.uint8(1), np.int32(1)):
        assert type(sx.SolverOptions(seed=one).seed) is int
        assert type(sx.PatternRules(one + 3, 4).n_rows) is int
        assert sx.fill(GRID, WORDS, seed=one) == sx.fill(GRID, WORDS, seed=1)
        assert len(list(sx.enumerate_fills(GRID, WORDS, limit=one, distinct=one))) == 1
    jobs = [{"grid": ["...", "#.#"], "seeds": np.int64(2), "min_score": np.int64(95)}]
    assert [one["seed"] for one in sx.run_batch(jobs)] == [0, 1]
    wrong: Any
    for wrong in (True, np.bool_(True), 3.0, np.float64(3)):
        with pytest.raises(sx.OptionError, match="must be a whole number, got"):
            sx.fill(GRID, WORDS, seed=wrong)


@pytest.mark.parametrize("name", names())
def test_a_wrong_argument_is_told_in_one_line(name: str, calls: dict[str, Any]) -> None:
    function, right = calls[name]
    assert outcome(function, right) == ""
    raw = [
        f"{parameter}={wrong!r}: {error}"
        for parameter in right
        for wrong in WRONG
        if not (parameter == "on_progress" and callable(wrong))
        if (error := outcome(function, right | {parameter: wrong}))
    ]
    assert not raw


@pytest.mark.parametrize("name", names())
def test_missing_and_unknown_arguments_too(name: str, calls: dict[str, Any]) -> None:
    function, right = calls[name]
    if inspect.isclass(function):
        return  # as of all classes
    assert outcome(function, right | {"nonsense": 1}) == ""
    first, *_ = right
    assert outcome(function, {key: value for key, value in right.items() if key != first}) == ""


def test_every_public_function_is_among_them(calls: dict[str, Any]) -> None:
    functions = {name for name in dir(sx) if inspect.isfunction(getattr(sx, name))}
    assert functions - set(calls) == set()


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda: sx.Grid(5, 5), "call Grid.parse(text)"),  # type: ignore[call-arg]
        (lambda: sx.WordList(["cat"]), "call WordList.from_words(...)"),  # type: ignore[call-arg, arg-type]
        (lambda: sx.Grid("..."), "call Grid.parse(text)"),  # type: ignore[call-arg, arg-type]
        (lambda: sx.WordList.from_words("cat"), "must be a list of words, got 'cat'"),
        (lambda: sx.fill("grid.txt"), "'grid.txt' looks like the name of a file, not like a grid"),
        (lambda: sx.Grid.parse("a/b"), "read_grid(...) reads a file"),
        (lambda: sx.fill(GRID, WORDS, time_limit=5), "did you mean time_limit_s?"),  # type: ignore[call-arg]
        (lambda: sx.fill(GRID, WORDS, n=5), "its parameters are puzzle, words, seed, "),  # type: ignore[call-arg]
    ],
)
def test_a_common_mistake_is_answered_with_the_right_call(
    mistake: Callable[[], Any], message: str
) -> None:
    with pytest.raises(sx.InputError) as told:
        mistake()
    assert message in str(told.value)


def test_a_mapping_gives_the_scores_of_a_word_list() -> None:
    assert sx.WordList.from_words({"cat": 7}).score("CAT") == 7


@pytest.mark.parametrize(
    ("name", "proposed"), [("theme", "theme_patterns"), ("enumerate", "enumerate_fills")]
)
def test_an_unknown_name_is_answered_with_the_one_that_contains_it(
    name: str, proposed: str
) -> None:
    with pytest.raises(AttributeError, match=f"did you mean .*{proposed}"):
        getattr(sx, name)
