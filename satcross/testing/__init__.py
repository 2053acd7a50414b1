"""A test kit for packages that extend satcross: call these in their tests.

    from satcross.testing import check_format
    from mine import FORMAT

    def test_the_format() -> None:
        check_format(FORMAT)

Each raises AssertionError with what is wrong, and says nothing if all is well. They are the same
for every run: the random formulas and the damaged files come from fixed seeds.
"""

from __future__ import annotations

import os
import pickle
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from satcross import Crossword, Grid, crossword_of, grid_of, rooms
from satcross.drawing.style import Page, Part
from satcross.errors import FormatError, GridError, InputError
from satcross.extend import (
    Backend,
    Clue,
    Deadline,
    Drawing,
    Feature,
    Format,
    Losses,
    OfPuzzle,
    Outcome,
    Output,
    PuzzleKind,
    Square,
    SquareKind,
    Written,
    behaviour_of,
    find_slots,
)
from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import written_formats
from satcross.forms import fields_of, options_in
from satcross.model.cellnames import NamedCell
from satcross.model.kinds import kind_named, kinds
from satcross.model.puzzle import Puzzle
from satcross.options import declared
from satcross.outputs import Contents, chosen, outputs_of
from satcross.puzzles import MadeKind
from satcross.results import Best, Found
from satcross.tasks.making import Making
from satcross.testing.asserting import asserting
from satcross.testing.commands import check_command
from satcross.testing.rules import check_rule
from satcross.words import WordList
from satcross.words.files import installed

__all__ = [
    "check_command", "check_format", "check_kind", "check_list", "check_output",
    "check_rule",
    "check_solver",
]  # fmt: skip

Read = Callable[[bytes, str], Crossword]
Write = Callable[[Crossword, Losses], bytes]

_N_DAMAGED = 300
_N_FORMULAS = 60
_GRACE_S = 0.5  # how long after the deadline a solver may take


_FILLED = crossword_of(Grid.parse("ABC\nDEF\nGHI"))
PLAIN = replace(_FILLED, clues=())
CLUED = replace(
    _FILLED, clues=tuple(replace(c, text=f"Clue {n}") for n, c in enumerate(_FILLED.clues))
)

_DIAGONAL = tuple(
    Square(SquareKind.BLOCK) if at % 4 == 0 else square for at, square in enumerate(PLAIN.squares)
)
_SQUARES = {
    Feature.CIRCLES: Square(solution="A", circle=True),
    Feature.SHADES: Square(solution="A", shade=Square.SHADED),
    Feature.COLOURS: Square(solution="A", shade="#ff8800"),
    Feature.GIVENS: Square(solution="A", given=True),
    Feature.ENTRIES: Square(solution="A", entry="X"),
    Feature.LABELS: Square(solution="A", label="A"),
    Feature.MARKS: Square(solution="A", mark="1"),
    # These change what the clues' answers are, so the crossword has no clues.
    Feature.VOIDS: Square(SquareKind.VOID),
    Feature.REBUS: Square(solution="HEART"),
    Feature.LETTERS: Square(solution="Ω"),
    Feature.UNFILLED: Square(),
}
_FIRST, *_OTHERS = CLUED.clues
_CLUES = {
    Feature.CLUES: CLUED.clues,
    Feature.CLUE_LISTS: (*CLUED.clues, Clue("Diagonal", "1", "Corners", cells=(0, 4, 8))),
    Feature.CLUE_ORDER: (replace(_FIRST, label="99"), *_OTHERS),
    Feature.CLUE_CELLS: (replace(_FIRST, cells=(0, 1, 5)), *_OTHERS),
    Feature.ANSWERS: (replace(_FIRST, answer="a-bd"), *_OTHERS),
    Feature.MARKUP: (replace(_FIRST, text="Big", markup="<b>Big</b>"), *_OTHERS),
    Feature.TEXT: (replace(_FIRST, text="Ω 雪"), *_OTHERS),
    Feature.LINKS: (
        replace(_FIRST, continued=(_OTHERS[-1].cells,)),
        *_OTHERS[:-1],
        replace(_OTHERS[-1], text=""),
    ),
    Feature.ANNOTATIONS: (replace(_FIRST, annotation="Anagram of *cab*"), *_OTHERS),
}
OF_CLUES = frozenset(_CLUES)  # the features that only a crossword with clues has
_FIELDS: dict[Feature, dict[str, Any]] = {
    Feature.TITLE: {"title": "Some text"},
    Feature.AUTHOR: {"author": "Some text"},
    Feature.EDITOR: {"editor": "Some text"},
    Feature.COPYRIGHT: {"copyright": "Some text"},
    Feature.PUBLISHER: {"publisher": "Some text"},
    Feature.NOTES: {"notes": "Some text"},
    Feature.DATE: {"date": "2026-11-20"},
    Feature.TIMER: {"timer_s": 75, "timer_runs": False},
    # Blocks, as a light of a torus without one has no end.
    Feature.BOARD: {"board": "torus", "squares": _DIAGONAL, "clues": ()},
    Feature.BARS: {"bars_right": frozenset({3}), "clues": ()},
}


