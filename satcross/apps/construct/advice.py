"""Rules that are a little wider, or smaller themes, to be tried where a theme has no grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from satcross import OptionError, PatternRules, Range, WordList
from satcross.apps.construct.spec import GridSpec
from satcross.apps.construct.theme import (
    BOTH_DIRECTIONS,
    CHEATERS,
    NUMBERS,
    PAIRS,
    NoTheme,
    ThemedPattern,
    relaxed,
)
from satcross.extend import Direction, counted, find_slots, n_cheaters

MORE_WORDS = (2, 6)
MORE_BLOCKS = 6
MOST_RULES = 5  # that are relaxed in turn
MOST_LINES = 4  # by which a grid is larger
TEXTS = {
    PAIRS: "with theme entries that are not in pairs",
    CHEATERS: "with cheaters",
    BOTH_DIRECTIONS: "",
}
LAST = ("the symmetry", "fixed cells and slots")  # what no editor or constructor gives up readily
LAST_RESORT = "last resort"


@dataclass(frozen=True, slots=True)
class Relaxation:
    """Other rules, another list, or other places of the theme.

    Args:
        text: what is different, as in "with minimum score 40"; "" where the grid says more of it:
            its numbers of words and blocks, the directions of its theme entries, or which it lacks.
        spec: what is tried instead.
        series: of several of one series only the first that helps is of interest; "" for none.
            Those of `LAST_RESORT` are of none where any other helps.
    """

    text: str
    spec: GridSpec
    series: str = ""

    def difference(self, made: ThemedPattern, asked: GridSpec) -> str:
        """What is different in a grid that was made by it; "" where it is as it was to be.

        Args: asked: what was to be made.
        """
        text = self._text(made, asked)
        n = n_cheaters(made.grid) if asked.rules.with_cheaters is not None else 0
        return f"{text} ({counted(n, 'cheater')})" if text and n else text

    def _text(self, made: ThemedPattern, asked: GridSpec) -> str:
        theme = asked.theme
        if missing := [word for word in theme.words if word not in made.slots]:
            *most, last = missing
            return f"without {', '.join(most)} and {last}" if most else f"without {last}"
        n_optional = sum(word in made.slots for word in theme.optional)
        if n_optional < theme.n_optional:
            return f"with {n_optional} of the optional entries instead of {theme.n_optional}"
        parts = [*_numbers(made, asked.rules), *_turned(made, asked)]
        return self.text or ("with " + " and ".join(parts) if parts else "")

    def name(self, asked: GridSpec) -> str:
        """What it is, where no grid says it."""
        if self.text:
            return self.text.removeprefix("with ")
        if (n := self.spec.theme.most_optional) is not None:
            return f"{n} of {counted(asked.theme.n_needed, 'theme entry')}"
        if self.spec.rules == asked.rules:
            return "both directions"
        most = self.spec.rules.n_words.most
        return "more blocks" if most == asked.rules.n_words.most else f"up to {most} words"


def relaxations(
    asked: GridSpec,
    lists: Mapping[int, WordList],
    why: NoTheme | None = None,
    sizes: Sequence[int] = (),
) -> list[Relaxation]:
    """What might help, the smallest changes first.

    Smallest is what editors grant first: two words more, then weaker words, then theme entries not
    in pairs or turned, a larger grid, fewer theme entries, and no symmetry where nothing else
    helps.

    Args:
        lists: by a lower minimum score, the words; the highest first.
        why: why the theme cannot be placed; None where it can, or nobody knows.
        sizes: how many theme entries may be tried alone, the most first.
    """
    without = {
        name: Relaxation(
            TEXTS.get(name, f"without {name}"), replace(asked, rules=rules, theme=theme)
        )
        for name, rules, theme in relaxed(asked.rules, asked.theme)
        if name not in NUMBERS and not (name == CHEATERS and asked.rules.cheaters_if_needed)
    }
    more = _more_slots(asked)
    if why is not None and why.words:
        # Rules without which the theme has no place either are not worth a try.
        more = [] if NUMBERS.isdisjoint(why.reasons) else more
        named = {name: other for name, other in without.items() if name in why.reasons}
        out = [*more[:1], *(other for name, other in named.items() if name not in LAST)]
        late = [replace(named[name], series=LAST_RESORT) for name in LAST if name in named]
    else:
        out = _where_it_has_a_place(asked, lists, without, more[:1])
        late = []
    fewer = [
        Relaxation("", replace(asked, theme=asked.theme.with_only(n)), "entries") for n in sizes
    ]
    return [*out, *_larger(asked), *fewer, *more[1:], *late]


def _where_it_has_a_place(
    asked: GridSpec,
    lists: Mapping[int, WordList],
    without: Mapping[str, Relaxation],
    more: Sequence[Relaxation],
) -> list[Relaxation]:
    """What might help where the rules leave room for the theme, if not for words around it.

    Args:
        without: by the name of a rule that may keep a theme out, what is asked without it.
        more: with more words and blocks.
    """
    theme = asked.theme
    scores = [
        Relaxation(f"with minimum score {score}", replace(asked, words=listed), "scores")
        for score, listed in lists.items()
    ]
    out = [without[CHEATERS]] if CHEATERS in without else []
    out += [*more, *scores, *_of_entries(asked)]
    if theme.all_words:
        out += [without[name] for name in (PAIRS, BOTH_DIRECTIONS) if name in without]
    if theme.all_words and theme.gap > 1:
        closer = replace(asked, theme=replace(theme, gap=1))
        out.append(Relaxation("with theme entries side by side", closer))
    return out


def _more_slots(asked: GridSpec) -> list[Relaxation]:
    """The rules with more words and blocks."""
    words, blocks = asked.rules.n_words, asked.rules.n_blocks
    more_blocks = _more(blocks, MORE_BLOCKS)

    def pattern(**changed: Any) -> Relaxation:
        return Relaxation("", replace(asked, rules=replace(asked.rules, **changed)), "numbers")

    if words.most is not None:
        return [pattern(n_words=_more(words, n), n_blocks=more_blocks) for n in MORE_WORDS]
    return [pattern(n_blocks=more_blocks)] if more_blocks != blocks else []


def _larger(asked: GridSpec) -> Iterator[Relaxation]:
    """Around a theme, a grid with a column or row more, or as many as a word of it needs."""
    rules, theme = asked.rules, asked.theme
    is_fixed = rules.open_cells or rules.blocks or rules.slots or rules.stacks
    if is_fixed or not theme.all_words:
        return
    longest = max(len(theme.alphabet.cut(word)) for word in theme.all_words)
    more = max(1, longest - max(rules.n_rows, rules.n_cols))
    if more > MOST_LINES:
        return
    for n_rows, n_cols in (
        (rules.n_rows, rules.n_cols + more),
        (rules.n_rows + more, rules.n_cols),
    ):
        part = n_rows * n_cols / (rules.n_rows * rules.n_cols)
        try:
            larger = replace(
                rules, n_rows=n_rows, n_cols=n_cols, n_words=_times(rules.n_words, part),
                n_blocks=_times(rules.n_blocks, part),
            )  # fmt: skip
        except OptionError:  # there are no grids so large
            continue
        text = f"with {n_cols}x{n_rows} cells"
        yield Relaxation(text, replace(asked, rules=larger), "size")


def _times(numbers: Range, part: float) -> Range:
    """A range whose end is larger by a factor."""
    least, most = numbers
    return numbers if most is None else Range(least, ceil(most * part))


def _of_entries(asked: GridSpec) -> Iterator[Relaxation]:
    """The rules for entries, each without one of them or with a wider one."""
    entries = asked.entries

    pairs = list(entries.pair_rules)
    others = [rule for rule in entries.rules if rule.need and rule not in pairs]
    for one in (pairs + others)[:MOST_RULES]:
        text, less = one.relaxed()
        left = [less if rule is one else rule for rule in entries.rules]
        kept = replace(entries, rules=tuple(rule for rule in left if rule is not None))
        yield Relaxation(f"with {text}", replace(asked, entries=kept))


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
