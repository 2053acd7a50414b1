"""Why words are left out of a layout: short reasons, each of them proved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice

from satcross import LATIN, Alphabet
from satcross.apps.freeform.crossings import CrossingSearch, GivenUpError
from satcross.apps.freeform.local import NO_LIMITS, Limits

TOO_LONG = "longer than the box"
NO_LETTER = "shares no letter with any other"
MAX_IN_CONFLICT = 5  # words that one reason names
_MAX_WORK = 2_000  # of the search for a layout of them
# Sets of words for one that is left out: looked at, and searched.
_MAX_SETS, _MAX_TRIED = 500, 60
_MAX_NAMED = 3


class Reasons:
    """Why some words cannot be placed, or not together.

    Args:
        words: all that are to be placed.
        limits: of the box.
        alphabet: cuts words into letters.
    """

    def __init__(self, words: Sequence[str], limits: Limits, alphabet: Alphabet = LATIN) -> None:
        self._words, self._limits, self._alphabet = tuple(words), limits, alphabet
        letters = {word: set(alphabet.cut(word)) for word in words}
        self._partners = {
            word: tuple(other for other in words if other != word and own & letters[other])
            for word, own in letters.items()
        }
        self._conflicts: dict[str, str] = {}

    def of_word(self, word: str) -> str:
        """Why a word cannot be placed beside any other, where the reason is simple; else ""."""
        size = self._alphabet.size(word)
        if not (self._limits.allow(1, size) or self._limits.allow(size, 1)):
            return TOO_LONG
        return "" if self._partners[word] else NO_LETTER

    def left_out(self, missing: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Each of the words that a layout does not have, and why; "" where nothing is proved."""
        return tuple((word, self._why(word, missing)) for word in missing)

    def conflict(self, missing: Sequence[str]) -> str:
        """Why not all words can be placed, from the reasons of `left_out`; "" if none says so."""
        return next(filter(None, (self._conflicts.get(word) for word in missing)), "")

    def _why(self, word: str, missing: Sequence[str]) -> str:
        if len(missing) == len(self._words):
            return self.of_word(word)
        why = self.of_word(word)
        if why:
            return why
        partners = self._partners[word]
        if all(partner in missing for partner in partners):
            return f"shares letters only with {some_of(partners)}, left out too"
        if word not in self._conflicts:
            self._conflicts[word] = self._conflict(word)
        return self._conflicts[word]

    def _conflict(self, word: str) -> str:
        """Why a layout has not all words of a set that this one belongs to; "" if none is known.

        The words of the set share letters only with each other, and with one more, the hub. So in a
        layout of all words they would be connected by themselves.
        """
        sets = islice(self._sets_of(word), _MAX_SETS)
        # Words that cross the hub alone make the shortest reason.
        tried = sorted(sets, key=lambda one: (len(one[1]), not self._cross_only(*one)))
        for hub, others in tried[:_MAX_TRIED]:
            words = [self._alphabet.symbols(one) for one in (hub, *others)]
            search = CrossingSearch(words, len(words), NO_LIMITS, max_work=_MAX_WORK)
            try:
                if search.run() is None:
                    return self._reason(hub, others)
            except GivenUpError:
                continue
        return ""

    def _sets_of(self, word: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Hubs, each with some of the parts into which the list falls without it."""
        group = self._reached([word], "")
        parts_of: dict[str, list[tuple[str, ...]]] = {}
        for hub in group:
            parts = parts_of.setdefault(hub, [])
            for other in group:
                if other != hub and not any(other in part for part in parts):
                    parts.append(self._reached([other], hub))
        for n_parts in range(1, MAX_IN_CONFLICT):
            for hub, parts in parts_of.items():
                own = [part for part in parts if word in part]  # none where it is the hub
                if own and len(own[0]) >= MAX_IN_CONFLICT:
                    continue
                small = [part for part in parts if len(part) < MAX_IN_CONFLICT and part not in own]
                for some in combinations(small, n_parts - len(own)):
                    others = {other for part in (*own, *some) for other in part}
                    if len(others) < MAX_IN_CONFLICT:
                        yield hub, tuple(one for one in group if one in others)

    def _reached(self, start: Iterable[str], without: str) -> tuple[str, ...]:
        """The words that share letters with those of the start, directly or by others."""
        reached = set(start)
        todo = sorted(reached)
        while todo:
            more = set(self._partners[todo.pop()]) - reached - {without}
            reached |= more
            todo += sorted(more)
        return tuple(word for word in self._words if word in reached)

    def _cross_only(self, hub: str, others: Sequence[str]) -> bool:
        return all(self._partners[other] == (hub,) for other in others)

    def _reason(self, hub: str, others: Sequence[str]) -> str:
        if not self._cross_only(hub, others):
            n = len(others) + 1
            return (
                f"{joined(others)} share letters only with each other and {hub}, and no layout has"
                f" all {n}"
            )
        letters = self._alphabet.cut(hub)
        own = [set(self._alphabet.cut(other)) for other in others]
        places = [[at for at, letter in enumerate(letters) if letter in some] for some in own]
        if len(others) == 2 and all(len(at) == 1 for at in places):
            (at,), (then,) = places
            return (
                f"{letters[at]} and {letters[then]} of {hub} are adjacent: {joined(others)} cannot"
                " both cross it, and share letters with no other word"
            )
        both = "both" if len(others) == 2 else "all"
        return f"{joined(others)} share letters only with {hub}, and cannot {both} cross it"


def joined(words: Sequence[str]) -> str:
    """Words for people: "CAT, DOG and COW"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def some_of(words: Sequence[str]) -> str:
    """The first of some words, for people."""
    if len(words) <= _MAX_NAMED:
        return joined(words)
    return f"{', '.join(words[:_MAX_NAMED])} and {len(words) - _MAX_NAMED} more"
