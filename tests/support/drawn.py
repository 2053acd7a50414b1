"""Crosswords to be drawn: invented clues on grids of every kind."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle

from satcross.model.crossword import ACROSS, Clue, Crossword, Square, crossword_of
from satcross.model.grid import Grid
from satcross.words.alphabets import parse_alphabet

DAILY15 = """\
SOLD#FLOC#HALED
TWEE#LODI#ITALY
YEST#UNITCLAUSE
ESTER#ENROLLEES
###REEL#IOTA###
TVS#ALIEN#ONSET
HEW#DUEL#OPTIMA
ERIS#TRIES#AMES
INFUSE#TSAR#ART
RETRO#BECKS#RYE
###TOGA#HAVE###
PERITONEA#PASTS
TRUTHTABLE#ROAM
AGILE#NOOK#LORE
HONED#ANTE#SNOW
"""
HEX21 = (
    "FDE3C7EF1FFF7EFFC07C7EE3EF1FC771FEE38E77E770FF3BCF3DFE7F3FDE79EE7F87"
    "73F738E3BFC771FC7BE3BF1F01FFBF7FFC7BF1E3DFh"
)
# Each with its markup, if it has any. Invented for these tests.
PHRASES = (
    ("Gone to a new owner", ""),
    ("Clump of wool in the carding shed", ""),
    ("Dragged along, as a reluctant guest", ""),
    ("It may be left on the dresser", ""),
    ("___ of Our Lanterns (invented novel)", "___ of <i>Our Lanterns</i> (invented novel)"),
    ("Where the ferry turns round", ""),
    ("“Well, that settles it!”", ""),
    ("Half of the twins, say", ""),
    ("What a clause with one literal left forces, in a solver", ""),
    ("Pupils on the roll", ""),
    ("Dance with a long skirt and a short temper", ""),
    ("Tiny amount", ""),
    ("Screens behind the bar", ""),
    ("Visitor from far, far away", ""),
    ("Cut with an axe", ""),
    ("Best possible conditions, for a Latin scholar", ""),
    ("Apple of discord thrower", ""),
    ("Has a go", ""),
    ("Steep, as tea leaves in a samovar on a cold night by the river", ""),
    ("H₂O, to a chemist: H2O", "H₂O, to a chemist: H<sub>2</sub>O"),
    ("Old-fashioned, and proud of it", ""),
    ("Nods and waves", ""),
    ("Grain for a loaf or a glass", ""),
    ("Dress code of the senate", ""),
    ("Own", ""),
    ("Linings that surgeons meet, in short supply here", ""),
    ("History, with “the”", ""),
    ("Logician's layout: T, T, T, F", "<b>Logician's</b> layout: T, T, T, F"),
    ("Go where the wind blows", ""),
    ("Quick on one's feet", ""),
)


def clued(grid: Grid, *, n_clues: int | None = None, **names: str) -> Crossword:
    """A crossword of a grid with an invented clue for every slot, or for the first `n_clues`."""
    crossword = crossword_of(grid)
    clues: list[Clue] = []
    phrases = cycle(PHRASES)
    for index, clue in enumerate(crossword.clues):
        text, markup = next(phrases) if n_clues is None or index < n_clues else ("", "")
        clues.append(replace(clue, text=text, markup=markup))
    return replace(crossword, clues=tuple(clues), **names)  # type: ignore[arg-type]


def daily15() -> Crossword:
    """15x15 with 78 clues."""
    return clued(
        Grid.parse(DAILY15),
        title="Unit Propagation",
        author="A. Maker",
        editor="B. Checker",
        date="2024-02-29",
        copyright="2024 A. Maker",
        notes="Two entries of this puzzle are words of logicians.",
    )


def sunday21() -> Crossword:
    """21x21 with 140 clues."""
    grid = Grid.from_hex(HEX21)
    letters = cycle("ETAOINSHRDLUETAOIN")
    cells = [next(letters) if cell == "." else cell for cell in grid.cells]
    return clued(
        grid.with_cells(cells), title="The Large One", author="A. Maker", copyright="© 2024"
    )


def barred12() -> Crossword:
    """12x12 without blocks, with bars in half-turn symmetry."""
    n, right, below = 12, set(), set()
    for row in range(n):
        for col in range(n):
            if (3 * row + 5 * col) % 11 == 4 and col + 1 < n:
                right |= {row * n + col, (n - 1 - row) * n + n - 2 - col}
            if (4 * row + 3 * col) % 10 == 6 and row + 1 < n:
                below |= {row * n + col, (n - 2 - row) * n + n - 1 - col}
    letters = cycle("SATISFYINGCLAUSES")
    cells = tuple(next(letters) for _ in range(n * n))
    grid = Grid(n, n, cells, frozenset(right), frozenset(below))
    return clued(grid, title="Bars", author="A. Maker")


def fancy_mini() -> Crossword:
    """5x5 with circles, shades, rebus, a given letter, a clue list of its own, and clues to do."""
    crossword = clued(
        Grid.parse("#S[HEART]M#\nSTRAY\nARISE\nTANKS\n#PES#"), n_clues=7, title="Fancy"
    )
    squares = list(crossword.squares)
    for at, change in (
        (1, {"circle": True}),
        (5, {"circle": True, "shade": "#ffe08a"}),
        (6, {"shade": Square.SHADED}),
        (7, {"shade": "#00205b"}),
        (12, {"given": True}),
        (18, {"solution": "NORTHWEST"}),
        (16, {"solution": "QU", "circle": True}),
    ):
        squares[at] = replace(squares[at], **change)
    more = Clue("Around the edge", "*", "All the shaded squares", "All the <u>shaded</u> squares")
    return replace(crossword, squares=tuple(squares), clues=(*crossword.clues, more))


def ring() -> Crossword:
    """A shape with void corners and a void in the middle."""
    return clued(
        Grid.parse(
            "~~CATS~~\n~ORE#ON~\nTABLETOP\nAI~~~~RE\nRD~~~~AN\nEMBLAZON\n~SEA#IN~\n~~TEAM~~"
        ),
        title="Ring",
    )


def german() -> Crossword:
    """Umlauts in the grid and in clues."""
    grid = Grid.parse("TÜR#\nÖLEN\nL#IÄ\nE#SH", alphabet=parse_alphabet("german"))
    return replace(clued(grid), title="Größe und Übermaß", author="Jürgen Weiß")


def greek() -> Crossword:
    """Greek letters; the clues too."""
    grid = Grid.parse("ΑΡΑ\nΛ#Ω\nΣΟΣ", alphabet=parse_alphabet("greek"))
    crossword = clued(grid, title="Σταυρόλεξο", author="Ἀθηνᾶ Ω.")
    clues = tuple(
        replace(clue, text="Λέξη με γράμματα και τόνους", markup="") for clue in crossword.clues
    )
    return replace(crossword, clues=clues)


def russian() -> Crossword:
    """Cyrillic letters; the clues too."""
    grid = Grid.parse("КОТ\nО#О\nМАК", alphabet=parse_alphabet("russian"))
    crossword = clued(grid, title="Кроссворд", author="Ё. Щука")
    clues = tuple(replace(clue, text="Ещё одно слово", markup="") for clue in crossword.clues)
    return replace(crossword, clues=clues)


def one_clue(text: str) -> Crossword:
    """Three squares with one clue."""
    squares = tuple(Square(solution=letter) for letter in "CAT")
    return Crossword(1, 3, squares, clues=(Clue(ACROSS, "1", text, cells=(0, 1, 2)),))
