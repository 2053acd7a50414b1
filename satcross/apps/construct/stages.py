"""What patterns must be like to be tried, by stages, from selective to exact.

Each stage has a number of tries, and after the last the first goes on with twice as many. Nothing
is forbidden in the last but what was proved to have no fill. So when it finds nothing, and every
pattern was decided, that is a proof.
"""

from __future__ import annotations

from dataclasses import dataclass

from satcross.apps.construct.judged import NO_PREFERENCES, Preferences


@dataclass(frozen=True, slots=True)
class Stage:
    """How selective to be, and for how long.

    Args:
        preferences: what patterns must be like.
        n_tries: how many patterns and places of the theme may be refuted in the first round.
        n_patterns: how many patterns may go to the filler in the first round.
    """

    preferences: Preferences
    n_tries: int = 200
    n_patterns: int = 40


# Long slots through several theme entries are what makes patterns unfillable: few words, many
# crossings. `docs/internals/patterns.md` has what was tried.
_FEW_WORDS = Preferences(longest=9, gap=2, slack=1.0, dense=True)
_MORE_WORDS = Preferences(longest=9, gap=2, slack=1.5, dense=True)
_THREE_ROWS = Preferences(longest=9, gap=3, slack=1.0, dense=True)

# The first three come twice: what the solver learns at later ones of slots with too few words holds
# for them too. Hardly any pattern of the last four has a fill, but proofs need them.
STAGES = (
    Stage(_THREE_ROWS, n_tries=30),
    Stage(_FEW_WORDS, n_tries=40),
    Stage(_MORE_WORDS, n_tries=120),
    Stage(Preferences(longest=11, gap=2, slack=2.0, dense=True), n_tries=120),
    Stage(_THREE_ROWS, n_tries=60),
    Stage(_FEW_WORDS, n_tries=80),
    Stage(_MORE_WORDS, n_tries=120),
    Stage(Preferences(longest=11, gap=2, slack=2.0), n_tries=15),
    Stage(Preferences(longest=13, gap=2, slack=2.5), n_tries=15),
    Stage(Preferences(slack=3.0), n_tries=15),
    Stage(NO_PREFERENCES, n_tries=15),
)

# How long other rules are tried where there seems to be no grid.
ADVICE_STAGES = (
    Stage(Preferences(longest=9, gap=2, slack=1.5, dense=True), n_tries=60, n_patterns=15),
    Stage(Preferences(longest=11, gap=2, slack=2.0), n_tries=60, n_patterns=15),
)


class Schedule:
    """Which stage's turn it is.

    Args: stages: from selective to exact; for proofs the last one has no preferences.

    Fields:
        n_rounds: how often all stages had their turn.
        is_over: there is no pattern left, at the stage without preferences or at any.
    """

    def __init__(self, stages: tuple[Stage, ...]) -> None:
        self._stages = list(stages)
        self._at = self._n_tried = self._n_filled = 0
        self.n_rounds = 0
        self.is_over = False

    @property
    def stage(self) -> Stage:
        """The stage whose turn it is."""
        return self._stages[self._at]

    @property
    def tries_left(self) -> int:
        """How many more tries it has in this round, at least 1."""
        return max(1, (self.stage.n_tries << self.n_rounds) - self._n_tried)

    def used(self, n_tries: int, found: bool) -> None:
        """Count tries, and a pattern if one was found; the next stage may begin."""
        self._n_tried += n_tries
        self._n_filled += found
        stage = self.stage
        if (
            self._n_tried >= stage.n_tries << self.n_rounds
            or self._n_filled >= stage.n_patterns << self.n_rounds
        ):
            self._next()

    def exhausted(self) -> None:
        """There is no other pattern at this stage."""
        self.is_over = self.stage.preferences == NO_PREFERENCES or len(self._stages) == 1
        if not self.is_over:
            del self._stages[self._at]
            self._at -= 1
            self._next()

    def _next(self) -> None:
        self._n_tried = self._n_filled = 0
        self._at += 1
        if self._at == len(self._stages):
            self._at = 0
            self.n_rounds += 1
