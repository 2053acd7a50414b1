"""An independent check of a fill, run before every fill is printed.

This module shares no code with what it checks. It finds and numbers the slots itself, cell by
cell, and does not know puzzles, formulas or engines.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from satcross.checks import checked
from satcross.errors import OptionError
from satcross.model.cellnames import normal_name
from satcross.model.grid import BLOCK, OPEN, VOID, Grid
from satcross.verification.rules import (
    Filled,
    RuleChecker,
    SlotContent,
    Terms,
    lights_of,
    printed_in,
)
from satcross.words import WordList

if TYPE_CHECKING:
    from satcross.rules import Rule, RuleLike


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule.

    Args:
        kind: `shape` (not the template's rows, columns, bars and named cells), `block` (one of the
            two has a block or a void there, the other does not), `given` (a given letter was
            changed), `letter` (the cell does not hold a letter of the alphabet), `outside` (a cell
            in no slot was changed), `word` (an entry is not in the list), `repeat` (a word is in
            two slots), and those of the rules: `shared` (two entries share a run of cells), `near`
            (two are forms of one word), `constraint` (the fill does not meet one).
        where: a cell or slot, for people: `r1c3`, `12A`; "" for the whole grid.
        text: what is wrong, for people, including `where`.
    """

    kind: str
    where: str
    text: str

    def __str__(self) -> str:
        return self.text


@checked
def verify(
    template: Grid | None,
    filled: Grid,
    words: WordList,
    *,
    rules: RuleLike | Collection[RuleLike] = (),
    **short_forms: Any,
) -> list[Fault]:
    """Every rule that `filled` breaks as a fill of `template`.

    Args:
        template: the grid before it was filled, with its givens; None if unknown: then nothing
            counts as given, and every entry must be in the list.
        filled: the grid to check.
        words: the word list; its alphabet is the puzzle's.
        rules: what else must hold, of `satcross.rules`. Rules between entries do not compare
            entries that are completely given, nor those of one cell.
        short_forms: keywords that stand for rules, as for `Puzzle`. Other strings than those of
            `rebus` may be only where the template has them; without a template anywhere.

    Returns:
        The faults: of cells row by row, then of slots, across by number, then down. Empty if
        `filled` is correct.

    Raises:
        OptionError: there is no such rule, or it names what the grid does not have.

    >>> words = WordList.from_words(["arc", "cat", "rat"])
    >>> [str(fault) for fault in verify(None, Grid.parse("ARC"), words)]
    []
    >>> [str(fault) for fault in verify(Grid.parse("..B"), Grid.parse("CAT"), words)]
    ['r1c3 holds T, but B was given']
    """
    every: tuple[Rule, ...] = ()
    if rules or short_forms:
        from satcross.rules import rules_of, with_short_forms

        every = with_short_forms(rules_of(rules), short_forms, add=True)
    terms, others = Terms.of(every)
    allowed = {words.alphabet.normalise(string) or string for string in terms.rebus}
    has_template = template is not None
    if template is None:
        template = filled
        allowed.update(filled.cells)
    if (template.n_rows, template.n_cols) != (filled.n_rows, filled.n_cols):
        text = (
            f"the fill has {filled.n_rows} rows and {filled.n_cols} columns,"
            f" the template has {template.n_rows} and {template.n_cols}"
        )
        return [Fault("shape", "", text)]
    if (template.bars_right, template.bars_below) != (filled.bars_right, filled.bars_below):
        return [Fault("shape", "", "the bars of the fill differ from those of the template")]
    slots = slots_of(template, terms.min_length, terms.board_of(filled) or template.board)
    if others:
        template = _with_cells(template, slots, others, words, has_template)
    filled = _in_order(filled, template)
    if template.named != filled.named:
        return [_wrong_cells(template, filled)]
    taken = {*map(normal_name, slots), *(cell.name for cell in template.named)}
    for rule in others:
        added = RuleChecker(rule).slots(template, slots)
        names = {*map(normal_name, added)}
        if twice := names & taken:
            raise OptionError(f"two slots are called {min(twice)}", parameter="rules")
        slots |= added
        taken |= names
    for rule in others:
        slots |= RuleChecker(rule).led(slots, template)
    given = frozenset(
        p
        for p, cell in enumerate(template.cells)
        if has_template and cell not in (BLOCK, VOID, OPEN)
    )
    in_slot = {position for cells in slots.values() for position in cells}
    in_slot |= {
        template.position(name) for rule in others for name in RuleChecker(rule).held(slots)
    }
    paths = lights_of(slots, template) if others else {}
    whole = {filled.cell_name(at): text for at, text in enumerate(filled.cells)} if others else {}
    own = {both for rule in others for both in RuleChecker(rule).texts(paths, whole)}
    faults = [
        fault
        for position in range(len(filled.cells))
        if (fault := _cell_fault(template, filled, words, allowed, position, position in in_slot))
        and (fault.kind != "letter" or (fault.where, filled.cells[position]) not in own)
    ]
    entries = [
        SlotContent(name, texts, word, given.issuperset(cells), word)
        for name, cells in slots.items()
        for texts in [tuple(filled.cells[position] for position in cells)]
        for word in [words.alphabet.joined(texts)]
        if all(_is_letters(text, words) for text in texts)  # else it is reported for a cell
    ]
    held = {filled.cell_name(at): filled.cells[at] for at in in_slot} if others else {}
    for rule in others:
        entries = RuleChecker(rule).read(entries, list(slots), words, held)
    twins = {name: twin for rule in others for name, twin in RuleChecker(rule).twins(slots).items()}
    more = {word for rule in others for word in RuleChecker(rule).words()}
    faults += _word_faults(entries, words, terms.distinct, twins, more)
    if others:
        printed = printed_in(template)
        content = Filled(held, entries, words, terms.distinct, list(slots), paths, printed)
        for rule in others:
            checker = RuleChecker(rule)
            found = checker.faults(content)
            faults += [Fault(checker.fault, slot, text) for slot, text in found]
    return faults


