"""`verify` against a plain reading of the rules, and against fills broken in every way."""

from __future__ import annotations

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from satcross.model.alphabet import Alphabet
from satcross.model.grid import BLOCK, OPEN, Grid
from satcross.verification.crossword import verify
from satcross.words import WordList

# A little fill with a block, a given theme entry (2D, not in the list) and a cell in no slot.
TEMPLATE = Grid.parse("..X#.\n..Q##\n..Z#.")
FILLED = Grid.parse("ARX#.\nREQ##\nTAZ#.")
WORDS = WordList.from_words(["arx", "req", "taz", "art", "rea"])


def kinds(template: Grid | None, filled: Grid, words: WordList, distinct: bool = True) -> list[str]:
    return [
        f"{f.kind} {f.where}".strip() for f in verify(template, filled, words, distinct=distinct)
    ]


def with_cell(grid: Grid, position: int, cell: str) -> Grid:
    cells = list(grid.cells)
    cells[position] = cell
    return Grid(grid.n_rows, grid.n_cols, tuple(cells))


def test_a_right_fill_has_no_faults() -> None:
    assert verify(TEMPLATE, FILLED, WORDS) == []


def test_every_change_of_one_cell_is_caught() -> None:
    """Whatever one cell becomes, there is a fault, and it names that cell or its slots."""
    n_changed = 0
    for position, old in enumerate(FILLED.cells):
        for new in [BLOCK, OPEN, "3", "É", *WORDS.alphabet.letters]:
            if new == old:
                continue
            faults = kinds(TEMPLATE, with_cell(FILLED, position, new), WORDS)
            where = FILLED.cell_name(position)
            if (new == BLOCK) != (old == BLOCK):
                assert faults == [f"block {where}"]
            elif position in (4, 14):
                assert faults == [f"outside {where}"]
            elif position in (2, 7, 12):
                assert faults[0] == f"given {where}"
            elif new in WORDS.alphabet:
                # both slots through the cell lost their word, or took that of another slot
                assert {fault.split()[0] for fault in faults} <= {"word", "repeat"}
                assert len(faults) == 2
            else:
                assert faults == [f"letter {where}"]
            n_changed += 1
    assert n_changed > 400


def test_theme_entries_are_exempt_only_with_a_template() -> None:
    assert kinds(None, FILLED, WORDS) == ["word 3D"]
    # one letter open in the template: it is an entry like the others
    assert kinds(with_cell(TEMPLATE, 7, OPEN), FILLED, WORDS) == ["word 3D"]


def test_every_missing_word_is_caught() -> None:
    names = {"ARX": "1A", "REQ": "4A", "TAZ": "5A", "ART": "1D", "REA": "2D"}
    for word, name in names.items():
        fewer = WordList.from_words([w for w in names if w != word])
        faults = verify(TEMPLATE, FILLED, fewer)
        assert [(f.kind, f.where) for f in faults] == [("word", name)]
        assert str(faults[0]) == f"{name} {word} is not in the word list"


def test_repeats_are_caught_between_all_kinds_of_slots() -> None:
    square = Grid.parse("ab\nba")
    words = WordList.from_words(["ab", "ba"])
    assert kinds(None, square, words) == ["repeat 1D", "repeat 2D"]
    assert kinds(None, square, words, distinct=False) == []
    # a given entry counts too, even one that the list lacks
    theme = Grid.parse("xy#..")
    assert kinds(theme, Grid.parse("xy#xy"), WordList.from_words(["xy"])) == ["repeat 2A"]
    assert kinds(Grid.parse("xy#xy"), Grid.parse("xy#xy"), words) == ["repeat 2A"]
    assert str(verify(None, square, words)[0]) == "1D AB is also at 1A"


def test_a_word_thrice_is_two_faults() -> None:
    words = WordList.from_words(["ab"])
    assert kinds(None, Grid.parse("ab#ab#ab"), words) == ["repeat 2A", "repeat 3A"]


def test_other_shapes_are_one_fault() -> None:
    for text in ("arx#.\nreq##", "arx#\nreq#\ntaz#"):
        faults = verify(TEMPLATE, Grid.parse(text), WORDS)
        assert [f.kind for f in faults] == ["shape"]
    # the same cells in other rows are no fill
    turned = Grid(5, 3, FILLED.cells)
    assert [f.kind for f in verify(TEMPLATE, turned, WORDS)] == ["shape"]


def test_letters_belong_to_the_lists_alphabet() -> None:
    words = WordList.from_words(["ab"], alphabet=Alphabet("AB"))
    assert kinds(Grid.parse(".\n."), Grid.parse("a\nc"), words) == ["letter r2c1"]
    assert kinds(Grid.parse("a\nc"), Grid.parse("a\nc"), words) == ["letter r2c1"]


def is_alone(rows: list[str], row: int, col: int) -> bool:
    """Whether a cell has no open neighbour."""
    return all(
        not (0 <= r < len(rows) and 0 <= c < len(rows[0])) or rows[r][c] == BLOCK
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    )


def plain_rules(
    template: Grid, filled: Grid, words: frozenset[str], alphabet: str, distinct: bool
) -> bool:
    """The rules read off rows and columns as strings: no positions, no numbering."""
    before, after = template.lines(), filled.lines()
    lines = list(zip(before, after, strict=True)) + [
        (
            "".join(row[i] for row in before),
            "".join(row[i] for row in after),
        )
        for i in range(template.n_cols)
    ]
    entries: list[str] = []
    for old, new in lines:
        start = 0
        for part in old.split(BLOCK):
            word = new[start : start + len(part)]
            if any((a == BLOCK) != (b == BLOCK) for a, b in zip(old, new, strict=True)):
                return False
            if len(part) >= 2:
                if any(a not in (OPEN, b) for a, b in zip(part, word, strict=True)):
                    return False
                if not set(word) <= set(alphabet) or (OPEN in part and word not in words):
                    return False
                if OPEN not in part and part != word:
                    return False
                entries.append(word)
            start += len(part) + 1
    for row, col in itertools.product(range(template.n_rows), range(template.n_cols)):
        if is_alone(before, row, col) and before[row][col] != after[row][col]:
            return False
    return not distinct or len(set(entries)) == len(entries)


@given(st.integers(0, 2**32), st.booleans())
def test_verify_agrees_with_the_plain_rules(seed: int, distinct: bool) -> None:
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(1, 4), rng.randint(1, 4)
    n = n_rows * n_cols
    cells = [rng.choice("..####AB") if rng.random() < 0.4 else OPEN for _ in range(n)]
    template = Grid(n_rows, n_cols, tuple(cells))
    full = tuple(rng.choice("AAB") if cell == OPEN else cell for cell in cells)
    # Mostly right: cells in no slot stay, and most entries are in the list.
    before = template.lines()
    full = tuple(
        cells[p] if is_alone(before, *divmod(p, n_cols)) else cell for p, cell in enumerate(full)
    )
    filled = Grid(n_rows, n_cols, full)
    rows = filled.lines()
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    entries = {part for line in rows + columns for part in line.split(BLOCK) if len(part) > 1}
    known = {word for word in sorted(entries) if OPEN not in word and rng.random() < 0.95}
    words = WordList.from_words(sorted(known), alphabet=Alphabet("AB"))
    for _ in range(3):
        right = plain_rules(template, filled, frozenset(known), "AB", distinct)
        assert (not verify(template, filled, words, distinct=distinct)) == right
        changed = list(filled.cells)
        changed[rng.randrange(n)] = rng.choice("AB.#C")
        filled = Grid(n_rows, n_cols, tuple(changed))
