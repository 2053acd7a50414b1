"""The questions of the protocol: each a job that answers it."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from satcross.errors import OptionError
from satcross.model.fill import Fill
from satcross.model.grid import OPEN, Grid
from satcross.model.needs import require_support
from satcross.model.puzzle import Puzzle, Slot, find_slots
from satcross.results import Best, Found, Impossible, Stopped
from satcross.task import Answered
from satcross.tasks.explain.changes import ChangeKind, Correction
from satcross.tasks.explain.corrections import Corrections
from satcross.tasks.explain.explain import SUPPORTS, ExplainTask, Explanation
from satcross.tasks.explain.rules import Rule as Reason
from satcross.tasks.explain.rules import RuleKind, reasons_text
from satcross.web.document import Document, rules_data
from satcross.web.edits import Editor
from satcross.web.engine.analyst import WORK_S, Analyst, Ask, Data, Job, Kind, letters_of
from satcross.web.engine.statistics import statistics_of
from satcross.words import WordList

if TYPE_CHECKING:
    from satcross.construct.advice import Relaxation
    from satcross.construct.spec import GridSpec
    from satcross.construct.theme import ThemedPattern
    from satcross.rules.base import Rule

MAX_FILLS = 8
MAX_CORRECTIONS = 8
MAX_CHANGES = 3
MAX_BLOCKS = 12  # cells that are tried as blocks when there is no fill
CORRECTIONS_S = 20.0
ADDED_SCORE = 50  # of a word that a correction adds
MAX_LOOKUP = 500
OTHERS_S = 10.0  # for each of the other rules that are tried where there is no grid
ANY_PATTERN = "any pattern, whether words can fill it or not"

# Fills


def grid_without(analyst: Analyst, ask: Ask) -> Puzzle:
    """The puzzle whose fills a question asks for: a region, or all, without the letters there."""
    document = _document(analyst)
    cells = list(document.grid.cells)
    region = ask.get("cells")
    keeps_all = ask.get("keep", "letters") == "letters"
    for at, cell in enumerate(document.cells):
        inside = region is None or at in region
        if not cell.letter or cell.pinned or cell.theme:
            continue
        if (inside and region is not None) or not keeps_all:
            cells[at] = OPEN
    return analyst.with_grid(document.grid.with_cells(cells))


def _document(analyst: Analyst) -> Document:
    if analyst.document is None or analyst.puzzle is None:
        raise OptionError(analyst.problem or "there is no crossword")
    return analyst.document


def fill_parts(analyst: Analyst, fill: Fill) -> Data:
    """A fill as the protocol has it."""
    grid = _document(analyst).grid
    cells = {
        str(at): new
        for at, (old, new) in enumerate(zip(grid.cells, fill.grid.cells, strict=True))
        if old != new and at in fill.letters
    }
    mean = fill.mean_score
    return {
        "cells": cells,
        "score": fill.score,
        "lowest_score": fill.lowest_score,
        "mean_score": None if mean is None else round(mean, 1),
    }


def _fill(analyst: Analyst, ask: Ask) -> Job:
    puzzle = grid_without(analyst, ask)
    unlike: tuple[Fill, ...] = ()
    if ask["question"] == "next_fill":
        unlike = tuple(_earlier(analyst, puzzle))
    seed = ask.get("seed", 0)
    result = yield from analyst.fill(puzzle, anew=True, unlike=unlike)
    if isinstance(seed, int) and seed and isinstance(result, Found) and not unlike:
        # The oracle learns, and so has no seeds: another one is a fill unlike the first.
        result = yield from analyst.fill(puzzle, unlike=(result.value,))
    parts: Data = {"cells": {}}
    if isinstance(result, Found):
        analyst.given.append(result.value)
        del analyst.given[:-MAX_FILLS]
        parts = fill_parts(analyst, result.value)
    analyst.answer("fill", ask, outcome=outcome_of(result), **parts)


def outcome_of(result: object, found: str = "found", impossible: str = "impossible") -> str:
    """A result in a word."""
    if isinstance(result, Found | Best):
        return found
    return impossible if isinstance(result, Impossible) else "stopped"


def _earlier(analyst: Analyst, puzzle: Puzzle) -> list[Fill]:
    """Fills that were given for the same blocks and words, and the letters that stand there now."""
    pattern = puzzle.grid.without_letters()
    return [
        fill
        for fill in analyst.given
        if fill.grid.without_letters() == pattern and fill.puzzle.texts == puzzle.texts
    ]


def _fills(analyst: Analyst, ask: Ask) -> Job:
    puzzle = grid_without(analyst, ask)
    n = min(max(int(ask.get("n", 4)), 1), MAX_FILLS)
    fills: list[Fill] = []
    outcome = "found"
    for _ in range(3 * n):
        result = yield from analyst.fill(puzzle, anew=True, unlike=tuple(fills))
        if not isinstance(result, Found):
            outcome = outcome_of(result)
            break
        if result.value not in fills:
            fills.append(result.value)
            if len(fills) == n:
                break
            _send_fills(analyst, ask, fills, "found", False)
    analyst.given[:] = fills
    _send_fills(analyst, ask, fills, "found" if fills else outcome, True)


def _send_fills(
    analyst: Analyst, ask: Ask, fills: Sequence[Fill], outcome: str, done: bool
) -> None:
    made = []
    for fill in fills:
        first = [entry.word for entry in fills[0].entries]
        differs = sum(a != b.word for a, b in zip(first, fill.entries, strict=True))
        made.append({**fill_parts(analyst, fill), "differs": differs})
    analyst.answer("fills", ask, outcome=outcome, fills=made, done=done)


def _what_if(analyst: Analyst, ask: Ask) -> Job:
    editor = Editor(analyst.lists.words)
    document = editor.edit(_document(analyst), {"edit": "correction", "changes": ask["changes"]})
    words = analyst.lists.of(document)
    puzzle = Puzzle(document.grid, words, document.rules)
    result = yield from analyst.fill_aside(puzzle)
    witness = letters_of(result.value) if isinstance(result, Found) else None
    outcome = outcome_of(result, found="fillable")
    analyst.answer("what_if", ask, outcome=outcome, witness=witness)


def _cell(analyst: Analyst, ask: Ask) -> int:
    """The cell that a question names. Raises OptionError, GridError: there is none in an entry."""
    _document(analyst)
    assert analyst.puzzle is not None
    cell = analyst.puzzle.grid.position(ask["cell"])
    if not any(cell in slot.cells for slot in analyst.puzzle.slots):
        raise OptionError(f"{analyst.puzzle.grid.cell_name(cell)} is in no entry")
    return cell


def _witness(analyst: Analyst, ask: Ask) -> Job:
    _document(analyst)
    fill: Fill | None = None
    cell = _cell(analyst, ask) if "letter" in ask else 0
    if analyst.domains is not None and (analyst.domains.emptied is None or "word" in ask):
        if "word" in ask:
            entry, word = str(ask["entry"]), str(ask["word"])
            shown = analyst.shown.get(entry)
            puzzle = analyst.puzzle if shown is None else shown.puzzle
            fill = analyst.oracle(puzzle).settle([(entry, word)], 0).witness(entry, word)
        elif "letter" in ask:
            report = analyst.oracle().report(0, cells=[cell])
            fill = report.witness(cell, str(ask["letter"]))
        else:
            fill = analyst.witness
    analyst.answer("witness", ask, cells=None if fill is None else letters_of(fill))
    yield from ()


def _letters(analyst: Analyst, ask: Ask) -> Job:
    cell = _cell(analyst, ask)
    if analyst.domains is None or analyst.domains.emptied is not None:
        cells = {str(cell): {"possible": "", "unknown": ""}}
        analyst.answer("letters", ask, cells=cells, n_unknown=0, forced={})
        return
    until = time.monotonic() + WORK_S
    done = False
    while not done:
        report = yield from analyst.sliced(lambda oracle: oracle.report(1.0, cells=[cell]))
        (found,) = report.cells
        parts = {"possible": found.possible, "unknown": found.unknown}
        forced = {str(cell): found.forced} if found.forced else {}
        done = report.complete or time.monotonic() > until
        analyst.answer(
            "letters", ask, done=done,
            cells={str(cell): parts}, n_unknown=report.n_unknown, forced=forced,
        )  # fmt: skip
        yield None


# Why there is no fill


class _Stuck:
    """A grid without a fill: what is sent about it.

    Args:
        analyst: works on the crossword.
        ask: the question; None where nobody asked.
        typed: letters of a candidate, by cell, that the grid shall have as well. No correction
            takes them out.
    """

    def __init__(self, analyst: Analyst, ask: Ask | None, typed: Mapping[int, str]) -> None:
        self.analyst, self.ask, self.typed = analyst, ask, typed
        self.document = _document(analyst)
        assert analyst.puzzle is not None
        self.puzzle = analyst.puzzle
        self.first: list[Data] = []
        if typed:
            self.first = [{"edit": "letters", "cells": {str(at): typed[at] for at in typed}}]
            editor = Editor(analyst.lists.words)
            self.document = editor.edit(self.document, self.first[0])
            self.puzzle = analyst.with_grid(self.document.grid)
        cells = enumerate(self.document.cells)
        self.late = {at for at, cell in cells if cell.theme or cell.pinned}
        self.found: list[Offer] = []

    def send(self, outcome: str, done: bool, **parts: Any) -> None:
        """Send what is known of it."""
        nothing = {"text": "", "cells": [], "entries": [], "letters": [], "minimal": False}
        parts = nothing | {"corrections": ordered(self.found, self.first)} | parts
        if self.typed:
            parts["typed"] = self.first[0]["cells"]
        self.analyst.answer("why", self.ask, outcome=outcome, done=done, **parts)


def _why(analyst: Analyst, ask: Ask, typed: Mapping[int, str] | None = None) -> Job:
    """Say why there is no fill, and what would help.

    Args:
        ask: the question, empty where nobody asked: with `changes`, whether to look for
            corrections, and `cells`, a region for them.
        typed: as for `_Stuck`.
    """
    stuck = _Stuck(analyst, ask or None, typed or {})
    lacking = [
        slot
        for slot in stuck.puzzle.slots
        if stuck.puzzle.is_exempt(slot) and not stuck.typed.keys().isdisjoint(slot.cells)
    ]
    if lacking:
        yield from _why_unlisted(stuck, lacking)
        return
    document = stuck.document
    full = analyst.lists.of(document, every_score=True) if document.min_score else None
    sent: list[bool] = []

    def send_early() -> None:
        clash = None if typed else analyst.clash()
        if not sent and clash:
            sent.append(True)
            text = f"no fill because of {letters_text(stuck.puzzle, clash)}"
            cells = list(clash)
            stuck.send("found", False, text=text, cells=cells, letters=cells)

    task = ExplainTask(stuck.puzzle, full_words=full)
    result = yield from analyst.run(task, on_pause=send_early)
    if isinstance(result, Impossible):
        fill = result.evidence
        witness = letters_of(fill) if isinstance(fill, Fill) else None
        stuck.send("fillable", True, witness=witness)
    elif not isinstance(result, Found):
        stuck.send("stopped", True)
    elif ask.get("changes", True):
        yield from _correct(stuck, result.value, full, ask.get("cells"))
    else:
        stuck.send("found", True, **explanation_parts(result.value))


def _correct(
    stuck: _Stuck, explanation: Explanation, full: WordList | None, region: Sequence[int] | None
) -> Job:
    """Look for what would help, where it is known why there is no fill.

    Args:
        full: the list without the minimum score, if it has one.
        region: cells to which corrections are limited; None for all.
    """
    parts = explanation_parts(explanation)
    stuck.send("found", False, **parts)
    is_partial = bool(region or stuck.typed)  # then most corrections are not wanted
    most = 2 * MAX_CORRECTIONS
    task = Corrections(
        explanation, full_words=full, limit=None if is_partial else most,
        max_changes=MAX_CHANGES, late=stuck.late.union(stuck.typed),
    )  # fmt: skip

    def take(event: object) -> None:
        if isinstance(event, Answered) and len(stuck.found) < most:
            offer = offer_of(event.value, stuck.document, stuck.late)
            is_wanted = region is None or touches(event.value, region)
            if is_wanted and offer.letters.isdisjoint(stuck.typed):
                stuck.found.append(offer)
                stuck.send("found", False, **parts)

    task.subscribe(take)
    blocks = _blocks_to_try(stuck.document, explanation, region)
    for cell in [at for at in blocks if at not in stuck.typed][: MAX_BLOCKS // 2]:
        yield from _try_block(stuck, cell)
        stuck.send("found", False, **parts)
    yield from stuck.analyst.run(task, CORRECTIONS_S)
    stuck.send("found", True, **parts)


def _why_unlisted(stuck: _Stuck, lacking: Sequence[Slot]) -> Job:
    """A candidate makes other entries full with what no list has: that is the reason.

    Args: lacking: these entries.
    """
    puzzle, document, analyst = stuck.puzzle, stuck.document, stuck.analyst
    words = {slot.name: puzzle.spelled(puzzle.given_codes(slot) or ()) for slot in lacking}
    text = " and ".join(f"{name} would be {word}" for name, word in words.items())
    cells = sorted({cell for slot in lacking for cell in slot.cells})
    parts = {
        "text": f"no fill because {text}, not in the list", "cells": cells,
        "entries": list(words), "minimal": len(lacking) == 1,
    }  # fmt: skip
    stuck.send("found", False, **parts)
    score = max(ADDED_SCORE, document.min_score or 0)
    changes: list[Data] = [{"edit": "override", "words": dict.fromkeys(words.values(), score)}]
    result = yield from analyst.fill_aside(puzzle, 1.0)
    if isinstance(result, Found):
        added = {"text": f"add {' and '.join(words.values())} to the list", "changes": changes,
                 "witness": letters_of(result.value)}  # fmt: skip
        rank = (False, 1, _KIND_RANKS[ChangeKind.WORD], len(words))
        stuck.found.append(Offer(rank, len(words), len(words) == 1, frozenset(), added))
    for cell in cells if len(lacking) == 1 else ():
        letter = document.cells[cell].letter
        if cell in stuck.typed:
            continue
        open_ = list(puzzle.grid.cells)
        open_[cell] = OPEN
        result = yield from analyst.fill_aside(
            analyst.with_grid(puzzle.grid.with_cells(open_)), 1.0
        )
        if isinstance(result, Found):
            dropped = {
                "text": f"drop the letter {letter} at {puzzle.grid.cell_name(cell)}",
                "changes": [{"edit": "letters", "cells": {str(cell): ""}}],
                "witness": letters_of(result.value),
            }
            rank = (cell in stuck.late, 1, _KIND_RANKS[ChangeKind.LETTER], 1)
            stuck.found.append(Offer(rank, 1, True, frozenset([cell]), dropped))
            stuck.send("found", False, **parts)
    stuck.send("found", True, **parts)


def letters_text(puzzle: Puzzle, cells: Sequence[int]) -> str:
    """Letters for people, as reasons of which it is not known whether each is needed."""
    reasons = [Reason(RuleKind.LETTER, cell) for cell in cells]
    text = reasons_text(puzzle, reasons)
    if any(puzzle.is_exempt(slot) for slot in puzzle.slots):
        text += ", beside the entries that the list lacks"
    return text


def explanation_parts(explanation: Explanation) -> Data:
    """An explanation as the protocol has it."""
    puzzle = explanation.puzzle
    cells = set(explanation.letters)
    for name in explanation.slots:
        cells.update(puzzle.slot(name).cells)
    return {
        "text": str(explanation),
        "cells": sorted(cells),
        "entries": list(explanation.slots),
        "letters": list(explanation.letters),
        "minimal": explanation.is_minimal,
    }


@dataclass(frozen=True, slots=True)
class Offer:
    """A correction that is offered.

    Args:
        rank: what a constructor would rather do comes first: see `offer_of`.
        size: how many letters, blocks, words and settings it changes.
        is_smallest: whether it is proved that fewer changes are not enough.
        letters: the cells whose letters it takes out.
        parts: what the page is sent.
    """

    rank: tuple[int, ...]
    size: int
    is_smallest: bool
    letters: frozenset[int]
    parts: Data


def ordered(found: Sequence[Offer], first: Sequence[Data]) -> list[Data]:
    """The corrections that are sent, best first.

    Args:
        found: all there are.
        first: edits that each begins with.
    """
    best = sorted(found, key=lambda offer: offer.rank)[:MAX_CORRECTIONS]
    size = min((offer.size for offer in found if offer.is_smallest), default=0)
    return [
        offer.parts
        | {
            "changes": [*first, *offer.parts["changes"]],
            "smallest": offer.is_smallest and offer.size == size,
        }
        for offer in best
    ]


# What a constructor would rather do: take out a letter, another entry, place blocks, use a word
# that scores less, or one that no list has; rules for the whole grid last.
_KIND_RANKS = {
    ChangeKind.LETTER: 0,
    ChangeKind.ENTRY: 1,
    ChangeKind.SCORE: 3,
    ChangeKind.WORD: 4,
    ChangeKind.MIN_SCORE: 5,
    ChangeKind.REPEATS: 6,
    ChangeKind.RULE: 7,
}
_BLOCK_RANK = 2


def offer_of(correction: Correction, document: Document, late: Collection[int]) -> Offer:
    """A correction that is offered: those that change theme or pinned cells come last.

    Args: late: theme and pinned cells.
    """
    changes = edits_of(correction, document)
    letters = frozenset(int(at) for change in changes for at in change.get("cells", ()))
    size = len(letters) + sum(change["edit"] != "letters" for change in changes)
    parts = {
        "text": str(correction),
        "changes": changes,
        "witness": letters_of(correction.fill),
    }
    kinds = sorted((_KIND_RANKS[change.kind] for change in correction.changes), reverse=True)
    rank = (not letters.isdisjoint(late), len(changes), *kinds, size)
    return Offer(rank, size, correction.is_smallest, letters, parts)


def touches(correction: Correction, region: Sequence[int]) -> bool:
    """Whether all of a correction is about cells or entries of a region."""
    slots, inside = correction.puzzle.slots, frozenset(region)
    for change in correction.changes:
        if change.kind is ChangeKind.LETTER:
            if change.index not in inside:
                return False
        elif (
            change.kind is ChangeKind.RULE
            or change.index < 0
            or inside.isdisjoint(slots[change.index].cells)
        ):
            return False
    return True


def edits_of(correction: Correction, document: Document) -> list[Data]:
    """The edits that make a correction."""
    puzzle, fill = correction.puzzle, correction.fill
    freed = {c.index for c in correction.changes if c.kind is ChangeKind.ENTRY}
    dropped = {puzzle.rules[c.index] for c in correction.changes if c.kind is ChangeKind.RULE}
    changes: list[Data] = [_without_rules(document, dropped)] if dropped else []
    for change in correction.changes:
        match change.kind:
            case ChangeKind.LETTER:
                changes.append({"edit": "letters", "cells": {str(change.index): ""}})
            case ChangeKind.ENTRY:
                slot = puzzle.slots[change.index]
                kept = {
                    cell
                    for other in puzzle.slots
                    if other.index not in freed and puzzle.given_codes(other) is not None
                    for cell in other.cells
                }
                cells = {str(cell): "" for cell in slot.cells if cell not in kept}
                changes.append({"edit": "letters", "cells": cells})
            case ChangeKind.SCORE:
                entry = fill.entries[change.index]
                score = document.min_score or 0
                changes.append({"edit": "override", "words": {entry.word: score}})
            case ChangeKind.MIN_SCORE:
                changes.append({"edit": "min_score", "min_score": correction.lowest_score})
            case ChangeKind.WORD:
                word = fill.entries[change.index].word
                score = max(ADDED_SCORE, document.min_score or 0)
                changes.append({"edit": "override", "words": {word: score}})
            case ChangeKind.REPEATS:
                changes.append({"edit": "rules", "allow_repeats": True})
            case ChangeKind.RULE:
                pass  # all of them are one edit, the first
    return changes


def _without_rules(document: Document, dropped: Collection[Rule]) -> Data:
    """The edit that leaves out some of the rules."""
    before: Data = {"rules": []} | rules_data(document.rules)
    kept = [rule for rule in document.rules if rule not in dropped]
    after: Data = {"rules": []} | rules_data(kept)
    return {"edit": "rules"} | {name: after[name] for name in after if after[name] != before[name]}


def _blocks_to_try(
    document: Document, explanation: Explanation, region: Sequence[int] | None
) -> list[int]:
    """Cells of the reason that might be blocks, those in the middle of entries first."""
    puzzle = explanation.puzzle
    cells: dict[int, int] = {}
    for name in explanation.slots:
        slot = puzzle.slot(name)
        for place, cell in enumerate(slot.cells):
            # It must leave entries of three or more on both sides, or stand at an end.
            left, right = place, len(slot) - place - 1
            if all(n == 0 or n >= 3 for n in (left, right)) and not document.cells[cell].theme:
                cells[cell] = cells.get(cell, 0) + 1
    wanted = [cell for cell in cells if region is None or cell in region]
    return sorted(wanted, key=lambda cell: (bool(document.cells[cell].letter), -cells[cell], cell))


def _try_block(stuck: _Stuck, cell: int) -> Job:
    """Add a correction that makes a cell a block, when there is a fill then."""
    analyst, document = stuck.analyst, stuck.document
    change = {"edit": "kind", "cells": [cell], "kind": "block", "symmetric": True}
    editor = Editor(analyst.lists.words)
    after = editor.edit(document, change)
    gone = [at for at, (a, b) in enumerate(zip(document.cells, after.cells, strict=True)) if a != b]
    if not (stuck.late | stuck.typed.keys()).isdisjoint(gone):
        return
    if any(len(slot) < 3 for slot in after.slots) and all(len(s) >= 3 for s in document.slots):
        return
    if len(_runs(after)) > len(_runs(document)):  # a single cell that no entry covers
        return
    try:
        puzzle = analyst.with_grid(after.grid)
    except OptionError:
        return  # a rule names the cell, or an entry that would be gone
    result = yield from analyst.fill_aside(puzzle, 1.0)
    if isinstance(result, Found):
        names = [document.grid.cell_name(at) for at in gone if at != cell]
        text = f"make {document.grid.cell_name(cell)} a block"
        text += f" (and {', '.join(names)})" if names else ""
        letters = frozenset(at for at in gone if document.cells[at].letter)
        parts = {"text": text, "changes": [change], "witness": letters_of(result.value)}
        stuck.found.append(
            Offer((False, 1, _BLOCK_RANK, len(gone)), len(gone), False, letters, parts)
        )


def _runs(document: Document) -> set[int]:
    """The open cells that are in no entry across, or in none down."""
    covered = [cell for slot in document.slots for cell in slot.cells]
    return {
        at
        for at, cell in enumerate(document.cells)
        if cell.kind == "open" and covered.count(at) < 2
    }


def _proof(analyst: Analyst, ask: Ask) -> Job:
    """Why a candidate is dead: why there is no fill with it, and what would help it."""
    _document(analyst)
    if "word" not in ask:
        yield from _why(analyst, {**ask, "changes": False})
        return
    assert analyst.puzzle is not None
    puzzle = analyst.puzzle
    require_support(puzzle, "explain", SUPPORTS)
    slot = puzzle.slot(str(ask["entry"]))
    word = str(ask["word"]).upper()
    ways = puzzle.spellings(word) if puzzle.listed.alphabet.normalise(word) == word else []
    fitting = [
        dict(zip(slot.cells, codes, strict=True)) for codes in ways if len(codes) == len(slot)
    ]
    if not fitting:
        raise OptionError(f"{word} does not fit {slot}")
    # Of several ways to put it into the cells, one that changes the fewest letters.
    typed = min(fitting, key=lambda way: len(way.items() - puzzle.givens.items()))
    letters = {at: puzzle.texts[code] for at, code in typed.items()}
    yield from _why(analyst, {"number": ask["number"]}, letters)


# Words


def _lookup(analyst: Analyst, ask: Ask) -> Job:
    document = _document(analyst)
    words = analyst.lists.of(document)
    found = words.query(str(ask["pattern"])[:100])
    limit = min(int(ask.get("limit", 50)), MAX_LOOKUP)
    rows = [
        [word, score, words.written(word), analyst.lists.source_of(document, word)]
        for word, score in found[:limit]
    ]
    analyst.answer("lookup", ask, n=len(found), words=rows)
    yield from ()


def _word(analyst: Analyst, ask: Ask) -> Job:
    document = _document(analyst)
    assert analyst.puzzle is not None
    word = analyst.lists.alphabet.normalise(str(ask["word"])[:64]) or ""
    words = analyst.lists.of(document, every_score=True)
    cells = analyst.puzzle.grid.cells
    entries = [
        slot.name
        for slot in analyst.puzzle.slots
        if words.alphabet.joined(cells[cell] for cell in slot.cells) == word
    ]
    analyst.answer(
        "word", ask, word=word, score=words.score(word), written=words.written(word),
        list=analyst.lists.source_of(document, word), override=document.overrides.get(word),
        in_grid=entries,
    )  # fmt: skip
    yield from ()


def _wordplay(analyst: Analyst, ask: Ask) -> Job:
    from satcross.words.wordplay import wordplay

    words = analyst.lists.of(_document(analyst))
    limit = min(max(int(ask.get("limit", 8)), 1), MAX_LOOKUP)
    found = wordplay(str(ask["word"])[:64], words, kinds=ask.get("kinds"), limit=limit)
    rows = [[one.kind, one.text, one.score, list(one.parts)] for one in found]
    analyst.answer("wordplay", ask, wordplay=rows)
    yield from ()


def _statistics(analyst: Analyst, ask: Ask) -> Job:
    document = _document(analyst)
    groups = statistics_of(document, analyst.lists.of(document, every_score=True))
    analyst.answer("statistics", ask, groups=groups)
    yield from ()


# Work in its own process


def _best(analyst: Analyst, ask: Ask) -> Job:
    from satcross.tasks.optimise.optimise import OptimiseTask

    puzzle = grid_without(analyst, ask)
    goal = ask.get("goal", "total")
    if goal not in ("total", "lowest"):
        raise OptionError("the goal is total or lowest")
    within = ask.get("within")
    state: Data = {"objective": None, "bound": None, "cells": {}, "proved": False}

    def send(outcome: str, done: bool) -> None:
        analyst.answer("best", ask, outcome=outcome, goal=goal, done=done, **state)

    def take(event: object) -> None:
        if isinstance(event, Answered):
            state.update(fill_parts(analyst, event.value))
            state["objective"] = event.objective
        state["bound"] = task.bound
        send("found", False)

    task = OptimiseTask(puzzle, goal=goal)
    task.subscribe(lambda event: None if type(event).__name__ == "Progress" else take(event))

    def is_near() -> bool:
        if within is None or task.bound is None or task.objective is None:
            return False
        return bool(abs(task.bound - task.objective) <= within)

    result = yield from analyst.run(task, float(ask.get("limit_s", 120.0)), is_enough=is_near)
    if result is None:
        send("found", True)
        return
    if isinstance(result, Best):
        state.update(fill_parts(analyst, result.value))
        state.update(objective=result.objective, bound=result.bound, proved=result.is_proved)
    send(outcome_of(result), True)


def _count(analyst: Analyst, ask: Ask) -> Job:
    from satcross.tasks.count import METHODS, CountTask

    puzzle = grid_without(analyst, ask)
    method = ask.get("method", "auto")
    if method not in METHODS:
        raise OptionError(f"the method is one of {', '.join(METHODS)}")
    result = yield from analyst.aside(CountTask(puzzle, method=method), 60.0)
    found = result.value if isinstance(result, Found) else result.partial
    n = 0 if found is None else found.n
    kind = "at least" if found is None else found.kind.value
    text = {"exact": "{}", "approximate": "about {}", "at least": "at least {}"}[kind]
    shown = f"{n:,}" if n < 10**12 else f"{n:.1e}"
    analyst.answer(
        "count", ask, outcome=outcome_of(result), n=str(n), kind=kind, text=text.format(shown)
    )


def _patterns(analyst: Analyst, ask: Ask) -> Job:
    from satcross.pattern.listing import Patterns
    from satcross.pattern.presets import pattern_rules
    from satcross.solve.protocol import SolverOptions

    rules = pattern_rules(f"{int(ask['cols'])}x{int(ask['rows'])}", ask.get("preset"))
    if ask.get("symmetry"):
        from satcross.pattern.symmetry import Symmetry

        rules = replace(rules, symmetry=Symmetry(ask["symmetry"]))
    n = min(max(int(ask.get("n", 1)), 1), 50)
    task = Patterns(rules, SolverOptions(seed=int(ask.get("seed", 0))), limit=n)
    answer = yield from _listed_patterns(analyst, ask, task, _pattern_parts)
    analyst.answer(answer.pop("question"), ask, **answer)


def _themed_spec(analyst: Analyst, ask: Ask) -> GridSpec:
    """What a pattern or a grid around theme entries must be like."""
    from satcross.construct.spec import GridSpec
    from satcross.construct.theme import Theme
    from satcross.pattern.presets import pattern_rules

    rules = pattern_rules(f"{int(ask['cols'])}x{int(ask['rows'])}", ask.get("preset"))
    words = analyst.lists.of(_document(analyst))
    return GridSpec(rules, words, Theme.of([str(p) for p in ask["phrases"]][:40], words.alphabet))


def _theme_patterns(analyst: Analyst, ask: Ask) -> Job:
    from satcross.construct.fillable import FillablePatterns
    from satcross.solve.protocol import SolverOptions

    spec = _themed_spec(analyst, ask)
    n = min(max(int(ask.get("n", 1)), 1), 50)
    options = SolverOptions(seed=int(ask.get("seed", 0)))

    def task_of(other: GridSpec, limit: int = 1) -> FillablePatterns:
        return FillablePatterns(other.rules, other.words, other.theme, options, limit=limit)

    def shown(found: Any) -> Data:
        return _themed_parts(found, spec)

    answer = yield from _listed_patterns(analyst, ask, task_of(spec, n), shown)
    yield from _with_others(analyst, ask, spec, task_of, answer)


def _themed_parts(found: ThemedPattern, spec: GridSpec) -> Data:
    """A pattern around theme entries: also the cells of each, and cheaters that are not wanted."""
    from satcross.pattern.verify import n_cheaters

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


def _listed_patterns(
    analyst: Analyst, ask: Ask, task: Any, shown: Callable[[Any], Data]
) -> Generator[threading.Event | None, None, Data]:
    """Send patterns as they come; returns the last answer, which is not sent yet.

    Args: shown: from what the task finds to a pattern of the protocol.
    """
    found: list[Data] = []

    def take(event: object) -> None:
        if isinstance(event, Answered):
            found.append(shown(event.value))
            analyst.answer("patterns", ask, patterns=list(found), done=False)

    result = yield from analyst.aside(task, 60.0, take)
    outcome = "found" if found and not isinstance(result, Impossible) else outcome_of(result)
    why_not = str(result.evidence or result.why) if isinstance(result, Impossible) else ""
    return {"question": "patterns", "outcome": outcome, "patterns": found, "text": why_not}


def _with_others(
    analyst: Analyst,
    ask: Ask,
    spec: GridSpec,
    task_of: Callable[[GridSpec], Any],
    answer: Data,
) -> Job:
    """Send an answer; where nothing was found, with what other rules give, each tried alone.

    Args: task_of: the task that looks for what was asked, by other rules.
    """
    from satcross.construct.spec import MadeGrid
    from satcross.construct.theme_search import ThemePatterns

    others: list[Data] = []
    without: list[str] = []
    question = answer.pop("question")

    def send(done: bool) -> None:
        analyst.answer(
            question, ask, done=done, others=list(others), without=list(without), **answer
        )

    if answer["outcome"] == "found":
        send(True)
        return
    send(False)
    helped: set[str] = set()
    for other in _other_rules(spec):
        if other.series and other.series in helped:
            continue
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
            send(False)
            continue
        helped.add(other.series)
        made = got[0]
        themed = made.themed if isinstance(made, MadeGrid) else made
        parts = _themed_parts(themed, spec)
        if isinstance(made, MadeGrid):
            parts["rows"] = made.fill.grid.lines()
        others.append({**parts, "text": other.difference(themed, spec)})
        send(False)
    send(True)


def _other_rules(spec: GridSpec) -> list[Relaxation]:
    """The changes that are tried, one at a time."""
    from satcross.construct.advice import Relaxation, relaxations

    theme = spec.theme
    out = relaxations(spec, {})
    if theme.gap > 1 and all(other.spec.theme.gap == theme.gap for other in out):
        out.append(
            Relaxation("theme entries side by side", replace(spec, theme=replace(theme, gap=1)))
        )
    return [*out, Relaxation(ANY_PATTERN, spec)]


def _name_of(other: Relaxation, spec: GridSpec) -> str:
    """What a change is, where no grid says it."""
    if other.text:
        return other.text
    return "both directions" if other.spec.rules == spec.rules else "more words and blocks"


def _make(analyst: Analyst, ask: Ask) -> Job:
    from satcross.construct.make import MakeTask
    from satcross.solve.protocol import SolverOptions

    spec = _themed_spec(analyst, ask)
    options = SolverOptions(seed=int(ask.get("seed", 0)))

    def task_of(other: GridSpec) -> MakeTask:
        return MakeTask(other.rules, other.words, other.theme, options)

    result = yield from analyst.aside(task_of(spec), 120.0)
    answer: Data = {"question": "made", "outcome": "stopped", "rows": [], "text": ""}
    match result:
        case Found(made):
            fill = made.fill
            mean = fill.mean_score
            answer |= {
                "outcome": "found",
                "rows": fill.grid.lines(),
                "lowest_score": fill.lowest_score,
                "mean_score": None if mean is None else round(mean, 1),
                "n_cheaters": _themed_parts(made.themed, spec)["n_cheaters"],
                "theme": sorted(made.themed.roles.theme),
            }
        case Impossible():
            answer |= {"outcome": "impossible", "text": str(result.evidence or result.why)}
        case Stopped():
            answer["text"] = str(result)
    yield from _with_others(analyst, ask, spec, task_of, answer)


def _wordsearch(analyst: Analyst, ask: Ask) -> Job:
    from satcross.wordsearch.make import WordSearchTask
    from satcross.wordsearch.options import WordSearchOptions

    words = [str(word)[:64] for word in ask["words"]][:500]
    board = f"{int(ask['cols'])}x{int(ask['rows'])}" if ask.get("rows") else None
    options = WordSearchOptions(
        level=str(ask.get("level", "hard")),
        message=str(ask.get("message", ""))[:200],
        seed=int(ask.get("seed", 0)),
        alphabet=analyst.lists.alphabet,
    )
    result = yield from analyst.aside(WordSearchTask(words, board, options), 60.0)
    if not isinstance(result, Found | Best):
        text = result.why if isinstance(result, Impossible) else str(result)
        outcome = outcome_of(result)
        analyst.answer("wordsearch", ask, outcome=outcome, rows=[], words=[], text=text)
        return
    made = result.value
    board_ = made.layout.board
    rows = [
        "".join(made.letters.get(row * board_.n_cols + col, " ") for col in range(board_.n_cols))
        for row in range(board_.n_rows)
    ]
    placed = [
        {"word": word.written, "letters": word.word, "cells": list(placement.cells)}
        for word, placement in zip(made.words, made.layout.placements, strict=True)
    ]
    analyst.answer(
        "wordsearch", ask, outcome="found", rows=rows, words=placed,
        crossings=[crossing.cell for crossing in made.layout.crossings],
        most_crossings=made.has_most_crossings,
        made=_wordsearch_files(analyst, made, str(ask.get("title", ""))[:300]),
    )  # fmt: skip


def _wordsearch_files(analyst: Analyst, made: Any, title: str) -> str:
    """The name of a folder with the word search as a page to solve, a page to print, and so on."""
    from satcross.wordsearch import drawing, page
    from satcross.wordsearch.files import search_json

    folder = analyst.scratch / f"wordsearch-{next(_NUMBERS)}"
    folder.mkdir()
    for name, data in {
        "wordsearch.html": page.html_of(made, title=title).encode(),
        "wordsearch.pdf": drawing.pdf_of(made, title=title),
        "wordsearch.svg": drawing.svg_of(made, title=title),
        "wordsearch.txt": f"{made}\n".encode(),
        "wordsearch.json": f"{search_json(made, number=1)}\n".encode(),
    }.items():
        (folder / name).write_bytes(data)
    return folder.name


def _prove(analyst: Analyst, ask: Ask) -> Job:
    from satcross.tasks.prove.prove import ProveTask

    _document(analyst)
    assert analyst.puzzle is not None
    folder = analyst.scratch / f"proof-{analyst.revision}-{next(_NUMBERS)}"
    result = yield from analyst.aside(ProveTask(analyst.puzzle, folder), 120.0)
    outcome = outcome_of(result, impossible="fillable")
    text = str(result) if isinstance(result, Stopped) else ""
    proof = folder.name if isinstance(result, Found) else None
    analyst.answer("prove", ask, outcome=outcome, proof=proof, text=text)


_NUMBERS = itertools.count(1)
KINDS = {
    "fill": Kind(_fill, "filling"),
    "next_fill": Kind(_fill, "another fill"),
    "fills": Kind(_fills, "fills that differ"),
    "why": Kind(_why, "why there is no fill"),
    "unlock": Kind(_why, "what would help here"),
    "letters": Kind(_letters, "letters of a cell"),
    "witness": Kind(_witness, "a fill", is_quick=True),
    "proof": Kind(_proof, "why there is no fill with it"),
    "what_if": Kind(_what_if, "what if"),
    "best": Kind(_best, "the best fill"),
    "count": Kind(_count, "counting fills"),
    "statistics": Kind(_statistics, "statistics", is_quick=True),
    "lookup": Kind(_lookup, "looking words up", is_quick=True),
    "word": Kind(_word, "looking a word up", is_quick=True),
    "wordplay": Kind(_wordplay, "wordplay"),
    "theme_patterns": Kind(_theme_patterns, "patterns for the theme"),
    "make": Kind(_make, "making a grid"),
    "pattern": Kind(_patterns, "patterns"),
    "wordsearch": Kind(_wordsearch, "a word search"),
    "prove": Kind(_prove, "writing the proof"),
}
"""The questions of the protocol, by name."""