def slots_of(grid: Grid, min_length: int, board: str = "") -> dict[str, list[int]]:
    """The positions of each slot by its name, across by number, then down by number.

    A slot continues until a block, a void, a bar or the edge; its first cell is numbered.

    Args: board: as a rule names it, if it is no rectangle.
    """
    if board:
        from satcross.verification.rules.board import slots_on

        return slots_on(board, grid, min_length)
    n_rows, n_cols = grid.n_rows, grid.n_cols

    def holds_letter(row: int, col: int) -> bool:
        inside = 0 <= row < n_rows and 0 <= col < n_cols
        return inside and grid.cells[row * n_cols + col] not in (BLOCK, VOID)

    def goes_right(row: int, col: int) -> bool:
        open_ = holds_letter(row, col) and holds_letter(row, col + 1)
        return open_ and row * n_cols + col not in grid.bars_right

    def goes_down(row: int, col: int) -> bool:
        open_ = holds_letter(row, col) and holds_letter(row + 1, col)
        return open_ and row * n_cols + col not in grid.bars_below

    across: dict[str, list[int]] = {}
    down: dict[str, list[int]] = {}
    number = 0
    for row in range(n_rows):
        for col in range(n_cols):
            if not holds_letter(row, col):
                continue
            right = [row * n_cols + col]
            if not goes_right(row, col - 1):
                while goes_right(row, col + len(right) - 1):
                    right.append(right[-1] + 1)
            below = [row * n_cols + col]
            if not goes_down(row - 1, col):
                while goes_down(row + len(below) - 1, col):
                    below.append(below[-1] + n_cols)
            starts_across = len(right) >= min_length and not goes_right(row, col - 1)
            starts_down = len(below) >= min_length and not goes_down(row - 1, col)
            number += starts_across or starts_down
            if starts_across:
                across[f"{number}A"] = right
            if starts_down:
                down[f"{number}D"] = below
    return across | down


