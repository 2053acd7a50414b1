"""Block patterns and grids around a theme: the public functions."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from satcross import PatternRules, SolverOptions, WordList
from satcross.checks import member
from satcross.extend import ProgressHandler, WordsLike, public, run_task

if TYPE_CHECKING:
    from satcross import EntryRules
    from satcross.apps.construct.densest import DensestResult
    from satcross.apps.construct.fillable import FillablePatterns
    from satcross.apps.construct.make import MakeResult
    from satcross.apps.construct.patterns.alike import Alike
    from satcross.apps.construct.patterns.listing import Patterns
    from satcross.apps.construct.patterns.minimum import FewestBlocks
    from satcross.apps.construct.theme import ThemeLike
    from satcross.apps.construct.theme_search import ThemePatterns


@public
def patterns(
    rules: PatternRules | str,
    *,
    preset: str | None = None,
    limit: int | None = None,
    alike: Alike | str = "turned",
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
    certificate: str | PathLike[str] | None = None,
) -> Patterns:
    """An iterator over block patterns that obey some rules, each checked, no two alike.

    Args:
        limit: how many patterns at most; None for all.
        alike: which patterns count as one: "turned" or mirrored into each other, or "same".
        time_limit_s: seconds for all patterns together; None for no limit.
        certificate: a file for the proof that there are no others, if all were found:
            `verify_certificate` checks it.

    >>> print(next(patterns("5x5", preset="mini", seed=1)).shape)
    5x5
    """
    from satcross import pattern_rules
    from satcross.apps.construct.patterns.alike import Alike
    from satcross.apps.construct.patterns.listing import Patterns

    return Patterns(
        pattern_rules(rules, preset),
        SolverOptions(seed=seed, on_progress=on_progress),
        limit=limit,
        alike=member(alike, Alike, "alike"),
        time_limit_s=time_limit_s,
        certificate=certificate,
    )


@public
def fewest_blocks(
    rules: PatternRules | str,
    *,
    preset: str | None = None,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
    certificate: str | PathLike[str] | None = None,
) -> FewestBlocks:
    """A pattern with as few blocks (or bars) as the rules allow.

    Args:
        certificate: a file for the proof that none has fewer: `verify_certificate` checks it.

    Returns: `Best`, whose objective is the number of blocks; `Impossible`; or `Stopped`.

    >>> fewest_blocks("5x5", preset="mini").objective
    0
    """
    from satcross import pattern_rules
    from satcross.apps.construct.patterns.minimum import FewestBlocksTask

    options = SolverOptions(seed=seed, on_progress=on_progress)
    task = FewestBlocksTask(pattern_rules(rules, preset), options, certificate=certificate)
    return run_task(task, time_limit_s)


@public
def theme_patterns(
    rules: PatternRules | str,
    theme: ThemeLike,
    words: WordsLike | None = None,
    *,
    preset: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> ThemePatterns | FillablePatterns:
    """An iterator over patterns around theme entries, all different.

    Args:
        limit: how many patterns at most; None for all.
        theme: phrases, or a `Theme`.
        words: with a list, only patterns that it fills, or that are not refuted after a round of
            trying, the most promising first; by default any pattern.
        time_limit_s: seconds for all patterns together; None for no limit.

    >>> themed = next(theme_patterns("7x7", ["clauses", "literal"], preset="mini"))
    >>> sorted(themed.slots)
    ['CLAUSES', 'LITERAL']
    """
    from satcross import pattern_rules
    from satcross.apps.construct.theme import Theme
    from satcross.apps.construct.theme_search import ThemePatterns

    options = SolverOptions(seed=seed, on_progress=on_progress)
    wanted = pattern_rules(rules, preset)
    if words is not None:
        from satcross.apps.construct.fillable import FillablePatterns

        listed = WordList.of(words)
        return FillablePatterns(
            wanted,
            listed,
            Theme.of(theme, listed.alphabet),
            options,
            limit=limit,
            time_limit_s=time_limit_s,
        )
    return ThemePatterns(
        wanted,
        Theme.of(theme),
        options,
        limit=limit,
        time_limit_s=time_limit_s,
    )


@public
def make(
    rules: PatternRules | str,
    words: WordsLike | None = None,
    theme: ThemeLike = (),
    *,
    preset: str | None = None,
    entries: EntryRules | None = None,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> MakeResult:
    """Make a filled grid: the pattern, the places of the theme entries, and all other words.

    Args:
        words: for all slots but the theme's; the built-in list by default.
        theme: phrases, or a `Theme`; they need not be in the list. "CLINTON/BOBDOLE" is an entry
            with two readings.
        entries: rules for the entries, as `Puzzle` has them; by default, that all are distinct.

    Returns: `Found` with a `MadeGrid`; `Impossible`, whose `evidence` says which theme entries
        cannot stand together; or `Stopped`.

    >>> make("5x5", preset="mini", seed=1).value.fill.grid.shape
    '5x5'
    """
    from satcross import EntryRules, pattern_rules
    from satcross.apps.construct.make import MakeTask
    from satcross.apps.construct.theme import Theme

    listed = WordList.builtin() if words is None else WordList.of(words)
    task = MakeTask(
        pattern_rules(rules, preset),
        listed,
        Theme.of(theme, listed.alphabet),
        SolverOptions(seed=seed, on_progress=on_progress),
        entries=entries or EntryRules(),
    )
    return run_task(task, time_limit_s)


@public
def densest(
    rules: PatternRules | str,
    words: WordsLike | None = None,
    *,
    preset: str | None = None,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> DensestResult:
    """A filled grid with as few blocks as the rules and the word list allow.

    Args:
        words: a `WordList`, words with or without scores, or the path of a file; the
            built-in list by default.

    Returns: `Best`, whose objective is the number of blocks; `Impossible`; or `Stopped`.

    >>> densest("4x4", preset="mini").objective
    0
    """
    from satcross import pattern_rules
    from satcross.apps.construct.densest import DensestTask

    listed = WordList.builtin() if words is None else WordList.of(words)
    options = SolverOptions(seed=seed, on_progress=on_progress)
    task = DensestTask(pattern_rules(rules, preset), listed, options)
    return run_task(task, time_limit_s)
