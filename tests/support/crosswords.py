"""A hypothesis strategy for crosswords that have only the features that a format can hold.

What it draws is in the normal form of readers: only open squares hold anything, usual numbers are
no labels, a clue stands for every slot with its cells and, where the grid spells it, its answer,
and text has no blanks at its ends. So a format's round trip must give exactly the same crossword.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from html import escape

from hypothesis import strategies as st

from satcross.formats.losses import Feature
from satcross.formats.registry import format_named
from satcross.model.alphabet import Alphabet
from satcross.model.crossword import Clue, Crossword, Square, SquareKind, clues_for, grid_of
from satcross.model.kinds import CROSSWORD, PuzzleKind, kinds

ASCII = "abcXYZ019.,;:!?'\"()[]{}<>&~#|/*_^-+=%$@\\`"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
OTHER_LETTERS = "ÄÑŒŁΩЖ7"
TAGS = ("b", "i", "u", "s")


def texts(allowed: Collection[Feature], *, min_words: int = 1) -> st.SearchStrategy[str]:
    """One line: words with one blank between them."""
    wide = st.characters(codec="utf-8", categories=["L", "N", "P", "S"])
    chars = st.sampled_from(ASCII) | wide if Feature.TEXT in allowed else st.sampled_from(ASCII)
    words = st.text(chars, min_size=1, max_size=6)
    return st.lists(words, min_size=min_words, max_size=3).map(" ".join)


@st.composite
def marked_texts(draw: st.DrawFn, allowed: Collection[Feature]) -> tuple[str, str]:
    """A clue's text and its markup, which is "" when nothing in it is bold or so."""
    parts = draw(st.lists(texts(allowed), min_size=1, max_size=3))
    tags = draw(st.lists(st.sampled_from(["", *TAGS]), min_size=len(parts), max_size=len(parts)))
    text = " ".join(parts)
    if Feature.MARKUP not in allowed or not any(tags):
        return text, ""
    pieces = (
        f"<{tag}>{escape(part, quote=False)}</{tag}>" if tag else escape(part, quote=False)
        for part, tag in zip(parts, tags, strict=True)
    )
    return text, " ".join(pieces)


def kinds_of(name: str) -> list[PuzzleKind]:
    """The kinds of puzzles that files of a format hold beside crosswords."""
    format_ = format_named(name)
    return [kind for kind in kinds() if kind is not CROSSWORD and format_.keeps_kind(kind)]


@st.composite
def crosswords(
    draw: st.DrawFn,
    allowed: Collection[Feature],
    *,
    max_side: int = 4,
    min_side: int = 1,
    kinds: Collection[PuzzleKind] = (),
) -> Crossword:
    """A crossword with no other features than `allowed`.

    Args:
        allowed: `Feature.SIZE` and `Feature.CLUE_ORDER` among them allow nothing by themselves
            here but clues that are missing or stray.
        max_side, min_side: of the rows and columns.
        kinds: beside crosswords.
    """
    n_rows = draw(st.integers(min_side, max_side))
    n_cols = draw(st.integers(min_side, max_side))
    n = n_rows * n_cols
    squares = tuple(draw(_squares(allowed)) for _ in range(n))
    crossword = Crossword(n_rows, n_cols, squares)
    if Feature.BARS in allowed and draw(st.booleans()):
        right = [p for p in range(n) if (p + 1) % n_cols]
        below = list(range(n - n_cols))
        crossword = replace(
            crossword,
            bars_right=draw(_some(right)),
            bars_below=draw(_some(below)),
        )
    crossword = replace(crossword, clues=tuple(draw(_clues(allowed, crossword))))
    is_linked = any(clue.continued for clue in crossword.clues)  # by numbers in files
    if Feature.LABELS in allowed and not is_linked and draw(st.booleans()):
        crossword = draw(_relabelled(crossword))
    line = texts(allowed, min_words=0)
    for feature, name in (
        (Feature.TITLE, "title"),
        (Feature.AUTHOR, "author"),
        (Feature.EDITOR, "editor"),
        (Feature.COPYRIGHT, "copyright"),
        (Feature.PUBLISHER, "publisher"),
    ):
        if feature in allowed:
            crossword = replace(crossword, **{name: draw(line)})  # type: ignore[arg-type]
    if Feature.DATE in allowed:
        dates = st.sampled_from(["", "2024-02-29", "1999-12-31"])
        crossword = replace(crossword, date=draw(dates))
    if Feature.NOTES in allowed:
        notes = st.lists(texts(allowed), max_size=3).map("\n".join)
        crossword = replace(crossword, notes=draw(notes))
    if Feature.TIMER in allowed and draw(st.booleans()):
        seconds, runs = draw(st.integers(0, 10**6)), draw(st.booleans())
        crossword = replace(crossword, timer_s=seconds, timer_runs=runs)
    wanted = [CROSSWORD, *(kind for kind in kinds if not kind.clues_in_grid)]
    # Links are of crosswords: by the numbers of their entries.
    return replace(crossword, kind=draw(st.sampled_from(wanted[:1] if is_linked else wanted)))


