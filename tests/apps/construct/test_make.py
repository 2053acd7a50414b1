"""Pattern and fill together: right grids, and right proofs that there is none."""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from support.brute_force import all_fills
from support.rule_puzzles import keywords_of

from satcross.apps.construct import adviser
from satcross.apps.construct import maker as making
from satcross.apps.construct.advice import Relaxation, relaxations
from satcross.apps.construct.api import make, patterns
from satcross.apps.construct.judged import NO_PREFERENCES
from satcross.apps.construct.make import MadeGrids, MakeTask
from satcross.apps.construct.maker import PatternTried
from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.spec import GridSpec
from satcross.apps.construct.stages import Stage
from satcross.apps.construct.theme import NoTheme, Theme, ThemedPattern
from satcross.errors import OptionError
from satcross.model.entry_rules import EntryRules
from satcross.model.grid import Grid
from satcross.model.puzzle import Direction, find_slots
from satcross.pattern.rules import PatternRules, Range
from satcross.pattern.symmetry import Symmetry
from satcross.pattern.verify import pattern_faults
from satcross.results import Found, Impossible, Reason, Stopped
from satcross.rules.constraint import Constraint, ConstraintLike, at_least, at_most, somewhere
from satcross.rules.literals import Letter, Literal, Word
from satcross.solve.protocol import SolverOptions
from satcross.task import Event
from satcross.verification.crossword import verify
from satcross.verification.rules import Filled, SlotContent
from satcross.verification.rules.no_near_duplicates import faults as near_faults
from satcross.words import WordList

NO_RULES = EntryRules()
EXACT = (Stage(NO_PREFERENCES),)


def blank(grid: Grid) -> Grid:
    return grid.with_cells(["." if grid.is_given(c) else cell for c, cell in enumerate(grid.cells)])


def random_case(
    rng: random.Random, letters: str | None = None
) -> tuple[PatternRules, list[str], Theme]:
    rules = PatternRules(
        rng.randint(3, 4),
        rng.randint(3, 4),
        symmetry=rng.choice([Symmetry.NONE, Symmetry.ROTATION, Symmetry.LEFT_RIGHT]),
        min_length=rng.choice([2, 3]),
        n_blocks=Range(rng.choice([None, 1, 2]), None),
    )
    letters = letters or ("AB" if rng.random() < 0.5 else "ABC")
    words = {
        "".join(rng.choice(letters) for _ in range(rng.randint(2, 4)))
        for _ in range(rng.randint(8, 45))
    }
    theme_words = {
        "".join(rng.choice(letters) for _ in range(rng.randint(3, 4)))
        for _ in range(rng.randint(0, 2))
    }
    theme = Theme(
        tuple(sorted(theme_words)),
        directions=rng.choice([(Direction.ACROSS,), (Direction.ACROSS, Direction.DOWN)]),
        symmetric=rng.random() < 0.5 and rules.symmetry is Symmetry.ROTATION,
        gap=rng.randint(1, 2),
    )
    return rules, sorted(words), theme


def random_entries(rng: random.Random, letters: str) -> EntryRules:
    """Rules for entries that some fills of 3x3 to 4x4 keep, with names of slots that few have."""
    a, b = rng.choice(letters), rng.choice(letters)
    literals: list[Literal] = [
        Letter(None, a), Letter("r1c2", a), Letter("r2c2", b), Word("1A", f"{a}*"),
        Word("3D", f"*{b}"), Word("9A", "*"), Word(None, f"?{a}{b}?"), Word("2D", f"??{a}"),
    ]  # fmt: skip
    constraints: list[Constraint] = []
    for _ in range(rng.randint(0, 2)):
        some = rng.sample(literals, rng.randint(1, 3))
        chosen = tuple(~one if rng.random() < 0.4 else one for one in some)
        least = rng.randint(0, 1)
        constraints.append(Constraint(chosen, least, rng.choice([None, len(chosen)])))
    return EntryRules(
        max_shared_substring=rng.choice([None, None, 2, 3]),
        no_near_duplicates=rng.random() < 0.5,
        constraints=constraints,
    )


