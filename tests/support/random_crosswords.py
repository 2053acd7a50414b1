"""Random crosswords with every feature of the model: a few of them in each, from a seed.

What they hold is what people write in files, and not only what our readers make of it: answers
with blanks and accents, clues without squares, labels that are no numbers, dates that are none.
"""

from __future__ import annotations

import random
from dataclasses import replace
from html import escape

from support.random_features import FEATURES
from support.random_parts import (
    TAGS,
    Change,
    crossword_in,
    line,
    of_clues,
    of_grid,
    of_letters,
    of_squares,
    open_in_rectangle,
    open_squares,
    some_open,
    with_clues,
    with_squares,
)

from satcross.kinds.codeword import CODEWORD
from satcross.kinds.diagramless import CARTE_BLANCHE, DIAGRAMLESS
from satcross.kinds.fillin import FILL_IN, JIGSAW
from satcross.model.cellnames import NamedCell
from satcross.model.crossword import Clue, Crossword, Square, SquareKind
from satcross.model.grid import Grid

_MOST = 5  # features of a crossword beside its letters, blocks and clues


def random_crossword(seed: int | str) -> Crossword:
    """The crossword of a seed."""
    rng = random.Random(f"crossword {seed}")
    crossword = _plain(rng)
    for change in rng.sample(CHANGES, rng.randint(0, _MOST)):
        crossword = change(rng, crossword)
    return crossword


def _plain(rng: random.Random) -> Crossword:
    n_rows, n_cols = rng.randint(1, 6), rng.randint(2, 6)
    rate = rng.choice([0, 0.1, 0.25])
    rows = [
        "".join("#" if rng.random() < rate else chr(rng.randint(65, 90)) for _ in range(n_cols))
        for _ in range(n_rows)
    ]
    if not any(char.isalpha() for row in rows for char in row):
        rows[0] = "A" * n_cols
    return with_clues(rng, crossword_in(Grid(n_rows, n_cols, tuple("".join(rows)))))


def _voids(rng: random.Random, crossword: Crossword) -> Crossword:
    blocks = [at for at, one in enumerate(crossword.squares) if one.kind is SquareKind.BLOCK]
    cells = [*blocks, *some_open(rng, crossword)]
    if len(cells) >= len(open_squares(crossword)):
        return crossword
    return with_squares(crossword, {at: Square(SquareKind.VOID) for at in rng.sample(cells, 1)})


def _bars(rng: random.Random, crossword: Crossword) -> Crossword:
    n, n_cols = crossword.n_rows * crossword.n_cols, crossword.n_cols
    right = [at for at in range(n) if (at + 1) % n_cols]
    below = list(range(n - n_cols))
    return replace(
        crossword,
        bars_right=frozenset(rng.sample(right, min(2, len(right)))),
        bars_below=frozenset(rng.sample(below, min(2, len(below)))),
    )


def _second(suffix: str, rebus: str) -> Change:
    """Squares with a second text, hidden: two readings, or another one down."""

    def how(rng: random.Random, crossword: Crossword) -> Crossword:
        n = crossword.n_rows * crossword.n_cols
        if len(crossword.squares) > n or crossword.board:
            return crossword
        cells = open_squares(crossword)
        if any({*"/|"} & {*crossword.squares[at].solution} for at in cells):
            return crossword  # which has two texts in its squares already
        at = rng.choice(cells)
        name = f"r{at // crossword.n_cols + 1}c{at % crossword.n_cols + 1}{suffix}"
        squares = (*crossword.squares, Square(solution=rng.choice(["Q", rebus])))
        return replace(crossword, squares=squares, named=(NamedCell(name),))

    return of_grid(how)


def _named(rng: random.Random, crossword: Crossword) -> Crossword:
    del rng
    if crossword.named:
        return crossword
    cell = NamedCell("x1", (float(crossword.n_cols) + 1, 0.0))
    return replace(crossword, squares=(*crossword.squares, Square(solution="Z")), named=(cell,))


def _own_numbers(rng: random.Random, crossword: Crossword) -> Crossword:
    """Labels that start at another number, or skip some; clues have them too."""
    squares = list(crossword.labelled().squares)
    by_old: dict[str, str] = {}
    first = rng.choice([1, 1, 7])
    skip = rng.random() < 0.5
    for at, one in enumerate(squares):
        if one.label:
            new = str(first + len(by_old))
            if skip and len(by_old) > 1:
                new = f"{len(by_old) + 5}"
            by_old[one.label] = new
            squares[at] = replace(one, label=new)
    clues = (replace(one, label=by_old.get(one.label, one.label)) for one in crossword.clues)
    return replace(crossword, squares=tuple(squares), clues=tuple(clues)).without_usual_labels()


