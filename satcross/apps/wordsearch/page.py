"""Word searches as a page to solve in a browser: one HTML file that needs no other."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from satcross.apps.clues.words import HiddenWord
from satcross.apps.solving.selfcontained import (
    document,
    filled,
    fingerprint,
    foot,
    masthead,
    sealed,
)
from satcross.apps.wordsearch.drawing import message_note
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.extend import Texts

_SCRIPT = Path(__file__).parent / "scripts" / "search.js"
_TEMPLATES = Path(__file__).parent / "templates"


def html_of(made: WordSearch, *, title: str = "", reports: bool = False, post_to: str = "") -> str:
    """A page to solve a word search.

    Args:
        made: the word search.
        title: above it; "" for its own.
        reports, post_to: see `document`.

    Returns: the whole file; the same text for the same arguments.

    Raises:
        OptionError: there are no texts in its language.
    """
    heading = Texts.of(made.language).words
    phrases = Texts.of(made.language).phrases
    title = " ".join((title or made.title).split()) or phrases["Word search"]
    items = "".join(f"<li>{escape(item)}</li>" for item in made.list_items())
    items += "<li data-bonus>?</li>" * made.n_bonus
    spoken = message_note(made, solution=False)
    below = f'<p class="notes">{escape(spoken)}</p>' if spoken else ""
    frame = filled("frame", phrases=phrases, word="")
    parts = [
        masthead(
            phrases,
            title,
            "",
            menus=filled(_TEMPLATES / "wordsearch_menus.html", phrases=phrases),
            reports=reports,
            post_to=post_to,
        ),
        filled(
            _TEMPLATES / "wordsearch.html",
            frame=frame,
            heading=heading,
            items=items,
            below=below,
        ),
        foot(phrases, "", post_to=post_to),
    ]
    return document(
        title,
        "\n".join(parts),
        data={
            **_data(made),
            "phrases": dict(phrases) if made.language != "en" else {},
            **({"postTo": post_to} if post_to else {}),
        },
        module=_SCRIPT,
        styles=("paper.css", "solve.css"),
        language=made.language,
        right_to_left=made.is_right_to_left,
        reports=reports,
    )


def _data(made: WordSearch) -> dict[str, Any]:
    layout, board = made.layout, made.layout.board
    words = [*made.sorted_words(), *layout.words[len(made.listed) :]]
    order = {id(word): index for index, word in enumerate(layout.words)}
    places = [layout.placements[order[id(word)]].cells for word in words]
    shown = made.shown
    letters = [shown.get(at, "") for at in range(board.n_rows * board.n_cols)]
    data = {
        "rows": board.n_rows,
        "cols": board.n_cols,
        "kinds": "".join("." if inside else "~" for inside in board.inside),
        "barsRight": [],
        "barsBelow": [],
        "letters": letters,
        "words": [_cells(word, made) for word in words],
        "message": bool(made.message),
        "solution": sealed(places),
    }
    return {**data, "key": fingerprint(data)}


def _cells(word: HiddenWord, made: WordSearch) -> str | list[str]:
    """What stands in the cells of a word: a string where that is clear."""
    letters = word.letters.lower() if made.lower_case else word.letters
    if not made.alphabet.has_long_letters:
        return letters
    texts = made.alphabet.cut(word.letters)
    return [text.lower() for text in texts] if made.lower_case else list(texts)
