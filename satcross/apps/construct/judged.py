"""Patterns around a theme that are judged by a word list before anybody fills them.

The search for a pattern knows where the theme entries may be, and their letters; this adds what
the list says of them:

- For each place of the theme that comes up, every slot that could cross it is looked up: a slot
  from wall to wall whose letters of the theme leave it too few words is forbidden, whether or not
  the pattern at hand has it. One clause each, over the slot's walls and the fewest letters that
  are to blame, so that it holds for all other places of the theme too. Then the solver proves in
  some ten milliseconds that most places have no pattern, and names the entries to blame.
- A pattern with the theme in a place that is left goes through arc consistency. Where that refutes
  it, the solver changes it: it keeps its last values, so that most of the pattern stays.
- What is left is estimated: the expected number of fills, from the words that are left.

"Too few" and other preferences are assumptions, so that one solver keeps all that it has learnt.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil

from satcross import Puzzle, Reason, arc_consistent
from satcross.apps.construct.exclusions import ThemeExclusions
from satcross.apps.construct.spec import GridSpec
from satcross.apps.construct.supports import Supports
from satcross.apps.construct.theme import ThemedPattern
from satcross.apps.construct.theme_search import ThemeSearch
from satcross.extend import NEVER, Deadline, Domains, Outcome

# The letter that two words need at a crossing is the same in about one of 15 cases, so that each of
# the two has to bring the square root of 15 times as many words for it.
PER_CELL = 0.6

# A dense pattern has at most two words fewer than the rules allow, and at least 90 % of the blocks.
FEWER_WORDS = 2
FEWER_BLOCKS = 0.9

# Repairs at one place of the theme before another place is tried: most places that need more have
# no fillable pattern at all.
REPAIRS = 25
ANEW = 6  # repairs before the blocks are chosen again, at the same place of the theme


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a pattern should be like, beyond its rules, to be easy to fill.

    Args:
        longest: no slot is longer but the theme's, and those that the symmetry brings about where
            a theme need not be in pairs; None for no limit.
        gap: rows between theme entries above each other, where the theme asks for fewer.
        slack: how far the words for a slot with letters of the theme may fall short of those that
            its free cells need, by their log10; None for one word.
        dense: whether there must be nearly as many slots and blocks as the rules allow.
    """

    longest: int | None = None
    gap: int = 1
    slack: float | None = None
    dense: bool = False


@cache
def least_words(slack: float | None, n_free: int) -> int:
    """How many words must fit a slot with letters of the theme and this many other cells."""
    return 1 if slack is None else max(1, ceil(10 ** (PER_CELL * n_free - slack)))


_Thin = tuple[int, int, int, tuple[tuple[int, str], ...], float | None]

NO_PREFERENCES: Preferences = Preferences()
"""No preferences: when there is no pattern left then, there is none."""


@dataclass(frozen=True, slots=True)
class JudgedPattern:
    """A pattern with the theme in it that arc consistency does not refute.

    Args:
        themed: the pattern.
        domains: the words that arc consistency leaves.
        log_fills: log10 of the expected number of fills, if words at crossings agreed by chance.
    """

    themed: ThemedPattern
    domains: Domains
    log_fills: float


