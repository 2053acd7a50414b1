"""Block patterns by rules, patterns around theme entries, and finished grids around them."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from satcross import (
    Answered,
    EntryRules,
    Found,
    Grid,
    Impossible,
    PatternRules,
    SolverOptions,
    Stopped,
    Symmetry,
    pattern_rules,
)
from satcross.apps.construct.adviser import ChangedGrid, ChangeTried
from satcross.apps.construct.fillable import FillablePatterns
from satcross.apps.construct.make import ChangedGrids, MadeGrids, MakeTask
from satcross.apps.construct.maker import PatternTried
from satcross.apps.construct.spec import GridSpec, MadeGrid
from satcross.apps.construct.theme import NoTheme, Theme, ThemedPattern
from satcross.apps.workbench.engine.panel import Also, Form, Panel
from satcross.apps.workbench.engine.question import (
    Data,
    Job,
    Kind,
    Question,
    outcome_of,
    score_parts,
)
from satcross.extend import PRESETS, Direction, Preset, counted, find_slots, n_cheaters, option
from satcross.forms import options_in

if TYPE_CHECKING:
    from satcross.apps.workbench.engine.analyst import Analyst

LISTED_S = 60.0  # for patterns
MADE_S = 60.0  # for a grid around a theme
OTHERS_S = 20.0  # for all changes that are tried when the rules asked for fail
N_PATTERNS = 6
MAX_PATTERNS = 50
TRIED_S = 0.5  # before another pattern is shown that is being filled
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


def _options_of(question: Question) -> SolverOptions:
    return SolverOptions(seed=int(question.ask.get("seed", 0)))


def patterns(analyst: Analyst, question: Question) -> Job:
    """Patterns by rules, each of which was filled with the words and rules of the crossword."""
    asked, document = options_in(PatternAsked, question.ask), analyst.document
    rules = asked.rules()
    if asked.symmetry is not None:
        rules = replace(rules, symmetry=asked.symmetry)
    words, entries = analyst.lists.of(document), EntryRules(document.rules)
    options, n = _options_of(question), question.number_of("n", N_PATTERNS, MAX_PATTERNS)
    task = MadeGrids(rules, words, None, options, entries=entries, limit=n)

    def parts(made: MadeGrid) -> Data:
        grid = made.fill.grid.without_letters()
        return {**_pattern_parts(grid), "filled": True, **score_parts(made.fill)}

    answer, _ = yield from _listed(analyst, question, task, rules, parts)
    return answer


def _themed_spec(analyst: Analyst, question: Question) -> GridSpec:
    """What a pattern or a grid around theme entries must be like."""
    words, asked = analyst.lists.of(analyst.document), options_in(ThemeAsked, question.ask)
    theme = Theme.of((asked.phrases or [])[:40], words.alphabet)
    if question.ask.get("anywhere"):  # as words that are wanted, which need not stand as a theme's
        theme = replace(theme, directions=tuple(Direction), symmetric=False, gap=1)
    return GridSpec(asked.rules(), words, theme, EntryRules(analyst.document.rules))


def theme_patterns(analyst: Analyst, question: Question) -> Job:
    """Patterns around theme entries."""
    spec, options = _themed_spec(analyst, question), _options_of(question)
    n = question.number_of("n", N_PATTERNS, MAX_PATTERNS)
    task = FillablePatterns(
        spec.rules, spec.words, spec.theme, options, entries=spec.entries, limit=n
    )
    task.maker.advises = False  # what other rules give is shown, and not only told
    answer, result = yield from _listed(
        analyst, question, task, spec.rules, lambda got: _themed_parts(got, spec)
    )
    return (yield from _with_others(analyst, question, spec, answer, result))


def _themed_parts(found: ThemedPattern, spec: GridSpec) -> Data:
    """A pattern around theme entries: also the cells of each, and cheaters that are not wanted."""
    rules = spec.rules
    return {
        **_pattern_parts(found.grid),
        "slots": {word: list(rules.slot_cells(slot)) for word, slot in found.slots.items()},
        "n_cheaters": 0 if rules.cheaters else n_cheaters(found.grid),
    }


def _pattern_parts(grid: Grid) -> Data:
    """A pattern as the protocol has it."""
    return {
        "rows": grid.lines(),
        "blocks": grid.cells.count("#"),
        "words": len(find_slots(grid)),
        "slots": {},
        "n_cheaters": 0,
    }


class _Trying:
    """Patterns that a task tries to fill: how many, and now and then one of them to be shown."""

    def __init__(self, rules: PatternRules) -> None:
        self.n = 0
        self._rules = rules
        self._next_at = 0.0

    def shown(self, event: object) -> Data | None:
        """What to say of an event: nothing most of the time."""
        if not isinstance(event, PatternTried) or event.themed is None:
            return None
        self.n += 1
        if time.monotonic() < self._next_at:
            return None
        self._next_at = time.monotonic() + TRIED_S
        slots = event.themed.slots.items()
        cells = {word: list(self._rules.slot_cells(slot)) for word, slot in slots}
        return {"tried": self.n, "trying": {**_pattern_parts(event.themed.grid), "slots": cells}}


def _listed(
    analyst: Analyst,
    question: Question,
    task: Any,
    rules: PatternRules,
    shown: Callable[[Any], Data],
) -> Generator[Any, None, tuple[Data, Any]]:
    """Send patterns as they come; until the first one, those that the task tries to fill.

    Args: rules: of the patterns; shown: from what the task finds to a pattern of the protocol.
    Returns: the answer, and the result of the task.
    """
    found: list[Data] = []
    trying = _Trying(rules)

    def take(event: object) -> None:
        if isinstance(event, Answered):
            found.append(shown(event.value))
            analyst.answer(question, patterns=list(found), done=False)
        elif (said := trying.shown(event)) and not found:
            analyst.answer(question, patterns=[], **said, done=False)

    result = yield from analyst.aside(task, LISTED_S, take)
    outcome = "found" if found and not isinstance(result, Impossible) else outcome_of(result)
    why_not = str(result.evidence or result.why) if isinstance(result, Impossible) else ""
    return {"outcome": outcome, "patterns": found, "text": why_not}, result


def _with_others(
    analyst: Analyst,
    question: Question,
    spec: GridSpec,
    answer: Data,
    result: Any,
    *,
    full: bool = False,
) -> Job:
    """An answer; where nothing was found, with what other rules give, each tried alone and filled.

    Args: result: of the task; full: whether grids are shown with their letters.
    """
    others: list[Data] = []  # whose texts have their cheaters
    without: list[str] = []
    answer |= {"others": others, "without": without}
    if answer["outcome"] == "found":
        return answer
    trying = _Trying(spec.rules)
    step: Data = {}
    n_left: int | None = None  # as long as nobody knows how many there are

    def take(event: object) -> None:
        nonlocal n_left
        match event:
            case ChangeTried():
                end_step()
                n_left = event.n_changes - event.number
                step.update(rule=event.change, at=event.number, of=event.n_changes)
                analyst.answer(question, done=False, **answer, step=dict(step))
            case Answered(ChangedGrid() as other):
                step.clear()
                fill, parts = other.made.fill, _themed_parts(other.made.themed, other.spec)
                parts |= {**score_parts(fill), "filled": True, "text": other.text, "n_cheaters": 0}
                if full:
                    parts["rows"] = fill.grid.lines(both=True)
                others.append(parts)
            case _ if said := trying.shown(event):
                analyst.answer(question, done=False, **answer, step=dict(step), **said)

    def end_step() -> None:
        if step:
            without.append(step["rule"])
            step.clear()

    evidence = result.evidence if isinstance(result, Impossible) else None
    why = evidence if isinstance(evidence, NoTheme) else None
    task = ChangedGrids(spec, why, _options_of(question))
    result = yield from analyst.aside(task, OTHERS_S, take)
    if isinstance(result, Stopped):
        during = f" while it tried: {step['rule']}" if step else ""
        more = f"; {counted(n_left, 'change')} not tried" if n_left else ""
        answer["stopped"] = " before a change was tried" if n_left is None else during + more
    else:
        end_step()
    return answer


def make(analyst: Analyst, question: Question) -> Job:
    """A finished grid around theme entries."""
    spec, options = _themed_spec(analyst, question), _options_of(question)
    task = MakeTask(spec.rules, spec.words, spec.theme, options, entries=spec.entries)
    task.maker.advises = False
    trying = _Trying(spec.rules)

    def take(event: object) -> None:
        if said := trying.shown(event):
            analyst.answer(question, done=False, outcome="", rows=[], **said)

    result = yield from analyst.aside(task, MADE_S, take)
    answer: Data = {"outcome": outcome_of(result), "rows": [], "text": ""}
    match result:
        case Found(made):
            answer |= {
                "rows": made.fill.grid.lines(both=True),
                **score_parts(made.fill),
                "n_cheaters": _themed_parts(made.themed, spec)["n_cheaters"],
                "theme": sorted(made.themed.roles.theme),
            }
        case Impossible():
            answer["text"] = str(result.evidence or result.why)
        case Stopped():
            answer["text"] = str(result)
    return (yield from _with_others(analyst, question, spec, answer, result, full=True))


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
