"""What solvers know of a crossword whose pattern is not printed, as data and as text.

In a *diagramless* the clues have their numbers. In a *carte blanche* they have none: they are in
the usual order in each list, or in any order, such as that of the answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from satcross import (
    LATIN,
    Alphabet,
    Crossword,
    FormatError,
    Grid,
    InputError,
    OptionError,
    PatternRules,
    Symmetry,
    crossword_of,
)
from satcross.extend import (
    BLOCK,
    OPEN,
    Direction,
    Light,
    PuzzleKind,
    cell_name,
    find_slots,
    parse_size,
    pattern_faults,
)
from satcross.kinds.diagramless import CARTE_BLANCHE, DIAGRAMLESS

SCHEMA = "satcross.diagramless/1"
CHECKED, CONNECTED, BARS, ANY_ORDER = "checked", "connected", "bars", "any-order"
# Of several symmetries that a pattern has, the first one is told.
_SYMMETRIES = (
    *(Symmetry.FULL, Symmetry.DIAGONALS, Symmetry.BOTH, Symmetry.ROTATION90, Symmetry.ROTATION),
    *(Symmetry.LEFT_RIGHT, Symmetry.TOP_BOTTOM, Symmetry.DIAGONAL, Symmetry.ANTIDIAGONAL),
)
TELLS = (CHECKED, CONNECTED, *_SYMMETRIES)
_HEADINGS = {one.name.lower(): one for one in Direction}
_CELL = r"r([1-9]\d?)c([1-9]\d?)"
_ENTRY = re.compile(rf"(?:([1-9]\d{{0,3}})[.\s]\s*)?(\S+)(?:\s+{_CELL})?")
_GIVEN = re.compile(rf"{_CELL}=(\S+)")


class Clued(NamedTuple):
    """An entry, as solvers know it once they have solved its clue.

    Args:
        direction: across or down.
        letters: of its cells.
        number: of its clue; 0 for none.
        at: the position of its first cell, where that is told; else None.
    """

    direction: Direction
    letters: tuple[str, ...]
    number: int = 0
    at: int | None = None

    @classmethod
    def of(cls, slot: Light, grid: Grid, number: int = 0) -> Clued:
        """The entry that a slot of a filled grid has."""
        letters = tuple(grid.cells[at] for at in slot.cells)
        return cls(Direction[slot.direction.name], letters, number)


@dataclass(frozen=True, slots=True)
class Diagramless:
    """A crossword whose pattern is to be found.

    Args:
        rules: the size, whether walls are bars, and what solvers are told of the pattern. A run of
            two cells or more is an entry.
        entries: across and down, in the order of their clues. All have numbers, or none.
        in_order: whether clues without numbers are in their usual order.
        given: by position, a letter or a block that is printed; or `OPEN`, where all that is known
            is that it is no block: squares of a solution word have numbers.
        alphabet: of the letters.

    Raises:
        OptionError: an entry does not fit into the grid, or its number is missing or too many.
    """

    rules: PatternRules = field(repr=False)  # which has more than people want to read
    entries: tuple[Clued, ...]
    in_order: bool = True
    given: Mapping[int, str] = field(default_factory=dict)
    alphabet: Alphabet = LATIN

    def __post_init__(self) -> None:
        if not self.entries:
            raise OptionError("there are no entries", hint="list them by Across and Down")
        numbers = {entry.number for entry in self.entries}
        if 0 in numbers and len(numbers) > 1:
            raise OptionError("some entries have numbers, and others do not")
        missing = set(range(1, max(numbers) + 1)) - numbers
        if missing:
            raise OptionError(f"no entry has the number {min(missing)}")
        for direction in Direction:
            of_list = [one.number for one in self.entries if one.direction is direction]
            if self.is_numbered and of_list != sorted({*of_list}):
                raise OptionError(f"the numbers {direction.name.lower()} do not rise")
        for entry in self.entries:
            is_across = entry.direction is Direction.ACROSS
            room = self.rules.n_cols if is_across else self.rules.n_rows
            if not 2 <= len(entry.letters) <= room:
                raise OptionError(
                    f"{self.name(entry)} must have 2 to {room} letters, got {len(entry.letters)}"
                )
        told = [(one.at, one.direction) for one in self.entries if one.at is not None]
        if any(not 0 <= at < self.n for at in (*(at for at, _ in told), *self.given)):
            raise OptionError("a cell that is told is outside the grid")
        for at, direction in told:
            if told.count((at, direction)) > 1:
                where = f"{direction.name.lower()} begin at {self.cell_name(at)}"
                raise OptionError(f"two entries {where}", hint="leave one of these cells out")

    @property
    def n(self) -> int:
        """How many cells the grid has."""
        return self.rules.n_rows * self.rules.n_cols

    @property
    def is_numbered(self) -> bool:
        """Whether it is a diagramless, and no carte blanche."""
        return bool(self.entries[0].number)

    @property
    def kind(self) -> PuzzleKind:
        """What it is in files."""
        return DIAGRAMLESS if self.is_numbered else CARTE_BLANCHE

    def name(self, entry: Clued) -> str:
        """An entry's name for people: `7A`, or its letters."""
        if entry.number:
            return f"{entry.number}{entry.direction.value}"
        return self.alphabet.joined(entry.letters)

    def cell_name(self, at: int) -> str:
        """`r1c1`."""
        return cell_name(at, self.rules.n_cols)

    def run(self, direction: Direction, at: int, n: int) -> range | None:
        """The cells of a run from a cell on; None where it leaves the grid."""
        n_rows, n_cols = self.rules.n_rows, self.rules.n_cols
        row, col = divmod(at, n_cols)
        if direction is Direction.ACROSS:
            return range(at, at + n) if col + n <= n_cols else None
        return range(at, at + n * n_cols, n_cols) if row + n <= n_rows else None

    @classmethod
    def of_fill(
        cls,
        grid: Grid,
        *,
        numbered: bool = True,
        in_order: bool = True,
        told: Iterable[str] | None = None,
        alphabet: Alphabet = LATIN,
    ) -> Diagramless:
        """What solvers know of a filled grid.

        Args:
            grid: a rectangle of blocks or of bars, each cell with letters and in an entry.
            numbered: whether it becomes a diagramless, and no carte blanche.
            in_order: whether clues without numbers stay in order, and are not sorted by answers.
            told: a symmetry, "checked" or "connected", which the pattern must have; None for all
                that it has, and () for nothing.
            alphabet: of its letters.

        Raises:
            OptionError: the grid is another one, or has not what is told.
        """
        slots = find_slots(grid)
        if grid.board or grid.named or any(not grid.is_square(at) and cell != BLOCK
                                           for at, cell in enumerate(grid.cells)):  # fmt: skip
            raise OptionError("only rectangles of blocks or bars can be without a diagram")
        alone = set(range(grid.size)).difference(*(slot.cells for slot in slots))
        for at, cell in enumerate(grid.cells):
            if cell == OPEN:
                raise OptionError(f"{grid.cell_name(at)} has no letter", hint="fill the grid first")
            if cell != BLOCK and at in alone:
                raise OptionError(f"{grid.cell_name(at)} is in no entry")
            if cell not in (BLOCK, *alphabet.texts):
                raise OptionError(
                    f"{grid.cell_name(at)} holds {cell[:20]}, and must hold one letter"
                )
        bars = bool(grid.bars_right or grid.bars_below)
        if bars and BLOCK in grid.cells:
            raise OptionError("a grid with bars and blocks cannot be without a diagram")
        bare = _rules(grid.n_rows, grid.n_cols, bars=bars)
        rules = _told(bare, grid.without_letters(), told)
        entries = [Clued.of(slot, grid, slot.number if numbered else 0) for slot in slots]
        if not numbered and not in_order:
            entries.sort(key=lambda entry: (entry.direction is Direction.DOWN, entry.letters))
        return cls(rules, tuple(entries), in_order, alphabet=alphabet)

    @classmethod
    def of_crossword(cls, crossword: Crossword, grid: Grid, **how: Any) -> Diagramless:
        """What solvers know of a file: of its solution, and with what its squares give.

        Args:
            crossword, grid: the file's, and its letters.
            how: as for `of_fill`.
        """
        is_numbered = crossword.kind.is_numbered or not crossword.kind.hides_diagram
        puzzle = cls.of_fill(grid, numbered=is_numbered, **how)
        if not crossword.kind.hides_diagram:
            return puzzle
        squares = crossword.squares
        labels = {one.label: at for at, one in enumerate(squares) if one.label}
        entries = (one._replace(at=labels.get(str(one.number))) for one in puzzle.entries)
        given = {at: cell for at, cell in enumerate(grid.cells) if squares[at].given}
        return replace(puzzle, entries=tuple(entries), given=given).with_open(
            crossword.solution_cells
        )

    def with_open(self, cells: Iterable[int]) -> Diagramless:
        """The puzzle for solvers who also know that these cells are no blocks."""
        return replace(self, given={**dict.fromkeys(cells, OPEN), **self.given})

    @classmethod
    def parse(
        cls, text: str, alphabet: Alphabet = LATIN, source: str = "diagramless"
    ) -> Diagramless:
        """Read a size and what is told, entries below Across and Down, and what is given.

        Raises:
            FormatError: the text is something else; it names the line.

        >>> text = "3x2 checked\\nAcross\\n1 TEA\\n4 APT\\nDown\\n1 TA r1c1\\n2 EP\\n3 AT\\nr2c1=A"
        >>> puzzle = Diagramless.parse(text)
        >>> puzzle.kind.value, puzzle.entries[2].letters, puzzle.entries[2].at, puzzle.given
        ('diagramless', ('T', 'A'), 0, {3: 'A'})
        """
        line = 0
        rules: PatternRules | None = None
        in_order, direction = True, None
        entries: list[Clued] = []
        given: dict[int, str] = {}
        try:
            for line, said in enumerate(text.splitlines(), 1):  # noqa: B007
                words = said.split()
                heading = _HEADINGS.get(said.strip().rstrip(":").lower())
                if not words:
                    continue
                if rules is None:
                    rules, in_order = _first_line(words)
                elif heading:
                    direction = heading
                elif all(map(_GIVEN.fullmatch, words)):
                    given.update(_given(rules, alphabet, word) for word in words)
                else:
                    entries.append(_entry(rules, alphabet, said.strip(), direction))
            line = 0
            if rules is None:
                raise OptionError("there is no size", hint="begin with one, as in 15x15")
            across_first = sorted(entries, key=lambda one: one.direction is Direction.DOWN)
            return cls(rules, tuple(across_first), in_order, given, alphabet)
        except InputError as error:
            raise FormatError(
                error.problem, hint=error.hint, source=source, line=line or None
            ) from None

    def __str__(self) -> str:
        """The text that `parse` reads."""
        rules = self.rules
        lines = [" ".join([f"{rules.n_cols}x{rules.n_rows}", *self.told])]
        for direction in Direction:
            lines += ["", direction.name.capitalize()]
            for entry in self.entries:
                if entry.direction is direction:
                    number = [str(entry.number)] if entry.number else []
                    at = [] if entry.at is None else [self.cell_name(entry.at)]
                    lines.append(" ".join([*number, self.alphabet.joined(entry.letters), *at]))
        if self.given:
            cells = (f"{self.cell_name(at)}={cell}" for at, cell in sorted(self.given.items()))
            lines += ["", " ".join(cells)]
        return "\n".join(lines)

    @property
    def told(self) -> list[str]:
        """What solvers are told of the pattern, in words that `parse` reads."""
        rules = self.rules
        words = [] if rules.symmetry is Symmetry.NONE else [str(rules.symmetry)]
        flags = {CHECKED: rules.all_checked, CONNECTED: rules.connected, BARS: rules.bars}
        flags[ANY_ORDER] = not (self.is_numbered or self.in_order)
        return words + [word for word, is_so in flags.items() if is_so]

    def to_json(self) -> dict[str, Any]:
        """The data: see docs/reference/json.md."""
        return {
            "schema": SCHEMA,
            "kind": self.kind.value,
            "rows": self.rules.n_rows,
            "cols": self.rules.n_cols,
            "told": self.told,
            "entries": [
                {
                    "direction": entry.direction.name.capitalize(),
                    **({"number": entry.number} if entry.number else {}),
                    "answer": self.alphabet.joined(entry.letters),
                    **({} if entry.at is None else {"at": self.cell_name(entry.at)}),
                }
                for entry in self.entries
            ],
            "given": {self.cell_name(at): cell for at, cell in sorted(self.given.items())},
        }

    def crossword(self, solution: Grid, base: Crossword | None = None) -> Crossword:
        """What files and pictures hold: a solution, and what of it is given.

        Args: base: has the clues and names of the solution; None for empty clues.
        """
        base = base or crossword_of(solution)
        labels = {
            one.at: str(one.number) for one in self.entries if one.number and one.at is not None
        }
        shown = {at for at, cell in self.given.items() if cell != OPEN}
        for one in self.entries:
            if one.at is not None and not one.number:
                shown.update(self.run(one.direction, one.at, len(one.letters)) or ())
        squares = tuple(
            replace(square, label=labels.get(at, ""), given=at in shown)
            for at, square in enumerate(base.squares)
        )
        clues = base.clues
        if not self.is_numbered:
            clues = tuple(replace(clue, label="") for clue in clues)
            if not self.in_order:
                cells = solution.cells
                clues = tuple(
                    sorted(clues, key=lambda c: (c.direction != "Across",
                                                 tuple(cells[at] for at in c.cells)))
                )  # fmt: skip
        said = (sentence for sentence in described(self) if sentence not in base.notes)
        notes = " ".join(filter(None, [base.notes, *said]))
        return replace(base, squares=squares, clues=clues, kind=self.kind, notes=notes)


