"""Files for learning platforms, read by the platforms' rules, of random crosswords."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from oracles import platforms
from oracles.numbered import numbered
from support.drawn import clued
from support.random_crosswords import random_crossword
from support.seeds import split

from satcross.apps.interchange.platforms import gift
from satcross.errors import FormatError, GridError
from satcross.formats.reading import file_of
from satcross.model.crossword import ACROSS, Clue, Crossword, SquareKind
from satcross.model.grid import Grid

ODD = ("a ~ b", "= #1", "{x} } {", "::", "c:\\d", "50% *", "// no", "<b> & 'q' \"", "x\\", "####")


def one_line(text: str) -> str:
    return " ".join(text.split())


def puzzles(seeds: range) -> Iterator[tuple[int, Crossword]]:
    """Random crosswords with odd texts, and with a clue and an answer for each entry."""
    for seed in seeds:
        rng = random.Random(seed)
        rows = ["".join(rng.choice("ABCDE###"[: 5 + seed % 4]) for _ in range(4)) for _ in "abcd"]
        crossword = clued(Grid.parse("\n".join(rows)), title=rng.choice(ODD))
        clues = tuple(
            replace(
                one, text=f"{rng.choice(ODD)} {at} {rng.choice(ODD)}", markup="",
                annotation=rng.choice(["", *ODD]),
            )
            for at, one in enumerate(crossword.clues)
        )  # fmt: skip
        yield seed, replace(crossword, clues=clues)


def said(clue: Clue) -> tuple[str, str, str]:
    return f"{clue.label} {clue.direction}", one_line(clue.text), one_line(clue.annotation)


@pytest.mark.parametrize("name", ["gift", "moodle"])
@pytest.mark.parametrize("seeds", split(range(1000), 40))
def test_each_clue_is_asked_once_and_its_answer_is_right(seeds: range, name: str) -> None:
    read = {"gift": platforms.gift, "moodle": platforms.moodle}[name]
    n_asked = 0
    for seed, crossword in puzzles(seeds):
        if not crossword.clues:
            continue
        category, asked = read(file_of(crossword, name).data)
        assert category.replace("//", "/") == one_line(crossword.title), seed
        assert [(one.name, one.text, one.note) for one in asked] == list(map(said, crossword.clues))
        for one, clue in zip(asked, crossword.clues, strict=True):
            assert one.answers == ("".join(crossword.squares[at].solution for at in clue.cells),)
        n_asked += len(asked)
    assert n_asked > len(seeds)


@pytest.mark.parametrize("char", "~=#{}:")
def test_a_character_that_gift_does_not_escape_is_found(
    char: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    special = "~=#{}:\\".replace(char, "")
    monkeypatch.setattr(gift, "_SPECIAL", re.compile(f"[{re.escape(special)}]"))
    n_found = 0
    for seed, crossword in puzzles(range(40)):
        if crossword.clues:
            try:
                _, asked = platforms.gift(file_of(crossword, "gift").data)
            except AssertionError:
                n_found += 1
                continue
            shown = [(one.name, one.text, one.note) for one in asked]
            wrong = shown != list(map(said, crossword.clues))
            n_found += wrong
            texts = [text for one in crossword.clues for text in (one.text, one.annotation)]
            assert wrong or not any(char in text for text in texts), seed
    assert n_found > 10


@pytest.mark.parametrize("seeds", split(range(1000), 40))
def test_a_glossary_has_each_answer_with_its_clue(seeds: range) -> None:
    for seed, crossword in puzzles(seeds):
        if not crossword.clues:
            continue
        name, entries = platforms.glossary(file_of(crossword, "glossary").data)
        assert name == one_line(crossword.title), seed
        wanted = sorted(
            ("".join(crossword.squares[at].solution for at in one.cells),
             one_line(f"{one.text} {one.annotation}"), ())
            for one in crossword.clues
        )  # fmt: skip
        assert sorted(entries) == wanted, seed


@pytest.mark.parametrize("seeds", split(range(2000), 200))
def test_h5p_has_each_entry_at_its_place_or_is_refused(seeds: range) -> None:
    n_read = 0
    for seed, crossword in puzzles(seeds):
        try:
            about, content = platforms.h5p(file_of(crossword, "h5p", lossy=True).data)
        except FormatError:
            continue
        assert (about["title"], about["mainLibrary"]) == (crossword.title, "H5P.Crossword"), seed
        n, texts = crossword.n_cols, {clue.cells: one_line(clue.text) for clue in crossword.clues}
        wanted = sorted(
            platforms.Placed(
                cells[0] // n, cells[0] % n, way != ACROSS,
                "".join(crossword.squares[at].solution for at in cells), texts[tuple(cells)],
            )
            for _, way, cells in numbered(n, [s.kind is SquareKind.OPEN for s in crossword.squares])
        )  # fmt: skip
        assert sorted(platforms.h5p_words(content)) == wanted, seed
        n_read += 1
    assert n_read > len(seeds) // 20


@pytest.mark.parametrize("seeds", split(range(1000), 40))
def test_h5p_hides_each_word_once(seeds: range) -> None:
    for seed, crossword in puzzles(seeds):
        words = {"".join(crossword.squares[at].solution for at in one.cells)
                 for one in crossword.clues}  # fmt: skip
        if len(words) < 2:
            with pytest.raises(FormatError, match="needs 2 words or more"):
                file_of(crossword, "h5p-words", lossy=True)
            continue
        about, content = platforms.h5p(file_of(crossword, "h5p-words", lossy=True).data)
        hidden = platforms.h5p_hidden(content)
        assert about["mainLibrary"] == "H5P.FindTheWords"
        assert sorted(hidden) == sorted(words), seed


@pytest.mark.parametrize("name", ["gift", "moodle", "glossary", "h5p", "h5p-words"])
@pytest.mark.parametrize("seeds", split(range(2000), 40))
def test_what_is_written_of_any_crossword_can_be_read(seeds: range, name: str) -> None:
    read: dict[str, Callable[[bytes], object]] = {
        "gift": platforms.gift,
        "moodle": platforms.moodle,
        "glossary": platforms.glossary,
        "h5p": lambda data: platforms.h5p_words(platforms.h5p(data)[1]),
        "h5p-words": lambda data: platforms.h5p_hidden(platforms.h5p(data)[1]),
    }
    for seed in seeds:
        try:
            data = file_of(random_crossword(seed), name, lossy=True).data
        except (FormatError, GridError):
            continue
        assert read[name](data)