def sample(feature: Feature, base: Crossword) -> Crossword:
    """A crossword that has `feature`, and nothing else that a format might lack if it can be.

    Args: base: `PLAIN`, `CLUED` or one of their size; features of clues have those of `CLUED`.
    """
    if feature is Feature.SIZE:
        wide = crossword_of(Grid(2, 5, tuple("ABCDEFGHIJ")))
        return wide if base.clues else replace(wide, clues=())
    if feature is Feature.NAMED:
        squares = (*base.squares, base.squares[0])
        return replace(base, squares=squares, named=(NamedCell("h1", (3.5, -1.0)),))
    if feature in _CLUES:
        return replace(CLUED, clues=_CLUES[feature])
    if feature in _SQUARES:
        square = _SQUARES[feature]
        clues = base.clues if square.solution == "A" else ()
        return replace(base, squares=(square, *base.squares[1:]), clues=clues)
    return replace(base, **_FIELDS[feature])


def samples(base: Crossword) -> Iterator[tuple[str, Crossword]]:
    """`base`, and crosswords that have one more feature each; with their names."""
    yield "plain", base
    # A reader need not know other letters; what the base has, or clues need, is no feature more.
    left_out = {Feature.LETTERS, *({Feature.CLUES} if base.clues else OF_CLUES - {Feature.CLUES})}
    yield from ((each.value, sample(each, base)) for each in Feature if each not in left_out)


def _bare(crossword: Crossword) -> Crossword:
    """What two crosswords are compared by: clues without text count as none."""
    clues = tuple(
        replace(clue, cells=(), answer="") for clue in crossword.clues if clue.text.strip()
    )
    return replace(crossword.without_usual_labels(), clues=clues, extras={})


@asserting
def check_format(format_: Format, files: Sequence[bytes] = ()) -> None:
    """Check a format: what it keeps comes back, what it cannot keep is reported, damage is refused.

    Of a format that is only written, what it keeps must change the file. One that is only read is
    checked with `files` alone.

    Args:
        files: good files of other programs, which are damaged too.
    """
    name = format_.name
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", name), f"the name is {name!r}"
    for suffix in format_.suffixes:
        assert re.fullmatch(r"(\.[a-z0-9]+)+", suffix), f"the extension is {suffix!r}"
    assert format_.read or format_.write, "the format is neither read nor written"
    good = list(files)
    if format_.write is not None:
        good += _check_written(format_, format_.write)
    if format_.read is None:
        assert not files, "files are given, and the format has no read"
        return
    assert good, "a format that is only read is checked with files: give some"
    for data in files:
        _check_read(format_, format_.read, data)
    _check_damage(format_, format_.read, good)