def _skipped_labels(rng: random.Random, crossword: Crossword) -> Crossword:
    labelled = crossword.labelled()
    cells = [at for at, one in enumerate(labelled.squares) if one.label]
    if len(cells) < 2:
        return crossword
    at = rng.choice(cells)
    return with_squares(labelled, {at: replace(labelled.squares[at], label="")})


def _marked(rng: random.Random, clue: Clue) -> Clue:
    parts = [line(rng, 2) for _ in range(rng.randint(1, 3))]
    marked = rng.randrange(len(parts))
    tag = rng.choice(TAGS)
    pieces = [escape(part, quote=False) for part in parts]
    pieces[marked] = f"<{tag}>{pieces[marked]}</{tag}>"
    return replace(clue, text=" ".join(parts), markup=" ".join(pieces))


def _answer(rng: random.Random, clue: Clue) -> Clue:
    written = clue.answer
    if len(written) < 2:
        return clue
    cut = rng.randint(1, len(written) - 1)
    return replace(
        clue,
        answer=rng.choice([
            f"{written[:cut]} {written[cut:]}",
            f"{written[:cut]}-{written[cut:]}",
            f"{written[:cut]}'{written[cut:]}",
            written.replace("A", "Á").replace("E", "É").replace("O", "Ö"),
            written.lower(),
            written.title(),
        ]),
    )  # fmt: skip


def _enumeration(rng: random.Random, clue: Clue) -> Clue:
    n = len(clue.cells)
    lengths = rng.choice([str(n), f"1,{n - 1}", f"{n - 1}-1", f"{n}, abbr.", "two words"])
    if rng.random() < 0.5:
        return replace(clue, enumeration=lengths)
    markup = f"{clue.markup} ({lengths})" if clue.markup else ""
    return replace(clue, text=f"{clue.text} ({lengths})", markup=markup)


def _linked(rng: random.Random, crossword: Crossword) -> Crossword:
    by_cells: dict[tuple[int, ...], int] = {}
    for at, one in enumerate(crossword.clues):
        if one.cells and one.direction in ("Across", "Down"):
            by_cells.setdefault(one.cells, at)
    usual = list(by_cells.values())
    has_links = any(one.continued for one in crossword.clues)
    if len(usual) < 2 or has_links or any(one.label for one in crossword.squares):
        return crossword
    first, *others = rng.sample(usual, min(len(usual), rng.randint(2, 3)))
    clues = list(crossword.clues)
    clues[first] = replace(clues[first], continued=tuple(clues[at].cells for at in others))
    for at in others:
        clues[at] = replace(clues[at], text="", markup="", enumeration="", annotation="")
    return replace(crossword, clues=tuple(clues))


def _more_lists(rng: random.Random, crossword: Crossword) -> Crossword:
    shown = open_in_rectangle(crossword)
    cells = rng.sample(shown, min(3, len(shown)))
    answer = "".join(crossword.squares[at].solution for at in cells)
    name = rng.choice(["Diagonal", "Around", "Perimeter"])
    label = rng.choice(["1", "A", "i"])
    some = rng.random() < 0.7
    more = Clue(name, label, line(rng), cells=tuple(cells) if some else (), answer=answer * some)
    return replace(crossword, clues=(*crossword.clues, more))


def _bent(rng: random.Random, crossword: Crossword) -> Crossword:
    has_links = any(one.continued for one in crossword.clues)
    if not crossword.clues or has_links or len(open_in_rectangle(crossword)) < 3:
        return crossword
    at = rng.randrange(len(crossword.clues))
    cells = tuple(rng.sample(open_in_rectangle(crossword), 3))
    answer = "".join(crossword.squares[cell].solution for cell in cells)
    letters = answer if all(crossword.squares[cell].solution for cell in cells) else ""
    clues = list(crossword.clues)
    clues[at] = replace(clues[at], cells=cells, answer=letters, continued=())
    return replace(crossword, clues=tuple(clues))


def _unclued(rng: random.Random, crossword: Crossword) -> Crossword:
    kept = [one for one in crossword.clues if rng.random() < 0.7 or one.continued]
    return replace(crossword, clues=tuple(kept))


def _stray(rng: random.Random, crossword: Crossword) -> Crossword:
    stray = Clue("Across", rng.choice(["99", "1a", ""]), line(rng))
    across = [one for one in crossword.clues if one.direction == "Across"]
    rest = [one for one in crossword.clues if one.direction != "Across"]
    return replace(crossword, clues=(*across, stray, *rest))


def _shuffled(rng: random.Random, crossword: Crossword) -> Crossword:
    across = [one for one in crossword.clues if one.direction == "Across"]
    rest = [one for one in crossword.clues if one.direction != "Across"]
    rng.shuffle(across)
    return replace(crossword, clues=(*across, *rest))


