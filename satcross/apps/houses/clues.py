"""Checks of the clues. They have nothing to say of a grid without any."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from satcross.apps.houses.entries import telling_parts
from satcross.apps.houses.findings import Remark, Severity, check, one_line
from satcross.apps.houses.page import PageEntry, Reviewed
from satcross.extend import ACROSS, DOWN, Clue, word_lengths
from satcross.words.parts import Parts

_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

_ENUMERATION = re.compile(r"\(([\d\s,;./'\u2019\u2013-]*\d[\d\s,;./'\u2019\u2013-]*)\)\s*$")
# "17-Across", "5 Down", "17-, 23- and 40-Across", "3dn"
_REFERENCE = re.compile(
    r"((?:\b\d{1,3}-?(?:,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+|\s*[&/]\s*))*\b\d{1,3})"
    r"[\s-]?(across|down|ac|dn)\b",
    re.IGNORECASE,
)
_SEE = re.compile(r"^see\s+(\d{1,3})\b(?!\s*-?\s*(?:across|down|ac|dn)\b)", re.IGNORECASE)
_SAME_PREFIX = 4  # letters


@check("missing-clues", _ERROR, usual=True)
def missing_clues(page: Reviewed) -> Iterator[Remark]:
    """Entries without a clue."""
    if not page.has_clues:
        return
    missing = [
        entry
        for entry in page.entries
        if page.crossword.clues and (entry.clue is None or not entry.clue.text.strip())
    ]
    if len(missing) == len(page.entries):
        return  # it has no clues yet
    for entry in missing:
        yield Remark(f"{entry.name} {entry.word or ''}".rstrip() + " has no clue",
                    entry.slot.cells, (entry.name,))  # fmt: skip


@check("stray-clues", _ERROR, usual=True)
def stray_clues(page: Reviewed) -> Iterator[Remark]:
    """Clues without an entry."""
    known = {entry.slot.cells for entry in page.entries}
    for clue in page.clues:
        cells = page.cells_of(clue)
        if clue.direction in (ACROSS, DOWN) and cells not in known and clue.text.strip():
            yield Remark(f"the clue {page.clue_name(clue)} has no entry", cells)


@check("clue-of-another-word", _ERROR, usual=True)
def clue_of_another_word(page: Reviewed) -> Iterator[Remark]:
    """Clues whose answer, as the file has it, is not the word of their entry."""
    squares = page.crossword.squares
    for entry, _ in _clued(page):
        clue = entry.clue
        answer = page.alphabet.normalise(clue.answer) if clue else None
        if clue is None or not answer or answer == entry.word:
            continue
        whole = (*entry.slot.cells, *chain(*clue.continued))
        cells = [re.escape(page.alphabet.normalise(squares[at].solution) or "") for at in whole]
        own = cells[: len(entry.slot)]
        if not any(re.fullmatch("".join(x or "." for x in some), answer) for some in (cells, own)):
            word = entry.word or "".join(text or "." for text in own)
            yield _of(entry, f"the clue of {entry.slot.name} is for {answer}, and it is {word}")


@check("same-clue", _ERROR, usual=True)
def same_clue(page: Reviewed) -> Iterator[Remark]:
    """The same clue twice."""
    by_text: dict[str, list[PageEntry]] = defaultdict(list)
    for entry, text in _clued(page):
        by_text[one_line(text).casefold()].append(entry)
    for some in by_text.values():
        if len(some) > 1:
            names = tuple(entry.name for entry in some)
            text = one_line(some[0].clue.text) if some[0].clue else ""
            yield Remark(f"{' and '.join(names)} have the same clue: {text}",
                        [cell for entry in some for cell in entry.slot.cells], names)  # fmt: skip


@check("answer-in-clue", _ERROR, usual=True)
def answer_in_clue(page: Reviewed) -> Iterator[Remark]:
    """A clue with its answer, a word of it, or a form of one."""
    for entry, text in _clued(page):
        parts = page.parts(text)
        if entry.word is None:
            continue
        own = [entry.word, *telling_parts(page, entry, 4)]
        roots = {page.root(word): word for word in own}
        for part in parts:
            root = page.root(part)
            if root in roots and part not in Parts.SMALL_WORDS:
                said = f"has the word {part}"
                said += "" if part == entry.word else f", of its answer {entry.written.upper()}"
                yield _of(entry, f"the clue of {entry} {said}")
                break
        else:
            joined = "".join(parts)
            if len(entry.word) > _SAME_PREFIX and entry.word in joined:
                at, start = joined.index(entry.word), 0
                starts = set()
                for part in parts:
                    starts.add(start)
                    start += len(part)
                if at in starts and at + len(entry.word) in {*starts, start}:
                    yield _of(entry, f"the clue of {entry} has its answer")


@check("words-in-clues", _WARNING, usual=True)
def words_in_clues(page: Reviewed, *, from_length: int = 4) -> Iterator[Remark]:
    """Words of clues that are entries, or words of entries."""
    holders: dict[str, PageEntry] = {}
    for entry in page.whole:
        for part in (entry.word or "", *telling_parts(page, entry, from_length)):
            if len(part) >= from_length:
                holders.setdefault(part, entry)
    for entry, text in _clued(page):
        told = set()
        for part in page.parts(text):
            holder = holders.get(part)
            if (
                holder is not None
                and holder is not entry
                and part not in Parts.SMALL_WORDS
                and part not in told
            ):
                told.add(part)
                where = holder.name
                if part != holder.word:
                    where = f"in {holder.shown}"
                yield Remark(
                    f"the clue of {entry.name} has the word {part}, which is {where}",
                    [*entry.slot.cells, *holder.slot.cells], (entry.name, holder.name),
                )  # fmt: skip


@check("enumerations", _ERROR, usual=True)
def enumerations(page: Reviewed) -> Iterator[Remark]:
    """Enumerations that do not fit their answers."""
    linked = _linked(page)
    for entry in page.entries:
        clue = entry.clue
        said = "" if clue is None else _lengths_of(clue)
        if not said:
            continue
        total = sum(map(int, re.findall(r"\d+", said)))
        n = entry.slot.n_letters if entry.word is None else page.alphabet.size(entry.word)
        if total != n and total not in linked.get(entry.name, ()):
            yield _of(
                entry, f"the clue of {entry.name} says ({said}), and the entry has {n} letters"
            )
        elif entry.word is not None and len(page.parts(entry.written)) > 1 and total == n:
            wanted = word_lengths(entry.written, n, page.alphabet)
            if re.findall(r"\d+", said) != re.findall(r"\d+", wanted):
                yield Remark(
                    f"the clue of {entry.name} says ({said}), and {entry.written.upper()} is"
                    f" ({wanted})",
                    entry.slot.cells, (entry.name,), severity=_WARNING,
                )  # fmt: skip


def _lengths_of(clue: Clue) -> str:
    """The enumeration that a clue has, in its text or beside it; "" for none."""
    found = _ENUMERATION.search(clue.text)
    return " ".join(found[1].split()) if found else clue.enumeration


def _linked(page: Reviewed) -> dict[str, set[int]]:
    """By the name of an entry, the numbers of letters of answers that begin there and go on."""
    n_letters: dict[str, int] = {}
    by_label: dict[str, list[PageEntry]] = defaultdict(list)
    for entry in page.entries:
        n_letters[entry.name] = entry.slot.n_letters
        if entry.clue is not None:
            by_label[entry.clue.label].append(entry)
    more: dict[str, int] = {}
    found: dict[str, set[int]] = defaultdict(set)
    for entry in page.entries:
        text = "" if entry.clue is None else one_line(entry.clue.text)
        match = re.match(r"see\s+(\d{1,3})", text, re.IGNORECASE)
        for first in by_label.get(match[1], ()) if match else ():
            more[first.name] = more.get(first.name, n_letters[first.name]) + n_letters[entry.name]
            found[first.name].add(more[first.name])
    return found


@check("references", _ERROR, usual=True)
def references(page: Reviewed) -> Iterator[Remark]:
    """References to entries that are not there."""
    every = set().union(*page.labels.values()) if page.labels else set()
    for entry, text in _clued(page):
        for match in _REFERENCE.finditer(text):
            direction = ACROSS if match[2].lower() in ("across", "ac") else DOWN
            for label in re.findall(r"\d+", match[1]):
                name = f"{label}-{direction}"
                if label not in page.labels.get(direction, ()):
                    yield _of(
                        entry, f"the clue of {entry.name} refers to {name}, which is not there"
                    )
                elif entry.clue and (entry.clue.direction, entry.clue.label) == (direction, label):
                    yield _of(entry, f"the clue of {entry.name} refers to itself")
        see = _SEE.match(one_line(text))
        if see and see[1] not in every:
            yield _of(entry, f"the clue of {entry.name} refers to {see[1]}, which is not there")


@check("clue-length", _NOTE)
def clue_length(page: Reviewed, *, most: int) -> Iterator[Remark]:
    """Clues that are too long."""
    for entry, text in _clued(page):
        if len(one_line(text)) > most:
            n = len(one_line(text))
            yield _of(entry, f"the clue of {entry.name} has {n} characters, more than {most}")


def _clued(page: Reviewed) -> Iterator[tuple[PageEntry, str]]:
    """The entries that have a clue, with its text."""
    for entry in page.entries:
        if entry.clue is not None and entry.clue.text.strip():
            yield entry, entry.clue.text


def _of(entry: PageEntry, text: str) -> Remark:
    return Remark(text, entry.slot.cells, (entry.name,))
