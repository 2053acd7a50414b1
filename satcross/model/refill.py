"""Filling a grid again: what of it stays, what becomes open, and which words must not come back.

Cells are named for people:

- `12A`: an entry; `12A+`: the entry and all entries that cross it. When they are freed, the
  letters stay that they share with theme entries, unless 12A is one.
- `r1c8`, `h1`: a cell; `r1c8-r3c15`: a rectangle, by two opposite corners. When it is freed, its
  theme letters stay, and the given letters that a file has recorded; to free those, name the entry.
- `given`, `theme`, `fill`: the letters that somebody chose, those of theme entries, and all others.

`satcross.model.roles` reads and writes what a file remembers of this.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from satcross.checks import counted
from satcross.errors import GridError, OptionError
from satcross.model.cellnames import normal_name
from satcross.model.grid import OPEN, Grid
from satcross.model.slots import Slot
from satcross.model.value import PuzzleValue
from satcross.rules.constraint import Constraint, at_most
from satcross.rules.literals import Letter, Literal, Word, printed_cells

P = TypeVar("P", bound=PuzzleValue)

_GROUPS = ("given", "theme", "fill")


@dataclass(frozen=True, slots=True)
class Roles:
    """Whose the letters of a grid are.

    Args:
        given: positions of letters that somebody chose.
        theme: positions of letters of theme entries.
        banned: words that no fill may use.
        is_recorded: whether a file has recorded them; else they are derived from the grid.
    """

    given: frozenset[int] = frozenset()
    theme: frozenset[int] = frozenset()
    banned: tuple[str, ...] = ()
    is_recorded: bool = False

    @classmethod
    def of(cls, puzzle: PuzzleValue, but: Collection[Slot] = ()) -> Self:
        """The roles that a grid alone shows.

        The letters of a grid with open cells were chosen by somebody, and its complete entries are
        theme entries. In a full grid these are only the entries that are not in the word list.

        Args: but: entries that are no theme entries.
        """
        given = frozenset(puzzle.givens)
        is_full = all(puzzle.given_codes(slot) is not None for slot in puzzle.slots)
        theme = frozenset(
            cell
            for slot in puzzle.slots
            if slot not in but
            and (puzzle.is_exempt(slot) if is_full else puzzle.given_codes(slot) is not None)
            for cell in slot.cells
        )
        return cls(frozenset() if is_full else given - theme, theme)


def refilled(
    puzzle: P,
    *,
    keep: Sequence[str] = (),
    free: Sequence[str] = (),
    ban: Sequence[str] = (),
    roles: Roles | None = None,
) -> tuple[P, Roles]:
    """The puzzle of filling a grid again, and the roles of the letters that stay.

    Args:
        puzzle: with the letters that stand there now.
        keep: names of what stays, as the module describes; all letters by default.
        free: names of what becomes open, also where `keep` names it.
        ban: words that must not be used, besides those of `roles`. An entry that holds one becomes
            open, and so do the entries that cross it, but for what is named in `keep` and the
            given and theme letters of `roles`.
        roles: whose the letters are; by default what `Roles.of` concludes.

    Raises:
        OptionError: a name is wrong, or an entry with a banned word has to stay.
    """
    roles = roles or Roles.of(puzzle)
    named = cells_named(keep, puzzle, roles, "keep")
    freed = cells_named(free, puzzle, roles, "free")
    banned = _banned(ban, roles.banned, puzzle)
    kept = set(puzzle.givens)
    if keep:
        kept &= named
    kept -= freed
    if banned:
        kept -= _cells_of_banned(puzzle, banned, roles, (named - freed) & kept, freed)
        puzzle = replace(puzzle, words=puzzle.listed.with_scores(dict.fromkeys(banned)))
    theme = roles.theme & kept
    grid = puzzle.grid.holding(dict.fromkeys(puzzle.givens.keys() - kept, OPEN))
    out = replace(puzzle, grid=grid)
    return out, Roles(((roles.given | named) & kept) - theme, theme, banned, True)


def _banned(more: Sequence[str], before: tuple[str, ...], puzzle: PuzzleValue) -> tuple[str, ...]:
    """All banned words, as the list has them."""
    out: list[str] = []
    for word in (*before, *more):
        letters = puzzle.listed.alphabet.normalise(word)
        if not letters:
            raise OptionError(
                f"{word[:40]!r} has letters outside the alphabet, or none", parameter="ban"
            )
        out.append(letters)
    return tuple(dict.fromkeys(out))


def _cells_of_banned(
    puzzle: PuzzleValue,
    banned: tuple[str, ...],
    roles: Roles,
    named: Collection[int],
    freed: frozenset[int],
) -> set[int]:
    """The cells that become open because of banned words."""
    words = frozenset(banned)
    bad = [
        slot
        for slot in puzzle.slots
        if freed.isdisjoint(slot.cells)
        and (codes := puzzle.given_codes(slot)) is not None
        and puzzle.spelled(codes) in words
    ]
    if not roles.is_recorded:  # a ban says more of an entry than that it stands there
        own = {cell for slot in bad for cell in slot.cells}
        seen = Roles.of(puzzle, bad)
        roles = Roles(seen.given - own, seen.theme)
    held = set(named) | ((roles.given | roles.theme) - freed)
    out: set[int] = set()
    for slot in bad:
        if held.issuperset(slot.cells):
            word = puzzle.spelled(puzzle.given_codes(slot) or ())
            raise OptionError(
                f"{slot.name} holds {word}, which is banned, but must stay",
                hint=f"free {slot.name} too, or do not keep it",
                parameter="ban",
            )
        out |= {cell for other in (slot, *_crossing(slot, puzzle)) for cell in other.cells}
    return out - held


def _crossing(slot: Slot, puzzle: PuzzleValue) -> list[Slot]:
    cells = set(slot.cells)
    return [
        other
        for other in puzzle.slots
        if other.index != slot.index and not cells.isdisjoint(other.cells)
    ]


def cells_named(
    names: Iterable[str], puzzle: PuzzleValue, roles: Roles, parameter: str
) -> frozenset[int]:
    """The positions of cells that are named as the module describes, separated by commas.

    Raises:
        OptionError: a name is of nothing that the grid has; it names `parameter`.
    """
    found: set[int] = set()
    for text in names:
        for name in text.split(","):
            found |= _cells_of(name.strip(), puzzle, roles, parameter)
    return frozenset(found)


def _cells_of(name: str, puzzle: PuzzleValue, roles: Roles, parameter: str) -> set[int]:
    low = normal_name(name)
    if low in _GROUPS:
        letters = set(puzzle.givens)
        if low == "fill":
            return letters - roles.given - roles.theme
        if low == "theme" and not roles.theme:
            raise OptionError(
                "the grid does not say which entries are theme entries",
                hint="name them, as in 17A,26A",
                parameter=parameter,
            )
        return letters & (roles.theme if low == "theme" else roles.given)
    if low in puzzle.grid.beside_at:
        return {puzzle.grid.beside_at[low]}
    try:
        if re.match(r"r\d", low):
            cells = _rectangle(low, puzzle.grid)
            stays = roles.theme | (roles.given if roles.is_recorded else frozenset())
            return cells - stays if parameter == "free" and "-" in low else cells
        slot = puzzle.slot(name.removesuffix("+"))
    except OptionError as error:
        hint = error.hint
        if not re.match(r"\d|r\d", low):
            hint = (
                "write an entry (17A), a cell (r1c8), a rectangle (r1c8-r3c15), theme, given or"
                " fill"
            )
        raise OptionError(error.problem, hint=hint, parameter=parameter) from None
    crossing = _crossing(slot, puzzle) if name.endswith("+") else []
    around = {cell for one in crossing for cell in one.cells}
    own = set(slot.cells)
    if parameter == "free":
        stays = _theme_of_others(slot, puzzle, roles)
        around -= stays
        own -= stays
    return own | around


def _theme_of_others(slot: Slot, puzzle: PuzzleValue, roles: Roles) -> frozenset[int]:
    """The letters of theme entries, which stay when another entry is freed.

    Where no file says which they are, those that are not in the word list: without their crossing
    letters no word would fit them.
    """
    theme = roles.theme
    if not roles.is_recorded:
        entries = [one for one in puzzle.slots if puzzle.is_exempt(one)]
        theme = frozenset(cell for one in entries for cell in one.cells)
    return theme - set(slot.cells) if theme.issuperset(slot.cells) else theme


def _rectangle(name: str, grid: Grid) -> set[int]:
    first, _, last = name.partition("-")
    try:
        ends = [grid.position(corner) for corner in (first, last or first)]
    except GridError as error:
        raise OptionError(error.problem, hint=error.hint) from None
    if max(ends) >= grid.size:
        raise OptionError(f"{name!r} is not a rectangle", hint="name cells of the rectangle")
    corners = [divmod(end, grid.n_cols) for end in ends]
    rows, cols = (sorted(side) for side in zip(*corners, strict=True))
    return {
        row * grid.n_cols + col
        for row in range(rows[0], rows[1] + 1)
        for col in range(cols[0], cols[1] + 1)
    }


def letters_apart(distinct: str) -> int | None:
    """The K of "K-letters", from 1; None for anything else."""
    number, _, rest = distinct.partition("-")
    return int(number) or None if rest == "letters" and number.isdecimal() else None


def theme_entries(puzzle: PuzzleValue, roles: Roles | None) -> list[Slot]:
    """The entries all of whose cells are theme cells.

    Args: roles: whose the cells are; by default what `Roles.of` concludes.
    """
    theme = (roles or Roles.of(puzzle)).theme
    return [slot for slot in puzzle.slots if theme.issuperset(slot.cells)]


def difference_from(
    puzzle: PuzzleValue, other: Grid, distinct: str | int
) -> list[Constraint | Literal]:
    """What a fill must not share with another grid of the same blocks.

    Args:
        puzzle: what is to be filled.
        other: the other grid; its entries that are not complete are not compared.
        distinct: "grids": some letter differs, also of hidden cells if the other grid has it;
            "words": no free entry is one of the other grid; a number K: at least K entries differ;
            "K-letters": at least K letters of such entries.

    Raises:
        OptionError: `distinct` is something else, or the other grid has other blocks, or too few
            entries or letters to differ in.
    """
    n_letters = letters_apart(distinct) if isinstance(distinct, str) else None
    if isinstance(distinct, str) and distinct not in ("grids", "words") and not n_letters:
        raise OptionError(
            "a fill is unlike another grid by grids, words, a number of entries from 1, or a number"
            f" of letters as in 3-letters, not by {distinct!r}",
            parameter="distinct",
        )
    if not other.board:  # as text says nothing of it
        other = replace(other, board=puzzle.grid.board)
    if other.without_letters() != puzzle.grid.without_letters():
        raise OptionError("the other grid has other blocks or bars", parameter="unlike")
    words = {
        slot: puzzle.listed.alphabet.joined([other.cells[cell] for cell in slot.entry_cells])
        for slot in puzzle.slots
        if puzzle.given_codes(slot) is None and all(map(other.is_given, slot.entry_cells))
    }
    if n_letters or (distinct == "grids" and words):
        free = {cell for slot in words for cell in slot.cells if other.is_given(cell)}
        free -= puzzle.givens.keys()
        cells = sorted(free & {*printed_cells(puzzle)} if n_letters else free)
        n_letters = n_letters or 1
        if n_letters > len(cells):
            raise OptionError(
                f"{counted(n_letters, 'letter')} cannot differ: {len(cells)} are"
                " free, and in complete entries"
                " of the other grid",
                parameter="unlike",
            )
        same = [Letter(puzzle.grid.cell_name(cell), other.cells[cell]) for cell in cells]
        return [at_most(len(same) - n_letters, same)]
    n_apart = distinct if isinstance(distinct, int) else 1
    if n_apart > len(words):
        raise OptionError(
            f"{n_apart} entries cannot differ: {len(words)} are free and complete in the other"
            " grid",
            parameter="unlike",
        )
    if distinct != "words":
        literals = [Word(slot.name, word) for slot, word in words.items()]
        return [at_most(len(literals) - n_apart, literals)]
    return [
        ~Word(slot.name, word)
        for word in dict.fromkeys(words.values())
        for slot in words
        if puzzle.has_rebus or slot.n_letters == puzzle.listed.alphabet.size(word)
    ]