def _rules(n_rows: int, n_cols: int, *, bars: bool) -> PatternRules:
    """The rules of a pattern of which nothing else is told."""
    return PatternRules(
        n_rows, n_cols, bars=bars, symmetry=Symmetry.NONE, min_length=2,
        all_checked=False, connected=False,
    )  # fmt: skip


def _told(bare: PatternRules, pattern: Grid, told: Iterable[str] | None) -> PatternRules:
    """The rules with what is told of a pattern, or all of `TELLS` that it has."""

    def holds(word: str) -> bool:
        try:
            rules = _with(bare, word)
        except OptionError:  # the symmetry of a square, and another shape
            return False
        return not pattern_faults(pattern, rules)

    if told is None:
        found = [word for word in (CHECKED, CONNECTED) if holds(word)]
        found += [word for word in _SYMMETRIES if holds(word)][:1]
    else:
        found = list(told)
        for word in found:
            if word not in TELLS:
                _with(bare, word)
            if not holds(word):
                raise OptionError(f"the pattern is not {word}", parameter="told")
    for word in found:
        bare = _with(bare, word)
    return bare


def _with(rules: PatternRules, word: str) -> PatternRules:
    """Rules with one of `TELLS` more. Raises OptionError: it is none, or does not fit the size."""
    if word == CHECKED:
        return replace(rules, all_checked=True)
    if word == CONNECTED:
        return replace(rules, connected=True)
    if word in _SYMMETRIES:
        return replace(rules, symmetry=Symmetry(word))
    raise OptionError(f"must be of {', '.join(TELLS)}, got {word[:20]!r}", parameter="told")


