"""Rules about lists of cells: every way to list fills, against brute force."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest
from support.cli import run_cli
from support.fills_agree import check_letters, check_listings
from support.seeds import quick

import satcross as sx
from satcross.errors import GridError
from satcross.model.alphabet import Alphabet
from satcross.model.puzzle import Puzzle
from satcross.rules.different_letters import PAIRWISE
from satcross.tasks.checking import faults_of
from satcross.words import WordList

pytestmark = pytest.mark.usefixtures("solvers_in_process")

Cells = tuple[str, ...]
Holds = Callable[[Sequence[str]], bool]


def make(seed: int) -> tuple[Puzzle, list[str], list[Holds]]:
    """A tiny puzzle, its words, and what its rules ask of the letters in cells."""
    rng = random.Random(seed)
    while True:
        letters = rng.choice(["AB", "ABC", "ABCD"])
        n_rows, n_cols = rng.randint(1, 3), rng.randint(2, 3)
        cells = [
            "#" if rng.random() < 0.15 else rng.choice([*".....", rng.choice(letters)])
            for _ in range(n_rows * n_cols)
        ]
        text = "\n".join("".join(cells[i : i + n_cols]) for i in range(0, len(cells), n_cols))
        words = sorted({"".join(rng.choice(letters) for _ in range(n)) for n in (2, 3) * 12})
        listed = WordList.from_words(words, alphabet=Alphabet(letters))
        try:
            plain = Puzzle(
                sx.Grid.parse(text, hex_patterns=False), listed, distinct=rng.random() < 0.3
            )
        except GridError:  # no slot, or a letter that no word has
            continue
        if len(plain.cells_in_slots) < 2:
            continue
        kinds = rng.sample([*RULES], rng.randint(1, 2))
        rules = [RULES[kind](rng, plain) for kind in kinds]
        return plain.with_rule(*(text for text, _ in rules)), words, [holds for _, holds in rules]


def some_cells(rng: random.Random, puzzle: Puzzle) -> tuple[list[int], str]:
    inside = sorted(puzzle.cells_in_slots)
    some = rng.sample(inside, rng.randint(2, min(3, len(inside))))
    return some, " ".join(map(puzzle.grid.cell_name, some))


def same_letter(rng: random.Random, puzzle: Puzzle) -> tuple[str, Holds]:
    some, named = some_cells(rng, puzzle)
    return f"same-letter {named}", lambda cells: len({cells[at] for at in some}) == 1


def different_letters(rng: random.Random, puzzle: Puzzle) -> tuple[str, Holds]:
    some, named = some_cells(rng, puzzle)
    return f"different-letters {named}", lambda cells: len({cells[at] for at in some}) == len(some)


def opposite(rng: random.Random, puzzle: Puzzle) -> tuple[str, Holds]:
    """Of two cells or four, which are paired inwards."""
    inside = sorted(puzzle.cells_in_slots)
    some = rng.sample(inside, 4 if len(inside) > 3 and rng.random() < 0.3 else 2)
    letters = puzzle.listed.alphabet.letters
    mirror = dict(zip(letters, reversed(letters), strict=True))
    return f"opposite {' '.join(map(puzzle.grid.cell_name, some))}", lambda cells: all(
        cells[one] == mirror[cells[other]] for one, other in zip(some, reversed(some), strict=True)
    )


def letter_count(rng: random.Random, puzzle: Puzzle) -> tuple[str, Holds]:
    some, named = some_cells(rng, puzzle)
    if rng.random() < 0.4:
        some, named = sorted(puzzle.cells_in_slots), "cell"
    alphabet = puzzle.listed.alphabet.letters
    letters = "".join(rng.sample(alphabet, rng.randint(1, 2)))
    n, k = len(some), rng.randint(0, len(some))
    number, wanted = rng.choice(
        [
            ("all", {n}), ("none", {0}), (str(k), {k}), (f"{k} to {k + 1}", {k, k + 1}),
            (f"at least {k}", set(range(k, n + 1))), (f"at most {k}", set(range(k + 1))),
        ]
    )  # fmt: skip
    each = rng.random() < 0.4
    groups = list(letters) if each else [letters]
    chosen = rng.choice([f"[{letters}]", letters[:1], ""] if each else [f"[{letters}]"])
    if chosen in ("", letters[:1]):
        groups = list(chosen or alphabet)
    text = " ".join(filter(None, ["each" if each else "", chosen, number]))
    return f"letter-count {named}: {text}", lambda cells: all(
        sum(cells[at] in group for at in some) in wanted for group in groups
    )


def reads(rng: random.Random, puzzle: Puzzle) -> tuple[str, Holds]:
    some, named = some_cells(rng, puzzle)
    letters = puzzle.listed.alphabet.letters
    texts = ["".join(rng.choice(letters) for _ in some) for _ in range(rng.randint(1, 4))]
    return (
        f"reads {named}: {', '.join(texts)}",
        lambda cells: "".join(cells[at] for at in some) in texts,
    )


RULES = {
    "same-letter": same_letter,
    "different-letters": different_letters,
    "opposite": opposite,
    "letter-count": letter_count,
    "reads": reads,
}


def brute_force(puzzle: Puzzle, words: list[str], rules: list[Holds]) -> Iterator[Cells]:
    """Every fill, by trying all letters in all cells."""
    inside = puzzle.cells_in_slots
    free = [at for at in sorted(inside) if puzzle.grid.cells[at] == "."]
    for letters in product(puzzle.words.alphabet.letters, repeat=len(free)):
        cells = list(puzzle.grid.cells)
        for at, letter in zip(free, letters, strict=True):
            cells[at] = letter
        spelt = ["".join(cells[at] for at in slot.cells) for slot in puzzle.slots]
        given = [all(puzzle.grid.cells[at] != "." for at in slot.cells) for slot in puzzle.slots]
        if puzzle.distinct and len(set(spelt)) < len(spelt):
            continue
        if not all(g or word in words for word, g in zip(spelt, given, strict=True)):
            continue
        if all(holds(cells) for holds in rules):
            yield tuple(cells)


@pytest.mark.parametrize("seed", quick(range(60), 6))
def test_all_engines_find_the_fills(seed: int) -> None:
    puzzle, words, rules = make(seed)
    right = set(brute_force(puzzle, words, rules))
    check_listings(seed, puzzle, right)


@pytest.mark.parametrize("seed", quick(range(100, 140), 6))
def test_letters_are_those_of_the_fills(seed: int) -> None:
    puzzle, words, rules = make(seed)
    right = set(brute_force(puzzle, words, rules))
    check_letters(puzzle, right)


@pytest.mark.parametrize("seed", quick([200, 201, *range(203, 230), 202], 6))
def test_the_checker_agrees(seed: int) -> None:
    puzzle, words, rules = make(seed)
    right = set(brute_force(puzzle, words, rules))
    free = [at for at in sorted(puzzle.cells_in_slots) if puzzle.grid.cells[at] == "."]
    for letters in product(puzzle.words.alphabet.letters, repeat=len(free)):
        cells = list(puzzle.grid.cells)
        for at, letter in zip(free, letters, strict=True):
            cells[at] = letter
        assert (not faults_of(puzzle, puzzle.grid.with_cells(cells))) == (tuple(cells) in right)


def test_more_cells_than_are_compared_in_pairs() -> None:
    n = PAIRWISE + 2
    letters = "".join(chr(0x4E00 + i) for i in range(n + 1))
    words = [letters[:n], letters[1:], letters[:1] + letters[: n - 1]]
    listed = WordList.from_words(words, alphabet=Alphabet(letters))
    puzzle = Puzzle("." * n, listed, rules=f"different-letters r1c1-r1c{n}")
    for solver in ("lazy", "cadical195"):
        found = {fill.entries[0].word for fill in sx.enumerate_fills(puzzle, solver=solver)}
        assert found == set(words[:2])


def test_strings_of_a_rebus_are_compared_whole() -> None:
    listed = WordList.from_words(["cat", "act", "catt", "tat"])
    puzzle = Puzzle("...", listed, rebus="AT", rules="same-letter r1c1 r1c3")
    assert {str(fill) for fill in sx.enumerate_fills(puzzle)} == {"TAT"}


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("same-letter", "no cell is named"),
        ("same-letter r1c1", "2 cells or more"),
        ("different-letters r1c1 r1c1", "2 cells or more"),
        ("same-letter r1c1 12A", "'12A' is not a cell"),
        ("same-letter r1c1 r2c2", "r2c2 is in no slot"),
        ("different-letters r1c1 r3c1", "there is no cell 'r3c1'"),
        ("letter-count cell: each", "'each' is no number of cells with letters"),
        ("letter-count r1c1-r1c3: [AEIOU] 4", "4 of 3 cells cannot be asked for"),
        ("letter-count r1c1-r1c3: [AEIOU] 3 to 2", "3 to 2 of 3 cells cannot be asked for"),
        ("letter-count cell: 7 none", "no cell can hold '7'"),
        ("reads r1c1 r1c2:", "reads needs texts"),
        ("reads r1c1 r1c2: AB, ABC", "'ABC' has 3 letters for 2 cells"),
        ("reads r1c1: 7", "has letters that the alphabet lacks"),
    ],
)
def test_a_bad_list_of_cells_gets_one_line(rule: str, said: str) -> None:
    with pytest.raises(sx.OptionError, match=said):
        Puzzle("...\n.#.", WordList.from_words(["cat", "do"]), rules=rule)


def test_a_file_of_rules(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("...\n")
    (tmp_path / "list").write_text("tat\ncat\ntot\n")
    (tmp_path / "rules").write_text("# of a codeword\n\nsame-letter r1c1 r1c3  # number 7\n")
    args = ("fill", tmp_path / "grid", "-w", tmp_path / "list", "--rules", tmp_path / "rules")
    assert run_cli(*args, "--rule", "~cell=O", "--all").out == "TAT\n"
    assert run_cli("check", tmp_path / "list", *args[2:], "--rule", "~cell=O").code == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\n\nno such rule\n", "rules:3: 'no such rule' is not a rule; "),
        (b"same-letter r1c1\n", "rules:1: same-letter needs 2 cells or more; "),
        (b"\xff\xfe\x00", "rules"),
        (None, "rules: there is no such file"),
    ],
)
def test_a_bad_file_of_rules_gets_one_line(
    content: bytes | None, said: str, tmp_path: Path
) -> None:
    (tmp_path / "grid").write_text("...\n")
    if content is not None:
        (tmp_path / "rules").write_bytes(content)
    done = run_cli("fill", tmp_path / "grid", "--rules", tmp_path / "rules")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err