def _no_cells(rng: random.Random, crossword: Crossword) -> Crossword:
    """Clues as people type them: without squares and answers."""
    del rng
    if any(one.continued for one in crossword.clues):
        return crossword
    clues = (replace(one, cells=(), answer="") for one in crossword.clues)
    return replace(crossword, clues=tuple(clues))


def _text(*names: str) -> Change:
    def change(rng: random.Random, crossword: Crossword) -> Crossword:
        return replace(crossword, **{name: line(rng) for name in names})  # type: ignore[arg-type]

    return change


def _notes(rng: random.Random, crossword: Crossword) -> Crossword:
    notes = "\n".join(line(rng) for _ in range(rng.randint(1, 3)))
    return replace(crossword, notes=notes, extras={})


def _date(rng: random.Random, crossword: Crossword) -> Crossword:
    dates = ["2026-02-28", "1999-12-31", "20 November 2026", "Winter 2026", "2026"]
    return replace(crossword, date=rng.choice(dates))


def _timer(rng: random.Random, crossword: Crossword) -> Crossword:
    return replace(crossword, timer_s=rng.randint(0, 5000), timer_runs=rng.random() < 0.5)


def _extras(rng: random.Random, crossword: Crossword) -> Crossword:
    extras = {"elsewhere": {"difficulty": rng.choice([3, "hard", [1, 2], None])}}
    which = rng.randrange(3)
    if which == 1 and crossword.clues:
        first, *rest = crossword.clues
        return replace(crossword, clues=(replace(first, extras=extras), *rest))
    if which == 2:
        at = rng.choice(open_squares(crossword))
        return with_squares(crossword, {at: replace(crossword.squares[at], extras=extras)})
    return replace(crossword, extras=extras)


def _hidden_diagram(rng: random.Random, crossword: Crossword) -> Crossword:
    return replace(crossword, kind=rng.choice([DIAGRAMLESS, CARTE_BLANCHE]))


def _words(rng: random.Random, crossword: Crossword) -> Crossword:
    words = [one.answer for one in crossword.clues if one.answer]
    kind = rng.choice([FILL_IN, JIGSAW])
    clues = (Clue(f"{len(word)} letters", "", word) for word in sorted(words, key=len))
    return replace(crossword, kind=kind, clues=tuple(clues))


def _codeword(rng: random.Random, crossword: Crossword) -> Crossword:
    texts = [one.solution for one in crossword.squares if one.solution]
    numbers = {text: str(n) for n, text in enumerate(dict.fromkeys(texts), 1)}
    squares = tuple(
        replace(one, label=numbers.get(one.solution, ""), given=rng.random() < 0.1)
        if one.kind is SquareKind.OPEN and one.solution
        else one
        for one in crossword.squares
    )
    return replace(crossword, kind=CODEWORD, squares=squares, clues=())


CHANGES: tuple[Change, ...] = (
    of_grid(_voids),
    of_grid(_bars),
    of_letters(("HEART", "CLUB", "AB", "ABCDEFGHIJ")),
    of_letters(("Ä", "É", "Ñ", "Ł", "Ω", "Ж", "7")),
    of_letters(("",)),
    _second(NamedCell.SECOND, "V"),
    _second(NamedCell.DOWNWARD, "OFF"),
    _named,
    of_squares("circle", lambda rng: True),
    of_squares("shade", lambda rng: Square.SHADED),
    of_squares("shade", lambda rng: rng.choice(["#ff0000", "#00a0c0", "#ffffcc"])),
    of_squares("given", lambda rng: True),
    of_squares("entry", lambda rng: rng.choice(["A", "Q", "HEART"])),
    of_squares("label", lambda rng: rng.choice(["7", "12a", "Q", "★"])),
    of_squares("mark", lambda rng: rng.choice(["1", "2", "x"])),
    _own_numbers,
    _skipped_labels,
    of_clues(_marked),
    of_clues(_marked),
    of_clues(_answer),
    of_clues(lambda rng, clue: replace(clue, answer="OTHER")),
    of_clues(_enumeration),
    of_clues(lambda rng, clue: replace(clue, annotation=line(rng))),
    of_clues(lambda rng, clue: replace(clue, text="", markup="")),
    _linked,
    _linked,
    _more_lists,
    _bent,
    _unclued,
    _stray,
    _shuffled,
    _no_cells,
    _text("title", "author"),
    _text("copyright", "publisher"),
    _text("editor"),
    _date,
    _notes,
    _timer,
    _extras,
    _hidden_diagram,
    _words,
    _codeword,
    *FEATURES,
)
