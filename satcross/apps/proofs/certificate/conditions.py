"""What rules about letters and words say of cells: conditions, from the rules as texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from satcross import Alphabet
from satcross.apps.proofs.certificate.forms import own_cell
from satcross.apps.proofs.checker.certificate import WrongError
from satcross.extend import RuleChecker, normal_name
from satcross.verification.rules import line_of_cells
from satcross.verification.rules.constraint import regex_of


@dataclass(frozen=True, slots=True)
class In:
    """A cell holds one of some letters, which are the bits of `mask`."""

    cell: int
    mask: int


@dataclass(frozen=True, slots=True)
class Cardinality:
    """From `least` to `most` of some conditions hold."""

    parts: tuple[Condition, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class WordWay:
    """All of some cells hold one of some letters, as one of many ways to have a word anywhere.

    A diagram does not look into it: ways that share cells would make it too large.
    """

    parts: tuple[In, ...]


Condition = In | Cardinality | WordWay


def any_of(parts: Iterable[Condition]) -> Cardinality:
    """One of some conditions holds."""
    found = tuple(parts)
    return Cardinality(found, 1, len(found))


def all_of(parts: Iterable[Condition]) -> Cardinality:
    """All of some conditions hold."""
    found = tuple(parts)
    return Cardinality(found, len(found), len(found))


def none_of(*parts: Condition) -> Cardinality:
    """None of some conditions holds."""
    return Cardinality(parts, 0, 0)


@dataclass(frozen=True, slots=True)
class Places:
    """Where what rules name is in a grid, and what can be there.

    Args:
        cells: by name, those that are in slots.
        slots: by name, the cells of each.
        left: by cell, the letters that are left in it before the first step, as bits.
        matches: whether a slot can only, or cannot, hold a word that matches an expression: True,
            False, or None where it may.
        alphabet: of the letters.
        texts: by code, what a cell that has it holds.
        divided: every way to divide a word into a number of cells, as codes.
        n_rectangle: cells from this one on are beside the rectangle.
        printed: the cells that a rule about any cell means.
    """

    cells: Mapping[str, int]
    slots: Mapping[str, Sequence[int]]
    left: Sequence[int]
    matches: Callable[[str, re.Pattern[str]], bool | None]
    alphabet: Alphabet
    texts: Sequence[str]
    divided: Callable[[str, int], Iterable[tuple[int, ...]]]
    n_rectangle: int
    printed: Sequence[int]

    def mask(self, expression: str) -> int:
        """What can stand in cells and matches a regular expression of symbols."""
        match = re.compile(expression, re.DOTALL).fullmatch
        symbols = enumerate(map(self.alphabet.symbols, self.texts))
        return sum(1 << code for code, held in symbols if match(held))

    def opposite(self, code: int) -> int:
        """What has the letters that are as far from the other end of the alphabet, one by one."""
        letters = self.alphabet.letters
        symbols = self.alphabet.symbols(self.texts[code])
        mirrored = "".join(letters[-1 - letters.index(symbol)] for symbol in symbols)
        return self.mask(re.escape(mirrored))

    def text(self, text: str) -> list[int]:
        """Masks of the letters of a text."""
        symbols = self.alphabet.symbols(self.alphabet.normalise(text) or "")
        return [1 << self.alphabet.letters.index(symbol) for symbol in symbols]

    def named(self, cells: str) -> list[int]:
        """The positions of the cells that a rule names, each once."""
        return [self.cells[name] for name in dict.fromkeys(line_of_cells(cells, self.cells))]


def conditions_of(rule: Any, places: Places) -> Iterator[Condition]:
    """Conditions that hold wherever a rule does."""
    match rule.kind:
        case "different-letters":
            cells = places.named(rule.cells)
            for code in range(len(places.texts)):
                yield Cardinality(tuple(In(cell, 1 << code) for cell in cells), 0, 1)
        case "letter-count":
            yield from _counted(rule, places)
        case "reads":
            cells = places.named(rule.cells)
            yield any_of(all_of(map(In, cells, places.text(text))) for text in rule.texts)
        case "solution-word":
            yield from _solution(rule, places)
        case "constraint":
            yield from _constrained(rule, places)
        case "either-or" | "two-readings":
            yield from _told_apart(rule, places)
        case "treatment":
            yield from _treated(rule, places)


def texts_held(rule: Any, lights: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Names of cells with strings that they alone may hold by a rule. Args: as for `cells_by`."""
    if rule.kind == "either-or":
        for hidden in RuleChecker(rule).cells(lights):
            for both in rule.pairs:
                yield from zip((hidden.name[:-1], hidden.name), both, strict=True)


