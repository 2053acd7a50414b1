"""The theorems: their encodings against brute force, the proofs that are kept, and wrong ones."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
import theorem_list
import theorems
from theorem_claims import Files, FillClaim, PatternClaim, WrongError

from satcross import PatternRules, Range

Rows = tuple[str, ...]
KEPT = sorted(path.name.removesuffix(".tar.xz") for path in theorems.KEPT.glob("*.tar.xz"))


def runs(line: str) -> list[int]:
    return [len(run) for run in line.split("#") if run]


def columns(rows: Rows) -> Rows:
    return tuple("".join(column) for column in zip(*rows, strict=True))


def is_connected(rows: Rows) -> bool:
    left = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."}
    todo = [left.pop()] if left else []
    while todo:
        r, c = todo.pop()
        for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if near in left:
                left.remove(near)
                todo.append(near)
    return not left


@cache
def patterns(n: int, least: int, *, symmetric: bool) -> tuple[Rows, ...]:
    """All patterns of the usual rules, from rows that obey them, cell by cell."""
    lines = ("".join(cells) for cells in product(".#", repeat=n))
    legal = [line for line in lines if all(run >= least for run in runs(line))]
    found: list[Rows] = []

    def may_begin(rows: Rows) -> bool:
        # A run that is closed below is as long as it will be.
        return all(
            run >= least
            for column in columns(rows)
            if "#" in column
            for run in runs(column[: column.rindex("#")])
        )

    def extend(rows: Rows) -> Iterator[Rows]:
        if len(rows) == ((n + 1) // 2 if symmetric else n):
            yield rows
            return
        for line in legal:
            if may_begin((*rows, line)):
                yield from extend((*rows, line))

    for half in extend(()):
        rows = half
        if symmetric:
            rows += tuple(line[::-1] for line in reversed(half[: n // 2]))
            if n % 2 and half[-1] != half[-1][::-1]:
                continue
        long_enough = all(run >= least for column in columns(rows) for run in runs(column))
        if long_enough and "." in "".join(rows) and is_connected(rows):
            found.append(rows)
    return tuple(found)


def n_words(rows: Rows, length: int | None = None) -> int:
    found = [run for line in (*rows, *columns(rows)) for run in runs(line)]
    return len(found) if length is None else found.count(length)


def has_cheaters(rows: Rows) -> bool:
    n = len(rows)

    def is_open(r: int, c: int) -> bool:
        return 0 <= r < n and 0 <= c < n and rows[r][c] == "."

    return any(
        not is_open(r, c)
        and is_open(r, c - 1) + is_open(r, c + 1) == 1
        and is_open(r - 1, c) + is_open(r + 1, c) == 1
        for r in range(n)
        for c in range(n)
    )


def n_apart(found: list[Rows]) -> int:
    """How many there are, turned and mirrored ones counted once."""

    def images(rows: Rows) -> Iterator[Rows]:
        for one in (rows, columns(rows)):
            for two in (one, one[::-1]):
                yield two
                yield tuple(line[::-1] for line in two)

    return len({min(images(rows)) for rows in found})


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7, 8])
def test_patterns_are_those_of_brute_force(n: int) -> None:
    every = patterns(n, 3, symmetric=True)
    assert len(every) == {3: 1, 5: 15, 7: 397}.get(n, len(every))  # A323838
    assert n_apart(list(every)) == theorem_list.ALL.get(n, n_apart(list(every)))
    if n >= 5:
        most, n_most = theorem_list.MOST[n]
        assert max(map(n_words, every)) == most
        best = [rows for rows in every if n_words(rows) == most and not has_cheaters(rows)]
        assert n_apart(best) == n_most
        assert max(n_words(rows, 3) for rows in every) == theorem_list.MOST_THREES[n]


@pytest.mark.parametrize("n", [8, 9])
def test_words_of_four_are_those_of_brute_force(n: int) -> None:
    every = patterns(n, 4, symmetric=True)
    most, n_most = theorem_list.MOST_OF_FOUR[n]
    assert max(map(n_words, every)) == most
    best = [rows for rows in every if n_words(rows) == most and not has_cheaters(rows)]
    assert n_apart(best) == n_most


@pytest.mark.parametrize("n", [5, 6])
def test_patterns_without_symmetry_are_those_of_brute_force(n: int) -> None:
    every = patterns(n, 3, symmetric=False)
    most, n_most = theorem_list.MOST_WITHOUT_SYMMETRY[n]
    assert max(map(n_words, every)) == most
    best = [rows for rows in every if n_words(rows) == most and not has_cheaters(rows)]
    assert n_apart(best) == n_most


@pytest.mark.parametrize("n", [5, 6, 7])
def test_every_number_of_words_is_proved_as_brute_force_has_it(n: int, tmp_path: Path) -> None:
    every = patterns(n, 3, symmetric=True)
    for words in range(4 * n):
        count = n_apart([rows for rows in every if n_words(rows) == words])
        rules = PatternRules(n, n, n_words=Range(words, words))
        claim = PatternClaim("exactly", rules, count)
        claim.check(claim.make(), tmp_path)
        with pytest.raises(WrongError):
            replace(claim, n=count + 1).make()


@pytest.mark.parametrize("n", [3, 4])
def test_words_of_three_alone_are_those_of_brute_force(n: int) -> None:
    best: dict[int, list[Rows]] = {}
    for cells in product(".#", repeat=n * n):
        rows = tuple("".join(cells[n * r : n * (r + 1)]) for r in range(n))
        lines = (*rows, *columns(rows))
        if all(run in (1, 3) for line in lines for run in runs(line)) and is_connected(rows):
            best.setdefault(n_words(rows, 3), []).append(rows)
    most, n_most = theorem_list.ONLY_THREES[n]
    # Every open cell is in a word: it is connected to the others.
    assert (max(best), n_apart(best[most])) == (most, n_most)


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_proof_is_right(name: str) -> None:
    assert theorems.check(name)["sha256"] == theorems.read_record()[name]["sha256"]


def test_some_proofs_are_kept() -> None:
    assert "most-words-15" in KEPT


def test_the_page_has_every_theorem() -> None:
    assert theorems.PAGE.read_text().endswith(f"{theorems.MARK}\n\n{theorems.page()}")


RULES = PatternRules(7, 7, n_words=Range(22))


def broken(files: Files, **changes: bytes) -> Files:
    return {**files, **changes}


def test_wrong_proofs_are_rejected(tmp_path: Path) -> None:
    claim = PatternClaim("7x7", RULES, 1)
    files = claim.make()
    claim.check(files, tmp_path)
    wrong = [
        ("drat", b"0\n", "does not yield"),
        ("drat", b"", "without a contradiction"),
        ("patterns", b"[]", "0 different patterns"),
        ("patterns", b'["FFFFFFFFFFFFh"]', "rule"),
        ("parts", b"[[[],0]]", "does not divide"),
        ("parts", b"[[[0],0]]", "does not divide"),
        ("parts", b"[[[-1],0]]", "does not divide"),
        ("parts", b"[[[0],49]]", "does not divide"),
    ]
    for name, content, why in wrong:
        with pytest.raises(WrongError, match=why):
            claim.check(broken(files, **{name: content}), tmp_path)


def test_a_claim_that_does_not_hold_is_not_made() -> None:
    with pytest.raises(WrongError):
        PatternClaim("7x7", RULES).make()
    with pytest.raises(WrongError):
        PatternClaim("7x7", replace(RULES, n_words=Range(23)), None).make()
    with pytest.raises(WrongError):
        FillClaim("3x3", "...\n...\n...", 50, exists=False).make()


def test_a_certificate_is_of_what_is_claimed(tmp_path: Path) -> None:
    claim = FillClaim("4x4", "....\n....\n....\n....", 99, exists=False)
    files = claim.make()
    claim.check(files, tmp_path)
    for other in (replace(claim, score=100), replace(claim, grid="....\n....\n....")):
        with pytest.raises(WrongError, match="of something else"):
            other.check(files, tmp_path)


def test_a_certificate_has_all_words_of_the_list(tmp_path: Path) -> None:
    claim = FillClaim("4x4", "....\n....\n....\n....", 99, exists=False)
    magic, head, _ = claim.make()["certificate"].split(b"\n", 2)
    less = json.dumps({**json.loads(head), "words": []}).encode()
    with pytest.raises(WrongError, match="of something else"):
        claim.check({"certificate": b"\n".join((magic, less, b""))}, tmp_path)


def test_a_damaged_file_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theorems, "KEPT", tmp_path)
    path = tmp_path / "five-by-five.tar.xz"
    right = [claim.make() for claim in theorem_list.THEOREMS["five-by-five"].claims]
    whole = lzma.compress(theorems.packed(right))
    path.write_bytes(whole)
    assert "check_s" in theorems.check("five-by-five")
    no_patterns = lzma.compress(theorems.packed([{"drat": b"0\n"}]))
    for data in (b"", whole[:-20], lzma.compress(b"no tar"), no_patterns):
        path.write_bytes(data)
        with pytest.raises(WrongError, match="is damaged"):
            theorems.check("five-by-five")


def test_a_file_is_packed_in_the_same_way_each_time() -> None:
    proofs = [{"a": b"1", "b": b"2"}, {"a": b"3"}]
    data = theorems.packed(proofs)
    assert theorems.packed(proofs) == data
    assert theorems.unpacked(data, 2) == proofs
    with pytest.raises(WrongError, match="no place"):
        theorems.unpacked(data, 1)


def test_each_claim_of_a_theorem_has_a_name_of_its_own() -> None:
    for name, theorem in theorem_list.THEOREMS.items():
        labels = [claim.label for claim in theorem.claims]
        assert len(labels) == len(set(labels)), name
