"""A second formula of patterns around a theme, and of where the theme words are.

It shares no code with `satcross.apps.construct.theme_search`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from support.second_formulas import solver_of

from satcross.apps.construct.patterns.certificate.formula import PatternFormula, turns_of
from satcross.apps.construct.theme import Theme
from satcross.model.grid import BLOCK, OPEN, Grid
from satcross.model.puzzle import Direction
from satcross.pattern.rules import FixedSlot, PatternRules, Range
from satcross.pattern.symmetry import Symmetry
from satcross.pattern.verify import Place
from satcross.verification.crossword import slots_of

Places = Mapping[str, FixedSlot]  # by theme word

_STRAIGHT = (Symmetry.LEFT_RIGHT, Symmetry.TOP_BOTTOM)
_NO_HALF_TURN = (Symmetry.NONE, Symmetry.DIAGONAL, Symmetry.ANTIDIAGONAL)


def cells_of(slot: FixedSlot) -> list[Place]:
    """The places of its cells."""
    down = slot.direction is Direction.DOWN
    return [(slot.row + i * down, slot.col + i * (not down)) for i in range(slot.length)]


def letters_at(theme: Theme, places: Places) -> Iterator[tuple[Place, str]]:
    """Each letter that a theme word brings, and where."""
    for word, slot in places.items():
        yield from zip(cells_of(slot), theme.alphabet.cut(word), strict=True)


class ThemedFormula(PatternFormula):
    """What the rules say of a pattern but connectedness, and of the places of theme words in it.

    Each place of a word has a variable, and so has each letter that one brings to a cell.

    Args: rules: of the pattern, of blocks; theme: its words.
    """

    def __init__(self, rules: PatternRules, theme: Theme) -> None:
        super().__init__(rules)
        self._theme = theme
        self._placed: dict[str, dict[FixedSlot, int]] = {}
        self._letters: dict[Place, dict[str, int]] = {}
        at: dict[FixedSlot, list[int]] = {}
        for word in theme.all_words:
            self._placed[word] = self._place(word)
            for slot, literal in self._placed[word].items():
                at.setdefault(slot, []).append(literal)
            some = Counter(self._placed[word].values())
            self._within(some, Range(1 if word in theme.words else None, 1))
        optional = Counter(self._some(*self._placed[word].values()) for word in theme.optional)
        self._within(optional, Range(theme.n_optional))
        for letters in self._letters.values():
            for one, other in combinations(letters.values(), 2):
                self._add(-one, -other)
        self._used = {slot: self._some(*literals) for slot, literals in at.items()}
        turn = pairing(rules, theme)
        for slot, used in self._used.items():
            if turn is not None:
                self._add(-used, self._used.get(turn(slot), -self._true))
        for (slot, used), (beside, too) in combinations(self._used.items(), 2):
            if are_near(slot, beside, theme.gap):
                self._add(-used, -too)

    def _place(self, word: str) -> dict[FixedSlot, int]:
        letters = self._theme.alphabet.cut(word)
        found: dict[FixedSlot, int] = {}
        for direction in self._theme.directions:
            for place in self.places:
                literal = self._slot(direction, place, len(letters))
                if literal == -self._true:
                    continue
                slot = FixedSlot(direction, *place, len(letters))
                found[slot] = placed = self._new()
                self._add(-placed, literal)
                for cell, letter in zip(cells_of(slot), letters, strict=True):
                    here = self._letters.setdefault(cell, {})
                    if letter not in here:
                        here[letter] = self._new()
                    self._add(-placed, here[letter])
        return found

    def themed(self) -> Iterator[tuple[Grid, Places]]:
        """All patterns, connected or not, each once with the theme words in some places."""
        rules = self.rules
        with solver_of(self) as solver:
            while solver.solve():
                holds = set(solver.get_model())
                image = self.pattern(holds.__contains__)
                cells = tuple(OPEN if place in image[0] else BLOCK for place in self.places)
                placed = [
                    (word, slot, literal)
                    for word, slots in self._placed.items()
                    for slot, literal in slots.items()
                ]
                places = {word: slot for word, slot, literal in placed if literal in holds}
                yield Grid(rules.n_rows, rules.n_cols, cells), places
                held = [x if x in holds else -x for _, _, x in placed]
                solver.add_clause([-x for x in {*self.holding(image), *held}])


def pairing(rules: PatternRules, theme: Theme) -> Callable[[FixedSlot], FixedSlot] | None:
    """The move that takes theme entries to theme entries, if they are to be in pairs."""
    if not theme.symmetric or rules.symmetry in _NO_HALF_TURN:
        return None
    straight = rules.symmetry in _STRAIGHT
    move = rules.symmetry if straight else Symmetry.ROTATION
    (turn,) = turns_of(move, rules.n_rows, rules.n_cols)

    def turned(slot: FixedSlot) -> FixedSlot:
        row, col = min(map(turn, cells_of(slot)))
        return slot._replace(row=row, col=col)

    return turned


def are_near(one: FixedSlot, other: FixedSlot, gap: int) -> bool:
    """Whether two slots of one direction are above each other, fewer than `gap` lines apart."""
    if one.direction is not other.direction:
        return False
    down = one.direction is Direction.DOWN
    lines, starts = ((one.col, other.col), (one.row, other.row)) if down else (
        (one.row, other.row), (one.col, other.col)
    )  # fmt: skip
    meet = starts[0] < starts[1] + other.length and starts[1] < starts[0] + one.length
    return meet and 0 < abs(lines[0] - lines[1]) < gap


def theme_faults(pattern: Grid, places: Places, rules: PatternRules, theme: Theme) -> Iterator[str]:
    """What is wrong with the places of theme words in a pattern."""
    if not set(theme.words) <= places.keys() <= set(theme.all_words) or (
        len(places.keys() - set(theme.words)) < theme.n_optional
    ):
        yield "its words are others"
    runs = {tuple(cells) for cells in slots_of(pattern, rules.min_length).values()}
    for word, slot in places.items():
        at = tuple(row * pattern.n_cols + col for row, col in cells_of(slot))
        fits = len(theme.alphabet.cut(word)) == slot.length
        if slot.direction not in theme.directions or at not in runs or not fits:
            yield f"{word} is in no slot for it"
            return
    letters: dict[Place, str] = {}
    for place, letter in letters_at(theme, places):
        if letters.setdefault(place, letter) != letter:
            yield "its words do not agree in a cell"
    slots = set(places.values())
    turn = pairing(rules, theme)
    if turn is not None and any(turn(slot) not in slots for slot in slots):
        yield "its words are not in pairs"
    if any(are_near(one, other, theme.gap) for one, other in combinations(slots, 2)):
        yield "its words are too near"