def _told_apart(rule: Any, places: Places) -> Iterator[Condition]:
    """Cells of two texts hold a given pair or two that differ, all of them or a number of them."""
    names = {cell: name for name, cell in places.cells.items()}
    lights = {name: [names[cell] for cell in cells] for name, cells in places.slots.items()}
    every = [
        (places.cells[one.name[:-1]], places.cells[one.name])
        for one in RuleChecker(rule).cells(lights)
    ]
    named = every if rule.n is None else []
    ways: list[list[int]] = []
    if rule.kind == "either-or":
        ways = [[places.texts.index(text) for text in both] for both in rule.pairs]
        parts = {code for way in ways for code in way if code >= len(places.alphabet)}
        if ways and rule.n is not None:  # a cell may be an ordinary one
            ways += [[code, code] for code in range(len(places.texts)) if code not in parts]
    elif not all(name for name, _, _ in rule.pairs):
        raise WrongError("the check does not know two readings of words that any entry may hold")
    elif rule.n is not None:
        from satcross.apps.thematic.checkers.two_readings import named_cells

        known = named_cells(rule, lights)
        named = [cells for cells in every if names[cells[0]] in known]
    for cells in every if ways else ():
        yield any_of(all_of(map(In, cells, [1 << code for code in way])) for way in ways)
    for cells in () if ways else named:
        for code in range(len(places.texts)):
            yield Cardinality(tuple(In(cell, 1 << code) for cell in cells), 0, 1)
    if rule.n is not None:
        chosen = [cells for cells in every if cells not in named]
        n = rule.n - len(named)
        yield Cardinality(tuple(_differ(cells, len(places.texts)) for cells in chosen), n, n)


def _differ(cells: Sequence[int], n_texts: int) -> Condition:
    same = (all_of([In(cell, 1 << code) for cell in cells]) for code in range(n_texts))
    return none_of(any_of(same))


def _treated(rule: Any, places: Places) -> Iterator[Condition]:
    """A number of entries is treated, or the letters of those that are spell a message."""
    if not (rule.number or rule.treated):
        return
    names = RuleChecker(rule).slots_meant(list(places.slots)) or list(places.slots)
    cells = [places.cells[own_cell(rule, name)] for name in names]
    if rule.number:
        plain, n_plain = 1 << rule.treatments.index("plain"), len(cells) - rule.number
        yield Cardinality(tuple(In(cell, plain) for cell in cells), n_plain, n_plain)
    else:
        yield _message(cells, [tuple(places.text(text)) for text in rule.treated])


def _message(cells: Sequence[int], texts: Sequence[tuple[int, ...]]) -> Condition:
    """What cells hold, one after the other and but for blanks, is one of some texts, as masks."""
    blank = 1
    while any(blank in text for text in texts):
        blank <<= 1

    @cache
    def rest(at: int, begun: tuple[int, ...]) -> Condition:
        if at == len(cells):
            return all_of(()) if begun in texts else any_of(())
        longer = {text[: len(begun) + 1] for text in texts if text[: len(begun)] == begun}
        ways = [all_of((In(cells[at], blank), rest(at + 1, begun)))]
        ways += [
            all_of((In(cells[at], more[-1]), rest(at + 1, more)))
            for more in sorted(longer - {begun})
        ]
        return any_of(ways)

    return rest(0, ())


def _counted(rule: Any, places: Places) -> Iterator[Condition]:
    cells = places.printed if rule.cells == "cell" else places.named(rule.cells)
    wanted = places.mask(regex_of(rule.letters, places.alphabet) if rule.letters else ".")
    numbers = [int(number) for number in re.findall(r"\d+", rule.number)] or [0]
    least, most = numbers[0], min(numbers[-1], len(cells))
    if rule.number == "all":
        least = most = len(cells)
    elif rule.number.startswith("at most"):
        least = 0
    elif rule.number.startswith("at least"):
        most = len(cells)
    masks = [wanted]
    if rule.each:
        masks = [1 << code for code in range(len(places.alphabet)) if wanted >> code & 1]
        if least * len(masks) > len(cells):
            yield any_of(())
    for mask in masks:
        yield from _single(Cardinality(tuple(In(cell, mask) for cell in cells), least, most))


def _solution(rule: Any, places: Places) -> Iterator[Condition]:
    if rule.word == "*":
        return
    letters = places.text(rule.word)
    if rule.cells:
        yield from map(In, places.named(rule.cells), letters)
        return
    cells = [cell for cell in places.cells.values() if cell < places.n_rectangle]
    for mask in dict.fromkeys(letters):
        parts = tuple(In(cell, mask) for cell in cells)
        yield Cardinality(parts, letters.count(mask), len(parts))


