"""The vectorised reader against a plain one: line by line, by the words of the manual."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from satcross.errors import WordListError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.words.entries import Entries
from satcross.words.files import WORDS
from satcross.words.merge import merge
from satcross.words.report import NEGATIVE, OUTSIDE, TOO_LONG, TOO_SHORT, merge_dropped
from satcross.words.scan import scan_text

GERMAN = Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ")
DIGITS = Alphabet("AB01")
SCORE_TEXT = re.compile(r"[+-]?0*[0-9]{1,4}([.,][0-9]+)?")


@dataclass
class Reference:
    """word -> (file, minus score, line, written): the smallest stands."""

    best: dict[str, tuple[int, int, int, str]] = field(default_factory=dict)
    n_lines: int = 0
    n_usable: int = 0
    n_rounded: Counter[int] = field(default_factory=Counter)
    highest: Counter[int] = field(default_factory=Counter)
    dropped: dict[str, list[str]] = field(default_factory=dict)

    def read(self, text: str, alphabet: Alphabet, file: int) -> None:
        lines = self.with_separators(text, alphabet).split("\n")
        if lines[-1] == "":
            lines.pop()
        self.n_lines += len(lines)
        for number, raw in enumerate(lines, start=1):
            line = raw.strip()
            if line == "" or line[0] == "#":
                continue
            written, score, rounded = self.split(raw, line, number)
            word = alphabet.normalise(written)
            if word is None:
                self.dropped.setdefault(OUTSIDE, []).append(written)
            elif len(word) < 2:
                self.dropped.setdefault(TOO_SHORT, []).append(written)
            elif len(word) > 64:
                self.dropped.setdefault(TOO_LONG, []).append(written)
            elif score < 0:
                self.dropped.setdefault(NEGATIVE, []).append(written)
            else:
                self.n_usable += 1
                self.n_rounded[file] += rounded
                self.highest[file] = max(self.highest[file], score)
                candidate = (file, -score, number, written)
                self.best[word] = min(self.best.get(word, candidate), candidate)

    @staticmethod
    def with_separators(text: str, alphabet: Alphabet) -> str:
        blanks = " \r\f\v"
        lines = [line.rstrip(blanks) for line in text.split("\n")]
        filled = [line for line in lines if line.strip(blanks) and line.lstrip(blanks)[0] != "#"]
        scored = [re.fullmatch(r".*[^ \r\f\v@,][ @][0-9]{1,4}", line) for line in filled]
        if ";" in text or "\t" in text or "1" in alphabet.texts or len(filled) < 2:
            return text
        return re.sub(r"(?m)[ @](?=[0-9]+[ \r\f\v]*$)", ";", text) if all(scored) else text

    @classmethod
    def split(cls, raw: str, line: str, number: int) -> tuple[str, int, bool]:
        shorter = re.fullmatch(r"(.*\S)\s*\([0-9][0-9,' -]*\)", line)
        if shorter:
            line = shorter[1]
        quoted = re.match(r'"((?:""|[^"])*)"\s*(?:([\t;,])(.*))?$', line)
        kind: str | None
        if quoted:
            first, kind, rest = quoted.groups()
            others = rest.split(kind) if kind else []
            most = first
        else:
            kind = next((mark for mark in "\t;," if mark in line), None)
            first, *others = line.split(kind) if kind else [line]
            most = kind.join([first, *others[:-1]]) if kind else line
        if not others:
            return first, 50, False
        if cls.score(others[0]):
            return first.rstrip(), *cls.score(others[0])
        if cls.score(others[-1]):
            return most.rstrip(), *cls.score(others[-1])
        if not others[-1].strip():
            return most.rstrip(), 50, False
        if not others[0].strip():
            return first.rstrip(), 50, False
        tail = others[-1]
        if (
            not quoted
            and kind != "\t"
            and re.match(r'["”’]?\s', tail)
            and any(map(str.isalpha, tail))
        ):
            return line, 50, False
        column = raw.index(line) + len(line) - len(tail.lstrip()) + 1
        raise WordListError("score", line=number, column=column)

    @staticmethod
    def score(text: str) -> tuple[int, bool] | tuple[()]:
        text = re.split(r"\s#", text.strip())[0].strip()
        text = re.sub(r'^"(.+)"$', r"\1", text)
        if not SCORE_TEXT.fullmatch(text):
            return ()
        exact = Fraction(text.replace(",", "."))
        if exact < 0:
            return -1, False
        rounded = math.floor(exact + Fraction(1, 2))
        return (rounded, rounded != exact) if rounded <= 1000 else ()


def spoil(text: str) -> str:
    return text if "\n" in text else text.replace("\r", "\n")


def scan_all(texts: list[str], alphabet: Alphabet) -> list[Entries]:
    return [scan_text(WORDS.decode(text.encode(), "list"), alphabet) for text in texts]


CHARS = st.sampled_from(
    list("aAbBcZz") * 3
    + list(" -'`;,\t#\r\n0159.")
    + list('"!?:()éÉœßñäÖıſﬁ’\u00a0\u0301\u0085\v\x1cΩ5②')
)
SCORES = st.one_of(
    st.sampled_from(["", "007", "00100", "1001", "x", "-5", "5 ", "7.5", "0,4", "1000.5", "-0.1"]),
    st.sampled_from(['"8"', "5;x", "5 # x;y", "5#", ";x", "9;", ", ab", ";7", "7\t8", "+3", ".5"]),
    st.sampled_from(["-0", "4.", " (3)", "7 (2)"]),
)
SCORED = st.builds(
    "{}{}{}".format,
    st.one_of(
        st.text("abcABC -é", max_size=5),
        st.sampled_from(
            ['"ab"', '"a,b"', '"a""b"', '"ab', 'ab"', "ab (1,1)", "(2)", "a, b", "a;b"]
        ),
    ),
    st.sampled_from([";", "\t", ",", "; ", " ;", ", "]),
    st.one_of(st.integers(0, 1100), SCORES),
)
LINES = st.one_of(
    st.text("abcXYZ", max_size=4),
    st.text("ab", min_size=60, max_size=70),
    st.text(CHARS, max_size=8),
    SCORED,
)
TEXTS = st.builds(
    lambda lines, ends, last: "".join(map("".join, zip(lines, ends, strict=False))) + last,
    st.lists(LINES, max_size=12),
    st.lists(st.sampled_from(["\n", "\n", "\r\n"]), min_size=12, max_size=12),
    st.sampled_from(["", "ab", "ab;7", "ab;7\r", "\r", ";"]),
)


@given(texts=st.lists(TEXTS, min_size=1, max_size=3), alphabet=st.sampled_from([LATIN, GERMAN]))
@example(texts=["ab;5\n\nAB;7\n"], alphabet=LATIN)
@example(texts=["ab\r\ncd;12\r\n\r\n"], alphabet=LATIN)
@example(texts=["ab;1\n", "ab;9\ncd\n"], alphabet=LATIN)
@example(texts=["a1;1\n01;0\n1"], alphabet=DIGITS)
@example(texts=["a;b\n;;\n"], alphabet=LATIN)
@example(texts=["ab;5\ncd,6\nef\t7\ngh\n"], alphabet=LATIN)
@example(texts=["ab;1;2\n"], alphabet=LATIN)
@example(texts=["éé;1000\nab;1000\n"], alphabet=LATIN)
@example(texts=["cat ;70\n dog\t5\n"], alphabet=LATIN)
@example(texts=["ab;12345\n"], alphabet=LATIN)
@example(texts=["ab,\x1c0\n"], alphabet=LATIN)
@example(texts=['"ab";7\n"a;b",8;x\n"ab"x;1\n'], alphabet=LATIN)
@example(texts=["ab;7.5\nac;-3\nad;0.25\n"], alphabet=LATIN)
@example(texts=["ab;7;a note; and more\nac;5 # x\nad;;x\n"], alphabet=LATIN)
@example(texts=["a!b?;7\nab (1,1)\n(2)\n"], alphabet=LATIN)
@example(texts=["ab 7\n#\na b 12 \r\n"], alphabet=LATIN)
@example(texts=["a1 1\n01 0"], alphabet=DIGITS)
def test_reader_agrees_with_reference(texts: list[str], alphabet: Alphabet) -> None:
    reference = Reference()
    fault: WordListError | None = None
    try:
        for file, text in enumerate(texts):
            reference.read(spoil(text), alphabet, file)
    except WordListError as error:
        fault = error
    tiny = [f for f, n in reference.n_rounded.items() if n and reference.highest[f] <= 1]
    if tiny:
        with pytest.raises(WordListError):
            scan_all(texts, alphabet)
        return
    if fault is not None:
        with pytest.raises(WordListError, match="is not a number from 0 to 1000") as info:
            scan_all(texts, alphabet)
        assert (info.value.line, info.value.column) == (fault.line, fault.column)
        return

    lists = scan_all(texts, alphabet)
    merged = merge(lists, len(alphabet))
    expected = sorted(
        (len(word), minus_score, alphabet.codes(word), written)
        for word, (_, minus_score, _, written) in reference.best.items()
    )
    got = [
        (length, -score, tuple(codes), merged.text[start:stop].decode().strip())
        for length, table in merged.tables.items()
        for codes, score, start, stop in zip(
            table.codes.tolist(),
            table.scores.tolist(),
            merged.tables[length].spans.starts.tolist(),
            merged.tables[length].spans.stops.tolist(),
            strict=True,
        )
    ]
    assert got == expected
    assert merged.n_duplicates == reference.n_usable - len(reference.best)
    assert sum(entries.n_lines for entries in lists) == reference.n_lines
    assert [entries.n_rounded for entries in lists] == [
        reference.n_rounded[file] for file in range(len(lists))
    ]
    dropped = merge_dropped(*(entries.dropped for entries in lists))
    assert {why: (part.count, list(part.examples)) for why, part in dropped.items()} == {
        why: (len(some), some[:5]) for why, some in reference.dropped.items()
    }


@given(
    words=st.lists(
        st.sampled_from([12, 13, 14, 26, 27]).flatmap(
            lambda n: st.text("ABYZ", min_size=n, max_size=n)
        ),
        max_size=30,
    ),
    scores=st.lists(st.integers(0, 1000), min_size=30, max_size=30),
)
def test_order_of_long_words(words: list[str], scores: list[int]) -> None:
    # More letters than fit one 64-bit key (13), so that several keys decide.
    text = "".join(f"{word};{score}\n" for word, score in zip(words, scores, strict=False))
    best: dict[str, int] = {}
    for word, score in zip(words, scores, strict=False):
        best[word] = max(score, best.get(word, 0))
    merged = merge([scan_text(WORDS.decode(text.encode(), "list"), LATIN)], 26)
    got = [
        (LATIN.word(codes), score)
        for table in merged.tables.values()
        for codes, score in zip(table.codes.tolist(), table.scores.tolist(), strict=True)
    ]
    assert got == sorted(best.items(), key=lambda pair: (len(pair[0]), -pair[1], pair[0]))


def test_large_alphabet_fits_its_keys() -> None:
    # 200 letters: eight to a key; neighbouring letters at the ends of the alphabet.
    upper = "".join(
        char
        for char in map(chr, range(0x4E00, 0x4E00 + 200))
        if char == char.upper() and char.isprintable()
    )
    alphabet = Alphabet(upper)
    rng = random.Random(5)
    words = ["".join(rng.choices(upper, k=rng.choice([8, 9, 16, 17]))) for _ in range(400)]
    words += [upper[-1] * 9, upper[-1] * 8 + upper[-2], upper[0] * 9, upper[0] * 8 + upper[1]]
    text = "\n".join([*words, *words])
    merged = merge([scan_text(WORDS.decode(text.encode(), "list"), alphabet)], len(alphabet))
    for length, table in merged.tables.items():
        got = [alphabet.word(codes) for codes in table.codes.tolist()]
        assert got == sorted((w for w in words if len(w) == length), key=alphabet.codes)
    assert merged.n_duplicates == len(words)
