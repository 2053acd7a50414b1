"""Questions for other puzzles than the crossword: patterns, word searches, codewords, fill-ins."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from satcross.checks import counted
from satcross.construct.advice import Relaxation, relaxations
from satcross.construct.fillable import FillablePatterns
from satcross.construct.make import MakeTask
from satcross.construct.maker import PatternTried
from satcross.construct.spec import GridSpec, MadeGrid
from satcross.construct.theme import Theme, ThemedPattern
from satcross.construct.theme_search import ThemePatterns
from satcross.errors import InputError
from satcross.model.crossword import TEXTS, Crossword
from satcross.model.entry_rules import EntryRules
from satcross.model.grid import OPEN, Grid
from satcross.model.puzzle import Direction, Puzzle, find_slots
from satcross.pattern.listing import Patterns
from satcross.pattern.presets import pattern_rules
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Symmetry
from satcross.pattern.verify import n_cheaters
from satcross.results import Best, Found, Impossible, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Answered
from satcross.tasks.checking import faults_of
from satcross.tasks.making import Maker, Making, OfPuzzle
from satcross.web.conversion import crossword_of
from satcross.web.engine.question import Data, Job, Question, outcome_of, score_parts
from satcross.words import WordList

if TYPE_CHECKING:
    from satcross.web.engine.analyst import Analyst

LISTED_S = 60.0  # for patterns, and for word searches
CODED_S = 60.0  # for a codeword or a fill-in
MADE_S = 120.0  # for a grid around a theme
OTHERS_S = 10.0  # for each of the other rules that are tried where there is no grid
MAX_PATTERNS = 50
TRIED_S = 0.5  # before another pattern is shown that is being filled
ANY_PATTERN = "any pattern, whether words can fill it or not"


def _rules_of(question: Question) -> PatternRules:
    """The rules for patterns that a question names, for its size."""
    ask = question.ask
    return pattern_rules(f"{int(ask['cols'])}x{int(ask['rows'])}", ask.get("preset"))


def _options_of(question: Question) -> SolverOptions:
    return SolverOptions(seed=int(question.ask.get("seed", 0)))


def _n_of(question: Question) -> int:
    return min(max(int(question.ask.get("n", 1)), 1), MAX_PATTERNS)


def patterns(analyst: Analyst, question: Question) -> Job:
    """Patterns by rules."""
    rules = _rules_of(question)
    if question.ask.get("symmetry"):
        rules = replace(rules, symmetry=Symmetry(question.ask["symmetry"]))
    task = Patterns(rules, _options_of(question), limit=_n_of(question))
    return (yield from _listed(analyst, question, task, _pattern_parts))


def _themed_spec(analyst: Analyst, question: Question) -> GridSpec:
    """What a pattern or a grid around theme entries must be like."""
    words = analyst.lists.of(analyst.document)
    phrases = [str(phrase) for phrase in question.ask["phrases"]][:40]
    theme = Theme.of(phrases, words.alphabet)
    if question.ask.get("anywhere"):  # as words that are wanted, which need not stand as a theme's
        theme = replace(theme, directions=tuple(Direction), symmetric=False, gap=1)
    return GridSpec(_rules_of(question), words, theme, EntryRules(analyst.document.rules))


def theme_patterns(analyst: Analyst, question: Question) -> Job:
    """Patterns around theme entries."""
    spec = _themed_spec(analyst, question)

    def task_of(other: GridSpec, limit: int = 1) -> FillablePatterns:
        options = _options_of(question)
        return FillablePatterns(
            other.rules, other.words, other.theme, options, entries=other.entries, limit=limit
        )

    task = task_of(spec, _n_of(question))
    answer = yield from _listed(analyst, question, task, lambda got: _themed_parts(got, spec))
    return (yield from _with_others(analyst, question, spec, task_of, answer))


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


def _listed(analyst: Analyst, question: Question, task: Any, shown: Callable[[Any], Data]) -> Job:
    """Send patterns as they come; until the first one, those that the task tries to fill.

    Args: shown: from what the task finds to a pattern of the protocol.
    """
    found: list[Data] = []
    next_at = 0.0

    def take(event: object) -> None:
        nonlocal next_at
        if isinstance(event, Answered):
            found.append(shown(event.value))
            analyst.answer(question, patterns=list(found), done=False)
        elif isinstance(event, PatternTried) and not found and time.monotonic() >= next_at:
            next_at = time.monotonic() + TRIED_S
            analyst.answer(question, patterns=[], trying=shown(event.themed), done=False)

    result = yield from analyst.aside(task, LISTED_S, take)
    outcome = "found" if found and not isinstance(result, Impossible) else outcome_of(result)
    why_not = str(result.evidence or result.why) if isinstance(result, Impossible) else ""
    return {"outcome": outcome, "patterns": found, "text": why_not}


def _with_others(
    analyst: Analyst,
    question: Question,
    spec: GridSpec,
    task_of: Callable[[GridSpec], Any],
    answer: Data | None,
) -> Job:
    """An answer; where nothing was found, with what other rules give, each tried alone.

    Args: task_of: the task that looks for what was asked, by other rules.
    """
    assert answer is not None
    others: list[Data] = []
    without: list[str] = []
    answer |= {"others": others, "without": without}
    if answer["outcome"] == "found":
        return answer
    helped: set[str] = set()
    for other in _other_rules(spec):
        if other.series and other.series in helped:
            continue
        analyst.answer(question, done=False, **answer)
        is_any = other.text == ANY_PATTERN
        task = ThemePatterns(spec.rules, spec.theme, limit=1) if is_any else task_of(other.spec)
        got: list[Any] = []

        def take(event: object, got: list[Any] = got) -> None:
            if isinstance(event, Answered):
                got.append(event.value)

        result = yield from analyst.aside(task, OTHERS_S, take)
        if isinstance(result, Found) and isinstance(result.value, MadeGrid):
            got = [result.value]
        if not got:
            without.append(_name_of(other, spec))
            continue
        helped.add(other.series)
        made = got[0]
        themed = made.themed if isinstance(made, MadeGrid) else made
        parts = _themed_parts(themed, spec)
        if isinstance(made, MadeGrid):
            parts["rows"] = made.fill.grid.lines(both=True)
        others.append({**parts, "text": other.difference(themed, spec)})
    return answer


def _other_rules(spec: GridSpec) -> list[Relaxation]:
    """The changes that are tried, one at a time."""
    theme = spec.theme
    out = relaxations(spec, {})
    if theme.gap > 1 and all(other.spec.theme.gap == theme.gap for other in out):
        closer = replace(spec, theme=replace(theme, gap=1))
        out.append(Relaxation("theme entries side by side", closer))
    return [*out, Relaxation(ANY_PATTERN, spec)]


def _name_of(other: Relaxation, spec: GridSpec) -> str:
    """What a change is, where no grid says it."""
    if other.text:
        return other.text
    return "both directions" if other.spec.rules == spec.rules else "more words and blocks"


def make(analyst: Analyst, question: Question) -> Job:
    """A finished grid around theme entries."""
    spec = _themed_spec(analyst, question)

    def task_of(other: GridSpec) -> MakeTask:
        options = _options_of(question)
        return MakeTask(other.rules, other.words, other.theme, options, entries=other.entries)

    result = yield from analyst.aside(task_of(spec), MADE_S)
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
    return (yield from _with_others(analyst, question, spec, task_of, answer))


def wordsearch(analyst: Analyst, question: Question) -> Job:
    """A word search, with files of it."""
    from satcross.wordsearch.make import WordSearchTask
    from satcross.wordsearch.options import WordSearchOptions

    ask = question.ask
    words = [str(word)[:64] for word in ask["words"]][:500]
    size = f"{int(ask['cols'])}x{int(ask['rows'])}" if ask.get("rows") else None
    options = WordSearchOptions(
        level=str(ask.get("level", "hard")),
        message=str(ask.get("message", ""))[:200],
        seed=int(ask.get("seed", 0)),
        alphabet=analyst.lists.alphabet,
    )
    result = yield from analyst.aside(WordSearchTask(words, size, options), LISTED_S)
    if not isinstance(result, Found | Best):
        return {**_nothing(result), "rows": [], "words": []}
    made = result.value
    board = made.layout.board
    letters = [made.letters.get(at, " ") for at in range(board.n_rows * board.n_cols)]
    return {
        "outcome": "found",
        "rows": ["".join(row) for row in zip(*[iter(letters)] * board.n_cols, strict=True)],
        "words": [
            {"word": word.written, "letters": word.word, "cells": list(placement.cells)}
            for word, placement in zip(made.words, made.layout.placements, strict=True)
        ],
        "crossings": [crossing.cell for crossing in made.layout.crossings],
        "made": _wordsearch_files(analyst, made, str(ask.get("title", ""))[:300]),
    }


def _wordsearch_files(analyst: Analyst, made: Any, title: str) -> str:
    """The name of a folder with the word search as a page to solve, a page to print, and so on."""
    from satcross.wordsearch.files import search_json

    made_json = search_json(made, number=1)
    texts = {"txt": f"{made}\n".encode(), "json": f"{made_json}\n".encode()}
    return _folder_of(analyst, "wordsearch", _drawn(made, title) | texts)


def codeword(analyst: Analyst, question: Question) -> Job:
    """The codeword of the filled grid, with files of it."""
    from satcross.kinds.codeword.make import CodewordMaker, CodewordOptions

    document = analyst.document
    if empty := _unfilled(analyst, "A codeword"):
        return empty
    wanted = CodewordOptions(
        letters=str(question.ask.get("letters", ""))[:100],
        difficulty=int(question.ask.get("difficulty", 0)) or None,
        any_letters=True,
    )
    words = analyst.lists.of(document, every_score=True)
    try:
        puzzle = Puzzle(document.grid, words)
        if twice := [fault for fault in faults_of(puzzle, puzzle.grid) if fault.kind == "repeat"]:
            return {"outcome": "stopped", "text": f"A codeword has each word once: {twice[0]}."}
        best = yield from _made(analyst, question, CodewordMaker(OfPuzzle(puzzle), wanted))
    except InputError as error:
        return _nothing(error)
    if not isinstance(best, Best):
        return _nothing(best)
    made, found = best.value, best.value.difficulty
    steps = () if found is None else found.steps
    return {
        "outcome": "found",
        "rating": found and found.rating,
        "difficulty": str(found or "no time to judge the difficulty"),
        "steps": [str(step) for step in steps],
        "given": {str(number): letter for number, letter in made.codeword.given.items()},
        "n_words": made.n_words,
        "least": best.bound,
        "made": _files(analyst, "codeword", made.crossword, str(made)),
    }


def fillin(analyst: Analyst, question: Question) -> Job:
    """The fill-in or the alphabetical jigsaw of the filled grid, with files of it."""
    from satcross.kinds.fillin.make import FillInMaker, FillInOptions
    from satcross.kinds.fillin.puzzle import words_by_length

    document = analyst.document
    is_jigsaw = question.ask.get("kind") == "jigsaw"
    if empty := _unfilled(analyst, "A jigsaw" if is_jigsaw else "A fill-in"):
        return empty
    n_given = max(0, int(question.ask.get("givens") or 0))
    wanted = FillInOptions(jigsaw=is_jigsaw, givens=n_given)
    try:
        puzzle = Puzzle(document.grid, WordList.from_words((), alphabet=analyst.lists.alphabet))
        source = OfPuzzle(puzzle, crossword_of(document, settings=False))
        best = yield from _made(analyst, question, FillInMaker(source, wanted))
    except InputError as error:
        return _nothing(error)
    if not isinstance(best, Best):
        return _nothing(best)
    made = best.value
    if is_jigsaw:
        listed = [("", line) for line in str(made).split("\n\n")[1].splitlines()]
    else:
        listed = [(f"{n}:", " ".join(some)) for n, some in words_by_length(made.puzzle).items()]
    return {
        "outcome": "found",
        "kind": made.crossword.kind.value,
        "n_words": len(made.puzzle.slots),
        "listed": listed,
        "given": [made.fill[name].word for name in made.given],
        "needed": best.objective,
        "least": best.bound,
        "no_clue": sum(not clue.text for clue in made.crossword.clues),
        "made": _files(analyst, made.crossword.kind.value, made.crossword, str(made)),
    }


def _made(analyst: Analyst, question: Question, maker: Maker[Any]) -> Generator[Any, None, Any]:
    """A puzzle of a kind, or why there is none. Another seed would have the same letters."""
    making = Making(maker, _options_of(question), limit=1, tries=1)
    found: list[Any] = []

    def take(event: object) -> None:
        if isinstance(event, Answered):
            found.append(event.value)

    result = yield from analyst.aside(making, CODED_S, take)
    return found[0] if found else result


def _unfilled(analyst: Analyst, what: str) -> Data | None:
    """The answer where there are cells to fill."""
    if empty := analyst.document.grid.cells.count(OPEN):
        text = f"{what} is made of a filled grid; {counted(empty, 'cell')} to fill."
        return {"outcome": "stopped", "text": text}
    return None


def _nothing(why: InputError | Impossible | Stopped) -> Data:
    """The answer where a task refused what it was given, or found nothing."""
    text = str(why)
    if isinstance(why, InputError):
        text = f"{why.problem}."
    elif isinstance(why, Impossible):
        text = why.why
    return {"outcome": outcome_of(why), "text": text}


def _files(analyst: Analyst, stem: str, made: Crossword, text: str) -> str:
    """The name of a folder with a puzzle as a page to solve, a page to print, and so on."""
    from satcross.formats.reading import file_of

    crossword = replace(made, **{name: getattr(analyst.document, name) for name in TEXTS})
    # No other format holds a jigsaw.
    file, format_name = ("json", "satcross") if stem == "jigsaw" else ("ipuz", "ipuz")
    files = {
        **_drawn(crossword),
        file: file_of(crossword, format_name, lossy=True, target=f"{stem}.{file}").data,
        "txt": f"{text}\n".encode(),
    }
    return _folder_of(analyst, stem, files)


def _drawn(puzzle: object, title: str = "") -> dict[str, bytes]:
    """A page to solve, a page to print and a picture, by the ends of their names."""
    from satcross.drawing import Part
    from satcross.pictures import picture_of

    parts = {"html": None, "pdf": None, "svg": Part.PUZZLE}
    return {
        kind: picture_of(puzzle, kind, part, title=title, embed_font=True)
        for kind, part in parts.items()
    }


def _folder_of(analyst: Analyst, stem: str, files: Mapping[str, bytes]) -> str:
    """The name of a new folder with files. Args: files: by the ends of their names."""
    folder = analyst.scratch / f"{stem}-{next(_NUMBERS)}"
    folder.mkdir()
    for ending, data in files.items():
        (folder / f"{stem}.{ending}").write_bytes(data)
    return folder.name


_NUMBERS = itertools.count(1)