def _constrained(rule: Any, places: Places) -> Iterator[Condition]:
    # Letters that the rule names may be those of a way, which is then to be looked into.
    for as_ways in (True, False) if _is_anywhere(rule) else (False,):
        yield from _single(_count_of(rule, places, as_ways))


def _is_anywhere(rule: Any) -> bool:
    """Whether some literal is about any slot."""
    return any(
        _is_anywhere(one) if hasattr(one, "literals") else hasattr(one, "slot") and one.slot is None
        for one in rule.literals
    )


def _count_of(rule: Any, places: Places, as_ways: bool) -> Cardinality:
    parts = tuple(
        _count_of(one, places, as_ways)
        if hasattr(one, "literals")
        else _literal(one, places, as_ways)
        for one in rule.literals
    )
    return Cardinality(parts, rule.least, len(parts) if rule.most is None else rule.most)


def _single(condition: Condition) -> Iterator[Condition]:
    """The conditions that must all hold where one does."""
    if isinstance(condition, WordWay):
        yield from condition.parts
    elif isinstance(condition, Cardinality) and condition.least == len(condition.parts) > 0:
        for part in condition.parts:
            yield from _single(part)
    elif isinstance(condition, Cardinality) and condition.least == condition.most == 0:
        for part in condition.parts:
            yield from _without(part)
    else:
        yield condition


def _without(condition: Condition) -> Iterator[Condition]:
    """The conditions that must all hold where one does not."""
    if isinstance(condition, WordWay):
        yield none_of(all_of(condition.parts))
        return
    if isinstance(condition, Cardinality):
        bounds = condition.least, condition.most
        if bounds == (1, len(condition.parts)):
            for part in condition.parts:
                yield from _without(part)
            return
        if bounds == (0, 0) and len(condition.parts) == 1:
            yield from _single(condition.parts[0])
            return
    yield none_of(condition)


def _literal(literal: Any, places: Places, as_ways: bool) -> Condition:
    name = literal.cell if hasattr(literal, "cell") else literal.slot
    if hasattr(literal, "cell") or name in places.cells:  # a text names cells and slots alike
        text = literal.text if hasattr(literal, "cell") else literal.pattern
        mask = places.mask(regex_of(text, places.alphabet))
        cells = places.printed if name is None else [places.cells[name]]
        found = any_of(In(cell, mask) for cell in cells)
    else:
        names = [slot for slot in places.slots if name in (None, normal_name(slot))]
        ways = (way for slot in names for way in _in_slot(literal.pattern, slot, places))
        found = any_of(ways if as_ways else (all_of(way.parts) for way in ways))
    return none_of(found) if literal.negated else found


def _in_slot(pattern: str, slot: str, places: Places) -> Iterator[WordWay]:
    """The ways in which the word of a slot can match a pattern."""
    cells = places.slots[slot]
    if len(places.texts) > len(places.alphabet):  # there are no patterns where cells hold strings
        word = places.alphabet.normalise(pattern) or ""
        for codes in places.divided(word, len(cells)):
            yield WordWay(
                tuple(In(cell, 1 << code) for cell, code in zip(cells, codes, strict=True))
            )
        return
    fits = places.matches(slot, re.compile(regex_of(pattern, places.alphabet), re.DOTALL))
    if fits is not None:
        yield from [WordWay(())] * fits
        return
    runs: list[list[int]] = [[]]
    for part in re.findall(r"\[[^]]*\]|[?._*]|[^][?._*]+", pattern):
        if part == "*":
            runs.append([])
        elif part in "?._" or part.startswith("["):
            runs[-1].append(places.mask(regex_of(part, places.alphabet)))
        else:
            runs[-1] += places.text(part)
    first, *middle = runs
    last = middle.pop() if middle else []
    end = len(cells) - len(last)
    if len(first) > end or (len(runs) == 1 and len(first) < end):
        return
    for starts in _placed(middle, len(first), end):
        masks = [*enumerate(first), *enumerate(last, end)]
        for run, start in zip(middle, starts, strict=True):
            masks += enumerate(run, start)
        yield WordWay(tuple(In(cells[offset], mask) for offset, mask in masks))


def _placed(runs: Sequence[Sequence[int]], start: int, end: int) -> Iterator[list[int]]:
    """Every way to put runs one after the other into a part of a slot: where each begins."""
    if not runs:
        yield []
        return
    for at in range(start, end - sum(map(len, runs)) + 1):
        for others in _placed(runs[1:], at + len(runs[0]), end):
            yield [at, *others]