class JudgedSearch:
    """A solver that holds a pattern's rules, a theme's places, and what a list says of them.

    Args:
        spec: what the grid must be like.
        seed: different seeds give different patterns.
        tick: called often; an exception in it ends the work.

    Fields:
        n_tries: all candidates that were refuted, as `next` counts them.
    """

    def __init__(
        self,
        spec: GridSpec,
        *,
        seed: int = 0,
        tick: Callable[[], None] | None = None,
    ) -> None:
        self.spec = spec
        self.n_tries = 0
        self._tick = tick or (lambda: None)
        self._themes = ThemeSearch(spec.rules, spec.theme, seed=seed, tick=tick)
        self._exclusions = ThemeExclusions(spec)
        self._supports = Supports(self._exclusions.left)
        self._chosen: dict[
            tuple[str, float], int
        ] = {}  # by preference, the literal that asks for it
        self._lines = [
            (tuple(cells), joins) for _, cells, joins in self._themes.search.variables.lines()
        ]
        self._known: set[object] = set()  # lines with letters, of `_forbid_thin`
        self._thin: set[_Thin] = set()  # and slots with letters
        self._place: list[int] | None = None  # where the theme is, while patterns are repaired
        self._n_repairs = 0
        self._is_new = True  # no pattern has been looked at there yet
        self._preferences = Preferences()

    def close(self) -> None:
        """Give back the solver's memory."""
        self._themes.close()

    def next(
        self, preferences: Preferences, *, n_tries: int | None = None, deadline: Deadline = NEVER
    ) -> JudgedPattern | Reason | None:
        """The next pattern that is not refuted; no pattern comes twice.

        Args:
            preferences: what it should be like.
            n_tries: how many patterns and places may be refuted before it is given up.
            deadline: when to stop.

        Returns: the pattern; why there was none in time, `GIVEN_UP` after the tries; None when it
            is proved that there is none, or no other.
        """
        if preferences != self._preferences:
            self._preferences, self._place = preferences, None
        asked = self._asked(preferences)
        while n_tries is None or n_tries > 0:
            self._tick()
            themed = self._candidate(asked, deadline)
            if isinstance(themed, Reason):
                return themed
            if themed is None:
                if self._place is None:
                    return None
                self._place = None  # there is no pattern around this place
            else:
                judged = self._judged(themed, preferences)
                if judged is not None:
                    return judged
            self.n_tries += 1
            if n_tries is not None:
                n_tries -= 1
        return Reason.GIVEN_UP

    def leave(self) -> None:
        """Put the theme somewhere else next time."""
        self._place = None

    def refuted(self) -> None:
        """Take note that the last pattern has no fill; the next may be one at another place."""
        self._n_repairs += 1
        if self._n_repairs >= REPAIRS:
            self._place = None

    def _candidate(self, asked: Sequence[int], deadline: Deadline) -> ThemedPattern | Reason | None:
        """A pattern with the theme at the place in hand, or else anywhere; None: there is none."""
        themes = self._themes
        if self._place is None:
            self._n_repairs = 0
            self._is_new = True
            if self.spec.theme.all_words:
                return themes.place(asked, deadline=deadline)
            self._place = []
        search = themes.search
        answer = search.solve_unchecked([*self._place, *asked], deadline)
        if answer.outcome is Outcome.UNKNOWN:
            return answer.reason
        if answer.assignment is None:
            search.session.add_clause([-literal for literal in answer.core])
            if not self._place:
                self._place = None
            return None
        if not self._is_new and self._n_repairs % ANEW:
            return themes.themed(answer.assignment)
        found = search.next([*self._place, *asked], deadline=deadline)
        if isinstance(found, Reason):
            return found
        self._is_new = False
        return themes.themed(answer.assignment if found is None else found)

    def _judged(self, themed: ThemedPattern, preferences: Preferences) -> JudgedPattern | None:
        """The pattern with its estimate; None: it is refuted, and what is to blame forbidden."""
        themes = self._themes
        if self._forbid_thin(themed, preferences):
            if self._place is None:
                self._place = themes.place_literals(themed)
            return None
        if self._place is None:
            self._place = themes.place_literals(themed)
            return None
        themes.exclude(themed)
        domains = self._consistent(themed)
        if domains is None:
            self.refuted()
            return None
        themes.search.check(themed.grid.without_letters())
        return JudgedPattern(themed, domains, domains.log_fills)

    def _consistent(self, themed: ThemedPattern) -> Domains | None:
        """What arc consistency leaves; None: nothing."""
        puzzle = self.spec.puzzle(themed.grid)
        if puzzle is None or not self.are_apart(puzzle, themed):
            return None
        domains = arc_consistent(puzzle, rows=self._exclusions.rows(puzzle, themed))
        return None if domains.emptied is not None else domains

    def are_apart(self, puzzle: Puzzle, themed: ThemedPattern) -> bool:
        """Whether rules between entries allow those that the theme gives by crossing them."""
        of_theme = {self.spec.rules.slot_cells(slot) for slot in themed.slots.values()}
        return self._exclusions.are_apart(puzzle, of_theme)

    def _asked(self, preferences: Preferences) -> list[int]:
        """The assumptions that ask for these preferences."""
        rules = self.spec.rules
        asked: list[int] = []
        if preferences.longest is not None and preferences.longest < max(
            rules.n_rows, rules.n_cols
        ):
            asked.append(self._no_longer_than(preferences.longest))
        if preferences.gap > self.spec.theme.gap:
            asked.append(self._apart(preferences.gap))
        if preferences.slack is not None:
            # Slots with fewer words than more slack asks for have too few for less.
            asked.append(self._preference("slack", preferences.slack))
            asked += [
                literal
                for (name, slack), literal in self._chosen.items()
                if name == "slack" and slack > preferences.slack
            ]
        if preferences.dense and self.spec.theme.all_words:
            asked += self._dense()  # without a theme, patterns would all be alike
        return list(dict.fromkeys(asked))

    def _preference(self, name: str, n: float) -> int:
        """The literal that asks for a preference."""
        key = name, n
        if key not in self._chosen:
            self._chosen[key] = self._themes.search.session.new_variable()
        return self._chosen[key]

    def _no_longer_than(self, longest: int) -> int:
        """The literal that asks for no longer slots than these, but for theme words."""
        is_known = ("longest", longest) in self._chosen
        preference = self._preference("longest", longest)
        if not is_known:
            for cells, joins in self._lines:
                for i in range(len(cells)):
                    for end in range(i + longest + 1, len(cells) + 1):
                        here, walls = cells[i:end], joins[i : end + 1]
                        self._themes.forbid_slot(here, walls, {}, -preference, with_images=True)
        return preference

    def _dense(self) -> list[int]:
        """The literals that ask for many slots and blocks."""
        rules, counts = self.spec.rules, self._themes.search.encoding.counts
        asked: list[int] = []
        for numbers, outputs, less in (
            (rules.n_words, counts.words, FEWER_WORDS),
            (rules.n_blocks, counts.blocks, round((1 - FEWER_BLOCKS) * (rules.n_blocks.most or 0))),
        ):
            if numbers.most is not None:
                n = max(numbers.most - less, numbers.least or 0)
                asked += outputs[n - 1 : n] if n else ()
        return asked

    def _apart(self, gap: int) -> int:
        """The literal that asks for `gap` lines from one theme entry to the next."""
        is_known = ("gap", gap) in self._chosen
        preference = self._preference("gap", gap)
        if not is_known:
            self._themes.keep_apart(gap, -preference)
        return preference

    def _forbid_thin(self, themed: ThemedPattern, preferences: Preferences) -> bool:
        """Forbid all slots that the theme, where it is, leaves with too few words; was any new?"""
        rules, themes = self.spec.rules, self._themes
        grid = themed.grid
        of_theme = {rules.slot_cells(slot) for slot in themed.slots.values()}
        # The clause is for the most slack that a slot has too few words for.
        levels: list[float | None] = [None]
        levels += sorted((slack for name, slack in self._chosen if name == "slack"), reverse=True)
        longest = preferences.longest or max(rules.n_rows, rules.n_cols)
        new = False
        for number, (cells, joins) in enumerate(self._lines):
            at = [i for i, cell in enumerate(cells) if grid.is_given(cell)]
            if not at:
                continue
            here = tuple((i, grid.cells[cells[i]]) for i in at)
            key = number, here, preferences.slack, longest
            if key in self._known:
                continue
            self._tick()
            self._known.add(key)
            for i in range(len(cells) - rules.min_length + 1):
                first = bisect_left(at, i)
                if first == len(at):
                    break
                last = min(len(cells), i + longest)
                for end in range(max(i + rules.min_length, at[first] + 1), last + 1):
                    if cells[i:end] in of_theme:
                        continue
                    letters = {j - i: letter for j, letter in here[first : bisect_left(at, end)]}
                    length = end - i
                    n_words = self._supports.count(length, letters)
                    n_free = length - len(letters)
                    if n_words >= least_words(preferences.slack, n_free):
                        continue
                    slack = next(each for each in levels if n_words < least_words(each, n_free))
                    part = self._supports.too_few(length, letters, least_words(slack, n_free))
                    thin = number, i, end, tuple(part.items()), slack
                    if thin in self._thin:
                        continue
                    self._thin.add(thin)
                    preference = None if slack is None else -self._preference("slack", slack)
                    if themes.forbid_slot(cells[i:end], joins[i : end + 1], part, preference):
                        new = True
        return new