def _some(positions: list[int]) -> st.SearchStrategy[frozenset[int]]:
    return st.frozensets(st.sampled_from(positions)) if positions else st.just(frozenset())


@st.composite
def _squares(draw: st.DrawFn, allowed: Collection[Feature]) -> Square:
    kinds = [SquareKind.OPEN] * 4 + [SquareKind.BLOCK]
    if Feature.VOIDS in allowed:
        kinds.append(SquareKind.VOID)
    kind = draw(st.sampled_from(kinds))
    if kind is not SquareKind.OPEN:
        return Square(kind)
    chars = LETTERS + OTHER_LETTERS if Feature.LETTERS in allowed else LETTERS
    contents = st.sampled_from(chars)
    if Feature.REBUS in allowed:
        contents = contents | st.text(chars, min_size=2, max_size=6)

    def flag(feature: Feature) -> bool:
        return feature in allowed and draw(st.integers(0, 3)) == 0

    unfilled = flag(Feature.UNFILLED)
    shade = Square.SHADED if flag(Feature.SHADES) else ""
    if shade and flag(Feature.COLOURS):
        shade = draw(st.sampled_from(["#ff0000", "#00a0c0"]))
    return Square(
        solution="" if unfilled else draw(contents),
        entry=draw(contents) if flag(Feature.ENTRIES) else "",
        given=not unfilled and flag(Feature.GIVENS),
        circle=flag(Feature.CIRCLES),
        shade=shade,
    )


@st.composite
def _clues(draw: st.DrawFn, allowed: Collection[Feature], crossword: Crossword) -> list[Clue]:
    if Feature.CLUES not in allowed:
        return []
    clues = clues_for(grid_of(crossword, alphabet=Alphabet(LETTERS + OTHER_LETTERS)))
    slots = {(clue.direction, clue.label): clue.cells for clue in clues}
    if Feature.CLUE_ORDER in allowed and draw(st.booleans()):
        clues = [clue for clue in clues if draw(st.booleans())]
    open_cells = [p for p, sq in enumerate(crossword.squares) if sq.kind is SquareKind.OPEN]
    if Feature.CLUE_LISTS in allowed and draw(st.booleans()):
        clues.append(Clue("Diagonal", "1", ""))
    if Feature.CLUE_CELLS in allowed and open_cells and clues and draw(st.booleans()):
        cells = draw(st.lists(st.sampled_from(open_cells), min_size=1, max_size=4, unique=True))
        spelled = [crossword.squares[cell].solution for cell in cells]
        answer = "".join(spelled) if all(spelled) else ""
        clues[-1] = replace(clues[-1], cells=tuple(cells), answer=answer)
    out: list[Clue] = []
    for clue in clues:
        text, markup = draw(marked_texts(allowed) | st.just(("", "")))
        new = replace(clue, text=text, markup=markup)
        if Feature.ANSWERS in allowed and draw(st.integers(0, 5)) == 0:
            new = replace(new, answer=draw(st.text(LETTERS, min_size=1, max_size=8)))
        if Feature.ANNOTATIONS in allowed:
            new = replace(new, annotation=draw(texts(allowed) | st.just("")))
        out.append(new)
    usual = [
        at for at, clue in enumerate(out) if slots.get((clue.direction, clue.label)) == clue.cells
    ]
    if Feature.LINKS in allowed and len(usual) > 2 and draw(st.booleans()):
        first, *others = draw(st.lists(st.sampled_from(usual), min_size=2, max_size=3, unique=True))
        out[first] = replace(out[first], continued=tuple(out[at].cells for at in others))
        out[others[0]] = replace(out[others[0]], text="", markup="")
    return out


@st.composite
def _relabelled(draw: st.DrawFn, crossword: Crossword) -> Crossword:
    labels = st.sampled_from(["", "7", "12a", "Q"])
    squares = tuple(
        replace(square, label=draw(labels)) if square.kind is SquareKind.OPEN else square
        for square in crossword.squares
    )
    return replace(crossword, squares=squares).without_usual_labels()
