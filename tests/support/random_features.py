"""More features of random crosswords: scripts, boards, kinds, pictures, odd texts."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from support.random_parts import (
    Change,
    crossword_in,
    line,
    of_clues,
    of_grid,
    of_letters,
    of_squares,
    open_squares,
    some_open,
    with_clues,
    with_squares,
)

from satcross import boards
from satcross.kinds.arrowword import ARROW_WORD
from satcross.kinds.quotations import ACROSTIC, CRYPTOGRAM, QUOTE_FALL
from satcross.model.crossword import Clue, Crossword, Square, SquareKind, pattern_of, spelled
from satcross.model.grid import Grid
from satcross.model.slots import find_slots

SCRIPTS = (
    tuple("ΑΒΓΔΕΖΗΘ"), tuple("АБВГДЖЙЯ"), tuple("אבגדהוזש"), tuple("ابتثجحخد"),
    tuple("あいうえおかき"),
    ("क", "कि", "क्ष", "न", "मा"), tuple("가나다라마"), tuple("ÀÇÊÎÕÜ"), tuple("0123456789"),
)  # fmt: skip
# What people and programs have in squares that is no letter, or no capital.
ODD: tuple[str, ...] = (
    "&",
    "?",
    "-",
    ".",
    ":",
    ";",
    "/",
    "|",
    "a",
    "ab",
    "ß",
    "e\u0301",
    "A B",
    "A-B",
    "[A]",
    "#",
)
ODD = (
    *ODD,
    "0",
    "1A",
    "★",
    "C/B",
    "/A",
    "A/",
    "ON|OFF",
    "ON/OFF",
    "A/B/C",
    "½",
    "\u200dA",
    "_",
    "~",
    "*",
    "ǅ",
)
PHRASES = (
    "two  blanks", " before", "after ", "a\nline", "a\r\nbreak", "a\ttab", "\n", "  ",
    "<b>bold</b>",
    "&lt;", "&#65;", "a & b", "</clue>", "]]>", "<!-- no -->", "{/i/}", "{*b*} {-s-}", "\\",
    "a\\nb",
    "## Grid", "exolve-end", "# comment", "a # b", "*", "(3,4) in it", "[note]", "~{a}~", "See 1",
    "See 1 Down", "“quotes”", "'single'", "emoji 😀", "עברית", "नमस्ते", "e\u0301", "\u00a0", "ﬁ",
    "\u2028", "\x07", "\ufeff", "= ~ ANSWER", "a ~ B", "A1. no", "1. one", "---", "Hint: x", "",
    "Title: x", "https://x.org/?a=1&b=2", "(4)", "(4) (5)", "a (3)*", "(?)", "% 100%", "\ufffd",
)  # fmt: skip
LISTS = ("Words", "A", "D", "Clues", "Across:Aces", "Clues:X", "Theme: a", "across", "Waagerecht",
         "5",
         "B=C", "Ac ross", "Diagonal Up", "Up right", "Zones", "Clues (no direction)")  # fmt: skip
PICTURE = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
LONG = 520  # characters of a clue; Across Lite shows 505


def _script(rng: random.Random, crossword: Crossword) -> Crossword:
    """All letters of another script."""
    if crossword.named:
        return crossword
    script = rng.choice(SCRIPTS)
    return with_squares(
        crossword,
        {
            at: replace(crossword.squares[at], solution=rng.choice(script))
            for at in open_squares(crossword)
        },
    )


def _board(rng: random.Random, crossword: Crossword) -> Crossword:
    """Another board, if its rules allow such a grid; with a clue for each light."""
    if crossword.named or crossword.bars_right or crossword.bars_below:
        return crossword
    fits = [kind for kind in boards.names() if _is_board(replace(crossword, clues=()), kind)]
    return replace(crossword, board=rng.choice(fits)) if fits else crossword


def _is_board(crossword: Crossword, kind: str) -> bool:
    from satcross.errors import InputError

    try:
        find_slots(pattern_of(replace(crossword, board=kind)))
    except InputError:
        return False
    return True


def _media(rng: random.Random, clue: Clue) -> Clue:
    kept = [{"kind": "image/png", "about": line(rng), "data": PICTURE}]
    return replace(clue, extras={"satcross": {"media": kept}})


def _acrostic(rng: random.Random, crossword: Crossword) -> Crossword:
    bare = crossword.rectangle()
    opened = [at for at in open_squares(bare) if bare.squares[at].solution]
    parts: list[list[int]] = [[], []]
    for at in rng.sample(opened, len(opened)):
        parts[rng.randrange(2)].append(at)
    letters = {at: "AB"[n] * (rng.random() < 0.9) for n, some in enumerate(parts) for at in some}
    labelled = {
        at: replace(bare.squares[at], label=f"{number}{letters[at]}")
        for number, at in enumerate(sorted(letters), 1)
    }
    clues = (
        Clue("Clues", "AB"[n], line(rng), cells=tuple(some), answer=spelled(bare.squares, some))
        for n, some in enumerate(parts)
    )
    return replace(with_squares(bare, labelled), kind=ACROSTIC, clues=tuple(clues), board="")


def _quotation(rng: random.Random, crossword: Crossword) -> Crossword:
    kind = rng.choice([CRYPTOGRAM, QUOTE_FALL])
    bare = replace(crossword.rectangle(), kind=kind, clues=(), board="")
    codes = {text: chr(90 - n % 26) for n, text in enumerate(one.solution for one in bare.squares)}
    return with_squares(
        bare,
        {
            at: replace(one, label=codes[one.solution] if kind is CRYPTOGRAM else "")
            for at, one in enumerate(bare.squares)
        },
    )


def _arrow_word(rng: random.Random, crossword: Crossword) -> Crossword:
    del crossword
    a, b, c, d = (chr(rng.randint(65, 90)) for _ in range(4))
    grid = Grid.parse(rng.choice([f"#{a}{b}\n{c}##\n{d}##", f"#{a}#{b}\n{c}{d}{a}{b}"]))
    clued = with_clues(rng, crossword_in(grid))
    n = clued.n_cols
    clues = []
    for one in clued.clues:
        above, left = one.cells[0] - n, one.cells[0] - 1
        beside = [
            at for at, is_there in ((above, above >= 0), (left, one.cells[0] % n)) if is_there
        ]
        place = next((at for at in beside if clued.squares[at].kind is SquareKind.BLOCK), None)
        clues.append(replace(one, place=place))
    return replace(clued, clues=tuple(clues), kind=ARROW_WORD)


def _notes_apart(rng: random.Random, crossword: Crossword) -> Crossword:
    """Notes from both places of a file of ipuz, or of Crossword Compiler."""
    one, other = line(rng), line(rng)
    if one == other:
        return crossword
    ipuz = {"texts": {"intro": one.replace("&", "&amp;").replace("<", "&lt;"),
                      "notes": other.replace("&", "&amp;").replace("<", "&lt;")}}  # fmt: skip
    jpz = {"metadata": {"instructions": other}}
    extras = rng.choice([{"ipuz": ipuz}, {"jpz": jpz}])
    return replace(crossword, notes=f"{one}\n\n{other}", extras={**crossword.extras, **extras})


def _marks_of_solvers(rng: random.Random, crossword: Crossword) -> Crossword:
    """Squares that Across Lite has marked as wrong or revealed."""
    at = rng.choice(open_squares(crossword))
    if at >= crossword.n_rows * crossword.n_cols:
        return crossword
    marked = replace(crossword.squares[at], entry="Q", extras={"puz": {"marks": 0x10}})
    return with_squares(crossword, {at: marked})


def _hidden(rng: random.Random, crossword: Crossword) -> Crossword:
    """Some squares that Exolve does not show, where others are."""
    cells = [at for at in some_open(rng, crossword) if at < crossword.n_rows * crossword.n_cols]
    if len(cells) > len(open_squares(crossword)) - 2:  # all hidden are another kind of puzzle
        return crossword
    changed = {
        at: replace(crossword.squares[at], extras={"exolve": {"hidden": True}}) for at in cells
    }
    return with_squares(crossword, changed)


def _details(rng: random.Random, crossword: Crossword) -> Crossword:
    """What only some files hold: pictures in the grid, banned words, fields of other programs."""
    picture = {"cell": [0, 0], "rows": 1, "cols": 1, "data": PICTURE}
    square = {"jpz": {"background-picture": {"format": "PNG", "encoded-image": PICTURE}}}
    if rng.random() < 0.3:
        at = rng.choice(open_squares(crossword))
        return with_squares(crossword, {at: replace(crossword.squares[at], extras=square)})
    more: dict[str, dict[str, Any]] = rng.choice([
        {"satcross": {"pictures": [picture]}},
        {"workbench": {"banned": ["ODD"], "pinned": ["r1c1"], "symmetry": "mirror"}},
        {"workbench": {"pinned": ["r1c1"]}},
        {"ipuz": {"fields": {"difficulty": "hard", "org.example:x": [1, {"y": None}]}}},
        {"xd": {"headers": [["Difficulty", "hard"]]}},
        {"jpz": {"metadata": {"rights": line(rng, 1)}}},
    ])  # fmt: skip
    return replace(crossword, extras={**crossword.extras, **more})


def _closed(change: Callable[[Square], Square]) -> Change:
    """A change of a block."""

    def how(rng: random.Random, crossword: Crossword) -> Crossword:
        closed = [at for at, one in enumerate(crossword.squares) if one.kind is not SquareKind.OPEN]
        if not closed:
            return crossword
        at = rng.choice(closed)
        return with_squares(crossword, {at: change(crossword.squares[at])})

    return how


def _odd_text(*names: str) -> Change:
    def change(rng: random.Random, crossword: Crossword) -> Crossword:
        # Notes from two places are apart in files only as long as they are the same.
        extras = {} if "notes" in names else crossword.extras
        odd: dict[str, Any] = {name: phrase(rng) for name in names}
        return replace(crossword, extras=extras, **odd)

    return change


def phrase(rng: random.Random) -> str:
    """A text with something in it that files have to escape."""
    parts = [rng.choice(PHRASES), line(rng, 2) if rng.random() < 0.5 else ""]
    rng.shuffle(parts)
    return " ".join(part for part in parts if part)


def _odd_markup(rng: random.Random, clue: Clue) -> Clue:
    html, text = rng.choice([
        ("<b><i>x</i> y</b>", "x y"), ("H<sub>2</sub>O", "H2O"), ("10<sup>82</sup>", "1082"),
        ("<s>not</s> this", "not this"), ("a<i> b </i>c", "a b c"), ("<i>R&amp;B</i>", "R&B"),
        ("<i>(5)</i>", "(5)"), ("<b>a</b><b>b</b>", "ab"), ("<u>~</u> {", "~ {"), ("<i></i>a", "a"),
        ("<sup>n+1</sup>", "n+1"), ("<i>a</i>\nb", "a\nb"), (" <b>x</b>", " x"),
        ("<s>a</s> (3)", "a (3)"), ("<b>[a]</b> *", "[a] *"), ("<i>See 1</i>", "See 1"),
    ])  # fmt: skip
    return replace(clue, text=text, markup=html)


def _odd_list(rng: random.Random, crossword: Crossword) -> Crossword:
    more = [
        Clue(name, rng.choice(["1", "", "A", "1a", "x.y", "[2]"]), phrase(rng))
        for name in rng.sample(LISTS, rng.randint(1, 2))
    ]
    return replace(crossword, clues=(*crossword.clues, *more))


def _duplicate(rng: random.Random, crossword: Crossword) -> Crossword:
    """A second clue for the same entry, after the first."""
    if not crossword.clues:
        return crossword
    at = rng.randrange(len(crossword.clues))
    again = replace(crossword.clues[at], text=line(rng), markup="", continued=())
    return replace(crossword, clues=(*crossword.clues[: at + 1], again, *crossword.clues[at + 1 :]))


def _other_label(rng: random.Random, clue: Clue) -> Clue:
    return replace(clue, label=rng.choice(["", "0", "01", "1.", "1 a", "(1)", "é", "1,2", "12A"]))


FEATURES: tuple[Change, ...] = (
    of_grid(_script),
    _board,
    of_letters(ODD),
    of_letters(ODD),
    of_clues(_media),
    _acrostic,
    _quotation,
    _arrow_word,
    _notes_apart,
    _marks_of_solvers,
    _hidden,
    _details,
    _details,
    _closed(lambda one: replace(one, circle=True)),
    _closed(lambda one: replace(one, shade="#336699")),
    _closed(lambda one: replace(one, label="9")),
    _closed(lambda one: replace(one, mark="x")),
    of_squares("entry", lambda rng: rng.choice(["é", "AB", "-", ".", "ß", " ", "Ω"])),
    of_squares("mark", lambda rng: rng.choice(["é", "ab", "<"])),
    of_squares("label", lambda rng: rng.choice(["0", "1", "01", "&", "#", "a b", "é", "1.", "."])),
    _odd_text("title", "author"),
    _odd_text("notes"),
    _odd_text("copyright", "date"),
    _odd_text("editor", "publisher"),
    of_clues(lambda rng, clue: replace(clue, text=phrase(rng), markup="")),
    of_clues(lambda rng, clue: replace(clue, text=phrase(rng), markup="")),
    of_clues(lambda rng, clue: replace(clue, annotation=phrase(rng))),
    of_clues(lambda rng, clue: replace(clue, text="", markup="", annotation=line(rng))),
    of_clues(lambda rng, clue: replace(clue, text="", markup="", enumeration="3,4")),
    of_clues(lambda rng, clue: replace(clue, enumeration=rng.choice(["5", "<3", "2 words", "é"]))),
    of_clues(lambda rng, clue: replace(clue, text="word " * (LONG // 5) + "end", markup="")),
    of_clues(lambda rng, clue: replace(clue, answer=rng.choice(["A|B", "a ~ b", " X ", "É", "]"]))),
    of_clues(_odd_markup),
    of_clues(_other_label),
    _odd_list,
    _duplicate,
)  # fmt: skip
