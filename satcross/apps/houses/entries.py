"""Checks of the entries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from satcross.apps.houses.findings import NO_NUMBERS, BySize, Remark, Severity, check
from satcross.apps.houses.page import PageEntry, Reviewed
from satcross.extend import counted
from satcross.words.parts import Parts

_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

# Words that say little by themselves, so that two entries or clues may well share them.
_GOES_ON = frozenset(
    "A AN THE AND OR OF TO AS IS MY HIS HER IF".split()  # noqa: SIM905
)
"""The last words of a phrase that goes on, as in ONE TO A."""
_OWN_CHECKS = ("letter", "word", "repeat")  # faults that `letters`, `unlisted`, `repeats` report
_BLANK = ("__", "…", "...", "\u2014\u2014")


def _cells(*entries: PageEntry) -> list[int]:
    return [cell for entry in entries for cell in entry.slot.cells]


def _names(*entries: PageEntry) -> tuple[str, ...]:
    return tuple(entry.name for entry in entries)


@check("letters", _WARNING, usual=True)
def letters(page: Reviewed) -> Iterator[Remark]:
    """Cells without a letter."""
    givens = page.puzzle.givens
    empty = [cell for cell in page.open_cells if cell not in givens]
    if empty:
        yield Remark(f"{counted(len(empty), 'cell')} without a letter", empty)


@check("rules", _ERROR, usual=True)
def rules(page: Reviewed) -> Iterator[Remark]:
    """Rules of the puzzle itself that its letters break."""
    puzzle = page.puzzle
    if not puzzle.rules or len(page.whole) < len(page.entries):
        return
    from satcross import verify

    for fault in verify(None, puzzle.grid, puzzle.listed, rules=puzzle.rules):
        if fault.kind not in _OWN_CHECKS:
            yield Remark(fault.text if fault.where else f"a rule {fault.text}")


@check("unlisted", _WARNING, refills=True, usual=True)
def unlisted(page: Reviewed) -> Iterator[Remark]:
    """Entries in no list, neither in the one in use nor built in, but those of the theme."""
    for entry in page.filled:
        if entry.word not in page.words and entry.word not in page.origins:
            yield Remark(f"{entry} is in no list", _cells(entry), _names(entry))


@check("repeats", _ERROR, refills=True, usual=True)
def repeats(page: Reviewed) -> Iterator[Remark]:
    """The same entry twice."""
    by_word: dict[str, list[PageEntry]] = defaultdict(list)
    for entry in page.whole:
        by_word[entry.word or ""].append(entry)
    for word, some in by_word.items():
        if len(some) > 1:
            yield Remark(f"{' and '.join(_names(*some))} are both {word}", _cells(*some),
                        _names(*some), 1)  # fmt: skip


@check("stems", _WARNING, rule="no-near-duplicates", usual=True)
def stems(page: Reviewed) -> Iterator[Remark]:
    """Two entries that are forms of one word."""
    by_root: dict[str, list[PageEntry]] = defaultdict(list)
    for entry in page.whole:
        by_root[page.root(entry.word or "")].append(entry)
    for root, some in by_root.items():
        for one, other in combinations(some, 2):
            if one.word != other.word:
                yield Remark(f"{one} and {other} are forms of {root}", _cells(one, other),
                            _names(one, other), 1)  # fmt: skip


@check("shared-words", _WARNING, rule="no-shared-words {from_length}", usual=True)
def shared_words(page: Reviewed, *, from_length: int = Parts.SHORTEST) -> Iterator[Remark]:
    """Two entries with a word in common, as in ICE CREAM and ICE AGE."""
    by_part: dict[str, dict[str, PageEntry]] = defaultdict(dict)
    for entry in page.whole:
        for part in telling_parts(page, entry, from_length):
            by_part[page.root(part)].setdefault(entry.name, entry)
    seen = set()
    for part, some in by_part.items():
        for one, other in combinations(some.values(), 2):
            if page.root(one.word or "") != page.root(other.word or "") and (
                (one.name, other.name) not in seen
            ):
                seen.add((one.name, other.name))
                text = f"{one.shown} and {other.shown}"
                yield Remark(f"{text} share the word {part}", _cells(one, other),
                            _names(one, other), 1)  # fmt: skip


def telling_parts(page: Reviewed, entry: PageEntry, from_length: int) -> list[str]:
    """The words of an entry that say something, in letters."""
    return page.parts(entry.written).telling(from_length)


@check("naticks", _ERROR, rule="no-naticks")
def naticks(page: Reviewed) -> Iterator[Remark]:
    """Two names that few know, crossing in a cell."""
    hard = {word for word, origin in page.origins.items() if origin.is_hard_name}
    found: dict[tuple[str, str], tuple[PageEntry, PageEntry, int]] = {}
    for one, other, cell in page.crossings:
        if one.word in hard and other.word in hard:
            found.setdefault((one.name, other.name), (one, other, cell))
    for one, other, cell in found.values():
        yield Remark(f"{one} and {other} cross at {page.name_of(cell)}:"
                    " both are names that few know",
                    [cell], _names(one, other), 1)  # fmt: skip


@check("vulgar", _WARNING, refills=True)
def vulgar(page: Reviewed) -> Iterator[Remark]:
    """Words that no family newspaper prints."""
    for entry in page.of_kind("vulgar"):
        yield Remark(f"{entry} is vulgar", _cells(entry), _names(entry))


@check("abbreviations", _WARNING, refills=True)
def abbreviations(page: Reviewed, *, most: int) -> Iterator[Remark]:
    """Too many abbreviations."""
    yield from _too_many(page, page.of_kind("abbreviation"), most, "abbreviation")


@check("names", _NOTE, refills=True)
def names(page: Reviewed, *, most: int) -> Iterator[Remark]:
    """Too many names of people, places and others."""
    yield from _too_many(page, page.of_kind("name", "person", "place"), most, "name")


@check("crosswordese", _WARNING, refills=True)
def crosswordese(page: Reviewed, *, most: int, below: int = 30, up_to: int = 5) -> Iterator[Remark]:
    """Too many short entries that few know outside of crosswords, but those of the theme."""
    some = [
        entry
        for entry in page.filled
        if len(entry.word or "") <= up_to and _score(page, entry, below) < below
    ]
    yield from _too_many(page, some, most, "entry of crosswordese", "entries of crosswordese")


@check("obscure", _WARNING, refills=True)
def obscure(
    page: Reviewed, *, most: int, below: int = 30, from_length: int = 6
) -> Iterator[Remark]:
    """Too many longer entries that few know, but those of the theme."""
    some = [
        entry
        for entry in page.filled
        if len(entry.word or "") >= from_length and _score(page, entry, below) < below
    ]
    yield from _too_many(page, some, most, "obscure entry")


def _score(page: Reviewed, entry: PageEntry, unknown: int) -> int:
    """The score of an entry in the built-in list; `unknown` where that lacks it."""
    origin = page.origins.get(entry.word or "")
    return unknown if origin is None else origin.score


@check("partials", _WARNING, refills=True)
def partials(page: Reviewed, *, most: BySize = NO_NUMBERS, up_to: int = 5) -> Iterator[Remark]:
    """Parts of phrases, as in ONE TO A: too many, or too long."""
    found = [entry for entry in page.whole if _is_partial(page, entry)]
    for entry in found:
        if len(entry.word or "") > up_to:
            yield Remark(f"{entry.shown} is a part of a phrase of more than"
                        f" {up_to} letters", _cells(entry), _names(entry),
)  # fmt: skip
    yield from _too_many(page, found, most.get(page.size, len(found)), "part of a phrase",
                         "parts of phrases")  # fmt: skip


def _is_partial(page: Reviewed, entry: PageEntry) -> bool:
    parts = page.parts(entry.written)
    if len(parts) < 2:
        return False
    has_blank = entry.clue is not None and any(mark in entry.clue.text for mark in _BLANK)
    return has_blank or parts[-1] in _GOES_ON


def _too_many(
    page: Reviewed, some: Iterable[PageEntry], most: int, noun: str, plural: str = ""
) -> Iterator[Remark]:
    some = list(some)
    if len(some) > most:
        n = f"{len(some)} {plural}" if plural and len(some) != 1 else counted(len(some), noun)
        shown = ", ".join(entry.shown for entry in some)
        yield Remark(f"{n}, more than {most}: {shown}", _cells(*some), _names(*some), most)
