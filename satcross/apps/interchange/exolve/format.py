"""Exolve's text format: crosswords to solve on a web page.

Sections `exolve-NAME: …` between `exolve-begin` and `exolve-end`, with anything around, so the page
of such a puzzle can be read too; of several puzzles the first. A `#` between blanks begins a
comment. In the grid `.` is a block; `?` a square whose solution is not known, and `0` where none
is; marks follow a square: `|` a bar to its right, `_` one below it, `+` both, `@` a circle, `!` a
given letter, `~` no number, `*` a square or block that is not shown, as where the diagram is
hidden. With the option `rebus-cells`, squares are separated by blanks and may hold several letters,
and all are shown. A clue is a line, `1 Text (4) annotation`, in HTML. The last lengths end it, or
those before a `[…]`; one without lengths may end with `[]`. Solvers do not see lengths with an
asterisk: `(?)*`. `1 *` says that there is no such entry.

Letters other than A to Z need `exolve-language: CODE Script [characters in a cell]`, as in
`hi Devanagari 5`; with several characters, squares are separated by blanks or marks. What belongs
to another script is named by the option `allow-chars`, and digits by `allow-digits`. Exolve draws
every language from left to right.

A letter for each of two readings is an alternative: `exolve-alternatives: r2c1:A r2c7:Y` has the
letters of the second, with rows counted from below. `exolve-colour: #ffcc00 r1c1 2D` has a colour
and squares or lights; `exolve-nodir` the clues of further lists, with their squares.

A linked clue has the numbers of all its entries, `1, 5, 2d Text (7,3,4)`. Only files of this format
keep, as extras: all other sections (questions, explanations, ninas, …) and options, the markup of
annotations, marks of definitions, hints, lines between clues, decorations of squares.

Source: the README and exolve-m.js of viresh-ratnakar/exolve.
"""

from __future__ import annotations

from dataclasses import replace

from satcross import Crossword
from satcross.apps.interchange.exolve.clues import SECTIONS, ClueReader, one_line
from satcross.apps.interchange.exolve.grid import read_grid, read_options, with_colours
from satcross.apps.interchange.exolve.labels import parse_cell
from satcross.apps.interchange.exolve.lights import ExolveLights, lights_of, reversals_in
from satcross.apps.interchange.exolve.lines import NAME, ExolveText, split_sections
from satcross.apps.interchange.exolve.writer import KEEPS, text_of
from satcross.apps.interchange.extras import extras_of
from satcross.apps.interchange.plain import lost_tags, plain_html
from satcross.extend import Clue, Feature, Links, Losses, cell_name

__all__ = ["KEEPS", "read", "unread_links", "write"]
_TEXTS = {"title": "title", "author": "setter", "copyright": "copyright"}
_NOTES = ("preamble", "postscript")
# Sections that are read; all others are kept.
_KNOWN = frozenset({
    *SECTIONS, *_TEXTS.values(), *_NOTES, "nodir", "grid", "width", "height", "option", "language",
})  # fmt: skip


def read(data: bytes, source: str) -> Crossword:
    """The crossword in a file of Exolve: the first, if there are several.

    Raises:
        FormatError: it has no such puzzle, or a part of it is wrong; with the line.
    """
    text = split_sections(data, source)
    if section := text.last("3d"):
        raise text.wrong(
            "crosswords in three dimensions (exolve-3d) are not read",
            "remove that section to read it as a flat grid",
            section.value,
        )
    options = read_options(text)
    crossword = read_grid(text, options)
    reversals = reversals_in(section.value.text for section in text.every("reversals"))
    lights = lights_of(crossword, reversals)
    _check_reversals(text, crossword, lights)
    crossword = with_colours(crossword, lights, text)
    crossword = ClueReader(text, crossword, lights).crossword()
    notes = filter(None, (_plain(text, key, "\n") for key in _NOTES))
    kept: dict[str, object] = {**text.others(_KNOWN)}
    if options.others:
        kept["option"] = list(options.others)
    texts = {field: _plain(text, key, " ") for field, key in _TEXTS.items()}
    return replace(
        crossword,
        notes="\n".join(notes),
        extras=extras_of(NAME, kept),
        remarks=tuple(dict.fromkeys(text.remarks)),
        **texts,  # type: ignore[arg-type]
    )


def _check_reversals(text: ExolveText, crossword: Crossword, lights: ExolveLights) -> None:
    """Remark on reversals of no light. Raises FormatError: one is no pair of cells."""
    turned = (light.cells[::-1] for light in lights.slots if light.cells[0] > light.cells[-1])
    ends = {(cells[0], cells[-1]) for cells in turned}
    shape = crossword.n_rows, crossword.n_cols
    for section in text.every("reversals"):
        for word in section.value.text.split():
            cells = tuple(parse_cell(cell, *shape) for cell in word.split("-"))
            if len(cells) != 2 or None in cells:
                raise text.wrong(
                    f"the reversal {word[:20]!r} is no pair of cells of the grid",
                    "write the first and the last cell of a light, as in a5-c5",
                    section.value,
                )
            if cells not in ends:
                text.left_out(f"the reversal {word}, of which there is no light")


def _plain(text: ExolveText, key: str, between: str) -> str:
    """The text of sections without markup, of which there is a remark."""
    found: list[str] = []
    for section in text.every(key):
        for html in section.texts():
            plain, has_markup = plain_html(html)
            if has_markup or lost_tags(html):
                text.left_out(f"markup of exolve-{key}")
            found.append(one_line(plain))
    return between.join(filter(None, found))


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword for Exolve, which prints numbers of its own, and the labels of some clues."""
    data = text_of(crossword, losses)
    both = zip(crossword.labelled().squares, read(data, NAME).labelled().squares, strict=True)
    other = [at for at, (one, again) in enumerate(both) if one.label != again.label]
    if any(square.label for square in crossword.squares):
        losses.drop_cells(crossword, Feature.LABELS, other)
    elif other:
        names = [cell_name(at, crossword.n_cols) for at in other]
        losses.note("what Exolve prints in squares where further clues begin", names)
    return data


def unread_links(crossword: Crossword) -> list[Clue]:
    """The clues whose links nobody can read: a label in brackets is no number, so has no links."""
    return [clue for clue in Links(crossword).unreadable() if clue.continued]
