"""Crosswords as a page to solve in a browser: one HTML file that needs no other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from satcross import Crossword, OptionError
from satcross.apps.pictures.board import with_grey_voids
from satcross.apps.pictures.heads import byline
from satcross.apps.pictures.layer import layer_of
from satcross.apps.pictures.links import in_language, with_links
from satcross.apps.pictures.scripts import is_right_to_left
from satcross.apps.pictures.shades import paper_shade
from satcross.apps.pictures.words import unwritten
from satcross.apps.solving.selfcontained import (
    document,
    filled,
    fingerprint,
    foot,
    masthead,
    sealed,
)
from satcross.extend import (
    ACROSS,
    BLOCK,
    DOWN,
    Clue,
    Medium,
    NamedCell,
    SquareKind,
    Texts,
    behaviour_of,
    find_slots,
    in_texts,
    key_of,
    pattern_of,
    with_enumerations,
)

_KINDS = {SquareKind.OPEN: ".", SquareKind.BLOCK: "#", SquareKind.VOID: "~"}
_BLANK = '<i data-at="{at}"><u></u><small>{number}</small></i>'  # to be filled in
_NAMES = {ACROSS: "across", DOWN: "down"}


def html_of(
    crossword: Crossword,
    *,
    answers: bool = True,
    title: str = "",
    language: str = "en",
    enumerations: bool | None = None,
    grey_voids: bool = False,
    reports: bool = False,
    post_to: str = "",
) -> str:
    """A page to solve a crossword.

    Args:
        crossword: the crossword.
        answers: whether the solution is in the page, for checking and revealing.
        title: instead of that of the crossword.
        language: of all that the page says: see `satcross.drawing.languages`.
        enumerations: whether clues end with the lengths of their answers; None for British grids
            only.
        grey_voids: whether all voids are grey, and not only holes of a single square.
        reports, post_to: see `document`.

    Returns: the whole file; the same text for the same arguments.

    Raises:
        OptionError: there are no texts in the language.
    """
    if pattern_of(crossword).second_cells(NamedCell.DOWNWARD):
        crossword = crossword.with_both_letters()
    if crossword.named:
        raise OptionError(
            "a page to solve does not support cells beside the rectangle yet", hint="draw an .svg"
        )
    texts = Texts.of(language)
    names = {ACROSS: texts.across, DOWN: texts.down}
    hides = crossword.kind.hides_diagram
    if hides and (crossword.bars_right or crossword.bars_below):
        raise OptionError("a page to solve cannot hide bars yet", hint="write a .pdf")
    behaviour = behaviour_of(crossword.kind)
    crossword = behaviour.with_blanks(behaviour.shown(crossword), texts.words, _BLANK)
    crossword = behaviour.with_room(crossword)
    if not hides:
        crossword = crossword.as_printed(solved=False)
    crossword = with_grey_voids(crossword, all_of_them=grey_voids)
    crossword = with_links(in_texts(with_enumerations(crossword, enumerations)), language)
    title = title or Texts.of(language).title_of(crossword)
    bank = next((clue for clue in crossword.clues if clue.bank), None)
    crossword = replace(crossword, clues=tuple(clue for clue in crossword.clues if clue != bank))
    cells_of = _cells_by_label(crossword)
    clues = [
        (clue, clue.cells or cells_of.get((clue.direction, clue.label), ()))
        for clue in crossword.clues
    ]
    directions = {"across": texts.across, "down": texts.down}
    if crossword.board:
        from satcross.apps.solving.shaped_page import of_whole_lines

        clues = of_whole_lines(crossword, clues)
        directions |= {clue.direction: clue.direction for clue in crossword.clues}
    # Of these, where an answer stands is what is asked.
    is_told = crossword.kind.has_labels and not hides
    told = [(clue, cells if is_told else ()) for clue, cells in clues]
    return document(
        title,
        _body(crossword, title, clues, bank, names, language, reports=reports, post_to=post_to),
        data={
            **_data(crossword, told, names, answers=answers),
            "directions": directions,
            "phrases": dict(texts.phrases) if language != "en" else {},
            **({"postTo": post_to} if post_to else {}),
        },
        module="solve.js",
        styles=("paper.css", "solve.css"),
        language=language,
        right_to_left=is_right_to_left(crossword, language),
        reports=reports,
    )


def _cells_by_label(crossword: Crossword) -> dict[tuple[str, str], tuple[int, ...]]:
    """The cells of the usual entries, for clues that do not name theirs."""
    return {
        (slot.heading, crossword.label_of(slot)): slot.cells
        for slot in find_slots(pattern_of(crossword))
    }


def _data(
    crossword: Crossword,
    clues: Sequence[tuple[Clue, tuple[int, ...]]],
    names: Mapping[str, str],
    *,
    answers: bool,
) -> dict[str, Any]:
    squares = crossword.as_printed(solved=False).squares
    hides = crossword.kind.hides_diagram
    block = BLOCK if hides else ""  # to be found like a letter
    solution = [
        square.solution if square.kind is SquareKind.OPEN else block for square in crossword.squares
    ]
    given = [at for at, square in enumerate(squares) if square.given and solution[at]]
    has_answers = answers and any(
        letters for at, letters in enumerate(solution) if at not in set(given)
    )
    usual_shades = [""] * len(squares)
    board: dict[str, Any] = {}
    if crossword.board:
        from satcross.apps.solving.shaped_page import shades_of, shape_of

        board, usual_shades = {"shape": shape_of(crossword)}, shades_of(crossword)
    more = behaviour_of(crossword.kind).page_data(crossword, solution, clues)
    gap = more.pop("gap", 0)
    data: dict[str, Any] = {
        **board,
        **more,
        "kind": crossword.kind.value,
        "numbered": crossword.kind.is_numbered,
        "hidden": hides,
        "inRows": crossword.kind.is_quotation,
        "rows": crossword.n_rows,
        "cols": crossword.n_cols,
        "kinds": "".join(_KINDS[square.kind] for square in squares),
        "barsRight": sorted(crossword.bars_right),
        "barsBelow": sorted(crossword.bars_below),
        "labels": [square.label for square in squares],
        "given": given,
        "marks": {at: square.mark for at, square in enumerate(squares) if square.mark},
        "circles": [at for at, square in enumerate(squares) if square.circle],
        "shades": {
            at: paper_shade(shade) if square.kind is SquareKind.OPEN else shade
            for at, square in enumerate(squares)
            if (shade := square.shade or usual_shades[at])
        },
        "entries": [
            solution[at] if at in given else square.entry for at, square in enumerate(squares)
        ],
        "clues": [
            {
                "dir": f"path {clue.label}"
                if "paths" in more
                else _NAMES.get(clue.direction, clue.direction),
                "name": f"{clue.label} {names.get(clue.direction, clue.direction)}".strip(),
                "cells": cells,
                **({"label": clue.label} if hides else {}),
                **({"place": clue.place} if clue.place is not None else {}),
            }
            for clue, cells in clues
        ],
        "seconds": crossword.timer_s or 0,
        "runs": crossword.timer_runs,
        "solution": sealed(solution) if has_answers else "",
    }
    notes = [clue.annotation for clue in crossword.clues]
    if has_answers and any(notes):
        data["annotations"] = sealed(notes)
    texts = [(clue.text, clue.markup) for clue in crossword.clues]
    # The gap came later: with it in the fingerprint, what is written in older pages would be lost.
    return {
        **data,
        "key": fingerprint(crossword.title, data, texts),
        **({"gap": gap} if gap else {}),
    }


def _body(
    crossword: Crossword,
    title: str,
    clues: list[tuple[Clue, tuple[int, ...]]],
    bank: Clue | None,
    names: Mapping[str, str],
    language: str,
    *,
    reports: bool,
    post_to: str,
) -> str:
    phrases = Texts.of(language).phrases
    head = masthead(
        phrases,
        title,
        byline(in_language(crossword, language)),
        menus=filled("crossword_menus", phrases=phrases),
        rebus=filled("crossword_rebus", phrases=phrases),
        touch=filled("crossword_touch", phrases=phrases),
        reports=reports,
        post_to=post_to,
    )
    parts = [head]
    if crossword.notes.strip():
        parts.append(f'<p class="notes">{escape(crossword.notes.strip())}</p>')
    word = _word(crossword, phrases["Solution word"])
    frame, key = filled("frame", phrases=phrases, word=word), key_of(crossword)
    frame += layer_of(crossword)
    lists = (
        _lists(clues, bank, names, phrases, places=crossword.kind.lists_words)
        if key is None
        else _code(key)
    )
    parts.append(filled("crossword", phrases=phrases, frame=frame, lists=lists))
    line = " ".join(crossword.copyright.split())
    if line and line[0] not in "©(" and "copyright" not in line.lower():
        line = f"© {line}"
    parts.append(foot(phrases, escape(line), post_to=post_to))
    return "\n".join(parts)


def _lists(
    clues: list[tuple[Clue, tuple[int, ...]]],
    bank: Clue | None,
    names: Mapping[str, str],
    phrases: Mapping[str, str],
    *,
    places: bool,
) -> str:
    lists: dict[str, list[str]] = {}
    if any(clue.text or clue.markup for clue, _ in clues):
        for clue, cells in clues:
            lists.setdefault(names.get(clue.direction, clue.direction), []).append(
                _clue(clue, cells, phrases)
            )
    sections: list[str] = []
    for number, (direction, items) in enumerate(lists.items()):
        heading = f'<h2 id="list-{number}">{escape(direction)}</h2>' if direction else ""
        about = f' aria-labelledby="list-{number}"' if direction else ""
        sections.append(f"<section{about}>{heading}<ol>\n{''.join(items)}</ol></section>")
    if bank is not None:
        items = [f"<li>{escape(word)}</li>" for word in bank.bank]
        listed = f'<ul class="words bank" tabindex="0">{"".join(items)}</ul>'
        sections.append(f"<section><h2>{escape(bank.direction)}</h2>{listed}</section>")
    classes = "lists places" if places else "lists"
    return f'<div class="{classes}" id="lists">{"".join(sections)}</div>'


def _code(key: Crossword) -> str:
    """The labels of a key, each with a place for its letter."""
    numbers = [square.label for square in key.squares if square.label]
    items = "".join(f'<li data-number="{n}"><b>{n}</b><span></span></li>' for n in numbers)
    return f'<div class="lists" id="lists"><ol class="code">{items}</ol></div>'


def _word(crossword: Crossword, heading: str) -> str:
    """Boxes for the letters of a solution word, with the cells that they come from."""
    cells = crossword.solution_cells
    items = "".join(
        f'<li data-at="{at}"><b>{n}</b><span></span></li>' for n, at in enumerate(cells, 1)
    )
    return f'<div class="word"><h2>{heading}</h2><ol>{items}</ol></div>\n' if cells else ""


def _clue(clue: Clue, cells: tuple[int, ...], phrases: Mapping[str, str]) -> str:
    # Markup has only a few known tags, balanced, and is escaped: see `Clue`.
    text = clue.markup or escape(clue.text) or unwritten(clue, cells)
    media = Medium.all_of(clue)
    if any(one.is_picture for one in media):
        text = text.removeprefix(phrases["Picture"]).strip()  # which stands for it elsewhere
    pictures = "".join(
        f'<img src="{one.url}" alt="{escape(one.about or phrases["Picture"])}">'
        for one in media
        if one.is_picture
    )
    sounds = "".join(
        f'<audio controls preload="none" src="{one.url}"'
        f' aria-label="{escape(clue.label)} {escape(one.about or phrases["Sound"])}"></audio>'
        for one in media
        if not one.is_picture
    )
    return (
        f'<li><button type="button" class="clue"><b>{escape(clue.label)}</b>'
        f"<span>{pictures}{text}</span></button>{sounds}</li>\n"
    )
