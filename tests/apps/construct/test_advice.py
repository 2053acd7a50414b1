"""What is offered where a theme has no grid: it was made, and no rule was changed in vain."""

from __future__ import annotations

import pytest
from support.cli import run_cli

from satcross.apps.construct import maker
from satcross.apps.construct.advice import relaxations
from satcross.apps.construct.adviser import ChangedGrid, ChangeTried
from satcross.apps.construct.make import ChangedGrids, MakeTask
from satcross.apps.construct.spec import GridSpec
from satcross.apps.construct.theme import NoTheme, Theme, ThemedPattern
from satcross.apps.construct.theme_search import ThemeSearch
from satcross.pattern.presets import Preset, preset_rules
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Symmetry
from satcross.results import Found, Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Event
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


def others(theme: Theme, why: NoTheme | None) -> tuple[list[ChangedGrid], list[str]]:
    """The grids that are offered, and the changes that were tried."""
    spec = GridSpec(MINI, WORDS, theme)
    tried: list[str] = []

    def note(event: Event) -> None:
        if isinstance(event, ChangeTried):
            assert event.number <= event.n_changes
            tried.append(event.change)

    with ChangedGrids(spec, why, SolverOptions(seed=1)) as task:
        task.subscribe(note)
        offered = list(task)
    for each in offered:
        each.spec.check(each.made.fill, maker="test")
    return offered, tried


def test_an_entry_is_left_out_that_has_no_partner() -> None:
    """Two entries of 8 letters are a pair; one of 6 has no place in a row of nine cells."""
    theme = Theme(("ICECREAM", "CARAMELS", "BANANA"))
    why = reason(theme)
    assert why.words == ("BANANA",)
    offered, _ = others(theme, why)
    (one,) = [each for each in offered if each.text == "without BANANA"]
    assert set(one.made.themed.slots) == {"ICECREAM", "CARAMELS"}


def test_a_larger_grid_is_tried() -> None:
    offered, tried = others(Theme(("BANANA",)), reason(Theme(("BANANA",))))
    assert tried == ["theme entries that are not in pairs", "without the symmetry", "10x9 cells"]
    assert [each.text for each in offered][-1] == "with 10x9 cells"
    assert offered[-1].made.fill.grid.n_cols == 10


def test_only_rules_that_keep_the_theme_out_are_tried() -> None:
    """And not the words, nor rules for entries, nor more blocks, as no words were looked at."""
    theme = Theme(("BANANA",))
    spec = GridSpec(MINI, WORDS, theme)
    names = [each.name(spec) for each in relaxations(spec, {20: WORDS}, reason(theme))]
    assert names == ["theme entries that are not in pairs", "without the symmetry", "10x9 cells",
                     "9x10 cells"]  # fmt: skip
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
def test_without_these_words_the_others_can_be_placed(words: tuple[str, ...]) -> None:
    """Compared with a search for the smaller theme, which knows nothing of the others."""
    theme = Theme(words)
    search = ThemeSearch(MINI, theme)
    told = search.to_leave_out(())
    assert not isinstance(told, Reason)

    def fits(smaller: Theme) -> bool:
        one = ThemeSearch(MINI, smaller)
        found = one.place()
        one.close()
        return isinstance(found, ThemedPattern)

    one_by_one = [(word,) for word in words if fits(theme.without([word]))]
    if one_by_one:
        assert told == one_by_one[:3]
    else:
        assert all(len(pair) == 2 and fits(theme.without(pair)) for pair in told)
    search.close()


def test_of_too_many_words_as_many_as_fit_are_kept() -> None:
    """Of five pairs three have a row each, with one between: two pairs are left out."""
    words = ("ICECREAM", "CARAMELS", "AARDVARK", "ABSOLUTE", "ACCIDENT", "ACTIVITY", "ADEQUATE",
             "ADVANCED", "AIRPLANE", "ALPHABET")  # fmt: skip
    theme = Theme(words)
    why = reason(theme)
    search = ThemeSearch(MINI, theme)
    (left_out,) = search.to_leave_out(why.words)
    search.close()

    def fits(kept: set[str]) -> bool:
        one = ThemeSearch(MINI, theme.without(set(words) - kept))
        found = one.place()
        one.close()
        return isinstance(found, ThemedPattern)

    kept = set(words) - set(left_out)
    assert fits(kept)
    assert not any(fits(kept | {word}) for word in left_out)


def test_a_theme_without_words_loses_their_second_readings() -> None:
    theme = Theme(("CLINTON", "STARE"), second=(("CLINTON", "BOBDOLE"),))
    assert theme.without(["CLINTON"]) == Theme(("STARE",))
    assert theme.without(["STARE"]).second == theme.second


def test_it_is_said_where_the_work_for_other_rules_had_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = "; a grid was made with theme entries that are not in pairs"
    for most, told in ((0, "; stopped with 4"), (1, f"{made}; stopped with 3")):
        monkeypatch.setattr(maker, "MOST_EFFORT", most)
        done = run_cli("make", "9x9", "--theme", "banana")
        assert done.code == 20
        assert done.err.endswith(f"they could{told} other changes to try\n")


def test_a_time_limit_ends_the_changes_and_the_next_run_goes_on() -> None:
    theme = Theme(("BANANA",))
    with ChangedGrids(GridSpec(MINI, WORDS, theme), reason(theme), SolverOptions(seed=1)) as task:
        stopped = task.run(1e-9)
        assert isinstance(stopped, Stopped)
        assert stopped.reason is Reason.TIME_LIMIT
        assert isinstance(task.run(), Found)
        assert task.n_found


def test_nothing_is_tried_where_only_the_reason_is_wanted() -> None:
    task = MakeTask(MINI, WORDS, Theme(("BANANA",)))
    task.maker.advises = False
    with task:
        result = task.run()
    assert isinstance(result, Impossible)
    assert result.why == str(reason(Theme(("BANANA",))))
