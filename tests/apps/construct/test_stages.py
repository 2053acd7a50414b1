"""Which stage has its turn when."""

from __future__ import annotations

from satcross.apps.construct.judged import NO_PREFERENCES, Preferences
from satcross.apps.construct.stages import STAGES, Schedule, Stage


def test_tight_stages_come_again_before_the_loose_ones() -> None:
    """What later stages teach the solver of slots with too few words holds for them too."""
    schedule = Schedule(STAGES)
    turns: list[Preferences] = []
    while not schedule.n_rounds:
        turns.append(schedule.stage.preferences)
        schedule.used(schedule.tries_left, found=False)
    first_loose = next(n for n, each in enumerate(turns) if not each.dense)
    tight = turns[:3]
    assert turns[4:7] == tight
    assert first_loose == 7
    assert turns[-1] == NO_PREFERENCES


def test_the_stages_end_with_the_last_that_has_patterns() -> None:
    """Stages without preferences end in a proof; where there are none, it is over, without one."""
    tight = Preferences(slack=1.0)
    schedule = Schedule((Stage(tight), Stage(Preferences(slack=2.0))))
    schedule.exhausted()
    assert not schedule.is_over
    schedule.exhausted()
    assert schedule.is_over
