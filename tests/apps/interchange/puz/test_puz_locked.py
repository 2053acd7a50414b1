"""Locked solutions of .puz and their keys: against the published algorithm, and puzpy."""

from __future__ import annotations

import random
from pathlib import Path

import puz
import pytest
from support.cli import run_cli

from satcross.apps.interchange.puz import format as ours
from satcross.errors import FormatError, OptionError
from satcross.formats.reading import file_of, load_crossword, parse_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import Crossword
from satcross.rooms import rooms

CORPUS = Path(__file__).parent / "corpus"
A = ord("A")

BLOCKS = ".:" if "kinds/diagramless" in rooms() else "."


def scrambled(letters: str, key: str) -> str:
    """Letters as Across Lite scrambles them, by the description of the puz project.

    Once for each digit of the key: letters move on in the alphabet by the digits, one after the
    other; as many as the digit go from the beginning to the end; the second half goes between.
    """
    text = letters
    n = len(text)
    for digit in map(int, key):
        moved = [chr((ord(c) - A + int(key[at % 4])) % 26 + A) for at, c in enumerate(text)]
        turned = moved[digit:] + moved[:digit]
        mixed = [""] * n
        for at in range(n // 2):
            mixed[2 * at], mixed[2 * at + 1] = turned[n // 2 + at], turned[at]
        if n % 2:
            mixed[-1] = turned[-1]
        text = "".join(mixed)
    return text


def checksum(letters: str) -> int:
    """The checksum of a text, of 16 bits that turn."""
    found = 0
    for char in letters:
        found = ((found >> 1) | ((found & 1) << 15)) + ord(char) & 0xFFFF
    return found


def locked(rows: list[str], key: str, *, block: str = ".") -> bytes:
    """A file whose solution is locked. The letters are taken column by column."""
    n_rows, n_cols = len(rows), len(rows[0])
    order = [(row, col) for col in range(n_cols) for row in range(n_rows)]
    cells = [at for at in order if rows[at[0]][at[1]] != block]
    letters = "".join(rows[row][col] for row, col in cells)
    grid = [list(row) for row in rows]
    for (row, col), letter in zip(cells, scrambled(letters, key), strict=True):
        grid[row][col] = letter
    file = puz.Puzzle()
    file.width, file.height = n_cols, n_rows
    file.solution = "".join(map("".join, grid))
    file.fill = "".join(char if char == block else "-" for row in rows for char in row)
    across, down = puz.get_grid_numbering(file.fill, n_cols, n_rows)
    file.clues = ["clue"] * len(across + down)
    if block == ":":
        file.puzzletype = puz.PuzzleType.Diagramless
    file.solution_state, file.scrambled_cksum = 4, checksum(letters)
    return bytes(file.tobytes())


def read(data: bytes, key: str | None = None) -> Crossword:
    return parse_crossword(data, format_named("puz"), "x", unlock=key)


def solution(crossword: Crossword) -> str:
    return "".join(square.solution or "." for square in crossword.squares)


def test_the_published_algorithm() -> None:
    assert scrambled("AEBFCDG", "1234") == "MLOOPKJ"
    assert scrambled("ABCDEFG", "0000") != "ABCDEFG"


@pytest.mark.parametrize("seed", range(30))
def test_a_key_unlocks_the_solution(seed: int) -> None:
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(5, 8), rng.randint(5, 8)  # Across Lite locks 12 letters or more
    block = rng.choice(BLOCKS)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + block * 5
    rows = ["".join(rng.choices(letters, k=n_cols)) for _ in range(n_rows)]
    rows[0] = "Q" * n_cols
    key = f"{rng.randrange(10_000):04}"
    data = locked(rows, key, block=block)
    assert set(solution(read(data))) == {"."}
    crossword = read(data, key)
    assert solution(crossword) == "".join(rows).replace(block, ".")
    assert not any("locked" in remark for remark in crossword.remarks)
    theirs = puz.load(data)
    assert theirs.unlock_solution(int(key))
    assert theirs.solution.replace(":", ".") == solution(crossword)
    again = puz.load(file_of(crossword, "puz").data)
    assert again.solution == theirs.solution
    assert not again.is_solution_locked()


def test_a_solution_that_puzpy_locked_with_rebuses() -> None:
    data = (CORPUS / "rebus.puz").read_bytes()
    file = puz.load(data)
    file.lock_solution(1207)
    open_, closed = read(data), read(file.tobytes(), "1207")
    assert solution(closed) == solution(open_)
    assert closed == open_
    assert solution(read(file.tobytes())) != solution(open_)


def test_a_wrong_key_is_refused() -> None:
    data = locked(["CAT", "A.O", "NEW"], "4321")
    for key in ("4322", "1234", "0000"):
        with pytest.raises(FormatError) as caught:
            read(data, key)
        assert (
            str(caught.value) == f"x: the key {key} does not unlock the solution; check its digits"
        )


@pytest.mark.parametrize("key", ["", "123", "12345", "12a4", "-123", "１２３４"])
def test_what_is_no_key(key: str) -> None:
    with pytest.raises(OptionError, match="must be four digits, got") as caught:
        read(locked(["CAT", "A.O", "NEW"], "4321"), key)
    assert caught.value.parameter == "unlock"


def test_files_without_a_lock_take_no_key() -> None:
    with pytest.raises(FormatError, match=r"^x: the solution is not locked; leave the key out$"):
        read((CORPUS / "plain.puz").read_bytes(), "1234")
    with pytest.raises(OptionError, match="files of text have no key; leave it out"):
        parse_crossword(b"CAT\n", format_named("text"), "x", unlock="1234")


def test_other_characters_than_letters() -> None:
    file = puz.load(locked(["CAT", "A.O", "NEW"], "4321"))
    file.solution = file.solution.replace(file.solution[0], "7")
    with pytest.raises(FormatError, match="characters other than A to Z, which no key unlocks"):
        read(file.tobytes(), "4321")
    assert ours.read(file.tobytes(), "x").squares


def test_the_command_line(tmp_path: Path) -> None:
    path, target = tmp_path / "locked.puz", tmp_path / "open.puz"
    path.write_bytes(locked(["CAT", "A.O", "NEW"], "4321"))
    told = run_cli("convert", path, tmp_path / "still.puz")
    assert "to have it, give its key of four digits" in told.err
    assert run_cli("convert", path, target, "--unlock", "4321").code == 0
    assert solution(load_crossword(target).crossword) == "CATA.ONEW"
    assert solution(load_crossword(path, unlock="4321").crossword) == "CATA.ONEW"
    wrong = run_cli("convert", path, target, "--unlock", "1111")
    assert (wrong.code, wrong.err) == (
        2,
        f"satcross: {path}: the key 1111 does not unlock the solution; check its digits\n",
    )
    none = run_cli("render", path, "--unlock", "x", "-o", tmp_path / "a.svg")
    assert (none.code, none.err) == (2, "satcross: --unlock: must be four digits, got 'x'\n")
    assert run_cli("render", path, "--unlock", "4321", "-o", tmp_path / "a.svg").code == 0
