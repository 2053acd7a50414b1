"""How arrow words are made: for the command and Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from satcross import (
    Best,
    Crossword,
    EntryRules,
    Found,
    GridError,
    OptionError,
    PatternRules,
    Puzzle,
    Range,
    SolverOptions,
    WordList,
    crossword_of,
    with_fill,
)
from satcross.apps.clues.book import ClueBook
from satcross.apps.clues.choose import clues_with_answers
from satcross.apps.pictures.squares import square_alone_on
from satcross.extend import (
    Image,
    Maker,
    OfPuzzle,
    OfSize,
    Page,
    Preset,
    PuzzleLike,
    Step,
    Steps,
    WordsLike,
    counted,
    option,
    parse_size,
    preset_rules,
    same_file,
)
from satcross.kinds.arrowword.task import ArrowWordResult, ArrowWordTask, MadeArrowWord, with_clue

_PICTURE = re.compile(r"(\d{1,3})[xX×](\d{1,3})@[rR](\d{1,3})[cC](\d{1,3})(?:=(.+))?")
PAGE = "a4"  # on which clues must fit for a caller of the library


@dataclass(frozen=True, kw_only=True)
class ArrowWordOptions:
    """What stands in the blocks, and where there are none."""

    clues: list[Path] | None = option(
        "FILE",
        "File of your clues: only words are used that have a clue which is short enough. Can be"
        " repeated.",
    )
    picture: list[str] | None = option(
        "3x4@r1c1[=FILE]",
        "Leave this place for a picture: columns x rows, from this cell on; or put a .png or .jpg"
        " file there. Can be repeated.",
        on_page=None,  # in a grid that is full only files go there, and those are on the server
    )

    def places(self, n_rows: int, n_cols: int) -> list[tuple[Image, str]]:
        """The places for pictures, and the names of their files; "" for none.

        Raises:
            OptionError: one is not within the grid.
        """
        found: list[tuple[Image, str]] = []
        for text in self.picture or ():
            match = _PICTURE.fullmatch(text.strip())
            *numbers, file = match.groups() if match else (0, 0, 0, 0, "")
            width, height, row, col = map(int, numbers)
            rows, cols = range(row - 1, row - 1 + height), range(col - 1, col - 1 + width)
            inside = row and col and rows.stop <= n_rows and cols.stop <= n_cols
            if not (rows and cols and inside):
                size = f"{counted(n_cols, 'column')} and {counted(n_rows, 'row')}"
                raise OptionError(
                    f"{text!r} is no place within {size}",
                    hint="give its columns x rows and its first cell, as in 3x4@r1c1",
                    parameter="picture",
                )
            found.append((Image(rows.start * n_cols + cols.start, height, width, b""), file or ""))
        return found

    def images(self, n_rows: int, n_cols: int, output: str = "-") -> list[Image]:
        """The pictures that have a file. Raises OptionError, FormatError.

        Args: output: the file to write, which must be none of them.
        """
        from satcross.apps.pictures.images import load_image

        places = self.places(n_rows, n_cols)
        images = [replace(one, data=load_image(Path(file))) for one, file in places if file]
        if any(file and same_file(output, file) for _, file in places):
            problem = f"{output} is also the file of --picture"
            raise OptionError(problem, hint="name another", parameter="output")
        cells = [at for image in images for at in image.cells(n_rows, n_cols)]
        if len(set(cells)) < len(cells):
            raise OptionError("two pictures overlap", parameter="picture")
        return images


OPTIONS = ArrowWordOptions


class Plan(NamedTuple):
    """Of what arrow words are made.

    Args:
        asked: the rules of their patterns; or a puzzle, whose blocks are to have the clues.
        words: for the entries.
        entries: the rules for entries of a pattern that is to be made.
        name: of the grid, for errors.
    """

    asked: PatternRules | Puzzle
    words: WordList
    entries: EntryRules
    name: str

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        grid = self.asked if isinstance(self.asked, PatternRules) else self.asked.grid
        return grid.n_rows, grid.n_cols

    def clued(self, book: ClueBook, cell: float) -> Plan:
        """The same with words alone that have a clue. Args, Raises: as of `with_clue`."""
        words, asked = with_clue(self.words, book, cell), self.asked
        if isinstance(asked, Puzzle):
            asked = Puzzle(asked.grid, words, asked.rules)
        return self._replace(asked=asked, words=words)


def plan_of_size(
    size: str, words: WordList, rules: Mapping[str, Any], options: ArrowWordOptions
) -> Plan:
    """Another pattern for each seed, with room for the pictures.

    Args: size: as in "13x17"; rules: for the entries, as keywords of `Puzzle`.

    Raises:
        OptionError: it is no size, or a picture is not within the grid.
    """
    shape = parse_size(size)
    usual = preset_rules(Preset.ARROWS, *shape)
    voids = frozenset(at for place, _ in options.places(*shape) for at in place.cells(*shape))
    share = 1 - len(voids) / (usual.n_rows * usual.n_cols)
    blocks = Range(*(round(share * (n or 0)) for n in usual.n_blocks))
    others = dict(rules)
    shortest = others.pop("min_length", usual.min_length)
    wanted = replace(usual, voids=voids, n_blocks=blocks, min_length=shortest)
    return Plan(wanted, words, EntryRules(**others), size)


def plan_of_grid(puzzle: Puzzle, options: ArrowWordOptions, name: str = "") -> Plan:
    """One grid, whose blocks have the clues. Args: name: of its file, for errors.

    Raises:
        OptionError: a picture has no file, or is not within the grid.
    """
    if not all(file for _, file in options.places(puzzle.grid.n_rows, puzzle.grid.n_cols)):
        raise OptionError(
            "a grid file says itself where it has no cells",
            hint="write ~ for each cell that the picture takes, or name the picture's file",
            parameter="picture",
        )
    return Plan(puzzle, puzzle.listed, EntryRules(), name)


@dataclass(frozen=True, eq=False)
class ArrowWordMaker(Maker[MadeArrowWord]):
    """Makes an arrow word of each seed.

    Args:
        plan: of what; with a book, as `Plan.clued` gives it.
        book, cell: as of `ArrowWordTask`.
        images: pictures in places without cells.

    Raises:
        InputError: a picture lies on cells; from a run: the blocks of a grid cannot have the clues.
    """

    plan: Plan
    book: ClueBook | None = None
    cell: float = 0.0
    images: Sequence[Image] = ()

    def __post_init__(self) -> None:
        if isinstance(self.plan.asked, Puzzle):
            _with_images(self.images, crossword_of(self.plan.asked.grid))

    def steps(self, options: SolverOptions) -> Steps[ArrowWordResult]:
        """See `Maker`."""
        asked, words, entries, name = self.plan
        try:
            task = ArrowWordTask(
                asked, words, options, entries=entries, book=self.book, cell=self.cell
            )
        except GridError as error:
            raise GridError(error.problem, hint=error.hint, source=name) from None
        result: ArrowWordResult = yield Step(task)
        if not isinstance(result, Found):
            return result
        fill, crossword = result.value
        return Found(MadeArrowWord(fill, _with_images(self.images, crossword)), result.work)

    def report(self, best: Best[MadeArrowWord] | Found[MadeArrowWord]) -> list[str]:
        """See `Maker`."""
        fill, crossword = best.value
        crossed = [at for slot in fill.puzzle.slots for at in slot.cells]
        n_once = len(set(crossed)) * 2 - len(crossed)
        blocks = counted(len({clue.place for clue in crossword.clues}), "block")
        letters = f"{n_once} of {counted(len(set(crossed)), 'letter')}"
        return [f"{counted(len(crossword.clues), 'clue')} in {blocks}; {letters} not crossed"]


def _with_images(images: Iterable[Image], crossword: Crossword) -> Crossword:
    for image in images:
        crossword = image.placed_in(crossword)
    return crossword


def maker_of(
    what: PuzzleLike | OfPuzzle, words: WordsLike | None, options: ArrowWordOptions
) -> ArrowWordMaker:
    """The maker, for what a caller of the library names.

    Args: what, words: as of `satcross.tasks.sources.source_of`; an `OfPuzzle` has its clues.

    Raises:
        InputError: it is none of these, or a file cannot be read.
    """
    book = None
    if isinstance(what, OfPuzzle):
        plan = plan_of_grid(what.puzzle, options, what.name)
        if what.base is not None:
            located = clues_with_answers(with_fill(what.base, what.puzzle.grid))
            pairs = [(clue.answer, clue.text) for clue in located if clue.text]
            book = ClueBook.from_pairs(pairs, alphabet=plan.words.alphabet)
    elif isinstance(what, str) and OfSize.is_named(what):
        listed = WordList.builtin() if words is None else WordList.of(words)
        plan = plan_of_size(what, listed, {}, options)
    else:
        plan = plan_of_grid(Puzzle.of(what, words), options)
    cell = square_alone_on(Page.named(PAGE), *plan.shape)
    if options.clues:
        book = ClueBook.load(*options.clues, alphabet=plan.words.alphabet)
        plan = plan.clued(book, cell)
    return ArrowWordMaker(plan, book, cell, options.images(*plan.shape))
