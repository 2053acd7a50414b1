"""What is offered where a theme has no grid: it was made, and no rule was changed in vain."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from support.cli import run_cli

from satcross.apps.construct import maker
from satcross.apps.construct.advice import relaxations
from satcross.apps.construct.adviser import ChangedGrid
from satcross.apps.construct.make import MakeTask
from satcross.apps.construct.offers import OfferedGrids, Standing
from satcross.apps.construct.spec import GridSpec
from satcross.apps.construct.theme import NoTheme, Theme, ThemedPattern
from satcross.apps.construct.theme_search import ThemeSearch
from satcross.errors import OptionError
from satcross.pattern.presets import Preset, preset_rules
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Symmetry
from satcross.results import Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Early, Event
from satcross.words import WordList

WORDS = WordList.builtin()
MINI = preset_rules(Preset.MINI, 9, 9)


def reason(theme: Theme) -> NoTheme:
    search = ThemeSearch(MINI, theme)
    assert search.next() is None
    why = search.why_not()
    search.close()
    assert isinstance(why, NoTheme)
    return why


def others(theme: Theme) -> tuple[list[ChangedGrid], list[str]]:
    """The grids that are offered, and the changes that were tried."""
    spec = GridSpec(MINI, WORDS, theme)
    offered: list[ChangedGrid] = []
    tried: list[str] = []

    def note(event: Event) -> None:
        if isinstance(event, Standing) and event.change:
            assert event.number <= event.n_changes
            tried.append(event.change)
        elif isinstance(event, Early):
            offered.append(event.value)

    with OfferedGrids(spec, SolverOptions(seed=1)) as task:
        task.subscribe(note)
        result = task.run()
    assert isinstance(result, Impossible)
    assert result.evidence == reason(theme)
    for each in offered:
        each.spec.check(each.made.fill, maker="test")
    return offered, list(dict.fromkeys(tried))


def test_an_entry_is_left_out_that_has_no_partner() -> None:
    """Two entries of 8 letters are a pair; one of 6 has no place in a row of nine cells."""
    theme = Theme(("ICECREAM", "CARAMELS", "BANANA"))
    assert reason(theme).words == ("BANANA",)
    offered, _ = others(theme)
    (one,) = [each for each in offered if each.text == "without BANANA"]
    assert set(one.made.themed.slots) == {"ICECREAM", "CARAMELS"}


def test_a_larger_grid_is_tried() -> None:
    offered, tried = others(Theme(("BANANA",)))
    assert tried == ["theme entries that are not in pairs", "10x9 cells"]  # these help
    (larger,) = [each for each in offered if each.text == "with 10x9 cells"]
    assert larger.made.fill.grid.n_cols == 10


def test_only_rules_that_keep_the_theme_out_are_tried() -> None:
    """And not the words, nor rules for entries, nor more blocks, as no words were looked at."""
    theme = Theme(("BANANA",))
    spec = GridSpec(MINI, WORDS, theme)
    names = [each.name(spec) for each in relaxations(spec, {20: WORDS}, reason(theme))]
    assert names == ["theme entries that are not in pairs", "10x9 cells", "9x10 cells",
                     "without the symmetry"]  # fmt: skip
    where_it_fits = [each.name(spec) for each in relaxations(spec, {20: WORDS})]
    assert "minimum score 20" in where_it_fits
    assert "theme entries side by side" in where_it_fits


@pytest.mark.parametrize("symmetry", list(Symmetry))
def test_pairs_are_given_up_where_the_symmetry_pairs_entries(symmetry: Symmetry) -> None:
    """A mirror along a diagonal turns entries across into entries down, and pairs none."""
    spec = GridSpec(PatternRules(9, 9, symmetry=symmetry), WORDS, Theme(("BANANA",)))
    names = [each.name(spec) for each in relaxations(spec, {})]
    is_paired = symmetry not in (Symmetry.NONE, Symmetry.DIAGONAL, Symmetry.ANTIDIAGONAL)
    assert ("theme entries that are not in pairs" in names) == is_paired


@pytest.mark.parametrize(
    "words",
    [
        ("ICECREAM", "CARAMELS", "BANANA"),
        ("ICECREAM", "BANANA", "TORTES", "PANCAKE"),
        ("ICECREAM", "BANANA", "TOAST", "PANCAKE"),
        ("ABCDEFGHIJ", "CARAMEL", "PANCAKE"),
        ("TOAST", "STARE", "PANCAKE"),
    ],
)
def test_so_many_words_can_be_placed(words: tuple[str, ...]) -> None:
    """Compared with searches for each smaller theme, which know nothing of the others."""
    theme = Theme(words)
    search = ThemeSearch(MINI, Theme((), optional=words))
    sizes = search.sizes(len(words) - 1)
    search.close()
    every = range(len(words) - 1, 0, -1)
    assert sizes == [n for n in every if any(fits(some) for some in combinations(words, n))]
    for n in every:
        search = ThemeSearch(MINI, theme.with_only(n))
        found = search.place()
        search.close()
        assert (len(found.slots) if isinstance(found, ThemedPattern) else None) == (
            n if n in sizes else None
        )


def fits(words: tuple[str, ...]) -> bool:
    one = ThemeSearch(MINI, Theme(words))
    found = one.place()
    one.close()
    return isinstance(found, ThemedPattern)


def test_of_too_many_words_as_many_as_fit_are_kept() -> None:
    """Of five pairs two have a place; the entries in between are too long for a third."""
    words = ("ICECREAM", "CARAMELS", "AARDVARK", "ABSOLUTE", "ACCIDENT", "ACTIVITY", "ADEQUATE",
             "ADVANCED", "AIRPLANE", "ALPHABET")  # fmt: skip
    search = ThemeSearch(MINI, Theme((), optional=words))
    assert search.sizes(9) == [4, 2]
    search.close()


def test_a_part_of_a_theme() -> None:
    """Which of its words are in it is left open, unless some were optional anyway."""
    theme = Theme(("CLINTON", "STARE"), second=(("CLINTON", "BOBDOLE"),))
    part = theme.with_only(1)
    assert (part.words, part.optional, part.n_optional, part.most_optional, part.second) == (
        (), ("CLINTON", "STARE"), 1, 1, theme.second,
    )  # fmt: skip
    assert replace(theme, optional=("TOAST",)).with_only(1).optional == ("CLINTON", "STARE")
    with_needed = replace(theme, optional=("TOAST",), n_optional=1)
    assert with_needed.n_needed == 3
    assert with_needed.with_only(2).optional == ("CLINTON", "STARE", "TOAST")
    with pytest.raises(OptionError, match="must be 1 or greater, got 0"):
        replace(part, most_optional=0)


def test_it_is_said_where_the_work_for_other_rules_had_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = "; a grid was made with theme entries that are not in pairs"
    for most, told in ((0, "; stopped with 4"), (1, f"{made}; stopped with 2")):
        monkeypatch.setattr(maker, "MOST_EFFORT", most)
        done = run_cli("make", "9x9", "--theme", "banana")
        assert done.code == 20
        assert done.err.endswith(f"they could{told} other changes to try\n")


def test_a_time_limit_ends_the_changes_and_the_next_run_goes_on() -> None:
    offered: list[Early[ChangedGrid]] = []
    with OfferedGrids(GridSpec(MINI, WORDS, Theme(("BANANA",))), SolverOptions(seed=1)) as task:
        task.subscribe(lambda event: offered.append(event) if isinstance(event, Early) else None)
        stopped = task.run(1e-9)
        assert isinstance(stopped, Stopped)
        assert stopped.reason is Reason.TIME_LIMIT
        assert not offered
        assert isinstance(task.run(), Impossible)
    assert offered


def test_nothing_is_tried_where_only_the_reason_is_wanted() -> None:
    task = MakeTask(MINI, WORDS, Theme(("BANANA",)))
    task.maker.advises = False
    with task:
        result = task.run()
    assert isinstance(result, Impossible)
    assert result.why == str(reason(Theme(("BANANA",))))
