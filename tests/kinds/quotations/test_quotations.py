"""Acrostics, quote falls and cryptograms, against brute force."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise, permutations, product
from pathlib import Path

import pytest
from support.cli import run_cli, run_refused
from support.seeds import quick
from support.tasks import check_task

import satcross as sx
from satcross.kinds.quotations.answers import AcrosticTask
from satcross.kinds.quotations.cryptogram import Cryptogram
from satcross.kinds.quotations.faults import acrostic_faults, cryptogram_faults, fall_faults
from satcross.kinds.quotations.quotation import Quotation
from satcross.kinds.quotations.quotefall import QuoteFall
from satcross.kinds.quotations.spread import spread
from satcross.task import NEVER
from satcross.words.lemmas import root_of

TEXT = (
    "It is a truth universally acknowledged, that a single man in possession of a good fortune,\n"
)
TEXT += "must be in want of a wife.\n"

# Acrostics


def acrostic_case(
    seed: int,
) -> tuple[Quotation, str, sx.WordList, dict[int, str], tuple[int, int]]:
    """A small acrostic: letters of some words of a list, mostly."""
    rng = random.Random(seed)
    letters = "ABCDES"[: rng.randint(2, 6)]
    alphabet = sx.Alphabet(letters)
    words = {
        "".join(rng.choice(letters) for _ in range(rng.randint(1, 4)))
        for _ in range(rng.randint(3, 25))
    }
    chosen = [rng.choice(sorted(words)) for _ in range(rng.randint(1, 5))]
    text = list("".join(chosen)) + [rng.choice(letters)] * (rng.random() < 0.2)
    rng.shuffle(text)
    spaced = "".join(letter + " " * (rng.random() < 0.3) for letter in text)
    pairs = [(word, rng.randint(0, 99)) for word in sorted(words)]
    listed = sx.WordList.from_words(pairs, alphabet=alphabet, min_letters=1)
    at = rng.randrange(len(chosen))
    given = {at + 1: chosen[at]} if rng.random() < 0.3 else {}
    least = rng.randint(1, 2)
    source = "".join(word[0] for word in chosen)
    return Quotation(spaced, alphabet), source, listed, given, (least, rng.randint(least, 4))


def every_acrostic(
    text: str, source: str, words: sx.WordList, given: dict[int, str], lengths: tuple[int, int]
) -> set[tuple[str, ...]]:
    """All choices of answers, by trying all words for each."""
    parts = text.split()
    runs = {
        "".join(parts[start:stop])
        for start in range(len(parts))
        for stop in range(start + 1, len(parts) + 1)
    }

    def root(word: str) -> str:
        return root_of(word, lambda one: one in words or one in given.values())

    taken = {*map(root, parts), *map(root, given.values())}
    fitting = [
        [given[at]]
        if at in given
        else [
            word
            for word, _ in words.words()
            if word[0] == initial and lengths[0] <= len(word) <= lengths[1]
            if word not in runs and root(word) not in taken
        ]
        for at, initial in enumerate(source, 1)
    ]
    found = set()
    for answers in product(*fitting):
        free = [root(word) for at, word in enumerate(answers, 1) if at not in given]
        if Counter("".join(answers)) == Counter("".join(parts)) and len(set(free)) == len(free):
            found.add(answers)
    return found


@pytest.mark.parametrize("seed", quick(range(600), 20))
def test_acrostics_are_those_of_brute_force(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.kinds.quotations.answers.TRIES", 3)
    quotation, source, words, given, lengths = acrostic_case(seed)
    wanted = every_acrostic(quotation.text, source, words, given, lengths)
    options = sx.SolverOptions(seed=seed)
    with AcrosticTask(quotation, source, words, options, answers=given, lengths=lengths) as task:
        result = task.run()
        search = task._search
    assert isinstance(result, sx.Found if wanted else sx.Impossible)
    if isinstance(result, sx.Found):
        assert result.value.answers in wanted
    assert search is not None
    assert not (wanted and search.lacks_words())
    found = [] if search.impossible() else list(search.every(NEVER, lambda: None))
    listed = [
        tuple(
            given.get(at + 1) or search.word(rows[search.free.index(at)])
            for at in range(len(source))
        )
        for rows in found
    ]
    assert len(listed) == len(set(listed))
    assert set(listed) == wanted


def test_letters_of_an_answer_are_spread() -> None:
    quotation = Quotation(TEXT)
    words = sx.WordList.builtin()
    made = AcrosticTask(quotation, "Austen First Lines", words).run().unwrap()
    word_of = [at for at, word in enumerate(quotation.words) for _ in word]
    pairs, letters = 0, quotation.letters
    for places in made.places:
        pairs += len(places) - len({word_of[at] for at in places})
        for one, other in pairwise(places):  # C and K of ACKNOWLEDGED have no other square
            assert abs(one - other) != 1 or {
                letters.count(letters[one]),
                letters.count(letters[other]),
            } == {1}
    assert pairs <= 2
    answers = [list(word) for word in made.answers]
    assert spread(quotation, answers, 0) == spread(quotation, answers, 0)


LONG = (
    "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age"
    " of foolishness, it was the epoch of belief, it was the epoch of incredulity."
)


def test_a_source_that_is_too_short_is_proved_so() -> None:
    words = sx.WordList.builtin(min_score=60)
    result = AcrosticTask(Quotation(LONG), "Best of times", words).run()
    assert isinstance(result, sx.Impossible)
    assert result.why == (
        "no 11 words of the list have these letters together;"
        " a source of 15 to 21 letters fits this quotation best"
    )
    made = AcrosticTask(Quotation(LONG), "Tale of two cities", words).run(20)
    assert isinstance(made, sx.Found | sx.Best)


def test_a_search_without_an_end_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satcross.kinds.quotations.commands.acrostic.GIVE_UP_S", 0.5)
    quote = tmp_path / "quote.txt"
    quote.write_text(LONG)
    done = run_cli("acrostic", quote, "--source", "The first lines")
    assert (done.code, done.out) == (124, "")
    assert done.err == (
        "stopped: time limit; a source of 15 to 21 letters fits this quotation best\n"
    )


def test_acrostics_stop_and_go_on() -> None:
    quotation, source, words, given, lengths = acrostic_case(75)  # half a second
    check_task(
        lambda: AcrosticTask(quotation, source, words, answers=given, lengths=lengths),
        final=lambda result, _: result.value.answers,
    )


def test_the_checker_finds_faults_of_acrostics() -> None:
    words = sx.WordList.of(["cat", "ox", "cats", "tac", "xo", "x", "to"])
    quotation = Quotation("ta c xo")
    made = AcrosticTask(quotation, "CO", words, lengths=(1, 5)).run().unwrap()
    assert made.answers == ("CAT", "OX")

    def faults(
        answers: tuple[str, ...] = made.answers, text: str = "ta c xo", **how: object
    ) -> str:
        places = how.pop("places", made.places)
        return "; ".join(acrostic_faults(text, "CO", answers, places, words, **how))  # type: ignore[arg-type]

    assert faults() == ""
    assert "initials" in faults(("TAC", "OX"))
    assert "used once" in faults(places=((2, 1, 0), (4, 4)))
    assert "its squares" in faults(places=((0, 1, 2), (4, 3)))
    assert "CAT is in the quotation" in faults(text="ta c xo cat")
    assert "OX has 2 letters" in faults(lengths=(3, 4))
    assert "CATS is a form of CAT" in faults(("CAT", "CATS"))
    assert "CAB is not in the list" in faults(("CAB", "OX"))
    assert "CAB" not in faults(("CAB", "OX"), given=(0,))


# Quote falls and cryptograms


def text_case(seed: int) -> tuple[Quotation, sx.WordList]:
    """A text over few letters, and a list that has its words and others."""
    rng = random.Random(seed)
    letters = "ABCD"[: rng.randint(2, 4)]
    alphabet = sx.Alphabet(letters)
    parts = [
        "".join(rng.choice(letters) for _ in range(rng.randint(1, 4)))
        for _ in range(rng.randint(1, 4))
    ]
    words = {
        *parts,
        *("".join(rng.choice(letters) for _ in range(rng.randint(1, 4))) for _ in range(12)),
    }
    listed = sx.WordList.from_words(sorted(words), alphabet=alphabet, min_letters=1)
    return Quotation(" ".join(parts), alphabet), listed


@pytest.mark.parametrize("seed", quick(range(300), 30))
def test_quote_falls_have_the_solutions_of_brute_force(seed: int) -> None:
    quotation, words = text_case(seed)
    width = random.Random(seed).randint(5, 8)
    fall = QuoteFall.of(quotation, width)
    assert QuoteFall.parse(str(fall), quotation.alphabet) == fall
    shape = "".join("#" if cell == "#" else "." for cell in fall.grid.cells)
    wanted = set()
    for columns in product(*(sorted(set(permutations(column))) for column in fall.columns)):
        left = [list(column) for column in columns]
        cells = ["#" if mark == "#" else left[at % width].pop(0) for at, mark in enumerate(shape)]
        if all(part in words for part in "".join(cells).split("#") if part):
            wanted.add(tuple(cells))
            assert fall_faults(cells, fall.columns, words) == []
    found = [fill.grid.cells for fill in sx.enumerate_fills(fall.puzzle(words))]
    assert len(found) == len(set(found))
    assert set(found) == wanted
    best = sx.minimal_givens(
        fall.puzzle(words),
        solution=fall.puzzle(words).grid.with_cells(quotation.in_rows(width).cells),
    ).unwrap()
    given = fall.giving(best.fill, best.cells)
    written = given.crossword(quotation.in_rows(width))
    assert QuoteFall.of_crossword(written, quotation.alphabet) == given
    assert [fill.grid for fill in sx.enumerate_fills(given.puzzle(words))] == [best.fill.grid]


@pytest.mark.parametrize("seed", quick(range(300), 30))
def test_cryptograms_have_the_solutions_of_brute_force(seed: int) -> None:
    quotation, words = text_case(seed)
    asked = Cryptogram.of(quotation, seed)
    assert Cryptogram.parse(str(asked), quotation.alphabet).coded.words == asked.coded.words
    letters = quotation.alphabet.texts
    used = sorted(set(asked.coded.letters))
    wanted = set()
    for key in permutations(letters, len(used)):
        letter_of = dict(zip(used, key, strict=True))
        solved = "".join(letter_of.get(char, char) for char in asked.coded.text)
        is_wrong = any(one == other for one, other in letter_of.items())
        if not is_wrong and all(part in words for part in solved.split()):
            wanted.add(solved)
        assert bool(cryptogram_faults(asked.coded.text, solved, words)) == (solved not in wanted)
    fills = list(sx.enumerate_fills(asked.puzzle(words)))
    rows = [asked.rows().with_cells(fill.grid.cells) for fill in fills]
    found = [asked.coded.with_letters(asked.key(row)) for row in rows]
    assert len(found) == len(set(found))
    assert set(found) == wanted
    assert quotation.text in wanted
    given = asked.giving(fills[0], [0])
    read = Cryptogram.of_crossword(given.crossword(rows[0]), quotation.alphabet)
    assert (read.coded.words, read.given) == (given.coded.words, given.given)
    left = [one for one in found if one[0] == found[0][0]]
    assert len(list(sx.enumerate_fills(given.puzzle(words)))) == len(left)


def test_a_quotation_keeps_what_stands_between_letters() -> None:
    quotation = Quotation("Don\u2019t count-up\u2014“ever”!")
    assert ["".join(word) for word in quotation.words] == ["DONT", "COUNT", "UP", "EVER"]
    same = {letter: letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    assert quotation.with_letters(same) == "DON\u2019T COUNT-UP\u2014“EVER”!"
    grid = quotation.in_rows(6)
    assert grid.lines() == ["DONT#C", "OUNT#U", "P#EVER"]
    assert Quotation("Don't count up").in_rows(6, whole=True).lines() == [
        "DONT##",
        "COUNT#",
        "UP####",
    ]


# Commands


def test_the_commands_make_and_solve(tmp_path: Path) -> None:
    quote, made = tmp_path / "quote.txt", tmp_path / "made.txt"
    quote.write_text(TEXT)
    for command in ("quotefall", "cryptogram"):
        assert run_cli(command, quote, "-o", made).code == 0
        solved = run_cli(command, "--solve", made)
        assert (solved.code, solved.err) == (0, "one solution\n")
        assert Quotation(solved.out.replace("#", " ")).letters[-4:] == tuple("WIFE")
        own = tmp_path / "own.json"
        done = run_cli(command, quote, "-o", own)
        assert (done.code, done.err.count("proved")) == (0, 1)
        again = run_cli(command, "--solve", own)
        words_of = Quotation(again.out.replace("#", " ")).words
        assert (again.err, words_of) == (
            solved.err,
            Quotation(solved.out.replace("#", " ")).words,
        )
        assert sx.load_crossword(own).crossword.kind.value in ("quote-fall", "cryptogram")
        refused = run_cli(command, quote, "-o", tmp_path / "no.puz")
        assert (refused.code, refused.err.count("\n")) == (2, 1)
        assert not (tmp_path / "no.puz").exists()
    done = run_cli("acrostic", quote, "--source", "Austen, lines", "--length", "4-16", "--answer",
                   "1=Alphabet", "--format", "json", "--time-limit", "120")  # fmt: skip
    data = json.loads(done.out)
    assert (done.code, data["answers"][0]["answer"], len(data["answers"])) == (0, "ALPHABET", 11)


def test_a_puzzle_is_made_of_each_line(tmp_path: Path) -> None:
    lines, words = tmp_path / "q.tsv", tmp_path / "w.txt"
    words.write_text("cat act tac on no it sat a\n".replace(" ", "\n"))
    lines.write_text("Ann\tNo cat.\n\nBo\tIt sat on a cat.\n")
    for command in ("quotefall", "cryptogram"):
        made = run_cli(command, lines, "--lines", "-w", words, "-o", tmp_path / "a{}.json")
        assert (made.code, made.err.count("one solution")) == (0, 2), made.err
        for number, said in ((1, "NO#CAT"), (2, "IT#SAT#ON#A#CAT")):
            solved = run_cli(command, "--solve", tmp_path / f"a{number}.json", "-w", words)
            letters = "".join(filter(str.isalpha, solved.out.upper()))
            assert letters == said.replace("#", ""), solved.err
        assert '"source": "Bo"' in (tmp_path / "a2.json").read_text()
    lines.write_text("no\tOn cat.\nto\tCat no.\n")
    options = ("acrostic", lines, "-w", words, "--length", "1-3")
    done = run_cli(*options, "--lines", "--format", "json")
    assert (done.code, done.err.partition(": proved")[0]) == (20, "line 1: no acrostic")
    assert json.loads(done.out)["source"] == "to"
    lines.write_text("no\tOn cat.\nA c4t.\n")
    assert "q.tsv:2: 'c4t.' has characters" in run_refused(*options, "--lines")
    lines.write_text("A cat.\n")
    assert "'A cat.' has no source" in run_refused(*options, "--lines")
    assert "no source is given" in run_refused(*options)


def test_other_alphabets(tmp_path: Path) -> None:
    quote, words = tmp_path / "quote.txt", tmp_path / "words"
    for alphabet, text, other in (
        ("german", "Über Öl schläft er.", "ÄRÖFTLS LEBER ÜCH"),
        ("russian", "Все счастливые семьи похожи", "Ъ"),
        ("greek", "Εν αρχή ην ο λόγος", "Ω"),
        ("dutch", "IJs is wijs", "IJ"),
    ):
        quote.write_text(text)
        words.write_text("\n".join([*text.strip(".").split(), *other.split()]) + "\n")
        for command in ("quotefall", "cryptogram"):
            made = run_cli(command, quote, "-w", words, "--alphabet", alphabet)
            assert made.code == 0, made.err
            quote.write_text(made.out)
            solved = run_cli(command, "--solve", quote, "-w", words, "--alphabet", alphabet)
            assert solved.code == 0, solved.err
            quote.write_text(text)


def test_files_that_are_no_such_puzzle(tmp_path: Path) -> None:
    def refused(command: str, **fields: object) -> str:
        name = tmp_path / "own.json"
        data = {"schema": "satcross.crossword/1", "rows": 1, "cols": 2, **fields}
        name.write_text(json.dumps(data))
        said = run_refused(command, "--solve", name)
        assert "own.json" in said
        return said

    assert "it is no quote fall" in refused("quotefall", squares=[["A", "B"]])
    assert "it is no cryptogram" in refused("cryptogram", kind="quote-fall", squares=[["A", "B"]])
    for lacking in (".", "AB", None):
        said = refused("quotefall", kind="quote-fall", squares=[["A", lacking]])
        assert "its solution has no single letter at r1c2" in said
    squares = [{"label": "X", "solution": one, "given": True} for one in "AB"]
    said = refused("cryptogram", kind="cryptogram", squares=[squares])
    assert "two letters are given for one of the text" in said
    squares = [{"label": one, "solution": "A"} for one in ("7", "B")]
    said = refused("cryptogram", kind="cryptogram", squares=[squares])
    assert "has characters outside the alphabet" in said


@pytest.mark.parametrize(
    ("argv", "text", "said"),
    [
        ("cryptogram", "1914 was a year", "quote.txt:1: '1914' has characters outside"),
        ("cryptogram", "...\n", "a quotation has 1 to 1,000 letters, got 0"),
        ("quotefall", "x" * 1001, "a quotation has 1 to 1,000 letters, got 1,001"),
        ("quotefall --width 4", "a b", "must be from 5 to 60, got 4"),
        ("quotefall --solve", "AB\nCD\n", "must be rows of letters, an empty line"),
        ("quotefall --solve", "AB\n\n..\n..\n", "column 1 has 2 cells and 1 letter"),
        ("quotefall --solve", "AB\n\n...\n", "2 columns of letters, and 3 of cells"),
        ("quotefall --solve", "AB\n\nX.\n", "column 1 has no letter X for its cell"),
        ("cryptogram --solve", "AB\n\nA=A", "A=A cannot be given"),
        ("cryptogram --solve", "AB\n\nQ=A", "Q=A cannot be given"),
        ("cryptogram --solve", "AB\n\nA=X B=X", "two letters cannot be given"),
        ("acrostic --source 12", "a b", "source:1: '12' has characters outside"),
        ("acrostic --source AB --answer 1=X", "a b", "1=X does not begin with A"),
        ("acrostic --source AB --answer 9=X", "a b", "must be from 1 to 2, got 9"),
        ("acrostic --source AB --answer X", "a b", "must be a number, which is there once"),
        ("acrostic --source AB --length 4", "a b", "must be two numbers, as in 4-12"),
        ("acrostic --source AB --length 9-4", "a b", "must be 9 or greater, got 4"),
    ],
)
def test_bad_input_gets_one_line(argv: str, text: str, said: str, tmp_path: Path) -> None:
    quote = tmp_path / "quote.txt"
    quote.write_text(text)
    command, *more = argv.split()
    assert said in run_refused(command, quote, *more)
