"""Clauses that rules between entries say: from the rule itself, whatever families an encoder has.

A clause follows where its literals cannot all be false. They are false in some *ways*, each with
letters that make entries have *keys*: a run of cells, the base form of a word or of those that it
is written with, or the cells of a word that must not cross others. The rule forbids a way in which
two entries have one key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from satcross.verification.rules.no_naticks import names_that_few_know
from satcross.verification.rules.no_near_duplicates import root_of_word
from satcross.verification.rules.no_shared_words import roots_of
from satcross.words import WordList

DefinitionOf = Callable[[int], Sequence[int]]
Fact = tuple[int, object]
"""A slot, and a key that it has."""
Way = frozenset[Fact]
MOST_VARIABLES = 2  # of a clause, each of which may be false in many ways


class PairClauses:
    """Whether clauses follow from a rule between entries.

    Args:
        rule: of a kind of `satcross.tasks.certificate.check.PAIRS`.
        slots: the cells of each.
        given: letter by cell, for cells that hold one.
        words: the list.
    """

    def __init__(
        self, rule: Any, slots: Sequence[Sequence[int]], given: Mapping[int, int], words: WordList
    ) -> None:
        self._slots = slots
        self._n_letters = len(words.alphabet)
        self._run = rule.n if rule.kind == "max-shared-substring" else 0
        self._alphabet, self._words = words.alphabet, words
        self._apart: Collection[str] | None = None
        if rule.kind == "no-crossing":
            self._apart = {words.alphabet.normalise(word) or "" for word in rule.words}
        elif rule.kind == "no-naticks":
            self._apart = names_that_few_know()
        self._starts: dict[int, list[tuple[int, int]]] = {}
        for slot, cells in enumerate(slots):
            last = len(cells) - self._run if self._run else 0
            for offset in range(last + 1 if len(cells) > 1 else 0):
                self._starts.setdefault(cells[offset], []).append((slot, offset))
        whole = [(slot, cells) for slot, cells in enumerate(slots) if given.keys() >= set(cells)]
        self._given = {slot for slot, _ in whole}
        self._known = {self._spelled([given[cell] for cell in cells]) for _, cells in whole}
        self._least = rule.n if rule.kind == "no-shared-words" else 0
        self._roots: dict[str, Collection[str]] = {}
        self._ways: dict[int, frozenset[Way]] = {}
        self._always = self._facts(given)

    def says(self, clause: Sequence[int], definition_of: DefinitionOf) -> bool:
        """Whether the clause follows. Args: as `Steps.check` has them."""
        letters: dict[int, int] = {}
        variables: list[int] = []
        for literal in clause:
            if definition_of(abs(literal)):
                variables.append(-literal)
            elif literal > 0 or not self._add(letters, -literal):
                return False
        if len(variables) > MOST_VARIABLES:
            return False
        facts = self._facts(letters) | self._always
        try:
            ways = [self._ways_of(literal, definition_of) for literal in variables]
        except RecursionError:
            return False
        return all(self._is_wrong(facts.union(*chosen)) for chosen in product(*ways))

    def _is_wrong(self, facts: Iterable[Fact]) -> bool:
        """Whether two entries, not both of them given, have one key."""
        by_key: dict[object, set[int]] = {}
        for slot, key in facts:
            by_key.setdefault(key, set()).add(slot)
        return any(len(slots) > 1 and not slots <= self._given for slots in by_key.values())

    def _ways_of(self, literal: int, definition_of: DefinitionOf) -> frozenset[Way]:
        """The ways in which a literal of a defined variable is true, or more."""
        if literal not in self._ways:
            head, *rest = definition_of(abs(literal)) or (literal, -literal)
            letters: dict[int, int] = {}
            found: frozenset[Way] = frozenset((frozenset(),))  # nothing is known of it
            if literal != head:  # one of the others is true
                parts = [self._ways_of(other, definition_of) for other in rest]
                found = frozenset().union(*parts)
            elif all(other < 0 and self._add(letters, -other) for other in rest):
                found = frozenset((frozenset(self._facts(letters)),))
            self._ways[literal] = found
        return self._ways[literal]

    def _add(self, letters: dict[int, int], literal: int) -> bool:
        """Add what a literal says to letters by cell; False where a cell would have two."""
        cell, letter = divmod(literal - 1, self._n_letters)
        return letters.setdefault(cell, letter) == letter

    def _facts(self, letters: Mapping[int, int]) -> set[Fact]:
        """The keys that slots have with letters in cells."""
        found: set[Fact] = set()
        for cell in letters:
            for slot, offset in self._starts.get(cell, ()):
                cells = self._slots[slot]
                mine = cells[offset : offset + self._run] if self._run else cells
                if all(other in letters for other in mine):
                    held = [letters[other] for other in mine]
                    if self._run:
                        found.add((slot, tuple(held)))
                    elif self._apart is None:
                        found.update((slot, root) for root in self._roots_of(held))
                    elif self._spelled(held) in self._apart:
                        found.update((slot, cell) for cell in mine)
        return found

    def _spelled(self, letters: Sequence[int]) -> str:
        return self._alphabet.joined([self._alphabet.texts[code] for code in letters])

    def _roots_of(self, letters: Sequence[int]) -> Collection[str]:
        """The base form of a word, or of each word that it is written with."""
        word = self._spelled(letters)
        if word not in self._roots:
            self._roots[word] = (
                roots_of(word, self._least, self._words, self._known)
                if self._least
                else [root_of_word(word, self._words, self._known)]
            )
        return self._roots[word]
