"""Every kind of alphabet through real fills, compared with all fills found by trying."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from satcross import Found, Grid, Puzzle, WordList, enumerate_fills, fill, verify
from satcross.cli.main import build_app
from satcross.errors import GridError, OptionError
from satcross.model.alphabet import Alphabet
from satcross.words.alphabets import ALPHABETS, parse_alphabet

RING = "...\n.#.\n..."
RING_4 = "....\n.##.\n.##.\n...."


@dataclass(frozen=True)
class Case:
    """Written forms, the letters they come to, and letters that some fill must show."""

    alphabet: str
    written: str
    words: str
    seen: str
    pattern: str = RING


CASES = [
    Case("latin", "Tür Tal rät löt Los süß", "TUR TAL RAT LOT LOS SUSS", "TUR"),
    Case("german", "Tür Tal rät löt Lot tät Öl-t süß", "TÜR TAL RÄT LÖT LOT TÄT ÖLT SÜSS", "ÜÄÖ"),
    Case(
        "german-ae",
        "Bär Bube Ruhe Ehre übe Säer",
        "BAER BUBE RUHE EHRE UEBE SAEER",
        "A",
        RING_4,
    ),
    Case("spanish", "año ano uña una ñus ons ají ¡oso!", "AÑO ANO UÑA UNA ÑUS ONS AJI OSO", "Ñ"),
    Case("greek", "φως φαί σαν Ίων ίσα ΐδε νοώ", "ΦΩΣ ΦΑΙ ΣΑΝ ΙΩΝ ΙΣΑ ΙΔΕ ΝΟΩ", "ΦΩΣΙ"),
    Case("russian", "мёд мал дым лом Ёлка ёж йод", "МЕД МАЛ ДЫМ ЛОМ ЕЛКА ЕЖ ЙОД", "МЕД"),
    Case("russian+Ё", "мёд мал дым лом тёс мед", "МЁД МАЛ ДЫМ ЛОМ ТЁС МЕД", "Ё"),
    Case("digits", "123 301 3-4-5 515 105 111", "123 301 345 515 105 111", "345"),
    Case("latin+digits", "a1b ac3 b2c 3xc abc 4x4", "A1B AC3 B2C 3XC ABC 4X4", "123X"),
]


def rings(words: set[str], size: int) -> set[tuple[str, ...]]:
    """(top, bottom, left, right) of different words that agree at the corners."""
    return {
        (top, bottom, left, right)
        for top, bottom, left, right in itertools.permutations(
            sorted(word for word in words if len(word) == size), 4
        )
        if top[0] == left[0] and top[-1] == right[0]
        and bottom[0] == left[-1] and bottom[-1] == right[-1]
    }  # fmt: skip


def text_of(ring: tuple[str, ...]) -> str:
    """The filled grid of a ring."""
    top, bottom, left, right = ring
    middle = [a + "#" * (len(top) - 2) + b for a, b in zip(left[1:-1], right[1:-1], strict=True)]
    return "\n".join([top, *middle, bottom])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.alphabet)
def test_all_fills(case: Case) -> None:
    alphabet = parse_alphabet(case.alphabet)
    written = case.written.split()
    assert [alphabet.normalise(word) for word in written] == case.words.split()
    words = WordList.from_words(written, alphabet=alphabet)
    assert sorted(word for word, _ in words.words()) == sorted(case.words.split())
    grid = Grid.parse(case.pattern)
    expected = {text_of(ring) for ring in rings(set(case.words.split()), grid.n_cols)}
    got = [str(found) for found in enumerate_fills(Puzzle(grid, words))]
    assert len(got) == len(set(got)) == len(expected) > 0
    assert set(got) == expected
    assert set(case.seen) <= set("".join(got))
    for text in got:
        assert verify(grid, Grid.parse(text, alphabet=alphabet), words) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.alphabet)
def test_command_line(case: Case, tmp_path: Path) -> None:
    (tmp_path / "words").write_text(case.written.replace(" ", "\n"), encoding="utf-8")
    (tmp_path / "grid").write_text(case.pattern, encoding="utf-8")
    args = ["fill", "grid", "-w", "words", "--alphabet", case.alphabet, "--seed", "5"]
    app = build_app(["fill", "words"])
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        result = CliRunner().invoke(app, args)
    assert result.exit_code == 0, result.output
    size = len(case.pattern.split("\n")[0])
    assert result.stdout.strip() in {text_of(ring) for ring in rings(set(case.words.split()), size)}


def test_givens_are_folded_by_the_alphabet_too() -> None:
    words = ["über", "unter"]
    for name, given, answer in (
        ("latin", "ü...", "UBER"),
        ("german", "ü...", "ÜBER"),
        ("russian", "ё.", "ЕЛ"),
        ("greek", "ς.", "ΣΕ"),
    ):
        alphabet = parse_alphabet(name)
        list_ = WordList.from_words([*words, "ел", "σε"], alphabet=alphabet)
        result = fill(Puzzle(Grid.parse(given, alphabet=alphabet), list_))
        assert isinstance(result, Found)
        assert str(result.fill) == answer
    with pytest.raises(GridError, match="'ü' is neither a block"):
        Grid.parse("ü...", alphabet=parse_alphabet("german-ae"))  # it would be two letters


@pytest.mark.parametrize(
    ("name", "written", "word"),
    [
        ("german-ae", "Öl über Äpfel, Straße", "OELUEBERAEPFELSTRASSE"),
        ("german-ae", "O\u0308l", "OEL"),  # the accent as a character of its own
        ("german", "O\u0308l", "ÖL"),
        ("spanish", "n\u0303u", "ÑU"),
        ("catalan", "col·legi", "COLLEGI"),
        ("catalan", "coŀlegi", "COLLEGI"),
        ("greek", "ΐ Ό,τι ᾽γώ", None),  # a breathing of its own is no letter
        ("greek", "Προΰπήρξα ώς", "ΠΡΟΥΠΗΡΞΑΩΣ"),
        ("greek", "ἄνθρωπος", "ΑΝΘΡΩΠΟΣ"),
        ("russian", "Ещё йод", "ЕЩЕЙОД"),
        ("russian+Ё", "Ещё йод", "ЕЩЁЙОД"),
        ("latin+digits", "Catch-22!", "CATCH22"),
        ("latin", "Catch-22!", None),
        ("digits", "Catch-22", None),
        ("latin", "“Who’s there?” «¡Olé!»: yes; no…", "WHOSTHEREOLEYESNO"),
        ("latin", "R&B", None),
        ("latin", "AC/DC", None),
        ("latin", "A+", None),
    ],
)
def test_normalisation(name: str, written: str, word: str | None) -> None:
    assert parse_alphabet(name).normalise(written) == word
    words = WordList.from_words([written], alphabet=parse_alphabet(name))
    assert [found for found, _ in words.words()] == ([] if word is None else [word])


def test_sums_of_alphabets() -> None:
    assert parse_alphabet("latin+digits").letters == ALPHABETS["latin"] + "0123456789"
    assert parse_alphabet("German+Spanish").letters == ALPHABETS["german"] + "Ñ"
    assert parse_alphabet("russian+Ё+digits").letters == ALPHABETS["russian"] + "Ё0123456789"
    assert parse_alphabet("german-ae+digits").normalise("Ö1") == "OE1"
    assert parse_alphabet("german-ae+german").normalise("Ö1") is None
    assert parse_alphabet("german-ae+german").normalise("Ö") == "Ö"
    assert parse_alphabet("AB+").letters == "AB+"
    with pytest.raises(
        OptionError, match="there is no alphabet called 'digit'; choose one of latin"
    ):
        parse_alphabet("latin+digit")
    with pytest.raises(OptionError, match=r"'!' cannot be a letter"):
        parse_alphabet("latin+!")


def test_folds_are_part_of_an_alphabet() -> None:
    plain, folding = parse_alphabet("latin"), parse_alphabet("german-ae")
    assert plain != folding
    assert hash(plain) == hash(Alphabet(plain.letters))
    assert Alphabet("AE", (("Ä", "AE"),)).normalise("ä") == "AE"
    assert Alphabet("A", (("Ä", "AE"),)).normalise("ä") is None