def _check_written(format_: Format, write: Write) -> list[bytes]:
    """Check what is written, and what is read of that; the files that came back."""
    good: list[bytes] = []
    base = _base(format_, write)
    plain = write(base, Losses(format_.name))
    of_kinds = [kind for kind in kinds() if format_.keeps_kind(kind)]
    for what, crossword in (
        *samples(base),
        *((kind.value, replace(base, kind=kind)) for kind in of_kinds),
    ):
        losses = Losses(format_.name)
        feature = next((known for known in Feature if known.value == what), None)
        is_kept = feature is None or feature in format_.keeps
        # These are left out before.
        if feature in (Feature.NAMED, Feature.BOARD) and not is_kept:
            continue
        try:
            data = write(crossword, losses)
        except (FormatError, GridError) as error:
            if feature is Feature.SIZE and not is_kept:  # no part of a grid could be left out
                continue
            raise AssertionError(f"{what}: refused: {error}") from error
        assert isinstance(data, bytes), f"write gives {type(data).__name__}, not bytes"
        assert data == write(crossword, Losses(format_.name)), f"{what}: written differently again"
        if not is_kept:
            reported = losses.dropped or feature is Feature.CLUE_ORDER
            assert reported, f"{what}: cannot be kept, and no loss is reported"
        elif format_.read is None:
            assert feature not in losses.dropped, f"{what}: is not kept"
            changes = feature is None or crossword == base or data != plain
            assert changes, f"{what}: does not change the file, and no loss is reported"
        else:
            kept = _bare(crossword) == _bare(format_.read(data, "file"))
            assert losses.dropped or kept, f"{what}: does not come back, and no loss is reported"
            assert kept or feature not in losses.dropped, f"{what}: is not kept"
            good.append(data)
    return good


def _base(format_: Format, write: Write) -> Crossword:
    """A crossword of which the format keeps all: with clues, with letters, or neither."""
    if Feature.CLUES in format_.keeps:
        return CLUED
    losses = Losses(format_.name)
    write(PLAIN, losses)
    if Feature.LETTERS not in losses.dropped:
        return PLAIN
    return replace(PLAIN, squares=(Square(),) * len(PLAIN.squares))  # of patterns, as `hex`


def _check_read(format_: Format, read: Read, data: bytes) -> None:
    """Check what is read of a good file."""
    found = read(data, "file")
    assert isinstance(found, Crossword), f"read gives {type(found).__name__}"
    assert found == read(data, "file"), "a file is read differently again"
    is_kept = format_.keeps_kind(found.kind)
    assert is_kept, f"a file is of the kind {found.kind.value}: not one that it keeps"
    losses = Losses(format_.name)
    losses.drop_unsupported(found, format_.keeps)
    assert not losses.dropped, f"a file has {', '.join(losses.dropped.values())}: not in `keeps`"


def _check_damage(format_: Format, read: Read, files: Sequence[bytes]) -> None:
    rng = random.Random(format_.name)
    for _ in range(_N_DAMAGED):
        data = bytearray(rng.choice(files))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data) + 1)
            match rng.randrange(4):
                case 0:
                    del data[at:]
                case 1:
                    data[at:at] = rng.randbytes(rng.randint(1, 8))
                case 2:
                    del data[at : at + rng.randint(1, 9)]
                case _:
                    data[at : at + 1] = rng.choice([b"\xff", b"\0", b"9" * 40, b"\n", b"<", b"{"])
        refused = ""
        try:
            found: object = read(bytes(data), "file")
        except (FormatError, GridError) as error:
            refused = str(error)
        except Exception as error:
            what = f"{type(error).__name__}, not FormatError"
            raise AssertionError(f"{bytes(data)!r}: {what}") from error
        else:
            assert isinstance(found, Crossword), f"read gives {type(found).__name__}"
            continue
        assert "\n" not in refused, f"an error of several lines: {refused!r}"
        assert refused.startswith("file"), f"the error does not name the file: {refused}"


@asserting
def check_output(output: Output, *puzzles: object) -> None:
    """Check an output: it is found by its extensions, and writes puzzles, each in its own way.

    Args:
        output: the one that an entry point of this name has.
        puzzles: what it holds; a crossword by default.
    """
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", output.name), f"the name is {output.name!r}"
    assert output.title.strip(), "it has no title"
    assert output.suffixes, "it has no extension"
    assert output.holds, "it holds nothing"
    for suffix in output.suffixes:
        assert re.fullmatch(r"(\.[a-z0-9]+)+", suffix), f"the extension is {suffix!r}"
        for what in sorted(output.holds):
            found = chosen(what, f"puzzle{suffix}")
            assert found is output, f"{what} in a file {suffix} is the output {found.name!r}"
    files: list[bytes] = []
    how = Drawing(lossy=True)
    for puzzle in puzzles or (CLUED, replace(CLUED, clues=CLUED.clues[::-1])):
        written = output.made(puzzle, how)
        assert isinstance(written, Written), f"write gives {type(written).__name__}, not Written"
        assert isinstance(written.data, bytes), f"data is {type(written.data).__name__}, not bytes"
        assert written == output.made(puzzle, how), "written differently again"
        assert written.data not in files or written.lost, "two puzzles are the same file"
        files.append(written.data)


