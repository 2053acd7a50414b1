"""Files in the form in which releases of Qxw save them, written here from the format's description.

Source: the manual of Qxw (quinapalus.com), and `a_save` of its releases of 2014 and 2020.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest
from support.crossword_text import crossword_text

from satcross.apps.interchange.qxw.format import read, write
from satcross.formats.losses import Losses

GERMAN = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
_VOWELS = "AEIOUÄÖÜ"
Place = tuple[int, ...]


def saved(
    version: int,
    rows: str,
    geometry: int = 0,
    *,
    bars: Mapping[Place, int] = {},
    merges: Mapping[Place, int] = {},
    shades: Mapping[Place, str] = {},
    marks: Mapping[Place, str] = {},
    unnumbered: frozenset[Place] = frozenset(),
    lights: tuple[tuple[Place, ...], ...] = (),
    contents: Mapping[Place, str] = {},
    alphabet: str = GERMAN[:26],
) -> bytes:
    """A file of a version. Args: places are column, row, and perhaps direction or corner."""
    grid = rows.split()
    places = [(col, row) for row, col in product(range(len(grid)), range(len(grid[0])))]
    ways = 3 if geometry in (1, 2) else 2
    last = " 0" * (version >= 5)  # a field of its own since then
    out = [
        f"#QXW2v{version} http://www.quinapalus.com",
        f"GP {geometry} {len(grid[0])} {len(grid)} 2 0 0",
        "TTL", "+Title", "AUT", "+A. Setter",
    ]  # fmt: skip
    if version >= 4:
        for n, letter in enumerate(alphabet, 1):
            is_vowel = letter in _VOWELS
            out += [f"ALP {n} {is_vowel:d} {not is_vowel:d} 1", f"+{letter}"]
            out.append(f"+{letter}{letter.lower()}")
    out += [f"GLP 1 1 0 0 0{last}", "GSP ffffff 000000 0 0 0 0 000000"]
    for corner in range(6):
        out += [f"GSPMK {corner}", "+" if corner else "+\\#"]
    out += ["TM 0 0 0 0 0", "+", "TMSG 0 0", "+", "DFN 0", "+/usr/share/dict/words"]
    for col, row in places:
        char = grid[row][col]
        flag = {"#": 1, "~": 8}.get(char, 0)
        letter = "." if version >= 4 else char if char.isalnum() else " "
        at = col, row
        out.append(f"SQ {col} {row} {bars.get(at, 0)} {merges.get(at, 0)} {flag} {letter}")
    for at in places:
        is_own = at in shades or any(mark[:2] == at for mark in marks)
        colour = shades.get(at, "ffffff")
        out.append(f"SQSP {at[0]} {at[1]} {colour} 000000 0 {is_own:d} 0 0 000000")
    for (col, row), corner in product(places, range(6)):
        usual = "" if corner else "\\#"
        out += [f"SQSPMK {col} {row} {corner}", f"+{marks.get((col, row, corner), usual)}"]
    for (col, row), way in product(places, range(ways)):
        own = "1 1" if (col, row, way) in unnumbered else "0 0"
        out.append(f"SQLP {col} {row} {way} 1 1 0 {own}{last}")
    out += [
        f"VL {n} {at} {col} {row}"
        for n, some in enumerate(lights) for at, (col, row) in enumerate(some)
    ]  # fmt: skip
    out += [f"VLP {n} 1 1 0 0 0{last}" for n in range(len(lights))]
    for (col, row), way in product(places, range(ways)):
        char = grid[row][col]
        text = contents.get((col, row, way), (char if char.isalnum() else ".") if not way else "")
        if version >= 5:
            out.append(f'SQCT {col} {row} {way} "{text}"')
        elif text:
            out.append(f"SQCT {col} {row} {way} {text}")
    return "\n".join((*out, "END", "")).encode()


RING = "C A T/O # E/D E N"
CASES = {
    "bars of 2014": (
        saved(3, "CAT OAR D2N", bars={(0, 1): 1, (1, 0): 2, (2, 1): 2}),
        "C A- T/O| A R-/D 2 N", "1 CAT, 3 AR, 4 D2N, 1 COD, 2 TR, 3 A2", "",
    ),
    "squares joined in 2014": (
        saved(3, "CAAT O##E DENS", merges={(1, 0): 1}, shades={(3, 2): "ffcc00"}),
        "C A A T/O # # E/D E N S", "1 CAT, 3 DENS, 1 COD, 2 TES", "r3c4 shade #ffcc00",
    ),
    "squares cut out in 2014": (
        saved(3, "~CAT ~O~E DENS", marks={(1, 0, 1): "\\o"}),
        "~ C A T/~ O ~ E/D E N S", "1 CAT, 3 DENS, 1 COE, 2 TES", "r1c2 circle yes",
    ),
    "free lights of 2014": (
        saved(3, "CAT O#E DEN", lights=(((0, 0), (1, 0), (2, 1)), ((2, 2), (1, 2), (0, 2)))),
        RING, "1 CAT, 3 DEN, 1 COD, 2 TEN, 1 CAE, 2 NED", "",
    ),
    "two letters in a square": (
        saved(3, "C.T O#E DEN", contents={(1, 0, 0): "AB"}),
        "C AB T/O # E/D E N", "1 CABT, 3 DEN, 1 COD, 2 TEN", "",
    ),
    "a German alphabet": (
        saved(4, "TÜR O#A RÖT", alphabet=GERMAN),
        "T Ü R/O # A/R Ö T", "1 TÜR, 3 RÖT, 1 TOR, 2 RAT", "",
    ),
    "choices": (
        saved(5, "C.T O#E D.N", contents={(1, 0, 0): "[AEI]", (1, 2, 0): "@"}),
        "C . T/O # E/D . N", "1 , 3 , 1 COD, 2 TEN", "",
    ),
    "lights without a number": (
        saved(5, "CAT O#E DEN", unnumbered=frozenset({(0, 0, 0), (0, 0, 1)})),
        RING, " CAT, 2 DEN,  COD, 1 TEN", "r1c3 label 1/r3c1 label 2",
    ),
    "a ring": (
        saved(5, "CATS OVER DENS", 4),
        "C A T S/O V E R/D E N S", "1 COD, 2 AVE, 3 TEN, 4 SRS",
        "r1c1 label 1/r1c2 label 2/r1c3 label 3/r1c4 label 4",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_files_of_releases_are_read_and_come_back(name: str) -> None:
    data, rows, answers, looks = CASES[name]
    crossword = read(data, "x.qxw")
    shown = crossword_text(crossword).splitlines()
    wanted = [f"row {row}" for row in rows.split("/")] + looks.split("/") * bool(looks)
    assert [line for line in shown if line.startswith(("row", "r1", "r2", "r3"))] == wanted
    assert [f"{clue.label} {clue.answer}" for clue in crossword.clues] == answers.split(", ")
    assert (crossword.title, crossword.author) == ("Title", "A. Setter")
    losses = Losses("qxw")
    again = read(write(crossword, losses), "again")
    assert not losses.dropped
    assert crossword_text(again) == crossword_text(crossword)
    # Lines end otherwise on another system.
    assert read(data.replace(b"\n", b"\r\n"), "x.qxw") == crossword


def test_choices_of_letters_become_rules() -> None:
    crossword = read(CASES["choices"][0], "x.qxw")
    assert crossword.extras["workbench"]["rules"]["rules"] == ("r1c2=[AEI]", "r3c2=[AEIOU]")
