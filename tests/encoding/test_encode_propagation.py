"""Unit propagation of each encoding is generalised arc consistency of its slots."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from support.seeds import quick
from support.unit_propagation import propagate

from satcross.encoding import encode as encoding_module
from satcross.encoding.automaton import minimal_automaton
from satcross.encoding.dawg import shape_of
from satcross.encoding.encode import Encoding, encode
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList

ALPHABET = Alphabet("ABCD")


def one_slot(rng: random.Random, encoding: str) -> tuple[Encoding, list[str]]:
    length = rng.randint(2, 5)
    words = sorted({"".join(rng.choices("ABCD", k=length)) for _ in range(rng.randint(2, 30))})
    listed = WordList.from_words(words, alphabet=ALPHABET)
    puzzle = Puzzle(Grid.parse("." * length, alphabet=ALPHABET), listed)
    return encode(puzzle, encoding=encoding), words


@pytest.mark.parametrize("encoding", ["support", "dawg"])
@pytest.mark.parametrize("seed", quick(range(60), 8))
def test_propagation_leaves_exactly_the_supported_letters(encoding: str, seed: int) -> None:
    rng = random.Random(seed)
    encoded, words = one_slot(rng, encoding)
    letters = encoded.letters
    chosen = [
        v if rng.random() < 0.25 else -v
        for v in rng.sample(range(1, letters.n + 1), rng.randint(0, letters.n // 2))
    ]
    left = [
        word
        for word in words
        if all(
            (ALPHABET.code(word[letters.cell_of[abs(lit)]]) == letters.letter_of[abs(lit)])
            == (lit > 0)
            for lit in chosen
        )
    ]
    implied = propagate(list(encoded.formula), chosen)
    if not left:
        assert implied is None
        return
    assert implied is not None
    for v in range(1, letters.n + 1):
        cell, letter = letters.cell_of[v], ALPHABET.letters[letters.letter_of[v]]
        supported = any(word[cell] == letter for word in left)
        assert (-v not in implied) == supported
        assert (v in implied) == all(word[cell] == letter for word in left)


@pytest.mark.parametrize("encoding", ["support", "dawg"])
def test_letters_determine_every_auxiliary_by_propagation(encoding: str) -> None:
    rng = random.Random(7)
    for _ in range(20):
        encoded, words = one_slot(rng, encoding)
        for word in words:
            codes = dict(enumerate(ALPHABET.codes(word)))
            implied = propagate(list(encoded.formula), encoded.letters.literals(codes))
            assert implied is not None
            assert {abs(lit) for lit in implied} == set(range(1, encoded.formula.n_vars + 1))


@pytest.mark.parametrize("seed", quick(range(30), 4))
def test_clause_and_variable_counts_are_as_documented(seed: int) -> None:
    rng = random.Random(seed)
    support, words = one_slot(rng, "support")
    if len(words) == 1:
        assert support.chosen == ("given",)
        return
    k = len(words[0])
    per_cell = [len({word[i] for word in words}) for i in range(k)]
    assert support.n_clauses_by_constraint == {
        "cells": sum(1 + n * (n - 1) // 2 for n in per_cell),
        "words imply letters": len(words) * k,
        "slot has a word": 1,
        "letters need words": sum(per_cell),
    } | ({"no word twice": 0})
    assert support.varmap.n_by_kind() == {"letter": sum(per_cell), "word": len(words)}
    dawg = encode(support.domains, encoding="dawg")
    layers = minimal_automaton(support.domains.codes[0])
    n_edges = sum(len(layer.source) for layer in layers)
    n_nodes = sum(layer.n_sources for layer in layers) + 1
    degrees = [np.bincount(layer.source) for layer in layers[1:]]
    degrees += [np.bincount(layer.target) for layer in layers[:-1]]
    n_forks = sum(int((d[d > 1] + 1).sum()) for d in degrees)
    counts = dawg.n_clauses_by_constraint
    assert counts["paths imply letters"] == n_edges
    assert counts["paths are connected"] == n_forks
    assert counts["slot has a path"] == 1
    assert counts["letters need paths"] == sum(per_cell)
    of_slot = sum(n for name, n in counts.items() if name != "cells")
    assert of_slot <= 3 * n_edges + 2 * n_nodes + sum(per_cell)
    assert dawg.varmap.n_by_kind()["path"] == shape_of(support.domains.codes[0]).n_vars


@pytest.mark.parametrize("seed", quick(range(40), 5))
def test_the_automaton_is_minimal_and_spells_the_words(seed: int) -> None:
    rng = random.Random(seed)
    k = rng.randint(1, 6)
    words = {tuple(rng.choices(range(rng.randint(1, 4)), k=k)) for _ in range(rng.randint(1, 60))}
    rows = list(words)
    rng.shuffle(rows)
    layers = minimal_automaton(np.array(rows, dtype=np.uint8))
    assert len(layers) == k
    paths: dict[int, list[tuple[int, ...]]] = {0: [()]}
    for depth, layer in enumerate(layers):
        assert list(layer.source) == sorted(layer.source)
        after: dict[int, list[tuple[int, ...]]] = {}
        for source, letter, target in zip(layer.source, layer.letter, layer.target, strict=True):
            after.setdefault(int(target), []).extend((*p, int(letter)) for p in paths[int(source)])
        paths = after
        # As few nodes as there are different sets of endings.
        ends: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
        for word in words:
            ends.setdefault(word[: depth + 1], set()).add(word[depth + 1 :])
        assert layer.n_targets == len(paths) == len({frozenset(e) for e in ends.values()})
    assert sorted(paths[0]) == sorted(words)


def test_the_order_of_the_words_does_not_matter_to_the_automaton() -> None:
    codes = np.array([[0, 1, 2], [0, 1, 1], [2, 1, 2], [1, 1, 0]], dtype=np.uint8)
    for order in ([3, 1, 0, 2], [2, 0, 3, 1]):
        for a, b in zip(minimal_automaton(codes), minimal_automaton(codes[order]), strict=True):
            assert np.array_equal(a.source, b.source)
            assert np.array_equal(a.letter, b.letter)
            assert np.array_equal(a.target, b.target)


def test_auto_chooses_by_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding_module, "AUTO_DAWG_WORDS", 3)
    words = WordList.from_words(["ab", "cd", "abc", "bcd", "cde"])
    puzzle = Puzzle(Grid.parse("..#...\n######\nAB#..."), words, distinct=False)
    encoding = encode(puzzle)
    assert encoding.chosen == ("support", "dawg", "given", "dawg")
    assert set(encoding.first_word) == {0}


def test_variables_come_letters_first_and_without_holes() -> None:
    words = WordList.from_words(["aba", "bab", "abb", "bba", "aab"])
    for name in ("support", "dawg"):
        encoding = encode(Puzzle(Grid.parse("...\n...\n..."), words), encoding=name)
        groups = encoding.varmap.groups
        assert groups[0].label == "letter"
        assert groups[0].n == encoding.letters.n
        assert groups[0].first == 1
        for before, after in pairwise(groups):
            assert after.first == before.first + before.n
        assert encoding.varmap.n_vars == encoding.formula.n_vars
        used = np.unique(np.abs(encoding.formula.flat))
        assert len(used) == encoding.formula.n_vars + 1  # and the 0


def test_mean_over_words_is_the_mean_of_the_words_on_each_path() -> None:
    rng = random.Random(11)
    for _ in range(20):
        k = rng.randint(2, 5)
        rows = sorted({tuple(rng.choices(range(3), k=k)) for _ in range(rng.randint(2, 40))})
        rng.shuffle(rows)
        codes = np.array(rows, dtype=np.uint8)
        values = np.array([float(rng.randint(1, 100)) for _ in rows])
        shape = shape_of(codes)
        on: dict[int, set[int]] = {}
        for word, row in enumerate(rows):
            node = 0
            for offset, (layer, edges) in enumerate(zip(shape.layers, shape.edge, strict=True)):
                if offset:
                    on.setdefault(int(shape.node[offset][node]), set()).add(word)
                edge = next(
                    e
                    for e in range(len(layer.source))
                    if (layer.source[e], layer.letter[e]) == (node, row[offset])
                )
                on.setdefault(int(edges[edge]), set()).add(word)
                node = int(layer.target[edge])
        assert sorted(on) == list(range(shape.n_vars))
        wanted = [np.mean([values[w] for w in on[v]]) for v in range(shape.n_vars)]
        assert np.allclose(shape.mean_over_words(codes, values), wanted)