def _with_cells(
    template: Grid,
    slots: Mapping[str, list[int]],
    rules: Collection[Rule],
    words: WordList,
    has_template: bool,
) -> Grid:
    """The template with the cells that rules add; in the fill itself, with their letters."""
    cells, named = list(template.cells), list(template.named)
    known = {cell.name: at for at, cell in enumerate(named)}
    lights = lights_of(slots, template)
    for rule in rules:
        is_new = False
        shared = set(RuleChecker(rule).held(slots))  # which another rule may have added
        for cell, letter in RuleChecker(rule).cells(lights).items():
            text = words.alphabet.normalise(letter) or letter or OPEN
            if cell.name not in known:
                known[cell.name] = len(named)
                named.append(cell)
                cells.append(text)
                is_new = True
            elif cell.name not in shared and named[known[cell.name]] != cell:
                raise OptionError(f"two cells are called {cell.name}", parameter="rules")
            elif letter and not has_template:
                cells[template.size + known[cell.name]] = text
        for name, letter in RuleChecker(rule).letters(lights).items() if is_new else ():
            at = template.position(name)
            if cells[at] == OPEN:
                cells[at] = words.alphabet.normalise(letter) or letter
    return replace(template, cells=tuple(cells), named=tuple(named))


def _in_order(filled: Grid, template: Grid) -> Grid:
    """The fill with its cells with names in the order of the template, if they are the same."""
    if filled.named == template.named or {*filled.named} != {*template.named}:
        return filled
    held = dict(zip(filled.named, filled.cells[filled.size :], strict=True))
    texts = [held[cell] for cell in template.named]
    return replace(filled, cells=(*filled.cells[: filled.size], *texts), named=template.named)


def _wrong_cells(template: Grid, filled: Grid) -> Fault:
    names, held = ({cell.name for cell in grid.named} for grid in (template, filled))
    if missing := names - held:
        return Fault("shape", min(missing), f"the fill has no cell {min(missing)}")
    if more := held - names:
        return Fault("shape", min(more), f"the template has no cell {min(more)}")
    return Fault("shape", "", "the cells with names have other places")


def _is_letters(text: str, words: WordList) -> bool:
    return words.alphabet.is_word(text)


def _cell_fault(
    template: Grid,
    filled: Grid,
    words: WordList,
    allowed: set[str],
    position: int,
    in_slot: bool,
) -> Fault | None:
    old, new, where = template.cells[position], filled.cells[position], filled.cell_name(position)
    for mark, name in ((BLOCK, "block"), (VOID, "void")):
        if (old == mark) != (new == mark):
            change = f"is a {name}, but not" if new == mark else f"holds {new}, but is a {name}"
            return Fault("block", where, f"{where} {change} in the template")
    if old != new:
        if not in_slot:
            return Fault("outside", where, f"{where} is in no slot, but was changed to {new}")
        if old != OPEN:
            return Fault("given", where, f"{where} holds {new}, but {old} was given")
    what = ""
    if in_slot and not _is_letters(new, words):
        what = "is not filled" if new == OPEN else f"holds {new!r}, not a letter of the alphabet"
    elif in_slot and new not in words.alphabet and new != old and new not in allowed:
        what = f"holds {new}, which is not an allowed rebus"
    return Fault("letter", where, f"{where} {what}") if what else None


def _word_faults(
    entries: list[SlotContent],
    words: WordList,
    distinct: bool,
    twins: Mapping[str, str],
    more: Collection[str],
) -> list[Fault]:
    faults: list[Fault] = []
    first_with: dict[str, str] = {}
    held = {entry.slot: entry.reading for entry in entries}
    for entry in entries:
        name, word = entry.slot, entry.reading
        if not word or word == held.get(twins.get(name, "")):  # a rule reports it, or it is once
            continue
        if words.index(word) is None and word not in more and not entry.given:
            faults.append(Fault("word", name, f"{name} {word} is not in the word list"))
        if len(entry.cells) == 1:
            continue
        first = first_with.setdefault(word, name)
        if distinct and first != name:
            faults.append(Fault("repeat", name, f"{name} {word} is also at {first}"))
    return faults
