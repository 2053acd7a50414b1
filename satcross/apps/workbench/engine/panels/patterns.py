"""Block patterns by rules, patterns around theme entries, and finished grids around them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from satcross import (
    Answered,
    EntryRules,
    Grid,
    PatternRules,
    Reason,
    SolverOptions,
    Stopped,
    Symmetry,
    pattern_rules,
)
from satcross.apps.construct.adviser import ChangedGrid
from satcross.apps.construct.maker import PatternTried
from satcross.apps.construct.offers import OfferedGrids, Standing
from satcross.apps.construct.spec import GridSpec, MadeGrid
from satcross.apps.construct.theme import Theme, ThemedPattern
from satcross.apps.workbench.engine.panel import Also, Form, Panel
from satcross.apps.workbench.engine.question import (
    Data,
    Job,
    Kind,
    Question,
    outcome_of,
    score_parts,
)
from satcross.extend import PRESETS, Direction, Preset, counted, find_slots, option
from satcross.forms import options_in
from satcross.task import Early

if TYPE_CHECKING:
    from satcross.apps.workbench.engine.analyst import Analyst

MADE_S = 600.0  # for patterns and grids, which mostly are given up before, by the work
N_PATTERNS = 6
MAX_PATTERNS = 50
NEWS_S = 0.5  # between two signs of how far a search is
TITLES = {preset.value: facts.title for preset, facts in PRESETS.items()}
NOTES = {preset.value: facts.text for preset, facts in PRESETS.items()}


@dataclass(frozen=True, kw_only=True)
class Sized:
    """A size and rules."""

    cols: int = option("", "", default=15, at_least=1, label="Columns")
    rows: int = option("", "", default=15, at_least=1)
    preset: Preset | None = option(
        "", "", default=Preset.NYT, label="Rules", choices=TITLES, notes=NOTES
    )

    def rules(self) -> PatternRules:
        """The rules for patterns."""
        return pattern_rules(f"{self.cols}x{self.rows}", self.preset)


@dataclass(frozen=True, kw_only=True)
class PatternAsked(Sized):
    """What the form of patterns has."""

    symmetry: Symmetry | None = option("", "", choices=Symmetry.texts())


@dataclass(frozen=True, kw_only=True)
class ThemeAsked(Sized):
    """What the form of theme entries has."""

    phrases: list[str] | None = option("", "", label="Theme entries, one a line")


def patterns(analyst: Analyst, question: Question) -> Job:
    """Patterns by rules, each of which was filled with the words and rules of the crossword."""
    asked, document = options_in(PatternAsked, question.ask), analyst.document
    rules = asked.rules()
    if asked.symmetry is not None:
        rules = replace(rules, symmetry=asked.symmetry)
    spec = GridSpec(rules, analyst.lists.of(document), entries=EntryRules(document.rules))
    return _listed(analyst, question, spec, lambda made: made.fill.grid.without_letters())


def _themed_spec(analyst: Analyst, question: Question) -> GridSpec:
    """What a pattern or a grid around theme entries must be like."""
    words, asked = analyst.lists.of(analyst.document), options_in(ThemeAsked, question.ask)
    theme = Theme.of((asked.phrases or [])[:40], words.alphabet)
    if question.ask.get("anywhere"):  # as words that are wanted, which need not stand as a theme's
        theme = replace(theme, directions=tuple(Direction), symmetric=False, gap=1)
    return GridSpec(asked.rules(), words, theme, EntryRules(analyst.document.rules))


def theme_patterns(analyst: Analyst, question: Question) -> Job:
    """Patterns around theme entries, each of which was filled."""
    spec = _themed_spec(analyst, question)
    return _listed(analyst, question, spec, lambda made: made.themed.grid)


def _listed(
    analyst: Analyst, question: Question, spec: GridSpec, shown: Callable[[MadeGrid], Grid]
) -> Job:
    """Patterns as they come. Args: shown: the pattern of a grid."""
    n = question.number_of("n", N_PATTERNS, MAX_PATTERNS)
    answer: Data = {"patterns": []}

    def take(made: MadeGrid) -> None:
        answer["patterns"].append(_parts(made, spec, shown(made)))

    return _offered(analyst, question, spec, _Told(analyst, question, answer, take), n)


def make(analyst: Analyst, question: Question) -> Job:
    """A finished grid around theme entries."""
    spec = _themed_spec(analyst, question)
    answer: Data = {"rows": []}

    def take(made: MadeGrid) -> None:
        parts = _parts(made, spec, made.fill.grid)
        answer.update(parts, theme=sorted(made.themed.roles.theme))

    return _offered(analyst, question, spec, _Told(analyst, question, answer, take, full=True), 1)


def _offered(analyst: Analyst, question: Question, spec: GridSpec, told: _Told, limit: int) -> Job:
    """Grids as they come; until the first, how far the search is, and what one change gives."""
    told.tell()
    task = OfferedGrids(spec, SolverOptions(seed=int(question.ask.get("seed", 0))), limit=limit)
    result = yield from analyst.aside(task, MADE_S, told.hear)
    return told.whole(result)


class _Told:
    """The messages about grids that are being made.

    Args:
        answer: what is sent, and is known so far.
        take: puts a grid into it.
        full: whether grids are shown with their letters.
    """

    def __init__(
        self,
        analyst: Analyst,
        question: Question,
        answer: Data,
        take: Callable[[MadeGrid], None],
        *,
        full: bool = False,
    ) -> None:
        self._analyst, self._question, self._answer = analyst, question, answer
        self._take, self._full = take, full
        self._others: list[Data] = []  # whose texts have their cheaters
        answer |= {"outcome": "", "text": "", "others": self._others, "without": []}
        self._standing = Standing("starting the search", 0.0)
        self._now: Data = {}  # what is being tried
        self._n_found = 0
        self._next_at = 0.0

    def tell(self) -> None:
        """Send it, and how far the search is."""
        self._next_at = time.monotonic() + NEWS_S
        now = {**self._now, "progress": str(self._standing)}
        self._analyst.answer(self._question, done=False, **self._answer, **now)

    def hear(self, event: object) -> None:
        """Take in an event of `OfferedGrids`; most of them are not told."""
        is_news = time.monotonic() >= self._next_at
        match event:
            case Answered(made):
                self._take(made)
                self._n_found += 1
                self._now.pop("trying", None)
                is_news = True
            case Early(ChangedGrid() as other):
                made = other.made
                grid = made.fill.grid if self._full else made.themed.grid
                parts = _parts(made, other.spec, grid)
                self._others.append({**parts, "text": other.text, "n_cheaters": 0})
            case PatternTried(themed=ThemedPattern() as themed) if not self._n_found:
                is_news |= "trying" not in self._now
                self._now["trying"] = {**_pattern_parts(themed.grid), "slots": themed.cells}
            case Standing():
                is_news |= self._stand(event)
            case _:
                return
        if is_news and not (self._full and self._n_found):  # for the whole answer follows at once
            self.tell()

    def _stand(self, standing: Standing) -> bool:
        """Take in how far it is. Returns: whether something else is done from now on."""
        last, self._standing, answer = self._standing, standing, self._answer
        answer["without"] = list(standing.without)
        if standing.why:
            answer |= {"outcome": "impossible", "text": standing.why}
        if standing.change == last.change:
            return standing.why != last.why
        at, of = standing.number, standing.n_changes
        step = {"rule": standing.change, "at": at, "of": of}
        self._now = {"step": step} if standing.change else {}
        return True

    def whole(self, result: object) -> Data:
        """All of it. Args: result: of the task."""
        answer = self._answer
        answer["outcome"] = "found" if self._n_found else outcome_of(result)
        if self._n_found:
            return answer
        if isinstance(result, Stopped):
            answer["text"] = str(result)
        return {**answer, "stopped": _not_tried(self._standing, result)}


def _not_tried(last: Standing, result: object) -> str:
    """What work or time did not allow of the changes; "" for nothing."""
    if not last.n_changes and isinstance(result, Stopped) and result.reason is not Reason.GIVEN_UP:
        return " before a change was tried"
    during = f" while it tried: {last.change}" if last.change else ""
    return during + (f"; {counted(last.n_left, 'change')} not tried" if last.n_left else "")


def _parts(made: MadeGrid, spec: GridSpec, grid: Grid) -> Data:
    """A grid that was made, as the protocol has it. Args: spec: what it obeys; grid: as shown."""
    return {
        **_pattern_parts(grid),
        "slots": made.themed.cells,
        "n_cheaters": 0 if spec.rules.cheaters else made.n_cheaters,
        "filled": True,
        **score_parts(made.fill),
    }


def _pattern_parts(grid: Grid) -> Data:
    """A pattern as the protocol has it."""
    return {
        "rows": grid.lines(both=True),
        "blocks": grid.cells.count("#"),
        "words": len(find_slots(grid)),
    }


GRID_AT_ONCE = Also(
    "make",
    Kind(make, "made", "making a grid"),
    "A finished grid at once",
    "looks for a pattern that has a fill",
)
PANELS = (
    Panel(
        question="pattern",
        kind=Kind(patterns, "patterns", "patterns"),
        title="Block pattern",
        text="Block patterns by rules",
        keys="#",
        menu="Grid",
        place=10,
        forms=lambda: [Form(PatternAsked)],
        starts=("rows", "cols", "symmetry"),
        shows="library",
        main="Show six",
        step=N_PATTERNS,
    ),
    Panel(
        question="theme_patterns",
        kind=Kind(theme_patterns, "patterns", "patterns for the theme"),
        title="Around theme entries",
        text="Patterns around theme entries",
        keys="Alt+Shift+E",
        menu="Grid",
        place=20,
        forms=lambda: [Form(ThemeAsked)],
        starts=("rows", "cols"),
        shows="patterns",
        main="Show patterns",
        also=(GRID_AT_ONCE,),
    ),
)
