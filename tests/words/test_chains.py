"""The reader of the language model that tells phrases from words that happen to meet."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from wordlist.chains import HEADER, Chains

# In the file, logarithms are to this base, and quantised: a table of 65,536 numbers each.
_BASE = np.log10(1.0001)
_WORDS = ("cup", "of", "tea")
_SINGLES = ((-4.0, -0.5), (-2.0, -0.25), (-5.0, 0.0))  # log10 of probability and of backoff
_PAIRS = {(1, 0): (-1.0, -0.125), (2, 1): (-3.0, 0.0)}  # (word, the one before it)
_TRIPLES = {(2, 1, 0): -0.5}


def _packed(records: list[list[tuple[int, int]]]) -> bytes:
    """Fields of (value, bits) one after the other, the lowest bit first."""
    number = at = 0
    for value, bits in (field for record in records for field in record):
        number |= value << at
        at += bits
    return number.to_bytes((at + 7) // 8, "little") + bytes(8)


def _model() -> bytes:
    word, following = len(_WORDS).bit_length(), len(_TRIPLES).bit_length()
    tables = np.zeros((3, 1 << 16), "<f4")
    tables[0, : len(_PAIRS)] = [value / _BASE for value, _ in _PAIRS.values()]
    tables[1, : len(_PAIRS)] = [weight / _BASE for _, weight in _PAIRS.values()]
    tables[2, : len(_TRIPLES)] = [value / _BASE for value in _TRIPLES.values()]
    singles = b""
    for i in range(len(_WORDS) + 1):
        value, weight = _SINGLES[i] if i < len(_SINGLES) else (0.0, 0.0)
        singles += struct.pack("<ffI", value / _BASE, weight / _BASE, sum(w < i for w, _ in _PAIRS))
    pairs = [
        [
            (before, word),
            (i, 16),
            (i, 16),
            (sum(t[:2] < (last, before) for t in _TRIPLES), following),
        ]
        for i, (last, before) in enumerate(_PAIRS)
    ]
    pairs.append([(0, word), (0, 32), (len(_TRIPLES), following)])
    triples = [[(before, word), (i, 16)] for i, (_, _, before) in enumerate(_TRIPLES)]
    triples.append([(0, word), (0, 16)])
    text = b"".join(form.encode() + b"\0" for form in _WORDS)
    counts = struct.pack("<III", len(_WORDS), len(_PAIRS), len(_TRIPLES))
    head = HEADER + bytes([3]) + counts + struct.pack("<I", 1) + tables.tobytes()
    return head + singles + _packed(pairs) + _packed(triples) + struct.pack("<I", len(text)) + text


def test_the_longest_chain_counts_that_is_known() -> None:
    more = Chains(_model()).more
    assert more(["cup"]) == 0.0
    assert more(["cup", "of"]) == pytest.approx(-1.0 + 2.0, abs=1e-4)
    # The triple is known: the pair "of tea" does not count.
    assert more(["cup", "of", "tea"]) == pytest.approx((-1.0 + 2.0) + (-0.5 + 5.0), abs=1e-4)


def test_chains_that_are_not_known_are_made_of_shorter_ones() -> None:
    more = Chains(_model()).more
    # "tea cup": no pair, so that the weight of "tea" counts; it is 1.
    assert more(["tea", "cup"]) == pytest.approx(0.0, abs=1e-4)
    # "cup tea": the weight of "cup".
    assert more(["cup", "tea"]) == pytest.approx(-0.5, abs=1e-4)
    # "of of tea": the pair "of tea", with the weight of "of of", which is unknown.
    assert more(["of", "of", "tea"]) == pytest.approx(-0.25 + (-3.0 + 5.0), abs=1e-4)
    # "cup of of": neither triple nor pair, and the weights of "cup of" and of "of".
    assert more(["cup", "of", "of"]) == pytest.approx((-1.0 + 2.0) - 0.125 - 0.25, abs=1e-4)


def test_a_word_that_the_model_lacks_says_nothing_of_the_chain() -> None:
    assert Chains(_model()).more(["cup", "of", "cocoa"]) is None


def test_another_file_is_refused() -> None:
    with pytest.raises(ValueError, match="not a language model"):
        Chains(b"ARPA" + _model())