def _first_line(words: list[str]) -> tuple[PatternRules, bool]:
    n_rows, n_cols = parse_size(words[0])
    rules = _rules(n_rows, n_cols, bars=BARS in words)
    for word in words[1:]:
        if word not in (BARS, ANY_ORDER):
            rules = _with(rules, word)
    return rules, ANY_ORDER not in words


def _entry(
    rules: PatternRules, alphabet: Alphabet, text: str, direction: Direction | None
) -> Clued:
    found = _ENTRY.fullmatch(text)
    word = found and alphabet.normalise(found[2])
    if direction is None:
        raise OptionError(
            f"{text[:40]!r} is below no heading", hint="write Across or Down above it"
        )
    if found is None or not word:
        raise OptionError(
            f"{text[:40]!r} is no entry",
            hint="write a number, the answer and, if it is told, its cell, as in '7 CAT r2c1'",
        )
    at = _position(rules, found[3], found[4]) if found[3] else None
    return Clued(direction, alphabet.cut(word), int(found[1] or 0), at)


def _given(rules: PatternRules, alphabet: Alphabet, text: str) -> tuple[int, str]:
    found = _GIVEN.fullmatch(text)
    assert found is not None
    letter = found[3] if found[3] == BLOCK else found[3].upper()
    if letter not in (BLOCK, OPEN, *alphabet.texts):
        raise OptionError(f"{text}: {letter[:20]} is none of #, . and the letters")
    return _position(rules, found[1], found[2]), letter