def keeps(text: str, pattern: Grid, words: list[str], theme: Theme, entries: EntryRules) -> bool:
    """Whether a filled grid keeps the rules for entries, pair by pair."""
    spelt = ["".join(text[cell] for cell in slot.cells) for slot in find_slots(pattern)]
    listed = WordList.from_words([*words, *theme.words])
    conditions = [rule for rule in entries.rules if isinstance(rule, Constraint)]
    if verify(None, pattern.with_cells(list(text)), listed, rules=conditions):
        return False
    keywords = keywords_of(entries.rules)
    n = keywords["max_shared_substring"]
    for one, other in itertools.combinations(spelt, 2):
        if one in theme.words and other in theme.words:
            continue
        if n is not None and any(one[i : i + n] in other for i in range(len(one) - n + 1)):
            return False
        near = [
            SlotContent("1A", tuple(one), one, False, one),
            SlotContent("2A", tuple(other), other, False, other),
        ]
        if keywords["no_near_duplicates"] and near_faults(None, Filled({}, near, listed, True)):
            return False
    return True


def is_themed(grid: tuple[str, ...], pattern: Grid, rules: PatternRules, theme: Theme) -> bool:
    """Whether a filled grid has the theme words in slots, as the theme wants them."""
    text = "".join(grid)
    slots = [slot for slot in find_slots(pattern) if slot.direction in theme.directions]
    choices: list[list[tuple[int, ...]]] = [[]]
    for word in theme.words:
        spelt = [s.cells for s in slots if "".join(text[cell] for cell in s.cells) == word]
        choices = [[*chosen, cells] for chosen in choices for cells in spelt]
    n, n_cols = len(text), rules.n_cols

    def ok(chosen: list[tuple[int, ...]]) -> bool:
        sets = {frozenset(cells) for cells in chosen}
        if theme.symmetric and any(
            frozenset(n - 1 - c for c in cells) not in sets for cells in sets
        ):
            return False
        for a in chosen:
            for b in chosen:
                if a == b or (a[1] - a[0] == 1) != (b[1] - b[0] == 1):
                    continue
                across = a[1] - a[0] == 1
                lines = [{c % n_cols if across else c // n_cols for c in cells} for cells in (a, b)]
                rows = [cells[0] // n_cols if across else cells[0] % n_cols for cells in (a, b)]
                if lines[0] & lines[1] and 0 < abs(rows[0] - rows[1]) < theme.gap:
                    return False
        return True

    return any(ok(chosen) for chosen in choices)


def is_possible(
    rules: PatternRules, words: list[str], theme: Theme, entries: EntryRules = NO_RULES
) -> bool:
    """Whether some pattern has some fill with the theme in it, by brute force over the fills."""
    letters = "".join(sorted({letter for word in [*words, *theme.words] for letter in word}))
    allowed = {*words, *theme.words}
    for pattern in patterns(rules, alike=Alike.EXACTLY):
        rows = ["".join(row) for row in pattern.rows()]
        for fill in all_fills(rows, allowed, letters, distinct=True):
            others = [
                "".join("".join(fill)[cell] for cell in slot.cells) for slot in find_slots(pattern)
            ]
            # A theme word that the list lacks may stand only where the theme is.
            listed = all(word in words or others.count(word) == 1 for word in others)
            if (
                listed
                and _lacking_in_theme_slots(fill, pattern, words, theme)
                and is_themed(fill, pattern, rules, theme)
                and keeps("".join("".join(fill)), pattern, words, theme, entries)
            ):
                return True
    return False


def _lacking_in_theme_slots(
    fill: tuple[str, ...], pattern: Grid, words: list[str], theme: Theme
) -> bool:
    text = "".join(fill)
    return all(
        slot.direction in theme.directions
        for slot in find_slots(pattern)
        if "".join(text[cell] for cell in slot.cells) not in words
    )


def compare(n: int, seed: int, *, with_rules: bool = False) -> None:
    rng = random.Random(seed)
    n_made = n_none = 0
    for number in range(n):
        letters = rng.choice(["ABS", "AEST"]) if with_rules else None
        rules, words, theme = random_case(rng, letters)
        entries = random_entries(rng, letters) if letters else NO_RULES
        listed = WordList.from_words(words)
        options = SolverOptions(seed=number)
        with MakeTask(rules, listed, theme, options, entries=entries, stages=EXACT) as task:
            result = task.run()
        case = (rules, words, theme, entries)
        assert not isinstance(result, Stopped), case
        if isinstance(result, Found):
            n_made += 1
            made = result.value
            grid = made.fill.grid
            assert not pattern_faults(blank(grid), rules), case
            text = tuple("".join(row) for row in grid.rows())
            assert is_themed(text, blank(grid), rules, theme), case
            assert keeps("".join(text), blank(grid), words, theme, entries), case
            of_theme = {rules.slot_cells(slot) for slot in made.themed.slots.values()}
            for entry in made.fill.entries:
                assert entry.word in words or entry.slot.cells in of_theme, case
        else:
            n_none += 1
            assert not is_possible(rules, words, theme, entries), case
    assert n_made > n // 6
    assert n_none > n // 6


def test_tiny_grids_are_made_or_proved_impossible() -> None:
    compare(18, seed=1)


def test_rules_for_entries_are_kept_by_grids_and_proofs() -> None:
    compare(40, seed=3, with_rules=True)


def compare_cheaters(n: int, seed: int) -> None:
    """Grids have cheaters where brute force finds none without, and only there."""
    rng = random.Random(seed)
    n_without = n_with = n_none = 0
    for number in range(n):
        rules, words, theme = random_case(rng)
        rules = replace(rules, cheaters=False, cheaters_if_needed=True)
        listed = WordList.from_words(words)
        with MakeTask(rules, listed, theme, SolverOptions(seed=number), stages=EXACT) as task:
            result = task.run()
        case = (rules, words, theme)
        if isinstance(result, Found):
            made = result.value
            pattern = blank(made.fill.grid)
            assert not pattern_faults(pattern, replace(rules, cheaters=True)), case
            assert bool(made.n_cheaters) == bool(pattern_faults(pattern, rules)), case
            n_without += not made.n_cheaters
            n_with += bool(made.n_cheaters)
            assert not made.n_cheaters or not is_possible(rules, words, theme), case
        else:
            assert isinstance(result, Impossible), case
            n_none += 1
            assert result.evidence is not None or "without cheaters, nor with them" in result.why
            assert not is_possible(replace(rules, cheaters=True), words, theme), case
    assert min(n_without, n_with, n_none) > n // 20


def test_cheaters_are_for_themes_that_have_no_other_grid() -> None:
    compare_cheaters(60, seed=5)


@pytest.mark.slow
def test_cheaters_are_for_thousands_of_themes_that_have_no_other_grid() -> None:
    compare_cheaters(3000, seed=6)


def test_cheaters_are_tried_after_some_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where grids without are not found quickly, though nothing is proved."""
    monkeypatch.setattr(making, "CHEATERS_FROM", -1)  # their turn is the first
    rules = PatternRules(7, 7, n_blocks=Range(8, 14), cheaters=False, cheaters_if_needed=True)
    found = make(rules, WORDS, Theme(("STARE",)), seed=2)
    assert isinstance(found, Found)
    made = found.value
    assert made.n_cheaters
    assert pattern_faults(blank(made.fill.grid), rules)
    assert not pattern_faults(blank(made.fill.grid), replace(rules, cheaters=True))
    strict = replace(rules, cheaters_if_needed=False)
    found = make(strict, WORDS, Theme(("STARE",)), seed=1)
    assert isinstance(found, Found)
    assert not found.value.n_cheaters


@pytest.mark.slow
def test_rules_for_entries_are_kept_by_thousands_of_grids_and_proofs() -> None:
    compare(3000, seed=4, with_rules=True)


@pytest.mark.slow
def test_thousands_of_tiny_grids_are_made_or_proved_impossible() -> None:
    compare(3000, seed=2)


WORDS = WordList.builtin()


def test_the_first_stages_are_choosy_and_the_last_is_exact() -> None:
    rules = PatternRules(5, 5, n_blocks=Range(4, None))
    with MakeTask(rules, WORDS, Theme(("STARE",)), SolverOptions(seed=1)) as task:
        made = task.run()
        assert isinstance(made, Found)
        assert "STARE" in {entry.word for entry in made.value.fill.entries}
        assert task.maker.n_patterns >= 1
    none = make(rules, WordList.from_words(["stare", "tease"]), Theme(("STARE",)), seed=1)
    assert isinstance(none, Impossible)
    assert none.evidence is None
    assert none.why == "no pattern that obeys the rules has a fill"


def test_words_that_cannot_be_placed_are_named() -> None:
    none = make(PatternRules(5, 5), WORDS, Theme(("CARE",)), seed=1)
    assert isinstance(none, Impossible)
    assert isinstance(none.evidence, NoTheme)
    assert none.why.startswith("CARE cannot be placed; without placing theme words in pairs")


def test_a_time_limit_stops_it() -> None:
    result = make(PatternRules(15, 15), WORDS, Theme(()), time_limit_s=1e-9)
    assert result == Stopped(Reason.TIME_LIMIT)


def test_patterns_are_shown_before_they_are_filled() -> None:
    seen: list[ThemedPattern] = []

    def note(event: Event) -> None:
        if isinstance(event, PatternTried) and event.themed is not None:
            seen.append(event.themed)

    with MakeTask(PatternRules(5, 5), WORDS, options=SolverOptions(seed=3)) as task:
        task.subscribe(note)
        made = task.run()
        assert isinstance(made, Found)
        assert seen[-1] == made.value.themed
        assert len(seen) == task.maker.n_patterns


def test_a_theme_word_outside_the_alphabet_is_refused() -> None:
    with pytest.raises(OptionError, match="'ÄRA' has a letter that the word list's alphabet lacks"):
        make(PatternRules(5, 5), WORDS, Theme(("ÄRA",)))


def test_the_same_seed_makes_the_same_grid() -> None:
    rules = PatternRules(5, 5, n_blocks=Range(4, None))
    first, again = (make(rules, WORDS, Theme(("STARE",)), seed=4) for _ in range(2))
    assert isinstance(first, Found)
    assert first == again


CORNER = PatternRules(
    3, 4, symmetry=Symmetry.NONE, all_checked=False, n_blocks=Range(6, 6)
)  # six letters are CATS across and CAT down


def test_no_entry_is_a_form_of_a_theme_entry() -> None:
    words, theme = WordList.from_words(["cat"]), Theme(("CATS",), symmetric=False)
    made = make(CORNER, words, theme)
    assert isinstance(made, Found)
    assert {entry.word for entry in made.value.fill.entries} == {"CATS", "CAT"}
    none = make(CORNER, words, theme, entries=EntryRules(no_near_duplicates=True))
    assert isinstance(none, Impossible)


@pytest.mark.parametrize(
    ("constraint", "is_possible"),
    [
        (Word("1D", "CAT"), True),
        (~Word("1D", "CAT"), False),
        (Word("1D", "CATS"), False),  # it has three cells
        (~Word("1D", "CATS"), True),
        (Word("9A", "CAT"), False),  # there is none
        (~Word("9A", "CAT"), True),
        (Letter("r3c1", "T"), True),
        (Letter("r3c4", "T"), False),  # a block
        (~Letter("r3c4", "T"), True),
        (at_least(2, [Word("1D", "C*"), ~Word("9A", "CAT")]), True),
        (at_most(1, [Word("1D", "C*"), ~Word("9A", "CAT")]), False),
    ],
)
def test_what_a_pattern_lacks_is_false(constraint: ConstraintLike, is_possible: bool) -> None:
    words, theme = WordList.from_words(["cat"]), Theme(("CATS",), symmetric=False)
    made = make(CORNER, words, theme, entries=EntryRules(constraints=constraint))
    assert isinstance(made, Found if is_possible else Impossible)


def test_all_letters_in_one_grid() -> None:
    letters = [somewhere(letter) for letter in "BCDGHKLMNOPRTUVWY"]
    rules = PatternRules(7, 7, n_blocks=Range(8, None))
    made = make(rules, WORDS, entries=EntryRules(constraints=letters), seed=1)
    assert isinstance(made, Found)
    assert set("BCDGHKLMNOPRTUVWY") <= set(str(made.value))


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        (Letter("r6c1", "A"), "there is no cell 'r6c1'; cells are r1c1 to r5c5"),
        (Letter("x", "A"), "there is no cell 'x'"),
        (somewhere("AB"), "no cell can hold 'AB'; give a letter of the alphabet"),
        (somewhere("1"), "no cell can hold '1'"),
        (Word("12", "CAT"), "'12' is not the name of a slot; give a number and A or D"),
        (Word(None, "C[AT"), "constraints|C\\[AT"),
    ],
)
def test_constraints_that_no_pattern_has_are_refused(constraint: Literal, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make(PatternRules(5, 5), WORDS, entries=EntryRules(constraints=constraint))
    with pytest.raises(OptionError, match="must be from 2 to 200, got 1"):
        EntryRules(max_shared_substring=1)


def test_a_lower_minimum_score_is_tried_where_there_is_no_grid() -> None:
    """And told, when a grid was made with it."""
    rules = PatternRules(2, 2, n_blocks=Range(0, 0), min_length=2)
    all_words = WordList.from_words([("ab", 40), ("cd", 60), ("ac", 60), ("bd", 60)])
    lists = {40: all_words, 30: all_words}  # of which the higher one is enough
    task = MadeGrids(rules, all_words.with_min_score(50), limit=1, lists=lists)
    with task:
        result = task.run()
    assert isinstance(result, Impossible)
    assert result.why.endswith("a grid was made with minimum score 40")


def test_more_words_are_tried_where_there_is_no_grid() -> None:
    """Also where an exact number is asked for, and no pattern has it."""
    three = WordList.from_words([word for word, _ in WORDS.words() if len(word) == 3])
    for numbers in (Range(None, 10), Range(10, 10)):
        rules = PatternRules(3, 7, connected=False, n_words=numbers, n_blocks=Range(3, 3))
        none = make(rules, three)
        assert isinstance(none, Impossible)
        assert none.why == (
            "no pattern obeys the rules, whatever the words; a grid was made with 12 words"
            " instead of 10"
        )


def test_both_numbers_are_told_where_both_are_larger() -> None:
    spec = GridSpec(
        PatternRules(3, 3, min_length=2, n_words=Range(4, 4), n_blocks=Range(0, 1)), WORDS
    )
    themed = ThemedPattern(Grid.parse("..#\n...\n#.."), {})
    told = Relaxation("", spec).difference(themed, spec)
    assert told == "with 6 words instead of 4 and 2 blocks instead of 1"


def test_theme_entries_down_are_tried_where_there_is_no_grid() -> None:
    """Across, it is crossed by a word that begins with its O; down, by one that ends with it."""
    across, down = range(10), range(11, 120, 12)
    cells = frozenset({*across, 17, 29, *down, 5 * 12 + 9, 5 * 12 + 10})
    rules = PatternRules(
        10, 12, symmetry=Symmetry.NONE, all_checked=False, connected=False, open_cells=cells,
        blocks=frozenset(range(120)) - cells,
    )  # fmt: skip
    listed = [
        word for word, _ in WORDS.words()
        if len(word) == 10 or (len(word) == 3 and word[0] != "O")
    ]  # fmt: skip
    none = make(rules, WordList.from_words(listed), Theme(("SPACEOPERA",), symmetric=False))
    assert isinstance(none, Impossible)
    assert none.why.endswith("; a grid was made with SPACEOPERA down")


def test_the_last_fifth_of_a_time_limit_is_for_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else is left to do then: the patterns have not all been tried."""
    now = 1000.0
    limit_s = 1000.0
    tried_at: list[float] = []

    def tried(*arguments: Any) -> list[Relaxation]:
        tried_at.append(now)
        return relaxations(*arguments)

    monkeypatch.setattr(making, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(adviser, "relaxations", tried)
    rules = PatternRules(6, 6, n_blocks=Range(0, 4))
    best = WORDS.with_min_score(95)
    task = MadeGrids(rules, best, limit=1, lists={70: WORDS.with_min_score(70)})
    n_patterns = 0

    def note(event: Event) -> None:
        nonlocal now, n_patterns
        if task.maker.helped:
            task.stop(Reason.TIME_LIMIT)
        if isinstance(event, PatternTried):
            n_patterns += 1
            now = {1: 1700.0, 2: 1798.0}.get(n_patterns, 1802.0)

    with task:
        task.subscribe(note)
        result = task.run(limit_s)
    assert tried_at == [1802.0]
    assert isinstance(result, Stopped)
    assert result.reason is Reason.TIME_LIMIT
    assert "while they were filled; a grid was made with " in result.detail


def test_more_blocks_are_tried_where_their_number_keeps_the_theme_out() -> None:
    rules = PatternRules(5, 5, n_blocks=Range(0, 0))
    none = make(rules, WORDS, Theme(("CARE",), symmetric=False), seed=1)
    assert isinstance(none, Impossible)
    assert isinstance(none.evidence, NoTheme)
    told = "CARE cannot be placed; without the number of blocks they could; a grid was made with "
    assert re.fullmatch(told + "[2-6] blocks instead of 0", none.why)
