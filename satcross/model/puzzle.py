"""A puzzle: a grid, its slots and crossings, and the word list."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from satcross.checks import checked, counted
from satcross.errors import InputError, OptionError
from satcross.model.cellnames import normal_name
from satcross.model.grid import OPEN, Grid, GridLike
from satcross.model.needs import Need
from satcross.model.picture import Picture
from satcross.model.puzzleslots import every_slot_of
from satcross.model.slots import (
    Crossing,
    Direction,
    Light,
    Slot,
    find_crossings,
    find_slots,
    slot_called,
)
from satcross.model.value import PuzzleValue, distinct_in, min_length_in
from satcross.words import WordList, WordsLike
from satcross.words.wordtable import TreatedTable, WordTable

if TYPE_CHECKING:
    from satcross.rules import PairRule, Rule, RuleLike

__all__ = [
    "Crossing", "Direction", "Light", "Puzzle", "PuzzleLike", "Slot", "find_crossings",
    "find_slots",
]  # fmt: skip

MAX_CELL_LETTERS = 20_000_000  # the engine takes some 13 bytes for each


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Puzzle(PuzzleValue, Picture):
    """The problem: a grid to fill and the words to fill it with.

    A letter in the grid is *given*. A slot whose letters are all given need not be in the word
    list: it is then *exempt* from the list, but must still cross and differ from the others.
    An open cell in no slot is not part of the puzzle and stays open.

    Rules between entries apply to slots of two or more cells; one-cell words may be repeated. They
    do not compare completely given slots with each other, since nothing can be changed there.

    Args:
        grid: blocks, open cells and given letters; several letters given for a cell are a rebus.
            The field `grid` has the cells with names, too, that rules add.
        words: the list whose words fill the slots; its alphabet is the puzzle's. If there is a
            rebus, the field `words` has it as an additional letter: see `satcross.model.rebus`.
        rules: what else must hold, of `satcross.rules`; texts of rules are read.
        short_forms: keywords that stand for rules, as in `max_shared_substring=4`, among them the
            fields `distinct`, `min_length` and `rebus`: `satcross.rules.short_forms()` has all.

    Fields:
        distinct: whether every word may be used only once, however it is spelled in cells.
        min_length: shorter runs of cells are not slots and may spell anything; at least 1.
        rebus: strings that any open cell may hold instead of a letter, both across and down.
            Other strings that the grid gives are allowed only in their own cells.
        listed: the list as it was given, and words that rules add.
        texts: by letter code, the text of a cell that holds it: one letter, or several.
        given_only: the letter codes that only cells with a given letter and `own_texts` can hold.
        own_texts: by position of a cell, such codes that it can hold by a rule.
        every_slot: the slots before `restricted` removed some.
        cells_in_slots: the positions of the cells that are in a slot.
        treated: by the names of treated slots, the rule of each.

    Raises:
        OptionError: there is no such rule, its value is out of range, or it names what the puzzle
            does not have.
        GridError: the grid has no slot, or a given letter is not in the list's alphabet.

    >>> puzzle = Puzzle(Grid.parse("..C\\n.#.\\n..."), WordList.from_words(["arc", "cat"]))
    >>> [slot.name for slot in puzzle.slots]
    ['1A', '3A', '1D', '2D']
    """

    def __init__(
        self,
        grid: GridLike,
        words: WordsLike,
        rules: RuleLike | Iterable[RuleLike] = (),
        **short_forms: Any,
    ) -> None:
        set_ = object.__setattr__
        set_(self, "grid", Grid.of(grid))
        set_(self, "words", WordList.of(words))
        set_(self, "listed", getattr(self.words, "listed", self.words))
        found: tuple[Rule, ...] = ()
        if rules or short_forms:
            from satcross.rules import rules_with_words

            found, listed = rules_with_words(rules, short_forms, self.listed)
            set_(self, "listed", listed)
        written = {rule.kind for rule in found}
        if found or self.grid.named or self.grid.board:
            from satcross.rules import board_of, with_letters_of

            if short_forms.get("readings"):  # rules may be those of a puzzle with more letters
                set_(self, "grid", with_letters_of(self.grid, found, self.listed.alphabet))
            with_cells, found = board_of(self.grid, found, self.listed.alphabet)
            set_(self, "grid", with_cells)
        set_(self, "rules", found)
        slots = every_slot_of(self.grid, self.rules)
        self._read_rebus(slots)
        n_cells, n_letters = len(self.grid.cells), len(self.texts)
        if n_cells * n_letters > MAX_CELL_LETTERS:
            raise OptionError(
                f"a grid of {n_cells:,} cells and an alphabet of {n_letters:,} letters have more"
                f" than {MAX_CELL_LETTERS:,} letters in cells",
                hint="use an alphabet of the letters that the list has",
                parameter="alphabet",
            )
        set_(self, "every_slot", slots)
        self._set_slots(slots)
        set_(self, "givens", self.grid.givens(self.texts))
        set_(self, "rules", tuple(dict.fromkeys(self._bound(r, written) for r in self.rules)))
        set_(self, "treated", {})
        if Need.TREATMENTS in self.needs:
            from satcross.rules.entries import treated_slots

            set_(self, "treated", treated_slots(self))

    @classmethod
    @checked
    def of(cls, puzzle: PuzzleLike, words: WordsLike | None = None) -> Puzzle:
        """A puzzle from a puzzle or a grid.

        Args:
            puzzle: a puzzle, or a grid for one: a `Grid`, its text, or its rows.
            words: for a grid: a word list, or what `WordList.of` takes; the built-in list by
                default.

        Raises:
            OptionError: `puzzle` is neither, or words are given for a puzzle that has its own.
            GridError: the text cannot be read as a grid, or the grid has no slot.
        """
        if not isinstance(puzzle, Puzzle):
            listed = WordList.builtin() if words is None else WordList.of(words)
            return cls(Grid.of(puzzle), listed)
        if words is not None:
            raise OptionError(
                "the puzzle already has a word list", hint="pass a grid instead", parameter="words"
            )
        return puzzle

    def __repr__(self) -> str:
        size = counted(len(self.slots), "slot"), counted(len(self.words), "word")
        return f"<Puzzle {self.grid.shape}, {', '.join(size)}>"

    def _set_slots(self, slots: tuple[Slot, ...]) -> None:
        set_ = object.__setattr__
        set_(self, "slots", slots)
        set_(self, "cells_in_slots", frozenset(cell for slot in slots for cell in slot.cells))
        set_(self, "_by_name", {normal_name(slot.name): slot for slot in slots})

    @property
    def crossings(self) -> tuple[Crossing, ...]:
        """The cells that are in two slots; where many share a cell there are very many."""
        return find_crossings(self.slots)

    def _read_rebus(self, slots: tuple[Slot, ...]) -> None:
        """Set `words`, `texts`, `given_only` and `own_texts`."""
        grid, listed, letters = self.grid, self.listed, self.listed.alphabet
        free = tuple(dict.fromkeys(self.rebus))
        own = {at: texts for rule in self.rules for at, texts in rule.texts_in(grid, slots).items()}
        texts = {text for texts in (grid.cells, *own.values()) for text in texts}
        given = {text for text in texts if text not in letters and letters.is_word(text)}
        strings = (*free, *sorted(given.difference(free)))
        words = listed
        if strings:
            from satcross.model.rebus import rebus_words

            words = rebus_words(self.words, listed, strings, frozenset(map(len, slots)))
        codes = {text: code for code, text in enumerate(strings, len(letters))}
        set_ = object.__setattr__
        set_(self, "words", words)
        set_(self, "texts", (*letters.texts, *strings))
        set_(self, "given_only", tuple(codes.values())[len(free) :])
        set_(self, "own_texts", {at: tuple(codes[t] for t in own[at] if t in codes) for at in own})

    def _bound(self, rule: Rule, written: Collection[str]) -> Rule:
        """The rule, which names only what the puzzle has.

        Args: written: the kinds of rules that somebody wrote; other rules are those of the grid.
        """
        try:
            return rule.bound_to(self)
        except InputError as error:
            name = f"the rule {rule.written()!r}"
            if rule.kind not in written:  # it says what cells hold, as "r1c1=./B"
                name = f"the grid has {re.sub('=[^ ]+', '', str(rule))}"
            problem = f"{name}: {error.problem}"
            raise OptionError(problem, hint=error.hint, parameter=rule.parameter) from None

    @property
    def needs(self) -> frozenset[str]:
        """What a method must support to keep to this puzzle: see `satcross.model.needs`."""
        found = {need for rule in self.rules for need in (rule.need, *rule.more_needs)}
        if self.has_rebus:
            found |= {Need.REBUS, Need.SPELLED_APART} if self.distinct else {Need.REBUS}
        return frozenset(found - {""})

    @property
    def distinct(self) -> bool:
        """Whether every word may be used only once."""
        return distinct_in(self.rules)

    @property
    def min_length(self) -> int:
        """The fewest cells of a slot."""
        return min_length_in(self.rules)

    @property
    def rebus(self) -> tuple[str, ...]:
        """The strings that any open cell may hold."""
        return tuple(rule.value() for rule in self.rules if rule.kind == "rebus")

    @property
    def has_rebus(self) -> bool:
        """Whether a cell may hold several letters."""
        return len(self.texts) > len(self.listed.alphabet)

    @property
    def has_long_texts(self) -> bool:
        """Whether what a cell may hold has several characters: a rebus, or a letter."""
        return self.has_rebus or self.listed.alphabet.has_long_letters

    @property
    def twins(self) -> dict[int, int]:
        """By the indices of slots, that of another that may hold the same word, both ways."""
        index = {slot.name: slot.index for slot in self.slots}
        found: dict[int, int] = {}
        for rule in self.rules:
            for name, twin in rule.twins_in(self.slots):
                found |= {index[name]: index[twin], index[twin]: index[name]}
        return found

    @property
    def pair_rules(self) -> tuple[PairRule, ...]:
        """The rules that compare more than the letters of slots of equal length."""
        from satcross.rules import PairRule

        found = [rule for rule in self.rules if isinstance(rule, PairRule)]
        if self.distinct and self.has_rebus:
            from satcross.rules._spelled_apart import SpelledApart

            found.append(SpelledApart(self.texts[len(self.listed.alphabet) :]))
        if self.distinct and self.treated:
            from satcross.rules._read_apart import ReadApart

            found.append(ReadApart())
        return tuple(found)

    def table(self, slot: Slot) -> WordTable:
        """What may stand in the cells of a slot: words of its length, or what is made of words.

        Raises:
            OptionError: its treatments have too many forms.
        """
        rule = self.treated.get(slot.name)
        return self.words.table(len(slot)) if rule is None else rule.table(self, slot)

    def is_treated(self, slot: Slot) -> bool:
        """Whether what stands in its cells is made of a word, and not the word."""
        return slot.name in self.treated

    def reading(self, slot: Slot, codes: Sequence[int]) -> str:
        """The word in a slot that holds these letter codes.

        What stands in the cells of a treated slot that has no such form is taken as a word.
        """
        row = self.table(slot).row_of(codes) if self.is_treated(slot) else None
        return self.spelled(codes[: slot.n_letters]) if row is None else self.reading_in(slot, row)

    def reading_in(self, slot: Slot, row: int) -> str:
        """The word in a slot that holds a row of its table."""
        table = self.table(slot)
        if isinstance(table, TreatedTable):
            return self.listed.word(int(table.source_lengths[row]), int(table.source_rows[row]))
        return self.spelled(table.codes[row].tolist())

    def spelled(self, codes: Iterable[int]) -> str:
        """The word in cells with these letter codes."""
        texts = self.texts
        return self.listed.alphabet.joined([texts[code] for code in codes])

    def spellings(self, word: str) -> list[tuple[int, ...]]:
        """The letter codes of every way to spell a word in cells."""
        if not self.has_rebus:
            return [self.listed.alphabet.codes(word)]
        from satcross.model.rebus import spellings

        return spellings(word, self.words)

    @checked
    def slot(self, name: str) -> Slot:
        """The slot called `name`, as in "12A" or "12-Across". Raises OptionError: there is none."""
        slot = slot_called(name, self._by_name)
        if slot is None:
            raise OptionError(
                f"there is no slot {name!r}",
                hint=f"the slots are {self.slots[0].name} to {self.slots[-1].name}",
            )
        return slot

    def given_codes(self, slot: Slot) -> tuple[int, ...] | None:
        """The letter codes of a slot whose letters are all given, and need not be read; or None."""
        codes = [self.givens.get(cell, -1) for cell in slot.cells]
        return None if -1 in codes or slot.n_extra else tuple(codes)

    def is_exempt(self, slot: Slot) -> bool:
        """Whether all letters of a slot are given, and its word is not in the list."""
        codes = self.given_codes(slot)
        return codes is not None and self.table(slot).row_of(codes) is None

    def with_rule(self, *rules: RuleLike) -> Puzzle:
        """The puzzle with more rules: of `satcross.rules`, their texts, and literals.

        Raises:
            OptionError: a rule names what the puzzle does not have.

        >>> puzzle = Puzzle(Grid.parse("..."), WordList.from_words(["arc", "cat"]))
        >>> print(*puzzle.with_rule("~1A=*T").rules)
        ~1A=*T
        """
        from satcross.rules import rules_of

        return replace(self, rules=(*self.rules, *rules_of(rules)))

    @checked
    def with_slot_list(self, slots: str, words: WordsLike) -> Puzzle:
        """The puzzle with a list of their own for some slots, which hold no other words.

        Words that the puzzle's list lacks are for these slots alone.

        Args: slots: as in "12A 14D"; "10+" are those of 10 cells and more, "slot" all.

        Raises:
            OptionError: the puzzle does not have what is named, or the alphabets differ.

        >>> puzzle = Puzzle(Grid.parse("...\\n###\\n..."), WordList.of(["cat"]))
        >>> puzzle.with_slot_list("2A", ["elk"]).listed.score("ELK")
        50
        """
        from satcross.model.slotlists import check_slots, with_slot_list

        check_slots(self, slots)
        listed, rules = with_slot_list(self.listed, slots, WordList.of(words))
        return replace(self, words=listed, rules=(*self.rules, *rules))

    @checked
    def keeping(self, name: str, *names: str) -> Puzzle:
        """The puzzle of filling the grid again, with only some of its letters.

        Args:
            name, names: entries and cells, as in "17A", "r1c8-r3c15" and "theme": see
                `satcross.model.refill`.

        Raises:
            OptionError: the grid has no such entry or cell.

        >>> print(Puzzle(Grid.parse("CAT\\n#R#\\nDEN"), WordList.builtin()).keeping("1A").grid)
        CAT
        #.#
        ...
        """
        from satcross.model.refill import refilled

        return refilled(self, keep=(name, *names))[0]

    @checked
    def freeing(self, *names: str) -> Puzzle:
        """The puzzle of filling the grid again, without some of its letters.

        Args, Raises: as for `keeping`.

        >>> full = Puzzle(Grid.parse("CAT\\n#R#\\nDEN"), WordList.builtin())
        >>> print(full.freeing("r2c1-r3c3").grid)
        CAT
        #.#
        ...
        """
        from satcross.model.refill import refilled

        return refilled(self, free=names)[0]

    @checked
    def banning(self, *words: str) -> Puzzle:
        """The puzzle without some words, also where they stand in the grid.

        The entries that hold one become open, and the entries of a full grid that cross them.

        Raises:
            OptionError: a word has letters outside the alphabet.
        """
        from satcross.model.refill import refilled

        return refilled(self, ban=words)[0]

    @checked
    def unlike(self, other: GridLike, distinct: str | int = "grids") -> Puzzle:
        """The puzzle whose fills differ from another grid of the same blocks.

        Args:
            other: the grid, wholly or partly filled.
            distinct: "grids": in some letter; a number K: in at least K entries; "K-letters": in at
                least K letters of entries; "words": no free entry is one of the other grid.

        Raises:
            OptionError: the grid has other blocks, or fewer entries than must differ.
        """
        from satcross.model.refill import difference_from

        return self.with_rule(*difference_from(self, Grid.of(other), distinct))

    def restricted(
        self,
        *,
        slots: Collection[int] | None = None,
        givens: Collection[int] | None = None,
        words: WordList | None = None,
        distinct: bool | None = None,
        rules: Iterable[int] | None = None,
    ) -> Puzzle:
        """The puzzle with some of its rules removed: fewer slots, fewer givens, another list.

        The remaining slots keep their numbers and names, but are indexed from 0 again. A cell that
        is in none of them is no longer part of the puzzle. `verify` does not apply to the fills of
        a puzzle with fewer slots, as it finds the slots of the grid by itself.

        Conditions are still about all letters: as long as there are any, each cell that no slot
        has any more is a slot of its own, after the others, for which every letter is a word, and
        they may name all of `every_slot`.

        A completely given slot that loses a letter must then hold a listed word, as if the grid
        had been drawn that way.

        Args:
            slots: indices of the slots to keep; all by default.
            givens: positions of the given letters to keep, the other cells becoming open; all by
                default.
            words: another list over the same alphabet.
            distinct: whether every word may be used only once; unchanged by default.
            rules: indices of the rules to keep; all by default. Those that are fixed stay.

        >>> puzzle = Puzzle(Grid.parse("C..\\n.#.\\n..."), WordList.from_words(["arc", "cat"]))
        >>> smaller = puzzle.restricted(slots=[0, 3], givens=[])
        >>> [slot.name for slot in smaller.slots], len(smaller.crossings), smaller.givens
        (['1A', '2D'], 1, {})
        """
        kept_rules = self.rules
        if rules is not None:
            chosen_rules = frozenset(rules)
            kept_rules = tuple(
                rule
                for index, rule in enumerate(self.rules)
                if index in chosen_rules or rule.is_fixed
            )
        gone = () if givens is None else self.givens.keys() - {*givens}
        out = Puzzle(
            self.grid.holding(dict.fromkeys(gone, OPEN)),
            self.words if words is None else words,
            kept_rules,
            **({} if distinct is None else {"distinct": distinct}),
        )
        if slots is None and len(self.slots) == len(out.slots):
            return out
        kept = range(len(self.slots)) if slots is None else sorted(set(slots))
        chosen = [self.slots[index] for index in kept]
        set_ = object.__setattr__
        if Need.CONDITIONS in out.needs:
            inside = {cell for slot in chosen for cell in slot.cells}
            loose = sorted(self.cells_in_slots - inside)
            chosen = [*chosen, *(Slot(0, self.grid.cell_name(cell), (cell,)) for cell in loose)]
            if loose:
                set_(out, "words", out.words.with_letters())
        set_(out, "every_slot", self.every_slot)
        out._set_slots(tuple(replace(slot, index=index) for index, slot in enumerate(chosen)))
        return out


PuzzleLike = Puzzle | GridLike
"""A puzzle, or a grid for one."""