def _position(rules: PatternRules, row: str, col: str) -> int:
    r, c = int(row), int(col)
    if r > rules.n_rows or c > rules.n_cols:
        raise OptionError(f"r{r}c{c} is outside the grid of {rules.n_cols}x{rules.n_rows}")
    return (r - 1) * rules.n_cols + c - 1


def described(puzzle: Diagramless) -> Iterator[str]:
    """What solvers are told, a sentence each."""
    rules, wall = puzzle.rules, "bars" if puzzle.rules.bars else "blocks"
    yield f"The grid has {rules.n_cols} columns and {rules.n_rows} rows; its {wall} are not shown."
    if rules.symmetry is not Symmetry.NONE:
        yield f"Its symmetry is {_SAID[rules.symmetry]}."
    if rules.connected:
        yield "All squares are connected."
    if rules.all_checked:
        yield "Each square is in an entry across and in one down."
    if OPEN in puzzle.given.values():
        yield f"The squares of the solution word are not {wall}."
    if not puzzle.is_numbered:
        order = (
            "in their usual order" if puzzle.in_order else "in alphabetical order of the answers"
        )
        yield f"The clues are {order}, without numbers."


_SAID = {
    Symmetry.ROTATION: "that of half a turn",
    Symmetry.ROTATION90: "that of a quarter turn",
    Symmetry.LEFT_RIGHT: "left to right",
    Symmetry.TOP_BOTTOM: "top to bottom",
    Symmetry.BOTH: "left to right and top to bottom",
    Symmetry.DIAGONAL: "about the diagonal from the upper left",
    Symmetry.ANTIDIAGONAL: "about the diagonal from the upper right",
    Symmetry.DIAGONALS: "about both diagonals",
    Symmetry.FULL: "that of a square",
}
