"""Rules that are a little wider, to be tried where a theme has no grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from satcross import PatternRules, Range, Symmetry, WordList
from satcross.apps.construct.spec import GridSpec
from satcross.apps.construct.theme import ThemedPattern
from satcross.extend import Direction, find_slots

MORE_WORDS = (2, 6)
MORE_BLOCKS = 6
MOST_RULES = 5  # that are relaxed in turn


@dataclass(frozen=True, slots=True)
class Relaxation:
    """Other rules, another list, or other places of the theme.

    Args:
        text: what is different, as in "minimum score 40"; "" where the grid says more of it: its
            numbers of words and blocks, or the directions of its theme entries.
        spec: what is tried instead.
        series: of several of one series only the first that helps is of interest; "" for none.
    """

    text: str
    spec: GridSpec
    series: str = ""

    def difference(self, made: ThemedPattern, asked: GridSpec) -> str:
        """What is different in a grid that was made by it; "" where it is as it was to be.

        Args: asked: what was to be made.
        """
        return self.text or " and ".join([*_numbers(made, asked.rules), *_turned(made, asked)])


def relaxations(asked: GridSpec, lists: Mapping[int, WordList]) -> list[Relaxation]:
    """What might help, the smallest changes first.

    Args: lists: by a lower minimum score, the words; the highest first.
    """
    has_tried_cheaters = asked.rules.cheaters_if_needed
    asked = replace(asked, rules=replace(asked.rules, cheaters_if_needed=False))
    rules, theme = asked.rules, asked.theme

    def pattern(text: str, **changed: Any) -> Relaxation:
        return Relaxation(text, replace(asked, rules=replace(rules, **changed)))

    words, blocks = rules.n_words, rules.n_blocks
    more_blocks = _more(blocks, MORE_BLOCKS)
    more = [
        replace(pattern("", n_words=_more(words, n), n_blocks=more_blocks), series="numbers")
        for n in MORE_WORDS
        if words.most is not None
    ]
    scores = [
        Relaxation(f"minimum score {score}", replace(asked, words=listed), "scores")
        for score, listed in lists.items()
    ]
    out = [*more[:1], *scores, *_of_entries(asked), *more[1:]]
    if words.most is None and more_blocks != blocks:
        out.append(pattern("", n_blocks=more_blocks))
    if not rules.cheaters and not has_tried_cheaters:
        out.append(pattern("cheaters", cheaters=True))
    if theme.all_words:
        if theme.symmetric and rules.symmetry is not Symmetry.NONE:
            unpaired = replace(theme, symmetric=False)
            out.append(
                Relaxation("theme entries that are not in pairs", replace(asked, theme=unpaired))
            )
        if len(theme.directions) == 1:
            both = replace(theme, directions=tuple(Direction))
            out.append(Relaxation("", replace(asked, theme=both)))
    return out


def _of_entries(asked: GridSpec) -> Iterator[Relaxation]:
    """The rules for entries, each without one of them or with a wider one."""
    entries = asked.entries

    pairs = list(entries.pair_rules)
    others = [rule for rule in entries.rules if rule.need and rule not in pairs]
    for one in (pairs + others)[:MOST_RULES]:
        text, less = one.relaxed()
        left = [less if rule is one else rule for rule in entries.rules]
        kept = replace(entries, rules=tuple(rule for rule in left if rule is not None))
        yield Relaxation(text, replace(asked, entries=kept))


def _numbers(made: ThemedPattern, rules: PatternRules) -> Iterator[str]:
    """The numbers of a pattern that are larger than the rules allow."""
    grid = made.grid
    for name, n, most in (
        ("words", len(find_slots(grid, rules.min_length)), rules.n_words.most),
        ("bars" if rules.bars else "blocks", rules.n_walls(grid), rules.n_blocks.most),
    ):
        if most is not None and n > most:
            yield f"{n} {name} instead of {most}"


def _turned(made: ThemedPattern, asked: GridSpec) -> Iterator[str]:
    """The theme entries that have another direction than all were to have."""
    for direction in Direction:
        words = [word for word, slot in made.slots.items() if slot.direction is direction]
        if words and direction not in asked.theme.directions:
            yield f"{' and '.join(words)} {direction.name.lower()}"


def _more(numbers: Range, n: int) -> Range:
    """A range that reaches further up."""
    least, most = numbers
    return numbers if most is None else Range(least, most + n)
