"""Clauses that rules between entries say: from the rule itself, whatever families an encoder has.

A clause follows where its literals cannot all be false. They are false in some *ways*, each with
letters that make entries have *keys*: a run of cells, the base form of a word or of those that it
is written with, or the cells of a word that must not cross others. The rule forbids a way in which
two entries have one key. That entries differ is such a rule, where it says more than that cells of
as many do: then the key is the word.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from satcross import WordList
from satcross.verification.rules.no_naticks import names_that_few_know
from satcross.verification.rules.no_near_duplicates import root_of_word
from satcross.verification.rules.no_shared_words import roots_of

DefinitionOf = Callable[[int], Sequence[int]]
Fact = tuple[int, object]
"""A slot, and a key that it has."""
Way = frozenset[Fact]
MOST_VARIABLES = 2  # of a clause, each of which may be false in many ways


def is_of_two(definition: Sequence[int]) -> bool:
    """Whether it says that two cells hold different letters: the last two literals are of them."""
    return len(definition) == 4 and definition[0] == definition[1]


class WordInSlot(NamedTuple):
    """What stands in a slot.

    Args:
        cells: of the slot; those that say how its word is treated come last.
        n_cells: how many of them are the entry.
        read: the word of which they hold the codes.
    """

    cells: Sequence[int]
    n_cells: int
    read: Callable[[tuple[int, ...]], str]


class PairClauses:
    """Whether clauses follow from a rule between entries.

    Args:
        rule: of a kind of `Known.PAIRS`; None where words must differ.
        entries: of each slot.
        given: code of what it holds by cell, for cells that hold something.
        words: the list.
        n_letters: how many codes there are.
    """

    def __init__(
        self,
        rule: Any,
        entries: Sequence[WordInSlot],
        given: Mapping[int, int],
        words: WordList,
        n_letters: int,
    ) -> None:
        kind = "" if rule is None else rule.kind
        self._entries = entries
        self._n_letters = n_letters
        self._run = rule.n if kind == "max-shared-substring" else 0
        self._words = words
        self._is_word = not kind
        self._apart: Collection[str] | None = None
        if kind == "no-crossing":
            self._apart = {words.alphabet.normalise(word) or "" for word in rule.words}
        elif kind == "no-naticks":
            self._apart = names_that_few_know()
        self._starts: dict[int, list[tuple[int, int]]] = {}
        for slot, entry in enumerate(entries):
            last = entry.n_cells - self._run if self._run else 0
            for offset in range(last + 1 if entry.n_cells > 1 else 0):
                self._starts.setdefault(entry.cells[offset], []).append((slot, offset))
        whole = [
            slot
            for slot, entry in enumerate(entries)
            if len(entry.cells) == entry.n_cells and given.keys() >= set(entry.cells)
        ]
        self._given = set() if self._is_word else set(whole)
        self._known = {
            entries[slot].read(tuple(given[cell] for cell in entries[slot].cells)) for slot in whole
        }
        self._least = rule.n if kind == "no-shared-words" else 0
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
            known = definition_of(abs(literal)) or (literal, -literal)
            head, *rest = known
            letters: dict[int, int] = {}
            found: frozenset[Way] = frozenset((frozenset(),))  # nothing is known of it
            if literal != head and not is_of_two(known):  # one of the others is true
                parts = [self._ways_of(other, definition_of) for other in rest]
                found = frozenset().union(*parts)
            elif is_of_two(known):
                pass
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
                entry = self._entries[slot]
                cells = entry.cells
                mine = cells[offset : offset + self._run] if self._run else cells
                if not all(other in letters for other in mine):
                    continue
                held = tuple(letters[other] for other in mine)
                if self._run:
                    found.add((slot, held))
                elif self._is_word:
                    found.add((slot, entry.read(held)))
                elif self._apart is None:
                    found.update((slot, root) for root in self._roots_of(entry.read(held)))
                elif entry.read(held) in self._apart:
                    found.update((slot, cell) for cell in cells[: entry.n_cells])
        return found

    def _roots_of(self, word: str) -> Collection[str]:
        """The base form of a word, or of each word that it is written with."""
        if word not in self._roots:
            self._roots[word] = (
                roots_of(word, self._least, self._words, self._known)
                if self._least
                else [root_of_word(word, self._words, self._known)]
            )
        return self._roots[word]