@asserting
def check_solver(start: Callable[[int], Backend]) -> None:
    """Check a solver against brute force, with assumptions, more clauses, and a deadline.

    Args:
        start: makes the solver, from a seed.
    """
    rng = random.Random("formulas")
    for number in range(_N_FORMULAS):
        n_vars = rng.randint(1, 7)
        solver = start(number)
        clauses: list[list[int]] = []
        try:
            for _ in range(3):
                more = [
                    [rng.choice([-1, 1]) * rng.randint(1, n_vars) for _ in range(rng.randint(1, 3))]
                    for _ in range(rng.randint(1, 8))
                ]
                clauses += more
                solver.add(np.array([x for c in more for x in (*c, 0)], dtype=np.int32))
                chosen = rng.sample(range(1, n_vars + 1), rng.randint(0, n_vars))
                _check_answer(solver, clauses, n_vars, [rng.choice([-1, 1]) * v for v in chosen])
        finally:
            solver.close()
            solver.close()  # twice is allowed
    _check_deadline(start)


def _check_answer(
    solver: Backend, clauses: Sequence[Sequence[int]], n_vars: int, assumed: Sequence[int]
) -> None:
    def holds(literals: Sequence[int]) -> bool:
        wanted = [*clauses, *([literal] for literal in literals)]
        return any(
            all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in wanted)
            for values in product((False, True), repeat=n_vars)
        )

    about = f"{clauses} with {assumed}"
    answer = solver.solve(tuple(assumed), n_vars, Deadline.after(60))
    if answer.outcome is Outcome.SAT:
        assert answer.values is not None, f"{about}: satisfiable, and no values"
        values = [len(answer.values) > v and bool(answer.values[v]) for v in range(n_vars + 1)]
        for clause in (*clauses, *([literal] for literal in assumed)):
            assert any(values[abs(x)] == (x > 0) for x in clause), f"{about}: {clause} is false"
    elif answer.outcome is Outcome.UNSAT:
        assert not holds(assumed), f"{about}: satisfiable, and the answer is that it is not"
        assert set(answer.core) <= {*assumed}, f"{about}: a core that was not assumed"
        assert not holds(answer.core), f"{about}: the core {answer.core} can hold"
    else:
        raise AssertionError(f"{about}: no answer within a minute")


def _check_deadline(start: Callable[[int], Backend]) -> None:
    """Nine pigeons in eight holes and more take long; the solver must stop when it is asked to."""
    n = 11
    var = [[i * (n - 1) + j + 1 for j in range(n - 1)] for i in range(n)]
    clauses = [row[:] for row in var]
    clauses += [[-var[i][j], -var[k][j]] for j in range(n - 1) for i in range(n) for k in range(i)]
    solver = start(0)
    try:
        solver.add(np.array([x for c in clauses for x in (*c, 0)], dtype=np.int32))
        began = time.monotonic()
        answer = solver.solve((), n * (n - 1), Deadline.after(0.3))
        took = time.monotonic() - began
        assert answer.outcome is not Outcome.SAT, "eleven pigeons do not fit in ten holes"
        assert took < 0.3 + 2 * _GRACE_S, f"stopped {took - 0.3:.1f} s after the deadline"
    finally:
        solver.close()


