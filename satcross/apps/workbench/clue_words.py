"""Clues belong to words: they go and come with the words of their entries.

A clue that is written for a full entry has the entry's word. When the entry gets another one, the
clue is put away, under its word, and the clue of the new word, if there is one, comes back. While
letters are missing a clue stays where it is, as its word may come back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from satcross.apps.workbench.document import ClueText, Document, slot_key
from satcross.extend import Clue

OF_WORDS = ("text", "markup", "drafts", "answer", "enumeration", "annotation", "continued",
            "references", "extras", "word", "remarks")  # fmt: skip
"""The fields of a clue that go with its word; the others stay at the entry."""


def words_of(document: Document) -> dict[str, str]:
    """What each entry spells, by key; "" unless all of it is known."""
    grid = document.grid
    return {slot_key(slot): slot.reading_in(grid) for slot in document.slots}


def whole_word(words: Mapping[str, str], key: str, clue: ClueText) -> str:
    """What the answer of a clue spells, in all of its entries; "" unless all of it is known."""
    parts = [words.get(each, "") for each in (key, *clue.continued)]
    return "".join(parts) if all(parts) else ""


def is_said(clue: Clue | ClueText) -> bool:
    """Whether a clue, a thought for one or a remark on it has been written."""
    more = isinstance(clue, ClueText) and (clue.drafts or clue.remarks)
    return bool(clue.text or more or clue.annotation or clue.enumeration)


def is_for_another(words: Mapping[str, str], key: str, clue: ClueText) -> bool:
    """Whether a clue was written for another word than its entry has, or for one that it had."""
    return bool(is_said(clue) and clue.word and clue.word != whole_word(words, key, clue))


def with_clues_of_words(before: Document, after: Document) -> Document:
    """`after`, in which the clues of entries whose words have changed are those of the new words.

    Args: before: the document before the edit.
    """
    if before.grid == after.grid and before.texts == after.texts:
        return after
    if not after.kept and not any(map(is_said, after.texts.values())):
        return after
    old, new = words_of(before), words_of(after)
    texts, kept = dict(after.texts), dict(after.kept)
    changed = {key for key, word in new.items() if word != old.get(key)}
    for key, clue in after.texts.items():
        word = whole_word(new, key, clue)
        if not word or not is_said(clue) or changed.isdisjoint((key, *clue.continued)):
            continue
        if not clue.word:
            texts[key] = replace(clue, word=word)
        elif clue.word != word:
            put_away(kept, clue)
            _set(texts, key, replace(ClueText(), label=clue.label, favourites=clue.favourites))
    for word, clue in {**after.kept, **kept}.items():
        if _take_home(texts, clue, new, changed):
            kept.pop(word, None)
    for key, clue in after.texts.items():  # whose entry is gone
        if key not in new and clue.word and _take_home(texts, clue, new, changed):
            texts.pop(key)
    return replace(after, texts=texts, kept=kept)


def _take_home(
    texts: dict[str, ClueText], clue: ClueText, new: Mapping[str, str], changed: set[str]
) -> bool:
    """Put a clue at an entry without one that has its word now; whether there is one.

    Args: new: the words of entries; changed: the entries that have another one than before.
    """
    for key in new if clue.continued else [key for key in new if key in changed]:
        held = texts.get(key, ClueText())
        is_new = not changed.isdisjoint((key, *clue.continued))
        if is_new and whole_word(new, key, clue) == clue.word and not is_said(held):
            texts[key] = replace(clue, label=held.label, favourites=held.favourites)
            return True
    return False


def _set(texts: dict[str, ClueText], key: str, clue: ClueText) -> None:
    texts.pop(key, None)
    if clue != ClueText():
        texts[key] = clue


def put_away(kept: dict[str, ClueText], clue: ClueText) -> None:
    """Keep a clue under its word; of one that is there already the text becomes a draft of it."""
    first = replace(clue, label=None, favourites=())
    second = kept.pop(clue.word, ClueText())
    if second.text and not first.text:
        first, second = second, first
    drafts = dict.fromkeys([*first.drafts, *filter(None, [second.text]), *second.drafts])
    drafts.pop(first.text, None)
    kept[clue.word] = replace(
        first,
        drafts=tuple(drafts),
        remarks=tuple(dict.fromkeys([*first.remarks, *second.remarks])),
        annotation=first.annotation or second.annotation,
        enumeration=first.enumeration or second.enumeration,
    )
