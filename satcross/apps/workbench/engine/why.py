"""Why a grid has no fill, or none with a candidate, and what would help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from satcross import Answered, Fill, Found, Impossible, OptionError, Puzzle, WordList
from satcross.apps.explain.changes import ChangeKind, Correction
from satcross.apps.explain.corrections import Corrections
from satcross.apps.explain.explain import ExplainTask, Explanation
from satcross.apps.explain.rules import RuleKind, reasons_text
from satcross.apps.explain.rules import SoftRule as Reason
from satcross.apps.workbench.document import Document, rules_data
from satcross.apps.workbench.edits import Editor
from satcross.apps.workbench.engine.question import Data, Job, Question, letters_of
from satcross.extend import OPEN, SEARCHED, Slot, SquareKind, counted, require_support

if TYPE_CHECKING:
    from satcross.apps.workbench.engine.analyst import Analyst
    from satcross.extend import Rule

MAX_CORRECTIONS = 8
MAX_CHANGES = 3
MAX_REBUS = 6  # cells of several letters that are emptied
MAX_BLOCKS = 6  # cells that are tried as blocks when there is no fill
CORRECTIONS_S = 20.0
TRY_S = 1.0  # for one change that is tried
ADDED_SCORE = 50  # of a word that a correction adds
# What a constructor would rather do: take out a letter, another entry, place blocks, use a word
# that scores less, or one that no list has; rules for the whole grid last.
_BLOCK = "block"
_LIKED = (
    ChangeKind.LETTER, ChangeKind.ENTRY, _BLOCK, ChangeKind.SCORE, ChangeKind.WORD,
    ChangeKind.MIN_SCORE, ChangeKind.REPEATS, ChangeKind.RULE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Offer:
    """A correction that is offered.

    Args:
        text: what it does, for people.
        changes: the edits that make it.
        kinds: what it changes.
        size: how many letters, blocks, words and settings it changes.
        letters: the cells whose letters it takes out.
        is_smallest: whether it is proved that fewer changes are not enough.
        witness: a fill with it, as the protocol has it.
    """

    text: str
    changes: Sequence[Data]
    kinds: Sequence[ChangeKind | str]
    size: int = 1
    letters: frozenset[int] = frozenset()
    is_smallest: bool = False
    witness: Sequence[str | None] = ()

    def rank(self, late: Collection[int]) -> tuple[int, ...]:
        """What a constructor would rather do has a lower one; changes of `late` cells come last."""
        kinds = sorted(map(_LIKED.index, self.kinds), reverse=True)
        return (not self.letters.isdisjoint(late), len(self.changes), *kinds, self.size)


class Stuck:
    """A grid without a fill: what is sent about it.

    Args:
        analyst: works on the crossword.
        question: it is about.
        region: cells to which corrections are limited; None for all.
        typed: letters of a candidate, by cell, that the grid shall have as well. No correction
            takes them out.

    Fields:
        late: theme and pinned cells.
        reason: why there is no fill, as the protocol has it.
        offers: the corrections so far.
    """

    def __init__(
        self,
        analyst: Analyst,
        question: Question,
        region: Sequence[int] | None = None,
        typed: Mapping[int, str] | None = None,
    ) -> None:
        self.analyst, self.question, self.region = analyst, question, region
        self.typed = typed or {}
        self.document, self.puzzle = analyst.document, analyst.puzzle
        self.editor = Editor(analyst.lists.words)
        self._first: list[Data] = []
        if typed:
            self._first = [letters_edit(self.document, self.puzzle, typed)]
            self.document = self.editor.edit(self.document, self._first[0])
            self.puzzle = analyst.with_grid(self.document.grid)
        cells = enumerate(self.document.squares)
        self.late = {at for at, cell in cells if cell.theme or cell.pinned}
        self.reason: Data = {}
        self.offers: list[Offer] = []

    def data(self, outcome: str = "found") -> Data:
        """What is known, as the protocol has it."""
        nothing = {"text": "", "cells": [], "entries": [], "letters": [], "minimal": False}
        typed = {"typed": self._first[0]["cells"]} if self.typed else {}
        return nothing | self.reason | typed | {"outcome": outcome, "corrections": self._offers()}

    def send(self) -> None:
        """Send what is known so far."""
        self.analyst.answer(self.question, done=False, **self.data())

    def allows(self, changes: Sequence[Data], fill: Fill) -> bool:
        """Whether a fill has all letters that are given after changes; rules give some as well."""
        edit = {"edit": "correction", "changes": changes}
        after = self.editor.edit(self.document, edit)
        try:
            grid = after.puzzle(self.puzzle.listed).grid
        except OptionError:
            return False
        held = {fill.grid.cell_name(at): text for at, text in enumerate(fill.grid.cells)}
        return all(
            not grid.is_given(at) or held.get(grid.cell_name(at)) == text
            for at, text in enumerate(grid.cells)
        )

    def _offers(self) -> list[Data]:
        """The corrections, best first."""
        best = sorted(self.offers, key=lambda offer: offer.rank(self.late))[:MAX_CORRECTIONS]
        size = min((offer.size for offer in self.offers if offer.is_smallest), default=0)
        return [
            {
                "text": offer.text,
                "changes": [*self._first, *offer.changes],
                "witness": offer.witness,
                "smallest": offer.is_smallest and offer.size == size,
            }
            for offer in best
        ]


def why(analyst: Analyst, question: Question) -> Job:
    """Say why there is no fill, and what would help."""
    stuck = Stuck(analyst, question, question.ask.get("cells"))
    return (yield from _explained(stuck, corrects=question.ask.get("changes", True)))


def proof(analyst: Analyst, question: Question) -> Job:
    """Why a candidate is dead: why there is no fill with it, and what would help it."""
    ask, puzzle = question.ask, analyst.puzzle
    if "word" not in ask:
        return (yield from _explained(Stuck(analyst, question), corrects=False))
    require_support(puzzle, "explain", SEARCHED)
    slot = puzzle.slot(str(ask["entry"]))
    word = str(ask["word"]).upper()
    ways = puzzle.spellings(word) if puzzle.listed.alphabet.normalise(word) == word else []
    fitting = [
        dict(zip(slot.entry_cells, codes, strict=True))
        for codes in ways
        if len(codes) == slot.n_letters
    ]
    if not fitting:
        raise OptionError(f"{word} does not fit {slot}")
    # Of several ways to put it into the cells, one that changes the fewest letters.
    typed = min(fitting, key=lambda way: len(way.items() - puzzle.givens.items()))
    letters = {at: puzzle.texts[code] for at, code in typed.items()}
    return (yield from _explained(Stuck(analyst, question, typed=letters), corrects=True))


def _explained(stuck: Stuck, *, corrects: bool) -> Job:
    """Say why there is no fill.

    Args: corrects: whether to look for what would help.
    """
    analyst, document = stuck.analyst, stuck.document
    lacking = [
        slot
        for slot in stuck.puzzle.slots
        if stuck.puzzle.is_exempt(slot) and not stuck.typed.keys().isdisjoint(slot.cells)
    ]
    if lacking:
        return (yield from _unlisted(stuck, lacking))
    full = analyst.lists.of(document, every_score=True) if document.min_score else None

    def send_early() -> None:
        clash = None if stuck.typed or "cells" in stuck.reason else analyst.clash()
        if clash:
            text = f"no fill because of {letters_text(stuck.puzzle, clash)}"
            cells = stuck.puzzle.grid.shown(clash)
            stuck.reason = {"text": text, "cells": cells, "letters": cells}
            stuck.send()

    def take(event: object) -> None:
        if isinstance(event, Answered):
            stuck.reason = _reason_parts(event.value)
            stuck.send()

    task = ExplainTask(stuck.puzzle, full_words=full)
    if analyst.verdict is False or stuck.typed:  # there is no fill: that is said at once
        what = counted(len(stuck.puzzle.slots), "entry")
        if stuck.puzzle.rules:
            what += f" and {counted(len(stuck.puzzle.rules), 'rule')}"
        stuck.reason = {"text": f"no fill, proved; {what} are looked through for the reason"}
        stuck.send()
        if corrects:
            yield from _correct_rebus(stuck)
        task.subscribe(take)
    result = yield from analyst.run(task, None, send_early if stuck.reason else lambda: None)
    stuck.reason = {}
    if isinstance(result, Impossible):
        fill = result.evidence
        witness = letters_of(fill) if isinstance(fill, Fill) else None
        return {**stuck.data("fillable"), "witness": witness}
    if not isinstance(result, Found):
        return stuck.data("stopped")
    stuck.reason = _reason_parts(result.value)
    if corrects:
        yield from _correct(stuck, result.value, full)
    return stuck.data()


def _correct_rebus(stuck: Stuck) -> Job:
    """Offer to take out strings of several letters, which few words have: each, then all."""
    puzzle = stuck.puzzle
    cells = [at for at in puzzle.givens if len(puzzle.grid.cells[at]) > 1]
    held = {at: puzzle.grid.cells[at] for at in cells if at not in stuck.typed}
    if stuck.region is not None:
        held = {at: text for at, text in held.items() if at in stuck.region}
    sets = [[at] for at in held] + ([list(held)] if len(held) > 1 else [])
    for some in sets[:MAX_REBUS]:
        change = letters_edit(stuck.document, puzzle, dict.fromkeys(some, ""))
        names = " and ".join(f"{held[at]} at {puzzle.grid.cell_name(at)}" for at in some)
        letters = frozenset(puzzle.grid.shown(some))
        offer = Offer(
            f"drop the rebus {names}", [change], [ChangeKind.LETTER], len(some), letters,
            is_smallest=len(some) == 1,
        )  # fmt: skip
        after = stuck.editor.edit(stuck.document, change)
        yield from _try(stuck, offer, stuck.analyst.with_grid(after.grid))
    return None


def letters_text(puzzle: Puzzle, cells: Sequence[int]) -> str:
    """Letters for people, as reasons of which it is not known whether each is needed."""
    reasons = [Reason(RuleKind.LETTER, cell) for cell in cells]
    text = reasons_text(puzzle, reasons)
    if any(puzzle.is_exempt(slot) for slot in puzzle.slots):
        text += ", beside the entries that the list lacks"
    return text


def _reason_parts(explanation: Explanation) -> Data:
    """An explanation as the protocol has it."""
    puzzle, cells = explanation.puzzle, set(explanation.letters)
    for name in explanation.slots:
        cells.update(puzzle.slot(name).entry_cells)
    return {
        "text": str(explanation),
        "cells": puzzle.grid.shown(cells),
        "entries": list(explanation.slots),
        "letters": puzzle.grid.shown(explanation.letters),
        "minimal": explanation.is_minimal,
    }


def _correct(stuck: Stuck, explanation: Explanation, full: WordList | None) -> Job:
    """Look for what would help, where it is known why there is no fill.

    Args: full: the list without the minimum score, if it has one.
    """
    stuck.send()
    is_partial = bool(stuck.region or stuck.typed)  # then most corrections are not wanted
    most = 2 * MAX_CORRECTIONS
    task = Corrections(
        explanation, full_words=full, limit=None if is_partial else most,
        max_changes=MAX_CHANGES, late=stuck.late.union(stuck.typed),
    )  # fmt: skip

    def take(event: object) -> None:
        if isinstance(event, Answered) and len(stuck.offers) < most:
            offer = offer_of(event.value, stuck.document)
            is_wanted = stuck.region is None or touches(event.value, stuck.region)
            is_wanted = is_wanted and all(offer.changes != one.changes for one in stuck.offers)
            is_wanted = is_wanted and offer.letters.isdisjoint(stuck.typed)
            if is_wanted and stuck.allows(offer.changes, event.value.fill):
                stuck.offers.append(offer)
                stuck.send()

    task.subscribe(take)
    if not (stuck.document.bars_right or stuck.document.bars_below):  # else blocks are no way out
        blocks = [at for at in _blocks_to_try(stuck, explanation) if at not in stuck.typed]
        for cell in blocks[:MAX_BLOCKS]:
            yield from _try_block(stuck, cell)
    yield from stuck.analyst.run(task, CORRECTIONS_S)
    return None


def _unlisted(stuck: Stuck, lacking: Sequence[Slot]) -> Job:
    """A candidate makes other entries full with what no list has: that is the reason.

    Args: lacking: these entries.
    """
    puzzle = stuck.puzzle
    words = {slot.name: puzzle.spelled(puzzle.given_codes(slot) or ()) for slot in lacking}
    text = " and ".join(f"{name} would be {word}" for name, word in words.items())
    cells = sorted({cell for slot in lacking for cell in slot.cells})
    stuck.reason = {
        "text": f"no fill because {text}, not in the list", "cells": puzzle.grid.shown(cells),
        "entries": list(words), "minimal": len(lacking) == 1,
    }  # fmt: skip
    stuck.send()
    added = f"add {' and '.join(words.values())} to the list"
    changes, n = [_override(stuck.document, *words.values())], len(words)
    offer = Offer(added, changes, [ChangeKind.WORD], n, is_smallest=n == 1)
    yield from _try(stuck, offer, puzzle)
    for cell in cells if len(lacking) == 1 else ():
        if cell in stuck.typed:
            continue
        change = letters_edit(stuck.document, puzzle, {cell: ""})
        letter, name = puzzle.grid.cells[cell], puzzle.grid.cell_name(cell)
        dropped = f"drop the letter {letter} at {name}"
        letters = frozenset(puzzle.grid.shown([cell]))
        offer = Offer(dropped, [change], [ChangeKind.LETTER], 1, letters, True)
        after = stuck.editor.edit(stuck.document, change)
        yield from _try(stuck, offer, stuck.analyst.with_grid(after.grid))
    return stuck.data()


def _try(stuck: Stuck, offer: Offer, puzzle: Puzzle) -> Job:
    """Offer a correction if there is a fill of the puzzle that it makes."""
    result = yield from stuck.analyst.fill_aside(puzzle, TRY_S)
    if isinstance(result, Found):
        stuck.offers.append(replace(offer, witness=letters_of(result.value)))
        stuck.send()
    return None


def _override(document: Document, *words: str) -> Data:
    """The edit that adds words to the list."""
    score = max(ADDED_SCORE, document.min_score or 0)
    return {"edit": "override", "words": dict.fromkeys(words, score)}


def offer_of(correction: Correction, document: Document) -> Offer:
    """A correction that is offered."""
    changes = edits_of(correction, document)
    letters = frozenset(int(at) for change in changes for at in change.get("cells", ()))
    size = len(letters) + sum(change["edit"] != "letters" for change in changes)
    kinds = [change.kind for change in correction.changes]
    witness = letters_of(correction.fill)
    return Offer(str(correction), changes, kinds, size, letters, correction.is_smallest, witness)


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
                changes.append(letters_edit(document, puzzle, {change.index: ""}))
            case ChangeKind.ENTRY:
                slot = puzzle.slots[change.index]
                kept = {
                    cell
                    for other in puzzle.slots
                    if other.index not in freed and puzzle.given_codes(other) is not None
                    for cell in other.cells
                }
                gone = {cell: "" for cell in slot.entry_cells if cell not in kept}
                changes.append(letters_edit(document, puzzle, gone))
            case ChangeKind.SCORE:
                entry = fill.entries[change.index]
                score = document.min_score or 0
                changes.append({"edit": "override", "words": {entry.word: score}})
            case ChangeKind.MIN_SCORE:
                changes.append({"edit": "min_score", "min_score": correction.lowest_score})
            case ChangeKind.WORD:
                changes.append(_override(document, fill.entries[change.index].word))
            case ChangeKind.REPEATS:
                changes.append({"edit": "rules", "allow_repeats": True})
            case ChangeKind.RULE:
                pass  # all of them are one edit, the first
    return changes


def letters_edit(document: Document, puzzle: Puzzle, letters: Mapping[int, str]) -> Data:
    """The edit that writes letters into cells of a puzzle, or takes them out."""
    grid = document.grid
    places = {document.place(puzzle.grid, at): letter or OPEN for at, letter in letters.items()}
    texts = grid.holding(places).texts()
    written = {str(at): "" if texts[at] == OPEN else texts[at] for at in grid.shown(places)}
    return {"edit": "letters", "cells": written}


def _without_rules(document: Document, dropped: Collection[Rule]) -> Data:
    """The edit that leaves out some of the rules."""
    before: Data = {"rules": []} | rules_data(document.rules)
    kept = [rule for rule in document.rules if rule not in dropped]
    after: Data = {"rules": []} | rules_data(kept)
    return {"edit": "rules"} | {name: after[name] for name in after if after[name] != before[name]}


def _blocks_to_try(stuck: Stuck, explanation: Explanation) -> list[int]:
    """Cells of the reason that might be blocks, those in the middle of entries first."""
    cells: Counter[int] = Counter()
    for name in explanation.slots:
        slot = explanation.puzzle.slot(name)
        for place, cell in enumerate(slot.entry_cells):
            # It must leave entries of three or more on both sides, or stand at an end.
            left, right = place, slot.n_letters - place - 1
            if all(n == 0 or n >= 3 for n in (left, right)):
                cells[cell] += 1
    here = stuck.document.squares
    wanted = [at for at in cells if stuck.region is None or at in stuck.region]
    # A cell with a name is none of the rectangle, and so can be no block.
    wanted = [at for at in wanted if at < len(here) and not here[at].theme]
    return sorted(wanted, key=lambda at: (bool(here[at].solution), -cells[at], at))


def _try_block(stuck: Stuck, cell: int) -> Job:
    """Add a correction that makes a cell a block, when there is a fill then."""
    analyst, document = stuck.analyst, stuck.document
    change = {"edit": "kind", "cells": [cell], "kind": "block", "symmetric": True}
    after = stuck.editor.edit(document, change)
    gone = [
        at for at, (a, b) in enumerate(zip(document.squares, after.squares, strict=True)) if a != b
    ]
    if not (stuck.late | stuck.typed.keys()).isdisjoint(gone):
        return None
    if any(len(slot) < 3 for slot in after.slots) and all(len(s) >= 3 for s in document.slots):
        return None
    if len(_unchecked(after)) > len(_unchecked(document)):  # a single cell that no entry covers
        return None
    try:
        puzzle = analyst.with_grid(after.grid)
    except OptionError:
        return None  # a rule names the cell, or an entry that would be gone
    names = [document.grid.cell_name(at) for at in gone if at != cell]
    text = f"make {document.grid.cell_name(cell)} a block"
    text += f" (and {', '.join(names)})" if names else ""
    letters = frozenset(at for at in gone if document.squares[at].solution)
    yield from _try(stuck, Offer(text, [change], [_BLOCK], len(gone), letters), puzzle)
    return None


def _unchecked(document: Document) -> list[int]:
    """The open cells that are in no entry across, or in none down."""
    covered = Counter(cell for slot in document.slots for cell in slot.cells)
    cells = enumerate(document.squares)
    return [at for at, cell in cells if cell.kind is SquareKind.OPEN and covered[at] < 2]
