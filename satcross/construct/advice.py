"""Rules that are a little wider, to be tried where a theme has no grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from satcross.construct.theme import Theme, ThemedPattern
from satcross.model.puzzle import Direction
from satcross.pattern.rules import PatternRules, Range
from satcross.pattern.symmetry import Symmetry
from satcross.words import WordList

MORE_WORDS = (2, 6)
MORE_BLOCKS = 6


@dataclass(frozen=True, slots=True)
class Relaxation:
    """Other rules, or another theme.

    Args:
        text: what is different, as in "80 entries instead of 78".
        rules: of the pattern.
        theme: with its places.
        words: another list; None for the same.
    """

    text: str
    rules: PatternRules
    theme: Theme
    words: WordList | None = None

    def told(self, made: ThemedPattern) -> str:
        """What is different in a grid that was made by it."""
        if self.theme.directions == tuple(Direction):
            down = [w for w, slot in made.slots.items() if slot.direction is Direction.DOWN]
            across = [w for w, slot in made.slots.items() if slot.direction is Direction.ACROSS]
            if down and across:
                return f"{' and '.join(down)} down"
        return self.text


def relaxations(
    rules: PatternRules, theme: Theme, lists: Mapping[int, WordList]
) -> list[Relaxation]:
    """What might help, the smallest changes first.

    Args: lists: by a lower minimum score, the words; the highest first.
    """
    out: list[Relaxation] = []
    words, blocks = rules.n_words, rules.n_blocks
    more_blocks = _more(blocks, MORE_BLOCKS)
    for n in MORE_WORDS:
        if words.most is not None and words.most != words.least:
            more = replace(rules, n_words=_more(words, n), n_blocks=more_blocks)
            text = f"up to {words.most + n} entries instead of {words.most}"
            if blocks.most is not None:
                text += f" and {more_blocks.most} blocks instead of {blocks.most}"
            out.append(Relaxation(text, more, theme))
    out[1:1] = [
        Relaxation(f"minimum score {score}", rules, theme, listed)
        for score, listed in lists.items()
    ]
    if words.most is None and more_blocks != blocks:
        text = f"up to {more_blocks.most} blocks instead of {blocks.most}"
        out.append(Relaxation(text, replace(rules, n_blocks=more_blocks), theme))
    if not rules.cheaters:
        out.append(Relaxation("cheaters", replace(rules, cheaters=True), theme))
    if theme.all_words:
        if theme.symmetric and rules.symmetry is not Symmetry.NONE:
            unpaired = replace(theme, symmetric=False)
            out.append(Relaxation("theme entries that are not in pairs", rules, unpaired))
        if len(theme.directions) == 1:
            both = replace(theme, directions=tuple(Direction))
            out.append(Relaxation("theme entries in both directions", rules, both))
    return out


def _more(numbers: Range, n: int) -> Range:
    """A range that reaches further up, unless it is a single number."""
    least, most = numbers
    return numbers if most is None or most == least else Range(least, most + n)
