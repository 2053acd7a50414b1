"""Documents from the crosswords of files, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

from satcross import LATIN, Crossword, FormatError, Grid, OptionError, Symmetry
from satcross.apps.workbench.clue_words import is_for_another, is_said, whole_word, words_of
from satcross.apps.workbench.document import (
    Cell,
    ClueText,
    Data,
    Document,
    Json,
    key_of,
    rules_data,
)
from satcross.extend import (
    BLOCK,
    CROSSWORD,
    DOWN,
    OPEN,
    VOID,
    Clue,
    Recorded,
    Square,
    SquareKind,
    clues_for,
    pattern_of,
    rules_in,
    spelled,
)
from satcross.formats.jsontext import plain

_OF_CLUES = ("text", "annotation", "enumeration")  # kept of entries that are gone
_ALIKE = (*_OF_CLUES, "markup", "extras")  # in clues and in the texts of entries
_OF_LOST = (*_OF_CLUES, "word")
_OF_TEXTS = ("drafts", "favourites", "references", "remarks")  # which clues of files do not have
_ROLES = ("pinned", "theme")


def crossword_of(document: Document, *, settings: bool = True) -> Crossword:
    """The crossword as a file holds it.

    Args: settings: whether it has what only the workbench needs, in its extras, and as the answer
        of a clue the word that it was written for, where the entry has another one.
    """
    grid = document.grid
    solutions = ["" if text == OPEN else text for text in grid.cells]
    squares = [
        Square(**_fields(Square, cell) | {"solution": cell.solution and solution})
        for cell, solution in zip(document.squares, solutions, strict=False)
    ]
    entries = _entries(grid)
    clues: list[Clue] = []
    for key, usual in entries.items():
        text = document.texts.get(key, ClueText())
        said: Data = {name: getattr(text, name) for name in _ALIKE}
        said["label"] = usual.label if text.label is None else text.label
        said["answer"] = text.answer or usual.answer or (text.word if _has_clue(text) else "")
        said["continued"] = tuple(entries[to].cells for to in text.continued if to in entries)
        clues.append(replace(usual, **said))
    hidden = (Square(solution=solution) for solution in solutions[grid.size :])
    changed: Data = {"squares": (*squares, *hidden), "named": grid.named}
    changed["extras"] = MappingProxyType(
        {**document.extras, **({Recorded.EXTRAS: _settings(document, entries)} if settings else {})}
    )
    crossword = Crossword(**_fields(Crossword, document) | changed)
    clues = crossword.answered([*clues, *document.clues])
    if settings:
        words = words_of(document)
        for at, key in enumerate(entries):
            text = document.texts.get(key, ClueText())
            if _has_clue(text) and is_for_another(words, key, text):
                clues[at] = replace(clues[at], answer=text.answer or text.word)
    return replace(crossword, clues=tuple(clues))


def _has_clue(text: ClueText) -> bool:
    """Whether a file has a clue of it, and with it its word as the answer."""
    return any(getattr(text, name) for name in _OF_CLUES)


def _fields(kind: Any, part: Any) -> Data:
    """The fields of a class that an object of a class derived from it has."""
    return {each.name: getattr(part, each.name) for each in fields(kind)}


def _entries(grid: Grid) -> dict[str, Clue]:
    """Empty clues for the entries of a grid, by key."""
    return {key_of(clue.direction, clue.cells[0]): clue for clue in clues_for(grid)}


def _settings(document: Document, entries: Json) -> Data:
    texts = document.texts
    by_key = {
        name: {key: list(some) for key, text in texts.items() if (some := getattr(text, name))}
        for name in _OF_TEXTS
    }
    # Clues of entries that the blocks have divided or joined: they may come back.
    left: Data = {}
    for key, clue in texts.items():
        said = {name: text for name in _OF_LOST if (text := getattr(clue, name))}
        if said and key not in entries:
            left[key] = clue.text if [*said] == ["text"] else said
    words = {key: text.word for key, text in texts.items() if text.word and not _has_clue(text)}
    usual: Data = {
        **{
            name: [at for at, cell in enumerate(document.squares) if getattr(cell, name)]
            for name in _ROLES
        },
        "drafts": by_key.pop("drafts"),
        "symmetry": document.symmetry,
        "lists": list(document.lists),
        "min_score": document.min_score,
        "rules": rules_data(document.rules),
    }
    kept = {word: clue.data() for word, clue in document.kept.items()}
    more: Data = {"banned": list(document.banned), **by_key, "clues": left, "clues_of_words": kept,
                  "words": words, "own_notes": document.own_notes}  # fmt: skip
    return usual | {name: value for name, value in more.items() if value}


def document_of(crossword: Crossword, defaults: Document, *, source: str) -> Document:
    """A file's crossword as a document.

    Args:
        crossword: as it was read.
        defaults: has the lists, minimum score and overrides of new crosswords.
        source: names the file in errors.

    Raises:
        FormatError: what the workbench has written into it is damaged.
    """

    def refuse(what: object, problem: str, hint: str) -> None:
        if what:
            raise FormatError(f"the workbench does not {problem}", hint=hint, source=source)

    pattern = pattern_of(crossword)
    hidden = pattern.every_second_cell().values()
    beside = [c.name for at, c in enumerate(crossword.named, pattern.size) if at not in hidden]
    refuse(
        beside, f"support cells beside the grid yet: {''.join(beside[:1])}", "leave such cells out"
    )
    refuse(
        crossword.board,
        f"support the board {crossword.board!r} yet",
        "give the file to satcross fill",
    )
    # It would be lost when the file is saved.
    refuse(
        crossword.kind is not CROSSWORD,
        f"support puzzles of the kind {crossword.kind.value} yet",
        "satcross convert FILE NAME.txt makes a grid of it",
    )
    said = sorted(Recorded(crossword, source).words())
    refuse(
        said,
        f"know the {''.join(said[:1])} of a puzzle's file",
        f"start it with the option instead, and leave {', '.join(said)} out",
    )
    extras = plain(crossword.extras)
    settings = extras.pop(Recorded.EXTRAS, {})
    shown = _shown(crossword, pattern)
    texts, others = _texts(crossword, shown)
    changed = {
        "squares": tuple(map(_cell, crossword.squares, shown)),
        "texts": texts,
        "clues": tuple(clue.within(pattern.size) for clue in others),
        "extras": extras,
        "named": (),
    }
    document = replace(defaults, **_fields(Crossword, crossword) | changed)
    document = replace(document, symmetry=_symmetry(pattern, defaults.symmetry))
    try:
        document = _with_settings(document, settings) if settings else document
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise FormatError(
            f"the {Recorded.EXTRAS!r} part of extras is damaged",
            hint="remove it from the file",
            source=source,
        ) from None
    words = words_of(document)
    texts = {
        key: replace(text, word=text.word or whole_word(words, key, text))
        if is_said(text)
        else replace(text, word="")
        for key, text in document.texts.items()
    }
    return replace(document, texts=texts)


def _symmetry(pattern: Grid, usual: str) -> str:
    """The usual symmetry, unless blocks and voids stand otherwise, as in layouts of given words.

    A block that is mirrored would end up in a void.
    """
    kinds = [cell if cell in (BLOCK, VOID) else "" for cell in pattern.cells[: pattern.size]]
    with suppress(OptionError):  # the grid is no square
        moves = Symmetry(usual).images(pattern.n_rows, pattern.n_cols)
        if all(kinds == [kinds[at] for at in move] for move in moves):
            return usual
    return Symmetry.NONE.value


def _shown(crossword: Crossword, pattern: Grid) -> Sequence[str]:
    """What is in the cells of the rectangle, as in grid text; other formats write `ON/OFF`."""
    held = [square.solution or pattern.cells[at] for at, square in enumerate(crossword.squares)]
    if crossword.named:
        return pattern.with_cells(held).texts()
    return [_two(text, Crossword.EITHER_OR in crossword.notes) for text in held]


def _two(text: str, is_either_or: bool) -> str:
    sides = text.split("/")
    if len(sides) != 2 or not all(sides):
        return text
    return "|".join(sides) if is_either_or or max(map(len, sides)) > 1 else text


def _cell(square: Square, text: str) -> Cell:
    solution = text if square.kind is SquareKind.OPEN and text != OPEN else ""
    changed = {"solution": solution, "extras": plain(square.extras)}
    return Cell(**_fields(Square, square) | changed)


def _texts(crossword: Crossword, shown: Sequence[str]) -> tuple[dict[str, ClueText], list[Clue]]:
    """The clues of the usual entries by key, and the others.

    Args: shown: what is in the cells; an answer that they spell, or both of them do, is no other.
    """
    entries = _entries(pattern_of(crossword))
    by_name = {(clue.direction, clue.label): key for key, clue in entries.items()}
    by_cells = {clue.cells: key for key, clue in entries.items()}
    out: dict[str, ClueText] = {}
    others: list[Clue] = []
    for clue in crossword.clues:
        named = by_name.get((clue.direction, clue.label), "")
        key = key_of(clue.direction, clue.cells[0]) if clue.cells else named
        if key not in entries or key in out:
            others.append(replace(clue, extras=plain(clue.extras)))
            continue
        usual = entries[key]
        held = [shown[cell] for cell in usual.cells]
        sides = [_side(held, second, clue.direction == DOWN) for second in (False, True)]
        spelt = (spelled(crossword.squares, usual.cells), sides[0], "/".join(sides),
                 spelled(crossword.squares, clue.whole))  # fmt: skip
        letters = _letters(clue.answer)
        full = [text for text in spelt if OPEN not in text]
        is_another = is_said(clue) and letters not in map(_letters, (*full, ""))
        word = letters if is_another else ""
        text = ClueText(
            **{name: plain(getattr(clue, name)) for name in _ALIKE},
            label=None if clue.label == usual.label else clue.label,
            answer="" if clue.answer in (*spelt, word) else clue.answer,
            continued=tuple(by_cells[cells] for cells in clue.continued if cells in by_cells),
            word=word,
        )
        if text != ClueText():
            out[key] = text
    return out, others


def _letters(text: str) -> str:
    """The letters of an answer, without spaces and, where there are none, accents."""
    return LATIN.normalise(text) or "".join(filter(str.isalnum, text.upper()))


def _side(texts: Sequence[str], second: bool, down: bool) -> str:
    """What cells spell in one of two readings, with either/or cells as in their direction."""
    pairs = [re.split("[/|]", text) for text in texts]
    return "".join(
        sides[-1] if (down if "|" in text else second) else sides[0]
        for text, sides in zip(texts, pairs, strict=True)
    )


def _with_settings(document: Document, settings: Json) -> Document:
    cells, texts = list(document.squares), dict(document.texts)
    for name in _ROLES:
        for at in settings.get(name, ()):
            if type(at) is not int or at < 0:
                raise ValueError(at)
            flag: Data = {name: True}
            cells[at] = replace(cells[at], **flag)
    for key, said in settings.get("clues", {}).items():
        kept = said if isinstance(said, dict) else {"text": said}
        more: Data = {name: str(kept.get(name, "")) for name in _OF_LOST}
        texts.setdefault(key, ClueText(**more))
    for name in _OF_TEXTS:
        for key, some in settings.get(name, {}).items():
            more = {name: tuple(map(str, some))}
            texts[key] = replace(texts.get(key, ClueText()), **more)
    for key, word in settings.get("words", {}).items():
        texts[key] = replace(texts.get(key, ClueText()), word=str(word))
    min_score = settings.get("min_score", document.min_score)
    return replace(
        document,
        squares=tuple(cells),
        texts=texts,
        symmetry=Symmetry(settings.get("symmetry", document.symmetry)).value,
        lists=tuple(map(str, settings.get("lists", document.lists))),
        min_score=None if min_score is None else int(min_score),
        rules=rules_in(settings.get("rules", {})),
        banned=tuple(map(str, settings.get("banned") or ())),
        own_notes=str(settings.get("own_notes", "")),
        kept={word: _kept(said) for word, said in settings.get("clues_of_words", {}).items()},
    )


def _kept(said: Json) -> ClueText:
    """A clue without an entry. Raises TypeError, ValueError: it is none."""
    clue, usual = ClueText.of(said), ClueText()
    for name in (each.name for each in fields(ClueText) if each.name != "label"):
        value = getattr(clue, name)
        if type(value) is not type(getattr(usual, name)) or (
            isinstance(value, tuple) and not all(isinstance(text, str) for text in value)
        ):
            raise ValueError(name)
    return clue