@asserting
def check_kind(kind: PuzzleKind, puzzle: Crossword) -> None:
    """Check a kind of puzzles: it is found by its name, and a puzzle of it is checked and drawn.

    Of the formats that hold it, what is read is what was written; others refuse it by name. If it
    has a maker, a puzzle is made of the same grid, whose words differ, by options with a form.

    Args:
        kind: the one that an entry point of this name has.
        puzzle: one of it, with its solution.
    """
    value = kind.value
    assert re.fullmatch(r"[a-z][a-z-]*", value), f"the name is {value!r}"
    assert kind.titles.get("en", "").strip(), "it has no English title"
    assert kind_named(value) is kind, f"the kind called {value!r} is another object"
    assert pickle.loads(pickle.dumps(kind)) is kind, "its pickle is another object"
    assert puzzle.kind is kind, f"the puzzle is of the kind {puzzle.kind.value}"
    for other in kinds():
        for name, names in kind.names.items():
            is_same = names[-1:] == other.names.get(name, ())[-1:]
            assert other is kind or not is_same, f"{name} has this name for {other.value}"
    known = {format_.name for format_ in written_formats()}
    for name in kind.names:
        assert name in known, f"there is no format {name!r}"
    asks_for_places = not (kind.is_numbered or kind.code or kind.labels_name_clues)
    if asks_for_places and not kind.clues_in_grid and not any(one.label for one in puzzle.squares):
        told = [clue.text for clue in puzzle.clues if clue.cells]
        assert not told, f"no number says where {told[0]!r} goes, but files and pages do: cells=()"
    grid = grid_of(puzzle)
    spelled = {"".join(grid.cells[at] for at in slot.cells) for slot in find_slots(grid)}
    faults = behaviour_of(kind).faults(puzzle, grid, WordList.from_words(sorted(spelled)))
    assert not faults, f"the puzzle has faults: {faults[0][1]}"
    for format_ in written_formats():
        _check_kind_in(format_, puzzle)
    for draws in rooms.modules("sheets"):
        for part in Part:
            for page in (None, Page()):
                assert draws.sheets_of(puzzle, part, page=page), "nothing is drawn"
    if write := getattr(outputs_of(Contents.CROSSWORD).get("html"), "write", None):
        pages = [write(puzzle, Drawing()) for _ in range(2)]
        assert pages[0] == pages[1], "a page to solve differs the second time"
    if kind.make and not kind.is_quotation:  # those are made of a text
        _check_made(kind, grid)


def _check_made(kind: PuzzleKind, grid: Grid) -> None:
    """Check that a puzzle is made of a filled grid as the workbench does it, and has no faults."""
    by = MadeKind(kind.value)
    for name, one in declared(by.options).items():
        assert one.text.endswith("."), f"the text of {name} is no sentence"
    fields_of(by.options)
    spelled = {"".join(grid.cells[at] for at in slot.cells) for slot in find_slots(grid)}
    words = WordList.from_words(sorted(spelled))
    source = OfPuzzle(Puzzle(grid, words), crossword_of(grid))
    maker = by.maker(source, words, options_in(by.options, {}))
    with Making(pickle.loads(pickle.dumps(maker)), tries=1) as making:
        result = making.one(60)
    assert isinstance(result, Best | Found), f"none is made: {result}"
    made = result.value.crossword
    assert made.kind is kind, f"a puzzle of the kind {made.kind.value} is made"
    faults = behaviour_of(kind).faults(made, grid, words)
    assert not faults, f"what is made has faults: {faults[0][1]}"
    assert str(result.value).strip(), "it has no text"
    assert all(isinstance(line, str) for line in maker.report(result)), (
        "a line of the report is no text"
    )


def _check_kind_in(format_: Format, puzzle: Crossword) -> None:
    """Check that a puzzle of a kind that a format holds comes back, and others report a loss."""
    name, kind = format_.name, puzzle.kind
    try:
        content = file_of(puzzle, name, lossy=True)
    except (FormatError, GridError) as error:
        if format_.read is not None and format_.keeps_kind(kind):
            raise AssertionError(f"{name}: refused: {error}") from error
        return
    if not format_.keeps_kind(kind):
        lost = any(kind.value in text for text in content.dropped)
        assert lost, f"{name}: no loss is reported"
    elif format_.read is not None:
        found = parse_crossword(content.data, format_, "file")
        assert found.kind is kind, f"{name}: it comes back as {found.kind.value}"
        again = file_of(found, name, lossy=True).data
        assert again == content.data, f"{name}: written differently again"


@asserting
def check_list(source: str | os.PathLike[str], *, at_least: int = 1) -> None:
    """Check a word list: it is read, has words, and all of its lines can be used.

    Args:
        source: the name of an installed list, or its file.
        at_least: how many words it should have.
    """
    try:
        words = WordList.load(installed(source))
    except InputError as error:
        raise AssertionError(str(error)) from error
    assert len(words) >= at_least, f"{len(words)} words, fewer than {at_least}"
